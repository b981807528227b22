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
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.mark.parametrize("name", ["cairn_rules", *MODULES])
def test_examples_in_docstrings(name: str) -> None:
    assert doctest.testmod(import_module(name), optionflags=FLAGS).failed == 0
