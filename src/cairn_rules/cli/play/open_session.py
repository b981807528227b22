"""A session as the arguments of `play` ask for it: a new game, or one that is resumed."""

from __future__ import annotations

from argparse import Namespace
from datetime import datetime
from pathlib import Path
from random import Random
from shutil import get_terminal_size
from typing import Any, Final, cast, final

from cairn_rules.cli.imports import player_at
from cairn_rules.cli.options import PLAYERS, given, option_names, registry_of, start_of
from cairn_rules.cli.play.save_file import Found, Kept, check_new, found_in, new_name
from cairn_rules.cli.play.session import Session
from cairn_rules.cli.play.table import OPPONENT, Table, named, placed
from cairn_rules.errors import CairnRulesError, DefinitionError, cut
from cairn_rules.frozen_classes import evolve, frozen
from cairn_rules.game import Game
from cairn_rules.games import DEFAULT
from cairn_rules.history import Match
from cairn_rules.history.undo import FREE
from cairn_rules.manifest import manifest_of, players_of
from cairn_rules.players.by_name import players_for

LONGEST_TRIAL: Final = 1000
"""Number of decisions of a random game after which no further player is expected to appear."""


@final
@frozen
class Arranged:
    """A session, and the file of its game."""

    session: Session
    kept: Kept


def arranged(options: Namespace, *, at_terminal: bool) -> Arranged:
    """Return a session as the arguments ask for it.

    If a person types at a terminal, the game is always saved. Raise a `CairnRulesError` if the arguments exclude each
    other, or one of them is wrong.
    """
    if options.save is not None and options.save != options.resume:
        check_new(options.save)
    lines = get_terminal_size().lines if at_terminal else None
    if options.resume is None:
        return _new(options, at_terminal=at_terminal, lines=lines)
    return _resumed(options, lines=lines)


def _new(options: Namespace, *, at_terminal: bool, lines: int | None) -> Arranged:
    game: Game[Any, Any, Any] = options.game
    start = start_of(options, options.seed)
    count = players_of(game, start) or getattr(options, PLAYERS, None) or 0
    table = _seated(Table(), options, game, count)
    match = Match(
        game,
        start,
        seed=options.seed if start is None else None,
        draw_at_repetition=table.draw_at_repetition,
        draw_after_turns=table.draw_after_turns,
    )
    session = Session(match, table, unicode=options.unicode, plain=options.plain, seed=options.seed, lines=lines)
    return Arranged(session, kept_for(options, game, at_terminal=at_terminal))


def resumed(options: Namespace) -> Found:
    """Return the saved game that the arguments resume.

    Raises:
        CairnRulesError: if it cannot be read, or an option cannot be combined with it.
    """
    beside = given(options, ("seed", *option_names(options.game, reading=False)))
    if beside:
        raise CairnRulesError(f"--{next(iter(beside))} cannot be combined with --resume: the record determines it")
    found = found_in(options.resume, registry_of(options))
    asked, own = manifest_of(options.game).name, manifest_of(found.record.game).name
    if options.game_name is not None and asked != own:
        raise CairnRulesError(f"--game: {options.resume!r} is a game of {own}, not of {asked}")
    return found


def _resumed(options: Namespace, *, lines: int | None) -> Arranged:
    found = resumed(options)
    record = found.record
    seats = manifest_of(record.game).seats.names_in(record.start)
    table = _seated(Table.told_by(record.tags, seats), options, record.game, players_of(record.game, record.start))
    match = record.match(draw_at_repetition=table.draw_at_repetition, draw_after_turns=table.draw_after_turns)
    session = Session(match, table, unicode=options.unicode, plain=options.plain, record=record, lines=lines)
    return Arranged(session, kept_for(options, record.game, found=found))


def kept_for(
    options: Namespace,
    game: Game[Any, Any, Any],
    *,
    found: Found | None = None,
    at_terminal: bool = False,
    command: tuple[str, ...] = (),
) -> Kept:
    """Return the file of a game.

    A saved game that is resumed, `found`, stays in its file if that is a text record. If a person types at a terminal,
    a new game is always saved. `command` resumes the game, without the options that it needs (default: `play`).
    """
    own = options.resume if found is not None and found.is_text else ""
    file = options.save or own
    if not file and (found is not None or at_terminal):
        file = new_name(manifest_of(game).name, datetime.now().astimezone(), Path())
    name = options.game_name or manifest_of(game).name
    needed = [*command] or ["play", *([] if name == DEFAULT else ["--game", name])]
    for option, value in given(options, option_names(options.game, reading=True)).items():
        if value is True:
            needed.append(f"--{option}")
        else:
            for each in cast("list[str]", value if isinstance(value, list) else [value]):
                needed += [f"--{option}", each]
    return Kept(file, tuple(needed))


def _seated(table: Table, options: Namespace, game: Game[Any, Any, Any], count: int) -> Table:
    """Return a table with what the arguments say about it.

    `count` is the number of players; 0 for as many as a random game shows, or as seats are named.
    """
    numbers = tuple(map(str, range(count)))
    every = manifest_of(game).seats.names
    seats = every[: count or None] or numbers
    wishes = [(f"--{seat}", seat, name) for seat, name in given(options, manifest_of(options.game).seats.names).items()]
    for pair in options.player or ():
        seat, between, name = pair.partition("=")
        if not between:
            example = f"{(*seats, '0')[0]}={OPPONENT}"
            raise CairnRulesError(f"--player: {cut(pair, 100)!r} should be SEAT=WHO, such as {example}")
        wishes.append(("--player", seat, name))
    for option, seat, _ in wishes:
        if seat in every and seat not in seats:
            raise CairnRulesError(f"{option}: {seat} plays in games for {every.index(seat) + 1} or more; use --players")
    own = tuple(name for _, _, name in wishes if ":" in name)
    for name in own:
        player_at(name, game)  # what cannot be loaded is told before the game
    players = (*players_for(game), *own)
    chosen: dict[int, str] = {}
    for option, seat, name in wishes:
        chosen |= _named(option, seat, name, seats, players)
    names = {**table.names, **chosen}
    names = placed(names, count or max(_shown(game), *(seat + 1 for seat in names), 0))
    numbers_given = {
        name: getattr(options, name)
        for name in ("simulations", "seconds", "draw_at_repetition", "draw_after_turns")
        if getattr(options, name) is not None
    }
    clock = table.clock if options.clock is None else (60.0 * options.clock,) * len(names)
    if clock and len(clock) != len(names):
        raise DefinitionError(f"tag Clock: {len(clock)} times for {len(names)} players")
    free = FREE * options.free_undo
    undo = "; ".join(filter(None, (free, table.undo.removeprefix(free).removeprefix("; "))))
    whole = evolve(table, names=names, clock=clock, players=players, undo=undo, **numbers_given)
    _ = whole.budget  # refuses a number that is not above 0
    return whole


def _named(option: str, seat: str, name: str, seats: tuple[str, ...], players: tuple[str, ...]) -> dict[int, str]:
    """Return the player of a seat by its number.

    Raises:
        CairnRulesError: if there is no such seat or player; it names the option.
    """
    try:
        return named(seat, name, seats, players)
    except CairnRulesError as error:
        raise CairnRulesError(f"{option}: {error}") from error


def _shown(game: Game[Any, Any, Any]) -> int:
    """Return the number of players that a random game shows; two if it shows none."""
    rng = Random(0)
    state = game.new_game(seed=0)
    most = 0
    for _ in range(LONGEST_TRIAL):
        player = game.current_player(state)
        if player is None:
            break
        most = max(most, player + 1)
        state = game.apply(state, rng.choice(game.legal_actions(state)))
    return most or 2
