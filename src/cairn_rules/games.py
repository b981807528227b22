"""The rule systems of this library, by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, Final, cast, final

from typing_extensions import override

from cairn_rules.errors import CairnRulesError, cut
from cairn_rules.game import Game

_NAMES: Final = ("cairn", "korrigans")
"""What the games are called, which is also what their packages are called."""


@final
class _Games(Mapping[str, Game[Any, Any, Any]]):
    """The games of this library; each is loaded when it is first asked for."""

    @override
    def __getitem__(self, name: str) -> Game[Any, Any, Any]:
        if name not in _NAMES:
            raise KeyError(name)
        return cast("Game[Any, Any, Any]", import_module(f"cairn_rules.{name}"))

    @override
    def __iter__(self) -> Iterator[str]:
        return iter(_NAMES)

    @override
    def __len__(self) -> int:
        return len(_NAMES)


GAMES: Final[Mapping[str, Game[Any, Any, Any]]] = _Games()
"""Each game by the name that it has in records and documents."""


def game_named(name: str) -> Game[Any, Any, Any]:
    """The rules of that name.

    Raises:
        CairnRulesError: when there are none; those that there are, are listed.

    Example:
        >>> game_named("cairn").__name__
        'cairn_rules.cairn'
    """
    if name not in GAMES:
        raise CairnRulesError(f"there is no game {cut(name, 100)!r}; there are {', '.join(GAMES)}")
    return GAMES[name]
