"""Writing the page: the graph in a pyvis network, pyvis's own copy of vis-network, and our template."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

import pyvis
from pyvis.network import Network

from paperkg.files import replacing
from paperkg.graph import KnowledgeGraph
from paperkg.view.data import PageData, page_data
from paperkg.view.scope import Scope

ASSETS = Path(__file__).parent / "assets"
VIS = Path(pyvis.__file__).parent / "templates" / "lib" / "vis-9.1.2" / "vis-network.min.js"
SCRIPTS = (  # in this order, as one script
    "state.js",
    "behind.js",
    "source.js",
    "filter.js",
    "ways.js",
    "shapes.js",
    "draw.js",
    "map.js",
    "similar.js",
    "card.js",
    "search.js",
    "list.js",
    "take.js",
    "address.js",
    "page.js",
)
MAX_NODES = 1500
_RISKY = re.compile("[<>&\u2028\u2029\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Page:
    """A page that was written.

    Attributes:
        path: Where it is.
        shown: How many papers and concepts its map shows at first.
        total: How many it holds.
        bytes: How large the file is.
    """

    path: Path
    shown: int
    total: int
    bytes: int


def write_page(
    kg: KnowledgeGraph,
    path: Path,
    *,
    max_nodes: int = MAX_NODES,
    scope: Scope = Scope(),  # noqa: B008 - frozen
) -> Page:
    """Write a graph as one HTML file that opens from disk and asks no network for anything.

    The same graph gives the same bytes. An older page at this path stays until the new one is whole.

    Args:
        kg: The graph.
        path: The file to write; its folder is there.
        max_nodes: Of a larger graph the map shows the concepts that connect most, and their papers; the
            others are in the page too, behind the search box and the cards.
        scope: The part of the graph that the page holds.

    Returns:
        What was written.

    Raises:
        ValueError: `max_nodes` is below 1.
        NoClusterError: There is no such cluster.
        UnknownNameError: Nothing has the name that the page is to be around.
        AmbiguousNameError: Several concepts have it.
        OSError: The file cannot be written.
    """
    data = page_data(kg, max_nodes, scope)
    content = render(data).encode("utf-8")
    with replacing(path) as beside:
        beside.write_bytes(content)
    return Page(path, len(data.nodes), data.about["total"], len(content))


@dataclass(frozen=True, slots=True)
class Frame:
    """A page inside a page: what a notebook shows of a graph."""

    html: str
    height: int

    def _repr_html_(self) -> str:
        """Put the page into a frame that may run its own script, save files and open papers."""
        rights = "allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox allow-same-origin"
        return (
            f'<iframe title="Map of papers" sandbox="{rights}" width="100%" height="{self.height}"'
            f' style="border:1px solid #8884;border-radius:8px" srcdoc="{escape(self.html)}"></iframe>'
        )


@dataclass(frozen=True, slots=True)
class Served:
    """The page as a server sends it: it holds its first picture and asks for the rest.

    Attributes:
        html: The page.
        policy: Its content security policy, to be sent with it.
        drawn: The keys of the papers and concepts that it draws at first.
    """

    html: str
    policy: str
    drawn: tuple[str, ...]


def served_page(kg: KnowledgeGraph, api: str) -> Served:
    """Make the page for a server.

    Args:
        kg: The graph.
        api: Where it asks: the address, on the same server, of what `paperkg.view.pieces` gives.
    """
    data = page_data(kg, MAX_NODES, api=api)
    return Served(render(data), _policy(True), tuple(node["key"] for node in data.nodes))


def show(kg: KnowledgeGraph, *, scope: Scope = Scope(), height: int = 640) -> Frame:  # noqa: B008 - frozen
    """Show a graph in a notebook: the page that `write_page` writes, in the cell's output.

    Raises:
        NoClusterError: There is no such cluster.
        UnknownNameError: Nothing has the name that the page is to be around.
        AmbiguousNameError: Several concepts have it.
    """
    return Frame(render(page_data(kg, MAX_NODES, scope)), height)


def render(data: PageData) -> str:
    """Put the data into the template.

    Of pyvis we take the network, its rendering and the vis-network that it ships. Its own template is left
    alone, as it loads scripts and styles from elsewhere, and so is `add_edge`, which takes hours where a
    list takes seconds.
    """
    network = Network(cdn_resources="in_line")
    network.set_template_dir(str(ASSETS))
    network.nodes, network.edges = data.nodes, data.edges
    vis, style, script = _assets()
    network.templateEnv.filters["json"] = script_json
    network.templateEnv.globals.update(
        about=data.about,
        behind={name: packed(values) for name, values in data.behind.items()},
        vis=vis,
        style=style,
        script=script,
        policy=_policy(bool(data.about["api"])),
    )
    html: str = network.generate_html()
    return html


@cache
def _assets() -> tuple[str, str, str]:
    """Return vis-network, our style sheet and our script."""
    script = "\n".join((ASSETS / name).read_text("utf-8") for name in SCRIPTS)
    style = (ASSETS / "page.css").read_text("utf-8")
    return VIS.read_text("utf-8"), style, f'(() => {{\n"use strict";\n{script}}})();\n'


def _policy(asks: bool) -> str:
    """Return the content security policy: our own script and style, and nothing from anywhere else."""
    vis, style, script = _assets()
    parts = [
        "default-src 'none'",
        f"script-src {_source(vis)} {_source(script)}",
        f"style-src {_source(style)}",
        "img-src data:",
        *(["connect-src 'self'"] if asks else []),
        "base-uri 'none'",
        "form-action 'none'",
    ]
    return "; ".join(parts)


def packed(value: object) -> str:
    """Write JSON deflated and in Base64, as a browser unpacks it by itself.

    >>> zlib.decompress(base64.b64decode(packed(["text"])))
    b'["text"]'
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode("utf-8", "surrogatepass"), 6)).decode()


def script_json(value: object) -> str:
    r"""Write JSON that can stand in a script element: nothing in it ends the element or starts a tag.

    >>> script_json("</script>")
    '"\\u003c/script\\u003e"'
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _RISKY.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _source(content: str) -> str:
    """Name an inline script or style in a content security policy, by its hash."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'"
