"""Documents: the JSON envelope of a value, which names its format, game and kind. For any game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from itertools import islice
from types import MappingProxyType
from typing import Any, Final, Protocol, cast, final

from cairn_rules.argument_checks import checked
from cairn_rules.codec.codec import Codec
from cairn_rules.codec.json_text import MOST_PARTS, check_parts, read_json, within, write_json
from cairn_rules.codec.shapes import Data
from cairn_rules.errors import MOST_FAULTS, DefinitionError, DocumentError, Fault, NotationError, hint, quoted, shown
from cairn_rules.frozen_classes import frozen
from cairn_rules.game import STATE_TAG
from cairn_rules.lazy import Ref
from cairn_rules.plugins import with_origin
from cairn_rules.registry import Ids, Registry

KEYS: Final = ("format", "game", "document", "value")
"""The keys of every document: the format number, the game, the kind of document, and the value."""
PACKAGES: Final = "packages"
"""The optional key that names the distribution of each id from outside this library."""

_PACKAGES: Final = f"$.{PACKAGES}"
_NONE: Final[Mapping[str, str]] = MappingProxyType({})


@final
@frozen
class Kind:
    """A kind of document, such as `state` or `action`."""

    type: Any
    """The type of its values, which the codec must support. It may be a registered union."""
    holds: Callable[[object], bool]
    """A function that returns whether a value is of that type."""


class TextCache(Protocol):
    """A cache for the texts of states, most parts of which recur within a game."""

    def write(self, value: Any) -> str | None:
        """Return the document of a state on one line; None for any other value."""
        ...

    def read(self, text: str, registry: Registry[Any] | None) -> Any | None:
        """Return the state of a document if all of its parts are cached; None if they are not."""
        ...

    def learn(self, text: str, registry: Registry[Any] | None, value: Any) -> None:
        """Cache the parts of a text, given with the value that was read from it in full."""
        ...


@final
@frozen
class Documents:
    """The kinds of documents of one game, and its codec."""

    game: str
    """The name of the game in its documents."""
    format: int
    """The format number that is written. This format and all earlier ones can be read."""
    kinds: Mapping[str, Kind]
    """The kinds of documents, by name."""
    codec: Callable[[], Codec]
    """A function that returns the codec of the values: always the same one, built on the first call."""
    looking_up: Callable[[Any], AbstractContextManager[object]] = lambda _: nullcontext()
    """A function that returns a context in which ids are looked up in the given registry or content (see `ids_for`)."""
    noting: Callable[[], AbstractContextManager[Mapping[str, str]]] = lambda: nullcontext(_NONE)
    """A function that returns a context, which collects the distribution of each foreign id written in it."""
    cache: Ref[TextCache] | None = None
    """A cache for the texts of states (default: no cache)."""
    most_parts: int = MOST_PARTS
    """Maximum number of parts of a document (see `check_parts`): enough for the largest values, so that a document that
    is far too large is refused before its values are built."""

    def holds(self, value: object) -> bool:
        """Return whether this game can serialise the value."""
        return any(kind.holds(value) for kind in self.kinds.values())

    def wrap(self, value: object) -> dict[str, Data]:
        """Return the document of a value for which `holds` is true.

        Raises:
            DocumentError: if the value contains something that cannot be written.
        """
        name, kind = next((name, kind) for name, kind in self.kinds.items() if kind.holds(value))
        with self.noting() as origins:
            written = self.codec().write(value, kind.type)
        data: dict[str, Data] = dict(zip(KEYS, (self.format, self.game, name, written), strict=True))
        if origins:
            data[PACKAGES] = dict(sorted(origins.items()))
        check_parts(data, self.most_parts)
        return data

    def unwrap(self, data: Data, registry: Ids | None) -> Any:
        """Return the value of a document of this game.

        `registry` is as `ids_for` returns it.

        Raises:
            DocumentError: if the data are not a valid document of this game. It lists every fault with its path.
        """
        check_parts(data, self.most_parts)
        if game_of(data) != self.game:
            raise unknown_game(data, f"{shown(data['game'])} is not {self.game!r}")
        faults = list(self._faults(data))
        value = None
        if "value" in data and not any(fault.where in ("$.format", "$.document", _PACKAGES) for fault in faults):
            try:
                with self.looking_up(registry):
                    value = self.codec().read(data["value"], self.kinds[data["document"]].type, "$.value")
            except DocumentError as error:
                origins = data.get(PACKAGES, {})
                faults += [Fault(each.where, with_origin(each.message, origins)) for each in error.faults]
        if faults:
            raise DocumentError(faults)
        return value

    def _faults(self, keys: Mapping[str, Data]) -> Iterator[Fault]:
        yield from _key_faults(keys)
        if "format" in keys:
            yield from self._format_faults(keys["format"])
        if not _are_origins(keys.get(PACKAGES, {})):
            yield Fault(_PACKAGES, "should be an object that maps ids to texts such as 'acme-stones 1.2'")
        document = keys.get("document")
        if "document" in keys and (not isinstance(document, str) or document not in self.kinds):
            yield Fault("$.document", f"{shown(document)} is unknown; {hint(document, tuple(self.kinds))}")

    def _format_faults(self, number: Data) -> Iterator[Fault]:
        if type(number) is not int or number < 1:
            yield Fault("$.format", f"{shown(number)} is not a format number; the current one is {self.format}")
        elif number > self.format:
            yield Fault(
                "$.format",
                f"format {shown(number)} was written by a newer version of cairn-rules;"
                f" this version reads formats up to {self.format}",
            )


def game_of(data: Data) -> str:
    """Return the name of the game in a document.

    Raises:
        DocumentError: if the data are not a document, or the name is not text.
    """
    if type(data) is not dict:
        what = "null" if data is None else shown(data)
        raise DocumentError([Fault("$", f"{what} is not a document: it should be an object with {', '.join(KEYS)}")])
    keys = cast("dict[str, Data]", data)
    game = keys.get("game")
    if "game" not in keys:
        raise DocumentError(_key_faults(keys))
    if type(game) is not str:
        raise unknown_game(keys, f"{shown(game)} is not a text")
    return game


def unknown_game(keys: Mapping[str, Data], message: str) -> DocumentError:
    """Return the error for a document of an unknown game, with the faults of its keys."""
    return DocumentError([*_key_faults(keys), Fault("$.game", message)])


def _are_origins(data: Data) -> bool:
    items = cast("dict[Data, Data]", data)
    return type(data) is dict and all(type(each) is str for each in (*items.keys(), *items.values()))


def _key_faults(keys: Mapping[str, Data]) -> Iterator[Fault]:
    for key in KEYS:
        if key not in keys:
            yield Fault(within("$", key), "missing")
    for key in islice((key for key in keys if key not in (*KEYS, PACKAGES)), MOST_FAULTS):
        yield Fault(within("$", key), f"unknown key; {hint(key, KEYS)}")


@checked
def write_state_tag(documents: Documents, state: object) -> dict[str, str]:
    """Return the tag `State` of a record that starts from a state.

    Raises:
        NotationError: if the state cannot be written.
    """
    if not documents.holds(state):
        raise DefinitionError(f"{quoted(state)} is not a state of {documents.game}")
    try:
        return {STATE_TAG: write_json(documents.wrap(state))}
    except DocumentError as error:
        raise in_tag(STATE_TAG, repr(state), error.faults) from None


@checked
def read_state_tag(documents: Documents, tags: Mapping[str, str], others: Iterable[str], registry: Ids | None) -> Any:
    """Return the state in the tag `State` of a record.

    Args:
        documents: The documents of the game.
        tags: All tags of the record.
        others: The names of the other tags that describe a start, which must not occur together with `State`.
        registry: The source of ids; None for the game's own.

    Raises:
        NotationError: if the tag is missing or does not hold a state, or one of the others occurs. Each fault names the
            tag.
    """
    if STATE_TAG not in tags:
        raise NotationError(
            "", [Fault(f"tag {STATE_TAG}", "missing; it should hold the state from which the game starts")]
        )
    text = tags[STATE_TAG]
    message = f"not allowed together with the tag {STATE_TAG}, which holds the whole start"
    surplus = [Fault(f"tag {name}", message) for name in others if name in tags]
    if surplus:
        raise NotationError(text, surplus)
    try:
        data = read_json(text)
        value = documents.unwrap(data, registry)
    except DocumentError as error:
        raise in_tag(STATE_TAG, text, error.faults) from None
    if data["document"] != "state":
        raise NotationError(
            text, [Fault(f"tag {STATE_TAG}", f"a document of kind {data['document']!r}; it should be 'state'")]
        )
    return value


def in_tag(tag: str, text: str, faults: Iterable[Fault]) -> NotationError:
    """Return the error for faults in the text of a tag."""
    return NotationError(text, [Fault(f"tag {tag}, {fault.where}", fault.message) for fault in faults])
