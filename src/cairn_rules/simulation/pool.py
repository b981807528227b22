"""A process pool that ends with its parent, also when the parent is interrupted or killed."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Generator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from typing import Final

from cairn_rules.checks import check_least, checked

_GIVEN_UP: Final[list[Executor]] = []
"""Pools left by an exception, kept because their manager threads still use them."""


@checked
@contextmanager
def process_pool(jobs: int, *, look_in: str | None = None) -> Generator[Executor | None]:
    """Open a pool of worker processes; None for one job, which runs in this process.

    If an exception leaves the block, such as a `KeyboardInterrupt`, the tasks under way are abandoned. `look_in` is an
    additional folder from which the workers import modules.

    Raises:
        DefinitionError: if `jobs` is not a whole number from 1 up.
    """
    jobs = check_least("jobs", jobs, 1)
    if jobs == 1:
        yield None
        return
    others = set(active_children())
    # Spawned, not forked: a fork copies other threads in the middle of their work.
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=begin_worker, initargs=(look_in,))
    try:
        yield pool
    except BaseException:
        # Waiting tasks are cancelled first, so that ended processes do not count as broken.
        _GIVEN_UP.append(pool)
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(active_children()) - others:
            child.terminate()
        raise
    pool.shutdown()


def begin_worker(look_in: str | None = None) -> None:
    """Prepare a worker: it ignores Ctrl-C, which its parent handles, and ends when its parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if look_in is not None:
        sys.path.insert(0, look_in)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None, "a worker has a parent"
    parent.join()
    os._exit(1)
