"""show, search, common, compare and leaderboard, against plain Python over graphs that are made up."""

from __future__ import annotations

import csv
import io
import re
from collections import defaultdict
from html.parser import HTMLParser

import pytest

from paperkg.graph import Contents, Entry, GraphError, open_graph, save
from paperkg.model import ROLE_RANK, Claim, Concept, Extraction, Kind, Link, Mention, Paper, Result, Role
from paperkg.questions import (
    AmbiguousNameError,
    ConceptCard,
    PaperCard,
    UnknownNameError,
    common,
    compare,
    leaderboard,
    resolve_node,
    resolve_paper,
    search,
    show,
)
from paperkg.questions.evidence import Evidence
from paperkg.questions.leaderboard import is_change
from paperkg.questions.reported import Reported, readable
from paperkg.questions.tables import csv_table, html_page, html_table, markdown_table
from paperkg.questions.titles import AmbiguousTitleError, UnknownTitleError
from tests.questions.made_up import WORDS, made_up

HOSTILE = (
    "",
    " ",
    "\0",
    "\udcff",
    "'",
    '"',
    '"""',
    "'; DROP TABLE papers; --",
    "NEAR(a b, 3)",
    "AND",
    "NOT x",
    "a OR",
    "title:x",
    "{title abstract} : x",
    "^x",
    "x*",
    "*",
    "-x",
    "(",
    ")))",
    "[a-z]+",
    ".*",
    "(?P<",
    "%",
    "_",
    "\\",
    "paper:",
    "benchmark:",
    "\u202e",
    "²",
    "\x1b[2J",
)


@pytest.fixture(scope="module", params=range(4))
def made(request, tmp_path_factory):
    """A made-up graph, opened, and what it was made of."""
    world = made_up(request.param)
    folder = tmp_path_factory.mktemp("made")
    save(folder, world.contents)
    with open_graph(folder) as kg:
        yield kg, world


@pytest.fixture
def nothing(tmp_path):
    """An empty graph."""
    save(tmp_path, Contents((), (), ()))
    with open_graph(tmp_path) as kg:
        yield kg


# Names


@pytest.mark.parametrize(
    ("typed", "paper"),
    [
        ("mazes", "mazes"),
        ("paper:mazes", "mazes"),
        ("r/1 é", "r/1 é"),
        ("relay", "r/1 é"),  # its label
        ("GridLock: Mazes That Test Planning", "mazes"),
        ("gridlock mazes", "mazes"),
        ("  Hints as ", "bg"),
        ("paper: Hints AS signals", "bg"),
    ],
)
def test_the_paper_that_is_meant(kg, typed, paper):
    assert resolve_paper(kg, typed).id == paper


def test_papers_that_are_none_or_several(kg, tmp_path):
    with pytest.raises(
        UnknownTitleError, match=r"no paper is called 'Hint as Signal' .*mean: Hints as Signals"
    ):
        resolve_paper(kg, "Hint as Signal")
    with pytest.raises(UnknownTitleError, match="did you mean: GridLock: Mazes That Test Planning"):
        resolve_paper(kg, "that test")
    twins = tuple(Entry(Paper(key, "Twins", ""), "Twins", Extraction()) for key in "ab")
    longer = Entry(Paper("c", "Twins and Others", ""), "Twins and Others", Extraction())
    save(tmp_path, Contents((*twins, longer), (), ()))
    with open_graph(tmp_path) as found:
        with pytest.raises(AmbiguousTitleError) as caught:
            resolve_paper(found, "twins")
        assert str(caught.value) == (
            "'twins' may be several papers; say which by its id: a (Twins), b (Twins)"
        )
        with pytest.raises(AmbiguousTitleError, match=r"c \(Twins and Others\)"):
            resolve_paper(found, "twin")
        assert resolve_paper(found, "twins and").id == "c"


def test_a_paper_or_a_concept(kg):
    assert resolve_node(kg, "mazes").id == "mazes"  # an id goes before the keyword of that name
    assert resolve_node(kg, "keyword:mazes").id == "keyword:mazes"
    assert resolve_node(kg, "GRID LOCK").id == "benchmark:gridlock"
    assert resolve_node(kg, "paper:GridLock").id == "mazes"
    assert resolve_node(kg, "hints as").id == "bg"
    with pytest.raises(AmbiguousNameError, match="model:relay"):
        resolve_node(kg, "relay")
    assert resolve_node(kg, "paper:relay").id == "r/1 é"
    with pytest.raises(UnknownNameError, match=r"no paper or concept is called 'GirdLock' .*mean: GridLock"):
        resolve_node(kg, "GirdLock")


@pytest.mark.parametrize("typed", HOSTILE)
def test_hostile_names_are_unknown_names(kg, nothing, typed):
    for graph in (kg, nothing):
        for ask in (resolve_paper, resolve_node, show, leaderboard):
            with pytest.raises(UnknownNameError) as caught:
                ask(graph, typed)
            assert str(caught.value).isprintable()
        with pytest.raises(UnknownNameError):
            common(graph, [typed, typed])
        with pytest.raises(UnknownNameError):
            compare(graph, [typed])


def test_a_hostile_title_is_found_by_itself(tmp_path):
    title = """Robert'); DROP TABLE "papers"; -- [.*] (x|y) 100%_"""
    save(tmp_path, Contents((Entry(Paper("x", title, ""), title, Extraction()),), (), ()))
    with open_graph(tmp_path) as kg:
        assert resolve_paper(kg, title).id == "x"
        assert resolve_paper(kg, "robert drop").id == "x"
        assert [paper.id for paper in search(kg, title).papers] == ["x"]


# show


def test_a_papers_card_by_hand(kg):
    card = show(kg, "mazes")
    assert isinstance(card, PaperCard)
    assert card.contribution == ("We present GridLock, a maze benchmark.",)
    assert [(use.concept.id, use.role) for use in card.uses] == [
        ("benchmark:gridlock", Role.INTRODUCES),
        ("model:llama-3", Role.USES),
        ("model:relay", Role.USES),
        ("keyword:mazes", Role.MENTIONS),
    ]
    [claim] = card.claims
    assert (claim.value, claim.benchmark, claim.system) == ("41.5%", "GridLock", "Llama 3")
    assert claim.quote == claim.sentence.words == "Llama 3 solves 41.5% of GridLock"


def test_a_concepts_card_by_hand(kg):
    card = show(kg, "gridlock")
    assert isinstance(card, ConceptCard)
    assert card.concept.aliases == ("GRIDLOCK", "Grid-Lock", "GridLock")
    assert (card.families, [version.id for version in card.versions]) == ((), ["benchmark:gridlock-pro"])
    assert [paper.id for paper in card.papers] == ["mazes", "r/1 é", "late", "bg"]
    assert [claim.value for claim in card.claims] == ["41.5%"]
    assert [family.id for family in show(kg, "llama 3").families] == ["model:llama"]
    assert [claim.value for claim in show(kg, "llama 3").claims] == ["41.5%", "2.4x"]


def test_what_a_paper_without_a_novelty_says_it_does(kg):
    assert show(kg, "bare").contribution == ()
    assert show(kg, "bare").uses == ()


def test_cards_are_what_plain_python_makes(made):
    kg, world = made
    for paper in world.texts:
        card = show(kg, paper)
        mine = [(c, role, said) for (p, c), (role, said) in world.used.items() if p == paper]
        mine.sort(key=lambda one: ROLE_RANK[one[1]])
        assert [(u.concept.id, u.role, u.sentences[0].sentence) for u in card.uses] == mine
        assert [c.quote for c in card.claims] == [r[4] for r in world.reported if r[0] == paper]
    for concept in world.contents.concepts:
        card = show(kg, concept.id)
        having = [(p, role, said) for (p, c), (role, said) in world.used.items() if c == concept.id]
        having.sort(key=lambda one: ROLE_RANK[one[1]])
        assert [(p.id, p.role, p.sentences[0].sentence) for p in card.papers] == having
        assert [c.quote for c in card.claims] == [r[4] for r in world.reported if r[1] == concept.id]


# search


def words_of(text):
    return set(re.findall(r"\w+", text.casefold()))


@pytest.mark.parametrize("asked", [*WORDS, "amber birch", "HERON here", "number 3", "on is", "zzz amber"])
def test_search_finds_what_plain_python_finds(made, asked):
    kg, world = made
    wanted = words_of(asked)
    found = search(kg, asked, limit=1000)
    having = {paper for paper, text in world.texts.items() if wanted <= words_of(text)}
    assert {paper.id for paper in found.papers} == having
    assert found.paper_count == len(having)
    called = {concept.id for concept in world.contents.concepts if wanted <= words_of(concept.name)}
    assert {one.concept.id for one in found.concepts} == called
    assert found.concept_count == len(called)
    for paper in found.papers:
        assert paper.sentence.words.casefold() in wanted
        assert paper.sentence.sentence in world.texts[paper.id]
    for one in found.concepts:
        assert one.papers == sum(concept == one.concept.id for _, concept in world.used)
    fewer = search(kg, asked, limit=2)
    assert fewer.papers == found.papers[:2]
    assert fewer.concepts == found.concepts[:2]
    assert (fewer.paper_count, fewer.concept_count) == (found.paper_count, found.concept_count)


def test_search_by_hand(kg):
    found = search(kg, "grid-lock")
    assert found.concepts[0].concept.id == "benchmark:gridlock"  # called so, however it is spelt
    assert [paper.id for paper in found.papers] == ["r/1 é"]  # the letters as they stand
    assert found.papers[0].sentence.sentence == "On Grid-Lock and GridLock Pro it beats Llama 3 by 2.4x."
    assert found.papers[0].sentence.words == "Grid-Lock"
    assert [paper.id for paper in search(kg, "presenting").papers] == ["mazes"]  # any ending
    assert search(kg, "gridlock").papers[0].id == "mazes"  # a title weighs more
    assert search(kg, "C++").concepts[0].concept.name == "C++"


@pytest.mark.parametrize("typed", HOSTILE)
def test_whatever_is_searched_for_is_plain_words(kg, nothing, typed):
    for graph in (kg, nothing):
        found = search(graph, typed)
        assert found.paper_count == len(found.papers)
    for paper in search(kg, typed).papers:
        text = kg.paper(paper.id).text.casefold()
        assert all(word in text for word in re.findall(r"\w+", typed.casefold()))


def test_a_text_with_the_mark_in_it_goes_without_marks(tmp_path):
    text = "Odd \U0010ffff amber."
    save(tmp_path, Contents((Entry(Paper("x", "Title", text), "Title", Extraction()),), (), ()))
    with open_graph(tmp_path) as kg:
        assert [paper.id for paper in search(kg, "amber").papers] == ["x"]


def test_the_index_has_the_same_bytes_each_time(tmp_path):
    stores = []
    for name in "ab":
        (tmp_path / name).mkdir()
        save(tmp_path / name, made_up(1).contents)
        stores.append((tmp_path / name / "graph.sqlite").read_bytes())
    assert stores[0] == stores[1]


def test_a_graph_from_before_the_index_says_what_to_do(tmp_path):
    import sqlite3

    save(tmp_path, made_up(1).contents)
    connection = sqlite3.connect(tmp_path / "graph.sqlite")
    connection.execute("DROP TABLE concepts_text")
    connection.commit()
    connection.close()
    with open_graph(tmp_path) as kg, pytest.raises(GraphError, match="build it again"):
        search(kg, "amber")


# common and compare


def test_what_papers_have_in_common_is_what_plain_python_finds(made):
    kg, world = made
    papers = list(world.texts)
    for asked in (papers[:2], papers[3:6], papers[::-1], [papers[0], papers[0], papers[1]]):
        answer = common(kg, asked)
        once = list(dict.fromkeys(asked))
        expected = defaultdict(list)
        for paper in once:
            for (p, concept), (role, said) in world.used.items():
                if p == paper:
                    expected[concept].append((paper, role, said))
        expected = {concept: having for concept, having in expected.items() if len(having) > 1}
        got = {
            one.concept.id: [(p.id, p.role, p.sentences[0].sentence) for p in one.papers]
            for one in answer.concepts
        }
        assert got == expected
        assert [paper for paper, _ in answer.papers] == once
        order = [(list(Kind).index(one.concept.kind), -len(one.papers)) for one in answer.concepts]
        assert order == sorted(order)


def test_a_comparison_is_what_plain_python_finds(made):
    kg, world = made
    asked = list(world.texts)[:4]
    answer = compare(kg, asked)
    assert [paper for paper, _ in answer.papers] == asked
    kinds = {
        "benchmarks": "benchmark",
        "datasets": "dataset",
        "models": "model",
        "techniques": "technique",
        "tasks": "task",
    }
    assert [row.name for row in answer.rows] == [*kinds, "claims"]
    names = {concept.id: concept.name for concept in world.contents.concepts}
    for row in answer.rows[:-1]:
        for paper, cell in zip(asked, row.cells, strict=True):
            expected = {
                (f"{names[concept]} ({role})", said)
                for (p, concept), (role, said) in world.used.items()
                if p == paper and concept.startswith(f"{kinds[row.name]}:")
            }
            assert {(entry.text, entry.sentence) for entry in cell} == expected
            assert len(cell) == len(expected)
    for paper, cell in zip(asked, answer.rows[-1].cells, strict=True):
        assert [entry.sentence for entry in cell] == [f"{r[4]}." for r in world.reported if r[0] == paper]


EVIL = '=HYPERLINK("http://x")|<script>alert(1)</script>\x1b[31m*b* [a](b) & `c`'


@pytest.fixture
def evil(tmp_path):
    """A comparison of two papers whose every word is against the reader."""
    concept = Concept(Kind.BENCHMARK, "evil", EVIL, (EVIL,))
    entries, links = [], []
    for key, title in (("a", EVIL), ("b", "@SUM(1)")):
        paper = Paper(key, title, EVIL)
        entries.append(Entry(paper, title, Extraction()))
        start = len(title) + 1
        place = Mention(start, start + len(EVIL), Kind.BENCHMARK, "by hand", 1.0)
        links.append(Link(key, concept.id, Role.USES, 1.0, (place,)))
    save(tmp_path, Contents(tuple(entries), (concept,), tuple(links)))
    with open_graph(tmp_path) as kg:
        yield compare(kg, ["a", "b"])


def test_no_cell_of_csv_is_a_formula(evil):
    rows = list(csv.reader(io.StringIO(csv_table(evil))))
    assert [len(row) for row in rows] == [3] * 7
    cells = [line for row in rows for cell in row for line in cell.split("\n")]
    assert all(not line.startswith(("=", "+", "-", "@", "\t")) for line in cells)
    assert "\x1b" not in csv_table(evil)
    assert rows[0][2] == "'@SUM(1)"
    assert rows[1][1].startswith("'=HYPERLINK(")


def test_no_cell_of_html_is_a_tag(evil):
    seen = []

    class Tags(HTMLParser):
        def handle_starttag(self, tag, attrs):
            seen.append(tag)

    Tags().feed(html_table(evil))
    assert set(seen) <= {"table", "thead", "tbody", "tr", "th", "td", "ul", "li", "br", "small"}
    assert "&lt;script&gt;" in html_table(evil)
    assert evil._repr_html_() == html_table(evil)
    assert html_table(evil) in html_page(evil)


def test_no_cell_of_markdown_breaks_the_table(evil):
    table, _, notes = markdown_table(evil).partition("\n\n")
    for line in table.splitlines():
        assert len(re.findall(r"(?<!\\)\|", line)) == 4  # three columns
    assert "<script" not in markdown_table(evil).replace("\\<script", "")
    assert len(notes.splitlines()) == 1  # both say the same sentence


# leaderboard


def test_leaderboards_are_what_plain_python_makes(made):
    kg, world = made
    for concept in world.contents.concepts:
        if concept.kind is not Kind.BENCHMARK:
            continue
        expected = defaultdict(list)
        for paper, benchmark, metric, number, quote in world.reported:
            if benchmark == concept.id:
                expected[metric].append((number, paper, quote))
        for metric, results in expected.items():
            results.sort(key=lambda one: one[0] if metric == "perplexity" else -one[0])
        boards = leaderboard(kg, concept.name).boards
        got = {board.metric: [(r.paper, r.quote) for r in board.results] for board in boards}
        assert got == {metric: [one[1:] for one in results] for metric, results in expected.items()}
        better = {"accuracy": "higher", "perplexity": "lower", "zest": None}
        assert all(board.better == better[board.metric] for board in boards)
        assert all(result.value in result.quote for board in boards for result in board.results)


def board_of(tmp_path, *claims, name="Mark", others=()):
    """A graph with one paper: a sentence a claim, each (sentence, value, metric)."""
    mark = Concept(Kind.BENCHMARK, name.casefold(), name, (name,))
    text, results, spans = "T", [], [(0, 1)]
    for sentence, value, metric in claims:
        start = len(text) + 1
        text += f"\n{sentence}"
        spans.append((start, len(text)))
        results.append(Result("p", Claim(start, len(text), value, metric), benchmark=mark.id))
    paper = Paper("p", "T", text[2:])
    entry = Entry(paper, "T", Extraction(sentences=tuple(spans)))
    save(tmp_path, Contents((entry,), (mark, *others), (), tuple(results)))
    return open_graph(tmp_path)


def test_units_and_changes_are_kept_apart(tmp_path):
    claims = (
        ("Accuracy is 71.5% on Mark.", "71.5%", "accuracy"),
        ("It gains 3.5% accuracy on Mark.", "3.5%", "accuracy"),
        ("Accuracy is 0.8 on Mark.", "0.8", "Accuracy"),
        ("It is better by up to 9% in accuracy.", "9%", "accuracy"),
        ("Accuracy reaches 1,071.5% on Mark.", "1,071.5%", "accuracy"),
        ("It has 6.8% and 2.3% gains in accuracy.", "6.8%", "accuracy"),
        ("Some number is 5% there.", "5%", None),
    )
    with board_of(tmp_path, *claims) as kg:
        boards = leaderboard(kg, "mark").boards
    shown = [(b.metric, b.unit, b.change, b.better, [r.value for r in b.results]) for b in boards]
    assert shown == [
        ("accuracy", "%", False, "higher", ["1,071.5%", "71.5%"]),
        ("Accuracy", "", False, "higher", ["0.8"]),
        ("accuracy", "%", True, None, ["9%", "6.8%", "3.5%"]),
        (None, "%", False, None, ["5%"]),
    ]


def test_no_number_without_its_quote(tmp_path):
    with board_of(tmp_path, ("Nothing of it here.", "99%", "accuracy"), ("Nor here.", "", None)) as kg:
        assert leaderboard(kg, "Mark").boards == ()
        assert show(kg, "p").claims == ()


def test_of_two_of_a_name_the_benchmark_has_the_leaderboard(tmp_path):
    model = Concept(Kind.MODEL, "mark", "Mark", ("Mark",))
    with board_of(tmp_path, ("It has 5% here.", "5%", None), others=(model,)) as kg:
        assert leaderboard(kg, "mark").concept.id == "benchmark:mark"
        assert leaderboard(kg, "model:mark").boards == ()
    data = Concept(Kind.DATASET, "mark", "Mark", ("Mark",))
    (tmp_path / "two").mkdir()
    with board_of(tmp_path / "two", others=(data,)) as kg, pytest.raises(AmbiguousNameError):
        leaderboard(kg, "mark")


@pytest.mark.parametrize(
    ("before", "value", "after", "is_one"),
    [
        ("It reaches ", r"88.10\%", " on X.", False),
        ("Far larger drops (", r"-31.5\%", " temporal).", True),
        ("Average reductions of 36.3% and ", "58.2%", " respectively.", True),
        ("Its accuracy drops ", "5.3%", " there.", True),
        ("Its accuracy drops to ", "5.3%", " there.", False),
        ("It loses by less than ", "1%", ".", True),
        ("With only ", r"1.1\%", " performance loss.", True),
        ("It needs ", r"68\%", " length reduction.", True),
        ("A log-likelihood of ", "-2.3", " is reached.", False),
    ],
)
def test_a_number_that_says_by_how_much_is_a_change(before, value, after, is_one):
    sentence = Evidence(f"{before}{value}{after}", len(before), len(before) + len(value))
    told = Reported("p", "P", readable(value), "accuracy", "X", None, None, value, sentence)
    assert is_change(told) is is_one
