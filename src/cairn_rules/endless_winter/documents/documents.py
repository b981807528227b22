"""JSON documents of Endless Winter: states, observations, actions, variants and changes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from functools import cache
from typing import Any, Final, TypeVar, cast, final, get_args

from attrs import field as attribute

from cairn_rules.checks import is_of, tuple_of
from cairn_rules.codec.codec import Codec
from cairn_rules.codec.envelope import Documents, Kind
from cairn_rules.codec.faults import Mismatch
from cairn_rules.codec.shapes import Form, Text, checked_form, form_class, holding
from cairn_rules.endless_winter.content import Pack
from cairn_rules.endless_winter.effects import Effect
from cairn_rules.endless_winter.events import Change
from cairn_rules.endless_winter.packs.pack_lookup import find_pack, known_packs
from cairn_rules.endless_winter.rules.observation import Observation
from cairn_rules.endless_winter.rules.soundness import check_observation, check_sound
from cairn_rules.endless_winter.state.actions import Action
from cairn_rules.endless_winter.state.agenda import Frame
from cairn_rules.endless_winter.state.hexes import HEXES, Hex
from cairn_rules.endless_winter.state.megaliths import Megalith, Spot
from cairn_rules.endless_winter.state.state import State
from cairn_rules.endless_winter.variant import Variant
from cairn_rules.errors import DocumentError, Fault, quoted, shown
from cairn_rules.frozen_classes import frozen
from cairn_rules.game import FORMAT_NUMBER

T = TypeVar("T")

_PACKS: Final[ContextVar[tuple[Pack, ...] | None]] = ContextVar("packs", default=None)
"""The packs in which those of documents are looked up; None for the built-in one."""


@final
@frozen(kw_only=True)
class PackForm:
    """The JSON form of a pack in a state: its id, and the hash of its content."""

    id: str
    hash: str


STATE_FORM: Final = form_class(State, required=True)
PACK: Final = Form(
    PackForm,
    lambda pack: PackForm(id=pack.id, hash=pack.hash),
    lambda form: find_pack(form.id, form.hash, _PACKS.get() or known_packs()),
)
VARIANT: Final = checked_form(
    Variant, form_class(Variant, {"rival_level": ("rival_level", attribute(type=int))}, required=True)
)


def _numbers(pattern: str, what: str, made: Callable[..., T | None]) -> Text[T]:
    """Return the JSON form of values that are written as numbers."""
    form = re.compile(pattern)

    def read(text: str) -> T:
        match = form.fullmatch(text)
        value = None if match is None else made(*match.groups())
        if value is None:
            raise Mismatch(f"{shown(text)} is not {what}")
        return value

    return Text(what, str, read, {"pattern": f"^(?:{pattern})$"})


_TILES: Final = {str(tile): tile for tile in HEXES}


def _spot(x: str, y: str, level: str) -> Spot:
    return Spot(int(x), int(y), int(level))


def _megalith(x: str, y: str, level: str, owner: str | None) -> Megalith:
    return Megalith(_spot(x, y, level), None if owner is None else int(owner))


def _write_megalith(megalith: Megalith) -> str:
    return str(megalith.spot) if megalith.owner is None else f"{megalith.spot},{megalith.owner}"


_SPOT: Final = "(-?[0-9]{1,3}),(-?[0-9]{1,3}),([0-9]{1,3})"


@cache
def _codec() -> Codec:
    codec = Codec({})
    codec.text(Hex, _numbers("(-?[0-2],-?[0-2])", "a tile such as '1,-2'", _TILES.get))
    codec.text(Spot, _numbers(_SPOT, "a place for a Megalith such as '2,0,1': x, y and level", _spot))
    megaliths = _numbers(
        f"{_SPOT}(?:,([0-9]))?",
        "a Megalith such as '2,0,1,0': x, y, level, and the owner unless it is neutral",
        _megalith,
    )
    codec.text(Megalith, Text(megaliths.what, _write_megalith, megaliths.read, megaliths.schema))
    codec.union(Effect, get_args(Effect), name="effect")
    codec.union(Frame, get_args(Frame))
    codec.union(Action, get_args(Action))
    codec.union(Change, get_args(Change))
    codec.form(Pack, cast("Any", PACK))
    codec.form(Variant, VARIANT)
    codec.form(State, checked_form(State, STATE_FORM, check_sound))
    codec.form(Observation, checked_form(Observation, form_class(Observation, required=True), check_observation))
    return codec


def type_faults(state: State) -> Iterator[Fault]:
    """Yield the faults of attributes of a state that cannot be written, because they are of wrong types."""
    for name, key in _codec().keys_of(STATE_FORM).items():
        try:
            _codec().write(getattr(state, name), key.type)
        except DocumentError as error:
            yield from (Fault(name, fault.message) for fault in error.faults)


def _as_tuples(value: Any) -> Any:
    return tuple(map(_as_tuples, value)) if type(value) in (list, tuple) else value


def typed(owner: type, name: str, value: object) -> Any:
    """Return a value as an attribute of a class of a state holds it: with tuples for lists.

    Raises:
        DocumentError: if the value is of a wrong type.
    """
    kind, held = _codec().keys_of(owner)[name].type, _as_tuples(value)
    again = _codec().read(_codec().write(held, kind), kind)
    if again != held:
        what = "a tuple" if isinstance(again, tuple) else "of the right type"
        raise DocumentError([Fault(name, f"{quoted(value)} is not {what}")])
    return held


DOCUMENTS: Final = Documents(
    game="endless-winter",
    format=FORMAT_NUMBER,
    kinds={
        "state": Kind(State, is_of(State)),
        "observation": Kind(Observation, is_of(Observation)),
        "variant": Kind(Variant, is_of(Variant)),
        "action": Kind(Action, lambda value: isinstance(value, Action)),
        "changes": Kind(tuple[Change, ...], tuple_of(lambda each: isinstance(each, Change))),
    },
    codec=_codec,
    looking_up=lambda registry: holding(_PACKS, known_packs(registry)),
)
"""The kinds of documents of Endless Winter, and their codec."""
