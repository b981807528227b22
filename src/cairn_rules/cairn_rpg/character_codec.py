"""The JSON form of characters and of all that belongs to them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final, Literal, get_args

from attrs import fields, frozen

from cairn_rules.cairn_rpg.attacks import Consequence
from cairn_rules.cairn_rpg.attributes import Attribute
from cairn_rules.cairn_rpg.conditions import Conditions
from cairn_rules.cairn_rpg.effects import Effect
from cairn_rules.cairn_rpg.formula import Formula
from cairn_rules.cairn_rpg.rulings import parse_fraction
from cairn_rules.codec.codec import Codec
from cairn_rules.codec.shapes import Form, Text, named


@frozen(kw_only=True)
class ConditionsForm:
    """The JSON form of `Conditions`, with sets in alphabetical order."""

    needs: tuple[str, ...] = ()
    deprived_days: int = 0
    absorbed: int = 0
    relieved: int = 0
    today: tuple[str, ...] = ()
    panicked: bool = False
    down: Literal["", "critical", "stabilised", "mortal", "mended"] = ""
    dead: bool = False
    doomed: bool = False
    hamstrung: bool = False
    deaf: bool = False
    diseased: bool = False


_NAMES: Final = tuple(each.name for each in fields(ConditionsForm))
_SETS: Final = ("needs", "today")


def _values(conditions: Conditions | ConditionsForm) -> dict[str, Any]:
    return {name: getattr(conditions, name) for name in _NAMES}


CONDITIONS: Final = Form(
    ConditionsForm,
    lambda value: ConditionsForm(**_values(value) | {name: tuple(sorted(getattr(value, name))) for name in _SETS}),
    lambda form: Conditions(**_values(form) | {name: frozenset(getattr(form, name)) for name in _SETS}),
)


def character_codec() -> Codec:
    """Return a new codec that supports `Character` and `Rulings`. A game adds its own types to it."""
    codec = Codec({})
    codec.text(Attribute, named("STR, DEX or WIL", {each.value: each for each in Attribute}))
    codec.text(Formula, Text("a sum of dice such as '3d6'", str, Formula.parse, {"type": "string"}))
    codec.text(Fraction, Text("a number such as '1/2'", str, parse_fraction, {"type": "string"}))
    codec.union(Consequence, get_args(Consequence))
    codec.union(Effect, get_args(Effect), name="Effect")
    codec.form(Conditions, CONDITIONS)
    return codec
