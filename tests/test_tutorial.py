"""What pages of the tutorial cannot show when they are run, since it needs an installation."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

import pytest

import cairn_rules as cairn

PAGE = Path(__file__).parent.parent / "docs" / "tutorial" / "first-megalith.md"
_FILE = re.compile(r'^```\w+ title="harbour-stones/(.*?)"\n(.*?)^```$', re.MULTILINE | re.DOTALL)


def test_the_package_of_the_tutorial_is_a_plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an installer makes of the page's files is found, under the name that the page says."""
    page = PAGE.read_text(encoding="utf-8")
    files = dict(_FILE.findall(page))
    project = tomllib.loads(files["pyproject.toml"])["project"]
    package = tmp_path / "harbour_stones"
    package.mkdir()
    (package / "__init__.py").write_text(files["src/harbour_stones/__init__.py"], encoding="utf-8")
    metadata = tmp_path / "harbour_stones-1.0.0.dist-info"
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
    monkeypatch.syspath_prepend(str(tmp_path))
    try:
        (plugin,) = cairn.BASE_SET.plugins()
        assert (plugin.problem, [stone.id for stone in plugin.things]) == (None, ["harbour.beacon"])
        assert f"(plugin {plugin})" in page
    finally:
        sys.modules.pop("harbour_stones", None)
