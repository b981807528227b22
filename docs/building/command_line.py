"""The command line's page of the reference, made from the parsers themselves."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, Final, cast

from cairn_rules.cli.commands import COMMANDS, Command
from cairn_rules.cli.parser import commands_of, parser_of
from cairn_rules.game import FUNCTIONS, Game
from cairn_rules.games import load

BARE: Final = cast("Game[Any, Any, Any]", SimpleNamespace(**dict.fromkeys(FUNCTIONS, len)))
"""A game that brings no options."""


def command_line(*names: str) -> str:
    """Return the commands for any game of these names, and the options and the own commands of games."""
    lines: list[str] = []
    known = {command.name: (command, parser) for command, parser in commands()}
    for name in names:
        if name in known:
            lines += [f"## {name}", "", *_command(*known[name])]
            continue
        lines += [f"## Options and commands of {name}", "", *_options_table(name)]
        for command, parser in own_commands(name):
            lines += [f"### {command.name}", "", *_command(command, parser)]
    return "\n".join(lines)


def commands() -> Iterator[tuple[Command, argparse.ArgumentParser]]:
    """Yield the commands for any game in order, each with its parser for a game without options."""
    for ref in COMMANDS.values():
        command = ref.load()
        yield command, parser_of(command, BARE)


def own_commands(game: str) -> Iterator[tuple[Command, argparse.ArgumentParser]]:
    """Yield the commands of one game, each with its parser."""
    for command in commands_of(load(game)):
        yield command, parser_of(command, load(game))


def own_options(game: str) -> dict[argparse.Action, list[str]]:
    """Return the options that a game adds to the commands for any game, with the names of these commands."""
    found: dict[str, tuple[argparse.Action, list[str]]] = {}
    for command, parser in commands():
        common = {_row(each) for each in parser._actions}
        for option in parser_of(command, load(game))._actions:
            if _row(option) not in common:
                found.setdefault(_row(option), (option, []))[1].append(command.name)
    return dict(found.values())


def _command(command: Command, parser: argparse.ArgumentParser) -> list[str]:
    lines = [command.help, "", "```text", _usage(parser), "```", "", f"For example `{command.example}`.", ""]
    for group in parser._action_groups:
        lines += _table(group)
    return lines


def _usage(parser: argparse.ArgumentParser) -> str:
    formatter = argparse.HelpFormatter(parser.prog, width=92)
    formatter.add_usage(None, parser._actions, parser._mutually_exclusive_groups, prefix="")
    return formatter.format_help().strip()


def _table(group: argparse._ArgumentGroup) -> list[str]:
    options = [each for each in group._group_actions if each.dest != "help" and each.help != argparse.SUPPRESS]
    if not options:
        return []
    own = group.title not in {"positional arguments", "options", "optional arguments"}
    title = f"{str(group.title)[:1].upper()}{str(group.title)[1:]}"
    head = [f"**{title}**" + (f": {group.description}" if group.description else ""), ""]
    kind = "option" if options[0].option_strings else "argument"
    return [*(head if own else []), f"| {kind} | means |", "|---|---|", *map(_row, options), ""]


def _options_table(game: str) -> list[str]:
    options = own_options(game)
    if not options:
        return []
    rows = (f"{_row(option)} {', '.join(f'`{name}`' for name in names)} |" for option, names in options.items())
    return ["| option | means | of |", "|---|---|---|", *rows, ""]


def _row(option: argparse.Action) -> str:
    value = "" if option.nargs == 0 else str(option.metavar or option.dest)
    called = [f"`{name} {value}`".replace(" `", "`") for name in option.option_strings] or [f"`{value}`"]
    several = " (several)" if option.nargs == "+" or isinstance(option, argparse._AppendAction) else ""
    return f"| {', '.join(called)} | {option.help or ''}{several} |"
