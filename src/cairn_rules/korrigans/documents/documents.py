"""JSON documents of Korrigans: states, observations, actions, variants, boards, changes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NewType, TypeAlias, final, get_args

from attrs import asdict, fields, frozen

from cairn_rules.checks import is_of, tuple_of
from cairn_rules.codec.codec import Codec
from cairn_rules.codec.envelope import Documents, Kind
from cairn_rules.codec.shapes import ById, EnumT, Form, Text, checked_form, form_class, members, named
from cairn_rules.errors import Fault, UnsoundStateError
from cairn_rules.game import FORMAT_NUMBER, Outcome
from cairn_rules.korrigans.events import Change, Question
from cairn_rules.korrigans.rules.determinisation import check_observation
from cairn_rules.korrigans.rules.make_state import make_state
from cairn_rules.korrigans.rules.observation import Look, Observation, SeenEntry, SeenSeat
from cairn_rules.korrigans.state.actions import Action, CoverCloud, CoverSun, EndFinalTurn
from cairn_rules.korrigans.state.board import Board, Link, LinkKind, board_data
from cairn_rules.korrigans.state.board_file import board_from_data, default_board
from cairn_rules.korrigans.state.ledger import Entry
from cairn_rules.korrigans.state.pending import Pending
from cairn_rules.korrigans.state.seats import Carried, Seat
from cairn_rules.korrigans.state.state import State
from cairn_rules.korrigans.state.tokens import Clover, Companion, Menhir, Pawn
from cairn_rules.korrigans.variant import REVISION_1, Variant

BoardInGame = NewType("BoardInGame", Board)
"""The board of a state, written by its id if it is the default board."""

_Spot: TypeAlias = Pawn | None
_Line: TypeAlias = tuple[_Spot, _Spot, _Spot, _Spot, _Spot, _Spot, _Spot]
"""The pawns on the seven Suns, or on the seven Clouds."""


@final
@frozen(kw_only=True)
class FieldForm:
    """The JSON form of a `Field`, as in board files."""

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
@frozen
class OutcomeForm:
    """The JSON form of an `Outcome`."""

    winners: tuple[int, ...]
    reason: str


@final
@frozen(kw_only=True)
class BoardForm:
    """The JSON form of a `Board`, as in board files."""

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
    """The attributes that states and observations share, written alike."""

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
    """The JSON form of a `State`, with the contents of fields by field id."""

    seats: tuple[Seat, ...]
    clovers: Mapping[str, tuple[Clover, ...]]
    menhirs: Mapping[str, Menhir]
    ledger: tuple[Entry, ...]


@final
@frozen(kw_only=True)
class ObservationForm(OpenForm):
    """The JSON form of an `Observation`, with the contents of fields by field id."""

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
"""The attributes of states and observations that are written unchanged."""


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
        Fault(name, f"{id!r} is not a field of the board")
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
VARIANT: Final = checked_form(Variant, form_class(Variant, missing=REVISION_1))
"""A variant without `final_meetings` belongs to revision 1 of the rules."""
STATE: Final = Form(StateForm, _write_state, _read_state)
OUTCOME: Final = Form(
    OutcomeForm,
    lambda outcome: OutcomeForm(outcome.winners, outcome.reason),
    lambda form: Outcome(form.winners, form.reason),
)
OBSERVATION: Final = Form(ObservationForm, _write_observation, _read_observation)


def _names(kind: type[EnumT], what: str) -> Text[EnumT]:
    """Return the text form of an enumeration: the names of its members in lower case."""
    known = members(kind)
    return named(f"{what}: {', '.join(known)}", known)


@cache
def _codec() -> Codec:
    codec = Codec({}, tags={CoverSun: "sun", CoverCloud: "cloud", EndFinalTurn: "end"})
    codec.text(Clover, _names(Clover, "a Clover"))
    codec.text(Companion, _names(Companion, "a companion"))
    codec.text(Menhir, _names(Menhir, "a Menhir"))
    codec.text(Pawn, _names(Pawn, "a pawn"))
    codec.text(Carried, _names(Carried, "an Elf or a Goblin"))
    codec.text(LinkKind, _names(LinkKind, "a kind of link"))
    codec.union(Action, get_args(Action))
    codec.union(Pending, get_args(Pending))
    codec.union(Entry, get_args(Entry))
    codec.union(SeenEntry, get_args(SeenEntry))
    codec.union(Question, get_args(Question))
    codec.union(Change, get_args(Change))
    codec.form(Board, BOARD)
    codec.form(Outcome, OUTCOME)
    codec.form(Variant, VARIANT)
    codec.form(State, STATE)
    codec.form(Observation, OBSERVATION)
    shipped = default_board()
    ids = named("the id of a board of the library", {shipped.id: shipped})
    codec.by_id(BoardInGame, ById(ids, lambda board: board == shipped, Board))
    return codec


DOCUMENTS: Final = Documents(
    game="korrigans",
    format=FORMAT_NUMBER,
    kinds={
        "state": Kind(State, is_of(State)),
        "observation": Kind(Observation, is_of(Observation)),
        "variant": Kind(Variant, is_of(Variant)),
        "action": Kind(Action, lambda value: isinstance(value, Action)),
        "board": Kind(Board, is_of(Board)),
        "changes": Kind(tuple[Change, ...], tuple_of(lambda each: isinstance(each, Change))),
    },
    codec=_codec,
)
"""The kinds of documents of Korrigans, and their codec."""
