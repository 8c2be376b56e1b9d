"""Writing the page: the graph in a pyvis network, pyvis's own copy of vis-network, and our template."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path

import pyvis
from pyvis.network import Network

from paperkg.files import replacing
from paperkg.graph import KnowledgeGraph
from paperkg.view.data import PageData, page_data

ASSETS = Path(__file__).parent / "assets"
VIS = Path(pyvis.__file__).parent / "templates" / "lib" / "vis-9.1.2" / "vis-network.min.js"
SCRIPTS = ("state.js", "draw.js", "card.js", "search.js", "page.js")  # in this order, as one script
_RISKY = re.compile("[<>&\u2028\u2029\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Page:
    """A page that was written.

    Attributes:
        path: Where it is.
        shown: How many papers and concepts it shows.
        total: How many the graph has.
        bytes: How large the file is.
    """

    path: Path
    shown: int
    total: int
    bytes: int


def write_page(kg: KnowledgeGraph, path: Path, *, max_nodes: int = 1500) -> Page:
    """Write a graph as one HTML file that opens from disk and asks no network for anything.

    The same graph gives the same bytes. An older page at this path stays until the new one is whole.

    Args:
        kg: The graph.
        path: The file to write; its folder is there.
        max_nodes: Of a larger graph the concepts that connect most are shown, and their papers.

    Returns:
        What was written.

    Raises:
        ValueError: `max_nodes` is below 1.
        OSError: The file cannot be written.
    """
    data = page_data(kg, max_nodes)
    content = render(data).encode("utf-8")
    with replacing(path) as beside:
        beside.write_bytes(content)
    return Page(path, len(data.nodes), data.about["total"], len(content))


def render(data: PageData) -> str:
    """Put the data into the template.

    Of pyvis we take the network, its rendering and the vis-network that it ships. Its own template is left
    alone, as it loads scripts and styles from elsewhere, and so is `add_edge`, which takes hours where a
    list takes seconds.
    """
    network = Network(cdn_resources="in_line")
    network.set_template_dir(str(ASSETS))
    network.nodes, network.edges = data.nodes, data.edges
    vis, style = VIS.read_text("utf-8"), (ASSETS / "page.css").read_text("utf-8")
    script = "\n".join((ASSETS / name).read_text("utf-8") for name in SCRIPTS)
    script = f'(() => {{\n"use strict";\n{script}}})();\n'
    network.templateEnv.filters["json"] = script_json
    network.templateEnv.globals.update(
        about=data.about,
        vis=vis,
        style=style,
        script=script,
        policy="; ".join(
            [
                "default-src 'none'",
                f"script-src {_source(vis)} {_source(script)}",
                f"style-src {_source(style)}",
                "img-src data:",
                "base-uri 'none'",
                "form-action 'none'",
            ]
        ),
    )
    html: str = network.generate_html()
    return html


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
