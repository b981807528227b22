"""The table of what the files of other programs hold of a character, made by writing and reading such files."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from typing import Any, Final

from attrs import evolve

from cairn_rules.cairn_rpg import Scar, book, combat
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.conditions import Conditions
from cairn_rules.cairn_rpg.creation import create_character, create_hireling
from cairn_rules.cairn_rpg.formats import FOUNDRY_CAIRN, FOUNDRY_CAIRN2E, KETTLEWRIGHT

SEEDS: Final = 40
"""Number of characters for what everybody has."""
ALL: Final = {
    "scores and Hit Protection": ("strength", "dexterity", "willpower", "hp"),
    "background and answers": ("background", "rows", "effects"),
    "traits and age": ("traits", "age"),
    "bonds and omen": ("bonds", "omen"),
    "items with their uses and charges, gold": ("inventory.items", "inventory.gold"),
    "containers": ("inventory.containers",),
    "companions": ("companions",),
}
"""What characters have, and the fields that hold it."""


def exchange_table() -> str:
    """Return the table: a row for each thing that a character can have, a column for each format."""
    formats = (KETTLEWRIGHT, FOUNDRY_CAIRN, FOUNDRY_CAIRN2E)
    lines = ["| of a character of this library | " + " | ".join(f"{each.name} has it" for each in formats) + " |"]
    lines.append("|---|" + "---|" * len(formats))
    for what, fields, people in _rows():
        assert any(attrgetter(field)(person) for person in people for field in fields), what
        cells: list[str] = []
        for format in formats:
            paths = [omission.path for person in people for omission in format.write(person)[1]]
            lost = any(path.startswith(tuple(f"$.{field}" for field in fields)) for path in paths)
            cells.append("no" if lost else "yes")
        lines.append(f"| {what} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _rows() -> Iterator[tuple[str, tuple[str, ...], list[Character]]]:
    """Yield what a character can have, the fields that hold it, and people who have it."""
    people = [create_character(seed=seed) for seed in range(SEEDS)]
    for what, fields in ALL.items():
        yield what, fields, people
    one, inventory = people[0], people[0].inventory
    yield "Fatigue", ("inventory.fatigue",), [evolve(one, inventory=evolve(inventory, fatigue=2))]
    stash = evolve(inventory, items=inventory.items[1:], stash=inventory.items[:1])
    yield "things left behind", ("inventory.stash",), [evolve(one, inventory=stash)]
    yield "scars", ("scars",), [evolve(one, scars=(Scar(row=1), Scar(row=10)))]
    for what, state in (
        ("panic", {"panicked": True}),
        ("deafness, disease, a torn tendon, doom", {"deaf": True, "diseased": True, "hamstrung": True, "doomed": True}),
        ("death", {"dead": True}),
        ("what it is deprived of, and for how long", {"needs": frozenset({"food"}), "deprived_days": 2}),
    ):
        changes: dict[str, Any] = state
        yield what, ("conditions",), [evolve(one, conditions=Conditions(**changes))]
    yield "the wage of a hireling", ("kind", "day_rate"), [create_hireling("tracker", seed=1)]
    wolf = combat.creature(book().creatures["wolf"])
    yield "the attacks of a creature", ("attacks", "inventory.items"), [wolf]
