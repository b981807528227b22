"""The page of the Warden in a real browser, on the site as it is built: `nox -s browser`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from open_pages import LONG, check_serious, choose_scheme, opened

PARTY = "#v=1&seed=7&players=2"
NAMES = ["Baladria", "Landsford"]
OMEN = "#v=1&seed=1&players=1&background=foundling&omen=no"


@pytest.fixture(scope="module")
def url(pages: str) -> str:
    """The address of the page."""
    return f"{pages}/warden/"


@pytest.fixture(scope="module")
def shared(browser: Browser, url: str) -> Iterator[Page]:
    """The page with its Python, which takes a while to start."""
    with opened(browser, url + PARTY) as page:
        seated(page, NAMES)
        expect(page.locator("#warden-missing")).to_be_hidden()
        yield page


@pytest.fixture
def page(shared: Page) -> Page:
    """The shared page with a party of two, as if it had just been opened."""
    shared.set_viewport_size({"width": 1280, "height": 900})
    choose_scheme(shared, "light")
    while shared.locator("#warden-undo").is_enabled():
        before = shared.locator("#warden-undo").get_attribute("title")
        if before == "Added Baladria, Landsford":
            break
        shared.locator("#warden-undo").click()
        expect(shared.locator("#warden-undo")).not_to_have_attribute("title", before or "")
    seated(shared, NAMES)
    shared.evaluate("document.querySelectorAll('#warden details').forEach((each) => { each.open = false; })")
    return shared


def seated(page: Page, names: list[str]) -> None:
    """Wait until these members are at the table, and the page can be used."""
    expect(page.locator("#warden-members article > h3")).to_have_text(
        [re.compile(f"^{name}") for name in names], timeout=LONG
    )
    expect(page.locator("#warden-random")).to_be_enabled()


def sheet(page: Page, name: str = NAMES[0]) -> Locator:
    return page.get_by_role("article", name=name)


def unfold(part: Locator, title: str) -> Locator:
    """Open a part that is folded away, unless it is open."""
    found = part.locator("details", has=part.page.locator(f"> summary:text('{title}')")).first
    if found.get_attribute("open") is None:
        found.locator("> summary").click()
    return found


def happened(page: Page) -> Locator:
    """The latest line of what happened."""
    return page.locator("#warden-log li").first


def test_a_click_changes_a_sheet_and_undo_takes_it_back(page: Page) -> None:
    hp = sheet(page).get_by_role("group", name="HP of Baladria")
    hp.get_by_role("button", name="Less HP for Baladria").click()
    expect(hp.locator("strong")).to_have_text("4/5")
    expect(page.locator("#warden-status")).to_have_text("Baladria has 4 HP [R57]")
    expect(happened(page).get_by_role("link", name="Rule R57")).to_have_attribute(
        "href", re.compile(r"/games/cairn-rpg/#rule-r57$")
    )
    page.get_by_role("button", name="Undo").click()
    expect(hp.locator("strong")).to_have_text("5/5")
    page.get_by_role("button", name="Redo").click()
    expect(hp.locator("strong")).to_have_text("4/5")


def test_quick_taps_all_count(page: Page) -> None:
    """While Python answers, the next tap waits."""
    page.evaluate(
        "() => { for (let i = 0; i < 3; i += 1) document.querySelector(\"[data-at='fatigue more']\").click(); }"
    )
    expect(sheet(page).get_by_role("group", name="Fatigue").locator("strong")).to_have_text("2")
    expect(page.locator("#warden-problem")).to_contain_text("Baladria has to drop an item first")


def test_without_a_free_slot_the_warden_chooses_what_is_dropped(page: Page) -> None:
    """A refusal is told with its rule, and offers what can be dropped (R65)."""
    fatigue = sheet(page).get_by_role("group", name="Fatigue")
    for count in ("1", "2"):
        fatigue.get_by_role("button", name="More").click()
        expect(fatigue.locator("strong")).to_have_text(count)
    expect(sheet(page)).to_contain_text("HP counts as 0: all 10 slots are used")
    fatigue.get_by_role("button", name="More").click()
    page.get_by_label("First drop").select_option("Costume")
    page.get_by_role("button", name="Drop it").click()
    expect(fatigue.locator("strong")).to_have_text("3")
    expect(page.locator("#warden-problem")).to_be_empty()
    expect(sheet(page)).not_to_contain_text("Costume")


def test_items_are_added_given_and_used(page: Page) -> None:
    adding = unfold(sheet(page, NAMES[1]), "Add an item")
    adding.get_by_label("Item", exact=True).fill("Stuffed owl")
    adding.get_by_role("button", name="Take").click()
    expect(happened(page)).to_have_text("Landsford receives Stuffed owl [R40]")
    expect(page.locator("#warden-items option").first).to_be_attached()
    adding.get_by_label("Item", exact=True).fill("Plate")
    adding.get_by_role("button", name="Buy").click()
    expect(page.locator("#warden-problem")).to_contain_text("Plate costs 60gp, and Landsford has 10gp [R213]")
    unfold(sheet(page, NAMES[1]), "Slots:")
    owl = unfold(sheet(page, NAMES[1]), "Stuffed owl")
    owl.get_by_label("To").select_option(NAMES[0])
    owl.get_by_role("button", name="Put").click()
    expect(happened(page)).to_have_text("Landsford gives Stuffed owl to Baladria [R40]")
    unfold(sheet(page), "Slots:")
    unfold(sheet(page), "Rations").get_by_role("button", name="Use", exact=True).click()
    expect(happened(page)).to_have_text("Baladria spends a use of Rations [R37]")
    expect(sheet(page).locator("summary", has_text="Rations (2 of 3 uses)")).to_be_visible()
    expect(sheet(page).get_by_role("button", name="Use", exact=True)).to_be_focused()


def test_actions_of_a_campaign_are_sent_by_clicks(page: Page) -> None:
    """Of items, gold and names, whose texts may need to be coded."""
    adding = unfold(sheet(page), "Add an item")
    adding.get_by_label("If it is not in the book").select_option("petty")
    for name in ("Mule", "Owl: stuffed > real", "Bandages"):
        adding.get_by_label("Item", exact=True).fill(name)
        adding.get_by_role("button", name="Take").click()
        expect(happened(page)).to_contain_text(name)
    unfold(sheet(page), "Slots:")
    owl = unfold(sheet(page), "Owl")
    owl.get_by_label("To").select_option("Mule")
    owl.get_by_role("button", name="Put").click()
    expect(happened(page)).to_have_text("Baladria stows Owl: stuffed > real in Mule [R35]")
    mule = unfold(sheet(page), "Mule: ")
    mule.get_by_role("button", name="Take Owl").click()
    expect(happened(page)).to_have_text("Baladria takes Owl: stuffed > real out of Mule [R35]")
    unfold(sheet(page), "Owl").get_by_role("button", name="Drop").click()
    expect(happened(page)).to_have_text("Baladria puts down Owl: stuffed > real [R40]")
    unfold(sheet(page), "Mule: ").get_by_role("button", name="Hand over").click()
    expect(happened(page)).to_have_text("Baladria gives Mule to Landsford [R40]")
    bandages = unfold(sheet(page), "Bandages")
    bandages.get_by_label("On").select_option(NAMES[1])
    bandages.get_by_role("button", name="Use on").click()
    expect(page.locator("#warden-problem")).to_contain_text("Landsford is not dying")
    gold = sheet(page).get_by_role("group", name="Gold")
    gold.get_by_role("button", name="More").click()
    expect(happened(page)).to_have_text("Baladria gets 1gp [R222]")
    gold.get_by_role("button", name="Less").click()
    expect(happened(page)).to_have_text("Baladria pays 1gp [R222]")
    page.locator("#warden-share").get_by_role("button", name="Share").click()
    expect(happened(page)).to_have_text("Landsford gets 5gp [R222]")
    sheet(page).get_by_label("Gold", exact=True).fill("2")
    sheet(page).get_by_role("button", name="Give gold of Baladria").click()
    expect(happened(page)).to_have_text("Baladria gives 2gp to Landsford [R222]")
    correct = unfold(sheet(page), "Correct the sheet")
    correct.get_by_label("Name").fill(" Ada = 100 % ")
    correct.get_by_role("button", name="Rename").click()
    expect(happened(page)).to_have_text("Baladria is now called Ada = 100 % [R10]")


def test_conditions_rest_and_harm(page: Page) -> None:
    """What is open and typed stays so when the sheet changes."""
    conditions = unfold(sheet(page), "Conditions")
    conditions.get_by_role("button", name="Lacks food").click()
    expect(conditions.get_by_role("button", name="Lacks food")).to_have_attribute("aria-pressed", "true")
    expect(conditions.get_by_role("button", name="Lacks food")).to_be_focused()
    expect(sheet(page)).to_contain_text("deprived (food): no recovery")
    care = unfold(sheet(page), "Rest, harm and care")
    care.get_by_label("Damage").fill("3")
    care.get_by_label("Faces of real dice").fill("7")
    care.get_by_role("button", name="Hit Baladria").click()
    expect(page.locator("#warden-problem")).to_contain_text("All dice have been rolled; remove the rest, '7'.")
    care.get_by_label("Faces of real dice").fill("")
    care.get_by_role("button", name="Hit Baladria").click()
    expect(happened(page)).to_have_text("Baladria loses 2 HP and has 3 left [R96]")  # her jerkin stops one
    expect(care.get_by_label("Damage")).to_have_value("3")
    page.locator("#warden-rests").get_by_role("button", name="Rest a moment").click()
    expect(page.locator("#warden-problem")).to_contain_text("Baladria is Deprived (food) and recovers nothing [R62]")


def test_dice_tables_and_saves_are_rolled(page: Page) -> None:
    rolls = page.locator("#warden-rolls li")
    page.get_by_label("Dice or table").fill("reaction")
    page.locator("#warden-dice").get_by_label("Faces of real dice").fill("1 1")
    page.get_by_role("button", name="Roll", exact=True).click()
    expect(rolls.first).to_contain_text("reaction [R136]: 2d6: 1, 1 = 2")
    page.locator("[name=member]").select_option(NAMES[1])
    page.get_by_role("button", name="Roll the save").click()
    expect(rolls.first).to_contain_text("Landsford's STR save [R45]: d20 against ")


def test_characters_come_from_links_files_and_dice_and_go(page: Page, tmp_path: Path) -> None:
    """What is no character gets a sentence, and the party stays."""
    page.get_by_label("A link of the page").fill("http://localhost/characters/#v=1&seed=8&players=1")
    page.get_by_role("button", name="Add its party").click()
    expect(page.locator("#warden-members article")).to_have_count(3)
    page.get_by_role("button", name="Add a random character").click()
    expect(page.locator("#warden-members article")).to_have_count(4)
    diary = tmp_path / "diary.txt"
    diary.write_text("dear diary", encoding="utf-8")
    page.locator("#warden-file").set_input_files(diary)
    expect(page.locator("#warden-problem")).to_contain_text("diary.txt, $: not JSON")
    unfold(sheet(page), "Correct the sheet").get_by_role("button", name="Remove Baladria").click()
    expect(page.locator("#warden-members article")).to_have_count(3)
    expect(page.locator("#warden-undo")).to_be_focused()


def link_of(page: Page) -> str:
    """The link that the page copies."""
    page.evaluate("navigator.clipboard.writeText = async (text) => { document.title = text; }")
    page.get_by_role("button", name="Copy a link").click()
    expect(page).to_have_title(re.compile("#table="))
    return page.title()


def test_a_table_is_shared_by_link_and_file_and_kept(browser: Browser, url: str, tmp_path: Path) -> None:
    """Without private omens unless the Warden says so (R21); a link that was cut short leaves the table alone."""
    with opened(browser, url + OMEN) as page:
        seated(page, [""])
        omen = unfold(sheet(page, ""), "About").get_by_role("button", name="Open the private omen")
        omen.click()
        expect(page.locator("[aria-live=polite]", has_text=re.compile(r"\w{3}"))).to_be_visible()
        public = link_of(page)
        page.get_by_label("With private omens").check()
        with page.expect_download() as waiting:
            page.get_by_role("button", name="Save the table").click()
        file = tmp_path / "table.json"
        waiting.value.save_as(file)
        assert '"omen":{' in file.read_text(encoding="utf-8")
        page.get_by_role("button", name="Less HP").click()
        expect(happened(page)).to_contain_text("[R57]")
        before = page.locator("#warden-members").inner_text()
        page.reload()
        expect(page.locator("#warden-random")).to_be_enabled(timeout=LONG)
        assert page.locator("#warden-members").inner_text().split("\n")[0] == before.split("\n")[0]
        expect(happened(page)).to_contain_text("[R57]")
        damaged = "This link is damaged, for instance cut short, so its table cannot be opened. Ask for it again."
        page.evaluate("hash => { location.hash = hash; }", public.partition("#")[2][:-20])
        expect(page.locator("#warden-problem")).to_have_text(damaged)
        changed = (
            "async (text) => { const { linkTo } = await import('../play/links.js');"
            " location.hash = new URL(await linkTo(text, 'table')).hash; }"
        )
        page.evaluate(changed, file.read_text(encoding="utf-8").replace('"willpower"', '"wdilpower"'))
        expect(page.locator("#warden-problem > p")).to_have_text(damaged)
        details = page.locator("#warden-problem details")
        expect(details.locator("p")).to_be_hidden()
        details.locator("summary").click()
        expect(details.locator("p")).to_contain_text("wdilpower: unknown key")
        expect(page.locator("#warden-members article")).to_have_count(1)
        page.evaluate("hash => { location.hash = `${hash}. `; }", public.partition("#")[2])
        expect(page.locator("#warden-status")).to_have_text("Opened a table")
        expect(page.locator("#warden-log li")).to_have_count(0)
        unfold(sheet(page, ""), "About")
        expect(page.get_by_role("button", name="Open the private omen")).to_have_count(0)
        page.locator("#warden-file").set_input_files(file)
        expect(page.locator("#warden-status")).to_have_text("Opened table.json")
        unfold(sheet(page, ""), "About")
        expect(page.get_by_role("button", name="Open the private omen")).to_be_visible()
    with opened(browser, public) as page:
        expect(page.locator("#warden-members article")).to_have_count(1, timeout=LONG)


def test_clicks_wait_for_python_and_say_so(browser: Browser, url: str) -> None:
    """Its first answer takes a while; then all of them come."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    with opened(browser, url, prepare=lambda page: page.route("**/modules.zip*", hold)) as page:
        status = page.locator("#warden-status")
        page.get_by_role("button", name="Add a random character").click()
        expect(status).to_have_text("Python is loading. Your change comes as soon as it is there.")
        page.get_by_role("button", name="Begin the fight").click()
        expect(status).to_have_text("Python is loading. Your 2 changes come as soon as it is there.")
        while not held:
            page.wait_for_timeout(100)
        held.pop().continue_()
        expect(page.locator("#warden-problem")).to_have_text("Type the foes, such as '2 wolf'.", timeout=LONG)
        expect(status).to_contain_text("Added ")


def test_each_tab_keeps_a_table_of_its_own_also_offline(browser: Browser, url: str) -> None:
    """After the first visit, no network is needed."""
    context = browser.new_context()
    first, second = context.new_page(), context.new_page()
    first.set_default_timeout(LONG)
    first.goto(url + PARTY)
    seated(first, NAMES)
    second.goto(url + "#v=1&seed=8&players=1")
    expect(second.locator("#warden-members article")).to_have_count(1, timeout=LONG)
    first.get_by_role("button", name="Less HP").first.click()
    expect(happened(first)).to_contain_text("[R57]")
    first.wait_for_function("async () => Boolean(await caches.match('../play/python/pyodide.asm.wasm'))")
    first.wait_for_function("async () => Boolean(await caches.match('card.js'))")
    context.set_offline(True)
    for tab, count in ((first, 2), (second, 1)):
        tab.reload()
        expect(tab.locator("#warden-members article")).to_have_count(count, timeout=LONG)
    first.get_by_role("button", name="More Fatigue").first.click()
    expect(happened(first)).to_contain_text("[R64]")
    context.close()


def test_an_opened_table_is_kept_next_to_the_one_before(page: Page) -> None:
    """The oldest texts are forgotten, but never that of the tab."""
    kept = page.evaluate(
        """async () => {
            const { Saves } = await import("../play/shell.js");
            const saves = new Saves("test", 2);
            const found = [];
            for (const text of ["a", "b", "+", "c", "+", "d"]) {
                if (text === "+") saves.part();
                else await saves.keep(text);
                await new Promise((done) => setTimeout(done, 5));
                const keys = Object.keys(localStorage).filter((key) => key.startsWith("cairn-rules.test."));
                found.push(keys.map((key) => JSON.parse(localStorage.getItem(key)).text).sort().join());
            }
            return found;
        }"""
    )
    assert kept == ["a", "b", "b", "b,c", "b,c", "c,d"]


def test_a_browser_that_stores_nothing_is_told(page: Page) -> None:
    full = (
        "() => { window.kept = Storage.prototype.setItem; Storage.prototype.setItem = () => { throw new Error(); }; }"
    )
    page.evaluate(full)
    page.get_by_role("button", name="More Fatigue").first.click()
    expect(page.locator("#warden-status")).to_contain_text("[R64]. This browser keeps nothing")
    page.evaluate("() => { Storage.prototype.setItem = window.kept; }")


def test_a_damaged_save_gets_a_sentence(browser: Browser, url: str) -> None:
    damage = 'localStorage.setItem(\'cairn-rules.warden.x\', \'{"text": "{", "saved": 9}\')'
    with opened(browser, url, prepare=lambda page: page.add_init_script(damage)) as page:
        expect(page.locator("#warden-problem")).to_contain_text(
            "The table that this browser keeps is damaged", timeout=LONG
        )
        expect(page.locator("#warden-empty")).to_be_visible()
        page.get_by_role("button", name="Add a random character").click()
        expect(page.locator("#warden-members article")).to_have_count(1)


def test_the_keyboard_is_enough(page: Page) -> None:
    """Tab reaches every control, Enter and Space use it, and the focus stays where it was and can be seen."""
    sheet(page).get_by_role("button", name="Less HP").focus()
    page.keyboard.press("Enter")
    expect(sheet(page).get_by_role("group", name="HP").locator("strong")).to_have_text("4/5")
    expect(sheet(page).get_by_role("button", name="Less HP")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(sheet(page).get_by_role("group", name="HP").locator("strong")).to_have_text("5/5")
    while not page.evaluate("document.activeElement.textContent.startsWith('Slots')"):
        page.keyboard.press("Tab")
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(sheet(page).locator("[data-at$=' put-down']").first).to_be_visible()


@pytest.mark.parametrize(
    ("width", "height", "scheme"), [(320, 640, "dark"), (820, 1180, "light"), (1180, 820, "dark"), (1440, 900, "light")]
)
def test_it_fits_and_keeps_nobody_out(page: Page, width: int, height: int, scheme: str) -> None:
    """Phones, tablets both ways and desktops; axe finds nothing serious, with all parts open."""
    page.set_viewport_size({"width": width, "height": height})
    choose_scheme(page, scheme)
    page.evaluate("document.querySelectorAll('#warden details').forEach((each) => { each.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    small = page.evaluate(
        """() => [...document.querySelectorAll("#warden button")].filter((each) => {
            const { width, height } = each.getBoundingClientRect();
            return width && Math.min(width, height) < 40;
        }).map((each) => each.textContent)"""
    )
    assert small == []
    check_serious(page)
