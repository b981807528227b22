"""Checked by mypy and pyright, not run: a module is a rule system."""

from typing import TYPE_CHECKING

from cairn_rules import Game, cairn
from cairn_rules.cairn import Action, Observation, State

if TYPE_CHECKING:
    rule_system: Game[State, Action, Observation] = cairn
