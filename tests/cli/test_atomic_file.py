"""Saved files: whole or not at all, on the disk, and without what killed processes leave."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from cairn_rules import CairnRulesError
from cairn_rules.cli import atomic_file
from cairn_rules.cli.atomic_file import written_to
from cairn_rules.cli.play import save_file

SAVING = """
import sys
from cairn_rules.cli.atomic_file import written_to
for _ in range(int(sys.argv[2])):
    with written_to(sys.argv[1]) as file:
        file.write("theirs")
        file.flush()
        print("writing", flush=True)
        sys.stdin.readline()
"""
needs_locks = pytest.mark.skipif(sys.platform == "win32", reason="needs locks of files and signals")


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "a [game].cairn"


def save(target: Path, text: str = "mine") -> None:
    with written_to(str(target)) as file:
        file.write(text)


def parts(target: Path) -> list[str]:
    """The files in the folder but the target."""
    return sorted(each.name for each in target.parent.iterdir() if each != target)


@contextmanager
def another_process(target: Path) -> Generator[subprocess.Popen[str]]:
    """Another process, in the middle of saving the file."""
    command = [sys.executable, "-c", SAVING, str(target), "1"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        assert process.stdout is not None
        assert process.stdout.readline() == "writing\n"
        yield process


@pytest.mark.skipif(sys.platform == "win32", reason="needs devices that are files")
def test_a_device_is_written_without_another_file_in_its_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atomic_file, "TemporaryFile", None)
    atomic_file.check_writable(os.devnull)


def test_a_folder_is_refused_before_anything_is_computed(tmp_path: Path) -> None:
    with pytest.raises(CairnRulesError, match=r"cannot write .*: Is a directory"):
        atomic_file.check_writable(str(tmp_path))


@pytest.mark.untraced
@needs_locks
def test_what_killed_processes_left_is_removed(target: Path) -> None:
    """When the file is saved again, and not what has a similar name."""
    others = (f".{target.name}.part", f".{target.name}.0123456g.part", ".b.cairn.01234567.part")
    for name in others:
        target.with_name(name).touch()
    folder = f".{target.name}.01234567.part"
    target.with_name(folder).mkdir()
    with another_process(target) as first, another_process(target) as second:
        first.kill()
        second.kill()
    assert first.returncode == second.returncode == -signal.SIGKILL
    assert len(parts(target)) == len(others) + 1 + 2
    assert not target.exists()
    save(target)
    assert parts(target) == sorted((*others, folder))
    assert target.read_text() == "mine"


@pytest.mark.parametrize("name", ["a" * 242, "a" * 255, "é" * 127, "[" * 250])
def test_a_name_that_can_be_checked_can_be_written(tmp_path: Path, name: str) -> None:
    target = tmp_path / name
    atomic_file.check_writable(str(target))
    save(target)
    assert target.read_text() == "mine"
    assert parts(target) == []
    longer = str(tmp_path / ("a" * 256))
    for refused in (lambda: atomic_file.check_writable(longer), lambda: save(Path(longer))):
        with pytest.raises(CairnRulesError, match="File name too long"):
            refused()


def test_a_game_moves_to_a_name_that_is_short_enough() -> None:
    """Its file has been changed by another program, and a number is put into the name."""
    moved = save_file._like(f"{'é' * 124}.cairn")
    assert moved == f"{'é' * 40}-2.cairn"


@needs_locks
def test_what_another_process_is_writing_stays(target: Path) -> None:
    with another_process(target) as process:
        save(target)
        assert target.read_text() == "mine"
        assert len(parts(target)) == 1
        process.communicate("\n")
    assert process.returncode == 0
    assert target.read_text() == "theirs"
    assert parts(target) == []


@pytest.mark.untraced
@pytest.mark.slow
@needs_locks
def test_many_processes_save_one_file(target: Path) -> None:
    """Each of them, again and again; none removes the file of another."""
    command = [sys.executable, "-c", SAVING, str(target), "100"]
    running = [
        subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)  # noqa: S603
        for _ in range(4)
    ]
    assert [process.wait() for process in running] == [0] * 4
    assert target.read_text() == "theirs"
    assert parts(target) == []


def locks(monkeypatch: pytest.MonkeyPatch, flock: object) -> None:
    """Let a function lock files."""
    fcntl = pytest.importorskip("fcntl", reason="files cannot be locked here")
    monkeypatch.setitem(sys.modules, "fcntl", SimpleNamespace(**{**vars(fcntl), "flock": flock}))


def test_a_file_that_is_removed_before_it_is_locked_is_made_again(target: Path, monkeypatch) -> None:
    """By a process that took it for what a killed one left."""
    removed = []

    def flock(*_: object) -> None:
        if not removed:
            removed.extend(target.parent.iterdir())
            removed[0].unlink()

    locks(monkeypatch, flock)
    save(target)
    assert len(removed) == 1
    assert target.read_text() == "mine"
    assert parts(target) == []


def test_where_files_cannot_be_locked_nothing_is_removed(target: Path, monkeypatch) -> None:
    """Without locks in the system, as on Windows, what is open cannot be removed, and all else is."""

    def flock(*_: object) -> None:
        raise OSError(37, "No locks available")

    left = target.with_name(f".{target.name}.01234567.part")
    left.touch()
    locks(monkeypatch, flock)
    save(target)
    assert target.read_text() == "mine"
    assert parts(target) == [left.name]
    monkeypatch.setitem(sys.modules, "fcntl", None)
    save(target, "mine again")
    assert target.read_text() == "mine again"
    assert parts(target) == []


@needs_locks
def test_what_is_left_of_a_long_name_is_removed(tmp_path: Path) -> None:
    target = tmp_path / ("[a]" * 80)
    with another_process(target) as process:
        process.kill()
    assert len(parts(target)) == 1
    save(target)
    assert parts(target) == []


def test_a_file_is_on_the_disk_before_it_has_its_name(target: Path, monkeypatch) -> None:
    """And its name is on the disk before it counts as saved."""
    done: list[str] = []
    fsync, replace = os.fsync, Path.replace

    def noted_fsync(descriptor: int) -> None:
        fsync(descriptor)
        is_folder = os.path.sameopenfile(descriptor, folder)
        done.append("folder" if is_folder else f"file of {os.fstat(descriptor).st_size} bytes")

    def noted_replace(self: Path, other: Path) -> Path:
        done.append("name")
        return replace(self, other)

    folder = os.open(target.parent, os.O_RDONLY)
    monkeypatch.setattr(os, "fsync", noted_fsync)
    monkeypatch.setattr(Path, "replace", noted_replace)
    save(target, "12345")
    os.close(folder)
    assert done == ["file of 5 bytes", "name", "folder"]


def test_what_does_not_reach_the_disk_leaves_the_old_file(target: Path, monkeypatch) -> None:
    def fsync(_: int) -> None:
        raise OSError(5, "Input/output error")

    save(target, "precious")
    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(CairnRulesError, match=r"cannot write .*: Input/output error"):
        save(target)
    assert target.read_text() == "precious"
    assert parts(target) == []


def test_a_folder_that_cannot_be_opened_holds_files(target: Path, monkeypatch) -> None:
    def closed(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("cairn_rules.cli.atomic_file.os", SimpleNamespace(**{**vars(os), "open": closed}))
    save(target)
    assert target.read_text() == "mine"


@pytest.mark.skipif(sys.platform == "win32", reason="needs permissions of files")
def test_a_private_file_is_private_while_it_is_written(target: Path) -> None:
    save(target)
    target.chmod(0o600)
    with written_to(str(target)) as file:
        assert os.fstat(file.fileno()).st_mode & 0o777 == 0o600
    assert target.stat().st_mode & 0o777 == 0o600
