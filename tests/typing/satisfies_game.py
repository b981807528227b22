"""Checked by mypy and pyright, not run: these modules are rule systems."""

from typing import TYPE_CHECKING

import cairn_rules
import cairn_rules.cairn
from cairn_rules import Action, Game, Observation, State

if TYPE_CHECKING:
    front_door: Game[State, Action, Observation] = cairn_rules
    rule_system: Game[State, Action, Observation] = cairn_rules.cairn
