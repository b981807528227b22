"""What the commands for stored games do: each gives the lines to print, and returns the exit code."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from os.path import exists
from typing import Any, Final

import cairn_rules as cairn
from cairn_rules import Game, Megalith, Record, Registry
from cairn_rules.cli.command import Lines
from cairn_rules.cli.files import STREAM, Stored, stored_in, written_to
from cairn_rules.cli.speech import words_for
from cairn_rules.documents import game_of_state
from cairn_rules.errors import CairnRulesError, DocumentError, Fault, NotationError, cut
from cairn_rules.history.captions import captions_of, turns_in
from cairn_rules.history.page import html_page, picture_of

FAULTY: Final = 1
"""The exit code of a check that found faults."""


def show(options: Namespace) -> Lines:
    """One state of a stored game, or a position: drawn, or written as a picture or a page."""
    record = record_in(options.source, options.game, registry_of(options))
    states = tuple(record.replay())
    place = _place_of(turns_in(record.game, states), options.turn)
    if options.svg is not None:
        picture = picture_of(record.game, states[place], record.actions[place - 1] if place else None)
        if picture is None:
            raise CairnRulesError("this game draws no pictures; --html shows its diagrams")
        with written_to(options.svg) as file:
            file.write(picture + "\n")
    if options.html is not None:
        with written_to(options.html) as file:
            file.write(html_page(record))
    if options.svg is None and options.html is None:
        yield _drawn(record.game, states[place], options)
    return 0


def registry_of(options: Namespace) -> Registry[Megalith]:
    """Where the ids of a command's games are looked up."""
    return cairn.BASE_SET.with_plugins() if options.plugins else cairn.BASE_SET


def record_in(source: str, number: int, registry: Registry[Megalith]) -> Record[Any, Any]:
    """The record that is meant: one of a file, or one of a position alone."""
    if source != STREAM and not exists(source):  # noqa: PTH110 - it raises for no text
        if len(source.split()) == 1:
            raise CairnRulesError(f"{cut(source, 100)!r} is neither a file nor a position")
        return _record_of(cairn.parse_position(source, registry))
    for place, stored in enumerate(stored_in(source, registry), 1):
        if place == number:
            return _record_of(stored.read())
    raise CairnRulesError(f"{source!r} holds no game {number}")


def _record_of(stored: object) -> Record[Any, Any]:
    if isinstance(stored, Record):
        return stored
    game = game_of_state(stored)
    if game is None:
        raise CairnRulesError(f"neither a record nor a state: {cut(repr(stored), 100)}")
    return Record(game=game, start=stored, actions=())


def _place_of(turns: list[int], turn: int | None) -> int:
    """The place of the state after so many complete turns; None is the last one."""
    if turn is None:
        return len(turns) - 1
    if turn not in turns:
        raise CairnRulesError(f"there is no state after {turn} turns; the game goes from {turns[0]} to {turns[-1]}")
    return turns.index(turn)


def replay(options: Namespace) -> Lines:
    """A stored game, state by state: all of them, or as they are asked for."""
    if options.source == STREAM and not options.all:
        raise CairnRulesError("the standard input cannot hold the game and the answers both; give --all or a file")
    record = record_in(options.source, options.game, registry_of(options))
    states = tuple(record.replay())
    captions = tuple(captions_of(record, states))
    turns = turns_in(record.game, states)
    place: int | None = 0
    while place is not None:
        caption = captions[place]
        yield f"\n{caption.head}"
        yield from filter(None, (". ".join(caption.changes), *caption.remarks))
        yield _drawn(record.game, states[place], options)
        if options.all:
            place = place + 1 if place + 1 < len(states) else None
        else:
            yield "\nEnter: on   b: back   a number: after that turn   e: end   q: quit"
            place = _asked_place(place, turns)
    return 0


def _asked_place(place: int, turns: list[int]) -> int | None:
    """Where the reader wants to go, who stays when there is no such place; None to quit."""
    line = sys.stdin.readline()
    answer = line.strip().lower()
    if not line or answer == "q":
        return None
    if answer.isdecimal() and len(answer) < 10:
        return turns.index(int(answer)) if int(answer) in turns else place
    last = len(turns) - 1
    return {"": min(place + 1, last), "b": max(place - 1, 0), "e": last}.get(answer, place)


def check(options: Namespace) -> Lines:
    """Every fault of the things stored in some files."""
    if options.files.count(STREAM) > 1:
        raise CairnRulesError("the standard input can be read but once")
    faulty, registry = False, registry_of(options)
    for path in options.files:
        number = 0
        try:
            for number, stored in enumerate(stored_in(path, registry), 1):
                faults = _faults(stored)
                faulty |= bool(faults)
                for fault in faults:
                    yield f"{path}, game {number}, {fault}"
        except CairnRulesError as error:
            faulty = True
            yield f"{path}: {error}"
        yield f"{path}: {number} read"
    return FAULTY if faulty else 0


def _faults(stored: Stored) -> tuple[Fault, ...]:
    try:
        stored.read()
    except (NotationError, DocumentError) as error:
        return error.faults
    return ()


def convert(options: Namespace) -> Lines:
    """Records as text made JSON, one on each line, or the other way round."""
    if options.output is None:
        yield from _converted(options)
    else:
        with written_to(options.output) as file:
            for text in _converted(options):
                file.write(f"{text}\n")
    return 0


def _converted(options: Namespace) -> Iterator[str]:
    gap = ""
    for stored in stored_in(options.source, registry_of(options)):
        record = _record_of(stored.read())
        if stored.is_json:
            yield gap + cairn.format_record(record).rstrip("\n")
            gap = "\n"
        else:
            yield cairn.dumps(record)


def _drawn(game: Game[Any, Any, Any], state: object, options: Namespace) -> str:
    """The diagram, with the signs that the terminal can show."""
    return words_for(game, unicode=options.unicode).board(state)
