"""The texts of a journey in the terminal game."""

from __future__ import annotations

from typing import Any, ClassVar

from typing_extensions import override

from cairn_rules.action_table import ActionTable
from cairn_rules.cairn_rpg.characters.inventory import hit_protection
from cairn_rules.cairn_rpg.common.terminal_words import NumberedWords
from cairn_rules.cairn_rpg.wilderness.notation import ACTIONS, label
from cairn_rules.cairn_rpg.wilderness.state import State
from cairn_rules.cairn_rpg.wilderness.travel import lost_odds, needed, route_words


class WildernessWords(NumberedWords):
    """The questions, choices and members of a journey."""

    actions: ClassVar[ActionTable[Any, Any] | None] = ACTIONS

    @override
    def explained(self, state: State) -> str:
        if state.phase == "over":
            return ""
        way = f"{state.progress} of {needed(state)} watches, {lost_odds(state)}-in-6 to get lost"
        words = f"{route_words(state.route)}; {way}."
        return words[:1].upper() + words[1:]

    @override
    def figures(self, state: State, index: int) -> str:
        """Return the HP, the slots and the items of a member."""
        member = state.party.members[index]
        inventory = member.inventory
        items = ", ".join(map(str, inventory.items)) or "nothing"
        return (
            f"{label(state, index)}: {hit_protection(member, state.rulings)} of {member.hp.max} HP,"
            f" {inventory.used(state.rulings)} of {inventory.capacity} slots, {inventory.gold}gp; carries {items}"
        )
