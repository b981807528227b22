"""The JSON form of characters and of all that belongs to them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final, get_type_hints

from attrs import field, fields, make_class

from cairn_rules.cairn_rpg.book_file import content_codec
from cairn_rules.cairn_rpg.conditions import Conditions
from cairn_rules.cairn_rpg.rulings import parse_fraction
from cairn_rules.codec.codec import Codec
from cairn_rules.codec.shapes import Form, Text


def _form() -> type[Any]:
    """Return the class of the JSON form of `Conditions`: the needs are a tuple."""
    types = get_type_hints(Conditions) | {"needs": tuple[str, ...]}
    defaults = {each.name: each.default for each in fields(Conditions)} | {"needs": ()}
    keys = {name: field(default=default, type=types[name]) for name, default in defaults.items()}
    return make_class("ConditionsForm", keys, frozen=True, kw_only=True)


_ConditionsForm: Final = _form()


def _values(conditions: Any, needs: Any) -> dict[str, Any]:
    return {each.name: getattr(conditions, each.name) for each in fields(Conditions)} | {"needs": needs}


CONDITIONS: Final = Form(
    _ConditionsForm,
    lambda value: _ConditionsForm(**_values(value, tuple(sorted(value.needs)))),
    lambda form: Conditions(**_values(form, frozenset(form.needs))),
)
"""The JSON form of conditions, with the needs in alphabetical order."""


def character_codec() -> Codec:
    """Return a new codec that supports `Character` and `Rulings`. A game adds its own types to it."""
    codec = content_codec()
    codec.text(Fraction, Text("a number such as '1/2'", str, parse_fraction, {"type": "string"}))
    codec.form(Conditions, CONDITIONS)
    return codec
