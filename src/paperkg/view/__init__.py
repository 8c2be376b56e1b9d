"""The page that people look at: one HTML file that holds the graph and needs no network."""

from paperkg.view.page import Frame, Page, show, write_page
from paperkg.view.scope import NoClusterError, Scope

__all__ = ["Frame", "NoClusterError", "Page", "Scope", "show", "write_page"]
