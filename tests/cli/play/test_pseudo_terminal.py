"""`cairn-rules play` in a real pseudo-terminal: typed, completed, interrupted, hung up, and gone on with."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from cairn_rules import Outcome, Record, cairn, parse_record

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals", allow_module_level=True)

from support.pseudo_terminal import Opens, PseudoTerminal

EXITS = ("--position", "2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0", "--sea", "human", "--forest", "human")


@pytest.fixture
def opens(tmp_path: Path) -> Iterator[Opens]:
    with ExitStack() as stack:
        yield lambda *arguments, **environment: stack.enter_context(PseudoTerminal(tmp_path, *arguments, **environment))


def kept(folder: Path) -> Record:
    (file,) = folder.glob("game-*.cairn")
    return parse_record(file.read_text(encoding="utf-8"))


def texts(folder: Path) -> list[str]:
    return list(map(cairn.format_action, kept(folder).actions))


@pytest.mark.untraced
@pytest.mark.slow
def test_a_game_is_played_interrupted_hung_up_gone_on_with_and_finished(opens: Opens, tmp_path: Path) -> None:
    first = opens(*EXITS)
    screen = first.asked()
    assert "This game is saved in game-" in screen
    assert "5 c5-x   Move out of the board from c5" in screen
    assert max(map(len, screen.splitlines())) <= 80
    assert "Sea leaves the board from c5" in first.answer("c5-x")
    first.type("half of a li\x03")
    assert first.ended() == 130
    assert "\nThe game is saved. To continue: cairn-rules play --resume game-" in first.rest()
    assert texts(tmp_path) == ["c5-x"]

    (name,) = (each.name for each in tmp_path.iterdir())
    second = opens("--resume", name)
    assert "1. Sea c5-x" in second.asked()
    assert "1. Sea =alley" in second.answer("=alley")
    assert second.hang_up() == 128 + signal.SIGHUP
    assert texts(tmp_path) == ["c5-x", "=alley"]

    third = opens("--resume", name)
    assert "1. Sea =alley" in third.asked()
    third.send(signal.SIGTERM)
    assert third.ended() == 128 + signal.SIGTERM
    assert "To continue: cairn-rules play --resume game-" in third.rest()

    fourth = opens("--resume", name)
    fourth.asked()
    fourth.type("resign\r")
    assert fourth.ended() == 0
    assert fourth.rest().endswith(f"Sea wins: Forest resigned\nThe record is in {name}.\n")
    assert kept(tmp_path).outcome == Outcome((0,), "resignation")


@pytest.mark.untraced
def test_the_end_of_the_input_keeps_the_game(opens: Opens, tmp_path: Path) -> None:
    """Ctrl-D."""
    terminal = opens(*EXITS)
    terminal.asked()
    terminal.type("\x04")
    assert terminal.ended() == 0
    assert "\nThe game is saved." in terminal.rest()
    assert texts(tmp_path) == []


@pytest.mark.untraced
def test_tab_completes_what_is_begun(opens: Opens, tmp_path: Path) -> None:
    pytest.importorskip("readline")
    terminal = opens(*EXITS)
    terminal.asked()
    terminal.answer("c5-x")
    terminal.type("=a\t")
    terminal.until("=alley")
    terminal.type("\r")
    terminal.asked()
    assert texts(tmp_path) == ["c5-x", "=alley"]
    terminal.type("? men\t")
    terminal.until(r"\? menhir")
    assert "Menhir of the Dancers (menhir): Move this shaman one space." in terminal.answer("")
    terminal.type("zzz\t\r")
    terminal.until("'zzz' is neither an action nor a command")


@pytest.mark.untraced
@pytest.mark.slow
def test_colours_say_nothing_that_signs_do_not(opens: Opens) -> None:
    coloured = opens(*EXITS)
    coloured.asked()
    coloured.answer("c5-x")
    assert "\x1b[36m" in coloured.raw
    without = opens(*EXITS, NO_COLOR="1")
    without.asked()
    without.answer("c5-x")
    assert "\x1b[36m" not in without.raw
    assert "\x1b[7m" in without.raw
    dumb = opens(*EXITS, "--ascii", TERM="dumb")
    dumb.asked()
    dumb.answer("c5-x")
    assert "\x1b[3" not in dumb.raw
    assert dumb.raw.isascii()


@pytest.mark.untraced
def test_the_computer_answers_and_its_answer_is_taken_back(opens: Opens, tmp_path: Path) -> None:
    terminal = opens(*EXITS[:4])
    terminal.asked()
    terminal.answer("c5-x")
    told = terminal.answer("=alley")
    assert "2. Forest " in told
    assert "Taken back: Sea =alley, Forest " in terminal.answer("undo")
    assert texts(tmp_path) == ["c5-x"]
    assert "2. Forest " in terminal.answer("redo")


@pytest.mark.untraced
def test_an_opponent_who_thinks_can_be_interrupted(opens: Opens, tmp_path: Path) -> None:
    terminal = opens(*EXITS[:4], "--seconds", "600")
    terminal.asked()
    terminal.answer("c5-x")
    terminal.type("=alley\r")
    terminal.until("tree thinks")
    terminal.type("\x03")
    assert terminal.ended() == 130
    assert texts(tmp_path) == ["c5-x", "=alley"]


def test_time_runs_out_at_the_prompt(opens: Opens, tmp_path: Path) -> None:
    terminal = opens(*EXITS, "--clock", "0.002")
    assert terminal.ended() == 0
    assert "Forest wins: time" in terminal.rest()
    assert kept(tmp_path).outcome == Outcome((1,), "time")


@pytest.mark.untraced
def test_a_terminal_that_went_away_without_a_word_ends_the_game(opens: Opens, tmp_path: Path) -> None:
    """The signal is ignored, as `nohup` wants it: the end of the input and of the output is all there is."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        terminal = opens(*EXITS)
    finally:
        signal.signal(signal.SIGHUP, before)
    terminal.asked()
    terminal.answer("c5-x")
    assert terminal.hang_up() == 0
    assert texts(tmp_path) == ["c5-x"]
    assert os.listdir(tmp_path) == [next(tmp_path.glob("game-*.cairn")).name]  # noqa: PTH208 - no part is left
