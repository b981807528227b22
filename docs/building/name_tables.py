"""Tables of public names with links: those of one page, and those of one module."""

from __future__ import annotations

from pathlib import Path

from first_lines import first_lines
from public_names import MODULES, names_on, places


def name_table(module: str) -> str:
    """Return a table of the public names of a module in alphabetical order, each with a link to its place.

    Raises:
        ValueError: If a name is on no page.
    """
    pages = {name: page for page, name in places()}
    lines = ["| name | meaning |", "|---|---|"]
    for name in sorted(MODULES[module], key=lambda name: (name.lower(), name)):
        full = f"{module}.{name}"
        if full not in pages:
            raise ValueError(f"a page of docs/reference needs a line '::: {full}'")
        lines.append(f"| [`{name}`]({pages[full]}#{full}) | {first_lines()[full]} |")
    return "\n".join(lines)


def summary(page: Path) -> str:
    """Return a table of the names on a page of the reference, in page order, with links down the page."""
    rows = (f"| [`{name.rpartition('.')[2]}`](#{name}) | {first_lines()[name]} |" for name in names_on(page))
    return "\n".join(("| name | meaning |", "|---|---|", *rows))
