"""The start of a record, for the games of this package: the key of the default game, or a state as a document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol, TypeVar

from cairn_rules.cairn_rpg.characters.character import replaced
from cairn_rules.chance import WORD_BITS, Chance, HasChance
from cairn_rules.codec.envelope import Documents, read_state_tag, write_state_tag
from cairn_rules.errors import Fault, NotationError, cut
from cairn_rules.game import STATE_TAG
from cairn_rules.manifest import RecordStart

StateT = TypeVar("StateT", bound=HasChance)
StateT_co = TypeVar("StateT_co", covariant=True)

KEY_TAG: Final = "Key"
"""The tag with the key of the chance, for a record of the default game."""


class NewGame(Protocol[StateT_co]):
    """A function that returns the first state of a game, by default that of the default game."""

    def __call__(self, *, seed: int | None = None) -> StateT_co:
        """Return the first state with the chance of a seed."""
        ...


def start_by_key(documents: Documents, new_game: NewGame[StateT]) -> RecordStart[StateT]:
    """Return the start of the records of a game: the key of the default game, or any other state as a document.

    Args:
        documents: The documents of the game.
        new_game: The function of the game that returns its first state, which has a field `chance`.
    """

    def default(chance: Chance) -> StateT:
        return replaced(new_game(seed=0), chance=chance)

    def tags(state: StateT) -> dict[str, str]:
        chance = state.chance
        if not chance.used and state == default(chance):
            return {KEY_TAG: str(chance.key)}
        return write_state_tag(documents, state)

    def start(tags: Mapping[str, str], registry: Any) -> StateT:
        if STATE_TAG in tags:
            state: StateT = read_state_tag(documents, tags, (KEY_TAG,), registry)
            return state
        text = tags.get(KEY_TAG, "")
        if not (text.isascii() and text.isdigit() and len(text) <= 16 and int(text) < 1 << WORD_BITS):
            message = f"{cut(text, 100)!r} is not a key: a whole number below 2**{WORD_BITS}"
            raise NotationError(text, [Fault(f"tag {KEY_TAG}", message)])
        return default(Chance(int(text)))

    return RecordStart(own_tags=(STATE_TAG, KEY_TAG), tags=tags, state=start)
