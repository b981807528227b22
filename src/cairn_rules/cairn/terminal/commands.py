"""Cairn's own commands: `megaliths`, `check-megalith` and `balance`."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from typing import Any, Final, cast

from cairn_rules.cairn.box import BASE_SET
from cairn_rules.cairn.megalith_data import Megalith
from cairn_rules.cli.command import FAULTY, Command, Lines
from cairn_rules.cli.imports import held_at
from cairn_rules.cli.options import add_budget, add_jobs, integer, positive
from cairn_rules.errors import CairnRulesError, cut
from cairn_rules.game import Game
from cairn_rules.players import players_for


def _add_megaliths(parser: ArgumentParser, _: Game[Any, Any, Any]) -> None:
    parser.add_argument(
        "--plugins", action="store_true", help="List those of installed plug-ins, too (default: those of the box)."
    )


def megaliths(options: Namespace) -> Lines:
    """List the megaliths of the box, and those of installed plug-ins."""
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
    parser.add_argument("name", metavar="MODULE:NAME", help="Place of a megalith, or of several.")
    parser.add_argument(
        "--symmetric",
        action="store_true",
        help="Check that the power treats all sides of the board alike (default: it may not).",
    )


def check_megalith(options: Namespace) -> Lines:
    """Run the conformance suite for the megaliths of a module; its steps go to the standard error."""
    try:
        from cairn_rules import testing  # noqa: PLC0415 - an extra of the library
    except ImportError as error:
        raise CairnRulesError(str(error)) from None
    code = 0
    for megalith in _megaliths_at(options.name):
        try:
            testing.check_megalith(megalith, symmetric=options.symmetric, progress=_tell_progress)
        except testing.MegalithFault as fault:
            yield str(fault)
            code = FAULTY
        else:
            yield f"{megalith.name} ({megalith.id!r}): nothing found"
    return code


def _add_balance(parser: ArgumentParser, game: Game[Any, Any, Any]) -> None:
    parser.add_argument("names", metavar="MODULE:STONE", nargs="+", help="Place of a megalith, or of several.")
    parser.add_argument(
        "--games", type=positive, default=1000, metavar="N", help="Number of pairs of games for each (default: 1000)."
    )
    parser.add_argument("--seed", type=integer, default=1, metavar="N", help="Seed of the games (default: 1).")
    players = ", ".join(players_for(game))
    parser.add_argument(
        "--player", default="greedy", metavar="P", help=f"Player: {players}, or MODULE:PLAYER (default: greedy)."
    )
    add_budget(parser, "a player")
    add_jobs(parser)
    parser.add_argument("--html", metavar="FILE", help="Write a web page with charts, too (default: no page).")
    parser.add_argument("--markdown", metavar="FILE", help="Write the report as Markdown, too (default: no file).")


def balance(options: Namespace) -> Lines:
    """Measure what megaliths do to the game, in games with and without them."""
    from cairn_rules.cairn.balance import command  # noqa: PLC0415 - slow to import, and its charts are an extra

    stones = [stone for name in options.names for stone in _megaliths_at(name)]
    yield from command.run(stones, options, _tell_progress)
    return 0


def _tell_progress(line: str) -> None:
    sys.stderr.write(f"  {line}\n")


def _megaliths_at(place: str) -> tuple[Megalith, ...]:
    """Return the megaliths of a module under a name: one, or several."""
    held = held_at(place)
    try:
        found = tuple(cast("Iterable[object]", held)) if hasattr(held, "__iter__") else (held,)
    except Exception as error:
        raise CairnRulesError(f"cannot go through {place!r}: {cut(repr(error), 500)}") from error
    megaliths = tuple(each for each in found if isinstance(each, Megalith))
    if not megaliths or len(megaliths) < len(found):
        raise CairnRulesError(f"{place!r} should be a Megalith or several, not {cut(repr(held), 200)}")
    return megaliths


COMMANDS: Final = (
    Command(
        name="megaliths",
        help="List the megaliths of the box, and those of plug-ins.",
        example="cairn-rules megaliths --plugins",
        add_arguments=_add_megaliths,
        run=megaliths,
    ),
    Command(
        name="check-megalith",
        help="Check a megalith of your own for faults.",
        example="cairn-rules check-megalith my_stones:thunder",
        add_arguments=_add_check_megalith,
        run=check_megalith,
    ),
    Command(
        name="balance",
        help="Measure what megaliths do to the game, in many games.",
        example="cairn-rules balance my_stones:thunder --games 100 --jobs 2",
        add_arguments=_add_balance,
        run=balance,
    ),
)
"""The commands, for the manifest."""
