"""Parts of the reference that a program writes from the code: see `write_parts.py`.

A page has one below `<!-- generated: NAME -->`, or `<!-- generated: NAME OF -->` such as `reasons cairn`, on a line of
its own; `PARTS` lists them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from command_line import command_line
from first_lines import first_lines
from json_shapes import document_table, part_tables
from marked_parts import with_marked_parts
from notation_tables import action_table, face_table
from public_names import MODULES, names_on, places
from reason_codes import outcome_table, reason_table

SUMMARY: Final = "summary"
"""The part that depends on its page: the names on it."""


def name_table() -> str:
    """Return a table of every public name in alphabetical order, with a link to its place.

    Raises:
        ValueError: If a name is on no page.
    """
    pages = {name: page for page, name in places()}
    every = sorted(
        ((name, module) for module, names in MODULES.items() for name in names),
        key=lambda each: (each[0].lower(), each[0], each[1]),
    )
    lines = ["| name and module | meaning |", "|---|---|"]
    for name, module in every:
        full = f"{module}.{name}"
        if full not in pages:
            raise ValueError(f"a page of docs/reference needs a line '::: {full}'")
        lines.append(f"| [`{name}`]({pages[full]}#{full})<br>`{module}` | {first_lines()[full]} |")
    return "\n".join(lines)


def summary(page: Path) -> str:
    """Return a table of the names on a page of the reference, in page order, with links down the page."""
    rows = (f"| [`{name.rpartition('.')[2]}`](#{name}) | {first_lines()[name]} |" for name in names_on(page))
    return "\n".join(("| name | meaning |", "|---|---|", *rows))


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
"""The parts that are the same on every page."""


def with_generated_parts(markdown: str, page: Path) -> str:
    """Return the Markdown of a page with its generated parts.

    Raises:
        ValueError: If a part is unknown.
    """

    def generated(part: str, of: str | None) -> str:
        if part == SUMMARY:
            return summary(page)
        if part not in PARTS:
            raise ValueError(f"{part!r} is not a generated part, but {', '.join((*PARTS, SUMMARY))} are")
        arguments: tuple[Any, ...] = () if of is None else (of,)
        return PARTS[part](*arguments).strip()

    return with_marked_parts(markdown, "generated", generated)
