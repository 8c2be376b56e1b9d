"""A Model Context Protocol server: a graph for agents to ask, which they can only read."""

from paperkg.mcp.server import make_server, run

__all__ = ["make_server", "run"]
