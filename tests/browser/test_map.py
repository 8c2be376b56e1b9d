"""What a person sees and does on the page, in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from paperkg.graph import Contents, open_graph, save
from paperkg.model import Kind, Paper, Role

from ..view.made import Found, forest, make, orchard
from .conftest import Opener
from .person import (
    ALDER,
    BIRCH,
    click,
    colours_drawn,
    frames,
    heading,
    hover,
    node_at,
    pixel,
    spot,
    wait_for_node,
)

pytestmark = pytest.mark.browser


def test_the_map_is_drawn_at_once_and_does_not_move(show: Opener, tmp_path: Path) -> None:
    page = show(forest(tmp_path / "forest"))
    assert colours_drawn(page) > 50
    first = page.evaluate("paperkg.network.getPositions()")
    frames(page, 20)
    assert page.evaluate("paperkg.network.getPositions()") == first
    assert len(first) == 11


def test_every_node_lies_within_the_map(show: Opener, tmp_path: Path) -> None:
    for width, height in ((1280, 800), (390, 844)):
        page = show(orchard(tmp_path / "orchard", 40), width=width, height=height)
        box = page.locator("#map").bounding_box()
        for name in page.evaluate("paperkg.nodes.map((node) => node.name)"):
            x, y = spot(page, name)
            assert box["x"] < x < box["x"] + box["width"]
            assert box["y"] < y < box["y"] + box["height"]


def test_the_legend_counts_what_is_shown(show: Opener, tmp_path: Path) -> None:
    page = show(forest(tmp_path / "forest"))
    assert page.title() == "forest – paperkg"
    assert page.locator("#shown").inner_text() == "3 papers, 8 concepts"
    assert page.locator("#legend label").all_inner_texts() == [
        "Papers\n3",
        "Benchmarks\n2",
        "Models\n2",
        "Techniques\n3",
        "Metrics\n1",
    ]


def test_pointing_at_a_concept_shows_the_sentence_with_the_words_marked(show: Opener, tmp_path: Path) -> None:
    page = show(forest(tmp_path / "forest"))
    tip = hover(page, "perplexity")
    assert tip.locator("strong").inner_text() == "perplexity"
    assert tip.locator("p").inner_text() == "Cedar prunes LLaMA with little loss of perplexity."
    assert tip.locator("mark").all_inner_texts() == ["perplexity"]
    assert "Measured by Cedar" in tip.inner_text()
    page.mouse.move(5, 5)
    tip.wait_for(state="hidden")


def test_pointing_at_a_line_shows_the_sentence_and_the_role(show: Opener, tmp_path: Path) -> None:
    page = show(forest(tmp_path / "forest"))
    tip = hover(page, BIRCH, "GSM8K")
    assert tip.locator("small").inner_text() == f"Evaluated on by {BIRCH}"
    assert tip.locator("p").inner_text() == "We also score them on grade school math (GSM8K)."
    assert tip.locator("mark").all_inner_texts() == ["grade school math"]


def test_pointing_at_a_paper_shows_its_title_and_concepts(show: Opener, tmp_path: Path) -> None:
    page = show(forest(tmp_path / "forest"))
    tip = hover(page, ALDER)
    assert tip.locator("strong").inner_text() == ALDER
    assert tip.locator("p").inner_text() == "Alder, GSM8K, LLaMA 3.1, self-consistency"


def test_a_paper_opens_as_a_card(show: Opener, tmp_path: Path) -> None:
    page = show(forest(tmp_path / "forest"))
    card = click(page, ALDER)
    assert heading(page) == ALDER
    assert card.locator(".top").inner_text().startswith("Paper · ICLR 2026")
    assert card.locator(".about").all_inner_texts() == ["Ada Nkemelu, Bo Lind"]
    link = card.locator("a")
    assert link.get_attribute("href") == "https://example.org/alder"
    assert link.get_attribute("rel") == "noopener noreferrer"
    assert card.locator("h3").all_inner_texts() == [
        "Introduces",
        "Evaluates on",
        "Uses",
        "Compares with",
        "Reports",
        "Most similar",
    ]
    row = card.locator("h3:text-is('Evaluates on') + ul li")
    assert row.locator("p").inner_text() == "On GSM8K, Alder reaches 81.5% with LLaMA 3.1."
    assert row.locator("mark").all_inner_texts() == ["GSM8K"]
    assert card.locator(".claim").inner_text() == "81.5% on GSM8K"


def test_a_concept_opens_as_a_card_and_everything_in_it_leads_on(show: Opener, tmp_path: Path) -> None:
    page = show(forest(tmp_path / "forest"))
    card = click(page, "GSM8K")
    assert card.locator(".about").all_inner_texts() == ["Also: grade school math", "2 papers"]
    assert card.locator("h3").all_inner_texts() == ["Reported", "Evaluated on by"]
    assert card.locator("h3:text-is('Evaluated on by') + ul .go").all_inner_texts() == [ALDER, BIRCH]
    card.get_by_role("button", name=BIRCH).click()
    assert heading(page) == BIRCH
    assert card.locator("a").count() == 0  # its address was no web address
    card.get_by_role("button", name="GSM8K").first.click()
    card.get_by_role("button", name=ALDER).first.click()
    card.locator(".claim").get_by_role("button", name="GSM8K").click()
    assert heading(page) == "GSM8K"


def test_versions_are_tied_to_their_family(show: Opener, tmp_path: Path) -> None:
    page = show(forest(tmp_path / "forest"))
    card = click(page, "LLaMA 3.1")
    assert card.locator("h3").all_inner_texts() == ["Used by", "Is a version of"]
    card.get_by_role("button", name="LLaMA", exact=True).click()
    assert card.locator("h3").all_inner_texts() == ["Used by", "Has versions"]


def test_a_click_on_a_line_opens_the_paper_with_the_concept_first(show: Opener, tmp_path: Path) -> None:
    page = show(forest(tmp_path / "forest"), height=400)
    page.mouse.click(*spot(page, BIRCH, "GSM8K"))
    page.locator("#card").wait_for(state="visible")
    assert heading(page) == BIRCH
    assert page.locator("#card h3 + ul > li").first.locator(".go").all_inner_texts() == ["GSM8K"]
    assert page.locator("#card .lit .go").inner_text() == "GSM8K"
    scrolled, hidden = page.evaluate(
        "(({ scrollTop, scrollHeight, clientHeight }) => [scrollTop, scrollHeight - clientHeight])"
        "(document.getElementById('card'))"
    )
    assert hidden > 0  # there would be something to scroll
    assert scrolled == 0  # the title and the button that closes are in sight


@pytest.mark.parametrize("way", ["escape", "close", "ground"])
def test_a_selection_can_be_cleared(show: Opener, tmp_path: Path, way: str) -> None:
    page = show(forest(tmp_path / "forest"))
    card = click(page, ALDER)
    if way == "escape":
        page.keyboard.press("Escape")
    elif way == "close":
        page.get_by_role("button", name="Close").click()
    else:
        page.mouse.click(290, 10)
    card.wait_for(state="hidden")


def test_what_is_not_tied_to_the_selection_fades(show: Opener, tmp_path: Path) -> None:
    page = show(forest(tmp_path / "forest"))

    tied, loose = pixel(page, "GSM8K"), pixel(page, "perplexity")
    page.evaluate(f"paperkg.select(paperkg.nodes.find((node) => node.name === {BIRCH!r}))")
    frames(page)
    assert pixel(page, "GSM8K") == tied
    assert pixel(page, "perplexity") != loose
    assert min(pixel(page, "perplexity")) > 200  # nearly the ground


@pytest.mark.parametrize("typed", ["grade school", "gsm-8k", "GSM8K", "schoolmath"])
def test_search_finds_by_any_spelling(show: Opener, tmp_path: Path, typed: str) -> None:
    page = show(forest(tmp_path / "forest"))
    page.keyboard.press("/")
    page.keyboard.type(typed)
    assert page.locator("#found li").first.locator(".what span").inner_text() == "GSM8K"
    page.keyboard.press("Enter")
    assert heading(page) == "GSM8K"
    assert page.locator("#search").input_value() == ""


def test_search_is_led_by_the_keyboard(show: Opener, tmp_path: Path) -> None:
    page = show(forest(tmp_path / "forest"))
    page.keyboard.press("/")
    page.keyboard.type("llama")
    names = page.locator("#found .what span")
    assert names.all_inner_texts() == ["LLaMA", "LLaMA 3.1"]
    page.keyboard.press("ArrowDown")
    assert page.locator("#found [aria-selected=true] .what span").inner_text() == "LLaMA 3.1"
    page.keyboard.press("Enter")
    assert heading(page) == "LLaMA 3.1"
    page.keyboard.press("/")
    page.keyboard.type("nowhere")
    assert page.locator("#found").inner_text() == "Nothing here has that name."
    page.keyboard.type(" found")
    assert "A comma means and" in page.locator("#found").inner_text()
    page.keyboard.press("Escape")
    page.locator("#found").wait_for(state="hidden")
    assert heading(page) == "LLaMA 3.1"  # the first Esc is the search box's


def test_what_search_finds_is_not_cut_off(show: Opener, tmp_path: Path) -> None:
    page = show(orchard(tmp_path / "orchard", 40))
    page.locator("#search").fill("graft")
    box = page.locator("#found").bounding_box()
    corners = [(x, y) for x in (2, box["width"] - 2) for y in (20, box["height"] - 20)]
    for x, y in corners:
        at = f"document.elementFromPoint({box['x'] + x}, {box['y'] + y}).closest('#found') !== null"
        assert page.evaluate(at)
    assert page.locator("#found li").count() == 13  # twelve, and one that keeps all of them


def test_a_hub_is_tied_to_its_papers_once_it_is_picked(show: Opener, tmp_path: Path) -> None:
    page = show(orchard(tmp_path / "orchard", 40))
    assert page.evaluate("paperkg.lines().length") == 80  # each paper's technique and benchmark
    page.locator("#search").fill("language model")
    page.keyboard.press("Enter")
    rows = page.locator("#card h3:text-is('Used by') + ul .go")
    assert rows.count() == 20
    page.get_by_role("button", name="Show 20 more").click()
    assert rows.count() == 40


def test_the_legend_filters(show: Opener, tmp_path: Path) -> None:
    page = show(forest(tmp_path / "forest"))
    assert node_at(page, "GSM8K") == "GSM8K"
    click(page, "GSM8K")
    box = page.get_by_role("checkbox", name="Benchmarks")
    box.uncheck()
    page.locator("#card").wait_for(state="hidden")
    assert node_at(page, "GSM8K") is None
    wait_for_node(page, "perplexity")
    page.locator("#search").fill("gsm8k")
    assert page.locator("#found .none").is_visible()
    box.check()
    wait_for_node(page, "GSM8K")


def test_a_node_can_be_dragged_and_only_that_node_moves(show: Opener, tmp_path: Path) -> None:
    page = show(forest(tmp_path / "forest"))
    before = page.evaluate("paperkg.network.getPositions()")
    x, y = spot(page, "GSM8K")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 70, y + 40, steps=5)
    page.mouse.up()
    after = page.evaluate("paperkg.network.getPositions()")
    moved = [node for node in after if after[node] != before[node]]
    assert [page.evaluate(f"paperkg.nodes[{node}].name") for node in moved] == ["GSM8K"]
    assert spot(page, "GSM8K") == pytest.approx((x + 70, y + 40), abs=3)


def test_a_part_of_a_large_graph_says_so(show: Opener, tmp_path: Path) -> None:
    page = show(orchard(tmp_path / "orchard", 40), max_nodes=30)
    assert page.locator("#shown").inner_text() == "30 of 91 shown"
    page.keyboard.press("/")
    page.keyboard.type("row")
    page.keyboard.press("Enter")
    assert page.locator("#card .about").inner_text() == "4 papers"


def test_an_empty_graph_says_so(show: Opener, tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    save(tmp_path / "none", Contents((), (), ()))
    page = show(open_graph(tmp_path / "none"))
    assert page.get_by_role("heading", name="Nothing to show yet").is_visible()
    assert page.locator("#shown").inner_text() == "0 papers, 0 concepts"
    page.keyboard.press("/")
    page.keyboard.type("x")
    page.keyboard.press("Escape")


HOSTILE = [
    "</script><script>window.hit = 1</script>",
    '<img src=x onerror="window.hit = 1">',
    "see \\href{javascript:window.hit=1}{this} href <b>bold</b>",
    "שלום <i>עולם</i>",
    "大規模言語モデルの数学的推論を評価する新しいベンチマーク",
    "$\\mathcal{O}(n^2)$ & {{ 7 * 7 }} {% raw %}",
    "'\"`; ${window.hit = 1}",
]


def test_hostile_text_is_shown_as_text_and_runs_nothing(show: Opener, tmp_path: Path) -> None:
    def one(index: int, evil: str) -> tuple[Paper, list[Found]]:
        paper = Paper(f"p{index}", evil, f"We study {evil}.", authors=(evil,), venue=evil)
        return paper, [Found(evil, Kind.TASK, Role.ADDRESSES)]

    page = show(make(tmp_path / "<img src=x onerror=hit()>", [one(*pair) for pair in enumerate(HOSTILE)]))
    assert page.locator("h1").inner_text() == "<img src=x onerror=hit()>"
    for node in range(2 * len(HOSTILE)):
        page.evaluate(f"paperkg.select(paperkg.nodes[{node}])")
        evil = page.locator("#card h2").text_content()
        assert evil == page.evaluate(f"paperkg.nodes[{node}].name")
        assert evil in HOSTILE
        assert page.locator("#card mark").first.text_content() == evil
    page.keyboard.press("Escape")
    hovered = hover(page, HOSTILE[1])
    assert hovered.locator("strong").text_content() == HOSTILE[1]
    page.locator("#search").fill("onerror")
    assert page.locator("#found .what span").first.text_content() == HOSTILE[1]
    assert page.evaluate("window.hit") is None
    assert page.locator("img, b, i, iframe").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_follows_the_readers_light_and_dark(show: Opener, tmp_path: Path, scheme: str) -> None:
    page = show(forest(tmp_path / "forest"), color_scheme=scheme)
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    light = sum(map(int, ground.removeprefix("rgb(").removesuffix(")").split(",")))
    assert (light > 600) == (scheme == "light")
    page.emulate_media(color_scheme="dark" if scheme == "light" else "light")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != ground


def test_on_a_phone_nothing_is_cut_off(show: Opener, tmp_path: Path) -> None:
    page = show(forest(tmp_path / "forest"), width=390, height=844, has_touch=True, is_mobile=True)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert not page.get_by_role("checkbox", name="Papers").is_visible()
    page.locator(".legend > summary").click()
    legend = page.locator("#legend").bounding_box()
    assert legend["x"] >= 0
    assert legend["x"] + legend["width"] <= 390
    page.locator(".legend > summary").click()
    page.touchscreen.tap(*spot(page, "GSM8K"))
    card = page.locator("#card")
    card.wait_for(state="visible")
    box = card.bounding_box()
    assert (box["x"], box["width"]) == (0, 390)
    assert box["y"] + box["height"] <= 844
    assert heading(page) == "GSM8K"
