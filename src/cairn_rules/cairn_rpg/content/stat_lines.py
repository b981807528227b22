"""Stat lines of creatures, such as `6 HP, 2 Armor, 14 STR, 6 DEX, 4 WIL, smash (d10, blast)`."""

from __future__ import annotations

import re
from typing import Any, Final, cast

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.attacks import Attack
from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.inventory import MOST_ARMOR
from cairn_rules.cairn_rpg.characters.items import item_id
from cairn_rules.cairn_rpg.content.book import MOST_ATTRIBUTE, MOST_HP, Creature
from cairn_rules.cairn_rpg.dice_formula import parse_weapon_dice
from cairn_rules.checks import given_text
from cairn_rules.errors import MOST_FAULTS, DefinitionError, Fault, NotationError, nearest, quoted

AVERAGE: Final = 10
"""The value of an attribute that a stat line leaves out."""
LONGEST: Final = 1000
"""Maximum length of a stat line, in characters."""

_RANGES: Final = {
    "HP": ("hp", 0, MOST_HP),
    "ARMOR": ("armor", 0, MOST_ARMOR),
    **{each.value: (each.field, 0, MOST_ATTRIBUTE) for each in Attribute},
}
"""The field of a `Creature`, the minimum and the maximum of each figure."""
_ALIASES: Final = {"ARMOUR": "ARMOR", "ARM": "ARMOR", "AR": "ARMOR", "WILL": "WIL"}
_QUALITIES: Final = ("blast", "ignores armor", "armor applies")
_MARKUP: Final = str.maketrans(dict.fromkeys("*_|\\[]\t\xa0\u200b\u200c\u200d\u2060\ufeff", " "))
_ENTITY: Final = re.compile("&(?:#124|nbsp|vert);")
_MARK: Final = re.compile(r"\s*(?:[-\u2013\u2022>#]+\s+|[0-9]+[.)]\s+)*")
"""Marks of lists, headings and quotations in front of a line."""
UNIT: Final = "(?i:HP|ARMOU?R|ARM?|STR|DEX|WILL?)"
"""A pattern of the figures, however they are written."""
_BEFORE: Final = r"(?<![\w+./\u2013-])(?<![0-9],)"
_AFTER: Final = r"(?![\w+/\u2013-]|[.,][0-9])"
_UNIT: Final = r"(HP|ARMOU?R|STR|DEX|WIL)(?![a-z])"
_SHORT: Final = r"(ARM?|WILL)(?![a-z])"
_END: Final = r"(?=\s*(?:[,;.]|$|[0-9]+\s*(?:HP|STR|DEX|WIL)))"
_FIGURE: Final = re.compile(
    rf"{_BEFORE}(?:([0-9]+)\s*(?:{_UNIT}|{_SHORT}{_END})|{_UNIT}:?\s*([0-9]+){_AFTER}|{_SHORT}:?\s*([0-9]+){_END})",
    re.IGNORECASE,
)
"""A figure, such as `14 STR` or `STR 14`. Units that are words of other things are read only as a whole part."""
_WORD: Final = re.compile(r"(?:treat\s+as\s+)?(detachment)\b|no\s+attacks\b", re.IGNORECASE)
_ATTACK: Final = re.compile(r"(?:(?:and|or)\s+)?([^(),;]*[^(),;\s])\s*\(([^()]*)\)", re.IGNORECASE)
_PART: Final = re.compile(r"[^,;]+")
_GAP: Final = re.compile(r"[\s,;.]*")
_STRANGE: Final = re.compile(
    rf"\b(?:HP|STR|DEX|WIL)\b|\b[0-9]+\s*(?:[A-Z]{{2,4}}|{UNIT})\b|\b(?:[A-Z]{{2,4}}|{UNIT})\s*[0-9]"
)
"""A figure that nobody knows, or that is none, in what should be a name."""
_BY_DICE: Final = re.compile("[0-9]*d[0-9]", re.IGNORECASE)
_MOST_WORDS: Final = 6
"""Maximum number of words in a name, so that a sentence is none."""
_DICE: Final = re.compile(
    r"([1-9]?d[0-9]+(?:\s*\+\s*[1-9]?d[0-9]+)*)(?:\s+(STR|DEX|WIL)(?![a-z]))?"
    r"(?:\s+damage$|\s*\+(?=\s*[a-z])|\s+and\s)?\s*(.*)",
    re.IGNORECASE,
)
"""Dice, the attribute that they damage, and the rest."""
_DIE: Final = re.compile("([1-9]?)(d[0-9]+)")
_MORE: Final = re.compile(r"(?:[-+\u2212/x\xd7]|or\s)?\s*[0-9]*d?[0-9]|[-+/]", re.IGNORECASE)
"""A number or other dice behind dice."""


@checked
def parse_stat_line(text: str, *, name: str = "Creature") -> Creature:
    """Parse a stat line, as printed or as people write it.

    It lists figures, attacks and the word `detachment`, in any order, with commas or without. An attack has its dice in
    brackets, then its qualities `blast`, `ignores armor` and `armor applies`; `d6 STR` damages an attribute. All other
    words there are the `remark` of the attack, which no rule uses. HP is required. By default, Armor is 0, and each
    attribute 10, the average. `STR 8`, `1 Armour`, `2d8`, marks of lists and Markdown emphasis are understood.

    A name may stand in front, as in `Wolf: 6 HP` or `**Wolf** 6 HP`; `name` is that of a creature without one. The id
    is the name in lower case with hyphens.

    Raises:
        NotationError: if the text is not a stat line. It lists every fault with its column.

    Example:
        >>> snail = parse_stat_line("Warrior Snail: 4 HP, 2 Armor, STR 14, 6 DEX, 3 WIL, tentacles (d8+d8, sticky)")
        >>> snail.id, snail.armor, snail.attacks[0].dice, snail.attacks[0].remark
        ('warrior-snail', 2, (8, 8), 'sticky')
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
    name = reading.name or given_text(name, "name")
    return Creature(id=item_id(name), name=name, attacks=tuple(reading.attacks), **reading.values)


@checked
def format_stat_line(creature: Creature) -> str:
    """Return the stat line of a creature. It leaves out 0 Armor, and anything that a stat line cannot express.

    Raises:
        DefinitionError: if an attack has a name, a remark or dice that a stat line cannot express.

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
        for what in ("name", "remark"):
            if getattr(attack, what) != getattr(again, what):
                raise DefinitionError(
                    f"{quoted(getattr(attack, what))} is not a {what} of an attack for a stat line: "
                    "use words with single spaces, without commas, brackets, * and _"
                )
    return line


class _Reading:
    """A parser of one stat line, with what it has found so far and the faults."""

    def __init__(self, text: str) -> None:
        self.text = _ENTITY.sub(lambda found: " " * len(found[0]), text).translate(_MARKUP)
        self.faults: list[Fault] = []
        self.name = ""
        self.values: dict[str, Any] = {}
        """Fields of the creature."""
        self.attacks: list[Attack] = []

    def read(self) -> None:
        place = self._gap(self._name())
        while place < len(self.text):
            place = self._gap(self._part(place))
        if "hp" not in self.values:
            self.faults.append(Fault("HP", "missing; give it, such as '6 HP'"))
        for each in Attribute:
            self.values.setdefault(each.field, AVERAGE)

    def _part(self, place: int) -> int:
        """Read what begins at a place, and return its end."""
        if figure := _FIGURE.match(self.text, place):
            value, unit = sorted(filter(None, figure.groups()))  # digits come before letters
            self._figure(place, int(value), unit.upper())
            return figure.end()
        if word := _WORD.match(self.text, place):
            if word[1]:
                self._set("detachment", place, "detachment", value=True)
            return word.end()
        attack = _ATTACK.match(self.text, place)
        if attack is not None and not _STRANGE.search(attack[1]):
            self._attack(attack)
            return attack.end()
        part = cast("re.Match[str]", _PART.match(self.text, place))
        message = "is not a figure such as '6 HP', an attack such as 'bite (d8)' or 'detachment'"
        self._fault("part", place, f"{quoted(part[0].rstrip())} {message}")
        return part.end()

    def _gap(self, place: int) -> int:
        """Return the end of the separators at a place."""
        return cast("re.Match[str]", _GAP.match(self.text, place)).end()

    def _name(self) -> int:
        """Read the name in front of the first figure, if there is one, and return its end."""
        start = cast("re.Match[str]", _MARK.match(self.text)).end()
        first = _FIGURE.search(self.text, start)
        name = " ".join(self.text[start : first.start() if first else start].split()).rstrip(" -\u2013\u2014:,")
        if first is None or not name or _WORD.match(name) or ("(" in name and _BY_DICE.search(name)):
            return start
        if _BY_DICE.match(name) or name[0].isdigit():
            remedy = "a stat line describes one; roll a number by dice first"
            self._fault("name", start, f"{quoted(name)} is more than one creature; {remedy}")
        elif len(name.split()) > _MOST_WORDS or name.count("(") != name.count(")") or _STRANGE.search(name):
            return start
        self.name = name
        return first.start()

    def _fault(self, name: str, start: int, message: str) -> None:
        self.faults.append(Fault(f"{name}, column {start + 1}", message))

    def _set(self, field: str, start: int, label: str, *, value: Any) -> None:
        if field in self.values:
            self._fault(label, start, "given twice")
        self.values[field] = value

    def _figure(self, start: int, value: int, unit: str) -> None:
        unit = _ALIASES.get(unit, unit)
        field, least, most = _RANGES[unit]
        label = "Armor" if unit == "ARMOR" else unit
        if not least <= value <= most:
            self._fault(label, start, f"{value} is not a number from {least} to {most}")
        self._set(field, start, label, value=value)

    def _attack(self, found: re.Match[str]) -> None:
        known = len(self.faults)
        values: dict[str, Any] = {}
        """Fields of the attack."""
        remarks: list[str] = []
        for part in re.finditer("[^,;]+", found[2]):
            column = found.start(2) + part.start()
            words = self._dice(column, " ".join(part[0].split()), values)
            if words and not self._quality(column, words, values):
                remarks.append(words)
        if "dice" not in values:
            self._fault("attack", found.start(2), "no dice; write them in the brackets, such as 'bite (d8)'")
        if len(self.faults) == known:
            self.attacks.append(Attack(name=" ".join(found[1].split()), remark=", ".join(remarks), **values))

    def _dice(self, column: int, words: str, values: dict[str, Any]) -> str:
        """Read the dice in front of some words, and return the others."""
        found = _DICE.fullmatch(words)
        if found is None or ("dice" in values and found[3]):
            return words
        if "dice" in values or _MORE.match(found[3]):
            self._fault("attack", column, f"{quoted(words)}: an attack has dice alone and once, such as 'd8+d8'")
            values.setdefault("dice", ())
            return ""
        values["dice"] = ()
        if found[2]:
            values["attribute"] = Attribute(found[2].upper())
        try:
            values["dice"] = parse_weapon_dice(
                _DIE.sub(lambda die: "+".join([die[2]] * int(die[1] or 1)), found[1].lower())
            )
        except DefinitionError as error:
            self._fault("attack", column, str(error))
        return found[3]

    def _quality(self, column: int, words: str, values: dict[str, Any]) -> bool:
        """Read a quality; return whether the words are one, or a misprint."""
        word = re.sub("^ignore ", "ignores ", words.lower().replace("armour", "armor"))
        field, meant = word.replace(" ", "_"), nearest(word, _QUALITIES)
        if field in values:
            self._fault("attack", column, f"{word!r} is given twice")
        elif word in _QUALITIES:
            values[field] = True
        elif meant and _alike(word.split(), meant.split()):
            self._fault("attack", column, f"{quoted(words)} is not a quality; did you mean {meant!r}?")
        else:
            return False
        return True


def _alike(words: list[str], others: list[str]) -> bool:
    """Return whether texts differ by mistyped words only."""
    return len(words) == len(others) and all(map(nearest, words, ([other] for other in others)))
