"""Options that several commands share: the game, its set-up, stored games, players' budgets, numbers."""

from __future__ import annotations

import argparse
from argparse import Namespace
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from cairn_rules.errors import CairnRulesError, cut
from cairn_rules.game import Game, with_options
from cairn_rules.games import DEFAULT, names
from cairn_rules.manifest import Option, manifest_of, setup_of
from cairn_rules.registry import Registry

PLAYERS: Final = "players"
"""The option of games for different numbers of players: how many play."""
LINEUP: Final = "lineup"
"""The option for the players of all seats, which gives their number as well."""
POSITION: Final = "position"
"""The option of games that have a text for a position."""


def option_names(game: Game[Any, Any, Any], *, reading: bool | None = None) -> tuple[str, ...]:
    """Return the names of a game's set-up options.

    `reading` limits them to those that matter (True) or do not matter (False) for stored games.
    """
    return tuple(option.name for option in setup_of(game).options if reading in (None, option.reading))


def add_game(parser: argparse._ActionsContainer, default: str = DEFAULT) -> None:
    """Add `--game`, which was read before all other arguments. `default` is a phrase for the game without it."""
    parser.add_argument(
        "--game", dest="game_name", metavar="NAME", help=f"Game: {', '.join(names())} (default: {default})."
    )


def add_start(parser: argparse._ActionsContainer, game: Game[Any, Any, Any], *, without: tuple[str, ...] = ()) -> None:
    """Add the game, the seed and the game's set-up options. `without` has the names of set-up options to leave out."""
    add_game(parser)
    parser.add_argument(
        "--seed", type=integer, metavar="N", help="Seed of the game (default: a different game each time)."
    )
    _add(parser, tuple(option for option in setup_of(game).options if option.name not in without))


def add_reading(parser: argparse._ActionsContainer, game: Game[Any, Any, Any]) -> None:
    """Add the game and those of its options that matter for stored games."""
    add_game(parser)
    _add(parser, tuple(option for option in setup_of(game).options if option.reading))


def _add(parser: argparse._ActionsContainer, options: tuple[Option, ...]) -> None:
    for option in options:
        if option.name == PLAYERS:
            parser.add_argument(f"--{option.name}", metavar=option.value, type=_number_of_players, help=option.help)
        elif option.several:
            parser.add_argument(f"--{option.name}", metavar=option.value, action="append", help=option.help)
        elif option.value:
            parser.add_argument(f"--{option.name}", metavar=option.value, help=option.help)
        else:
            parser.add_argument(f"--{option.name}", action="store_true", help=option.help)


def add_plain(parser: argparse._ActionsContainer) -> None:
    """Add the option for screen readers."""
    parser.add_argument(
        "--plain", action="store_true", help="Describe states in sentences for screen readers (default: draw them)."
    )


def add_budget(
    parser: argparse._ActionsContainer, who: str, *, often: str = "their own limit", long: str = "no limit"
) -> None:
    """Add what players may spend on a decision. `often` and `long` are phrases for the defaults."""
    parser.add_argument(
        "--simulations",
        type=positive,
        metavar="N",
        help=f"Limit how often {who} looks ahead per decision (default: {often}).",
    )
    parser.add_argument(
        "--seconds", type=amount, metavar="S", help=f"Limit how long {who} thinks per decision (default: {long})."
    )


def add_jobs(parser: argparse._ActionsContainer) -> None:
    """Add the number of processes, and the cluster to use in place of them."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--jobs", "-j", type=positive, default=1, metavar="N", help="Number of processes (default: 1).")
    where.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="Play on a Dask cluster, whose scheduler has an address such as tcp://192.168.0.5:8786 "
        "(default: on this machine).",
    )


def add_batch(parser: argparse._ActionsContainer, what: str, default: str = "off") -> None:
    """Add the choice of compiled rules or searches."""
    parser.add_argument("--batch", action="store_true", help=f"{what}; needs the extra 'batch' (default: {default}).")


def given(options: Namespace, wanted: tuple[str, ...]) -> dict[str, Any]:
    """Return the values of those options that were given, by name."""
    values = {name: getattr(options, name.replace("-", "_"), None) for name in wanted}
    return {name: value for name, value in values.items() if value not in (None, False)}


def start_of(options: Namespace, seed: int | None) -> Any | None:
    """Return the state that the arguments ask for; None for a plain new game.

    The seed is for a new game, whether the arguments name one or not. Raise a `CairnRulesError` if the arguments
    exclude each other, or one of them is wrong.
    """
    setup = setup_of(options.game)
    chosen = given(options, option_names(options.game))
    if not chosen:
        return None
    if options.seed is not None and POSITION in chosen:
        raise CairnRulesError("--seed cannot be combined with --position, which determines the game")
    try:
        state = setup.position(chosen)
        if state is None:
            state = with_options(options.game, **setup.arguments(chosen)).new_game(seed=seed)
    except CairnRulesError as error:
        raise _named(error, options.game, chosen) from error
    return state


def game_chosen(options: Namespace, *, players: int) -> Game[Any, Any, Any]:
    """Return the game whose new games are as the arguments ask for.

    `players` is their number in the line-up. Raise a `CairnRulesError` if the arguments exclude each other, or one of
    them is wrong.
    """
    setup = setup_of(options.game)
    known = option_names(options.game)
    chosen = given(options, tuple(name for name in known if name != PLAYERS))
    if PLAYERS in known:
        chosen[PLAYERS] = str(players)
    if not chosen:
        return options.game  # type: ignore[no-any-return]
    try:
        return with_options(options.game, **setup.arguments(chosen))
    except CairnRulesError as error:
        raise _named(error, options.game, chosen, calling={PLAYERS: LINEUP}) from error


def position_of(text: str, options: Namespace) -> Any:
    """Return the state of a position text.

    Raises:
        CairnRulesError: if it is not one, or the game has no position texts.
    """
    game = options.game
    name = manifest_of(game).name
    if POSITION not in option_names(game):
        raise CairnRulesError(f"{name} has no position texts: give a file")
    return setup_of(game).position({POSITION: text, **given(options, option_names(game, reading=True))})


def registry_of(options: Namespace) -> Registry[Any] | None:
    """Return the registry for ids in stored games; None for the games' own."""
    chosen = given(options, option_names(options.game, reading=True))
    return setup_of(options.game).registry(chosen) if chosen else None


def _named(
    error: CairnRulesError,
    game: Game[Any, Any, Any],
    chosen: Mapping[str, Any],
    calling: Mapping[str, str] = MappingProxyType({}),
) -> CairnRulesError:
    """Return an error that names the option that is wrong by itself, or else the error itself.

    `chosen` has the values of set-up options by name, `calling` the names of those that have another name in this
    command.
    """
    # Content comes first: other options name things in it.
    content = {option.name for option in setup_of(game).options if option.several or option.reading}
    known = {name: value for name, value in chosen.items() if name in content}
    for name, value in (known | dict(chosen)).items():
        alone = {name: value} if name in content else {**known, name: value}
        try:
            setup = setup_of(game)
            if setup.position(alone) is None:
                with_options(game, **setup.arguments(alone)).new_game(seed=0)
        except CairnRulesError as own:
            return CairnRulesError(f"--{calling.get(name, name)}: {own}")
    return error


def _number_of_players(text: str) -> str:
    if not text.isdecimal():
        right = "'play --player SEAT=WHO' and 'simulate --lineup A,B' choose who plays"
        raise argparse.ArgumentTypeError(f"{cut(text, 20)!r} is not a number of players; {right}")
    return text


def integer(text: str) -> int:
    """Return a whole number, also below 0."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a whole number") from None


def natural(text: str) -> int:
    """Return a whole number from 0."""
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a whole number from 0 to 999999999")
    return int(text)


def positive(text: str) -> int:
    """Return a whole number from 1."""
    if not text.isascii() or not text.isdigit() or len(text) > 9 or not int(text):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a whole number from 1 to 999999999")
    return int(text)


def amount(text: str) -> float:
    """Return a number above 0."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a number above 0, up to 1000000")
    return number
