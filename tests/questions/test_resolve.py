"""Names as people type them."""

import time

import pytest

from paperkg.graph import Contents, Entry, open_graph, save
from paperkg.model import Concept, Extraction, Kind, Link, Mention, Paper, Role
from paperkg.questions import AmbiguousNameError, UnknownNameError, resolve
from paperkg.questions.resolve import suggest
from tests.graph.example import concept


@pytest.mark.parametrize(
    ("typed", "concept_id"),
    [
        ("benchmark:gridlock", "benchmark:gridlock"),
        ("benchmark:GridLock", "benchmark:gridlock"),
        ("Benchmark: grid-lock", "benchmark:gridlock"),
        ("GridLock", "benchmark:gridlock"),
        ("  gridlock ", "benchmark:gridlock"),
        ("Grid-Lock", "benchmark:gridlock"),
        ("GRID LOCK PRO", "benchmark:gridlock-pro"),
        ("llama3", "model:llama-3"),
        ("model:Relay", "model:relay"),
        ("technique:Relay", "technique:relay"),
        ("dataset:llama", "dataset:llama"),
        # letters and digits agree, the signs decide
        ("C++", "technique:c-cedb1bac7efc"),
        ("c++", "technique:c-cedb1bac7efc"),
        ("technique:C++", "technique:c-cedb1bac7efc"),
        ("C", "technique:c"),
        ("technique:c", "technique:c"),
        # only the task is in a paper, not the metric
        ("walls", "task:walls"),
        ("Walls", "task:walls"),
        ("metric:walls", "metric:walls"),
        ("mazes", "keyword:mazes"),
        ("GridLock\udcff", "benchmark:gridlock"),  # what a broken terminal sends
    ],
)
def test_the_concept_that_is_meant(kg, typed, concept_id):
    assert resolve(kg, typed).id == concept_id


def test_several_kinds_that_papers_have(kg):
    with pytest.raises(AmbiguousNameError) as caught:
        resolve(kg, "Relay")
    assert caught.value.candidates == (("model:relay", 2), ("technique:relay", 1))
    assert str(caught.value) == (
        "'Relay' may be several concepts; say which: model:relay (2 papers), technique:relay (1 paper)"
    )


def test_several_kinds_that_no_paper_has(kg):
    with pytest.raises(AmbiguousNameError) as caught:
        resolve(kg, "Llama")
    assert caught.value.candidates == (("dataset:llama", 0), ("model:llama", 0))


def test_what_an_error_offers_can_be_typed(kg):
    with pytest.raises(AmbiguousNameError) as caught:
        resolve(kg, "relay")
    for concept_id, _ in caught.value.candidates:
        assert resolve(kg, concept_id).id == concept_id


@pytest.mark.parametrize(
    ("typed", "suggestion"),
    [
        ("GirdLock", "GridLock"),
        ("Gridlok", "GridLock"),
        ("benchmark:GirdLock", "GridLock"),
        ("Lama 3", "Llama 3"),
        ("gri", "GridLock"),
    ],
)
def test_an_unknown_name_is_answered_with_what_looks_like_it(kg, typed, suggestion):
    with pytest.raises(UnknownNameError) as caught:
        resolve(kg, typed)
    assert caught.value.suggestions[0] == suggestion
    assert f"no concept is called {typed!r} in this graph; did you mean: {suggestion}" in str(caught.value)


@pytest.mark.parametrize(
    "typed", ["", " ", ":", "benchmark:", "zzqq", "\0", "\udcff", "'; DROP TABLE concepts"]
)
def test_a_name_that_looks_like_nothing(kg, typed):
    with pytest.raises(UnknownNameError) as caught:
        resolve(kg, typed)
    assert caught.value.suggestions == ()
    assert "did you mean" not in str(caught.value)
    assert str(caught.value).isprintable()


def test_a_hostile_name_does_not_reach_the_terminal_raw():
    error = UnknownNameError("\x1b[2J", ("GPT\x1b[31m-4", "注意力", "abc\u202edef"))
    assert str(error) == (
        r"no concept is called '\x1b[2J' in this graph;"
        r" did you mean: 'GPT\x1b[31m-4', 注意力, 'abc\u202edef'?"
    )


def test_both_errors_are_lookup_errors():
    assert issubclass(UnknownNameError, LookupError)
    assert issubclass(AmbiguousNameError, LookupError)


def test_a_wrong_kind_falls_back_to_no_other(kg):
    with pytest.raises(UnknownNameError):
        resolve(kg, "metric:GridLock")


def test_names_that_start_with_a_kind_and_a_colon(tmp_path):
    named = (
        Concept(Kind.TECHNIQUE, "task: cut", "Task: Cut", ("Task: Cut",)),
        Concept(Kind.TECHNIQUE, "a:b", "A:B", ("A:B",)),
    )
    save(tmp_path, Contents((), named, ()))
    with open_graph(tmp_path) as kg:
        assert resolve(kg, "Task: Cut") == named[0]
        assert resolve(kg, "a:b") == named[1]


def test_one_kind_can_hold_two_of_a_name(tmp_path):
    chain = Concept(Kind.TECHNIQUE, "chain of thought", "chain of thought", ("CoT", "chain of thought"))
    tree = Concept(Kind.TECHNIQUE, "control of time", "control of time", ("CoT", "control of time"))
    paper = Paper("p", "CoT and CoT", "")
    links = tuple(
        Link("p", c.id, Role.USES, 1, (Mention(at, at + 3, Kind.TECHNIQUE, "by hand", 1),))
        for c, at in ((chain, 0), (tree, 8))
    )
    save(tmp_path, Contents((Entry(paper, "x", Extraction()),), (chain, tree), links))
    with open_graph(tmp_path) as kg, pytest.raises(AmbiguousNameError) as caught:
        resolve(kg, "technique:cot")
    assert [found for found, _ in caught.value.candidates] == [
        "technique:chain-of-thought",
        "technique:control-of-time",
    ]


def test_suggestions_are_few_the_likest_first_and_by_their_names():
    some = [concept(Kind.MODEL, f"model {letter}{letter}") for letter in "abcdefgh"]
    assert len(suggest(some, "model zz")) == 5
    assert suggest(some, "model zz") == suggest(some[::-1], "model zz")
    long = concept(Kind.MODEL, "large language model", "LLM", "LLMs")
    assert suggest([*some, long], "LLMz") == ("large language model",)
    some = [concept(Kind.BENCHMARK, name) for name in ("SWE-bunch", "SWE-bench", "GAIA")]
    assert suggest(some, "SWE-benck") == ("SWE-bench", "SWE-bunch")  # one letter wrong, then two
    assert suggest(some, "swe") == ("SWE-bench", "SWE-bunch")  # what it is the start of


def test_thirty_thousand_names_are_searched_while_one_waits():
    syllables = ["ben", "mark", "lla", "ma", "qa", "math", "vid", "gen", "net", "diff"]
    many = [
        concept(Kind.TECHNIQUE, f"{a}{b}-{c}{d}", f"{a} {b} {c} {d} X")
        for a in syllables
        for b in syllables
        for c in syllables
        for d in syllables
    ] + [concept(Kind.MODEL, f"{a}{number}") for a in syllables for number in range(1000)]
    assert sum(len(c.aliases) for c in many) == 30_000
    start = time.process_time()
    assert suggest(many, "benmrak-mathvid")[0] == "benmark-mathvid"
    assert time.process_time() - start < 10  # half a second where it was written; never minutes
