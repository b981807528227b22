"""A pseudo-terminal with `python -m cairn_rules play` in it, for tests that type and read."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Self

PROGRAM = """
import fcntl, runpy, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
runpy.run_module("cairn_rules", run_name="__main__", alter_sys=True)
"""
"""Takes the terminal as its own, as a shell's child has it, so that keys and hang-ups send signals."""
PATIENCE = 20.0
"""A machine that is busy may need so many seconds for what takes a moment."""


class PseudoTerminal:
    """The terminal, 80 columns wide and 24 lines high, and the program in it."""

    def __init__(self, folder: Path, *arguments: str, **environment: str) -> None:
        self._end, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        plain = {
            name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")
        }
        self.process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-c", PROGRAM, "play", *arguments],
            stdin=other,
            stdout=other,
            stderr=other,
            cwd=folder,
            env={**plain, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", "INPUTRC": os.devnull, **environment},
            start_new_session=True,
        )
        os.close(other)
        self.raw = ""
        """Everything that was shown so far, with its colours."""
        self._read = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        self._close()

    def until(self, pattern: str) -> str:
        """What is shown from the last one of these calls up to a pattern, without colours."""
        deadline = monotonic() + PATIENCE
        while (found := re.compile(pattern).search(plain(self.raw), self._read)) is None:
            going_on = self._more() and monotonic() < deadline
            assert going_on, f"{pattern!r} is not in {plain(self.raw)[self._read :]!r}"
        start, self._read = self._read, found.end()
        return plain(self.raw)[start : self._read]

    def asked(self) -> str:
        """What is shown up to the next question."""
        return self.until(r"\[1[-0-9]*, \?\]: ")

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self._end, keys.encode())

    def answer(self, line: str) -> str:
        """Type a line; what is shown up to the next question."""
        self.type(f"{line}\r")
        return self.asked()

    def ended(self) -> int:
        """The exit code, when the program has ended."""
        deadline = monotonic() + PATIENCE
        while self._more():
            assert monotonic() < deadline, f"it has not ended after {self.rest()!r}"
        return self.process.wait(PATIENCE)

    def hang_up(self) -> int:
        """Close the terminal; the exit code."""
        self._close()
        return self.process.wait(PATIENCE)

    def send(self, number: signal.Signals) -> None:
        """Send the program a signal."""
        self.process.send_signal(number)

    def rest(self) -> str:
        """What was shown since the last question, without colours."""
        return plain(self.raw)[self._read :]

    def _more(self) -> bool:
        ready, _, _ = select.select([self._end], [], [], 0.1)
        try:
            new = os.read(self._end, 65536) if ready else b""
        except OSError:  # the program has ended
            return False
        self.raw += new.decode(errors="replace")
        return bool(new) or self.process.poll() is None

    def _close(self) -> None:
        if self._end >= 0:
            os.close(self._end)
            self._end = -1


def plain(text: str) -> str:
    """A text without colours and movements of the cursor; a line ends as in files."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r\n", "\n")


Opens = Callable[..., PseudoTerminal]
