"""The files that `pyproject.toml` names for mypyc, and the compiled wheels of a release."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
COMPILED = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["mypyc"]["include"]
MAKERS = {"frozen", "define", "mutable", "attrs", "s", "dataclass"}
"""The decorators of attrs, by the last part of their names."""


def decorators_of(text: str) -> set[str]:
    """Return the last part of the name of each decorator of a class."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        for each in node.decorator_list if isinstance(node, ast.ClassDef) else ():
            maker = each.func if isinstance(each, ast.Call) else each
            found.add(maker.attr if isinstance(maker, ast.Attribute) else ast.unparse(maker))
    return found


@pytest.mark.parametrize("path", COMPILED)
def test_a_compiled_file_is_there_and_defines_no_attrs_class(path: str) -> None:
    """Mypyc takes what stands behind an annotated field for the value it is annotated with (decision 11)."""
    assert not decorators_of((ROOT / path).read_text(encoding="utf-8")) & MAKERS


def test_an_attrs_class_is_found() -> None:
    text = "@final\n@frozen(eq=False)\nclass One: ...\n@attrs.define\nclass Two:\n    @property\n    def x(self): ..."
    assert decorators_of(text) == {"final", "frozen", "define"}
    assert COMPILED


def test_wheels_are_compiled_for_every_python_that_is_supported() -> None:
    versions = [each.rpartition(" ")[2] for each in PROJECT["project"]["classifiers"] if "Python :: 3." in each]
    wheels = PROJECT["tool"]["cibuildwheel"]
    assert wheels["build"] == [f"cp{version.replace('.', '')}-*" for version in versions]
    assert (ROOT / wheels["environment"]["PIP_BUILD_CONSTRAINT"]).is_file()


def test_a_wheel_of_linux_that_fails_stops_a_release() -> None:
    """As decision 22 says; those of other systems do not."""
    jobs = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8"))["jobs"]
    assert {*jobs["publish"]["needs"]} == {"build", "wheels"}
    assert jobs["wheels"]["continue-on-error"] == "${{ !startsWith(matrix.system, 'ubuntu') }}"
    systems = jobs["wheels"]["strategy"]["matrix"]["system"]
    assert sum(each.startswith("ubuntu") for each in systems) == 2
