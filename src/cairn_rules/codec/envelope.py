"""Documents: what is around a value in JSON, so that a file or a tag of a record tells what it is. For any game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from itertools import islice
from types import MappingProxyType
from typing import Any, Final, Protocol, cast, final

from attrs import frozen

from cairn_rules.codec.codec import Codec
from cairn_rules.codec.faults import within
from cairn_rules.codec.json_text import check_parts, read_json, write_json
from cairn_rules.codec.shapes import Data
from cairn_rules.errors import MOST_FAULTS, DocumentError, Fault, NotationError, hint, shown
from cairn_rules.game import STATE_TAG
from cairn_rules.lazy import Ref
from cairn_rules.plugins import with_origin
from cairn_rules.registry import Ids, Registry

KEYS: Final = ("format", "game", "document", "value")
"""The keys of every document: its format number, the game, what it is, and the value itself."""
PACKAGES: Final = "packages"
"""The key of a document that tells the distribution of each id that is not of this library, if there are any."""

_PACKAGES: Final = f"$.{PACKAGES}"
_NONE: Final[Mapping[str, str]] = MappingProxyType({})


@final
@frozen
class Kind:
    """One kind of document."""

    type: Any
    """The type of its value, which the codec knows; a union, too."""
    holds: Callable[[object], bool]
    """Whether a value is of that type."""


class TextCache(Protocol):
    """A cache of the texts of states, which differ in few parts within a game."""

    def write(self, value: Any) -> str | None:
        """Return the document of a value on one line; None for a value that is not a state."""
        ...

    def read(self, text: str, registry: Registry[Any] | None) -> Any | None:
        """Return the state of a document whose parts are known; None for any other text."""
        ...

    def learn(self, text: str, registry: Registry[Any] | None, value: Any) -> None:
        """Remember the parts of the text of a value that was read in full."""
        ...


@final
@frozen
class Documents:
    """The kinds of documents of one game."""

    game: str
    """The game's name in its documents."""
    format: int
    """The format that is written; this one and all earlier ones are read."""
    kinds: Mapping[str, Kind]
    """The kinds by name."""
    codec: Callable[[], Codec]
    """Returns how the values are written; built on first use, the same one each time."""
    looking_up: Callable[[Any], AbstractContextManager[None]]
    """In what follows, ids are looked up in a registry or content, as `ids_for` returns it."""
    noting: Callable[[], AbstractContextManager[Mapping[str, str]]] = lambda: nullcontext(_NONE)
    """In what follows, the distribution of each id that is written and is not of this library is noted."""
    cache: Ref[TextCache] | None = None
    """A cache of the texts of states; None: every text is written and read in full."""

    def holds(self, value: object) -> bool:
        """Whether there is a document of such a value here."""
        return any(kind.holds(value) for kind in self.kinds.values())

    def wrap(self, value: object) -> dict[str, Data]:
        """The whole document of a value that there is a document of here.

        Raises:
            DocumentError: when something in it cannot be written.
        """
        name, kind = next((name, kind) for name, kind in self.kinds.items() if kind.holds(value))
        with self.noting() as origins:
            written = self.codec().write(value, kind.type)
        data: dict[str, Data] = dict(zip(KEYS, (self.format, self.game, name, written), strict=True))
        if origins:
            data[PACKAGES] = dict(sorted(origins.items()))
        check_parts(data)
        return data

    def unwrap(self, data: Data, registry: Ids | None) -> Any:
        """The value of a document of this game.

        Raises:
            DocumentError: when it is none; it lists every fault with its path.
        """
        check_parts(data)
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
            yield Fault(_PACKAGES, "not an object of ids, each with its distribution and version")
        document = keys.get("document")
        if "document" in keys and (not isinstance(document, str) or document not in self.kinds):
            yield Fault("$.document", f"{shown(document)} is unknown; {hint(document, tuple(self.kinds))}")

    def _format_faults(self, number: Data) -> Iterator[Fault]:
        if type(number) is not int or number < 1:
            yield Fault("$.format", f"{shown(number)} is not a format number; the one written today is {self.format}")
        elif number > self.format:
            yield Fault(
                "$.format",
                f"{shown(number)} is of the future: this release of cairn-rules reads formats up to {self.format};"
                " a newer one will read it",
            )


def game_of(data: Data) -> str:
    """Return the name of the game that a document says it is of.

    Raises:
        DocumentError: if the data are not a document, or the name is not a text.
    """
    if type(data) is not dict:
        what = "null" if data is None else shown(data)
        raise DocumentError([Fault("$", f"{what} is no document: an object with {', '.join(KEYS)}")])
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


def write_state_tag(documents: Documents, state: object) -> dict[str, str]:
    """The tag of a state.

    Raises:
        NotationError: when the state cannot be written.
    """
    try:
        return {STATE_TAG: write_json(documents.wrap(state))}
    except DocumentError as error:
        raise in_tag(STATE_TAG, repr(state), error.faults) from None


def read_state_tag(documents: Documents, tags: Mapping[str, str], others: Iterable[str], registry: Ids | None) -> Any:
    """The state that the tag tells.

    Args:
        documents: Those of the game.
        tags: All tags.
        others: The tags that tell a start without this one, and may not be beside it.
        registry: Where ids are looked up; None for the game's own.

    Raises:
        NotationError: when it tells none; each fault names the tag.
    """
    text = tags[STATE_TAG]
    beside = [Fault(f"tag {name}", f"the tag {STATE_TAG} tells the start alone") for name in others if name in tags]
    if beside:
        raise NotationError(text, beside)
    try:
        data = read_json(text)
        value = documents.unwrap(data, registry)
    except DocumentError as error:
        raise in_tag(STATE_TAG, text, error.faults) from None
    if data["document"] != "state":
        raise NotationError(text, [Fault(f"tag {STATE_TAG}", "the document of another thing than a state")])
    return value


def in_tag(tag: str, text: str, faults: Iterable[Fault]) -> NotationError:
    """The error for faults of what a tag holds."""
    return NotationError(text, [Fault(f"tag {tag}, {fault.where}", fault.message) for fault in faults])
