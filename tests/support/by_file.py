"""Runs the tests in a process for each core: `python tests/support/by_file.py ARGUMENTS`, those of pytest.

Each process takes the next files, and collects and runs no others. The tests of a file stay together and in order,
since the examples of a page build on one another.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatch
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final

import pytest

TAKEN: Final = "TEST_FILES_TAKEN"
"""The variable that names the folder with an empty file for each portion of files that a process has taken."""
STOP: Final = "stop"
"""The file in it that ends all processes."""
PORTION: Final = 30_000
"""The bytes of files that are taken together: to collect one, pytest goes through the folders that it is in."""
LIVE: Final = re.compile(r"\S+\.(py|md) [.sxXFE]*\n")
"""A line that is shown at once: a file, with a letter for each test."""
COUNT: Final = re.compile(r"(\d+) (passed|failed|errors?|skipped|deselected|xfailed|xpassed|warnings?)\b")


class ByFile:
    """A plug-in: one of the processes."""

    def __init__(self, config: pytest.Config, taken: Path) -> None:
        """Let the terminal name each file, as it does unless it is asked to be quiet."""
        self.taken = taken
        config.pluginmanager.get_plugin("terminalreporter").showfspath = True

    def portions(self, config: pytest.Config) -> Iterator[list[str]]:
        """Yield the files of tests, the largest first and alone, so that all processes end at about the same time."""
        apart = config.getini("norecursedirs")
        sizes: dict[str, int] = {}
        for each in config.args:
            start = Path(each.partition("::")[0])
            for path in start.rglob("test_*.py") if start.is_dir() else ():
                if not any(fnmatch(part, name) for part in path.relative_to(start).parts for name in apart):
                    sizes[str(path)] = path.stat().st_size
            if not start.is_dir():
                sizes[each] = start.stat().st_size if start.exists() else 0
        portion: list[str] = []
        for file in sorted(sizes, key=lambda file: (-sizes[file], file)):
            portion.append(file)
            if sum(map(sizes.__getitem__, portion)) >= PORTION:
                yield portion
                portion = []
        if portion:
            yield portion

    def items(self, session: pytest.Session) -> Iterator[pytest.Item]:
        """Yield the tests of files that no other process has taken, until one of them stops early, as with `-x`."""
        collected = 0
        for number, files in enumerate(self.portions(session.config)):
            if (self.taken / STOP).exists():
                break
            try:
                (self.taken / str(number)).touch(exist_ok=False)
            except FileExistsError:
                continue
            yield from session.perform_collect(files)
            collected += session.testscollected
        session.testscollected = collected

    def pytest_collection(self) -> bool:
        """Collect nothing yet."""
        return True

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run file after file."""
        items = self.items(session)
        item = next(items, None)
        while item is not None:
            following = next(items, None)
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.shouldfail or session.shouldstop:
                (self.taken / STOP).touch()
                raise (session.Failed if session.shouldfail else session.Interrupted)("after the first failures")
            item = following
        return True


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Run files that no other process takes, if this is one of several processes."""
    if taken := os.environ.pop(TAKEN, None):  # tests may start pytest, too
        config.pluginmanager.register(ByFile(config, Path(taken)))


def run(arguments: list[str], taken: str) -> tuple[int, list[str]]:
    """Run one process, and return its exit code and the lines after those of the files."""
    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "console_output_style=classic")
    env = {**os.environ, TAKEN: taken, "PYTHONIOENCODING": "utf-8"}
    rest: list[str] = []
    with subprocess.Popen((*command, *arguments), env=env, stdout=subprocess.PIPE, encoding="utf-8") as process:  # noqa: S603
        assert process.stdout is not None
        for line in process.stdout:
            if LIVE.fullmatch(line):
                sys.stdout.write(line)
            elif rest or line.strip():
                rest.append(line)
    return process.returncode, rest


def main(arguments: list[str]) -> int:
    """Run all processes, and print what they did not show yet."""
    start, counts = monotonic(), Counter[str]()
    with TemporaryDirectory() as taken, ThreadPoolExecutor() as threads:
        cores = os.cpu_count() or 1
        results = list(threads.map(run, [arguments] * cores, [taken] * cores))
    for _, lines in results:
        *details, summary = lines or [""]
        found = {kind: int(number) for number, kind in COUNT.findall(summary)}
        counts.update(found)
        sys.stdout.writelines(details if found or summary.startswith("no tests") else lines)
    told = ", ".join(f"{number} {kind}" for kind, number in counts.items()) or "no tests ran"
    sys.stdout.write(f"{told} in {monotonic() - start:.1f}s\n")
    codes = {code for code, _ in results}
    return max(codes - {pytest.ExitCode.NO_TESTS_COLLECTED}, default=pytest.ExitCode.NO_TESTS_COLLECTED)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
