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
