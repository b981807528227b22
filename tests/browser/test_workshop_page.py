"""The workshop in a real browser, on the site as it is built: `nox -s browser`."""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from importlib.metadata import version
from pathlib import Path
from threading import Thread
from zlib import compressobj

import pytest
from playwright.sync_api import Browser, Page, expect

from open_pages import LONG, Quiet, at_home, check_serious, choose_scheme, loaded, opened, write
from web.workshop.page import AT, POSITION, SOURCE

LOOP = "while True:\n    pass\n"
BANISH = """\
from cairn_rules.cairn import Banish, megalith

@megalith("Thunder", text="Banish an enemy shaman.")
def thunder(site):
    return [Banish(enemy) for enemy in site.enemies()]
"""


@pytest.fixture(scope="module")
def url(pages: str) -> str:
    """The address of the page."""
    return f"{pages}/workshop/"


@pytest.fixture(scope="module")
def shared(browser: Browser, url: str) -> Iterator[Page]:
    """The page with its Python, which takes a while to start."""
    with opened(browser, url) as page:
        loaded(page, "workshop")
        yield page


@pytest.fixture
def page(shared: Page) -> Page:
    """The shared page as it opens."""
    shared.set_viewport_size({"width": 1280, "height": 900})
    choose_scheme(shared, "light")
    shared.once("dialog", lambda dialog: dialog.accept())
    shared.locator("#workshop-anew").click()
    shared.locator("[name=tool][value=options]").check()
    loaded(shared, "workshop")
    expect(shared.locator("#workshop-position")).to_have_value(POSITION)
    return shared


def part(page: Page, name: str) -> str:
    return page.locator(f"#workshop-{name}").inner_text()


def run(page: Page, text: str) -> None:
    write(page, text)
    page.keyboard.press("Control+Enter")
    page.wait_for_timeout(50)
    loaded(page, "workshop")


def text_of(page: Page) -> str:
    return "\n".join(page.locator(".cm-line").all_inner_texts()).replace("\u200b", "")


def place(page: Page, name: str) -> None:
    button = page.locator(f"#workshop .board .places [data-place='{name}']")
    button.evaluate("each => each.scrollIntoView({ block: 'center' })")
    box = button.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    loaded(page, "workshop")


def link_of(source: str, **more: object) -> str:
    """The part of an address that holds a text and the board."""
    deflate = compressobj(wbits=-15)
    text = json.dumps({"format": 1, "source": source, "position": POSITION, "at": AT, **more})
    return "#stone=" + urlsafe_b64encode(deflate.compress(text.encode()) + deflate.flush()).decode().rstrip("=")


def test_it_opens_on_the_beacon_and_its_options(page: Page) -> None:
    assert text_of(page).split() == SOURCE.split()
    assert part(page, "question").startswith("Sea must use Beacon on c3")
    expect(page.get_by_role("button", name="Move Sea's shaman from b1 to b2")).to_be_visible()
    assert part(page, "fault") == ""


def test_another_text_stands_on_the_board_after_control_enter(page: Page) -> None:
    run(page, BANISH)
    assert part(page, "question") == "Sea must use Thunder on c3: Banish an enemy shaman."
    place(page, "d4")
    assert "Forest" in part(page, "told")
    page.locator("#workshop-back").click()
    loaded(page, "workshop")
    assert part(page, "question") == "Sea must use Thunder on c3: Banish an enemy shaman."


def test_a_fault_is_shown_at_its_line(page: Page) -> None:
    run(page, SOURCE.replace("site.own()", "site.own)"))
    assert part(page, "fault") == "Line 11 SyntaxError: unmatched ')'."
    expect(page.locator(".cm-lint-marker-error")).to_have_count(1)
    page.locator("#workshop-fault button").click()
    assert page.evaluate("document.activeElement.className").startswith("cm-content")
    expect(page.locator(".cm-activeLine")).to_have_text(re.compile(r"site\.own\)"))
    run(page, SOURCE)
    assert part(page, "fault") == ""
    expect(page.locator(".cm-lint-marker-error")).to_have_count(0)


def test_the_editor_completes_names_and_shows_signatures(page: Page) -> None:
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("        site.ow", delay=20)
    options = page.locator(".cm-tooltip-autocomplete li")
    expect(options.first).to_have_text("own")
    expect(page.locator(".cm-completionInfo code")).to_contain_text("own(among: Iterable[Space] | None = None)")
    page.wait_for_timeout(200)
    page.keyboard.press("Enter")
    page.keyboard.type("(")
    expect(page.locator(".cm-tooltip code")).to_have_text(re.compile(r"^own\(among: .* -> tuple\[Space, \.\.\.\]$"))
    page.keyboard.press("Control+End")
    page.keyboard.type("\nyield Banis", delay=20)
    expect(options.first).to_have_text("Banish")
    page.wait_for_timeout(200)
    page.keyboard.press("Enter")
    page.keyboard.type("(")
    expect(page.locator(".cm-tooltip code").first).to_have_text("Banish(space: Space)")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.className").startswith("cm-content"), "Tab leaves the editor"


def test_an_option_is_chosen_by_clicks_and_taken_back(page: Page) -> None:
    place(page, "b1")
    expect(page.locator("#workshop-actions button")).to_have_count(6)
    place(page, "b2")
    assert part(page, "told") == "Sea moves b1-b2"
    expect(page.get_by_role("button", name="Transform the enemy shaman on d4")).to_be_visible()
    page.locator("#workshop-back").click()
    loaded(page, "workshop")
    expect(page.locator("#workshop-actions button")).to_have_count(18)
    place(page, "a1")
    assert part(page, "problem").startswith("There is no option on a1")


def test_every_position_is_set_up_by_clicks(page: Page) -> None:
    for tool, name in (("sea", "a1"), ("forest", "e3"), ("stone", "b4"), ("empty", "b1"), ("sea", "tile jump")):
        page.locator(f"[name=tool][value={tool}]").check()
        place(page, name)
    page.locator("#workshop-megalith").select_option("deer")
    place(page, "e1")
    page.locator("#workshop-turn").click()
    loaded(page, "workshop")
    expected = "f4/3f1/4f/2s2/s3s f woee e1=deer,d3=dawn,b4=beacon alley,menhir - 1-0"
    expect(page.locator("#workshop-position")).to_have_value(expected)
    page.locator("#workshop-position").fill("nonsense")
    page.locator("#workshop-use").click()
    loaded(page, "workshop")
    assert part(page, "problem").startswith("The position has no megalith")
    expect(page.locator("#workshop-position")).to_have_value(expected)
    page.locator("#workshop-position").fill("5/5/5/5/4s s wooe c3=dawn,d3=deer alley,menhir - 0-0")
    page.locator("#workshop-use").click()
    loaded(page, "workshop")
    assert "c3=beacon" in page.locator("#workshop-position").input_value()


def test_the_board_is_used_by_keyboard(page: Page) -> None:
    """Tab leads to one place, the arrow keys to its neighbours."""
    page.locator(".places [tabindex='0']").first.focus()
    for name in ("a1", "e1"):
        page.locator(f"#workshop .board .places [data-place={name}]").focus()
        page.keyboard.press("ArrowRight" if name == "a1" else "ArrowUp")
    focused = page.locator(":focus")
    assert focused.get_attribute("data-place") == "e2"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#workshop-actions button")).to_have_count(6)
    assert page.locator("#workshop-field .places [tabindex='0']").count() == 1


def test_a_link_holds_text_and_board_and_runs_only_after_a_click(browser: Browser, url: str, page: Page) -> None:
    page.locator("[name=tool][value=forest]").check()
    place(page, "a1")
    run(page, "print('ran')\n" + BANISH)
    page.locator("#workshop-share").click()
    expect(page.locator("#workshop-link")).to_have_value(re.compile("#stone="))
    link = page.locator("#workshop-link").input_value()
    assert link.startswith(at_home(page, f"{url}#stone="))
    with opened(browser, link) as other:
        loaded(other, "workshop")
        assert "comes from a link" in part(other, "unread")
        assert text_of(other).startswith("print('ran')")
        assert (part(other, "printed"), part(other, "question")) == ("", "")
        place(other, "b3")
        assert part(other, "printed") == ""
        other.locator("#workshop-run").click()
        loaded(other, "workshop")
        assert part(other, "printed").startswith("ran")
        assert part(other, "question") == "Sea must use Thunder on c3: Banish an enemy shaman."
        assert other.locator("#workshop-position").input_value().startswith("f4/3f1/5/2s2/fs2s")


OLD = (
    "PZDdasMwDIVfRegqBTdpku0mECi72UsYhomVxiOWi-XQhbF3n921k6708x2O9I1ziN4kHFqFErY4EQ44x-BhMi7yR9xWEnD-GmKC"
    "N8NOFgWeLmZ1adFc8vwsK43vmySNChJ9pVHjHwCGgZj8DpzbkAKkxcm_Sq3xoNnSDJdMV-ISHQbNkCObe5COoQzqUjmS-1Zt7KeZ"
    "iNNzvcTuaLUPp9WdzeKo8Boy4gKX816afm6b16aTrmmlExC4hUAw9WOxoGw_WnNjMOtKu_LEi4twhNPxlIXKs3Dq8ecX"
)
"""A link that was shared when links had no version of the library yet."""


def test_a_stone_from_another_version_is_read(browser: Browser, url: str) -> None:
    """The page names the version, if the link has one."""
    with opened(browser, url + link_of("x = 1", version="0.0.9")) as page:
        said = f"It was written for version 0.0.9 of the library; this page has {version('cairn-rules')}."
        expect(page.locator("#workshop-unread")).to_contain_text(said)
        again = at_home(page, f"{url}#stone={OLD}")
        page.goto("about:blank")
        page.goto(again)
        loaded(page, "workshop")
        assert "version" not in part(page, "unread")
        page.locator("#workshop-run").click()
        loaded(page, "workshop")
        assert part(page, "question") == "Sea must use Gust on c3: Banish an enemy next to this megalith."


DAMAGED = "The link is damaged, or of a newer version of this page: reload the page, or ask for the link again."


@pytest.mark.parametrize("fragment", ["#stone=%", "#stone=AAAA", "#stone=q1YqSixXslIyVKoFAA"])
def test_a_damaged_link_says_so(browser: Browser, url: str, fragment: str) -> None:
    with opened(browser, url + fragment) as page:
        expect(page.locator("#workshop-unread")).to_have_text(DAMAGED)
        assert page.url == at_home(page, url)
        if fragment == "#stone=%":  # the page works as it does with any text
            loaded(page, "workshop")


def test_a_loop_is_stopped_and_the_text_stays(page: Page) -> None:
    write(page, LOOP)
    page.keyboard.press("Control+Enter")
    expect(page.locator("#workshop-stop")).to_be_enabled()
    page.wait_for_timeout(300)
    page.locator("#workshop-stop").click()
    loaded(page, "workshop")
    assert part(page, "fault") == "Your text did not answer. It was stopped. It is saved."
    assert text_of(page).startswith("while True:")
    run(page, BANISH)
    assert part(page, "question").startswith("Sea must use Thunder")


def test_a_text_that_was_running_when_the_page_was_left_is_kept_and_does_not_run(page: Page) -> None:
    write(page, LOOP)
    page.keyboard.press("Control+Enter")
    page.wait_for_timeout(500)
    page.reload()
    loaded(page, "workshop")
    assert "still running" in part(page, "unread")
    assert text_of(page).startswith("while True:")
    run(page, BANISH)
    page.reload()
    loaded(page, "workshop")
    assert part(page, "question").startswith("Sea must use Thunder")


def waits(page: Page, source: str) -> None:
    """Check that the page shows a text, says that it has not run, and does not run it."""
    loaded(page, "workshop")
    expect(page.locator("#workshop-unread")).to_contain_text("Read it, then press Run.")
    assert text_of(page).split() == source.split()
    place(page, "b3")  # this asks for a new view
    assert (part(page, "printed"), part(page, "question")) == ("", "")


def test_a_text_from_a_link_waits_on_every_way_back_until_its_reader_runs_it(browser: Browser, url: str) -> None:
    source = "print('ran')\n" + BANISH
    with opened(browser, url + link_of(source, mayRun=True, isRunning=False)) as page:
        waits(page, source)
        # 1. the same tab
        page.reload()
        waits(page, source)
        home = at_home(page, url)
        page.goto(home.replace("/workshop/", "/glossary/"))
        page.goto(home)
        waits(page, source)
        page.go_back()
        page.go_forward()
        waits(page, source)
        # 2. another tab, once this one is closed
        other = page.context.new_page()
        page.close()
        other.goto(home)
        waits(other, source)
        # 3. a change is no leave
        write(other, source + "# changed\n")
        other.wait_for_timeout(600)  # it is saved
        other.reload()
        waits(other, source + "# changed")
        # 4. once it has run, it runs by itself
        other.locator("#workshop-run").click()
        loaded(other, "workshop")
        assert part(other, "printed").startswith("ran")
        other.reload()
        loaded(other, "workshop")
        expect(other.locator("#workshop-unread")).to_be_hidden()
        assert part(other, "printed").startswith("ran")


def test_a_text_that_an_undo_brings_back_waits_again(browser: Browser, url: str) -> None:
    source = "print('ran')\n" + BANISH
    with opened(browser, url + link_of(source)) as page:
        waits(page, source)
        run(page, BANISH)
        expect(page.locator("#workshop-unread")).to_be_hidden()
        page.locator(".cm-content").click()
        while "ran" not in text_of(page):
            page.keyboard.press("Control+z")
        expect(page.locator("#workshop-unread")).to_be_visible()
        page.wait_for_timeout(1_500)  # a text that may run is checked then
        expect(page.locator("#workshop-checking")).not_to_contain_text("nothing found")
        page.reload()
        waits(page, source)


KEPT = {"source": "print('ran')\n" + BANISH, "position": POSITION, "at": AT, "isRunning": False, "game": ""}
SHAPES = [{}, {"mayRun": "true"}, {"mayRun": 1}]


@pytest.mark.parametrize("more", SHAPES, ids=repr)
def test_stored_work_opens_and_waits_unless_it_says_that_it_may_run(browser: Browser, url: str, more: object) -> None:
    """Work that was stored before the page stored this opens, too."""
    stored = json.dumps({"text": json.dumps({**KEPT, **dict(more)}), "saved": 1})  # type: ignore[call-overload]
    with opened(browser, url.replace("/workshop/", "/glossary/")) as page:
        page.evaluate("text => localStorage.setItem('cairn-rules.workshop.1-2', text)", stored)
        page.goto(at_home(page, url))
        waits(page, str(KEPT["source"]))


@pytest.mark.parametrize("text", ["null", '{"source": 3}', "{"])
def test_damaged_work_opens_the_page_as_a_first_visit_does(browser: Browser, url: str, text: str) -> None:
    with opened(browser, url.replace("/workshop/", "/glossary/")) as page:
        page.evaluate("text => localStorage.setItem('cairn-rules.workshop.1-2', text)", text)
        page.goto(at_home(page, url))
        loaded(page, "workshop")
        expect(page.locator("#workshop-unread")).to_be_hidden()
        assert part(page, "question").startswith("Sea must use Beacon on c3")


POWER = """\
from cairn_rules.cairn import megalith
import js
from pyodide.code import run_js

@megalith("Curious", text="x")
def curious(site):
    WHAT
"""
REFUSED = [
    ("js.document", "js has no 'document' in the sandbox, which is without page, network and storage"),
    ("run_js('1')", "EvalError: a text cannot run JavaScript in the sandbox"),
    ("js.Function.new('1')", "EvalError: a text cannot run JavaScript in the sandbox"),
]


@pytest.mark.parametrize(("what", "said"), REFUSED)
def test_what_the_sandbox_refuses_is_one_sentence(page: Page, what: str, said: str) -> None:
    for text in (POWER.replace("WHAT", "pass") + what, POWER.replace("WHAT", what)):
        run(page, text)
        fault = part(page, "fault")
        assert said in fault
        assert "\\" not in fault
        assert "nonce" not in fault


def test_the_error_of_the_last_text_goes_when_the_next_one_runs(page: Page) -> None:
    run(page, "x = (")
    assert "SyntaxError" in part(page, "fault")
    write(page, LOOP)
    page.keyboard.press("Control+Enter")
    expect(page.locator("#workshop-status")).to_have_text("Running …")
    assert part(page, "fault") == ""
    page.locator("#workshop-stop").click()
    loaded(page, "workshop")
    assert "did not answer" in part(page, "fault")
    write(page, BANISH)
    page.locator("summary", has_text="Balance").click()
    page.locator("#workshop-measure").click()
    expect(page.locator("#workshop-measured")).to_have_text(re.compile("of 300 pairs of games"), timeout=LONG)
    assert part(page, "fault") == ""
    page.locator("#workshop-halt").click()
    page.locator("summary", has_text="Balance").click()


DRAWS = """
import cairn_rules
cairn_rules.cairn.svg = lambda *_, **__: '''<svg xmlns="http://www.w3.org/2000/svg" onload="parent.ran = 1">
<script>parent.ran = 2; window.ran = 2</script><image href="/x.png" onerror="ran = 3"/><image href="http://example.org/x.png"/>
<animate attributeName="x" begin="0s" dur="1s" onbegin="ran = 4"/>
<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="/" onload="ran = 5"/></foreignObject></svg>'''
"""
NAMES = """
from cairn_rules.cairn import Banish, megalith
bad = "<img src=x onerror='window.ran = 1'>"
print(bad)
@megalith(bad, text=bad, id="bad")
def thunder(site):
    return [Banish(enemy) for enemy in site.enemies()]
"""


def test_handlers_in_pictures_and_words_do_not_run(page: Page) -> None:
    """Another host that was asked for something would fail the test, too."""
    run(page, BANISH + DRAWS)
    page.wait_for_timeout(500)
    assert page.locator("#workshop-field img").evaluate("image => image.src").startswith("blob:")
    page.locator("#workshop-stop").evaluate("() => {}")
    run(page, NAMES)
    assert "<img src=x" in part(page, "question")
    assert page.evaluate("window.ran") is None
    assert page.locator("#workshop .board img").count() == 2


FORGED = [
    "json.dumps = lambda *_, **__: '{}'",
    "json.dumps = lambda *_, **__: '[]'",
    "real = json.dumps\njson.dumps = lambda value: real({**value, 'board': 3})",
    "real = json.dumps\njson.dumps = lambda value: real({**value, 'more': 3})",
    "real = json.dumps\njson.dumps = lambda value: real({**value, 'line': -1})",
    "real = json.dumps\njson.dumps = lambda value: real({**value, 'at': 'z9'})",
    "real = json.dumps\njson.dumps = lambda value: real({**value, 'words': {}})",
    "real = json.dumps\njson.dumps = lambda value: real({**value, 'actions': [{'action': 1}]})",
    "real = json.dumps\njson.dumps = lambda value: real({**value, 'title': 'x' * 10_000})",
]


@pytest.mark.parametrize("forged", FORGED)
def test_a_forged_answer_is_refused(page: Page, forged: str) -> None:
    run(page, f"import json\n{forged}\n{BANISH}")
    assert part(page, "fault").startswith("Your text did not answer. It answered what no megalith answers")


@pytest.mark.parametrize("text", [SOURCE, "x = (", NAMES], ids=["works", "fails", "odd names"])
def test_it_keeps_nobody_out(page: Page, text: str) -> None:
    run(page, text)
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        page.locator(".cm-content").click()
        page.keyboard.press("Control+Space")
        page.wait_for_timeout(300)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for scheme in ("light", "dark"):
            choose_scheme(page, scheme)
            loaded(page, "workshop")
            check_serious(page, besides="#cm-ac-")  # the arrow keys scroll this list from the editor
        page.keyboard.press("Escape")


def test_a_screen_reader_finds_names_and_hears_what_happens(page: Page) -> None:
    for name in ("The text", "The board and its options"):
        expect(page.get_by_role("region", name=name)).to_be_attached()
    expect(page.get_by_role("textbox", name="Python text of the megalith")).to_be_attached()
    expect(page.get_by_role("img", name="Cairn, turn 1: Sea must use Beacon on c3")).to_be_attached()
    expect(page.get_by_role("button", name="c3: Sea shaman on Beacon")).to_be_attached()
    for name in ("fault", "problem"):
        expect(page.locator(f"#workshop-{name}")).to_have_attribute("role", "alert")
    expect(page.locator("#workshop-question")).to_have_attribute("aria-live", "polite")


def test_opened_from_a_folder_it_says_what_it_needs(browser: Browser, url: str, site: Path) -> None:
    assert url
    page = browser.new_page()
    page.goto((site / "workshop/index.html").as_uri())
    expect(page.locator("#workshop-file")).to_be_visible()
    assert "python -m http.server" in part(page, "file")
    page.close()


def test_without_the_editor_the_page_says_so(browser: Browser, url: str, site: Path, page: Page) -> None:
    expect(page.locator("#workshop-missing")).to_be_hidden()
    stored = json.loads((site / "workshop/opening.json").read_text(encoding="utf-8"))

    def replace(page: Page) -> None:
        page.route("**/opening.json", lambda route: route.fulfill(json={**stored, "built": False}))

    with opened(browser, url, prepare=replace) as other:
        expect(other.locator("#workshop-missing")).to_be_visible()
        expect(other.locator("#workshop-table")).to_be_hidden()


def test_what_the_page_weighs_is_said_on_it(page: Page, site: Path) -> None:
    files = [*(site / "play/python").iterdir(), *(site / "workshop").iterdir()]
    checks = (site / "workshop/checks.zip").stat().st_size / 1e6
    whole = sum(each.stat().st_size for each in files) / 1e6
    editor = (site / "workshop/codemirror.js").stat().st_size / 1e6
    said = re.search(r"about (\d+) MB from this site, ([\d.]+) MB of them for the editor", page.inner_text("article"))
    assert said is not None
    assert abs(whole - float(said[1])) <= 1
    assert abs(editor - float(said[2])) < 0.05
    assert f"{checks:.1f} MB, after the first options, for the check" in page.inner_text("article")


def test_after_the_first_visit_the_page_works_offline(browser: Browser, url: str, site: Path) -> None:
    assert url
    server = ThreadingHTTPServer(("localhost", 0), partial(Quiet, directory=site))
    Thread(target=server.serve_forever, daemon=True).start()
    home = f"http://localhost:{server.server_port}/workshop/"
    with opened(browser, home) as page:
        loaded(page, "workshop")
        while not page.evaluate("caches.match('../play/python/modules.zip').then(Boolean)"):
            page.wait_for_timeout(200)  # it is the last file that is kept
        server.shutdown()
        server.server_close()
        page.reload()
        loaded(page, "workshop")
        run(page, BANISH)
        assert part(page, "question").startswith("Sea must use Thunder")
