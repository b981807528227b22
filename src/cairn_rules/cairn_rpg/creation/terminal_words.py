"""The texts of making characters in the terminal game."""

from __future__ import annotations

from typing import Any, ClassVar

from typing_extensions import override

from cairn_rules.action_table import ActionTable
from cairn_rules.cairn_rpg.creation.notation import ACTIONS
from cairn_rules.cairn_rpg.creation.state import State
from cairn_rules.cli.words import Words
from cairn_rules.game import Outcome


class CreationWords(Words):
    """The questions, choices and tables of making characters."""

    actions: ClassVar[ActionTable[Any, Any] | None] = ACTIONS

    @override
    def result(self, state: State, outcome: Outcome) -> str:
        return "All characters are complete" if self.game.outcome(state) else super().result(state, outcome)
