"""JSON documents of a game of this package: its codec, the kinds of documents, and the start of a record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any, Final, TypeVar

from attrs import AttrsInstance

from cairn_rules.cairn_rpg.characters.character import converted, replaced
from cairn_rules.cairn_rpg.content.book_file import content_codec
from cairn_rules.cairn_rpg.content.pack_documents import looking_up
from cairn_rules.cairn_rpg.rulings import parse_fraction
from cairn_rules.chance import Chance, HasChance
from cairn_rules.chance.key import WORD_BITS
from cairn_rules.checks import is_of
from cairn_rules.codec.codec import Codec
from cairn_rules.codec.envelope import Documents, Kind, read_state_tag, write_state_tag
from cairn_rules.codec.shapes import Text
from cairn_rules.errors import Fault, NotationError, cut
from cairn_rules.game import FORMAT_NUMBER, STATE_TAG
from cairn_rules.manifest import RecordStart

AttrsT = TypeVar("AttrsT", bound=AttrsInstance)
StateT = TypeVar("StateT", bound=HasChance)

MOST_PARTS: Final = 100_000
"""Maximum number of parts of a document: three times the number in a party of a hundred."""
KEY_TAG: Final = "Key"
"""The tag with the key of the chance, for a record of the default game."""


def character_codec(tags: Mapping[type[Any], str] = MappingProxyType({})) -> Codec:
    """Return a new codec that supports `Character` and `Rulings`. A game adds its own types to it.

    `tags` are those of classes whose name is not their tag, as for `Codec`.
    """
    codec = content_codec(tags)
    codec.text(Fraction, Text("a number such as '1/2'", str, parse_fraction, {"type": "string"}))
    return codec


def game_documents(
    game: str,
    add_types: Callable[[Codec], None],
    kinds: Mapping[str, Any],
    *,
    tags: Mapping[type[Any], str] = MappingProxyType({}),
) -> Documents:
    """Return the kinds of documents of a game, and its codec.

    `game` is the name of its package, such as `combat`. `add_types` adds the types of the game to a codec that supports
    characters. `kinds` has the type of each kind of document by name: a class, a union of classes, or any `Kind`.
    `tags` are those of classes whose name is not their tag, as for `Codec`.
    """

    @cache
    def codec() -> Codec:
        made = character_codec(tags)
        add_types(made)
        return made

    return Documents(
        game=f"cairn-rpg-{game}",
        format=FORMAT_NUMBER,
        kinds={name: kind if isinstance(kind, Kind) else Kind(kind, is_of(kind)) for name, kind in kinds.items()},
        codec=codec,
        looking_up=looking_up,
        most_parts=MOST_PARTS,
    )


def observation_check(kind: type[AttrsT], check_sound: Callable[[AttrsT], None]) -> Callable[[Any], None]:
    """Return the check of observations that are states without their chance: it adds a chance and checks the state.

    `check_sound` raises an error for a state that cannot occur.
    """
    return lambda seen: check_sound(converted(seen, kind, chance=Chance(0)))


def start_by_key(documents: Documents, new_game: Callable[..., StateT]) -> RecordStart[StateT]:
    """Return the start of the records of a game: the key of the default game, or any other state as a document.

    `new_game` returns the first state of a seed, which has a field `chance`.
    """

    def default(chance: Chance) -> StateT:
        return replaced(new_game(seed=0), chance=chance)

    def tags(state: StateT) -> dict[str, str]:
        chance = state.chance
        if chance == Chance(chance.key) and state == default(chance):
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
