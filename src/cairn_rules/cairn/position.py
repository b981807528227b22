"""Positions between turns as text, and back: `format_position`, `parse_position`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from reprlib import repr as shown
from typing import Any, Final

from cairn_rules.cairn.board import NAMED_SPACES, SIDE, SPACES, TRIBES, Space, Tribe
from cairn_rules.cairn.drafts import state_between_turns
from cairn_rules.cairn.megaliths import BASE_SET
from cairn_rules.cairn.observation import Observation
from cairn_rules.cairn.pending import ChooseAction, Over
from cairn_rules.cairn.powers import Megalith
from cairn_rules.cairn.soundness import kind_faults, part_faults
from cairn_rules.cairn.state import State
from cairn_rules.cairn.tiles import TILES, Tiles, tiles_from
from cairn_rules.cairn.variant import STANDARD, Variant
from cairn_rules.errors import MOST_FAULTS, DefinitionError, Fault, NotationError, UnknownIdError, UnsoundStateError
from cairn_rules.registry import Registry


def format_position(state: State | Observation) -> str:
    """A position between two turns as text, in seven fields.

    Returns:
        `<field> <tribe> <faces> <megaliths> <upcoming> <deck> <score>`. Field: ranks 5 to 1, `s`
        and `f` for shamans, digits for runs of empty spaces. Faces: Add, Move, Jump,
        Transformation. A `|` in the deck stands before the tiles that everyone knows; in an
        observation `?n` stands for the unknown ones.

    Raises:
        NotationError: when the state is in the middle of a turn.

    Example:
        >>> import cairn_rules as cairn
        >>> state = cairn.new_game(seed=7, megaliths=cairn.LIGHT_SET, circles=("chaos", "dawn"))
        >>> cairn.format_position(cairn.observe(state, None))
        'f1f1f/5/5/5/s1s1s s bdom b3=chaos,d3=dawn menhir,sanctuary ?4 0-0'
    """
    if not isinstance(state.pending, ChooseAction | Over):
        raise NotationError(
            repr(state), [Fault("pending", "a position text stands for a position between turns, not within one")]
        )
    fields = (
        format_field(dict(state.shamans)),
        state.active.letter,
        _FACES[state.tiles],
        ",".join([f"{_TEXTS[space]}={megalith.id}" for space, megalith in dict(state.megaliths).items()]),
        _ids(state.upcoming),
        _format_deck(state),
        f"{state.scores[0]}-{state.scores[1]}",
    )
    return " ".join(field or "-" for field in fields)


def format_field(shamans: dict[Space, Tribe]) -> str:
    """Who stands where as text: ranks 5 to 1, `s` and `f`, digits for runs of empty spaces."""
    letters = ["."] * len(SPACES)
    for space, tribe in shamans.items():
        letters[space] = "sf"[tribe]
    return "/".join([_ROWS["".join(letters[SIDE * rank : SIDE * rank + SIDE])] for rank in reversed(range(SIDE))])


_ROWS: Final = {
    "".join(row): re.sub(r"\.+", lambda run: str(len(run[0])), "".join(row)) for row in product(".sf", repeat=SIDE)
}
"""The text of a rank for the letters on its spaces."""
_RANKS: Final = {
    text: [(file, TRIBES["sf".index(letter)]) for file, letter in enumerate(letters) if letter != "."]
    for letters, text in _ROWS.items()
}
"""Who stands on which file, for the text of a rank."""
_FACES: Final = {tiles: str(tiles) for tiles in TILES}
_TILES: Final = {text: tiles for tiles, text in _FACES.items()}
_TEXTS: Final = tuple(map(str, SPACES))


def _ids(megaliths: Iterable[Megalith]) -> str:
    return ",".join([megalith.id for megalith in megaliths])


def _format_deck(state: State | Observation) -> str:
    if isinstance(state, Observation):
        unknown, tucked = (f"?{len(state.unknown)}" if state.unknown else ""), state.tucked
    else:
        hidden = len(state.deck) - state.tucked
        unknown, tucked = _ids(state.deck[:hidden]), state.deck[hidden:]
    return f"{unknown}|{_ids(tucked)}" if tucked else unknown


def parse_position(text: str, registry: Registry[Megalith] = BASE_SET, variant: Variant | None = None) -> State:
    """The state at the start of a turn that a text stands for; the reverse of `format_position`.

    Args:
        text: Seven fields with white space between them.
        registry: Where the megaliths' ids are looked up.
        variant: The rule options.

    Raises:
        NotationError: when the text is no position, or one that cannot be. Every fault is listed
            with its field and its column, from 1.
        DefinitionError: when the registry is none.
        UnsoundStateError: when the variant is none.

    Example:
        >>> import cairn_rules as cairn
        >>> text = "f1f1f/5/5/5/s1s1s s wooe b3=chaos,d3=dawn cromlech,pillars alley,deer 0-0"
        >>> cairn.format_position(cairn.parse_position(text)) == text
        True
        >>> cairn.parse_position("f1f1f/5/5/5/s1s2s x wooe b3=chaos,d3=dwan - - 0-0")
        Traceback (most recent call last):
        ...
        cairn_rules.errors.NotationError: cannot read 'f1f1f/5/5/5/s1s2s x wooe b3=chaos,d3=dwan - - 0-0': ...
    """
    if not isinstance(registry, Registry):
        raise DefinitionError(f"{registry!r} is no Registry")
    faults = kind_faults({"variant": variant})
    if faults:
        raise UnsoundStateError(faults)
    return _Reading(text, registry).state(STANDARD if variant is None else variant)


_FIELDS: Final = ("shamans", "active", "tiles", "megaliths", "upcoming", "deck", "scores")
_SHOWN: Final = ("field", "tribe", "faces", "megaliths", "upcoming", "deck", "score")
"""What the fields are called in a text."""


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
        shamans: dict[Space, Tribe] = {}
        rows = text.split("/")
        if len(rows) != SIDE:
            self._fault("shamans", 0, f"{len(rows)} ranks; there are {SIDE}, from rank {SIDE} down, joined by '/'")
        offset = 0
        for rank, row in zip(reversed(range(SIDE)), rows, strict=False):
            known = _RANKS.get(row)
            for file, tribe in self._rank(rank, row, offset) if known is None else known:
                shamans[SPACES[SIDE * rank + file]] = tribe
            offset += len(row) + 1
        return shamans

    def _rank(self, rank: int, row: str, offset: int) -> Iterator[tuple[int, Tribe]]:
        """Who stands on which file of a rank that is not written in the shortest way, or wrongly."""
        file = 0
        for index, letter in enumerate(row):
            if letter in "12345":
                file += int(letter)
            elif letter in "sf":
                if file < SIDE:
                    yield file, TRIBES["sf".index(letter)]
                file += 1
            else:
                self._fault("shamans", offset + index, f"{letter!r} is none of s, f and 1 to 5")
        if file != SIDE:
            self._fault("shamans", offset, f"rank {rank + 1}, {shown(row)}, has {file} spaces; a rank has {SIDE}")

    def _active(self, text: str) -> Tribe:
        if text not in ("s", "f"):
            self._fault("active", 0, f"{shown(text)} is no tribe; s is Sea, f is Forest")
        return Tribe.FOREST if text == "f" else Tribe.SEA

    def _tiles(self, text: str) -> Tiles | None:
        if text in _TILES:
            return _TILES[text]
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
