"""Korrigans under the state machine that every rule system is put under: each number of players, both sides."""

from __future__ import annotations

from functools import partial
from random import Random
from types import SimpleNamespace

import pytest
from hypothesis import settings

from cairn_rules import korrigans
from cairn_rules.korrigans import Variant
from cairn_rules.korrigans.determinisation import sample_hidden
from cairn_rules.korrigans.observation import observe
from cairn_rules.testing import GameMachine

pytestmark = pytest.mark.untraced


def rules(players: int, variant: Variant) -> SimpleNamespace:
    """The rules of Korrigans with a number of players and a variant settled."""
    names = ("current_player", "legal_actions", "apply", "outcome", "format_action", "parse_action", "diagram")
    return SimpleNamespace(
        **{name: getattr(korrigans, name) for name in names},
        new_game=partial(korrigans.new_game, players=players, variant=variant),
        observe=observe,
        sample_hidden=sample_hidden,
    )


@pytest.mark.parametrize("side", ["standard", "advanced"])
@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_a_whole_game_keeps_its_promises(number, side):
    """Hidden things stay hidden, texts read back, somebody can always do something: from the set-up to the end."""

    class Machine(GameMachine):
        game = rules(number, Variant(side=side, backup="voluntary" if number == 3 else "forced"))
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


def test_any_game_keeps_its_promises():
    """The machine's own way through a game."""

    class Machine(GameMachine):
        game = rules(2, Variant())
        players = (0, 1)

    Machine.TestCase.settings = settings(max_examples=4, stateful_step_count=60, deadline=None)
    Machine.TestCase().runTest()
