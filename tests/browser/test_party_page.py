"""The page on which one makes characters, in a real browser, on the site as it is built: `nox -s browser`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from cairn_rules.cairn_rpg.formats.character_files import read_characters
from open_pages import LONG, at_home, check_serious, choose_scheme, opened

PARTY = "#v=1&seed=7&players=4"
NAMES = ["Baladria", "Landsford", "Aster", "Sable"]
DAMAGED = {
    "v=1&seed=x&players=2": "'x' is not a seed",
    "v=9&seed=7": "a newer version of this page (version 9; this page reads version 1)",
    "seed=7": "It has no version",
    "%": "has no value",
    "%E0%A4%A": "has no value",
    "v=1&name=%ff": "is not encoded as UTF-8",
    "v=1&background=<b>": "is not a background",
    "\"'\\]": "has no value",
    "v=1&" + "x" * 20_000: "It is longer than 10000 characters",
    "v=1&str=18&dex=18&wil=18": "one character in 10,077,696 has at least STR 18, DEX 18 and WIL 18",
}


@pytest.fixture(scope="module")
def url(pages: str) -> str:
    """The address of the page."""
    return f"{pages}/characters/"


@pytest.fixture(scope="module")
def shared(browser: Browser, url: str) -> Iterator[Page]:
    """The page with its Python, which takes a while to start."""
    with opened(browser, url + PARTY) as page:
        made(page)
        yield page


@pytest.fixture
def page(shared: Page) -> Page:
    """The shared page with a party of four from its address, as if it had just been opened."""
    go(shared, PARTY)
    shared.evaluate("document.querySelectorAll('#characters details').forEach((each) => { each.open = false; })")
    shared.set_viewport_size({"width": 1280, "height": 900})
    choose_scheme(shared, "light")
    shared.emulate_media(media="null")  # neither on a screen nor printed
    return shared


def made(page: Page) -> None:
    """Wait until a party was made."""
    expect(page.locator("#characters-missing")).to_be_hidden()
    expect(page.locator("#characters-status")).to_have_text(re.compile("^(Made|Character)"), timeout=LONG)


def go(page: Page, address: str) -> None:
    """Leave the party, and go to an address of another."""
    page.evaluate("location.hash = ''")
    expect(page.locator("#characters-party")).to_be_hidden()
    page.evaluate("address => { location.hash = address; }", address)
    made(page)


def names(page: Page) -> list[str]:
    return page.locator("#characters-overview th button").all_inner_texts()


def sheets(page: Page) -> list[str]:
    return page.locator("#characters-sheets article .sheet").all_inner_texts()


def test_a_party_of_four_is_made_and_its_address_makes_it_again(browser: Browser, url: str) -> None:
    """Back leads to the party before."""
    with opened(browser, url) as page:
        expect(page.locator("#characters-party")).to_be_hidden()
        page.locator("#characters-make").click()
        made(page)
        expect(page.locator("#characters-heading")).to_be_focused()
        found, address = sheets(page), page.url
        assert len(found) == len(set(found)) == 4
        assert re.search(r"/characters/#v=1&seed=\d+&players=4$", address)
        page.locator("#characters-reroll").click()
        expect(page).not_to_have_url(address)
        made(page)
        assert not set(sheets(page)) & set(found)
        page.go_back()
        expect(page.locator("#characters-overview th button").first).to_have_text(found[0].split("\n")[0])
        assert sheets(page) == found
    with opened(browser, address) as page:
        made(page)
        assert sheets(page) == found
        assert page.url == at_home(page, address)


def test_choices_are_kept_and_the_others_left_alone(page: Page) -> None:
    """A wish, a name and a background change one character each."""
    assert names(page) == NAMES
    page.locator("#characters-choices > summary").click()
    page.get_by_label("WIL at least").nth(0).fill("16")
    page.locator("#characters-choices").get_by_label("Background").nth(1).select_option("aurifex")
    page.get_by_label("Name", exact=True).nth(2).fill("Ash, <b>&co</b>")
    page.get_by_role("button", name="Make with these choices").click()
    expect(page.locator("#characters-overview")).to_contain_text("Ash, <b>&co</b>")
    assert names(page)[2:] == ["Ash, <b>&co</b>", "Sable"]
    assert int(page.locator("#characters-overview tr").nth(1).locator("td").nth(2).inner_text()) >= 16
    expect(page.locator("#characters-overview tr").nth(2)).to_contain_text("Aurifex")
    kept, address = sheets(page), page.url.partition("#")[2]
    go(page, address)
    assert sheets(page) == kept
    expect(page.get_by_label("Name", exact=True).nth(2)).to_have_value("Ash, <b>&co</b>")


def test_rows_bonds_and_traits_are_chosen_and_shown_again(page: Page) -> None:
    """They are folded away until one is chosen, and an address with one of them opens its fold."""
    page.locator("#characters-choices > summary").click()
    expect(page.get_by_label("Bond").nth(1)).to_be_hidden()
    page.locator("#characters-members summary").nth(1).click()
    page.get_by_label("First table").nth(1).select_option("2")
    page.get_by_label("Bond").nth(1).select_option("3")
    page.get_by_label("Hair").nth(1).select_option("Bald")
    page.get_by_role("button", name="Make with these choices").click()
    expect(page.locator("#characters-sheets article").nth(1)).to_contain_text("no hair")
    assert page.url.endswith(f"{PARTY}&row1=,2&bond=,3&hair=,Bald")
    assert [one == two for one, two in zip(names(page), NAMES, strict=True)][2:] == [True, True]
    kept, address = sheets(page), page.url.partition("#")[2]
    page.evaluate("document.querySelectorAll('#characters details').forEach((each) => { each.open = false; })")
    go(page, PARTY)
    go(page, address)
    assert sheets(page) == kept
    expect(page.get_by_label("Hair").nth(1)).to_have_value("Bald")
    expect(page.get_by_label("Hair").nth(0)).to_be_hidden()


def test_a_wish_that_cannot_be_met_gets_a_sentence(page: Page) -> None:
    """The party stays, and so does its address."""
    page.locator("#characters-choices > summary").click()
    for label in ("STR", "DEX", "WIL"):
        page.get_by_label(f"{label} at least").nth(3).fill("18")
    page.locator("#characters-make").click()
    expect(page.locator("#characters-problem")).to_contain_text("Character 4: only one character in 10,077,696 has")
    assert names(page) == NAMES
    assert page.url.endswith(PARTY)
    page.get_by_label("STR at least").nth(3).fill("strong")
    page.locator("#characters-make").click()
    expect(page.locator("#characters-problem")).to_contain_text("'st' is not a score")


def test_one_character_is_rerolled(page: Page) -> None:
    """The focus stays on its button."""
    page.get_by_role("button", name="Reroll Landsford").click()
    expect(page.locator("#characters-status")).to_have_text(re.compile(r"^Character 2 is now .+, .+\.$"))
    assert [one == two for one, two in zip(names(page), NAMES, strict=True)] == [True, False, True, True]
    assert page.url.endswith(f"{PARTY}&reroll=,1")
    assert page.evaluate("document.activeElement.textContent") == "Reroll"


def test_each_sheet_is_printed_on_a_page_of_its_own(page: Page) -> None:
    """Nothing else is printed, and each page has the credit."""
    page.evaluate("window.print = () => { document.title = 'printed'; }")
    page.locator("#characters-print").click()
    expect(page).to_have_title("printed")
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 4
    page.emulate_media(media="print")
    for hidden in (
        "header.md-header",
        "#characters-setup",
        "#characters-overview",
        "h1#make-characters-in-your-browser",
    ):
        expect(page.locator(hidden)).to_be_hidden()
    expect(page.get_by_role("button", name="Reroll Aster")).to_be_hidden()
    credits = page.locator("#characters-sheets footer")
    expect(credits).to_have_count(4)
    expect(credits.first).to_be_visible()
    expect(credits.first).to_contain_text("CC BY-SA 4.0")


@pytest.mark.parametrize("format", ["json", "markdown", "text", "kettlewright", "foundry-cairn", "foundry-cairn2e"])
def test_characters_are_downloaded(page: Page, tmp_path: Path, format: str) -> None:
    page.locator("#characters-format").select_option(format)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download Aster").click()
    path = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(path)
    if format in {"text", "markdown"}:
        assert "aster" in path.read_text(encoding="utf-8").lower()
    else:
        assert [each.name for each in read_characters(str(path))] == ["Aster"]
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download all").click()
    assert waiting.value.suggested_filename.startswith("party-7")


def test_dice_tables_and_saves_are_rolled(page: Page) -> None:
    """With the faces of real dice; the latest roll is on top, and a mistake gets a sentence."""
    rolls = page.locator("#characters-rolls li")
    page.locator("#characters-rolls").evaluate("rolls => rolls.replaceChildren()")
    for what, faces, shown in (
        ("2d6", "3 5", "2d6: 3, 5 = 8"),
        ("reaction", "1 1", "reaction [R136]: 2d6: 1, 1 = 2"),
        ("treasure", "", "'treasure' is not a table of the book"),
    ):
        page.get_by_label("Dice or table").fill(what)
        page.get_by_label("Faces of real dice").fill(faces)
        page.get_by_role("button", name="Roll", exact=True).click()
        expect(rolls.first).to_contain_text(shown)
    page.locator("[name=member]").select_option(NAMES[1])
    page.get_by_role("button", name="Roll the save").click()
    expect(rolls.first).to_contain_text(f"{NAMES[1]}'s STR save [R45]: d20 against ")
    expect(rolls).to_have_count(4)


def test_damaged_addresses_get_a_sentence_and_a_form_that_works(page: Page) -> None:
    """One after another in the same window, as somebody edits the address by hand."""
    for address, said in DAMAGED.items():
        page.evaluate("address => { location.hash = address; }", address)
        expect(page.locator("#characters-problem")).to_contain_text(said)
        expect(page.locator("#characters-party")).to_be_hidden()
    for wish in ("STR", "DEX", "WIL"):
        page.get_by_label(f"{wish} at least").nth(0).fill("")
    page.get_by_label("Seed").fill("7")
    page.locator("#characters-make").click()
    made(page)
    assert names(page) == NAMES
    expect(page.locator("#characters-problem")).to_be_empty()


def test_a_damaged_address_can_be_opened(browser: Browser, url: str) -> None:
    with opened(browser, f"{url}#%E0%A4%A") as page:
        expect(page.locator("#characters-problem li").last).to_contain_text("It has no version", timeout=LONG)
        expect(page.locator("#characters-make")).to_be_enabled()


def test_an_address_of_a_heading_makes_no_party(browser: Browser, url: str) -> None:
    with opened(browser, f"{url}#credit") as page:
        expect(page.locator("#characters-make")).to_be_enabled()
        expect(page.locator("#characters-status")).to_be_empty()


def test_the_keyboard_is_enough(page: Page) -> None:
    """Tab, Enter and the arrows make a party, reroll a character and show a sheet; the focus can be seen."""
    page.locator("[name=players]").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Tab")
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    made(page)
    expect(page.locator("#characters-heading")).to_be_focused()
    assert names(page) == NAMES[:3]
    while not page.evaluate("document.activeElement.textContent === 'Aster'"):
        page.keyboard.press("Tab")
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
    page.keyboard.press("Enter")
    expect(page.get_by_role("article", name="Aster")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Reroll Aster")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#characters-status")).to_contain_text("Character 3 is now")
    assert page.evaluate("document.activeElement.textContent") == "Reroll"


def test_private_omens_are_shown_when_asked_for(page: Page) -> None:
    """Neither the sheet nor the link shows them otherwise (R21)."""
    go(page, "#v=1&seed=1&players=1&background=foundling&omen=no.")
    sheet = page.locator("#characters-sheets")
    expect(sheet).not_to_contain_text("Private omen")
    address = page.url
    page.get_by_label("Show private omens").check()
    expect(sheet).to_contain_text("Private omen")
    assert page.url == address
    page.get_by_label("Show private omens").uncheck()
    expect(sheet).not_to_contain_text("Private omen")


def test_the_link_is_copied(page: Page) -> None:
    page.evaluate("navigator.clipboard.writeText = async (text) => { document.title = text; }")
    page.locator("#characters-link").click()
    expect(page.locator("#characters-copied")).to_have_text("Copied.")
    expect(page).to_have_title(page.url)
    table = page.get_by_role("link", name="Take it to the table")
    expect(table).to_have_attribute("href", page.url.replace("/characters/", "/warden/"))


def test_it_fits_and_keeps_nobody_out(page: Page) -> None:
    """Neither contrast nor names, roles or order: axe finds nothing serious, with a party and all parts open."""
    page.evaluate("document.querySelectorAll('#characters details').forEach((each) => { each.open = true; })")
    ink = "getComputedStyle(document.querySelector('#characters .host').shadowRoot.querySelector('h1')).color"
    inks = set()
    for width, scheme in ((360, "dark"), (1280, "light")):
        page.set_viewport_size({"width": width, "height": 900})
        choose_scheme(page, scheme)
        page.wait_for_function(f"seen => !seen.includes({ink})", arg=[*inks])  # the sheets follow the scheme
        inks.add(page.evaluate(ink))
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        check_serious(page)
