"""Many games between players, written down and gone on with."""

from __future__ import annotations

import csv
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from types import SimpleNamespace

import pytest

from cairn_rules import Budget, CairnRulesError, DefinitionError, Outcome, cairn
from cairn_rules.players import GreedyPlayer, RandomPlayer
from cairn_rules.simulation import with_options
from cairn_rules.simulation.contest import Contest, contests
from cairn_rules.simulation.result_files import FORMATS as RESULT_FORMATS
from cairn_rules.simulation.result_files import results_in, run_in
from cairn_rules.simulation.simulation import Simulation, Tally
from support.subtraction import PAIR, THREE, WALK

FORMATS = pytest.mark.parametrize("ending", ["csv", "jsonl"])
TWO = {"greedy": GreedyPlayer, "random": RandomPlayer}


class Fails:
    """A player that says something odd when it fails."""

    def __init__(self, game, *, seed: int | None = None) -> None:
        pass

    def choose(self, observation, budget: Budget | None = None) -> int:  # noqa: ARG002 - nothing is looked at
        raise ValueError('half of a \ud800, a "quote", a , and\n\u2028 an end\x00')


def simulation(**options) -> Simulation:
    return Simulation(**{"game": PAIR, "players": TWO, "seed": 7, **options})


def written(path: Path, n: int, *, resume: bool = False, into: Simulation | None = None, **options) -> list[Contest]:
    """The games that were played now."""
    played = simulation() if into is None else into
    with played.results(path, resume=resume) as results:
        return list(played.play(n, into=results, **options))


@FORMATS
def test_games_are_written_and_read_again(tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"games.{ending}"
    games = written(file, 9)
    assert games == list(simulation().play(9)) == list(contests(PAIR, TWO, 9, seed=7))
    with simulation().results(file, resume=True) as results:
        assert results.games == tuple(games)


def test_rows_of_json(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    into = simulation(game=cairn, budget=Budget(simulations=50), max_turns=60)
    first, *games = written(file, 3, into=into)
    head, row, *rows = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    assert head == {
        "format": 1,
        "results": "contests",
        "version": version("cairn-rules"),
        "game": "cairn",
        "options": {},
        "players": ["greedy", "random"],
        "seed": 7,
        "simulations": 50,
        "seconds": None,
        "max_turns": 60,
    }
    assert head == into.run
    assert row == {
        "number": 0,
        "setup": 0,
        "seed": first.seed,
        "players": ["greedy", "random"],
        "winners": ["greedy"],
        "reason": "third-megalith",
        "turns": first.turns,
        "decisions": first.decisions,
        "fault": None,
    }
    assert [(row["number"], row["setup"], row["players"]) for row in rows] == [
        (1, 0, ["random", "greedy"]),
        (2, 1, ["greedy", "random"]),
    ]
    assert [row["winners"] for row in rows] == [list(game.winners) for game in games]


def test_rows_of_csv(tmp_path: Path) -> None:
    file = tmp_path / "games.CSV"
    first, *_ = written(file, 3)
    with file.open(encoding="utf-8", newline="") as lines:
        head = next(lines)
        rows = list(csv.DictReader(lines))
    assert json.loads(head.removeprefix("# ")) == simulation().run
    assert rows[0] == {
        "number": "0",
        "setup": "0",
        "seed": str(first.seed),
        "player_0": "greedy",
        "player_1": "random",
        "winners": first.winners[0],
        "reason": "last-one",
        "turns": str(first.turns),
        "decisions": str(first.decisions),
        "fault": "",
    }
    assert [row["setup"] for row in rows] == ["0", "0", "1"]


@FORMATS
def test_draws_stopped_games_and_faults_are_kept_apart(tmp_path: Path, ending: str) -> None:
    games = [
        Contest(0, 1, ("a", "b", "c"), Outcome((), "stalemate"), 3, 4, None),
        Contest(1, 1, ("b", "c", "a"), None, 5, 6, None),
        Contest(2, 1, ("c", "a", "b"), Outcome((0, 2), "forfeit"), 5, 6, 'a raised "\\x00", ünd'),
    ]
    run = {"players": ["a", "b", "c"], "seed": 1}
    file = tmp_path / f"games.{ending}"
    with results_in(file, run) as results:
        for game in games:
            results.add(game)
    with results_in(file, run, resume=True) as results:
        assert results.games == tuple(games)


@FORMATS
def test_what_a_player_says_spoils_no_file(tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"games.{ending}"
    games = written(file, 4, into=simulation(players={"fails": Fails, "random": RandomPlayer}))
    assert all("'half of a" in str(game.fault) for game in games)
    assert len(file.read_bytes().split(b"\n")) == 4 + (3 if ending == "csv" else 2)
    again = written(file, 6, into=simulation(players={"fails": Fails, "random": RandomPlayer}), resume=True)
    assert [game.number for game in again] == [4, 5]


@pytest.mark.untraced
@pytest.mark.slow
@FORMATS
def test_an_interrupted_run_is_gone_on_with_wherever_it_was_cut(tmp_path: Path, ending: str) -> None:
    """At every byte: the same file as without an interruption, and only what was missing is played."""
    whole, cut = tmp_path / f"whole.{ending}", tmp_path / f"cut.{ending}"
    written(whole, 3)
    content = whole.read_bytes()
    for length in range(len(content) + 1):
        cut.write_bytes(content[:length])
        missing = 3 - max(content[:length].count(b"\n") - (2 if ending == "csv" else 1), 0)
        assert len(written(cut, 3, resume=True)) == missing
        assert cut.read_bytes() == content


@FORMATS
def test_each_game_is_in_the_file_when_it_is_given(tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"games.{ending}"
    with simulation().results(file) as results:
        for number, _ in enumerate(simulation().play(5, into=results), 1):
            assert file.read_bytes().count(b"\n") == number + (2 if ending == "csv" else 1)
            assert file.read_bytes().endswith(b"\n")


def test_others_can_play_the_rest(tmp_path: Path) -> None:
    whole, file = tmp_path / "whole.csv", tmp_path / "games.csv"
    written(whole, 30)
    with simulation().results(file) as results:
        list(islice(simulation().play(30, into=results), 11))
    with ThreadPoolExecutor(3) as threads:
        assert len(written(file, 30, resume=True, executor=threads)) == 19
    assert file.read_bytes() == whole.read_bytes()


def test_a_run_can_be_made_longer_and_never_shorter(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    assert len(written(file, 4, resume=True)) == 4
    assert len(written(file, 10, resume=True)) == 6
    content = file.read_bytes()
    assert written(file, 3, resume=True) == []
    assert file.read_bytes() == content


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("other", "told"),
    [
        ({"seed": 8}, "seed is 7 in the file and 8 here"),
        (
            {"players": {"greedy": GreedyPlayer, "other": RandomPlayer}},
            r"players is \['greedy', 'random'\] in the file",
        ),
        ({"players": dict(reversed(TWO.items()))}, "players is"),
        ({"game": WALK}, "game is 'Subtraction' in the file and 'walk' here"),
        ({"budget": Budget(simulations=5)}, "simulations is None in the file and 5 here"),
        ({"budget": Budget(seconds=0.5)}, "seconds is None in the file and 0.5 here"),
        ({"max_turns": 9, "seed": 8}, "seed is 7 in the file and 8 here; max_turns is None in the file and 9 here"),
        ({"game": with_options(PAIR, left=9)}, "options is {} in the file and {'left': '9'} here"),
    ],
)
@FORMATS
def test_a_file_of_another_run_is_not_gone_on_with(tmp_path: Path, ending: str, other, told: str) -> None:
    file = tmp_path / f"games.{ending}"
    written(file, 2)
    content = file.read_bytes()
    with pytest.raises(CairnRulesError, match=f"cannot resume .*: it belongs to another run: {told}"):
        written(file, 4, resume=True, into=simulation(**other))
    assert file.read_bytes() == content


def test_a_file_of_another_version_is_not_gone_on_with(tmp_path: Path, monkeypatch) -> None:
    file = tmp_path / "games.csv"
    written(file, 2)
    monkeypatch.setattr("cairn_rules.simulation.simulation.version", lambda _: "9.0")
    with pytest.raises(CairnRulesError, match=r"version is '.*' in the file and '9.0' here"):
        written(file, 4, resume=True)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"name,price\nbread,3", "is not a results file"),
        (b"# [1]\n", "is not a results file"),
        (b"\xff\xfe", "is not a results file"),
        (b"[" * 100_000 + b"\n", "is not a results file"),
        (b"HEAD\nnumber;setup\n", "its first lines were changed"),
        (b"WHOLE\nnonsense\n", r"line 3: b'nonsense' is not the row of a game"),
        (b"WHOLE\n0,0,1,greedy,random,nobody,some,1,1,\n", "line 3: .* is not the row of a game"),
        (b"WHOLE\n0,0,x,greedy,random,,some,1,1,\n", "line 3: .* is not the row of a game"),
        (b'WHOLE\n0,0,1,greedy,random,,some,1,1,"\n', "line 3: .* is not the row of a game"),
        (b"WHOLE\n\xff\n", "line 3: .* is not the row of a game"),
        (b"WHOLE\n1,0,1,greedy,random,,some,1,1,\n", "line 3: found game 1 in place of game 0"),
        (b"WHOLE\n0,0,1,greedy,random,,some,1,1,\n\n", "line 4: b'' is not the row of a game"),
    ],
)
def test_what_is_no_file_of_results_is_left_as_it_is(tmp_path: Path, content: bytes, told: str) -> None:
    file = tmp_path / "games.csv"
    written(file, 0)
    head = file.read_bytes()
    content = content.replace(b"HEAD", head.split(b"\n")[0]).replace(b"WHOLE\n", head)
    file.write_bytes(content)
    with pytest.raises(CairnRulesError, match=told):
        written(file, 2, resume=True)
    assert file.read_bytes() == content


@pytest.mark.parametrize("line", ["[" * 100_000, "[]", "7", '{"number": 0}', '{"players": 3, "winners": 4}'])
def test_a_line_of_json_that_is_no_game_is_told(tmp_path: Path, line: str) -> None:
    file = tmp_path / "games.jsonl"
    written(file, 0)
    with file.open("a", encoding="utf-8") as more:
        more.write(line + "\n")
    with pytest.raises(CairnRulesError, match=r"games.jsonl', line 2: .* is not the row of a game"):
        written(file, 2, resume=True)


def test_nothing_is_written_over(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    file.write_text("precious", encoding="utf-8")
    with pytest.raises(CairnRulesError, match=r"games.csv' exists already; resume it"):
        written(file, 2)
    assert file.read_text(encoding="utf-8") == "precious"


def test_two_do_not_write_at_once(tmp_path: Path, monkeypatch) -> None:
    """The second one is refused, and the file stays whole; where files cannot be locked, nobody is refused."""
    fcntl = pytest.importorskip("fcntl", reason="files cannot be locked here")
    file = tmp_path / "games.csv"
    with simulation().results(file) as first:
        games = simulation().play(2, into=first)
        next(games)
        with pytest.raises(CairnRulesError, match=r"another process is writing to '.*games\.csv'"):
            written(file, 2, resume=True)
        next(games)
    assert written(file, 2, resume=True) == []
    with simulation().results(file, resume=True):
        for other in (None, SimpleNamespace(**{**vars(fcntl), "flock": full})):
            monkeypatch.setitem(sys.modules, "fcntl", other)
            with simulation().results(file, resume=True) as held:
                assert len(held.games) == 2


def full(*_: object) -> None:
    raise OSError(37, "No locks available")


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(CairnRulesError, match=r"cannot write .*: No such file or directory"):
        written(tmp_path / "no" / "where.csv", 2)
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(CairnRulesError, match=r"cannot write .*: Is a directory"):
        written(tmp_path / "folder.csv", 2, resume=True)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_told(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "full.csv").symlink_to("/dev/full")
    monkeypatch.setattr("cairn_rules.simulation.result_files._held", lambda *_: ())
    with pytest.raises(CairnRulesError, match=r"cannot write .*full.csv': No space left on device"):
        written(tmp_path / "full.csv", 2, resume=True)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_disk_that_is_full_at_once_is_told(tmp_path: Path, monkeypatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("cairn_rules.simulation.result_files._write", full)
    with pytest.raises(CairnRulesError, match=r"cannot write .*new.csv': No space left on device"):
        written(tmp_path / "new.csv", 2)


def test_what_else_goes_wrong_comes_through(tmp_path: Path) -> None:
    with pytest.raises(ConnectionError), simulation().results(tmp_path / "games.csv"):
        raise ConnectionError


@pytest.mark.parametrize("name", ["games.txt", "games", "csv"])
def test_an_unknown_format_is_refused_with_those_there_are(tmp_path: Path, name: str) -> None:
    with pytest.raises(DefinitionError, match=rf"should end in .csv or .jsonl, not be .*{name}"):
        written(tmp_path / name, 2)


def test_what_a_file_tells_about_its_run(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    assert run_in(file) is None
    file.write_text("nonsense\n", encoding="utf-8")
    assert run_in(file) is None
    file.unlink()
    written(file, 1)
    assert run_in(file) == simulation().run


@pytest.mark.parametrize("name", ["", "Tree", "a b", 7])
def test_names_of_players_are_slugs(name) -> None:
    with pytest.raises(DefinitionError, match=f"a slug such as 'tree', not {name!r}"):
        simulation(players={name: RandomPlayer, "other": RandomPlayer})


def test_players_that_do_not_fit_are_refused_at_once() -> None:
    with pytest.raises(DefinitionError, match="a line-up names 1"):
        simulation(game=cairn, players={"random": RandomPlayer}).play(2)
    with pytest.raises(DefinitionError, match="n should be a whole number"):
        simulation().play(-1)


def test_players_that_do_not_fit_leave_no_file_behind(tmp_path: Path) -> None:
    alone = simulation(game=cairn, players={"random": RandomPlayer})
    with pytest.raises(DefinitionError, match="a line-up names 1"), alone.results(tmp_path / "games.csv"):
        pass
    assert list(tmp_path.iterdir()) == []


def test_games_are_counted() -> None:
    tally = Tally()
    for game in simulation(players={**TWO, "fails": Fails}, game=THREE).play(3):
        tally.add(game)
    assert tally.games == 3
    assert (tally.drawn, tally.stopped) == (0, 0)
    assert tally.won("fails").count == 0
    assert tally.won("greedy").count + tally.won("random").count >= 3
    assert [fault[:19] for fault in tally.faults] == [f"game {number}: fails raise"[:19] for number in range(3)]
    stopped, drawn = (
        Contest(0, 1, ("a", "b"), None, 5, 6, None),
        Contest(1, 1, ("a", "b"), Outcome((), "x"), 3, 4, None),
    )
    tally.add(stopped)
    tally.add(drawn)
    assert (tally.games, tally.drawn, tally.stopped) == (5, 1, 1)
    assert tally.won("greedy").of == 5


def test_points_are_written_where_there_are_any() -> None:
    contest = Contest(0, 7, ("ann", "bob"), Outcome((1,), "most-points", (3, 5)), 4, 9, None)
    row = RESULT_FORMATS[".jsonl"].row(contest)
    assert '"scores": [3, 5]' in row
    assert RESULT_FORMATS[".jsonl"].contest(row) == contest
