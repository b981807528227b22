"""Licences of the packages that extras bring: each is known and allowed, or named as a fault."""

from __future__ import annotations

from importlib.metadata import Distribution, PathDistribution
from pathlib import Path

import licences
import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent


def package(folder: Path, *lines: str, name: str = "Some.Thing") -> Distribution:
    """A package with these lines in its metadata."""
    info = folder / "some_thing-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("\n".join(("Metadata-Version: 2.4", f"Name: {name}", "Version: 1", *lines, "", "")))
    return PathDistribution(info)


@pytest.mark.parametrize(
    ("lines", "licence"),
    [
        (["License-Expression: Apache-2.0 OR BSD-2-Clause"], "Apache-2.0 OR BSD-2-Clause"),
        (["License-Expression: Apache-2.0 WITH LLVM-exception"], "Apache-2.0 WITH LLVM-exception"),
        (["License: mit"], "MIT"),
        (["License: MIT License", "Classifier: License :: OSI Approved :: MIT License"], "MIT"),
    ],
)
def test_a_licence_is_read_from_the_metadata(tmp_path: Path, lines: list[str], licence: str) -> None:
    assert licences.licence_of(package(tmp_path, *lines)) == licence


def test_a_family_is_not_a_licence_unless_somebody_read_it(tmp_path: Path) -> None:
    family = "Classifier: License :: OSI Approved :: BSD License"
    assert licences.licence_of(package(tmp_path, family, name="Jinja2")) == "BSD-3-Clause"
    (tmp_path / "other").mkdir()
    with pytest.raises(licences.Unknown, match=r"^some-thing names no licence: read it, and add it"):
        licences.licence_of(package(tmp_path / "other", family))


@pytest.mark.parametrize("licence", ["GPL-3.0-or-later", "MIT AND AGPL-3.0-only"])
def test_a_licence_that_is_not_allowed_is_a_fault(tmp_path: Path, licence: str) -> None:
    with pytest.raises(
        licences.Unknown, match=rf"^some-thing is under {licence}: A?GPL-3\.0-[a-z-]+ is not in ALLOWED"
    ):
        licences.licence_of(package(tmp_path, f"License-Expression: {licence}"))


def test_all_that_is_installed_here_has_a_known_licence_and_is_on_the_page() -> None:
    """The session `adapters` asks the same of all extras; here those count that the tests need."""
    found = licences.licences(licences.requirements(ROOT / "pyproject.toml"))
    assert found["attrs"] == ("MIT", [licences.ALWAYS])
    assert "cli" in found["markdown-it-py"][1], "what an extra brings in turn counts, too"
    page = licences.PAGE.read_text(encoding="utf-8")
    direct = {
        each.name.replace("_", "-") for part in licences.requirements(ROOT / "pyproject.toml").values() for each in part
    }
    assert [name for name in sorted(direct) if f"\n| {name} | " not in page] == []


def test_every_fault_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(licences, "ALLOWED", frozenset({"Apache-2.0"}))
    with pytest.raises(licences.Unknown) as unknown:
        licences.licences(
            {"one": [Requirement("attrs")], "two": [Requirement("pytest")], "three": [Requirement("no-such")]}
        )
    assert [fault.split()[0] for fault in unknown.value.args][:2] == ["attrs", "iniconfig"]
