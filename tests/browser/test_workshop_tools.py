"""The lessons and the tools of the workshop in a real browser, on the site as it is built: `nox -s browser`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from open_pages import LONG, opened, write
from web.workshop.lessons import LESSONS


@pytest.fixture(scope="module")
def page(browser: Browser, pages: str) -> Iterator[Page]:
    """The page with its Python and all tools open."""
    with opened(browser, f"{pages}/workshop/") as page:
        page.on("dialog", lambda dialog: dialog.accept())
        expect(page.locator("#workshop-loading")).to_be_hidden(timeout=LONG)
        settle(page)
        for each in page.locator("#workshop details").all():
            each.locator("summary").click()
        yield page


def settle(page: Page) -> None:
    expect(page.locator("#workshop-table")).to_have_attribute("aria-busy", "false", timeout=LONG)


def begin(page: Page, number: int) -> None:
    page.locator("#workshop-lesson").select_option(index=number)
    page.locator("#workshop-begin").click()
    settle(page)


def test_a_lesson_is_judged_and_its_progress_kept(page: Page) -> None:
    begin(page, 0)
    expect(page.locator("#workshop-question")).to_contain_text("Gale Stone")
    page.locator("#workshop-judge").click()
    verdict = page.locator("#workshop-verdict")
    expect(verdict).to_contain_text(
        "On board 1, it offers “Banish Forest's shaman on e5”, but should not.", timeout=LONG
    )
    page.locator("#workshop-solution").click()
    expect(page.locator("#workshop-help pre")).to_have_text(LESSONS[0].solution.strip())
    write(page, LESSONS[0].solution)
    page.locator("#workshop-judge").click()
    expect(verdict).to_contain_text("Your megalith does what the task says", timeout=LONG)
    expect(page.locator("#workshop-passed")).to_have_text("1 of 12 passed")
    assert page.evaluate("localStorage.getItem('cairn-rules.workshop-lessons')") == '["neighbour"]'
    verdict.get_by_role("button", name="Go on: Move it instead").click()
    settle(page)
    expect(page.locator("#workshop-task")).to_contain_text("Banishing is strong.")


def test_a_board_of_a_lesson_comes_with_its_decisions(page: Page) -> None:
    begin(page, 10)
    page.locator("#workshop-boards").get_by_role("button", name="Board 2").click()
    settle(page)
    expect(page.locator("#workshop-told")).to_contain_text("a1")
    expect(page.locator("#workshop-position")).to_have_value(re.compile("b2=tide"))


def test_a_fault_of_the_text_is_shown_at_its_line(page: Page) -> None:
    begin(page, 0)
    write(page, LESSONS[0].solution.replace("Banish(enemy)", "Banish(enmy)"))
    page.locator("#workshop-judge").click()
    expect(page.locator("#workshop-fault")).to_contain_text("Line 9", timeout=LONG)


def test_a_glyph_goes_into_the_text(page: Page) -> None:
    begin(page, 0)
    page.locator("#workshop-glyph").select_option("moon")
    page.locator("#workshop-draw").click()
    expect(page.locator(".cm-content")).to_contain_text('glyph="M16 3Q3 2 4.5 13', timeout=LONG)
    page.locator("#workshop-shapes").fill("blob")
    page.locator("#workshop-draw").click()
    expect(page.locator("#workshop-drawn")).to_contain_text("'blob' is not a shape", timeout=LONG)


def test_games_show_no_figure_before_their_end(page: Page) -> None:
    begin(page, 0)
    page.locator("#workshop-measure").click()
    expect(page.locator("#workshop-measured")).to_have_text(re.compile(r"^\d+ of 300 pairs of games$"), timeout=LONG)
    assert page.locator("#workshop-report table").count() == 0
    page.locator("#workshop-halt").click()
    expect(page.locator("#workshop-measured")).to_have_text("Stopped, without a figure.")


def test_the_text_is_saved_as_a_file_and_as_a_package(page: Page) -> None:
    begin(page, 0)
    with page.expect_download() as saved:
        page.locator("#workshop-module").click()
    assert saved.value.suggested_filename == "gale_stone.py"
    assert Path(saved.value.path()).read_text(encoding="utf-8") == LESSONS[0].start
    expect(page.locator("#workshop-commands")).to_contain_text("cairn-rules check-megalith gale_stone:gale")
    page.locator("#workshop-package [name=name]").fill("Gale Stones")
    with page.expect_download() as packed:
        page.locator("#workshop-package button").click()
    assert packed.value.suggested_filename == "gale_stones-1.0-py3-none-any.whl"
    assert Path(packed.value.path()).read_bytes().startswith(b"PK")
    page.locator("#workshop-package [name=name]").fill("random")
    page.locator("#workshop-package button").click()
    expect(page.locator("#workshop-kept")).to_contain_text("try 'random-stones'", timeout=LONG)


@pytest.mark.parametrize("width", [360, 1280])
def test_the_tools_fit_and_are_accessible(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")  # once the search box has its width
    found = Axe().run(page, context="#workshop .wide")
    assert found.violations_count == 0, found.generate_report()
