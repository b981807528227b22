"""The compiled search of `forced_win`: `CompiledSearch`."""

from __future__ import annotations

from math import inf
from typing import Final, final

from cairn_rules.cairn.batch import drive
from cairn_rules.cairn.batch.bridge import write_state
from cairn_rules.cairn.batch.forced_win_kernel import GAVE_UP, TRIES
from cairn_rules.cairn.batch.net_search_kernel import EVERYTHING
from cairn_rules.cairn.learning.action_space import action_indices
from cairn_rules.cairn.proofs.forced_wins import LimitError, scores_once
from cairn_rules.cairn.rules.rules import current_player, legal_actions
from cairn_rules.cairn.state.actions import Action
from cairn_rules.cairn.state.state import State


def is_ready() -> bool:
    """Return whether the search was compiled before, on this machine by this release."""
    return drive.is_ready("prove")


@final
class CompiledSearch:
    """A search for forced wins in the kernel; see `forced_win_kernel`.

    Raises:
        DefinitionError: if a row has no place for the state, because of a custom megalith or because it was made by
            hand.
    """

    def __init__(self, player: int, start: State) -> None:
        self._player = player
        self._once: Final = int(scores_once(start))
        self._rows, self._chains, self._lists, _ = drive.lines(TRIES)
        self._room = drive.proof_room()
        write_state(start, self._rows, self._chains, 0)

    def wins(self, state: State, left: int) -> bool:
        """Return whether the player forces a win; see `Search`."""
        mine = current_player(state) == self._player
        return mine == (self.decisive(state, left) is not None)

    def decisive(self, state: State, left: int, first: int = 0, limit: float = inf) -> Action | None:
        """Return the first action that decides, or None; see `Search`."""
        actions, indices = legal_actions(state), action_indices(state)
        write_state(state, self._rows, self._chains, 0)
        self._lists[0, : len(actions)] = (*indices[first:], *indices[:first])
        won = drive.engine().prove(
            self._rows, self._chains, self._lists, *self._room, len(actions), self._player, left, self._once,
            int(min(limit, EVERYTHING)), TRIES,
        )  # fmt: skip
        if won == GAVE_UP:
            raise LimitError
        if won != (current_player(state) == self._player):
            return None
        tried = int(self._room[0][0]["next"])
        return actions[(first + tried - 1) % len(actions)]
