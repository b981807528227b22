"""Cairn under the state machine that every rule system is put under."""

from __future__ import annotations

import pytest
from hypothesis import settings

import cairn_rules
import cairn_rules.cairn
from cairn_rules.testing import GameMachine


class FrontDoorMachine(GameMachine):
    game = cairn_rules
    players = (0, 1)


class ModuleMachine(GameMachine):
    game = cairn_rules.cairn
    players = (0, 1)


@pytest.mark.untraced
@pytest.mark.parametrize("machine", [FrontDoorMachine, ModuleMachine])
def test_any_game_keeps_its_promises(machine) -> None:
    machine.TestCase.settings = settings(stateful_step_count=120, deadline=None)
    machine.TestCase().runTest()
