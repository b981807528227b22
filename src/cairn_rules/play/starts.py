"""Where a game at the terminal starts: what the arguments ask for, of any game; Cairn has a set-up of its own."""

from __future__ import annotations

from argparse import Namespace
from typing import Any, Final

import cairn_rules as cairn
from cairn_rules.errors import CairnRulesError, UnknownIdError
from cairn_rules.game import Game, bookkeeping
from cairn_rules.games import LIGHT

CAIRN_ALONE: Final = ("position", "light", "faces", "circles", "first", "variant", "plugins")
"""The options that say something to Cairn alone."""


def given(options: Namespace, names: tuple[str, ...]) -> list[str]:
    """Which of some options were given."""
    return [name for name in names if getattr(options, name) not in (None, False)]


def start_of(game: Game[Any, Any, Any], options: Namespace) -> Any | None:
    """The state that the arguments ask for; None when they leave the start to the game and its seed.

    Raises:
        CairnRulesError: when they do not go together, or one of them is none.
    """
    chosen = given(options, CAIRN_ALONE)
    if not chosen:
        return None
    if bookkeeping(game) is not cairn.BOOKKEEPING:
        raise CairnRulesError(f"--{chosen[0]} is no option of {bookkeeping(game).name}")
    registry = cairn.BASE_SET.with_plugins() if options.plugins else cairn.BASE_SET
    if options.position is not None:
        others = given(options, ("seed", "light", "faces", "circles", "first"))
        if others:
            raise CairnRulesError(f"--{others[0]} does not go with a position, which says it already")
        state = cairn.parse_position(options.position, registry)
    else:
        state = _set_up(options, registry)
    return state if options.variant is None else _varied(state, options.variant, registry)


def _set_up(options: Namespace, registry: cairn.Registry[cairn.Megalith]) -> cairn.State:
    chosen: dict[str, Any] = dict(LIGHT["cairn"]) if options.light else {"megaliths": registry}
    if options.circles is not None:
        chosen["circles"] = tuple(options.circles.split(","))
    first = None if options.first is None else _tribe(options.first)
    return cairn.new_game(seed=options.seed, faces=options.faces, first=first, **chosen)


def _tribe(name: str) -> cairn.Tribe:
    names = {tribe.name.lower(): tribe for tribe in cairn.Tribe}
    if name not in names:
        raise UnknownIdError(name, tuple(names))
    return names[name]


def _varied(state: cairn.State, options: str, registry: cairn.Registry[cairn.Megalith]) -> cairn.State:
    """The same start under other options, written as in records."""
    tags = cairn.BOOKKEEPING.start_tags(state)
    return cairn.BOOKKEEPING.start_state({**tags, "Variant": options}, registry)
