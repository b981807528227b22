"""Text diagrams of positions: `diagram`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, zip_longest
from random import Random
from string import ascii_uppercase
from textwrap import wrap
from typing import Final, final

from cairn_rules.cairn.rules.observation import Observation, sample_hidden
from cairn_rules.cairn.state.board import CIRCLES, SIDE, SPACES, TOTEMS, Space, Tribe
from cairn_rules.cairn.state.state import State
from cairn_rules.cairn.state.tiles import JumpFace, TransformationFace
from cairn_rules.cairn.texts.plain_text import plain_text
from cairn_rules.cairn.texts.words import asked, when
from cairn_rules.checks import check_state, checked
from cairn_rules.frozen_classes import frozen

_WIDTH: Final = 80


@final
@frozen
class _Signs:
    """The characters of a diagram."""

    shamans: str
    totems: str
    """A white and a black totem."""
    circle: str
    rules: tuple[tuple[str, str, str, str], ...]
    """Top, inner and bottom line of the board, each as left end, crossing, right end and dash."""
    wall: str
    cut: str
    """Replacement for the end of a line that is too long."""


_UNICODE: Final = _Signs("●▲", "◇◆", "◦", (("┌", "┬", "┐", "─"), ("├", "┼", "┤", "─"), ("└", "┴", "┘", "─")), "│", "…")
_ASCII: Final = _Signs("sf", "wb", "o", (("+", "+", "+", "-"),) * 3, "|", ".")


@checked
def diagram(state: State | Observation, *, unicode: bool = True, compact: bool = False, plain: bool = False) -> str:
    r"""Return a text diagram of a state or an observation, at most 80 columns wide.

    Sea is at the bottom. Capital letters mark megaliths; a legend below the board names them.

    Args:
        state: The state, also one within a turn, or an observation.
        unicode: Use Unicode line and shape characters. If False, use only ASCII.
        compact: Leave out the lines between ranks, and blank lines.
        plain: Return sentences for screen readers instead, a line each. They can be longer than 80 columns.

    Raises:
        DefinitionError: if the value is neither a state nor an observation.

    Example:
        >>> from cairn_rules import cairn
        >>> state = cairn.parse_position(
        ...     "f1f1f/5/3s1/5/s3s s wooe b3=chaos,d3=dawn cromlech,pillars alley,deer 0-0"
        ... )
        >>> print(cairn.diagram(state, unicode=False))
                    Forest village ff
                a     b     c     d     e
             +-----+-----+-----+-----+-----+
           5 |  f  |  w  |  f  |  b  |  f  | 5      Turn 1, Sea 0 - Forest 0
             +-----+-----+-----+-----+-----+        Sea must choose an action
           4 |     |     |     |     |     | 4
             +-----+-----+-----+-----+-----+        Add             white totem
           3 |     |   A |     | s B |     | 3      Move            orthogonal
             +-----+-----+-----+-----+-----+        Jump            over own
           2 |     |     |     |     |     | 2      Transformation  enemy at the end
             +-----+-----+-----+-----+-----+
           1 |  s  |  b  |     |  w  |  s  | 1      Deck            2 face down
             +-----+-----+-----+-----+-----+
                a     b     c     d     e
                     Sea village ss
        <BLANKLINE>
        Board:    A Chaos of the Giants (chaos), B Cairn of Dawn (dawn)
        Upcoming: C Cromlech of the Stars (cromlech), D Pillars of Spring (pillars)
        >>> print("\n".join(cairn.diagram(state, plain=True).splitlines()[6:9]))
        Rank 5: a5 Forest shaman, c5 Forest shaman, e5 Forest shaman.
        Rank 4: empty.
        Rank 3: b3 Chaos of the Giants (chaos), d3 Sea shaman on Cairn of Dawn (dawn).
    """
    check_state(state, State, Observation)
    if plain:
        return plain_text(state)
    if isinstance(state, Observation):
        state = sample_hidden(state, Random(0))  # the diagram shows none of the sampled megaliths
    signs = _UNICODE if unicode else _ASCII
    field = _field(state, signs, 1 if compact else SIDE)
    side = ("",) * (1 if compact else 3), _side(state)
    rows = [f"{left:<44}{right}".rstrip() for left, right in zip_longest(field, chain(*side), fillvalue="")]
    lines = (*rows, *_legend(state)) if compact else (*rows, "", *_legend(state))
    return "\n".join(line if len(line) <= _WIDTH else line[: _WIDTH - len(signs.cut)] + signs.cut for line in lines)


def _field(state: State, signs: _Signs, ruled: int) -> Iterator[str]:
    """Yield the lines of the board and the villages, with a line above each of the top `ruled` ranks."""
    shamans = state.shamans
    letters = dict(zip(state.megaliths, ascii_uppercase, strict=False))
    files = "   " + "     ".join("abcde")
    top, inner, bottom = (
        left + crossing.join([line * 5] * SIDE) + right for left, crossing, right, line in signs.rules
    )
    yield _village(state, Tribe.FOREST, signs)
    yield f"     {files}"
    for rank in reversed(range(SIDE)):
        if rank >= SIDE - ruled:
            yield f"     {top if rank == SIDE - 1 else inner}"
        row = SPACES[SIDE * rank : SIDE * rank + SIDE]
        cells = [_cell(_sign(space, shamans, letters, signs), letters.get(space)) for space in row]
        yield f"   {rank + 1} {signs.wall}{signs.wall.join(cells)}{signs.wall} {rank + 1}"
    yield f"     {bottom}"
    yield f"     {files}"
    yield _village(state, Tribe.SEA, signs)


def _cell(sign: str, letter: str | None) -> str:
    return f"  {sign}  " if letter is None else f" {sign} {letter} "


def _village(state: State, tribe: Tribe, signs: _Signs) -> str:
    shamans = signs.shamans[tribe] * state.villages[tribe] or "is empty"
    return f"     {f'{tribe} village {shamans}':^31}"


def _sign(space: Space, shamans: Mapping[Space, Tribe], letters: Mapping[Space, str], signs: _Signs) -> str:
    if space in shamans:
        return signs.shamans[shamans[space]]
    if space in letters:
        return " "
    for totems in TOTEMS:
        if space in totems:
            return signs.totems[totems.index(space)]
    return signs.circle if space in CIRCLES else " "


def _side(state: State) -> Iterator[str]:
    tiles = state.tiles
    yield f"{when(state)}, Sea {state.scores[0]} - Forest {state.scores[1]}"
    yield asked(state)
    yield f"Next turn: {state.extra_turn}" if state.extra_turn is not None else ""
    yield f"Add             {tiles.add} totem"
    yield f"Move            {tiles.move}"
    yield f"Jump            over {'own' if tiles.jump is JumpFace.OWN else 'enemy'}"
    at_end = tiles.transformation is TransformationFace.END
    yield f"Transformation  enemy {'at the end' if at_end else 'in the middle'}"
    yield ""
    yield f"Deck            {len(state.deck)} face down"


def _legend(state: State) -> Iterator[str]:
    letters = iter(ascii_uppercase)
    for title, megaliths in (("Board:    ", state.megaliths.values()), ("Upcoming: ", state.upcoming)):
        named = ", ".join(f"{next(letters)} {megalith.name} ({megalith.id})" for megalith in megaliths)
        yield from wrap(f"{title}{named or '-'}", _WIDTH, subsequent_indent=" " * len(title))
