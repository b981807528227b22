"""The lessons and the tools of the workshop in a real browser, on the site as it is built: `nox -s browser`."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from cairn_rules.cli.main import main
from open_pages import LONG, opened, write
from web.workshop.lessons import LESSONS

TWO = """\
from cairn_rules.cairn import Banish, megalith

@megalith("Far", text="Banish an enemy.", id="far")
def fär(site):
    return map(Banish, site.enemies())

@megalith("Gale", text="Banish an enemy next to this megalith.", id="harbour.gale")
def gale(site):
    return map(Banish, site.enemies(site.adjacent))
"""
TAKES_OVER = """\
import sys
from cairn_rules.cairn import megalith

@megalith("Theirs", text="It does nothing.")
def theirs(site):
    return ()

tools = sys.modules["web.workshop.tools"]
usual, text = tools.Tools.answer, sys.modules["linecache"].cache["stone.py"][2]

def answer(self, asked):
    match asked:
        case {"ask": "lesson"}:
            return {"passed": True, "words": "Passed.", "board": None, "line": None}
        case {"ask": "glyph"}:
            return {"source": "".join(text)}
        case {"ask": "stones" | "module", "source": _}:
            asked = {**asked, "source": "".join(text)}
    return usual(self, asked)

def package(*given, **more):
    from io import BytesIO
    from zipfile import ZipFile
    made = real(*given, **more)
    packed = BytesIO(made.content)
    with ZipFile(packed, "a") as archive:
        archive.writestr("their_stones/evil.py", "1 / 0")
    return type(made)(made.name, packed.getvalue())

real, tools.package_of, tools.Tools.answer = tools.package_of, package, answer
"""
"""A text that answers in place of those that run later."""
STONE = '{"stones": [{"place": "%s", "id": "%s", "name": "Gale", "text": "x"}]}'
FORGED = ['{"stones": []}', STONE % ("gale; evil", "gale"), STONE % ("gale", "../gale"), STONE % ("gale", "gale evil")]


@pytest.fixture(scope="module")
def page(browser: Browser, pages: str) -> Iterator[Page]:
    """The page with its Python and all tools open."""
    with opened(browser, f"{pages}/workshop/") as page:
        page.on("dialog", lambda dialog: dialog.accept())
        expect(page.locator("#workshop-loading")).to_be_hidden(timeout=LONG)
        settle(page)
        for each in page.locator("#workshop details").all():
            each.locator("summary").click()
        yield page


def settle(page: Page) -> None:
    expect(page.locator("#workshop-table")).to_have_attribute("aria-busy", "false", timeout=LONG)


def begin(page: Page, number: int) -> None:
    page.locator("#workshop-lesson").select_option(index=number)
    page.locator("#workshop-begin").click()
    settle(page)


def test_a_lesson_is_judged_and_its_progress_kept(page: Page) -> None:
    begin(page, 0)
    expect(page.locator("#workshop-question")).to_contain_text("Gale Stone")
    page.locator("#workshop-judge").click()
    verdict = page.locator("#workshop-verdict")
    expect(verdict).to_contain_text(
        "On board 1, it offers “Banish Forest's shaman on e5”, but should not.", timeout=LONG
    )
    page.locator("#workshop-solution").click()
    expect(page.locator("#workshop-help pre")).to_have_text(LESSONS[0].solution.strip())
    write(page, LESSONS[0].solution)
    page.locator("#workshop-judge").click()
    expect(verdict).to_contain_text("Your megalith does what the task says", timeout=LONG)
    expect(page.locator("#workshop-passed")).to_have_text("1 of 12 passed")
    assert page.evaluate("localStorage.getItem('cairn-rules.workshop-lessons')") == '["neighbour"]'
    verdict.get_by_role("button", name="Go on: Move it instead").click()
    settle(page)
    expect(page.locator("#workshop-task")).to_contain_text("Banishing is strong.")


def test_a_board_of_a_lesson_comes_with_its_decisions(page: Page) -> None:
    begin(page, 10)
    page.locator("#workshop-boards").get_by_role("button", name="Board 2").click()
    settle(page)
    expect(page.locator("#workshop-told")).to_contain_text("a1")
    expect(page.locator("#workshop-position")).to_have_value(re.compile("b2=tide"))


def test_a_fault_of_the_text_is_shown_at_its_line(page: Page) -> None:
    begin(page, 0)
    write(page, LESSONS[0].solution.replace("Banish(enemy)", "Banish(enmy)"))
    page.locator("#workshop-judge").click()
    expect(page.locator("#workshop-fault")).to_contain_text("Line 9", timeout=LONG)


def test_a_glyph_goes_into_the_text(page: Page) -> None:
    begin(page, 0)
    page.locator("#workshop-glyph").select_option("moon")
    page.locator("#workshop-draw").click()
    expect(page.locator(".cm-content")).to_contain_text('glyph="M16 3Q3 2 4.5 13', timeout=LONG)
    page.locator("#workshop-shapes").fill("blob")
    page.locator("#workshop-draw").click()
    expect(page.locator("#workshop-drawn")).to_contain_text("'blob' is not a shape", timeout=LONG)


def test_games_show_no_figure_before_their_end(page: Page) -> None:
    begin(page, 0)
    page.locator("#workshop-measure").click()
    expect(page.locator("#workshop-measured")).to_have_text(re.compile(r"^\d+ of 300 pairs of games$"), timeout=LONG)
    assert page.locator("#workshop-report table").count() == 0
    page.locator("#workshop-halt").click()
    expect(page.locator("#workshop-measured")).to_have_text("Stopped, without a figure.")


def run(page: Page, text: str) -> None:
    write(page, text)
    page.keyboard.press("Control+Enter")
    page.wait_for_timeout(50)
    settle(page)


def saved(page: Page, button: str) -> tuple[str, bytes]:
    """Save a file; return its name and its content."""
    with page.expect_download(timeout=LONG) as found:
        page.locator(button).click()
    return found.value.suggested_filename, Path(found.value.path()).read_bytes()


PACKAGE = "#workshop-package button"


def test_the_text_is_saved_as_a_file_and_as_a_package(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begin(page, 0)
    assert saved(page, "#workshop-module") == ("gale_stone.py", LESSONS[0].start.encode())
    write(page, TWO)
    name, content = saved(page, "#workshop-module")
    assert (name, content) == ("harbour_gale_stone.py", TWO.encode())
    # 1. the commands take the file
    (tmp_path / name).write_bytes(content)
    monkeypatch.chdir(tmp_path)
    *checks, balance = (shlex.split(each) for each in page.locator("#workshop-commands code").all_inner_texts())
    assert balance == ["cairn-rules", "balance", "harbour_gale_stone:fär", "harbour_gale_stone:gale"]
    for check in checks:
        assert main(check[1:]) == 0
    sys.modules.pop("harbour_gale_stone")
    assert "Gale ('harbour.gale'): nothing found" in capsys.readouterr().out
    # 2. the package
    page.locator("#workshop-package [name=name]").fill("Gale Stones")
    name, content = saved(page, PACKAGE)
    assert name == "gale_stones-1.0-py3-none-any.whl"
    with ZipFile(BytesIO(content)) as archive:
        assert archive.read("gale_stones/__init__.py") == TWO.encode()
        entries = archive.read("gale_stones-1.0.dist-info/entry_points.txt").decode().splitlines()
    assert entries[1:] == ["far = gale_stones:fär", "harbour.gale = gale_stones:gale"]
    expect(page.locator("#workshop-commands")).to_have_text(f"pip install ./{name}")
    page.locator("#workshop-package [name=name]").fill("random")
    page.locator(PACKAGE).click()
    expect(page.locator("#workshop-kept")).to_contain_text("try 'random-stones'", timeout=LONG)


def test_a_text_that_ran_before_answers_for_no_other(page: Page) -> None:
    """It changes what Python answers to later questions: names, files, drawings and verdicts."""
    begin(page, 0)
    run(page, TAKES_OVER)
    expect(page.locator("#workshop-question")).to_contain_text("Theirs")
    write(page, LESSONS[0].start)
    page.locator("#workshop-judge").click()
    expect(page.locator("#workshop-verdict")).to_contain_text("On board 1, it offers", timeout=LONG)
    run(page, TAKES_OVER)
    write(page, LESSONS[0].start)
    assert saved(page, "#workshop-module") == ("gale_stone.py", LESSONS[0].start.encode())
    expect(page.locator("#workshop-commands")).to_contain_text("cairn-rules check-megalith gale_stone:gale")
    run(page, TAKES_OVER)
    write(page, LESSONS[0].start)
    page.locator("#workshop-glyph").select_option("moon")
    page.locator("#workshop-draw").click()
    expect(page.locator(".cm-content")).to_contain_text("glyph=", timeout=LONG)
    expect(page.locator(".cm-content")).to_contain_text("def gale")
    settle(page)
    run(page, TAKES_OVER)
    page.locator("#workshop-package [name=name]").fill("Their Stones")
    _, content = saved(page, PACKAGE)  # of the text that runs, but made where it has not run
    with ZipFile(BytesIO(content)) as archive:
        assert archive.read("their_stones/__init__.py") == TAKES_OVER.encode()
        assert "their_stones/evil.py" not in archive.namelist()


@pytest.mark.parametrize("answer", FORGED)
def test_forged_names_are_refused(page: Page, answer: str) -> None:
    write(page, f"{LESSONS[0].start}\nimport json\njson.dumps = lambda *_, **__: {answer!r}\n")
    page.locator("#workshop-module").click()
    expect(page.locator("#workshop-fault")).to_contain_text("It answered what no megalith answers", timeout=LONG)


def test_a_package_with_another_text_is_not_saved(page: Page) -> None:
    begin(page, 0)
    page.evaluate("window.usual = atob; atob = text => usual(text).replace('def gale', 'def evil')")
    page.locator("#workshop-package [name=name]").fill("Gale Stones")
    page.locator(PACKAGE).click()
    expect(page.locator("#workshop-kept")).to_have_text(
        "The package was not saved: it does not hold your text.", timeout=LONG
    )
    page.evaluate("atob = usual")


def test_a_text_with_old_imports_runs_and_is_not_saved(page: Page) -> None:
    now = "from cairn_rules.cairn import Banish, Effect, Site, megalith"
    assert now in LESSONS[0].start
    run(page, LESSONS[0].start.replace("cairn_rules.cairn", "cairn_rules"))
    expect(page.locator("#workshop-printed")).to_have_text(f"Line 3: write {now}")
    expect(page.locator("#workshop-question")).to_contain_text("Gale Stone")
    for button in ("#workshop-module", PACKAGE):
        page.locator("#workshop-package [name=name]").fill("Gale Stones")
        page.locator(button).click()
        expect(page.locator("#workshop-kept")).to_have_text(
            f"This line works in the workshop alone. Write {now}.", timeout=LONG
        )
        expect(page.locator("#workshop-fault")).to_contain_text("Line 3")
        expect(page.locator("#workshop-commands")).to_have_text("")


def test_a_measurement_ends_when_another_text_runs(page: Page) -> None:
    begin(page, 0)
    page.locator("#workshop-measure").click()
    expect(page.locator("#workshop-measured")).to_have_text(re.compile(r"^\d+ of 300 pairs of games$"), timeout=LONG)
    run(page, LESSONS[0].solution)
    expect(page.locator("#workshop-measured")).to_have_text("Stopped, without a figure.", timeout=LONG)
    assert page.locator("#workshop-report table").count() == 0


@pytest.mark.parametrize("width", [360, 1280])
def test_the_tools_fit_and_are_accessible(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")  # once the search box has its width
    found = Axe().run(page, context="#workshop .wide")
    assert found.violations_count == 0, found.generate_report()
