"""What checks and builds the project is installed at known versions, and what builds a release with hashes."""

from __future__ import annotations

import os
import re
import runpy
import sys
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT: Final = Path(__file__).parent.parent
WORKFLOWS: Final = {path.name: path for path in sorted((ROOT / ".github" / "workflows").glob("*.yml"))}
TOOLS: Final = ROOT / ".release" / "tools.txt"
PINNED: Final = "--constraint constraints.txt"
BOTH: Final = ("PIP_CONSTRAINT", "PIP_BUILD_CONSTRAINT")


def steps(text: str) -> Iterator[dict[str, Any]]:
    """Yield every step of a workflow."""
    for job in yaml.safe_load(text)["jobs"].values():
        yield from job["steps"]


def faults(step: dict[str, Any]) -> Iterator[str]:
    """Yield what a step of a workflow gets from elsewhere at any version."""
    run, env = step.get("run", ""), step.get("env", {})
    if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", step.get("uses", f"ours@{'0' * 40}")):
        yield f"{step['uses']} is not pinned by its commit"
    for line in run.splitlines():
        by_pip = re.search(r"\bpip (install|download|wheel)\b", line)
        if by_pip and PINNED not in line and "--require-hashes" not in line:
            yield f"{line!r} has no constraints"
        if by_pip and " . " in line and "--build-constraint constraints.txt" not in line:
            yield f"{line!r} builds without constraints"
        if re.match(r"\S*nox ", line) and not str(env.get("PIP_CONSTRAINT")).endswith("/constraints.txt"):
            yield f"{line!r} has no constraints"
        if ".ci/bare" in line and not all(f"{name}=$PWD/constraints.txt" in line for name in BOTH):
            yield f"{line!r} has no constraints"


@pytest.mark.parametrize("name", WORKFLOWS)
def test_no_job_installs_what_is_not_pinned(name: str) -> None:
    assert [*chain.from_iterable(map(faults, steps(WORKFLOWS[name].read_text(encoding="utf-8"))))] == []


@pytest.mark.parametrize(
    "step",
    [
        {"uses": "actions/checkout@v4"},
        {"run": "python -m pip install --upgrade pip"},
        {"run": f"python -m pip install {PINNED} . --group test"},
        {"run": f"python -m pip install {PINNED} pip\npython -m pip install tox"},
        {"run": "nox -s docs"},
        {"run": "nox -s docs", "env": {"PIP_CONSTRAINT": ""}},
        {"run": ".venv/bin/nox -s docs"},
        {"run": "bash .ci/bare"},
    ],
    ids=str,
)
def test_a_step_that_installs_anything_newer_is_found(step: dict[str, Any]) -> None:
    assert [*faults(step)]


def test_the_script_of_all_checks_has_constraints() -> None:
    """And passes them on before anything is installed."""
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    exported = script.index("\nexport PIP_CONSTRAINT PIP_BUILD_CONSTRAINT=$PIP_CONSTRAINT\n")
    assert exported < script.index("bash .ci/bare") < script.index("pip install")


def pins(path: Path) -> dict[tuple[str, str], int]:
    """Return the number of hashes of each package that a file pins, by its name and version."""
    found: dict[tuple[str, str], int] = {}
    for entry in re.split(r"\n(?=\w)", path.read_text(encoding="utf-8"))[1:]:
        pin = Requirement(entry.partition("\\")[0].strip())
        found[canonicalize_name(pin.name), str(pin.specifier)] = len(re.findall(r"--hash=sha256:[0-9a-f]{64}\b", entry))
    return found


def test_the_tools_of_a_release_are_pinned_by_hashes() -> None:
    """At the versions of all other checks: all that `pyproject.toml` names, and what the library needs."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    asked = [*project["dependency-groups"]["release"], *project["project"]["dependencies"]]
    tools = pins(TOOLS)
    assert {canonicalize_name(Requirement(each).name) for each in asked} <= {name for name, _ in tools}
    assert tools.keys() <= pins(ROOT / "constraints.txt").keys()
    assert all(tools.values())


class Recorder:
    """A session of nox that only records what it should install and run."""

    def __init__(self) -> None:
        self.installed: list[tuple[str, ...]] = []
        self.posargs = ()

    def install(self, *words: str) -> None:
        self.installed.append(words)

    def run(self, *words: str, **_: Any) -> None:
        pass


@pytest.fixture
def sessions(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The file of sessions without nox, in an environment that has constraints."""

    def decorator(*given: Any, **_: Any) -> Any:
        return given[0] if given and callable(given[0]) else lambda function: function

    nox = SimpleNamespace(options=SimpleNamespace(), session=decorator, parametrize=decorator, Session=object)
    nox.project = SimpleNamespace(
        load_toml=lambda name: tomllib.loads((ROOT / name).read_text(encoding="utf-8")), dependency_groups=None
    )
    monkeypatch.setitem(sys.modules, "nox", nox)
    monkeypatch.setattr(os, "environ", {"PIP_CONSTRAINT": "pins.txt", "WHEEL": "our.whl", "PATH": os.environ["PATH"]})
    monkeypatch.setattr("shutil.which", lambda _: "git")
    return runpy.run_path(str(ROOT / "noxfile.py"))


@pytest.mark.usefixtures("sessions")
def test_sessions_build_and_install_with_the_constraints_of_pip() -> None:
    assert os.environ["UV_CONSTRAINT"] == os.environ["UV_BUILD_CONSTRAINT"] == "pins.txt"


@pytest.mark.parametrize(("name", "more"), [("release", []), ("rehearsal", [("our.whl",)])])
def test_a_release_is_made_with_nothing_but_the_hashed_tools(
    sessions: dict[str, Any], name: str, more: list[tuple[str, ...]]
) -> None:
    recorder = Recorder()
    sessions[name](recorder)
    assert recorder.installed == [("--require-hashes", "--requirement", TOOLS.relative_to(ROOT).as_posix()), *more]
