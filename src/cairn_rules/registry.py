"""Registries of things by id, for games with one kind of ids and with several."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar, cast, final

from cairn_rules.argument_checks import checked
from cairn_rules.errors import DefinitionError, DuplicateIdError, UnknownIdError, hint, quoted
from cairn_rules.plugins import Plugin, PluginGroup, PluginWarning

__all__ = ["Content", "Ids"]  # cairn_rules itself offers Registry


class Identified(Protocol):
    """Anything with an id."""

    @property
    def id(self) -> str:
        """A short slug, unique within a registry."""
        ...


T = TypeVar("T", bound=Identified)


_MANY: Final = 8
_COLUMNS: Final = ("id", "name", "text")
"""The attributes of things that a notebook shows."""


def _row(tag: str, cells: Sequence[str], used: Sequence[bool]) -> str:
    from html import escape  # noqa: PLC0415 - slow to import, and every game imports this module

    shown = (escape(cell) for cell, is_used in zip(cells, used, strict=True) if is_used)
    return f"<tr>{''.join(f'<{tag}>{cell}</{tag}>' for cell in shown)}</tr>"


@final
class Registry(Generic[T]):
    """An immutable, ordered set of things with ids, such as megaliths. Iteration yields the things in order.

    There is no global registry. To add things, make a new registry with `|` or `with_plugins`. Plug-ins
    are loaded only on request.

    Args:
        things: The things, in order.
        plugins: The entry points that `with_plugins` loads; None if there are no plug-ins for such things.

    Equality: two registries are equal if they hold equal things in the same order.

    Raises:
        DuplicateIdError: if two different things have the same id, or use one name for different
            classes of effects.
        DefinitionError: if a thing has no id.

    Example:
        >>> from cairn_rules.cairn import BASE_SET, LIGHT_SET
        >>> len(BASE_SET), "dawn" in BASE_SET, BASE_SET["dawn"].name
        (14, True, 'Cairn of Dawn')
        >>> (LIGHT_SET | BASE_SET["fairy"]).ids[-2:]
        ('sanctuary', 'fairy')
    """

    __slots__ = ("_plugins", "_things")

    @checked
    def __init__(self, things: Iterable[T] = (), *, plugins: PluginGroup[T] | None = None) -> None:
        self._plugins = plugins
        self._things: dict[str, T] = {}
        claimed: dict[str, tuple[object, T]] = {}
        for thing in things:
            if not isinstance(getattr(thing, "id", None), str):
                raise DefinitionError(f"{quoted(thing)} cannot be in a registry: it has no id")
            known = self._things.setdefault(thing.id, thing)
            if known != thing:
                raise DuplicateIdError(f"two different things have the id {thing.id!r}: {known} and {thing}")
            for name, value in getattr(thing, "claims", ()):
                same, first = claimed.setdefault(name, (value, thing))
                if same is not value:
                    raise DuplicateIdError(
                        f"{first.id!r} and {thing.id!r} each define a different {name};"
                        " rename one of the classes, because stored games could not distinguish them"
                    )

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids, in order."""
        return tuple(self._things)

    def __getitem__(self, id: str) -> T:
        """Return the thing with an id.

        Raises:
            UnknownIdError: if no thing has this id. It suggests the most similar id.
        """
        try:
            return self._things[id]
        except (KeyError, TypeError):
            raise UnknownIdError(id, self.ids) from None

    def __contains__(self, item: object) -> bool:
        """Return whether an id, or a thing itself, is in the registry."""
        if isinstance(item, str):
            return item in self._things
        return any(item == thing for thing in self)

    def __iter__(self) -> Iterator[T]:
        return iter(self._things.values())

    def __len__(self) -> int:
        return len(self._things)

    def __or__(self, other: Registry[T] | tuple[T, ...] | T) -> Registry[T]:
        """Return a registry with the things of this one, followed by those of another registry or a tuple, or by one.

        Raises:
            DuplicateIdError: if different things have the same id.
        """
        others: Iterable[T] = other if isinstance(other, Registry | tuple) else (other,)
        return Registry((*self, *others), plugins=self._plugins)

    def plugins(self) -> tuple[Plugin[T], ...]:
        """Import and return all installed plug-ins for this registry, including those that cannot be used.

        A plug-in cannot be used if it fails to load, or if one of its ids is already taken by this registry or by an
        earlier plug-in.

        Raises:
            DefinitionError: if this registry has no plug-ins.
        """
        if self._plugins is None:
            raise DefinitionError("this registry has no plug-ins: extend a registry of the library with | instead")
        usable = Registry(self)
        plugins: list[Plugin[T]] = []
        for plugin in self._plugins.load():
            try:
                usable = Registry((*usable, *plugin.things))
            except DuplicateIdError as error:
                plugins.append(plugin._replace(things=(), problem=str(error)))
            else:
                plugins.append(plugin)
        return tuple(plugins)

    def with_plugins(self) -> Registry[T]:
        """Return this registry with the things of all installed plug-ins, sorted by distribution and name.

        A plug-in that cannot be used (see `plugins`) is left out, with a `PluginWarning` that names its distribution.

        Raises:
            DefinitionError: if this registry has no plug-ins.
        """
        plugins = self.plugins()
        for plugin in plugins:
            if plugin.problem is not None:
                warnings.warn(f"the plugin {plugin} is left out: {plugin.problem}", PluginWarning, stacklevel=2)
        return Registry((*self, *(thing for plugin in plugins for thing in plugin.things)), plugins=self._plugins)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Registry):
            return NotImplemented
        return tuple(self) == tuple(cast("Registry[T]", other))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        more = f", … {len(self)} in all" if len(self) > _MANY else ""
        return f"Registry({', '.join(self.ids[:_MANY])}{more})"

    def _repr_html_(self) -> str:
        """Return a table of the ids, the names and the texts, for a notebook."""
        rows = [[str(getattr(thing, column, "")) for column in _COLUMNS] for thing in self]
        used = [any(row[place] for row in rows) for place in range(len(_COLUMNS))]
        lines = (_row("th", _COLUMNS, used), *(_row("td", row, used) for row in rows))
        return f"<table>{''.join(lines)}</table>"


@final
class Content(Mapping[str, Registry[Any]]):
    """The content of a game with several kinds of ids: an immutable mapping from kinds to registries.

    The argument `registry=` of functions that read stored games takes such content, or only the kinds that differ
    from the game's own.

    Args:
        sets: The registries by kind, in order.

    Equality: two contents are equal if they have equal registries of the same kinds.

    Raises:
        DefinitionError: if a value is not a `Registry`, or a kind is not text.

    Example:
        >>> from cairn_rules.cairn import BASE_SET, LIGHT_SET
        >>> box = Content({"megaliths": BASE_SET, "tiles": Registry()})
        >>> box["megaliths"]["dawn"].name
        'Cairn of Dawn'
        >>> len(box.updated(Content({"megaliths": LIGHT_SET}))["megaliths"])
        8
    """

    __slots__ = ("_sets",)

    @checked
    def __init__(self, sets: Mapping[str, Registry[Any]]) -> None:
        for kind, registry in sets.items():
            if not isinstance(kind, str) or not isinstance(registry, Registry):
                raise DefinitionError(f"content is a Registry for each kind such as 'cards', not {quoted(registry)}")
        self._sets: Final = MappingProxyType(dict(sets))

    def __getitem__(self, kind: str) -> Registry[Any]:
        """Return the registry of a kind. Raise an `UnknownIdError` if the content has no such kind."""
        try:
            return self._sets[kind]
        except (KeyError, TypeError):
            raise UnknownIdError(kind, tuple(self._sets)) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._sets)

    def __len__(self) -> int:
        return len(self._sets)

    def __contains__(self, kind: object) -> bool:
        return isinstance(kind, str) and kind in self._sets

    @checked
    def updated(self, ids: Ids | None) -> Content:
        """Return this content with some of its registries replaced.

        A single `Registry` will do if there is only one kind; None changes nothing.

        Raises:
            DefinitionError: if a kind is unknown, or a `Registry` is given for one of several kinds.
        """
        if ids is None:
            return self
        if isinstance(ids, Registry):
            if len(self) != 1:
                kinds = ", ".join(self)
                raise DefinitionError(f"a Registry is of one kind; give Content, since there are several: {kinds}")
            return Content(dict.fromkeys(self, ids))
        for kind in ids:
            if kind not in self:
                raise DefinitionError(f"{quoted(kind)} is not a kind of content here; {hint(kind, tuple(self))}")
        return Content({**self, **ids})

    def __eq__(self, other: object) -> bool:
        return self._sets == other._sets if isinstance(other, Content) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self._sets.items()))

    def __reduce__(self) -> tuple[object, ...]:
        return Content, (dict(self._sets),)

    def __repr__(self) -> str:
        return f"Content({', '.join(f'{kind}: {len(each)}' for kind, each in self.items())})"


Ids: TypeAlias = Registry[Any] | Content
"""A source of ids: a registry, or the content of a game with several kinds of ids."""
