"""The state of a game of making characters, and the check of a state from outside."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final, final

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.character import replaced
from cairn_rules.cairn_rpg.content.book import Book
from cairn_rules.cairn_rpg.content.book_file import book as shipped_book
from cairn_rules.cairn_rpg.creation import steps
from cairn_rules.cairn_rpg.creation.steps import Draft, Step
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.chance import Chance
from cairn_rules.errors import Fault, UnsoundStateError, quoted
from cairn_rules.frozen_classes import fields, frozen
from cairn_rules.game import Drawn

SEAT_NAMES: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
"""The names of the seats, one for each character."""
MOST_NAME: Final = 60
"""Maximum length of a name, in characters."""


@final
@frozen(kw_only=True)
class State(Drawn):
    """A party in the making. The private omens and the chance are hidden.

    The seats decide one after the other, a whole character at a time. At the end, the youngest takes the omen.
    """

    drafts: tuple[Draft, ...]
    """The draft of each seat."""
    public_omen: bool
    """True if the youngest of the party takes an omen (R20)."""
    chance: Chance
    """The source of all later rolls."""
    rulings: Rulings = DEFAULT
    """The rulings."""
    book: Book | None = None
    """A custom book; None for that of the library. JSON names its content packs, and cannot contain other books."""

    @property
    def content(self) -> Book:
        """The book, prepared for creation (see `ready`)."""
        return steps.ready(self.book or shipped_book(), self.rulings.stone_heart_start)


@checked
def decision(state: State) -> tuple[int, Step] | None:
    """Return the seat that decides now and its step; None if all characters are complete.

    Raises:
        DefinitionError: if an argument is not of its kind.

    Example:
        >>> from cairn_rules.cairn_rpg import creation
        >>> creation.decision(creation.new_game(seed=7))
        (0, <Step.BACKGROUND: 'background'>)
    """
    content = state.content
    for seat, draft in enumerate(state.drafts):
        step = steps.next_step(draft, content, state.rulings)
        if step is not None:
            return seat, step
    if state.public_omen:
        seat = steps.youngest(tuple(draft.age or 0 for draft in state.drafts), state.rulings)
        if state.drafts[seat].omen is None:
            return seat, Step.OMEN
    return None


def who(seat: int) -> str:
    """Return the character of a seat for use in sentences, such as `the first character`."""
    return f"the {SEAT_NAMES[seat]} character"


def is_name(value: object) -> bool:
    """Return whether a value can be the name of a character: one printable line, not blank, at most 60 characters."""
    return isinstance(value, str) and value.isprintable() and value == value.strip() and 0 < len(value) <= MOST_NAME


def check_sound(state: State) -> None:
    """Check that a state can occur. Raise an `UnsoundStateError` if it cannot. It lists every fault."""
    faults = [
        Fault(f"drafts[{seat}].{fault.where}", fault.message)
        for seat, draft in enumerate(state.drafts)
        for fault in _draft_faults(draft, state.content, state.rulings)
    ]
    if not 1 <= len(state.drafts) <= len(SEAT_NAMES):
        faults.append(Fault("drafts", f"{len(state.drafts)} characters; there should be 1 to {len(SEAT_NAMES)}"))
    if not faults:
        faults += _party_faults(state)
    if faults:
        raise UnsoundStateError(faults)


def _party_faults(state: State) -> Iterator[Fault]:
    """Yield the faults of the drafts together: each seat begins after the one before it, and one omen is public."""
    left = [steps.next_step(draft, state.content, state.rulings) for draft in state.drafts]
    begun = [seat for seat, draft in enumerate(state.drafts) if draft.background is not None]
    for seat in begun:
        if any(left[:seat]):
            yield Fault(f"drafts[{seat}]", "it has begun, but a character before it is not complete")
    public = {
        seat
        for seat, draft in enumerate(state.drafts)
        if draft.omen is not None and not steps.has_private_omen(draft, state.content)
    }
    due = set[int]()
    if state.public_omen and not any(left):
        due = {steps.youngest(tuple(draft.age or 0 for draft in state.drafts), state.rulings)}
    for seat in sorted(public - due):
        yield Fault(f"drafts[{seat}].omen", "only the youngest of a complete party has a public omen (R20)")


def _draft_faults(draft: Draft, book: Book, rulings: Rulings) -> Iterator[Fault]:
    """Yield the faults of a draft. Faults of its rows hide the others, which depend on the rows."""
    if draft.name is not None and not is_name(draft.name):
        yield Fault("name", f"{quoted(draft.name)} is not a name: one line of at most {MOST_NAME} characters")
    if draft.background is not None and draft.background not in book.backgrounds:
        yield Fault("background", f"{quoted(draft.background)} is not a background")
        return
    faults: list[Fault] = []
    if draft.background is not None:
        faults += _row_faults(draft, book)
        faults += [*_number_faults(draft, book, rulings), *_gear_faults(draft, book)] if not faults else []
    yield from faults
    if not faults:
        reached = _replayed(draft, book, rulings)
        for each in fields(Draft):
            if getattr(reached, each.name) != getattr(draft, each.name):
                yield Fault(each.name, "it comes before an earlier step, or nothing grants it (R8)")


def _row_faults(draft: Draft, book: Book) -> Iterator[Fault]:
    tables = {"rows": (Step.TABLE_1, Step.TABLE_2), "traits": steps.TRAIT_STEPS, "bonds": (Step.BOND, Step.SECOND_BOND)}
    for name, asked in tables.items():
        rows: tuple[int, ...] = getattr(draft, name)
        if len(rows) > len(asked):
            yield Fault(name, f"{len(rows)} rows; there should be at most {len(asked)}")
        for row, step in zip(rows, asked, strict=False):
            most = steps.number_of_rows(step, draft, book)
            if not 1 <= row <= most:
                yield Fault(name, f"there is no row {row} (1 to {most})")


_FIELDS: Final = MappingProxyType(
    {
        Step.TABLE_1: "rows",
        Step.TABLE_2: "rows",
        **dict.fromkeys(steps.TRAIT_STEPS, "traits"),
        Step.BOND: "bonds",
        Step.SECOND_BOND: "bonds",
        Step.BUY: "bought",
        Step.LEAVE: "left",
    }
)
"""The field of a draft that a step adds one result to. The other steps have a field of their name."""


def _replayed(draft: Draft, book: Book, rulings: Rulings) -> Draft:
    """Return the part of a draft that its steps produce in their order (R8)."""
    made = Draft(name=draft.name)
    while (step := steps.next_step(made, book, rulings)) is not None:
        name = _FIELDS.get(step, step.value)
        value, so_far = getattr(draft, name), getattr(made, name)
        if step in _FIELDS and len(value) > len(so_far):
            value = value[: len(so_far) + 1]
        elif step is Step.BUY:
            name, value, so_far = "shopped", draft.shopped, made.shopped
        if value == so_far:
            return made
        made = replaced(made, **{name: value})
    return replaced(made, omen=draft.omen)


def _number_faults(draft: Draft, book: Book, rulings: Rulings) -> Iterator[Fault]:
    grants = steps.granted(draft, book)
    paid = [*grants, *(book.bonds[row - 1] for row in draft.bonds)]
    gold = [grant.gold for grant in paid if grant.gold]
    least, most = sum(each.least for each in gold), sum(each.most for each in gold)
    most += steps.budget(draft, book).budget if draft.shopped else 0
    if draft.gold is not None and not least <= draft.gold <= most:
        yield Fault("gold", f"{draft.gold} gold pieces; the dice and grants give {least} to {most} (R23)")
    if draft.attributes and not (len(draft.attributes) == 3 and all(3 <= each <= 18 for each in draft.attributes)):
        yield Fault("attributes", "there should be three results of 3d6 (R14)")
    if draft.swap is not None and draft.swap not in steps.SWAPS:
        yield Fault("swap", f"{quoted(draft.swap)} is not a swap: use {', '.join(steps.SWAPS)} (R15)")
    more = [grant.hp for grant in grants if grant.hp]
    least, most = 1 + sum(each.least for each in more), 6 + sum(each.most for each in more)
    if draft.hp is not None and not least <= draft.hp <= most:
        yield Fault("hp", f"{draft.hp} HP; the dice give {least} to {most} (R16)")
    if draft.age is not None and not steps.AGE.least <= draft.age <= steps.AGE.most:
        yield Fault("age", f"{draft.age} years; the dice give {steps.AGE.least} to {steps.AGE.most} (R19)")
    if draft.omen is not None and not 1 <= draft.omen <= book.omens:
        yield Fault("omen", f"there is no row {draft.omen} (1 to {book.omens})")
    if len({*draft.bonds}) < len(draft.bonds) and rulings.second_bond == "distinct":
        yield Fault("bonds", "the second bond must differ from the first (R21)")


def _gear_faults(draft: Draft, book: Book) -> Iterator[Fault]:
    unknown = [id for id in draft.bought if id not in steps.on_sale(book)]
    if unknown:
        yield Fault("bought", f"{quoted(unknown[0])} is not in the price list of gear (R13)")
        return
    most = steps.budget(draft, book).most
    if steps.unspent(draft, book) < 0 or (most is not None and len(draft.bought) > most):
        yield Fault("bought", "it is more than the rows pay for (R13)")
    there = [item.id for item in steps.gear(replaced(draft, left=()), book)[0] if steps.can_leave(item)]
    for id in draft.left:
        if id not in there:
            yield Fault("left", f"{quoted(id)} is not an item that can be left behind (R26)")
            return
        there.remove(id)
