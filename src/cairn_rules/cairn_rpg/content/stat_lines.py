"""Stat lines of creatures, such as `6 HP, 2 Armor, 14 STR, 6 DEX, 4 WIL, smash (d10, blast)`.

A line lists figures, attacks and the word `detachment`, separated by commas; attacks can also be separated by `or`. An
attack has its dice in brackets, then its qualities: `blast`, `ignores armor`, `armor applies`. `d6 STR` is an attack on
an attribute.

HP is required. By default, Armor is 0 and each attribute 10, the average. Figures may be in any order. Case, the
spelling of `armour`, and Markdown emphasis (`_blast_`, `**6 HP**`) do not matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.attacks import Attack
from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.items import item_id
from cairn_rules.cairn_rpg.content.book import MOST_ARMOR, MOST_ATTRIBUTE, MOST_HP, Creature
from cairn_rules.cairn_rpg.dice_formula import parse_weapon_dice
from cairn_rules.checks import given_text
from cairn_rules.errors import MOST_FAULTS, DefinitionError, Fault, NotationError, hint, quoted

AVERAGE: Final = 10
"""The value of an attribute that a stat line leaves out."""
LONGEST: Final = 1000
"""Maximum length of a stat line, in characters."""

_RANGES: Final = {
    "HP": ("hp", 1, MOST_HP),
    "ARMOR": ("armor", 0, MOST_ARMOR),
    **{each.value: (each.field, 0, MOST_ATTRIBUTE) for each in Attribute},
}
"""The field of a `Creature`, the minimum and the maximum of each figure."""
_QUALITIES: Final = ("blast", "ignores armor", "armor applies")
_MARKUP: Final = str.maketrans("*_\t", "   ")
_SEPARATOR: Final = re.compile(r",(?![^()]*\))|(?<=\))\s+or\s", re.IGNORECASE)
_FIGURE: Final = re.compile(r"([0-9]+)\s*(HP|ARMOU?R|STR|DEX|WIL)", re.IGNORECASE)
_ATTACK: Final = re.compile(r"([^()]*[^()\s])\s*\(([^()]*)\)")
_DICE: Final = re.compile(r"(d[0-9+d ]*?)(?:\s+(STR|DEX|WIL)(?: damage)?)?", re.IGNORECASE)


@checked
def parse_stat_line(text: str, *, name: str = "Creature") -> Creature:
    """Parse a stat line.

    The id of the creature is its name in lower case with hyphens.

    Raises:
        NotationError: if the text is not a stat line. It lists every fault with its column.

    Example:
        >>> snail = parse_stat_line("4 HP, 2 Armor, 14 STR, 6 DEX, 3 WIL, tentacles (d8+d8)", name="Warrior Snail")
        >>> snail.id, snail.armor, snail.attacks[0].dice
        ('warrior-snail', 2, (8, 8))
        >>> parse_stat_line("4 Armor, bite (d7)")
        Traceback (most recent call last):
        ...
        cairn_rules.errors.NotationError: cannot read '4 Armor, bite (d7)': Armor, column 1: 4 is not ...
    """
    if len(given_text(text, "line")) > LONGEST:
        raise NotationError(text, [Fault("line", f"{len(text)} characters; a stat line has at most {LONGEST}")])
    reading = _Reading(text)
    reading.read()
    if reading.faults:
        raise NotationError(text, reading.faults[:MOST_FAULTS])
    return Creature(id=item_id(given_text(name, "name")), name=name, attacks=tuple(reading.attacks), **reading.values)


@checked
def format_stat_line(creature: Creature) -> str:
    """Return the stat line of a creature. It leaves out 0 Armor, and anything that a stat line cannot express.

    Raises:
        DefinitionError: if an attack has a name or dice that a stat line cannot express.

    Example:
        >>> format_stat_line(parse_stat_line("8 hp, 16 str, bite (d8) or _spit_ (d4, _blast_)"))
        '8 HP, 16 STR, 10 DEX, 10 WIL, bite (d8), spit (d4, blast)'
    """
    parts = [f"{creature.hp} HP", *[f"{creature.armor} Armor"] * bool(creature.armor)]
    parts += [f"{getattr(creature, each.field)} {each}" for each in Attribute]
    parts += map(str, creature.attacks)
    line = ", ".join(parts + ["detachment"] * creature.detachment)
    try:
        read = parse_stat_line(line)
    except NotationError as error:
        raise DefinitionError(f"{quoted(creature.name)} cannot be written as a stat line: {error.faults[0]}") from None
    for attack, again in zip(creature.attacks, read.attacks, strict=False):
        if attack.name != again.name:
            raise DefinitionError(
                f"{quoted(attack.name)} is not a name of an attack for a stat line: "
                "use words with single spaces, without commas, brackets, * and _"
            )
    return line


class _Reading:
    """A parser of one stat line, with the values found so far and the faults."""

    def __init__(self, text: str) -> None:
        self.text = text.translate(_MARKUP)
        self.faults: list[Fault] = []
        self.values: dict[str, Any] = {}
        """Fields of the creature."""
        self.attacks: list[Attack] = []

    def read(self) -> None:
        for start, part in _split(self.text, _SEPARATOR):
            figure = _FIGURE.fullmatch(part)
            attack = _ATTACK.fullmatch(part)
            if figure is not None:
                self._figure(start, int(figure[1]), figure[2].upper().replace("OUR", "OR"))
            elif attack is not None:
                self._attack(start + attack.start(2), attack)
            elif part.lower() == "detachment":
                self._set("detachment", start, "detachment", value=True)
            else:
                message = (
                    f"{quoted(part)} is not a figure such as '6 HP', an attack such as 'bite (d8)' or 'detachment'"
                )
                self._fault("part", start, message)
        if "hp" not in self.values:
            self.faults.append(Fault("HP", "missing; give it, such as '6 HP'"))
        for each in Attribute:
            self.values.setdefault(each.field, AVERAGE)

    def _fault(self, name: str, start: int, message: str) -> None:
        self.faults.append(Fault(f"{name}, column {start + 1}", message))

    def _set(self, field: str, start: int, label: str, *, value: Any) -> None:
        if field in self.values:
            self._fault(label, start, "given twice")
        self.values[field] = value

    def _figure(self, start: int, value: int, unit: str) -> None:
        field, least, most = _RANGES[unit]
        label = "Armor" if unit == "ARMOR" else unit
        if not least <= value <= most:
            self._fault(label, start, f"{value} is not a number from {least} to {most}")
        self._set(field, start, label, value=value)

    def _attack(self, inside: int, match: re.Match[str]) -> None:
        known = len(self.faults)
        dice: tuple[int, ...] | None = None
        attribute: Attribute | None = None
        found: set[str] = set()
        for offset, quality in _split(match[2], re.compile(",")):
            column = inside + offset
            word = " ".join(quality.lower().replace("armour", "armor").split())
            figure = _DICE.fullmatch(quality)
            if figure is not None and dice is None:
                attribute = Attribute(figure[2].upper()) if figure[2] else None
                try:
                    dice = parse_weapon_dice(figure[1].strip().lower())
                except DefinitionError as error:
                    self._fault("attack", column, str(error))
                    dice = ()
            elif figure is not None:
                self._fault("attack", column, f"{quoted(quality)}: an attack has its dice once, such as 'd8+d8'")
            elif word not in _QUALITIES:
                self._fault(
                    "attack", column, f"{quoted(quality)} is neither dice nor a quality; {hint(word, _QUALITIES)}"
                )
            elif word in found:
                self._fault("attack", column, f"{word!r} is given twice")
            found.add(word)
        if dice is None:
            self._fault("attack", inside, "no dice; write them in the brackets, such as 'bite (d8)'")
        if len(self.faults) == known and dice:
            self.attacks.append(
                Attack(
                    name=" ".join(match[1].split()),
                    dice=dice,
                    blast="blast" in found,
                    ignores_armor="ignores armor" in found,
                    attribute=attribute,
                    armor_applies="armor applies" in found,
                )
            )


def _split(text: str, separator: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """Yield the parts of a text without surrounding spaces, each with its offset."""
    start = 0
    for end, following in [*((match.start(), match.end()) for match in separator.finditer(text)), (len(text), 0)]:
        part = text[start:end]
        yield start + len(part) - len(part.lstrip()), part.strip()
        start = following
