"""Cairn's own commands: `megaliths`, `check-megalith` and `balance`."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final, cast

from cairn_rules.cairn.megaliths.megaliths import BASE_SET
from cairn_rules.cairn.state.megalith_data import Megalith
from cairn_rules.cli.commands import FAULTY, Lines, library_command
from cairn_rules.cli.imports import held_at
from cairn_rules.cli.messages import note, status_line
from cairn_rules.cli.options import add_batch, add_budget, add_jobs, integer, positive
from cairn_rules.errors import CairnRulesError, cut, hint, raised
from cairn_rules.game import Game
from cairn_rules.players.by_name import players_for


def _add_megaliths(parser: ArgumentParser, _: Game[Any, Any, Any]) -> None:
    parser.add_argument(
        "--plugins",
        action="store_true",
        help="Include the megaliths of installed plug-ins (default: only the base set).",
    )


def megaliths(options: Namespace) -> Lines:
    """List the base megaliths, and those of installed plug-ins."""
    plugins = BASE_SET.plugins() if options.plugins else ()
    origins = {megalith.id: str(plugin) for plugin in plugins for megalith in plugin.things}
    listed = (*BASE_SET, *(megalith for plugin in plugins for megalith in plugin.things))
    width = max(10, *(len(megalith.id) for megalith in listed))
    for megalith in listed:
        yield f"{megalith.id:<{width}} {megalith.stone.value:<6} {megalith.name}"
        yield f"{'':<{width + 7}} {megalith.text}"
        if megalith.id in origins:
            yield f"{'':<{width + 7}} (plugin {origins[megalith.id]})"
    problems = [f"The plugin {plugin} cannot be used: {plugin.problem}" for plugin in plugins if plugin.problem]
    yield from problems
    return FAULTY if problems else 0


def _add_check_megalith(parser: ArgumentParser, _: Game[Any, Any, Any]) -> None:
    parser.add_argument("name", metavar="STONE", help="MODULE:NAME of a megalith or a collection of them, or an id.")
    parser.add_argument(
        "--symmetric",
        action="store_true",
        help="Check that the power and the ward respect the symmetries of the board (default: not checked).",
    )
    parser.add_argument(
        "--max-seconds",
        type=positive,
        default=60,
        metavar="N",
        help="Stop the check of a megalith after N seconds (default: 60).",
    )
    parser.add_argument(
        "--verbose", action="store_true", help="List each check as it runs (default: only what is found)."
    )


def check_megalith(options: Namespace) -> Lines:
    """Run the conformance suite on the megaliths of a module, with progress on standard error."""
    with status_line("loading the checks"):
        from cairn_rules import testing  # noqa: PLC0415 - an extra of the library
    code = 0
    for megalith in _megaliths_at(options.name):
        with status_line() as show:
            progress = _list_check if options.verbose else partial(_show_check, show)
            try:
                verdict = testing.check_megalith(
                    megalith, symmetric=options.symmetric, max_seconds=options.max_seconds, progress=progress
                )
                found = str(verdict)
            except testing.MegalithFault as fault:
                found, code = str(fault), FAULTY
        yield found
    return code


def _add_balance(parser: ArgumentParser, game: Game[Any, Any, Any]) -> None:
    parser.add_argument(
        "names", metavar="STONE", nargs="+", help="MODULE:NAME of a megalith or a collection of them, or an id."
    )
    parser.add_argument(
        "--games",
        type=positive,
        default=1000,
        metavar="N",
        help="Number of pairs of games per megalith (default: 1000).",
    )
    parser.add_argument("--seed", type=integer, default=1, metavar="N", help="Seed of the games (default: 1).")
    players = ", ".join(players_for(game))
    parser.add_argument(
        "--player",
        default="greedy",
        metavar="P",
        help=f"Player of both tribes: {players}, or MODULE:PLAYER (default: greedy).",
    )
    add_budget(parser, "a player")
    add_jobs(parser)
    add_batch(parser, "Play many games at once: base megaliths only, --player greedy, sage or random")
    parser.add_argument(
        "--html", metavar="FILE", help="Also write the report as a web page with charts (default: no page)."
    )
    parser.add_argument("--markdown", metavar="FILE", help="Also write the report as Markdown (default: no file).")


def balance(options: Namespace) -> Lines:
    """Measure the effect of megaliths on the game, by comparing games with and without them."""
    from cairn_rules.cairn.balance import command  # noqa: PLC0415 - slow to import, and its charts are an extra

    stones = [stone for name in options.names for stone in _megaliths_at(name)]
    yield from command.run(stones, options)
    return 0


def _list_check(line: str) -> None:
    note(f"  {line}")


def _show_check(show: Callable[[str], None], line: str) -> None:
    show(f"checking {line}")


def _megaliths_at(place: str) -> tuple[Megalith, ...]:
    """Return the megaliths at a place such as `module:name`, which may hold one or a collection; or one by its id."""
    if ":" not in place:
        known = BASE_SET if place in BASE_SET else BASE_SET.with_plugins()
        if place not in known:
            raise CairnRulesError(f"{place!r} should be MODULE:NAME, or the id of a megalith; {hint(place, known.ids)}")
        return (known[place],)
    held = held_at(place)
    try:
        found = tuple(cast("Iterable[object]", held)) if hasattr(held, "__iter__") else (held,)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # including SystemExit
        raise CairnRulesError(f"cannot iterate over {place!r}: {raised(error)}") from error
    megaliths = tuple(each for each in found if isinstance(each, Megalith))
    if not megaliths or len(megaliths) < len(found):
        raise CairnRulesError(f"{place!r} should be a Megalith or a collection of them, not {cut(repr(held), 200)}")
    return megaliths


MEGALITHS: Final = library_command("megaliths", _add_megaliths, megaliths, example="--plugins")
CHECK_MEGALITH: Final = library_command(
    "check-megalith", _add_check_megalith, check_megalith, example="my_stones:thunder"
)
BALANCE: Final = library_command("balance", _add_balance, balance, example="my_stones:thunder --games 100 --jobs 2")
