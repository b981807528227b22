"""The rules as functions: `new_game`, `current_player`, `legal_actions`, `resolve`, `apply`, `outcome`."""

from __future__ import annotations

from collections.abc import Sequence
from random import SystemRandom
from typing import Any, Final, assert_never, get_args

from attrs import evolve

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.content.book import Book
from cairn_rules.cairn_rpg.creation import steps
from cairn_rules.cairn_rpg.creation.actions import Action, Arrange, Buy, Choose, Done, Leave, Roll, RollRest, Swap
from cairn_rules.cairn_rpg.creation.changes import changes
from cairn_rules.cairn_rpg.creation.observation import Observation
from cairn_rules.cairn_rpg.creation.reasons import why_illegal, why_not_left
from cairn_rules.cairn_rpg.creation.state import SEAT_NAMES, State, decision, is_name, who
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings
from cairn_rules.chance import Chance, Dice, Resolution, resolve_keyed
from cairn_rules.checks import as_state, check_state, plain_number
from cairn_rules.errors import IllegalActionError, SetupError, quoted
from cairn_rules.game import SEED_BITS, Outcome

COMPLETE: Final = "complete"
"""All characters are complete, and all seats share the result."""


@checked
def new_game(
    *,
    seed: int | None = None,
    players: int = 1,
    names: Sequence[str] = (),
    omen: bool | None = None,
    rulings: Rulings = DEFAULT,
    book: Book | None = None,
) -> State:
    """Return the first state: a blank draft for each seat.

    Args:
        seed: The same seed and decisions give the same characters (default: different ones each time).
        players: Number of characters, from 1 to 8 (default: 1).
        names: Names for the first seats, which then skip that step (R10).
        omen: True if the youngest takes an omen (R20; default: True for two or more characters).
        rulings: The rulings (default: those of the rules page).
        book: The backgrounds, tables and price lists (default: those of the library).

    Raises:
        SetupError: if there are too many or too few players, or wrong names.
        DefinitionError: if another argument is not of its kind.

    Example:
        >>> from cairn_rules.cairn_rpg import creation
        >>> state = creation.new_game(seed=7, names=["Ash"])
        >>> for action in (creation.RollRest(), creation.Arrange("none"), creation.RollRest()):
        ...     state = creation.apply(state, action)
        >>> creation.characters(state)[0].name
        'Ash'
    """
    players = plain_number(players)
    if type(players) is not int or not 1 <= players <= len(SEAT_NAMES):
        raise SetupError(f"players must be a whole number from 1 to {len(SEAT_NAMES)}, got {quoted(players)}")
    given: tuple[Any, ...] = () if isinstance(names, str) else tuple(names)
    if isinstance(names, str) or len(given) > players or not all(map(is_name, given)):
        raise SetupError(f"names must be at most {players} names of one line each, got {quoted(names)}")
    return State(
        drafts=tuple(steps.Draft(name=given[seat] if seat < len(given) else None) for seat in range(players)),
        public_omen=players > 1 if omen is None else omen,
        chance=Chance.from_seed(SystemRandom().getrandbits(SEED_BITS) if seed is None else seed),
        rulings=rulings,
        book=book,
    )


def current_player(state: State | Observation) -> int | None:
    """Return the seat that decides now; None if all characters are complete.

    Example:
        >>> from cairn_rules.cairn_rpg import creation
        >>> creation.current_player(creation.new_game(seed=7, players=2))
        0
    """
    state = as_state(state, State)
    due = decision(state)
    return None if due is None else due[0]


def legal_actions(state: State | Observation) -> tuple[Action, ...]:
    """Return every legal action; empty if all characters are complete.

    Returns:
        `Roll()` and `RollRest()` if dice decide, then the rows of the table from 1; the four swaps; the gear that the
        budget pays for, in the order of the price list, then `Done()`; or the items that can be left behind, in the
        order of their grants.

    Example:
        >>> from cairn_rules.cairn_rpg import creation
        >>> legal = creation.legal_actions(creation.new_game(seed=7))
        >>> len(legal), [creation.format_action(action) for action in legal[:3]]
        (22, ['roll', 'roll-rest', 'background=1'])
    """
    state = as_state(state, State)
    due = decision(state)
    if due is None:
        return ()
    seat, step = due
    draft, book = state.drafts[seat], state.content
    # Rows and goods must agree with `why_illegal`; asking it about each would make creation take half as long again.
    match step:
        case steps.Step.SWAP:
            return tuple(map(Arrange, get_args(Swap)))
        case steps.Step.BUY:
            rest, most = steps.unspent(draft, book), steps.budget(draft, book).most
            if most is not None and len(draft.bought) >= most:
                return (Done(),)
            affordable = (id for id, (_, price) in steps.on_sale(book).items() if price <= rest)
            return (*map(Buy, affordable), Done())
        case steps.Step.LEAVE:
            items, _ = steps.gear(draft, book)
            carried = dict.fromkeys(item.id for item in items)
            return tuple(Leave(id) for id in carried if why_not_left(items, id) is None)
        case _:
            rows = range(1, steps.number_of_rows(step, draft, book) + 1)
            if step is steps.Step.SECOND_BOND and state.rulings.second_bond == "distinct":
                return (Roll(), RollRest(), *(Choose(step, row) for row in rows if row not in draft.bonds))
            return (Roll(), RollRest(), *(Choose(step, row) for row in rows))


@checked
def resolve(state: State, action: Action, dice: Dice) -> Resolution[State, Event]:
    """Return the result of an action with these dice, in the order of R8. A choice consumes no die (R6).

    Raises:
        IllegalActionError: if the action is not legal.

    Example:
        >>> from cairn_rules.cairn_rpg import creation
        >>> from cairn_rules.chance import ScriptedDice
        >>> start = creation.new_game(seed=7)
        >>> print(*creation.resolve(start, creation.Roll(), ScriptedDice([7])).events)
        the first character is a Fletchwind [R9]
    """
    check_state(state, State)
    reason, due = why_illegal(state, action), decision(state)
    if reason is not None:
        where = "a complete party" if due is None else f"{who(due[0])} at the step {due[1].value}"
        raise IllegalActionError(action, reason, where)
    assert due is not None, "a legal action has a seat"
    seat, step = due
    draft, book, rulings = state.drafts[seat], state.content, state.rulings
    match action:
        case Choose(_, choice) | Arrange(choice) | Buy(choice) | Leave(choice):
            chosen: Any = choice
        case Roll() | RollRest() | Done():
            chosen = None
        case _:
            assert_never(action)
    after = _with_draft(state, seat, steps.with_result(draft, step, chosen, dice, book, rulings))
    if isinstance(action, RollRest):
        while (due := decision(after)) and due[0] == seat and due[1] not in steps.WITHOUT_DICE:
            after = _with_draft(after, seat, steps.with_result(after.drafts[seat], due[1], None, dice, book, rulings))
    return Resolution(after, changes(state, after))


def _with_draft(state: State, seat: int, draft: steps.Draft) -> State:
    return evolve(state, drafts=(*state.drafts[:seat], draft, *state.drafts[seat + 1 :]))


def apply(state: State, action: Action) -> State:
    """Return the state after an action, with dice from the state's own key. The given state is unchanged.

    Raises:
        IllegalActionError: if the action is not legal. It carries the reason.

    Example:
        >>> from cairn_rules.cairn_rpg import creation
        >>> state = creation.apply(creation.new_game(seed=7), creation.Choose(creation.Step.BACKGROUND, 1))
        >>> state.drafts[0].background
        'aurifex'
    """
    check_state(state, State)
    return resolve_keyed(resolve, state, action).state


def outcome(state: State | Observation) -> Outcome | None:
    """Return the outcome once all characters are complete: all seats share it, for the reason `complete`.

    Example:
        >>> from cairn_rules.cairn_rpg import creation
        >>> state = creation.new_game(seed=7)
        >>> for action in (creation.RollRest(), creation.Arrange("none"), creation.RollRest()):
        ...     state = creation.apply(state, action)
        >>> creation.outcome(state)
        Outcome(winners=(0,), reason='complete')
    """
    if current_player(state) is not None:
        return None
    return Outcome(tuple(range(len(state.drafts))), COMPLETE)


@checked
def characters(state: State) -> tuple[Character, ...]:
    """Return the characters of the seats whose drafts are complete, in seat order (R27).

    Until the omen of the youngest is taken, the characters lack it.

    Raises:
        DefinitionError: if an argument is not of its kind.

    Example:
        >>> from cairn_rules.cairn_rpg import creation
        >>> state = creation.new_game(seed=7, players=2, names=["Ash", "Bo"])
        >>> for action in (creation.RollRest(), creation.Arrange("none"), creation.RollRest()):
        ...     state = creation.apply(state, action)
        >>> [character.name for character in creation.characters(state)]
        ['Ash']
    """
    book, rulings = state.content, state.rulings
    return tuple(
        steps.character_of(draft, book, rulings)
        for draft in state.drafts
        if steps.next_step(draft, book, rulings) is None
    )
