"""Face-down megaliths: custom effects get a state in which nobody can tell those of the deck apart."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from cairn_rules.cairn.layout import Layout
from cairn_rules.cairn.megalith_data import Megalith, StoneColour
from cairn_rules.cairn.pending import UsePower
from cairn_rules.cairn.state import State, draft
from cairn_rules.errors import PowerError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cairn_rules.cairn.actions import Effect
    from cairn_rules.cairn.site import Site


def covered(state: State) -> State:
    """Return the state with megaliths of no name in place of those that nobody knows, the top of the deck first."""
    after = draft(state)
    after._layout = _covered_layout(state._layout)
    return after


def uncovered(state: State, after: State) -> State:
    """Return a state that was reached from the covered one with its real megaliths again.

    Args:
        state: The state before, in which the real megaliths are.
        after: The state that was reached from `covered(state)`.

    Raises:
        PowerError: if a megalith that nobody has seen yet has to be used.
    """
    revealed = draft(after)
    layout = after._layout
    if layout == _covered_layout(state._layout):
        revealed._layout = state._layout
        return revealed
    hidden = len(state.deck) - state.tucked
    real = dict(zip(_face_down(hidden), state.deck, strict=False))
    for waiting in after._waiting:
        if isinstance(waiting, UsePower) and waiting.megalith in real:
            raise PowerError(f"the power of the megalith that was drawn to {waiting.space} cannot be used unseen")
    revealed._layout = Layout(
        tuple([(space, real.get(stone, stone)) for space, stone in layout.stones]),
        _real(layout.upcoming, real),
        _real(layout.deck, real),
        layout.tucked,
        layout.scores,
        layout.variant,
    )
    return revealed


def keeps_deck(before: State, after: State) -> bool:
    """Return whether a deck was only drawn from, at the top, and put under, where everybody sees it (rule 2.7)."""
    old, new = before.deck, after.deck
    drawn = old.index(new[0]) if new and new[0] in old else len(old)
    kept = len(old) - drawn
    return new[:kept] == old[drawn:] and after.tucked == min(before.tucked, kept) + len(new) - kept


def _real(stones: Iterable[Megalith], real: dict[Megalith, Megalith]) -> tuple[Megalith, ...]:
    return tuple([real.get(stone, stone) for stone in stones])


@lru_cache(maxsize=4096)
def _covered_layout(layout: Layout) -> Layout:
    hidden = len(layout.deck) - layout.tucked
    deck = (*_face_down(hidden), *layout.deck[hidden:])
    return Layout(layout.stones, layout.upcoming, deck, layout.tucked, layout.scores, layout.variant)


@cache
def _face_down(count: int) -> tuple[Megalith, ...]:
    """Return so many megaliths of no name."""
    return tuple(
        Megalith(
            id=f"face-down.{place}",
            name="Face-down megalith",
            text="Nobody knows which one it is.",
            stone=StoneColour.LIGHT,
            powers=(_no_power,),
        )
        for place in range(1, count + 1)
    )


def _no_power(_: Site) -> tuple[Effect, ...]:
    return ()
