"""The table of all public names, with links."""

from __future__ import annotations

from first_lines import first_lines
from public_names import MODULES, places


def name_table() -> str:
    """Return a table of the public names in alphabetical order, each with a link to its place and with its module.

    Raises:
        ValueError: If a name is on no page.
    """
    pages = {name: page for page, name in places()}
    lines = ["| name | module | meaning |", "|---|---|---|"]
    named = ((name, module) for module, names in MODULES.items() for name in names)
    for name, module in sorted(named, key=lambda each: (each[0].lower(), *each)):
        full = f"{module}.{name}"
        if full not in pages:
            raise ValueError(f"a page of docs/reference needs a line '::: {full}'")
        lines.append(f"| [`{name}`]({pages[full]}#{full}) | `{module}` | {first_lines()[full]} |")
    return "\n".join(lines)
