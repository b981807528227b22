"""The fight, the journey and the dungeon on the page of the Warden, in a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from open_pages import LONG, check_serious, choose_scheme, opened

PARTY = "#v=1&seed=7&players=3"
FOES = "2 wolf; Chief: 6 HP, axe (d8)"


@pytest.fixture(scope="module")
def url(served: str) -> str:
    return f"{served}/warden/"


@pytest.fixture(scope="module")
def shared(browser: Browser, url: str) -> Iterator[Page]:
    """The page with its Python, which takes a while to start, and with a party of three."""
    with opened(browser, url + PARTY, touch=True) as page:
        seated(page)
        yield page


@pytest.fixture(scope="module")
def table(shared: Page) -> str:
    """The address of the table before anything has happened, from its link."""
    shared.evaluate("navigator.clipboard.writeText = async (text) => { document.title = text; }")
    shared.get_by_role("button", name="Copy a link").click()
    expect(shared).to_have_title(re.compile("#table="))
    return shared.title().partition("#")[2]


@pytest.fixture
def page(shared: Page, table: str) -> Page:
    """The shared page, on which nothing has happened to the party."""
    shared.set_viewport_size({"width": 1280, "height": 900})
    choose_scheme(shared, "light")
    shared.evaluate(
        """(table) => {
            document.getElementById("warden-status").replaceChildren();
            for (const each of document.querySelectorAll("#warden section form")) each.reset();
            for (const each of document.querySelectorAll("#warden details")) each.open = false;
            document.querySelector("#warden-fight > details").open = true;
            location.hash = table;
        }""",
        table,
    )
    expect(shared.locator("#warden-status")).to_have_text("Opened a table")
    seated(shared)
    return shared


def seated(page: Page) -> None:
    expect(page.locator("#warden-members article")).to_have_count(3, timeout=LONG)


def fight(page: Page) -> Locator:
    return page.locator("#warden-fight")


def begin(page: Page, foes: str = FOES, first: str = "pcs_ready") -> Locator:
    """Begin a fight, and return its panel."""
    panel = fight(page)
    panel.get_by_label("Foes", exact=True).fill(foes)
    panel.get_by_text("Circumstances", exact=True).click()
    panel.get_by_label("The first round").select_option(first)
    panel.get_by_role("button", name="Begin the fight").click()
    expect(panel.locator(".question")).to_contain_text(re.compile(r"begin the fight[^\[]*$"))
    expect(panel.locator(".cited a").first).to_be_visible()  # the rule is small print below
    expect(panel.locator(".primary:visible")).to_have_count(1)  # the next step
    return panel


def choose(panel: Locator, name: str) -> None:
    panel.locator(".choices").get_by_role("button", name=name).first.click()


def test_the_odds_appear_while_the_foes_are_typed(page: Page) -> None:
    """As bars, numbers and a sentence for screen readers; a mistake gets a sentence, and goes with it."""
    panel = fight(page)
    foes = panel.get_by_label("Foes", exact=True)
    foes.press_sequentially("2 wolff")
    expect(panel.locator(".progress")).to_contain_text("neither a creature of the book nor a stat line")
    foes.press("Backspace")
    expect(panel.get_by_role("status")).to_have_text(
        re.compile(r"The party wins with a probability of \d+\.\d %\. It takes"), timeout=LONG
    )
    expect(panel.get_by_role("table", name="The fate of each").locator("tbody tr")).to_have_count(5)
    assert panel.locator(".track.side-0 > span").first.evaluate("bar => bar.getBoundingClientRect().width") > 50
    assert "2 Root Goblin" in foes_offered(page, "2 ro")
    assert "wolf; Root Goblin" in foes_offered(page, "wolf; ro")


def foes_offered(page: Page, typed: str) -> list[str]:
    fight(page).get_by_label("Foes", exact=True).fill(typed)
    page.wait_for_function(
        "start => document.querySelector('#warden-creatures option').value.startsWith(start)", arg=typed[:-2]
    )
    found: list[str] = page.locator("#warden-creatures option").evaluate_all("all => all.map(({ value }) => value)")
    return found


def test_a_fight_is_clicked_through_and_survives_a_reload(page: Page) -> None:
    """Wounds are on the sheets, rules are links, everything is undone, and a closed tab loses nothing."""
    panel = begin(page, "Ogre: 40 HP, 18 STR, club (d4)")
    choose(panel, "The fight begins")
    expect(panel.locator(".question")).to_contain_text("what does Baladria do?")
    panel.get_by_label("The computer plays the foes").check()
    for name in ("Baladria", "Landsford", "Aster"):
        expect(panel.locator("li.decides")).to_contain_text(name)
        choose(panel, "Ogre")
    expect(panel.locator(".question")).to_contain_text("Round 2")
    expect(panel.locator(".lines a").first).to_have_attribute("href", re.compile(r"/games/cairn-rpg/#rule-r\d+$"))
    assert "40/40" not in panel.locator(".sides").inner_text()
    expect(panel.get_by_role("status")).to_contain_text("The party wins with", timeout=LONG)
    before = panel.locator(".sides").inner_text(), panel.locator(".lines").inner_text()
    page.reload()
    expect(panel.locator(".question")).to_contain_text("Round 2", timeout=LONG)
    assert (panel.locator(".sides").inner_text(), panel.locator(".lines").inner_text()) == before
    panel.get_by_role("button", name="Leave the fight").click()
    expect(panel.get_by_label("Foes", exact=True)).to_have_value("Ogre: 40 HP, 18 STR, club (d4)")
    page.get_by_role("button", name="Undo").click()
    expect(panel.locator(".question")).to_contain_text("Round 2")


def test_real_dice_are_typed_by_keyboard_alone(page: Page) -> None:
    """The focus goes from the decision to its dice and to the next decision; an impossible face gets a sentence."""
    panel = begin(page, "Rat: 1 HP, 1 STR, bite (d4)", first="save")
    panel.get_by_label("Real dice, typed in").check()
    panel.locator(".choices button").first.focus()
    page.keyboard.press("Enter")
    faces = panel.locator("[name=faces]")
    expect(faces).to_be_focused()
    expect(panel.locator(".needed")).to_have_text('Type a face of a d20 for "Baladria\'s DEX save [R73]"')
    page.keyboard.type("21")
    page.keyboard.press("Enter")
    expect(page.locator("#warden-problem")).to_contain_text("give a whole number from 1 to 20")
    expect(faces).to_have_value("21")
    faces.fill("1 20 20")
    page.keyboard.press("Enter")
    expect(panel.locator(".question")).to_contain_text("what does Baladria do?")
    expect(page.locator("#warden-problem")).to_be_empty()
    expect(panel.locator(".choices button").first).to_be_focused()
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
    page.keyboard.press("Enter")
    expect(faces).to_be_focused()
    page.keyboard.type("6")
    page.keyboard.press("Enter")
    expect(panel.locator(".question")).to_have_text("Party wins: defeat.")
    left = panel.locator(".running").locator("button, input, select, summary").filter(visible=True)
    expect(left).to_have_text(["Put the fight away"])
    expect(left).to_have_class(re.compile("primary"))
    expect(left).to_be_focused()
    left.click()
    expect(panel.locator(".plan")).to_be_visible()


def test_refusals_are_in_words(page: Page) -> None:
    panel = begin(page)
    choose(panel, "The fight begins")
    panel.get_by_text("Type a decision").click()
    panel.get_by_label("Decision").fill("2:wait")
    panel.get_by_role("button", name="Decide", exact=True).click()
    expect(page.locator("#warden-problem")).to_contain_text("Baladria")
    expect(panel.get_by_label("Decision")).to_have_value("2:wait")
    panel.get_by_label("Decision").fill("baladria:wait")
    panel.get_by_role("button", name="Decide", exact=True).click()
    expect(panel.locator("li.decides")).to_contain_text("Landsford")


def test_the_warden_changes_circumstances_and_lets_foes_join(page: Page) -> None:
    panel = begin(page)
    choose(panel, "The fight begins")
    panel.get_by_text("Circumstances of a fighter").click()
    panel.get_by_label("Whom").select_option("The party")
    panel.get_by_label("Position").select_option("impaired")
    panel.get_by_label("Until").select_option("the end of this round")
    panel.get_by_role("button", name="Judge the position").click()
    expect(panel.locator(".choices .group").first).to_contain_text("(d4)")
    expect(panel.locator(".sides")).to_contain_text("attacks by it are impaired up to round 1")
    expect(panel.locator(".found dl")).to_contain_text("The party wins if its attacks are enhanced", timeout=LONG)
    panel.get_by_label("Fighter").select_option("Chief")
    panel.get_by_label("It is").select_option("asleep")
    panel.get_by_role("button", name="Change").click()
    expect(panel.locator(".sides")).to_contain_text("Chief is asleep")
    panel.get_by_label("More foes").fill("root goblin")
    panel.get_by_role("button", name="They join").click()
    expect(panel.locator(".sides")).to_contain_text("Root Goblin")
    expect(panel.get_by_label("More foes")).to_have_value("")


def test_a_dungeon_on_paper_counts_turns_and_lights(page: Page) -> None:
    panel = page.locator("#warden-dungeon")
    panel.get_by_role("heading", name="The dungeon").click()
    panel.get_by_role("button", name="Enter the dungeon").click()
    expect(panel.locator(".where")).to_have_text("Area 1 (dark). Turns so far: 0.")
    choose(panel, "Go to a new area")
    choose(panel, "Lights Torch")
    panel.get_by_role("button", name="Nobody else does anything").click()
    expect(panel.locator(".where")).to_have_text("Area 2 (dark). Turns so far: 1.")
    expect(panel.locator(".lights li.burns")).to_have_text("Torch (2 of 3), Baladria: burns")
    expect(panel.locator(".lines")).to_contain_text("Dungeon Events [R162]: d6:")
    panel.get_by_role("button", name="Put the dungeon away").click()
    expect(panel.locator(".enter")).to_be_visible()


def test_a_journey_is_forecast(page: Page) -> None:
    """Legs are put together from lists, or typed; the plan is kept."""
    panel = page.locator("#warden-journey")
    panel.get_by_role("heading", name="The journey").click()
    panel.get_by_label("To", exact=True).fill("Mill")
    panel.get_by_role("button", name="Add this leg").click()
    expect(panel.get_by_label("Legs of the way")).to_have_value("Mill: road short easy")
    panel.get_by_role("button", name="Forecast").click()
    expect(panel.get_by_role("status")).to_contain_text("the party arrives with a probability of 100.0 %", timeout=LONG)
    expect(panel.get_by_role("img")).to_be_visible()
    panel.get_by_label("Legs of the way").fill("Mill: raod")
    panel.get_by_role("button", name="Forecast").click()
    expect(panel.locator(".progress")).to_contain_text("did you mean 'road'?")
    page.reload()
    seated(page)
    expect(panel.get_by_label("Legs of the way")).to_have_value("Mill: raod")


def test_it_fits_and_keeps_nobody_out(page: Page) -> None:
    """Neither contrast nor names, roles or order: axe finds nothing serious in any panel."""
    panel = begin(page)
    choose(panel, "The fight begins")
    expect(panel.get_by_role("status")).to_contain_text("The party wins with", timeout=LONG)
    page.locator("#warden-dungeon h2").click()
    page.get_by_role("button", name="Enter the dungeon").click()
    expect(page.locator("#warden-dungeon .where")).to_be_visible()
    page.locator("#warden-journey h2").click()
    page.get_by_label("Legs of the way").fill("Mill: road short easy")
    page.get_by_role("button", name="Forecast").click()
    expect(page.locator("#warden-journey .verdict")).not_to_be_empty(timeout=LONG)
    sections = "#warden-fight, #warden-journey, #warden-dungeon"
    page.evaluate("document.querySelectorAll('section details').forEach((each) => { each.open = true; })")
    wide = "names => [...document.querySelectorAll(names)].some((each) => each.scrollWidth > each.clientWidth)"
    small = "all => all.filter((each) => each.offsetHeight < 40).map(({ textContent }) => textContent)"
    for width, scheme in ((320, "dark"), (768, "light"), (1280, "dark")):
        page.set_viewport_size({"width": width, "height": 900})
        choose_scheme(page, scheme)
        assert not page.evaluate(wide, sections)
        check_serious(page, *sections.split(", "))
        assert page.locator(f":is({sections}) button:visible").evaluate_all(small) == []


def test_the_fight_goes_on_without_a_network(page: Page) -> None:
    """Its modules of Python are in the archive that is kept at the first visit."""
    panel = begin(page)
    choose(panel, "The fight begins")
    while not page.evaluate("caches.match('../play/python/modules.zip').then(Boolean)"):
        page.wait_for_timeout(200)  # it is the last file that is kept
    page.context.set_offline(True)
    page.reload()
    expect(panel.locator(".question")).to_contain_text("what does Baladria do?", timeout=LONG)
    panel.get_by_role("button", name="The computer decides this turn").click()
    expect(panel.locator(".lines")).to_contain_text("damage to")
    page.context.set_offline(False)
