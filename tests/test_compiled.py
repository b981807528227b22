"""The files that `pyproject.toml` names for mypyc."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TARGETS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]
COMPILED = TARGETS["wheel"]["hooks"]["mypyc"]["include"]
MAKERS = {"frozen", "define", "mutable", "attrs", "s", "dataclass"}
"""The decorators of attrs, by the last part of their names."""


def decorators_of(text: str) -> set[str]:
    """Return the last part of the name of each decorator of a class."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        for each in node.decorator_list if isinstance(node, ast.ClassDef) else ():
            maker = each.func if isinstance(each, ast.Call) else each
            found.add(maker.attr if isinstance(maker, ast.Attribute) else ast.unparse(maker))
    return found


@pytest.mark.parametrize("path", COMPILED)
def test_a_compiled_file_is_there_and_defines_no_attrs_class(path: str) -> None:
    """Mypyc takes what stands behind an annotated field for the value it is annotated with (decision 11)."""
    assert not decorators_of((ROOT / path).read_text(encoding="utf-8")) & MAKERS


def test_an_attrs_class_is_found() -> None:
    text = "@final\n@frozen(eq=False)\nclass One: ...\n@attrs.define\nclass Two:\n    @property\n    def x(self): ..."
    assert decorators_of(text) == {"final", "frozen", "define"}
    assert COMPILED
