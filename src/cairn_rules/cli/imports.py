"""Objects of the user's modules, named MODULE:NAME on the command line, and players, which have names as well."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, Namespace
from importlib import import_module
from operator import attrgetter
from typing import Any, cast

from cairn_rules.cli.options import add_batch, add_budget
from cairn_rules.errors import CairnRulesError, cut, raised
from cairn_rules.game import Game
from cairn_rules.players.by_name import player_named, players_for
from cairn_rules.players.player import Budget, MakesPlayer


def held_at(place: str) -> object:
    """Return the object at a place such as `my_module:my_stone`; the module may be in the current folder.

    Raises:
        CairnRulesError: if there is no such object, or the module cannot be imported.
    """
    module, _, name = place.partition(":")
    sys.path.insert(0, "")  # code under development is seldom installed
    try:
        return cast("object", attrgetter(name)(import_module(module)))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit included
        raise CairnRulesError(f"cannot load {place!r}, which should be module:name: {raised(error)}") from error
    finally:
        sys.path.remove("")


def player_at(place: str, game: Game[Any, Any, Any]) -> tuple[str, MakesPlayer]:
    """Return the name of a player in results, and the class that makes it.

    `place` is a name of `PLAYERS`, or the place of a class such as `my_bot:Careful`. Raise a `CairnRulesError` if there
    is no such player, or the player does not play the game.

    Example:
        >>> from cairn_rules import cairn
        >>> player_at("greedy", cairn)[0], player_at("cairn_rules.players:GreedyPlayer", cairn)[0]
        ('greedy', 'greedy-player')
    """
    if ":" not in place:
        return place, player_named(place, game)
    maker = held_at(place)
    if not callable(maker):
        raise CairnRulesError(f"{place!r} should be a class that makes players, not {cut(repr(maker), 200)}")
    words = re.findall("[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+", place.rpartition(":")[2].rpartition(".")[2])
    return "-".join(words).lower() or "player", cast("MakesPlayer", maker)


def add_analyst(parser: ArgumentParser, game: Game[Any, Any, Any], seconds: float) -> None:
    """Add the player that analyses and its budget, which `analyst_of` returns. `seconds` is the default budget."""
    players = ", ".join(players_for(game))
    parser.add_argument(
        "--player",
        metavar="P",
        help=f"Player that analyses: {players}, or MODULE:PLAYER (default: the strongest that can).",
    )
    add_budget(
        parser,
        "the player",
        often="no limit; with one, a seed gives the same result on every machine",
        long=f"{seconds:g}, or no limit with --simulations; the result depends on the machine",
    )
    add_batch(parser, "Use the player's compiled search", "on with seconds, if this machine has compiled it")


def analyst_of(options: Namespace, game: Game[Any, Any, Any], seconds: float) -> dict[str, Any]:
    """Return the arguments of `analyse` and `review` that say who analyses, and how long."""
    return {
        "player": None if options.player is None else player_at(options.player, game)[1],
        "budget": Budget.of(options.simulations, options.seconds) or Budget(seconds=seconds),
        "batch": options.batch or None,
    }
