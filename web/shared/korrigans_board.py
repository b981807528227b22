"""Korrigans on the page.

A place is named by the data of the picture, such as `field K` or `seat 1`; a Korrigan by its seat and number, such as
`korrigan 1.0`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, final

from typing_extensions import override

from cairn_rules import korrigans
from cairn_rules.korrigans import Action, State
from web.shared.board import Board, Way


@final
class KorrigansBoard(Board):
    """Korrigans, with clicks on fields, links, tokens, Suns, Clouds, seats and Korrigans."""

    def __init__(self) -> None:
        super().__init__(korrigans)

    @override
    def ways(self, state: State) -> Mapping[Action, tuple[Way, ...]]:
        return {action: _ways(state, action) for action in korrigans.legal_actions(state)}

    @override
    def meant(self, state: State, clicked: Sequence[str]) -> Sequence[Action]:
        return (_movements(state, clicked) if _moves(state) else []) or _meant(state, clicked[-1])

    @override
    def why(self, state: State, clicked: Sequence[str]) -> tuple[str, str | None]:
        place = clicked[-1]
        if _moves(state) and len(clicked) == 1 and (field := _field(state, place)):
            return f"no Korrigan in {field} can move now", None
        return super().why(state, clicked)


def _ways(state: State, action: Action) -> tuple[Way, ...]:
    match action:
        case korrigans.Place(to) | korrigans.PlaceCauldron(to):
            return ((f"field {to}",),)
        case korrigans.Move(which, companion, to) | korrigans.FinalMove(which, companion, to):
            own = f"korrigan {korrigans.current_player(state)}.{which}"
            starts = own, f"field {_field(state, own)}"
            ends = (), *((token,) for token in _tokens(state, companion))
            return tuple((start, f"field {to}", *end) for start in starts for end in ends)
        case korrigans.Take(clover):
            return ((f"looked {_clover(clover)}",),)
        case korrigans.Sacrifice(clover):
            return ((f"unused {_clover(clover)}",),)
        case korrigans.PlaceTroll(link):
            return ((f"link {_link(link)}",),)
        case korrigans.CoverSun(row):
            return ((f"row {row}",),)
        case korrigans.CoverCloud(column):
            return ((f"column {column}",),)
        case korrigans.GiveGoblin(seat, which):
            return (f"korrigan {seat}.{which}",), (f"field {state.seats[seat].korrigans[which].field}",)
        case korrigans.Unmask(seat):
            return ((f"seat {seat}",),)
        case _:
            return ()


def _tokens(state: State, companion: korrigans.Companion) -> list[str]:
    """Return the tokens with a companion that the seat that decides has, as pictures name them."""
    number = korrigans.current_player(state)
    assert number is not None, "a seat decides"
    seat = state.seats[number]
    rows = ("unused", seat.hidden), ("front", seat.revealed), ("front Backup", seat.backups)
    return [f"{row} {companion}" for row, tokens in rows if str(companion) in map(str, tokens)]


def _clover(clover: korrigans.Clover) -> str:
    """Return a Clover token as pictures name it."""
    return f"{clover.gold} gold" if clover.gold else str(clover)


def _link(link: korrigans.Link) -> str:
    """Return a link as pictures name it, and as actions write it."""
    return korrigans.format_action(korrigans.PlaceTroll(link)).removeprefix("troll:")


def _moves(state: State) -> bool:
    """Return whether a movement may be chosen now."""
    return any(isinstance(each, korrigans.Move | korrigans.FinalMove) for each in korrigans.legal_actions(state))


def _field(state: State, place: str) -> str | None:
    """Return the field of a place: itself, or where a Korrigan stands."""
    kind, _, name = place.partition(" ")
    if kind != "korrigan":
        return name if kind == "field" else None
    seat, which = map(int, name.split("."))
    return state.seats[seat].korrigans[which].field


def _movements(state: State, clicked: Sequence[str]) -> list[Action]:
    """Return the movements from one place to another, with each companion that can be used now."""
    legal = korrigans.legal_actions(state)
    kinds = {(type(each), each.companion) for each in legal if isinstance(each, korrigans.Move | korrigans.FinalMove)}
    start, to = clicked[0], _field(state, clicked[-1])
    owner = korrigans.current_player(state)
    assert owner is not None, "a seat decides"
    own = {f"korrigan {owner}.{n}": n for n in (0, 1)}
    own |= {f"field {_field(state, place)}": n for place, n in reversed(own.items())}
    if to is None or start not in own:
        return []
    return [kind(own[start], companion, to) for kind, companion in sorted(kinds, key=lambda each: each[1].value)]


def _meant(state: State, place: str) -> list[Action]:
    kind, _, name = place.partition(" ")
    field = _field(state, place)
    match kind:
        case "field" | "korrigan" if isinstance(state.pending, korrigans.ChooseReceiver):
            there = [(seat, n) for seat, n in _standing(state) if state.seats[seat].korrigans[n].field == field]
            return [korrigans.GiveGoblin(seat, n) for seat, n in there]
        case "field" | "korrigan" if field is not None:
            cauldron = isinstance(state.pending, korrigans.ChooseCauldronField)
            return [korrigans.PlaceCauldron(field) if cauldron else korrigans.Place(field)]
        case "row":
            return [korrigans.CoverSun(int(name))]
        case "column":
            return [korrigans.CoverCloud(int(name))]
        case "seat":
            return [korrigans.Unmask(int(name))]
        case "link":
            return [korrigans.PlaceTroll(each) for each in state.board.links if _link(each) == name]
        case _:
            return []


def _standing(state: State) -> list[tuple[int, int]]:
    """Return the seat and the number of each Korrigan."""
    return [(seat, number) for seat in range(len(state.seats)) for number in range(2)]


BOARD: Final = KorrigansBoard
"""The board of this game."""
