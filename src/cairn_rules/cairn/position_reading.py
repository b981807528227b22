"""A position text read with care: all its faults, each with its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from reprlib import repr as shown
from typing import Any, Final

from cairn_rules.cairn.bitboards import FIELD, spaces_in
from cairn_rules.cairn.board import NAMED_SPACES, SIDE, TRIBES, Space, Tribe
from cairn_rules.cairn.handmade import state_between_turns
from cairn_rules.cairn.placed import FOREST, ROWS
from cairn_rules.cairn.powers import Megalith
from cairn_rules.cairn.soundness import part_faults
from cairn_rules.cairn.state import State
from cairn_rules.cairn.tiles import TILES, Tiles, tiles_from
from cairn_rules.cairn.variant import Variant
from cairn_rules.errors import MOST_FAULTS, Fault, NotationError, UnknownIdError
from cairn_rules.registry import Registry

_FIELDS: Final = ("shamans", "active", "tiles", "megaliths", "upcoming", "deck", "scores")
_SHOWN: Final = ("field", "tribe", "faces", "megaliths", "upcoming", "deck", "score")
"""What the fields are called in a text."""


def _rank_text(row: str) -> str:
    for run in range(SIDE, 0, -1):
        row = row.replace("." * run, str(run))
    return row


RANKS: Final = {both: _rank_text(row) for both, row in ROWS.items()}
"""The text of a rank, by who stands on it."""
RANK_BITS: Final = {text: both for both, text in RANKS.items()}
FACE_BITS: Final = {str(tiles): faces for faces, tiles in enumerate(TILES)}
"""The faces of the tiles, by their text."""


def read_carefully(text: str, registry: Registry[Megalith], variant: Variant) -> State:
    """The state at the start of a turn that a text stands for.

    Raises:
        NotationError: when it stands for none; every fault is listed.
    """
    return _Reading(text, registry).state(variant)


class _Reading:
    """A text that is being read: the parts of the state found so far, and the faults."""

    def __init__(self, text: str, registry: Registry[Megalith]) -> None:
        self.text = text
        self.registry = registry
        self.faults: list[Fault] = []
        self.parts: dict[str, Any] = {}
        self.columns: list[int] = []
        """Where each field begins, once that is asked."""

    def state(self, variant: Variant) -> State:
        words = self.text.split()
        if len(words) != len(_FIELDS):
            fault = Fault(
                "position",
                f"{len(words)} fields; there are seven: {', '.join(_SHOWN)}",
            )
            raise NotationError(self.text, [fault])
        readers: tuple[Callable[[str], Any], ...] = (
            self._shamans,
            self._active,
            self._tiles,
            self._megaliths,
            self._upcoming,
            self._deck,
            self._scores,
        )
        for name, reader, word in zip(_FIELDS, readers, words, strict=True):
            known = len(self.faults)
            value = reader(word)
            if len(self.faults) == known:
                self.parts[name] = value
        for fault in part_faults(self.parts):
            self._fault(fault.where, 0, fault.message)
        if self.faults:
            raise NotationError(self.text, self.faults)
        return state_between_turns(**self.parts, variant=variant)

    def _fault(self, name: str, offset: int, message: str) -> None:
        if not self.columns:
            self.columns = [word.start() + 1 for word in re.finditer(r"\S+", self.text)]
        field = _FIELDS.index(name)
        self.faults.append(Fault(f"{_SHOWN[field]}, column {self.columns[field] + offset}", message))
        if len(self.faults) == MOST_FAULTS:
            raise NotationError(self.text, self.faults)

    def _shamans(self, text: str) -> dict[Space, Tribe]:
        both = 0
        rows = text.split("/")
        if len(rows) != SIDE:
            self._fault("shamans", 0, f"{len(rows)} ranks; there are {SIDE}, from rank {SIDE} down, joined by '/'")
        offset = 0
        for rank, row in zip(reversed(range(SIDE)), rows, strict=False):
            known = RANK_BITS.get(row)
            both |= (self._rank(rank, row, offset) if known is None else known) << SIDE * rank
            offset += len(row) + 1
        standing = zip(TRIBES, (both & FIELD, both >> FOREST), strict=True)
        return {space: tribe for tribe, bits in standing for space in spaces_in(bits)}

    def _rank(self, rank: int, row: str, offset: int) -> int:
        """Who stands on a rank that is not written in the shortest way, or wrongly."""
        file = both = 0
        for index, letter in enumerate(row):
            if letter in "12345":
                file += int(letter)
            elif letter in "sf":
                if file < SIDE:
                    both |= 1 << file + FOREST * (letter == "f")
                file += 1
            else:
                self._fault("shamans", offset + index, f"{letter!r} is none of s, f and 1 to 5")
        if file != SIDE:
            self._fault("shamans", offset, f"rank {rank + 1}, {shown(row)}, has {file} spaces; a rank has {SIDE}")
        return both

    def _active(self, text: str) -> Tribe:
        if text not in ("s", "f"):
            self._fault("active", 0, f"{shown(text)} is no tribe; s is Sea, f is Forest")
        return Tribe.FOREST if text == "f" else Tribe.SEA

    def _tiles(self, text: str) -> Tiles | None:
        if text in FACE_BITS:
            return TILES[FACE_BITS[text]]
        try:
            return tiles_from(text)
        except NotationError as error:
            for fault in error.faults:
                self._fault("tiles", 0, fault.message)
            return None

    def _megaliths(self, text: str) -> dict[Space, Megalith]:
        megaliths: dict[Space, Megalith] = {}
        for offset, item in _items(text):
            name, _, id = item.partition("=")
            space = NAMED_SPACES.get(name)
            if space is None:
                self._fault("megaliths", offset, f"{shown(item)} is not space=id, such as b3=chaos")
            elif space in megaliths:
                self._fault("megaliths", offset, f"{space} has two megaliths; a space has at most one")
            else:
                for megalith in self._known("megaliths", offset + len(name) + 1, id):
                    megaliths[space] = megalith
        return megaliths

    def _upcoming(self, text: str) -> tuple[Megalith, ...]:
        return self._row("upcoming", 0, text)

    def _deck(self, text: str) -> tuple[Megalith, ...]:
        unknown, bar, tucked = text.partition("|")
        known = self._row("deck", len(unknown) + 1, tucked) if bar else ()
        self.parts["tucked"] = len(known)
        if unknown.startswith("?"):
            self._fault("deck", 0, f"{shown(unknown)} stands for unknown megaliths; the text of a state names them all")
            return known
        return (*(self._row("deck", 0, unknown) if unknown else ()), *known)

    def _row(self, name: str, start: int, text: str) -> tuple[Megalith, ...]:
        return tuple([megalith for offset, id in _items(text) for megalith in self._known(name, start + offset, id)])

    def _known(self, name: str, offset: int, id: str) -> Iterator[Megalith]:
        try:
            yield self.registry[id]
        except UnknownIdError as error:
            self._fault(name, offset, str(error))

    def _scores(self, text: str) -> tuple[int, int]:
        found = re.fullmatch("([0-9])-([0-9])", text)
        if found is None:
            self._fault("scores", 0, f"{shown(text)} is no score, such as 1-2 (Sea-Forest)")
            return 0, 0
        return int(found[1]), int(found[2])


def _items(text: str) -> Iterator[tuple[int, str]]:
    """The items of a list in a text, with their offsets; `-` is the empty list."""
    offset = 0
    for item in () if text == "-" else text.split(","):
        yield offset, item
        offset += len(item) + 1
