"""Items, containers and companions."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Any, Literal, TypeAlias, TypeVar, final

from cairn_rules.cairn_rpg.characters.attacks import Attack
from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.notes import Note
from cairn_rules.checks import whole_text
from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.frozen_classes import evolve, field, frozen
from cairn_rules.game import ADDED_LATER


def _check_uses(uses: Any, _: object, most: Any) -> None:
    if type(uses.left) is not int or type(most) is not int or not 0 <= uses.left <= most or most < 1:
        raise DefinitionError(f"uses are left from 0 to a maximum from 1, got {quoted(uses.left)} of {quoted(most)}")


@final
@frozen
class Uses:
    """The uses or charges of an item: those left, and the maximum."""

    left: int
    """Uses or charges left, from 0 to the maximum."""
    max: int = field(validator=_check_uses)
    """Uses or charges of a new or recharged item, at least 1."""

    @classmethod
    def full(cls, most: int) -> Uses:
        """Return a full number of uses."""
        return cls(most, most)

    def __str__(self) -> str:
        return f"{self.left}/{self.max}"


Restored: TypeAlias = Literal["1", "1d4", "1d6", "full"]
"""The amount of an attribute that an item restores (R56)."""


def _check_slots(_: object, __: object, slots: Any) -> None:
    if type(slots) is not int or not 0 <= slots <= 10:
        raise DefinitionError(f"an item takes 0 (petty), 1 or 2 (bulky) slots, not {quoted(slots)}")


@final
@frozen(kw_only=True, cache_hash=True)
class Item:
    """An item that a character carries. Equal items are interchangeable.

    Example:
        >>> rations = Item(id="rations", name="Rations", uses=Uses.full(3))
        >>> rations.used().uses
        Uses(left=2, max=3)
    """

    id: str = field(validator=whole_text)
    """The id of its kind, such as `oil-can`."""
    name: str = field(validator=whole_text)
    """The name, such as `Oil Can`."""
    slots: int = field(default=1, validator=_check_slots)
    """Number of slots: 0 for a petty item, 2 for a bulky one (R29)."""
    slots_detached: int | None = None
    """Number of slots of a part of the body that comes off, once it is off; None for other items."""
    uses: Uses | None = None
    """Uses, after which it is spent (R37)."""
    charges: Uses | None = None
    """Charges, which come back when its condition is met (R38)."""
    recharge: str = ""
    """The id of the text of that condition."""
    attacks: tuple[Attack, ...] = ()
    """The attacks that it allows, if it is a weapon."""
    armor: int = 0
    """Armour while it is worn or held (R69)."""
    armor_is_bonus: bool = False
    """True for armour that adds to other armour, such as a shield."""
    magic: Literal["none", "spellbook", "scroll", "relic"] = "none"
    """The kind of magic in it (R144, R151, R152)."""
    spell: str | None = None
    """The id of the spell in it."""
    worn: bool = False
    """True while it is worn or held (R42)."""
    droppable: bool = True
    """False if its owner cannot drop it by choice (R41)."""
    bodily: bool = False
    """True if it is a part of the body."""
    metal: bool = False
    """True for metal armour, and for items with metal in their name. Other weapons and tools are not marked."""
    light: Literal["", "dim", "torch", "lantern"] = ""
    """The kind of light that it gives; `dim` for a light that is neither torch nor lantern."""
    restores: tuple[tuple[Attribute, Restored], ...] = ()
    """The attributes that a use restores (R56)."""
    value: int | None = None
    """Worth in gold pieces, if it is stated."""
    keeps: bool = False
    """True if it is kept when its uses are spent (A9)."""
    personal: bool = field(default=False, metadata={ADDED_LATER: True})
    """True if its magic works only for its owner, who has the effect `OwnerOnly` for it (R145)."""
    text: str = ""
    """The id of its text, or an empty text."""
    notes: tuple[Note, ...] = field(default=(), metadata={ADDED_LATER: True})
    """Texts about it from a file of another program."""

    @property
    def wearable(self) -> bool:
        """True if it is armour."""
        return self.armor > 0

    def used(self) -> Item:
        """Return the item after one use (R37) or charge (R38).

        Raises:
            DefinitionError: if it has no uses or charges left.
        """
        if self.charges is not None and self.charges.left:
            return evolve(self, charges=Uses(self.charges.left - 1, self.charges.max))
        if self.uses is not None and self.uses.left:
            return evolve(self, uses=Uses(self.uses.left - 1, self.uses.max))
        raise DefinitionError(f"{self.name} has no uses left")

    @property
    def is_spent(self) -> bool:
        """True if its last use is spent, and it is removed (R37, A9)."""
        return self.uses is not None and not self.uses.left and self.charges is None and not self.keeps

    def __str__(self) -> str:
        uses = self.charges or self.uses
        return self.name if uses is None else f"{self.name} ({uses.left} of {uses.max})"


def item_id(name: str) -> str:
    """Return the id for a name: lower case, the words joined by hyphens.

    Example:
        >>> item_id("Oil Can"), item_id("Ship's Passage"), item_id("Room & Board")
        ('oil-can', 'ships-passage', 'room-and-board')
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower().replace("'", "").replace("&", "and")).strip("-")


def only_id(words: str, ids: Collection[str]) -> str:
    """Return the only id that contains the words of another one, in their order; otherwise that other one.

    Example:
        >>> only_id("bear", ("grizzly-bear", "owlbear")), only_id("goblin", ("root-goblin", "sky-goblin"))
        ('grizzly-bear', 'goblin')
    """
    if not words or words in ids:
        return words
    holding = [id for id in ids if f"-{words}-" in f"-{id}-"]
    return holding[0] if len(holding) == 1 else words


def new_id(name: str, kind: str = "item") -> str:
    """Return the id for the name of a thing that the book does not have; its kind if the name has no letter of an id.

    Example:
        >>> new_id("Morning Star"), new_id("Молот")
        ('morning-star', 'item')
    """
    return item_id(name)[:100] or kind


@final
@frozen(kw_only=True)
class Container:
    """A cart, a wagon or a mount that carries items (R35)."""

    id: str
    """The id of its kind, such as `mule`."""
    name: str
    """The printed name, such as `Mule`."""
    capacity: int
    """Number of slots."""
    reduced: int | None = None
    """Number of slots while it pulls a wagon or carries a second rider; None if nothing changes."""
    burdened: bool = field(default=False, metadata={ADDED_LATER: True})
    """True while it pulls a wagon or carries a second rider."""
    items: tuple[Item, ...] = ()
    """Its load. It does not count against the ten slots."""
    gold: int = 0
    """Gold pieces in it."""
    load: int = 0
    """Number of the puller's slots that it takes while it is pulled."""
    pulled: bool = False
    """True while its owner pulls it, with both hands."""
    slow: bool = False
    """True if it slows down travel. No number is printed (A72)."""
    kind: Literal["cart", "wagon", "mount"] = "cart"
    """`cart` for what people pull, `wagon` for what animals pull, or `mount`."""
    notes: tuple[Note, ...] = field(default=(), metadata={ADDED_LATER: True})
    """Texts about it from a file of another program."""

    @property
    def room(self) -> int:
        """Number of slots now: fewer if it is burdened (R35).

        Example:
            >>> donkey = Container(id="donkey", name="Donkey", capacity=4, reduced=2, burdened=True)
            >>> donkey.room
            2
        """
        return self.reduced if self.burdened and self.reduced is not None else self.capacity


@final
@frozen(kw_only=True)
class Companion:
    """A creature that follows a character. Printed figures may be incomplete."""

    id: str
    """The id of its kind, such as `homunculus`."""
    name: str
    """The printed name."""
    hp: int | None = None
    """Hit Protection; None if not printed."""
    strength: int | None = None
    """STR; None if not printed."""
    dexterity: int | None = None
    """DEX; None if not printed."""
    willpower: int | None = None
    """WIL; None if not printed."""
    armor: int = 0
    """Natural armour, from 0 to 3 (R70)."""
    attacks: tuple[Attack, ...] = ()
    """Alternative attacks: one per action (A82)."""
    owner_scores: bool = False
    """True if it has the scores of its owner."""
    mount: bool = False
    """True if it can be ridden."""


ThingT = TypeVar("ThingT", Item, Container)


def by_exact_id(things: Iterable[ThingT]) -> dict[str, ThingT]:
    """Return items or containers by their ids: of several with the same id, the second one is `torch~2`, and so on.

    Example:
        >>> torch, used = (Item(id="torch", name="Torch", uses=Uses(left, 3)) for left in (3, 1))
        >>> {id: str(item) for id, item in by_exact_id([torch, used]).items()}
        {'torch': 'Torch (3 of 3)', 'torch~2': 'Torch (1 of 3)'}
    """
    found: dict[str, ThingT] = {}
    for thing in things:
        id, number = thing.id, 1
        while id in found:
            number += 1
            id = f"{thing.id}~{number}"
        found[id] = thing
    return found
