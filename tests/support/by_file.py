"""Runs the tests in a process for each core: `python tests/support/by_file.py ARGUMENTS`, those of pytest.

Each process gets its share of the files, and collects no others. The tests of a file stay together and in order, since
the examples of a page build on one another.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatch
from pathlib import Path
from time import monotonic
from typing import Final

LIVE: Final = re.compile(r"\S+\.(py|md) [.sxXFE]*\n")
"""A line that is shown at once: a file, with a letter for each test."""
START: Final = re.compile(r"=+ test session starts =+\n|collected .* items?.*\n|\n")
COUNT: Final = re.compile(r"(\d+) (passed|failed|errors?|skipped|deselected|xfailed|xpassed|warnings?)\b")
NO_TESTS: Final = 5
"""The exit code of a process that finds no tests."""
SETTINGS: Final = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]


def shares(places: list[str], count: int) -> list[list[str]]:
    """Deal the files of tests in some places, the largest first, so that all processes take about the same time."""
    sizes: dict[str, int] = {}
    for place in places:
        start = Path(place.partition("::")[0])
        for path in start.rglob("test_*.py") if start.is_dir() else ():
            if not any(
                fnmatch(part, name) for part in path.relative_to(start).parts for name in SETTINGS["norecursedirs"]
            ):
                sizes[str(path)] = path.stat().st_size
        if not start.is_dir():
            sizes[place] = start.stat().st_size if start.exists() else 0
    dealt: list[list[str]] = [[] for _ in range(count)]
    for file in sorted(sizes, key=lambda file: (-sizes[file], file)):
        min(dealt, key=lambda share: sum(map(sizes.__getitem__, share))).append(file)
    return [share for share in dealt if share]


def run(arguments: list[str]) -> tuple[int, list[str]]:
    """Run one process, and return its exit code and the lines besides those of the files."""
    command = (sys.executable, "-m", "pytest", "--no-header", "-p", "no:cacheprovider")
    options = ("-o", "console_output_style=classic")
    env = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    rest: list[str] = []
    with subprocess.Popen(  # noqa: S603 - our own
        (*command, *options, *arguments), env=env, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if LIVE.fullmatch(line):
                sys.stdout.write(line)
            elif rest or not START.fullmatch(line):
                rest.append(line)
    return process.returncode, rest


def main(arguments: list[str]) -> int:
    """Run all processes, and print what they did not show yet."""
    start, counts = monotonic(), Counter[str]()
    places = [each for each in arguments if Path(each.partition("::")[0]).exists()]
    options = [each for each in arguments if each not in places]
    with ThreadPoolExecutor() as threads:
        dealt = shares(places or SETTINGS["testpaths"], os.cpu_count() or 1)
        results = list(threads.map(run, ([*options, *share] for share in dealt)))
    for _, lines in results:
        *details, summary = lines or [""]
        counts.update({kind: int(number) for number, kind in COUNT.findall(summary)})
        sys.stdout.writelines(details if summary.startswith("=") else lines)
    told = ", ".join(f"{number} {kind}" for kind, number in counts.items()) or "no tests ran"
    sys.stdout.write(f"{told} in {monotonic() - start:.1f}s\n")
    return max({code for code, _ in results} - {NO_TESTS}, default=NO_TESTS)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
