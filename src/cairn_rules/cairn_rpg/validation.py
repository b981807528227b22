"""Validation: every rule that a character breaks, with its number (R43)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, final

from attrs import evolve, frozen

from cairn_rules.cairn_rpg.attributes import Attribute, Score
from cairn_rules.cairn_rpg.book import TRAITS, Background, Book, Grant
from cairn_rules.cairn_rpg.book_file import book as shipped_book
from cairn_rules.cairn_rpg.character import Character
from cairn_rules.cairn_rpg.conditions import WELL
from cairn_rules.cairn_rpg.creation.steps import AGE, ready
from cairn_rules.cairn_rpg.inventory import CAPACITY, MOST_ARMOR, coin_slots
from cairn_rules.cairn_rpg.items import Item
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.cairn_rpg.scars import NAMES
from cairn_rules.errors import hint, quoted

HANDFUL: Final = 4
"""Number of items that are carried comfortably without a backpack, a container or a mount (R33)."""
RATIONS: Final = "rations"


@final
@frozen
class Violation:
    """A rule that a character breaks.

    Example:
        >>> print(Violation("R32", "inventory", "11 slots are used, and there are 10"))
        inventory: 11 slots are used, and there are 10 [R32]
    """

    rule: str
    """The number of the rule, such as `R32`."""
    where: str
    """The field of the character."""
    message: str
    """A description, without a full stop."""
    is_remark: bool = False
    """True if the rulings make it a remark rather than a fault (A8)."""

    def __str__(self) -> str:
        return f"{self.where}: {self.message} [{self.rule}]"


def validate(
    character: Character, rulings: Rulings = DEFAULT, *, new: bool = False, book: Book | None = None
) -> tuple[Violation, ...]:
    """Return every rule that a character breaks, in the order of its fields (R43).

    Args:
        character: The character. Results of creation are checked if it names a background.
        rulings: The rulings (default: those of the rules page).
        new: True to check also that nothing happened since creation: full scores, and the gear and gold that its
            background, rows and bonds grant (default: False).
        book: The backgrounds and tables (default: those of the library).

    Example:
        >>> from attrs import evolve
        >>> from cairn_rules.cairn_rpg.creation import create_character
        >>> hero = create_character(seed=7)
        >>> validate(hero, new=True)
        ()
        >>> for violation in validate(evolve(hero, age=8, inventory=evolve(hero.inventory, fatigue=5))):
        ...     print(violation)
        inventory: 13 slots are used, and there are 10 [R32]
        age: 8 is not from 12 to 50 [R19]
    """
    content = ready(shipped_book() if book is None else book, rulings.stone_heart_start)
    found = [*_inventory(character, rulings), *_state(character)]
    if character.background is not None:
        found += _creation(character, rulings, content, new=new)
    elif new and character.kind == "pc":
        found.append(Violation("R9", "background", "a new character has a background"))
    return tuple(found)


# Inventory


def _inventory(character: Character, rulings: Rulings) -> Iterator[Violation]:
    pack, where = character.inventory, "inventory"
    if not 0 <= pack.capacity <= CAPACITY:
        yield Violation("R28", where, f"{pack.capacity} slots; nothing raises them above {CAPACITY}")
    if pack.fatigue < 0:
        yield Violation("R29", where, f"{pack.fatigue} Fatigue; there is no less than 0")
    if pack.gold < 0:
        yield Violation("R222", where, f"{pack.gold}gp; there is no less than 0")
    used = pack.used(rulings)
    if used > pack.capacity:
        yield Violation("R32", where, f"{used} slots are used, and there are {pack.capacity}")
    items = sum(item.slots > 0 for item in pack.items)
    if items > HANDFUL and not pack.backpack and not pack.containers:
        message = f"{items} items without a backpack, a container or a mount; {HANDFUL} are carried comfortably"
        yield Violation("R33", where, message, is_remark=rulings.no_backpack == "warn")
    for container in pack.containers:
        load = sum(item.slots for item in container.items) + coin_slots(container.gold, rulings)
        if load > container.capacity:
            message = f"the {container.name} holds {load} slots, and has {container.capacity}"
            yield Violation("R35", where, message)
    if sum(container.pulled for container in pack.containers) > 1:
        yield Violation("R35", where, "more than one cart is pulled, and each takes both hands")
    stray = [
        item.name for each in (pack.stash, *(box.items for box in pack.containers)) for item in each if _kept(item)
    ]
    for name in stray:
        yield Violation("R41", where, f"{name} cannot be put away")


def _kept(item: Item) -> bool:
    """Return whether an item stays with its owner (R41)."""
    return not item.droppable or (item.bodily and item.slots_detached is None)


# Scores, scars and conditions


def _state(character: Character) -> Iterator[Violation]:
    if character.armor > MOST_ARMOR:
        yield Violation("R70", "armor", f"{character.armor} Armor; nobody has more than {MOST_ARMOR}")
    if character.scars and character.kind != "pc":
        yield Violation("R107", "scars", "only player characters get scars")
    for scar in character.scars:
        if not 1 <= scar.row <= len(NAMES):
            yield Violation("R108", "scars", f"there is no row {scar.row} (1 to {len(NAMES)})")
    if character.conditions.deprived_days and not character.conditions.needs:
        yield Violation("R61", "conditions", "days of deprivation without an unmet need")
    if character.day_rate is not None and character.kind != "hireling":
        yield Violation("R140", "day_rate", "only a hireling has a daily rate")


# Results of creation


def _creation(character: Character, rulings: Rulings, book: Book, *, new: bool) -> Iterator[Violation]:
    """Yield the violations of a character with a background."""
    background = book.backgrounds.get(character.background or "")
    if background is None:
        message = f"{quoted(character.background)} is unknown; {hint(character.background, tuple(book.backgrounds))}"
        yield Violation("R9", "background", message)
        return
    if not character.name.strip():
        yield Violation("R10", "name", "it is empty")
    rows = tuple(_rows(character, background))
    yield from rows
    grants = _grants(character, background) if not rows else (background.start,)
    yield from _scores(character, grants)
    # A hireling who became a player's character has neither traits nor bonds (R104).
    if character.kind == "pc" and (new or character.traits or character.bonds):
        yield from _person(character, book)
        yield from _bonds(character, grants, rulings, book)
        yield from _omen(character, grants, book)
    if new and not rows and not any(not 1 <= row <= len(book.bonds) for row in character.bonds):
        yield from _full(character, rulings)
        yield from _untouched(character, grants, rulings, book)


def _rows(character: Character, background: Background) -> Iterator[Violation]:
    if character.rows is None:
        yield Violation("R12", "rows", "the rows of the two tables of its background are missing")
        return
    for number, (row, table) in enumerate(zip(character.rows, background.tables, strict=True), 1):
        if not 1 <= row <= len(table):
            yield Violation("R12", "rows", f"table {number} has no row {row} (1 to {len(table)})")


def _grants(character: Character, background: Background) -> tuple[Grant, ...]:
    rows = zip(background.tables, character.rows or (), strict=False)
    return (background.start, *(table[row - 1] for table, row in rows))


def _scores(character: Character, grants: tuple[Grant, ...]) -> Iterator[Violation]:
    """Yield the scores that creation cannot give. Scars change them (R109 to R119)."""
    if not character.scars:
        for attribute in Attribute:
            most = character.score(attribute).max
            if not 3 <= most <= 18:
                yield Violation("R14", attribute.field, f"{most} is not from 3 to 18")
        more = [grant.hp for grant in grants if grant.hp]
        least, most = 1 + sum(each.least for each in more), 6 + sum(each.most for each in more)
        if not least <= character.hp.max <= most:
            yield Violation("R16", "hp", f"{character.hp.max} is not from {least} to {most}")


def _person(character: Character, book: Book) -> Iterator[Violation]:
    if character.traits is None:
        yield Violation("R17", "traits", "they are missing")
    else:
        for trait in TRAITS:
            word = getattr(character.traits, trait)
            if word not in book.traits[trait]:
                yield Violation("R17", "traits", f"{quoted(word)} is not a {trait}; {hint(word, book.traits[trait])}")
    if character.age is None:
        yield Violation("R19", "age", "it is missing")
    elif not AGE.least <= character.age <= AGE.most:
        yield Violation("R19", "age", f"{character.age} is not from {AGE.least} to {AGE.most}")


def _bonds(character: Character, grants: tuple[Grant, ...], rulings: Rulings, book: Book) -> Iterator[Violation]:
    for row in character.bonds:
        if not 1 <= row <= len(book.bonds):
            yield Violation("R18", "bonds", f"there is no row {row} (1 to {len(book.bonds)})")
            continue
        for item in book.bonds[row - 1].items:
            if not item.droppable and item.id not in (each.id for each in character.inventory.items):
                yield Violation("R41", "inventory", f"{item.name} of bond {row} is missing, and cannot be dropped")
    due = 1 + any(grant.second_bond for grant in grants)
    if len(character.bonds) != due:
        yield Violation("R21" if character.bonds else "R18", "bonds", f"{len(character.bonds)}; there should be {due}")
    if len({*character.bonds}) < len(character.bonds) and rulings.second_bond == "distinct":
        yield Violation("R21", "bonds", f"bond {character.bonds[0]} is taken twice")


def _omen(character: Character, grants: tuple[Grant, ...], book: Book) -> Iterator[Violation]:
    private = any(grant.omen for grant in grants)
    if character.omen is None:
        if private:
            yield Violation("R21", "omen", "its private omen is missing")
        return
    if not 1 <= character.omen.row <= book.omens:
        yield Violation("R20", "omen", f"there is no row {character.omen.row} (1 to {book.omens})")
    if character.omen.private != private:
        yield Violation("R21", "omen", "it is public, and should be private" if private else "nothing makes it private")


# A new character


def _full(character: Character, rulings: Rulings) -> Iterator[Violation]:
    """Yield the scores below their maximum."""
    empty = rulings.zero_hp == "lose" and character.inventory.is_full(rulings)
    for rule, name in (("R14", "strength"), ("R14", "dexterity"), ("R14", "willpower"), ("R16", "hp")):
        score: Score = getattr(character, name)
        if score.value < score.max and not (empty and name == "hp"):
            yield Violation(rule, name, f"{score} is not full")


def _untouched(character: Character, grants: tuple[Grant, ...], rulings: Rulings, book: Book) -> Iterator[Violation]:
    """Yield what happened since creation."""
    pack = character.inventory
    paid = (*grants, *(book.bonds[row - 1] for row in character.bonds))
    if character.kind == "hireling":
        start = tuple(item for item in grants[0].items if item.id == RATIONS)
        paid = (evolve(grants[0], items=start, containers=(), effects=(), companions=()), *grants[1:])
    if pack.fatigue or character.scars or character.conditions != WELL:
        yield Violation("R8", "conditions", "a new character has no Fatigue, no scars and no condition")
    yield from _gear(character, paid, rulings, book)
    budget = sum(grant.purchase.budget for grant in grants if grant.purchase)
    gold = [grant.gold for grant in paid if grant.gold]
    least, most = sum(each.least for each in gold), sum(each.most for each in gold)
    most += budget if rulings.grant_change == "coins" else 0
    if not least <= pack.gold <= most:
        yield Violation("R23", "inventory", f"{pack.gold}gp is not from {least} to {most}")
    if not pack.backpack:
        yield Violation("R22", "inventory", "the backpack is missing")
    for item in pack.items:
        if item.wearable and not item.worn:
            yield Violation("R25", "inventory", f"{item.name} is not worn")
    for name in ("containers", "effects", "companions"):
        there = pack.containers if name == "containers" else getattr(character, name)
        if there != tuple(each for grant in paid for each in getattr(grant, name)):
            yield Violation("R12", name, "they are not those that its background, rows and bonds grant")


def _gear(character: Character, paid: tuple[Grant, ...], rulings: Rulings, book: Book) -> Iterator[Violation]:
    """Yield the items that differ from those granted and bought (R11 to R13, R18, R26)."""
    pack = character.inventory
    granted = Counter(item for grant in paid for item in grant.items)
    there = Counter(evolve(item, worn=item.wearable) for item in (*pack.items, *pack.stash))
    more, missing = there - granted, granted - there
    purchases = [grant.purchase for grant in paid if grant.purchase]
    prices = {goods.item: goods.price for goods in book.goods["gear"] if goods.item}
    rest = sum(purchase.budget for purchase in purchases)
    number = sum(purchase.budget if purchase.most is None else purchase.most for purchase in purchases)
    for item in more.elements():
        if item in prices and prices[item] <= rest and number:
            rest, number = rest - prices[item], number - 1
        else:
            yield Violation("R13" if purchases else "R11", "inventory", f"nothing grants {item.name}")
    for item in missing.elements():
        if rulings.creation_overflow != "refuse" or not item.slots:
            yield Violation("R11", "inventory", f"{item.name} is missing")
