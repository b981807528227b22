"""The command `simulate`, run as a program, interrupted and gone on with."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures.process import BrokenProcessPool
from contextlib import redirect_stderr
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import pytest

from cairn_rules.cli import simulate as simulating
from cairn_rules.cli.main import main
from cairn_rules.cli.progress import interim
from cairn_rules.simulation.result_files import run_in
from cairn_rules.simulation.simulation import Tally
from support.command_line import Terminal, printed

RUN = ("simulate", "--lineup", "tree,greedy", "-n", "24", "--seed", "7", "--simulations", "40", "--max-turns", "9")
"""Long enough to be interrupted half-way."""
QUICK = ("simulate", "--lineup", "greedy,random", "-n", "6", "--seed", "7")
POSIX = pytest.mark.skipif(os.name != "posix", reason="needs signals")


def program(*arguments: object, **options) -> subprocess.Popen[str]:
    """The program, in a session of its own, as a shell in a terminal would begin it."""
    return subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-m", "cairn_rules", *map(str, arguments)],
        encoding="utf-8",
        start_new_session=True,
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options},
    )


def interrupted(file: Path, sent: signal.Signals, *arguments: object, option: str = "--output") -> tuple[int, str, int]:
    """The exit code, what is told, and how many games were written when a signal came after some of them."""
    # Not measured: an interruption within a lock of the measuring would leave it locked for ever.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}
    with program(*RUN, option, file, *arguments, env=environment) as running:
        deadline = time.perf_counter() + 60
        while not (file.exists() and file.read_bytes().count(b"\n") >= 6) and time.perf_counter() < deadline:
            time.sleep(0.005)
        os.kill(running.pid, sent)
        try:
            _, told = running.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            running.kill()
            raise
    assert gone(running.pid)
    return running.returncode, told, file.read_bytes().count(b"\n")


def gone(session: int) -> bool:
    """Whether no process of a session is left, soon."""
    deadline = time.perf_counter() + 20
    while time.perf_counter() < deadline:
        try:
            os.killpg(session, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of the run that nobody interrupted."""
    folder = tmp_path_factory.mktemp("whole")
    for ending in ("csv", "jsonl"):
        assert main([*RUN, "--output", str(folder / f"games.{ending}")]) == 0
    return folder


@pytest.mark.slow
@pytest.mark.untraced
@POSIX
@pytest.mark.parametrize(
    ("sent", "jobs", "ending"),
    [("SIGINT", 1, "csv"), ("SIGINT", 2, "jsonl"), ("SIGKILL", 1, "jsonl"), ("SIGKILL", 2, "csv")],
)
def test_what_was_interrupted_is_gone_on_with(tmp_path: Path, whole: Path, sent: str, jobs: int, ending: str) -> None:
    """The same bytes as without an interruption, by one process or by several; none of them is left behind."""
    file = tmp_path / f"games.{ending}"
    code, told, lines = interrupted(file, signal.Signals[sent], "--jobs", jobs)
    assert 6 <= lines < 24
    if sent == "SIGINT":
        assert code == 130
        assert "of 24 games; resume with the same command and --resume" in told
        assert len(told.splitlines()) == 1
    else:
        assert code == -signal.SIGKILL
    with program(*RUN, "--output", file, "--resume", "--jobs", 3 - jobs) as running:
        out, told = running.communicate(timeout=60)
    assert (running.returncode, told) == (0, "")
    assert "24 games, " in out
    assert file.read_bytes() == (whole / f"games.{ending}").read_bytes()


@pytest.mark.slow
@pytest.mark.untraced
@POSIX
@pytest.mark.parametrize("jobs", [1, 2])
def test_records_are_gone_on_with_after_a_process_was_killed(tmp_path: Path, jobs: int) -> None:
    whole, file = tmp_path / "whole.txt", tmp_path / "games.txt"
    assert main([*RUN, "--records", str(whole)]) == 0
    code, _, lines = interrupted(file, signal.SIGKILL, "--jobs", jobs, option="--records")
    assert code == -signal.SIGKILL
    assert lines < whole.read_bytes().count(b"\n")
    file.write_bytes(file.read_bytes()[:-7])  # as in the middle of a write
    assert main([*RUN, "--records", str(file), "--resume", "--jobs", str(3 - jobs)]) == 0
    assert file.read_bytes() == whole.read_bytes()


def test_the_standings_are_printed(capsys) -> None:
    assert main([*QUICK]) == 0
    told = capsys.readouterr()
    assert told.out.splitlines() == [
        "6 games of cairn between greedy and random, seed 7",
        "greedy       6 of 6 won  100.0% (61.0% to 100.0%)",
        "random       0 of 6 won  0.0% (0.0% to 39.0%)",
        told.out.splitlines()[-1],
    ]
    assert told.out.splitlines()[-1].startswith("6 games, ")
    assert told.out.splitlines()[-1].endswith(" turns on average, 0 drawn, 0 stopped")
    assert told.err == ""


@pytest.mark.slow
@pytest.mark.untraced
def test_the_same_seed_plays_the_same_games(tmp_path: Path, capsys) -> None:
    one, two = tmp_path / "one.csv", tmp_path / "two.csv"
    first = printed(capsys, *QUICK, "-o", str(one))
    assert printed(capsys, *QUICK, "-o", str(two), "--jobs", "2") == first
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.slow
@pytest.mark.untraced
def test_the_light_set_up_is_sent_to_other_processes(tmp_path: Path, capsys) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    assert main([*QUICK, "--light", "-o", str(one)]) == 0
    assert main([*QUICK, "--light", "-o", str(two), "-j", "2"]) == 0
    assert one.read_bytes() == two.read_bytes()
    assert "Registry(chaos, dawn, " in one.read_text(encoding="utf-8").splitlines()[0]
    assert main([*QUICK, "-o", str(one), "--resume"]) == 2
    assert "options is {'circles': " in capsys.readouterr().err


def test_a_seed_that_was_drawn_is_found_again(tmp_path: Path, capsys) -> None:
    file = tmp_path / "games.csv"
    command = ["simulate", "--lineup", "random,random", "-n", "2", "-o", str(file), "--resume"]
    assert main(command) == 0
    first = capsys.readouterr().out
    content = file.read_bytes()
    seed = (run_in(file) or {})["seed"]
    assert f"between random and random-2, seed {seed}" in first
    file.write_bytes(content[:-20])
    assert main(command) == 0
    assert capsys.readouterr().out == first
    assert file.read_bytes() == content


@pytest.mark.untraced
def test_a_run_that_is_whole_only_tells_how_it_went(tmp_path: Path, capsys) -> None:
    file = tmp_path / "games.csv"
    first = printed(capsys, *QUICK, "-o", str(file))
    assert printed(capsys, *QUICK, "-o", str(file), "--resume") == first
    assert "4 games, " in printed(capsys, *QUICK, "-n", "4", "-o", str(file), "--resume")


def test_no_games_are_refused(capsys) -> None:
    assert main([*QUICK, "-n", "0"]) == 2
    assert "-n: '0' is not a whole number from 1 to 999999999." in capsys.readouterr().err


def test_games_of_others_are_played(monkeypatch, capsys) -> None:
    monkeypatch.setattr("cairn_rules.games.LIBRARY", {"walk": "support.subtraction:WALK"})
    assert main([*QUICK, "--game", "walk", "--max-turns", "5"]) == 0
    assert "6 games, 5.0 turns on average, 0 drawn, 6 stopped" in capsys.readouterr().out
    assert main([*QUICK, "--game", "walk", "--light"]) == 2
    assert "walk has no option --light." in capsys.readouterr().err


class Fails:
    """A player that cannot play."""

    def __init__(self, game, *, seed: int | None = None) -> None:
        raise NotImplementedError


@pytest.mark.parametrize(("n", "more"), [(6, False), (12, True)])
def test_forfeits_are_told(monkeypatch, capsys, n: int, more: bool) -> None:  # noqa: FBT001 - a parameter
    monkeypatch.setattr(simulating, "player_at", lambda name, _: (name, Fails))
    lines = printed(capsys, *QUICK, "-n", str(n)).splitlines()
    assert f"{n} forfeited:" in lines
    assert lines.count("  game 3: random could not be made: NotImplementedError()") <= 1
    assert sum(line.startswith("  game ") for line in lines) == min(n, 10)
    assert (lines[-1] == "  and 2 more") is more


def test_an_interruption_without_a_file_is_told(monkeypatch, capsys) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cairn_rules.simulation.contest.Series.games", interrupt)
    assert main([*QUICK]) == 130
    told = capsys.readouterr()
    assert "interrupted after 0 of 6 games; with --output or --records you can resume" in told.err
    assert told.out.splitlines()[-3:] == [
        "greedy       0 of 0 won",
        "random       0 of 0 won",
        "0 games, 0 drawn, 0 stopped",
    ]


def test_a_process_that_is_killed_is_told(monkeypatch, capsys, tmp_path: Path) -> None:
    def broken(*_: object, **__: object) -> None:
        raise BrokenProcessPool("A process ended")

    monkeypatch.setattr("cairn_rules.simulation.contest.Series.games", broken)
    assert main([*QUICK, "-o", str(tmp_path / "games.csv")]) == 2
    assert "a worker process ended unexpectedly; resume with the same command and --resume" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((*QUICK, "--lineup", "greedy,tre3"), "--lineup: unknown id 'tre3'; did you mean 'tree'?"),
        ((*QUICK, "--lineup", "greedy,x"), "known: random, greedy, tree, seer, sage"),
        ((*QUICK, "--lineup", "greedy"), "for 2 players (sea, forest), but a line-up names 1: greedy"),
        ((*QUICK, "--lineup", "greedy,random,tree"), "a line-up names 3: greedy, random, tree"),
        (
            ("simulate", "--players", "tree,greedy", "-n", "1"),
            "--players: the number of names after --lineup is the number of players, as in --lineup tree,greedy. Run",
        ),
        (
            (*QUICK, "--player", "sea=tree"),
            "is the number of players, as in --lineup tree,greedy. Run 'cairn-rules simulate --",
        ),
        (("simulate", "--linup", "tree,greedy"), "cairn has no option --linup. Did you mean --lineup?"),
        (("simulate", "--playing=2", "-n", "1"), "cairn has no option --playing. Run 'cairn-rules simulate --help'"),
        (("simulate", "--lineup", "tree,greedy", "-N", "1"), "cairn has no option -N. Run"),
        (("simulate", "--lineup", "tree,greedy", "-seed=1"), "cairn has no option -seed. Did you mean --seed?"),
        (("simulate", "-n", "1"), "the following arguments are required: --lineup."),
        ((*QUICK, "--game", "chess"), "there is no game 'chess'; installed games: cairn"),
        ((*QUICK, "--output", "games.txt"), "should end in .csv or .jsonl, not be 'games.txt'"),
        ((*QUICK, "--resume"), "--resume needs --output or --records"),
        ((*QUICK, "--jobs", "0"), "--jobs/-j: '0' is not a whole number from 1 to"),
        ((*QUICK, "--max-turns", "0"), "--max-turns: '0' is not a whole number from 1 to"),
        ((*QUICK, "--simulations", "0"), "'0' is not a whole number from 1 to 999999999"),
        ((*QUICK, "--seconds", "nan"), "'nan' is not a number above 0, up to 1000000"),
        ((*QUICK, "--seconds", "-1"), "'-1' is not a number above 0, up to 1000000"),
    ],
)
def test_bad_arguments_end_in_one_clear_line(capsys, arguments: tuple[str, ...], told: str) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert told in captured.err
    assert len(captured.err.splitlines()) == 1
    assert captured.out == ""


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path, capsys) -> None:
    file = tmp_path / "games.csv"
    file.write_text("precious", encoding="utf-8")
    for more in ((), ("--resume",)):
        assert main([*QUICK, "-o", str(file), *more]) == 2
        assert file.read_text(encoding="utf-8") == "precious"
    assert "exists already" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="an old console of Windows gets no control sequences")
def test_a_terminal_shows_a_bar(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    """It has the interim result, is removed at the end, and is no part of the standard output."""
    monkeypatch.setattr("cairn_rules.cli.progress.perf_counter", count(100, 3).__next__)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    with redirect_stderr(Terminal()) as stream:
        shown = printed(capsys, *QUICK)
    assert shown.startswith("6 games of cairn between greedy and random, seed 7\n")
    seen = re.sub(r"\x1b\[[0-9;]*m", "", stream.getvalue())
    assert "━ 6/6 0.3 games/s, 0:00:00 left; greedy 6, random 0" in seen
    assert seen.endswith("\r\x1b[1A\x1b[2K")


@pytest.mark.untraced
def test_without_rich_there_is_no_bar(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.setitem(sys.modules, "rich.console", None)
    with redirect_stderr(Terminal()) as stream:
        assert "6 games" in printed(capsys, *QUICK)
    assert stream.getvalue() == ""


def test_the_interim_result_is_told() -> None:
    assert find_spec("rich") is not None
    assert interim(["tree"], Tally(), 0.001, 10) == "0.0 games/s, 2:46:40 left; tree 0"


def test_help_names_the_players(capsys) -> None:
    assert "tree" in printed(capsys, "simulate", "--help")


SIMULATION = ("arena", "contest", "playout", "pool", "results", "simulation")
"""Modules of the simulation that are loaded on first use."""


def test_plain_import_brings_none_of_this() -> None:
    program = (
        "import sys, cairn_rules; print([name for name in sys.modules if name.startswith(('rich', 'cairn_rules.'))])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603
    for name in ("rich", "players", "arena", "results", "progress", *map("simulation.{}".format, SIMULATION)):
        assert f"'{name}" not in done.stdout
        assert f"cairn_rules.{name}'" not in done.stdout


def test_bad_arguments_leave_no_file_behind(tmp_path: Path, capsys) -> None:
    file = tmp_path / "games.csv"
    for more in (("--lineup", "greedy"), ("--jobs", "0"), ("--max-turns", "0")):
        assert main([*QUICK, "-o", str(file), *more]) == 2
        assert not file.exists()
    assert len(capsys.readouterr().err.splitlines()) == 3


def test_names_of_players_may_stand_apart(capsys) -> None:
    lines = printed(capsys, *QUICK, "-n", "1", "--lineup", "greedy, random").splitlines()
    assert lines[0] == "1 game of cairn between greedy and random, seed 7"
    assert [line.split()[0] for line in lines[1:3]] == ["greedy", "random"]


def test_a_class_is_named_by_its_words(capsys) -> None:
    shown = printed(capsys, *QUICK, "-n", "1", "--lineup", "cairn_rules.players:GreedyPlayer,random")
    assert shown.startswith("1 game of cairn between greedy-player and random, seed 7\n")


def test_a_line_up_has_as_many_names_as_the_game_has_seats(capsys) -> None:
    three = ("--game", "korrigans", "-n", "1", "--lineup", "random,random,random")
    first = "1 game of korrigans between random and random-2 and random-3, seed "
    assert printed(capsys, "simulate", *three).startswith(first)
    assert " light" not in printed(capsys, "simulate", *three, "--seed", "1")


def test_a_player_that_does_not_play_the_game_is_refused(monkeypatch, capsys) -> None:
    monkeypatch.setattr("cairn_rules.games.LIBRARY", {"walk": "support.subtraction:WALK"})
    assert main([*QUICK, "--lineup", "seer,random", "--game", "walk"]) == 2
    assert "unknown id 'seer'; known: random, greedy, tree" in capsys.readouterr().err


def test_nobody_need_listen_to_what_goes_wrong(capsys) -> None:
    """As when the standard error was closed."""
    with redirect_stderr(None):
        assert main([*QUICK]) == 0
        assert main([*QUICK, "--lineup", "greedy"]) == 2
        sys.stderr.close()
    assert "6 games, " in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.untraced
def test_a_player_of_ones_own_is_told_by_the_place_of_its_class(tmp_path: Path, capsys, monkeypatch) -> None:
    """It lies in the folder where the command is run, and other processes find it there, too."""
    (tmp_path / "my_bot.py").write_text("from cairn_rules.players import GreedyPlayer as VeryCareful\n")
    monkeypatch.chdir(tmp_path)
    arguments = ("simulate", "--lineup", "my_bot:VeryCareful,random", "-n", "4", "--seed", "3", "--max-turns", "30")
    assert main(arguments) == 0
    told = capsys.readouterr().out
    assert "between very-careful and random" in told
    assert main((*arguments, "--jobs", "2")) == 0
    assert capsys.readouterr().out == told


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("nowhere:Bot", "cannot load 'nowhere:Bot', which should be module:name: ModuleNotFoundError"),
        ("cairn_rules:", "cannot load 'cairn_rules:', which should be module:name"),
        ("cairn_rules:SetupErrors", "cannot load 'cairn_rules:SetupErrors'"),
        ("cairn_rules.cairn:BASE_SET", "'cairn_rules.cairn:BASE_SET' should be a class that makes players, not"),
    ],
)
def test_a_place_where_no_player_is_made_is_refused(capsys, place: str, told: str) -> None:
    assert main(("simulate", "--lineup", f"{place},random", "-n", "2")) == 2
    assert told in capsys.readouterr().err
