"""The pages of the examples on the site: one for each example, with all of its files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
import yaml
from example_pages import example_pages

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
MADE = dict(example_pages(EXAMPLES))


def pages(navigation: Any) -> Iterator[str]:
    """The paths of all pages in a part of the navigation."""
    if isinstance(navigation, str):
        yield navigation
    else:
        for below in navigation.values() if isinstance(navigation, dict) else navigation:
            yield from pages(below)


def test_every_example_has_a_page_in_the_navigation_and_in_the_list() -> None:
    expected = {path.stem for path in EXAMPLES.iterdir() if path.suffix == ".py" or (path / "README.md").exists()}
    navigation = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]
    listed = re.findall(r"^\| \[[^]]+\]\((.+?)\)", (ROOT / "docs/examples/index.md").read_text("utf-8"), re.MULTILINE)
    made = {name for name in MADE if name.endswith(".md")}
    assert made == {f"{name}.md" for name in expected} == set(listed)
    assert {f"examples/{name}" for name in made} == {*pages(navigation)} & {f"examples/{name}" for name in made}


@pytest.mark.parametrize("name", ["two-browsers", "pebbles-game"])
def test_the_page_of_a_package_has_its_files(name: str) -> None:
    """All that is text and not empty, each below its path; the archive has them all."""
    files = {
        path.relative_to(EXAMPLES).as_posix(): path
        for path in (EXAMPLES / name).rglob("*")
        if path.is_file()
        and not any(part[0] == "." or part == "__pycache__" for part in path.relative_to(EXAMPLES).parts)
    }
    page = MADE[f"{name}.md"]
    assert isinstance(page, str)
    plain = re.sub("^    ", "", page, flags=re.MULTILINE)
    for path, file in files.items():
        text = file.read_text(encoding="utf-8")
        if file.suffix in {".py", ".toml", ".html", ".js", ".css"}:
            assert f'??? example "`{path.partition("/")[2]}`"' in page
            assert text in plain
    archive = MADE[f"{name}.zip"]
    assert isinstance(archive, bytes)
    with ZipFile(BytesIO(archive)) as files_in:
        assert {each: files_in.read(each) for each in files_in.namelist()} == {
            path: file.read_bytes() for path, file in files.items()
        }


def test_what_tools_leave_in_a_package_is_left_out(tmp_path: Path) -> None:
    package = tmp_path / "toy"
    for path in ("README.md", "src/toy/__init__.py", "builder.py", "build/lib/toy.py", ".venv/site.py", "toy.png"):
        (package / path).parent.mkdir(parents=True, exist_ok=True)
        (package / path).write_text(f"[{path}](../../docs/how-to/any-game.md)\n", encoding="utf-8")
    made = dict(example_pages(tmp_path))
    archive, page = made["toy.zip"], made["toy.md"]
    assert isinstance(archive, bytes)
    with ZipFile(BytesIO(archive)) as files:
        assert files.namelist() == ["toy/README.md", "toy/builder.py", "toy/src/toy/__init__.py"]
    assert isinstance(page, str)
    assert page.startswith("[README.md](../how-to/any-game.md)")
    assert re.findall(r'"`(.+?)`"', page) == ["builder.py", "src/toy/__init__.py"]
    assert dict(example_pages(tmp_path)) == made
