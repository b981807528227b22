"""The command line, and what a game brings to it: its words and its commands."""

import typing as _typing

from cairn_rules.lazy import load_lazily as _load_lazily

if _typing.TYPE_CHECKING:
    from cairn_rules.cli.commands import Command, Lines
    from cairn_rules.cli.words import Words, words_for

__all__ = ["Command", "Lines", "Words", "words_for"]

_load_lazily(globals(), {".commands": ("Command", "Lines"), ".words": ("Words", "words_for")})
