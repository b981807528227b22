"""What commands print."""

from __future__ import annotations

import io
import re
from errno import ENOSPC

import pytest

from cairn_rules.cli.main import main


def printed(capsys: pytest.CaptureFixture[str], *arguments: object, code: int = 0) -> str:
    """Return what a command prints, with its exit code as expected."""
    assert main([*map(str, arguments)]) == code
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """Return the one line that a command prints instead of a result."""
    assert main([*map(str, arguments)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.splitlines()) == 1
    return captured.err


def on_a_full_disk(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """Return what a command prints whose file cannot be written in the end, beside the sentence that says so."""

    def no_space(_: int) -> None:
        raise OSError(ENOSPC, "No space left on device")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.fsync", no_space)
        assert main([*map(str, arguments)]) == 2
    captured = capsys.readouterr()
    assert re.fullmatch(r"cairn-rules: cannot write '.*': No space left on device\n", captured.err)
    return captured.out


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True
