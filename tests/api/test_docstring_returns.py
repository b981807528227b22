"""The check that fails the documentation's build if prose in a `Returns:` section would be shown as a type."""

from __future__ import annotations

import logging
from pathlib import Path

import griffe
import pytest
from docstring_links import DocstringLinks
from docstring_returns import prose_type

import cairn_rules

pytestmark = [pytest.mark.slow, pytest.mark.untraced]

EXAMPLES = '''
from collections.abc import Iterator

def prose() -> int:
    """Count.

    Returns:
        The number of stones: none at first.
    """

def long_prose() -> int:
    """Count.

    Returns:
        The number of stones, also of
        those in the deck: none at first.
    """

def word() -> int:
    """Count.

    Returns:
        Stones: none at first.
    """

def yielded() -> Iterator[int]:
    """Count.

    Yields:
        Each number: from 1.
    """

def named() -> int:
    """Count.

    Returns:
        int: The number of stones.
    """

def plain() -> int:
    """Count.

    Returns:
        The number of stones. One is left out: the first.
    """

def without_section() -> int:
    """Count: from 1."""

def bare() -> int: ...
'''


@pytest.fixture
def functions(tmp_path: Path) -> griffe.Module:
    """A module with functions whose docstrings have sections of all kinds."""
    (tmp_path / "counting.py").write_text(EXAMPLES)
    module = griffe.load("counting", search_paths=[tmp_path], allow_inspection=False)
    assert isinstance(module, griffe.Module)
    return module


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("prose", "The number of stones"),
        ("long_prose", None),
        ("plain", "The number of stones. One is left out"),
        ("word", "Stones"),
        ("yielded", "Each number"),
        ("named", None),
        ("without_section", None),
        ("bare", None),
    ],
)
def test_prose_before_a_colon_is_found(functions: griffe.Module, name: str, expected: str | None) -> None:
    """Only the first line matters, because griffe looks for a type in no other."""
    function = functions[name]
    assert isinstance(function, griffe.Function)
    assert prose_type(function) == expected


def test_no_docstring_of_the_library_has_prose_for_a_type(caplog: pytest.LogCaptureFixture) -> None:
    """The build logs a warning for each, which fails it."""
    caplog.set_level(logging.WARNING, logger="mkdocs.plugins.docstring_returns")
    root = Path(cairn_rules.__file__).parent.parent
    extensions = griffe.Extensions(DocstringLinks())
    griffe.load("cairn_rules", search_paths=[root], extensions=extensions, allow_inspection=False)
    assert caplog.messages == []


def test_the_build_warns_of_prose(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "counting.py").write_text(EXAMPLES)
    extensions = griffe.Extensions(DocstringLinks())
    griffe.load("counting", search_paths=[tmp_path], extensions=extensions, allow_inspection=False)
    assert len(caplog.messages) == 4
    assert caplog.messages[0].startswith("counting.prose: the words 'The number of stones' in Returns")
