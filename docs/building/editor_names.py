"""The names that the editor of the workshop completes: those of the reference, with its signatures and sentences."""

from __future__ import annotations

from typing import Any, Final

import attrs
import griffe
from docstring_links import initialiser
from first_lines import first_line, package
from public_names import PACKAGE, REFERENCE, names_on

from cairn_rules import cairn

_PAGES: Final = ("megaliths.md", "effects.md")
_OTHERS: Final = ("Space", "Tile", "Tribe", "VILLAGE", "State")
"""Names from other pages that powers need."""


def editor_names() -> dict[str, Any]:
    """Return the names of the pages on megaliths, and the members of those that are classes.

    Example:
        >>> found = editor_names()
        >>> [each["label"] for each in found["names"]][:3]
        ['megalith', 'opponent_decides', 'ward']
        >>> next(each["detail"] for each in found["names"] if each["label"] == "Relocate")
        'Relocate(origin: Space, to: Destination)'
        >>> next(each["detail"] for each in found["members"]["Site"] if each["label"] == "steps")
        'steps(shaman: Space) -> tuple[Relocate, ...]'
    """
    pages = [name.removeprefix(f"{PACKAGE}.cairn.") for page in _PAGES for name in names_on(REFERENCE / page)]
    found = {name: _itself(package()["cairn"][name]) for name in dict.fromkeys((*pages, *_OTHERS))}
    return {
        "names": [_described(name, each) for name, each in found.items()],
        "members": {
            name: [_described(label, member) for label, member in _members(each).items()]
            for name, each in found.items()
            if isinstance(each, griffe.Class)
        },
    }


def _itself(found: griffe.Object | griffe.Alias) -> griffe.Object:
    return found.final_target if isinstance(found, griffe.Alias) else found


def _members(owner: griffe.Class) -> dict[str, griffe.Object]:
    """Return the public members of a class that have a docstring, and those of enumerations."""
    return {
        name: itself
        for name, itself in ((name, _itself(member)) for name, member in owner.all_members.items())
        if not name.startswith("_") and (itself.docstring is not None or name.isupper())
    }


def _described(name: str, found: griffe.Object) -> dict[str, str]:
    return {
        "label": name,
        "type": found.kind.value,
        "detail": _signature(name, found),
        "info": first_line(found) if found.docstring is not None else "",
    }


def _signature(name: str, found: griffe.Object) -> str:
    """Return how a name is called, or the type of what it stands for."""
    match found:
        case griffe.Function():
            return found.signature()
        case griffe.Class() if attrs.has(known := getattr(cairn, name)):
            made = found.members.get("__init__")
            made = made if isinstance(made, griffe.Function) else initialiser(found, known)
            return made.signature(name=name, return_type=False)
        case griffe.Attribute(annotation=annotation) if str(annotation) not in {"None", "Final", "TypeAlias"}:
            return f"{name}: {annotation}"
        case _:
            return name
