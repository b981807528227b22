"""A command of the command line."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Generator
from typing import TypeAlias, final

from attrs import frozen

Lines: TypeAlias = Generator[str, None, int]
"""The lines that a command prints; the generator returns the exit code."""


@final
@frozen(kw_only=True)
class Command:
    """A command: its arguments and what it does."""

    name: str
    """The word on the command line."""
    help: str
    """A sentence in the imperative."""
    example: str
    """A command line that shows its use."""
    add_arguments: Callable[[ArgumentParser], None]
    """Adds its arguments to a parser."""
    run: Callable[[Namespace], Lines]
    """Runs it with the parsed arguments."""
