"""The first line of each public name's docstring, read with griffe, which runs no code."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import griffe
from docstring_links import hide_modules
from public_names import MODULES, PACKAGE

import cairn_rules


@cache
def package() -> griffe.Module:
    """Return the package as griffe reads it."""
    root = Path(cairn_rules.__file__).parent.parent
    found = griffe.load(PACKAGE, search_paths=[root], resolve_aliases=True, allow_inspection=False)
    assert isinstance(found, griffe.Module)
    hide_modules(found)
    return found


@cache
def first_lines() -> dict[str, str]:
    """Return the first lines by name with module, such as `cairn_rules.cairn.State`, ready for a cell of a table.

    Raises:
        ValueError: If a name has no docstring.
    """
    return {name: first_line(package()[name.removeprefix(f"{PACKAGE}.")]).replace("|", "\\|") for name in _names()}


def _names() -> list[str]:
    return [f"{module}.{name}" for module, names in MODULES.items() for name in names]


def first_line(found: griffe.Object | griffe.Alias) -> str:
    """Return the first line of a docstring.

    Raises:
        ValueError: If there is no docstring.
    """
    if found.docstring is None:
        raise ValueError(f"{found.path} has no docstring")
    return str(found.docstring.value.strip().partition("\n\n")[0]).replace("\n", " ")
