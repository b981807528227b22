"""Arguments: the game is read first, then there are only its options and commands. Help, and errors."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from argparse import SUPPRESS
from types import SimpleNamespace

import pytest

from cairn_rules import manifest_of
from cairn_rules.cli.commands import COMMANDS, HELP, OWN, Command
from cairn_rules.cli.parser import commands_of, parser_of
from cairn_rules.cli.perft import PERFT
from cairn_rules.games import LIBRARY, load
from cairn_rules.manifest import Manifest
from support.command_line import printed, refused


@pytest.mark.parametrize("arguments", [(), ("help",), ("--help",), ("-h",), ("help", "--help")])
def test_help_lists_all_commands(capsys, arguments: tuple[str, ...]) -> None:
    shown = printed(capsys, *arguments)
    assert shown.startswith("usage: cairn-rules COMMAND ")
    for name in (*COMMANDS, "megaliths", "balance"):
        assert f"\n  {name} " in shown
    assert "Game: cairn, korrigans, endless-winter, cairn-rpg-creation" in shown


def test_help_lists_the_commands_of_one_game(capsys) -> None:
    assert "\ncommands of cairn:\n" in printed(capsys, "--game", "cairn")
    shown = printed(capsys, "help", "--game", "korrigans")
    assert "commands of" not in shown
    assert "balance" not in shown


@pytest.mark.parametrize(
    "arguments",
    [
        ("help", "play", "--game", "korrigans"),
        ("help", "--game", "korrigans", "play"),
        ("play", "--help", "--game=korrigans"),
        ("--game", "korrigans", "--help", "play"),
        ("--game=korrigans", "play", "-h"),
    ],
)
def test_help_of_a_command_has_the_options_of_one_game(capsys, arguments: tuple[str, ...]) -> None:
    shown = printed(capsys, *arguments)
    assert shown.startswith("usage: cairn-rules play ")
    assert "--violet WHO" in shown
    assert "--sea" not in shown
    assert "--light" not in shown
    assert "example:\n  cairn-rules play --game korrigans --" in shown


def test_the_version_is_printed_first(capsys) -> None:
    assert printed(capsys, "--version", "nonsense").startswith("cairn-rules ")


@pytest.mark.untraced
@pytest.mark.parametrize("game", LIBRARY)
def test_every_help_has_defaults_and_an_example(capsys, game: str) -> None:
    """Sentences; an option that may be left out says what is the case then."""
    for command in (*(ref.load() for ref in COMMANDS.values()), *commands_of(load(game))):
        assert command.help.endswith(".")
        assert command.example.startswith(f"cairn-rules {command.name}")
        assert f"\n\nexample:\n  cairn-rules {command.name}" in printed(capsys, command.name, "--help", "--game", game)
        seats = {f"--{seat}" for seat in manifest_of(load(game)).seats.names}
        for action in parser_of(command, load(game))._actions:
            if action.help == SUPPRESS:
                hidden = {"--game"} if command.name not in COMMANDS else {"--players", "--player"}  # they are refused
                assert {*action.option_strings} <= hidden
                continue
            assert (action.help or "").endswith("."), (command.name, action.option_strings)
            number = re.search(r"\(default: ([0-9]+)\)", action.help or "")
            if number and action.default is not None:
                assert str(action.default) == number[1], (command.name, action.option_strings)
            if action.option_strings and not {"--help", "--player", *seats} & set(action.option_strings):
                assert ("(default: " in (action.help or "")) != action.required, (command.name, action.option_strings)


def test_help_of_a_game_s_own_command_offers_no_other_game(capsys) -> None:
    """The option is still read. The command of another distribution needs it, and says so."""
    assert "--game " not in printed(capsys, "megaliths", "--help")
    assert "--game " not in printed(capsys, "odds", "--help")
    assert printed(capsys, "lookup", "R97", "--game", "cairn-rpg-creation") == printed(capsys, "lookup", "R97")
    own = Command(name="count", help="Count.", example="count", add_arguments=lambda *_: None, run=PERFT.run)
    shown = " ".join(parser_of(own, SimpleNamespace(MANIFEST=Manifest(name="pebbles"))).format_help().split())
    assert "Game: pebbles. This command belongs to it, so the option is required." in shown


def test_a_value_may_follow_a_short_option_at_once(capsys) -> None:
    simulate = ("simulate", "--seed", 1, "--lineup", "random,random")
    assert printed(capsys, *simulate, "-n1") == printed(capsys, *simulate, "-n", 1)


@pytest.mark.untraced
@pytest.mark.parametrize("game", LIBRARY)
def test_the_examples_are_read(game: str) -> None:
    """For every game; what they name need not be there."""
    for command in (*(ref.load() for ref in COMMANDS.values()), *commands_of(load(game))):
        parser_of(command, load(game), game).parse_args(shlex.split(command.example)[2:])


@pytest.mark.parametrize("game", LIBRARY)
def test_the_commands_of_a_game_are_its_own(game: str) -> None:
    own = manifest_of(load(game)).commands
    assert (*own,) == OWN.get(game, ())
    assert [command.name for command in commands_of(load(game))] == [*own]
    assert not {*own} & {*COMMANDS, "help"}
    assert {name: ref.load().name for name, ref in COMMANDS.items()} == {name: name for name in COMMANDS}
    assert {*HELP} == {*COMMANDS}.union(*OWN.values())


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("line", "most"),
    [
        ("--help", 60),
        ("party 4 --seed 1", 145),
        ("lookup rope", 95),
        ("odds --help", 170),
        ("roll 2d6", 160),
        ("demo --seed 7", 80),
        ("show --help", 84),
        ("puzzles --help", 90),
    ],
)
def test_a_command_imports_what_it_needs(line: str, most: int) -> None:
    """Numbers of modules of the library: nobody waits for games and commands that are not asked for."""
    program = (
        f"import sys; from cairn_rules.cli.main import main; main({line.split()!r});"
        " print(sum(name.startswith('cairn_rules') for name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603
    assert int(done.stdout.split()[-1]) <= most


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("nonsense", "there is no command 'nonsense'. Run 'cairn-rules help' for all commands."),
        ("dungeon", "there is no command 'dungeon'. To play: 'cairn-rules play --game cairn-rpg-dungeon'. Run"),
        ("arena", "there is no command 'arena'. Did you mean simulate? Run"),
        ("simulat", "there is no command 'simulat'. Did you mean simulate? Run"),
        ("help megalith", "there is no command 'megalith'. Did you mean megaliths? Run"),
        ("shet", "there is no command 'shet'. Did you mean sheet? Run"),
        ("endless_winter", "there is no command 'endless_winter'. To play: 'cairn-rules play --game endless-winter'"),
        (
            "balance --game korrigans",
            "no command 'balance' for korrigans; cairn has it: cairn-rules balance --game cairn",
        ),
        ("--sed 3 demo", "there is no option '--sed' before the command. Run 'cairn-rules help' for all commands."),
        ("--game", "--game needs a name. Run 'cairn-rules help' for all commands."),
        ("demo --game", "--game: expected one argument. Run 'cairn-rules demo --help' for all options."),
        ("demo --game go", "there is no game 'go'; installed games: cairn, korrigans"),
        ("demo --lihgt", "cairn has no option --lihgt. Did you mean --light? Run 'cairn-rules demo --help' for all"),
        ("demo --game cairn --side=advanced", "cairn has no option --side."),
        (
            "play --light --game korrigans",
            "korrigans has no option --light. Run 'cairn-rules play --game korrigans --h",
        ),
        ("check --turn 3 x", "check has no option --turn."),
        ("check x -p", "check has no option -p."),
        ("balance x:y --game cairn --gams 3", "balance has no option --gams. Did you mean --games?"),
        ("balance x:y --games 0", "--games: '0' is not a whole number from 1 to 999999999."),
        ("megaliths all", "unexpected argument 'all'. Run 'cairn-rules megaliths --help' for all options."),
        ("demo -- --game", "unexpected argument '--game'."),
        ("demo --seed", "--seed: expected one argument."),
        (
            "demo --game korrigans --players two",
            "--players: 'two' is not a number of players; 'play --player SEAT=WHO'",
        ),
        ("demo --variant foo=bar", "cairn-rules: --variant: 'foo=bar' is not an option; the options are power_exit"),
        ("demo --game korrigans --variant a=b", "cairn-rules: --variant: 'a=b' is not an option; the options are"),
        ("show --game korrigans", "the following arguments are required: FILE|POSITION."),
    ],
)
def test_errors_say_what_would_be_right(capsys, arguments: str, message: str) -> None:
    assert message in refused(capsys, *arguments.split())


@pytest.mark.untraced
def test_only_the_game_that_is_asked_for_is_loaded() -> None:
    """Of the others nothing but their names is known."""
    program = (
        "import sys; from cairn_rules.cli.main import main; main(['play', '--help', '--game', 'cairn']);"
        "print([name for name in sys.modules if name.startswith('cairn_rules.korrigans')])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.splitlines()[-1] == "[]"


def test_help_can_be_shown_on_any_terminal() -> None:
    """Signs that it has not are replaced."""
    program = "import sys; from cairn_rules.cli.main import main; sys.exit(main(['demo', '--help']))"
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, env=environment)  # noqa: S603
    assert b"--variant NAME=VALUE,..." in done.stdout
