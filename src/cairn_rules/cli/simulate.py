"""The command `simulate`: many games between named players."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from pathlib import Path
from random import SystemRandom
from typing import Any, Final

from cairn_rules.cli.command import Lines
from cairn_rules.cli.commands import FIRST
from cairn_rules.cli.imports import player_at
from cairn_rules.cli.progress import progress
from cairn_rules.cli.setup_options import game_chosen
from cairn_rules.errors import CairnRulesError
from cairn_rules.game import SEED_BITS, Game
from cairn_rules.games import load
from cairn_rules.players import Budget, MakesPlayer
from cairn_rules.simulation.pool import process_pool
from cairn_rules.simulation.results import run_in
from cairn_rules.simulation.simulation import Simulation, Tally

INTERRUPTED: Final = 130
"""The exit code when somebody pressed Ctrl-C."""
_MOST_FAULTS: Final = 10


def simulate(options: Namespace) -> Lines:
    """Many games between named players, written to a file, and how they went."""
    if options.resume and options.output is None:
        raise CairnRulesError("there is nothing to go on with: --resume needs the --output of the run before")
    options.game = options.game or FIRST
    simulation = _simulation(options)
    tally, code = Tally(), 0
    try:
        yield from _played(simulation, options, tally)
    except KeyboardInterrupt:
        sys.stderr.write(f"cairn-rules: interrupted after {tally.games} of {options.n} games; {_how_on(options)}\n")
        code = INTERRUPTED
    except BrokenProcessPool:
        raise CairnRulesError(f"a process that played came to its end; {_how_on(options)}") from None
    yield from _standings(tuple(simulation.players), tally)
    return code


def _played(simulation: Simulation, options: Namespace, tally: Tally) -> Iterator[str]:
    """Play what is missing, and count all of it; the line is what is played."""
    names = tuple(simulation.players)
    with ExitStack() as stack:
        executor = stack.enter_context(process_pool(options.jobs, look_in=str(Path.cwd())))
        results = None
        if options.output is not None:
            results = stack.enter_context(simulation.results(options.output, resume=options.resume))
            for contest in results.games[: options.n]:
                tally.add(contest)
        games = simulation.play(options.n, into=results, executor=executor)
        yield f"{options.n} games of {options.game} between {' and '.join(names)}, seed {simulation.seed}"
        tell = stack.enter_context(progress(names, options.n, tally.games))
        for contest in games:
            tally.add(contest)
            tell(tally)


def _how_on(options: Namespace) -> str:
    if options.output is None:
        return "with --output one can go on after an interruption"
    return "the same command with --resume goes on"


def _simulation(options: Namespace) -> Simulation:
    game = load(options.game)
    players = _players(options.players, game)
    return Simulation(
        game=game_chosen(game, options, players=len(players)),
        players=players,
        seed=_seed(options),
        budget=Budget.of(options.simulations, options.seconds),
        max_turns=options.max_turns,
    )


def _players(text: str, game: Game[Any, Any, Any]) -> dict[str, MakesPlayer]:
    """The players by name; one that is named again gets a number."""
    named: dict[str, MakesPlayer] = {}
    times = Counter[str]()
    for place in map(str.strip, text.split(",")):
        name, maker = player_at(place, game)
        times[name] += 1
        named[name if times[name] == 1 else f"{name}-{times[name]}"] = maker
    return named


def _seed(options: Namespace) -> int:
    """The seed that was given, or else that of the run to go on with, or else a new one."""
    if options.seed is not None:
        return int(options.seed)
    before = run_in(options.output) if options.resume else None
    known = None if before is None else before.get("seed")
    return known if type(known) is int else SystemRandom().getrandbits(SEED_BITS)


def _standings(names: tuple[str, ...], tally: Tally) -> Iterator[str]:
    width = max(map(len, names))
    for name in names:
        share = tally.won(name)
        told = f"  {share}" if share.of else ""
        yield f"{name:<{width}}  {share.count:>6} of {share.of} won{told}"
    turns = f", {tally.turns / tally.games:.1f} turns on average" if tally.games else ""
    yield f"{tally.games} games{turns}, {tally.drawn} drawn, {tally.stopped} stopped"
    if tally.faults:
        yield f"{len(tally.faults)} forfeited:"
        yield from (f"  {fault}" for fault in tally.faults[:_MOST_FAULTS])
        if len(tally.faults) > _MOST_FAULTS:
            yield f"  and {len(tally.faults) - _MOST_FAULTS} more"
