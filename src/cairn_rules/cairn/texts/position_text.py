"""Position texts (like FEN in chess): `format_position` and `parse_position`.

A bitboard of both tribes has a bit for each space and tribe: first those of Sea, then those of Forest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import Any, Final, Generic, TypeVar, final

from cairn_rules import errors
from cairn_rules.cairn.megaliths.megaliths import BASE_SET
from cairn_rules.cairn.rules.make_state import state_between_turns
from cairn_rules.cairn.rules.observation import Observation
from cairn_rules.cairn.rules.soundness import kind_faults, part_faults, turn_start
from cairn_rules.cairn.state.bitboards import FIELD, bit_set, spaces_in
from cairn_rules.cairn.state.board import NAMED_SPACES, SHAMANS, SIDE, SPACES, TRIBES, Space, Tribe
from cairn_rules.cairn.state.layout import Layout
from cairn_rules.cairn.state.megalith_data import Megalith
from cairn_rules.cairn.state.pending import ChooseAction, Over
from cairn_rules.cairn.state.pending_queue import CHOOSE_ACTION
from cairn_rules.cairn.state.state import State
from cairn_rules.cairn.state.tiles import TILES, Tiles, tiles_from
from cairn_rules.cairn.variant import STANDARD, Variant
from cairn_rules.checks import check_state, given_text
from cairn_rules.registry import Registry

T = TypeVar("T")

FOREST: Final = len(SPACES)
"""Offset of Forest's bits in a bitboard of both tribes."""
FIRST_RANK: Final = (1 << SIDE) - 1 << FOREST | (1 << SIDE) - 1
"""The first rank in a bitboard of both tribes."""
ROWS: Final = {
    sum(1 << file + FOREST * (letter == "f") for file, letter in enumerate(row) if letter != "."): "".join(row)
    for row in product(".sf", repeat=SIDE)
}
"""Every possible first rank, with one letter per space (`s`, `f` or `.`), by its bitboard of both tribes."""


def both_tribes(state: State) -> int:
    """Return the shamans of a state as a bitboard of both tribes."""
    return state._own << FOREST | state._enemy if state._active else state._enemy << FOREST | state._own


def placed(both: int, active: int, faces: int, layout: Layout) -> State | None:
    """Return a state at the start of a turn. The caller checks whether the game is over.

    It is None if a tribe has too many shamans or two shamans share a space.
    """
    sea, forest = both & FIELD, both >> FOREST
    if sea.bit_count() > SHAMANS or forest.bit_count() > SHAMANS or sea & forest:
        return None
    own, enemy = (forest, sea) if active else (sea, forest)
    return State(own, enemy, faces, active, layout, CHOOSE_ACTION, 0)


_FIELDS: Final = ("shamans", "active", "tiles", "megaliths", "upcoming", "deck", "scores")
_SHOWN: Final = ("board", "tribe", "faces", "megaliths", "upcoming", "deck", "score")
"""Names of the fields in messages."""


def _rank_text(row: str) -> str:
    for run in range(SIDE, 0, -1):
        row = row.replace("." * run, str(run))
    return row


RANKS: Final = {both: _rank_text(row) for both, row in ROWS.items()}
"""Text of each rank, by its bitboard of both tribes."""
RANK_BITS: Final = {text: both for both, text in RANKS.items()}
FACE_BITS: Final = {str(tiles): faces for faces, tiles in enumerate(TILES)}
"""Face bits of the tiles, by their text."""


def read_carefully(text: str, registry: Registry[Megalith], variant: Variant) -> State:
    """Return the state that a position text describes, after checking all of it.

    Raises:
        NotationError: if the text is not a possible position; it lists every fault.
    """
    return _Reading(text, registry).state(variant)


class _Reading:
    """A parser of one position text, with the parts found so far and the faults."""

    def __init__(self, text: str, registry: Registry[Megalith]) -> None:
        self.text = text
        self.registry = registry
        self.faults: list[errors.Fault] = []
        self.parts: dict[str, Any] = {}
        self.columns: list[int] = []
        """Column of each field, computed at the first fault."""

    def state(self, variant: Variant) -> State:
        words = self.text.split()
        if len(words) != len(_FIELDS):
            fault = errors.Fault("position", f"{len(words)} fields; there are seven: {', '.join(_SHOWN)}")
            raise errors.NotationError(self.text, [fault])
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
            raise errors.NotationError(self.text, self.faults)
        return state_between_turns(**self.parts, variant=variant)

    def _fault(self, name: str, offset: int, message: str) -> None:
        if not self.columns:
            self.columns = [word.start() + 1 for word in re.finditer(r"\S+", self.text)]
        field = _FIELDS.index(name)
        self.faults.append(errors.Fault(f"{_SHOWN[field]}, column {self.columns[field] + offset}", message))
        if len(self.faults) == errors.MOST_FAULTS:
            raise errors.NotationError(self.text, self.faults)

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
        """Return the bitboard of a rank that is not in its shortest form, or that has faults."""
        file = both = 0
        for index, letter in enumerate(row):
            if letter in "12345":
                file += int(letter)
                if row[index - 1 : index].isdigit():
                    self._fault(
                        "shamans", offset + index, f"two numbers side by side in {errors.shown(row)}; write their sum"
                    )
            elif letter in "sf":
                if file < SIDE:
                    both |= 1 << file + FOREST * (letter == "f")
                file += 1
            else:
                self._fault("shamans", offset + index, f"{letter!r} is not s, f or a digit from 1 to 5")
        if file != SIDE:
            self._fault(
                "shamans", offset, f"rank {rank + 1}, {errors.shown(row)}, has {file} spaces; a rank has {SIDE}"
            )
        return both

    def _active(self, text: str) -> Tribe:
        if text not in ("s", "f"):
            self._fault("active", 0, f"{errors.shown(text)} is not a tribe; write s for Sea or f for Forest")
        return Tribe.FOREST if text == "f" else Tribe.SEA

    def _tiles(self, text: str) -> Tiles | None:
        if text in FACE_BITS:
            return TILES[FACE_BITS[text]]
        try:
            return tiles_from(text)
        except errors.NotationError as error:
            for fault in error.faults:
                self._fault("tiles", 0, fault.message)
            return None

    def _megaliths(self, text: str) -> dict[Space, Megalith]:
        megaliths: dict[Space, Megalith] = {}
        for offset, item in _items(text):
            name, _, id = item.partition("=")
            space = NAMED_SPACES.get(name)
            if space is None:
                self._fault("megaliths", offset, f"{errors.shown(item)} is not of the form space=id, such as b3=chaos")
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
            self._fault(
                "deck", 0, f"{errors.shown(unknown)} hides megaliths, as in an observation; a state needs all their ids"
            )
            return known
        return (*(self._row("deck", 0, unknown) if unknown else ()), *known)

    def _row(self, name: str, start: int, text: str) -> tuple[Megalith, ...]:
        return tuple([megalith for offset, id in _items(text) for megalith in self._known(name, start + offset, id)])

    def _known(self, name: str, offset: int, id: str) -> Iterator[Megalith]:
        try:
            yield self.registry[id]
        except errors.UnknownIdError as error:
            self._fault(name, offset, str(error))

    def _scores(self, text: str) -> tuple[int, int]:
        found = re.fullmatch("([0-9])-([0-9])", text)
        if found is None:
            self._fault(
                "scores", 0, f"{errors.shown(text)} is not a score; write Sea's and Forest's points, such as 1-2"
            )
            return 0, 0
        return int(found[1]), int(found[2])


def _items(text: str) -> Iterator[tuple[int, str]]:
    """Yield the items of a comma-separated list with their offsets; `-` is the empty list."""
    offset = 0
    for item in () if text == "-" else text.split(","):
        yield offset, item
        offset += len(item) + 1


def format_position(state: State | Observation) -> str:
    """Return the position text of a state between two turns, similar to FEN in chess.

    The line has seven fields, `<field> <tribe> <faces> <megaliths> <upcoming> <deck> <score>`. The first field lists
    ranks 5 to 1, with `s` and `f` for shamans and digits for runs of empty spaces. The faces are those of Add, Move,
    Jump and Transformation. In the deck, a `|` precedes the megaliths that everyone knows. In an observation, `?n`
    replaces `n` unknown megaliths.

    Raises:
        NotationError: if the state is within a turn.
        DefinitionError: if `state` is neither a state nor an observation.

    Example:
        >>> from cairn_rules import cairn
        >>> state = cairn.new_game(seed=7, megaliths=cairn.LIGHT_SET, circles=("chaos", "dawn"))
        >>> cairn.format_position(cairn.observe(state, None))
        'f1f1f/5/5/5/s1s1s s bdom b3=chaos,d3=dawn menhir,sanctuary ?4 0-0'
    """
    check_state(state, State, Observation)
    if not isinstance(state.pending, BETWEEN_TURNS):
        pending = type(state.pending).__name__
        fault = errors.Fault(
            "pending", f"{pending} is a decision within a turn; only a state between turns has a position text"
        )
        raise errors.NotationError(f"a state in turn {state.turn + 1}", [fault], "write")
    if isinstance(state, Observation):
        both = bit_set(space + FOREST * tribe for space, tribe in dict(state.shamans).items())
        unknown = f"?{len(state.unknown)}" if state.unknown else ""
        rest = _format_rest(dict(state.megaliths), state.upcoming, unknown, state.tucked, state.scores)
        faces = str(state.tiles)
    else:
        both = both_tribes(state)
        rest = _format_layout(state._layout)
        faces = _FACES[state._faces]
    return (
        f"{RANKS[both >> 20 & FIRST_RANK]}/{RANKS[both >> 15 & FIRST_RANK]}/{RANKS[both >> 10 & FIRST_RANK]}"
        f"/{RANKS[both >> 5 & FIRST_RANK]}/{RANKS[both & FIRST_RANK]} {state.active.letter} {faces} {rest}"
    )


BETWEEN_TURNS: Final = (ChooseAction, Over)
"""What a state asks between two turns, when it has a position text."""
_FACES: Final = tuple(FACE_BITS)
_ACTIVE: Final = {tribe.letter: int(tribe) for tribe in Tribe}


@lru_cache(maxsize=1024)
def _format_layout(layout: Layout) -> str:
    """Return the last four fields of a position text. Cached, because many positions of a game share a layout."""
    hidden = len(layout.deck) - layout.tucked
    unknown, tucked = _ids(layout.deck[:hidden]), layout.deck[hidden:]
    return _format_rest(layout.megaliths, layout.upcoming, unknown, tucked, layout.scores)


def _format_rest(
    stones: Mapping[Space, Megalith],
    upcoming: tuple[Megalith, ...],
    unknown: str,
    tucked: tuple[Megalith, ...],
    scores: tuple[int, int],
) -> str:
    fields = (
        ",".join([f"{space}={megalith.id}" for space, megalith in stones.items()]),
        _ids(upcoming),
        f"{unknown}|{_ids(tucked)}" if tucked else unknown,
        f"{scores[0]}-{scores[1]}",
    )
    return " ".join(field or "-" for field in fields)


def _ids(megaliths: Iterable[Megalith]) -> str:
    return ",".join([megalith.id for megalith in megaliths])


def parse_position(text: str, registry: Registry[Megalith] = BASE_SET, variant: Variant | None = None) -> State:
    """Return the state that a position text describes. The inverse of `format_position`.

    The state is at the start of a turn.

    Args:
        text: The seven fields, separated by white space.
        registry: The megaliths that the text may name (default: `BASE_SET`).
        variant: The rule options (default: the rules as printed).

    Raises:
        NotationError: if the text is not a position, or an impossible one. Every fault is listed
            with its field and its column, from 1.
        DefinitionError: if the registry is not a `Registry`.
        UnsoundStateError: if the variant is not a `Variant`.

    Example:
        >>> from cairn_rules import cairn
        >>> text = "f1f1f/5/5/5/s1s1s s wooe b3=chaos,d3=dawn cromlech,pillars alley,deer 0-0"
        >>> cairn.format_position(cairn.parse_position(text)) == text
        True
        >>> cairn.parse_position("f1f1f/5/5/5/s1s2s x wooe b3=chaos,d3=dwan - - 0-0")
        Traceback (most recent call last):
        ...
        cairn_rules.errors.NotationError: cannot read 'f1f1f/5/5/5/s1s2s x wooe b3=chaos,d3=dwan - - 0-0': ...
    """
    if not isinstance(registry, Registry):
        raise errors.DefinitionError(f"{errors.quoted(registry)} is not a Registry")
    if variant is not None and (faults := kind_faults({"variant": variant})):
        raise errors.UnsoundStateError(faults)
    given_text(text, "position")
    known = _from_known_parts(text, registry, variant)
    if known is not None:
        return known
    state = read_carefully(text, registry, STANDARD if variant is None else variant)
    *_, rest = text.split(None, 3)
    _LAYOUTS.keep(rest, registry, variant, state._layout)
    return state


MOST: Final = 1024
"""A cache is cleared when it would grow beyond this."""
LONGEST: Final = 2000
"""Maximum length of a cached text, in characters."""


@final
class ParseCache(Generic[T]):
    """Parsed values by text, registry and options. Cleared when full."""

    def __init__(self) -> None:
        self._values: dict[tuple[str, int, Hashable], tuple[T, Registry[Any]]] = {}
        # A value keeps its registry alive, so that no other registry can get the same id(), which is in the key.

    def get(self, text: str, registry: Registry[Any], options: Hashable) -> T | None:
        """Return the cached value, or None."""
        found = self._values.get((text, id(registry), options))
        return None if found is None else found[0]

    def keep(self, text: str, registry: Registry[Any], options: Hashable, value: T) -> None:
        """Cache a value, unless its text is very long."""
        if len(text) > LONGEST:
            return
        if len(self._values) >= MOST:
            self._values.clear()
        self._values[text, id(registry), options] = value, registry


_LAYOUTS: Final[ParseCache[Layout]] = ParseCache()
"""Layouts by the last four fields of texts that passed the full check."""


def _from_known_parts(text: str, registry: Registry[Megalith], variant: Variant | None) -> State | None:
    """Return the state of a text with a cached layout and other fields in standard form, or None."""
    try:
        field, tribe, faces, rest = text.split(None, 3)
        layout = _LAYOUTS.get(rest, registry, variant)
        if layout is None:
            return None
        five, four, three, two, one = field.split("/")
        both = (
            RANK_BITS[five] << 20
            | RANK_BITS[four] << 15
            | RANK_BITS[three] << 10
            | RANK_BITS[two] << 5
            | RANK_BITS[one]
        )
        state = placed(both, _ACTIVE[tribe], FACE_BITS[faces], layout)
    except (ValueError, KeyError):
        return None
    if state is not None:
        state._pending = turn_start(state)
    return state
