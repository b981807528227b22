"""Checks that repeat a state elsewhere: in a second process, at another turn number, in a mirror.

The module also contains the checks that follow a turn over several decisions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

from cairn_rules.cairn.megaliths.power_rules import do_effect
from cairn_rules.cairn.rules.rules import apply, legal_actions, successors
from cairn_rules.cairn.state.actions import Action, Effect
from cairn_rules.cairn.state.pending import ChooseAction
from cairn_rules.cairn.state.state import NOBODY, State, draft
from cairn_rules.cairn.symmetry import mirror, rotate
from cairn_rules.cairn.testing.second_process import seen
from cairn_rules.cairn.testing.subject import Examined
from cairn_rules.cairn.texts.notation import format_action
from cairn_rules.testing.check import Found, Trials

MOST_DECISIONS: Final = 100
"""Maximum number of decisions in a turn. A longer turn counts as endless."""
MOST_TURNS: Final = 12
"""Maximum number of consecutive turns of a tribe. More count as endless."""
_MOST_STARTS: Final = 10
"""Maximum number of extra turns that are followed."""
_MOST_STEPS: Final = 3_000
"""Maximum number of decisions that are tried after each of them."""
_LATER: Final = (1, 37, 1000)
"""Numbers of turns by which a state is shifted to be checked again."""


def ends_process(examined: Examined, trials: Trials[State]) -> Found | None:
    """Check that the megalith does not end a second process or block it."""
    look = examined.second_look(trials)
    if look.ended is None:
        return None
    message = f"called for its options and their results, it {look.ended}; powers and wards must simply return"
    return message, trials.cases[len(look.seen)]


def reads_outside(examined: Examined, trials: Trials[State]) -> Found | None:
    """Check that the megalith reads no files, environment variables or network."""
    for state, read in zip(trials.cases, examined.second_look(trials).read, strict=False):
        if read:
            what = _shown(tuple(dict.fromkeys(read)))
            return f"it reads data from outside the game: {what}; only the site may matter", state
    return None


def other_process(examined: Examined, trials: Trials[State]) -> Found | None:
    """Check that the megalith offers the same options in a second process."""
    for state, there in zip(trials.cases, examined.second_look(trials).seen, strict=False):
        here = seen(state)
        if here != there:
            told = f"here {_shown(_only(here, there))}, there {_shown(_only(there, here))}"
            why = "in another process, with another hash seed, folder, clock and order of id(), its options differ"
            return f"{why}: {told}; sort sets, and do not use the clock, random numbers or id()", state
    return None


def depends_on_turn(state: State) -> str | None:
    """Check that the options do not depend on the number of turns."""
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
    """Return the texts missing from the other list; all texts if only the order differs."""
    return tuple((Counter(told) - Counter(others)).elements()) or (told if Counter(told) == Counter(others) else ())


def _shown(texts: tuple[str, ...]) -> str:
    """Return the first ten texts and the number of the others, for a message."""
    first = ", ".join(texts[:10]) or "nothing"
    return f"{first} and {len(texts) - 10} more" if len(texts) > 10 else first


def not_symmetric(state: State) -> str | None:
    """Check that the power treats rotated and mirrored boards alike."""
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
    """Return the state right after an option, before any further power."""
    return do_effect(state, option) if isinstance(option, Effect) else apply(state, option)


def _result(option: Action, after: State) -> object:
    """Return a result in a form that ignores the order of what waits."""
    if not isinstance(option, Effect):
        return option, after
    board = (after._own, after._enemy, after._faces, after._moved, after._extra, after._layout)
    return board, frozenset(Counter(after._waiting).items())


def endless_turn(state: State) -> str | None:
    """Check that every turn ends."""
    choices: tuple[Callable[[int], int], ...] = (lambda _: 0, lambda count: count - 1, Random(0).randrange)
    for choose in choices:
        reached = state
        for _ in range(MOST_DECISIONS):
            legal = legal_actions(reached)
            if not legal or reached.turn != state.turn:
                break
            reached = apply(reached, legal[choose(len(legal))])
        else:
            return f"a turn takes more than {MOST_DECISIONS} decisions; an option must not wake its own megalith again"
    return None


def turn_comes_again(_: Examined, trials: Trials[State]) -> Found | None:
    """Check that no tribe can take extra turns for ever."""
    starts = [
        state
        for state in trials.timely(trials.cases)
        if any(_gives_turn(state, option) for option in legal_actions(state))
    ]
    for state in starts[:_MOST_STARTS]:
        if _keeps_turn(state, trials.timely(range(_MOST_STEPS))):
            message = f"with it, a tribe can take {MOST_TURNS} consecutive turns, and so play for ever"
            return f"{message}; require a turn of the other tribe before another extra turn", state
    return None


def _gives_turn(state: State, option: Any) -> bool:
    return state._extra == NOBODY and do_effect(state, option)._extra != NOBODY


def _keeps_turn(state: State, budget: Iterator[int]) -> bool:
    """Return whether a search finds `MOST_TURNS` consecutive turns of one tribe."""
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
    """Yield starts of a next turn of the same tribe, while the budget of decisions lasts."""
    for (_, after), _step in zip(successors(state), budget, strict=False):
        if after.turn == state.turn:
            yield from _turns_again(after, budget)
        elif after._active == state._active and isinstance(after.pending, ChooseAction):
            yield after
