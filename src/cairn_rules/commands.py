"""What the commands of the command line do: each gives the lines to print, and returns the exit code."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Generator, Iterator
from importlib import import_module
from itertools import groupby
from operator import attrgetter, itemgetter
from os.path import exists
from random import Random, SystemRandom
from typing import Any, Final, TypeAlias

import cairn_rules as cairn
from cairn_rules import Document, Game, Megalith, Record, Registry
from cairn_rules.documents import game_of_state
from cairn_rules.errors import CairnRulesError, DocumentError, Fault, NotationError, cut
from cairn_rules.games import game_named
from cairn_rules.history.page import html_page, picture_of
from cairn_rules.history.telling import captions_of, turns_in
from cairn_rules.play.speech import words_for
from cairn_rules.starts import given, options_of_games, start_of
from cairn_rules.stored import STREAM, Stored, stored_in, written_to

Lines: TypeAlias = Generator[str, None, int]

FIRST: Final = "cairn"
"""The game that is meant when none is named."""
FAULTY: Final = 1
"""The exit code of a check that found faults."""


def demo(options: Namespace) -> Lines:
    """A game between random players."""
    game = game_named(options.game or FIRST)
    seed: int = SystemRandom().randrange(1_000_000) if options.seed is None else options.seed
    rng = Random(seed)
    state = _start(game, options, seed)
    words = words_for(game, unicode=options.unicode)
    yield f"A game of {words.book.name.capitalize()} between random players, seed {seed}"
    yield from filter(None, (words.position(state), "", words.board(state)))
    count = 0
    while (result := game.outcome(state)) is None:
        turn = words.book.turns_complete(state, count)
        decisions: list[tuple[str, str]] = []
        while words.book.turns_complete(state, count) == turn:
            player = game.current_player(state)
            assert player is not None, "somebody decides while the game goes on"
            action = rng.choice(game.legal_actions(state))
            decisions.append((words.seat(player), game.format_action(action)))
            state, count = game.apply(state, action), count + 1
        told = (f"{who}: {' '.join(text for _, text in group)}" for who, group in groupby(decisions, itemgetter(0)))
        yield f"\n{turn + 1}. {', '.join(told)}\n"
        yield words.board(state)
    yield f"\n{words.result(state, result)}. It took {words.book.turns_complete(state, count)} turns."
    return 0


def _start(game: Game[Any, Any, Any], options: Namespace, seed: int | None) -> Any:
    """The state that the arguments ask for, or that of the seed."""
    start = start_of(game, options, seed)
    return game.new_game(seed=seed) if start is None else start


def play(options: Namespace) -> Lines:
    """A game at the terminal, which writes to it itself."""
    try:
        from cairn_rules.play import terminal  # noqa: PLC0415 - it needs an extra of the library
    except ImportError:
        raise CairnRulesError("playing needs rich: pip install 'cairn-rules[cli]'") from None
    options.unicode = options.unicode and not options.ascii
    yield from ()
    return terminal.run(options)


def _drawn(game: Game[Any, Any, Any], state: object, options: Namespace) -> str:
    """The diagram, with the signs that the terminal can show."""
    return words_for(game, unicode=options.unicode).board(state)


def perft(options: Namespace) -> Lines:
    """How much can follow a state: of a new game, or the last one of a stored game or of a position."""
    if options.source is None:
        game = game_named(options.game or FIRST)
        state = _start(game, options, options.seed)
    else:
        beside = given(options, ("game", "seed", *(name for name in options_of_games() if name != "plugins")))
        if beside:
            raise CairnRulesError(f"--{next(iter(beside))} does not go with a game that is there already")
        record = _chosen(options.source, 1, _registry(options))
        game, (*_, state) = record.game, record.replay()
    if not options.divide:
        yield str(_counted(game, state, options.depth, turns=options.turns))
    elif options.depth:
        total = 0
        for action in game.legal_actions(state):
            after = game.apply(state, action)
            complete = after.turn - state.turn if options.turns else 1
            count = _counted(game, after, options.depth - complete, turns=options.turns)
            total += count
            yield f"{game.format_action(action)}  {count}"
        yield f"total  {total}"
    return 0


def _counted(game: Game[Any, Any, Any], state: Any, depth: int, *, turns: bool) -> int:
    return cairn.perft_turns(game, state, depth) if turns else cairn.perft(game, state, depth)


def megaliths(options: Namespace) -> Lines:
    """The megaliths of the box, and those of the plugins that are installed."""
    plugins = cairn.BASE_SET.plugins() if options.plugins else ()
    origins = {megalith.id: str(plugin) for plugin in plugins for megalith in plugin.things}
    listed = (*cairn.BASE_SET, *(megalith for plugin in plugins for megalith in plugin.things))
    width = max(10, *(len(megalith.id) for megalith in listed))
    for megalith in listed:
        yield f"{megalith.id:<{width}} {megalith.stone.value:<6} {megalith.name}"
        yield f"{'':<{width + 7}} {megalith.text}"
        if megalith.id in origins:
            yield f"{'':<{width + 7}} (plugin {origins[megalith.id]})"
    problems = [f"The plugin {plugin} cannot be used: {plugin.problem}" for plugin in plugins if plugin.problem]
    yield from problems
    return FAULTY if problems else 0


def _registry(options: Namespace) -> Registry[Megalith]:
    """Where the ids of a command's games are looked up."""
    return cairn.BASE_SET.with_plugins() if options.plugins else cairn.BASE_SET


def show(options: Namespace) -> Lines:
    """One state of a stored game, or a position: drawn, or written as a picture or a page."""
    record = _chosen(options.source, options.game, _registry(options))
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


def _chosen(source: str, number: int, registry: Registry[Megalith]) -> Record[Any, Any]:
    """The record that is meant: one of a file, or one of a position alone."""
    if source != STREAM and not exists(source):  # noqa: PTH110 - it raises for no text
        if len(source.split()) == 1:
            raise CairnRulesError(f"{cut(source, 100)!r} is neither a file nor a position")
        return _record_of(cairn.parse_position(source, registry))
    for place, stored in enumerate(stored_in(source, registry), 1):
        if place == number:
            return _record_of(stored.read())
    raise CairnRulesError(f"{source!r} holds no game {number}")


def _record_of(stored: Document) -> Record[Any, Any]:
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
    record = _chosen(options.source, options.game, _registry(options))
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
    faulty, registry = False, _registry(options)
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
    for stored in stored_in(options.source, _registry(options)):
        record = _record_of(stored.read())
        if stored.is_json:
            yield gap + cairn.format_record(record).rstrip("\n")
            gap = "\n"
        else:
            yield cairn.dumps(record)


def check_megalith(options: Namespace) -> Lines:
    """The conformance suite for the megaliths that a module holds; what is looked for goes to the standard error."""
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


def _tell_progress(line: str) -> None:
    sys.stderr.write(f"  {line}\n")


def balance(options: Namespace) -> Lines:
    """What stones do to the game, found out in games with and without them."""
    from cairn_rules.balance import command  # noqa: PLC0415 - slow to import, and its charts are an extra

    stones = [stone for name in options.names for stone in _megaliths_at(name)]
    yield from command.run(stones, options, _tell_progress)
    return 0


def _megaliths_at(place: str) -> tuple[Megalith, ...]:
    """The megaliths that stand in a module under a name: one, or several."""
    module, _, name = place.partition(":")
    sys.path.insert(0, "")  # what is being written is seldom installed yet
    try:
        held: Any = attrgetter(name)(import_module(module))
        found: tuple[object, ...] = (held,) if isinstance(held, Megalith) else tuple(held)
    except Exception as error:
        raise CairnRulesError(f"cannot load {place!r}, which should be module:name: {cut(repr(error), 500)}") from error
    finally:
        sys.path.remove("")
    megaliths = tuple(each for each in found if isinstance(each, Megalith))
    if not megaliths or len(megaliths) < len(found):
        raise CairnRulesError(f"{place!r} should be a Megalith or several, not {cut(repr(held), 200)}")
    return megaliths
