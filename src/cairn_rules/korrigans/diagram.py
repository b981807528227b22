"""A state as a drawing in text: `diagram`."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Final
from unicodedata import normalize

from cairn_rules.checks import check_state
from cairn_rules.errors import cut
from cairn_rules.korrigans.board import Field, LinkKind
from cairn_rules.korrigans.board_checks import COLUMNS, ROWS
from cairn_rules.korrigans.notation import LINK_SIGNS, clover_text, link_text
from cairn_rules.korrigans.seats import SEAT_NAMES, Seat, seat_name
from cairn_rules.korrigans.state import State
from cairn_rules.korrigans.tokens import Pawn
from cairn_rules.korrigans.words import asked

_WIDTH: Final = 80
_CELL: Final = 7
"""A column of the grid is so wide: every colour of the rainbow fits."""
_LEFT: Final = 10


def diagram(state: State, *, unicode: bool = True, compact: bool = False) -> str:
    r"""A state as a drawing in text, at most 80 columns wide, with what everybody may see.

    Above is the grid, with the pawns on suns and clouds, and in each cell the fields that touch it.
    Below is a line for each field: its id and name, its colour, `m` for a molehill and `p` for a
    pontoon, the number of Clover tokens, `M` where a Menhir lies, its neighbours over open links,
    behind `|` over doors and behind `=` over bridges, and who is there.

    Args:
        state: The state, also in the middle of a turn.
        unicode: Whether to draw with any characters that names have, or with ASCII alone: accents are left out,
            and what has no ASCII letter is a question mark.
        compact: Whether to leave out what only spreads it: the empty lines.

    Example:
        >>> from cairn_rules import korrigans
        >>> print("\n".join(korrigans.diagram(korrigans.new_game(seed=7)).splitlines()[:4]))
        Korrigans, round 0: Blue is to place a Korrigan
                  1      2      3      4      5      6      7
        Clouds    -      -      -      -      -      -      -
        1 -       A      A      B      B      C      CD     D
    """
    check_state(state, State)
    lines = (
        f"Korrigans, round {state.round}: {asked(state)}",
        *_grid(state),
        "",
        *(line for field in state.board.fields for line in _field(state, field)),
        "",
        *_supply(state),
        *(line for number, seat in enumerate(state.seats) for line in _seat(number, seat)),
    )
    text = "\n".join(line.rstrip() for line in lines if line or not compact)
    return text if unicode else "".join(map(_ascii, text))


def _ascii(sign: str) -> str:
    """The ASCII character that stands for any other one, so that all columns keep their places."""
    letter = normalize("NFD", sign)[0]
    return letter if letter.isascii() else "." if sign == "…" else "?"


def _grid(state: State) -> Iterator[str]:
    numbers = range(1, COLUMNS + 1)
    yield " " * _LEFT + "".join(f"{number:<{_CELL}}" for number in numbers)
    yield f"{'Clouds':<{_LEFT}}" + "".join(f"{_pawn(pawn):<{_CELL}}" for pawn in state.clouds)
    ids = [field.id for field in state.board.fields]
    for row in range(1, ROWS + 1):
        cells = ["".join(ids[place] for place in state.board.fields_at(row, column)) for column in numbers]
        sun = f"{row} {_pawn(state.suns[row - 1])}"
        yield f"{sun:<{_LEFT}}" + "".join(f"{_fitting(cell, _CELL - 1):<{_CELL}}" for cell in cells)


def _pawn(pawn: Pawn | None) -> str:
    return "-" if pawn is None else str(pawn)


def _fitting(text: str, width: int) -> str:
    return text if len(text) <= width else cut(text, width - 1)


def _field(state: State, field: Field) -> list[str]:
    marks = f"{'m' if field.molehill else ''}{'p' if field.pontoon else ''}"
    stone = "" if state.menhir_in(field.id) is None else "M"
    head = (
        f"{field.id} {_fitting(field.name, 16):<16} {_fitting(field.colour, 7):<7} {marks:<2}"
        f" {len(state.clovers_in(field.id)):>2} {stone:<1} {_fitting(_neighbours(state, field.id), 11):<11} "
    )
    there = ["Cauldron"] if state.cauldron == field.id else []
    for number, which in state.standing.get(field.id, ()):
        carried = state.seats[number].korrigans[which].carries
        there.append(f"{SEAT_NAMES[number]}.{which}{f'+{carried.value}' if carried else ''}")
    return _after(head, " ".join(there))


def _after(head: str, text: str) -> list[str]:
    """A text behind a head, in as many lines as it takes."""
    lines = wrap(text, _WIDTH - len(head)) or [""]
    return [f"{head if not number else ' ' * len(head)}{line}" for number, line in enumerate(lines)]


def _neighbours(state: State, id: str) -> str:
    text = ""
    for kind in LinkKind:
        links = [link for link in state.board.links if link.kind is kind and id in link.ends]
        others = "".join(end for link in links for end in link.ends if end != id)
        text += f"{'' if kind is LinkKind.OPEN or not others else LINK_SIGNS[kind]}{others}"
    return text


def _supply(state: State) -> Iterator[str]:
    troll = "beside the board" if state.troll is None else f"on {link_text(state.troll)}"
    yield f"Troll {troll}. Elves {state.elves}, Goblins {state.goblins}, Backup Companions {state.backups} left."
    yield f"Bag: {len(state.bag)} pawns, {seat_name(state.bag_holder)} has it."


def _seat(number: int, seat: Seat) -> list[str]:
    tokens = " ".join(map(clover_text, seat.hidden)) or "nothing"
    parts = [f"{len(seat.hidden)} behind the screen" if seat.screen else f"no screen, {tokens}"]
    for name, values in (("open", seat.revealed), ("Backup", seat.backups), ("used", seat.discarded)):
        if values:
            parts.append(f"{name} {' '.join(map(str, values))}")
    if seat.menhirs:
        parts.append(f"Menhirs {' '.join(str(menhir.gold) for menhir in seat.menhirs)}")
    return _after(f"{seat_name(number):<8}", "; ".join(parts))
