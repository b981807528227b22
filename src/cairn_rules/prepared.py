"""Prepared: a game whose every start has options of one's choice, for tools that give only a seed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast, final

from attrs import frozen

from cairn_rules.game import Game, received, sendable

__all__ = ["prepared"]

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
ObservationT = TypeVar("ObservationT")


def prepared(game: Game[StateT, ActionT, ObservationT], **options: Any) -> Game[StateT, ActionT, ObservationT]:
    """The same rules, whose `new_game` is always given some options beside the seed.

    It can be sent to other processes when the game and the options can.

    Example:
        >>> import cairn_rules as cairn
        >>> light = prepared(cairn, megaliths=cairn.LIGHT_SET, circles=("chaos", "dawn"))
        >>> {str(space): megalith.id for space, megalith in light.new_game(seed=7).megaliths.items()}
        {'b3': 'chaos', 'd3': 'dawn'}
    """
    return cast("Game[StateT, ActionT, ObservationT]", Prepared(game, options))


@final
@frozen
class Prepared:
    """A game with options; whatever else it is asked for is the game's own."""

    game: Game[Any, Any, Any]
    options: Mapping[str, Any]
    """What `new_game` is given beside the seed, by name."""

    def new_game(self, *, seed: int | None = None) -> Any:
        """The first state of a game with these options."""
        return cast("Any", self.game).new_game(seed=seed, **self.options)

    @property
    def __name__(self) -> str:
        """What the game is called: the name of its module or class."""
        return str(getattr(self.game, "__name__", type(self.game).__name__))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (sendable(self.game), dict(self.options))


def _again(sent: object, options: Mapping[str, Any]) -> Prepared:
    """What was pickled."""
    return Prepared(received(sent), options)
