"""The steps of making a character, each a pure function of a draft, a choice and dice (R8 to R26)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, final

from cairn_rules.cairn_rpg.characters.attributes import Attribute, Score
from cairn_rules.cairn_rpg.characters.character import Character, Omen, Traits, replaced
from cairn_rules.cairn_rpg.characters.effects import Growth
from cairn_rules.cairn_rpg.characters.inventory import CAPACITY, Inventory, packed
from cairn_rules.cairn_rpg.characters.items import Item
from cairn_rules.cairn_rpg.content.book import TRAITS, Background, Book, Grant, Purchase
from cairn_rules.cairn_rpg.dice_formula import Formula
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.chance import Dice
from cairn_rules.frozen_classes import evolve, frozen


@final
class Step(StrEnum):
    """A step of making a character, in the order in which the steps are taken (R8)."""

    BACKGROUND = "background"
    NAME = "name"
    GOLD = "gold"
    TABLE_1 = "table-1"
    TABLE_2 = "table-2"
    ATTRIBUTES = "attributes"
    SWAP = "swap"
    HP = "hp"
    PHYSIQUE = "physique"
    SKIN = "skin"
    HAIR = "hair"
    FACE = "face"
    SPEECH = "speech"
    CLOTHING = "clothing"
    VIRTUE = "virtue"
    VICE = "vice"
    BOND = "bond"
    SECOND_BOND = "second-bond"
    AGE = "age"
    OMEN = "omen"
    BUY = "buy"
    LEAVE = "leave"


TRAIT_STEPS: Final = tuple(Step(trait) for trait in TRAITS)
"""The steps of the eight traits, in the order of their tables (R17)."""
WITHOUT_DICE: Final = frozenset({Step.SWAP, Step.BUY, Step.LEAVE})
SWAPS: Final = MappingProxyType({"none": (0, 1, 2), "STR-DEX": (1, 0, 2), "STR-WIL": (2, 1, 0), "DEX-WIL": (0, 2, 1)})
"""The four arrangements of three results, as places in the order in which they were rolled (R15)."""
RATIONS: Final = "rations"
"""The id of the rations, which a hireling from a background has (R139)."""
AGE: Final = Formula(2, 20, 10)
"""The dice of the age (R19)."""


@final
@frozen(kw_only=True, slots=False)
class Draft:
    """A character in the making: the results so far. The rest of the character follows from them."""

    background: str | None = None
    """The id of the background."""
    name: str | None = None
    """The name, given or rolled (R10); None before that."""
    gold: int | None = None
    """Gold pieces so far, from the dice and from what the tables and bonds grant (R23)."""
    rows: tuple[int, ...] = ()
    """The rows of the two tables of the background."""
    attributes: tuple[int, ...] = ()
    """STR, DEX and WIL as they were rolled; empty before."""
    swap: str | None = None
    """The swap, as in `Arrange`."""
    hp: int | None = None
    """The maximum HP, with the additions of rows (R16); None before it is rolled."""
    traits: tuple[int, ...] = ()
    """The rows of the traits, in the order of their tables."""
    bonds: tuple[int, ...] = ()
    """The rows of the bonds."""
    age: int | None = None
    """Years, from 12 to 50 (R19); None before it is rolled."""
    omen: int | None = None
    """The row of the omen, public or private."""
    bought: tuple[str, ...] = ()
    """The ids of the gear bought with the budget of a row (R13)."""
    shopped: bool = False
    """True once nothing more is bought."""
    left: tuple[str, ...] = ()
    """The ids of the items left behind, in order (R26)."""


def ready(book: Book, stone_heart: int = 0) -> Book:
    """Return a book with grants for a new character: armour is worn, carts are pulled, the Stone Heart has its slots.

    `stone_heart` is the number of slots of a growing item at the start (A54).
    """
    return _ready(book, stone_heart)


@lru_cache(maxsize=16)
def _ready(book: Book, stone_heart: int) -> Book:
    def grant(old: Grant) -> Grant:
        growing = {effect.item for effect in old.effects if isinstance(effect, Growth)}
        items = tuple(
            evolve(item, worn=item.wearable, slots=item.slots + (stone_heart if item.id in growing else 0))
            for item in old.items
        )
        containers = tuple(evolve(container, pulled=container.load > 0) for container in old.containers)
        return evolve(old, items=items, containers=containers)

    def background(old: Background) -> Background:
        first, second = (tuple(map(grant, table)) for table in old.tables)
        return evolve(old, start=grant(old.start), tables=(first, second))

    backgrounds = {id: background(each) for id, each in book.backgrounds.items()}
    return evolve(book, backgrounds=MappingProxyType(backgrounds), bonds=tuple(map(grant, book.bonds)))


def granted(draft: Draft, book: Book) -> tuple[Grant, ...]:
    """Return the grants of the background and of the rows of its tables so far (R11, R12)."""
    if draft.background is None:
        return ()
    background = book.backgrounds[draft.background]
    rows = (table[row - 1] for table, row in zip(background.tables, draft.rows, strict=False))
    return (background.start, *rows)


def next_step(draft: Draft, book: Book, rulings: Rulings) -> Step | None:  # noqa: C901, PLR0911, PLR0912 - one after the other
    """Return the next step of a draft (R8); None if the character is complete, except for the omen of the youngest."""
    if draft.background is None:
        return Step.BACKGROUND
    if draft.name is None:
        return Step.NAME
    if draft.gold is None:
        return Step.GOLD
    if len(draft.rows) < 2:
        return Step.TABLE_2 if draft.rows else Step.TABLE_1
    if not draft.attributes:
        return Step.ATTRIBUTES
    if draft.swap is None:
        return Step.SWAP
    if draft.hp is None:
        return Step.HP
    if len(draft.traits) < len(TRAIT_STEPS):
        return TRAIT_STEPS[len(draft.traits)]
    if not draft.bonds:
        return Step.BOND
    grants = granted(draft, book)
    if len(draft.bonds) < 2 and any(grant.second_bond for grant in grants):
        return Step.SECOND_BOND
    if draft.age is None:
        return Step.AGE
    if draft.omen is None and has_private_omen(draft, book):
        return Step.OMEN
    if not draft.shopped and any(grant.purchase for grant in grants):
        return Step.BUY
    if rulings.creation_overflow == "leave_behind" and surplus(draft, book, rulings) > 0:
        return Step.LEAVE
    return None


def has_private_omen(draft: Draft, book: Book) -> bool:
    """Return whether the background or a row of its tables grants an omen that stays with its player (R21)."""
    return any(grant.omen for grant in granted(draft, book))


def number_of_rows(step: Step, draft: Draft, book: Book) -> int:
    """Return the number of rows of the table of a step; 0 if the step has no table to choose from (R4, R6)."""
    match step:
        case Step.BACKGROUND:
            return len(book.backgrounds)
        case Step.NAME:
            return len(_background(draft, book).names)
        case Step.TABLE_1:
            return len(_background(draft, book).tables[0])
        case Step.TABLE_2:
            return len(_background(draft, book).tables[1])
        case Step.BOND | Step.SECOND_BOND:
            return len(book.bonds)
        case Step.OMEN:
            return book.omens
        case _:
            return len(book.traits[step.value]) if step in TRAIT_STEPS else 0


def _background(draft: Draft, book: Book) -> Background:
    assert draft.background is not None, "the background comes first"
    return book.backgrounds[draft.background]


def with_result(draft: Draft, step: Step, choice: Any, dice: Dice, book: Book, rulings: Rulings) -> Draft:
    """Return a draft after a step.

    The choice, which the caller has checked, is a row, a name, a swap or the id of an item or of gear; None to roll, or
    to stop buying. A choice rolls no dice, except for the rolls that the chosen row asks for (R6). The book is as
    `ready` returns it.
    """
    if step in TRAIT_STEPS:
        words = book.traits[step.value]
        row = choice or dice.face(len(words), purpose=step.value, rule="R17")
        return replaced(draft, traits=(*draft.traits, row))
    if step in WITHOUT_DICE:
        return _with_decision(draft, step, choice, book, rulings)
    return replaced(draft, **_result(draft, step, choice, dice, book, rulings))


def _with_decision(draft: Draft, step: Step, choice: Any, book: Book, rulings: Rulings) -> Draft:
    if step is Step.SWAP:
        return replaced(draft, swap=choice)
    if step is Step.LEAVE:
        return replaced(draft, left=(*draft.left, choice))
    if choice is not None:
        return replaced(draft, bought=(*draft.bought, choice))
    change = unspent(draft, book) if rulings.grant_change == "coins" else 0
    return replaced(draft, shopped=True, gold=(draft.gold or 0) + change)


def _result(draft: Draft, step: Step, choice: Any, dice: Dice, book: Book, rulings: Rulings) -> dict[str, Any]:
    """Return the fields of a draft that a step with dice changes."""
    match step:
        case Step.BACKGROUND:
            row = choice or dice.face(len(book.backgrounds), purpose="background", rule="R9")
            return {"background": tuple(book.backgrounds)[row - 1]}
        case Step.NAME:
            if isinstance(choice, str):
                return {"name": choice}
            names = _background(draft, book).names
            return {"name": names[(choice or dice.face(len(names), purpose="name", rule="R10")) - 1]}
        case Step.GOLD:
            gold = _background(draft, book).start.gold
            rolled = 0 if gold is None else gold.roll(dice, purpose="gold", rule="R11")
            return {"gold": (draft.gold or 0) + rolled}
        case Step.TABLE_1 | Step.TABLE_2:
            table = _background(draft, book).tables[len(draft.rows)]
            row = choice or dice.face(len(table), purpose=f"background table {len(draft.rows) + 1}", rule="R12")
            return {"rows": (*draft.rows, row), "gold": _paid(draft, table[row - 1], dice)}
        case Step.ATTRIBUTES:
            return {"attributes": tuple(dice.sum(3, 6, purpose=each.value, rule="R14") for each in Attribute)}
        case Step.HP:
            hp = dice.face(6, purpose="HP", rule="R16")
            more = (grant.hp.roll(dice, purpose="more HP", rule="R16") for grant in granted(draft, book) if grant.hp)
            return {"hp": hp + sum(more)}
        case Step.BOND | Step.SECOND_BOND:
            row = choice or _rolled_bond(draft, step, dice, book, rulings)
            return {"bonds": (*draft.bonds, row), "gold": _paid(draft, book.bonds[row - 1], dice)}
        case Step.AGE:
            return {"age": AGE.roll(dice, purpose="age", rule="R19")}
        case _:
            rule = "R21" if has_private_omen(draft, book) else "R20"
            return {"omen": choice or dice.face(book.omens, purpose="omen", rule=rule)}


def _paid(draft: Draft, grant: Grant, dice: Dice) -> int:
    """Return the gold of a draft after a grant (R23)."""
    gold = draft.gold or 0
    return gold if grant.gold is None else gold + grant.gold.roll(dice, purpose="more gold", rule="R23")


def _rolled_bond(draft: Draft, step: Step, dice: Dice, book: Book, rulings: Rulings) -> int:
    """Return a rolled bond. A second bond is rolled again while it equals the first (R21, A3)."""
    purpose, rule = ("bond", "R18") if step is Step.BOND else ("second bond", "R21")
    row = dice.face(len(book.bonds), purpose=purpose, rule=rule)
    while row in draft.bonds and rulings.second_bond == "distinct" and len(book.bonds) > 1:
        row = dice.face(len(book.bonds), purpose=purpose, rule=rule)
    return row


# Purchases


def budget(draft: Draft, book: Book) -> Purchase:
    """Return the goods that the rows of the background pay for, with a budget of 0 if there are none (R13)."""
    purchases = [grant.purchase for grant in granted(draft, book) if grant.purchase]
    most = [each.most for each in purchases if each.most is not None]
    return Purchase(
        budget=sum(each.budget for each in purchases), most=sum(most) if len(most) == len(purchases) else None
    )


@lru_cache(maxsize=16)
def on_sale(book: Book) -> Mapping[str, tuple[Item, int]]:
    """Return the items of the price list of gear, each by its id with its price (R13).

    A row with several names sells an item of each name (R214). Only names in the list are sold.
    """
    sold: dict[str, tuple[Item, int]] = {}
    for goods in book.goods["gear"]:
        for name in goods.names if goods.item else ():
            item = goods.named(name)
            sold.setdefault(item.id, (item, goods.price))
    return MappingProxyType(sold)


def unspent(draft: Draft, book: Book) -> int:
    """Return the rest of the budget, in gold pieces (R13)."""
    sold = on_sale(book)
    return budget(draft, book).budget - sum(sold[id][1] for id in draft.bought)


# Gear


def gear(draft: Draft, book: Book) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """Return the items that a draft carries and those that it leaves behind, in the order of their grants (R26)."""
    items = [item for grant in granted(draft, book) for item in grant.items]
    items += [item for row in draft.bonds for item in book.bonds[row - 1].items]
    items += [on_sale(book)[id][0] for id in draft.bought]
    left: list[Item] = []
    for id in draft.left:
        place = max(place for place, item in enumerate(items) if item.id == id and can_leave(item))
        left.append(items.pop(place))
    return tuple(items), tuple(left)


def can_leave(item: Item) -> bool:
    """Return whether leaving an item behind frees a slot and is allowed (R26, R41)."""
    return item.slots > 0 and item.droppable


def surplus(draft: Draft, book: Book, rulings: Rulings) -> int:
    """Return the number of slots that a draft uses beyond its ten, as far as items can be left behind (R26, A5)."""
    inventory = inventory_of(draft, book)
    beyond = inventory.used(rulings) - inventory.capacity
    return beyond if beyond > 0 and any(map(can_leave, inventory.items)) else 0


def left_by_default(draft: Draft, book: Book) -> str:
    """Return the id of the item that is left behind by default: the last one granted (R26)."""
    items, _ = gear(draft, book)
    return next(item.id for item in reversed(items) if can_leave(item))


def inventory_of(draft: Draft, book: Book) -> Inventory:
    """Return the inventory of a draft, with the items left behind as its stash (R22, R25, R26)."""
    items, left = gear(draft, book)
    grants = (*granted(draft, book), *(book.bonds[row - 1] for row in draft.bonds))
    containers = tuple(container for grant in grants for container in grant.containers)
    return Inventory(items=items, gold=draft.gold or 0, containers=containers, stash=left, capacity=CAPACITY)


# The character


def character_of(draft: Draft, book: Book, rulings: Rulings) -> Character:
    """Return the character of a complete draft (R8 to R26). The book is as `ready` returns it."""
    if rulings.creation_overflow == "refuse":
        while surplus(draft, book, rulings) > 0:
            draft = replaced(draft, left=(*draft.left, left_by_default(draft, book)))
    inventory = inventory_of(draft, book)
    if rulings.creation_overflow == "refuse" and inventory.stash:
        inventory = evolve(inventory, stash=())
    grants = (*granted(draft, book), *(book.bonds[row - 1] for row in draft.bonds))
    words = (book.traits[trait][row - 1] for trait, row in zip(TRAITS, draft.traits, strict=True))
    omen = None if draft.omen is None else Omen(draft.omen, private=has_private_omen(draft, book))
    traits = Traits(**dict(zip(TRAITS, words, strict=True)))
    character = person_of(draft, inventory, grants, traits=traits, omen=omen)
    return packed(character, inventory, rulings) if rulings.zero_hp == "lose" else character


def person_of(draft: Draft, inventory: Inventory, grants: tuple[Grant, ...] = (), **others: Any) -> Character:
    """Return a character with the results of a draft, and with the effects and companions of some grants."""
    strength, dexterity, willpower = map(Score.full, arranged(draft))
    return Character(
        name=draft.name or "",
        background=draft.background,
        strength=strength,
        dexterity=dexterity,
        willpower=willpower,
        hp=Score.full(draft.hp or 0),
        inventory=inventory,
        age=draft.age,
        bonds=draft.bonds,
        rows=(draft.rows[0], draft.rows[1]) if draft.rows else None,
        effects=tuple(effect for grant in grants for effect in grant.effects),
        companions=tuple(companion for grant in grants for companion in grant.companions),
        **others,
    )


def arranged(draft: Draft) -> tuple[int, ...]:
    """Return STR, DEX and WIL after the swap; empty before they are rolled (R15)."""
    return tuple(draft.attributes[place] for place in SWAPS[draft.swap or "none"]) if draft.attributes else ()


def youngest(ages: tuple[int, ...], rulings: Rulings) -> int:
    """Return the index of the youngest member of a party (R20, A2)."""
    least = min(ages)
    first = ages.index(least)
    return first if rulings.omen_tie == "first" else len(ages) - 1 - ages[::-1].index(least)
