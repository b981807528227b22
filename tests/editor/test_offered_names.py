"""What an editor offers after a dot, and what a type checker accepts there, is there when the program runs.

Jedi reads files, so it offers every name at the top of a module; a type checker knows every submodule that any file
imports. Both are asked about the installed wheel.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path

import jedi
import pytest
from public_names import MODULES

SLIPS = ("Any", "Final", "TYPE_CHECKING", "annotations", "frozen", "load_lazily", "Mapping", "typing")
"""Names that packages import for themselves."""
RUN = """
import sys, {package} as package
from cairn_rules import MissingExtraError
for name in sys.argv[1:]:
    try:
        getattr(package, name)
    except MissingExtraError:
        pass
    except AttributeError:
        print(name)
"""


@cache
def packages() -> dict[str, Path]:
    """The public packages, the packages that public modules are in, and their folders."""
    found = {name for module in MODULES for name in accumulate(module.split("."), "{}.{}".format)}
    specs = [spec for name in sorted(found) if (spec := find_spec(name)) and spec.submodule_search_locations]
    return {spec.name: Path(*spec.submodule_search_locations or ()) for spec in specs}


def submodules(package: str) -> set[str]:
    """The modules and folders in a package, whose names do not begin with an underscore."""
    paths = [path for path in packages()[package].iterdir() if path.is_dir() or path.suffix == ".py"]
    return {path.stem for path in paths if not path.name.startswith("_")}


@cache
def offered(package: str) -> tuple[str, ...]:
    """What Jedi offers behind the dot of a package, without names that begin with an underscore."""
    script = jedi.Script(f"import {package}\n{package}.")
    return tuple(each.name for each in script.complete(2, len(package) + 1) if not each.name.startswith("_"))


def missing(package: str, names: Iterable[str]) -> list[str]:
    """Which names a package does not have, in a program that imports nothing else."""
    command = [sys.executable, "-c", RUN.format(package=package), *names]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()  # noqa: S603 - our own program


@pytest.mark.parametrize("package", packages())
def test_an_editor_offers_what_is_public_and_what_is_there(package: str) -> None:
    public = {*getattr(import_module(package), "__all__", ())}
    assert public <= {*offered(package)} <= public | submodules(package)
    assert not missing(package, offered(package))


CHECKERS = {
    "pyright": [sys.executable, "-m", "pyright", "--pythonpath", sys.executable],
    "mypy": [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--config-file=", "program.py"],
}


@pytest.mark.parametrize("checker", CHECKERS)
def test_what_a_type_checker_accepts_is_there(checker: str, tmp_path: Path) -> None:
    asked = [
        (package, name) for package in packages() for name in sorted({*offered(package), *submodules(package), *SLIPS})
    ]
    imports = [f"import {package}" for package in packages()]
    program = tmp_path / "program.py"
    lines = imports + [f"print({package}.{name})" for package, name in asked]
    program.write_text("\n".join(lines) + "\n", encoding="utf-8")
    # A configuration of its own, since the folder may lie in that of the project.
    (tmp_path / "pyrightconfig.json").write_text('{"exclude": []}', encoding="utf-8")
    told = subprocess.run(CHECKERS[checker], check=False, capture_output=True, text=True, cwd=tmp_path)  # noqa: S603 - our own
    wrong = {int(line) for line in re.findall(r"program\.py:(\d+)\b.*\berror\b", told.stdout)}
    assert wrong, told
    assert min(wrong) > len(imports), told
    for package in packages():
        names = [
            name
            for number, (where, name) in enumerate(asked, len(imports) + 1)
            if where == package and number not in wrong
        ]
        assert {*getattr(import_module(package), "__all__", ())} <= {*names}
        assert not {*SLIPS} & {*names}
        assert not missing(package, names)
