"""Which papers share a concept, and what they do with it."""

import json
from dataclasses import replace

import pytest

from paperkg.graph import Contents, Entry, open_graph, save
from paperkg.model import Concept, Extraction, Family, Kind, Link, Mention, Paper, Role
from paperkg.questions import (
    AmbiguousNameError,
    Evidence,
    Shared,
    SharedPaper,
    UnknownNameError,
    evidence,
    paper_records,
    shared,
)
from paperkg.questions.evidence import in_sentence
from tests.graph.example import GRIDLOCK, LINKS, LLAMA
from tests.questions.made import by_chance, make


def test_papers_come_by_role_then_in_the_order_of_the_source_with_their_sentences(kg):
    assert shared(kg, "grid lock") == Shared(
        concept=GRIDLOCK,
        papers=(
            SharedPaper(
                "mazes",
                "GridLock: Mazes That Test Planning",
                Role.INTRODUCES,
                (
                    Evidence("We present GridLock, a maze benchmark.", 11, 19),  # what the role rests on
                    Evidence("GridLock: Mazes That Test Planning", 0, 8),
                    Evidence("Llama 3 solves 41.5% of GridLock.", 24, 32),
                ),
            ),
            SharedPaper(
                "r/1 é",
                "Relay",  # no title: the label stands in
                Role.EVALUATES_ON,
                (Evidence("On Grid-Lock and GridLock Pro it beats Llama 3 by 2.4x.", 3, 12),),
            ),
            SharedPaper("late", "Doors", Role.EVALUATES_ON, (Evidence("We test on GRIDLOCK.", 11, 19),)),
            # the first in the source, but it only mentions it
            SharedPaper(
                "bg", "Hints as Signals", Role.MENTIONS, (Evidence("GridLock is a known test.", 0, 8),)
            ),
        ),
        versions=("benchmark:gridlock-pro",),  # by "pro", which has no plain GridLock
    )


def test_one_role_only(kg):
    assert [paper.id for paper in shared(kg, "GridLock", Role.EVALUATES_ON).papers] == ["r/1 é", "late"]
    assert [paper.id for paper in shared(kg, "GridLock", Role.INTRODUCES).papers] == ["mazes"]
    assert shared(kg, "GridLock", Role.INTRODUCES).versions == ()  # no paper introduces a version of it
    assert shared(kg, "GridLock", Role.COMPARES_WITH) == Shared(GRIDLOCK, (), ())


def test_a_version_points_to_what_it_is_a_version_of(kg):
    answer = shared(kg, "GridLock Pro")
    assert [paper.id for paper in answer.papers] == ["r/1 é", "pro"]
    assert answer.versions == ("benchmark:gridlock",)


def test_a_family_that_no_paper_names_itself(kg):
    assert shared(kg, "model:llama") == Shared(LLAMA, (), ("model:llama-3",))


def test_names_that_do_not_say_one_concept(kg):
    with pytest.raises(UnknownNameError):
        shared(kg, "no such thing")
    with pytest.raises(AmbiguousNameError):
        shared(kg, "relay")


def family_of(tmp_path, edges, papers):
    """A graph of models with these versions; each paper uses the models that its title names."""
    names = sorted({name for edge in edges for name in edge})
    concepts = tuple(Concept(Kind.MODEL, name, name, (name,)) for name in names)
    entries = tuple(Entry(Paper(title, title, ""), title, Extraction()) for title in papers)
    links = tuple(
        Link(title, f"model:{name}", Role.USES, 1, (Mention(at, at + 1, Kind.MODEL, "by hand", 1),))
        for title in papers
        for at, name in enumerate(title)
    )
    families = tuple(Family(f"model:{member}", f"model:{family}") for member, family in edges)
    save(tmp_path, Contents(entries, concepts, links, families=families))
    return open_graph(tmp_path)


def test_versions_are_the_whole_family_and_the_most_used_come_first(tmp_path):
    #   a <- b <- c, a <- d, a <- e; x <- y is another family
    edges = ["ba", "cb", "da", "ea", "yx"]
    with family_of(tmp_path, edges, ["d", "cd", "dx", "b", "ae", "y"]) as kg:
        # d in three papers, then b and c in one each; e only in a paper that has a itself
        assert shared(kg, "a").versions == ("model:d", "model:b", "model:c")
        # up and down again: a's own paper is also e's
        assert shared(kg, "c").versions == ("model:d", "model:a", "model:b", "model:e")
        assert shared(kg, "x").versions == ("model:y",)


def test_families_that_go_in_a_ring_end(tmp_path):
    with family_of(tmp_path, ["ab", "ba"], ["a", "b"]) as kg:
        assert shared(kg, "a").versions == ("model:b",)


def test_evidence_shows_each_mention_of_a_link(kg):
    for link in LINKS:
        shown = evidence(kg, link)
        text = kg.paper(link.paper).text
        assert [found.words for found in shown] == [text[m.start : m.end] for m in link.evidence]
        assert all(found.sentence in text and "\n" not in found.sentence for found in shown)
    assert evidence(kg, replace(LINKS[0], paper="of another graph")) == ()


TEXT = "A title\nOne here. Two there.\nThird line"  # sentences at 8-17 and 18-28, lines at 0, 8 and 29


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        ((8, 11), Evidence("One here.", 0, 3)),
        ((12, 17), Evidence("One here.", 4, 9)),  # up to the very end
        ((18, 21), Evidence("Two there.", 0, 3)),
        ((12, 21), Evidence("One here. Two there.", 4, 13)),  # over two sentences: the line
        ((0, 7), Evidence("A title", 0, 7)),  # in no sentence
        ((29, 34), Evidence("Third line", 0, 5)),  # in no sentence, last line
        ((35, 39), Evidence("line", 0, 4)),  # a sentence as spaCy cuts it may have white space around it
        ((2, 11), Evidence("A title\nOne here. Two there.", 2, 11)),  # over two lines: both
    ],
)
def test_a_mentions_sentence_or_line(span, expected):
    mention = Mention(*span, Kind.TASK, "by hand", 1.0)
    found = in_sentence(TEXT, ((8, 17), (18, 28), (34, 39)), mention)
    assert found == expected
    assert found.words == TEXT[slice(*span)]


def test_evidence_counts_code_points():
    text = "😀 𝔸 GSM8K wins"
    assert in_sentence(text, ((0, 14),), Mention(4, 9, Kind.BENCHMARK, "by hand", 1.0)).words == "GSM8K"


@pytest.mark.parametrize("seed", range(3))
def test_papers_and_roles_are_what_plain_python_finds_in_the_exported_records(tmp_path, seed):
    with make(tmp_path, by_chance(seed, papers=40)) as kg:
        exported = [json.loads(json.dumps(record)) for record in paper_records(kg)]
        for concept in kg.concepts():
            expected = {
                (record["id"], named["role"], tuple(named["surfaces"]))
                for record in exported
                for named in record["concepts"]
                if (named["kind"], named["name"]) == (concept.kind, concept.name)
            }
            found = {
                (paper.id, str(paper.role), tuple({sentence.words for sentence in paper.sentences}))
                for paper in shared(kg, concept.id).papers
            }
            assert found == expected
            assert expected
