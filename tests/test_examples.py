"""Every example in a docstring, and those of the README, run."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module

import pytest

import cairn_rules

pytestmark = pytest.mark.slow

MODULES = sorted(
    each.name
    for each in pkgutil.walk_packages(cairn_rules.__path__, "cairn_rules.")
    if "__main__" not in each.name and not each.name.startswith("cairn_rules.adapters.")  # they have tests of their own
)
TRACED = {
    "cairn_rules.cairn.balance.batch_measurement",
    "cairn_rules.cairn.rules.transformations",
    "cairn_rules.cairn.state.board",
    "cairn_rules.cairn.testing.strategies",
    "cairn_rules.cairn_rpg.formats.exchange",
    "cairn_rules.cairn_rpg.testing",
    "cairn_rules.cli.analyse",
    "cairn_rules.cli.schema",
    "cairn_rules.testing.game_suite",
}
"""Modules whose examples reach what no other test reaches."""
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name in TRACED else pytest.mark.untraced) for name in ("cairn_rules", *MODULES)],
)
def test_examples_in_docstrings(name: str) -> None:
    assert doctest.testmod(import_module(name), optionflags=FLAGS).failed == 0
