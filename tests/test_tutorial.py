"""What pages cannot show when they are run, since it needs an installation."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest

from cairn_rules import cairn
from cairn_rules.cairn_rpg import installed_packs

DOCS = Path(__file__).parent.parent / "docs"
_FILE = re.compile(r'^```\w+ title="[a-z]+-[a-z]+/(.*?)"\n(.*?)^```$', re.MULTILINE | re.DOTALL)


def install(page: str, package: str, folder: Path) -> Path:
    """Do with the files of a page what an installer makes of them; return the folder of the package."""
    files = dict(_FILE.findall(page))
    project = tomllib.loads(files["pyproject.toml"])["project"]
    (folder / package).mkdir()
    (folder / package / "__init__.py").write_text(files[f"src/{package}/__init__.py"], encoding="utf-8")
    metadata = folder / f"{package}-1.0.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n", encoding="utf-8"
    )
    (metadata / "entry_points.txt").write_text(
        "".join(
            f"[{group}]\n" + "".join(f"{name} = {place}\n" for name, place in points.items())
            for group, points in project["entry-points"].items()
        ),
        encoding="utf-8",
    )
    return folder / package


def test_the_package_of_the_tutorial_is_a_plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is found under the name that the page says."""
    page = (DOCS / "tutorial" / "first-megalith.md").read_text(encoding="utf-8")
    install(page, "harbour_stones", tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    try:
        (plugin,) = cairn.BASE_SET.plugins()
        assert (plugin.problem, [stone.id for stone in plugin.things]) == (None, ["harbour.beacon"])
        assert f"(plugin {plugin})" in page
    finally:
        sys.modules.pop("harbour_stones", None)


def test_the_package_of_a_pack_is_found_by_its_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (DOCS / "how-to" / "write-a-role-playing-pack.md").read_text(encoding="utf-8")
    pack = 'id = "moor"\nname = "The Moor"\nauthor = "Anna"\nlicense = "CC-BY-4.0"\n'
    (install(page, "moor_pack", tmp_path) / "moor.toml").write_text(pack, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    try:
        assert installed_packs()["moor"].name == "The Moor"
    finally:
        sys.modules.pop("moor_pack", None)
