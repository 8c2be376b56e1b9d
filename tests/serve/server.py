"""A server for tests, as a process of its own: `python -m tests.serve.server STORE DIGEST GRAPH LIMITS CORS`.

Prints its address when it answers, and ends when its stdin does. GRAPH may be "-", for the endpoint alone,
and CORS "-", for none.
"""

from __future__ import annotations

import json
import os
import socket
import sys
import threading
from pathlib import Path

from paperkg.serve import Limits, make_app
from paperkg.serve.running import serve
from paperkg.sparql import Cached


def main(store: str, digest: str, graph: str, limits: str, cors: str) -> None:
    allowed = Limits(**json.loads(limits))
    hosts = frozenset({"127.0.0.1", "localhost"})
    allowed_origin = None if cors == "-" else cors
    folder = None if graph == "-" else Path(graph)
    app = make_app(Cached(Path(store), digest), folder, limits=allowed, hosts=hosts, cors=allowed_origin)
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    listener = socket.create_server(("127.0.0.1", 0))
    serve(app, listener, allowed, lambda address: print(address, flush=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
