"""Boards as files and as plain data, and back."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from cairn_rules.errors import DocumentError, Fault
from cairn_rules.korrigans.board import Board, Cell, Field, Link, LinkKind
from cairn_rules.korrigans.board_faults import board_faults
from cairn_rules.korrigans.tokens import Clover, Menhir


def board_from_data(data: object) -> Board:
    """The board that plain data stand for; the reverse of `board_data`."""
    faults = board_faults(data)
    if faults:
        raise DocumentError(Fault(f"$.{fault.where}", fault.message) for fault in faults)
    return _board(data)  # type: ignore[arg-type]


def _board(data: Mapping[str, Any]) -> Board:
    """The board of plain data without a fault."""
    return Board(
        id=data["id"],
        status=data["status"],
        fields=tuple(
            Field(**{**each, "cells": tuple(Cell(*map(int, cell.split("."))) for cell in each["cells"])})
            for each in data["field"]
        ),
        links=tuple(Link(kind, ends) for kind in LinkKind for ends in data["links"].get(str(kind), ())),
        water=data["links"].get("water", ()),
        base_clovers={Clover[kind.upper()]: number for kind, number in data["clovers"]["base"].items()},
        extra_clovers={Clover[kind.upper()]: number for kind, number in data["clovers"]["extra"].items()},
        menhirs={Menhir[kind.upper()]: number for kind, number in data["menhirs"].items()},
    )


def parse_board(text: str) -> Board:
    """The board that the text of a board file stands for."""
    return board_from_data(tomllib.loads(text))


@cache
def default_board() -> Board:
    """The board of the library: a reconstruction, not the printed map (rules page, section 11)."""
    return parse_board((files("cairn_rules.korrigans") / "boards" / "reconstruction-1.toml").read_text("utf-8"))
