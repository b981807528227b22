"""What some values of Cairn look like as JSON objects, where their attributes are not the keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import Any, Final, TypeVar, final

from attrs import evolve, fields, frozen

from cairn_rules.cairn.actions import Effect
from cairn_rules.cairn.bitboards import bit_set, spaces_in
from cairn_rules.cairn.board import TRIBES, Space, Tribe
from cairn_rules.cairn.effects import Relocate
from cairn_rules.cairn.events import Arranged
from cairn_rules.cairn.make_state import make_state
from cairn_rules.cairn.megalith_data import Megalith
from cairn_rules.cairn.observation import Observation, sample_hidden
from cairn_rules.cairn.pending import Pending, Snapshot, UsePower, Waiting
from cairn_rules.cairn.state import NOBODY
from cairn_rules.cairn.tiles import TILES, AddFace, JumpFace, MoveFace, Tiles, TransformationFace, face_bits
from cairn_rules.cairn.variant import STANDARD, Variant
from cairn_rules.cairn.wider_effects import RelocateAll, Together
from cairn_rules.codec.shapes import Form
from cairn_rules.errors import UnsoundStateError
from cairn_rules.game import Outcome

T = TypeVar("T")


@frozen(kw_only=True)
class _Decision:
    """What states and observations have in common: all but the deck."""

    shamans: Mapping[Space, Tribe]
    megaliths: Mapping[Space, Megalith]
    upcoming: tuple[Megalith, ...]
    tiles: Tiles
    scores: tuple[int, int]
    active: Tribe
    turn: int = 0
    pending: Pending
    moved: tuple[Space, ...] = ()
    extra_turn: Tribe | None = None
    waiting: tuple[Waiting, ...] = ()
    seen: tuple[Snapshot, ...] = ()
    variant: Variant = STANDARD


@final
@frozen(kw_only=True)
class StateForm(_Decision):
    """A `State` as an object: the arguments of `make_state`."""

    deck: tuple[Megalith, ...]
    tucked: int = 0


@final
@frozen(kw_only=True)
class ObservationForm(_Decision):
    """An `Observation` as an object."""

    unknown: tuple[Megalith, ...]
    tucked: tuple[Megalith, ...] = ()


@final
@frozen(kw_only=True)
class SnapshotForm:
    """A `Snapshot` as an object: its bitboards as lists of spaces."""

    own: tuple[Space, ...]
    enemy: tuple[Space, ...]
    moved: tuple[Space, ...]
    megaliths: Mapping[Space, Megalith]
    upcoming: tuple[Megalith, ...]
    tiles: Tiles
    extra_turn: Tribe | None
    deck_size: int
    pending: UsePower
    waiting: tuple[Waiting, ...]


@final
@frozen
class TilesForm:
    """`Tiles` as an object: no face is left out."""

    add: AddFace
    move: MoveFace
    jump: JumpFace
    transformation: TransformationFace


@final
@frozen
class OutcomeForm:
    """An `Outcome` as an object, the winners by name."""

    winners: tuple[Tribe, ...]
    reason: str


@final
@frozen
class ArrangedForm:
    """An `Arranged` as an object."""

    megaliths: Mapping[Space, Megalith]
    upcoming: tuple[Megalith, ...]
    unknown: tuple[Megalith, ...]
    tucked: tuple[Megalith, ...]


@final
@frozen
class TogetherForm:
    """A `Together` as an object."""

    effects: tuple[Effect, ...]


@final
@frozen
class RelocateAllForm:
    """A `RelocateAll` as an object."""

    moves: tuple[Relocate, ...]


@cache
def _names(form: type) -> tuple[str, ...]:
    return tuple(each.name for each in fields(form))


def _attributes(value: object, form: type) -> dict[str, Any]:
    """The attributes of a value that have the names of a form's fields."""
    return {name: getattr(value, name) for name in _names(form)}


def _of_same_names(make: Callable[..., T], form: type[Any]) -> Form[T, Any]:
    """For values that are made of arguments with the names of a form's fields."""
    return Form(form, lambda value: form(**_attributes(value, form)), lambda read: make(**_attributes(read, form)))


def _write_snapshot(seen: Snapshot) -> SnapshotForm:
    return SnapshotForm(
        own=spaces_in(seen.own),
        enemy=spaces_in(seen.enemy),
        moved=spaces_in(seen.moved),
        megaliths=dict(seen.stones),
        upcoming=seen.upcoming,
        tiles=TILES[seen.faces],
        extra_turn=None if seen.extra == NOBODY else TRIBES[seen.extra],
        deck_size=seen.deck_size,
        pending=seen.pending,
        waiting=seen.waiting,
    )


def _read_snapshot(form: SnapshotForm) -> Snapshot:
    return Snapshot(
        own=bit_set(form.own),
        enemy=bit_set(form.enemy),
        moved=bit_set(form.moved),
        faces=face_bits(form.tiles),
        extra=NOBODY if form.extra_turn is None else int(form.extra_turn),
        stones=tuple(sorted(form.megaliths.items())),
        upcoming=form.upcoming,
        deck_size=form.deck_size,
        pending=form.pending,
        waiting=form.waiting,
    )


def _write_observation(seen: Observation) -> ObservationForm:
    return ObservationForm(**_attributes(seen, ObservationForm))


def _read_observation(form: ObservationForm) -> Observation:
    values = _attributes(form, ObservationForm)
    values["unknown"] = tuple(sorted(form.unknown, key=lambda megalith: megalith.id))
    seen = Observation(**values)
    try:
        sample_hidden(seen, Random(0))
    except UnsoundStateError as error:
        deck = "unknown" if form.unknown else "tucked"
        raise UnsoundStateError(
            evolve(fault, where=deck) if fault.where == "deck" else fault for fault in error.faults
        ) from None
    return seen


STATE: Final = _of_same_names(make_state, StateForm)
OBSERVATION: Final = Form(ObservationForm, _write_observation, _read_observation)
SNAPSHOT: Final = Form(SnapshotForm, _write_snapshot, _read_snapshot)
TILES_SHOWN: Final = _of_same_names(Tiles, TilesForm)
OUTCOME: Final = Form(
    OutcomeForm,
    lambda outcome: OutcomeForm(tuple(map(Tribe, outcome.winners)), outcome.reason),
    lambda form: Outcome(form.winners, form.reason),
)
TOGETHER: Final = Form(TogetherForm, lambda each: TogetherForm(each.effects), lambda form: Together(*form.effects))
RELOCATE_ALL: Final = Form(
    RelocateAllForm, lambda each: RelocateAllForm(each.moves), lambda form: RelocateAll(*form.moves)
)
ARRANGED: Final = Form(
    ArrangedForm,
    lambda each: ArrangedForm(dict(each.megaliths), each.upcoming, each.unknown, each.tucked),
    lambda form: Arranged(tuple(sorted(form.megaliths.items())), form.upcoming, form.unknown, form.tucked),
)
