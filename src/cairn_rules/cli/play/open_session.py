"""A session as the arguments of the command ask for it: a new game, or one that goes on."""

from __future__ import annotations

from argparse import Namespace
from datetime import datetime
from pathlib import Path
from shutil import get_terminal_size
from typing import Any, Final, final

from attrs import evolve, frozen

from cairn_rules.cli.play.save_file import Kept, check_new, found_in, new_name
from cairn_rules.cli.play.session import Session
from cairn_rules.cli.play.table import Table, named, placed
from cairn_rules.cli.setup_options import given, options_of_games, seats_of_games, start_of
from cairn_rules.cli.speech import words_for
from cairn_rules.errors import CairnRulesError, DefinitionError
from cairn_rules.game import Game
from cairn_rules.games import load
from cairn_rules.history import Match
from cairn_rules.manifest import manifest_of, players_of
from cairn_rules.players import players_for

CAIRN: Final = "cairn"
"""The game that is played when none is named."""
ROOMY: Final = 30
"""On a terminal with fewer lines boards are drawn with as few as they can."""


@final
@frozen
class Arranged:
    """A session, and the file of its game."""

    session: Session
    kept: Kept


def arranged(options: Namespace, *, at_terminal: bool) -> Arranged:
    """A session as the arguments ask for it.

    Args:
        options: The arguments.
        at_terminal: Whether somebody types: then the game is kept, wherever it comes from.

    Raises:
        CairnRulesError: when they ask for what cannot be.
    """
    if options.save is not None and options.save != options.resume:
        check_new(options.save)
    compact = at_terminal and get_terminal_size().lines < ROOMY
    if options.resume is None:
        return _new(options, at_terminal=at_terminal, compact=compact)
    return _gone_on(options, compact=compact)


def _new(options: Namespace, *, at_terminal: bool, compact: bool) -> Arranged:
    game = load(options.game or CAIRN)
    start = start_of(game, options, options.seed)
    seats = manifest_of(game).seats.names[: players_of(game, start)]
    table = _seated(Table(), options, game, seats)
    match = Match(
        game,
        start,
        seed=options.seed if start is None else None,
        draw_at_repetition=table.draw_at_repetition,
        draw_after_turns=table.draw_after_turns,
    )
    words = words_for(game, unicode=options.unicode, compact=compact)
    session = Session(match, table, words, seed=options.seed)
    return Arranged(session, Kept(options.save or (_new_file(game) if at_terminal else "")))


def _gone_on(options: Namespace, *, compact: bool) -> Arranged:
    beside = given(options, ("game", "seed", *(name for name in options_of_games() if name != "plugins")))
    if beside:
        raise CairnRulesError(f"--{next(iter(beside))} does not go with --resume: the record says it already")
    found = found_in(options.resume, plugins=options.plugins)
    record = found.record
    seats = manifest_of(record.game).seats.names_in(record.start)
    table = _seated(Table.told_by(record.tags, seats), options, record.game, seats)
    match = record.match(draw_at_repetition=table.draw_at_repetition, draw_after_turns=table.draw_after_turns)
    words = words_for(record.game, unicode=options.unicode, compact=compact)
    file = options.save or (options.resume if found.is_text else _new_file(record.game))
    return Arranged(Session(match, table, words, record=record), Kept(file))


def _new_file(game: Any) -> str:
    return new_name(manifest_of(game).name, datetime.now().astimezone(), Path())


def _seated(table: Table, options: Namespace, game: Game[Any, Any, Any], seats: tuple[str, ...]) -> Table:
    """A table with what the arguments say of it."""
    pairs = [pair.partition("=")[::2] for pair in options.player or ()]
    pairs += given(options, seats_of_games()).items()
    players = players_for(game)
    names = {**table.names, **named(pairs, seats, tuple(players))}
    names = placed(names, len(seats) or max(2, *(seat + 1 for seat in names), 0))
    numbers = {
        name: getattr(options, name)
        for name in ("simulations", "seconds", "draw_at_repetition", "draw_after_turns")
        if getattr(options, name) is not None
    }
    clock = table.clock if options.clock is None else (60.0 * options.clock,) * len(names)
    if clock and len(clock) != len(names):
        raise DefinitionError(f"tag Clock: {len(clock)} times for {len(names)} players")
    whole = evolve(table, names=names, clock=clock, players=tuple(players), **numbers)
    whole.check()
    return whole
