"""The command `simulate`: many games between named players."""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, Namespace
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from random import SystemRandom
from typing import Any, Final, NoReturn

from cairn_rules.cli.commands import INTERRUPTED, Lines, library_command
from cairn_rules.cli.executor import WorkersLostError, executor_for
from cairn_rules.cli.imports import player_at
from cairn_rules.cli.messages import counted, note
from cairn_rules.cli.options import LINEUP, PLAYERS, POSITION, add_budget, add_jobs, add_start, game_chosen, positive
from cairn_rules.cli.progress import progress
from cairn_rules.errors import CairnRulesError
from cairn_rules.game import SEED_BITS, Game
from cairn_rules.manifest import manifest_of
from cairn_rules.players.by_name import players_for
from cairn_rules.players.player import Budget, MakesPlayer
from cairn_rules.simulation.result_files import run_in
from cairn_rules.simulation.simulation import Simulation, Tally

_MOST_FAULTS: Final = 10


def _add_arguments(parser: ArgumentParser, game: Game[Any, Any, Any]) -> None:
    names = manifest_of(game).seats.names
    seats = f" ({', '.join(names)})" if names else ""
    parser.add_argument(
        f"--{LINEUP}",
        required=True,
        metavar="A,B",
        help=f"Players of the first game, one for each seat{seats}: {', '.join(players_for(game))}, or your own as "
        "MODULE:PLAYER (required).",
    )
    # Elsewhere, these are the number of players and who has a seat.
    for option in (f"--{PLAYERS}", "--player"):
        parser.add_argument(option, type=_not_a_lineup, help=SUPPRESS)
    parser.add_argument(
        "--games",
        "-n",
        type=positive,
        required=True,
        metavar="N",
        help="Number of games; the players change seats after each (required).",
    )
    add_start(parser, game, without=(POSITION, PLAYERS))
    add_budget(parser, "a player")
    add_jobs(parser)
    parser.add_argument(
        "--max-turns", type=positive, metavar="N", default=1000, help="Stop a game after N turns (default: 1000)."
    )
    parser.add_argument(
        "--output",
        "-o",
        metavar="FILE",
        help="Write each game as it ends to FILE.csv or FILE.jsonl (default: no file).",
    )
    parser.add_argument(
        "--records", metavar="FILE", help="Write the record of each game as it ends to a text file (default: no file)."
    )
    parser.add_argument(
        "--resume", action="store_true", help="Continue the files of an interrupted run (default: start new files)."
    )


def _not_a_lineup(_: str) -> NoReturn:
    raise ArgumentTypeError("the number of names after --lineup is the number of players, as in --lineup tree,greedy")


def simulate(options: Namespace) -> Lines:
    """Play many games between named players, write them to a file, and print the result."""
    if options.resume and options.output is options.records is None:
        raise CairnRulesError("--resume needs --output or --records: the file of the interrupted run")
    simulation = _simulation(options)
    tally, code = Tally(), 0
    try:
        yield from _played(simulation, options, tally)
    except KeyboardInterrupt:
        note(f"cairn-rules: interrupted after {tally.games} of {counted(options.games, 'game')}; {_how_on(options)}")
        code = INTERRUPTED
    except WorkersLostError as error:
        raise CairnRulesError(f"{error}; {_how_on(options)}") from None
    yield from _standings(tuple(simulation.players), tally)
    return code


def _played(simulation: Simulation, options: Namespace, tally: Tally) -> Iterator[str]:
    """Play the missing games, and count all; yield one headline."""
    names = tuple(simulation.players)
    with ExitStack() as stack:
        executor = stack.enter_context(executor_for(options))
        files = [
            stack.enter_context(simulation.results(path, resume=options.resume, records=path is options.records))
            for path in (options.records, options.output)
            if path is not None
        ]
        games = simulation.play(options.games, into=files, executor=executor)
        for contest in max((each.games for each in files), key=len, default=())[: options.games]:
            tally.add(contest)
        game = manifest_of(options.game).name
        yield f"{counted(options.games, 'game')} of {game} between {' and '.join(names)}, seed {simulation.seed}"
        tell = stack.enter_context(progress(names, options.games, tally.games))
        for contest in games:
            tally.add(contest)
            tell(tally)


def _how_on(options: Namespace) -> str:
    if options.output is options.records is None:
        return "with --output or --records you can resume"
    return "resume with the same command and --resume"


def _simulation(options: Namespace) -> Simulation:
    players = _players(options.lineup, options.game)
    return Simulation(
        game=game_chosen(options, players=len(players)),
        players=players,
        seed=_seed(options),
        budget=Budget.of(options.simulations, options.seconds),
        max_turns=options.max_turns,
    )


def _players(text: str, game: Game[Any, Any, Any]) -> dict[str, MakesPlayer]:
    """Return the players by name; one that is named again gets a number."""
    named: dict[str, MakesPlayer] = {}
    times = Counter[str]()
    for place in map(str.strip, text.split(",")):
        try:
            name, maker = player_at(place, game)
        except CairnRulesError as error:
            raise CairnRulesError(f"--{LINEUP}: {error}") from error
        times[name] += 1
        named[name if times[name] == 1 else f"{name}-{times[name]}"] = maker
    return named


def _seed(options: Namespace) -> int:
    """Return the seed that was given, or that of the run to resume, or a new one."""
    if options.seed is not None:
        return int(options.seed)
    before = run_in(options.output or options.records) if options.resume else None
    known = None if before is None else before.get("seed")
    return known if type(known) is int else SystemRandom().getrandbits(SEED_BITS)


def _standings(names: tuple[str, ...], tally: Tally) -> Iterator[str]:
    width = max(map(len, names))
    for name in names:
        share = tally.won(name)
        interval = f"  {share}" if share.of else ""
        yield f"{name:<{width}}  {share.count:>6} of {share.of} won{interval}"
    turns = f", {tally.turns / tally.games:.1f} turns on average" if tally.games else ""
    yield f"{counted(tally.games, 'game')}{turns}, {tally.drawn} drawn, {tally.stopped} stopped"
    if tally.faults:
        yield f"{len(tally.faults)} forfeited:"
        yield from (f"  {fault}" for fault in tally.faults[:_MOST_FAULTS])
        if len(tally.faults) > _MOST_FAULTS:
            yield f"  and {len(tally.faults) - _MOST_FAULTS} more"


SIMULATE: Final = library_command(
    "simulate", _add_arguments, simulate, example="--lineup tree,greedy -n 100 --seed 7 --output games.csv"
)
