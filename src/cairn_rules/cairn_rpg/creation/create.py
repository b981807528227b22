"""Functions that make characters at once: one, a party, a stream, or the first that meets some wishes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from random import SystemRandom
from types import MappingProxyType
from typing import Any, Final, TypedDict

from typing_extensions import Unpack

from cairn_rules.cairn_rpg.argument_checks import checked, unknown_name, wrong_argument
from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.character import Character, Omen, replaced
from cairn_rules.cairn_rpg.content.book import TRAITS, Book
from cairn_rules.cairn_rpg.content.book_file import book as shipped_book
from cairn_rules.cairn_rpg.creation import steps
from cairn_rules.cairn_rpg.creation.actions import Swap
from cairn_rules.cairn_rpg.creation.state import MOST_NAME, is_name
from cairn_rules.cairn_rpg.creation.steps import Draft, Step
from cairn_rules.cairn_rpg.procedures.party import MOST_MEMBERS
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.chance import Chance, Dice, KeyedDice
from cairn_rules.checks import check_seed, is_of
from cairn_rules.errors import SetupError, hint, quoted
from cairn_rules.game import SEED_BITS

_REPORTED: Final = 500
"""Number of characters between two reports of progress."""
_NO_SCORES: Final[Mapping[Attribute, int]] = MappingProxyType({})


class Choices(TypedDict, total=False):
    """The steps that can be chosen instead of rolled (R6), and the rulings. See `create_character`."""

    background: str | int | None
    """The id or the row of a background (R9)."""
    name: str | int | None
    """A name, or a row of the background's names (R10)."""
    tables: tuple[int | None, int | None]
    """The rows of both tables of the background; None to roll (R12)."""
    swap: Swap
    """The two attributes to swap (R15)."""
    traits: Mapping[str, str | int]
    """The word or the row of each chosen trait (R17)."""
    bond: int | None
    """The row of the bond (R18)."""
    second_bond: int | None
    """The row of the second bond (R21)."""
    omen: bool | int
    """True to roll an omen, or its row (R20)."""
    buy: Sequence[str]
    """The ids of the gear bought with the budget of a row (R13)."""
    leave: Sequence[str]
    """The ids of the items left behind first (R26)."""
    rulings: Rulings
    """The rulings."""
    book: Book | None
    """The backgrounds, tables and price lists."""


@checked
def create_character(
    *,
    seed: int | None = None,
    dice: Dice | None = None,
    background: str | int | None = None,
    name: str | int | None = None,
    tables: tuple[int | None, int | None] = (None, None),
    swap: Swap = "none",
    traits: Mapping[str, str | int] = MappingProxyType({}),
    bond: int | None = None,
    second_bond: int | None = None,
    omen: bool | int = False,
    buy: Sequence[str] = (),
    leave: Sequence[str] = (),
    rulings: Rulings = DEFAULT,
    book: Book | None = None,
) -> Character:
    """Make a character (R8). A choice replaces its roll (R6).

    Gold, attributes, HP and age are always rolled. For real dice, give `dice=ScriptedDice([...])`.

    Args:
        seed: The same seed and choices give the same character (default: a different one each time).
        dice: Other dice, in place of a seed.
        background: The id, the name or the row of a background (R9).
        name: Any name, or a row of the names of the background (R10).
        tables: The rows of the two tables of the background, None to roll (R12).
        swap: The two attributes that change places (R15; default: none).
        traits: Words or rows by trait, such as `{"hair": "Curly"}` (R17).
        bond: The row of the bond (R18).
        second_bond: The row of a second bond, if the background grants one (R21).
        omen: True to roll for an omen, or its row (R20). A private omen is taken in any case (R21).
        buy: Ids of gear to buy, if a row of the background pays for it (R13; default: nothing).
        leave: Ids of items to leave behind first, if the slots are too few (R26; default: the last ones granted).
        rulings: The rulings (default: those of the rules page).
        book: The backgrounds, tables and price lists (default: those of the library).

    Raises:
        SetupError: if a choice is impossible.

    Example:
        >>> hero = create_character(seed=7, background="fletchwind", name="Ash", swap="STR-DEX")
        >>> hero.name, hero.background, hero.kind
        ('Ash', 'fletchwind', 'pc')
    """
    content = steps.ready(shipped_book() if book is None else book, rulings.stone_heart_start)
    if swap not in steps.SWAPS:
        raise SetupError(f"{quoted(swap)} is not a swap: use {', '.join(steps.SWAPS)} (R15)")
    if not isinstance(tables, tuple) or len(tables) != 2:
        raise SetupError(f"tables must be two rows, None to roll, got {quoted(tables)}")
    omen_row = None if type(omen) is bool else omen
    if omen_row is not None:
        check_row(Step.OMEN, omen_row, content.omens)
    choices: dict[Step, Any] = {
        Step.BACKGROUND: None if background is None else background_row(content, background),
        Step.NAME: name,
        Step.TABLE_1: tables[0],
        Step.TABLE_2: tables[1],
        Step.SWAP: swap,
        Step.BOND: bond,
        Step.SECOND_BOND: second_bond,
        Step.OMEN: omen_row,
        **_traits(content, traits),
    }
    lists = {Step.BUY: iter(_texts("buy", buy)), Step.LEAVE: iter(_texts("leave", leave))}
    roller = dice_from(seed) if dice is None else dice
    draft = Draft()
    while (step := steps.next_step(draft, content, rulings)) is not None:
        choice = next(lists[step], None) if step in lists else choices.get(step)
        if choice is not None:
            check_choice(draft, step, choice, content, rulings)
        elif step is Step.LEAVE:
            choice = steps.left_by_default(draft, content)
        draft = steps.with_result(draft, step, choice, roller, content, rulings)
    if omen is not False and draft.omen is None:
        draft = steps.with_result(draft, Step.OMEN, omen_row, roller, content, rulings)
    return steps.character_of(draft, content, rulings)


def dice_from(seed: int | None) -> KeyedDice:
    """Return dice for a seed. Raise a `DefinitionError` if the seed is not a whole number."""
    return KeyedDice(Chance.from_seed(SystemRandom().getrandbits(SEED_BITS) if seed is None else seed))


def background_row(book: Book, background: str | int) -> int:
    """Return the row of a background, given by its id, its name or its row.

    Raises:
        SetupError: if there is no such background.
    """
    if type(background) is int and 1 <= background <= len(book.backgrounds):
        return background
    for row, each in enumerate(book.backgrounds.values(), 1):
        if background in (each.id, each.name):
            return row
    raise SetupError(f"{quoted(background)} is not a background; {hint(background, tuple(book.backgrounds))}")


def _check_choices(choices: Mapping[str, object], where: str = "") -> None:
    unknown = unknown_name(choices, tuple(Choices.__annotations__), "a choice for a character")
    if unknown:
        raise SetupError(f"{where}{unknown}")


def _attribute(name: str) -> Attribute:
    if name not in tuple(Attribute):
        raise SetupError(f"{quoted(name)} is not an attribute; {hint(name, tuple(Attribute))}")
    return Attribute(name)


def _traits(book: Book, traits: Mapping[str, str | int]) -> dict[Step, Any]:
    """Return the rows of chosen traits by step."""
    rows: dict[Step, Any] = {}
    for trait, word in traits.items():
        if trait not in TRAITS:
            raise SetupError(f"{quoted(trait)} is not a trait; {hint(trait, TRAITS)}")
        words = book.traits[trait]
        if isinstance(word, str) and word not in words:
            raise SetupError(f"{quoted(word)} is not a {trait}; {hint(word, words)}")
        rows[Step(trait)] = words.index(word) + 1 if isinstance(word, str) else word
    return rows


def _texts(name: str, values: Sequence[str]) -> Sequence[str]:
    if isinstance(values, str):
        raise SetupError(f"{name} must be a list of ids, got {quoted(values)}")
    return values


def check_choice(draft: Draft, step: Step, choice: Any, book: Book, rulings: Rulings) -> None:
    """Check a choice when its step is taken. Raise a `SetupError` if it is not possible."""
    if step is Step.BUY:
        _check_goods(draft, choice, book)
    elif step is Step.LEAVE:
        there = [item.id for item in steps.gear(draft, book)[0] if steps.can_leave(item)]
        if choice not in there:
            raise SetupError(f"{quoted(choice)} cannot be left behind; {hint(choice, there)}")
    elif step is Step.NAME and type(choice) is not int:
        if not is_name(choice):
            raise SetupError(f"{quoted(choice)} is not a name: one line of at most {MOST_NAME} characters (R10)")
    elif step is not Step.SWAP:
        check_row(step, choice, steps.number_of_rows(step, draft, book))
        if step is Step.SECOND_BOND and choice in draft.bonds and rulings.second_bond == "distinct":
            raise SetupError(f"the second bond must differ from the first, {choice} (R21)")


def check_row(step: Step, row: Any, most: int) -> None:
    """Check that a table has a row (R4). Raise a `SetupError` if it has not."""
    if type(row) is not int or not 1 <= row <= most:
        raise SetupError(f"{quoted(row)} is not a row for the {step.value} (1 to {most})")


def _check_goods(draft: Draft, id: Any, book: Book) -> None:
    sold = steps.on_sale(book)
    if id not in tuple(sold):
        raise SetupError(f"{quoted(id)} is not in the price list of gear; {hint(id, tuple(sold))}")
    item, price = sold[id]
    most, rest = steps.budget(draft, book).most, steps.unspent(draft, book)
    if price > rest or (most is not None and len(draft.bought) >= most):
        raise SetupError(f"{item.name} for {price}gp is more than the row pays for (R13)")


@checked
def create_party(
    members: int | Sequence[Choices],
    *,
    seed: int | None = None,
    dice: Dice | None = None,
    omen: bool = True,
    rulings: Rulings = DEFAULT,
    book: Book | None = None,
) -> tuple[Character, ...]:
    """Make a party (R27). At the end, the youngest takes an omen, unless it has a private one (R20).

    Args:
        members: The number of characters; or for each of them the choices of `create_character` by keyword.
        seed: The same seed and choices give the same party (default: a different one each time).
        dice: Other dice, in place of a seed.
        omen: False to leave out the omen.
        rulings: The rulings (default: those of the rules page).
        book: The backgrounds, tables and price lists (default: those of the library).

    Raises:
        SetupError: if there are not 1 to 100 members, or a choice is impossible.

    Example:
        >>> party = create_party([{"background": "aurifex"}, {"name": "Ash"}], seed=7)
        >>> [member.omen is not None for member in party]
        [True, False]
    """
    number = members if isinstance(members, int) else len(members)
    if not 1 <= number <= MOST_MEMBERS:
        raise SetupError(f"a party has 1 to {MOST_MEMBERS} members, not {quoted(number)}")
    each = (Choices(),) * members if isinstance(members, int) else tuple(members)
    roller = dice_from(seed) if dice is None else dice
    party: list[Character] = []
    for place, choices in enumerate(each):
        if not is_of(Mapping)(choices):
            raise wrong_argument(f"members[{place}]", choices, Choices)
        _check_choices(choices, f"members[{place}]: ")
        own: Choices = {**choices, "rulings": rulings, "book": book}
        party.append(create_character(dice=roller, **own))
    seat = steps.youngest(tuple(member.age or 0 for member in party), rulings)
    if omen and party[seat].omen is None:
        omens = (shipped_book() if book is None else book).omens
        party[seat] = replaced(party[seat], omen=Omen(roller.face(omens, purpose="omen", rule="R20")))
    return tuple(party)


def create_characters(seed: int, **choices: Unpack[Choices]) -> Iterator[Character]:
    """Yield an endless stream of characters, in constant memory: those of this seed, the next seed, and so on.

    The choices are those of `create_character`, for all of them.

    Example:
        >>> from itertools import islice
        >>> pregens = tuple(islice(create_characters(7), 3))
        >>> pregens[2] == create_character(seed=9)
        True
    """
    _check_choices(choices)
    return (create_character(seed=each, **choices) for each in count(check_seed(seed)))


@checked
def find_character(
    wish: Callable[[Character], bool] = lambda _: True,
    *,
    at_least: Mapping[Attribute, int] = _NO_SCORES,
    seed: int = 0,
    limit: int = 100_000,
    progress: Callable[[str], None] = lambda _: None,
    **choices: Unpack[Choices],
) -> tuple[int, Character]:
    """Return the first character that meets some wishes, with its seed.

    Args:
        wish: A function that returns True for an acceptable character (default: all are).
        at_least: The minimum scores of some attributes.
        seed: The seed to try first; then the next one, and so on.
        limit: Maximum number of characters.
        progress: Called with a line of text from time to time.
        choices: The choices of `create_character`. `create_character(seed=found, **choices)` makes it again.

    Raises:
        SetupError: if none of these characters meets the wishes.

    Example:
        >>> found, archer = find_character(background="fletchwind", at_least={Attribute.DEX: 14})
        >>> archer.dexterity.max >= 14, archer == create_character(seed=found, background="fletchwind")
        (True, True)
    """
    _check_choices(choices)
    wanted = {_attribute(attribute): least for attribute, least in at_least.items()}
    for tried in range(check_seed(seed), seed + limit):
        if (count := tried - seed) and count % _REPORTED == 0:
            progress(f"{count} of {limit} characters are made")
        character = create_character(seed=tried, **choices)
        if all(character.score(attribute).max >= least for attribute, least in wanted.items()) and wish(character):
            return tried, character
    raise SetupError(f"none of {limit} characters meets the wishes; raise the limit, or wish for less")
