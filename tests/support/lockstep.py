"""The batch and the scalar engine, decision by decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import numpy as np

from cairn_rules import cairn
from cairn_rules.cairn import Action, Relocate, State, Summon, UsePower
from cairn_rules.cairn.batch import Batch
from cairn_rules.cairn.learning.action_space import action_indices

Choose = Callable[[State, Sequence[Action]], int]
"""A function that returns the place of the action to do among the legal ones."""


def at_random(rng: Random) -> Choose:
    """Every action is equally likely."""
    return lambda _, legal: rng.randrange(len(legal))


def along_chains(rng: Random) -> Choose:
    """Mostly such options of powers that wake the next one."""

    def choose(state: State, legal: Sequence[Action]) -> int:
        waking = [
            place
            for place, action in enumerate(legal)
            if isinstance(action, Relocate | Summon) and action.to in state.megaliths
        ]
        if not waking and not isinstance(state.pending, UsePower):
            megaliths = state.megaliths
            waking = [place for place, action in enumerate(legal) if getattr(action, "to", None) in megaliths]
        return rng.choice(waking) if waking and rng.random() < 0.9 else rng.randrange(len(legal))

    return choose


def lockstep(states: Sequence[State], decisions: int, choose: Choose, *, threads: int = 1) -> int:
    """Play a batch and the scalar engine side by side, at most so many decisions a game; return how many there were."""
    batch = Batch.of(states, threads=threads, auto_reset=False)
    now = list(states)
    done = 0
    for _ in range(decisions):
        # 1. both are asked what is legal, and who decides
        lists, counts = batch.legal
        players = batch.players
        actions = np.zeros(len(now), np.int64)
        for game, state in enumerate(now):
            legal = cairn.legal_actions(state)
            indices = action_indices(state)
            assert lists[game, : counts[game]].tolist() == sorted(indices), (game, state)
            assert (lists[game, counts[game] :] == -1).all()
            seat = cairn.current_player(state)
            assert players[game] == (-1 if seat is None else seat)
            if legal:
                place = choose(state, legal)
                actions[game] = indices[place]
                now[game] = cairn.apply(state, legal[place])
                done += 1
        if not counts.any():
            break
        # 2. both come to the same states
        over_before = counts == 0
        rewards, terminated, truncated = batch.step(actions)
        assert not truncated.any()
        for game, state in enumerate(now):
            after = batch.state(game)
            assert after == state, (game, after, state)
            assert after.turn == state.turn
            outcome = cairn.outcome(state)
            assert terminated[game] == (outcome is not None)
            paid = (0, 0)
            if outcome is not None and not over_before[game]:
                paid = (1, -1) if outcome.winners == (0,) else (-1, 1)
            assert tuple(rewards[game]) == paid
    return done
