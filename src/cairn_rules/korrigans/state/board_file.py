"""Reading and writing of board files and plain board data, and the default board."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from json import dumps
from os import PathLike
from typing import Any, Final

from cairn_rules.argument_checks import checked
from cairn_rules.codec.key_lines import at_lines
from cairn_rules.codec.text_file import read_bytes, text_of
from cairn_rules.codec.toml_text import read_toml
from cairn_rules.errors import DocumentError, Fault
from cairn_rules.korrigans.state.board import Board, Cell, Field, Link, LinkKind, board_data
from cairn_rules.korrigans.state.board_checks import board_faults
from cairn_rules.korrigans.state.tokens import Clover, Menhir

LONGEST: Final = 1 << 18
"""Maximum length of a board file, in characters or bytes: sixty times the default board."""


@cache
def default_board() -> Board:
    """Return the default board: a reconstruction, not the printed map (rules 11.1 to 11.5).

    Example:
        >>> default_board().status
        'reconstruction'
    """
    return parse_board((files("cairn_rules.korrigans") / "boards" / "reconstruction-1.toml").read_text("utf-8"))


def read_board(path: str | PathLike[str]) -> Board:
    """Read a board file.

    It is a TOML file, such as `format_board` writes.

    Raises:
        UnreadableFileError: if the file cannot be read.
        DocumentError: if the file is not a board that fits the rules; every fault is listed.

    Example:
        >>> read_board("no-such-file.toml")
        Traceback (most recent call last):
        ...
        cairn_rules.errors.UnreadableFileError: cannot read 'no-such-file.toml': No such file or directory
    """
    return parse_board(text_of(read_bytes(path, LONGEST), path, LONGEST, "a board file"))


def parse_board(text: str) -> Board:
    """Parse the text of a board file. This is the inverse of `format_board`.

    Raises:
        DocumentError: if the text is not TOML, or not a board that fits the rules (rule 11.6). Every fault is listed
            with its place.

    Example:
        >>> text = format_board(default_board()).replace('"HI"', '"HX"').replace("hare = 5", "hare = 4")
        >>> parse_board(text)
        Traceback (most recent call last):
        ...
        cairn_rules.errors.DocumentError: bad document: line 195, $.links.door[4]: 'HX' names no field: X; ...
    """
    if not isinstance(text, str):
        raise DocumentError([Fault("$", f"a board is parsed from a text, not {type(text).__name__}")])
    if len(text) > LONGEST:
        raise DocumentError([Fault("$", f"{len(text)} characters; a board file has at most {LONGEST}")])
    data = read_toml(text)
    with at_lines(text, is_json=False):
        return board_from_data(data)


def board_from_data(data: object) -> Board:
    """Return the board that plain data define. This is the inverse of `board_data`.

    The data are a mapping with the keys of a board file, made of strings, integers, lists and mappings. Raise a
    `DocumentError` with every fault and its path if the data are not a board that fits the rules (rule 11.6).

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
    """Return the board of plain data that have no faults."""
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


@checked
def format_board(board: Board) -> str:
    """Return a board as the text of a board file, in TOML.

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
    # JSON of printable strings, numbers and lists of them is valid TOML.
    return heading + "".join(f"{key} = {dumps(value, ensure_ascii=False)}\n" for key, value in table.items())
