"""The first line of each public name's docstring, read with griffe, which runs no code."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import griffe
from docstring_links import hide_modules
from public_names import MODULES, PACKAGE

import cairn_rules


@cache
def first_lines() -> dict[str, str]:
    """Return the first lines by name with module, such as `cairn_rules.State`, ready for a cell of a table.

    Raises:
        ValueError: If a name has no docstring.
    """
    root = Path(cairn_rules.__file__).parent.parent
    package = griffe.load(PACKAGE, search_paths=[root], resolve_aliases=True, allow_inspection=False)
    assert isinstance(package, griffe.Module)
    hide_modules(package)
    return {name: _first_line(package, name) for name in _names()}


def _names() -> list[str]:
    return [f"{module}.{name}" for module, names in MODULES.items() for name in names]


def _first_line(package: griffe.Module, name: str) -> str:
    docstring = package[name.removeprefix(f"{PACKAGE}.")].docstring
    if docstring is None:
        raise ValueError(f"{name} has no docstring")
    return str(docstring.value.strip().partition("\n\n")[0]).replace("\n", " ").replace("|", "\\|")
