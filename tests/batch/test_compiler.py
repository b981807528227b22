"""Compilation of the kernel: twins of plain functions, and the folder of their machine code."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from cairn_rules.cairn.batch import compiler, drive
from cairn_rules.cairn.batch.compiler import compile_twins
from cairn_rules.cairn.batch.kernel import LONGEST_LIST
from cairn_rules.cairn.batch.row import CHAIN, ROW
from support.crowded import VARIANTS

TOY = """
TABLE = (1, 300)
SMALL = (1, -2)
FACTOR = 2

def outer(number):
    return FACTOR * inner(number)

def inner(number):
    return number + TABLE[1]
"""


class FakeNumba:
    """Stands for Numba: it compiles nothing, but tells what it was asked to."""

    def __init__(self) -> None:
        self.config = SimpleNamespace(CACHE_DIR="of the user")
        self.asked: list[tuple[str, dict[str, object], str]] = []

    def njit(self, **options: object) -> Callable[[FunctionType], FunctionType]:
        def decorate(function: FunctionType) -> FunctionType:
            self.asked.append((function.__name__, options, self.config.CACHE_DIR))
            function.py_func = function  # type: ignore[attr-defined]
            return function

        return decorate


@pytest.fixture(name="numba")
def _numba(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> FakeNumba:
    fake = FakeNumba()
    monkeypatch.setitem(sys.modules, "numba", fake)  # type: ignore[arg-type]
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kept"))
    return fake


def toy(folder: Path, text: str = TOY) -> ModuleType:
    """A module of two functions."""
    folder.mkdir(exist_ok=True)
    (folder / "toy.py").write_text(text, encoding="utf-8")
    spec = spec_from_file_location("toy", folder / "toy.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def kept_folder(numba: FakeNumba, module: ModuleType) -> str:
    """The folder that Numba was told for the machine code of a module."""
    compile_twins([module], {}, ["outer"])
    return numba.asked[-1][2]


def test_twins_call_twins_and_read_arrays(numba: FakeNumba, tmp_path: Path) -> None:
    module = toy(tmp_path)
    outer = compile_twins([module], {}, ["outer"])["outer"]
    assert outer(5) == 610 == module.outer(5)
    names = outer.__globals__
    assert names["inner"] is not module.inner
    assert (names["TABLE"].dtype, names["SMALL"].dtype) == (np.int16, np.int8)
    assert names["TABLE"].tolist() == [1, 300]
    assert module.TABLE == (1, 300)
    assert all(options["nogil"] for _, options, _ in numba.asked)


def test_a_function_can_be_replaced(numba: FakeNumba, tmp_path: Path) -> None:
    def inner(number: int) -> int:
        return -number

    assert numba
    assert compile_twins([toy(tmp_path)], {"inner": inner}, ["outer"])["outer"](5) == -10


def test_only_entries_are_kept_on_disk(numba: FakeNumba, tmp_path: Path) -> None:
    folder = kept_folder(numba, toy(tmp_path))
    assert Path(folder).parent == tmp_path / "kept" / "cairn-rules"
    assert [(name, folder) for name, options, folder in numba.asked if options.get("cache")] == [("outer", folder)]
    assert numba.config.CACHE_DIR == "of the user"


def test_each_version_has_a_folder_of_its_own(numba: FakeNumba, tmp_path: Path) -> None:
    module = toy(tmp_path / "a")
    folder = kept_folder(numba, module)
    assert kept_folder(numba, toy(tmp_path / "b")) == folder
    assert kept_folder(numba, toy(tmp_path / "c", TOY + "# changed\n")) != folder
    module.TABLE = (1, 301)  # as if it came from another module
    assert kept_folder(numba, module) != folder


def test_compiling_is_announced_once(numba: FakeNumba, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = kept_folder(numba, toy(tmp_path))
    assert ["compiles" in message for message in caplog.messages] == [True]
    (Path(folder) / "code").touch()
    kept_folder(numba, toy(tmp_path))
    assert len(caplog.messages) == 1


def test_without_a_folder_nothing_is_kept(numba: FakeNumba, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    assert compile_twins([toy(tmp_path)], {}, ["outer"])["outer"](5) == 610
    assert not any(options.get("cache") for _, options, _ in numba.asked)


def test_a_user_without_a_home_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a container that runs under a number which nobody has."""
    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)

    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nowhere)
    assert compiler._cache_folder("digest") is None


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
    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in named.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(Path, "home", lambda: Path("/home/ada"))
    assert compiler._user_cache() == Path(folder)


def test_the_kernel_has_twins_that_work_on_the_rows_themselves(numba: FakeNumba) -> None:
    assert numba
    twins = drive.compiled.__wrapped__()
    assert set(vars(twins)) == set(drive.ENTRIES)
    plain, twin = np.zeros(3, ROW), np.recarray(3, ROW)  # a row of the latter has attributes, as for Numba
    twin[:] = plain
    for engine, rows in ((drive.plain, plain), (twins, twin)):
        keys = np.zeros(3, np.int64)
        engine.first_keys(keys, 7, 0, 3)
        engine.new_games(rows, keys, (1 << 14) - 1, 2, 1, 3)
    assert (twin == plain).all()
    assert (plain["own"] != 0).tolist() == [False, True, True]


def test_learning_has_twins(numba: FakeNumba, monkeypatch: pytest.MonkeyPatch) -> None:
    assert numba
    monkeypatch.setattr(drive, "COMPILED", True)
    assert set(vars(drive.learner.__wrapped__())) == set(drive.LEARNING_ENTRIES)


def test_without_numba_the_plain_text_runs_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drive, "COMPILED", False)
    with pytest.warns(RuntimeWarning, match=r"pip install 'cairn-rules\[batch\]'"):
        assert drive.engine.__wrapped__() is drive.plain


def test_with_numba_the_compiled_text_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    twins = SimpleNamespace()
    monkeypatch.setattr(drive, "COMPILED", True)
    monkeypatch.setattr(drive, "compiled", lambda: twins)
    assert drive.engine.__wrapped__() is twins


def states_of_both(engine: Any, games: int, steps: int) -> Iterator[list[Any]]:
    """Yield all arrays of some games with each variant, step by step; they are stopped after 40 turns."""
    rows, chains, keys = np.zeros(games, ROW), np.zeros((games, CHAIN), np.int16), np.zeros(games, np.int64)
    lists, counts = np.full((games, LONGEST_LIST), -1, np.int16), np.zeros(games, np.int16)
    flags = np.zeros((games, 2), np.int8), np.zeros(games, np.bool_), np.zeros(games, np.bool_)
    shown = np.zeros((games, 641), np.bool_), np.zeros((games, 81), np.uint8), np.zeros((games, 526), np.uint8)
    sums = np.zeros((games, 2), np.int64), np.zeros(games, np.int64), np.zeros(games, np.int64)
    scratch = np.zeros(1, ROW), np.zeros((1, CHAIN), np.int16), np.zeros((1, LONGEST_LIST), np.int16)
    engine.first_keys(keys, 3, 0, games)
    for game in range(games):
        engine.new_games(rows, keys, (1 << 14) - 1 if game % 3 else 255, game % len(VARIANTS), game, game + 1)
    engine.legal(rows, chains, lists, counts, 0, games)
    rng, again = np.random.default_rng(4), True
    for number in range(steps):
        actions = lists[np.arange(games), (rng.random(games) * counts).astype(np.int64)].astype(np.int64)
        assert engine.find_illegal(lists, counts, actions, 0, games) == -1
        engine.step(rows, chains, keys, lists, counts, actions, *flags, 40, again, 0, games)
        engine.mask(lists, counts, shown[0], 0, games)
        engine.packed_mask(lists, counts, shown[1], 0, games)
        engine.observation(rows, shown[2], 0, games)
        if number % 50 == 0:
            engine.playouts(rows, chains, keys, *scratch, 0, 1, 60, *sums, 0, games)
        yield [each.copy() for each in (rows, keys, lists, counts, *flags, *shown, *sums)]


@pytest.mark.slow
@pytest.mark.skipif(not drive.COMPILED, reason="there is nothing to compare without Numba")
def test_both_texts_give_the_same_numbers() -> None:
    """Plain and compiled, with every variant, about 10,000 decisions."""
    pairs = zip(states_of_both(drive.plain, 64, 150), states_of_both(drive.compiled(), 64, 150), strict=True)
    for plain, compiled in pairs:
        assert all((one == other).all() for one, other in zip(plain, compiled, strict=True))
