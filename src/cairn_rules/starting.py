"""What can be chosen for the start of a game on a command line; a game says it in its bookkeeping."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar, final

from attrs import frozen

__all__ = ["Option", "Starting"]

StateT = TypeVar("StateT")


@final
@frozen(kw_only=True)
class Option:
    """Something that can be chosen, written `--name VALUE`, or `--name` alone.

    Example:
        >>> option = Option(name="players", value="N", help="how many play")
        >>> option.name
        'players'
    """

    name: str
    """What it is called, without the hyphens."""
    help: str
    """What it is, in a few words."""
    value: str = ""
    """What stands for the value in the help; nothing for an option that has none."""


@final
@frozen(kw_only=True)
class Starting(Generic[StateT]):
    """What can be chosen for the start of a game; `Bookkeeping.starting` has it.

    Example:
        >>> starting: Starting[int] = Starting(
        ...     options=(Option(name="counters", value="N", help="how many counters there are"),),
        ...     arguments=lambda chosen: {"counters": int(chosen["counters"])} if "counters" in chosen else {},
        ... )
        >>> starting.arguments({"counters": "12"})
        {'counters': 12}
    """

    options: tuple[Option, ...]
    """Everything that can be chosen, beside the seed."""
    arguments: Callable[[Mapping[str, Any]], dict[str, Any]]
    """The arguments of `new_game` that the chosen options stand for.

    They are texts by the names of the options, or True for those without a value. It raises a
    `CairnRulesError` for what cannot be.
    """
    position: Callable[[Mapping[str, Any]], StateT | None] = lambda _: None
    """The state that the chosen options tell without a new game; None when they tell none."""
