"""The command line's page of the reference, made from the parser itself."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from cairn_rules.cli.main import _parser


def command_line() -> str:
    """Every command with what it is called with."""
    lines: list[str] = []
    for name, help_, parser in commands():
        lines += [f"## {name}", "", f"{_sentence(help_)}", "", "```text", _usage(parser), "```", ""]
        for group in parser._action_groups:
            lines += _table(group)
    return "\n".join(lines)


def commands() -> Iterator[tuple[str, str, argparse.ArgumentParser]]:
    """The commands in order, each with what it is for and its own parser."""
    (several,) = (each for each in _parser()._actions if isinstance(each, argparse._SubParsersAction))
    helps = {each.dest: each.help or "" for each in several._choices_actions}
    for name, parser in several.choices.items():
        yield name, helps[name], parser


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _usage(parser: argparse.ArgumentParser) -> str:
    formatter = argparse.HelpFormatter(parser.prog, width=92)
    formatter.add_usage(None, parser._actions, parser._mutually_exclusive_groups, prefix="")
    return formatter.format_help().strip()


def _table(group: argparse._ArgumentGroup) -> list[str]:
    options = [each for each in group._group_actions if not isinstance(each, argparse._HelpAction)]
    if not options:
        return []
    own = group.title not in {"positional arguments", "options", "optional arguments"}
    head = [f"**{_sentence(group.title or '')[:-1]}**" + (f": {group.description}" if group.description else ""), ""]
    kind = "option" if options[0].option_strings else "argument"
    return [*(head if own else []), f"| {kind} | means |", "|---|---|", *map(_row, options), ""]


def _row(option: argparse.Action) -> str:
    value = "" if option.nargs == 0 else str(option.metavar or option.dest)
    called = [f"`{name} {value}`".replace(" `", "`") for name in option.option_strings] or [f"`{value}`"]
    several = " (several)" if option.nargs == "+" or isinstance(option, argparse._AppendAction) else ""
    needed = " (needed)" if option.required and option.option_strings else ""
    return f"| {', '.join(called)} | {option.help or ''}{several}{needed} |"
