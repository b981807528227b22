"""The text drawing of a state: `diagram`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest
from textwrap import wrap
from typing import Final
from unicodedata import normalize

from cairn_rules.checks import check_state
from cairn_rules.errors import cut
from cairn_rules.korrigans.board import Board, LinkKind
from cairn_rules.korrigans.board_checks import COLUMNS, ROWS
from cairn_rules.korrigans.notation import LINK_SIGNS, clover_text, link_text
from cairn_rules.korrigans.observation import Observation, SeenSeat, observe
from cairn_rules.korrigans.seats import SEAT_NAMES, seat_name
from cairn_rules.korrigans.state import State
from cairn_rules.korrigans.tokens import Pawn
from cairn_rules.korrigans.words import asked, final_scores, gathered, score_text, standing

_WIDTH: Final = 80
_CELL: Final = 7
"""Width of a grid column, in characters; every colour of the rainbow fits."""
_LEFT: Final = 10
_HALF: Final = 45
"""Width of the list of fields in a compact drawing, in characters."""
_SMALL_CELL: Final = 4
"""Width of a grid column in a compact drawing; the ids of three fields fit, or three letters of a colour."""
_SMALL_LEFT: Final = 6
_SHORT: Final = re.compile(r"([a-z])[a-z]*\.([01])((?:\+[a-z])?)[a-z]*")
"""A Korrigan's text, of which a compact drawing keeps the groups: `b0+e` for `blue.0+elf`."""


def diagram(state: State | Observation, *, unicode: bool = True, compact: bool = False) -> str:
    r"""Return a drawing of a state in text, at most 80 columns wide.

    A state is drawn as a spectator sees it, an observation as its seat sees it.

    The grid comes first, with the pawns on Suns and Clouds and the fields that touch each cell. A line for each
    field follows: its id, name and colour, `m` for a molehill and `p` for a pontoon, the number of Clover tokens,
    `M` for a Menhir, its neighbours (over open links, after `|` through doors, after `=` over bridges), and the
    Korrigans there. The last lines show the supply, the bag, the gold of each seat by source if the game is over,
    and the possessions of each seat.

    Args:
        state: A state, also in the middle of a turn, or an observation.
        unicode: Draw any characters that names contain (default: True). Otherwise draw ASCII only: accents are
            dropped, and characters without an ASCII letter become question marks.
        compact: Draw for a terminal of 24 lines (default: False): the grid next to the fields, without names and
            with short words (`b0+e` is Korrigan 0 of Blue with an Elf).

    Example:
        >>> from cairn_rules import korrigans
        >>> print("\n".join(korrigans.diagram(korrigans.new_game(seed=7)).splitlines()[:4]))
        Korrigans, round 0: Blue is to place a Korrigan
                  1      2      3      4      5      6      7
        Clouds    -      -      -      -      -      -      -
        1 -       A      A      B      B      C      CD     D
    """
    check_state(state, State, Observation)
    seen = observe(state, None) if isinstance(state, State) else state
    heading = f"Korrigans, round {seen.round}: {asked(seen)}"
    lines = [heading, *(_compact(seen) if compact else _spread(seen))]
    text = "\n".join(line.rstrip() for line in lines)
    return text if unicode else "".join(map(_ascii, text))


def _spread(seen: Observation) -> Iterator[str]:
    """Yield the lines of the full drawing, part by part."""
    yield from _grid(seen, _LEFT, _CELL)
    yield ""
    for index, field in enumerate(seen.board.fields):
        head = f"{field.id} {_fitting(field.name, 16):<16} {_fitting(field.colour, 7):<7} {_contents(seen, index)} "
        yield from _after(head, _there(seen, field.id), _WIDTH)
    yield ""
    troll = "beside the board" if seen.troll is None else f"on {link_text(seen.troll)}"
    yield f"Troll {troll}. Elves {seen.elves}, Goblins {seen.goblins}, Backup Companions {seen.backups} left."
    yield f"Bag: {len(seen.bag)} pawns, {seat_name(seen.bag_holder)} has it."
    for head, told in _told(seen, "behind the screen"):
        yield from _after(head, told, _WIDTH)


def _compact(seen: Observation) -> Iterator[str]:
    """Yield the lines of the compact drawing: fields on the left, the rest on the right or below them."""
    left: list[str] = []
    for index, field in enumerate(seen.board.fields):
        there = _SHORT.sub(r"\1\2\3", _there(seen, field.id))
        left += _after(f"{field.id} {_fitting(field.colour, 7):<7} {_contents(seen, index)} ", there, _HALF)
    troll = "off" if seen.troll is None else link_text(seen.troll)
    right = [
        *_grid(seen, _SMALL_LEFT, _SMALL_CELL),
        f"Troll {troll}, Elves {seen.elves}, Goblins {seen.goblins},",
        f"Backups {seen.backups}, bag {len(seen.bag)} ({seat_name(seen.bag_holder)})",
    ]
    below: list[str] = []
    for head, told in _told(seen, "hidden"):
        beside = _after(head, told, _WIDTH - _HALF - 1)
        if below or len(right) + len(beside) > len(left):
            below += _after(head, told, _WIDTH)
        else:
            right += beside
    yield from (f"{one:<{_HALF}} {other}" for one, other in zip_longest(left, right, fillvalue=""))
    yield from below


def _ascii(sign: str) -> str:
    """Return an ASCII character to draw in place of another one, so that columns keep their places."""
    letter = normalize("NFD", sign)[0]
    return letter if letter.isascii() else "." if sign == "…" else "?"


def _grid(seen: Observation, left: int, width: int) -> Iterator[str]:
    numbers = range(1, COLUMNS + 1)
    yield " " * left + "".join(f"{number:<{width}}" for number in numbers)
    yield f"{'Clouds'[: left - 1]:<{left}}" + "".join(f"{_pawn(pawn, width):<{width}}" for pawn in seen.clouds)
    ids = [field.id for field in seen.board.fields]
    for row in range(1, ROWS + 1):
        cells = ["".join(ids[place] for place in seen.board.fields_at(row, column)) for column in numbers]
        sun = f"{row} {_pawn(seen.suns[row - 1], left - 2)}"
        yield f"{sun:<{left}}" + "".join(f"{_fitting(cell, width - 1):<{width}}" for cell in cells)


def _pawn(pawn: Pawn | None, width: int) -> str:
    """Return a pawn's text, cut to leave room for a space."""
    return "-" if pawn is None else str(pawn)[: width - 1]


def _fitting(text: str, width: int) -> str:
    return text if len(text) <= width else cut(text, width - 1)


def _contents(seen: Observation, index: int) -> str:
    """Return what is printed on a field and what lies there, and its neighbours."""
    field = seen.board.fields[index]
    marks = f"{'m' if field.molehill else ''}{'p' if field.pontoon else ''}"
    stone = "M" if seen.menhirs[index] else ""
    neighbours = _fitting(_neighbours(seen.board, field.id), 11)
    return f"{marks:<2} {seen.clovers[index]:>2} {stone:<1} {neighbours:<11}"


def _there(seen: Observation, field: str) -> str:
    """Return the Cauldron and the Korrigans in a field."""
    there = ["Cauldron"] if seen.cauldron == field else []
    for seat, which in standing(seen, field):
        carries = seen.seats[seat].korrigans[which].carries
        there.append(f"{SEAT_NAMES[seat]}.{which}{f'+{carries.value}' if carries else ''}")
    return " ".join(there)


def _after(head: str, text: str, width: int) -> list[str]:
    """Return a text after a head, wrapped into as many lines as it needs."""
    lines = wrap(text, width - len(head)) or [""]
    return [f"{head if not number else ' ' * len(head)}{line}" for number, line in enumerate(lines)]


def _neighbours(board: Board, id: str) -> str:
    text = ""
    for kind in LinkKind:
        links = [link for link in board.links if link.kind is kind and id in link.ends]
        others = "".join(end for link in links for end in link.ends if end != id)
        text += f"{'' if kind is LinkKind.OPEN or not others else LINK_SIGNS[kind]}{others}"
    return text


def _told(seen: Observation, hidden: str) -> Iterator[tuple[str, str]]:
    """Yield heads with their texts: the tokens on offer, the final gold, and the possessions of each seat."""
    if seen.offered:
        yield f"In {gathered(seen)}:   ", " ".join(map(clover_text, seen.offered))
    for number, score in enumerate(final_scores(seen) or ()):
        yield f"{'' if number else 'Gold':<8}", f"{seat_name(number)} {score_text(score)}"
    for number, seat in enumerate(seen.seats):
        yield f"{seat_name(number):<8}", _seat(seat, hidden)


def _seat(seat: SeenSeat, hidden: str) -> str:
    tokens = " ".join(map(clover_text, seat.hidden or ()))
    screened = f"{seat.tokens} {hidden}{f': {tokens}' if tokens else ''}"
    parts = [screened if seat.screen else f"no screen, {tokens or 'nothing'}"]
    for name, values in (("open", seat.revealed), ("Backup", seat.backups), ("used", seat.discarded)):
        if values:
            parts.append(f"{name} {' '.join(map(str, values))}")
    if seat.menhirs:
        parts.append(f"Menhirs {' '.join(str(menhir.gold) for menhir in seat.menhirs)}")
    return "; ".join(parts)
