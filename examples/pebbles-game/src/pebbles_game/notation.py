"""Actions and states of Pebbles as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from typing import Final

from cairn_rules import DefinitionError
from cairn_rules.action_table import ActionTable, Part, Row
from pebbles_game.content import CONTENT, PEBBLES, Pebble
from pebbles_game.state import SEATS, Action, Draw, Keep, State, Wish


def _pebble(text: str, state: State, _: object) -> Pebble:
    known = {pebble.id: pebble for pebble in chain(CONTENT["pebbles"], state.bag, state.drawn, *state.piles)}
    if text.lower() in known:
        return known[text.lower()]
    raise DefinitionError(f"{text[:100]!r} is not a pebble: {', '.join(known)}")


ACTIONS: Final = ActionTable[State, Action](
    Action,
    "an action of Pebbles",
    [
        Row(Draw(), "draw", "Draw one of {bag} pebbles"),
        Row(Keep(), "keep", "Keep {drawn} and end the turn"),
        Row(Wish(PEBBLES["moss"]), "wish-{pebble}", "Give up {pebble} for other charms"),
    ],
    {
        "pebble": Part(read=_pebble, write=lambda pebble: pebble.id, say=lambda _, pebble: pebble.id),
        "bag": Part(say=lambda state, _: len(state.bag)),
        "drawn": Part(say=lambda state, _: len(state.drawn)),
    },
)
"""The actions, each with its text and its sentence."""
describe = ACTIONS.describe


def format_action(action: Action) -> str:
    """Return `draw`, `keep`, or a wish such as `wish-moss`.

    Raises:
        DefinitionError: if the value is not an action.
    """
    return ACTIONS.format(action)


def parse_action(text: str, state: State) -> Action:
    """Return the action that a text names.

    Raises:
        NotationError: if it names none.
    """
    return ACTIONS.parse(text, state, State)


def diagram(state: State) -> str:
    """Return the bag, what was drawn, and the piles, each on a line."""
    lines = [("bag", state.bag), ("drawn", state.drawn), *zip(SEATS, state.piles, strict=False)]
    active = "" if state.is_over else SEATS[state.active]
    return "\n".join(f"{'>' if name == active else ' '} {name:<6}{_counted(pebbles)}" for name, pebbles in lines)


def _counted(pebbles: Iterable[Pebble]) -> str:
    counts = Counter(pebble.id for pebble in pebbles)
    return "  ".join(f"{number} {id}" for id, number in sorted(counts.items()))[:70] or "-"
