"""The web server: pages, JSON and SPARQL of one graph. Needs the extra `serve`."""

from paperkg.serve.app import make_app
from paperkg.serve.limits import Limits
from paperkg.serve.origins import origin
from paperkg.serve.running import run

__all__ = ["Limits", "make_app", "origin", "run"]
