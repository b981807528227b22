"""A game with the megalith of the workshop in a real browser, on the site as it is built: `nox -s browser`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from cairn_rules import cairn, parse_record
from open_pages import LONG, check_access, loaded, opened, write
from web.workshop.page import SOURCE
from web.workshop.stone import read_stone
from web.workshop.stone_game import source_in

FAILS = SOURCE.replace("if shaman", "if site.nothing and shaman")
LOOPS = SOURCE.replace("    for shaman", "    while True:\n        pass\n    for shaman")


@pytest.fixture(scope="module")
def page(browser: Browser, pages: str) -> Iterator[Page]:
    """The page with its Python, and the tool open."""
    with opened(browser, f"{pages}/workshop/") as page:
        page.on("dialog", lambda dialog: dialog.accept())
        loaded(page, "workshop")
        page.locator("#game-section > summary").click()
        yield page


def start(page: Page, opponent: str) -> None:
    """Start a game of the seed 7, in which the reader is Sea and the megalith is on b3."""
    page.locator("#game-seats select").nth(1).select_option(opponent)
    page.locator("#game-deal").select_option("board")
    for name, value in (("seed", "7"), ("option first", "sea"), ("option faces", "wooe")):
        page.locator(f"#game-setup input[name='{name}']").fill(value)
    page.get_by_role("button", name="Start a game").click()
    settle(page)


def settle(page: Page) -> None:
    """Wait until the reader decides."""
    expect(page.locator("#game-table.yours[aria-busy=false]")).to_be_visible(timeout=LONG)


def count(page: Page) -> int:
    """The number of decisions."""
    return int(page.locator("#game-place").get_attribute("max") or "")


def take(page: Page, words: str) -> None:
    page.locator("#game-actions").get_by_role("button", name=words, exact=True).click()
    settle(page)


def place(page: Page, name: str) -> None:
    page.locator(f"#game-pictures [data-place='{name}']").click(force=True)  # also where no action goes


def open_again(page: Page, said: str, played: int) -> None:
    """Read what is on offer, and let it run."""
    expect(page.locator("#game-offered")).to_contain_text(said, timeout=LONG)
    expect(page.locator("#game-text")).to_have_text(SOURCE)
    page.get_by_role("button", name="Run this text and open the game").click()
    expect(page.locator("#game-offer")).to_be_hidden(timeout=LONG)
    settle(page)
    assert count(page) == played


def play(page: Page) -> None:
    """Start a game; see a reason, a reply, an undo and a hint; change the text."""
    start(page, "greedy")
    expect(page.locator("#game-question")).to_have_text("Your turn: add, move or jump a shaman.")
    expect(page.locator("#game-question")).to_be_focused()
    for name in ("a1", "e4"):
        place(page, name)
    expect(page.locator("#game-reason")).to_have_text("Not possible: e4 is not one step from a1. Rule 4.3")
    page.keyboard.press("Escape")
    for name in ("a1", "a2"):
        page.locator(f"#game-field [data-place='{name}']").focus()
        page.keyboard.press("Enter")
    expect(page.locator("#game-told li")).not_to_have_count(0, timeout=LONG)
    settle(page)
    expect(page.locator("#game-told")).to_contain_text("Sea moves a1-a2")
    expect(page.locator("#game-field [data-place='a2']")).to_be_focused()
    assert count(page) >= 2
    page.locator("#game-undo").click()
    settle(page)
    assert count(page) == 0
    take(page, "Move from a1 to a2")
    page.locator("#game-hint").click()
    expect(page.locator("#game-reason")).to_contain_text("Hint: ", timeout=LONG)
    page.locator("#game-field [data-place='b3']").focus()
    expect(page.locator("#game-stone")).to_contain_text("Beacon: Call another shaman")
    expect(page.locator("#game-changed")).to_be_hidden()
    write(page, FAILS)
    expect(page.locator("#game-changed")).to_contain_text("keeps the megalith that it began with")


def test_a_game_is_played_kept_saved_and_opened_again(page: Page, tmp_path: Path) -> None:
    play(page)
    check_access(page, "#game-section", 1280, 320)
    played = count(page)
    # 1. the record, as the library reads it
    with page.expect_download() as saved:
        page.locator("#game-save").click()
    record = tmp_path / saved.value.suggested_filename
    saved.value.save_as(record)
    text = record.read_text(encoding="utf-8")
    assert source_in(text) == SOURCE
    found_record = parse_record(text, registry=cairn.BASE_SET | read_stone(SOURCE))
    assert len(found_record.actions) == played
    page.locator("#game-link").click()
    expect(page.locator("#game-address")).to_be_visible()
    link = page.locator("#game-address").input_value()
    # 2. a reload, a link and a file: each shows the text, which runs after a click
    page.reload()
    loaded(page, "workshop")
    expect(page.locator("#game-table")).to_be_hidden()
    open_again(page, "This game was under way", played)
    page.goto("about:blank")
    page.goto(link)
    open_again(page, "The link has a game.", played)
    page.locator("#game-file").set_input_files(record)
    open_again(page, "The record has Python code", played)
    page.locator("#game-back").click()
    expect(page.locator("#game-where")).to_have_text(f"After {played - 1} of {played} decisions", timeout=LONG)
    page.locator("#game-leave").click()
    settle(page)
    take(page, page.locator("#game-actions button").first.inner_text())
    assert count(page) > played


def test_a_megalith_that_fails_or_never_ends_leaves_the_game_as_it_was(page: Page) -> None:
    for source, said in (
        (FAILS, "The megalith fails: Line 12 the power of 'beacon'"),
        (LOOPS, "No answer. It was stopped."),
    ):
        write(page, source)
        start(page, "person")
        for words in ("Move from a1 to a2", "Add a shaman on b5"):
            take(page, words)
        page.locator("#game-actions").get_by_role("button", name="Move from a2 to b3", exact=True).click()
        if source == LOOPS:
            page.wait_for_timeout(500)
            page.locator("#game-stop").click()
        reason = page.locator("#game-reason")
        expect(reason).to_contain_text(said, timeout=LONG)
        expect(reason).to_contain_text("The game is as it was before.")
        settle(page)
        assert count(page) == 2
        expect(page.locator("#workshop-editor .cm-content")).to_contain_text("def beacon")
    take(page, "Move from c1 to d2")
    assert count(page) == 3


WRITES = """
import sys
sys.modules["web.workshop.stone_game"]._tags.__code__ = (lambda source: {"Megaliths": "raise SystemExit"}).__code__
"""
"""Lets the records of games have another text."""


def test_a_record_is_given_away_with_the_text_of_the_game_alone(page: Page) -> None:
    write(page, SOURCE + WRITES)
    start(page, "person")
    for button in ("save", "link"):
        page.locator(f"#game-{button}").click()
        expect(page.locator("#game-problem, #game-reason")).to_contain_text(["SystemExit"], timeout=LONG)
    write(page, SOURCE)
    start(page, "person")
    with page.expect_download() as saved:
        page.locator("#game-save").click()
    assert source_in(Path(saved.value.path()).read_text(encoding="utf-8")) == SOURCE


def test_a_text_from_a_record_waits_in_the_editor_until_it_may_run(page: Page, tmp_path: Path) -> None:
    write(page, SOURCE)
    start(page, "person")
    with page.expect_download() as saved:
        page.locator("#game-save").click()
    record = tmp_path / "record.txt"
    record.write_text(Path(saved.value.path()).read_text(encoding="utf-8").replace("Beacon", "Fire"), encoding="utf-8")
    page.locator("#workshop-run").click()
    loaded(page, "workshop")
    page.locator("#game-file").set_input_files(record)
    page.get_by_role("button", name="Put it into the editor").click()
    unread = page.locator("#workshop-unread")
    expect(unread).to_have_text("This text comes from a game, and has not run yet. Read it, then press Run.")
    page.wait_for_timeout(1_500)  # a text that may run is checked then
    expect(page.locator("#workshop-checking")).not_to_contain_text("Fire")
    page.reload()
    loaded(page, "workshop")
    expect(unread).to_contain_text("Read it, then press Run.")
    expect(page.locator("#workshop-question")).to_have_text("")
    page.locator("#workshop-run").click()
    loaded(page, "workshop")
    expect(unread).to_be_hidden()
    expect(page.locator("#workshop-question")).to_contain_text("Fire")
