"""The content of the game: backgrounds, tables, goods, spells and creatures, as frozen values.

A book holds facts: names, numbers, dice and what things do. What things say is looked up by id in `texts`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, final

from attrs import evolve, field, frozen

from cairn_rules.cairn_rpg.attacks import Attack
from cairn_rules.cairn_rpg.attributes import Attribute
from cairn_rules.cairn_rpg.effects import Effect
from cairn_rules.cairn_rpg.formula import Formula
from cairn_rules.cairn_rpg.items import Companion, Container, Item, Restored, Uses, item_id
from cairn_rules.cairn_rpg.texts import Credit
from cairn_rules.errors import DefinitionError, hint, quoted


@final
@frozen(kw_only=True)
class Purchase:
    """A row that lets its owner choose goods (R13)."""

    budget: int
    """Most gold pieces to spend. What is left is lost (A1)."""
    most: int | None = None
    """Maximum number of goods; None for no limit."""


@final
@frozen(kw_only=True)
class Grant:
    """What a row of a table gives (R12, R18)."""

    items: tuple[Item, ...] = ()
    gold: Formula | None = None
    hp: Formula | None = None
    """An addition to current and maximum HP (R16)."""
    containers: tuple[Container, ...] = ()
    companions: tuple[Companion, ...] = ()
    effects: tuple[Effect, ...] = ()
    purchase: Purchase | None = None
    second_bond: bool = False
    """True if the character takes a second bond (R21)."""
    omen: Literal["private"] | None = None
    """`private` if the character takes an omen that only its player knows (R21)."""


@final
@frozen(kw_only=True)
class Background:
    """A background: names, starting gear, and two tables of six rows each."""

    id: str
    name: str
    names: tuple[str, ...]
    """Ten names (R10)."""
    start: Grant
    """The starting gear, and what the background itself grants."""
    placeholder: bool = False
    """True if a line of the gear is a placeholder for an item of its second table (R24)."""
    tables: tuple[tuple[Grant, ...], tuple[Grant, ...]]
    """The rows of both tables, each for a d6."""


TRAITS = ("physique", "skin", "hair", "face", "speech", "clothing", "virtue", "vice")
"""The eight traits, in the order in which they are rolled (R17)."""


@final
@frozen(kw_only=True)
class Goods:
    """A row of a price list (R213 to R222).

    Example:
        >>> from cairn_rules.cairn_rpg.book_file import book
        >>> spears = book().goods["weapons"][1]
        >>> spears.price, spears.named("Mace").id, str(spears.named("Mace").attacks[0])
        (10, 'mace', 'mace (d8)')
    """

    id: str
    name: str
    price: int
    """Gold pieces; per day for a hireling (R217)."""
    examples: tuple[str, ...] = ()
    """The names that the row sells; each buys an item of that name at this price (R214)."""
    item: Item | None = None
    """The item; None for transport, services and hirelings."""
    container: Container | None = None
    """The cart, wagon or mount; None for other goods."""
    fits: int | None = None
    """Number of people whom it serves."""
    per: Literal["", "day", "night"] = ""
    """The time that the price covers, if it is stated."""
    length_ft: int | None = None
    """Length in feet, if it is stated."""

    def named(self, name: str) -> Item:
        """Return the item of one of the names that the row sells (R214).

        Raises:
            DefinitionError: if the row sells no item of that name.
        """
        names = self.examples or (self.name,)
        if self.item is None:
            raise DefinitionError(f"{self.name} is not an item")
        if name not in names:
            raise DefinitionError(f"{self.name} has no item {quoted(name)}; {hint(name, names)}")
        attacks = tuple(evolve(each, name=name.lower()) for each in self.item.attacks)
        return evolve(self.item, id=item_id(name), name=name, attacks=attacks)


PriceList: TypeAlias = Literal["armor", "weapons", "hirelings", "transport", "upkeep", "gear"]


@final
@frozen(kw_only=True)
class Spell:
    """A spell (R144). Its fields hold the numbers and states of its effect; its text says the rest."""

    id: str
    name: str
    target: Literal["caster", "creature", "creatures", "object", "objects", "place"]
    """What it acts on: the caster, one or several creatures or objects, or a place or its surroundings."""
    touch: bool = False
    """True if the caster must touch the target."""
    feet: tuple[int, ...] = ()
    """The stated distances or measures, in feet."""
    seconds: int | None = None
    """The stated duration. A round of combat takes ten seconds (R72)."""
    restores: tuple[tuple[Attribute, Restored], ...] = ()
    """The attributes of the target that it restores, once a day (R56)."""
    condition: Literal["", "asleep", "deaf", "invisible"] = ""
    """The condition of the target."""
    harmed_only_by: Literal["", "magic", "blast"] = ""
    """The only attacks that harm the target while the spell lasts."""
    speed: int = 1
    """The factor by which the target moves faster."""
    armor: int = 0
    """The bonus armour of its spellbook, while it is held (R69)."""
    save: Attribute | None = None
    """The attribute of the save that its spellbook asks for. Its owner is deprived if it fails."""

    @property
    def spellbook(self) -> Item:
        """The spellbook that holds it (R144)."""
        return Item(
            id=f"spellbook-{self.id}",
            name=f"Spellbook: {self.name}",
            magic="spellbook",
            spell=self.id,
            armor=self.armor,
            armor_is_bonus=self.armor > 0,
        )

    @property
    def scroll(self) -> Item:
        """A scroll of it, which is gone after one use (R151)."""
        return Item(
            id=f"scroll-{self.id}",
            name=f"Scroll: {self.name}",
            slots=0,
            uses=Uses.full(1),
            magic="scroll",
            spell=self.id,
        )


@final
@frozen(kw_only=True)
class Creature:
    """A creature of the bestiary, with its stat line."""

    id: str
    name: str
    hp: int
    armor: int = 0
    strength: int
    dexterity: int
    willpower: int
    attacks: tuple[Attack, ...] = ()
    """Alternatives: one of them per action (A82)."""
    detachment: bool = False
    """True if one of it is a detachment by its own (R123)."""
    detachment_from: int | None = None
    """The number from which a group of it fights as a detachment, if its text states one."""
    notes: int = 0
    """Number of its texts: `creature/<id>/1` and so on."""
    fights_on: bool = False
    """True if failing the Critical Damage save does not stop it."""
    effects: tuple[Effect, ...] = ()
    immune: tuple[str, ...] = ()
    """What cannot harm it, such as `fire`."""


@final
@frozen(kw_only=True)
class Reaction:
    """A band of the reaction table (R136)."""

    id: str
    name: str
    least: int
    """The smallest sum of 2d6 with this reaction."""
    most: int
    """The largest sum."""


@final
@frozen(kw_only=True, eq=False)
class Book:
    """The whole content of the game, by id. A book is compared by identity."""

    backgrounds: Mapping[str, Background]
    """The backgrounds in the order of their table (T1)."""
    traits: Mapping[str, tuple[str, ...]]
    """Ten words for each trait (T2 to T9)."""
    bonds: tuple[Grant, ...]
    """The bonds, from row 1 (T10)."""
    omens: int = 20
    """Number of omens (T11). Omens are texts only: `omen/1` and so on."""
    reactions: tuple[Reaction, ...]
    """The bands of the reaction table, from 2 to 12 (T21)."""
    scars: tuple[str, ...]
    """The names of the scars, from row 1 (T22). Their texts are `scar/1` and so on."""
    goods: Mapping[PriceList, tuple[Goods, ...]]
    """The price lists (T12 to T17)."""
    spells: Mapping[str, Spell]
    """The spells in the order of their table."""
    creatures: Mapping[str, Creature] = field(factory=dict[str, Creature])
    """The creatures in alphabetical order."""
    credits: Mapping[str, Credit] = field(factory=dict[str, Credit])
    """The credit of each data file, by its name."""
