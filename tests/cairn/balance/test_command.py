"""`cairn-rules balance`, and the page that it writes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from twelve_stones import wall

from cairn_rules import cairn
from cairn_rules.cairn.balance import page as charts
from cairn_rules.cairn.balance.page import balance_page, lengths, shares
from cairn_rules.cairn.balance.report import balance
from cairn_rules.cli.main import main
from cairn_rules.errors import MissingExtraError
from cairn_rules.players import RandomPlayer
from support.command_line import on_a_full_disk, printed

pytestmark = pytest.mark.slow

QUICK = ("--games", "1", "--player", "random")


@pytest.fixture(scope="module")
def page() -> str:
    return balance_page(balance([cairn.BASE_SET["deer"], wall], games=4, seed=1, player=RandomPlayer, max_turns=20))


def test_the_table_is_printed(capsys) -> None:
    assert main(["balance", "twelve_stones:bell", *QUICK]) == 0
    captured = capsys.readouterr()
    assert "Bell Stone (bell)" in captured.out
    assert "RandomPlayer plays both sides; seed 1." in " ".join(captured.out.split())
    assert captured.err == ""


def test_a_terminal_shows_how_many_games_are_played(capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(["balance", "twelve_stones:bell", "--games", "2", "--player", "random"]) == 0
    shown = [line.strip() for line in capsys.readouterr().err.split("\r")]
    assert [line for line in shown if line] == [
        "playing",
        "Bell Stone: 1 of 2 pairs of games are played",
        "Bell Stone: 2 of 2 pairs of games are played",
    ]


@pytest.mark.untraced
def test_files_are_written_and_say_how_they_were_made(capsys, tmp_path: Path) -> None:
    html, text = tmp_path / "a page.html", tmp_path / "text.md"
    names = ("twelve_stones:bell", "twelve_stones:mimic")
    arguments = ("balance", *names, "--games", "1", "--player", "random", "--html", str(html), "--markdown", str(text))
    assert main(arguments) == 0
    assert html.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert (
        f"cairn-rules balance {' '.join(names)} --games 1 --seed 1 --player random --html '{html}'" in text.read_text()
    )
    assert "Cairn: balance of 2 megaliths" in html.read_text(encoding="utf-8")
    assert capsys.readouterr().out.count("(bell)") == 1


@pytest.mark.parametrize(
    ("page", "link"),
    [
        ("told/a page.html", "(a%20page.html)"),
        ("told/charts/page.html", "(charts/page.html)"),
        ("page.html", None),
        (None, None),
    ],
)
def test_the_text_leads_to_the_page_that_lies_beside_it(tmp_path: Path, page: str | None, link: str | None) -> None:
    """A page in the folder of the Markdown or below moves with it; any other place would be one of this machine."""
    (tmp_path / "told" / "charts").mkdir(parents=True)
    html = () if page is None else ("--html", str(tmp_path / page))
    text = tmp_path / "told" / "text.md"
    assert main(["balance", "twelve_stones:bell", *QUICK, *html, "--markdown", str(text)]) == 0
    told = text.read_text(encoding="utf-8")
    assert re.findall(r"\[same report with charts\](\(.+?\))", told) == ([] if link is None else [link])


@pytest.mark.untraced
def test_several_processes_find_stones_that_are_not_installed(capsys, monkeypatch, tmp_path: Path) -> None:
    (tmp_path / "heath.py").write_text(
        "from cairn_rules.cairn import megalith, FlipTile, Tile\n\n\n"
        '@megalith("Heath", text="Turn a tile.")\ndef heath(site):\n    yield FlipTile(Tile.ADD)\n',
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    assert main(["balance", "heath:heath", *QUICK]) == 0
    alone = capsys.readouterr().out
    assert main(["balance", "heath:heath", *QUICK, "--jobs", "2"]) == 0
    assert capsys.readouterr().out == alone
    monkeypatch.delitem(sys.modules, "heath")


def test_every_player_of_the_game_can_play_with_a_budget(capsys, tmp_path: Path) -> None:
    text = tmp_path / "text.md"
    spent = ("--player", "seer", "--simulations", "1", "--seconds", "9")
    assert main(["balance", "twelve_stones:bell", "--games", "1", *spent, "--markdown", str(text)]) == 0
    assert "SeerPlayer plays both sides with 1 simulation or 9 s" in " ".join(capsys.readouterr().out.split())
    assert "--seed 1 --player seer --simulations 1 --seconds 9.0 --markdown " in text.read_text(encoding="utf-8")


@pytest.mark.filterwarnings("once:sage does not know")
@pytest.mark.parametrize(
    ("stone", "told"),
    [
        ("cairn_rules.cairn.megaliths.megaliths:deer", ""),
        ("twelve_stones:bell", "cairn-rules: sage does not know custom megaliths: it judges positions as seer does\n"),
    ],
)
def test_the_strongest_player_judges_megaliths_that_it_knows_and_others(capsys, stone: str, told: str) -> None:
    assert main(["balance", stone, "--games", "1", "--player", "sage", "--simulations", "1"]) == 0
    printed = capsys.readouterr()
    assert "SagePlayer plays both sides with 1 simulation per decision" in " ".join(printed.out.split())
    assert [line for line in printed.err.splitlines(keepends=True) if "sage" in line] == told.splitlines(keepends=True)


def test_a_full_disk_loses_no_report(capsys, tmp_path: Path) -> None:
    words = ("balance", "twelve_stones:bell", *QUICK)
    assert on_a_full_disk(capsys, *words, "--markdown", tmp_path / "text.md") == printed(capsys, *words)
    assert not [*tmp_path.iterdir()]


def test_what_cannot_be_written_is_told_before_the_games_are_played(capsys, tmp_path: Path) -> None:
    wrong = ((tmp_path / "no" / "where", "No such file or directory"), (tmp_path, "Is a directory"))
    for name in ("html", "markdown"):
        for file, message in wrong:
            assert main(["balance", "twelve_stones:bell", *QUICK, f"--{name}", str(file)]) == 2
            assert capsys.readouterr().err == f"cairn-rules: cannot write {str(file)!r}: {message}\n"
    assert list(tmp_path.iterdir()) == []
    assert main(["balance", "twelve_stones:bell", "--games", "1", "--markdown", os.devnull]) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere:stone"], "cannot load 'nowhere:stone'"),
        (["twelve_stones:bel"], "cannot load 'twelve_stones:bel'"),
        (["cairn_rules.cairn:apply"], "'cairn_rules.cairn:apply' should be a Megalith or a collection of them, not <"),
        (["twelve_stones:bell", "--player", "gredy"], "unknown id 'gredy'; did you mean 'greedy'?"),
        (["twelve_stones:bell", "--player", "x"], "known: random, greedy, tree, seer, sage"),
        (["twelve_stones:bell", "--jobs", "0"], "--jobs/-j: '0' is not a whole number from 1 to"),
        (["twelve_stones:bell", *QUICK, "--html", "/nowhere/at/all.html"], "cannot write '/nowhere/at/all.html'"),
    ],
)
def test_what_is_wrong_is_told_in_a_line(capsys, arguments: list[str], message: str) -> None:
    assert main(["balance", *arguments]) == 2
    told = [line for line in capsys.readouterr().err.splitlines() if not line.startswith("  ")]
    assert len(told) == 1
    assert message in told[0]


def test_without_matplotlib_it_is_told_how_to_get_it(capsys, monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert main(["balance", "twelve_stones:bell", *QUICK]) == 0
    capsys.readouterr()
    assert main(["balance", "twelve_stones:bell", *QUICK, "--html", str(tmp_path / "page.html")]) == 2
    assert "pip install 'cairn-rules[report]'" in capsys.readouterr().err
    with pytest.raises(MissingExtraError, match="needs matplotlib"):
        charts.need_matplotlib()


def test_the_page_needs_nothing_else(page: str) -> None:
    assert not re.findall(r"""(?:src|href)=["'](?!#)|url\((?!#)|@import""", page)
    assert "<script" not in page
    assert "{{" not in page


def test_every_id_is_there_once_and_every_reference_leads_somewhere(page: str) -> None:
    ids = re.findall(r' id="([^"]+)"', page)
    assert set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', page)) <= {
        pair for id in ids for pair in ((id, ""), ("", id))
    }


def test_charts_are_told_in_words_and_in_the_colours_of_the_page(page: str) -> None:
    drawings = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(drawings) == 2 + 2 * 2
    for drawing in drawings:
        whole = ET.fromstring(drawing)  # noqa: S314 - our own
        assert whole.find("title") is not None
        assert set(re.findall(r"#[0-9a-f]{6}\b", drawing)) == set()
        assert "var(--mark)" in drawing


def test_who_only_plays_loads_nothing_of_it() -> None:
    program = (
        "import sys, cairn_rules; print(*[name for name in sys.modules if 'balance' in name or 'plotlib' in name])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout == "\n"


def test_texts_of_stones_are_no_html() -> None:
    stone = cairn.ward("<b>Bold</b>", text="A & B", id="bold")(lambda site, action: False)  # noqa: ARG005
    page = balance_page(balance([stone], games=1, seed=1, player=RandomPlayer, max_turns=20))
    assert "<b>Bold" not in page
    assert "&lt;b&gt;Bold&lt;/b&gt;" in page
    assert "<title>Cairn: balance of &lt;b&gt;Bold" in page
    assert "A &amp; B" in page


@pytest.mark.untraced
def test_pages_of_nothing_and_of_equal_reports_are_alike(page: str) -> None:
    again = balance_page(balance([cairn.BASE_SET["deer"], wall], games=4, seed=1, player=RandomPlayer, max_turns=20))
    assert again == page
    empty = balance_page(balance([wall], games=0, seed=1))
    assert "No games were played." in empty
    assert lengths("Long", {}, {}).startswith("<svg")
    assert "n/a" in shares("Who", [("nobody", charts.Share(0, 0), charts.Share(1, 1))])


def test_a_collection_that_cannot_be_gone_through_is_refused(tmp_path, capsys, monkeypatch) -> None:
    (tmp_path / "endless.py").write_text("def _stones():\n    yield 1 / 0\n\nSTONES = _stones()\n")
    monkeypatch.chdir(tmp_path)
    assert main(["balance", "endless:STONES"]) == 2
    assert "cannot iterate over 'endless:STONES': ZeroDivisionError" in capsys.readouterr().err


def test_a_player_of_ones_own_plays(capsys) -> None:
    assert main(["balance", "twelve_stones:bell", "--games", "1", "--player", "cairn_rules.players:RandomPlayer"]) == 0
    assert "RandomPlayer plays both sides" in capsys.readouterr().out


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("page", "text", "back"),
    [
        ("page.html", "README.md", "./"),
        ("page.html", "my text.md", "my%20text.md"),
        ("charts/page.html", "README.md", "../"),
        ("charts/page.html", "text.md", "../text.md"),
        ("page.html", None, None),
        ("page.html", "elsewhere/text.md", None),
    ],
)
def test_the_page_leads_back_to_the_text_that_leads_to_it(
    tmp_path: Path, page: str, text: str | None, back: str | None
) -> None:
    """On a site, a README is the page of its folder."""
    for folder in ("charts", "elsewhere"):
        (tmp_path / folder).mkdir()
    written = () if text is None else ("--markdown", str(tmp_path / text))
    assert main(["balance", "twelve_stones:bell", *QUICK, "--html", str(tmp_path / page), *written]) == 0
    html = (tmp_path / page).read_text(encoding="utf-8")
    assert re.findall(r'<nav><a href="([^"]*)">', html) == ([] if back is None else [back])
