"""The web page of a record in a real browser: `nox -s browser`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from attrs import evolve
from playwright.sync_api import Browser, Page, expect

from cairn_rules import Match, Record, cairn, parse_record
from cairn_rules.cairn.pictures.colours import DARK, LIGHT
from cairn_rules.cairn.texts import words
from cairn_rules.history.page import html_page


@pytest.fixture(scope="module")
def record() -> Record:
    match, rng = Match(cairn, seed=7), Random(1)
    while match.outcome is None:
        match.do(rng.choice(match.legal_actions))
    return evolve(Record.of(match, tags={"Sea": "Ann", "Forest": "Ben"}), comments={2: "Interesting <i>!</i>"})


@pytest.fixture
def page(browser: Browser, record: Record, tmp_path: Path) -> Iterator[Page]:
    """The page, opened as a file; whatever goes wrong in it fails the test."""
    file = tmp_path / "game.html"
    file.write_text(html_page(record), encoding="utf-8")
    problems: list[str] = []
    opened = browser.new_page()
    opened.on("pageerror", lambda error: problems.append(str(error)))
    opened.on("console", lambda message: problems.append(message.text))
    opened.goto(file.as_uri())
    yield opened
    opened.close()
    assert problems == []


def place(page: Page) -> int:
    return int(page.locator("#slider").input_value())


def shown_title(page: Page) -> str | None:
    return page.locator("#picture svg > title").text_content()


def title(record: Record, place: int) -> str:
    return words.title(tuple(record.replay())[place])


def test_the_start_is_shown_first(page: Page, record: Record) -> None:
    assert page.title() == "Ann and Ben"
    assert place(page) == 0
    assert shown_title(page) == title(record, 0)
    expect(page.locator("#back")).to_be_disabled()


def test_keys_lead_through_the_game(page: Page, record: Record) -> None:
    last = len(record.actions)
    for key, expected in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", last),
        ("ArrowRight", last),
        ("Home", 0),
        ("ArrowLeft", 0),
    ):
        page.keyboard.press(key)
        assert place(page) == expected
        assert shown_title(page) == title(record, expected)
        assert page.url.endswith(f"#{expected}")


def test_up_and_down_lead_from_turn_to_turn(page: Page, record: Record) -> None:
    """In this game the ninth turn has two decisions, so it ends at the tenth."""
    turns = [state.turn for state in record.replay()]
    for _ in range(9):
        page.keyboard.press("ArrowDown")
    assert place(page) == turns.index(9) == 10
    page.keyboard.press("ArrowUp")
    assert place(page) == turns.index(8) == 8


def test_the_slider_follows_the_mouse(page: Page, record: Record) -> None:
    page.locator("#slider").click()  # in its middle
    assert abs(place(page) - len(record.actions) / 2) <= 2
    assert shown_title(page) == title(record, place(page))


def test_a_decision_can_be_clicked(page: Page, record: Record) -> None:
    page.locator("nav a").nth(5).click()
    expect(page.locator("#slider")).to_have_value("5")  # links lead by the address, which takes a moment
    assert shown_title(page) == title(record, 5)
    assert page.locator("nav a[aria-current]").count() == 1
    assert page.locator("nav a").nth(5).get_attribute("aria-current") == "step"


def test_the_buttons_do_what_they_say(page: Page, record: Record) -> None:
    last = len(record.actions)
    for button, expected in (("On", 1), ("On", 2), ("Back", 1), ("End", last), ("Start", 0)):
        page.get_by_role("button", name=button, exact=True).click()
        assert place(page) == expected


def test_the_caption_tells_the_decision_and_the_comment_as_text(page: Page, record: Record) -> None:
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    text = page.locator("#caption").inner_text()
    assert cairn.format_action(record.actions[1]) in text
    assert "Interesting <i>!</i>" in text


def test_playing_goes_on_by_itself_and_stops(page: Page) -> None:
    page.keyboard.press("Space")
    expect(page.locator("#slider")).to_have_value("2")
    page.keyboard.press("Space")
    stopped = place(page)
    page.wait_for_timeout(1500)
    assert place(page) == stopped
    assert page.locator("#play").inner_text() == "Play"


def test_an_address_leads_to_a_state(page: Page, record: Record) -> None:
    page.goto(page.url.partition("#")[0] + "#7")
    expect(page.locator("#slider")).to_have_value("7")
    assert shown_title(page) == title(record, 7)
    page.evaluate("location.hash = '#nonsense'")
    expect(page.locator("#slider")).to_have_value("0")


def test_picture_and_controls_fit_into_a_window(page: Page) -> None:
    box = page.locator("#play").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 720


@pytest.mark.parametrize("width", [320, 800, 1400])
def test_nothing_stands_out_of_the_window(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= width


ANNOTATED = """\
[Game "cairn"]
[Format "2"]
[Position "2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0"]

1. c5-x
  ( 1. c5-c4 ?! {Slow.} 2. e1-x =menhir
    ( 2. =alley )
  )
=alley
result: *
"""
"""States 0 to 2 are those of the main line, 3 to 5 those of the variation, 6 that of the variation within it."""


@pytest.fixture
def annotated(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    file = tmp_path / "annotated.html"
    file.write_text(html_page(parse_record(ANNOTATED)), encoding="utf-8")
    opened = browser.new_page()
    opened.goto(file.as_uri())
    yield opened
    opened.close()


def state(page: Page) -> str:
    """The number of the state shown, which its link in the list of decisions also has."""
    shown = page.url.rpartition("#")[2]
    current = page.locator("nav a[aria-current]")
    assert [each.get_attribute("href") for each in current.all()] == [f"#{shown}"]
    return shown


def test_keys_stay_in_a_variation_until_it_is_left(annotated: Page) -> None:
    """The slider is as long as the line that is followed: the decisions before the variation, and its own."""
    leave = annotated.get_by_role("button", name="Leave variation")
    expect(leave).to_be_hidden()
    annotated.get_by_role("link", name="Variation, 1. Sea: c5-c4 ?!").click()
    expect(annotated.locator("#caption strong")).to_have_text("1. Sea: c5-c4 ?!")
    expect(annotated.locator("#caption em").first).to_have_text("?!: dubious")
    expect(leave).to_be_visible()
    assert annotated.locator("#slider").get_attribute("max") == "3"
    for key, expected in (("ArrowRight", "4"), ("End", "5"), ("ArrowLeft", "4"), ("Home", "0"), ("ArrowRight", "3")):
        annotated.keyboard.press(key)
        assert state(annotated) == expected
    annotated.keyboard.press("End")
    annotated.keyboard.press("Escape")
    assert (state(annotated), place(annotated)) == ("0", 0)
    expect(leave).to_be_hidden()
    annotated.keyboard.press("End")
    assert state(annotated) == "2"
    annotated.keyboard.press("Escape")  # there is nothing to leave
    assert state(annotated) == "2"


def test_a_variation_is_entered_by_the_keyboard_alone(annotated: Page) -> None:
    link = annotated.get_by_role("link", name="Variation, 1. Sea: c5-c4 ?!")
    link.focus()
    annotated.keyboard.press("Enter")
    expect(annotated.locator("#caption strong")).to_have_text("1. Sea: c5-c4 ?!")
    annotated.keyboard.press("ArrowRight")
    annotated.get_by_role("link", name="Variation, 2. Forest: =alley").press("Enter")
    expect(annotated.locator("#caption strong")).to_have_text("2. Forest: =alley")
    assert (state(annotated), place(annotated)) == ("6", 3)
    annotated.get_by_role("button", name="Leave variation").press("Enter")
    assert (state(annotated), place(annotated)) == ("4", 2)


def test_lists_of_variations_are_named(annotated: Page) -> None:
    """For screen readers; a decision of one leads into it, one of the main line out of it."""
    outer = annotated.get_by_role("list", name="Variation instead of c5-x")
    inner = outer.get_by_role("list", name="Variation instead of =menhir")
    inner.get_by_role("link", name="=alley").click()
    expect(annotated.locator("#caption strong")).to_have_text("2. Forest: =alley")
    assert (state(annotated), place(annotated)) == ("6", 3)
    annotated.locator("nav > ol > li > a", has_text="=alley").click()
    expect(annotated.locator("#caption strong")).to_have_text("1. Sea: =alley")
    assert (state(annotated), place(annotated)) == ("2", 2)


def test_a_click_on_the_chart_leads_to_a_state(page: Page, record: Record, tmp_path: Path) -> None:
    last = len(record.actions)
    expect(page.locator("#chart")).to_have_count(0)  # the record has no values
    judged = evolve(record, values={place: (place / last, -place / last) for place in range(last + 1)})
    file = tmp_path / "judged.html"
    file.write_text(html_page(judged), encoding="utf-8")
    page.goto(file.as_uri())
    chart = page.locator("#chart svg")
    expect(chart).to_have_accessible_name(re.compile("Sea is ahead above"))
    box = chart.bounding_box()
    assert box is not None
    for part in (0.5, 0.01, 0.99):
        chart.click(position={"x": part * box["width"], "y": 40})
        assert abs(place(page) - part * last) <= 1 + last / 100
        across = page.evaluate("document.querySelector('#chart .chart-at').getBBox().x")
        assert across == pytest.approx(6 + 720 * place(page) / last, abs=0.01)


def test_a_named_colour_of_an_arrow_follows_the_scheme(page: Page) -> None:
    """A hexadecimal one is the same in both; the inside of a hollow head follows the scheme for each."""
    state = cairn.new_game(seed=7)
    colour_of = {"a5-a4": "highlight", "c5-c4": "muted", "e5-e4": "#d0009e"}
    arrows = {cairn.parse_action(text, state): colour for text, colour in colour_of.items()}
    page.set_content(cairn.svg(state, arrows=arrows))
    look = "all => all.map(each => [getComputedStyle(each).stroke, getComputedStyle(each).fill])"
    for scheme, colours in (("light", LIGHT), ("dark", DARK)):
        page.emulate_media(color_scheme=scheme)
        wanted = [f"rgb{(*bytes.fromhex(each[1:]),)}" for each in ("#d0009e", colours.muted, colours.highlight)]
        assert [stroke for stroke, _ in page.locator(".cairn-shaft").evaluate_all(look)] == wanted
        edge = f"rgb{(*bytes.fromhex(colours.edge[1:]),)}"
        assert page.locator(".cairn-fainter.cairn-head").evaluate_all(look) == [[each, edge] for each in wanted[:2]]
