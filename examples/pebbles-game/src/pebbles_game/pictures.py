"""Pictures of Pebbles: the bag and each pile as a row of dots."""

from __future__ import annotations

from collections.abc import Iterable
from zlib import crc32

from pebbles_game.content import Pebble
from pebbles_game.state import SEATS, Action, Observation, State, Wish

STEP = 14


def svg(state: State | Observation, *, highlight: Action | Iterable[Action] = ()) -> str:
    """Return a state as SVG; nothing hidden is shown.

    Args:
        state: The state, or an observation of it.
        highlight: An action, or several; a wish marks its pebbles.
    """
    chosen = highlight if isinstance(highlight, Iterable) else (highlight,)
    marked = {action.pebble for action in chosen if isinstance(action, Wish)}
    rows = [("bag", state.bag), ("drawn", state.drawn), *zip(SEATS, state.piles, strict=False)]
    width = 60 + STEP * max(len(pebbles) for _, pebbles in rows)
    drawn = "".join(_row(number, name, pebbles, marked) for number, (name, pebbles) in enumerate(rows))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {20 * len(rows) + 4}" role="img"'
        f' aria-label="Pebbles, turn {state.turn + 1}">{drawn}</svg>'
    )


def _row(number: int, name: str, pebbles: tuple[Pebble, ...], marked: set[Pebble]) -> str:
    y = 14 + 20 * number
    dots = "".join(
        f'<circle cx="{56 + STEP * place}" cy="{y - 4}" r="5" fill="hsl({crc32(pebble.id.encode()) % 360} 45% 45%)"'
        f"{' stroke=' + chr(34) + 'black' + chr(34) if pebble in marked else ''}><title>{pebble.id}</title></circle>"
        for place, pebble in enumerate(pebbles)
    )
    return f'<text x="4" y="{y}" font-size="12">{name}</text>{dots}'
