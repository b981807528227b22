"""Which engine is running, and that the compiled one is no other."""

from __future__ import annotations

import tomllib
from pathlib import Path

import cairn_rules
from cairn_rules.cairn import rules

PROJECT = Path(__file__).parent.parent


def test_which_engine_is_running_is_told_by_its_files() -> None:
    assert cairn_rules.compiled is not rules.__file__.endswith(".py")


def test_every_module_that_is_compiled_is_there() -> None:
    """A name that was changed would be left out without a word."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    modules = project["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["mypyc"]["include"]
    assert [module for module in modules if not (PROJECT / module).is_file()] == []


def test_the_sources_lie_beside_what_is_compiled() -> None:
    """Tracebacks show them, and readers find them."""
    assert Path(rules.__file__).with_name("rules.py").is_file()
