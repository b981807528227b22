"""The board as a value: fields, links, grid and token distributions, with lookup tables derived from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum, unique
from functools import cached_property
from typing import Any, Final, NamedTuple, cast, final

from attrs import asdict

from cairn_rules.checks import Check, fits, instance, instances, is_count, is_text, items_of
from cairn_rules.errors import DefinitionError, UnknownIdError, quoted
from cairn_rules.frozen_classes import field, frozen
from cairn_rules.korrigans.state.board_checks import COLUMNS, PLAYERS, ROWS, board_faults
from cairn_rules.korrigans.state.tokens import (
    COMPANIONS,
    Clover,
    Companion,
    Menhir,
    NumberedKind,
    clovers_of,
    menhirs_of,
)


@unique
class LinkKind(NumberedKind):
    """A kind of link: the way to cross a border (rule 1.1).

    Example:
        >>> print(LinkKind.DOOR)
        door
    """

    OPEN = 0
    DOOR = 1
    BRIDGE = 2


def pair_of(value: Iterable[str]) -> tuple[str, str]:
    """Return the ids of two fields in alphabetical order. Raise a `DefinitionError` if the value is not two letters."""
    pair = items_of(value, "the ids of two fields")
    if len(pair) != 2 or not all(isinstance(end, str) and len(end) == 1 for end in pair):
        raise DefinitionError(f"{quoted(value)} is not the ids of two fields, such as 'AB'")
    return min(pair), max(pair)


field_id: Final[Check] = fits("the id of a field", is_text)
"""A validator for field ids. It checks the type only; which ids exist depends on the board."""
LINK_COMPANIONS: Final = {
    LinkKind.OPEN: Companion.HARE,
    LinkKind.DOOR: Companion.SQUIRREL,
    LinkKind.BRIDGE: Companion.MOUSE,
}
"""The companion that crosses each kind of link (rules 4.4 to 4.6)."""
LINK_SIGNS: Final = {LinkKind.OPEN: "-", LinkKind.DOOR: "|", LinkKind.BRIDGE: "="}
"""The sign between the two fields of a link, by its kind."""


class Cell(NamedTuple):
    """A cell of the grid (rule 1.2).

    Example:
        >>> print(Cell(row=3, column=5))
        3.5
    """

    row: int
    """The row, from 1 at the top."""
    column: int
    """The column, from 1 at the left."""

    def __str__(self) -> str:
        return f"{self.row}.{self.column}"


def _cells(value: Iterable[tuple[int, int]]) -> tuple[Cell, ...]:
    cells = items_of(value, "cells")
    for cell in cells:
        if not isinstance(cell, tuple) or len(cell) != 2 or not all(map(is_count, cell)):
            raise DefinitionError(f"{quoted(cell)} is not a cell, a pair of a row and a column")
    return tuple(sorted(Cell(*cell) for cell in cells))


@final
@frozen
class Field:
    """A field of the board (rule 1.1).

    Example:
        >>> from cairn_rules.korrigans import default_board
        >>> field = default_board().fields[0]
        >>> field.name, field.colour, field.molehill
        ('Barley Corner', 'yellow', True)
    """

    id: str
    """One capital letter, which stands for the field in notation."""
    name: str
    """The name used in sentences."""
    colour: str
    """The colour; birds fly between fields of one colour (rule 4.7)."""
    clovers: int
    """The printed number of Clover tokens (rule 2.1)."""
    start: int
    """The number of the player who may place a Korrigan there, from 1; 0 if it is no start field (rule 2.5)."""
    menhir: bool
    """True for every field with a Menhir, which is all but the village (rule 2.2)."""
    molehill: bool
    """True if moles come up here (rule 4.8)."""
    pontoon: bool
    """True if frogs land here (rule 4.9)."""
    cells: tuple[Cell, ...] = field(converter=_cells)
    """The grid cells that the field touches, in reading order."""


@final
@frozen(cache_hash=True)
class Link:
    """A border that can be crossed (rule 1.1).

    Example:
        >>> from cairn_rules.korrigans import default_board
        >>> link = Link(LinkKind.BRIDGE, ("O", "V"))
        >>> link in default_board().links
        True
    """

    kind: LinkKind = field(validator=instance(LinkKind))
    """The kind: open, door or bridge."""
    ends: tuple[str, str] = field(converter=pair_of)
    """The ids of its two fields, in alphabetical order."""

    def __str__(self) -> str:
        return f"{self.kind} {''.join(self.ends)}"


def link_text(link: Link) -> str:
    """Return a link as text: its two fields, joined by the sign of its kind.

    Example:
        >>> link_text(Link(LinkKind.DOOR, ("A", "B")))
        'A|B'
    """
    return LINK_SIGNS[link.kind].join(link.ends)


@final
@frozen
class Step:
    """A movement on the map: the field it enters and the link it crosses."""

    to: int
    """The index of the field that is entered."""
    link: int | None
    """The index of the link that is crossed; None for bird, mole and frog (rule 4.10)."""


def _links(value: Iterable[Link]) -> tuple[Link, ...]:
    links = items_of(value, "links")
    if all(isinstance(link, Link) for link in links):
        return tuple(sorted(links, key=lambda link: (link.kind, link.ends)))
    return links


def _borders(value: Iterable[Iterable[str]]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(map(pair_of, items_of(value, "pairs of fields"))))


def _fields(value: Iterable[Field]) -> tuple[Field, ...]:
    return items_of(value, "fields")


@final
@frozen(kw_only=True, cache_hash=True)
class Board:
    """A map with its token distributions: all printed data (rules page, section 11).

    States and texts refer to fields by id. Tables have one entry per field, in field order. Links are sorted
    by kind, then by their fields.

    Equality: by all attributes, names included.

    Raises:
        DefinitionError: if it does not fit the rules (rule 11.6). The message lists every fault.

    Example:
        >>> from attrs import evolve
        >>> from cairn_rules.korrigans import Companion, Menhir, default_board
        >>> board = default_board()
        >>> len(board.fields), len(board.links), board.fields[board.village].name
        (17, 30, 'The Village')
        >>> [board.fields[step.to].id for step in board.steps(Companion.MOUSE)[board.village]]
        ['M', 'O']
        >>> evolve(board, menhirs={Menhir.GOLD4: 16}).menhirs == (Menhir.GOLD4,) * 16
        True
    """

    id: str
    """A short slug, such as `reconstruction-1`."""
    status: str
    """The origin of the map, such as `reconstruction`."""
    fields: tuple[Field, ...] = field(converter=_fields, validator=instances(Field))
    """The fields, in the order of all tables and listings."""
    links: tuple[Link, ...] = field(converter=_links, validator=instances(Link))
    """The borders that can be crossed, sorted by kind, then by their fields."""
    water: tuple[tuple[str, str], ...] = field(converter=_borders)
    """The borders that cannot be crossed."""
    base_clovers: tuple[Clover, ...] = field(converter=clovers_of)
    """The Clover tokens of every game, sorted by kind. The constructor also accepts a mapping from kind to count."""
    extra_clovers: tuple[Clover, ...] = field(converter=clovers_of)
    """The Clover tokens added for four and five players."""
    menhirs: tuple[Menhir, ...] = field(converter=menhirs_of)
    """The Menhirs, sorted by kind."""

    def __attrs_post_init__(self) -> None:
        faults = board_faults(board_data(self))
        if faults:
            raise DefinitionError(f"this board does not fit the rules: {'; '.join(map(str, faults))}")

    @cached_property
    def indices(self) -> Mapping[str, int]:
        """The index of each field, by id."""
        return {each.id: index for index, each in enumerate(self.fields)}

    def index(self, id: str) -> int:
        """Return the index of the field with this id.

        Raises:
            UnknownIdError: if the board has no such field.
        """
        index = self.indices.get(id)
        if index is None:
            raise UnknownIdError(id, tuple(self.indices))
        return index

    def field(self, text: str) -> Field:
        """Return the field with an id or a name, in any case: `k` or `barley corner`.

        Raises:
            UnknownIdError: if the board has no such field.

        Example:
            >>> from cairn_rules.korrigans import default_board
            >>> default_board().field("barley corner").id
            'A'
        """
        found = (each for each in self.fields if text.lower() in (each.id.lower(), each.name.lower()))
        if (field := next(found, None)) is None:
            raise UnknownIdError(text, tuple(self.indices))
        return field

    @cached_property
    def village(self) -> int:
        """The index of the village: the field without a Menhir (rule 2.2)."""
        return next(index for index, each in enumerate(self.fields) if not each.menhir)

    @cached_property
    def starts(self) -> tuple[tuple[int, ...], ...]:
        """The indices of the two start fields of each of the five seats (rule 2.5)."""
        return tuple(self._indices([each.start == seat for each in self.fields]) for seat in range(1, PLAYERS + 1))

    def _indices(self, chosen: Iterable[bool]) -> tuple[int, ...]:
        return tuple(index for index, one in enumerate(chosen) if one)

    @cached_property
    def link_ends(self) -> tuple[tuple[int, int], ...]:
        """The indices of the two fields of each link, the lower one first."""
        return tuple(cast("tuple[int, int]", tuple(sorted(map(self.index, link.ends)))) for link in self.links)

    def fields_at(self, row: int, column: int) -> tuple[int, ...]:
        """Return the indices of the fields that touch a cell (rule 7.2). Rows and columns count from 1.

        Raises:
            KeyError: if the grid has no such cell.
        """
        return self._grid[Cell(row, column)]

    @cached_property
    def _grid(self) -> dict[Cell, tuple[int, ...]]:
        cells = (Cell(row, column) for row in range(1, ROWS + 1) for column in range(1, COLUMNS + 1))
        return {cell: self._indices([cell in each.cells for each in self.fields]) for cell in cells}

    def steps(self, companion: Companion) -> tuple[tuple[Step, ...], ...]:
        """Return a companion's movements from each field, in field order, ignoring the Troll.

        Each destination occurs once per origin, because two fields have at most one link of each kind.
        """
        return self._steps[companion]

    @cached_property
    def _steps(self) -> tuple[tuple[tuple[Step, ...], ...], ...]:
        return tuple(
            tuple(self._steps_from(origin, companion) for origin in range(len(self.fields))) for companion in COMPANIONS
        )

    def _steps_from(self, origin: int, companion: Companion) -> tuple[Step, ...]:
        if companion in _JUMPS:
            marks = [_JUMPS[companion](each) for each in self.fields]
            alike = self._indices([bool(mark) and mark == marks[origin] for mark in marks])
            return tuple(Step(to, None) for to in alike if to != origin)
        return tuple(
            Step(to, link)
            for to in range(len(self.fields))
            for link, ends in enumerate(self.link_ends)
            if set(ends) == {origin, to} and LINK_COMPANIONS[self.links[link].kind] is companion
        )


_JUMPS: Final[Mapping[Companion, Callable[[Field], str | bool]]] = {
    Companion.BIRD: lambda each: each.colour,
    Companion.MOLE: lambda each: each.molehill,
    Companion.FROG: lambda each: each.pontoon,
}
"""The property that two fields share if a companion moves between them without a link (rules 4.7 to 4.9)."""


def board_data(board: Board) -> dict[str, Any]:
    """Return a board as plain data, with the keys of a board file."""
    return {
        "id": board.id,
        "status": board.status,
        "rows": ROWS,
        "cols": COLUMNS,
        "field": [
            {**asdict(each, recurse=False), "cells": [str(cell) for cell in each.cells]} for each in board.fields
        ],
        "links": {
            **{str(kind): ["".join(link.ends) for link in board.links if link.kind is kind] for kind in LinkKind},
            "water": ["".join(ends) for ends in board.water],
        },
        "clovers": {"base": _numbers(board.base_clovers), "extra": _numbers(board.extra_clovers)},
        "menhirs": _numbers(board.menhirs),
    }


def _numbers(tokens: tuple[IntEnum, ...]) -> dict[str, int]:
    return {str(kind): number for kind, number in Counter(tokens).items()}
