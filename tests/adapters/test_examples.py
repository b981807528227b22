"""The examples of the adapters run: those in docstrings, and those of the page on training agents."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest
from public_names import ADAPTERS, MODULES

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "train-agents.md"
ADAPTED = [name for name in MODULES if name.startswith(ADAPTERS)]


@pytest.mark.parametrize("name", ADAPTED)
def test_examples_in_docstrings(name: str) -> None:
    result = doctest.testmod(import_module(name), optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert (result.failed, result.attempted > 0) == (0, True)


@pytest.mark.parametrize("name", ADAPTED)
def test_names_of_adapters_can_be_imported(name: str) -> None:
    assert tuple(import_module(name).__all__) == MODULES[name]
    assert all(hasattr(import_module(name), each) for each in MODULES[name])


def test_the_page_on_training_agents_runs() -> None:
    namespace: dict[str, object] = {}
    for block in re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        exec(block, namespace)  # noqa: S102 - our own page
    assert "env" in namespace
