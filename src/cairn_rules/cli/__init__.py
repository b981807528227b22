"""The command line, and what a game brings to it: its words and its commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn_rules.lazy import lazily

if TYPE_CHECKING:
    from cairn_rules.cli.command import Command, Lines
    from cairn_rules.cli.words import Words

__all__ = ["Command", "Lines", "Words"]

if not TYPE_CHECKING:
    __getattr__ = lazily(
        globals(),
        {
            **dict.fromkeys(("Command", "Lines"), "cairn_rules.cli.command"),
            "Words": "cairn_rules.cli.words",
        },
    )
