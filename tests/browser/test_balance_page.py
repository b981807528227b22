"""The page of a report on balance in a real browser: `nox -s browser`."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from cairn_rules.cairn import BASE_SET
from cairn_rules.cairn.balance import balance
from cairn_rules.cairn.balance.page import balance_page
from cairn_rules.players import RandomPlayer


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    stones = (BASE_SET["deer"], BASE_SET["mound"])
    page = tmp_path_factory.mktemp("balance") / "page.html"
    page.write_text(balance_page(balance(stones, games=5, seed=1, player=RandomPlayer, max_turns=30)), encoding="utf-8")
    return page


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 360, 800, 1400])
def test_the_page_opens_without_a_word_and_fits(browser: Browser, file: Path, width: int, scheme: str) -> None:
    problems: list[str] = []
    asked: list[str] = []
    page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    for summary in page.locator("summary").all():
        summary.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("figure svg[role=img]").count() == 6
    assert page.locator("tbody tr").count() > 20
    ink, paper = page.evaluate(
        "[getComputedStyle(document.querySelector('figure svg text')).fill,"
        " getComputedStyle(document.body).backgroundColor]"
    )
    assert ink != paper
    small = page.evaluate("document.querySelector('figure svg text').getBoundingClientRect().height")
    assert small >= 10
    page.close()
    assert problems == []
    assert [url for url in asked if not url.startswith("data:")] == [file.as_uri()]
