"""Documents: what is around a value in JSON, so that a file tells what it is. For any game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from itertools import islice
from reprlib import repr as shown
from typing import Any, Final, cast, final

from attrs import frozen

from cairn_rules.codec import Codec
from cairn_rules.codec_faults import within
from cairn_rules.codec_shapes import Data
from cairn_rules.errors import DocumentError, Fault, nearest
from cairn_rules.registry import Registry

KEYS: Final = ("format", "game", "document", "value")
"""The keys of every document: its format number, the game, what it is, and the value itself."""


@final
@frozen
class Kind:
    """One kind of document."""

    type: Any
    """The type of its value, which the codec knows; a union, too."""
    holds: Callable[[object], bool]
    """Whether a value is of that type."""


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
    codec: Codec
    """How the values are written."""
    looking_up: Callable[[Registry[Any] | None], AbstractContextManager[None]]
    """In what follows, ids are looked up in a registry; None is the game's own."""

    def holds(self, value: object) -> bool:
        """Whether there is a document of such a value here."""
        return any(kind.holds(value) for kind in self.kinds.values())

    def wrap(self, value: object) -> dict[str, Data]:
        """The whole document of a value that there is a document of here.

        Raises:
            DocumentError: when something in it cannot be written.
        """
        name, kind = next((name, kind) for name, kind in self.kinds.items() if kind.holds(value))
        written = self.codec.write(value, kind.type)
        return dict(zip(KEYS, (self.format, self.game, name, written), strict=True))

    def unwrap(self, data: Data, registry: Registry[Any] | None) -> Any:
        """The value of a document of this game.

        Raises:
            DocumentError: when it is none; it lists every fault with its path.
        """
        game_of(data, (self.game,))
        faults = list(self._faults(data))
        if faults:
            raise DocumentError(faults)
        with self.looking_up(registry):
            return self.codec.read(data["value"], self.kinds[data["document"]].type, "$.value")

    def _faults(self, data: Data) -> Iterator[Fault]:
        number, document = data["format"], data["document"]
        if type(number) is not int or number < 1:
            yield Fault("$.format", f"{shown(number)} is not a format number; the one written today is {self.format}")
        elif number > self.format:
            yield Fault(
                "$.format",
                f"{number} is of the future: this release of cairn-rules reads formats up to {self.format};"
                " a newer one will read it",
            )
        if not isinstance(document, str) or document not in self.kinds:
            yield Fault("$.document", f"{shown(document)} is unknown; {_hint(document, tuple(self.kinds))}")


def game_of(data: Data, games: tuple[str, ...]) -> str:
    """The game that a document says it is of.

    Raises:
        DocumentError: when the data are no document, or of none of the games.
    """
    if type(data) is not dict:
        raise DocumentError([Fault("$", f"{shown(data)} is no document: an object with {', '.join(KEYS)}")])
    keys = cast("dict[str, Data]", data)
    faults = [Fault(f"$.{key}", "missing") for key in KEYS if key not in keys]
    faults += [
        Fault(within("$", key), f"unknown key; {_hint(key, KEYS)}") for key in islice(keys, 100) if key not in KEYS
    ]
    game = keys.get("game")
    if "game" in keys and game not in games:
        faults.append(Fault("$.game", f"{shown(game)} is unknown; {_hint(game, games)}"))
    if faults:
        raise DocumentError(faults)
    return str(game)


def _hint(word: object, known: tuple[str, ...]) -> str:
    guess = nearest(word, known)
    return f"did you mean {guess!r}?" if guess else f"known: {', '.join(known)}"
