"""Checks that the states of the games of this package share: names and scores of characters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.checks import is_line
from cairn_rules.errors import MOST_FAULTS, Fault, UnsoundStateError, cut, quoted

MOST_NUMBER: Final = 10**6
"""Maximum of scores, rounds and other numbers."""
MOST_NAME: Final = 100
"""Maximum length of a name, in characters."""


def check_faultless(faults: Iterable[Fault]) -> None:
    """Raise an `UnsoundStateError` if there are faults. It lists at most `MOST_FAULTS`."""
    if found := tuple(islice(faults, MOST_FAULTS)):
        raise UnsoundStateError(found)


def is_name(name: str) -> bool:
    """Return whether a text is one printable line that is not too long."""
    return is_line(name) and len(name) <= MOST_NAME


def name_faults(where: str, name: str) -> Iterator[Fault]:
    """Yield the fault of a name, if it has one."""
    if not is_name(name):
        yield Fault(where, f"{cut(quoted(name), 100)} is not a name: one line of at most {MOST_NAME} characters")


def number_faults(value: object, names: Iterable[str], most: int = MOST_NUMBER) -> Iterator[Fault]:
    """Yield the faults of numbers of a state that was read.

    Their classes have no validators, because these would slow down every action. None is not a number.
    """
    for name in names:
        number = getattr(value, name)
        if number is not None and not 0 <= number <= most:
            yield Fault(name, f"{quoted(number)} is not a whole number from 0 to {most}")


def character_faults(character: Character, where: str = "") -> Iterator[Fault]:
    """Yield the faults of the name and the scores of a character.

    `where` is the beginning of their paths, such as `character.`.
    """
    yield from name_faults(f"{where}name", character.name)
    for name, score in (("hp", character.hp), *((each.field, character.score(each)) for each in Attribute)):
        if score.max > MOST_NUMBER:
            yield Fault(f"{where}{name}", f"the maximum is above {MOST_NUMBER}")
