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

CONFTEST = f"""
import sys
sys.path[:0] = [{str(Path(__file__).parent)!r}]
pytest_plugins = ["support.by_file", "support.limits"]
"""
PASSES = "def test_{0}(): pass\n\n\ndef test_more_{0}(): pass\n"
LARGE = "#" * by_file.PORTION + "\n"
"""Makes a file so large that it is taken alone."""
FAILS = LARGE + "def test_sum():\n    assert 1 + 1 == 3\n"
COSTLY = """
import time

def work(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass

work(0.6)

def test_work():
    work(2.1)
"""


def run(folder: Path, files: dict[str, str], *arguments: str, **env: str) -> tuple[int, str]:
    for name, text in {"conftest.py": CONFTEST, **files}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    done = subprocess.run(  # noqa: S603 - our own
        [sys.executable, by_file.__file__, *arguments],
        cwd=folder,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


@pytest.mark.parametrize("size", [0, by_file.PORTION])
def test_each_file_is_run_once_and_one_line_counts_all(size: int, tmp_path: Path) -> None:
    code, out = run(tmp_path, {f"test_{number}.py": PASSES.format(number) + LARGE[:size] for number in range(9)})
    *files, summary = out.splitlines()
    assert code == 0
    assert sorted(files) == [f"test_{number}.py .." for number in range(9)]
    assert summary.startswith("18 passed in ")


def test_failures_of_all_processes_are_shown(tmp_path: Path) -> None:
    files = {f"test_{number}.py": PASSES.format(number) + FAILS for number in range(4)} | {
        "test_bad.py": "import no_such"
    }
    code, out = run(tmp_path, files)
    assert code == 1
    assert out.count("assert (1 + 1) == 3") >= 4
    assert "ModuleNotFoundError" in out
    assert out.splitlines()[-1].startswith("4 failed, 8 passed, 1 error in ")


def test_what_pytest_chooses_is_chosen(tmp_path: Path) -> None:
    files = {"test_a.py": PASSES.format("a"), "test_b.py": FAILS, "build/test_c.py": FAILS}
    assert run(tmp_path, files, "test_a.py")[0] == 0
    assert run(tmp_path, files, "-k", "more")[1].splitlines()[-1].startswith("1 passed, 2 deselected in ")
    assert run(tmp_path, files, "test_a.py::test_a")[1].splitlines()[-1].startswith("1 passed in ")
    assert run(tmp_path, files, "-k", "nothing_of_this")[0] == pytest.ExitCode.NO_TESTS_COLLECTED
    assert run(tmp_path, files, "test_none.py")[0] == pytest.ExitCode.USAGE_ERROR


def test_the_first_failure_can_end_all(tmp_path: Path) -> None:
    waits = LARGE + "import time\n\n\ndef test_it():\n    time.sleep(0.5)\n"
    files = {"test_0.py": LARGE + FAILS} | {f"test_{number}.py": waits for number in range(1, 60)}
    code, out = run(tmp_path, files, "-x")
    assert code == 1
    assert len(out.splitlines()) < 40


def test_a_costly_test_or_import_fails_the_run(tmp_path: Path) -> None:
    assert run(tmp_path, {"test_costly.py": COSTLY})[0] == 0
    code, out = run(tmp_path, {}, TEST_LIMITS="1")
    assert code == 1
    assert re.search(r"test_costly.py::test_work took 2.\d s, at most 2 s: make it cheaper, or mark it `slow`", out)
    assert re.search(r"test_costly.py took 0.\d s to import, at most 0.5 s: do that work in a test", out)
    marked = COSTLY.replace("work(0.6)", "import pytest").replace("def test", "@pytest.mark.slow\ndef test")
    assert run(tmp_path, {"test_costly.py": marked}, TEST_LIMITS="1")[0] == 0
