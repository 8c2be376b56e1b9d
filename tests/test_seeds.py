"""The 19 papers that the project began with, end to end: what each is called, brings, and is tested on."""

from pathlib import Path

import pytest

from paperkg.extract import extract
from paperkg.link import link
from paperkg.model import Kind, Role
from paperkg.papers import read

SEEDS = Path(__file__).parents[1].parent / "shared" / "corpora" / "iclr2026-seed.txt"

pytestmark = pytest.mark.skipif(
    not SEEDS.is_file(), reason="the papers' abstracts are not ours to publish: needs ../shared/corpora"
)

# Read off the abstracts by hand: words of the label, what the paper introduces, named benchmarks and data
# sources, figures that it reports with the benchmark where the text says one.
EXPECTED = {
    1: (["Astraea"], ["Astraea"], ["VBench"], {"2.4x": None, "13.2x": None, "<0.5%": "VBench"}),
    2: (["RelayFormer"], ["RelayFormer"], [], {}),
    3: (["Game-RL"], ["Game-RL", "Code2Logic", "GameQA"], ["GameQA"], {}),
    4: (["Text-to-Talk", "TtT"], ["Text-to-Talk"], [], {}),
    5: (["PERSPECTRA"], ["PERSPECTRA"], ["PERSPECTRA", "Kialo", "Reddit"], {}),
    6: (
        ["Group Tree Optimization", "GTO"],
        ["Group Tree Optimization"],
        ["MT-Bench", "HumanEval", "GSM8K"],
        {r"7.4\%": ..., r"7.7\%": ...},
    ),
    7: (["MILR"], ["MILR"], ["GenEval", "T2I-CompBench", "WISE"], {"0.63": "WISE", "80%": "WISE"}),
    8: (["ProxyThinker"], ["ProxyThinker"], [], {}),
    9: (
        ["UI-Ins"],
        ["UI-Ins-7B", "UI-Ins-32B"],
        ["UI-I2E-Bench", "MMBench-GUI L2", "AndroidWorld"],
        {r"87.3\%": "UI-I2E-Bench", r"84.9\%": "MMBench-GUI L2", r"66.1\%": "AndroidWorld"},
    ),
    10: (["MMR-Life"], ["MMR-Life"], ["MMR-Life"], {"58%": ...}),
    11: (["natural identifiers", "NIDs"], ["natural identifier"], [], {}),
    12: (["inactive heads"], [], ["MMLU"], {"12%": ..., "1%": "MMLU", "7%": None}),
    13: (["World2Minecraft"], ["World2Minecraft", "MinecraftOcc"], ["MinecraftOcc"], {}),
    14: (["GRAM-DTI"], ["GRAM-DTI"], [], {}),
    15: (["VGMED"], ["VGMED", "VGRefine"], ["VGMED"], {}),
    16: (
        ["Bayesian Attention Mechanism", "BAM"],
        ["Bayesian Attention Mechanism"],
        [],
        {r"$500\times$": None, r"$25\times$": None},
    ),
    17: (["product distribution"], ["annealed MCMC sampler"], [], {}),
    18: (["In-Place", "TTT"], ["In-Place Test-Time Training"], [], {}),
    19: (["convexity"], [], [], {r"$80\times$": None, r"$70\times$": None}),
}


@pytest.fixture(scope="module")
def papers():
    return list(read(SEEDS))


@pytest.fixture(scope="module")
def linked(papers):
    return link(list(zip(papers, extract(papers), strict=True)))


@pytest.fixture(scope="module")
def concepts(linked):
    return {concept.id: concept for concept in linked.concepts}


def test_there_are_19(papers):
    assert len(papers) == 19
    assert len({paper.id for paper in papers}) == 19


@pytest.mark.parametrize("number", EXPECTED)
def test_its_label(linked, number):
    label = linked.labels[number - 1]
    for words in EXPECTED[number][0]:
        assert words.lower() in label.lower()


@pytest.mark.parametrize("number", EXPECTED)
def test_its_own_contribution(papers, linked, concepts, number):
    introduced = {
        concepts[made.concept].name
        for made in linked.links
        if made.paper == papers[number - 1].id and made.role is Role.INTRODUCES
    }
    assert introduced >= set(EXPECTED[number][1])


@pytest.mark.parametrize("number", EXPECTED)
def test_its_named_benchmarks_and_data(papers, linked, concepts, number):
    named = {
        concepts[made.concept].name
        for made in linked.links
        if made.paper == papers[number - 1].id
        and concepts[made.concept].kind in (Kind.BENCHMARK, Kind.DATASET)
    }
    assert named >= set(EXPECTED[number][2])


@pytest.mark.parametrize("number", EXPECTED)
def test_its_figures(papers, linked, concepts, number):
    reported = {
        result.claim.value: concepts[result.benchmark].name if result.benchmark else None
        for result in linked.results
        if result.paper == papers[number - 1].id
    }
    for value, benchmark in EXPECTED[number][3].items():
        assert value in reported
        assert benchmark is ... or reported[value] == benchmark


def test_every_link_shows_its_sentence(papers, linked):
    texts = {paper.id: paper.text for paper in papers}
    for made in linked.links:
        for mention in made.evidence:
            assert texts[made.paper][mention.start : mention.end].strip()


def test_what_the_papers_share(papers, linked, concepts):
    sharing = {}
    for made in linked.links:
        sharing.setdefault(concepts[made.concept].name, set()).add(made.paper)
    by_name = {name: {i for i, p in enumerate(papers, 1) if p.id in ids} for name, ids in sharing.items()}
    assert by_name["large language model"] >= {4, 5, 6, 11, 12, 18}
    assert by_name["reinforcement learning"] >= {3, 9}
