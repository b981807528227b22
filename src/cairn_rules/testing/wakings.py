"""States in which a megalith's power is asked, whether or not it has options."""

from __future__ import annotations

from typing import Final

from hypothesis import strategies as st

from cairn_rules.cairn.board import Space
from cairn_rules.cairn.box import BASE_SET
from cairn_rules.cairn.megalith import Megalith
from cairn_rules.cairn.pending import UsePower
from cairn_rules.cairn.powers import do_effect, next_decision, positions_seen, yields
from cairn_rules.cairn.state import State
from cairn_rules.testing.plain import PLAIN_STONES, UNUSUAL_STONES
from cairn_rules.testing.strategies import positions
from cairn_rules.testing.waking import woken_by

_OTHERS: Final = (*PLAIN_STONES, *BASE_SET, *UNUSUAL_STONES)
"""Plain ones first, so that small cases have no others."""


def wakings(megalith: Megalith) -> st.SearchStrategy[State]:
    """Any states in which the power of a megalith is asked for one of its decisions."""
    return _wakings(positions(megaliths=beside(megalith), on_field=(megalith,), going_on=True), megalith)


def lies_on(megalith: Megalith, state: State) -> Space:
    """Where a megalith of the field lies."""
    return next(space for space, stone in state.megaliths.items() if stone == megalith)


def beside(megalith: Megalith) -> tuple[Megalith, ...]:
    """What lies beside a megalith."""
    return tuple(stone for stone in _OTHERS if stone.id != megalith.id)


@st.composite
def _wakings(draw: st.DrawFn, starts: st.SearchStrategy[State], megalith: Megalith) -> State:
    position = draw(starts)
    state = woken_by(position, lies_on(megalith, position), enemy=draw(st.booleans()))
    further = len(megalith.powers) - 1
    for choice in draw(st.lists(st.integers(0, 10_000), max_size=further)) if further else ():
        after = _decided(state, choice)
        if after is None:
            break
        state = after
    return state


def _decided(state: State, choice: int) -> State | None:
    """The same power at its next decision; None when it has none, or fails on the way."""
    pending = state._pending
    assert isinstance(pending, UsePower), "a power is asked"
    try:
        options = yields(state)
        option = options[choice % len(options)]
        further = next_decision(pending, option)
        after = do_effect(state, option)
    except Exception:  # noqa: BLE001 - the checks find what fails in the state before it
        return None
    assert further is not None, "no more decisions are made than there are before the last"
    after._pending = further
    after._seen = positions_seen(state)
    return after
