"""How the values of Cairn are written as JSON: states, observations, actions, variants, changes."""

from __future__ import annotations

import functools
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, get_args

from cairn_rules.cairn.actions import Action, Add, Construct, Effect, Jump, Move, Pass, Transform
from cairn_rules.cairn.board import NAMED_SPACES, VILLAGE, Destination, Space, Tribe
from cairn_rules.cairn.box import BASE_SET, origin
from cairn_rules.cairn.documents import forms
from cairn_rules.cairn.events import AnyFace, Arranged, Change, Question
from cairn_rules.cairn.megalith_data import ID, Megalith
from cairn_rules.cairn.observation import Observation
from cairn_rules.cairn.pending import BuildMegalith, NextTurn, Pending, Snapshot, UsePower, Waiting
from cairn_rules.cairn.powers import BOX_EFFECTS, WIDER_EFFECTS
from cairn_rules.cairn.state import State
from cairn_rules.cairn.tiles import AddFace, JumpFace, MoveFace, Tile, Tiles, TransformationFace
from cairn_rules.cairn.variant import Variant
from cairn_rules.cairn.wider_effects import RelocateAll, Together
from cairn_rules.checks import is_of, tuple_of
from cairn_rules.codec.codec import Codec
from cairn_rules.codec.envelope import Documents, Kind
from cairn_rules.codec.faults import Mismatch
from cairn_rules.codec.shapes import TAG, EnumT, Text, members, named, tag_of
from cairn_rules.game import FORMAT_NUMBER, Outcome
from cairn_rules.lazy import Ref
from cairn_rules.registry import Registry

_stones: ContextVar[Registry[Megalith]] = ContextVar("_stones", default=BASE_SET)
"""Where the ids of a document that is being read are looked up."""


_noted: ContextVar[dict[str, str] | None] = ContextVar("_noted", default=None)
"""The distributions of the megaliths of others that were written so far."""


def _own_effect(tag: str) -> type[Effect] | None:
    """The effect of that tag that a stone of the registry names as its own."""
    found = {kind for stone in _stones.get() for kind in stone.effects if tag_of(kind) == tag}
    if len(found) > 1:
        which = " and ".join(sorted(f"{kind.__module__}.{kind.__qualname__}" for kind in found))
        raise Mismatch(f"{tag!r} stands for {which}; one of them needs another name", TAG)
    return found.pop() if found else None


def _with_names(what: str, kind: type[EnumT]) -> Text[EnumT]:
    """How the members of an enumeration are written: by their names in small letters."""
    return named(what, members(kind))


@functools.cache
def _codec() -> Codec:
    box = (*sorted(BOX_EFFECTS, key=tag_of), *WIDER_EFFECTS)
    faces = get_args(AnyFace)
    known = {kind.__name__: kind for kind in (Space, Tribe, Tile, Tiles, *faces, Megalith, Effect, *box)}
    codec = Codec({**known, "Destination": Destination})
    codec.text(Space, named("a space, a1 to e5", NAMED_SPACES))
    codec.text(Destination, named("a space, a1 to e5, or village", {**NAMED_SPACES, "village": VILLAGE}))
    codec.text(Tribe, _with_names("sea or forest", Tribe))
    codec.text(Tile, _with_names("add, move or jump", Tile))
    codec.text(AddFace, _with_names("white or black", AddFace))
    codec.text(MoveFace, _with_names("orthogonal or diagonal", MoveFace))
    codec.text(JumpFace, _with_names("own or enemy", JumpFace))
    codec.text(TransformationFace, _with_names("end or middle", TransformationFace))
    codec.text(
        AnyFace,
        named("a face of a tile", {face.name.lower(): face for kind in faces for face in kind}),
    )
    codec.text(
        Megalith,
        Text("a megalith's id", _write_stone, lambda text: _stones.get()[text], {"pattern": f"^{ID.pattern}$"}),
    )
    own = "an effect of one's own is known when a megalith in the registry names it with effects="
    codec.union(Effect, box, others=_own_effect, hint=own)
    codec.union(Action, (Add, Move, Jump, Construct, Transform, Pass, *box), others=_own_effect, hint=own)
    codec.union(Pending, get_args(Pending))
    codec.union(Waiting, (BuildMegalith, UsePower, NextTurn), text=Space)
    codec.union(Question, get_args(Question))
    codec.union(Change, get_args(Change))
    codec.form(State, forms.STATE)
    codec.form(Observation, forms.OBSERVATION)
    codec.form(Snapshot, forms.SNAPSHOT)
    codec.form(Tiles, forms.TILES_SHOWN)
    codec.form(Outcome, forms.OUTCOME)
    codec.form(Together, forms.TOGETHER)
    codec.form(RelocateAll, forms.RELOCATE_ALL)
    codec.form(Arranged, forms.ARRANGED)
    return codec


def _write_stone(stone: Megalith) -> str:
    noted, of = _noted.get(), origin(stone)
    if noted is not None and of is not None:
        noted[stone.id] = of
    return stone.id


@contextmanager
def _noting() -> Generator[dict[str, str]]:
    noted: dict[str, str] = {}
    token = _noted.set(noted)
    try:
        yield noted
    finally:
        _noted.reset(token)


@contextmanager
def _looking_up(registry: Registry[Any] | None) -> Generator[None]:
    token = _stones.set(BASE_SET if registry is None else registry)
    try:
        yield
    finally:
        _stones.reset(token)


DOCUMENTS: Final = Documents(
    game="cairn",
    format=FORMAT_NUMBER,
    kinds={
        "state": Kind(State, is_of(State)),
        "observation": Kind(Observation, is_of(Observation)),
        "variant": Kind(Variant, is_of(Variant)),
        "action": Kind(Action, lambda value: isinstance(value, Action)),
        "changes": Kind(tuple[Change, ...], tuple_of(lambda each: isinstance(each, Change))),
    },
    codec=_codec,
    looking_up=_looking_up,
    noting=_noting,
    cache=Ref("cairn_rules.cairn.documents.cache"),
)
"""The documents of Cairn."""
