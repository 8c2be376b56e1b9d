"""The `paperkg` command. It parses, calls and prints; what it calls is loaded when it is called."""

from paperkg.cli.app import app

__all__ = ["app"]
