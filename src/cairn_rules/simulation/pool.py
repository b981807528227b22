"""A pool of processes that ends with whoever began it, also when that one is interrupted or killed."""

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

from cairn_rules.errors import DefinitionError

_GIVEN_UP: Final[list[Executor]] = []
"""Pools that were left by an exception; a thread of theirs still asks them what to do with what waited."""


@contextmanager
def process_pool(jobs: int, *, look_in: str | None = None) -> Generator[Executor | None]:
    """So many processes to play games in; None for one job, which needs no other process.

    When the block is left by an exception, such as an interruption from the keyboard, what the
    processes are at is given up.

    Args:
        jobs: How many there are.
        look_in: A folder in which they find modules, too.

    Raises:
        DefinitionError: when the number is not from 1 up.
    """
    if type(jobs) is not int or jobs < 1:
        raise DefinitionError(f"jobs should be a whole number from 1 up, not {jobs!r}")
    if jobs == 1:
        yield None
        return
    others = set(active_children())
    # Begun afresh, so that no thread of this process is copied in the middle of what it does.
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=begin_worker, initargs=(look_in,))
    try:
        yield pool
    except BaseException:
        # What waits is given up first: the end of the processes then surprises nobody.
        _GIVEN_UP.append(pool)
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(active_children()) - others:
            child.terminate()
        raise
    pool.shutdown()


def begin_worker(look_in: str | None = None) -> None:
    """What a process of the pool does first: it leaves interruptions to its parent, and ends when that one does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if look_in is not None:
        sys.path.insert(0, look_in)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None, "a worker has a parent"
    parent.join()
    os._exit(1)
