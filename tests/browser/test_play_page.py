"""The page on which one plays, in a real browser, on the site as it is built: `nox -s browser`."""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any
from zlib import compressobj

import pytest
from playwright.sync_api import Browser, Page, expect

from cairn_rules import cairn, games, parse_record
from open_pages import LONG, Quiet, at_home, check_serious, choose_scheme, opened
from web.shared.games import board_of

DOCUMENTATION = "https://someone.github.io/cairn-rules/"
"""Where the site is published that these tests build."""


@pytest.fixture(scope="module")
def url(pages: str) -> str:
    """The address of the page."""
    return f"{pages}/play/"


@pytest.fixture(scope="module")
def shared(browser: Browser, url: str) -> Iterator[Page]:
    """A page whose Python has started, which takes a while."""
    with opened(browser, url) as page:
        page.on("dialog", lambda dialog: dialog.accept())
        started(page)
        yield page


@pytest.fixture(scope="module")
def phone(browser: Browser, url: str) -> Iterator[Page]:
    """The same on a phone."""
    with opened(browser, url, width=390, touch=True) as page:
        page.on("dialog", lambda dialog: dialog.accept())
        started(page)
        yield page


def started(page: Page) -> None:
    """Wait until Python is there."""
    expect(page.locator("#play-loading")).to_be_hidden(timeout=LONG)
    expect(page.locator("#play-missing")).to_be_hidden()
    settle(page)


@pytest.fixture
def page(shared: Page) -> Page:
    """The shared page, whose form is as it opens; the game before may be in progress."""
    reset(shared, 1280)
    return shared


def reset(page: Page, width: int) -> None:
    """Let a page be as it opens, but for the game before."""
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(reduced_motion="no-preference")
    choose_scheme(page, "light")
    page.evaluate(
        """() => {
            const part = (name) => document.getElementById(`play-${name}`);
            for (const each of document.querySelectorAll("#play details")) each.open = each === part("new");
            setTimeout = window.wait ?? setTimeout; // pauses are as long as ever until a game is started in a hurry
            part("setup").reset();
            part("seats").replaceChildren();
            part("game").dispatchEvent(new Event("change"));
            if (part("evaluate").checked) part("evaluate").click();
        }"""
    )


def start(page: Page, opponent: str = "random", tribe: str = "sea") -> None:
    """Start a game with a person and a computer player, whose pauses are short."""
    seats = ("person", opponent) if tribe == "sea" else (opponent, "person")
    for seat, who in enumerate(seats):
        page.locator("#play-seats select").nth(seat).select_option(who)
    page.evaluate("window.wait ??= setTimeout; setTimeout = (what, time) => wait(what, time / 9)")
    page.locator("#play-start").click()
    settle(page)


def settle(page: Page) -> None:
    """Wait until a person has to decide or to take the screen, or the game is over."""
    page.locator("#play-table:not(.loading):is(.yours, .over, :has(#play-look:not([hidden])))").wait_for()


def click(page: Page, place: str, tribe: str = "sea", *, touch: bool = False) -> None:
    """Click a place of the picture as a player does: a space, the village beyond, or what a selector names."""
    if place.startswith("#"):
        page.locator(place).click()
        return
    left, top, step = page.evaluate(
        """() => {
            document.querySelector("#play-field").scrollIntoView({ block: "center" });
            const { left, top, width } = document.querySelector("#play-field .cairn-field").getBoundingClientRect();
            return [left, top, width / 5];
        }"""
    )
    across, up = (2, 5.4) if place == "village" else ("abcde".index(place[0]), int(place[1]) - 1)
    if tribe == "forest" and place != "village":
        across, up = 4 - across, 4 - up
    point = left + step * (across + 0.5), top + step * (4.5 - up)
    (page.touchscreen.tap if touch else page.mouse.click)(*point)


def places(words: str) -> list[str]:
    """What to click for the action that a button says."""
    spaces = re.findall(r"\b[a-e][1-5]\b", words)
    if built := re.match("Build (.+?):", words):
        return [upcoming(built[1])]
    if put := re.match("Put (.+) in place of", words):
        return [upcoming(put[1]), *spaces]
    if turned := re.match("Turn over the (.+) tile", words):
        return [f"#play-tiles [data-tile={turned[1].lower()}]"]
    return [*spaces, "village"] if "out of the board" in words else spaces


def upcoming(name: str) -> str:
    """The selector of an upcoming megalith."""
    return f"#play-display .cairn-upcoming[aria-label^='{name} (']"


def best(words: list[str], tribe: str) -> str:
    """An action that goes ahead, so that games are short."""

    def worth(text: str) -> int:
        if text.startswith(("Build", "Transform")) or "out of the board" in text:
            return 100
        steps = [int(rank) for rank in re.findall(r"\b[a-e]([1-5])\b", text)]
        ahead = steps[-1] - steps[0] if len(steps) == 2 and text.startswith(("Move", "Jump")) else 0
        return 10 * (ahead if tribe == "sea" else -ahead) + (steps[0] if tribe == "sea" and steps else 0)

    return max(words, key=worth)


@pytest.mark.parametrize(("opponent", "tribe", "width"), [("random", "sea", 1280), ("greedy", "forest", 390)])
def test_a_game_is_played_to_its_end_by_clicks(page: Page, opponent: str, tribe: str, width: int) -> None:
    """Every click counts: each decision is one line longer, and the record is that of the whole game."""
    page.set_viewport_size({"width": width, "height": 900})
    start(page, opponent, tribe)
    while not page.locator("#play-table.over").count():
        before = page.locator("#play-record").input_value()
        words = best(page.locator("#play-actions button").all_inner_texts(), tribe)
        if found := places(words):
            for place in found:
                click(page, place, tribe)
        else:
            page.get_by_role("button", name=words, exact=True).click()
        expect(page.locator("#play-record")).not_to_have_value(before)
        settle(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    expect(page.locator("#play-question")).to_have_text(re.compile("^(You have|A draw)"))
    record = parse_record(page.locator("#play-record").input_value())
    assert record.outcome is not None
    assert record.tags[str(cairn.Tribe[tribe.upper()])] == "Person"


def test_an_illegal_click_is_explained_and_a_decision_taken_back(page: Page) -> None:
    """The reason is the library's, with a link to its rule; what is taken back is gone from the record."""
    start(page)
    record = page.locator("#play-record").input_value()
    click(page, "a1")
    click(page, "e4")
    expect(page.locator("#play-reason")).to_have_text("Not possible: e4 is not one step from a1. Rule 4.3")
    assert page.locator("#play-reason a").get_attribute("href") == "../games/cairn/#rule-4-3"
    expect(page.locator("#play-undo")).to_be_disabled()
    click(page, "a1")  # no longer
    words = page.locator("#play-actions button").first.inner_text()
    page.get_by_role("button", name=words, exact=True).click()
    expect(page.locator("#play-undo")).to_be_enabled()
    settle(page)
    assert parse_record(page.locator("#play-record").input_value()).actions
    page.locator("#play-undo").click()
    expect(page.locator("#play-record")).to_have_value(record)
    settle(page)
    expect(page.locator("#play-actions button").first).to_have_text(words)


def test_clicks_while_nobody_asks_decide_nothing(page: Page) -> None:
    """Whoever clicks twice in a hurry takes one action, as does who starts a game twice."""
    page.locator("#play-start").dblclick()
    settle(page)
    words = page.locator("#play-actions button", has_text="Move").first.inner_text()
    record = page.locator("#play-record").input_value()
    for place in places(words) * 3:
        click(page, place)
    expect(page.locator("#play-record")).not_to_have_value(record)
    settle(page)
    states = list(parse_record(page.locator("#play-record").input_value()).replay())
    assert [cairn.current_player(state) for state in states].count(cairn.Tribe.SEA) == 2


def test_the_keyboard_is_enough(page: Page) -> None:
    """Tab and Enter start a game and take actions; afterwards the focus is on the next ones, and it can be seen."""
    page.locator("select[name=game]").focus()
    while not page.evaluate("document.activeElement.id === 'play-start'"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    settle(page)
    expect(page.locator("#play-question")).to_be_focused()
    for _ in range(2):
        while not page.evaluate("document.activeElement.matches('#play-actions button')"):
            page.keyboard.press("Tab")
        before = page.locator("#play-record").input_value()
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
        page.keyboard.press("Enter")
        expect(page.locator("#play-record")).not_to_have_value(before)
        settle(page)
    expect(page.locator("#play-actions button").first).to_be_focused()


def test_a_megalith_tells_its_text_on_hover_and_on_focus(page: Page) -> None:
    page.get_by_text("House rules and seed").click()
    page.locator("input[name='option light']").check()
    start(page)
    for act, name in (("hover", "Chaos of the Giants"), ("focus", "Cairn of Dawn")):
        stone = page.locator(f"#play-field .cairn-megalith[aria-label^='{name}']")
        stone.hover() if act == "hover" else stone.focus()
        text = next(stone.text for stone in cairn.LIGHT_SET if stone.name == name)
        expect(page.locator("#play-stone")).to_have_text(f"{name}: {text}")


def test_hovering_a_button_shows_its_action(page: Page) -> None:
    """One action is drawn with an arrow; without it all are marked again."""
    start(page)
    arrows = page.locator("#play-field .cairn-arrow:not(.cairn-last, .cairn-last *)")
    page.locator("#play-actions button", has_text="Move").first.hover()
    expect(arrows).to_have_count(1)
    page.locator("#play-question").hover()
    expect(arrows).to_have_count(0)


def test_it_has_the_colours_of_the_page(browser: Browser, url: str) -> None:
    """Also when the reader has chosen another scheme than that of the system, with the site's own button."""
    with opened(browser, url, scheme="dark") as page:
        settle(page)
        colour = "getComputedStyle(document.querySelector('#play-field .cairn-background')).fill"
        assert page.evaluate(colour) == "rgb(22, 25, 29)"
        page.locator("label[for^=__palette]:visible").click()
        page.wait_for_function(f"{colour} === 'rgb(246, 242, 233)'")


HELD = """
    window.held = new Promise((done) => { window.release = done; });
    window.Worker = class extends Worker {
        addEventListener(kind, listen) {
            super.addEventListener(kind, async (event) => { await window.held; listen(event); });
        }
    };
"""
"""Holds back what the worker says, until the page calls `release`."""


def test_the_first_decision_needs_no_python_yet(browser: Browser, url: str) -> None:
    """The page opens on a stored board; what is clicked there is carried out once Python is loaded, and says so."""
    with opened(browser, url, prepare=lambda page: page.add_init_script(HELD)) as page:
        settle(page)
        expect(page.locator("#play-loading")).to_have_text("Python is loading. You can play already. ")
        expect(page.locator("#play-hint")).to_be_disabled()
        before = record_of(page)
        for place in places(page.locator("#play-actions button", has_text="Move").first.inner_text()):
            click(page, place)
        expect(page.locator("#play-loading")).to_contain_text("carried out as soon as Python is loaded")
        expect(page.locator("#play-actions button:enabled")).to_have_count(0)
        assert record_of(page) == before
        page.evaluate("release()")
        expect(page.locator("#play-loading")).to_be_hidden(timeout=LONG)
        expect(page.locator("#play-record")).not_to_have_value(before)
        settle(page)
        assert len(parse_record(record_of(page)).actions) > 1


def test_a_game_that_is_started_at_once_stays(browser: Browser, url: str) -> None:
    """The stored board, which comes later, does not take its place."""
    slow = """
        window.held = new Promise((done) => { window.release = done; });
        const usual = fetch;
        window.fetch = async (address) => {
            if (String(address).endsWith("opening.json")) await window.held;
            return usual(address);
        };
    """
    with opened(browser, url, prepare=lambda page: page.add_init_script(slow)) as page:
        page.locator("select[name=game]").select_option("korrigans")
        start(page, "person")
        record = record_of(page)
        page.evaluate("release()")
        page.wait_for_timeout(500)
        page.locator("#play-look").click()
        page.locator("#play-table.yours[data-game=korrigans]").wait_for()
        assert record_of(page).splitlines()[0] == '[Game "korrigans"]'
        assert record == ""  # while nobody has taken the screen


def test_a_failure_of_python_is_told(browser: Browser, url: str) -> None:
    broken = """window.Worker = class extends EventTarget {
        postMessage() { setTimeout(() => this.dispatchEvent(new ErrorEvent("error", { message: "no memory" }))); }
    };"""
    with opened(browser, url, prepare=lambda page: page.add_init_script(broken)) as page:
        said = "Python could not be loaded: no memory. Reload the page to try again."
        expect(page.locator("#play-problem")).to_have_text(said)


TEXTS = """() => [...document.querySelectorAll("#play svg text")].filter((each) => each.getClientRects().length)
    .map((each) => parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a).filter((size) => size > 0)"""
"""The sizes of the texts in pictures, in pixels."""
COVERED = """() => [...document.querySelectorAll("#play svg, #play-actions button")].filter((each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    const [across, down] = [x + width / 2, y + height / 2];
    if (down < 60 || down > innerHeight) return false;
    return !each.contains(document.elementFromPoint(across, down)) && !each.closest("ul");
}).length"""
"""How many pictures have something else over their middle."""


@pytest.mark.parametrize(("width", "height"), [(1280, 900), (390, 844)])
@pytest.mark.parametrize("game", ["cairn", "korrigans", "endless-winter"])
def test_board_and_choices_are_in_reach_and_can_be_read(page: Page, game: str, width: int, height: int) -> None:
    """Also after a decision that was taken further down. Nothing covers the board."""
    page.set_viewport_size({"width": width, "height": height})
    page.locator("select[name=game]").select_option(game)
    page.locator("input[name=seed]").evaluate("(seed) => { seed.value = 5; }")
    start(page, "person")
    take_screen(page)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    before = page.locator("#play-record").input_value()
    page.locator("#play-actions button").first.evaluate("(button) => button.click()")
    expect(page.locator("#play-record")).not_to_have_value(before)
    take_screen(page)
    for part in ("#play-field svg >> nth=0", "#play-actions button >> nth=0"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + min(box["height"], 60) <= height
    assert page.evaluate(COVERED) == 0
    if game == "endless-winter":
        assert min(page.evaluate(TEXTS)) >= 11.9


def where(place: str) -> str:
    """The selector of a place, as the ways of actions name it."""
    kind, _, name = place.partition(" ")
    if kind == "korrigan":
        seat, number = name.split(".")
        return f'[data-seat="{seat}"][data-korrigan="{number}"]'
    return f'[data-{kind}="{name}"]'


POINT = """(selector) => {
    for (const element of [...document.querySelectorAll(selector)].reverse()) {
        element.scrollIntoView({ block: "center", behavior: "instant" });
        const { x, y, width, height } = element.getBoundingClientRect();
        for (const across of [0.5, 0.2, 0.8]) for (const down of [0.5, 0.2, 0.8]) {
            const point = [x + width * across, y + height * down];
            if (element.contains(document.elementFromPoint(...point))) return point;
        }
    }
}"""
"""Where the pointer hits one of some elements, the one on top first."""


@pytest.mark.parametrize("game", ["korrigans", "endless-winter"])
def test_what_has_a_place_is_taken_by_clicks(page: Page, game: str) -> None:
    """Forty decisions, or a whole game: each is taken in the picture if it has a way of its own."""
    rules: Any = games.known(game)
    board, rng, clicks = board_of(rules), Random(3), 0
    page.emulate_media(reduced_motion="reduce")  # so that places are where they are seen
    choose(page, game)
    start(page)
    for _ in range(40):
        if page.locator("#play-table.over").count():
            break
        before = record_of(page)
        *_, state = parse_record(before).replay()
        ways = board.ways(state)
        counts = Counter(way for found in ways.values() for way in found)
        action = rng.choice(tuple(ways))
        own = [way for way in ways[action] if counts[way] == 1]
        if own:
            for place in min(own, key=len):
                page.mouse.move(1, 1)  # off the buttons, which mark their own action alone
                point = page.wait_for_function(POINT, arg=f"#play-table svg {where(place)}")
                page.mouse.click(*point.json_value())
            clicks += 1
        else:
            page.locator("#play-actions button").nth(tuple(ways).index(action)).click()
        expect(page.locator("#play-record")).not_to_have_value(before)
        settle(page)
    taken = parse_record(record_of(page)).actions
    assert clicks > len(taken) / 5


@pytest.mark.parametrize("game", ["cairn", "korrigans", "endless-winter"])
def test_the_keyboard_goes_from_place_to_place_in_the_picture(page: Page, game: str) -> None:
    """Tab leads to one, arrow keys to the next, Enter clicks; then the focus goes to what is next, or to a button."""
    focused = "document.activeElement.matches('svg [role=button]:focus-visible') && document.activeElement.ariaLabel"
    choose(page, game)
    start(page)
    before = record_of(page)
    page.locator("#play-question").focus()
    while not page.evaluate(focused):
        page.keyboard.press("Tab")
    first = page.evaluate(focused)
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focused) != first
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(focused) == first
    for _ in range(3):
        page.keyboard.press("Enter")
        page.wait_for_function(GONE_ON, arg=[before, page.locator("#play-actions button").count()])
        if record_of(page) != before:
            break
    assert record_of(page) != before
    settle(page)
    page.wait_for_function(f"{focused} || document.activeElement.matches('#play-actions button')")


GONE_ON = """([record, number]) => {
    const buttons = document.querySelectorAll("#play-actions button:enabled").length;
    return document.getElementById("play-record").value !== record || (buttons > 0 && buttons < number);
}"""
"""Whether a click has made the record longer or the list of actions shorter."""


def test_escape_takes_the_first_click_of_an_action_back(page: Page) -> None:
    start(page)
    buttons = page.locator("#play-actions button")
    number = buttons.count()
    page.locator("#play-field svg [role=button][aria-label^='Sea shaman']").first.focus()
    page.keyboard.press("Enter")
    expect(buttons).not_to_have_count(number)
    page.keyboard.press("Escape")
    expect(buttons).to_have_count(number)


def choose(page: Page, game: str) -> None:
    """Choose a game with the seed 5 in the form."""
    page.locator("#play-new").evaluate("(form) => { form.open = true; }")
    page.locator("select[name=game]").select_option(game)
    page.get_by_text("House rules and seed").click()
    page.locator("input[name=seed]").fill("5")


def record_of(page: Page) -> str:
    return page.locator("#play-record").input_value()


def move_once(page: Page) -> None:
    """Take the first action of the list, and wait for the answer."""
    before = record_of(page)
    page.locator("#play-actions button").first.click()
    expect(page.locator("#play-record")).not_to_have_value(before)
    settle(page)


def take_screen(page: Page) -> None:
    """Show what the person who decides may see."""
    settle(page)
    if page.locator("#play-look").is_visible():
        page.locator("#play-look").click()
        page.locator("#play-table.yours").wait_for()


PLAY_ON = """async () => {
    const part = (name) => document.getElementById(`play-${name}`);
    const rest = () => new Promise((done) => setTimeout(done, 5));
    let looks = 0;
    while (!part("table").classList.contains("over")) {
        const buttons = part("actions").querySelectorAll("button:enabled");
        if (!part("look").hidden) {
            part("look").click();
            looks += 1;
            while (!part("look").hidden) await rest();
        } else if (buttons.length) buttons[Math.floor(Math.random() * buttons.length)].click();
        await rest();
    }
    return looks;
}"""
"""Plays a game of two people to its end by the buttons; returns how often the screen was handed over."""


@pytest.mark.parametrize("game", ["korrigans", "endless-winter"])
def test_two_people_play_a_whole_game_and_hand_over_the_screen(page: Page, game: str) -> None:
    """Each game that hides something asks for the next person before it shows their view."""
    page.set_viewport_size({"width": 390, "height": 900})
    page.set_default_timeout(4 * LONG)
    page.locator("select[name=game]").select_option(game)
    page.locator("#play-seats select").nth(1).select_option("person")
    page.locator("#play-start").click()
    settle(page)
    assert page.evaluate(PLAY_ON) > 2
    record = parse_record(record_of(page))
    assert record.outcome is not None
    expect(page.locator("#play-question")).to_contain_text(re.compile("won|draw|wins"))


@pytest.mark.parametrize(
    ("game", "marked"),
    [
        ("cairn", "cairn-last"),
        ("korrigans", "korrigans-target.play-last"),
        ("endless-winter", "winter-target.play-last"),
    ],
)
def test_a_game_is_played_by_touch_and_in_progress_it_keeps_nobody_out(phone: Page, game: str, marked: str) -> None:
    """On a phone, upright and across, nothing scrolls sideways, and axe finds nothing serious."""
    reset(phone, 390)
    choose(phone, game)
    start(phone, "person")
    take_screen(phone)
    before = record_of(phone)
    if game == "cairn":
        for place in places(phone.locator("#play-actions button", has_text="Move").first.inner_text()):
            click(phone, place, touch=True)
    else:
        phone.locator("#play-field :is(.korrigans-target, .winter-target)").first.tap()
    phone.wait_for_function("(before) => document.getElementById('play-record').value !== before", arg=before)
    take_screen(phone)
    expect(phone.locator(f"#play .{marked}").first).to_be_visible()
    for width, height in ((390, 844), (844, 390)):
        phone.set_viewport_size({"width": width, "height": height})
        assert phone.evaluate("document.documentElement.scrollWidth") <= width
        assert phone.evaluate("Math.max(...[...play.querySelectorAll('div')].map((each) => each.scrollWidth))") <= width
    check_serious(phone)


def test_a_reload_goes_on_with_the_game_of_the_tab(browser: Browser, url: str) -> None:
    """Also in the middle of a turn. Two tabs keep their own games, and a third one starts afresh."""
    with opened(browser, url) as page:
        page.locator("#play-seats select").nth(1).select_option("person")
        page.get_by_text("Open a game").click()
        text = b"2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0"
        page.locator("#play-file").set_input_files({"name": "position.txt", "mimeType": "text/plain", "buffer": text})
        expect(page.locator("#play-text")).to_have_value(text.decode())
        page.locator("#play-open").click()
        settle(page)
        page.get_by_role("button", name="Move out of the board from c5").click()
        expect(page.locator("#play-question")).to_have_text("Sea must build on c5: choose an upcoming megalith.")
        mine = record_of(page)
        other = page.context.new_page()
        other.goto(at_home(page, url))
        expect(other.locator("#play-start")).to_be_enabled()
        expect(other.locator("#play-table.yours")).to_be_visible()
        assert record_of(other) != mine
        start(other)
        theirs = record_of(other)
        for tab, record in ((page, mine), (other, theirs)):
            tab.reload()
            settle(tab)
            expect(tab.locator("#play-record")).to_have_value(record)


def test_a_game_in_progress_is_not_replaced_without_a_question(browser: Browser, url: str) -> None:
    with opened(browser, url) as page:
        start(page)
        move_once(page)
        record, asked = record_of(page), list[str]()
        page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
        page.get_by_text("New game").click()
        page.locator("#play-start").click()
        assert asked == ["The game in progress will be lost. Start another one?"]
        assert record_of(page) == record
        page.once("dialog", lambda dialog: dialog.accept())
        page.locator("#play-start").click()
        expect(page.locator("#play-record")).not_to_have_value(record)


def build_on_c5(page: Page, other: str, *, free: bool = False) -> None:
    """Let Sea leave and build, so that a megalith is drawn, against another player."""
    page.evaluate("for (const each of document.querySelectorAll('#play details')) each.open = true")
    page.locator("#play-seats select").nth(1).select_option(other)
    page.get_by_label("Undo also what has shown something hidden").set_checked(free)
    page.locator("#play-text").fill("2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir fairy,mound 0-0")
    page.locator("#play-open").click()
    expect(page.locator("#play-where")).to_have_text("After 0 of 0 decisions")
    settle(page)
    for words in ("Move out of the board from c5", "Build Alley of Dusk"):
        page.get_by_role("button", name=words).click()
        settle(page)
    expect(page.locator("#play-record")).to_have_value(re.compile("=alley"))


def test_what_was_shown_is_taken_back_after_a_question_and_not_between_people(browser: Browser, url: str) -> None:
    """With the choice under "House rules and seed", it always is. The record says what was taken back."""
    with opened(browser, url) as page:
        started(page)
        build_on_c5(page, "random")
        record, asked = record_of(page), list[str]()
        page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
        page.locator("#play-undo").click()
        expect(page.locator("#play-undo")).to_be_enabled()
        assert "This has shown you something hidden: Alley of Dusk is built on c5." in asked[0]
        assert record_of(page) == record
        page.locator("#play-undo").click()
        expect(page.get_by_role("button", name="Build Alley of Dusk")).to_be_visible()
        assert parse_record(record_of(page)).tags["Undo"].startswith("2: =alley ")
        page.on("dialog", lambda dialog: dialog.accept())
        build_on_c5(page, "person")
        expect(page.locator("#play-undo")).to_be_disabled()
        refused = "What has shown something hidden is not taken back between people."
        expect(page.locator("#play-undo")).to_have_attribute("title", refused)
        build_on_c5(page, "person", free=True)
        page.locator("#play-undo").click()
        expect(page.get_by_role("button", name="Build Alley of Dusk")).to_be_visible()
        assert parse_record(record_of(page)).tags["Undo"] == "free; 2: =alley"


def test_hint_resign_undo_redo_and_play_again(page: Page) -> None:
    start(page)
    page.locator("#play-hint").click()
    expect(page.locator("#play-reason")).to_have_text(re.compile("^Hint: "))
    move_once(page)
    after = record_of(page)
    page.locator("#play-undo").click()
    expect(page.locator("#play-redo")).to_be_enabled()
    page.locator("#play-redo").click()
    expect(page.locator("#play-record")).to_have_value(after)
    page.locator("#play-resign").click()
    expect(page.locator("#play-question")).to_have_text("You have lost: Sea resigned.")
    resigned = record_of(page)
    page.locator("#play-rematch").click()
    expect(page.locator("#play-record")).not_to_have_value(resigned)
    settle(page)
    assert parse_record(record_of(page)).outcome is None


def test_a_link_opens_the_game_in_a_fresh_profile(browser: Browser, url: str, page: Page) -> None:
    """A damaged link, and a damaged save, get a sentence."""
    start(page)
    move_once(page)
    record = record_of(page)
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.get_by_text("Share or save the game").click()
    page.locator("#play-link").click()
    expect(page.locator("#play-copied")).to_have_text("Copied.")
    link = page.evaluate("window.copied")
    with page.expect_download() as saved:
        page.locator("#play-save").click()
    assert Path(saved.value.path()).read_text(encoding="utf-8") == record
    with page.expect_download() as drawn:
        page.locator("#play-draw").click()
    assert Path(drawn.value.path()).read_text(encoding="utf-8").startswith("<svg")
    with opened(browser, f"{link}. ") as other:  # as at the end of a sentence
        settle(other)
        expect(other.locator("#play-record")).to_have_value(record)
        assert other.url == at_home(other, url)
    with opened(browser, link[:-9]) as other:
        expect(other.locator("#play-problem")).to_contain_text("This link is damaged")
        other.evaluate("localStorage.setItem('cairn-rules.play.1', '[Game \"cairn')")
        other.reload()
        expect(other.locator("#play-problem")).to_contain_text(
            "The saved game is damaged and cannot be opened: ", timeout=LONG
        )
        expect(other.locator("#play-start")).to_be_enabled()


def test_a_link_to_too_long_a_text_is_refused_after_little_of_it(browser: Browser, url: str) -> None:
    """Half a megabyte may inflate to hundreds; the page stops after one."""
    packer = compressobj(9, wbits=-15)
    packed = b"".join((*(packer.compress(bytes(2**20)) for _ in range(400)), packer.flush()))
    link = f"#game={urlsafe_b64encode(packed).decode().rstrip('=')}"
    count = """async (link) => {
        let bytes = 0;
        const Inflated = DecompressionStream;
        DecompressionStream = function (format) {
            const { writable, readable } = new Inflated(format);
            const transform = (piece, to) => { bytes += piece.length; to.enqueue(piece); };
            return { writable, readable: readable.pipeThrough(new TransformStream({ transform })) };
        };
        const { linked } = await import("./links.js");
        location.hash = link;
        const told = await linked().then(() => "opened", (problem) => problem.name);
        return [told, bytes];
    }"""
    with opened(browser, url) as page:
        told, inflated = page.evaluate(count, link)
        assert told == "RangeError"
        assert 1_000_000 < inflated < 2_000_000
    with opened(browser, url + link) as page:
        expect(page.locator("#play-problem")).to_contain_text("The game in this link is too long")
        assert page.url == at_home(page, url)
        expect(page.locator("#play-start")).to_be_enabled()


def test_the_last_move_is_marked_and_moves_are_shown(page: Page) -> None:
    """Unless the reader prefers less motion."""
    click_and_count = """(button) => new Promise((done) => {
        const field = document.getElementById("play-field");
        const count = () => done(field.querySelector("svg").getAnimations({ subtree: true }).length);
        new MutationObserver(count).observe(field, { childList: true });
        button.click();
    })"""
    start(page, "person")
    words = page.locator("#play-actions button", has_text="Move").first
    for motion in ("no-preference", "reduce"):
        page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
        assert bool(words.evaluate(click_and_count)) == (motion == "no-preference")
        assert page.locator("#play-field [class*=cairn-last]").count() > 0


class Released(Quiet):
    """A server on which a release can appear."""

    release = ""

    def do_GET(self) -> None:  # noqa: N802 - the name that the class asks for
        """Answer with another release once there is one."""
        if not self.release or not self.path.startswith("/release.json"):
            return super().do_GET()
        release = json.loads(Path(self.directory, "release.json").read_text(encoding="utf-8"))
        body = json.dumps(release | {"release": self.release}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        return None


def test_after_the_first_visit_the_page_works_offline(browser: Browser, url: str, site: Path) -> None:
    """Also where its folder is served alone: then the menu leads to the published site, and there is no search.

    A new release replaces what was kept of the old one.
    """
    assert url
    server = ThreadingHTTPServer(("localhost", 0), partial(Released, directory=site / "play"))
    Thread(target=server.serve_forever, daemon=True).start()
    kept = "async () => Boolean(await caches.match('python/pyodide.asm.wasm'))"
    with opened(browser, f"http://localhost:{server.server_port}/") as page:
        tab = page.locator(".md-tabs").get_by_role("link", name="Rules", exact=True)
        expect(tab).to_have_attribute("href", f"{DOCUMENTATION}games/")
        expect(page.locator("#play")).to_have_attribute("data-site", DOCUMENTATION)
        expect(page.locator("[name=search]")).to_have_count(0)
        start(page)
        page.wait_for_function(kept)
        Released.release = "other"
        page.reload()
        settle(page)
        page.wait_for_function("async () => (await caches.keys()).join() === 'cairn-rules-play-other'")
        page.wait_for_function(kept)
        record = record_of(page)
        server.shutdown()
        server.server_close()
        page.reload()
        settle(page)
        expect(page.locator("#play-record")).to_have_value(record)
    Released.release = ""


def share(page: Page) -> str:
    """The chance of the first seat, as the bar says it."""
    return page.locator("#play-chances span").first.inner_text()


def test_an_evaluation_is_shown_when_it_is_asked_for_and_remembered(page: Page) -> None:
    """A second after a move at most: chances, lines and arrows. Axe finds nothing serious."""
    start(page, "person")
    expect(page.locator("#play-chances")).to_be_hidden()
    page.get_by_label("Evaluate the position").check()
    expect(page.locator("#play-lines li")).to_have_count(3, timeout=LONG)
    assert re.fullmatch(r"Sea \d+ %", share(page))
    *_, state = parse_record(record_of(page)).replay()
    assert re.match(rf"{cairn.current_player(state)} \d+ %: ", page.locator("#play-lines li").first.inner_text())
    page.mouse.move(0, 0)
    expect(page.locator("#play-field svg .cairn-fainter").first).to_be_attached()
    for scheme in ("light", "dark"):
        choose_scheme(page, scheme)
        check_serious(page)
    before = page.locator("#play-lines").inner_text()
    page.locator("#play-actions button").first.click()
    settle(page)
    expect(page.locator("#play-lines")).not_to_have_text(before)
    page.reload()
    expect(page.get_by_label("Evaluate the position")).to_be_checked()
    expect(page.locator("#play-lines li")).to_have_count(3, timeout=LONG)
    page.get_by_label("Evaluate the position").uncheck()
    expect(page.locator("#play-chances")).to_be_hidden()
    expect(page.locator("#play-field svg .cairn-fainter")).to_have_count(0)


def test_another_move_is_tried_by_keyboard_and_the_game_goes_on(page: Page) -> None:
    """The slider leads back, a button begins a variation, and the record keeps it."""
    start(page)
    for _ in range(3):
        page.locator("#play-actions button").first.click()
        settle(page)
        expect(page.locator("#play-undo")).to_be_enabled()
    before = record_of(page)
    slider = page.get_by_role("slider", name="Decision")
    count = int(slider.input_value())
    slider.focus()
    page.keyboard.press("Home")
    expect(page.locator("#play-where")).to_have_text(f"After 0 of {count} decisions")
    expect(slider).to_be_focused()
    assert slider.get_attribute("aria-valuetext") == f"After 0 of {count} decisions"
    expect(page.locator("#play-undo")).to_be_disabled()
    page.get_by_role("button", name="One decision on").click()
    expect(page.locator("#play-where")).to_have_text(f"After 1 of {count} decisions")
    record = parse_record(before)
    played = cairn.describe(tuple(record.replay())[1], record.actions[1])
    page.locator("#play-actions button").filter(has_not_text=played).first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#play-where")).to_contain_text("in a variation from decision 2")
    settle(page)
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator("#play-where")).to_have_text(f"After {count} of {count} decisions")
    settle(page)
    record = parse_record(record_of(page))
    assert record.actions == parse_record(before).actions
    assert len(record.variations[1]) == 1
    page.reload()
    settle(page)
    assert parse_record(record_of(page)) == record


@pytest.mark.parametrize("game", ["korrigans", "endless-winter"])
def test_a_phone_has_room_for_the_evaluation_of_other_games(phone: Page, game: str) -> None:
    reset(phone, 390)
    phone.locator("select[name=game]").select_option(game)
    start(phone)
    phone.get_by_label("Evaluate the position").check()
    expect(phone.locator("#play-lines li").first).to_be_visible()
    assert re.fullmatch(r"[A-Z][a-z]+ \d+ %", share(phone))
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_game_that_is_over_is_reviewed(page: Page) -> None:
    """A click on the chart or on a mistake leads to its state. Axe finds nothing serious."""
    text = "2s2/5/5/5/4f s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn,a2=mound,e4=haven alley,menhir - 2-2"
    page.locator("#play-seats select").nth(1).select_option("person")
    page.get_by_text("Open a game").click()
    page.locator("#play-text").fill(text)
    page.locator("#play-open").click()
    for place in ("c5-c4", "e1-x", "=alley"):
        settle(page)
        expect(page.get_by_role("button", name="Review the game")).to_be_hidden()
        state = next(iter(parse_record(record_of(page)).replay()))
        for action in parse_record(record_of(page)).actions:
            state = cairn.apply(state, action)
        words = cairn.describe(state, cairn.parse_action(place, state))
        page.get_by_role("button", name=words, exact=True).click()
        expect(page.locator("#play-record")).to_have_value(re.compile(re.escape(place)))
    page.get_by_role("button", name="Review the game").click()
    mistake = page.get_by_role("button", name="1. Sea: c5-c4 ??")
    expect(mistake).to_be_visible()
    expect(page.locator("#play-sums li").first).to_have_text(re.compile("^Sea: 1 turn, "))
    for width, scheme in ((1280, "dark"), (390, "light")):
        page.set_viewport_size({"width": width, "height": 900})
        choose_scheme(page, scheme)
        check_serious(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        mistake.click()
        expect(page.locator("#play-where")).to_have_text("After 0 of 3 decisions")
        expect(page.locator("#play-field .cairn-arrow[data-to=x]")).to_be_visible()
        expect(page.locator("#play-field .cairn-in-muted.cairn-arrow[data-to=c4]")).to_be_visible()
        box = page.locator("#play-chart svg").bounding_box()
        assert box is not None
        page.locator("#play-chart svg").click(position={"x": box["width"] * 2 / 3, "y": 40})
        expect(page.locator("#play-where")).to_have_text("After 2 of 3 decisions")
        assert page.locator("#play-chart .chart-at").get_attribute("d") == "M486 6v120"
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the review as a page").click()
    assert "Sea could have won in 1 turn." in Path(download.value.path()).read_text(encoding="utf-8")
