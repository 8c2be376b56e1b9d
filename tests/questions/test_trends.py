"""What changes from year to year, with odds worked out by hand."""

from pathlib import Path

import pytest

from paperkg.graph import Contents, Entry, KnowledgeGraph, open_graph, save
from paperkg.model import Claim, Concept, Extraction, Kind, Link, Mention, Paper, Result, Role
from paperkg.questions import Period, trends

CLIMBER, FADER, NEWCOMER, ONCE = (
    Concept(Kind.BENCHMARK, name.lower(), name, (name,)) for name in ("Climber", "Fader", "Newcomer", "Once")
)
ACCURACY = Concept(Kind.METRIC, "accuracy", "accuracy", ("accuracy",))
SPEEDUP = Concept(Kind.METRIC, "speedup", "speedup", ("speedup",))
BEFORE = ["p0", "p1", "p2", "p3", "p4"]
NOW = ["p5", "p6", "p7", "p8", "p9"]
HAD = (
    [(CLIMBER, paper) for paper in ["p4", *NOW]]
    + [(FADER, paper) for paper in BEFORE]
    + [(NEWCOMER, paper) for paper in ("p6", "p5")]
    + [(ONCE, "p9"), (NEWCOMER, "undated")]
)


def graph(folder: Path, years: dict[str, tuple[int | None, str]]) -> KnowledgeGraph:
    entries, links = [], []
    for paper_id, (year, venue) in years.items():
        concepts = [concept for concept, its in HAD if its == paper_id]
        title = " ".join(concept.name for concept in concepts) or "Nothing"
        paper = Paper(paper_id, title, "Words.", year=year, venue=venue)
        entries.append(Entry(paper, title, Extraction()))
        for concept in concepts:
            at = title.index(concept.name)
            evidence = (Mention(at, at + len(concept.name), concept.kind, "hand", 1.0),)
            links.append(Link(paper_id, concept.id, Role.EVALUATES_ON, 1.0, evidence))
    folder.mkdir(exist_ok=True)
    save(folder, Contents(tuple(entries), (CLIMBER, FADER, NEWCOMER, ONCE), tuple(links)))
    return open_graph(folder)


DATED: dict[str, tuple[int | None, str]] = {
    **dict.fromkeys(BEFORE[:3], (2023, "")),
    **dict.fromkeys(BEFORE[3:], (None, "icra2024")),
    **dict.fromkeys(NOW, (2025, "Meeting of 2019")),
    "undated": (None, "a journal"),
}


def test_what_rises_what_is_new_and_what_fades(tmp_path):
    with graph(tmp_path, DATED) as kg:
        found = trends(kg)
    assert found.periods == (Period(2023, 3), Period(2024, 2), Period(2025, 5))
    assert found.undated == 1
    [rising] = found.rising
    assert (rising.id, rising.name, rising.counts) == ("benchmark:climber", "Climber", (0, 1, 5))
    # ln(5.5 * 4.5 / (0.5 * 1.5)) = 3.4965; 1/5.5 + 1/0.5 + 1/1.5 + 1/4.5 = 3.0707, its root 1.7523
    assert rising.score == pytest.approx(3.4965 / 1.7523, abs=0.001)
    assert rising.papers == tuple(NOW)
    [new] = found.new
    assert (new.name, new.counts, new.papers) == ("Newcomer", (0, 0, 2), ("p5", "p6"))
    [fading] = found.fading
    # ln(0.5 * 0.5 / (5.5 * 5.5)) = -4.7958; 2/5.5 + 2/0.5 = 4.3636, its root 2.0889
    assert (fading.name, fading.score) == ("Fader", pytest.approx(-4.7958 / 2.0889, abs=0.001))


def test_in_one_year_or_none_nothing_rises(tmp_path):
    with graph(tmp_path / "one", dict.fromkeys(DATED, (2025, ""))) as kg:
        one = trends(kg)
    assert (one.periods, one.rising, one.new, one.fading) == ((Period(2025, 11),), (), (), ())
    with graph(tmp_path / "none", dict.fromkeys(DATED, (None, ""))) as kg:
        none = trends(kg)
    assert (none.periods, none.undated, none.new) == ((), 11, ())


def test_the_order_of_the_papers_does_not_matter(tmp_path):
    with (
        graph(tmp_path / "a", DATED) as one,
        graph(tmp_path / "b", dict(reversed(DATED.items()))) as other,
    ):
        assert [t.id for t in trends(one).new + trends(one).rising] == [
            t.id for t in trends(other).new + trends(other).rising
        ]


@pytest.mark.parametrize(
    ("sentence", "value", "metric", "is_saturated"),
    [
        ("X has 97.5% accuracy on Once.", "97.5%", ACCURACY, True),
        ("X has 94.9% accuracy on Once.", "94.9%", ACCURACY, False),
        ("X gains 96% in accuracy on Once, an increase of 96%.", "96%", None, False),
        ("A 99% speedup on Once.", "99%", SPEEDUP, False),
        ("X has 970 accuracy on Once.", "970", ACCURACY, False),
    ],
)
def test_a_benchmark_is_saturated_where_nearly_all_is_won(tmp_path, sentence, value, metric, is_saturated):
    paper = Paper("p", "On Once", sentence)
    at = paper.text.index(value)
    claim = Claim(at, at + len(value), value, metric and metric.name, "Once", None, None)
    evidence = (Mention(3, 7, Kind.BENCHMARK, "hand", 1.0),)
    contents = Contents(
        (Entry(paper, paper.title, Extraction(claims=(claim,))),),
        (ONCE, ACCURACY, SPEEDUP),
        (Link("p", ONCE.id, Role.EVALUATES_ON, 1.0, evidence),),
        (Result("p", claim, metric and metric.id, ONCE.id, None, None),),
    )
    save(tmp_path, contents)
    with open_graph(tmp_path) as kg:
        found = trends(kg).saturated
        assert trends(kg, Kind.TASK).saturated == ()
    assert [(its.id, its.best.value, its.best.quote) for its in found] == [
        ("benchmark:once", value, value)
    ] * is_saturated
