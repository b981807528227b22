"""The class of commands, the exit codes that they share, and the commands for any game."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Generator, Mapping
from typing import Any, Final, TypeAlias, final

from cairn_rules.frozen_classes import frozen
from cairn_rules.game import Game
from cairn_rules.lazy import Ref

Lines: TypeAlias = Generator[str, None, int]
"""The lines that a command prints; the generator returns the exit code."""

FAULTY: Final = 1
"""The exit code when a check found faults, or code that a user brought misbehaved."""
INTERRUPTED: Final = 130
"""The exit code after Ctrl-C."""


@final
@frozen(kw_only=True)
class Command:
    """A command: its arguments and what it does.

    A game lists commands of its own in its manifest.

    Example:
        >>> def count(options: Namespace) -> Lines:
        ...     yield f"{options.number} counters"
        ...     return 0
        >>> command = Command(
        ...     name="counters",
        ...     help="Print a number of counters.",
        ...     example="cairn-rules counters 9",
        ...     add_arguments=lambda parser, game: parser.add_argument("number", type=int) and None,
        ...     run=count,
        ... )
        >>> list(command.run(Namespace(number=9)))
        ['9 counters']
    """

    name: str
    """The word on the command line."""
    help: str
    """A sentence in the imperative."""
    example: str
    """A command line that shows its use, without `--game`."""
    add_arguments: Callable[[ArgumentParser, Game[Any, Any, Any]], None]
    """Adds its arguments for a game to a parser; `--game` is added if it is not there."""
    run: Callable[[Namespace], Lines]
    """Runs it with the parsed arguments.

    Besides them there are `game`, the rules; `game_name`, its name if `--game` was given, or None; `arguments`, the
    command line as it was typed; and `unicode`, which is false for a terminal that shows only ASCII.
    """


COMMANDS: Final[Mapping[str, Ref[Command]]] = {
    "play": Ref("cairn_rules.cli.play.play_command:PLAY"),
    "demo": Ref("cairn_rules.cli.demo:DEMO"),
    "simulate": Ref("cairn_rules.cli.simulate:SIMULATE"),
    "show": Ref("cairn_rules.cli.stored_games:SHOW"),
    "replay": Ref("cairn_rules.cli.stored_games:REPLAY"),
    "analyse": Ref("cairn_rules.cli.analyse:ANALYSE"),
    "check": Ref("cairn_rules.cli.stored_games:CHECK"),
    "convert": Ref("cairn_rules.cli.stored_games:CONVERT"),
    "review": Ref("cairn_rules.cli.review:REVIEW"),
    "check-pack": Ref("cairn_rules.cli.check_pack:CHECK_PACK"),
    "perft": Ref("cairn_rules.cli.perft:PERFT"),
    "schema": Ref("cairn_rules.cli.schema:SCHEMA"),
}
"""The commands for any game; each is imported when it is asked for."""
OWN: Final[Mapping[str, tuple[str, ...]]] = {
    "cairn": ("megaliths", "check-megalith", "balance", "puzzles"),
    "cairn-rpg-creation": ("character", "party", "sheet", "lookup", "roll", "save"),
    "cairn-rpg-combat": ("fight", "odds"),
    "cairn-rpg-wilderness": ("forecast",),
    "cairn-rpg-campaign": ("chronicle", "map"),
}
"""The names of the commands of the library's own games, which are not imported to find them."""
HELP: Final[Mapping[str, str]] = {
    "play": "Play a game against people at this terminal, or against the computer.",
    "demo": "Play a random game to its end.",
    "simulate": "Play many games between computer players, and count wins.",
    "show": "Draw a state of a stored game, or a position.",
    "replay": "Step through a stored game.",
    "analyse": "Find the best lines from a state of a stored game, or a position.",
    "check": "List all faults of stored games.",
    "convert": "Convert records to JSON, one on a line, or JSON to records.",
    "review": "Find the mistakes of a stored game, and what would have been better.",
    "check-pack": "Check content packs, dungeons and lands for faults, and try out everything in packs.",
    "perft": "Count the sequences of decisions from a state (performance test).",
    "schema": "Print the JSON Schema of a kind of document, or write all of them into a folder.",
    "megaliths": "List the base megaliths, and those of plug-ins.",
    "check-megalith": "Check a custom megalith for faults.",
    "balance": "Measure how megaliths affect the game, by playing many games.",
    "puzzles": "List, show, solve and find puzzles: positions with one winning action.",
    "character": "Make a character, by dice, choices and wishes.",
    "party": "Make a party: several characters, the youngest of whom has an omen.",
    "sheet": "Show stored characters as sheets, and list their faults.",
    "lookup": "Look up a spell, item, creature, scar, bond, omen, background, rule or ruling.",
    "roll": "Roll dice, or on a table of the book: reaction, weather, events, omens, bonds, spells, scars.",
    "save": "Roll the saves of characters.",
    "fight": "Fight at the terminal, on both sides or against the computer.",
    "odds": "Work out the odds of a fight, exactly or by simulation.",
    "forecast": "Forecast a journey: days, rations, Fatigue and losses, exactly or by simulation.",
    "chronicle": "Print the log of a campaign, each event with the number of its rule.",
    "map": "Draw a dungeon or a land as a picture.",
}
"""What each command of the library does, in a sentence in the imperative."""


def library_command(
    name: str,
    add_arguments: Callable[[ArgumentParser, Game[Any, Any, Any]], None],
    run: Callable[[Namespace], Lines],
    *,
    example: str,
) -> Command:
    """Return a command of this library, whose help is in `HELP`. `example` has the arguments of an example."""
    example = f"cairn-rules {name} {example}"
    return Command(name=name, help=HELP[name], example=example, add_arguments=add_arguments, run=run)
