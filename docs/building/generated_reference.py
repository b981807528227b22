"""Parts of the reference that are made from the code when the site is built.

A page asks for one with `<!-- generated: NAME -->`, or `<!-- generated: NAME OF -->` such as `reasons cairn`, on a line
of its own; `PARTS` tells which there are.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from command_line import command_line
from json_shapes import document_table, part_tables
from notation_tables import action_table, face_table
from public_names import MODULES, place_of, places
from reason_codes import outcome_table, reason_table

_ASKED: Final = re.compile(r"^<!-- generated: (?P<part>[a-z-]+)(?: (?P<of>[a-z]+))? -->$", re.MULTILINE)


def name_table() -> str:
    """Every public name in the order of the alphabet, with its page.

    Raises:
        ValueError: when a name is on no page.
    """
    pages = {name: page for page, name in places()}
    every = sorted(
        ((name, module) for module, names in MODULES.items() for name in names),
        key=lambda each: (each[0].lower(), each[0], each[1]),
    )
    lines = ["| name | module | page |", "|---|---|---|"]
    for name, module in every:
        page = pages.get(f"{module}.{name}")
        if page is None:
            raise ValueError(f"a page of docs/reference needs a line '::: {module}.{name}'")
        lines.append(f"| [`{name}`][{module}.{name}] | `{module}` | [{place_of(page)}]({page}) |")
    return "\n".join(lines)


PARTS: Final[dict[str, Callable[..., str]]] = {
    "actions": action_table,
    "command-line": command_line,
    "documents": document_table,
    "document-parts": part_tables,
    "faces": face_table,
    "names": name_table,
    "outcomes": outcome_table,
    "reasons": reason_table,
}
"""The parts that can be made."""


def with_generated_parts(markdown: str) -> str:
    """A page's Markdown with the parts that it asks for.

    Raises:
        ValueError: when there is no such part.
    """
    return _ASKED.sub(_generated, markdown)


def _generated(found: re.Match[str]) -> str:
    part, of = found["part"], found["of"]
    if part not in PARTS:
        raise ValueError(f"no part {part!r} is generated; there are {', '.join(PARTS)}")
    arguments: tuple[Any, ...] = () if of is None else (of,)
    return PARTS[part](*arguments)
