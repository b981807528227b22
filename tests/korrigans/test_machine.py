"""Korrigans under the state machine that every rule system is put under: each number of players, both sides."""

from __future__ import annotations

from random import Random

import pytest

from cairn_rules import korrigans
from cairn_rules.korrigans import Variant
from cairn_rules.simulation import with_options
from cairn_rules.testing import GameMachine

pytestmark = pytest.mark.untraced


@pytest.mark.parametrize(("number", "side"), [(2, "advanced"), (3, "advanced"), (4, "standard"), (5, "standard")])
def test_a_whole_game_keeps_its_promises(number, side):
    """Hidden things stay hidden, texts read back, somebody can always do something: from the set-up to the end."""
    variant = Variant(side=side, backup="voluntary" if number == 3 else "forced")

    class Machine(GameMachine):
        game = with_options(korrigans, players=number, variant=variant)
        players = tuple(range(number))

    rng, machine = Random(number), Machine()
    machine.start(number)
    steps = 0
    while machine.game.outcome(machine.state) is None:
        machine.act(rng.randrange(1_000))
        machine.somebody_decides_or_it_is_over()
        machine.write_and_read(rng.randrange(1_000))
        if steps % 12 == 0:
            machine.it_can_be_drawn()
            machine.look(steps)
        steps += 1
    machine.look(steps)
