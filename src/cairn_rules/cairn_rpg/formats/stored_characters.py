"""The characters of stored values: characters, parties, and the games of the role-playing game."""

from __future__ import annotations

from typing import Any, Final, cast

from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.checks import is_of, tuple_of
from cairn_rules.errors import DefinitionError
from cairn_rules.history import Match, Record
from cairn_rules.json_documents import game_of_state
from cairn_rules.manifest import manifest_of

_RIGHT: Final = "give characters, or a fight, dungeon, journey or campaign of the role-playing game"


def characters_of(value: object) -> tuple[Character, ...]:
    """Return the characters of a stored value, as they are now.

    Args:
        value: A character, a party, or a fight, a dungeon, a journey, a campaign or a game of making characters: a
            state, a `Match` or a `Record`. Those of a fight are the party, with its wounds. The dead are included.

    Raises:
        DefinitionError: if such a value has no characters.

    Example:
        >>> from cairn_rules import Match
        >>> from cairn_rules.cairn_rpg import dungeon
        >>> from cairn_rules.cairn_rpg.formats import characters_of
        >>> [each.name for each in characters_of(Match(dungeon, dungeon.new_game(seed=7)))]
        ['Hestia', 'Basil']
    """
    if isinstance(value, Character):
        return (value,)
    if value != () and tuple_of(is_of(Character))(value):
        return cast("tuple[Character, ...]", value)
    state = _now(value)
    game: Any = game_of_state(state)
    characters = getattr(game, "characters", None)
    if characters is None:
        name = type(state).__name__ if game is None else f"game of {manifest_of(game).name}"
        raise DefinitionError(f"this {name} has no characters; {_RIGHT}")
    found: tuple[Character, ...] = characters(state)
    if not found:
        raise DefinitionError("no character of this game is complete; finish it with 'cairn-rules play --resume'")
    return found


def _now(value: Any) -> Any:
    """Return the last state of a match or a record, and any other value as it is."""
    if isinstance(value, Record):
        return tuple(cast("Record[Any, Any]", value).replay())[-1]  # type: ignore[redundant-cast]
    return cast("Match[Any, Any]", value).state if isinstance(value, Match) else value  # type: ignore[redundant-cast]
