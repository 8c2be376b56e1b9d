"""An Obsidian vault: a note a paper and concept, with links between them.

Notes of a kind have a folder of their own. What papers bring is text in a note: no link, tag, comment,
formula or HTML comes of it.
"""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from pathlib import Path

from paperkg.exports.folders import new_folder
from paperkg.exports.plain import plain, short_hash
from paperkg.exports.records import PAPER, SLOTS, Cell
from paperkg.graph import KnowledgeGraph
from paperkg.graph.network import paper_node
from paperkg.model import ROLE_RANK, Concept, Kind, Link, Paper, Result, Role
from paperkg.questions.evidence import in_sentence

FOLDERS: Mapping[str, str] = {"paper": "Papers", **{kind: f"{kind.capitalize()}s" for kind in Kind}}
LONGEST = 100, 180
"""Characters and bytes of a file name at most: systems take 255 bytes, Windows 260 characters of a path."""

_NOT_IN_NAMES = re.compile(r"[\\/:<>|#^\[\]%]+")  # what Windows or a link cannot have; and these:
_LEFT_OUT = str.maketrans("", "", '?*"')
_RESERVED = re.compile(
    r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?", re.IGNORECASE
)  # devices of Windows
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~=$%^!&])|(?<=:)(:)")
_BEGINNING = re.compile(r"^(\s*)(?:([-+])|([0-9]+)([.)])(?=\s|$))")  # of a line: what would be a list
_IN_LINKS = str.maketrans({"[": "(", "]": ")", "|": "/", "<": "‹", ">": "›", "`": "'", "\\": "∖", "%": "％"})

Linker = Callable[[str], str]


def write_obsidian(kg: KnowledgeGraph, path: Path, *, abstracts: bool) -> Counter[str]:
    """Write the vault into a folder; return how many notes."""
    labels = {paper_node(paper): label for paper, label in kg.labels().items()}
    concepts = {concept.id: concept for concept in kg.concepts()}
    labels |= {node: concept.name for node, concept in concepts.items()}
    places = note_places(labels)

    def link(node: str) -> str:
        shown = " ".join(plain(labels[node]).translate(_IN_LINKS).split())
        return f"[[{places[node]}|{shown or places[node]}]]"

    with new_folder(path) as folder:
        for name in FOLDERS.values():
            (folder / name).mkdir()

        def write(node: str, text: str) -> None:
            name = os.fsdecode(f"{places[node]}.md".encode())  # UTF-8 even where the locale is C
            (folder / name).write_text(text, "utf-8", newline="\n")

        for paper, links, results in _by_paper(kg):
            node = paper_node(paper.id)
            sentences = _sentences(kg, paper, links)
            write(node, "".join(_paper_note(paper, labels[node], sentences, results, link, abstracts)))
        papers, families = _by_concept(kg)
        for node, concept in concepts.items():
            write(node, "".join(_concept_note(concept, papers[node], families[node], link)))
    return Counter(note=len(places))


def note_places(labels: Mapping[str, str]) -> dict[str, str]:
    """Give every node a note of its own: folder and name, without the ending.

    No two are the same on a disk that takes small and capital letters for one. Of those that would be, each
    gets a hash of its id, whatever the order.

    >>> note_places({"task:a": "A/B", "task:b": "a:b", "model:c": "A/B"})
    {'model:c': 'Models/A-B', 'task:a': 'Tasks/A-B (c6e00253fc66)', 'task:b': 'Tasks/a-b (888d2755344e)'}
    """
    wanted = {node: f"{FOLDERS[node.partition(':')[0]]}/{file_name(label)}" for node, label in labels.items()}
    many = Counter(map(_same, wanted.values()))
    places: dict[str, str] = {}
    taken: set[str] = set()
    for node in sorted(wanted, key=lambda node: (many[_same(wanted[node])] > 1, node)):
        place = wanted[node]
        if many[_same(place)] > 1:
            place = f"{place} ({short_hash(node)})"
        while _same(place) in taken:  # a title may end in what looks like such a hash
            place += "_"
        taken.add(_same(place))
        places[node] = place
    return places


def _same(place: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", place).casefold())


def file_name(text: str) -> str:
    """Make a name that every system and every link takes.

    >>> file_name("GridLock: Mazes?"), file_name("con"), file_name(" .. "), file_name("C#")
    ('GridLock - Mazes', 'con_', 'untitled', 'C-')
    """
    seen = "".join(char for char in plain(text) if unicodedata.category(char) not in ("Cf", "Cn", "Co"))
    clean = unicodedata.normalize("NFC", seen).translate(_LEFT_OUT).replace(": ", " - ")
    clean = _NOT_IN_NAMES.sub("-", clean)
    whole = " ".join(clean.split()).lstrip(".- ")
    clean = whole[: LONGEST[0]].encode()[: LONGEST[1]].decode(errors="ignore")
    if clean != whole and " " in clean[LONGEST[0] // 2 :]:
        clean = clean.rpartition(" ")[0]
    clean = clean.rstrip(". ")
    if _RESERVED.fullmatch(clean):
        stem, dot, rest = clean.partition(".")
        return f"{stem}_{dot}{rest}"
    return clean or "untitled"


def escaped(text: str) -> str:
    r"""Write a text so that Markdown and Obsidian show it as it is.

    >>> escaped("a [[b]] #c $x_1$ 100%%")
    'a \\[\\[b\\]\\] \\#c \\$x\\_1\\$ 100\\%\\%'
    """
    one_line = " ".join(plain(text).split())
    safe = _MARKDOWN.sub(lambda found: f"\\{found[0]}", one_line)
    return _BEGINNING.sub(lambda f: f"{f[1]}\\{f[2]}" if f[2] else f"{f[1]}{f[3]}\\{f[4]}", safe)


def _by_paper(kg: KnowledgeGraph) -> Iterator[tuple[Paper, list[Link], list[Result]]]:
    for paper in kg.papers():
        links = sorted(kg.links(paper=paper.id), key=lambda link: ROLE_RANK[link.role])
        yield paper, links, list(kg.results(paper=paper.id))


def _by_concept(
    kg: KnowledgeGraph,
) -> tuple[defaultdict[str, list[tuple[Role, str]]], defaultdict[str, tuple[list[str], list[str]]]]:
    """Return the papers of each concept; what it is a version of, and what is a version of it."""
    papers: defaultdict[str, list[tuple[Role, str]]] = defaultdict(list)
    for paper, concept, role, *_ in kg.ties():
        papers[concept].append((role, paper_node(paper)))
    families: defaultdict[str, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    for one in kg.families():
        families[one.member][0].append(one.family)
        families[one.family][1].append(one.member)
    return papers, families


def _sentences(kg: KnowledgeGraph, paper: Paper, links: list[Link]) -> list[tuple[Link, str]]:
    text, spans = paper.text, kg.sentences(paper.id)
    return [(link, in_sentence(text, spans, link.evidence[0]).sentence) for link in links]


def _front(values: Mapping[str, object]) -> Iterator[str]:
    """Yield the properties of a note: YAML, of which JSON is a part."""
    yield "---\n"
    for key, value in values.items():
        if value:
            yield f"{key}: {json.dumps(value, ensure_ascii=False)}\n"
    yield "---\n\n"


def _property(value: Cell) -> object:
    if isinstance(value, tuple):
        return [*map(plain, value)]
    return plain(value) if isinstance(value, str) else value


def _paper_note(
    paper: Paper,
    label: str,
    links: list[tuple[Link, str]],
    results: list[Result],
    link: Linker,
    abstracts: bool,
) -> Iterator[str]:
    yield from _front(
        {
            "id": plain(paper_node(paper.id)),
            "type": "paper",
            **{name: _property(getattr(paper, name)) for name in PAPER},
            "tags": ["paper"],
        }
    )
    yield f"# {escaped(label)}\n"
    if abstracts and paper.abstract:
        yield f"\n{escaped(paper.abstract)}\n"
    for role, group in groupby(links, lambda one: one[0].role):
        yield f"\n## {role}\n\n"
        for one, sentence in group:
            yield f"- {link(one.concept)}: {escaped(sentence)}\n"
    if results:
        yield "\n## claims\n\n"
        for result in results:
            quote = escaped(paper.text[result.claim.start : result.claim.end])
            yield f"- **{escaped(result.claim.value)}**{_parts(result, link)}: {quote}\n"


def _parts(result: Result, link: Linker) -> str:
    said = []
    for slot in SLOTS:
        concept, words = getattr(result, slot), getattr(result.claim, slot)
        if concept or words:
            said.append(f"{slot} {link(concept) if concept else escaped(words)}")
    return f" ({', '.join(said)})" if said else ""


def _concept_note(
    concept: Concept, papers: list[tuple[Role, str]], families: tuple[list[str], list[str]], link: Linker
) -> Iterator[str]:
    yield from _front(
        {
            "id": concept.id,
            "type": str(concept.kind),
            "aliases": [plain(alias) for alias in concept.aliases],
            "papers": len(papers),
            "tags": [str(concept.kind)],
        }
    )
    yield f"# {escaped(concept.name)}\n"
    for what, others in zip(("A version of", "Versions:"), families, strict=True):
        if others:
            yield f"\n{what} {', '.join(map(link, others))}\n"
    ranked = sorted(papers, key=lambda one: ROLE_RANK[one[0]])
    for role, group in groupby(ranked, lambda one: one[0]):
        yield f"\n## {role}\n\n"
        for _, paper in group:
            yield f"- {link(paper)}\n"
