"""The texts of a campaign in the terminal game: those of the current scene, and its own between scenes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from typing_extensions import override

from cairn_rules.cairn_rpg import combat, dungeon, wilderness
from cairn_rules.cairn_rpg.campaign.actions import Action
from cairn_rules.cairn_rpg.campaign.notation import ACTIONS, CHARACTER, describe, parse_action
from cairn_rules.cairn_rpg.campaign.rules.reasons import why_illegal
from cairn_rules.cairn_rpg.campaign.state import State, is_halted, scene_of
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.combat.terminal_words import CombatWords
from cairn_rules.cairn_rpg.common.terminal_words import NumberedWords
from cairn_rules.cairn_rpg.dungeon.terminal_words import DungeonWords
from cairn_rules.cairn_rpg.formats.character_files import read_characters
from cairn_rules.cairn_rpg.wilderness.terminal_words import WildernessWords
from cairn_rules.cli.atomic_file import written_to
from cairn_rules.codec.text_file import is_file
from cairn_rules.errors import CairnRulesError
from cairn_rules.json_documents import dumps

_WORDS: Final[Mapping[Any, type[NumberedWords]]] = {
    wilderness: WildernessWords,
    dungeon: DungeonWords,
    combat: CombatWords,
}


_NEWCOMER: Final = re.compile(r"((?i:join|succeed:[^:=]+)[:=])([^{%].*)")
"""A line with a newcomer that is not written as JSON: the beginning of the action, and a file."""
_LEAVER: Final = re.compile(r"((?i:part):[^=]+)=(.+)")
"""A line with a leaver: the action, and a file."""


class CampaignWords(NumberedWords):
    """The questions, choices and members of a campaign."""

    @override
    def explained(self, state: State) -> str:
        if is_halted(state) and state.fight is None:
            members = [f"{member.name} {member.inventory.gold}" for member in state.party.members]
            return f"Gold pieces: {', '.join(members)}." if state.landmark.settlement else ""
        words, scene = _of_scene(state)
        return words.explained(scene)

    @override
    def entered(self, state: State, text: str) -> str:
        """Read the character that a line such as `join:ada.json` names, or write one for `part:basil=basil.json`."""
        newcomer = _NEWCOMER.fullmatch(text)
        if newcomer is not None:
            return f"{newcomer[1]}{CHARACTER.write(_character(newcomer[2]))}"
        leaver = _LEAVER.fullmatch(text)
        if leaver is None:
            return text
        action: Any = parse_action(leaver[1], state)
        if why_illegal(state, action) is None:
            if is_file(leaver[2]):
                raise CairnRulesError(f"the file {leaver[2]!r} already exists: choose another name")
            index: int = action.member
            with written_to(leaver[2]) as file:
                file.write(dumps(state.party.members[index]) + "\n")
        return leaver[1]

    @override
    def kind(self, action: Action) -> str:
        kinds = (words(game).kind(action) for game, words in _WORDS.items())
        return ACTIONS.group(action) or next(filter(None, kinds), "")

    @override
    def sentence(self, state: State, action: Action) -> str:
        return describe(state, action)

    @override
    def names(self, state: State) -> Sequence[str]:
        words, scene = _of_scene(state)
        return words.names(scene)

    @override
    def figures(self, state: State, index: int) -> str:
        """Return the figures of a member or a fighter."""
        words, scene = _of_scene(state)
        return words.figures(scene, index)


def _of_scene(state: State) -> tuple[NumberedWords, Any]:
    rules, scene = scene_of(state)
    return _WORDS[rules](rules), scene


def _character(text: str) -> Character:
    """Return the character of a file, or the one with the name that follows the file after `#`.

    Raises:
        CairnRulesError: if the file cannot be read, or holds no such character.
    """
    path, mark, name = text.rpartition("#")
    if is_file(text) or not mark:
        path, name = text, ""
    characters = read_characters(path)
    found = [each for each in characters if not name or each.name.lower() == name.lower()]
    if len(found) == 1:
        return found[0]
    names = ", ".join(each.name for each in characters)
    raise CairnRulesError(f"name one of the characters of the file, as in {path}#{characters[0].name}: {names}")
