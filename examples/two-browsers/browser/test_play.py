"""Two real browsers play: `pytest browser`, with Playwright, and Chromium or the one that $BROWSER names."""  # noqa: INP001

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

PROGRAM = os.environ.get("BROWSER") or shutil.which("chromium") or shutil.which("google-chrome")


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    """Where a server listens."""
    command = [sys.executable, "-m", "two_browsers", "--database", str(tmp_path / "games.sqlite"), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603 - our own
        assert server.stdout
        yield server.stdout.readline().strip()
        server.kill()


@pytest.fixture
def browser() -> Iterator[Browser]:
    """Chromium, without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=PROGRAM)
        yield browser
        browser.close()


def page(browser: Browser, url: str, problems: list[str]) -> Page:
    """A separate browser; every error in it is recorded."""
    page = browser.new_context(viewport={"width": 360, "height": 740}).new_page()
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text))
    page.goto(url)
    return page


def test_two_browsers_play_by_buttons_and_on_the_board(browser: Browser, url: str) -> None:
    """The page also has its style and colours, and its security policy blocks no part of it."""
    problems: list[str] = []
    start = page(browser, url, problems)
    start.get_by_role("button", name="New game").click()
    expect(start.locator("#links a")).to_have_count(2)
    links = [link.inner_text() for link in start.locator("#links a").all()]
    players = [page(browser, link, problems) for link in links]
    for player, tribe in zip(players, ("Sea", "Forest"), strict=True):
        expect(player.locator("#seat")).to_have_text(f"Cairn: you are {tribe}")
    mine, other = sorted(players, key=lambda player: player.locator("#status").inner_text(), reverse=True)
    expect(mine.locator("#status")).to_have_text("Your decision")
    expect(other.locator("#actions button")).to_have_count(0)
    mine.get_by_role("button", name="Add a shaman").click()
    expect(other.locator("#status")).to_have_text("Your decision")
    expect(other.locator("#happened li").first).to_contain_text("adds a shaman on")
    words = other.get_by_role("button", name="Move").first.inner_text().split()
    for space in (words[2], words[4]):  # "Move from c1 to c2"
        other.locator(f"#picture rect[data-space={space}]").first.click(force=True)
    expect(mine.locator("#happened li").first).to_contain_text(f"moves {words[2]}-{words[4]}")
    for player in players:
        assert player.evaluate("document.documentElement.scrollWidth") == 360
        assert (
            player.locator("#picture .cairn-field").evaluate("part => getComputedStyle(part).fill")
            == "rgb(235, 228, 212)"
        )
    assert problems == []
