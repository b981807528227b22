"""Dice: sums such as `3d6` and `2d20+10`, weapon dice such as `d8+d8`, and what people type at a table."""

from __future__ import annotations

import re
from typing import Any, Final, final

from cairn_rules.chance import Dice
from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.frozen_classes import field, frozen

SIDES: Final = (2, 3, 4, 6, 8, 10, 12, 20, 100)
"""The dice of the game, by number of sides (R1), with the d2 and d3 of other people's creatures."""
WEAPON_SIDES: Final = (4, 6, 8, 10, 12)
"""The dice of weapons, from the smallest, in the order of their steps (R7)."""

_SUM: Final = re.compile(r"(?:(?P<n>[0-9]{0,3})d(?P<sides>[0-9]{1,3}))?(?:(?P<sign>\+?)(?P<bonus>[0-9]{1,6}))?")
_WEAPON: Final = re.compile(r"d[0-9]{1,3}(?: ?\+ ?d[0-9]{1,3})*")
_TERM: Final = re.compile(
    r"(?P<sign>[+-]|^)"
    r"(?:(?P<n>[0-9]{0,3})d(?P<sides>[0-9]{1,3}|%)(?:(?P<keep>k[hl]?|d[hl])(?P<named>[0-9]{0,3}))?|(?P<number>[0-9]{1,6}))"
)


def _check_sides(_: object, __: object, sides: Any) -> None:
    if sides not in SIDES:
        raise DefinitionError(f"{quoted(sides)} is not a die of the game: give one of {', '.join(map(str, SIDES))}")


def _check_count(_: object, __: object, count: Any) -> None:
    if type(count) is not int or not 0 <= count <= 100:
        raise DefinitionError(f"a number of dice is a whole number from 0 to 100, not {quoted(count)}")


@final
@frozen
class Formula:
    """A sum of equal dice and a number, as tables and creation use it (R1).

    Example:
        >>> gold = Formula.parse("3d6")
        >>> gold.least, gold.most, str(Formula.parse("2d20+10")), str(Formula.parse("20"))
        (3, 18, '2d20+10', '20')
    """

    count: int = field(default=0, validator=_check_count)
    """Number of dice."""
    sides: int = field(default=6, validator=_check_sides)
    """Number of sides of each die."""
    bonus: int = 0
    """A number to add."""

    @classmethod
    def parse(cls, text: str) -> Formula:
        """Parse a sum such as `3d6`, `d4`, `2d20+10` or `20`.

        Raises:
            DefinitionError: if the text is not such a sum.
        """
        match = _SUM.fullmatch(text) if isinstance(text, str) else None
        if (
            match is None
            or not text
            or (match["sides"] is None and match["sign"])
            or (match["sides"] is not None and match["bonus"] is not None and not match["sign"])
        ):
            raise DefinitionError(f"{quoted(text)} is not a sum of dice: write '3d6', 'd4', '2d20+10' or '20'")
        if match["sides"] is None:
            return cls(bonus=int(match["bonus"]))
        return cls(int(match["n"] or 1), int(match["sides"]), int(match["bonus"] or 0))

    @property
    def least(self) -> int:
        """The smallest result."""
        return self.count + self.bonus

    @property
    def most(self) -> int:
        """The largest result."""
        return self.count * self.sides + self.bonus

    def roll(self, dice: Dice, /, *, purpose: str, rule: str = "") -> int:
        """Return the result of the dice. A formula without dice rolls nothing."""
        if not self.count:
            return self.bonus
        if self.count == 1:
            return dice.face(self.sides, purpose=purpose, rule=rule) + self.bonus
        return dice.sum(self.count, self.sides, purpose=purpose, rule=rule) + self.bonus

    def __str__(self) -> str:
        if not self.count:
            return str(self.bonus)
        dice = f"{self.count if self.count > 1 else ''}d{self.sides}"
        return f"{dice}+{self.bonus}" if self.bonus else dice


@final
@frozen(kw_only=True)
class Term:
    """A part of a sum of dice: equal dice, of which some may not count, or a number."""

    sign: int
    """1, or -1 for a part that is subtracted."""
    count: int = field(default=0, validator=_check_count)
    """Number of dice; 0 for a number."""
    sides: int = field(default=6, validator=_check_sides)
    """Number of sides of each die."""
    dropped: int = 0
    """Number of faces that do not count: the lowest ones, or if it is negative, the highest ones."""
    number: int = 0
    """The number that is added or subtracted."""
    digits: bool = False
    """True if the faces are the digits of the result, as those of a d66."""

    @classmethod
    def parse(cls, text: str) -> tuple[Term, ...]:
        """Parse a sum without spaces, such as `3d6-2`, `2d6+1d4`, `2d20kh1`, `4d6dl1`, `d%` or `d66`.

        Raises:
            DefinitionError: if the text is not such a sum.
        """
        found = list(_TERM.finditer(text))
        if not found or "".join(each[0] for each in found) != text:
            raise DefinitionError(
                f"{quoted(text)} is not a sum of dice: write '3d6-2', '2d6+1d4', '2d20kh1' (keep the highest), '4d6dl1'"
                " (drop the lowest), 'd%' or 'd66'"
            )
        return tuple(map(cls._of, found))

    @classmethod
    def _of(cls, found: re.Match[str]) -> Term:
        sign = -1 if found["sign"] == "-" else 1
        if found["number"]:
            return cls(sign=sign, number=int(found["number"]))
        if found[0].lstrip("+-") in {"d66", "d666"}:
            return cls(sign=sign, count=len(found["sides"]), digits=True)
        count, keep, named = int(found["n"] or 1), found["keep"], int(found["named"] or 1)
        if keep and not 1 <= named <= count:
            raise DefinitionError(f"{quoted(found[0])} keeps or drops {named} of {count} dice; give 1 to {count}")
        dropped = 0 if not keep else named if keep[0] == "d" else count - named
        return cls(
            sign=sign,
            count=count,
            sides=int(found["sides"].replace("%", "100")),
            dropped=-dropped if keep in {"kl", "dh"} else dropped,
        )

    def roll(self, dice: Dice, /, *, purpose: str) -> tuple[int, ...]:
        """Throw its dice, if it has any, and return all faces."""
        if not self.count:
            return ()
        if self.count == 1:
            return (dice.face(self.sides, purpose=purpose),)
        dice.sum(self.count, self.sides, purpose=purpose)
        return dice.log[-1].values

    def value(self, faces: tuple[int, ...]) -> int:
        """Return what it adds to the sum."""
        counting, _ = self._split(faces)
        return self.sign * (int("".join(map(str, counting))) if self.digits else sum(counting) + self.number)

    def shown(self, faces: tuple[int, ...], joint: str) -> str:
        """Return its sign and its faces or number, with the faces that do not count in brackets."""
        counting, out = self._split(faces)
        text = (", " if self.digits else joint).join(map(str, counting)) if self.count else str(self.number)
        text = f"({text})" if self.sign < 0 and len(counting) > 1 else text
        return f"{'+' if self.sign > 0 else '-'} {text}" + f" (without {', '.join(map(str, out))})" * bool(out)

    def _split(self, faces: tuple[int, ...]) -> tuple[list[int], list[int]]:
        """Return the faces that count, in the order of the dice, and those that do not."""
        order = sorted(range(len(faces)), key=faces.__getitem__, reverse=self.dropped < 0)
        out = {*order[: abs(self.dropped)]}
        return [face for die, face in enumerate(faces) if die not in out], [faces[die] for die in sorted(out)]


def parse_weapon_dice(text: str) -> tuple[int, ...]:
    """Parse the dice of a weapon, of which the highest counts (R1, R90).

    Raises:
        DefinitionError: if the text is not a list of dice such as `d6` or `d8+d8`.

    Example:
        >>> parse_weapon_dice("d8+d8")
        (8, 8)
    """
    if not isinstance(text, str) or not _WEAPON.fullmatch(text):
        raise DefinitionError(f"{quoted(text)} is not the dice of a weapon: write 'd6' or 'd8+d8'")
    sizes = tuple(int(die.strip()[1:]) for die in text.split("+"))
    for sides in sizes:
        _check_sides(None, None, sides)
    return sizes


def format_weapon_dice(sizes: tuple[int, ...]) -> str:
    """Return the dice of a weapon as text, such as `d8+d8`."""
    return "+".join(f"d{sides}" for sides in sizes)


def step(sides: int, steps: int) -> int:
    """Return a die some steps larger or smaller, from d4 to d12 (R7).

    Example:
        >>> step(4, 1), step(10, 5), step(6, -2)
        (6, 12, 4)
    """
    place = WEAPON_SIDES.index(sides) + steps
    return WEAPON_SIDES[max(0, min(place, len(WEAPON_SIDES) - 1))]
