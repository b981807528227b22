"""What some values of Korrigans look like as JSON objects, where their attributes are not the keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NewType, TypeAlias, final

from attrs import asdict, fields, frozen

from cairn_rules.codec.shapes import Form
from cairn_rules.errors import Fault, UnsoundStateError
from cairn_rules.korrigans.board import Board, Link, board_data
from cairn_rules.korrigans.board_file import board_from_data
from cairn_rules.korrigans.handmade import make_state
from cairn_rules.korrigans.ledger import Entry
from cairn_rules.korrigans.looks import Look, SeenEntry
from cairn_rules.korrigans.observation import Observation, SeenSeat
from cairn_rules.korrigans.observed import check_observation
from cairn_rules.korrigans.pending import Pending
from cairn_rules.korrigans.rainbow import Pawn
from cairn_rules.korrigans.seats import Seat
from cairn_rules.korrigans.state import State
from cairn_rules.korrigans.tokens import Clover, Menhir
from cairn_rules.korrigans.variant import Variant

BoardInGame = NewType("BoardInGame", Board)
"""The board of a state: one of the library is written by its id."""

_Spot: TypeAlias = Pawn | None
_Line: TypeAlias = tuple[_Spot, _Spot, _Spot, _Spot, _Spot, _Spot, _Spot]
"""The suns or the clouds."""


@final
@frozen(kw_only=True)
class FieldForm:
    """A `Field` as an object, as in board files."""

    id: str
    name: str
    colour: str
    clovers: int
    start: int
    menhir: bool
    molehill: bool
    pontoon: bool
    cells: tuple[str, ...]


@final
@frozen(kw_only=True)
class BoardForm:
    """A `Board` as an object, as in board files."""

    id: str
    status: str
    rows: int
    cols: int
    field: tuple[FieldForm, ...]
    links: Mapping[str, tuple[str, ...]]
    clovers: Mapping[str, Mapping[str, int]]
    menhirs: Mapping[str, int]


@frozen(kw_only=True)
class OpenForm:
    """What states and observations have in common, written alike."""

    board: BoardInGame
    variant: Variant
    elves: int
    goblins: int
    backups: int
    troll: Link | None
    bag: tuple[Pawn, ...]
    bag_holder: int
    suns: _Line
    clouds: _Line
    cauldron: str | None
    round: int
    turn: int
    pending: Pending


@final
@frozen(kw_only=True)
class StateForm(OpenForm):
    """A `State` as an object: what lies in fields is told by their ids."""

    seats: tuple[Seat, ...]
    clovers: Mapping[str, tuple[Clover, ...]]
    menhirs: Mapping[str, Menhir]
    ledger: tuple[Entry, ...]


@final
@frozen(kw_only=True)
class ObservationForm(OpenForm):
    """An `Observation` as an object: what lies in fields is told by their ids."""

    player: int | None
    seats: tuple[SeenSeat, ...]
    clovers: Mapping[str, int]
    offered: tuple[Clover, ...]
    menhirs: tuple[str, ...]
    menhirs_left: tuple[Menhir, ...]
    ledger: tuple[SeenEntry, ...]
    looks: tuple[Look, ...]


def _write_board(board: Board) -> BoardForm:
    data = board_data(board)
    data["field"] = tuple(FieldForm(**each) for each in data["field"])
    return BoardForm(**data)


OPEN: Final = tuple(each.name for each in fields(OpenForm))
"""What is written of states and observations as it is."""


def _write_state(state: State) -> StateForm:
    ids = [field.id for field in state.board.fields]
    return StateForm(
        **{name: getattr(state, name) for name in OPEN},
        seats=state.seats,
        clovers=dict(zip(ids, state.clovers, strict=True)),
        menhirs={id: each for id, each in zip(ids, state.menhirs, strict=True) if each is not None},
        ledger=state.ledger,
    )


def _read_state(form: StateForm) -> State:
    whole = {each.name: getattr(form, each.name) for each in fields(StateForm)}
    for name in ("suns", "clouds"):
        whole[name] = {place: pawn for place, pawn in enumerate(whole[name], 1) if pawn is not None}
    return make_state(**whole)


def _write_observation(seen: Observation) -> ObservationForm:
    ids = [field.id for field in seen.board.fields]
    whole = {each.name: getattr(seen, each.name) for each in fields(ObservationForm)}
    whole["clovers"] = dict(zip(ids, seen.clovers, strict=True))
    whole["menhirs"] = tuple(id for id, there in zip(ids, seen.menhirs, strict=True) if there)
    return ObservationForm(**whole)


def _read_observation(form: ObservationForm) -> Observation:
    whole = {each.name: getattr(form, each.name) for each in fields(ObservationForm)}
    ids = [field.id for field in form.board.fields]
    faults = [
        Fault(name, f"{id!r} is no field of the board")
        for name, there in (("clovers", form.clovers), ("menhirs", form.menhirs))
        for id in there
        if id not in ids
    ]
    if faults:
        raise UnsoundStateError(faults)
    whole["clovers"] = tuple(form.clovers.get(id, 0) for id in ids)
    whole["menhirs"] = tuple(id in form.menhirs for id in ids)
    seen = Observation(**whole)
    check_observation(seen)
    return seen


BOARD: Final = Form(BoardForm, _write_board, lambda form: board_from_data(asdict(form)))
STATE: Final = Form(StateForm, _write_state, _read_state)
OBSERVATION: Final = Form(ObservationForm, _write_observation, _read_observation)
