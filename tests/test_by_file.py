"""Tests run in a process for each core, and a run fails if one of them costs too much."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from support import by_file

pytestmark = [pytest.mark.slow, pytest.mark.untraced]

SETTINGS = """
[tool.pytest.ini_options]
testpaths = ["."]
norecursedirs = ["build"]
markers = ["slow"]
"""
CONFTEST = f"""
import sys
sys.path[:0] = [{str(Path(__file__).parent)!r}]
pytest_plugins = ["support.limits"]
"""
PASSES = "def test_{0}(): pass\n\n\ndef test_more_{0}(): pass\n"
FAILS = "def test_sum():\n    assert 1 + 1 == 3\n"
FIXTURE = "import pytest\n\n\n@pytest.fixture\ndef three(): return 3\n"
COSTLY = """
import time

def work(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass

work(0.15)

def test_work():
    work(0.25)
"""
"""Costs too much where the limits are a tenth."""


def run(folder: Path, files: dict[str, str], *arguments: str, **env: str) -> tuple[int, list[str]]:
    for name, text in {"pyproject.toml": SETTINGS, "conftest.py": CONFTEST, **files}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    done = subprocess.run(  # noqa: S603 - our own
        [sys.executable, by_file.__file__, *arguments],
        cwd=folder,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", **env},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout.splitlines()


def test_each_file_is_run_once_and_one_line_counts_all(tmp_path: Path) -> None:
    code, (*files, summary) = run(tmp_path, {f"test_{number}.py": PASSES.format(number) for number in range(9)})
    assert code == 0
    assert sorted(files) == [f"test_{number}.py .." for number in range(9)]
    assert summary.startswith("18 passed in ")


def test_files_share_the_fixtures_of_their_folder(tmp_path: Path) -> None:
    files = {f"inner/test_{number}.py": f"def test_{number}(three): assert three == 3\n" for number in range(9)}
    code, lines = run(tmp_path, {"inner/conftest.py": FIXTURE, **files}, "inner")
    assert (code, lines[-1].partition(" in ")[0]) == (0, "9 passed")


def test_failures_of_all_processes_are_shown(tmp_path: Path) -> None:
    files = {f"test_{number}.py": PASSES.format(number) + FAILS for number in range(4)}
    code, lines = run(tmp_path, files)
    assert code == 1
    assert sum("assert (1 + 1) == 3" in line for line in lines) == 8  # with the summary
    assert lines[-1].startswith("4 failed, 8 passed in ")
    code, lines = run(tmp_path, {"test_bad.py": "import no_such"})
    assert code > 0
    assert any("ModuleNotFoundError" in line for line in lines)


def test_what_pytest_chooses_is_chosen(tmp_path: Path) -> None:
    files = {"test_a.py": PASSES.format("a"), "test_b.py": FAILS, "build/test_c.py": FAILS}
    assert run(tmp_path, files, "test_a.py")[0] == 0
    assert run(tmp_path, files, "-k", "more")[1][-1].startswith("1 passed, 2 deselected in ")
    assert run(tmp_path, files, "test_a.py::test_a")[1][-1].startswith("1 passed in ")
    assert run(tmp_path, files, "-k", "nothing_of_this")[0] == pytest.ExitCode.NO_TESTS_COLLECTED
    assert run(tmp_path, files, "test_none.py")[0] == pytest.ExitCode.USAGE_ERROR


def test_a_costly_test_or_import_fails_the_run(tmp_path: Path) -> None:
    marked = COSTLY.replace("work(0.15)", "import pytest").replace("def test", "@pytest.mark.slow\ndef test")
    files = {"test_costly.py": COSTLY, "test_marked.py": marked}
    assert run(tmp_path, files)[0] == 0
    code, lines = run(tmp_path, files, TEST_LIMITS="0.1")
    told = "\n".join(lines)
    assert code == 1
    assert re.search(r"test_costly.py::test_work took 0.\d s, at most 0.2 s: make it cheaper, or mark it `slow`", told)
    assert re.search(r"test_costly.py took 0.\d s to import, at most 0.05 s: do that work in a test", told)
    assert "test_marked" not in told.replace("test_marked.py .", "")
