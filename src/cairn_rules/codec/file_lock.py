"""Locks of files against other processes."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def locked(path: str | Path) -> Generator[bool]:
    """Lock a file until the context ends, and yield whether that is possible.

    Some network drives do not support locks. On Windows, which lacks such locks but refuses to remove an open file,
    every file counts as locked.

    Raises:
        BlockingIOError: if another process has locked it.
        OSError: if it cannot be opened, or was removed while it was opened.
    """
    try:
        import fcntl  # noqa: PLC0415 - not there on every system
    except ImportError:
        yield True
        return
    with Path(path).open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise
        except OSError:
            can_be_locked = False
        else:
            can_be_locked = True
        Path(path).stat()
        yield can_be_locked
