"""Chance nodes of Cairn: the draws of the set-up and from the deck, each as a separate event.

With them, the game has perfect information: hidden things are drawn only when they are revealed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, assert_never

from cairn_rules.cairn.megaliths.effects import ReplaceMegalith
from cairn_rules.cairn.megaliths.megaliths import NUMBERS
from cairn_rules.cairn.rules.make_state import make_state
from cairn_rules.cairn.state.actions import Action, Add, Construct, Effect, Jump, Move, Pass, Transform
from cairn_rules.cairn.state.board import CIRCLES, START_SPACES, TRIBES
from cairn_rules.cairn.state.layout import MEGALITHS_TO_WIN
from cairn_rules.cairn.state.megalith_data import Megalith
from cairn_rules.cairn.state.pending import BuildMegalith
from cairn_rules.cairn.state.state import State, draft
from cairn_rules.cairn.state.tiles import TILES

SETUP: Final = ("first", "faces", "b3", "d3", "first slot", "second slot")
"""The chance nodes of the set-up, in order."""
MEGALITHS: Final = tuple(NUMBERS)
"""The megaliths by the number of their outcome."""
MAX_OUTCOMES: Final = len(TILES)
"""Maximum number of outcomes of a chance node."""
_NAMES: Final = {"first": tuple(map(str, TRIBES)), "faces": tuple(map(str, TILES))}
"""The outcomes of the chance nodes that draw no megalith, by number."""


def setup_outcomes(drawn: Sequence[int], megaliths: Iterable[Megalith]) -> list[int]:
    """Return the outcomes of the next chance node of the set-up, all equally likely.

    `drawn` are the outcomes of the nodes before it.
    """
    step = SETUP[len(drawn)]
    if step in _NAMES:
        return list(range(len(_NAMES[step])))
    return [number for number in map(NUMBERS.__getitem__, megaliths) if number not in drawn[len(_NAMES) :]]


def outcome_name(node: int, outcome: int) -> str:
    """Return an outcome of a chance node of the set-up in words.

    Example:
        >>> outcome_name(0, 1), outcome_name(2, 3)
        ('first: Forest', 'b3: pillars')
    """
    step = SETUP[node]
    return f"{step}: {_NAMES[step][outcome] if step in _NAMES else MEGALITHS[outcome].id}"


def first_state(drawn: Sequence[int], megaliths: Iterable[Megalith]) -> State:
    """Return the first state after all chance nodes of the set-up; its deck is in the order of the megaliths."""
    first, faces, *numbers = drawn
    stones = tuple(MEGALITHS[number] for number in numbers)
    return make_state(
        shamans={space: tribe for tribe in TRIBES for space in START_SPACES[tribe]},
        megaliths=dict(zip(CIRCLES, stones[:2], strict=True)),
        upcoming=stones[2:],
        deck=tuple(stone for stone in megaliths if stone not in stones),
        tiles=TILES[faces],
        active=TRIBES[first],
    )


def deck_outcomes(state: State, action: Action) -> list[int]:
    """Return the outcomes of the chance node before a legal action, all equally likely; empty if there is none."""
    return sorted(map(NUMBERS.__getitem__, drawable(state, action)))


def drawable(state: State, action: Action) -> tuple[Megalith, ...]:
    """Return the megaliths that a legal action may draw, as far as players know, in the order of the deck.

    Empty if it draws none, if the one it draws is known, or if it ends the game.
    """
    match action:
        case Construct():
            pending = state.pending
            assert isinstance(pending, BuildMegalith), "a build is only legal when one is pending"
            if state.scores[pending.builder] == MEGALITHS_TO_WIN - 1:
                return ()
        case ReplaceMegalith():
            pass
        case Add() | Move() | Jump() | Transform() | Pass() | Effect():
            return ()
        case _:
            assert_never(action)
    unknown = state.deck[: len(state.deck) - state.tucked]
    return unknown if len(unknown) > 1 else ()


def with_next(state: State, megalith: Megalith) -> State:
    """Return a state with a megalith of the unknown part of the deck moved to its top."""
    layout = state._layout
    after = draft(state)
    after._layout = layout.with_deck((megalith, *(each for each in layout.deck if each != megalith)))
    after._legal = state._legal
    return after
