"""The programs that the pages show, each in a block with the name of its file, pass strict type checkers."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.pages import add_file

DOCS = Path(__file__).parents[2] / "docs"
_FILE = re.compile(r'^```python title="(.*?)"\n(.*?)^```$', re.MULTILINE | re.DOTALL)
PAGES = {
    page.relative_to(DOCS).as_posix(): found
    for page in sorted(DOCS.rglob("*.md"))
    if (found := _FILE.findall(page.read_text(encoding="utf-8")))
}


def stages(files: list[tuple[str, str]]) -> Iterator[dict[str, str]]:
    """Yield the files that a reader has, with their texts, whenever a page shows a file anew, and at the end."""
    there: dict[str, str] = {}
    for title, text in files:
        if title in there:
            yield {**there}
        add_file(there, title, text)
    yield there


@pytest.mark.parametrize("page", PAGES)
def test_the_programs_of_a_page_are_typed(page: str, tmp_path: Path) -> None:
    for number, files in enumerate(stages(PAGES[page])):
        folder = tmp_path / str(number)
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
        sources = [str(path) for path in folder.glob("*/src")]
        (folder / "pyrightconfig.json").write_text(json.dumps({"exclude": [], "extraPaths": sources}), encoding="utf-8")
        for command in (
            ["mypy", "--strict", "--no-error-summary", "--config-file=", "--cache-dir", str(tmp_path), *files],
            ["pyright", "--pythonpath", sys.executable],
        ):
            environment = {**os.environ, "MYPYPATH": os.pathsep.join(sources)}
            told = subprocess.run(  # noqa: S603 - our own programs
                [sys.executable, "-m", *command],
                check=False,
                cwd=folder,
                env=environment,
                capture_output=True,
                text=True,
            )
            assert told.returncode == 0, told.stdout + told.stderr
