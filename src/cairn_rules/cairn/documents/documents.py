"""Values of Cairn as JSON: states, observations, actions, variants, changes."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from contextvars import ContextVar
from random import Random
from typing import Any, Final, final, get_args

from cairn_rules.cairn.events import AnyFace, Arranged, Change, Question
from cairn_rules.cairn.megaliths.effects import Relocate
from cairn_rules.cairn.megaliths.megaliths import BASE_SET, origin
from cairn_rules.cairn.megaliths.power_rules import BOX_EFFECTS, WIDER_EFFECTS
from cairn_rules.cairn.megaliths.wider_effects import RelocateAll, Together
from cairn_rules.cairn.puzzle import Puzzle, check_puzzle
from cairn_rules.cairn.rules.make_state import make_state
from cairn_rules.cairn.rules.observation import Observation, sample_hidden
from cairn_rules.cairn.state.actions import Action, Add, Construct, Effect, Jump, Move, Pass, Transform
from cairn_rules.cairn.state.bitboards import bit_set, spaces_in
from cairn_rules.cairn.state.board import NAMED_SPACES, TRIBES, VILLAGE, Destination, Space, Tribe
from cairn_rules.cairn.state.megalith_data import ID, Megalith
from cairn_rules.cairn.state.pending import BuildMegalith, NextTurn, Pending, Snapshot, UsePower, Waiting
from cairn_rules.cairn.state.state import NOBODY, State
from cairn_rules.cairn.state.tiles import TILES, AddFace, JumpFace, MoveFace, Tile, Tiles, TransformationFace, face_bits
from cairn_rules.cairn.variant import STANDARD, Variant
from cairn_rules.checks import is_of, tuple_of
from cairn_rules.codec.codec import Codec
from cairn_rules.codec.envelope import Documents, Kind
from cairn_rules.codec.shapes import Form, Text, checked_form, form_class, holding, members, named, tag_of
from cairn_rules.errors import UnsoundStateError
from cairn_rules.frozen_classes import evolve, frozen
from cairn_rules.game import FORMAT_NUMBER, Outcome
from cairn_rules.lazy import Ref
from cairn_rules.registry import Registry


@frozen(kw_only=True)
class _Decision:
    """The fields that states and observations share: all but the deck."""

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
    """The JSON form of a `State`: the arguments of `make_state`."""

    deck: tuple[Megalith, ...]
    tucked: int = 0


@final
@frozen(kw_only=True)
class ObservationForm(_Decision):
    """The JSON form of an `Observation`."""

    unknown: tuple[Megalith, ...]
    tucked: tuple[Megalith, ...] = ()


@final
@frozen(kw_only=True)
class SnapshotForm:
    """The JSON form of a `Snapshot`, with lists of spaces for its bitboards."""

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
    """The JSON form of `Tiles`; every face is written."""

    add: AddFace
    move: MoveFace
    jump: JumpFace
    transformation: TransformationFace


@final
@frozen
class OutcomeForm:
    """The JSON form of an `Outcome`, with the winners by name."""

    winners: tuple[Tribe, ...]
    reason: str


@final
@frozen
class ArrangedForm:
    """The JSON form of an `Arranged`."""

    megaliths: Mapping[Space, Megalith]
    upcoming: tuple[Megalith, ...]
    unknown: tuple[Megalith, ...]
    tucked: tuple[Megalith, ...]


@final
@frozen
class TogetherForm:
    """The JSON form of a `Together`."""

    effects: tuple[Effect, ...]


@final
@frozen
class RelocateAllForm:
    """The JSON form of a `RelocateAll`."""

    moves: tuple[Relocate, ...]


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


def _observation(unknown: tuple[Megalith, ...], **others: Any) -> Observation:
    seen = Observation(unknown=tuple(sorted(unknown, key=lambda megalith: megalith.id)), **others)
    try:
        sample_hidden(seen, Random(0))
    except UnsoundStateError as error:
        deck = "unknown" if unknown else "tucked"
        raise UnsoundStateError(
            evolve(fault, where=deck) if fault.where == "deck" else fault for fault in error.faults
        ) from None
    return seen


STATE: Final = checked_form(make_state, StateForm)
OBSERVATION: Final = checked_form(_observation, ObservationForm)
SNAPSHOT: Final = Form(SnapshotForm, _write_snapshot, _read_snapshot)
TILES_SHOWN: Final = checked_form(Tiles, TilesForm)
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

_stones: ContextVar[Registry[Megalith]] = ContextVar("_stones", default=BASE_SET)
"""The registry that resolves the ids in the document being read."""


_noted: ContextVar[dict[str, str] | None] = ContextVar("_noted", default=None)
"""Distributions of the third-party megaliths written so far, by megalith id."""


def _own_effect(tag: str) -> type[Effect] | None:
    """Return the custom effect with this tag that a megalith in the registry declares, if any."""
    effects = (kind for stone in _stones.get() for kind in stone.effects)
    return next((kind for kind in effects if tag_of(kind) == tag), None)


@functools.cache
def _codec() -> Codec:
    box = (*sorted(BOX_EFFECTS, key=tag_of), *WIDER_EFFECTS)
    faces = get_args(AnyFace)
    known = {kind.__name__: kind for kind in (Space, Tribe, Tile, Tiles, *faces, Megalith, Effect, *box)}
    codec = Codec({**known, "Destination": Destination})
    codec.text(Space, named("a space, a1 to e5", NAMED_SPACES))
    codec.text(Destination, named("a space, a1 to e5, or village", {**NAMED_SPACES, "village": VILLAGE}))
    codec.text(Tribe, named("sea or forest", members(Tribe)))
    codec.text(Tile, named("add, move or jump", members(Tile)))
    codec.text(AddFace, named("white or black", members(AddFace)))
    codec.text(MoveFace, named("orthogonal or diagonal", members(MoveFace)))
    codec.text(JumpFace, named("own or enemy", members(JumpFace)))
    codec.text(TransformationFace, named("end or middle", members(TransformationFace)))
    codec.text(AnyFace, named("a face of a tile", {face.name.lower(): face for kind in faces for face in kind}))
    codec.text(
        Megalith,
        Text("a megalith's id", _write_stone, lambda text: _stones.get()[text], {"pattern": f"^{ID.pattern}$"}),
    )
    own = "a custom effect can be read when a megalith in the registry declares it with effects="
    codec.union(Effect, box, others=_own_effect, hint=own)
    codec.union(Action, (Add, Move, Jump, Construct, Transform, Pass, *box), others=_own_effect, hint=own)
    codec.union(Pending, get_args(Pending))
    codec.union(Waiting, (BuildMegalith, UsePower, NextTurn), text=Space)
    codec.union(Question, get_args(Question))
    codec.union(Change, get_args(Change))
    codec.form(State, STATE)
    codec.form(Observation, OBSERVATION)
    codec.form(Snapshot, SNAPSHOT)
    codec.form(Tiles, TILES_SHOWN)
    codec.form(Outcome, OUTCOME)
    codec.form(Together, TOGETHER)
    codec.form(RelocateAll, RELOCATE_ALL)
    codec.form(Arranged, ARRANGED)
    codec.form(Puzzle, checked_form(Puzzle, form_class(Puzzle), check_puzzle))
    return codec


def _write_stone(stone: Megalith) -> str:
    noted, of = _noted.get(), origin(stone)
    if noted is not None and of is not None:
        noted[stone.id] = of
    return stone.id


DOCUMENTS: Final = Documents(
    game="cairn",
    format=FORMAT_NUMBER,
    kinds={
        "state": Kind(State, is_of(State)),
        "observation": Kind(Observation, is_of(Observation)),
        "variant": Kind(Variant, is_of(Variant)),
        "action": Kind(Action, lambda value: isinstance(value, Action)),
        "changes": Kind(tuple[Change, ...], tuple_of(lambda each: isinstance(each, Change))),
        "puzzle": Kind(Puzzle, is_of(Puzzle)),
    },
    codec=_codec,
    looking_up=lambda registry: holding(_stones, BASE_SET if registry is None else registry),
    noting=lambda: holding(_noted, dict[str, str]()),
    cache=Ref("cairn_rules.cairn.documents.state_text_cache"),
)
"""Cairn's JSON documents: states, observations, variants, actions, puzzles and changes."""
