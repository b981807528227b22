"""Where a game of the command line starts: what the arguments ask for, of any game."""

from __future__ import annotations

import argparse
from argparse import Namespace
from collections.abc import Mapping
from typing import Any, Final

from cairn_rules.errors import CairnRulesError
from cairn_rules.game import Game, with_options
from cairn_rules.games import LIBRARY, load, names
from cairn_rules.lazy import resolve
from cairn_rules.manifest import Option, SetupOptions, manifest_of

PLAYERS: Final = "players"
"""The option of games for different numbers of players."""
_NOTHING: Final[SetupOptions[Any]] = SetupOptions(options=(), arguments=lambda _: {})


def starting_of(game: Game[Any, Any, Any]) -> SetupOptions[Any]:
    """What can be chosen for the start of a game."""
    setup = manifest_of(game).setup
    return _NOTHING if setup is None else resolve(setup)


def options_of_games() -> Mapping[str, Mapping[str, Option]]:
    """All options that there are, by their names, each by the names of the games that have it."""
    found: dict[str, dict[str, Option]] = {}
    for name in LIBRARY:
        for option in starting_of(load(name)).options:
            found.setdefault(option.name, {})[name] = option
    return found


def seats_of_games() -> tuple[str, ...]:
    """The names of all seats that there are in some game."""
    return tuple(dict.fromkeys(seat for game in LIBRARY for seat in manifest_of(load(game)).seats.names))


def add_start(parser: argparse._ActionsContainer, *, without: tuple[str, ...] = ()) -> None:
    """Let a command take the game, the seed, and what can be chosen for the start of some game.

    Args:
        parser: The command, or a group of its arguments.
        without: The options that it does not take.
    """
    parser.add_argument("--game", metavar="NAME", help=f"one of {', '.join(names())}; the first one without")
    parser.add_argument("--seed", type=int, metavar="N", help="the same game every time")
    for name, games in options_of_games().items():
        option, *_ = games.values()
        told = "; ".join(f"{game}: {each.help}" for game, each in games.items())
        if name not in without and option.value:
            parser.add_argument(f"--{name}", metavar=option.value, help=told)
        elif name not in without:
            parser.add_argument(f"--{name}", action="store_true", help=told)


def given(options: Namespace, names: tuple[str, ...]) -> dict[str, Any]:
    """Those of some options that were given, by name."""
    values = {name: getattr(options, name, None) for name in names}
    return {name: value for name, value in values.items() if value not in (None, False)}


def chosen_for(game: Game[Any, Any, Any], options: Namespace, *, without: tuple[str, ...] = ()) -> dict[str, Any]:
    """What was chosen for the start of a game.

    Raises:
        CairnRulesError: when the game has no such option; it tells which ones it has.
    """
    known = [option.name for option in starting_of(game).options]
    chosen = given(options, tuple(name for name in options_of_games() if name not in without))
    for name in chosen:
        if name not in known:
            here = [f"--{each}" for each in known if each not in without and hasattr(options, each)]
            has = f"; it has {', '.join(here)}" if here else ""
            raise CairnRulesError(f"--{name} is no option of {manifest_of(game).name}{has}")
    return chosen


def start_of(game: Game[Any, Any, Any], options: Namespace, seed: int | None) -> Any | None:
    """The state that the arguments ask for; None when they leave the start to the game and its seed.

    Args:
        game: The rules.
        options: The arguments.
        seed: The seed for a new game, whether it was asked for or not.

    Raises:
        CairnRulesError: when they do not go together, or one of them is none.
    """
    chosen = chosen_for(game, options)
    if not chosen:
        return None
    starting = starting_of(game)
    state = starting.position(chosen)
    if state is None:
        return with_options(game, **starting.arguments(chosen)).new_game(seed=seed)
    if options.seed is not None:
        raise CairnRulesError("--seed does not go with a position, which says it already")
    return state


def game_chosen(game: Game[Any, Any, Any], options: Namespace, *, players: int) -> Game[Any, Any, Any]:
    """The game whose starts are as the arguments ask for.

    Args:
        game: The rules.
        options: The arguments.
        players: How many play; what `--players` says elsewhere.

    Raises:
        CairnRulesError: when they do not go together, or one of them is none.
    """
    starting = starting_of(game)
    chosen = chosen_for(game, options, without=(PLAYERS,))
    if any(option.name == PLAYERS for option in starting.options):
        chosen[PLAYERS] = str(players)
    return with_options(game, **starting.arguments(chosen)) if chosen else game
