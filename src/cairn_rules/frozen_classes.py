# ruff: noqa: PLC0414 - other modules import these names from here
"""The names of attrs that classes are defined with; its `frozen` also turns lists into tuples.

So instances with equal parts are equal and can be hashed, whichever sequence was given.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, cast, get_origin

import attrs
from attrs import Attribute as Attribute
from attrs import AttrsInstance as AttrsInstance
from attrs import Factory as Factory
from attrs import evolve as evolve
from attrs import field as field
from attrs import fields as fields
from attrs import has as has


def _tuple(value: Any) -> Any:
    return tuple(cast("list[object]", value)) if isinstance(value, list) else value


def _with_tuples(kind: type, attributes: list[Any]) -> list[Any]:
    """Return the attributes of a class, with a converter for those that are annotated as tuples."""
    aliases = vars(sys.modules[kind.__module__])

    def holds_tuple(each: Any) -> bool:
        return str(each.type).startswith("tuple[") or get_origin(aliases.get(str(each.type))) is tuple

    return [
        each.evolve(converter=_tuple) if each.converter is None and holds_tuple(each) else each for each in attributes
    ]


def _frozen(kind: type | None = None, **options: Any) -> Any:
    def made(kind: type) -> Any:
        defined: Any = attrs.frozen(kind, field_transformer=_with_tuples, **options)
        for each in attrs.fields(defined):
            if each.converter is _tuple and each.init:  # `help` shows the annotation, not that of the converter
                defined.__init__.__annotations__[each.alias] = each.type
        return defined

    return made if kind is None else made(kind)


if TYPE_CHECKING:
    from attrs import frozen as frozen
else:
    frozen = _frozen
