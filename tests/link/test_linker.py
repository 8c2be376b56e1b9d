"""The link stage as a whole: what holds for any corpus."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperkg.link import link
from paperkg.model import Abbreviation, Claim, Extraction, Kind, Mention, Paper, Role
from tests.link.examples import BENCH, METRIC, TECH, paper


def test_an_empty_corpus():
    linked = link([])
    assert (linked.concepts, linked.links, linked.results, linked.families, linked.labels) == (
        (),
        (),
        (),
        (),
        (),
    )


def test_a_paper_with_no_mentions():
    linked = link([(Paper("1", "", "Nothing here."), Extraction())])
    assert (linked.concepts, linked.links, linked.labels) == ((), (), ("Nothing here.",))


def test_mentions_without_sentences():
    text = Paper("1", "", "We introduce Kora")
    [made] = link([(text, Extraction((Mention(14, 18, TECH, "terms", 0.5),)))]).links
    assert made.role is Role.INTRODUCES


def test_a_link_has_the_strongest_role_its_mention_first_and_the_highest_confidence():
    text = "With Kora we plan. We introduce Kora. Then Kora wins."
    paper_1, extraction = paper("1", text, ("Kora", TECH))
    first, second, third = extraction.mentions
    sure = Mention(third.start, third.end, TECH, "coined", 0.9)
    changed = Extraction((first, second, sure), sentences=extraction.sentences)
    [made] = link([(paper_1, changed)]).links
    assert made.role is Role.INTRODUCES
    assert made.evidence == (second, first, sure)
    assert made.confidence == 0.9


def test_links_come_in_the_order_of_the_text():
    linked = link([paper("1", "With Kora and Lira and Mira", ("Mira", TECH), ("Kora", TECH), ("Lira", TECH))])
    assert [made.concept for made in linked.links] == ["technique:kora", "technique:lira", "technique:mira"]


def test_a_result_knows_the_concepts_of_its_words():
    text = "Kora has an accuracy of 87.3% on GSM-8K here"
    claim = Claim(
        1, len(text), "87.3%", metric="accuracy", benchmark="GSM-8K", system="Kora", baseline="Lira"
    )
    made = paper("1", text, ("Kora", TECH), ("accuracy", METRIC), ("GSM-8K", BENCH), claims=[claim])
    [result] = link([made]).results
    assert (result.metric, result.benchmark, result.system, result.baseline) == (
        "metric:accuracy",
        "benchmark:gsm8k",
        "technique:kora",
        None,
    )


# --- whatever the corpus ---------------------------------------------------------------------------------

WORDS = [
    "Kora",
    "kora",
    "KORA-2",
    "Kora 2",
    "GSM8K",
    "gsm-8k",
    "LLMs",
    "QFM",
    "quux frob method",
    "MMLU",
    "MMLU-Pro",
    "C++",
    "*",
    "深",
    "LoRA",
]
mentions = st.lists(
    st.tuples(st.sampled_from(WORDS), st.sampled_from(Kind), st.sampled_from([0.2, 0.5, 0.9])), max_size=6
)


@st.composite
def corpora(draw):
    papers = []
    for i, named in enumerate(draw(st.lists(mentions, max_size=5))):
        text, found = "\n", []
        for words, kind, confidence in named:
            text += draw(st.sampled_from(["We introduce ", "on ", "than ", "uses ", ". "]))
            found.append(Mention(len(text), len(text) + len(words), kind, "terms", confidence))
            text += words + " "
        short = []
        if draw(st.booleans()):
            start = len(text)
            text += draw(st.sampled_from(["quux frob method", "quick fold map"]))
            short.append(Abbreviation(len(text) + 2, len(text) + 5, start, len(text)))
            text += " (QFM) "
        papers.append(
            (Paper(str(i), "", text[1:]), Extraction(tuple(found), tuple(short), (), ((1, len(text)),)))
        )
    return papers


@given(corpora(), st.randoms())
@settings(deadline=None)
def test_the_order_of_the_papers_does_not_count(papers, random):
    shuffled = papers[:]
    random.shuffle(shuffled)
    one, other = link(papers), link(shuffled)
    assert one.concepts == other.concepts
    assert one.families == other.families
    assert set(one.links) == set(other.links)
    assert dict(zip((p.id for p, _ in papers), one.labels, strict=True)) == dict(
        zip((p.id for p, _ in shuffled), other.labels, strict=True)
    )


@given(corpora())
@settings(deadline=None)
def test_what_holds_for_every_link_and_concept(papers):
    linked = link(papers)
    texts = {p.id: p.text for p, _ in papers}
    ids = [concept.id for concept in linked.concepts]
    assert len(ids) == len(set(ids))
    assert ids == sorted(ids)
    assert {made.concept for made in linked.links} == set(ids)
    assert len({(made.paper, made.concept) for made in linked.links}) == len(linked.links)
    for made in linked.links:
        assert made.evidence
        assert all(0 <= m.start < m.end <= len(texts[made.paper]) for m in made.evidence)
        assert all(texts[made.paper][m.start : m.end] in WORDS for m in made.evidence)
    for concept in linked.concepts:
        assert concept.name in concept.aliases
        assert concept.name.strip()
    for family in linked.families:
        assert family.member in ids
        assert family.family in ids
        assert family.member != family.family
    assert sum(len(made.evidence) for made in linked.links) == sum(len(e.mentions) for _, e in papers)
    assert len(linked.labels) == len(papers)


@pytest.mark.parametrize("count", [300])
def test_many_names_in_one_paper(count):
    text = " ".join(f"Kora{i}x" for i in range(count))
    made = paper("1", text, *[(f"Kora{i}x", TECH) for i in range(count)])
    assert len(link([made]).concepts) == count
