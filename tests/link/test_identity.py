"""Which mentions are one concept, rule by rule."""

from dataclasses import replace

import pytest

from paperkg.link import Overrides, link
from paperkg.link.identity import entry_of
from tests.link.examples import BENCH, DATA, KEY, METRIC, MODEL, TASK, TECH, concepts_of, names, paper


def test_spellings_are_one_concept():
    one = paper("1", "We use zorv-frob sampling here", ("zorv-frob sampling", TECH))
    other = paper("2", "Zorv frob sampling is good", ("Zorv frob sampling", TECH))
    assert names([one, other]) == ["zorv-frob sampling"]


def test_a_definition_holds_in_its_paper():
    one = paper(
        "1",
        "We use quux frob method (QFM). QFM is good",
        ("quux frob method", TECH),
        ("QFM", TECH),
        defines=[("QFM", "quux frob method")],
    )
    linked = link([one])
    assert [(c.name, c.aliases) for c in linked.concepts] == [
        ("quux frob method", ("QFM", "quux frob method"))
    ]


def test_the_catalogue_knows_aliases():
    one = paper(
        "1", "We use LLMs and large language models", ("LLMs", MODEL), ("large language models", MODEL)
    )
    [concept] = link([one]).concepts
    assert concept.id == "model:large-language-model"


def test_the_official_spelling_is_shown():
    assert names([paper("1", "on gsm-8k here", ("gsm-8k", BENCH))]) == ["GSM8K"]


def defining(id, long, short="QFM"):
    return paper(id, f"We use {long} ({short}) here", (long, TECH), (short, TECH), defines=[(short, long)])


BARE = paper("bare", "And QFM is good", ("QFM", TECH))


def test_an_acronym_is_what_two_papers_agree_on():
    papers = [defining("1", "quux frob method"), defining("2", "Quux Frob Methods"), BARE]
    assert concepts_of(link(papers), "bare") == {"quux frob method"}


def test_one_paper_is_not_enough():
    assert concepts_of(link([defining("1", "quux frob method"), BARE]), "bare") == {"QFM"}


def test_papers_that_disagree_settle_nothing():
    papers = [
        defining("1", "quux frob method"),
        defining("2", "quux frob method"),
        defining("3", "quick fold map"),
        BARE,
    ]
    assert concepts_of(link(papers), "bare") == {"QFM"}


def test_homonyms_stay_apart():
    # The catalogue's PPO is proximal policy optimization; this paper means something of its own.
    own = defining("own", "pairwise plane ordering", "PPO")
    usual = paper("usual", "We train with PPO here", ("PPO", TECH))
    linked = link([own, usual])
    assert concepts_of(linked, "own") == {"pairwise plane ordering"}
    assert concepts_of(linked, "usual") == {entry_of("ppo").name}
    assert len(linked.concepts) == 2


def test_another_wording_of_a_known_name_is_that_name():
    worded = defining("1", "proximal policy optimisation algorithm", "PPO")
    text = worded[0].text
    ppo = [m for m in worded[1].mentions if text[m.start : m.end] == "PPO"]
    linked = link([(worded[0], replace(worded[1], mentions=tuple(ppo)))])
    assert concepts_of(linked, "1") == {entry_of("ppo").name}


def test_names_that_differ_in_spacing_are_one():
    one = paper("1", "We use ZorvFrob here", ("ZorvFrob", TECH))
    other = paper("2", "We use Zorv-Frob here", ("Zorv-Frob", TECH))
    assert len(link([one, other]).concepts) == 1


def test_versions_are_not_one():
    versions = ["Zorv-3", "Zorv-4", "Zorv-3-1", "Zorv-31", "Zorv-3.1", "Zorv"]
    papers = [paper(version, version, (version, MODEL)) for version in versions]
    assert names(papers) == sorted(versions)


def test_one_name_has_the_kind_that_most_papers_give_it():
    papers = [
        paper("1", "the Zorvex here", ("Zorvex", BENCH)),
        paper("2", "the Zorvex here", ("Zorvex", BENCH)),
        paper("3", "the Zorvex here", ("Zorvex", MODEL)),
    ]
    assert [c.id for c in link(papers).concepts] == ["benchmark:zorvex"]


@pytest.mark.parametrize("kind", [BENCH, DATA, MODEL, TECH, TASK, METRIC])
def test_a_keyword_yields_to_any_kind(kind):
    papers = [paper(str(i), "the Zorvex here", ("Zorvex", KEY)) for i in range(3)]
    [concept] = link([*papers, paper("9", "the Zorvex here", ("Zorvex", kind))]).concepts
    assert concept.kind is kind


# --- overrides -----------------------------------------------------------------------------------------


def test_aliases():
    one = paper("1", "We use GSM8K and Grade Frob", ("GSM8K", BENCH), ("Grade Frob", BENCH))
    assert names([one], Overrides(aliases={"grade frob": "gsm8k"}, names={"gsm8k": "GSM8K"})) == ["GSM8K"]


def test_aliases_go_before_a_definition():
    over = Overrides(aliases={"qfm": "quick fold map"}, names={"quick fold map": "quick fold map"})
    [paper_1] = [defining("1", "quux frob method")]
    assert names([paper_1], over) == ["quick fold map", "quux frob method"]


def test_a_new_name_is_shown_and_the_spellings_stay_aliases():
    one = paper("1", "We use LLMs here", ("LLMs", MODEL))
    [concept] = link([one], Overrides(names={"large language model": "LLM"})).concepts
    assert (concept.name, concept.aliases) == ("LLM", ("LLM", "LLMs"))


def test_a_kind():
    one = paper("1", "We use Zorvex here", ("Zorvex", TECH))
    [concept] = link([one], Overrides(kinds={"zorvex": BENCH})).concepts
    assert concept.kind is BENCH


def test_a_kind_may_be_given_under_any_name_of_the_concept():
    one = paper("1", "With a large language model", ("large language model", MODEL))
    [concept] = link([one], Overrides(kinds={"llm": TECH})).concepts
    assert (concept.kind, concept.normal) == (TECH, "large language model")


def test_ignored_by_its_own_or_its_settled_name():
    one = paper("1", "We use LLMs, Zorvex and Kora", ("LLMs", MODEL), ("Zorvex", TECH), ("Kora", TECH))
    over = Overrides(ignored=frozenset({"zorvex", "large language model"}))
    assert names([one], over) == ["Kora"]


def apart(one, other):
    return Overrides(apart={one: frozenset({other}), other: frozenset({one})})


def test_never_merge_goes_before_the_catalogue():
    one = paper(
        "1", "We use LLMs and large language models", ("LLMs", MODEL), ("large language models", MODEL)
    )
    linked = link([one], apart("llm", "large language model"))
    assert sorted(c.id for c in linked.concepts) == ["model:large-language-model", "model:llm"]


def test_never_merge_goes_before_a_definition():
    [one] = [defining("1", "quux frob method")]
    assert len(link([one], apart("qfm", "quux frob method")).concepts) == 2


def test_never_merge_goes_before_spacing():
    one = paper("1", "We use ZorvFrob here", ("ZorvFrob", TECH))
    other = paper("2", "We use Zorv-Frob here", ("Zorv-Frob", TECH))
    assert len(link([one, other], apart("zorvfrob", "zorv frob")).concepts) == 2


def test_never_merge_holds_where_both_would_become_a_third():
    over = Overrides(
        aliases={"kora": "zorvex", "lira": "zorvex"},
        apart={"kora": frozenset({"lira"}), "lira": frozenset({"kora"})},
    )
    one = paper("1", "We use Kora and Lira and Zorvex", ("Kora", TECH), ("Lira", TECH), ("Zorvex", TECH))
    assert names([one], over) == ["Kora", "Lira", "Zorvex"]


def test_a_name_that_two_titles_open_with_is_two_things():
    one = paper("a", "Zorm sorts well", ("Zorm", TECH), title="Zorm: sorting")
    other = paper("b", "Zorm reads well", ("Zorm", TECH), title="Zorm: reading")
    third = paper("c", "We use Zorm", ("Zorm", TECH))
    linked = link([one, other, third])
    assert [concept.name for concept in linked.concepts] == ["Zorm"] * 3
    assert len({made.concept for made in linked.links}) == 3
    assert len(link([one, third]).concepts) == 1


def test_a_paper_that_spells_a_known_short_form_out_otherwise_means_its_own():
    for long, short in (
        ("binary neural network", "BNN"),
        ("preconditioned gradient descent", "PGD"),
    ):
        assert concepts_of(link([defining("1", long, short)]), "1") == {long}


def test_the_s_of_a_short_form_in_capitals_is_no_plural():
    assert names([paper("1", "A BOS token and BO differ", ("BOS", TECH), ("BO", TECH))]) == ["BO", "BOS"]


def test_a_list_of_aliases_joins_the_concept_that_its_head_names():
    overrides = Overrides(aliases={"big net": "llm"}, names={"llm": "LLM"})
    papers = [paper("1", "LLMs and big nets work", ("LLMs", MODEL), ("big nets", MODEL))]
    assert names(papers, overrides) == ["large language model"]


def test_what_is_kept_apart_has_names_of_its_own():
    overrides = Overrides(apart={"llm": frozenset({"large language model"})})
    papers = [paper("1", "LLMs and large language models", ("LLMs", MODEL), ("large language models", MODEL))]
    assert names(papers, overrides) == ["LLM", "large language model"]


def test_an_alias_that_the_user_gives_finds_the_concept_though_no_text_has_it():
    overrides = Overrides(aliases={"grade school math": "gsm8k"}, names={"gsm8k": "GSM8K"})
    [concept] = link([paper("1", "on GSM8K here", ("GSM8K", BENCH))], overrides).concepts
    assert concept.aliases == ("GSM8K", "grade school math")
