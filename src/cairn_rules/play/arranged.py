"""A session as the arguments of the command ask for it: a new game, or one that goes on."""

from __future__ import annotations

from argparse import Namespace
from datetime import datetime
from pathlib import Path
from typing import Any, final

from attrs import evolve, frozen

from cairn_rules.errors import CairnRulesError, DefinitionError
from cairn_rules.game import bookkeeping, players_of
from cairn_rules.history import Match
from cairn_rules.play.keeping import Kept, check_new, found_in, new_name
from cairn_rules.play.session import Session
from cairn_rules.play.speech import words_for
from cairn_rules.play.starts import CAIRN_ALONE, game_named, given, start_of
from cairn_rules.play.table import Table, named, placed

CAIRN = "cairn"
"""The game that is played when none is named."""


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
    return _new(options, at_terminal) if options.resume is None else _gone_on(options)


def _new(options: Namespace, at_terminal: bool) -> Arranged:  # noqa: FBT001 - one of two private ways
    game = game_named(options.game or CAIRN)
    start = start_of(game, options)
    seats = bookkeeping(game).seats[: players_of(game, start)]
    table = _seated(Table(), options, seats)
    match = Match(
        game,
        start,
        seed=options.seed if start is None else None,
        draw_at_repetition=table.draw_at_repetition,
        draw_after_turns=table.draw_after_turns,
    )
    session = Session(match, table, words_for(game, unicode=options.unicode), seed=options.seed)
    return Arranged(session, Kept(options.save or (_new_file(game) if at_terminal else "")))


def _gone_on(options: Namespace) -> Arranged:
    beside = given(options, ("game", "seed", *(name for name in CAIRN_ALONE if name != "plugins")))
    if beside:
        raise CairnRulesError(f"--{beside[0]} does not go with --resume: the record says it already")
    found = found_in(options.resume, plugins=options.plugins)
    record = found.record
    seats = bookkeeping(record.game).seats_in(record.start)
    table = _seated(Table.told_by(record.tags, seats), options, seats)
    match = record.match(draw_at_repetition=table.draw_at_repetition, draw_after_turns=table.draw_after_turns)
    words = words_for(record.game, unicode=options.unicode)
    file = options.save or (options.resume if found.is_text else _new_file(record.game))
    return Arranged(Session(match, table, words, record=record), Kept(file))


def _new_file(game: Any) -> str:
    return new_name(bookkeeping(game).name, datetime.now().astimezone(), Path())


def _seated(table: Table, options: Namespace, seats: tuple[str, ...]) -> Table:
    """A table with what the arguments say of it."""
    pairs = [pair.partition("=")[::2] for pair in options.player or ()]
    pairs += [(seat, getattr(options, seat)) for seat in seats if getattr(options, seat, None) is not None]
    names = {**table.names, **named(pairs, seats)}
    names = placed(names, len(seats) or max(2, *(seat + 1 for seat in names), 0))
    numbers = {
        name: getattr(options, name)
        for name in ("simulations", "seconds", "draw_at_repetition", "draw_after_turns")
        if getattr(options, name) is not None
    }
    clock = table.clock if options.clock is None else (60.0 * options.clock,) * len(names)
    if clock and len(clock) != len(names):
        raise DefinitionError(f"tag Clock: {len(clock)} times for {len(names)} players")
    whole = evolve(table, names=names, clock=clock, **numbers)
    whole.check()
    return whole
