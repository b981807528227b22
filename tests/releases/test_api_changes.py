"""What breaks programs since the last release: found, told, and let through when the changelog tells."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent.parent.parent / "scripts" / "api_changes.py"
FRONT = '"""A package."""\n\nfrom cairn_rules.things import Thing, do\n\n__all__ = ["Thing", "do"]\n'
THINGS = '''"""Things."""


class Thing:
    """A thing."""

    size: int = 0
    """How large."""


def do(thing: Thing, *, twice: bool = False) -> None:
    """Do it."""


def inner(thing: Thing) -> None:
    """Nobody else does that."""
'''


def git(root: Path, *arguments: str) -> None:
    command = ("git", "-c", "user.name=Ann", "-c", "user.email=ann@example.org", *arguments)
    subprocess.run(command, cwd=root, check=True, capture_output=True)  # noqa: S603 (our own)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one release."""
    package = tmp_path / "src" / "cairn_rules"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(FRONT)
    (package / "things.py").write_text(THINGS)
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## [Unreleased]\n\n## [0.1.0]\n\n- `Thing`.\n")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "Begin")
    git(tmp_path, "tag", "v0.1.0")
    return tmp_path


def compared(root: Path) -> tuple[int, str]:
    command = (sys.executable, str(SCRIPT), str(root))
    told = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 (our own)
    return told.returncode, told.stdout + told.stderr


def test_nothing_changed_for_programs(project: Path) -> None:
    """What is not public may change."""
    things = project / "src" / "cairn_rules" / "things.py"
    things.write_text(THINGS.replace("def inner(thing", "def inner(other"))
    assert compared(project) == (0, "compared with v0.1.0: 0 untold changes that break programs\n")


def test_changes_that_break_programs(project: Path) -> None:
    """A parameter, a member and a name that are gone are told until the changelog tells of them."""
    package = project / "src" / "cairn_rules"
    (package / "things.py").write_text(THINGS.replace("twice: bool = False", "again: bool = False"))
    code, told = compared(project)
    assert code == 1
    assert "do(twice): Parameter was removed  <- the changelog does not tell" in told
    (package / "__init__.py").write_text(FRONT.replace('"Thing", "do"', '"Thing"'))
    code, told = compared(project)
    assert code == 1
    assert told.startswith("cairn_rules.do: it is gone  <- the changelog does not tell\n")
    changelog = "# Changelog\n\n## [Unreleased]\n\n- `do(thing)` is gone.\n\n## [0.1.0]\n"
    (project / "CHANGELOG.md").write_text(changelog)
    expected = "cairn_rules.do: it is gone\ncompared with v0.1.0: 0 untold changes that break programs\n"
    assert compared(project) == (0, expected)


@pytest.mark.parametrize("history", ["no tag", "no repository", "within another repository"])
def test_without_a_release_it_says_so(project: Path, history: str) -> None:
    """A shallow clone, or a source distribution wherever it lies, has nothing to compare with."""
    root = project
    if history == "no tag":
        git(project, "tag", "--delete", "v0.1.0")
    elif history == "no repository":
        shutil.rmtree(project / ".git")
    else:
        root = project / "src"
    said = "no release to compare with: no tag such as v0.1.0 can be reached from here\n"
    assert compared(root) == (0, said)
