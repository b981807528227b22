"""Rows of characters in the diagrams of the games of this package, at most 80 columns wide."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Final

from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.conditions import Conditions
from cairn_rules.cairn_rpg.characters.inventory import hit_protection
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.errors import printable

WIDTH: Final = 80
"""Maximum width, in columns."""
NAME: Final = 20
"""Width of the names, in columns."""


def shortened(text: str, width: int) -> str:
    """Return a text, cut to a width and marked with two dots if it is longer."""
    return text if len(text) <= width else f"{text[: width - 2]}.."


def head(name: str, columns: str) -> str:
    """Return the heading of a table, including that of the names; the other columns follow the HP."""
    return f"  # {name:<{NAME}} {'HP':>5} {columns}"


def rows(
    character: Character, number: int, columns: str, notes: Iterable[str], rulings: Rulings, *, active: bool
) -> Iterator[str]:
    """Yield the lines of a character in a table: its number, its name, its HP, other columns, and notes.

    `active` marks it as the one who decides.
    """
    name = shortened(printable(character.name), NAME)
    health = f"{hit_protection(character, rulings)}/{character.hp.max}"
    start = f"{'>' if active else ' '}{number:>2} {name:<{NAME}} {health:>5} {columns} "
    first, *others = wrap("; ".join(notes), max(20, WIDTH - len(start)), break_on_hyphens=False) or [""]
    yield (start + first).rstrip()
    for line in others:
        yield " " * len(start) + line


def plain_row(
    label: str, character: Character, columns: str, notes: Iterable[str], rulings: Rulings, *, active: bool
) -> str:
    """Return a character as a sentence for screen readers: the label, the name, the HP, and everything else.

    `label` is the side and the number. A declaration among the notes begins with an arrow.
    """
    parts = [f"HP {hit_protection(character, rulings)} of {character.hp.max}", columns, *["decides"] * active]
    parts += (f"declares {note[3:]}" if note.startswith("-> ") else note for note in notes if note)
    return f"{label}, {printable(character.name)}: {'; '.join(parts)}."


def lost_points(character: Character) -> tuple[str, ...]:
    """Return the attributes below their maximum, such as `STR 9/12`."""
    return tuple(f"{each} {score}" for each in Attribute if (score := character.score(each)).value < score.max)


def needs_text(conditions: Conditions) -> str:
    """Return the unmet needs, such as `deprived (food, sleep)`; empty if there are none."""
    needs = ", ".join(sorted(map(printable, conditions.needs)))
    return f"deprived ({needs})" if needs else ""
