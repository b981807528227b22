"""Plug-ins: things that other distributions offer by entry points, loaded only on request."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar

from cairn_rules.errors import CairnRulesError, cut, printable, raised

if TYPE_CHECKING:
    from importlib.metadata import Distribution

__all__ = ["Plugin", "PluginGroup", "PluginWarning"]

T = TypeVar("T")

_ORIGIN: Final = re.compile(r"([A-Za-z0-9][\w.-]{0,100}) [\w.!+-]{1,100}")
"""A distribution with its version, such as `acme-stones 1.2`."""


class PluginWarning(UserWarning):
    """A warning about a plug-in that was left out, with its distribution and the problem."""


class Plugin(NamedTuple, Generic[T]):
    """An entry point of an installed distribution, with the things that it offers."""

    name: str
    """The name of the entry point. The ids of its things begin with this name and a full stop, or are this name."""
    distribution: str
    """The name of the distribution, such as `acme-stones`."""
    version: str
    """The version of the distribution."""
    things: tuple[T, ...] = ()
    """The things offered; empty if there is a problem."""
    problem: str | None = None
    """A description of the problem; None if the plug-in can be used."""

    def __str__(self) -> str:
        return f"{self.name} of {self.distribution} {self.version}"


class PluginGroup(NamedTuple, Generic[T]):
    """A group of entry points that offer things for a registry."""

    name: str
    """The name of the group, such as `cairn_rules.megaliths`."""
    kind: type[T]
    """The class of the things that a plug-in offers."""

    def load(self) -> tuple[Plugin[T], ...]:
        """Import every installed plug-in.

        Plug-ins are sorted by distribution and name. One that cannot be loaded has a `problem`, and does not affect the
        others.
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
        except BaseException as error:  # noqa: BLE001 - a broken plug-in must not keep the others from loading
            problem = str(error) if isinstance(error, CairnRulesError) else f"it fails with {raised(error)}"
            return Plugin(name, distribution, version, problem=problem)
        return Plugin(name, distribution, version, things)

    def _things(self, entry: Any) -> Iterator[T]:
        offered: Any = entry.load()
        several: Iterable[Any] = offered if hasattr(offered, "__iter__") else (offered,)
        for thing in several:
            if not isinstance(thing, self.kind):
                raise CairnRulesError(
                    f"{entry.value} holds {cut(repr(thing), 100)}, which is not a {self.kind.__name__};"
                    f" it should be a {self.kind.__name__}, or several of them"
                )
            id = getattr(thing, "id", "")
            if id != entry.name and not str(id).startswith(f"{entry.name}."):
                raise CairnRulesError(f"the id {id!r} should begin with the plugin's name: '{entry.name}.{id}'")
            yield thing


@cache
def origin_of(module: str) -> str | None:
    """Return the distribution of a module with its version, such as `acme-stones 1.2`; None if it has none."""
    from importlib.metadata import distributions, packages_distributions, version  # noqa: PLC0415 - slow, rarely needed

    package = module.partition(".")[0]
    named = packages_distributions().get(package)
    # An editable installation does not list its files, but its entry points.
    name = named[0] if named else next((each.name for each in distributions() if _offers(each, package)), None)
    return name and f"{name} {version(name)}"


def _offers(distribution: Distribution, package: str) -> bool:
    return any(each.module.partition(".")[0] == package for each in distribution.entry_points)


def with_origin(message: str, origins: Mapping[str, str]) -> str:
    """Return a message about an unknown id, followed by the distribution that the document names for it.

    Any message but that of an `UnknownIdError` is returned unchanged. `origins` has the distribution of each id, with
    its version.
    """
    for id, origin in origins.items():
        found = _ORIGIN.fullmatch(origin)
        if found and f"unknown id {id!r}" in message:
            load = "load it with --plugins on the command line, or with registry= in Python"
            missing = "" if _is_installed(found[1]) else f"pip install {found[1]}, and "
            return f"{message}; according to the document it belongs to {origin}: {missing}{load}"
    return message


def _is_installed(distribution: str) -> bool:
    from importlib.metadata import distributions  # noqa: PLC0415 - slow to import, rarely needed

    return any(distributions(name=distribution))
