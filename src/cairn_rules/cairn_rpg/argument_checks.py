"""Errors that name an argument of the wrong class: the remedies of the role-playing game, and checks of lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from importlib import import_module
from typing import Any, TypeVar, Union

from cairn_rules.argument_checks import REMEDIES
from cairn_rules.argument_checks import checked as checked  # noqa: PLC0414 - offered here as well
from cairn_rules.argument_checks import wrong_argument as wrong_argument  # noqa: PLC0414 - offered here as well
from cairn_rules.errors import hint, quoted

T = TypeVar("T")


def _row(shelf: str, id: str) -> str:
    """Return the remedy for an id in place of a row of the book."""
    known = getattr(import_module("cairn_rules.cairn_rpg.content.book_file").book(), shelf)  # it imports this module
    return f"give book().{shelf}[{id!r}]" if id in known else f"the book has none; {hint(id, (*known,))}"


REMEDIES.update(
    {
        ("Creature", "Character"): "combat.creature makes a Character of it",
        ("Fighter", "Character"): "give its character, fighter.character",
        ("Party", "Character"): "give its members, party.members",
        ("list", "Dice"): "ScriptedDice takes a list of faces",
        ("str", "Background"): partial(_row, "backgrounds"),
        ("str", "Creature"): partial(_row, "creatures"),
        ("str", "Spell"): partial(_row, "spells"),
        ("str", "Goods"): "give a row of book().goods, such as book().goods['gear'][0]",
        ("str", "Route"): "wilderness.parse_legs reads a text",
    }
)


def listed(name: str, values: Iterable[T], *kinds: type) -> tuple[T, ...]:
    """Return the items of an argument, which are of one of these classes.

    Raises:
        DefinitionError: if the argument is a text, or an item is of another class.

    Example:
        >>> listed("rows", [1, 2], int)
        (1, 2)
    """
    kind: Any = Union[kinds]  # noqa: UP007 - of classes that are known only now
    if isinstance(values, str):
        raise wrong_argument(name, values, Sequence[kind])
    items = tuple(values)
    for place, item in enumerate(items):
        if not isinstance(item, kinds):
            raise wrong_argument(f"{name}[{place}]", item, kind)
    return items


def unknown_name(given: Iterable[str], known: Sequence[str], what: str) -> str | None:
    """Return a sentence about the first name that is unknown; None if all are known.

    Example:
        >>> unknown_name(["nam"], ["name", "bond"], "a choice")
        "'nam' is not a choice; did you mean 'name'?"
    """
    return next((f"{quoted(name)} is not {what}; {hint(name, known)}" for name in given if name not in known), None)
