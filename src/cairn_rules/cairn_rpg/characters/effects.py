"""Effects of backgrounds, bonds, spells and creatures, as a closed list of kinds.

Where only the table can judge a condition, `when` states it in a few words. An empty `when` means always.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, final

from cairn_rules.cairn_rpg.characters.attacks import Consequence, Loss, Story
from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.items import Companion, Item
from cairn_rules.cairn_rpg.dice_formula import Formula
from cairn_rules.frozen_classes import field, frozen
from cairn_rules.game import ADDED_LATER

__all__ = [
    "ActsFirst",
    "ArmorChange",
    "AttackChange",
    "CannotDie",
    "Change",
    "CompanionLoss",
    "CriticalHp",
    "CriticalSavePass",
    "DailyNeed",
    "DamageLink",
    "DefenceChange",
    "Deprive",
    "DeprivedWhile",
    "Eats",
    "Effect",
    "Failure",
    "FatigueCost",
    "FatigueRelief",
    "FleeWithoutSave",
    "ForcedSave",
    "Form",
    "FreeUpkeep",
    "Growth",
    "Harm",
    "Immunity",
    "Leads",
    "NextAttack",
    "NoNeed",
    "OnUse",
    "OncePerDay",
    "OnlyWhile",
    "OwnerOnly",
    "PassSaves",
    "Power",
    "Produces",
    "RechargeCost",
    "Returns",
    "Revive",
    "Rewind",
    "Rises",
    "Speed",
    "StepChange",
    "Subject",
    "Summons",
    "SwapLosses",
    "Vow",
]

Change: TypeAlias = Literal["impaired", "enhanced", "blast"]
"""A change of attacks: weaker, stronger, or against an area (R85, R87, R88)."""
Subject: TypeAlias = Literal["self", "target", "nearby", "hearers", "survivors", "wielder"]
"""The creatures that an effect concerns: the character, one target, all nearby, all who hear it, the survivors of its
attacks, or the wielder of the magic."""
Failure: TypeAlias = Literal[
    "asleep", "deprived", "disaster", "entangled", "flees", "held back", "infected", "paralysed", "stays", "vomits"
]
"""The result of a failed forced save. `stays` means that a form cannot be left."""


# Saves


@final
@frozen(kw_only=True)
class ForcedSave:
    """A save that an effect forces (R52)."""

    attribute: Attribute
    """The attribute that the save is made with."""
    who: Subject
    """The creatures that roll."""
    fail: Failure
    """The result of a failure."""
    when: str = ""
    """The occasion, in a few words."""


@final
@frozen(kw_only=True)
class PassSaves:
    """Saves with an attribute succeed without a roll (R51)."""

    attribute: Attribute
    """The attribute whose saves need no roll."""


@final
@frozen(kw_only=True)
class CriticalSavePass:
    """The next Critical Damage save counts as passed, and the item is destroyed (R98). STR is still lost."""

    item: str
    """The id of the item."""


@final
@frozen(kw_only=True)
class FleeWithoutSave:
    """Retreating needs no DEX save (R134)."""

    when: str = ""
    """The condition, in a few words; empty for always."""


@final
@frozen(kw_only=True)
class ActsFirst:
    """The character acts first in combat, without the save of the first round (R74)."""


# Combat


@final
@frozen(kw_only=True)
class AttackChange:
    """Attacks are changed."""

    change: Change
    """`impaired` for a d4, `enhanced` for a d12, `blast` for an area."""
    weapon: str = ""
    """The weapon, such as `bow` or `chosen type`; `all nearby` for everyone's attacks; empty for any weapon."""
    when: str = ""
    """The condition, in a few words; empty for always."""


@final
@frozen(kw_only=True)
class DefenceChange:
    """Attacks against the character are changed."""

    change: Change
    """`impaired` if the character is harder to hit, `enhanced` if it is easier."""
    against: str
    """The attacks, such as `melee` or `chosen type`."""
    when: str = ""
    """The condition, in a few words; empty for always."""


@final
@frozen(kw_only=True)
class ArmorChange:
    """Armour is added under a condition, up to 3 in all (R70)."""

    amount: int
    """Points of bonus armour."""
    item: str = ""
    """The id of the item that gives it, or an empty text."""
    when: str = ""
    """The condition, in a few words."""


@final
@frozen(kw_only=True)
class OnlyWhile:
    """An item that works as a weapon, as armour or as a remedy only under a condition."""

    item: str
    """The id of the item."""
    when: str = ""
    """The condition, in a few words."""
    without_metal_armor: bool = False
    """True if it works only while no other metal armour is worn."""


@final
@frozen(kw_only=True)
class NextAttack:
    """A target that fails the Critical Damage save makes the next attack of the weapon stronger (R100)."""

    item: str
    """The id of the weapon."""
    change: Change
    """The change of that next attack."""


@final
@frozen(kw_only=True)
class CriticalHp:
    """The first Critical Damage that the character inflicts in a combat adds HP until the combat ends (R100, A73)."""

    dice: Formula
    """The HP added."""


@final
@frozen(kw_only=True)
class Leads:
    """The character leads its side in a fight, so that its WIL counts for morale while it stands (R130)."""

    bold: bool = False
    """True if its side passes every morale save while it stands."""
    fall_routs: bool = False
    """True if its side flees when it dies."""


@final
@frozen(kw_only=True)
class CannotDie:
    """The character cannot die."""

    until: str
    """The event that ends it, in a few words."""


@final
@frozen(kw_only=True)
class Immunity:
    """Something has no effect on the character."""

    to: str
    """The harmless thing, such as `panic` or `poison`."""
    when: str = ""
    """The condition, in a few words; empty for always."""
    certain: bool = True
    """False if it is only a rumour."""


@final
@frozen(kw_only=True)
class Power:
    """A power of a creature besides its attacks, such as a gaze, a song or a breath.

    Example:
        >>> from cairn_rules.cairn_rpg.characters.attacks import Spellbound
        >>> from cairn_rules.cairn_rpg.characters.attributes import Attribute
        >>> asleep = Spellbound(condition="asleep")
        >>> wail = Power(name="wail", note=3, area=True, save=Attribute.WIL, consequences=(asleep,))
    """

    name: str
    """The name, such as `wail`."""
    note: int
    """The number of its text among the creature's notes."""
    area: bool = False
    """True if it reaches every opponent near, each with a save of their own; False for one target."""
    heard: bool = False
    """True if the deaf are safe from it."""
    save: Attribute | None = None
    """The attribute of the save against it; None for none."""
    each_round: bool = False
    """True if the save does not prevent it, but ends it, and is made once a round."""
    consequences: tuple[Consequence, ...]
    """Its effects on a target."""
    metal_doubles: bool = False
    """True if a target in metal armour loses twice as much."""
    until_death: bool = field(default=False, metadata={ADDED_LATER: True})
    """True if its effects on a target also end when the creature dies."""


@final
@frozen(kw_only=True)
class Rises:
    """A slain creature gets up again, unless its remains are destroyed."""

    note: int
    """The number of its text among the creature's notes."""
    rounds: int | None = None
    """Number of rounds before it can rise; None if that takes longer than a fight."""
    unless: tuple[str, ...] = ()
    """The kinds of attack that prevent it by dealing the last blow, such as `fire`."""


@final
@frozen(kw_only=True)
class Harm:
    """A loss of an attribute, outside of attacks (R95, R178)."""

    loss: Loss
    """The attribute and the dice."""
    who: Subject
    """The creatures that suffer it."""


@final
@frozen(kw_only=True)
class Revive:
    """A creature that died moments ago lives again."""


@final
@frozen(kw_only=True)
class Rewind:
    """Time goes back by some rounds of combat (R72). Everyone remembers."""

    rounds: int
    """Number of rounds, of ten seconds each."""


@final
@frozen(kw_only=True)
class SwapLosses:
    """The character and the target exchange what they have lost of an attribute."""

    attribute: Attribute
    """The attribute whose losses change places."""


@final
@frozen(kw_only=True)
class Speed:
    """The character moves several times as far (R78)."""

    factor: int
    """The multiplier of the 40 feet of a turn."""


# Needs and Fatigue


@final
@frozen(kw_only=True)
class DailyNeed:
    """A further need, to be met each day (R61)."""

    need: str
    """The name of the need, such as `oil`."""
    item: str | None = None
    """The id of the item of which a use meets it; None if none does."""
    deprives: bool = True
    """False if the text names no consequence of an unmet need."""


@final
@frozen(kw_only=True)
class DeprivedWhile:
    """The character is Deprived under a condition (R61)."""

    need: str
    """The name of the need."""
    without: str | None = None
    """The id of an item whose lack is the condition; None if `when` states it."""
    when: str = ""
    """The condition, in a few words; empty if an item's lack is the condition."""


@final
@frozen(kw_only=True)
class Deprive:
    """The character is Deprived for some hours (R61)."""

    need: str
    """The name of the need."""
    hours: int
    """Number of hours."""


@final
@frozen(kw_only=True)
class NoNeed:
    """The character does without some needs (R61)."""

    needs: tuple[str, ...]
    """The needs, such as `food`."""


@final
@frozen(kw_only=True)
class Eats:
    """A creature eats uses of rations (R208)."""

    who: str
    """The id of the item or companion that eats."""
    uses: int
    """Number of uses, each a meal (A63)."""
    days: int = 1
    """The number of days for which these uses last."""
    only: str = ""
    """The kind of food that it needs, or an empty text."""


@final
@frozen(kw_only=True)
class FatigueCost:
    """Something costs Fatigue (R64)."""

    amount: int
    """Number of slots filled with Fatigue."""
    when: str
    """The action that costs it, in a few words."""


@final
@frozen(kw_only=True)
class FatigueRelief:
    """An effect that avoids or removes some Fatigue once a day (R67a, A70)."""

    amount: int
    """Number of Fatigue a day."""
    mode: Literal["absorbs", "removes"]
    """`absorbs` if the next Fatigue of the day is cancelled, `removes` if the player chooses when to remove it."""


# Travel and upkeep


@final
@frozen(kw_only=True)
class StepChange:
    """A supply die, the odds of getting lost, or a terrain change by steps (R181, R199, R205)."""

    of: Literal["supply", "lost", "terrain"]
    """`supply` (R205), `lost` (R199) or `terrain` (R181)."""
    steps: int
    """Positive for a larger die, higher odds or harder terrain."""
    when: str = ""
    """The condition, in a few words; empty for always."""


@final
@frozen(kw_only=True)
class FreeUpkeep:
    """Some services cost nothing (R216)."""

    goods: tuple[str, ...]
    """The ids of the services in the price lists."""
    when: str = ""
    """The condition, in a few words; empty for always."""


@final
@frozen(kw_only=True)
class Produces:
    """An item appears each day."""

    item: Item
    """The item, with all its uses."""


# Items


@final
@frozen(kw_only=True)
class OnUse:
    """The effects of using an item, once for each use or charge."""

    item: str
    """The id of the item."""
    hours: int | None = None
    """The duration in hours; None if it is over at once, or the text gives no number."""
    effects: tuple[Effect, ...]
    """The effects, in order."""


@final
@frozen(kw_only=True)
class OncePerDay:
    """Something that can be done once a day."""

    text: str
    """The id of the text that describes it."""
    item: str | None = None
    """The id of the item that does it; None if the character does it."""
    spell: str | None = None
    """The id of the spell that is cast; None if there is none."""


@final
@frozen(kw_only=True)
class RechargeCost:
    """Recharging an item costs an attribute (R154)."""

    item: str
    """The id of the item."""
    loss: Loss
    """The price, rolled at each recharge."""


@final
@frozen(kw_only=True)
class Growth:
    """An item grows by some slots each month (R29)."""

    item: str
    """The id of the item."""
    slots: int
    """Slots added each month."""


@final
@frozen(kw_only=True)
class Returns:
    """An item that comes back after it is spent as payment (R41)."""

    item: str
    """The id of the item."""


@final
@frozen(kw_only=True)
class OwnerOnly:
    """The character is the owner of an item that works magic for nobody else (R145)."""

    item: str
    """The id of the item."""


# Companions, forms and vows


@final
@frozen(kw_only=True)
class Summons:
    """A companion that appears when it is called or needed."""

    companion: Companion
    """Its stat line."""
    item: str | None = None
    """The id of the item that calls it, by a use or charge; None if no item does."""
    when: str = ""
    """The occasion, in a few words; empty if the item alone calls it."""
    most: int = 1
    """Maximum number of them at a time."""


@final
@frozen(kw_only=True)
class Form:
    """Another form that the character can take. Scores that it lacks remain those of the character."""

    form: Companion
    """The stat line of that form."""
    per_day: int
    """Number of times a day."""
    needs: str | None = None
    """The id of an item without which there is no way back; None if there is no such item."""


@final
@frozen(kw_only=True)
class CompanionLoss:
    """The owner loses an attribute when a companion is lost."""

    companion: str
    """The id of the companion."""
    on: Literal["critical", "destroyed"]
    """The event: it takes Critical Damage, or is destroyed."""
    loss: Loss
    """The attribute that the owner loses, and the dice."""
    returns: str = ""
    """The time at which the companion comes back, in a few words; empty if it does not."""


@final
@frozen(kw_only=True)
class DamageLink:
    """Damage to a companion or item also hurts its owner."""

    source: str
    """The id of the companion or item."""
    attribute: Attribute | None = None
    """The attribute that the owner loses; None if it is ordinary damage."""
    optional: bool = False
    """True if the source may pass it on or keep it."""


@final
@frozen(kw_only=True)
class Vow:
    """A vow, with what happens when it is broken."""

    name: str
    """A short title."""
    loss: Loss | None = None
    """The attribute that is lost; None for none."""
    slots: int = 0
    """Number of slots lost for good (R28)."""
    destroys: str | None = None
    """The id of an item that is destroyed; None if there is none."""
    forbids: str = ""
    """The things that can never be used again, in a few words; empty if there are none."""
    dies: bool = False
    """True if the character dies."""


Effect: TypeAlias = (
    Story
    | ForcedSave
    | PassSaves
    | CriticalSavePass
    | FleeWithoutSave
    | ActsFirst
    | AttackChange
    | DefenceChange
    | ArmorChange
    | OnlyWhile
    | NextAttack
    | CriticalHp
    | Leads
    | CannotDie
    | Immunity
    | Power
    | Rises
    | Harm
    | Revive
    | Rewind
    | SwapLosses
    | Speed
    | DailyNeed
    | DeprivedWhile
    | Deprive
    | NoNeed
    | Eats
    | FatigueCost
    | FatigueRelief
    | StepChange
    | FreeUpkeep
    | Produces
    | OnUse
    | OncePerDay
    | RechargeCost
    | Growth
    | Returns
    | OwnerOnly
    | Summons
    | Form
    | CompanionLoss
    | DamageLink
    | Vow
)
"""An effect of a background, a bond, a spell or a creature."""
