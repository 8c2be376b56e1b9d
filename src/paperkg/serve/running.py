"""Running the server."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable
from pathlib import Path

import uvicorn

from paperkg.serve.app import make_app
from paperkg.serve.http import protocol
from paperkg.serve.limits import Limits
from paperkg.sparql import cached

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})


def run(
    graph: Path,
    host: str,
    port: int,
    *,
    limits: Limits | None = None,
    cors: str | None = None,
    ready: Callable[[str], None] = lambda _: None,
    making: Callable[[], None] = lambda: None,
) -> None:
    """Serve a graph until the process is told to stop.

    Args:
        graph: The graph's folder.
        host: The address to listen at.
        port: The port; 0 for any that is free.
        limits: What one client may take.
        cors: The origin whose pages may ask the endpoint, "*" for any; None for no other's.
        ready: Called with the server's address when it answers.
        making: Called before the store for queries is made, where there is none yet.

    Raises:
        GraphError: The folder holds no readable graph.
        OSError: The address cannot be listened at.
    """
    limits = limits or Limits()
    with cached(graph, making=making) as cache, _listening(host, port) as listener:
        app = make_app(cache, graph, limits=limits, hosts=_names(host), cors=cors)
        serve(app, listener, limits, ready)


def serve(
    app: object, listener: socket.socket, limits: Limits, ready: Callable[[str], None] = lambda _: None
) -> None:
    """Serve an application at a socket that listens."""
    config = uvicorn.Config(
        app,  # type: ignore[arg-type]
        http=protocol(limits),
        ws="none",
        lifespan="on",
        loop="asyncio",
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=2,
    )
    _Server(config, listener, ready).run(sockets=[listener])


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, listener: socket.socket, ready: Callable[[str], None]) -> None:
        super().__init__(config)
        self._address, self._ready = _address(listener), ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.should_exit:
            self._ready(self._address)


def _listening(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=128)
    except OSError as error:
        raise OSError(error.errno, f"cannot listen there ({error.strerror})", f"{host}:{port}") from error


def _address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _names(host: str) -> frozenset[str] | None:
    """What the server goes by: on loopback a few names, elsewhere whatever leads to it."""
    name = f"[{host}]" if ":" in host else host.lower()
    try:
        loopback = ipaddress.ip_address(host).is_loopback
    except ValueError:
        loopback = host.lower() == "localhost"
    return _LOOPBACK | {name} if loopback else None
