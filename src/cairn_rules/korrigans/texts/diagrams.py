"""The text drawing of a state: `diagram`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from textwrap import wrap
from typing import Final

from cairn_rules.checks import check_state, checked
from cairn_rules.errors import ascii_text, cut
from cairn_rules.korrigans.rules.observation import Observation, SeenSeat, observe
from cairn_rules.korrigans.state.board import LINK_SIGNS, Board, LinkKind, link_text
from cairn_rules.korrigans.state.board_checks import COLUMNS, ROWS
from cairn_rules.korrigans.state.seats import SEAT_NAMES, seat_name
from cairn_rules.korrigans.state.state import State
from cairn_rules.korrigans.state.tokens import Pawn, clover_text
from cairn_rules.korrigans.texts.plain_text import plain_text
from cairn_rules.korrigans.texts.words import asked, final_scores, gathered, score_text, standing

_WIDTH: Final = 80
_CELL: Final = 7
"""Width of a grid column, in characters; every colour of the rainbow fits."""
_LEFT: Final = 10
_HALF: Final = 45
"""Width of the list of fields in a compact drawing, in characters."""
_SMALL_CELL: Final = 4
"""Width of a grid column in a compact drawing; the ids of three fields fit, or three letters of a colour."""
_SMALL_LEFT: Final = 6
_SMALL_GRID: Final = _SMALL_LEFT + _SMALL_CELL * COLUMNS
"""Width of the grid in a compact drawing, in characters."""
_HEADING: Final = " Clover Links      "
"""The headings of the contents of a field, as wide as these."""
_FIELDS: Final = 3
"""Number of fields in a line of a tight drawing."""
_MEANING: Final = (
    "m molehill, p pontoon, M Menhir; - free Sun or Cloud; links: AB open, |C through a door, =D over a bridge; "
    "blue.0+elf: Blue's first Korrigan carries an Elf"
)
"""The legend of a full drawing."""
_SHORT_MEANING: Final = (
    "m molehill, p pontoon, M Menhir,",
    "links: AB open, |C door, =D bridge",
    "b0+e: Blue's first Korrigan + Elf",
)
"""The legend of a compact drawing, in lines."""
_SHORT: Final = re.compile(r"([a-z])[a-z]*\.([01])((?:\+[a-z])?)[a-z]*")
"""A Korrigan's text, of which a compact drawing keeps the groups: `b0+e` for `blue.0+elf`."""


@checked
def diagram(state: State | Observation, *, unicode: bool = True, compact: bool = False, plain: bool = False) -> str:
    r"""Return a drawing of a state in text, at most 80 columns wide.

    A state is drawn as a spectator sees it, an observation as its seat sees it.

    The grid comes first, with the pawns on Suns and Clouds and the fields that touch each cell. A line for each
    field follows: its id, name and colour, `m` for a molehill and `p` for a pontoon, the number of Clover tokens,
    `M` for a Menhir, its neighbours (over open links, after `|` through doors, after `=` over bridges), and the
    Korrigans there. The last lines show a legend, the supply, the bag, the gold of each seat by source if the game is
    over, and the possessions of each seat.

    Args:
        state: A state, also in the middle of a turn, or an observation.
        unicode: Draw any characters that names contain (default: True). Otherwise draw ASCII only: accents are
            dropped, and characters without an ASCII letter become question marks.
        compact: Draw for a terminal of 24 lines (default: False): the grid next to the fields, without names and
            with short words (`b0+e` is Blue's first Korrigan with an Elf); with a legend if there is room for it.
        plain: Return sentences for screen readers instead, a line each (default: False). They can be longer than 80
            columns.

    Example:
        >>> from cairn_rules import korrigans
        >>> print("\n".join(korrigans.diagram(korrigans.new_game(seed=7)).splitlines()[:4]))
        Korrigans, round 0: Blue must place a Korrigan
          Sun     1      2      3      4      5      6      7
        Clouds    -      -      -      -      -      -      -
        1 -       A      A      B      B      C      CD     D
    """
    check_state(state, State, Observation)
    seen = observe(state, None) if isinstance(state, State) else state
    if plain:
        text = plain_text(seen)
        return text if unicode else ascii_text(text)
    return _drawn(seen, _compact(seen) if compact else _spread(seen), unicode=unicode)


def small_diagrams(state: State, *, unicode: bool = True) -> tuple[str, ...]:
    """Return drawings of a state for terminals with few lines, from the compact one to the smallest.

    The second drawing has no headings for the fields. The third one has three fields to a line, and names the fields of
    the Korrigans among the possessions of the seats. The fourth one has the pawns on Suns and Clouds in place of the
    grid.
    """
    seen = observe(state, None)
    layouts = (
        _compact(seen),
        _compact(seen, with_headings=False),
        _tight(seen, with_grid=True),
        _tight(seen, with_grid=False),
    )
    return tuple(_drawn(seen, lines, unicode=unicode) for lines in layouts)


def _drawn(seen: Observation, lines: Iterable[str], *, unicode: bool) -> str:
    """Return a drawing: a heading, and the lines of a layout."""
    heading = f"Korrigans, round {seen.round}: {asked(seen)}"
    text = "\n".join(line.rstrip() for line in (heading, *lines))
    return text if unicode else ascii_text(text)


def _spread(seen: Observation) -> Iterator[str]:
    """Yield the lines of the full drawing, part by part."""
    yield from _grid(seen, _LEFT, _CELL)
    yield ""
    yield f"{'Field':<26} {_HEADING} Korrigans"
    for index, field in enumerate(seen.board.fields):
        head = f"{field.id} {_fitting(field.name, 16):<16} {_fitting(field.colour, 7):<7} {_contents(seen, index)} "
        yield from _after(head, _there(seen, field.id), _WIDTH)
    yield from wrap(_MEANING, _WIDTH)
    yield ""
    troll = "in the supply" if seen.troll is None else f"on {link_text(seen.troll)}"
    yield f"Troll {troll}. Elves {seen.elves}, Goblins {seen.goblins}, Backup Companions {seen.backups} left."
    yield f"Bag: {len(seen.bag)} pawns, {seat_name(seen.bag_holder)} has it."
    for head, text in _possessions(seen, "behind the screen"):
        yield from _after(head, text, _WIDTH)


def _compact(seen: Observation, *, with_headings: bool = True) -> Iterator[str]:
    """Yield the lines of the compact drawing: fields on the left, the rest on the right or below them."""
    left = [f"{'Field':<9} {_HEADING} Korrigans"] if with_headings else []
    for index, field in enumerate(seen.board.fields):
        there = _SHORT.sub(r"\1\2\3", _there(seen, field.id))
        left += _after(f"{field.id} {_fitting(field.colour, 7):<7} {_contents(seen, index)} ", there, _HALF)
    right = [
        *_grid(seen, _SMALL_LEFT, _SMALL_CELL),
        f"Troll {_troll(seen)}, Elves {seen.elves}, Goblins {seen.goblins},",
        f"Backups {seen.backups}, bag {len(seen.bag)} ({seat_name(seen.bag_holder)})",
    ]
    yield from _side_by_side(left, right, _HALF, _possessions(seen, "hidden"), _SHORT_MEANING)


def _tight(seen: Observation, *, with_grid: bool) -> Iterator[str]:
    """Yield the lines of a tight drawing: three fields to a line, and the possessions, next to the grid if any."""
    supply = (
        f"Troll {_troll(seen)}, Elves {seen.elves}, Goblins {seen.goblins}, Backups {seen.backups}, "
        f"bag {len(seen.bag)} ({seat_name(seen.bag_holder)}), Cauldron {seen.cauldron or 'off'}"
    )
    cells = [
        f"{field.id} {_fitting(field.colour, 5):<5} {_contents(seen, index)}"
        for index, field in enumerate(seen.board.fields)
    ]
    rows = [" ".join(cells[first : first + _FIELDS]) for first in range(0, len(cells), _FIELDS)]
    possessions = _possessions(seen, "hidden", with_korrigans=True)
    if with_grid:
        yield from rows
        grid = list(_grid(seen, _SMALL_LEFT, _SMALL_CELL))
        yield from _side_by_side(grid, wrap(supply, _WIDTH - _SMALL_GRID - 1), _SMALL_GRID, possessions)
    else:
        suns, clouds = (" ".join(_pawn(pawn, _SMALL_CELL) for pawn in pawns) for pawns in (seen.suns, seen.clouds))
        yield f"Suns {suns}, Clouds {clouds}"
        yield from rows
        yield supply
        for head, text in possessions:
            yield from _after(head, text, _WIDTH)


def _side_by_side(
    left: list[str], right: list[str], width: int, texts: Iterable[tuple[str, str]], legend: Iterable[str] = ()
) -> Iterator[str]:
    """Yield lines next to each other; texts follow on the right as long as they fit there, then below.

    `texts` are heads with their texts. The legend comes last on the right, and is left out if it does not fit there.
    `width` is that of the left side, in characters.
    """
    right, below = list(right), list[str]()
    for head, text in texts:
        narrow = _after(head, text, _WIDTH - width - 1)
        if below or len(right) + len(narrow) > len(left):
            below += _after(head, text, _WIDTH)
        else:
            right += narrow
    explained = [*right, *legend]
    right = explained if len(explained) <= len(left) else right
    yield from (f"{one:<{width}} {other}" for one, other in zip_longest(left, right, fillvalue=""))
    yield from below


def _troll(seen: Observation) -> str:
    return "off" if seen.troll is None else link_text(seen.troll)


def _korrigans(seat: SeenSeat) -> str:
    """Return the fields of a seat's Korrigans and what they carry, such as `0:A+e 1:K`."""
    return " ".join(
        f"{number}:{each.field or '-'}{f'+{each.carries.value[0]}' if each.carries else ''}"
        for number, each in enumerate(seat.korrigans)
    )


def _grid(seen: Observation, left: int, width: int) -> Iterator[str]:
    numbers = range(1, COLUMNS + 1)
    yield f"{'  Sun':<{left}}" + "".join(f"{number:<{width}}" for number in numbers)
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
    """Return the printed signs of a field, its tokens and its neighbours."""
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


def _possessions(seen: Observation, hidden: str, *, with_korrigans: bool = False) -> Iterator[tuple[str, str]]:
    """Yield heads with their texts: the tokens on offer, the final gold, and the possessions of each seat."""
    if seen.offered:
        yield f"In {gathered(seen)}:   ", " ".join(map(clover_text, seen.offered))
    for number, score in enumerate(final_scores(seen) or ()):
        yield f"{'' if number else 'Gold':<8}", f"{seat_name(number)} {score_text(score)}"
    for number, seat in enumerate(seen.seats):
        korrigans = f"{_korrigans(seat)}; " if with_korrigans else ""
        yield f"{seat_name(number):<8}", f"{korrigans}{_seat(seat, hidden)}"


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
