"""The proof that a puzzle is one."""

from __future__ import annotations

from cairn_rules import cairn
from cairn_rules.cairn import Puzzle, forced_win
from cairn_rules.cairn.proofs.forced_wins import rest_of, search_for
from cairn_rules.cairn.puzzle_search import motifs_of


def prove(puzzle: Puzzle, *, batch: bool) -> None:
    """Prove the length of a puzzle, its only first action, its line and its motifs.

    Args:
        puzzle: The puzzle.
        batch: Whether to use the compiled search.
    """
    state, turns = puzzle.state, puzzle.turns
    proof = forced_win(state, turns=turns, batch=batch)
    assert (proof.turns, proof.line) == (turns, puzzle.solution)
    assert tuple(stone.id for stone in proof.drawn) == puzzle.drawn
    search = search_for(puzzle.winner, state, batch=batch)
    winning = [
        action
        for action, after in cairn.successors(state)
        if search.wins(after, rest_of(state, after, puzzle.winner, turns))
    ]
    assert winning == [puzzle.solution[0]]
    assert puzzle.motifs == motifs_of(puzzle, batch=batch)
