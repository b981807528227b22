"""The texts of a campaign in the terminal game: those of the current scene, and its own between scenes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from typing_extensions import override

from cairn_rules.cairn_rpg import combat, dungeon, wilderness
from cairn_rules.cairn_rpg.campaign.actions import Action
from cairn_rules.cairn_rpg.campaign.notation import ACTIONS, describe
from cairn_rules.cairn_rpg.campaign.rules import current_player
from cairn_rules.cairn_rpg.campaign.state import State, is_free, is_halted, scene_of
from cairn_rules.cairn_rpg.combat.terminal_words import CombatWords
from cairn_rules.cairn_rpg.common.terminal_words import NumberedWords
from cairn_rules.cairn_rpg.dungeon.terminal_words import DungeonWords
from cairn_rules.cairn_rpg.wilderness.state import WATCHES
from cairn_rules.cairn_rpg.wilderness.terminal_words import WildernessWords

_WORDS: Final[Mapping[Any, type[NumberedWords]]] = {
    wilderness: WildernessWords,
    dungeon: DungeonWords,
    combat: CombatWords,
}


class CampaignWords(NumberedWords):
    """The questions, choices and members of a campaign."""

    @override
    def question(self, state: State) -> str:
        if current_player(state) is None:
            return "The campaign is over"
        if is_free(state) and is_halted(state):
            journey = state.journey
            return f"Day {journey.day}, {WATCHES[journey.watch]}, {state.place}: what does the party do?"
        words, scene = _of_scene(state)
        return words.question(scene)

    @override
    def explained(self, state: State) -> str:
        if is_halted(state) and state.fight is None:
            return ""
        words, scene = _of_scene(state)
        return words.explained(scene)

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
