"""The mutation script changes sources, runs their tests, and fails if they notice too little."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent.parent / "scripts" / "mutation.py"
EQUIVALENT = Path(__file__).parent / "equivalent_mutants.toml"
SOURCE = '''
def larger(one, other):
    """The larger one."""
    return one if one > other else other

def far(steps):
    """A long way."""
    return steps > 2

class Step:
    def name(self):
        """Its name."""
        return "step"

class Stride(Step):
    def name(self):
        """A long one."""
        return super().name() + "!"
'''
LATE = '''
def is_over(turns):
    """True after a day."""
    return turns == 24
'''
WEAK = """
from cairn_rules.toy.rules import Stride, far, larger

def test():
    assert (larger(1, 2), larger(3, 1)) == (2, 3)

def test_inherited():
    assert Stride().name() == "step!"

def test_late():
    from cairn_rules.toy.late import is_over
    assert is_over(24) is True
"""
FAR = """
from cairn_rules.toy.rules import far

def test_far():
    assert far(3) is True and far(2) is False
"""
STRONG = f"{WEAK}{FAR}"
SAME = """[[toy]]
file = "rules.py"
function = "larger"
was = "one > other"
now = "one >= other"
reason = "equal ones are alike"
"""

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the system cannot fork")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with a game of one file."""
    for folder in ("src/cairn_rules/toy", "tests/toy", "tests/cli", "scripts"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "src/cairn_rules/__init__.py").touch()
    (tmp_path / "src/cairn_rules/toy/rules.py").write_text(SOURCE)
    (tmp_path / "src/cairn_rules/toy/late.py").write_text(LATE)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")  # so that no conftest.py of a folder above is read
    shutil.copy(SCRIPT, tmp_path / "scripts")
    return tmp_path


def printed(root: Path, *options: str, tests: str, equivalent: str, code: int) -> list[str]:
    (root / "tests/toy/test_rules.py").write_text(tests)
    (root / "tests/equivalent_mutants.toml").write_text(equivalent)
    command = [sys.executable, root / "scripts/mutation.py", "toy", "--jobs", "2", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 (our own)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout.splitlines()


def survivors(root: Path, *, tests: str, equivalent: str, code: int) -> list[str]:
    lines = printed(root, tests=tests, equivalent=equivalent, code=code)
    return sorted(line.partition(": ")[2] for line in lines if line.startswith("survives"))


@pytest.mark.untraced
@pytest.mark.slow
def test_mutants_that_tests_notice_die(root):
    assert survivors(root, tests=STRONG, equivalent=SAME, code=0) == []


@pytest.mark.untraced
@pytest.mark.slow
def test_mutants_that_tests_overlook_survive(root):
    place = "src/cairn_rules/toy/rules.py"
    assert survivors(root, tests=WEAK, equivalent="toy = []", code=1) == [
        f"{place}:4 in larger: one > other  ->  one >= other",
        f"{place}:8 in far: 2  ->  3",
        f"{place}:8 in far: steps > 2  ->  None",
        f"{place}:8 in far: steps > 2  ->  steps >= 2",
    ]


@pytest.mark.untraced
@pytest.mark.slow
def test_a_run_resumes_from_the_results_that_still_count(root):
    def stored(*options: str, code: int = 1) -> int:
        return int(printed(root, *options, tests=WEAK, equivalent=SAME, code=code)[0].split()[-4])

    assert stored() == 0
    assert stored() == 11
    results = root / "build/mutation/toy.jsonl"
    results.write_text(results.read_text()[:-9])  # it was cut off while it wrote the last result
    assert stored() == 10
    assert stored() == 11
    (root / "tests/toy/test_far.py").write_text(FAR)
    assert stored(code=0) == 7, "all but three survivors, and one that was imported anew"
    with (root / "src/cairn_rules/toy/late.py").open("a") as source:
        source.write("# changed")
    assert stored(code=0) == 0
    assert stored(code=0) == 11
    assert stored("--anew", code=0) == 0


@pytest.mark.untraced
def test_the_sources_in_folders_of_a_game_are_changed_except_pictures(root, monkeypatch):
    import mutation  # noqa: PLC0415 - not everywhere

    for file in ("dungeon/rules.py", "pictures/board.py"):
        path = root / "src/cairn_rules/toy" / file
        path.parent.mkdir()
        path.touch()
    monkeypatch.setattr(mutation, "ROOT", root)
    files = ("dungeon/rules.py", "late.py", "rules.py")
    assert mutation.sources_of("toy") == [f"src/cairn_rules/toy/{file}" for file in files]
    assert mutation.tests_of("toy") == root / "tests/toy"
    assert mutation.sources_of("toy/late") == ["src/cairn_rules/toy/late.py"], "a module is tested by all tests"
    assert mutation.tests_of("toy/late") == root / "tests"


@pytest.mark.untraced
def test_what_is_no_longer_a_program_is_no_mutant(root, monkeypatch):
    import mutation  # noqa: PLC0415 - not everywhere

    counting = "def outer():\n    number = 1\n    def inner():\n        nonlocal number\n        number += 1\n"
    (root / "src/cairn_rules/toy/late.py").write_text(counting)
    monkeypatch.setattr(mutation, "ROOT", root)
    mutants = list(mutation.mutants_of("src/cairn_rules/toy/late.py"))
    drawn = mutation.sample(mutants, (), 100, seed=0)
    assert [mutant.was for mutant in mutants if mutant not in drawn] == ["number = 1"]


@pytest.mark.untraced
@pytest.mark.slow
def test_a_listed_mutant_that_does_not_exist_is_an_error(root):
    survivors(root, tests=STRONG, equivalent=SAME.replace(">=", "<"), code=1)


@pytest.mark.untraced
@pytest.mark.slow
@pytest.mark.parametrize("game", tomllib.loads(EQUIVALENT.read_text("utf-8")))
def test_the_list_of_equivalent_mutants_is_up_to_date(game):
    import mutation  # noqa: PLC0415 - not everywhere

    assert mutation.stale(game) == []
