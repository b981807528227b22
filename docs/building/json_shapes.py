"""The JSON documents' page of the reference, made from their schemas, and the files of the schemas for the site."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from cairn_rules import json_schema
from cairn_rules.json_documents import schema_names

Schema = Mapping[str, Any]


def documents(game: str) -> tuple[str, ...]:
    """The kinds of documents that a game has."""
    return tuple(document for each, document in schema_names() if each == game)


def schema_files() -> Iterator[tuple[str, str]]:
    """The schemas as files of the site: their paths and what is in them."""
    for game, document in schema_names():
        yield f"schemas/{game}/{document}.json", json.dumps(json_schema(document, game=game), indent=2) + "\n"


def document_table(game: str) -> str:
    """The documents of a game with their schemas."""
    _, values = _parts(game)
    lines = ["| document | value | schema |", "|---|---|---|"]
    for document, value in values.items():
        lines.append(f"| `{document}` | {_told(value, game)} | [{document}.json](../schemas/{game}/{document}.json) |")
    return "\n".join(lines)


def part_tables(game: str) -> str:
    """What the values of a game's documents are made of: each part once, by name."""
    parts, _ = _parts(game)
    lines: list[str] = []
    for name in sorted(parts):
        lines += [f"### {name} {{ #{game}-{name} }}", "", *_part(parts[name], game), ""]
    return "\n".join(lines)


def _parts(game: str) -> tuple[dict[str, Schema], dict[str, Schema]]:
    """The parts of a game's documents by name, and the value of each document."""
    parts: dict[str, Schema] = {}
    values: dict[str, Schema] = {}
    for document in documents(game):
        whole: Any = json_schema(document, game=game)
        for name, schema in whole["$defs"].items():
            parts[name] = _named(schema, name, parts, top=True)
        values[document] = _named(whole["properties"]["value"], document, parts)
    return parts, values


def _named(schema: Any, name: str, parts: dict[str, Schema], *, top: bool = False) -> Any:
    """A schema in which every union is a part with a name: that of the key that holds it."""
    if isinstance(schema, list):
        return [_named(each, name, parts) for each in schema]
    if not isinstance(schema, Mapping):
        return schema
    new = {key: each for key, each in schema.items() if key not in {"properties", "items", "oneOf", "anyOf"}}
    if "properties" in schema:
        new["properties"] = {key: _named(each, key, parts) for key, each in schema["properties"].items()}
    if "items" in schema:
        new["items"] = _named(schema["items"], name.removesuffix("s"), parts)
    for union in {"oneOf", "anyOf"} & schema.keys():
        new[union] = _named(schema[union], name, parts)
        if not top and sum("properties" in each for each in schema[union]) > 1:
            if parts.get(name, new) != new:
                name += "-told"
            parts[name] = new
            return {"$ref": f"#/$defs/{name}"}
    return new


def _part(schema: Schema, game: str) -> Iterator[str]:
    union = schema.get("oneOf") or schema.get("anyOf")
    if union:
        yield "An object whose `type` says what else is in it:\n"
        yield "| type | other keys |"
        yield "|---|---|"
        others = [each for each in union if "type" not in each.get("properties", {})]
        for each in union:
            if each not in others:
                yield _row(dict(each["properties"]), game)
        for each in others:
            yield f"\nOr {_told(each, game)}."
    elif "properties" in schema:
        needed = schema.get("required", ())
        yield "| key | value | |"
        yield "|---|---|---|"
        for key, value in schema["properties"].items():
            yield f"| `{key}` | {_told(value, game)} | {'' if key in needed else 'may be left out'} |"
    else:
        told = _told(schema, game)
        yield f"{told[:1].upper()}{told[1:]}."


def _row(keys: dict[str, Any], game: str) -> str:
    kind = keys.pop("type")
    others = ", ".join(f"`{key}`: {_told(each, game)}" for key, each in keys.items())
    return f"| {_told(kind, game)} | {others} |" if "const" in kind else f"| another one | {others or 'its own'} |"


def _told(schema: Any, game: str) -> str:  # noqa: C901 - a case for each kind of schema
    """What fits a schema, in words."""
    match schema:
        case {"$ref": str(ref)}:
            name = ref.rpartition("/")[2]
            return f"[{name}](#{game}-{name})"
        case {"const": value}:
            return f"`{json.dumps(value)}`"
        case {"enum": [first, *_, last]} if len(schema["enum"]) == 25:
            return f"`{json.dumps(first)}` to `{json.dumps(last)}`"
        case {"enum": [first, *_, last_space, last]} if len(schema["enum"]) == 26:
            return f"`{json.dumps(first)}` to `{json.dumps(last_space)}`, or `{json.dumps(last)}`"
        case {"enum": values}:
            return " or ".join(f"`{json.dumps(value)}`" for value in values)
        case {"oneOf": several} | {"anyOf": several}:
            return " or ".join(_told(each, game) for each in several)
        case {"type": "array", "prefixItems": items}:
            told = [_told(each, game) for each in items]
            return f"a list: {', '.join(told)}" if len(set(told)) > 1 else f"a list of {len(told)}, each {told[0]}"
        case {"type": "array", "items": items}:
            return f"a list, each {_told(items, game)}"
        case {"type": "object", "additionalProperties": Mapping() as values}:
            return f"an object, each value {_told(values, game)}"
        case {"type": "string", "pattern": str(pattern)}:
            return f"a text: `{pattern}`".replace("|", "\\|")
        case {"type": str(name)}:
            words = {"integer": "a whole number", "string": "a text", "boolean": "`true` or `false`", "null": "`null`"}
            return words.get(name, name)
        case _:
            return "anything"
