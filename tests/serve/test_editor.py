"""The page for queries, as somebody uses it in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.serve.conftest import Server
from tests.waiting import until

pytestmark = pytest.mark.browser


@pytest.fixture
def page(chromium: Any, server: Server) -> Iterator[Any]:
    """A page that asks this server alone, and has nothing to complain of but what it is told."""
    noise: list[str] = []
    context = chromium.new_context(viewport={"width": 1000, "height": 900}, accept_downloads=True)
    opened = context.new_page()
    opened.set_default_timeout(20_000)
    opened.on("console", lambda message: noise.append(message.text))
    opened.on("pageerror", lambda error: noise.append(str(error)))
    opened.on("request", lambda r: r.url.startswith((server.address, "blob:")) or noise.append(r.url))
    opened.goto(f"{server.address}/sparql")
    yield opened
    context.close()
    assert [line for line in noise if "status of 40" not in line] == []


def answered(page: Any) -> str:
    until(page, "!['', 'Asking ...'].includes(document.getElementById('message').textContent)")
    return str(page.locator("#message").text_content())


def test_an_example_is_chosen_and_answered(page: Any) -> None:
    assert " rows in " in answered(page), "the page opens with an answer"
    page.select_option("#examples", "compared-with")
    until(page, "document.getElementById('query').value.startsWith('# Which models are most')")
    assert " rows in " in answered(page)
    assert page.locator("#answer th").all_text_contents() == ["name", "papers"]
    assert "Model" in page.locator("#answer td").first.text_content()


def test_a_query_is_typed_asked_and_shared(page: Any) -> None:
    page.fill("#query", "SELECT ?m { ?m a pk:Model } ORDER BY ?m LIMIT 2")
    page.press("#query", "Control+Enter")
    page.wait_for_selector("text=2 rows in")
    links = page.locator("#answer td a")
    assert links.all_text_contents() == ["concept:model-model-a", "concept:model-model-b"]
    page.reload()
    page.wait_for_selector("text=2 rows in")
    assert page.input_value("#query") == "SELECT ?m { ?m a pk:Model } ORDER BY ?m LIMIT 2"
    page.locator("#answer td a").first.click()
    page.wait_for_selector("h1:has-text('Model A')")


def test_what_is_wrong_is_said_and_markup_is_text(page: Any) -> None:
    page.fill("#query", "SELECT * {")
    page.click("button:has-text('Run')")
    page.wait_for_selector("#message.wrong:has-text('malformed at line 1, column ')")
    page.fill("#query", "SELECT ('<img src=x onerror=alert(1)>' AS ?x) (<javascript:alert(1)> AS ?y) {}")
    page.click("button:has-text('Run')")
    page.wait_for_selector("text=1 row in")
    assert page.locator("#answer td").first.text_content() == "<img src=x onerror=alert(1)>"
    assert page.locator("#answer img").count() == 0
    assert page.locator("#answer a[href^=javascript]").count() == 0


def test_an_answer_is_taken_away(page: Any) -> None:
    page.fill("#query", "SELECT (1 AS ?one) {}")
    page.select_option("#format", "TSV")
    with page.expect_download() as taken:
        page.click("text=Download")
    assert taken.value.suggested_filename == "answer.tsv"
    assert taken.value.path().read_text() == "?one\n1\n"


def test_ask_and_construct_are_shown(page: Any) -> None:
    page.fill("#query", "ASK {}")
    page.press("#query", "Control+Enter")
    page.wait_for_selector("#message:has-text('Yes in')")
    page.fill("#query", "CONSTRUCT { <a:a> <a:b> <a:c> } {}")
    page.press("#query", "Control+Enter")
    page.wait_for_selector("#answer pre:has-text('<a:a> <a:b> <a:c> .')")
