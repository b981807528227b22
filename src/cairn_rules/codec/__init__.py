"""JSON documents of a game: a codec for its values, strict reading, and schemas."""

import typing as _typing

from cairn_rules.lazy import load_lazily as _load_lazily

if _typing.TYPE_CHECKING:
    from cairn_rules.codec.codec import Codec
    from cairn_rules.codec.envelope import Documents, Kind, TextCache, read_state_tag, write_state_tag
    from cairn_rules.codec.shapes import ById, ContentIds, Data, Form, Text, Union, named

__all__ = [
    "ById",
    "Codec",
    "ContentIds",
    "Data",
    "Documents",
    "Form",
    "Kind",
    "Text",
    "TextCache",
    "Union",
    "named",
    "read_state_tag",
    "write_state_tag",
]

_load_lazily(
    globals(),
    {
        ".codec": ("Codec",),
        ".shapes": ("ContentIds", "ById", "Data", "Form", "Text", "Union", "named"),
        ".envelope": ("Documents", "Kind", "TextCache", "read_state_tag", "write_state_tag"),
    },
)
