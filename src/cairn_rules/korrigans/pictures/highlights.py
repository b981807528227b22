"""Highlights of a picture: marks on the origins and targets of actions, and arrows."""

from __future__ import annotations

from typing import Final, TypeAlias, assert_never, final, get_args

from attrs import define, field

from cairn_rules.checks import highlighted
from cairn_rules.errors import DefinitionError
from cairn_rules.korrigans.pictures.board import CELL, LEFT, TOP, DrawnBoard, Spot
from cairn_rules.korrigans.pictures.colours import STYLING
from cairn_rules.korrigans.pictures.panels import card_place
from cairn_rules.korrigans.rules.observation import Observation, TakenUnseen
from cairn_rules.korrigans.state import actions
from cairn_rules.korrigans.state.actions import Action
from cairn_rules.korrigans.state.board import Link, link_text
from cairn_rules.korrigans.state.board_checks import COLUMNS, ROWS
from cairn_rules.korrigans.state.ledger import Taken
from cairn_rules.korrigans.state.pending import ChooseFinalMove, ChooseMove, ChooseSecondMove, TakeClover
from cairn_rules.korrigans.state.seats import KORRIGANS
from cairn_rules.korrigans.texts.words import gathered, standing
from cairn_rules.pictures.svg import arrow, escape, layer

_ACTIONS: Final = get_args(Action)
_TIP: Final = 16
"""Distance between the tip of an arrow and the middle of its target."""


@final
@define
class Marks:
    """The marks to draw. Dictionaries serve as ordered sets."""

    origins: dict[str, None] = field(factory=dict[str, None])
    targets: dict[str, None] = field(factory=dict[str, None])
    links: dict[Link, None] = field(factory=dict[Link, None])
    rows: dict[int, None] = field(factory=dict[int, None])
    columns: dict[int, None] = field(factory=dict[int, None])
    korrigans: dict[tuple[int, int], None] = field(factory=dict[tuple[int, int], None])
    """The Korrigans that may take a Goblin, by seat and number."""
    seats: dict[int, None] = field(factory=dict[int, None])
    ways: dict[tuple[int, int, str], None] = field(factory=dict[tuple[int, int, str], None])
    """Movements by seat, Korrigan and destination."""
    with_arrows: bool = False


Layers: TypeAlias = tuple[tuple[str, Marks], ...]
"""The marks of a picture from the lowest to the highest, each with the CSS class of its group, which may be empty."""


def layers_of(highlight: object, arrows: object, seen: Observation) -> Layers:
    """Return the marks of a picture: those of the highlight, and of each arrow, the best on top.

    Raises:
        DefinitionError: if an item cannot be marked on this board.
    """
    ranked = [(kind, marks_of(each, seen)) for each, kind in STYLING.arrows_in(arrows, _ACTIONS).items()]
    marks = marks_of(highlight, seen)
    return (("korrigans-fainter" if ranked and not marks.with_arrows else "", marks), *ranked[::-1])


def marks_of(highlight: object, seen: Observation) -> Marks:
    """Return the marks of a highlight. The movement of a single action is drawn as an arrow.

    Raises:
        DefinitionError: if an item cannot be marked on this board.
    """
    right = "an action, the id of a field, or several of them such as legal_actions(state)"
    items: tuple[Action | str, ...] = highlighted(highlight, (str, *_ACTIONS), right)
    marks = Marks(with_arrows=sum(not isinstance(item, str) for item in items) == 1)
    for item in items:
        if isinstance(item, str):
            marks.targets[_field(item, seen)] = None
        else:
            _mark(item, seen, marks)
    return marks


def _field(id: str, seen: Observation) -> str:
    if id not in seen.board.indices:
        raise DefinitionError(f"highlight: {id!r} is not a field of the board ({', '.join(seen.board.indices)})")
    return id


def _number(number: int, first: int, last: int, kind: str) -> int:
    if not first <= number <= last:
        raise DefinitionError(f"highlight: {number} is not a {kind} ({first} to {last})")
    return number


def _mark(action: Action, seen: Observation, marks: Marks) -> None:  # noqa: C901 - a case for each kind of action
    match action:
        case actions.Place(to) | actions.PlaceCauldron(to):
            marks.targets[_field(to, seen)] = None
        case actions.Move(korrigan, _, to) | actions.FinalMove(korrigan, _, to):
            marks.targets[_field(to, seen)] = None
            _mark_way(action, korrigan, to, seen, marks)
        case actions.Take():
            marks.targets.update(dict.fromkeys(_gathered(seen)))
        case actions.CoverSun(row):
            marks.rows[_number(row, 1, ROWS, "row")] = None
        case actions.CoverCloud(column):
            marks.columns[_number(column, 1, COLUMNS, "column")] = None
        case actions.GiveGoblin(seat, korrigan):
            seat = _number(seat, 0, len(seen.seats) - 1, "seat")
            marks.korrigans[seat, _number(korrigan, 0, KORRIGANS - 1, "Korrigan")] = None
        case actions.Unmask(seat):
            marks.seats[_number(seat, 0, len(seen.seats) - 1, "seat")] = None
        case actions.PlaceTroll(link):
            if link not in seen.board.links:
                raise DefinitionError(f"highlight: {link} is not a link of the board")
            marks.links[link] = None
        case actions.Sacrifice() | actions.Pass() | actions.Decline() | actions.EndFinalTurn():
            pass
        case _:
            assert_never(action)


def _mark_way(
    action: actions.Move | actions.FinalMove, korrigan: int, to: str, seen: Observation, marks: Marks
) -> None:
    """Mark the way of a movement that the map allows now. A past movement has no known origin."""
    pending = seen.pending
    kinds = ChooseFinalMove if isinstance(action, actions.FinalMove) else (ChooseMove, ChooseSecondMove)
    if not isinstance(pending, kinds):
        return
    origin = seen.seats[pending.seat].korrigans[_number(korrigan, 0, KORRIGANS - 1, "Korrigan")].field
    assert origin is not None, "Korrigans are placed before they move"
    steps = seen.board.steps(action.companion)[seen.board.index(origin)]
    if any(step.to == seen.board.index(to) for step in steps):
        marks.origins[origin] = marks.ways[pending.seat, korrigan, to] = None


def _gathered(seen: Observation) -> tuple[str, ...]:
    """Return the field of the current or latest taking of a token."""
    if isinstance(seen.pending, TakeClover):
        return (gathered(seen),)
    taken = [entry.field for entry in seen.ledger if isinstance(entry, Taken | TakenUnseen)]
    return tuple(taken[-1:])


def marks_below(layers: Layers, seen: Observation, drawn: DrawnBoard) -> str:
    """Return the marks under the pieces."""
    return "".join(layer(kind, _below(marks, seen, drawn)) for kind, marks in layers)


def _below(marks: Marks, seen: Observation, drawn: DrawnBoard) -> str:
    indices = seen.board.indices
    origins = [id for id in marks.origins if id not in marks.targets]
    parts = [_outline("origin", id, drawn.outlines[indices[id]]) for id in origins]
    parts += [_outline("target", id, drawn.outlines[indices[id]]) for id in marks.targets]
    for row in marks.rows:
        parts.append(_disc(LEFT - 27, TOP + CELL * (row - 0.5), 24, f'data-row="{row}"'))
    for column in marks.columns:
        parts.append(_disc(LEFT + CELL * (column - 0.5), TOP - 21, 24, f'data-column="{column}"'))
    parts += [f'<rect class="korrigans-target" data-seat="{seat}" {card_place(seat)}/>' for seat in marks.seats]
    for seat, number in marks.korrigans:
        spot = _spot(seat, number, seen, drawn)
        if spot is not None:
            data = f'data-seat="{seat}" data-korrigan="{number}"'
            parts.append(_disc(spot.x, spot.y, 22 * spot.scale, data))
    return "".join(parts)


def _outline(kind: str, id: str, path: str) -> str:
    return f'<path class="korrigans-{kind}" data-field="{id}" d="{path}"/>'


def _disc(x: float, y: float, radius: float, data: str) -> str:
    return f'<circle class="korrigans-target" {data} cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"/>'


def _spot(seat: int, number: int, seen: Observation, drawn: DrawnBoard) -> Spot | None:
    """Return the place where a Korrigan is drawn, or None before it is placed."""
    field = seen.seats[seat].korrigans[number].field
    if field is None:
        return None
    there = standing(seen, field)
    behind = int(seen.cauldron == field)
    return drawn.rooms[seen.board.index(field)].spots(len(there) + behind)[behind + there.index((seat, number))]


def marks_above(layers: Layers, seen: Observation, drawn: DrawnBoard) -> str:
    """Return the marks over the pieces."""
    return "".join(layer(kind, _above(marks, seen, drawn)) for kind, marks in layers)


def _above(marks: Marks, seen: Observation, drawn: DrawnBoard) -> str:
    parts: list[str] = []
    for link in marks.links:
        station = drawn.stations[link]
        parts.append(_disc(station.x, station.y, 17, f'data-link="{escape(link_text(link))}"'))
    for seat, number, to in marks.ways if marks.with_arrows else ():
        start = _spot(seat, number, seen, drawn)
        assert start is not None, "a Korrigan that can move stands somewhere"
        there = len(standing(seen, to)) + (seen.cauldron == to)
        end = drawn.rooms[seen.board.index(to)].spots(there + 1)[-1]
        data = f' data-seat="{seat}" data-korrigan="{number}" data-to="{to}"'
        parts.append(arrow((start.x, start.y), (end.x, end.y), 0.12, _TIP, data, prefix="korrigans"))
    return "".join(parts)
