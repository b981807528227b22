"""The page for packs in a real browser, on the site as it is built: `nox -s browser`."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from pack_examples import examples
from playwright.sync_api import Browser, Page, expect

from open_pages import LONG, opened

FENLAND, *_ = (each["text"] for each in examples())


@pytest.fixture(scope="module")
def url(site: Path, served: str) -> str:
    """The address of the page."""
    if shutil.which("npm") is None:
        pytest.skip("there is no npm to fetch Python for browsers with")
    assert (site / "workshop/codemirror.js").exists(), "npm failed: build the site to see why"
    return f"{served}/packs/"


def settle(page: Page) -> None:
    expect(page.locator("#packs-loading")).to_be_hidden(timeout=LONG)
    expect(page.locator("#packs-table")).to_have_attribute("aria-busy", "false", timeout=LONG)


def write(page: Page, text: str) -> None:
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)


def check_access(page: Page) -> None:
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
        found = Axe().run(page, context="#packs")
        assert found.violations_count == 0, found.generate_report()


def test_a_pack_of_the_role_playing_game(browser: Browser, url: str) -> None:
    """It is checked, mended, kept, shared by a link, and played."""
    with opened(browser, url) as page:
        status, findings = page.locator("#packs-status"), page.locator("#packs-findings li")
        expect(status).to_have_text("A pack of the role-playing game: The Fenland. Nothing found.", timeout=LONG)
        # All faults at once, after a pause: with path, line and mark in the editor.
        write(page, FENLAND.replace('license = "', 'licence = "'))
        expect(status).to_have_text(re.compile(r"fault"), timeout=LONG)
        settle(page)
        expect(findings.first).to_have_text("Line 6 $.licence unknown key; did you mean 'license'?")
        findings.first.get_by_role("button").click()
        expect(page.locator(".cm-activeLine")).to_have_text(re.compile("^licence = "))
        expect(page.locator(".cm-lint-marker-error").first).to_be_visible()
        check_access(page)
        # A reload keeps the text; a link is checked when the reader asks for it.
        page.reload()
        expect(findings.first).to_have_text(re.compile("unknown key"), timeout=LONG)
        write(page, FENLAND)
        page.keyboard.press("Control+Enter")
        expect(status).to_have_text(re.compile("Nothing found"), timeout=LONG)
        page.locator("#packs-share").click()
        expect(page.locator("#packs-link")).to_have_value(re.compile("#pack="))
        link = page.locator("#packs-link").input_value()
        with page.expect_download() as saving:
            page.locator("#packs-save").click()
        assert Path(saving.value.path()).read_text(encoding="utf-8") == FENLAND
    with opened(browser, link) as page:
        expect(page.locator("#packs-unread")).to_have_text("This text comes from a link. Read it, then press Check.")
        expect(page.locator("#packs-loading")).to_be_hidden(timeout=LONG)
        expect(page.locator("#packs-status")).to_be_empty()
        page.locator("#packs-check").click()
        expect(page.locator("#packs-status")).to_have_text(re.compile("The Fenland. Nothing found"), timeout=LONG)
