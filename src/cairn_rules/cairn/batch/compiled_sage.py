"""The compiled search of `SagePlayer`: `CompiledLookahead`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Final, final

import numpy as np
from attrs import evolve

from cairn_rules.cairn.batch import drive, net_search_kernel
from cairn_rules.cairn.batch.bridge import write_state
from cairn_rules.cairn.batch.kernel import next_key
from cairn_rules.cairn.batch.row import opened
from cairn_rules.cairn.learning.action_space import action_at
from cairn_rules.cairn.players.lookahead import AT_LEAST, FORCED, MOST_TURNS, Candidate, Decisions
from cairn_rules.cairn.players.net import sage_file
from cairn_rules.cairn.players.net_inputs import HIDDEN
from cairn_rules.cairn.rules.rules import apply
from cairn_rules.cairn.rules.setup import new_game
from cairn_rules.cairn.state.state import State
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
    """The search of one player in one game, in the kernel: see `net_search_kernel`.

    `net` is the content of the net's file.
    """

    def __init__(self, net: bytes) -> None:
        self._rows, self._chains, self._lists, self._counts = drive.lines(net_search_kernel.LINES + 1)
        self._room = drive.search_room(net_search_kernel.LINES + 1)
        self._frames, _, _, self._visited, self._progress, _ = self._room
        self._weights = drive.weights(net)
        self._sums = np.zeros(HIDDEN, np.float32)
        self._key = 0
        self.judged: int = 0
        """Number of positions that the last call of `deepen` has judged so far."""

    def line(self, state: State, budget: Budget) -> Decisions:
        """Return the best decisions from a state until another player decides or the turn ends; see `Lookahead`."""
        # 1. the search, until the budget is spent
        simulations = net_search_kernel.EVERYTHING if budget.simulations is None else budget.simulations
        self._begin(state, simulations)
        for _ in budget.spend(AT_ONCE):
            if not self._go_on(simulations):
                break
        line = self._found(state, 0).turn
        # 2. the position at the end of the turn
        write_state(apply(*line[-1]), self._rows, self._chains, 0)
        net_search_kernel.visit(opened(self._rows, 0), self._visited, self._progress)
        return line

    def deepen(self, state: State, budget: Budget, most: int) -> Iterator[Sequence[Candidate]]:
        """Search by iterative deepening, and yield the best first actions after each depth; see `Lookahead`."""
        simulations = net_search_kernel.EVERYTHING if budget.simulations is None else budget.simulations
        slices = evolve(budget, simulations=net_search_kernel.EVERYTHING).spend(AT_ONCE)
        legal = self._begin(state, simulations)
        best = {legal[0]: Candidate(0.0, 0, [(state, action_at(state, legal[0]))])}
        self.judged = 0
        for depth in range(1, MOST_TURNS + 1):
            # 1. the best action, then the best of the others, and so on
            most_judged = max(simulations, AT_LEAST) if depth == 1 else simulations
            better: dict[int, Candidate] = {}
            while len(better) < min(most, len(legal)):
                others = [each for each in legal if each not in better]
                hint = next((each for each in best if each not in better), others[0])
                if not self._search(others, hint, depth, most_judged - self.judged, slices):
                    break
                better[int(self._frames[1]["plan"][0])] = self._found(state, depth)
            # 2. what is known now
            is_spent = len(better) < min(most, len(legal))
            both = better | {index: known for index, known in best.items() if index not in better}
            best = dict(islice(both.items(), most))
            yield tuple(best.values())
            if is_spent or all(abs(each.value) > FORCED for each in best.values()):
                break

    def _begin(self, state: State, simulations: int) -> list[int]:
        """Begin with a state, and return the indices of its legal actions."""
        write_state(state, self._rows, self._chains, 0)
        drive.engine().legal(self._rows, self._chains, self._lists, self._counts, 0, 1)
        self._key = next_key(self._key)
        self._consider(self._key, simulations, 0)
        return [int(index) for index in self._lists[0, : self._counts[0]]]

    def _go_on(self, simulations: int) -> bool:
        """Search for a while, and return whether there is more to find."""
        return self._consider(-1, simulations, AT_ONCE)

    def _consider(self, key: int, simulations: int, most: int) -> bool:
        return bool(
            drive.engine().consider(
                self._rows, self._chains, self._lists, *self._room, *self._weights, self._sums, int(self._counts[0]),
                key, simulations, most, net_search_kernel.LINES + 1,
            )
        )  # fmt: skip

    def _search(self, actions: Sequence[int], hint: int, depth: int, left: int, slices: Iterator[int]) -> bool:
        """Search some of the legal actions to a depth, the hint first, and return whether the budget suffices."""
        if left <= 0:
            return False
        self._lists[1, : len(actions)] = actions
        frame, progress = self._frames[1], self._progress
        frame["count"], frame["planned"], frame["plan"][0] = len(actions), 1, hint
        progress[net_search_kernel.LINE], progress[net_search_kernel.REMAINING] = 0, left
        progress[net_search_kernel.DEPTH], progress[net_search_kernel.DEEPEST] = depth - 1, depth
        going_on = True
        while going_on and next(slices, None) is not None:
            going_on = self._go_on(net_search_kernel.EVERYTHING)
        self.judged += left - int(progress[net_search_kernel.REMAINING])
        return bool(progress[net_search_kernel.DEPTH] == depth and progress[net_search_kernel.LINE] == 0)

    def _found(self, state: State, depth: int) -> Candidate:
        """Return the best action that the search has found, with the decisions that are expected after it."""
        frame = self._frames[1]
        line: Decisions = []
        for index in frame["plan"][: frame["planned"]]:
            line.append((state, action_at(state, int(index))))
            state = apply(*line[-1])
        return Candidate(float(frame["value"]), depth, line)
