"""Attacks of weapons and creatures, and their consequences for targets that fail the Critical Damage save."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias, cast, final

from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.dice_formula import Formula, format_weapon_dice
from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.frozen_classes import field, frozen
from cairn_rules.game import ADDED_LATER

__all__ = [
    "Affliction",
    "Aspect",
    "Consequence",
    "Doom",
    "Feast",
    "Lapse",
    "Loss",
    "Mode",
    "Rend",
    "Ruin",
    "Spellbound",
    "Story",
    "Wither",
]


def _check_chance(_: object, __: object, chance: Any) -> None:
    if type(chance) is not int or not 1 <= chance <= 6:
        raise DefinitionError(f"a chance in six is a whole number from 1 to 6, not {quoted(chance)}")


@final
@frozen(kw_only=True)
class Loss:
    """A further loss of an attribute, such as poison."""

    attribute: Attribute
    """The attribute that shrinks, never below 0 (R57)."""
    dice: Formula
    """The points that are lost."""
    permanent: bool = False
    """True if the maximum falls too."""
    deadly: bool = False
    """True if the target dies when the attribute reaches 0. At 0 STR it always dies (R101)."""
    each_round: bool = False
    """True if it is rolled again every round until the target is freed."""


@final
@frozen(kw_only=True)
class Affliction:
    """The target is deprived, in addition to the effects in the text."""

    need: str
    """The name of the need, such as `wound`. Meeting it ends the deprivation."""


@final
@frozen(kw_only=True)
class Ruin:
    """The target is lost: dead, swallowed, possessed or carried off. No aid is possible in the fight."""

    save: Attribute | None = None
    """The attribute of a save that prevents it; None if no save does."""
    chance: int = field(default=6, validator=_check_chance)
    """Its chance in six (default: 6, always). A d6 is rolled if it is below 6 (R5)."""


@final
@frozen(kw_only=True)
class Doom:
    """The target dies after some time, unless it is freed or cured."""

    after: Formula
    """The length of that time."""
    unit: Literal["rounds", "hours", "days"]
    """The unit of that time. A round takes ten seconds (R72)."""


@final
@frozen(kw_only=True)
class Wither:
    """The STR that the attack took is lost for good: the maximum falls with it."""


@final
@frozen(kw_only=True)
class Spellbound:
    """The target comes under a condition, in which it does not fight on for its side."""

    condition: Literal["afraid", "asleep", "charmed", "confused", "fleeing", "paralysed"]
    """`afraid` holds Hit Protection at 0; the others stop the target from acting as it wishes."""


@final
@frozen(kw_only=True)
class Feast:
    """The attacker gets all its lost STR back."""


@final
@frozen(kw_only=True)
class Rend:
    """A piece of armour of the target is destroyed."""

    metal: bool = False
    """True if only metal armour is destroyed, and all of it."""


@final
@frozen(kw_only=True)
class Story:
    """An effect that only the table can judge."""

    text: str = ""
    """The id of the text that describes it; empty for the text of the thing itself."""


Consequence: TypeAlias = Loss | Affliction | Ruin | Doom | Wither | Spellbound | Feast | Rend | Story
"""A result of a failed Critical Damage save (R100), or of a creature's power."""


def _check_dice(_: object, __: object, dice: Any) -> None:
    sizes = cast("tuple[object, ...]", dice)
    if type(dice) is not tuple or not sizes or not all(type(each) is int and 2 <= each <= 100 for each in sizes):
        raise DefinitionError(f"an attack needs a tuple of dice such as (6,) or (8, 8), got {quoted(sizes)}")


@final
@frozen(kw_only=True, cache_hash=True)
class Attack:
    """An attack with a weapon, a claw or a spell.

    Example:
        >>> print(Attack(name="claws", dice=(8, 8), blast=True))
        claws (d8+d8, blast)
    """

    name: str
    """The name, such as `claws`."""
    dice: tuple[int, ...] = field(validator=_check_dice)
    """The number of sides of each die. The highest counts (R90)."""
    blast: bool = False
    """True if it hits everyone in an area, each with a roll of its own (R88)."""
    ignores_armor: bool = False
    """True if armour does not reduce its damage (R68)."""
    ranged: bool = False
    """True if it reaches distant targets (R92)."""
    attribute: Attribute | None = None
    """The attribute that it damages instead of Hit Protection (default: Hit Protection)."""
    armor_applies: bool = False
    """True if armour reduces its damage to an attribute, which it does not do by default (R71)."""
    heals: int = 0
    """Hit Protection that the attacker regains when it hits."""
    reload: int = 0
    """Number of rounds that it takes to reload after the attack (R81)."""
    consequences: tuple[Consequence, ...] = ()
    """Its effects on a target that fails the Critical Damage save (R100)."""
    remark: str = field(default="", metadata={ADDED_LATER: True})
    """Words of its stat line that the rules do not use, such as `bulky`."""

    def __str__(self) -> str:
        qualities = [format_weapon_dice(self.dice) + (f" {self.attribute}" if self.attribute else "")]
        qualities += ["blast"] * self.blast + ["ignores armor"] * self.ignores_armor
        qualities += ["armor applies"] * self.armor_applies + [self.remark] * bool(self.remark)
        return f"{self.name} ({', '.join(qualities)})"


UNARMED: Final = Attack(name="unarmed", dice=(4,))
"""The attack of a character without a weapon (R86)."""

Mode: TypeAlias = Literal["impaired", "normal", "enhanced"]
"""The position of an attacker: weakness, ordinary, or advantage (R85, R87)."""
Aspect: TypeAlias = Literal["position", "exposure"]
"""The field of a fighter that has a position: that of its own attacks, or of attacks on it."""
ASPECTS: Final[Mapping[Aspect, str]] = {"position": "by", "exposure": "on"}
"""The two fields, each with its word: attacks by a fighter, or on it."""


@final
@frozen
class Lapse:
    """The end of a position that the Warden judged to hold for some rounds."""

    aspect: Aspect
    """The field of `Fighter` that changes back."""
    mode: Mode
    """Its value from then on."""
    left: int
    """Turns of sides, two a round, until then."""
