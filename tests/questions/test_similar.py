"""What is like a paper, against values worked out by hand and plain Python."""

from math import log, sqrt

import pytest

from paperkg.graph import Contents, open_graph, save
from paperkg.model import Kind, Role
from paperkg.questions import AmbiguousNameError, Reason, UnknownNameError, similar
from tests.questions.made import by_chance, make

USES = Role.USES, 1
WEIGHT = {Role.COMPARES_WITH: 0.8, Role.MEASURES: 0.8, Role.MENTIONS: 0.8}


def test_by_hand(tmp_path):
    # of four papers three have a and two have b: they weigh ln(5/3)/ln(5) and ln(5/2)/ln(5)
    a, b = log(5 / 3) / log(5), log(5 / 2) / log(5)
    papers = {
        "asked": {"model:a": USES, "task:b": (Role.ADDRESSES, 2)},
        "near": {"model:a": (Role.MENTIONS, 1), "task:b": USES},
        "far": {"model:a": USES, "task:own": USES},
        "alone": {},
    }
    with make(tmp_path, papers) as kg:
        answer = similar(kg, "asked")
    b_twice = b * (1 + log(2))
    near = sqrt(a**2 + b_twice**2) * sqrt((0.8 * a) ** 2 + b**2)
    far = sqrt(a**2 + b_twice**2) * sqrt(a**2 + 1)
    first, second = answer.papers
    assert (answer.id, answer.label) == ("asked", "Paper asked")
    assert (first.id, first.label, first.shared) == ("near", "Paper near", 2)
    assert first.score == pytest.approx((a * 0.8 * a + b_twice * b) / near)
    assert first.reasons == (
        Reason("task:b", "B", Kind.TASK, 2, Role.ADDRESSES, USES[0], pytest.approx(b_twice * b / near)),
        Reason("model:a", "A", Kind.MODEL, 3, Role.USES, Role.MENTIONS, pytest.approx(0.8 * a * a / near)),
    )
    assert (second.id, second.score) == ("far", pytest.approx(a * a / far))


@pytest.mark.parametrize("seed", range(4))
def test_scores_are_cosines(tmp_path, seed):
    papers = by_chance(seed)
    papers_with = {c: sum(c in had for had in papers.values()) for had in papers.values() for c in had}

    def vector(had):
        return {
            c: log(31 / papers_with[c]) * WEIGHT.get(role, 1.0) * (1 + log(times))
            for c, (role, times) in had.items()
        }

    def cosine(one, other):
        dot = sum(weight * other.get(c, 0.0) for c, weight in one.items())
        return dot / sqrt(sum(w * w for w in one.values()) * sum(w * w for w in other.values()) or 1)

    asked = max(papers, key=lambda paper: len(papers[paper]))
    mine = vector(papers[asked])
    expected = {p: cosine(mine, vector(had)) for p, had in papers.items() if p != asked and mine.keys() & had}
    with make(tmp_path, papers) as kg:
        found = similar(kg, asked, most=99).papers
        assert {other.id: other.score for other in found} == pytest.approx(expected)
        scores = [other.score for other in found]
        assert scores == sorted(scores, reverse=True)
        assert similar(kg, asked, most=3).papers == found[:3]
    for other in found:
        assert other.shared == len(papers[asked].keys() & papers[other.id].keys())
        assert len(other.reasons) == min(5, other.shared)
        parts = [reason.score for reason in other.reasons]
        assert parts == sorted(parts, reverse=True)
        assert sum(parts) <= other.score + 1e-9


def test_the_order_of_the_source_does_not_matter(tmp_path):
    papers = by_chance(7)
    with (
        make(tmp_path / "one", papers) as kg,
        make(tmp_path / "two", dict(reversed(papers.items()))) as other,
    ):
        assert [similar(kg, paper) for paper in papers] == [similar(other, paper) for paper in papers]


def test_a_paper_that_shares_nothing(kg):
    assert similar(kg, "bare").papers == ()


@pytest.mark.parametrize(
    "name", ["mazes", "paper:mazes", "gridlock: mazes THAT test-planning", "GridLock", " grid lock m"]
)
def test_papers_are_found_as_people_type_them(kg, name):
    assert similar(kg, name).id == "mazes"


def test_a_paper_without_a_title_is_found_by_what_is_shown_for_it(kg):
    assert similar(kg, "relay").id == similar(kg, "r/1 é").id == "r/1 é"


def test_a_slip_of_the_pen_is_told_what_was_meant(kg):
    with pytest.raises(
        UnknownNameError, match=r"no paper is called 'Gridlok'.* did you mean: GridLock: Mazes"
    ):
        similar(kg, "Gridlok")
    with pytest.raises(UnknownNameError, match="did you mean: Hints as Signals"):
        similar(kg, "Hints as Singals")


def test_a_beginning_of_many_titles_asks_which(tmp_path):
    with make(tmp_path, {f"p{number}": {} for number in range(7)}) as kg:
        with pytest.raises(AmbiguousNameError, match=r"by its id: p0 \(Paper p0\), .*p4\) and 2 more"):
            similar(kg, "Paper")
        assert similar(kg, "paper p3").id == "p3"


@pytest.mark.parametrize(
    "name", ["", " ", "'; DROP TABLE papers; --", '"', "[.*", "%", "paper:", "\udc80", "\0"]
)
def test_hostile_names_are_unknown(kg, name):
    with pytest.raises(UnknownNameError):
        similar(kg, name)


def test_an_empty_graph(tmp_path):
    save(tmp_path, Contents((), (), ()))
    with open_graph(tmp_path) as kg, pytest.raises(UnknownNameError):
        similar(kg, "anything")
