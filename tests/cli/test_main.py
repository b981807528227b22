"""The command line, run as a program."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from importlib.metadata import version
from pathlib import Path
from shlex import quote

import pytest

import cairn_rules
from cairn_rules.cli.main import main
from support.command_line import printed

START = "f1f1f/5/5/5/s1s1s s wooe b3=chaos,d3=dawn cromlech,pillars alley,deer,menhir,sanctuary 0-0"


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "cairn_rules", *arguments],
        capture_output=True,
        encoding="utf-8",
        env=os.environ | environment,
        check=False,
    )


def test_a_demo_is_played_to_its_end(capsys) -> None:
    first = printed(capsys, "demo", "--seed", "7", "--all")
    assert re.fullmatch("(Sea|Forest) wins: .*\\. It took [0-9]+ turns\\.", first.splitlines()[-1])
    assert re.search("^1\\. (Sea|Forest): ", first, re.MULTILINE)
    assert printed(capsys, "demo", "--seed", "7", "--all") == first


def test_a_demo_can_be_light_and_need_no_seed(capsys) -> None:
    """The command that it ends with shows the same game."""
    shown = printed(capsys, "demo", "--light").splitlines()
    assert "b3=chaos,d3=dawn" in shown[1]
    command = re.fullmatch("To see every board: cairn-rules (demo --light --seed [0-9]+ --all)", shown[-1])
    assert command
    assert printed(capsys, *command[1].split()).splitlines()[:2] == shown[:2]


def test_a_demo_can_end_with_a_player_stuck(capsys) -> None:
    stuck = "5/5/5/fffff/sssss s wdoe c3=chaos,d3=dawn - - 0-0"
    assert main(["demo", "--position", stuck]) == 0
    assert capsys.readouterr().out.splitlines()[-2] == "Forest wins: Sea cannot act. It took 0 turns."


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["perft", START, "0"], ["1"]),
        (["perft", START, "2"], ["43"]),
        (["perft", START, "3", "--turns"], ["340"]),
        (["perft", START, "0", "--divide"], []),
        (["perft", START, "4", "--turns", "--divide"], ["+d1  489", "a1-b1  342", "total  2566"]),
        (["perft", "2s2/5/5/5/4f s wooe c3=mound,d3=dawn deer - 0-0", "2", "--divide"], ["c5-x  1"]),
        (["perft", "2s2/5/5/5/4f s wooe c3=mound,d3=dawn deer - 0-0", "1", "--divide", "--turns"], ["c5-x  1"]),
        (["megaliths"], ["chaos      light  Chaos of the Giants", "source     dark   Source of Silver"]),
    ],
)
def test_what_is_printed(arguments: list[str], expected: list[str], capsys) -> None:
    assert main(arguments) == 0
    lines = capsys.readouterr().out.splitlines()
    assert set(expected) <= set(lines)
    assert lines or not expected


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nonsense"], "nonsense"),
        (["demo", "--sed", "3"], "cairn has no option --sed. Did you mean --seed? Run 'cairn-rules demo --help' for"),
        (["demo", "--seed", "x"], "--seed: 'x' is not a whole number."),
        (["perft"], "required: N"),
        (["perft", START], "is not a whole number from 0 to"),
        (["perft", START, "-1"], "-1"),
        (["perft", START, "two"], "'two' is not a whole number from 0 to"),
        (["perft", START, "1" * 5000], "is not a whole number"),
        (["perft", "5/5 s", "1"], "there are seven"),
        (["perft", START.replace("chaos", "choas"), "1"], "did you mean 'chaos'?"),
    ],
)
def test_bad_arguments_end_in_one_clear_line(arguments: list[str], message: str, capsys) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert len(err.splitlines()) == 1


def test_each_fault_of_a_document_has_a_line(tmp_path: Path, capsys) -> None:
    file = tmp_path / "hero.json"
    file.write_text('{"format": 1, "game": "cairn-rpg-creation", "document": "heroes"}', encoding="utf-8")
    assert main(["sheet", str(file)]) == 2
    first, *faults = capsys.readouterr().err.splitlines()
    assert first == "cairn-rules: bad document:"
    assert [fault.split(", ")[1].partition(":")[0] for fault in faults] == ["$.value", "$.document"]


@pytest.mark.untraced
def test_the_exit_code_of_the_program_is_that_of_main() -> None:
    done = run("nonsense")
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)


@pytest.mark.untraced
def test_help_and_version(capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "demo" in printed(capsys, "--help")
    monkeypatch.setattr(sys, "argv", ["cairn-rules", "help", "demo"])
    assert main() == 0
    assert capsys.readouterr().out == printed(capsys, "demo", "--help")
    told = run("--version").stdout
    assert told.startswith(f"cairn-rules {version('cairn-rules')}")
    assert ("compiled" in told) is cairn_rules.cairn.compiled


@pytest.mark.untraced
@pytest.mark.slow
def test_a_terminal_without_unicode_gets_ascii() -> None:
    done = run("demo", "--seed", "1", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert "+-----+" in done.stdout
    assert "┌─────┬" in run("demo", "--seed", "1", PYTHONIOENCODING="utf-8").stdout


def pipe_without_reader() -> int:
    reading, writing = os.pipe()
    os.close(reading)
    return writing


def full_disk() -> int:
    if not Path("/dev/full").exists():
        pytest.skip("needs a device that is always full")
    return os.open("/dev/full", os.O_WRONLY)


@pytest.mark.skipif(os.name != "posix", reason="a closed pipe ends a program differently elsewhere")
@pytest.mark.parametrize(
    ("opened", "code", "told"),
    [(pipe_without_reader, 0, ""), (full_disk, 1, "cairn-rules: cannot write: No space left on device\n")],
)
def test_output_that_cannot_be_written_ends_in_one_clear_line_at_most(
    opened: Callable[[], int], code: int, told: str, capsys
) -> None:
    """The reader of a closed pipe has seen enough. What is left in the buffer, the interpreter flushes at its end."""
    with os.fdopen(opened(), "w", encoding="utf-8") as output, redirect_stdout(output):
        assert main(["demo", "--seed", "1"]) == code
    assert capsys.readouterr().err == told


@pytest.mark.untraced
@pytest.mark.skipif(os.name != "posix", reason="needs a shell that closes the output")
def test_no_output_at_all_is_survived() -> None:
    command = f"{quote(sys.executable)} -m cairn_rules demo --seed 1 >&-"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)  # noqa: S603, S607
    assert (done.returncode, done.stderr) == (0, "")


def test_an_interruption_is_no_error(monkeypatch) -> None:
    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cairn_rules.cairn.legal_actions", interrupt)
    assert main(["demo"]) == 130
