"""The part of an action that is a whole value, such as a character: its JSON without default values, as one word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, Final, cast
from urllib.parse import quote, unquote

from attrs import fields, has

from cairn_rules.action_table import Part
from cairn_rules.cairn_rpg.common.action_parts import ANYTHING
from cairn_rules.codec.json_text import read_json, write_json
from cairn_rules.errors import DefinitionError, DocumentError

_CODED: Final = re.compile(r"[\s%{};]")
"""The characters that a word of a record must not contain, and the sign of their codes."""


def json_part(kind: type[Any], shown: str) -> Part[Any]:
    """Return the part of an action that is a value, written as JSON; the signs `{`, `}`, `;` and spaces are coded.

    The codec of characters supports its class. `shown` is its placeholder in errors, such as `CHARACTER`.
    """

    def read(text: str, _: object, __: Sequence[Any]) -> Any:
        try:
            return _codec().read(read_json(unquote(text)), kind)
        except DocumentError as error:
            faults = "; ".join(map(str, error.faults))
            raise DefinitionError(f"this is not the JSON of {kind.__name__}: {faults}") from None

    return Part(
        read=read,
        write=lambda value: _CODED.sub(lambda sign: quote(sign[0]), write_json(written(value, kind))),
        say=lambda _, value: value.name,
        shown=shown,
        pattern=ANYTHING,
    )


def written(value: object, kind: type[Any]) -> Any:
    """Return a value as plain JSON data, without the fields that have their default.

    Raises:
        DocumentError: if it contains something that cannot be written.
    """
    return _pruned(_codec().write(value, kind), value)


def _pruned(data: Any, value: Any) -> Any:
    """Return plain data without the defaults of the value from which they were written."""
    kind = cast("type[Any]", type(value))  # type: ignore[redundant-cast]
    if kind is tuple:
        return [_pruned(each, part) for each, part in zip(data, value, strict=True)]
    if not has(kind) or isinstance(data, str):
        return data
    defaults: dict[str, Any] = {each.name: each.default for each in fields(kind)}
    return {
        key: _pruned(each, getattr(value, key)) if key in defaults else each
        for key, each in data.items()
        if key not in defaults or getattr(value, key) != defaults[key]
    }


@cache
def _codec() -> Any:
    from cairn_rules.cairn_rpg.common.documents import character_codec  # noqa: PLC0415 - cattrs is slow to import

    return character_codec()
