"""Set-up options on the command line: the fighters of both sides, and the rulings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, Literal

from attrs import evolve

from cairn_rules.cairn_rpg.character import Character, Kind
from cairn_rules.cairn_rpg.combat.setup import MOST_FIGHTERS, creature
from cairn_rules.cairn_rpg.combat.state import State
from cairn_rules.cairn_rpg.items import item_id
from cairn_rules.cairn_rpg.rulings import parse_rulings
from cairn_rules.cairn_rpg.stat_lines import parse_stat_line
from cairn_rules.errors import SetupError, cut, hint
from cairn_rules.manifest import Option, SetupOptions

_COUNT: Final = re.compile(r"([0-9]{1,9})\s*x?\s+(?!HP\b)(.*\S)", re.IGNORECASE)
_FIGURES: Final = re.compile(r"\bHP\b", re.IGNORECASE)


def parse_side(text: str, kind: Literal["pc", "creature"] = "creature") -> tuple[Character, ...]:
    """Parse the fighters of a side, separated by semicolons.

    Each entry is a creature of the book or a stat line, which may have a name in front: `Bear: 6 HP, claws (d8)`. A
    number makes several of a kind: `2 root-goblin`, `3 Guard: 4 HP, spear (d6)`.

    Args:
        text: The entries.
        kind: The kind of fighters that stat lines describe.

    Raises:
        SetupError: if an entry is not a creature of the book or a stat line, or there are too many fighters.
        NotationError: if a stat line has faults. It lists them all.

    Example:
        >>> [fighter.name for fighter in parse_side("2 root-goblin; Chief: 6 HP, axe (d8)")]
        ['Root Goblin 1', 'Root Goblin 2', 'Chief']
    """
    found: list[Character] = []
    for part in text.split(";"):
        found += _entry(part.strip(), kind)
        if len(found) > MOST_FIGHTERS:
            raise SetupError(f"a side has at most {MOST_FIGHTERS} fighters; use detachments for more")
    return tuple(found)


def _entry(entry: str, kind: Kind) -> list[Character]:
    counted = _COUNT.fullmatch(entry)
    count, what = (int(counted[1]), counted[2]) if counted else (1, entry)
    if not 1 <= count <= MOST_FIGHTERS:
        raise SetupError(f"{cut(entry, 100)!r}: {count} is not a number of fighters from 1 to {MOST_FIGHTERS}")
    if _FIGURES.search(what):
        name, colon, line = what.rpartition(":")
        own = name.strip() if colon else "Hero" if kind == "pc" else "Foe"
        made = evolve(creature(parse_stat_line(line, name=own)), creature=None, kind=kind)
    else:
        from cairn_rules.cairn_rpg.book_file import book  # noqa: PLC0415 - reads files

        creatures = book().creatures
        id = item_id(what)
        if id not in creatures:
            message = f"{hint(id, tuple(creatures))}" if id else "give its id"
            raise SetupError(
                f"{cut(what, 100)!r} is neither a creature of the book nor a stat line such as '6 HP, bite (d8)';"
                f" {message}"
            )
        made = creature(creatures[id])
    return [made] if count == 1 else [evolve(made, name=f"{made.name} {number}") for number in range(1, count + 1)]


def _arguments(chosen: Mapping[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    if "characters" in chosen:  # `--party` chooses the player of that seat
        made["party"] = parse_side(chosen["characters"], "pc")
    if "foes" in chosen:
        made["foes"] = parse_side(chosen["foes"])
    if "leader" in chosen:
        word, most = chosen["leader"], len(made.get("foes", "1"))
        if not (word.isascii() and word.isdigit() and len(word) <= 3 and 1 <= int(word) <= most):
            raise SetupError(f"{cut(word, 100)!r} is not the number of a foe (1 to {most})")
        made["leader"] = int(word) - 1
    if chosen.get("crowd"):
        made["crowd"] = True
    if "rulings" in chosen:
        made["rulings"] = parse_rulings(chosen["rulings"])
    return made


OPTIONS: Final[SetupOptions[State]] = SetupOptions(
    options=(
        Option(
            name="characters",
            value="FIGHTERS",
            help="Characters of the party, such as '2 Hero: 4 HP, 1 Armor, sword (d8)' (default: two adventurers).",
        ),
        Option(
            name="foes",
            value="FIGHTERS",
            help="Their opponents, such as '2 root-goblin; Chief: 6 HP, axe (d8)' (default: a bear).",
        ),
        Option(name="leader", value="N", help="Number of the foe whose WIL counts for all, from 1 (default: none)."),
        Option(name="crowd", help="Let a blast's die count its targets (default: all in the area)."),
        Option(
            name="rulings",
            value="NAME=VALUE,…",
            help="House rulings, such as initiative=pcs_ready (default: those of the rules page).",
        ),
    ),
    arguments=_arguments,
)
"""The set-up options on the command line."""
