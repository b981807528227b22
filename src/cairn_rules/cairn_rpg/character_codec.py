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

_TYPES: Final = get_type_hints(Conditions)
_SETS: Final = tuple(name for name, kind in _TYPES.items() if kind == frozenset[str])


def _form() -> type[Any]:
    """Return the class of the JSON form of `Conditions`: its sets are tuples."""
    types = _TYPES | dict.fromkeys(_SETS, tuple[str, ...])
    defaults = {each.name: each.default for each in fields(Conditions)} | dict.fromkeys(_SETS, ())
    keys = {name: field(default=default, type=types[name]) for name, default in defaults.items()}
    return make_class("ConditionsForm", keys, frozen=True, kw_only=True)


_ConditionsForm: Final = _form()


def _write(conditions: Conditions) -> Any:
    values: dict[str, Any] = {name: getattr(conditions, name) for name in _TYPES}
    return _ConditionsForm(**values | {name: tuple(sorted(values[name])) for name in _SETS})


def _read(form: Any) -> Conditions:
    values: dict[str, Any] = {name: getattr(form, name) for name in _TYPES}
    values |= {name: frozenset(values[name]) for name in _SETS}
    return Conditions(**values)


CONDITIONS: Final = Form(_ConditionsForm, _write, _read)
"""The JSON form of conditions, with sets in alphabetical order."""


def character_codec() -> Codec:
    """Return a new codec that supports `Character` and `Rulings`. A game adds its own types to it."""
    codec = content_codec()
    codec.text(Fraction, Text("a number such as '1/2'", str, parse_fraction, {"type": "string"}))
    codec.form(Conditions, CONDITIONS)
    return codec
