"""The programs that the pages show pass strict type checkers: files, and other blocks that need nothing above them."""

from __future__ import annotations

import builtins
import json
import os
import re
import subprocess
import symtable
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.pages import add_file

DOCS = Path(__file__).parents[2] / "docs"
_BLOCK = re.compile(r'^```python(?: title="(.*?)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
_ELSEWHERE = re.compile("^import (?:chess|pyspiel)$", re.MULTILINE)
"""A block that needs a library that is not installed for this test."""


def needs_nothing(source: str) -> bool:
    """Return whether a block is a program that uses only names of its own."""
    if not re.match("from|import", source):
        return False
    module = symtable.symtable(source, "page", "exec")
    own = {each.get_name() for each in module.get_symbols() if each.is_assigned() or each.is_imported()}
    own |= {each.get_name() for each in module.get_symbols() if each.is_namespace()} | {*dir(builtins)}
    tables = [module]
    for table in tables:
        tables += table.get_children()
    return own >= {each.get_name() for table in tables for each in table.get_symbols() if each.is_global()}


def programs(page: Path) -> list[tuple[str, str]]:
    """Return the programs of a page, each with its file; a block without one gets a file with a number."""
    text = page.read_text(encoding="utf-8")
    return [
        (found[1] or f"block_{number}.py", found[2])
        for number, found in enumerate(_BLOCK.finditer(text))
        if found[1] or (needs_nothing(found[2]) and not _ELSEWHERE.search(found[2]))
    ]


PAGES = {
    page.relative_to(DOCS.parent).as_posix(): found
    for page in (DOCS.parent / "README.md", *sorted(DOCS.rglob("*.md")))
    if (found := programs(page))
}


def stages(files: list[tuple[str, str]]) -> Iterator[dict[str, str]]:
    """Yield the files that a reader has, with their texts, whenever a page shows a file anew, and at the end."""
    there: dict[str, str] = {}
    for title, text in files:
        if title in there:
            yield {**there}
        add_file(there, title, text)
    yield there


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Path]]:
    """The folders of each page, one for each of its stages, with the files that a reader has then."""
    found: dict[str, list[Path]] = {page: [] for page in PAGES}
    for page, titled in PAGES.items():
        for files in stages(titled):
            found[page].append(folder := tmp_path_factory.mktemp("stage"))
            for name, text in files.items():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_text(text, encoding="utf-8")
    return found


def sources(folder: Path) -> list[str]:
    return [str(path) for path in folder.glob("*/src")]


@pytest.fixture(scope="module")
def pyright(folders: dict[str, list[Path]], tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, str]]:
    """What pyright finds in all folders, in one run that reads the library once."""
    project = tmp_path_factory.getbasetemp()
    roots = [{"root": str(each), "extraPaths": sources(each)} for page in folders.values() for each in page]
    settings = {"include": [each["root"] for each in roots], "exclude": [], "executionEnvironments": roots}
    (project / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    command = (sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable)
    told = subprocess.run(command, check=False, cwd=project, capture_output=True, text=True).stdout  # noqa: S603 - our own
    found = json.loads(told)
    assert found["summary"]["filesAnalyzed"] >= len(roots), told
    return list(found["generalDiagnostics"])


@pytest.mark.parametrize("page", PAGES)
def test_the_programs_of_a_page_are_typed(
    page: str, folders: dict[str, list[Path]], pyright: list[dict[str, str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    cache = str(tmp_path_factory.getbasetemp() / "mypy")  # with the library, for all pages
    for folder in folders[page]:
        assert [each for each in pyright if Path(each["file"]).is_relative_to(folder)] == []
        programs = [str(path.relative_to(folder)) for path in folder.rglob("*.py")]
        command = ("-m", "mypy", "--strict", "--no-error-summary", "--config-file=", "--cache-dir", cache, *programs)
        environment = {**os.environ, "MYPYPATH": os.pathsep.join(sources(folder))}
        told = subprocess.run(  # noqa: S603 - our own programs
            (sys.executable, *command), check=False, cwd=folder, env=environment, capture_output=True, text=True
        )
        assert told.returncode == 0, told.stdout + told.stderr
