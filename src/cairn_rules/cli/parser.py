"""Reading the command line: the game first, then the command, then the options of both, and their help."""

from __future__ import annotations

import argparse
import re
from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import version
from itertools import chain, pairwise
from typing import Any, Final, NoReturn, final

from typing_extensions import override

from cairn_rules import games
from cairn_rules.cli.commands import COMMANDS, HELP, OWN, Command, Lines
from cairn_rules.cli.game_files import game_in
from cairn_rules.cli.options import add_game
from cairn_rules.errors import CairnRulesError, DefinitionError, cut, nearest
from cairn_rules.frozen_classes import frozen
from cairn_rules.game import Game
from cairn_rules.lazy import resolve
from cairn_rules.manifest import manifest_of

PROGRAM: Final = "cairn-rules"
_HELP: Final = "help"
_SIMULATING: Final = ("arena", "contest", "contests", "playouts")
"""Words that lead to `simulate`, such as functions of Python."""
_READERS: Final = ("show", "replay", "analyse", "check", "convert", "review")
"""The commands that read stored games from the files they are given; `play` reads the one after `--resume`."""


def parse(arguments: Sequence[str]) -> Namespace:
    """Read the arguments of the command line.

    The options of the command have `run`, which runs it. Raise a `CairnRulesError` if the arguments are wrong.
    """
    line = _Line.split(arguments)
    try:
        options = _options(line)
    except _Printed as printed:
        return Namespace(run=_printing(printed.text))
    options.arguments = tuple(arguments)
    return options


def commands_of(game: Game[Any, Any, Any]) -> tuple[Command, ...]:
    """Return a game's own commands."""
    return tuple(resolve(command) for command in manifest_of(game).commands.values())


@final
@frozen
class _Line:
    """A command line, taken apart."""

    game_name: str | None
    leading: tuple[str, ...]
    """The options in front of the command."""
    word: str | None
    rest: tuple[str, ...]

    @classmethod
    def split(cls, arguments: Sequence[str]) -> _Line:
        """Find the game, wherever it stands, and the command: the first word that is no option."""
        game_name: str | None = None
        leading: list[str] = []
        word: int | None = None
        skip = False
        for place, argument in enumerate(arguments):
            if skip:
                skip = False
            elif argument == "--":
                break
            elif argument == "--game" and place + 1 < len(arguments):
                game_name, skip = arguments[place + 1], True
            elif argument.startswith("--game="):
                game_name = argument.removeprefix("--game=")
            elif word is None and argument.startswith("-"):
                leading.append(argument)
            elif word is None:
                word = place
        if word is None:
            return cls(game_name, tuple(leading), None, ())
        return cls(game_name, tuple(leading), arguments[word], tuple(arguments[word + 1 :]))


def _options(line: _Line) -> Namespace:
    for option in line.leading:
        if option == "--version":
            compiled = getattr(games.load(games.DEFAULT), "compiled", False)
            raise _Printed(f"{PROGRAM} {version(PROGRAM)}{' (compiled)' if compiled else ''}")
        if option not in ("-h", "--help"):
            problem = (
                "--game needs a name"
                if option == "--game"
                else f"there is no option {cut(option, 100)!r} before the command"
            )
            raise CairnRulesError(f"{problem}. Run '{PROGRAM} help' for all commands.")
    word, rest = line.word, line.rest
    if word == _HELP:
        asked = [each for each in rest if not each.startswith("-") and each != line.game_name]
        word, rest = next(iter(asked), None), ("--help",)
    game_name = _game_of_files(word, rest) if line.game_name is None else line.game_name
    game = _game(game_name, word)
    chosen = None if line.game_name is None else games.spelled(line.game_name, games.names())
    if word is None:
        raise _Printed(_overview(game, chosen))
    command = _command(word, game, chosen)
    if line.leading:
        rest = ("--help",)
    parser = parser_of(command, game, chosen)
    parser.check_options(rest)
    options, extra = parser.parse_known_args(rest)
    if extra:
        parser.refuse(extra)
    options.game, options.game_name, options.run = game, chosen, command.run
    return options


def _game_of_files(word: str | None, rest: Sequence[str]) -> str | None:
    """Return the game of this library that the stored game of a command names; None if there is none.

    So the options of the game need no `--game`. The code of another distribution is not loaded for a file.
    """
    files: Iterable[str] = ()
    if word == "play":
        whole = (each.removeprefix("--resume=") for each in rest if each.startswith("--resume="))
        files = chain(whole, (after for before, after in pairwise(rest) if before == "--resume"))
    elif word in _READERS:
        files = (each for each in rest if not each.startswith("-"))
    return next(filter(None, (games.spelled(game_in(each), games.LIBRARY) for each in files)), None)


def _game(game_name: str | None, word: str | None) -> Game[Any, Any, Any]:
    """Return the game of a command line: the one that it names, the one that alone has the command, or the default."""
    if game_name is None and word is not None and word not in COMMANDS:
        game_name = _owner(word)
    return games.load(games.DEFAULT if game_name is None else game_name)


def _owner(word: str) -> str | None:
    """Return the game of this library that has a command of its own; None if there is none."""
    return next((name for name, commands in OWN.items() if word in commands), None)


def _command(word: str, game: Game[Any, Any, Any], game_name: str | None) -> Command:
    if word in COMMANDS:
        return COMMANDS[word].load()
    own = manifest_of(game).commands
    if word in own:
        return resolve(own[word])
    if other := _owner(word):
        named = manifest_of(game).name
        raise CairnRulesError(f"no command {word!r} for {named}; {other} has it: {PROGRAM} {word} --game {other}")
    others = tuple(chain(*OWN.values())) if game_name is None else own
    guess = "simulate" if word in _SIMULATING else nearest(word, (*COMMANDS, *others, _HELP))
    meant = f" Did you mean {guess}?" if guess else ""
    name = games.spelled(word, games.names())
    if name is None and not guess:
        name = next((each for each in games.names() if word.lower() in each.split("-")), None)
    if name is not None:
        meant = f" To play: '{PROGRAM} play --game {name}'."
    raise CairnRulesError(f"there is no command {cut(repr(word), 100)}.{meant} Run '{PROGRAM} help' for all commands.")


class _Printed(Exception):  # noqa: N818 - nothing is wrong
    """The arguments ask for a text, such as help."""

    def __init__(self, text: str) -> None:
        self.text = text


def _printing(text: str) -> Callable[[Namespace], Lines]:
    def run(_: Namespace) -> Lines:
        yield text
        return 0

    return run


class _Help(argparse.Action):
    """The option `--help`: the text is printed like all others."""

    @override
    def __call__(self, parser: argparse.ArgumentParser, *_: object, **__: object) -> NoReturn:
        raise _Printed(parser.format_help().rstrip("\n"))


@final
class CommandParser(argparse.ArgumentParser):
    """The parser of one command for one game: it raises its errors."""

    subject: str
    """The command or the game whose options these are."""
    call: str
    """The beginning of a command line with this command."""

    @override
    def error(self, message: str) -> NoReturn:
        sentence = message.removeprefix("argument ").rstrip(".")
        stop = "" if sentence.endswith("?") else "."
        raise CairnRulesError(f"{sentence}{stop} Run '{self.call} --help' for all options.")

    def check_options(self, arguments: Sequence[str]) -> None:
        """Raise an error for a misspelt option, before one that would only miss the right spelling."""
        *before, _ = (*arguments, "--")[: (*arguments, "--").index("--") + 1]
        options = (each for each in before if re.match("--?[a-zA-Z][^ =]*(?:=|$)", each))
        names = ((each, each.partition("=")[0] if each[1] == "-" else each[:2]) for each in options)
        unknown = [each for each, name in names if name not in self._option_string_actions]
        if unknown:
            self.refuse(unknown)

    def refuse(self, extra: Sequence[str]) -> NoReturn:
        """Raise an error for arguments that are not known."""
        *before, _ = (*extra, "--")[: (*extra, "--").index("--") + 1]
        option = next((each.partition("=")[0] for each in before if each.startswith("-") and each != "-"), None)
        if option is None:
            unexpected = next(each for each in extra if each != "--")
            name = games.spelled(unexpected, games.names())
            chosen = "" if name is None else f"; choose a game with --game {name}"
            self.error(f"unexpected argument {cut(unexpected, 100)!r}{chosen}")
        shown = [action for action in self._actions if action.help != argparse.SUPPRESS]
        known = [each[2:] for action in shown for each in action.option_strings if each.startswith("--")]
        guess = nearest(option.lstrip("-"), known)
        self.error(f"{self.subject} has no option {cut(option, 100)}{f'. Did you mean --{guess}?' if guess else ''}")


def parser_of(command: Command, game: Game[Any, Any, Any], game_name: str | None = None) -> CommandParser:
    """Return the parser of a command for a game.

    `game_name` is the game that the command line names; None if it names none. Raise a `DefinitionError` if a set-up
    option has the name of one of the game's seats, or of an option of the command.
    """
    program = f"{PROGRAM} {command.name}"
    chosen = "" if game_name in (None, games.DEFAULT) else f" --game {game_name}"
    parser = CommandParser(
        prog=program,
        description=command.help,
        epilog=f"example:\n  {command.example.replace(program, program + chosen, 1)}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
        add_help=False,
    )
    parser.add_argument("-h", "--help", action=_Help, nargs=0, help="Print this help.")
    try:
        command.add_arguments(parser, game)
    except argparse.ArgumentError as error:
        raise DefinitionError(
            f"{manifest_of(game).name} has a second option {error.argument_name} for '{program}': give the set-up"
            " option another name, or the seat"
        ) from error
    if not any("--game" in action.option_strings for action in parser._actions):
        add_game(parser)
    if command.name not in COMMANDS:
        _hide_game(parser, game)
    has_seed = any("--seed" in action.option_strings for action in parser._actions)
    starts_game = has_seed and command.name in {*COMMANDS} - {*_READERS}
    parser.subject = (game_name or games.DEFAULT) if starts_game else command.name
    parser.call = program + chosen
    return parser


def _hide_game(parser: argparse.ArgumentParser, game: Game[Any, Any, Any]) -> None:
    """Leave `--game` out of the help of a game's own command, or name the game if it has to be named."""
    name = manifest_of(game).name
    needed = f"Game: {name}. This command belongs to it, so the option is required."
    for action in parser._actions:
        if "--game" in action.option_strings:
            action.help = argparse.SUPPRESS if name in games.LIBRARY else needed


def _overview(game: Game[Any, Any, Any], game_name: str | None) -> str:
    """Return the help for all commands, with those of one game or of all games of this library."""
    own: dict[str, dict[str, str]]
    if game_name is None:
        own = {name: {each: HELP[each] for each in names} for name, names in OWN.items()}
    else:
        own = {game_name: {each.name: each.help for each in commands_of(game)}}
    width = max(map(len, chain(COMMANDS, *own.values()))) + 2
    return "\n".join(
        (
            f"usage: {PROGRAM} COMMAND [--game NAME] [ARGUMENT ...]",
            "",
            "Play, simulate, show and check games.",
            "",
            "commands:",
            *_listed(((name, HELP[name]) for name in COMMANDS), width),
            *(
                line
                for name, commands in own.items()
                if commands
                for line in (f"\ncommands of {name}:", *_listed(commands.items(), width))
            ),
            "\noptions:",
            *_listed(
                (
                    ("--game", f"Game: {', '.join(games.names())} (default: {games.DEFAULT})."),
                    ("--version", "Print the version, and whether the engine is compiled."),
                    ("--help", f"Print this help; '{PROGRAM} help COMMAND' prints that of a command."),
                ),
                width,
            ),
            f"\nexample:\n  {PROGRAM} demo --seed 7",
        )
    )


def _listed(rows: Iterable[tuple[str, str]], width: int) -> tuple[str, ...]:
    return tuple(f"  {name:<{width}}{text}" for name, text in rows)
