"""Compilation of the kernel: machine code of loops, which runs without Numba."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import learning
import numpy as np
import pytest

from cairn_rules.cairn.batch import drive
from cairn_rules.cairn.batch.compiler import Compiler
from cairn_rules.cairn.batch.kernel import LONGEST_LIST
from cairn_rules.cairn.batch.row import CHAIN, ROW
from support.crowded import VARIANTS

needs_numba = pytest.mark.skipif(not drive.COMPILED, reason="there is nothing to compile with")

TOY = """
TABLE = (1, 300)
SMALL = (1, -2)
FACTOR = 2

def fill(pairs, numbers, first: int, start: int, stop: int) -> None:
    for place in range(start, stop):
        pairs[place, 1] = inner(place) + numbers[place]
        pairs[place, 0] = first

def total(pairs, start: int, stop: int) -> int:
    found = 0
    for place in range(start, stop):
        found += int(pairs[place, 0])
    return found

def say(numbers, start: int, stop: int) -> None:
    print(numbers[start])

def inner(number):
    return FACTOR * number + TABLE[1] + SMALL[1]
"""
ARRAYS = {"pairs": np.dtype((np.int16, 2)), "numbers": np.dtype(np.int64)}


@pytest.fixture(name="toy")
def _toy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """A module of loops, whose machine code is kept in the folder of the test."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kept"))
    (tmp_path / "toy.py").write_text(TOY, encoding="utf-8")
    spec = spec_from_file_location("toy", tmp_path / "toy.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def filled(fill: Any) -> list[list[int]]:
    """What a loop writes to the second and third row of four."""
    pairs, numbers = np.zeros((4, 2), np.int16), np.arange(4)
    fill(pairs, numbers, 7, 1, 3)
    return pairs.tolist()


def kept(folder: Path) -> list[str]:
    """The names of the files with machine code."""
    return sorted(path.name for path in folder.glob("kept/cairn-rules/*/*"))


@needs_numba
def test_loops_do_the_same_as_machine_code(toy: ModuleType) -> None:
    compiler = Compiler([toy], {}, ARRAYS)
    assert filled(compiler.entry("fill")) == filled(toy.fill) == [[0, 0], [7, 301], [7, 304], [0, 0]]
    assert compiler.entry("total")(np.arange(8, dtype=np.int16).reshape(4, 2), 1, 4) == 12
    assert compiler.entry("total")(np.zeros((0, 2), np.int16), 0, 0) == 0
    assert toy.TABLE == (1, 300)


@needs_numba
def test_a_loop_takes_different_arrays_in_turn(toy: ModuleType) -> None:
    """It remembers where the last one began, also after that is gone, and when the content has changed."""
    total = Compiler([toy], {}, ARRAYS).entry("total")
    one, two = np.full((2, 2), 1, np.int16), np.full((2, 2), 5, np.int16)
    assert [total(each, 0, 2) for each in (one, two, two, one)] == [2, 10, 10, 2]
    one[:] = 3
    assert total(one, 0, 2) == 6
    for number in range(20):
        assert total(np.full((2, 2), number, np.int16), 0, 2) == 2 * number


@needs_numba
def test_a_function_can_be_replaced(toy: ModuleType) -> None:
    def inner(number: int) -> int:
        return -number

    assert filled(Compiler([toy], {"inner": inner}, ARRAYS).entry("fill"))[1:3] == [[7, 0], [7, 0]]


@needs_numba
@pytest.mark.parametrize("pairs", [np.zeros((4, 2)), np.zeros((4, 3), np.int16), np.zeros(4, np.int16)])
def test_arrays_of_other_types_are_refused(toy: ModuleType, pairs: Any) -> None:
    with pytest.raises(TypeError, match=r"the loop takes rows of \('<i2', \(2,\)\), not an array of"):
        Compiler([toy], {}, ARRAYS).entry("total")(pairs, 0, 4)


@needs_numba
def test_machine_code_is_kept_and_needs_no_numba(
    toy: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert filled(Compiler([toy], {}, ARRAYS).entry("fill")) == filled(toy.fill)
    assert kept(tmp_path) == ["fill.o"]
    assert ["once for each version" in message for message in caplog.messages] == [True]
    monkeypatch.setitem(sys.modules, "numba", None)
    again = Compiler([toy], {}, ARRAYS)
    assert filled(again.entry("fill")) == filled(toy.fill)
    assert len(caplog.messages) == 1, "nothing was compiled"
    assert [again.is_stored(name) for name in ("fill", "total")] == [True, False]
    with pytest.raises(ImportError):
        again.entry("total")(np.zeros((1, 2), np.int16), 0, 1)


@needs_numba
def test_a_loop_that_needs_python_is_not_compiled(toy: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="the loop say needs more than LLVM"):
        Compiler([toy], {}, ARRAYS).entry("say")(np.array([5, 6]), 1, 2)
    assert kept(tmp_path) == []


@needs_numba
def test_a_dispatcher_takes_any_types(toy: ModuleType, tmp_path: Path) -> None:
    inner = Compiler([toy], {}, ARRAYS).dispatcher("inner")
    assert (inner(3), inner(0.5)) == (toy.inner(3), toy.inner(0.5))
    assert kept(tmp_path) == []


@needs_numba
def test_a_process_that_finds_the_code_never_imports_numba() -> None:
    program = """
import sys
from cairn_rules.cairn.batch import Batch
batch = Batch(2, seed=1)
batch.step(batch.legal[0][:, 0])
batch.mask(), batch.packed_mask(), batch.observation(), batch.playouts(1), batch.of([batch.state(0)])
print("numba" in sys.modules)
"""
    ran = [subprocess.run([sys.executable, "-c", program], check=True, capture_output=True) for _ in range(2)]  # noqa: S603
    assert ran[1].stdout.strip() == b"False"
    assert not ran[1].stderr


def test_the_names_of_compiled_modules_do_not_clash() -> None:
    """All functions of a compiler share one set of names: with another value for one, they would use wrong places."""
    values: dict[str, object] = {}
    for module in (*drive.MODULES, learning):
        for name, value in vars(module).items():
            if not name.startswith("__"):
                assert values.setdefault(name, value) == value, f"{name} of {module.__name__}"


def test_the_kernel_is_compiled_to_work_on_the_rows_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Any, ...]] = []

    def compiler(*arguments: Any) -> SimpleNamespace:
        asked.append(arguments)
        return SimpleNamespace(entry=str.upper)

    monkeypatch.setattr(drive, "Compiler", compiler)
    monkeypatch.setattr(drive, "_compiler", drive._compiler.__wrapped__)
    assert vars(drive.compiled.__wrapped__()) == {name: name.upper() for name in drive.LOOPS}
    ((_, replaced, _),) = asked
    rows = np.zeros(3, ROW)
    row = replaced["opened"](rows, 1)
    row["own"] = 5
    replaced["close"](rows, 1, row)
    assert rows["own"].tolist() == [0, 5, 0]


def test_the_functions_of_learning_are_compiled_for_any_types(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drive, "COMPILED", True)
    monkeypatch.setattr(drive, "_compiler", lambda _: SimpleNamespace(dispatcher=str.upper))
    assert vars(drive.functions_of((learning,), "self_play", "learn")) == {"self_play": "SELF_PLAY", "learn": "LEARN"}


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
@needs_numba
def test_both_texts_give_the_same_numbers() -> None:
    """Plain and compiled, with every variant, about 10,000 decisions."""
    pairs = zip(states_of_both(drive.plain, 64, 150), states_of_both(drive.compiled(), 64, 150), strict=True)
    for plain, compiled in pairs:
        assert all((one == other).all() for one, other in zip(plain, compiled, strict=True))
