"""The puzzles of the library, proven by the compiled search, and the search for more with it."""

from __future__ import annotations

import sys

import pytest

from cairn_rules import MissingExtraError, Record
from cairn_rules import cairn as rules
from cairn_rules.cairn import Puzzle, State, find_puzzles, puzzle_search, puzzles
from cairn_rules.cairn.batch import drive
from cairn_rules.cairn.proofs import compiled_search_modules
from cairn_rules.cairn.puzzle_search import is_decisive, sage_games
from cairn_rules.cairn.state.actions import Action
from support.puzzles import prove


@pytest.fixture
def with_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Numba, the kernel runs as plain Python."""
    monkeypatch.setattr(compiled_search_modules, "_missing_extra", lambda: None)


def record_to(puzzle: Puzzle) -> Record[State, Action]:
    """Return a game that begins with a puzzle, and goes on with its solution."""
    return Record(game=rules, start=puzzle.state, actions=puzzle.solution)


@pytest.mark.slow
@pytest.mark.untraced
@pytest.mark.skipif(not drive.COMPILED, reason="takes too long without Numba")
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_all_puzzles_are_proven(turns: int) -> None:
    for puzzle in puzzles():
        if puzzle.turns == turns:
            prove(puzzle, batch=True)


@pytest.mark.usefixtures("with_numba")
@pytest.mark.parametrize("number", [210, 290, 390] if drive.COMPILED else [210])
def test_both_searches_agree_on_decisive_megaliths(number: int) -> None:
    """A powerless megalith is also known to the compiled rules."""
    puzzle = puzzles()[number]
    stones = (*puzzle.state.megaliths.values(), *puzzle.state.upcoming)
    found = [is_decisive(puzzle, stone, batch=True) for stone in stones]
    assert found == [is_decisive(puzzle, stone, batch=False) for stone in stones]
    assert any(found) == any(stone.id in puzzle.motifs for stone in stones)


@pytest.mark.untraced
@pytest.mark.usefixtures("with_numba")
def test_both_searches_find_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_search, "BUDGETS", (1, 2, 3, 4))
    monkeypatch.setattr(puzzle_search, "difficulty_of", lambda *_, **__: 1)
    record = record_to(puzzles()[250])
    found = list(find_puzzles([record], turns=2, batch=True))
    assert found
    assert found == list(find_puzzles([record], turns=2, batch=False))


@pytest.mark.skipif(not drive.COMPILED, reason="takes too long without Numba")
def test_games_have_puzzles() -> None:
    found = list(find_puzzles(sage_games(60, seed=1, simulations=20, batch=True), batch=True))
    assert {puzzle.turns for puzzle in found} == {1, 2, 3}
    assert [puzzle.number for puzzle in found] == [*range(1, len(found) + 1)]
    for puzzle in found[:5]:
        prove(puzzle, batch=True)


def test_without_numba_python_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(MissingExtraError, match=r"batch=True needs numba; install it with: pip install 'cairn-rules"):
        list(find_puzzles([], batch=True))
