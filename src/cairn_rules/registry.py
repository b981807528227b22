"""Registry: an immutable, ordered set of things that are known by their ids."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from typing import Generic, Protocol, TypeVar, cast, final

from cairn_rules.errors import DefinitionError, DuplicateIdError, UnknownIdError
from cairn_rules.plugins import Plugin, PluginGroup, PluginWarning


class Identified(Protocol):
    """Anything with an id."""

    @property
    def id(self) -> str:
        """A short slug, unique within a registry."""
        ...


T = TypeVar("T", bound=Identified)


@final
class Registry(Generic[T]):
    """An immutable, ordered set of things by id; iteration gives the things in order.

    There is no global registry: whoever needs other things makes another value, with `|` or with
    `with_plugins`. Nothing is loaded that was not asked for.

    Args:
        things: The things, in order.
        plugins: The entry points that `with_plugins` loads; None when there are none.

    Equality: two registries are equal when they hold equal things in the same order.

    Raises:
        DuplicateIdError: when two different things have the same id.
        DefinitionError: when a thing has no id.

    Example:
        >>> from cairn_rules import BASE_SET, LIGHT_SET
        >>> len(BASE_SET), "dawn" in BASE_SET, BASE_SET["dawn"].name
        (14, True, 'Cairn of Dawn')
        >>> (LIGHT_SET | BASE_SET["fairy"]).ids[-2:]
        ('sanctuary', 'fairy')
    """

    __slots__ = ("_plugins", "_things")

    def __init__(self, things: Iterable[T] = (), *, plugins: PluginGroup[T] | None = None) -> None:
        self._plugins = plugins
        self._things: dict[str, T] = {}
        for thing in things:
            if not isinstance(getattr(thing, "id", None), str):
                raise DefinitionError(f"{thing!r} has no id, so it cannot be in a registry")
            known = self._things.setdefault(thing.id, thing)
            if known != thing:
                raise DuplicateIdError(f"two different things have the id {thing.id!r}: {known} and {thing}")

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids, in order."""
        return tuple(self._things)

    def __getitem__(self, id: str) -> T:
        """The thing with that id.

        Raises:
            UnknownIdError: when there is none; it names the nearest id that there is.
        """
        try:
            return self._things[id]
        except (KeyError, TypeError):
            raise UnknownIdError(id, self.ids) from None

    def __contains__(self, item: object) -> bool:
        """Whether an id, or a thing itself, is in the registry."""
        if isinstance(item, str):
            return item in self._things
        return any(item == thing for thing in self)

    def __iter__(self) -> Iterator[T]:
        return iter(self._things.values())

    def __len__(self) -> int:
        return len(self._things)

    def __or__(self, other: Registry[T] | T) -> Registry[T]:
        """The things of this registry, then the new ones of another one (or one more thing).

        Raises:
            DuplicateIdError: when a new thing has the id of a different one.
        """
        others: Iterable[T] = other if isinstance(other, Registry) else (other,)
        return Registry((*self, *others), plugins=self._plugins)

    def plugins(self) -> tuple[Plugin[T], ...]:
        """The plugins that are installed for such things: they are imported now, also those that cannot be loaded.

        Raises:
            DefinitionError: when there are no plugins for this registry.
        """
        if self._plugins is None:
            raise DefinitionError(f"{self!r} knows no plugins; a registry of the library's own does")
        return self._plugins.load()

    def with_plugins(self) -> Registry[T]:
        """This registry with what the installed plugins offer, by distribution and name.

        A plugin that cannot be loaded, or offers an id that is there already, is left out, with a
        `PluginWarning` that names its distribution; the others are not touched by it.

        Raises:
            DefinitionError: when there are no plugins for this registry.
        """
        whole = self
        for plugin in self.plugins():
            problem = plugin.problem
            try:
                whole = Registry((*whole, *plugin.things), plugins=self._plugins)
            except DuplicateIdError as error:
                problem = str(error)
            if problem is not None:
                warnings.warn(f"the plugin {plugin} is left out: {problem}", PluginWarning, stacklevel=2)
        return whole

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Registry):
            return NotImplemented
        return tuple(self) == tuple(cast("Registry[T]", other))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Registry({', '.join(self.ids)})"
