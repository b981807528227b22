"""The page for packs in a real browser, on the site as it is built: `nox -s browser`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pack_examples import examples
from playwright.sync_api import Browser, expect

from open_pages import LONG, at_home, check_access, loaded, opened, write

_, FENLAND, _, CARDS = (each["text"] for each in examples())


@pytest.fixture(scope="module")
def url(pages: str) -> str:
    """The address of the page."""
    return f"{pages}/packs/"


def test_a_pack_of_the_role_playing_game(browser: Browser, url: str) -> None:
    """It is checked, mended, kept, shared by a link, and played."""
    with opened(browser, url) as page:
        status, findings = page.locator("#packs-status"), page.locator("#packs-findings li")
        expect(status).to_have_text("A pack of the role-playing game: The Heath. Nothing found.")
        assert page.locator(".cm-line").count() < 15  # all of the pack is seen, with its verdict
        # All faults at once, after a pause: with path, line and mark in the editor.
        write(page, FENLAND.replace('license = "', 'licence = "'))
        expect(status).to_have_text(re.compile(r"fault"), timeout=LONG)
        loaded(page, "packs")
        expect(findings.first).to_have_text("Line 6 $.licence unknown key; did you mean 'license'?")
        findings.first.get_by_role("button").click()
        expect(page.locator(".cm-activeLine")).to_have_text(re.compile("^licence = "))
        expect(page.locator(".cm-lint-marker-error").first).to_be_visible()
        check_access(page, "#packs", 320, 1280)
        # A reload keeps the text; a link is checked when the reader asks for it.
        page.reload()
        expect(findings.first).to_have_text(re.compile("unknown key"), timeout=LONG)
        write(page, FENLAND)
        page.keyboard.press("Control+Enter")
        expect(status).to_have_text(re.compile("Nothing found"), timeout=LONG)
        # A character of its background fights one of its creatures.
        page.get_by_role("button", name="Roll a character").click()
        expect(page.locator("#packs-sheet")).to_contain_text("Eel Warden", timeout=LONG)
        page.locator("#packs-creature").select_option("mire-hog")
        page.get_by_role("button", name="Fight it").click()
        expect(page.locator("#packs-diagram")).to_contain_text("Mire Hog", timeout=LONG)
        expect(page.locator("#packs-question a")).to_have_attribute("href", re.compile("/games/cairn-rpg/#rule-r73$"))
        before = page.locator("#packs-diagram").inner_text()
        page.locator("#packs-actions button").first.click()  # only one: the foe, if it is faster, may end the fight
        expect(page.locator("#packs-undo")).to_be_enabled(timeout=LONG)
        assert page.locator("#packs-diagram").inner_text() != before
        expect(page.locator("#packs-told li").first).to_be_visible()
        page.locator(".cm-content").press("Control+Home")
        check_access(page, "#packs", 320, 1280)
        page.locator("#packs-share").click()
        expect(page.locator("#packs-link")).to_have_value(re.compile("#pack="))
        link = page.locator("#packs-link").input_value()
        write(page, CARDS)  # the link does not hold this text
        expect(page.locator("#packs-link")).to_be_hidden()
        expect(page.locator("#packs-shared")).to_be_empty()
        with page.expect_download() as saving:
            page.locator("#packs-save").click()
        assert Path(saving.value.path()).read_text(encoding="utf-8") == CARDS
        # A link opens in the tab too, and the text before stays saved.
        page.evaluate("link => { location.href = link; }", link)
        expect(page.locator("#packs-unread")).to_have_text(
            re.compile("^This text comes from a link. Read it, then press")
        )
        page.evaluate("location.hash = 'how-to-write-a-pack'")
        other = page.context.new_page()
        other.goto(at_home(page, url))
        expect(other.locator("#packs-status")).to_have_text(re.compile("My cards. Nothing found"), timeout=LONG)
        expect(page.locator("#packs-loading")).to_be_hidden(timeout=LONG)
        expect(page.locator("#packs-status")).to_be_empty()
        page.locator("#packs-check").click()
        expect(page.locator("#packs-status")).to_have_text(re.compile("The Fenland. Nothing found"), timeout=LONG)


def test_a_pack_of_endless_winter_cards(browser: Browser, url: str) -> None:
    """Its faults have their lines; without them, a game with its cards opens on the page to play on."""
    with opened(browser, url) as page:
        loaded(page, "packs")
        page.locator("#packs-example").select_option(label="A mill that the fen has taken, a dungeon")
        page.locator("#packs-open").click()
        expect(page.locator("#packs-dungeon")).to_be_visible(timeout=LONG)
        page.locator("#packs-example").select_option(label="My cards, a copy of the built-in pack of Endless Winter")
        page.locator("#packs-open").click()
        status = page.locator("#packs-status")
        expect(status).to_have_text("A pack of Endless Winter: My cards. Nothing found.", timeout=LONG)
        write(page, CARDS.replace('"food(3)"', '"foot(3)"', 1))
        expect(page.locator("#packs-findings li")).to_contain_text("Line 175 $.culture[0].effect", timeout=LONG)
        expect(page.locator("#packs-cards")).to_be_hidden()
        write(page, CARDS.replace("Controlled Fire", "Tame Fire"))
        expect(status).to_have_text(re.compile("Nothing found"), timeout=LONG)
        page.get_by_role("button", name="Deal a game").click()
        expect(page.locator("#play-game")).to_be_attached(timeout=LONG)
        expect(page.locator("#play-actions button").first).to_be_enabled(timeout=LONG)
        assert "Tame Fire" in page.locator("#play-record").input_value()
        page.locator("#play-actions button").first.click()
        expect(page.locator("#play-undo")).to_be_enabled(timeout=LONG)
        # Another game leaves that one saved, with its pack: a new tab opens it.
        page.go_back()
        page.get_by_role("button", name="Deal a game").click(timeout=LONG)
        expect(page.locator("#play-actions button").first).to_be_enabled(timeout=LONG)
        expect(page.locator("#play-undo")).to_be_disabled()
        other = page.context.new_page()
        other.goto(page.url)
        expect(other.locator("#play-undo")).to_be_enabled(timeout=LONG)
        assert "Tame Fire" in other.locator("#play-record").input_value()
