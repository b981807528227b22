"""Checks that a character is one that creation can make (R8 to R26)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from attrs import evolve

from cairn_rules.cairn_rpg.characters.attributes import Attribute, Score
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.conditions import WELL
from cairn_rules.cairn_rpg.content.book import TRAITS, Background, Book, Grant
from cairn_rules.cairn_rpg.creation.steps import AGE, RATIONS, on_sale, ready
from cairn_rules.cairn_rpg.reason_table import REASONS
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.errors import Reason, hint
from cairn_rules.phrasebook import Named


def creation_faults(character: Character, rulings: Rulings, book: Book, *, new: bool = False) -> Iterator[Reason]:
    """Yield the impossible results of creation. Without a background, there is nothing to check.

    What is missing is a fault, unless the character has notes: the file that it came from may not state it.

    `new` also checks that nothing has happened since: full scores, and exactly the granted gear and gold.
    """
    name, content = character.name, ready(book, rulings.stone_heart_start)
    if character.background is None:
        if new and character.kind == "pc":
            yield REASONS.reason("creation/background", who=name)
        return
    background = content.backgrounds.get(character.background)
    if background is None:
        known = hint(character.background, tuple(content.backgrounds))
        yield REASONS.reason("creation/background", background=character.background, who=name, hint=known)
        return
    rows = tuple(_rows(character, background))
    yield from rows
    grants = (background.start,) if rows or character.rows is None else _grants(character, background)
    if character.rows or not character.notes:
        yield from _scores(character, grants)
    # A hireling who became a player's character has neither traits nor bonds (R104).
    if character.kind == "pc" and (new or character.traits or character.bonds):
        yield from _person(character, content)
        yield from _bonds(character, grants, rulings, content)
        yield from _omen(character, grants, content)
    if new and not rows and all(1 <= row <= len(content.bonds) for row in character.bonds):
        yield from _full(character, rulings)
        yield from _untouched(character, grants, rulings, content)


def _rows(character: Character, background: Background) -> Iterator[Reason]:
    if not character.name.strip():
        yield REASONS.reason("creation/name")
    if character.rows is None:
        if not character.notes:
            yield REASONS.reason("creation/rows", who=character.name)
        return
    for number, (row, table) in enumerate(zip(character.rows, background.tables, strict=True), 1):
        if not 1 <= row <= len(table):
            yield REASONS.reason("creation/rows", who=character.name, row=row, number=number, count=len(table))


def _grants(character: Character, background: Background) -> tuple[Grant, ...]:
    assert character.rows is not None, "the rows are checked first"
    return (background.start, *(table[row - 1] for table, row in zip(background.tables, character.rows, strict=True)))


def _scores(character: Character, grants: tuple[Grant, ...]) -> Iterator[Reason]:
    """Yield the maxima that dice cannot give. Scars change them (R109 to R119)."""
    if character.scars:
        return
    for attribute in Attribute:
        most = character.score(attribute).max
        if not 3 <= most <= 18:
            yield REASONS.reason("creation/attributes", who=character.name, most=most, attribute=attribute)
    more = [grant.hp for grant in grants if grant.hp]
    least, most = 1 + sum(each.least for each in more), 6 + sum(each.most for each in more)
    if not least <= character.hp.max <= most:
        yield REASONS.reason("creation/hp", who=character.name, max=character.hp.max, least=least, most=most)


def _person(character: Character, book: Book) -> Iterator[Reason]:
    name = character.name
    if character.traits is None:
        if not character.notes:
            yield REASONS.reason("creation/traits", who=name)
    else:
        for trait in TRAITS:
            word, words = getattr(character.traits, trait), book.traits[trait]
            if word not in words:
                yield REASONS.reason("creation/traits", word=word, trait=trait, who=name, hint=hint(word, words))
    if character.age is None:
        if not character.notes:
            yield REASONS.reason("creation/age", who=name)
    elif not AGE.least <= character.age <= AGE.most:
        yield REASONS.reason("creation/age", who=name, age=character.age, least=AGE.least, most=AGE.most)


def _bonds(character: Character, grants: tuple[Grant, ...], rulings: Rulings, book: Book) -> Iterator[Reason]:
    name, bonds = character.name, character.bonds
    carried = {item.id for item in character.inventory.items}
    for row in bonds:
        if not 1 <= row <= len(book.bonds):
            yield REASONS.reason("creation/bonds", "R18", who=name, row=row, count=len(book.bonds))
            continue
        for item in book.bonds[row - 1].items:
            if not (item.droppable or item.id in carried or character.notes):
                yield REASONS.reason("item/undroppable", who=name, item=item.name, row=row)
    due = 1 + any(grant.second_bond for grant in grants)
    if len(bonds) != due and not (character.notes and (len(bonds) < due or character.rows is None)):
        yield REASONS.reason("creation/bonds", "R21" if bonds else "R18", who=name, count=len(bonds), due=due)
    if len({*bonds}) < len(bonds) and rulings.second_bond == "distinct":
        yield REASONS.reason("creation/bonds", "R21", who=name, bond=bonds[0])


def _omen(character: Character, grants: tuple[Grant, ...], book: Book) -> Iterator[Reason]:
    name, omen = character.name, character.omen
    is_private = any(grant.omen for grant in grants)
    if omen is None:
        if is_private and not character.notes:
            yield REASONS.reason("creation/omen", "R21", who=name)
        return
    if not 1 <= omen.row <= book.omens:
        yield REASONS.reason("creation/omen", who=name, row=omen.row, omens=book.omens)
    if omen.private != is_private and not character.notes:
        text = "should be private" if is_private else "is private without a reason"
        yield REASONS.reason("creation/omen", "R21", who=name, secrecy=Named(is_private, text))


# A new character


def _full(character: Character, rulings: Rulings) -> Iterator[Reason]:
    """Yield the scores below their maximum."""
    empty = rulings.zero_hp == "lose" and character.inventory.is_full(rulings)
    for rule, name in (("R14", "strength"), ("R14", "dexterity"), ("R14", "willpower"), ("R16", "hp")):
        score: Score = getattr(character, name)
        if score.value < score.max and not (empty and name == "hp"):
            label = "HP" if name == "hp" else name
            yield REASONS.reason("creation/full", rule, who=character.name, score=score, part=Named(name, label))
    if character.inventory.fatigue or character.scars or character.conditions != WELL:
        yield REASONS.reason("creation/full", who=character.name)


def _untouched(character: Character, grants: tuple[Grant, ...], rulings: Rulings, book: Book) -> Iterator[Reason]:
    """Yield the differences from the grants."""
    name, pack = character.name, character.inventory
    paid = (*grants, *(book.bonds[row - 1] for row in character.bonds))
    if character.kind == "hireling":
        start = tuple(item for item in grants[0].items if item.id == RATIONS)
        paid = (evolve(grants[0], items=start, containers=(), effects=(), companions=()), *grants[1:])
    yield from _gear(character, paid, rulings, book)
    budget = sum(grant.purchase.budget for grant in grants if grant.purchase)
    gold = [grant.gold for grant in paid if grant.gold]
    least, most = sum(each.least for each in gold), sum(each.most for each in gold)
    most += budget if rulings.grant_change == "coins" else 0
    if not least <= pack.gold <= most:
        yield REASONS.reason("creation/gold", who=name, gold=pack.gold, least=least, most=most)
    if not pack.backpack:
        yield REASONS.reason("creation/gear", who=name)
    for item in pack.items:
        if item.wearable and not item.worn:
            yield REASONS.reason("creation/gear", "R25", who=name, unworn=item.name)
    for field in ("containers", "effects", "companions"):
        there = pack.containers if field == "containers" else getattr(character, field)
        if there != tuple(each for grant in paid for each in getattr(grant, field)):
            yield REASONS.reason("creation/gear", "R12", who=name, field=field)


def _gear(character: Character, paid: tuple[Grant, ...], rulings: Rulings, book: Book) -> Iterator[Reason]:
    """Yield the items that differ from those granted and bought (R11 to R13, R18, R26)."""
    name, pack = character.name, character.inventory
    granted = Counter(item for grant in paid for item in grant.items)
    there = Counter(evolve(item, worn=item.wearable) for item in (*pack.items, *pack.stash))
    more, missing = there - granted, granted - there
    purchases = [grant.purchase for grant in paid if grant.purchase]
    prices = dict(on_sale(book).values())
    rest = sum(purchase.budget for purchase in purchases)
    number = sum(purchase.budget if purchase.most is None else purchase.most for purchase in purchases)
    for item in more.elements():
        if item in prices and prices[item] <= rest and number:
            rest, number = rest - prices[item], number - 1
        else:
            rule = "R13" if purchases else "R11"
            yield REASONS.reason("creation/gear", rule, who=name, extra=item.name)
    for item in missing.elements():
        if rulings.creation_overflow != "refuse" or not item.slots:
            yield REASONS.reason("creation/gear", "R11", who=name, missing=item.name)
