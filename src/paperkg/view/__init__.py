"""The page that people look at: one HTML file that holds the graph and needs no network."""

from paperkg.view.page import Frame, Page, Served, served_page, show, write_page
from paperkg.view.pieces import Asked, Pieces
from paperkg.view.scope import NoClusterError, Scope

__all__ = [
    "Asked",
    "Frame",
    "NoClusterError",
    "Page",
    "Pieces",
    "Scope",
    "Served",
    "served_page",
    "show",
    "write_page",
]
