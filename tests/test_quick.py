"""The tests of a room, and the rooms whose data changed: what `nox -s quick` runs besides what a change reaches."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
import quick

pytestmark = [pytest.mark.slow, pytest.mark.untraced]


@pytest.fixture(autouse=True)
def _in_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A project with a commit."""
    (tmp_path / "pyproject.toml").write_text("[tool.pytest.ini_options]\nnorecursedirs = ['browser']\n")
    for file in (
        "tests/hills/test_hedges.py",
        "tests/hills/test_paths.py",
        "tests/hills/test_paths_of_goats.py",
        "tests/test_hills.py",
        "tests/test_pathless.py",
        "tests/browser/test_pathless.py",
        "src/cairn_rules/hills/data/goats.toml",
        "src/cairn_rules/hills/paths.py",
        "src/cairn_rules/dales/becks.json",
    ):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text("")
    monkeypatch.chdir(tmp_path)
    for command in ("init", "add .", "-c user.name=A -c user.email=a@b commit --message=All"):
        subprocess.run(("git", *command.split()), check=True, capture_output=True)  # noqa: S603, S607 - our own


@pytest.mark.parametrize(
    ("room", "files"),
    [
        ("hills", ["hills/test_hedges.py", "hills/test_paths.py", "hills/test_paths_of_goats.py", "test_hills.py"]),
        ("hills/paths", ["hills/test_paths.py", "hills/test_paths_of_goats.py"]),
        ("pathless", ["test_pathless.py"]),
    ],
)
def test_a_room_is_a_folder_or_the_first_words_of_files(room: str, files: list[str]) -> None:
    assert quick.tests_of(room) == [str(Path("tests", file)) for file in files]


def test_a_room_without_tests_is_an_error() -> None:
    with pytest.raises(SystemExit, match="'path' is not a room with tests: name a folder below tests/"):
        quick.tests_of("path")


def test_data_that_differ_from_the_last_commit_have_rooms() -> None:
    assert quick.rooms_of_data() == set()
    Path("src/cairn_rules/hills/paths.py").write_text("1")
    assert quick.rooms_of_data() == set()
    Path("src/cairn_rules/hills/data/goats.toml").write_text("a = 1")
    Path("src/cairn_rules/dales/new gill.json").write_text("{}")
    assert quick.rooms_of_data() == {"hills", "dales"}
