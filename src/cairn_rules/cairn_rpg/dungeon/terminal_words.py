"""The texts of a dungeon in the terminal game."""

from __future__ import annotations

from typing import Any, ClassVar

from typing_extensions import override

from cairn_rules.action_table import ActionTable
from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.inventory import hit_protection
from cairn_rules.cairn_rpg.common.terminal_words import NumberedWords
from cairn_rules.cairn_rpg.dungeon.actions import Action
from cairn_rules.cairn_rpg.dungeon.notation import ACTIONS, format_action
from cairn_rules.cairn_rpg.dungeon.state import State, actor_of
from cairn_rules.cairn_rpg.dungeon.words import label


class DungeonWords(NumberedWords):
    """The questions, choices and members of a party in a dungeon."""

    actions: ClassVar[ActionTable[Any, Any] | None] = ACTIONS

    @override
    def explained(self, state: State) -> str:
        actor = actor_of(state)
        return "" if actor is None else f"{self.figures(state, actor)}."

    @override
    def split(self, action: Action) -> tuple[str, str]:
        """Return an action's notation in two parts, such as `1:search:` and `altar`."""
        head, colon, target = format_action(action).rpartition(":")
        return (head + colon, target) if colon else ("", target)

    @override
    def figures(self, state: State, index: int) -> str:
        """Return the scores and the items of a member."""
        member = state.party.members[index]
        scores = ", ".join(f"{member.score(each)} {each}" for each in Attribute)
        items = ", ".join(map(str, member.inventory.items)) or "nothing"
        hp = hit_protection(member, state.rulings)
        return f"{label(state, index)}: {hp} of {member.hp.max} HP, {scores}; carries {items}"
