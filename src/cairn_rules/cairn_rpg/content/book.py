"""The content of the game: backgrounds, tables, goods, spells and creatures, as frozen values.

A book holds facts: names, numbers, dice and effects. The sentences are looked up by id in `texts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from hashlib import sha256
from types import MappingProxyType
from typing import Any, Final, Literal, Protocol, TypeAlias, TypeVar, final

from cairn_rules.cairn_rpg.characters.attacks import Attack
from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.effects import Effect, Power
from cairn_rules.cairn_rpg.characters.inventory import MOST_ARMOR
from cairn_rules.cairn_rpg.characters.items import Companion, Container, Item, Restored, Uses, item_id, new_id
from cairn_rules.cairn_rpg.characters.soundness import MOST_NAME, is_name
from cairn_rules.cairn_rpg.content.texts import Credit
from cairn_rules.cairn_rpg.dice_formula import Formula
from cairn_rules.errors import DefinitionError, UnknownIdError, hint, quoted
from cairn_rules.frozen_classes import evolve, field, frozen

__all__ = ["Leader", "PriceList", "Purchase", "Reaction", "Repertoire", "Threat"]


@final
@frozen(kw_only=True)
class Purchase:
    """A row that lets its owner choose goods (R13)."""

    budget: int
    """Maximum number of gold pieces to spend. The rest is lost (A1)."""
    most: int | None = None
    """Maximum number of goods; None for no limit."""


@final
@frozen(kw_only=True)
class Grant:
    """The items, gold and abilities that a row of a table gives (R12, R18)."""

    items: tuple[Item, ...] = ()
    """Items, as carried; armour among them is put on at the start (R25)."""
    gold: Formula | None = None
    """Gold pieces: `3d6` at the start, or what a row adds (R23); None if there is none."""
    hp: Formula | None = None
    """An addition to current and maximum HP (R16)."""
    containers: tuple[Container, ...] = ()
    """Carts, wagons and mounts (R35)."""
    companions: tuple[Companion, ...] = ()
    """Companions that follow the character."""
    effects: tuple[Effect, ...] = ()
    """Lasting abilities, needs and vows."""
    purchase: Purchase | None = None
    """A choice of goods (R13); None if there is none."""
    second_bond: bool = False
    """True if the character takes a second bond (R21)."""
    omen: Literal["private"] | None = None
    """`private` if the character takes an omen that only its player knows (R21)."""


@final
@frozen(kw_only=True)
class Background:
    """A background: names, starting gear, and two tables of six rows each."""

    id: str
    """The id, such as `fletchwind`."""
    name: str
    """The name as printed, such as `Rill Runner`."""
    names: tuple[str, ...]
    """Ten names (R10)."""
    start: Grant
    """The starting gear, and the other grants of the background itself."""
    placeholder: bool = False
    """True if a line of the gear is a placeholder for an item of its second table (R24)."""
    tables: tuple[tuple[Grant, ...], tuple[Grant, ...]]
    """The rows of both tables, each for a d6."""


TRAITS = ("physique", "skin", "hair", "face", "speech", "clothing", "virtue", "vice")
"""The eight traits, in the order in which they are rolled (R17)."""


def _check_open_ended(goods: Any, _: object, open_ended: object) -> None:
    if open_ended and goods.item is None:
        raise DefinitionError(f"{goods.id}: an open-ended row sells items; give it one")


@final
@frozen(kw_only=True)
class Goods:
    """A row of a price list (R213 to R222).

    Raises:
        DefinitionError: if it is open-ended and has no item.

    Example:
        >>> from cairn_rules.cairn_rpg import book
        >>> spears = book().goods["weapons"][1]
        >>> spears.price, spears.named("Mace").id, str(spears.named("Mace").attacks[0])
        (10, 'mace', 'mace (d8)')
        >>> spears.open_ended, spears.named("Morning Star").name
        (True, 'Morning Star')
    """

    id: str
    """The id of the row, such as `oil-can`."""
    name: str
    """The printed name. If the row sells several things, it names the group."""
    price: int
    """Gold pieces; per day for a hireling (R217)."""
    examples: tuple[str, ...] = ()
    """The names in the row; each buys an item of that name at this price (R214)."""
    open_ended: bool = field(default=False, validator=_check_open_ended)
    """True if the book ends the names with "etc.", so that any other name is also sold at this price (R214)."""
    item: Item | None = None
    """The item; None for transport, services and hirelings."""
    container: Container | None = None
    """The cart, wagon or mount; None for other goods."""
    fits: int | None = None
    """Number of people that it serves."""
    per: Literal["", "day", "night"] = ""
    """The time that the price covers, if it is stated."""
    length_ft: int | None = None
    """Length in feet, if it is stated."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names in the row: its examples, or its own name if it has none."""
        return self.examples or (self.name,)

    def named(self, name: str) -> Item:
        """Return the item of one of the names that the row sells (R214).

        Raises:
            DefinitionError: if the row sells no item of that name.
        """
        if self.item is None:
            raise DefinitionError(f"{self.name} is not an item")
        if help := name_hint(self, name):
            raise DefinitionError(f"{self.name} has no item {quoted(name)}; {help}")
        attacks = tuple(evolve(each, name=name.lower()) for each in self.item.attacks)
        return evolve(self.item, id=new_id(name), name=name, attacks=attacks)


def name_hint(goods: Goods, name: str) -> str:
    """Return a hint for a name that a row of a price list does not sell; empty if it sells it (R214)."""
    if name in goods.names:
        return ""
    if not goods.open_ended or item_id(name) in map(item_id, goods.names):
        return hint(name, goods.names)
    return "" if is_name(name) else f"give one line of at most {MOST_NAME} characters"


PriceList: TypeAlias = Literal["armor", "weapons", "hirelings", "transport", "upkeep", "gear"]
"""The name of a price list (T12 to T17)."""


@final
@frozen(kw_only=True)
class Spell:
    """A spell (R144). Its fields hold the numbers and states of its effect; its text has the rest."""

    id: str
    """The id, such as `cure-wounds`."""
    name: str
    """The printed name, such as `Cure Wounds`."""
    target: Literal["caster", "creature", "creatures", "object", "objects", "place"]
    """The target: the caster, one or several creatures or objects, or a place or its surroundings."""
    touch: bool = False
    """True if the caster must touch the target."""
    feet: tuple[int, ...] = ()
    """The stated distances or measures, in feet."""
    seconds: int | None = None
    """The stated duration. A round of combat takes ten seconds (R72)."""
    restores: tuple[tuple[Attribute, Restored], ...] = ()
    """The attributes of the target that it restores, once a day (R56)."""
    condition: Literal["", "asleep", "charmed", "deaf", "invisible"] = ""
    """The condition of the target."""
    harmed_only_by: Literal["", "magic", "blast"] = ""
    """The only attacks that harm the target while the spell lasts."""
    speed: int = 1
    """The factor by which the target moves faster."""
    armor: int = 0
    """The bonus armour of its spellbook, while it is held (R69)."""
    save: Attribute | None = None
    """The attribute of the save that its spellbook requires. Its owner is deprived if it fails."""

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

    def innate(self, *, per_day: int | None = None) -> Item:
        """Return it as a power of the body, which needs no book and adds no Fatigue (R152).

        It can be used `per_day` times a day (default: at will).

        Example:
            >>> from cairn_rules.cairn_rpg import book
            >>> print(book().spells["ward"].innate(per_day=1))
            Innate: Ward (1 of 1)
        """
        return Item(
            id=f"innate-{self.id}",
            name=f"Innate: {self.name}",
            slots=0,
            charges=None if per_day is None else Uses.full(per_day),
            magic="relic",
            spell=self.id,
            droppable=False,
            bodily=True,
        )


Threat: TypeAlias = Literal[
    "charm",
    "cold",
    "elements",
    "facing",
    "fire",
    "heat",
    "iron",
    "lightning",
    "magic",
    "melee",
    "mind",
    "mundane",
    "ranged",
    "silver",
    "sleep",
    "spellbooks",
]
"""A kind of attack or harm that the book names. `mundane` is anything without magic, `facing` an attack by a creature
that looks at the target, `mind` anything that acts on the mind, and `spellbooks` magic from books only."""


def _check_threats(creature: Any, threat: Any, words: tuple[Any, ...]) -> None:
    for word in words:
        if not isinstance(word, str) or word != word.lower() or len(word.split()) != 1 or not word.isprintable():
            raise DefinitionError(
                f"{threat.name} of {creature.id}: {quoted(word)} is not a kind of harm; write one word in lower case, "
                "such as 'poison'"
            )


@final
@frozen(kw_only=True)
class Leader:
    """The differences between the leader of a group and the other members (R130)."""

    willpower: int | None = None
    """Its WIL, used for the group's morale saves; None for that of its own stat line."""
    armor: int | None = None
    """Its armour; None for that of the group."""
    attacks: tuple[Attack, ...] = ()
    """Its attacks; those of the group if there are none."""
    bold: bool = False
    """True if the group passes every morale save while the leader is present."""
    fall_routs: bool = False
    """True if the group flees when the leader dies."""


@final
@frozen(kw_only=True)
class Repertoire:
    """The spells of a creature."""

    spells: tuple[str, ...]
    """The ids of the spells."""
    number: int | None = None
    """Number of them that one creature has; None for all."""
    use: Literal["spellbooks", "at will", "once a day"] = "spellbooks"
    """`spellbooks` if it carries them as books."""


def _check_figure(least: int, most: int) -> Callable[[object, Any, Any], None]:
    def check(_: object, figure: Any, value: Any) -> None:
        if type(value) is not int or not least <= value <= most:
            raise DefinitionError(f"{figure.name} is a whole number from {least} to {most}, not {quoted(value)}")

    return check


MOST_HP: Final = 999
"""Maximum HP of a creature."""
MOST_ATTRIBUTE: Final = 99
"""Maximum of an attribute of a creature."""

_check_attribute = _check_figure(0, MOST_ATTRIBUTE)


@final
@frozen(kw_only=True)
class Creature:
    """A creature of the bestiary, with its stat line.

    Raises:
        DefinitionError: if a figure is out of range.
    """

    id: str
    """The id, such as `wolf`."""
    name: str
    """The printed name in the singular."""
    hp: int = field(validator=_check_figure(0, MOST_HP))
    """Hit Protection, from 0 to 999."""
    armor: int = field(default=0, validator=_check_figure(0, MOST_ARMOR))
    """Armour, from 0 to 3 (R70)."""
    strength: int = field(validator=_check_attribute)
    """STR, from 0 to 99."""
    dexterity: int = field(validator=_check_attribute)
    """DEX, from 0 to 99."""
    willpower: int = field(validator=_check_attribute)
    """WIL, from 0 to 99. A printed 0 makes it mindless, not delirious (A81)."""
    attacks: tuple[Attack, ...] = ()
    """Alternatives: one of them per action (A82)."""
    detachment: bool = False
    """True if a single one is a detachment (R123)."""
    may_be_detachment: bool = False
    """True if its text says that a group of it may fight as a detachment."""
    detachment_from: int | None = None
    """The number from which a group of it fights as a detachment, if its text states one."""
    notes: int = 0
    """Number of its texts: `creature/<id>/1` and so on."""
    powers: tuple[Power, ...] = ()
    """Powers besides its attacks, in the order of its notes."""
    repertoire: Repertoire | None = None
    """Its spells, if it has any."""
    leader: Leader | None = None
    """The leader of a group of it, if its text describes one."""
    fights_on: bool = False
    """True if failing the Critical Damage save does not stop it."""
    heads: int | None = None
    """If it fights on: the number of failed saves that stop it; None if only STR 0 does."""
    pack: bool = False
    """True if its attacks are Enhanced while an ally attacks the same target."""
    effects: tuple[Effect, ...] = ()
    """Lasting effects, as characters have them. In the book, they are the ways in which a creature comes back after its
    death."""
    immune: tuple[str, ...] = field(default=(), validator=_check_threats)
    """The kinds of harm that cannot harm it: a `Threat` such as `fire`, or a word with which a word in the name of an
    attack begins, such as `poison`."""
    impairs: tuple[str, ...] = field(default=(), validator=_check_threats)
    """Attacks that are Impaired against it, as above."""
    enhances: tuple[str, ...] = field(default=(), validator=_check_threats)
    """Attacks that are Enhanced against it, as above, even if another entry impairs them."""
    resists_magic: bool = False
    """True if magic has an effect on it only after the caster passes a WIL save."""

    @property
    def critical_text(self) -> str | None:
        """The id of the text about Critical Damage by its attacks; None if it has no such effect."""
        return f"creature/{self.id}/critical" if any(each.consequences for each in self.attacks) else None


def _check_band(band: Any, _: object, most: int) -> None:
    if most < band.least:
        raise DefinitionError(f"{band.name}: a band has a largest sum from {band.least}, not {quoted(most)}")


@final
@frozen(kw_only=True)
class Reaction:
    """A band of the reaction table (R136)."""

    id: str
    """The id, such as `wary`."""
    name: str
    """One word for the attitude, such as `Wary`."""
    least: int
    """The smallest sum of 2d6 with this reaction."""
    most: int = field(validator=_check_band)
    """The largest sum."""


@final
@frozen(kw_only=True, eq=False, repr=False, slots=False)
class Pack:
    r"""A content pack: additions to the book, and texts that replace others.

    Use `read_pack` or `parse_pack`, which check it. Packs are equal if their data are.

    Example:
        >>> from cairn_rules.cairn_rpg import parse_pack
        >>> pack = parse_pack('id = "fen"\nname = "The Fen"\nauthor = "Anna"\nlicense = "CC-BY-4.0"')
        >>> pack.name, str(pack.credit)
        ('The Fen', 'Texts by Anna, CC-BY-4.0.')
    """

    id: str
    """The id, such as `fenland`. It is the name of the entry point that offers the pack."""
    name: str
    """The name, such as `The Fenland`."""
    credit: Credit
    """The licence and the author, and the work from which the texts are taken."""
    backgrounds: tuple[Background, ...] = ()
    """Backgrounds, for further rows of their table (R9)."""
    bonds: tuple[Grant, ...] = ()
    """Bonds, for further rows of their table (R18)."""
    bond_texts: tuple[str, ...] = ()
    """The text of each bond."""
    omens: tuple[str, ...] = ()
    """The texts of omens, for further rows of their table (R20)."""
    traits: Mapping[str, tuple[str, ...]]
    """Further words for some traits (R17)."""
    goods: Mapping[PriceList, tuple[Goods, ...]]
    """Further rows of some price lists."""
    spells: tuple[Spell, ...] = ()
    """Spells."""
    creatures: tuple[Creature, ...] = ()
    """Creatures."""
    texts: Mapping[str, str]
    """Sentences by text id: those of its own things, and those that replace others."""
    text_ids: frozenset[str]
    """The ids of the texts that its own things need."""
    data: str
    """The whole pack as JSON, with sorted keys."""

    @cached_property
    def hash(self) -> str:
        """The SHA-256 of the data, in hexadecimal digits."""
        return sha256(self.data.encode()).hexdigest()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Pack):
            return NotImplemented
        return self is other or self.hash == other.hash

    def __hash__(self) -> int:
        return hash(self.hash)

    def __repr__(self) -> str:
        return f"<Pack {self.id}, {self.hash[:12]}>"


class HasId(Protocol):
    """A thing with an id."""

    @property
    def id(self) -> str:
        """The id."""
        ...


IdentifiedT = TypeVar("IdentifiedT", bound=HasId)


@final
class ById(dict[str, IdentifiedT]):
    """Things by their ids. A missing id is an error that suggests the most similar one."""

    def __missing__(self, key: object) -> IdentifiedT:
        raise UnknownIdError(key, tuple(self))


def by_id(things: Iterable[IdentifiedT]) -> Mapping[str, IdentifiedT]:
    """Return things by their ids, in their order. The mapping cannot be changed.

    Example:
        >>> from cairn_rules.cairn_rpg import book
        >>> by_id(book().creatures.values())["wulf"]
        Traceback (most recent call last):
        cairn_rules.errors.UnknownIdError: unknown id 'wulf'; did you mean 'wolf'?
    """
    return MappingProxyType(ById({each.id: each for each in things}))


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
    """The credit of each data file, by its name, and of each pack, by its id."""
    packs: tuple[Pack, ...] = ()
    """The packs that it holds besides the content of the library. See `with_packs`."""
