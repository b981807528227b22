"""The folder for machine code."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from cairn_rules.cairn.batch import code_cache
from cairn_rules.cairn.batch.code_cache import CodeCache, digest

PLACES = ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA")


@pytest.fixture(name="folder", autouse=True)
def _folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kept"))
    return tmp_path


def module(folder: Path, text: str, **names: object) -> ModuleType:
    """A module with a file and names."""
    made = ModuleType("toy")
    path = folder / "toy.py"
    path.write_text(text, encoding="utf-8")
    made.__file__ = str(path)
    vars(made).update(names)
    return made


def test_what_was_written_is_read(folder: Path) -> None:
    cache = CodeCache("abc")
    assert cache.read("step") is None
    cache.write("step", b"code")
    assert cache.read("step") == b"code"
    assert CodeCache("abc").read("step") == b"code"
    assert CodeCache("xyz").read("step") is None
    assert [path.name for path in folder.glob("kept/cairn-rules/batch-abc/*")] == ["step.o"]


def test_all_that_machine_code_depends_on_changes_the_folder(folder: Path) -> None:
    known = digest([module(folder, "a", TABLE=(1, 2))], [], ("x86",))
    assert digest([module(folder, "a", TABLE=(1, 2), other="text")], [], ("x86",)) == known
    others = {
        digest([module(folder, "b", TABLE=(1, 2))], [], ("x86",)),
        digest([module(folder, "a", TABLE=(1, 3))], [], ("x86",)),
        digest([module(folder, "a", TABLE=(1, 2), RATE=0.5)], [], ("x86",)),
        digest([module(folder, "a", TABLE=(1, 2))], [module], ("x86",)),
        digest([module(folder, "a", TABLE=(1, 2))], [], ("arm",)),
    }
    assert len(others - {known}) == 5


def test_without_a_folder_nothing_is_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(folder / "file"))
    cache = CodeCache("abc")
    cache.write("step", b"code")
    assert cache.read("step") is None


def test_a_folder_that_vanishes_keeps_nothing() -> None:
    """As when someone clears the cache meanwhile."""
    cache = CodeCache("abc")
    assert cache.folder is not None
    cache.folder.rmdir()
    cache.write("step", b"code")
    assert cache.read("step") is None


def test_a_user_without_a_home_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a container that runs under a number which nobody has."""
    for name in PLACES:
        monkeypatch.delenv(name, raising=False)

    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nowhere)
    assert CodeCache("abc").folder is None


@pytest.mark.parametrize(
    ("platform", "named", "folder"),
    [
        ("linux", {"XDG_CACHE_HOME": "/cache", "LOCALAPPDATA": "/local"}, "/cache"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local"),
        ("linux", {}, "/home/ada/.cache"),
        ("darwin", {}, "/home/ada/Library/Caches"),
    ],
)
def test_the_folder_is_that_of_the_system(
    monkeypatch: pytest.MonkeyPatch, platform: str, named: dict[str, str], folder: str
) -> None:
    for name in PLACES:
        monkeypatch.delenv(name, raising=False)
    for name, value in named.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(Path, "home", lambda: Path("/home/ada"))
    assert code_cache._user_cache() == Path(folder)
