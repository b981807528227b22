"""Stands in for `pip install` on pages: checks that packages and extras exist, and installs those of the page."""

from __future__ import annotations

import shutil
import sys
import tomllib
from importlib.metadata import metadata
from pathlib import Path
from typing import Any


def install(project: dict[str, Any]) -> None:
    """Let Python find the entry points of a project, as if pip had installed it."""
    name, version = project["name"], project["version"]
    folder = Path(f"{name.replace('-', '_')}-{version}.dist-info")
    folder.mkdir(exist_ok=True)
    folder.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    groups = (
        f"[{group}]\n" + "".join(f"{entry} = {value}\n" for entry, value in entries.items())
        for group, entries in project.get("entry-points", {}).items()
    )
    folder.joinpath("entry_points.txt").write_text("\n".join(groups))


def check(wanted: str) -> None:
    """Check that something can be installed, and install it if the page has made it.

    Raises:
        AssertionError: when the library has no such extra.
        importlib.metadata.PackageNotFoundError: when a package is none that the tests use.
    """
    name, _, extras = wanted.rstrip("]").partition("[")
    project = Path(name, "pyproject.toml")
    if Path(name).name == "cairn-rules":
        known = metadata("cairn-rules").get_all("Provides-Extra") or []
        assert {*filter(None, extras.split(","))} <= {*known}, wanted
    elif project.is_file():
        if Path(name, "src").is_dir():
            shutil.copytree(Path(name, "src"), Path(), dirs_exist_ok=True)
        install(tomllib.loads(project.read_text(encoding="utf-8"))["project"])
    else:
        metadata(name)


if __name__ == "__main__":
    command, *arguments = sys.argv[1:]
    assert command == "install", command
    for argument in arguments:
        if not argument.startswith("--"):
            check(argument)
