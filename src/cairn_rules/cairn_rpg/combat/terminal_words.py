"""The texts of a fight in the terminal game."""

from __future__ import annotations

from typing import Any, ClassVar

from typing_extensions import override

from cairn_rules.action_table import ActionTable
from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.inventory import hit_protection
from cairn_rules.cairn_rpg.combat.notation import ACTIONS, label
from cairn_rules.cairn_rpg.combat.rules.powers import powers_of
from cairn_rules.cairn_rpg.combat.rules.reasons import why_unable
from cairn_rules.cairn_rpg.combat.state import State, actor_of
from cairn_rules.cairn_rpg.common.terminal_words import NumberedWords


class CombatWords(NumberedWords):
    """The questions, choices and fighters of a fight."""

    actions: ClassVar[ActionTable[Any, Any] | None] = ACTIONS
    mark: ClassVar[str] = ">"

    @override
    def explained(self, state: State) -> str:
        actor = actor_of(state)
        return "" if actor is None or not state.round else f"{self.figures(state, actor)}."

    @override
    def names(self, state: State) -> list[str]:
        return [fighter.character.name for fighter in state.fighters]

    @override
    def figures(self, state: State, index: int) -> str:
        """Return the figures and attacks of a fighter as a stat line, with the reason if it cannot act."""
        fighter = state.fighters[index]
        character = fighter.character
        scores = ", ".join(f"{character.score(each)} {each}" for each in Attribute)
        attacks = ", ".join(f"{number} {attack}" for number, attack in enumerate(fighter.attacks, 1))
        powers = "".join(f"; power: {power.name}" for power in powers_of(fighter))
        unable = why_unable(state, fighter)
        return (
            f"{label(state, index)}: {hit_protection(character, state.rulings)} of {character.hp.max} HP,"
            f" {fighter.armor} Armor, {scores}; {attacks}{powers}" + ("" if unable is None else f"; {unable.text}")
        )
