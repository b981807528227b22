"""Draws from the deck as events of their own: which megaliths can come next, and the state in which one does."""

from __future__ import annotations

from typing import assert_never

from cairn_rules.cairn.actions import Action, Add, Construct, Effect, Jump, Move, Pass, Transform
from cairn_rules.cairn.effects import ReplaceMegalith
from cairn_rules.cairn.layout import MEGALITHS_TO_WIN, Layout
from cairn_rules.cairn.megalith_data import Megalith
from cairn_rules.cairn.pending import BuildMegalith
from cairn_rules.cairn.state import State, draft


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
    deck = (megalith, *(each for each in layout.deck if each != megalith))
    after = draft(state)
    after._layout = Layout(layout.stones, layout.upcoming, deck, layout.tucked, layout.scores, layout.variant)
    after._legal = state._legal
    return after
