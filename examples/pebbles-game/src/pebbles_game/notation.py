"""Actions and states of Pebbles as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain

from cairn_rules.errors import Fault, NotationError
from pebbles_game.content import CONTENT, Pebble
from pebbles_game.state import SEATS, Action, Draw, Keep, State, Wish


def format_action(action: Action) -> str:
    """Return `draw`, `keep`, or a wish such as `wish-moss`."""
    match action:
        case Draw():
            return "draw"
        case Keep():
            return "keep"
        case Wish(pebble):
            return f"wish-{pebble.id}"


def parse_action(text: str, state: State) -> Action:
    """Return the action that a text names.

    Raises:
        NotationError: if it names none.
    """
    known = {pebble.id: pebble for pebble in chain(CONTENT["pebbles"], state.bag, state.drawn, *state.piles)}
    match text.partition("-"):
        case ("draw", "", ""):
            return Draw()
        case ("keep", "", ""):
            return Keep()
        case ("wish", "-", id) if id in known:
            return Wish(known[id])
        case _:
            right = f"draw, keep, or wish- with {', '.join(known)}"
            raise NotationError(text, [Fault("action", f"{text[:100]!r} is not an action: {right}")])


def diagram(state: State) -> str:
    """Return the bag, what was drawn, and the piles, each on a line."""
    lines = [("bag", state.bag), ("drawn", state.drawn), *zip(SEATS, state.piles, strict=False)]
    active = "" if state.is_over else SEATS[state.active]
    return "\n".join(f"{'>' if name == active else ' '} {name:<6}{_counted(pebbles)}" for name, pebbles in lines)


def _counted(pebbles: Iterable[Pebble]) -> str:
    counts = Counter(pebble.id for pebble in pebbles)
    return "  ".join(f"{number} {id}" for id, number in sorted(counts.items()))[:70] or "-"
