"""The texts of a journey in the terminal game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from typing_extensions import override

from cairn_rules.cairn_rpg.inventory import hit_protection
from cairn_rules.cairn_rpg.party import Question
from cairn_rules.cairn_rpg.text_table import texts
from cairn_rules.cairn_rpg.wilderness.actions import (
    Action,
    Camp,
    Explore,
    FindWay,
    Guard,
    Resupply,
    Supply,
    Take,
    Travel,
    Wait,
)
from cairn_rules.cairn_rpg.wilderness.notation import format_action
from cairn_rules.cairn_rpg.wilderness.reasons import ASKED
from cairn_rules.cairn_rpg.wilderness.state import WATCHES, State, declarers
from cairn_rules.cairn_rpg.wilderness.travel import lost_odds, needed
from cairn_rules.cairn_rpg.wilderness.words import action_text, label, route_words
from cairn_rules.cli.words import Words

_KINDS: Final[Mapping[type, str]] = {
    Travel: "Travel",
    FindWay: "Find the way",
    Supply: "Supply",
    Resupply: "Supply",
    Take: "Supply",
    Explore: "Explore",
    Camp: "Camp",
    Guard: "Camp",
    Wait: "Something else",
}


class WildernessWords(Words):
    """The questions, choices and members of a journey."""

    @override
    def question(self, state: State) -> str:
        if state.phase == "over":
            return "The journey is over"
        when = f"Day {state.day}, {WATCHES[state.watch]}"
        if state.questions:
            asked = state.questions[0]
            if isinstance(asked, Question):
                return f"{when}: {label(state, asked.member)} must drop an item for Fatigue [R65]"
            text, rule = ASKED[asked.kind]
            return f"{when}: {text} [{rule}]"
        if state.phase == "dawn":
            return f"{when}: begin with the weather of the day [R188]"
        if not state.declared:
            return f"{when}: what does the party do?"
        return f"{when}: what does {label(state, declarers(state)[0])} do?"

    @override
    def explained(self, state: State) -> str:
        if state.phase == "over":
            return ""
        way = f"{state.progress} of {needed(state)} watches, {lost_odds(state)}-in-6 to get lost"
        return f"{route_words(state.route)}; {way}.".capitalize()

    @override
    def kind(self, action: Action) -> str:
        return _KINDS.get(type(action), "")

    @override
    def split(self, action: Action) -> tuple[str, str]:
        """Return an action's notation in two parts, such as `2:` and `supply`."""
        head, colon, rest = format_action(action).partition(":")
        return (head + colon, rest) if colon else ("", head)

    @override
    def sentence(self, state: State, action: Action) -> str:
        return action_text(state, action)

    @override
    def about(self, state: State, word: str) -> str | None:
        """Return what is known of a member, by number or by name, or the text of a rule such as R199."""
        found = [
            f"{_about(state, index)}."
            for index, member in enumerate(state.party.members)
            if word.lower() in (str(index + 1), member.name.lower())
        ]
        rule = f"rule/{word.upper()}"
        if rule in texts():
            found.append(texts()[rule])
        return "\n".join(found) or None

    @override
    def parts(self, state: State) -> tuple[str, ...]:
        return tuple(str(index + 1) for index in range(len(state.party.members)))


def _about(state: State, index: int) -> str:
    """Return the HP, the slots and the items of a member."""
    member = state.party.members[index]
    inventory = member.inventory
    items = ", ".join(map(str, inventory.items)) or "nothing"
    return (
        f"{label(state, index)}: {hit_protection(member, state.rulings)} of {member.hp.max} HP,"
        f" {inventory.used(state.rulings)} of {inventory.capacity} slots, {inventory.gold}gp; carries {items}"
    )
