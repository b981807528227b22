"""Run the tests that a change can reach, or those of rooms: `nox -s quick`, `nox -s quick -- cairn cairn_rpg/combat`.

pytest-testmon keeps which test runs which functions, in `.testmondata`. It does not see files of data: when one of
them differs from the last commit, the tests of its room are run.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Final

TESTS: Final = Path("tests")
SOURCES: Final = Path("src", "cairn_rules")
BY_FILE: Final = (sys.executable, "tests/support/by_file.py", "-m", "not slow")
# Not by -m alone, which makes testmon run all tests.
REACHED: Final = (sys.executable, "-m", "pytest", "-q", "--testmon", "--testmon-forceselect", "-m", "not slow")


def tests_of(room: str) -> list[str]:
    """Return the files of tests of a room: a folder of tests, or the first word of their names, or both.

    Raises:
        SystemExit: if there are none.
    """
    words = room.split("/")
    settings = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]
    apart = {*settings["norecursedirs"]}  # these have sessions of their own
    found = [
        str(path)
        for path in sorted(TESTS.rglob("test_*.py"))
        if all(word in path.parts or f"{path.stem}_".startswith(f"test_{word}_") for word in words)
        and apart.isdisjoint(path.parts)
    ]
    if not found:
        sys.exit(f"'{room}' is not a room with tests: name a folder below tests/, or how a file in it begins, or both")
    return found


def rooms_of_data() -> set[str]:
    """Return the packages with files of data that differ from the last commit."""
    command = ("git", "status", "--porcelain", "--untracked-files=all", "--no-renames", "-z", "--", str(SOURCES))
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603 - our own
    paths = (Path(each[3:]).relative_to(SOURCES) for each in listed.split("\0") if each)
    return {path.parts[0] for path in paths if path.suffix != ".py" and len(path.parts) > 1}


def run(command: Iterable[str]) -> int:
    """Run a command, and return its exit code."""
    return subprocess.run(tuple(command), check=False).returncode  # noqa: S603 - our own


def main(rooms: list[str]) -> int:
    """Run the tests, and return an exit code."""
    code = 0 if rooms else run(REACHED)
    files = dict.fromkeys(file for room in rooms or sorted(rooms_of_data()) for file in tests_of(room))
    return code or (run((*BY_FILE, *files)) if files else 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
