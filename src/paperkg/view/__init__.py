"""The page that people look at: one HTML file that holds the graph and needs no network."""

from paperkg.view.page import Page, write_page

__all__ = ["Page", "write_page"]
