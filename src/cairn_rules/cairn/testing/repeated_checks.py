"""Checks that ask for the same states in another way: in a second process, with another turn number, seen in a mirror.

Also the checks that follow turns further than one decision.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

from cairn_rules.cairn.actions import Action, Effect
from cairn_rules.cairn.notation import format_action
from cairn_rules.cairn.pending import ChooseAction
from cairn_rules.cairn.powers import do_effect
from cairn_rules.cairn.rules import apply, legal_actions, successors
from cairn_rules.cairn.state import NOBODY, State, draft
from cairn_rules.cairn.symmetry import mirror, rotate
from cairn_rules.cairn.testing.second_process import seen
from cairn_rules.cairn.testing.subject import Examined
from cairn_rules.testing.check import Found, Trials

MOST_DECISIONS: Final = 100
"""A turn with more is taken for one that never ends."""
MOST_TURNS: Final = 12
"""A tribe that can take so many turns one after the other, each by an extra turn, can go on for ever."""
_MOST_STARTS: Final = 10
"""Number of extra turns that are followed."""
_MOST_STEPS: Final = 3_000
"""Number of decisions that are tried after each of them."""
_LATER: Final = (1, 37, 1000)
"""Number of turns after which a state is looked at again."""


def ends_process(examined: Examined, trials: Trials[State]) -> Found | None:
    """Asked in a second process, the megalith ends it, or does not come back."""
    look = examined.second_look(trials)
    if look.ended is None:
        return None
    message = f"asked for its options and their results, it {look.ended}; powers and wards return, and do nothing else"
    return message, trials.cases[len(look.seen)]


def reads_outside(examined: Examined, trials: Trials[State]) -> Found | None:
    """The megalith reads files, the environment or the network when it is asked."""
    for state, read in zip(trials.cases, examined.second_look(trials).read, strict=False):
        if read:
            what = _shown(tuple(dict.fromkeys(read)))
            return f"it reads what is outside the game when it is asked: {what}; only the site may matter", state
    return None


def other_process(examined: Examined, trials: Trials[State]) -> Found | None:
    """In a second process, the megalith offers something else."""
    for state, there in zip(trials.cases, examined.second_look(trials).seen, strict=False):
        here = seen(state)
        if here != there:
            told = f"here {_shown(_only(here, there))}, there {_shown(_only(there, here))}"
            why = (
                "in another process, with another hash seed, folder, clock and order of id(), it offers something else"
            )
            return f"{why}: {told}; sort sets, and use neither clock nor chance nor id()", state
    return None


def depends_on_turn(state: State) -> str | None:
    """With another number of turns, the same position offers something else."""
    first = seen(state)
    for later in _LATER:
        other = draft(state)
        other._turn += later
        if seen(other) != first:
            then = seen(other)
            told = f"{_shown(_only(first, then))} after {state.turn} turns, {_shown(_only(then, first))}"
            return f"it depends on the number of turns: {told} after {other.turn}; equal states must have equal futures"
    return None


def _only(told: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    """Return what is told here alone; all of it when only the order differs."""
    return tuple((Counter(told) - Counter(others)).elements()) or (told if Counter(told) == Counter(others) else ())


def _shown(texts: tuple[str, ...]) -> str:
    """Return texts as a message lists them: the first ten, and how many more there are."""
    first = ", ".join(texts[:10]) or "nothing"
    return f"{first} and {len(texts) - 10} more" if len(texts) > 10 else first


def not_symmetric(state: State) -> str | None:
    """The power treats one side of the board in another way."""
    for seen_from in (rotate, mirror):
        image = seen_from(state)
        expected = [(seen_from(option), seen_from(_led_to(state, option))) for option in legal_actions(state)]
        given = [(option, _led_to(image, option)) for option in legal_actions(image)]
        if {_result(*each) for each in expected} != {_result(*each) for each in given}:
            lists = [_shown(tuple(format_action(option) for option, _ in each)) for each in (expected, given)]
            told = f"it should offer {lists[0]}; it offers {lists[1]}"
            alike = " (written alike, they do something else)" if lists[0] == lists[1] else ""
            return f"it treats sides of the board differently: seen with {seen_from.__name__}, {told}{alike}"
    return None


def _led_to(state: State, option: Action) -> State:
    """Return what an option leads to, before anything that it wakes goes on."""
    return do_effect(state, option) if isinstance(option, Effect) else apply(state, option)


def _result(option: Action, after: State) -> object:
    """Return a result without the order in which things were done."""
    if not isinstance(option, Effect):
        return option, after
    board = (after._own, after._enemy, after._faces, after._moved, after._extra, after._layout)
    return board, frozenset(Counter(after._waiting).items())


def endless_turn(state: State) -> str | None:
    """A turn goes on and on."""
    choices: tuple[Callable[[int], int], ...] = (lambda _: 0, lambda count: count - 1, Random(0).randrange)
    for choose in choices:
        reached = state
        for _ in range(MOST_DECISIONS):
            legal = legal_actions(reached)
            if not legal or reached.turn != state.turn:
                break
            reached = apply(reached, legal[choose(len(legal))])
        else:
            return f"a turn goes on for more than {MOST_DECISIONS} decisions; let no option wake its own megalith again"
    return None


def turn_comes_again(_: Examined, trials: Trials[State]) -> Found | None:
    """A tribe can take one extra turn after the other for ever."""
    starts = [state for state in trials.cases if any(_gives_turn(state, option) for option in legal_actions(state))]
    for state in starts[:_MOST_STARTS]:
        if _keeps_turn(state):
            message = f"with it, a tribe can take {MOST_TURNS} turns one after the other, and so for ever"
            return f"{message}; let the next turn of the other tribe come before a further extra turn", state
    return None


def _gives_turn(state: State, option: Any) -> bool:
    return state._extra == NOBODY and do_effect(state, option)._extra != NOBODY


def _keeps_turn(state: State) -> bool:
    """Return whether a tribe finds a way to take turn after turn."""
    budget = iter(range(_MOST_STEPS))
    ways = [_turns_again(state, budget)]
    while ways:
        after = next(ways[-1], None)
        if after is None:
            ways.pop()
        elif len(ways) == MOST_TURNS:
            return True
        else:
            ways.append(_turns_again(after, budget))
    return False


def _turns_again(state: State, budget: Iterator[int]) -> Iterator[State]:
    """Yield the starts of the next turn that are the same tribe's, as long as the budget of decisions lasts."""
    for (_, after), _step in zip(successors(state), budget, strict=False):
        if after.turn == state.turn:
            yield from _turns_again(after, budget)
        elif after._active == state._active and isinstance(after.pending, ChooseAction):
            yield after
