"""Records of series: kept in memory, or written to a file from which a run resumes."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from twelve_stones import STONES

from cairn_rules import (
    Budget,
    CairnRulesError,
    DefinitionError,
    NotationError,
    Record,
    arena,
    cairn,
    contests,
    endless_winter,
    format_record,
    korrigans,
    playouts,
    read_records,
)
from cairn_rules.cairn import puzzle_search
from cairn_rules.manifest import Manifest, RecordStart
from cairn_rules.players import GreedyPlayer, RandomPlayer
from cairn_rules.simulation import Simulation, with_options
from cairn_rules.simulation.contest import Contest
from cairn_rules.simulation.result_files import run_in
from support.bad_players import Raises
from support.command_line import printed, refused
from support.subtraction import PAIR, THREE, WALK, Subtraction

TWO = {"greedy": GreedyPlayer, "random": RandomPlayer}
QUICK = ("simulate", "--lineup", "greedy,random", "--seed", "7", "--max-turns", "9")


def simulation(**options) -> Simulation:
    return Simulation(**{"game": PAIR, "players": TWO, "seed": 7, **options})


def written(path: Path, n: int, *, resume: bool = False, into: Simulation | None = None, **options) -> list[Contest]:
    """Return the games that were played now, whose records were added to a file."""
    played = simulation() if into is None else into
    with played.results(path, resume=resume, records=True) as texts:
        return list(played.play(n, into=texts, **options))


def both(folder: Path, n: int, *, resume: bool = False) -> list[Contest]:
    """Return the games that were played now, written to a results file and a file of records."""
    with (
        simulation().results(folder / "games.csv", resume=resume) as rows,
        simulation().results(folder / "games.txt", resume=resume, records=True) as texts,
    ):
        return list(simulation().play(n, into=[rows, texts]))


def test_contests_keep_their_records() -> None:
    games = list(contests(cairn, TWO, 3, seed=7, budget=Budget(simulations=9, seconds=60), max_turns=30, records=True))
    assert games == list(contests(cairn, TWO, 3, seed=7, budget=Budget(simulations=9, seconds=60), max_turns=30))
    first = games[0]
    assert first.record is not None
    assert first.record.tags == {
        "Sea": "greedy",
        "Forest": "random",
        "Seed": str(first.seed),
        "SeriesSeed": "7",
        "Number": "0",
        "Simulations": "9",
        "Seconds": "60",
        "MaxTurns": "30",
    }
    for game in games:
        assert game.record is not None
        assert game.record.start == cairn.new_game(seed=game.seed)
        assert game.record.names == game.players
        assert (len(game.record.actions), game.record.outcome) == (game.decisions, game.outcome)
    assert {game.record for game in contests(PAIR, TWO, 2, seed=7)} == {None}


def test_all_series_keep_records_on_request() -> None:
    (pairing,) = arena(PAIR, TWO, 2, seed=7, records=True)
    with ThreadPoolExecutor(2) as threads:
        series = (
            list(pairing.games),
            list(contests(PAIR, TWO, 2, seed=7, records=True, executor=threads)),
            list(simulation().play(2, records=True)),
        )
        alone, others = (list(playouts(cairn, 2, seed=7, records=True, executor=each)) for each in (None, threads))
    for games in series:
        assert [game.record for game in games] == [game.record for game in series[0]]
        assert all(isinstance(game.record, Record) for game in games)
    assert [game.record for game in alone] == [game.record for game in others]
    assert alone == list(playouts(cairn, 2, seed=7))
    for game in alone:
        assert game.record is not None
        tags = {"Seed": str(game.seed), "SeriesSeed": "7", "Number": str(game.number)}
        assert game.record.tags == {"Sea": "random", "Forest": "random", **tags}
        assert (game.record.outcome, len(game.record.actions)) == (game.outcome, game.decisions)


def test_batches_have_no_records() -> None:
    with pytest.raises(DefinitionError, match="games played as a batch have no records; leave out batch or records"):
        playouts(cairn, 2, seed=7, batch=True, records=True)


@pytest.mark.untraced
@pytest.mark.parametrize("game", [cairn, korrigans, endless_winter, PAIR, THREE, WALK])
def test_the_file_has_the_records_in_order(tmp_path: Path, game) -> None:
    """The same file whoever plays, as `format_record` would write it."""
    players = {"one": RandomPlayer, "two": RandomPlayer, **({"three": RandomPlayer} if game is THREE else {})}
    series = simulation(game=game, players=players, max_turns=3)
    alone, others = tmp_path / "alone.txt", tmp_path / "others.txt"
    games = written(alone, 4, into=series, records=True)
    with ThreadPoolExecutor(3) as threads:
        assert [each.record for each in written(others, 4, into=series, executor=threads)] == [None] * 4
    texts = [format_record(game.record) for game in games if game.record is not None]
    assert alone.read_text(encoding="utf-8") == others.read_text(encoding="utf-8") == "".join(f"{t}\n" for t in texts)
    with alone.open(encoding="utf-8") as lines:
        assert list(read_records(lines, game)) == [each.record for each in games]
    with series.results(alone, resume=True, records=True) as texts:
        assert texts.games == tuple(games)


def gone_on_with_at_every(step: int, folder: Path) -> None:
    """Cut a file after some bytes: only the games that are not complete are played, and the file is the same again."""
    whole, cut = folder / "whole.txt", folder / "cut.txt"
    games = written(whole, 3)
    content = whole.read_bytes()
    for length in range(0, len(content) + 1, step):
        cut.write_bytes(content[:length])
        complete = len(re.findall(rb"result: .*\n\n", content[:length]))
        assert written(cut, 3, resume=True) == games[complete:]
        assert cut.read_bytes() == content


def test_a_file_is_gone_on_with_where_it_was_cut(tmp_path: Path) -> None:
    gone_on_with_at_every(37, tmp_path)


@pytest.mark.slow
@pytest.mark.untraced
def test_a_file_is_gone_on_with_at_every_seventh_byte(tmp_path: Path) -> None:
    gone_on_with_at_every(7, tmp_path)


def test_each_record_is_in_the_file_when_its_game_is_given(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    with simulation().results(file, records=True) as texts:
        for number, _ in enumerate(simulation().play(4, into=texts), 1):
            assert file.read_text(encoding="utf-8").count("\nresult: ") == number


def test_results_and_records_go_on_together(tmp_path: Path) -> None:
    """A run can end when a record is written and its row is not: it is found in the record."""
    games = both(tmp_path, 4)
    rows, texts = tmp_path / "games.csv", tmp_path / "games.txt"
    whole = rows.read_bytes(), texts.read_bytes()
    rows.write_bytes(whole[0][:-30])
    assert both(tmp_path, 4, resume=True) == []
    rows.write_bytes(whole[0][:-30])
    texts.write_bytes(whole[1][:-30])
    assert both(tmp_path, 4, resume=True) == games[3:]
    assert (rows.read_bytes(), texts.read_bytes()) == whole
    texts.write_bytes(whole[1][:-30])
    message = "game 3 has no record; play it with records=True, or first resume the file of records by itself"
    with pytest.raises(DefinitionError, match=message):
        both(tmp_path, 6, resume=True)
    assert written(texts, 4, resume=True) == games[3:]
    assert [game.number for game in both(tmp_path, 6, resume=True)] == [4, 5]


def test_a_record_is_written_before_its_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("cairn_rules.simulation.result_files._Csv.row", lambda *_: killed())
        with pytest.raises(LookupError, match="killed"):
            both(tmp_path, 2)
    assert [game.number for game in both(tmp_path, 2, resume=True)] == [1]
    assert (tmp_path / "games.csv").read_bytes().count(b"\n") == 4


def killed() -> str:
    raise LookupError("killed")


def test_contests_are_added_with_their_records(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    games = list(contests(PAIR, TWO, 2, seed=7, records=True))
    with simulation().results(file, records=True) as texts:
        for game in games:
            texts.add(game)
        with pytest.raises(DefinitionError, match="game 0 has no record; play it with records=True"):
            texts.add(next(contests(PAIR, TWO, 1, seed=7)))
    assert written(file, 2, resume=True) == []


@pytest.mark.parametrize("content", ["precious", "precious\n", "result: mine\n\n", '[Game "cairn"]\n[Event "mine"]\n'])
def test_another_file_is_left_as_it_is(tmp_path: Path, content: str) -> None:
    file = tmp_path / "games.txt"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(CairnRulesError, match=r"games.txt' exists already; resume it, or name another file"):
        written(file, 2)
    with pytest.raises(CairnRulesError, match=r"cannot resume '.*games.txt': it belongs to another run: game 0 has '"):
        written(file, 2, resume=True, into=simulation(game=cairn))
    assert file.read_text(encoding="utf-8") == content


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("other", "found"),
    [
        ({"seed": 8}, r"'\[Seed \"[0-9]+\"\]' in place of \[Seed \"[0-9]+\"\]"),
        (
            {"players": {"random": RandomPlayer, "greedy": GreedyPlayer}},
            r"'\[Sea \"greedy\"\]' in place of \[Sea \"random",
        ),
        ({"max_turns": 9}, r"'\[Position .*' in place of \[MaxTurns \"9\"\]"),
        ({"budget": Budget(simulations=5)}, r"'\[Position .*' in place of \[Simulations \"5\"\]"),
        ({"game": korrigans}, r"'\[Game \"cairn\"\]' in place of \[Game \"korrigans\"\]"),
        ({"game": with_options(cairn, first="sea")}, r"'\[Position .*' in place of \[Position "),
    ],
)
def test_a_file_of_another_run_is_not_gone_on_with(tmp_path: Path, other, found: str) -> None:
    file = tmp_path / "games.txt"
    written(file, 1, into=simulation(game=cairn, max_turns=None))
    content = file.read_bytes()
    with pytest.raises(CairnRulesError, match=f"it belongs to another run: game 0 has {found}"):
        written(file, 2, resume=True, into=simulation(**{"game": cairn, **other}))
    assert file.read_bytes() == content


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b"take-", b"take-9", r"games.txt', line 1: in the record that begins there, .*'take-9[12]' is neither take-1"),
        (b"result", b'[Mine ""]\nresult', r"games.txt', line 1: .* is not the row of a game"),
        (b"result", b"\xff\nresult", r"games.txt', line 1: .* is not the row of a game"),
        (b'"1"]', b'"2"]', r"game 0 has '\[Format \"2\"\]' in place of \[Format \"1\"\]"),
    ],
)
def test_a_record_that_was_damaged_is_not_gone_on_with(tmp_path: Path, old: bytes, new: bytes, message: str) -> None:
    file = tmp_path / "games.txt"
    written(file, 2)
    content = file.read_bytes().replace(old, new, 1)
    file.write_bytes(content)
    with pytest.raises(CairnRulesError, match=message):
        written(file, 4, resume=True)
    assert file.read_bytes() == content


def test_the_fault_of_a_player_is_the_last_comment(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    series = simulation(game=THREE, players={**TWO, "bad": Raises})
    games = written(file, 3, into=series, records=True)
    for game in games:
        assert game.record is not None
        assert game.record.comments[game.decisions] == game.fault
        assert "bad raised ValueError" in str(game.fault)
    assert written(file, 3, into=series, resume=True) == []
    with series.results(file, resume=True, records=True) as texts:
        assert texts.games == tuple(games)


class OddError(Exception):
    """An error whose text no encoding holds."""

    def __repr__(self) -> str:
        return "half of a \ud800"


class Odd(RandomPlayer):
    """A player that raises it."""

    def choose(self, observation, budget: Budget | None = None):  # noqa: ARG002 - nothing is looked at
        raise OddError


def test_what_a_player_says_spoils_no_file(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    written(file, 1, into=simulation(players={"odd": Odd, "random": RandomPlayer}))
    assert "{odd raised half of a \\\\ud800" in file.read_text(encoding="utf-8")


def test_an_incomplete_record_is_dropped_at_once(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    written(file, 1)
    content = file.read_bytes()
    written(file, 2, resume=True)
    file.write_bytes(file.read_bytes()[:-3])
    assert written(file, 1, resume=True) == []
    assert file.read_bytes() == content


def test_custom_megaliths_are_known_from_the_series(tmp_path: Path) -> None:
    stones = with_options(cairn, megaliths=[*cairn.LIGHT_SET, *STONES])
    series = simulation(game=stones, players={"one": RandomPlayer, "two": RandomPlayer}, max_turns=9)
    games = written(tmp_path / "games.txt", 2, into=series)
    with series.results(tmp_path / "games.txt", resume=True, records=True) as texts:
        assert texts.games == tuple(games)


def test_records_that_cannot_be_written_are_refused_before_the_first_game(tmp_path: Path) -> None:
    class Numbered(Subtraction):
        MANIFEST: Manifest[tuple[int, int]] = Manifest(
            name="numbered",
            records=RecordStart(tags=lambda _: {"Number": "1"}, state=lambda _, __: (9, 0)),
        )

    with pytest.raises(NotationError, match="tag Number: reserved: the record writes this tag itself"):
        written(tmp_path / "games.txt", 2, into=simulation(game=Numbered(2)))
    assert list(tmp_path.iterdir()) == []


def test_the_seed_of_a_file_is_known(tmp_path: Path) -> None:
    written(tmp_path / "games.txt", 1, into=simulation(seed=-5))
    assert run_in(tmp_path / "games.txt") == {"seed": -5}


def test_commands_read_the_records(tmp_path: Path, capsys) -> None:
    file = tmp_path / "games.txt"
    first = printed(capsys, *QUICK, "-n", "2", "--records", file)
    assert printed(capsys, "check", file) == f"{file}: 2 read\n"
    review = ("review", file, "--number", "2", "--turn", "3", "--player", "greedy", "--simulations", "1")
    assert "3. " in printed(capsys, *review)
    assert printed(capsys, *QUICK, "-n", "2", "--records", file, "--resume") == first
    longer = printed(capsys, *QUICK, "-n", "3", "--records", file, "--resume")
    assert printed(capsys, *QUICK, "-n", "3", "--records", tmp_path / "whole.txt") == longer
    assert file.read_bytes() == (tmp_path / "whole.txt").read_bytes()


def test_puzzles_are_found_in_the_records(tmp_path: Path, capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the search in Python, for wins in one turn."""
    found, made = tmp_path / "games.txt", tmp_path / "made.tsv"
    printed(capsys, "simulate", "--lineup", "greedy,random", "--seed", "4", "-n", "1", "--records", found)
    find = puzzle_search.find_puzzles
    monkeypatch.setattr(puzzle_search, "find_puzzles", lambda records, **_: find(records, turns=1, batch=False))
    monkeypatch.setattr("cairn_rules.cairn.puzzle_search.difficulty_of", lambda *_, **__: 2)
    assert printed(capsys, "puzzles", "--make", made, "--from", found).startswith("1 puzzle in 1 game")


def test_a_seed_that_was_drawn_is_found_in_the_records(tmp_path: Path, capsys) -> None:
    command = ("simulate", "--lineup", "random,random", "-n", "2", "--records", tmp_path / "games.txt", "--resume")
    first = printed(capsys, *command)
    content = (tmp_path / "games.txt").read_bytes()
    (tmp_path / "games.txt").write_bytes(content[:-20])
    assert printed(capsys, *command) == first
    assert (tmp_path / "games.txt").read_bytes() == content


def test_the_command_refuses_other_files(tmp_path: Path, capsys) -> None:
    (tmp_path / "mine.txt").write_text("precious", encoding="utf-8")
    for more, told in (((), "exists already"), (("--resume",), "game 0 has 'precious' in place of [Game \"cairn\"]")):
        assert told in refused(capsys, *QUICK, "-n", "2", "--records", tmp_path / "mine.txt", *more)
    assert (tmp_path / "mine.txt").read_text(encoding="utf-8") == "precious"


class Counted(Subtraction):
    """A game that counts what is asked of it."""

    def __init__(self) -> None:
        super().__init__(2)
        self.applied: list[int] = []
        self.written: list[int] = []

    def apply(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        self.applied.append(action)
        return super().apply(state, action)

    def format_action(self, action: int) -> str:
        self.written.append(action)
        return super().format_action(action)


def test_games_are_not_replayed_for_their_records(tmp_path: Path) -> None:
    game = Counted()
    players = {"one": RandomPlayer, "two": RandomPlayer}
    games = written(tmp_path / "games.txt", 20, into=simulation(game=game, players=players))
    assert len(game.applied) == sum(each.decisions for each in games)
    assert sorted(game.written) == [1, 2]


class Unclear(Subtraction):
    """A game with a notation that looks like a comment."""

    def format_action(self, action: int) -> str:
        return f"{{{action}}}"


def test_a_notation_that_a_record_cannot_hold_is_refused(tmp_path: Path) -> None:
    message = r"cannot write the record of a game: decision: '\{[12]\}' cannot be distinguished from the other parts"
    with pytest.raises(NotationError, match=message):
        written(tmp_path / "games.txt", 1, into=simulation(game=Unclear(2)))
