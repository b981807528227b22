"""States that note which of their fields are read, so that a result serves all states with the same values there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, final

from cairn_rules.cairn_rpg.wilderness.state import State

_START: Final = "_start"
"""The name under which a `Reader` keeps the values at the start, and the names of those that were read."""


@final
class Reader(State):  # type: ignore[misc]  # rules and policies take it for the state that it reads
    """A state of which only the fields that were set since the start are stored. The others are looked up and noted.

    `replaced` copies what is stored, so that the states that follow from this one note their reads with it.
    """

    __class__: Any = State
    """The class of the state, so that both are equal if their fields are."""

    def __getattr__(self, name: str) -> Any:
        """Return a field as it was at the start, and note that it was read."""
        values, reads = self.__dict__.get(_START, ({}, set()))
        if name not in values:
            raise AttributeError(name)
        reads.add(name)
        return values[name]


def reader(values: Mapping[str, Any]) -> tuple[State, set[str]]:
    """Return a state with these values, and the set in which it notes the fields that are read."""
    state, reads = object.__new__(Reader), set[str]()
    state.__dict__[_START] = values, reads
    return state, reads


def changed(state: State) -> dict[str, Any]:
    """Return the fields of a `Reader` that were set since the start."""
    return {name: value for name, value in state.__dict__.items() if name[0] != "_"}
