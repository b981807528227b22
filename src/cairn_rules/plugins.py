"""Plugins: things that other distributions offer by entry points, loaded when they are asked for, and never else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final, Generic, TypeVar, final

from attrs import frozen

from cairn_rules.errors import CairnRulesError, cut, printable, raised

__all__ = ["Plugin", "PluginGroup", "PluginWarning"]

T = TypeVar("T")

_ORIGIN: Final = re.compile(r"([A-Za-z0-9][\w.-]{0,100}) [\w.!+-]{1,100}")
"""A distribution and its version."""


class PluginWarning(UserWarning):
    """A plugin was left out; the warning says of which distribution it is and what is wrong with it."""


@final
@frozen
class Plugin(Generic[T]):
    """What one entry point of an installed distribution offers."""

    name: str
    """The name of the entry point: the ids of what it offers begin with it and a full stop."""
    distribution: str
    """The distribution, such as `acme-stones`."""
    version: str
    """Its version."""
    things: tuple[T, ...] = ()
    """What it offers; nothing when there is a problem."""
    problem: str | None = None
    """What is wrong with it; None when it could be loaded."""

    def __str__(self) -> str:
        return f"{self.name} of {self.distribution} {self.version}"


@final
@frozen
class PluginGroup(Generic[T]):
    """A group of entry points whose plugins belong into a registry."""

    name: str
    """The name of the group, such as `cairn_rules.megaliths`."""
    kind: type[T]
    """The class of what a plugin offers."""

    def load(self) -> tuple[Plugin[T], ...]:
        """Import every plugin that is installed.

        Returns:
            All of them by distribution and name, also those that cannot be loaded: each with what
            is wrong with it. One that is broken does not touch the others.
        """
        from importlib.metadata import entry_points  # noqa: PLC0415 - slow to import, rarely needed

        found: list[Any] = list(entry_points(group=self.name))
        return tuple(self._loaded(entry) for entry in sorted(found, key=lambda entry: (entry.dist.name, entry.name)))

    def _loaded(self, entry: Any) -> Plugin[T]:
        name, distribution, version = map(printable, (entry.name, entry.dist.name, entry.dist.version))
        try:
            things = tuple(self._things(entry))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - whatever it does, the others are loaded
            told = printable(str(error)) if isinstance(error, CairnRulesError) else f"it fails with {raised(error)}"
            return Plugin(name, distribution, version, problem=told)
        return Plugin(name, distribution, version, things)

    def _things(self, entry: Any) -> Iterator[T]:
        offered: Any = entry.load()
        several: Iterable[Any] = offered if hasattr(offered, "__iter__") else (offered,)
        for thing in several:
            if not isinstance(thing, self.kind):
                raise CairnRulesError(
                    f"{entry.value} holds {cut(repr(thing), 100)}, which is no {self.kind.__name__};"
                    f" it should be a {self.kind.__name__}, or several of them"
                )
            id = getattr(thing, "id", "")
            if not str(id).startswith(f"{entry.name}."):
                raise CairnRulesError(f"the id {id!r} should begin with the plugin's name: '{entry.name}.{id}'")
            yield thing


@cache
def origin_of(module: str) -> str | None:
    """The distribution that a module is of, with its version, such as `acme-stones 1.2`; None when it is of none."""
    from importlib.metadata import packages_distributions, version  # noqa: PLC0415 - slow to import, rarely needed

    distributions = packages_distributions().get(module.partition(".")[0], [])
    return f"{distributions[0]} {version(distributions[0])}" if distributions else None


def with_origin(message: str, origins: Mapping[str, str]) -> str:
    """What is said of an unknown id, with the distribution that it is of according to what is read.

    Args:
        message: The message of an `UnknownIdError`, or any other.
        origins: The distribution of each id, with its version.
    """
    for id, origin in origins.items():
        found = _ORIGIN.fullmatch(origin)
        if found and f"unknown id {id!r}" in message:
            return f"{message}; what is read says that it is of {origin}: pip install {found[1]}"
    return message
