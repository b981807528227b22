"""Validation of a board's plain data, which finds every fault and its path (rule 11.6)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, TypeAlias, cast

from cairn_rules.errors import MOST_FAULTS, Fault, hint, quoted
from cairn_rules.frozen_classes import frozen
from cairn_rules.korrigans.state.tokens import CLOVERS, MENHIRS, MOST_TOKENS

ROWS: Final = 7
"""Number of rows of the grid. Each has a Sun, one for each colour of the rainbow (rule 1.2)."""
COLUMNS: Final = 7
"""Number of columns of the grid. Each has a Cloud (rule 1.2)."""
PLAYERS: Final = 5
"""Maximum number of players."""
BORDERS: Final = ("open", "door", "bridge", "water")
"""The kinds of borders; all but the last are links."""

Found: TypeAlias = Iterator[Fault]
Table: TypeAlias = Mapping[str, Any]


@frozen
class _Kind:
    """A kind of value: its description and its test."""

    right: str
    fits: Callable[[Any], bool]


def _number(first: int, last: int) -> _Kind:
    return _Kind(f"a whole number from {first} to {last}", lambda value: type(value) is int and first <= value <= last)


def _just(number: int, why: str) -> _Kind:
    return _Kind(f"{number}, {why}", lambda value: type(value) is int and value == number)


def _text(pattern: str, right: str) -> _Kind:
    return _Kind(
        right, lambda value: type(value) is str and value.isprintable() and re.fullmatch(pattern, value) is not None
    )


_YES_OR_NO: Final = _Kind("true or false", lambda value: type(value) is bool)
_LIST: Final = _Kind("a list", lambda value: type(value) in {list, tuple})
_TABLE: Final = _Kind("a table", lambda value: isinstance(value, Mapping))
_WORDS: Final = _text(r"\S(.{0,58}\S)?", "a text of 1 to 60 printable characters without space around it")
_TOKENS: Final = _number(0, MOST_TOKENS)

_BOARD: Final = {
    "id": _text(r"[a-z0-9][a-z0-9-]{0,59}", "a slug of small letters, digits and hyphens, such as 'reconstruction-1'"),
    "status": _WORDS,
    "rows": _just(ROWS, "a row for each colour of the rainbow"),
    "cols": _just(COLUMNS, "a column for each colour of the rainbow"),
    "field": _LIST,
    "links": _TABLE,
    "clovers": _TABLE,
    "menhirs": _TABLE,
}
_FIELD: Final = {
    "id": _text(r"[A-Z]", "one capital letter, A to Z"),
    "name": _WORDS,
    "colour": _WORDS,
    "clovers": _TOKENS,
    "start": _number(0, PLAYERS),
    "menhir": _YES_OR_NO,
    "molehill": _YES_OR_NO,
    "pontoon": _YES_OR_NO,
    "cells": _LIST,
}
_LINKS: Final[Mapping[str, _Kind]] = dict.fromkeys(BORDERS, _LIST)
_DISTRIBUTIONS: Final = {"base": _TABLE, "extra": _TABLE}
_CLOVERS: Final = {str(kind): _TOKENS for kind in CLOVERS}
_MENHIRS: Final = {str(kind): _TOKENS for kind in MENHIRS}


def board_faults(data: object) -> tuple[Fault, ...]:
    """Return the faults of plain data that should be a board; empty if it fits the rules.

    A value that cannot be read is reported once, and left out of the checks of the board as a whole.
    """
    return tuple(islice(_faults(data), MOST_FAULTS))


def _faults(data: Any) -> Found:
    yield from _table_faults(data, "", _BOARD)
    board = _right(data, _BOARD)
    fields: list[Table] = []
    for index, each in enumerate(board.get("field", ())):
        yield from _table_faults(each, f"field[{index}]", _FIELD)
        fields.append(_right(each, _FIELD))
        yield from _cell_faults(fields[index], f"field[{index}].cells")
    if "field" in board:
        yield from _repeated_ids(fields)
        yield from _missing_cells(fields)
        yield from _start_faults(fields)
        yield from _village_faults(fields)
    yield from _link_faults(board.get("links", {}), _column(fields, "id") if "field" in board else None)
    yield from _token_faults(board, fields if "field" in board else None)


def _at(where: str, key: object) -> str:
    """Return the path of a key's value."""
    if isinstance(key, str) and re.fullmatch(r"[\w-]{1,60}", key):
        return f"{where}.{key}" if where else key
    return f"{where}[{quoted(key)}]"


def _right(data: Any, kinds: Mapping[str, _Kind]) -> dict[str, Any]:
    """Return the values of a table that are of the right kinds."""
    if not _TABLE.fits(data):
        return {}
    return {key: data[key] for key, kind in kinds.items() if key in data and kind.fits(data[key])}


def _table_faults(data: Any, where: str, kinds: Mapping[str, _Kind], *, all_keys: bool = True) -> Found:
    """Yield a fault for each missing key, unknown key and wrong value of a table."""
    if not _TABLE.fits(data):
        yield Fault(where, f"{quoted(data)} is not a table")
        return
    for key, value in cast("Mapping[object, object]", data).items():
        if not isinstance(key, str) or key not in kinds:
            yield Fault(_at(where, key), f"unknown key; {hint(key if isinstance(key, str) else '', tuple(kinds))}")
        elif not kinds[key].fits(value):
            yield Fault(_at(where, key), f"{quoted(value)} is not {kinds[key].right}")
    if all_keys:
        for key, kind in kinds.items():
            if key not in data:
                yield Fault(_at(where, key), f"missing; it should be {kind.right}")


def _column(fields: Sequence[Table], key: str) -> list[Any] | None:
    """Return the values of all fields for a key, or None if some cannot be read."""
    return [each[key] for each in fields] if all(key in each for each in fields) else None


def _repeated_ids(fields: Sequence[Table]) -> Found:
    first: dict[str, int] = {}
    for index, each in enumerate(fields):
        if "id" in each and first.setdefault(each["id"], index) != index:
            yield Fault(f"field[{index}].id", f"{each['id']!r} is the id of field[{first[each['id']]}] already")


def _is_cell(cell: Any) -> bool:
    return type(cell) is str and re.fullmatch(rf"[1-{ROWS}]\.[1-{COLUMNS}]", cell) is not None


def _cell_faults(field: Table, where: str) -> Found:
    cells = field.get("cells", ())
    if "cells" in field and not cells:
        yield Fault(where, "empty; every field touches a cell of the grid, such as '1.1'")
    for index, cell in enumerate(cells):
        if not _is_cell(cell):
            yield Fault(
                f"{where}[{index}]", f"{quoted(cell)} is not a cell: row.column, from '1.1' to '{ROWS}.{COLUMNS}'"
            )
        elif cell in cells[:index]:
            yield Fault(f"{where}[{index}]", f"{cell!r} is listed twice")


def _missing_cells(fields: Sequence[Table]) -> Found:
    columns = _column(fields, "cells")
    if columns is None or not all(_is_cell(cell) for cells in columns for cell in cells):
        return
    touched = {cell for cells in columns for cell in cells}
    grid = (f"{row}.{column}" for row in range(1, ROWS + 1) for column in range(1, COLUMNS + 1))
    missing = [cell for cell in grid if cell not in touched]
    if missing:
        yield Fault("field", f"no field touches {', '.join(missing)}; the Cauldron needs a field for every cell")


def _named(fields: Sequence[Table], chosen: Sequence[bool]) -> str:
    """Return the number of chosen fields and their ids, for the end of a sentence."""
    ids = [each.get("id", "?") for each, one in zip(fields, chosen, strict=True) if one]
    return f"{len(ids)} ({', '.join(ids)})" if ids else "none"


def _start_faults(fields: Sequence[Table]) -> Found:
    starts = _column(fields, "start")
    if starts is None:
        return
    for number in range(1, PLAYERS + 1):
        if starts.count(number) != 2:
            chosen = _named(fields, [start == number for start in starts])
            yield Fault("field", f"two fields should have start = {number}, not {chosen}")


def _village_faults(fields: Sequence[Table]) -> Found:
    menhirs = _column(fields, "menhir")
    if menhirs is not None and menhirs.count(False) != 1:
        chosen = _named(fields, [not menhir for menhir in menhirs])
        yield Fault("field", f"one field, the village, should have menhir = false, not {chosen}")


def _link_faults(links: Table, ids: Sequence[str] | None) -> Found:
    yield from _table_faults(links, "links", _LINKS, all_keys=False)
    for kind, pairs in _right(links, _LINKS).items():
        seen: set[frozenset[str]] = set()
        for index, pair in enumerate(pairs):
            problem = _pair_problem(pair, ids)
            if problem is None and frozenset(pair) in seen:
                problem = f"is listed twice as {kind}"
            if problem is None:
                seen.add(frozenset(pair))
            else:
                yield Fault(f"links.{kind}[{index}]", f"{quoted(pair)} {problem}")


def _pair_problem(pair: Any, ids: Sequence[str] | None) -> str | None:
    """Return the problem of a value that should be two field ids, or None. Ids are checked only if given."""
    if type(pair) is not str or not re.fullmatch(r"[A-Z]{2}", pair):
        return "is not the ids of two fields, such as 'AB'"
    if pair[0] == pair[1]:
        return f"joins {pair[0]} with itself"
    unknown = [end for end in pair if ids is not None and end not in ids]
    return f"names no field: {', '.join(unknown)}; known: {', '.join(ids or ())}" if unknown else None


def _token_faults(board: Table, fields: Sequence[Table] | None) -> Found:
    """Yield the faults of the distributions, and totals that do not match the fields."""
    printed = None if fields is None else _column(fields, "clovers")
    menhirs = None if fields is None else _column(fields, "menhir")
    if "clovers" in board:
        yield from _table_faults(board["clovers"], "clovers", _DISTRIBUTIONS)
        clovers = _right(board["clovers"], _DISTRIBUTIONS)
        needed = None if printed is None else (sum(printed), "the numbers of the fields add up to")
        yield from _numbers_faults(clovers.get("base"), "clovers.base", _CLOVERS, needed)
        needed = None if fields is None else (len(fields), "one more for each field makes")
        yield from _numbers_faults(clovers.get("extra"), "clovers.extra", _CLOVERS, needed)
    needed = None if menhirs is None else (sum(menhirs), "the fields with a Menhir are")
    yield from _numbers_faults(board.get("menhirs"), "menhirs", _MENHIRS, needed)


def _numbers_faults(
    numbers: Table | None, where: str, kinds: Mapping[str, _Kind], needed: tuple[int, str] | None
) -> Found:
    """Yield the faults of a distribution, including a total other than the needed one."""
    if numbers is None:
        return
    faults = tuple(_table_faults(numbers, where, kinds, all_keys=False))
    yield from faults
    total = 0 if faults else sum(numbers.values())
    if not faults and needed is not None and total != needed[0]:
        yield Fault(where, f"{total} tokens in all, but {needed[1]} {needed[0]}")
