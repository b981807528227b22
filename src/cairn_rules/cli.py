"""The command line: `cairn-rules demo`, `perft` and `megaliths`. The only file that prints."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from random import Random, SystemRandom
from typing import NoReturn

import cairn_rules as cairn
from cairn_rules import Game, State, Tribe


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: The arguments; None for those of the process.

    Returns:
        The exit code: 0, 1 when the output cannot be written, 2 for bad arguments, 130 when interrupted.
    """
    options = _parser().parse_args(arguments)
    try:
        for line in options.run(options):
            print(line)
        print(end="", flush=True)
    except OSError as error:
        # Nothing more can be written, not even by the interpreter's last flush.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 0  # the reader has seen enough
        print(f"cairn-rules: cannot write: {error.strerror}", file=sys.stderr)
        return 1
    except cairn.CairnRulesError as error:
        print(f"cairn-rules: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (try --help)\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="cairn-rules", description="Rules of the board game Cairn.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"cairn-rules {version('cairn-rules')}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    demo = commands.add_parser("demo", help="play a random game to its end", allow_abbrev=False)
    demo.add_argument("--seed", type=int, metavar="N", help="play the same game every time")
    demo.add_argument("--light", action="store_true", help="the set-up for first games: the eight light megaliths")
    demo.set_defaults(run=_demo)

    perft = commands.add_parser("perft", help="count what can follow a position", allow_abbrev=False)
    perft.add_argument("position", metavar="POSITION", help="seven fields in quotes, such as 'f1f1f/5/…'")
    perft.add_argument("depth", type=_count, metavar="N", help="how many decisions (or turns) deep")
    perft.add_argument("--turns", action="store_true", help="count complete turns instead of decisions")
    perft.add_argument("--divide", action="store_true", help="also count behind each first action")
    perft.set_defaults(run=_perft)

    megaliths = commands.add_parser("megaliths", help="list the megaliths of the box", allow_abbrev=False)
    megaliths.set_defaults(run=_megaliths)
    return parser


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a whole number from 0 to 999999999")
    return int(text)


def _demo(options: argparse.Namespace) -> Iterator[str]:
    seed: int = SystemRandom().randrange(1_000_000) if options.seed is None else options.seed
    if options.light:
        state = cairn.new_game(seed=seed, megaliths=cairn.LIGHT_SET, circles=("chaos", "dawn"))
    else:
        state = cairn.new_game(seed=seed)
    yield f"A game of Cairn between two random players, seed {seed}"
    yield cairn.format_position(state)
    yield ""
    yield _drawn(state)
    rng = Random(seed)
    while (result := cairn.outcome(state)) is None:
        turn, tribe = state.turn, state.active
        decisions: list[str] = []
        while state.turn == turn:
            action = rng.choice(cairn.legal_actions(state))
            decisions.append(cairn.format_action(action))
            state = cairn.apply(state, action)
        yield f"\n{turn + 1}. {tribe}: {' '.join(decisions)}\n"
        yield _drawn(state)
    winner = Tribe(result.winners[0])
    why = "built a third megalith" if result.reason == "third-megalith" else f"{winner.other} has no legal action"
    yield f"\n{winner} wins after {state.turn} turns: {why}."


def _drawn(state: State) -> str:
    """The diagram with the signs that the terminal can show."""
    drawn = cairn.diagram(state)
    try:
        drawn.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return cairn.diagram(state, unicode=False)
    return drawn


def _perft(options: argparse.Namespace) -> Iterator[str]:
    state = cairn.parse_position(options.position)
    if not options.divide:
        yield str(_counted(state, options.depth, turns=options.turns))
    elif options.depth:
        total = 0
        for action in cairn.legal_actions(state):
            after = cairn.apply(state, action)
            complete = after.turn - state.turn if options.turns else 1
            count = _counted(after, options.depth - complete, turns=options.turns)
            total += count
            yield f"{cairn.format_action(action)}  {count}"
        yield f"total  {total}"


def _counted(state: State, depth: int, *, turns: bool) -> int:
    game: Game[State, cairn.Action, cairn.Observation] = cairn
    return cairn.perft_turns(game, state, depth) if turns else cairn.perft(game, state, depth)


def _megaliths(_: argparse.Namespace) -> Iterator[str]:
    for megalith in cairn.BASE_SET:
        yield f"{megalith.id:<10} {megalith.stone.value:<6} {megalith.name}"
        yield f"{'':<17} {megalith.text}"
