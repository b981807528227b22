"""States as JSON by the parts of their texts that are known: the states of a game differ in few of them.

A text is cut into fixed parts, which tell the layout and are the same for most states of a game, and
what stands between them. Fixed parts are known from texts that were read or written with care, as all
other documents are. What stands between must be one of a few texts that the codec wrote, or is read
by the codec itself; and a text that is not known in this way is read with care.
"""

from __future__ import annotations

from typing import Any, Final

from attrs import field, make_class

from cairn_rules.cairn.bitboards import bit_set
from cairn_rules.cairn.board import SIDE, SPACES, TRIBES, Tribe
from cairn_rules.cairn.box_megaliths import BASE_SET
from cairn_rules.cairn.decisions import CHOOSE_ACTION
from cairn_rules.cairn.documents import DOCUMENTS, StateForm
from cairn_rules.cairn.layout import Layout
from cairn_rules.cairn.pending import ChooseAction
from cairn_rules.cairn.position import FIRST_RANK, FOREST, MOST, ROWS, ParseCache, both_tribes, placed
from cairn_rules.cairn.soundness import kind_faults, pending_faults, turn_start
from cairn_rules.cairn.state import NOBODY, State
from cairn_rules.cairn.tiles import TILES, Tiles
from cairn_rules.codec.envelope import PACKAGES
from cairn_rules.codec.json_text import DEEPEST, LARGEST, read_json, write_json
from cairn_rules.errors import DocumentError
from cairn_rules.registry import Registry

LONGEST: Final = 5000
"""Longer texts are always read with care."""
_MOST_BRACKETS: Final = DEEPEST - 2
"""What tells how far a turn is, within the state and the document, may be nested too deeply when it has more."""
_TURN: Final = ("pending", "moved", "extra_turn", "waiting", "seen")
"""The keys of a state that tell how far a turn is."""
_KINDS: Final = {name: each.type for name, each in DOCUMENTS.codec().keys_of(StateForm).items()}
_TurnForm: Final[Any] = make_class("_TurnForm", {name: field(type=_KINDS[name]) for name in _TURN}, frozen=True)


def _written(value: object, kind: Any) -> str:
    return write_json(DOCUMENTS.codec().write(value, kind))


_SHAMANS: Final = {
    1 << space + FOREST * tribe: _written({space: tribe}, _KINDS["shamans"])[1:-1]
    for space in SPACES
    for tribe in TRIBES
}
"""A shaman as it stands in a text, by its bit in a bitboard of both tribes."""
_BITS: Final = {text: bit for bit, text in _SHAMANS.items()}


def _rows(rank: int) -> dict[int, str]:
    shamans = [(bit, text) for bit, text in _SHAMANS.items() if bit & FIRST_RANK << SIDE * rank]
    return {row: ",".join([text for bit, text in shamans if row << SIDE * rank & bit]) for row in ROWS}


_ROWS: Final = tuple(map(_rows, range(SIDE)))
"""The shamans on each rank, by who stands on it as if it were the first."""
_TILES: Final = tuple(_written(tiles, Tiles) for tiles in TILES)
_FACES: Final = {text: faces for faces, text in enumerate(_TILES)}
_TRIBES: Final = tuple(_written(tribe, Tribe) for tribe in TRIBES)
_ACTIVE: Final = {text: active for active, text in enumerate(_TRIBES)}
_MARKS: Final = (
    *('"shamans":{', '},"megaliths":', ',"tiles":', ',"scores":', ',"active":'),
    *(',"turn":', ',"pending":', ',"variant":'),
)
"""What stands between the parts of a text."""
_BETWEEN: Final = (1, 3, 5, 6, 7)
"""The parts that are not fixed: the shamans, the tiles, whose turn it is, its number and how far it is."""
_AT_TURN: Final = 7


_TEMPLATES: Final[dict[Layout, str]] = {}
"""The fixed parts of the text of a state, by its layout. Cleared when full."""


def write(value: object) -> str | None:
    """Return the document of a state on one line; None for any other value.

    Raises:
        DocumentError: if something in it cannot be written.
    """
    if not isinstance(value, State):
        return None
    template, turn, number = _TEMPLATES.get(value._layout), _write_turn(value), value._turn
    if template is None or turn is None or type(number) is not int or number > LARGEST:
        return _write_with_care(value, turn)
    both = both_tribes(value)
    rows = [_ROWS[rank][both >> SIDE * rank & FIRST_RANK] for rank in range(SIDE)]
    shamans = ",".join(filter(None, rows))
    return template % (shamans, _TILES[value._faces], _TRIBES[value._active], number, turn)


def _write_with_care(state: State, turn: str | None) -> str:
    data = DOCUMENTS.wrap(state)
    text = write_json(data)
    parts = _cut(text)
    if parts and parts[_AT_TURN] == turn and PACKAGES not in data:
        for at in _BETWEEN:
            parts[at] = "%s"
        if len(_TEMPLATES) >= MOST:
            _TEMPLATES.clear()
        _TEMPLATES[state._layout] = "".join(map("".join, zip(parts, (*_MARKS, ""), strict=True)))
    return text


def _write_turn(state: State) -> str | None:
    """How far a turn is; None when that must be written with care."""
    if isinstance(state._pending, ChooseAction):
        return _CHOOSING
    try:
        with DOCUMENTS.noting() as origins:
            text = _turn_text(state)
    except (DocumentError, RecursionError):
        return None
    return text if _is_shallow(text) and not origins else None


def _turn_text(state: Any) -> str:
    form = _TurnForm(*[getattr(state, name) for name in _TURN])
    return _written(form, _TurnForm).removeprefix('{"pending":').removesuffix("}")


def _is_shallow(text: str) -> bool:
    return text.count("{") + text.count("[") <= _MOST_BRACKETS


_CHOOSING: Final = _turn_text(_TurnForm(CHOOSE_ACTION, (), None, (), ()))
"""How far a turn is that starts."""

_LAYOUTS: Final[ParseCache[Layout]] = ParseCache()
"""The layout that the fixed parts of a text tell."""
_TURNS: Final[ParseCache[Any]] = ParseCache()
"""How far a turn is, as the codec read it from its text."""


def read(text: str, registry: Registry[Any] | None) -> State | None:
    """Return the state of a document whose parts are known; None if it must be read in full."""
    try:
        return _read_state(text, BASE_SET if registry is None else registry)
    except Exception:  # noqa: BLE001 - whatever is wrong is found again, and told, by reading with care
        return None


def learn(text: str, registry: Registry[Any] | None, value: object) -> None:
    """Remember the layout of a state for other texts, if this one, read in full, is of a turn's start.

    In such a text the keys of a state are nowhere else, so that it can only be cut where it should be.
    """
    if not isinstance(value, State):
        return
    parts = _cut(text)
    if parts and parts[_AT_TURN] == _CHOOSING:
        _LAYOUTS.keep(_fixed(parts), BASE_SET if registry is None else registry, None, value._layout)


def _cut(text: str) -> list[str]:
    """The parts of the text of a state; those of another one, or of none, are of no use."""
    if len(text) > LONGEST:
        return []
    parts: list[str] = []
    for mark in _MARKS:
        part, found, text = text.partition(mark)
        if not found:
            return []
        parts.append(part)
    parts.append(text)
    return parts


def _fixed(parts: list[str]) -> str:
    """The fixed parts of a text as one, joined by what is in no JSON."""
    head, _, stones, _, scores, _, _, _, options = parts
    return f"{head}\0{stones}\0{scores}\0{options}"


def _read_state(text: str, registry: Registry[Any]) -> State | None:
    parts = _cut(text)
    layout = _LAYOUTS.get(_fixed(parts), registry, None) if parts else None
    if layout is None:
        return None
    _, shamans, _, tiles, _, active, number, turn, _ = parts
    bits = [_BITS[shaman] for shaman in shamans.split(",")]
    both = sum(bits)
    state = placed(both, _ACTIVE[active], _FACES[tiles], layout)
    if state is None or both.bit_count() < len(bits):  # one of them is there twice
        return None
    state._turn = int(number)
    if str(state._turn) != number or not 0 <= state._turn <= LARGEST:
        return None
    if turn == _CHOOSING:
        return state if turn_start(state) is CHOOSE_ACTION else None
    form = _read_turn(turn, registry)
    return state if form and _goes_on(state, form) else None


def _read_turn(text: str, registry: Registry[Any]) -> Any:
    """How far a turn is; None when that must be read with care."""
    form = _TURNS.get(text, registry, None)
    if form is None and _is_shallow(text):
        with DOCUMENTS.looking_up(registry):
            form = DOCUMENTS.codec().read(read_json(f'{{"pending":{text}}}'), _TurnForm)
        if kind_faults({name: getattr(form, name) for name in _TURN}):
            return None
        _TURNS.keep(text, registry, None, form)
    return form


def _goes_on(state: State, form: Any) -> bool:
    """Whether a turn that starts with a state can be so far; the state is brought there."""
    state._moved = bit_set(form.moved)
    state._extra = NOBODY if form.extra_turn is None else int(form.extra_turn)
    state._pending, state._waiting, state._seen = form.pending, form.waiting, form.seen
    return not pending_faults(state, turn_start(state))
