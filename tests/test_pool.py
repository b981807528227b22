"""A pool of processes that ends with whoever began it."""

from __future__ import annotations

import os
import signal
import sys
import time
from importlib.util import find_spec
from multiprocessing import active_children
from pathlib import Path
from types import SimpleNamespace

import pytest

from cairn_rules import DefinitionError
from cairn_rules.simulation import pool as module
from cairn_rules.simulation.pool import begin_worker, process_pool


def test_one_job_needs_no_other_process() -> None:
    with process_pool(1) as executor:
        assert executor is None


def test_several_jobs_are_processes() -> None:
    with process_pool(2) as executor:
        assert executor is not None
        assert executor.submit(os.getpid).result() != os.getpid()
        assert executor.submit(signal.getsignal, signal.SIGINT).result() is signal.SIG_IGN


def test_processes_look_for_modules_where_they_are_told_to(tmp_path: Path) -> None:
    (tmp_path / "moor.py").write_text("", encoding="utf-8")
    with process_pool(2, look_in=str(tmp_path)) as executor:
        assert executor is not None
        assert executor.submit(find_spec, "moor").result() is not None


def test_a_process_looks_there_first(monkeypatch, tmp_path: Path) -> None:
    """Seen from within, with a parent that stays."""
    monkeypatch.setattr(sys, "path", ["elsewhere"])
    monkeypatch.setattr(module, "Thread", lambda **_: SimpleNamespace(start=lambda: None))
    before = signal.getsignal(signal.SIGINT)
    try:
        begin_worker(str(tmp_path))
    finally:
        signal.signal(signal.SIGINT, before)
    assert sys.path == [str(tmp_path), "elsewhere"]


@pytest.mark.slow
@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError, GeneratorExit])
def test_what_is_under_way_is_given_up_after_an_exception(error: type[BaseException]) -> None:
    before = set(active_children())
    start = time.perf_counter()
    with pytest.raises(error), process_pool(2) as executor:  # noqa: PT012 - it is raised in the block
        assert executor is not None
        executor.submit(os.getpid).result()
        executor.submit(time.sleep, 60)
        raise error
    while set(active_children()) - before:
        assert time.perf_counter() - start < 30
        time.sleep(0.01)


@pytest.mark.parametrize("jobs", [0, -1, True, 2.0, "2", None])
def test_jobs_are_a_number(jobs) -> None:
    with (
        pytest.raises(DefinitionError, match=f"jobs should be a whole number( from 1 up)?, not {jobs!r}"),
        process_pool(jobs),
    ):
        pass


def test_a_worker_ends_when_its_parent_has(monkeypatch) -> None:
    """Seen from within, with a parent that is gone already."""
    ended: list[int] = []
    monkeypatch.setattr(module, "parent_process", lambda: SimpleNamespace(join=lambda: None))
    monkeypatch.setattr(module.os, "_exit", ended.append)
    before = signal.getsignal(signal.SIGINT)
    try:
        begin_worker()
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
    deadline = time.perf_counter() + 10
    while not ended and time.perf_counter() < deadline:
        time.sleep(0.01)
    assert ended == [1]
