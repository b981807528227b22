"""The page of puzzles, in a real browser, on the site as it is built: `nox -s browser`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, expect

from cairn_rules import cairn
from cairn_rules.cairn import Puzzle
from open_pages import LONG, Quiet, at_home, check_serious, choose_scheme, opened

SHORT, MEDIUM = 10, 301
"""The numbers of a puzzle of one turn, and of one of two turns with a reply of two actions."""
KEY = "cairn-rules.puzzles"


@pytest.fixture(scope="module")
def url(pages: str) -> str:
    """The address of the page."""
    return f"{pages}/puzzles/"


@pytest.fixture(scope="module")
def shared(browser: Browser, url: str) -> Iterator[Page]:
    """A page whose Python has started, which takes a while."""
    with opened(browser, url) as page:
        page.on("dialog", lambda dialog: dialog.accept())
        settle(page)
        expect(page.locator("#puzzles-missing")).to_be_hidden()
        yield page


@pytest.fixture
def page(shared: Page) -> Page:
    """The shared page on the puzzle of the day, and no puzzle is solved."""
    shared.set_viewport_size({"width": 1280, "height": 900})
    choose_scheme(shared, "light")
    shared.evaluate("for (const name of ['filter', 'go']) document.getElementById(`puzzles-${name}`).reset()")
    if shared.locator("#puzzles-clear").is_visible():
        shared.locator("#puzzles-clear").click()
    shared.locator("#puzzles-daily").click()
    expect(shared.locator("#puzzles-which")).to_have_text(re.compile("the puzzle of the day$"))
    settle(shared)
    return shared


def go(page: Page, number: int) -> None:
    """Open the puzzle with a number by its address."""
    page.evaluate("number => { location.hash = number; }", number)
    settle(page, number)


def puzzle(number: int) -> Puzzle:
    return cairn.puzzles()[number - 1]


def part(page: Page, name: str) -> str:
    return page.locator(f"#puzzles-{name}").inner_text()


def settle(page: Page, number: int | None = None) -> None:
    """Wait until Python is there, and the solver can decide; with a number, about that puzzle."""
    expect(page.locator("#puzzles-loading")).to_be_hidden(timeout=LONG)
    page.locator("#puzzles-table:not(.loading):is(.yours, .over)").wait_for()
    if number is not None:
        expect(page.locator("#puzzles-which")).to_have_text(re.compile(f"^Puzzle {number},"))


def click(page: Page, place: str) -> None:
    """Click a space, or what a selector names."""
    if place.startswith("#"):
        page.locator(place).click()
        return
    left, top, step = page.evaluate(
        """() => {
            document.querySelector("#puzzles-field").scrollIntoView({ block: "center" });
            const { left, top, width } = document.querySelector("#puzzles-field .cairn-field").getBoundingClientRect();
            return [left, top, width / 5];
        }"""
    )
    across, up = "abcde".index(place[0]), int(place[1]) - 1
    page.mouse.click(left + step * (4 - across + 0.5), top + step * (up + 0.5))


def words_of(number: int) -> list[str]:
    """What the buttons of the winner's actions in the solution say."""
    found = puzzle(number)
    return [
        cairn.describe(state, action)
        for state, action in zip(found.states, found.solution, strict=False)
        if cairn.current_player(state) == found.winner
    ]


def solve(page: Page, number: int) -> None:
    """Solve a puzzle with the buttons."""
    for words in words_of(number):
        page.get_by_role("button", name=words, exact=True).click()
        expect(page.locator("#puzzles-question")).to_have_text(re.compile(r"^(Right\. .|Solved)"))
        settle(page)
    expect(page.locator("#puzzles-question")).to_have_text(re.compile("^Solved"))


HELD = """
    window.held = new Promise((done) => { window.release = done; });
    window.Worker = class extends Worker {
        addEventListener(kind, listen) {
            super.addEventListener(kind, async (event) => { await window.held; listen(event); });
        }
    };
"""
"""Holds back what the worker says, until the page calls `release`."""


def test_the_puzzle_of_the_day_is_there_at_once_and_stays(browser: Browser, url: str) -> None:
    """So is that of a link, although a full stop ends its sentence. An action is judged once Python is loaded."""
    today = cairn.puzzle_of(datetime.now().date()).number  # noqa: DTZ005 (the day of the browser)
    with opened(browser, url, prepare=lambda page: page.add_init_script(HELD)) as page:
        page.locator("#puzzles-table.yours").wait_for()
        expect(page.locator("#puzzles-which")).to_have_text(re.compile(f"^Puzzle {today},.+, the puzzle of the day$"))
        assert part(page, "question") == f"{puzzle(today).task}. Find the first action."
        assert page.url == at_home(page, url)
        assert page.evaluate("document.activeElement === document.body")
        page.evaluate("number => { location.hash = `${number}. `; }", MEDIUM)
        expect(page.locator("#puzzles-which")).to_have_text(re.compile(f"^Puzzle {MEDIUM},"))
        assert page.url == at_home(page, f"{url}#{MEDIUM}")
        page.get_by_role("button", name=words_of(MEDIUM)[0], exact=True).click()
        expect(page.locator("#puzzles-loading")).to_contain_text("judged as soon as Python is loaded")
        page.evaluate("release()")
        settle(page, MEDIUM)
        question = page.locator("#puzzles-question")
        expect(question).to_have_text(re.compile(r"^Right\. You must use Cromlech"))
        wrong = page.locator("#puzzles-actions button", has_not_text=words_of(MEDIUM)[1])
        wrong.first.click()
        expect(page.locator("#puzzles-reason")).to_contain_text("no forced win in time")
        expect(question).to_have_text(re.compile("^You must use Cromlech"))


def test_a_puzzle_is_solved_by_clicks(page: Page) -> None:
    """The perspective is that of the winner; the opponent's replies are listed; the progress counts it."""
    places = (["a4", "b3"], ["b3", "d3"], ["#puzzles-tiles [data-tile=add]"], ["d3", "d2"], ["c3"])
    last = ["#puzzles-display .cairn-upcoming[aria-label^='Menhir']"]
    go(page, MEDIUM)
    before = part(page, "question")
    for clicks in (*places, last):
        for place in clicks:
            click(page, place)
        expect(page.locator("#puzzles-question")).not_to_have_text(before)
        expect(page.locator("#puzzles-question")).to_have_text(re.compile(r"^(Right\. .|Solved)"))
        settle(page)
        before = part(page, "question")
        if clicks == places[2]:
            assert "Sea adds a shaman on b1" in part(page, "told")
    assert part(page, "question") == "Solved. Forest has won: the third megalith is built."
    assert part(page, "progressed") == "1 of 600 solved."
    assert part(page, "which").endswith("solved")


FOCUSED = "document.activeElement.matches('svg [role=button]:focus-visible') && document.activeElement.ariaLabel"
"""The name of the place in a picture that has the focus, or false."""


def test_a_puzzle_is_solved_with_the_keyboard(page: Page) -> None:
    """Tab and arrow keys lead to a place in the picture, Enter clicks it; in the end the next puzzle has the focus."""
    go(page, SHORT)
    page.locator("#puzzles-question").focus()
    while not page.evaluate(FOCUSED):
        page.keyboard.press("Tab")
    first = page.evaluate(FOCUSED)
    page.keyboard.press("ArrowRight")
    assert page.evaluate(FOCUSED) != first
    count = page.locator("#puzzles-actions button").count()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator("#puzzles-actions button")).not_to_have_count(count)
    page.keyboard.press("Escape")
    expect(page.locator("#puzzles-actions button")).to_have_count(count)
    for words in words_of(SHORT):
        button = page.get_by_role("button", name=words, exact=True)
        while not button.evaluate("(button) => button === document.activeElement"):
            page.keyboard.press("Tab")
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
        page.keyboard.press("Enter")
        expect(button).to_be_hidden()
        settle(page)
    expect(page.locator("#puzzles-question")).to_have_text(re.compile("^Solved"))
    expect(page.locator("#puzzles-next")).to_be_focused()
    page.keyboard.press("Enter")
    settle(page, SHORT + 1)
    expect(page.locator("#puzzles-question")).to_be_focused()


def test_a_wrong_action_is_told_and_another_one_tried(page: Page) -> None:
    """An illegal click is explained, with its rule."""
    go(page, MEDIUM)
    page.get_by_role("button", name="Move from a4 to b5", exact=True).click()
    reason = page.locator("#puzzles-reason")
    expect(reason).to_have_text("Move from a4 to b5: this does not win by force. Try another action.")
    settle(page, MEDIUM)
    click(page, "a4")
    click(page, "e1")
    expect(reason).to_have_text("Not possible: e1 is not one step from a4. Rule 4.3")
    click(page, "a4")  # no longer
    solve(page, MEDIUM)


def test_hints_and_the_solution_help_and_count_as_help(page: Page) -> None:
    """The solution goes step by step, with the keyboard as well."""
    go(page, MEDIUM)
    hints = (
        "you transform a shaman",
        "needs the power of Memorial Mound",
        "Take the shaman on a4",
        "Move from a4 to b3",
    )
    for said in hints:
        page.locator("#puzzles-hint").click()
        expect(page.locator("#puzzles-reason")).to_contain_text(said)
    expect(page.locator("#puzzles-field .cairn-arrow")).to_have_count(1)
    page.locator("#puzzles-solution").click()
    expect(page.locator("#puzzles-steps li")).to_have_count(len(puzzle(MEDIUM).solution) + 1)
    expect(page.locator("#puzzles-forth")).to_be_focused()
    for index in range(len(puzzle(MEDIUM).solution)):
        expect(page.locator("#puzzles-steps [aria-current]")).to_have_count(1)
        assert part(page, "question").startswith(f"Step {index + 1} of 9. ")
        page.keyboard.press("Enter")
    assert part(page, "question") == "Step 9 of 9. Forest wins."
    expect(page.locator("#puzzles-again")).to_be_focused()
    page.locator("#puzzles-back").click()
    assert part(page, "question").startswith("Step 8 of 9. ")
    page.locator("#puzzles-again").click()
    settle(page, MEDIUM)
    solve(page, MEDIUM)
    assert part(page, "progressed") == "1 of 600 solved, 1 of them with help."


def test_progress_outlasts_a_reload_and_can_be_cleared(page: Page) -> None:
    go(page, SHORT)
    solve(page, SHORT)
    page.reload()
    settle(page, SHORT)
    assert part(page, "progressed") == "1 of 600 solved."
    page.locator("[name=state]").select_option("open")
    settle(page, SHORT + 1)
    page.locator("#puzzles-previous").click()
    settle(page, SHORT - 1)
    page.locator("#puzzles-clear").click()
    assert part(page, "progressed") == "0 of 600 solved."
    assert page.evaluate(f"localStorage.getItem('{KEY}')") == "{}"


COUNTED = 'import("./progress.js").then(({ Progress }) => new Progress(600).counts())'
"""What the page counts when it opens."""
STORED = ["{", "null", "7", '"solved"', '["solved", {}]', '{"0": "solved", "601": "solved", "x": "seen", "3": "lost"}']


def test_whatever_else_is_stored_is_ignored(page: Page) -> None:
    go(page, SHORT)
    for stored in STORED:
        page.evaluate("([key, stored]) => localStorage.setItem(key, stored)", [KEY, stored])
        assert page.evaluate(COUNTED) == {"solved": 0, "helped": 0}
    page.reload()
    settle(page, SHORT)
    assert part(page, "progressed") == "0 of 600 solved."
    solve(page, SHORT)
    assert page.evaluate(f"localStorage.getItem('{KEY}')") == f'{{"{SHORT}":"solved"}}'


DENIED = """
    for (const name of ["getItem", "setItem"]) {
        const usual = Storage.prototype[name];
        Storage.prototype[name] = function (key, ...rest) {
            if (key.startsWith("cairn-rules.")) throw new Error("denied");
            return usual.call(this, key, ...rest);
        };
    }
"""
"""Lets the browser store nothing of the page; the theme expects that it can."""


def test_without_storage_it_still_works(browser: Browser, url: str) -> None:
    with opened(browser, f"{url}#{SHORT}", prepare=lambda page: page.add_init_script(DENIED)) as page:
        settle(page, SHORT)
        solve(page, SHORT)
        assert part(page, "progressed") == "1 of 600 solved."


def test_a_puzzle_is_chosen_by_link_number_length_and_difficulty(page: Page, url: str) -> None:
    """The address names it, and Back leads to the one before."""
    go(page, 250)
    page.locator("[name=number]").fill("600")
    page.locator("[name=number]").press("Enter")
    settle(page, 600)
    assert page.url == at_home(page, f"{url}#600")
    page.go_back()
    settle(page, 250)
    page.locator("[name=turns]").select_option("3")
    page.locator("[name=difficulty]").select_option("4")
    settle(page)
    chosen = [each.number for each in cairn.puzzles() if (each.turns, each.difficulty) == (3, 4)]
    expect(page.locator("#puzzles-which")).to_contain_text("3 turns, difficulty 4 of 6")
    assert part(page, "found") == f"{len(chosen)} puzzles to choose from."
    for _ in range(2):
        page.locator("#puzzles-next").click()
        settle(page)
        expect(page.locator("#puzzles-which")).to_contain_text("3 turns, difficulty 4 of 6")
    page.locator("#puzzles-daily").click()
    expect(page.locator("#puzzles-which")).to_contain_text("the puzzle of the day")
    assert page.url == at_home(page, url)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("#601", "'601' is not a puzzle: their numbers are 1 to 600."),
        ("#%E0%A4%A", "'%E0%A4%A' is not a puzzle. A link names one by its number, such as #250."),
    ],
)
def test_a_link_to_no_puzzle_says_so_and_leads_to_the_puzzle_of_the_day(
    browser: Browser, url: str, address: str, said: str
) -> None:
    with opened(browser, url + address) as page:
        expect(page.locator("#puzzles-which")).to_contain_text("the puzzle of the day", timeout=LONG)
        assert part(page, "problem") == said


@pytest.mark.parametrize("width", [390, 1280])
def test_it_keeps_nobody_out(page: Page, width: int) -> None:
    """Board, choices and help are in reach, nothing is wider than a phone, and axe finds nothing serious."""
    page.set_viewport_size({"width": width, "height": 844})
    go(page, MEDIUM)
    page.evaluate("scrollTo(0, 0)")
    for name in ("field svg >> nth=0", "actions button >> nth=0", "hint"):
        box = page.locator(f"#puzzles-{name}").bounding_box()
        assert box is not None
        assert 0 <= box["y"] <= box["y"] + min(box["height"], 44) <= 844
    for name, shown in {"": "actions", "hint": "reason:not(:empty)", "solution": "steps"}.items():
        if name:
            page.locator(f"#puzzles-{name}").click()
        page.locator(f"#puzzles-{shown}").wait_for()
        page.wait_for_timeout(500)  # the pieces have moved
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for scheme in ("light", "dark"):
            choose_scheme(page, scheme)
            check_serious(page)


def test_a_screen_reader_finds_names_and_hears_what_happens(page: Page) -> None:
    go(page, MEDIUM)
    for name in ("The board", "Your decision", "What happened", "The rest of the table"):
        expect(page.get_by_role("region", name=name)).to_be_attached()
    assert page.get_by_role("button", name=re.compile("Forest shaman")).count() > 0
    for name in ("question", "told"):
        expect(page.locator(f"#puzzles-{name}")).to_have_attribute("aria-live", "polite")
    expect(page.locator("#puzzles-reason")).to_have_attribute("role", "alert")
    page.locator("#puzzles-field .cairn-megalith[aria-label^='Memorial Mound']").focus()
    mound = cairn.BASE_SET["mound"]
    expect(page.locator("#puzzles-stone")).to_have_text(f"{mound.name}: {mound.text}")


def test_after_the_first_visit_the_page_works_offline(browser: Browser, url: str, site: Path) -> None:
    assert url
    server = ThreadingHTTPServer(("localhost", 0), partial(Quiet, directory=site))
    Thread(target=server.serve_forever, daemon=True).start()
    home = f"http://localhost:{server.server_port}/puzzles/"
    with opened(browser, home) as page:
        settle(page)
        while not page.evaluate("caches.match('../play/python/modules.zip').then(Boolean)"):
            page.wait_for_timeout(200)  # it is the last file that is kept
        server.shutdown()
        server.server_close()
        page.goto(at_home(page, f"{home}#{SHORT}"))
        page.reload()
        settle(page, SHORT)
        solve(page, SHORT)
