"""A fast path for states as JSON: the states of one game share most of their text.

A text is split at known marks. The fixed parts hold the layout and are the same for most states of a
game; the variable parts hold the shamans, the tiles and the turn. Fixed parts are learned from texts
that the codec read or wrote in full. A variable part must be one of a few texts that the codec wrote
before, or the codec reads it. Any other text takes the slow path: the codec reads it in full.
"""

from __future__ import annotations

from typing import Any, Final

from attrs import field, make_class

from cairn_rules.cairn.documents.documents import DOCUMENTS, StateForm
from cairn_rules.cairn.megaliths.megaliths import BASE_SET
from cairn_rules.cairn.rules.soundness import kind_faults, pending_faults, turn_start
from cairn_rules.cairn.state.bitboards import bit_set
from cairn_rules.cairn.state.board import SIDE, SPACES, TRIBES, Tribe
from cairn_rules.cairn.state.layout import Layout
from cairn_rules.cairn.state.pending import ChooseAction
from cairn_rules.cairn.state.pending_queue import CHOOSE_ACTION
from cairn_rules.cairn.state.state import NOBODY, State
from cairn_rules.cairn.state.tiles import TILES, Tiles
from cairn_rules.cairn.texts.position_text import FIRST_RANK, FOREST, MOST, ROWS, ParseCache, both_tribes, placed
from cairn_rules.codec.envelope import PACKAGES
from cairn_rules.codec.json_text import DEEPEST, LARGEST, read_json, write_json
from cairn_rules.errors import DocumentError
from cairn_rules.registry import Registry

LONGEST: Final = 5000
"""Maximum length of a text on the fast path, in characters. Longer texts are read in full."""
_MOST_BRACKETS: Final = DEEPEST - 2
"""Maximum number of brackets in the progress of a turn. More could nest too deeply within the document."""
_TURN: Final = ("pending", "moved", "extra_turn", "waiting", "seen")
"""The keys of a state that describe the progress of a turn."""
_KINDS: Final = {name: each.type for name, each in DOCUMENTS.codec().keys_of(StateForm).items()}
_TurnForm: Final[Any] = make_class("_TurnForm", {name: field(type=_KINDS[name]) for name in _TURN}, frozen=True)


def _written(value: object, kind: Any) -> str:
    return write_json(DOCUMENTS.codec().write(value, kind))


_SHAMANS: Final = {
    1 << space + FOREST * tribe: _written({space: tribe}, _KINDS["shamans"])[1:-1]
    for space in SPACES
    for tribe in TRIBES
}
"""The text of each shaman, by its bit in a bitboard of both tribes."""
_BITS: Final = {text: bit for bit, text in _SHAMANS.items()}


def _rows(rank: int) -> dict[int, str]:
    shamans = [(bit, text) for bit, text in _SHAMANS.items() if bit & FIRST_RANK << SIDE * rank]
    return {row: ",".join([text for bit, text in shamans if row << SIDE * rank & bit]) for row in ROWS}


_ROWS: Final = tuple(map(_rows, range(SIDE)))
"""For each rank, the text of its shamans by the rank's bits, shifted to the first rank."""
_TILES: Final = tuple(_written(tiles, Tiles) for tiles in TILES)
_FACES: Final = {text: faces for faces, text in enumerate(_TILES)}
_TRIBES: Final = tuple(_written(tribe, Tribe) for tribe in TRIBES)
_ACTIVE: Final = {text: active for active, text in enumerate(_TRIBES)}
_MARKS: Final = (
    *('"shamans":{', '},"megaliths":', ',"tiles":', ',"scores":', ',"active":'),
    *(',"turn":', ',"pending":', ',"variant":'),
)
"""The marks between the parts of a text."""
_BETWEEN: Final = (1, 3, 5, 6, 7)
"""Indices of the variable parts: shamans, tiles, active tribe, turn number, progress of the turn."""
_AT_TURN: Final = 7


_TEMPLATES: Final[dict[Layout, str]] = {}
"""Format strings with the fixed parts of a state's text, by its layout. Cleared when full."""


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
    """Return the progress of a turn as text; None if the state must be written in full."""
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
"""The progress of a turn that has just started."""

_LAYOUTS: Final[ParseCache[Layout]] = ParseCache()
"""Layouts by the fixed parts of a text."""
_TURNS: Final[ParseCache[Any]] = ParseCache()
"""The progress of turns by its text, as the codec read it."""


def read(text: str, registry: Registry[Any] | None) -> State | None:
    """Return the state of a document whose parts are known; None if it must be read in full."""
    try:
        return _read_state(text, BASE_SET if registry is None else registry)
    except Exception:  # noqa: BLE001 - reading in full finds the fault again and reports it
        return None


def learn(text: str, registry: Registry[Any] | None, value: object) -> None:
    """Remember the layout of a state for other texts, if this text shows the start of a turn.

    In such a text every key of a state appears only once, so it can only be split at the right places.
    """
    if not isinstance(value, State):
        return
    parts = _cut(text)
    if parts and parts[_AT_TURN] == _CHOOSING:
        _LAYOUTS.keep(_fixed(parts), BASE_SET if registry is None else registry, None, value._layout)


def _cut(text: str) -> list[str]:
    """Split the text of a state into its parts. A text that is too long or lacks a mark has none."""
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
    """Return the fixed parts of a text as one, joined by a character that JSON never contains."""
    head, _, stones, _, scores, _, _, _, options = parts
    return f"{head}\0{stones}\0{scores}\0{options}"


def _read_state(text: str, registry: Registry[Any]) -> State | None:
    # 1. the fixed parts: the layout
    parts = _cut(text)
    layout = _LAYOUTS.get(_fixed(parts), registry, None) if parts else None
    if layout is None:
        return None
    _, shamans, _, tiles, _, active, number, turn, _ = parts
    # 2. the shamans, the tiles and the active tribe
    bits = [_BITS[shaman] for shaman in shamans.split(",")]
    both = sum(bits)
    state = placed(both, _ACTIVE[active], _FACES[tiles], layout)
    if state is None or both.bit_count() < len(bits):  # a shaman is listed twice
        return None
    # 3. the number of the turn and its progress
    state._turn = int(number)
    if str(state._turn) != number or not 0 <= state._turn <= LARGEST:
        return None
    if turn == _CHOOSING:
        return state if turn_start(state) is CHOOSE_ACTION else None
    form = _read_turn(turn, registry)
    return state if form and _goes_on(state, form) else None


def _read_turn(text: str, registry: Registry[Any]) -> Any:
    """Return the progress of a turn from its text; None if it must be read in full."""
    form = _TURNS.get(text, registry, None)
    if form is None and _is_shallow(text):
        with DOCUMENTS.looking_up(registry):
            form = DOCUMENTS.codec().read(read_json(f'{{"pending":{text}}}'), _TurnForm)
        if kind_faults({name: getattr(form, name) for name in _TURN}):
            return None
        _TURNS.keep(text, registry, None, form)
    return form


def _goes_on(state: State, form: Any) -> bool:
    """Set the progress of a state's turn, and return whether the rules allow it."""
    state._moved = bit_set(form.moved)
    state._extra = NOBODY if form.extra_turn is None else int(form.extra_turn)
    state._pending, state._waiting, state._seen = form.pending, form.waiting, form.seen
    return not pending_faults(state, turn_start(state))
