"""The compiled search of `SagePlayer`: `CompiledLookahead`."""

from __future__ import annotations

from functools import cache
from typing import Final, final

import numpy as np

from cairn_rules.cairn.action_space import action_at
from cairn_rules.cairn.batch import drive
from cairn_rules.cairn.batch.bridge import write_state
from cairn_rules.cairn.batch.kernel import next_key
from cairn_rules.cairn.batch.lookahead import EVERYTHING, LINES, visit
from cairn_rules.cairn.batch.row import opened
from cairn_rules.cairn.players.lookahead import Line
from cairn_rules.cairn.players.net import sage_file
from cairn_rules.cairn.players.net_inputs import HIDDEN
from cairn_rules.cairn.rules import apply, current_player
from cairn_rules.cairn.setup import new_game
from cairn_rules.cairn.state import State
from cairn_rules.players.player import Budget

AT_ONCE: Final = 4096
"""Number of positions that are judged before the clock is read."""


def is_ready() -> bool:
    """Return whether the search was compiled before, on this machine by this release."""
    return drive.is_ready("legal", "consider")


@cache
def prepare() -> None:
    """Load the search, or compile it, once in a process."""
    CompiledLookahead(sage_file()).line(new_game(seed=0), Budget(simulations=1))


@final
class CompiledLookahead:
    """The search of one player in one game, in the kernel: see `lookahead`.

    Args:
        net: The content of the net's file.
    """

    def __init__(self, net: bytes) -> None:
        self._rows, self._chains, self._lists, self._counts = drive.lines(LINES + 1)
        self._room = drive.search_room(LINES + 1)
        self._weights = drive.weights(net)
        self._sums = np.zeros(HIDDEN, np.float32)
        self._key = 0

    def line(self, state: State, budget: Budget) -> Line:
        """Return the best decisions from a state until another player decides or the turn ends; see `Lookahead`."""
        # 1. the search, until the budget is spent
        write_state(state, self._rows, self._chains, 0)
        drive.legal(self._rows, self._chains, self._lists, self._counts, 0, 1)
        frames, _, _, visited, progress, _ = self._room
        self._key = key = next_key(self._key)
        simulations = EVERYTHING if budget.simulations is None else budget.simulations
        for _ in budget.spend(AT_ONCE):
            if not drive.consider(
                self._rows, self._chains, self._lists, *self._room, *self._weights, self._sums, int(self._counts[0]),
                key, simulations, AT_ONCE, LINES + 1,
            ):  # fmt: skip
                break
            key = -1
        # 2. the decisions of the turn
        begun, player = state.turn, current_player(state)
        line: Line = []
        for index in frames[1]["plan"][: frames[1]["planned"]]:
            if state.turn != begun or current_player(state) != player:
                break
            line.append((state, action_at(state, int(index))))
            state = apply(*line[-1])
        # 3. the position at its end
        write_state(state, self._rows, self._chains, 0)
        visit(opened(self._rows, 0), visited, progress)
        return line
