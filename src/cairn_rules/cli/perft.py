"""The command `perft`: the number of sequences of decisions from a state."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from functools import partial
from typing import Any, Final

from cairn_rules.cli.commands import Lines, library_command
from cairn_rules.cli.messages import status_line
from cairn_rules.cli.options import POSITION, add_batch, add_start, given, natural, option_names, start_of
from cairn_rules.cli.stored_games import record_in
from cairn_rules.errors import CairnRulesError
from cairn_rules.game import Game
from cairn_rules.manifest import manifest_of
from cairn_rules.simulation.perft import perft as count_decisions
from cairn_rules.simulation.perft import perft_turns as count_turns


def _add_arguments(parser: ArgumentParser, game: Game[Any, Any, Any]) -> None:
    parser.add_argument(
        "source",
        metavar="FILE|POSITION",
        nargs="?",
        help="Count from the last state of a stored game, or from a position in quotes (default: a new game).",
    )
    parser.add_argument("depth", type=natural, metavar="N", help="Depth, in decisions or turns.")
    parser.add_argument("--turns", action="store_true", help="Count complete turns (default: decisions).")
    parser.add_argument(
        "--divide", action="store_true", help="Also count after each first action (default: only the total)."
    )
    add_batch(parser, "Count with compiled rules")
    add_start(parser, game, without=(POSITION,))


def perft(options: Namespace) -> Lines:
    """Count what can follow the state of a new game, or the last one of a stored game."""
    if options.source is None:
        game: Game[Any, Any, Any] = options.game
        start = start_of(options, options.seed)
        state = game.new_game(seed=options.seed) if start is None else start
    else:
        beside = given(options, ("seed", *option_names(options.game, reading=False)))
        if beside:
            raise CairnRulesError(f"--{next(iter(beside))} cannot be combined with a stored game or a position")
        record = record_in(options.source, 1, options)
        game, (*_, state) = record.game, record.replay()
    count = partial(count_turns if options.turns else count_decisions, batch=options.batch)
    if options.batch and not options.divide:
        with status_line("counting"):  # compiling takes long
            total = count(game, state, options.depth)
        yield str(total)
    elif options.depth:
        pace = manifest_of(game).pace
        total = 0
        legal = game.legal_actions(state)
        for number, action in enumerate(legal):
            after = game.apply(state, action)
            complete = pace.turns_complete(after, 1) - pace.turns_complete(state, 0) if options.turns else 1
            with status_line(f"{number} of {len(legal)} first actions: {total}"):
                below = count(game, after, options.depth - complete)
            total += below
            if options.divide:
                yield f"{game.format_action(action)}  {below}"
        yield f"total  {total}" if options.divide else str(total)
    elif not options.divide:
        yield str(count(game, state, 0))
    return 0


PERFT: Final = library_command("perft", _add_arguments, perft, example="3 --seed 7")
