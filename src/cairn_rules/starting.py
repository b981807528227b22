"""What can be chosen for the start of a game on a command line; a game says it in its bookkeeping."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar, final

from attrs import frozen

StateT = TypeVar("StateT")


@final
@frozen(kw_only=True)
class Option:
    """Something that can be chosen, written `--name VALUE`, or `--name` alone."""

    name: str
    help: str
    """What it is, in a few words."""
    value: str = ""
    """What stands for the value in the help; nothing for an option that has none."""


@final
@frozen(kw_only=True)
class Starting(Generic[StateT]):
    """What can be chosen for the start of a game."""

    options: tuple[Option, ...]
    """Everything that can be chosen, beside the seed."""
    arguments: Callable[[Mapping[str, Any]], dict[str, Any]]
    """The arguments of `new_game` that the chosen options stand for.

    They are texts by the names of the options, or True for those without a value. It raises a
    `CairnRulesError` for what cannot be.
    """
    position: Callable[[Mapping[str, Any]], StateT | None] = lambda _: None
    """The state that the chosen options tell without a new game; None when they tell none."""
