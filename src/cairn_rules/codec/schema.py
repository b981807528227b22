"""JSON Schema (draft 2020-12) of documents, derived from the types that the codec reads. For any game."""

from __future__ import annotations

from collections.abc import Mapping
from types import NoneType
from typing import Any, Final, Literal, get_args, get_origin

from attrs import NOTHING

from cairn_rules.codec.codec import Codec
from cairn_rules.codec.envelope import KEYS, PACKAGES, Documents
from cairn_rules.codec.json_text import LARGEST
from cairn_rules.codec.readers import MOST_ITEMS
from cairn_rules.codec.shapes import TAG, Data, Union

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
"""The value of `$schema`."""

_PLAIN: Final[Mapping[Any, Data]] = {
    bool: {"type": "boolean"},
    int: {"type": "integer", "minimum": -LARGEST, "maximum": LARGEST},
    float: {"type": "number"},
    str: {"type": "string"},
    NoneType: {"type": "null"},
}


def schema_of(documents: Documents, name: str) -> dict[str, Data]:
    """Return the schema of one kind of document of a game."""
    definitions = _Definitions(documents.codec())
    value = definitions.of(documents.kinds[name].type)
    properties = ({"const": documents.format}, {"const": documents.game}, {"const": name}, value)
    return {
        "$schema": DIALECT,
        "$id": f"urn:cairn-rules:{documents.game}:{name}:{documents.format}",
        "title": f"{documents.game}: {name}",
        "type": "object",
        "properties": {
            **dict(zip(KEYS, properties, strict=True)),
            PACKAGES: {"type": "object", "additionalProperties": {"type": "string"}},
        },
        "required": list(KEYS),
        "additionalProperties": False,
        "$defs": dict(sorted(definitions.found.items())),
    }


class _Definitions:
    """The schemas for the types of a codec. Those of classes are collected for `$defs`."""

    def __init__(self, codec: Codec) -> None:
        self._codec = codec
        self.found: dict[str, Data] = {}
        """The schemas of classes by tag, and of unions by name."""

    def of(self, kind: Any) -> Data:
        """Return the schema of a type, or for a class or a named union a reference to it."""
        if kind in _PLAIN:
            return _PLAIN[kind]
        name = self._name_of(kind)
        if not name:
            return self._of_type(kind)
        if name not in self.found:
            self.found[name] = {}  # a placeholder, so that a recursive type ends in a reference
            self.found[name] = self._of_type(kind)
        return {"$ref": f"#/$defs/{name}"}

    def _name_of(self, kind: Any) -> str:
        """Return the name of a class or of a named union; empty for other types."""
        if isinstance(kind, type) and not get_origin(kind):
            return self._codec.tag_of(kind)
        return self._codec.unions[kind].name if kind in self._codec.unions else ""

    def _of_type(self, kind: Any) -> Data:
        codec = self._codec
        arguments = get_args(kind)
        if kind in codec.texts:
            return {"type": "string", **codec.texts[kind].schema}
        if kind in codec.unions:
            return self._of_union(codec.unions[kind])
        if kind in codec.ids:
            ids = codec.ids[kind]
            return {"anyOf": [{"type": "string", **ids.text.schema}, self.of(ids.full)]}
        match get_origin(kind):
            case None:
                return self._of_object(kind, {})
            case origin if origin is Literal:
                return {"enum": list(arguments)}
            case origin if origin is tuple and arguments[-1] is Ellipsis:
                return {"type": "array", "items": self.of(arguments[0]), "maxItems": MOST_ITEMS}
            case origin if origin is tuple:
                items = [self.of(each) for each in arguments]
                return {"type": "array", "prefixItems": items, "items": False, "minItems": len(items)}
            case origin if origin is frozenset:
                return {"type": "array", "items": self.of(arguments[0]), "uniqueItems": True, "maxItems": MOST_ITEMS}
            case origin if origin is Mapping:
                keys, values = map(self.of, arguments)
                return {
                    "type": "object",
                    "propertyNames": keys,
                    "additionalProperties": values,
                    "maxProperties": MOST_ITEMS,
                }
            case _:
                return {"anyOf": [self.of(each) for each in arguments]}

    def _of_union(self, union: Union) -> Data:
        members = [self._of_object(kind, {TAG: {"const": tag}}) for tag, kind in union.members.items()]
        if union.text is not None:
            members.append(self.of(union.text))
        if union.others is not None:
            other = {"type": "string", "not": {"enum": list(union.members)}}
            members.append({"type": "object", "properties": {TAG: other}, "required": [TAG]})
        return {"oneOf": members}

    def _of_object(self, kind: Any, tag: dict[str, Data]) -> Data:
        form = self._codec.forms.get(kind)
        keys = self._codec.keys_of(form.form if form else kind)
        return {
            "type": "object",
            "properties": {**tag, **{name: self.of(each.type) for name, each in keys.items()}},
            "required": [*tag, *(name for name, each in keys.items() if each.default is NOTHING)],
            "additionalProperties": False,
        }
