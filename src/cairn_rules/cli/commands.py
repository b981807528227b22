"""What the commands do that need no stored game: each gives the lines to print, and returns the exit code."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterable
from itertools import groupby
from operator import itemgetter
from random import Random, SystemRandom
from typing import Any, Final, cast

import cairn_rules as cairn
from cairn_rules import Game, Megalith
from cairn_rules.cli.command import Lines
from cairn_rules.cli.imports import held_at
from cairn_rules.cli.setup_options import given, options_of_games, start_of
from cairn_rules.cli.speech import words_for
from cairn_rules.cli.stored_games import FAULTY, record_in, registry_of
from cairn_rules.errors import CairnRulesError, cut
from cairn_rules.games import load

FIRST: Final = "cairn"
"""The game that is meant when none is named."""


def demo(options: Namespace) -> Lines:
    """A game between random players."""
    game = load(options.game or FIRST)
    seed: int = SystemRandom().randrange(1_000_000) if options.seed is None else options.seed
    rng = Random(seed)
    state = _start(game, options, seed)
    words = words_for(game, unicode=options.unicode)
    yield f"A game of {words.manifest.name.capitalize()} between random players, seed {seed}"
    yield from filter(None, (words.position(state), "", words.board(state)))
    count = 0
    while (result := game.outcome(state)) is None:
        turn = words.manifest.pace.turns_complete(state, count)
        decisions: list[tuple[str, str]] = []
        while words.manifest.pace.turns_complete(state, count) == turn:
            player = game.current_player(state)
            assert player is not None, "somebody decides while the game goes on"
            action = rng.choice(game.legal_actions(state))
            decisions.append((words.seat(player), game.format_action(action)))
            state, count = game.apply(state, action), count + 1
        told = (f"{who}: {' '.join(text for _, text in group)}" for who, group in groupby(decisions, itemgetter(0)))
        yield f"\n{turn + 1}. {', '.join(told)}\n"
        yield words.board(state)
    yield f"\n{words.result(state, result)}. It took {words.manifest.pace.turns_complete(state, count)} turns."
    return 0


def _start(game: Game[Any, Any, Any], options: Namespace, seed: int | None) -> Any:
    """The state that the arguments ask for, or that of the seed."""
    start = start_of(game, options, seed)
    return game.new_game(seed=seed) if start is None else start


def play(options: Namespace) -> Lines:
    """A game at the terminal, which writes to it itself."""
    try:
        from cairn_rules.cli.play import terminal  # noqa: PLC0415 - it needs an extra of the library
    except ImportError:
        raise CairnRulesError("playing needs rich: pip install 'cairn-rules[cli]'") from None
    options.unicode = options.unicode and not options.ascii
    yield from ()
    return terminal.run(options)


def perft(options: Namespace) -> Lines:
    """How much can follow a state: of a new game, or the last one of a stored game or of a position."""
    if options.source is None:
        game = load(options.game or FIRST)
        state = _start(game, options, options.seed)
    else:
        beside = given(options, ("game", "seed", *(name for name in options_of_games() if name != "plugins")))
        if beside:
            raise CairnRulesError(f"--{next(iter(beside))} does not go with a game that is there already")
        record = record_in(options.source, 1, registry_of(options))
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
    from cairn_rules.cairn.balance import command  # noqa: PLC0415 - slow to import, and its charts are an extra

    stones = [stone for name in options.names for stone in _megaliths_at(name)]
    yield from command.run(stones, options, _tell_progress)
    return 0


def _megaliths_at(place: str) -> tuple[Megalith, ...]:
    """The megaliths that stand in a module under a name: one, or several."""
    held = held_at(place)
    try:
        found = tuple(cast("Iterable[object]", held)) if hasattr(held, "__iter__") else (held,)
    except Exception as error:
        raise CairnRulesError(f"cannot go through {place!r}: {cut(repr(error), 500)}") from error
    megaliths = tuple(each for each in found if isinstance(each, Megalith))
    if not megaliths or len(megaliths) < len(found):
        raise CairnRulesError(f"{place!r} should be a Megalith or several, not {cut(repr(held), 200)}")
    return megaliths
