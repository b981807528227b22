"""The puzzles of the library, what solving them needs, and the search for more."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date, timedelta
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from cairn_rules import (
    DefinitionError,
    DocumentError,
    IllegalActionError,
    NotationError,
    Record,
    UnreadableFileError,
    cairn,
    dumps,
    from_data,
    korrigans,
    loads,
    to_data,
)
from cairn_rules.cairn import (
    BASE_SET,
    Attempt,
    Move,
    Puzzle,
    Space,
    State,
    Variant,
    find_puzzles,
    puzzle_of,
    puzzle_search,
    puzzles,
)
from cairn_rules.cairn.players.sage import SagePlayer
from cairn_rules.cairn.proofs.forced_wins import LimitError, in_order
from cairn_rules.cairn.puzzle import BUDGETS, HEAD, MOTIFS, format_puzzles, read_puzzles
from cairn_rules.cairn.puzzle_search import chosen, is_decisive, sage_games
from support.puzzles import prove
from support.stones import echo

ALL = puzzles()


def test_there_are_600_of_all_kinds() -> None:
    assert [puzzle.number for puzzle in ALL] == [*range(1, 601)]
    assert all(count >= 150 for count in Counter(puzzle.turns for puzzle in ALL).values())
    decisive = Counter(motif for puzzle in ALL for motif in puzzle.motifs)
    assert all(decisive[id] >= 5 for id in BASE_SET.ids)
    assert {puzzle.difficulty for puzzle in ALL} == {1, 2, 3, 4, 5, 6}
    assert all(puzzle.motifs and set(puzzle.motifs) <= {*MOTIFS} for puzzle in ALL)


@pytest.mark.untraced
def test_no_two_are_alike() -> None:
    """Nor mirror images of one another."""
    assert len({puzzle_search._key(puzzle.state) for puzzle in ALL}) == 600


def test_each_needs_a_choice() -> None:
    """There are at least five actions, and an exit does not win at once. Nothing of a deck's order is given away."""
    for puzzle in ALL:
        assert len(cairn.legal_actions(puzzle.state)) >= 5
        assert puzzle.turns > 1 or not puzzle.line.split()[0].endswith("x")
        assert in_order(puzzle.state) == puzzle.state
        assert puzzle.task == f"{puzzle.winner} wins in {puzzle.turns} turn{'' if puzzle.turns == 1 else 's'}"


@pytest.mark.slow
@pytest.mark.untraced
@pytest.mark.parametrize("puzzle", [*ALL[:400:40], ALL[209]], ids=lambda puzzle: puzzle.number)
def test_puzzles_are_proven(puzzle: Puzzle) -> None:
    """In the last one, the opponent transforms a shaman, which is no motif."""
    prove(puzzle, batch=False)


@pytest.mark.parametrize("number", range(1, 600, 60))
def test_the_solution_solves_a_puzzle(number: int) -> None:
    puzzle = ALL[number]
    attempt = puzzle.start()
    assert (attempt.state, attempt.left, attempt.actions) == (puzzle.state, puzzle.turns, ())
    while not attempt.is_solved:
        attempt = attempt.play(attempt.hint())
    assert (attempt.actions, attempt.states) == (puzzle.solution, puzzle.states)
    assert not attempt.is_failed
    with pytest.raises(DefinitionError, match=r"this attempt is solved; begin another one with Puzzle\.start\(\)"):
        attempt.hint()


def test_the_first_action_is_the_only_one() -> None:
    for puzzle in ALL[::100]:
        other = next(action for action in cairn.legal_actions(puzzle.state) if action != puzzle.solution[0])
        failed = puzzle.start().play(other)
        assert failed.is_failed
        assert not failed.is_solved
        assert failed.actions == (other,)
        with pytest.raises(DefinitionError, match="this attempt has failed; begin another one"):
            failed.play(other)


def test_a_wrong_first_action_needs_no_search() -> None:
    nothing: Any = None
    puzzle = ALL[599]
    wrong = next(action for action in cairn.legal_actions(puzzle.state) if action != puzzle.solution[0])
    assert Attempt(puzzle=puzzle, states=(puzzle.state,), left=3, search=nothing).play(wrong).is_failed


def test_an_illegal_action_is_refused() -> None:
    with pytest.raises(IllegalActionError):
        ALL[0].start().play(Move(Space.A1, Space.A2))


def other_win(attempt: Attempt, rng: Random) -> Attempt:
    """Return an attempt after an action that wins, too, if there is one."""
    actions = list(cairn.legal_actions(attempt.state))
    rng.shuffle(actions)
    tried = [attempt.play(action) for action in actions]
    return next(each for each in tried if not each.is_failed)


@pytest.mark.untraced
def test_other_wins_count_after_the_first_action() -> None:
    """The opponent resists, so that the solver needs all turns; and some actions give the win away."""
    rng = Random(5)
    strayed = 0
    for puzzle in ALL[200:400:16]:
        attempt = puzzle.start(batch=False).play(puzzle.solution[0])
        while not attempt.is_solved:
            assert attempt.left > 0
            attempt = other_win(attempt, rng)
        strayed += attempt.actions != puzzle.solution
        turns = {state.turn for state in attempt.states if cairn.current_player(state) == puzzle.winner}
        assert len(turns) >= puzzle.turns
        (winner,) = attempt.states[-1].pending.outcome.winners  # type: ignore[union-attr]
        assert winner == puzzle.winner
    assert strayed > 3


@pytest.mark.untraced
def test_a_hint_leaves_the_line_with_the_solver() -> None:
    hinted = 0
    for puzzle in ALL[200:400:16]:
        attempt = other_win(puzzle.start(batch=False).play(puzzle.solution[0]), Random(1))
        while not attempt.is_solved:
            hinted += attempt.actions != puzzle.solution[: len(attempt.actions)]
            attempt = attempt.play(attempt.hint())
        assert not attempt.is_failed
    assert hinted > 3


def test_hints_do_not_go_in_circles() -> None:
    """When the state comes again, there is another hint if there can be one."""
    attempt = next(each for puzzle in ALL[200:400] for each in strayed(puzzle) if len(wins(each)) > 1)
    hints = set[cairn.Action]()
    for _ in cairn.legal_actions(attempt.state):
        hints.add(attempt.hint())
        attempt = evolve(attempt, states=(attempt.state, *attempt.states))
    assert hints == wins(attempt)


def strayed(puzzle: Puzzle) -> list[Attempt]:
    """Return the attempts that have left the solution after its first action."""
    attempt = puzzle.start(batch=False).play(puzzle.solution[0])
    return [] if attempt.is_solved else [each for each in options(attempt) if not each.is_on_line]


def options(attempt: Attempt) -> list[Attempt]:
    tried = map(attempt.play, cairn.legal_actions(attempt.state))
    return [each for each in tried if not (each.is_failed or each.is_solved)]


def wins(attempt: Attempt) -> set[cairn.Action]:
    actions = cairn.legal_actions(attempt.state)
    return {action for action in actions if not attempt.play(action).is_failed}


def test_each_day_has_its_puzzle() -> None:
    first = date(2030, 1, 1)
    days = [puzzle_of(first + timedelta(days)).number for days in range(600)]
    assert sorted(days) == [*range(1, 601)]
    assert puzzle_of(first + timedelta(600)).number == days[0]
    day: Any = "today"
    with pytest.raises(DefinitionError, match="puzzle_of: day should be a date, not 'today'"):
        puzzle_of(day)


def test_puzzles_are_read_as_they_are_written() -> None:
    assert read_puzzles(format_puzzles(ALL)) == ALL
    bare = Puzzle(number=1, turns=1, difficulty=1, motifs=(), position=ALL[0].position, line=ALL[0].line)
    assert read_puzzles(format_puzzles([bare])) == (bare,)


@given(st.sampled_from(ALL))
def test_a_document_says_the_same(puzzle: Puzzle) -> None:
    again = loads(dumps(puzzle), expect=Puzzle)
    assert again == puzzle
    assert again.states == puzzle.states


DRAWING = next(puzzle for puzzle in ALL if puzzle.drawn)


@pytest.mark.parametrize(
    ("puzzle", "keys", "message"),
    [
        (ALL[0], {"turns": 4}, "turns should be a number from 1 to 3, not '4'"),
        (ALL[0], {"turns": 3}, "the line should win: Sea wins in 3 turns"),
        (ALL[0], {"difficulty": 7}, "difficulty should be a number from 1 to 6, not '7'"),
        (ALL[0], {"motifs": ["dear"]}, "'dear' should be one of chaos, dawn, "),
        (ALL[0], {"line": "+d1"}, "the line should win: Sea wins in 1 turn"),
        (ALL[0], {"line": "a1-a2"}, "illegal action a1-a2: no shaman stands on a1"),
        (ALL[0], {"position": "5/5"}, "cannot read '5/5'"),
        (ALL[0], {"drawn": ["deer"]}, "the line does not draw deer"),
        (DRAWING, {"drawn": []}, "drawn should have the unknown megalith that a2:sanctuary draws"),
    ],
)
def test_an_impossible_puzzle_is_not_read(puzzle: Puzzle, keys: dict[str, Any], message: str) -> None:
    data: Any = to_data(puzzle)
    data["value"] |= keys
    with pytest.raises(DocumentError, match=rf"bad document: \$\.value: {re.escape(message)}"):
        from_data(data)


def test_your_own_are_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.tsv"
    file.write_text(cairn.format_puzzles(ALL[250:252]), encoding="utf-8")
    assert cairn.puzzles(file) == tuple(evolve(each, number=number) for number, each in enumerate(ALL[250:252], 1))
    assert cairn.puzzles(str(file)) == cairn.puzzles(file)
    file.write_text("turns", encoding="utf-8")
    with pytest.raises(NotationError, match=r"cannot read '.*mine\.tsv': line 1: 'turns'; it should have"):
        cairn.puzzles(file)
    with pytest.raises(UnreadableFileError, match="cannot read"):
        cairn.puzzles(tmp_path / "missing.tsv")


ROW = ["2", "3", "deer,exit", "position", "a1-a2", "fairy"]


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        (ROW[1:], "line 2: 5 columns; there should be 6"),
        (["4", *ROW[1:]], "line 2: turns should be a number from 1 to 3, not '4'"),
        ([ROW[0], "x", *ROW[2:]], "line 2: difficulty should be a number from 1 to 6, not 'x'"),
        ([*ROW[:2], "deer,dear", *ROW[3:]], "line 2: 'dear' should be one of chaos, dawn, "),
        ([*ROW[:5], "exit"], "line 2: 'exit' should be one of chaos, dawn, "),
    ],
)
def test_a_faulty_row_is_explained(row: list[str], fault: str) -> None:
    with pytest.raises(NotationError, match=f"cannot read 'puzzles': {fault}"):
        read_puzzles("\t".join(HEAD) + "\n" + "\t".join(row) + "\n")


@pytest.mark.parametrize("text", ["", "turns\n2\n"])
def test_a_file_of_something_else_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match=r"line 1: .*; it should have the columns turns, difficulty, motifs, "):
        read_puzzles(text)


def record_to(puzzle: Puzzle) -> Record[State, cairn.Action]:
    """Return a game that begins with a puzzle, and goes on with its solution."""
    return Record(game=cairn, start=puzzle.state, actions=puzzle.solution)


@pytest.fixture
def quick_sage(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rate difficulty in Python, with small budgets."""
    monkeypatch.setattr(puzzle_search, "BUDGETS", (1, 2, 3, 4))


@pytest.mark.slow
@pytest.mark.untraced
@pytest.mark.usefixtures("quick_sage")
def test_a_puzzle_is_found_in_a_record() -> None:
    """Not twice, nor its mirror image, nor the same one with the display in another order."""
    puzzle = ALL[250]
    records = [record_to(puzzle), record_to(puzzle)]
    records.append(Record(game=cairn, start=cairn.mirror(puzzle.state), actions=()))
    shown = [stone.id for stone in puzzle.state.upcoming]
    other = puzzle.position.replace(",".join(shown), ",".join(shown[::-1]))
    assert other != puzzle.position
    records.append(Record(game=cairn, start=cairn.parse_position(other), actions=()))
    (found, *others) = find_puzzles(records, turns=2, batch=False)
    assert (found.number, found.turns, found.motifs) == (1, 2, puzzle.motifs)
    assert (found.position, found.line, found.drawn) == (puzzle.position, puzzle.line, puzzle.drawn)
    assert all(other.turns == 1 for other in others)
    assert list(find_puzzles([record_to(puzzle)], turns=1, batch=False)) == others


@pytest.mark.untraced
@pytest.mark.usefixtures("quick_sage")
def test_a_game_has_one_puzzle_of_a_length(monkeypatch: pytest.MonkeyPatch) -> None:
    states = [puzzle.state for puzzle in (ALL[250], ALL[251], ALL[0])]
    monkeypatch.setattr(puzzle_search, "_candidates", lambda _: states)
    found = find_puzzles([record_to(ALL[250])], turns=2, batch=False)
    assert [(puzzle.number, puzzle.position) for puzzle in found] == [(1, ALL[250].position), (2, ALL[0].position)]


@pytest.mark.untraced
@pytest.mark.usefixtures("quick_sage")
def test_a_puzzle_has_some_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    start = Record(game=cairn, start=ALL[250].state, actions=())
    count = len(cairn.legal_actions(start.start))
    for least in (count, count + 1):
        monkeypatch.setattr(puzzle_search, "LEAST_ACTIONS", least)
        assert len(list(find_puzzles([start], turns=2, batch=False))) == (least == count)


EXIT = "2s2/5/5/5/4f s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn alley,menhir - 2-0"


@pytest.mark.parametrize("text", [EXIT, EXIT.replace("2s2/5", "2s2/2s2"), EXIT.replace("2s2", "s1s2")])
def test_what_is_no_puzzle(text: str) -> None:
    """Few actions; an exit that wins at once; and two of them."""
    assert (
        list(find_puzzles([Record(game=cairn, start=cairn.parse_position(text), actions=())], turns=1, batch=False))
        == []
    )


def test_an_unknown_win_is_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_search, "LIMIT", 1)
    assert list(find_puzzles([record_to(ALL[250])], turns=2, batch=False)) == []
    assert not any(is_decisive(ALL[250], stone, batch=False) for stone in ALL[250].state.upcoming)


def test_records_of_something_else_are_refused() -> None:
    other: Any = Record(game=korrigans, start=korrigans.new_game(seed=1), actions=())
    with pytest.raises(DefinitionError, match="puzzles are found in records of cairn, not of korrigans"):
        list(find_puzzles([other], batch=False))
    other = "a record"
    with pytest.raises(DefinitionError, match="should be a Record, not 'a record'"):
        list(find_puzzles([other], batch=False))
    for start, what in (
        (cairn.new_game(seed=1, megaliths=[*BASE_SET, echo]), "the custom megalith 'echo'"),
        (cairn.new_game(seed=1, variant=Variant(power_exit=True)), "rule options"),
    ):
        with pytest.raises(DefinitionError, match=f"with base megaliths and the standard rules, not with {what}"):
            list(find_puzzles([Record(game=cairn, start=start, actions=())], batch=False))


def test_the_search_checks_its_arguments() -> None:
    for turns, fault in (
        (0, "a whole number from 1 up, not 0"),
        (4, "from 1 to 3, not 4"),
    ):
        with pytest.raises(DefinitionError, match=f"turns should be {fault}"):
            list(find_puzzles([], turns=turns, batch=False))
    batch: Any = 3
    with pytest.raises(DefinitionError, match="batch should be True or False, not 3"):
        list(find_puzzles([], batch=batch))


def test_games_are_played_for_their_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    games = list(sage_games(2, seed=7, simulations=1, batch=False))
    assert games == list(sage_games(2, seed=7, simulations=1, batch=False))
    assert games[0].start != games[1].start
    assert all(tuple(game.replay()) for game in games)
    monkeypatch.setattr(puzzle_search, "MAX_TURNS", 3)
    (stopped,) = sage_games(1, seed=7, simulations=1, batch=False)
    assert stopped.outcome is None
    assert [*stopped.replay()][-1].turn == 3


def test_those_with_rare_motifs_are_chosen() -> None:
    found = [*ALL[:60], *ALL[-3:], *(puzzle for puzzle in ALL if "chaos" in puzzle.motifs)]
    kept = chosen(found, 30)
    assert [puzzle.number for puzzle in kept] == [*range(1, len(kept) + 1)]
    assert Counter(puzzle.turns for puzzle in kept)[1] == 10
    assert "chaos" in {motif for puzzle in kept for motif in puzzle.motifs}
    assert [puzzle.turns for puzzle in kept] == sorted(puzzle.turns for puzzle in kept)


def test_difficulty_is_the_smallest_budget_that_finds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = ALL[250]
    right = puzzle.solution[0]
    wrong = next(action for action in cairn.legal_actions(puzzle.state) if action != right)

    def sage_from(least: float) -> None:
        monkeypatch.setattr(SagePlayer, "choose", lambda _, __, budget: right if budget.simulations >= least else wrong)

    for least, difficulty in ((inf, 6), (20_000, 5), (2_000, 4), (200, 3)):
        sage_from(least)
        assert puzzle_search.difficulty_of(puzzle, batch=False) == difficulty
    sage_from(20)
    for choice, difficulty in ((right, 1), (wrong, 2)):
        monkeypatch.setattr(puzzle_search.GreedyPlayer, "choose", lambda _, __, choice=choice: choice)
        assert puzzle_search.difficulty_of(puzzle, batch=False) == difficulty
    assert BUDGETS == (20, 200, 2_000, 20_000)
    assert issubclass(LimitError, Exception)


def test_no_puzzle_of_a_day_without_puzzles_and_no_single_record() -> None:
    with pytest.raises(DefinitionError, match="there are no puzzles to choose from"):
        puzzle_of(date(2030, 1, 1), ())
    record = Record(game=cairn, start=puzzles()[0].state, actions=puzzles()[0].solution)
    with pytest.raises(DefinitionError, match="records should be a list of Records, not a Record; put it into a list"):
        next(find_puzzles(record, batch=False))  # type: ignore[arg-type]
