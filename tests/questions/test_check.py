"""What `check` doubts, on graphs put together by hand; each with one thing to find, or none."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from paperkg.graph import Contents, Entry, open_graph, save, write
from paperkg.link import Overrides, dump_overrides, link, read_overrides
from paperkg.model import Abbreviation, Concept, Extraction, Family, Kind, Link, Mention, Paper, Role
from paperkg.questions import Check, Unmatched, check
from paperkg.questions.doubts import _NUMBER
from tests.graph.example import concept
from tests.link.examples import paper


def ask(
    folder: Path,
    *papers: list[tuple[Concept, str] | tuple[Concept, str, Kind]],
    defined: dict[int, tuple[str, str]] | None = None,
    families: tuple[Family, ...] = (),
    overrides: Overrides | None = None,
) -> Check:
    """Check a graph in which each paper says "It has X." of the words X of each of its concepts."""
    entries, links, concepts = [], [], {}
    for number, named in enumerate(papers):
        text = " ".join(f"It has {row[1]}." for row in named)
        paper = Paper(f"p{number}", "T", text)
        mentions = []
        for row in named:
            what, words = row[:2]
            kind = row[2] if len(row) == 3 else what.kind
            start = paper.text.index(f"has {words}.") + 4
            mention = Mention(start, start + len(words), kind, "by hand", 0.5)
            mentions.append(mention)
            links.append(Link(paper.id, what.id, Role.USES, 0.5, (mention,)))
            concepts[what.id] = what
        merged = {}
        for made in (k for k in links if k.paper == paper.id):
            merged.setdefault(made.concept, []).extend(made.evidence)
        links = [k for k in links if k.paper != paper.id]
        links += [Link(paper.id, key, Role.USES, 0.5, tuple(found)) for key, found in merged.items()]
        short_long = (defined or {}).get(number)
        abbreviations = ()
        if short_long:
            (a, b) = (paper.text.index(f"has {words}.") + 4 for words in short_long)
            abbreviations = (Abbreviation(a, a + len(short_long[0]), b, b + len(short_long[1])),)
        entries.append(Entry(paper, "T", Extraction(tuple(mentions), abbreviations)))
    for edge in families:
        kind, _, name = edge.family.partition(":")
        concepts.setdefault(edge.family, concept(Kind(kind), name))
    meta = (("overrides", dump_overrides(overrides)),) if overrides else ()
    folder.mkdir(exist_ok=True)
    save(folder, Contents(tuple(entries), tuple(concepts.values()), tuple(links), (), families, meta))
    with open_graph(folder) as kg:
        return check(kg)


SOLVER = concept(Kind.TECHNIQUE, "hidden maze solver", "HMS")


def test_an_acronym_that_a_paper_never_spells_out(tmp_path):
    both = [(SOLVER, "HMS"), (SOLVER, "hidden maze solver")]
    found = ask(tmp_path, both, both, [(SOLVER, "HMS")], defined={0: ("HMS", "hidden maze solver")})
    [doubt] = found.doubtful
    assert (doubt.concept, doubt.why) == (SOLVER.id, "acronym")
    assert doubt.aliases == (("HMS", 3), ("hidden maze solver", 2))
    short, long = doubt.sides
    assert (short.name, short.papers, short.paper) == ("HMS", 1, "p2"), "the one that does not spell it out"
    assert (short.evidence.sentence, short.evidence.words) == ("It has HMS.", "HMS")
    assert (long.name, long.papers, long.evidence.words) == ("hidden maze solver", 2, "hidden maze solver")
    assert tomllib.loads(doubt.override) == {"never": {"merge": [["HMS", "hidden maze solver"]]}}


def test_an_acronym_that_each_paper_spells_out_is_in_no_doubt(tmp_path):
    both = [(SOLVER, "HMS"), (SOLVER, "hidden maze solver")]
    assert ask(tmp_path, both, both).doubtful == ()


def test_names_with_no_letters_or_other_numbers_in_common(tmp_path):
    relay = concept(Kind.MODEL, "relay hint")
    maze = concept(Kind.TASK, "2d maze planning")
    found = ask(
        tmp_path,
        [(relay, "relay hint"), (maze, "2D maze planning")],
        [(relay, "Oxbow"), (maze, "3D maze planning")],
    )
    assert [(d.concept, d.why, d.sides[0].name, d.sides[1].name) for d in found.doubtful] == [
        (relay.id, "letters", "Oxbow", "relay hint"),
        (maze.id, "numbers", "3D maze planning", "2D maze planning"),
    ]


def test_a_concept_that_papers_take_for_two_kinds(tmp_path):
    hints = concept(Kind.TECHNIQUE, "hinting")
    as_technique, as_task = [(hints, "hinting")], [(hints, "hinting", Kind.TASK)]
    found = ask(tmp_path / "a", *[as_technique] * 3, *[as_task] * 2)
    [doubt] = found.doubtful
    assert doubt.why == "kinds"
    assert [(side.kind, side.papers) for side in doubt.sides] == [(Kind.TASK, 2), (Kind.TECHNIQUE, 3)]
    assert tomllib.loads(doubt.override) == {"kinds": {"hinting": "task"}}
    assert ask(tmp_path / "b", *[as_technique] * 3, as_task).doubtful == (), "one paper is a slip"
    told = Overrides(kinds={"hinting": Kind.TECHNIQUE})
    assert ask(tmp_path / "c", *[as_technique] * 3, *[as_task] * 2, overrides=told).doubtful == ()


def test_what_the_catalogue_or_the_user_says_is_in_no_doubt(tmp_path):
    llm = concept(Kind.MODEL, "large language model", "LLM")
    assert ask(tmp_path / "a", [(llm, "large language model")], [(llm, "LLM")]).doubtful == ()
    told = Overrides(aliases={"oxbow": "relay hint"})
    relay = concept(Kind.MODEL, "relay hint")
    assert ask(tmp_path / "b", [(relay, "relay hint")], [(relay, "Oxbow")], overrides=told).doubtful == ()


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        ((Kind.MODEL, "Oxbows"), (Kind.MODEL, "oxbow"), "words"),
        (
            (Kind.TASK, "maze generation"),
            (Kind.TASK, "generating mazes"),
            None,
        ),  # two words: an order matters
        ((Kind.TASK, "maze generation"), (Kind.TASK, "generation of mazes"), "words"),
        ((Kind.TASK, "maze to hint transfer"), (Kind.TASK, "hint to maze transfer"), None),
        ((Kind.TASK, "in maze planning"), (Kind.TASK, "maze planning"), None),
        ((Kind.MODEL, "recurrent langauge oxbow"), (Kind.MODEL, "recurrent language oxbow"), "letter"),
        ((Kind.MODEL, "oxbow reader"), (Kind.MODEL, "oxbow leader"), None),  # the first letter makes a word
        ((Kind.BENCHMARK, "MazeBench"), (Kind.TASK, "maze bench"), "kinds"),
        ((Kind.MODEL, "Oxbow 7B"), (Kind.MODEL, "Oxbow 8B"), None),
        ((Kind.MODEL, "oxbow mini reader"), (Kind.MODEL, "oxbow reader mini large"), None),
        ((Kind.TECHNIQUE, "O++"), (Kind.TECHNIQUE, "O"), None),
        ((Kind.MODEL, "oxbow riding"), (Kind.METRIC, "oxbow rides"), None),  # of two fields
    ],
)
def test_pairs_that_look_alike(tmp_path, one, other, why):
    a, b = concept(*one), concept(*other)
    found = ask(tmp_path, [(a, a.name)], [(a, a.name)], [(b, b.name)])
    assert [pair.why for pair in found.duplicates] == ([why] if why else [])
    for pair in found.duplicates:
        assert pair.concepts == (a.id, b.id)
        assert (pair.papers, [side.papers for side in pair.sides]) == (3, [2, 1])
        assert found.doubtful == ()


def test_initials_count_where_a_paper_has_both(tmp_path):
    short, long = concept(Kind.TECHNIQUE, "HMS"), concept(Kind.TECHNIQUE, "hidden maze solver")
    assert ask(tmp_path / "a", [(short, "HMS")], [(long, long.name)]).duplicates == ()
    [pair] = ask(tmp_path / "b", [(short, "HMS"), (long, long.name)], [(long, long.name)]).duplicates
    assert (pair.why, pair.concepts, pair.papers) == ("initials", (long.id, short.id), 2)
    assert tomllib.loads(pair.override) == {"aliases": {"hidden maze solver": ["HMS"]}}


def test_the_snippet_is_read_back_as_what_it_says(tmp_path):
    odd = Concept(Kind.TECHNIQUE, "big maze fps", "Big Maze FPS", ("Big Maze FPS",))
    low = Concept(Kind.TECHNIQUE, "bigmaze fps", "BigMaze FPS", ("BigMaze FPS",))
    [pair] = ask(tmp_path, [(odd, "Big Maze FPS")], [(low, "BigMaze FPS")]).duplicates
    file = tmp_path / "o.toml"
    file.write_text(pair.override, encoding="utf-8")
    assert read_overrides(file).aliases == {"bigmaze fps": "big maze fps"}


def test_the_snippets_settle_what_they_say_when_the_graph_is_built_anew(tmp_path):
    def built(text: str) -> Check:
        file = tmp_path / "settled.toml"
        file.write_text(text, encoding="utf-8")
        overrides = read_overrides(file)
        linked = link(texts, overrides)
        entries = (Entry(p.paper, p.label, p.extraction, p.links) for p in linked.papers())
        write(tmp_path, entries, linked.concepts, linked.families, [("overrides", dump_overrides(overrides))])
        with open_graph(tmp_path) as kg:
            return check(kg)

    says = ("hidden maze solver", Kind.TECHNIQUE), ("HMS", Kind.TECHNIQUE)
    texts = [
        paper("a", "A hidden maze solver (HMS) wins", *says, defines=[("HMS", says[0][0])]),
        paper("b", "Our hidden maze solver (HMS) is fast", *says, defines=[("HMS", says[0][0])]),
        paper("c", "We turn to HMS and to oxbow hints", says[1], ("oxbow hints", Kind.TASK)),
        paper("d", "It is oxbow hinting", ("oxbow hinting", Kind.TASK)),
    ]
    before = built("")
    [doubt], [pair] = before.doubtful, before.duplicates
    assert (doubt.why, pair.why) == ("acronym", "words")
    after = built(f"{doubt.override}\n{pair.override}\n")
    assert after == Check((), (), ())
    keep = '[aliases]\n"hidden maze solver" = ["HMS"]\n[never]\nmerge = [["oxbow hint", "oxbow hinting"]]'
    assert built(keep) == Check((), (), ())


def test_versions_and_what_the_user_keeps_apart_are_no_duplicates(tmp_path):
    a, b = concept(Kind.MODEL, "recurrent oxbow"), concept(Kind.MODEL, "recurent oxbow")
    papers = [(a, a.name)], [(b, b.name)]
    assert len(ask(tmp_path / "a", *papers).duplicates) == 1
    assert ask(tmp_path / "b", *papers, families=(Family(b.id, a.id),)).duplicates == ()
    siblings = (Family(a.id, "model:oxbow"), Family(b.id, "model:oxbow"))
    assert ask(tmp_path / "c", *papers, families=siblings).duplicates == ()
    apart = Overrides(apart={a.normal: frozenset({b.normal}), b.normal: frozenset({a.normal})})
    assert ask(tmp_path / "d", *papers, overrides=apart).duplicates == ()


def test_those_that_touch_most_papers_come_first(tmp_path):
    a, b = concept(Kind.MODEL, "Oxbows"), concept(Kind.MODEL, "oxbow")
    c, d = concept(Kind.MODEL, "ferns"), concept(Kind.MODEL, "fern")
    rows = [[(a, a.name)]] * 9 + [[(b, b.name)]] + [[(c, c.name)]] * 3 + [[(d, d.name)]] * 2
    found = ask(tmp_path, *rows)
    assert [pair.concepts for pair in found.duplicates] == [(c.id, d.id), (a.id, b.id)]


def test_overrides_that_no_paper_has_a_name_for(tmp_path):
    overrides = Overrides(
        aliases={"oxbow": "relay", "nowhere": "relay"},
        names={"relay": "Relay", "gone": "Lost"},
        kinds={"relay": Kind.MODEL, "lost kind": Kind.TASK},
        apart={"relay": frozenset({"nobody"}), "nobody": frozenset({"relay"})},
        ignored=frozenset({"oxbow", "state of nothing"}),
    )
    relay = concept(Kind.MODEL, "Relay")
    assert ask(tmp_path, [(relay, "Relay")], [(relay, "Oxbow")], overrides=overrides).unmatched == (
        Unmatched("aliases", ("nowhere",)),
        Unmatched("rename", ("gone",)),
        Unmatched("kinds", ("lost kind",)),
        Unmatched("never.merge", ("nobody",)),
        Unmatched("never.ignore", ("state of nothing",)),
    )


def test_many_names_that_differ_in_a_letter_take_no_time(tmp_path):
    letters = "abcdefghijklmnopqrstuvwxyz"
    series = [concept(Kind.MODEL, f"oxbows{x}{y}{z}q") for x in letters for y in letters for z in "abc"]
    found = ask(tmp_path, *([(what, what.name)] for what in series))
    assert len(found.duplicates) < 50 * len(series)


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("text to image t2i diffusion model", []),
        ("gpt4", ["4"]),
        ("llama 3.1 8b", ["3.1", "8"]),
        ("3d vision", ["3"]),
        ("cifar10", ["10"]),
    ],
)
def test_a_digit_for_a_word_inside_letters_is_no_number(name, numbers):
    assert _NUMBER.findall(name) == numbers
