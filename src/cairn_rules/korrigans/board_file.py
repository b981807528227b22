"""Board files and plain data of boards, read and written, and the board of the library."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from json import dumps
from os import PathLike
from pathlib import Path
from typing import Any

from cairn_rules.errors import CairnRulesError, DocumentError, Fault
from cairn_rules.korrigans.board import Board, Cell, Field, Link, LinkKind, board_data
from cairn_rules.korrigans.board_checks import board_faults
from cairn_rules.korrigans.tokens import Clover, Menhir


@cache
def default_board() -> Board:
    """The board of the library: a reconstruction, not the printed map (rules 11.1 to 11.5).

    Example:
        >>> default_board().status
        'reconstruction'
    """
    return parse_board((files("cairn_rules.korrigans") / "boards" / "reconstruction-1.toml").read_text("utf-8"))


def read_board(path: str | PathLike[str]) -> Board:
    """The board in a board file.

    Args:
        path: A file in TOML, as `format_board` writes them.

    Raises:
        CairnRulesError: when the file cannot be read.
        DocumentError: when it holds no board that can be played on; every fault is listed.

    Example:
        >>> read_board("no-such-file.toml")
        Traceback (most recent call last):
        ...
        cairn_rules.errors.CairnRulesError: cannot read 'no-such-file.toml': No such file or directory
    """
    try:
        return parse_board(Path(path).read_text("utf-8-sig"))
    except OSError as error:
        raise CairnRulesError(f"cannot read {str(path)!r}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise DocumentError([Fault(str(path), f"not UTF-8: {error.reason}")]) from None
    except ValueError as error:  # the path has a character that no path can have
        raise CairnRulesError(f"cannot read {str(path)!r}: {error}") from None


def parse_board(text: str) -> Board:
    """The board that the text of a board file stands for; the reverse of `format_board`.

    Raises:
        DocumentError: when it is no TOML, or stands for no board that can be played on (rule 11.6).
            Every fault is listed with its place.

    Example:
        >>> text = format_board(default_board()).replace('"HI"', '"HX"').replace("hare = 5", "hare = 4")
        >>> parse_board(text)
        Traceback (most recent call last):
        ...
        cairn_rules.errors.DocumentError: bad document: $.links.door[4]: 'HX' names no field: X; ...
    """
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise DocumentError([Fault("$", "nested too deeply")]) from None
    except ValueError as error:
        raise DocumentError([_syntax_fault(str(error))]) from None
    return board_from_data(data)


def _syntax_fault(message: str) -> Fault:
    what, where = message, "$"
    if found := re.fullmatch(r"(.*) \(at (.*)\)", message, re.DOTALL):
        what, where = found.groups()
    return Fault(where, f"no TOML: {what}")


def board_from_data(data: object) -> Board:
    """The board that plain data stand for; the reverse of `board_data`.

    Args:
        data: A mapping with the keys of a board file, of texts, whole numbers, lists and mappings.

    Raises:
        DocumentError: when they stand for no board that can be played on (rule 11.6). Every fault is
            listed with its path.

    Example:
        >>> board_from_data(board_data(default_board())) == default_board()
        True
    """
    faults = board_faults(data)
    if faults:
        raise DocumentError(Fault(_path(fault.where), fault.message) for fault in faults)
    return _sound_board(data)


def _path(where: str) -> str:
    return f"${where}" if where[:1] in {"", "["} else f"$.{where}"


def _sound_board(data: Any) -> Board:
    """The board of plain data without a fault."""
    links, clovers = data["links"], data["clovers"]
    return Board(
        id=data["id"],
        status=data["status"],
        fields=map(_field, data["field"]),
        links=(Link(kind, ends) for kind in LinkKind for ends in links.get(str(kind), ())),
        water=links.get("water", ()),
        base_clovers=_by_kind(Clover, clovers["base"]),
        extra_clovers=_by_kind(Clover, clovers["extra"]),
        menhirs=_by_kind(Menhir, data["menhirs"]),
    )


def _field(data: Mapping[str, Any]) -> Field:
    cells = [Cell(*map(int, cell.split("."))) for cell in data["cells"]]
    return Field(**dict(data, cells=cells))


def _by_kind(kind: Any, numbers: Mapping[str, int]) -> Any:
    return {kind[name.upper()]: number for name, number in numbers.items()}


def format_board(board: Board) -> str:
    """A board as the text of a board file, in TOML.

    Example:
        >>> print(format_board(default_board())[:67])
        id = "reconstruction-1"
        status = "reconstruction"
        rows = 7
        cols = 7
    """
    data = board_data(board)
    blocks = [_block("", {key: value for key, value in data.items() if not isinstance(value, list | dict)})]
    blocks += [_block("[[field]]\n", each) for each in data["field"]]
    blocks += [
        _block("[links]\n", data["links"]),
        _block("[clovers.base]\n", data["clovers"]["base"]),
        _block("[clovers.extra]\n", data["clovers"]["extra"]),
        _block("[menhirs]\n", data["menhirs"]),
    ]
    return "\n".join(blocks)


def _block(heading: str, table: Mapping[str, Any]) -> str:
    # What JSON writes of printable texts, of numbers and of lists of them, TOML reads.
    return heading + "".join(f"{key} = {dumps(value, ensure_ascii=False)}\n" for key, value in table.items())
