"""Positions as plain sentences for screen readers: `plain_text`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from cairn_rules.cairn.rules.observation import Observation
from cairn_rules.cairn.state.board import SHAMANS, SIDE, SPACES, TOTEMS, TRIBES, Space, Tribe
from cairn_rules.cairn.state.megalith_data import Megalith
from cairn_rules.cairn.state.state import State
from cairn_rules.cairn.state.tiles import AddFace, JumpFace, TransformationFace
from cairn_rules.cairn.texts.words import asked, when

_TOTEM: Final = {AddFace.WHITE: 0, AddFace.BLACK: 1}


def plain_text(state: State | Observation) -> str:
    """Return a state as sentences, a line each: the decision, the scores, the tiles, the board, the megaliths.

    The board is read rank by rank, from rank 5, the first row of Forest, to rank 1.
    """
    return "\n".join(_lines(state, state.shamans, state.megaliths))


def _lines(
    state: State | Observation, shamans: Mapping[Space, Tribe], megaliths: Mapping[Space, Megalith]
) -> Iterator[str]:
    yield f"{when(state)}. {asked(state)}."
    if state.extra_turn is not None:
        yield f"The next turn is also {state.extra_turn}'s."
    yield f"Score: {', '.join(f'{tribe} {state.scores[tribe]}' for tribe in TRIBES)}."
    tiles = state.tiles
    totems = ", ".join(f"{TOTEMS[tribe][_TOTEM[tiles.add]]} for {tribe}" for tribe in TRIBES)
    yield f"Add tile: {tiles.add} totem, {totems}."
    yield f"Move tile: {tiles.move}."
    yield f"Jump tile: over {'own' if tiles.jump is JumpFace.OWN else 'enemy'}."
    at_end = tiles.transformation is TransformationFace.END
    yield f"Transformation tile: enemy {'at the end' if at_end else 'in the middle'}."
    for rank in reversed(range(SIDE)):
        row = SPACES[SIDE * rank : SIDE * rank + SIDE]
        things = [_on(space, shamans, megaliths) for space in row if space in shamans or space in megaliths]
        yield f"Rank {rank + 1}: {', '.join(things) or 'empty'}."
    for tribe in reversed(TRIBES):
        yield f"{tribe} village: {_shamans(SHAMANS - list(shamans.values()).count(tribe))}."
    yield f"Upcoming: {', '.join(map(_named, state.upcoming)) or 'no megalith'}."
    deck = len(state.deck) if isinstance(state, State) else len(state.unknown) + len(state.tucked)
    yield f"Deck: {deck} face down."


def _on(space: Space, shamans: Mapping[Space, Tribe], megaliths: Mapping[Space, Megalith]) -> str:
    who, stone = shamans.get(space), megaliths.get(space)
    if stone is None:
        return f"{space} {who} shaman"
    return f"{space} {_named(stone)}" if who is None else f"{space} {who} shaman on {_named(stone)}"


def _named(megalith: Megalith) -> str:
    return f"{megalith} ({megalith.id})"


def _shamans(number: int) -> str:
    return f"{number} shaman{'' if number == 1 else 's'}" if number else "empty"
