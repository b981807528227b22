"""Where Korrigans are placed, and where the Cauldron may appear."""

from __future__ import annotations

from cairn_rules.korrigans.pending import PlaceKorrigan
from cairn_rules.korrigans.state import State


def named(state: State, field: str) -> str:
    """A field's name and id in sentences."""
    return f"{state.board.fields[state.board.index(field)].name} ({field})"


def places_for(state: State, pending: PlaceKorrigan) -> tuple[str, ...]:
    """The fields where a Korrigan may be placed, in the board's order (rules 2.5, 2.6)."""
    fields = state.board.fields
    if state.variant.side == "advanced":
        return tuple(field.id for field in fields)
    first = state.seats[pending.seat].korrigans[0].field
    return tuple(field.id for field in fields if field.start == pending.seat + 1 and field.id != first)


def cauldron_candidates(state: State) -> tuple[str, ...]:
    """The fields that lie in a free row and a free column, in the board's order (rule 7.2)."""
    found: list[str] = []
    for field in state.board.fields:
        rows = [state.suns[row - 1] is None for row, _ in field.cells]
        columns = [state.clouds[column - 1] is None for _, column in field.cells]
        in_one_cell = any(row and column for row, column in zip(rows, columns, strict=True))
        if in_one_cell or (state.variant.cauldron_match == "projection" and any(rows) and any(columns)):
            found.append(field.id)
    return tuple(found)


def cauldron_fields(state: State, seat: int) -> tuple[str, ...]:
    """The fields where a seat may put the Cauldron (rules 7.2, 7.3)."""
    candidates = cauldron_candidates(state)
    own = {korrigan.field for korrigan in state.seats[seat].korrigans}
    return tuple(field for field in candidates if field not in own) or candidates
