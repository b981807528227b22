"""JSON documents of a game of this package: its codec, the kinds of documents, and the check of an observation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar

from attrs import AttrsInstance

from cairn_rules.cairn_rpg.characters.character import converted
from cairn_rules.cairn_rpg.content.pack_documents import looking_up
from cairn_rules.cairn_rpg.play.character_codec import MOST_PARTS, character_codec
from cairn_rules.chance import Chance
from cairn_rules.checks import is_of
from cairn_rules.codec.codec import Codec
from cairn_rules.codec.envelope import Documents, Kind
from cairn_rules.game import FORMAT_NUMBER

StateT = TypeVar("StateT", bound=AttrsInstance)


def game_documents(
    game: str,
    add_types: Callable[[Codec], None],
    kinds: Mapping[str, Any],
    *,
    tags: Mapping[type[Any], str] = MappingProxyType({}),
) -> Documents:
    """Return the kinds of documents of a game, and its codec.

    Args:
        game: The name of its package, such as `combat`.
        add_types: A function that adds the types of the game to a codec that supports characters.
        kinds: The type of each kind of document by name: a class, a union of classes, or any `Kind`.
        tags: The tags of classes whose name is not their tag, as for `Codec`.
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


def observation_check(kind: type[StateT], check_sound: Callable[[StateT], None]) -> Callable[[Any], None]:
    """Return the check of an observation that is a state without its chance: that of the state with any chance.

    Args:
        kind: The class of the state.
        check_sound: A function that raises an error for a state that cannot occur.
    """
    return lambda seen: check_sound(converted(seen, kind, chance=Chance(0)))
