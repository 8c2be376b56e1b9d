"""Finding one's way: what is behind the map, ways, filters, the list, and the address."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from paperkg.model import Kind, Paper, Role

from ..view.made import Found, forest, garden, make, orchard
from ..waiting import until
from .conftest import Opener
from .person import ALDER, BIRCH, act, click, drawn, heading, hover, lit, search, spot, wait_for_node

pytestmark = pytest.mark.browser

FERN, HAZEL, IRIS, JUNIPER, KALE, LAUREL = (
    f"{name}: A Study" for name in ("Fern", "Hazel", "Iris", "Juniper", "Kale", "Laurel")
)


def names(page: Any) -> set[str]:
    return set(drawn(page))


def rows(page: Any, caption: str) -> list[str]:
    return list(
        page.locator(f"#list table:has(h2:text-is('{caption}'))")
        .locator("tbody tr td:first-child")
        .all_inner_texts()
    )


# Behind the map


def test_search_finds_what_is_not_drawn_and_draws_it(show: Opener, tmp_path: Path) -> None:
    page = show(orchard(tmp_path / "orchard", 40), max_nodes=30)
    assert "Graft-37" not in drawn(page)
    search(page, "graft-37")
    assert heading(page) == "Graft-37"
    assert page.locator("#card mark").inner_text() == "Graft-37"
    assert "Graft-37" in drawn(page)
    wait_for_node(page, "Graft-37")
    assert page.locator("#shown").inner_text() == "31 of 91 shown"


def test_a_double_click_draws_what_a_node_is_tied_to(show: Opener, tmp_path: Path) -> None:
    page = show(orchard(tmp_path / "orchard", 40), max_nodes=30)
    assert "language model" not in drawn(page)
    page.mouse.dblclick(*spot(page, "Paper 0"))
    until(page, "paperkg.nodes.find((node) => node.name === 'language model').drawn")
    assert heading(page) == "Paper 0"
    assert set(lit(page)) == {"Paper 0", "Graft-0", "Row-0", "language model"}


def test_what_is_brought_in_lies_on_nothing(show: Opener, tmp_path: Path) -> None:
    page = show(orchard(tmp_path / "orchard", 40), max_nodes=30)
    search(page, "language model")
    act(page, "Expand")
    places = page.evaluate("paperkg.nodes.filter((node) => node.drawn).map(({ x, y }) => [x, y])")
    assert len(places) > 50
    least = min(abs(a[0] - b[0]) + abs(a[1] - b[1]) for i, a in enumerate(places) for b in places[:i])
    assert least > 20


# The card


def test_a_papers_card_says_which_papers_are_like_it_and_why(show: Opener, tmp_path: Path) -> None:
    page = show(garden(tmp_path / "garden"))
    search(page, "iris: a study")
    rows = page.locator("#card h3:text-is('Most similar') + ul > li")
    assert rows.first.locator("> .go").inner_text() == JUNIPER  # the same three of four
    assert rows.first.locator("p").inner_text() == "Both: Glade, LoRA, Heath"  # the rarest first
    rows.first.locator("p").get_by_role("button", name="LoRA").click()
    assert heading(page) == "LoRA"


def test_a_concepts_card_says_what_it_goes_with_and_what_was_reported(show: Opener, tmp_path: Path) -> None:
    page = show(garden(tmp_path / "garden"))
    search(page, "glade")
    with_it = page.locator("#card .company .go span:not(.count)").all_inner_texts()
    assert set(with_it) == {"Heath", "LoRA"}
    page = show(forest(tmp_path / "forest"))
    search(page, "gsm8k")
    board = page.locator("#card h3:text-is('Reported') + ul li")
    assert board.locator(".claim").inner_text() == "81.5%"
    assert board.locator(".go").inner_text() == ALDER


def test_a_concepts_card_keeps_to_the_filters(show: Opener, tmp_path: Path) -> None:
    page = show(garden(tmp_path / "garden"))
    page.get_by_label("Venue").select_option("ICLR 2025")
    search(page, "glade")
    assert page.locator("#card .about").inner_text() == "3 papers, 1 of them with these filters"
    assert page.locator("#card h3:text-is('Evaluated on by') + ul .go").all_inner_texts() == [IRIS]


def test_search_takes_words_in_any_order(show: Opener, tmp_path: Path) -> None:
    page = show(garden(tmp_path / "garden"))
    search(page, "study hazel")
    assert heading(page) == HAZEL


# And, ways, projection, pin and hide


def test_and_leaves_the_papers_that_share_all(show: Opener, tmp_path: Path) -> None:
    page = show(garden(tmp_path / "garden"))
    search(page, "glade")
    act(page, "And")
    search(page, "lora")
    assert page.locator("#card .top").inner_text().startswith("2 papers in common")
    listed = page.locator("#card h3:text-is('Papers that share them') + ul > li > .go")
    assert listed.all_inner_texts() == [IRIS, JUNIPER]
    assert set(lit(page)) == {"Glade", "LoRA", IRIS, JUNIPER}
    page.get_by_role("button", name="LoRA: take out").click()
    assert page.locator("#chips").get_by_role("button").count() == 1


def test_shift_and_click_is_and(show: Opener, tmp_path: Path) -> None:
    page = show(garden(tmp_path / "garden"))
    page.keyboard.down("Shift")
    page.mouse.click(*spot(page, "Glade"))
    assert "Pick another" in page.locator("#chips").inner_text()
    page.mouse.click(*spot(page, "Heath"))
    page.keyboard.up("Shift")
    assert page.locator("#card .top").inner_text().startswith("2 papers in common")
    page.keyboard.press("Escape")
    page.locator("#card").wait_for(state="hidden")


def test_a_way_leads_over_what_both_have(show: Opener, tmp_path: Path) -> None:
    page = show(garden(tmp_path / "garden"))
    search(page, "fern: a study")
    act(page, "Way")
    assert "Pick the other end" in page.locator("#chips").inner_text()
    search(page, "kale: a study")
    assert page.locator("#card").get_attribute("aria-label") == f"From {FERN} to {KALE}"
    first = page.locator("#card .way").first.locator("li")
    # through Glade, which fewest have, and a paper that also knows what Kale knows; or the task and Hazel
    assert first.locator("small").all_inner_texts()[0] in ("Introduces", "Addresses")
    assert first.last.locator(".go").inner_text() == KALE
    assert first.last.locator("mark").count() == 1
    assert {FERN, KALE} <= set(lit(page))
    assert "way=paper:fern,paper:kale" in page.url


def test_a_way_that_there_is_not_is_said(show: Opener, tmp_path: Path) -> None:
    page = show(garden(tmp_path / "garden"))
    search(page, "laurel")
    act(page, "Way")
    search(page, "glade")
    assert "Nothing in this graph ties these two together." in page.locator("#card").inner_text()


def test_papers_alone_are_tied_by_what_they_are_tested_on(show: Opener, tmp_path: Path) -> None:
    page = show(garden(tmp_path / "garden"))
    page.get_by_role("checkbox", name="Papers alone, by shared tests").check()
    assert names(page) == {FERN, HAZEL, IRIS, JUNIPER, KALE, LAUREL}
    # Glade: Fern, Iris, Juniper; Heath: Hazel, Iris, Juniper, Kale. Iris and Juniper share both
    assert page.evaluate("paperkg.lines().length") == 3 + 6 - 1
    tip = hover(page, IRIS, JUNIPER)
    assert tip.locator("strong").inner_text() == "Glade, Heath"
    click(page, KALE)
    assert set(lit(page)) == {KALE, HAZEL, IRIS, JUNIPER}


def test_pinned_stays_and_hidden_goes(show: Opener, tmp_path: Path) -> None:
    page = show(garden(tmp_path / "garden"))
    search(page, "qwen")
    act(page, "Pin")
    page.get_by_role("checkbox", name="Models").uncheck()
    assert "Qwen" in drawn(page)
    search(page, "lora")
    act(page, "Hide")
    assert "LoRA" not in drawn(page)
    assert page.locator("#card").is_hidden()
    page.get_by_role("button", name="1 hidden").click()
    assert "LoRA" in drawn(page)


# Filters


def test_papers_are_filtered_by_what_they_do(show: Opener, tmp_path: Path) -> None:
    page = show(garden(tmp_path / "garden"))
    page.get_by_label("Papers that", exact=True).select_option("introduces")
    page.get_by_label("Kind of concept").select_option("benchmark")
    assert names(page) == {FERN, HAZEL, "Glade", "Heath", "GUI agent"}
    assert page.locator("#shown").inner_text() == "5 of 15 shown"
    page.get_by_role("button", name="Clear filters").click()
    assert len(names(page)) == 15


def test_papers_are_filtered_by_year_and_venue(show: Opener, tmp_path: Path) -> None:
    page = show(garden(tmp_path / "garden"))
    page.get_by_label("Years").select_option("2025")
    page.get_by_label("Last year").select_option("2025")
    assert {name for name in drawn(page) if "Study" in name} == {HAZEL, IRIS}
    page.get_by_label("Venue").select_option("ICML 2024")
    assert drawn(page) == []
    page.get_by_label("Years").select_option("")
    page.get_by_label("Last year").select_option("")
    assert {name for name in drawn(page) if "Study" in name} == {FERN}


def test_rare_and_common_concepts_are_filtered_by_sliders(show: Opener, tmp_path: Path) -> None:
    page = show(garden(tmp_path / "garden"))
    least = page.get_by_role("slider", name="at least")
    least.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert least.get_attribute("aria-valuetext") == "3 papers"
    assert {name for name in drawn(page) if "Study" not in name} == {"Glade", "Heath", "LoRA"}
    most = page.get_by_role("slider", name="at most")
    most.focus()
    page.keyboard.press("ArrowLeft")
    assert {name for name in drawn(page) if "Study" not in name} == {"Glade", "LoRA"}


def test_a_role_is_switched_off(show: Opener, tmp_path: Path) -> None:
    page = show(garden(tmp_path / "garden"))
    page.locator(".fold > summary").click()
    page.get_by_role("checkbox", name="Evaluates on").uncheck()
    search(page, "glade")
    assert page.locator("#card h3").all_inner_texts() == ["Goes with", "Introduced by"]
    assert lit(page) == ["Glade", FERN]


def test_words_keep_what_has_to_do_with_them(show: Opener, tmp_path: Path) -> None:
    page = show(garden(tmp_path / "garden"))
    page.keyboard.press("/")
    page.keyboard.type("gla")
    page.keyboard.type("d")
    page.locator("#search").fill("a study")
    page.get_by_role("option", name="Only what has to do with").click()
    assert len([name for name in drawn(page) if "Study" in name]) == 6
    page.get_by_role("button", name="“a study”: take out").click()
    page.locator("#search").fill("study, qwen")
    page.get_by_role("option", name="Only what has to do with").click()
    assert names(page) == {LAUREL, "Laurel", "Qwen"}  # a comma means and


def test_words_to_keep_by_begin_words(show: Opener, tmp_path: Path) -> None:
    texts = {"a": "Mobile GUI agents", "b": "Guided search", "c": "LLaMA-3.1-8B", "d": "Qwen-1.8B"}
    papers = [(Paper(p, t, "It."), [Found("It", Kind.TASK, Role.USES)]) for p, t in texts.items()]
    page = show(make(tmp_path / "words", papers))
    for typed, title in (
        ("gui, mobile", "Mobile GUI agents"),
        ("8b,", "LLaMA-3.1-8B"),
        ("llama3.1,", "LLaMA-3.1-8B"),
    ):
        page.locator("#search").fill(typed)
        page.keyboard.press("Enter")
        assert names(page) == {title, "It"}
        page.get_by_role("button", name=": take out").click()


def test_a_region_is_shown_alone(show: Opener, tmp_path: Path) -> None:
    page = show(orchard(tmp_path / "orchard", 40))
    regions = page.locator("#cluster option")
    assert regions.count() > 5
    page.locator("#cluster").select_option("0")
    part = page.evaluate("paperkg.nodes.filter(({ cluster }) => cluster === 0).length")
    assert 0 < len(drawn(page)) == part < 91


# The list


def test_the_list_holds_what_the_map_shows(show: Opener, tmp_path: Path) -> None:
    page = show(garden(tmp_path / "garden"))
    page.get_by_label("Venue").select_option("ICML 2024")
    on_the_map = names(page)
    page.get_by_role("button", name="List", exact=True).click()
    assert rows(page, "Papers") == [FERN]
    assert {*rows(page, "Papers"), *rows(page, "Concepts")} == on_the_map
    assert page.locator("#list caption h2").all_inner_texts() == ["Papers", "Concepts"]
    page.locator("#list").get_by_role("button", name="GUI agent").click()
    assert heading(page) == "GUI agent"
    assert page.locator("#list").is_visible()
    page.get_by_role("button", name="Map", exact=True).click()
    assert page.locator("#map").is_visible()


def test_the_list_says_what_is_not_on_the_map(show: Opener, tmp_path: Path) -> None:
    page = show(orchard(tmp_path / "orchard", 120), max_nodes=30)
    page.get_by_role("button", name="List", exact=True).click()
    assert page.locator("#list caption .count").first.inner_text() == "120, 18 of them on the map"
    assert page.locator("#list table").first.locator("tbody tr").count() == 100
    page.get_by_role("button", name="Show 20 more").click()
    assert page.locator("#list table").first.locator("tbody tr").count() == 120


# The address


def test_the_address_holds_the_view_and_back_works(show: Opener, tmp_path: Path) -> None:
    page = show(forest(tmp_path / "forest"))
    search(page, "gsm8k")
    assert page.url.endswith("#at=benchmark:gsm8k")
    page.locator("#card").get_by_role("button", name=BIRCH).click()
    assert page.url.endswith("#at=paper:birch")
    page.go_back()
    until(page, "document.querySelector('#card h2').textContent === 'GSM8K'")
    page.go_back()
    page.locator("#card").wait_for(state="hidden")
    page.go_forward()
    page.locator("#card").wait_for(state="visible")
    assert heading(page) == "GSM8K"


def test_a_shared_address_opens_the_same_view(show: Opener, tmp_path: Path) -> None:
    page = show(garden(tmp_path / "garden"), at="#at=benchmark:glade&from=2025&kinds=task&view=list")
    assert heading(page) == "Glade"
    assert page.get_by_label("Years").input_value() == "2025"
    assert not page.get_by_role("checkbox", name="Tasks").is_checked()
    assert FERN not in rows(page, "Papers")
    assert page.url.endswith("#at=benchmark:glade&kinds=task&from=2025&view=list")


def test_an_address_that_makes_no_sense_is_passed_over(show: Opener, tmp_path: Path) -> None:
    nonsense = "#at=%ZZ&and=x,y&cluster=99&kinds=<img>&least=-4&does=constructor&way=a,b&&=&view=x"
    page = show(garden(tmp_path / "garden"), at=nonsense)
    assert len(drawn(page)) == 15
    assert page.locator("#card").is_hidden()


# Without a mouse


def test_the_map_is_led_by_the_keyboard(show: Opener, tmp_path: Path) -> None:
    page = show(garden(tmp_path / "garden"))
    page.locator("#map").focus()
    page.keyboard.press("ArrowRight")
    page.locator("#card").wait_for(state="visible")
    first = heading(page)
    assert page.locator("#said").inner_text() == first
    page.keyboard.press("ArrowLeft")
    second = heading(page)
    assert second != first
    page.keyboard.press("p")
    assert page.locator("#chips").inner_text().startswith("Pinned")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "card"
    page.keyboard.press("h")
    assert second not in drawn(page)
    page.keyboard.press("Escape")


def test_the_keys_are_told(show: Opener, tmp_path: Path) -> None:
    page = show(garden(tmp_path / "garden"))
    page.get_by_role("button", name="Keys").click()
    assert "way from here" in page.locator("#help").inner_text()
    page.keyboard.press("Escape")
    assert page.locator("#help").is_hidden()


def test_letters_typed_elsewhere_do_nothing(show: Opener, tmp_path: Path) -> None:
    page = show(garden(tmp_path / "garden"))
    search(page, "glade")
    page.locator("#search").fill("")
    page.locator("#search").press_sequentially("hpaw")
    assert page.locator("#chips").inner_text() == ""
    assert "Glade" in drawn(page)
