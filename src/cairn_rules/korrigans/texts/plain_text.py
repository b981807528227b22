"""States as plain sentences for screen readers: `plain_text`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cairn_rules.korrigans.rules.observation import Observation
from cairn_rules.korrigans.state.board import Board, Field, LinkKind
from cairn_rules.korrigans.state.seats import seat_name
from cairn_rules.korrigans.texts.words import final_scores, score_text, sentences

_WAYS: Final = {LinkKind.OPEN: "next to", LinkKind.DOOR: "by a door to", LinkKind.BRIDGE: "over a bridge to"}


def plain_text(seen: Observation) -> str:
    """Return the observation of a seat or a spectator as sentences, a line each.

    The decision comes first, then the final gold, the contents of the fields, the Suns and Clouds, the supply, the
    players, and last the unchanging parts: the links and the cells of each field.
    """
    scores = (f"Gold of {seat_name(seat)}: {score_text(score)}" for seat, score in enumerate(final_scores(seen) or ()))
    decision, *others = sentences(seen)
    board = (_field_text(seen.board, field) for field in seen.board.fields)
    return "\n".join(f"{sentence}." for sentence in (decision, *scores, *others, *board))


def _field_text(board: Board, field: Field) -> str:
    ways = ", ".join(_ways(board, field.id))
    return f"{field.name} ({field.id}) is {ways}, with the cells {' '.join(map(str, field.cells))}"


def _ways(board: Board, id: str) -> Iterator[str]:
    """Yield the fields that can be reached from a field, by the kind of the link."""
    for kind, way in _WAYS.items():
        ends = [end for link in board.links if link.kind is kind and id in link.ends for end in link.ends if end != id]
        if ends:
            yield f"{way} {' and '.join(ends)}"
