"""The command `demo`: a game between random players."""

from __future__ import annotations

import shlex
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from random import Random, SystemRandom
from typing import Any, Final, final

from cairn_rules.cli.commands import Lines, library_command
from cairn_rules.cli.messages import counted
from cairn_rules.cli.options import add_plain, add_start, start_of
from cairn_rules.cli.words import Words, words_for
from cairn_rules.frozen_classes import frozen
from cairn_rules.game import Game

FIRST_TURNS: Final = 3
"""Number of turns at the start of a game that are printed without `--all`."""


def _add_arguments(parser: ArgumentParser, game: Game[Any, Any, Any]) -> None:
    add_start(parser, game)
    parser.add_argument("--all", action="store_true", help="Print every board (default: the first and the last one).")
    add_plain(parser)


def demo(options: Namespace) -> Lines:
    """Play a random game to its end: print a page, or every board."""
    seed: int = SystemRandom().randrange(1_000_000) if options.seed is None else options.seed
    start = start_of(options, seed)
    state = options.game.new_game(seed=seed) if start is None else start
    words = words_for(options.game, unicode=options.unicode, plain=options.plain)
    yield f"A game of {words.manifest.title} between random players, seed {seed}"
    yield from filter(None, (words.position(state), "", words.board(state)))
    count, last = 0, _Turn("", state, 0)
    for count, last in enumerate(_turns(words, state, Random(seed)), 1):
        if options.all:
            yield f"\n{last.line}\n"
            yield words.board(last.state)
        elif count <= FIRST_TURNS:
            yield f"\n{last.line}" if count == 1 else last.line
    if count and not options.all:
        if count > FIRST_TURNS + 1:
            yield f"... {counted(count - FIRST_TURNS - 1, 'more turn')} ..."
        if count > FIRST_TURNS:
            yield last.line
        yield f"\n{words.board(last.state)}"
    result = options.game.outcome(last.state)
    assert result is not None, "a game is over when it has no more turns"
    yield f"\n{words.result(last.state, result)}. It took {counted(last.complete, 'turn')}."
    if not options.all:
        chosen = () if options.seed is not None else ("--seed", str(seed))
        yield f"To see every board: {shlex.join(('cairn-rules', *options.arguments, *chosen, '--all'))}"
    return 0


@final
@frozen
class _Turn:
    """A turn of a game."""

    line: str
    """Its number and its decisions, with the names of the players."""
    state: Any
    complete: int
    """Number of complete turns in that state."""


def _turns(words: Words, state: Any, rng: Random) -> Iterator[_Turn]:
    game, pace = words.game, words.manifest.pace
    count = 0
    while game.outcome(state) is None:
        turn = pace.turns_complete(state, count)
        decisions: list[tuple[str, str]] = []
        while pace.turns_complete(state, count) == turn and game.outcome(state) is None:
            player = game.current_player(state)
            assert player is not None, "a game without an outcome has a current player"
            action = rng.choice(game.legal_actions(state))
            decisions.append((words.seat(player), game.format_action(action)))
            state, count = game.apply(state, action), count + 1
        parts = (f"{who}: {' '.join(text for _, text in group)}" for who, group in groupby(decisions, itemgetter(0)))
        yield _Turn(f"{turn + 1}. {', '.join(parts)}", state, pace.turns_complete(state, count))


DEMO: Final = library_command("demo", _add_arguments, demo, example="--seed 7")
