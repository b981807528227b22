"""The rooms of the house: few files on a floor, no way back through the front door, nothing that was generated."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.untraced

ROOT = Path(__file__).parents[2]
HOUSES = ("src/cairn_rules", "web")
MOST_FILES = 20
"""Maximum number of Python files on a floor, which is a folder without those in it."""


def floors() -> Iterator[Path]:
    """The folders with sources."""
    for house in HOUSES:
        yield from sorted({path.parent for path in (ROOT / house).rglob("*.py")})


def test_a_floor_has_few_files() -> None:
    """One finds a file by its name where there are few to choose from."""
    for floor in floors():
        files = list(floor.glob("*.py"))
        assert len(files) <= MOST_FILES, (
            f"{floor.relative_to(ROOT)} has {len(files)} files, more than {MOST_FILES}."
            " Give those that one looks for together a room: a package with a name that says what is in it."
        )


def fronts(path: Path) -> Iterator[str]:
    """The packages around a file from whose fronts it imports when it runs."""
    parts = path.relative_to(ROOT / "src").with_suffix("").parts
    around = {".".join(parts[:count]) for count in range(2, len(parts))}
    text = path.read_text(encoding="utf-8")
    if not any(f"from {each} import" in text for each in {*around, "cairn_rules"}):
        return  # most files need not be parsed
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module in around:
            rooms = Path(ROOT, "src", *node.module.split("."))
            if any(
                not (rooms / each.name).is_dir() and not (rooms / f"{each.name}.py").is_file() for each in node.names
            ):
                yield node.module
        if isinstance(node, ast.ImportFrom) and node.module == "cairn_rules":
            yield from around.intersection(f"cairn_rules.{each.name}" for each in node.names)


def test_no_file_imports_the_front_of_its_own_package() -> None:
    """The front offers what all files make, so that whoever needs it needs them all."""
    for path in sorted((ROOT / HOUSES[0]).rglob("*.py")):
        used = list(fronts(path)) if path.name != "__init__.py" else []
        assert not used, (
            f"{path.relative_to(ROOT)} imports from {used[0]}, which offers what its files make."
            " Import from the file that makes it."
        )


def test_no_schema_is_kept() -> None:
    """They follow from the classes: `cairn-rules schema` and the build of the site make them."""
    for house in (*HOUSES, "docs", "tests"):
        for path in sorted((ROOT / house).rglob("*.json")):
            assert "json-schema.org" not in path.read_text(encoding="utf-8"), (
                f"{path.relative_to(ROOT)} is a schema, which the library makes. Take it away: `cairn-rules schema`"
                " prints it, and `nox -s schemas` writes the digests by which a reviewer sees that a format changed."
            )
