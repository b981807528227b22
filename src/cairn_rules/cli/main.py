"""The command line: its exit codes, and what it prints on the standard output."""

from __future__ import annotations

import codecs
import os
import sys
import warnings
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Final, cast
from unicodedata import normalize

from cairn_rules.cli.commands import FAULTY, INTERRUPTED, Lines
from cairn_rules.cli.messages import fit, note
from cairn_rules.cli.parser import parse
from cairn_rules.errors import CairnRulesError, DocumentError, fault_lines, printable

_NEAREST: Final = "cairn_rules.nearest"
"""The name of the error handler for output that a console cannot show."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: The arguments; None for those of the process.

    Returns:
        The exit code, which is 0 for success, 1 if a check found faults or the output cannot be written, 2 for
        bad arguments or input that cannot be read, and 130 after an interruption.
    """
    if sys.stderr is None:  # pyright: ignore[reportUnnecessaryComparison] - so it is when it was closed
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - to the end of the process
    output: object = sys.stdout
    unicode = _can_draw(getattr(output, "encoding", None))
    codecs.register_error(_NEAREST, _nearest)
    streams: tuple[object, ...] = (output, sys.stderr)
    for stream in streams:
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=_NEAREST)  # a name that cannot be shown is no reason to fail
    with warnings.catch_warnings():
        warnings.showwarning = cast("Any", _tell)
        try:
            options = parse(sys.argv[1:] if arguments is None else arguments)
            options.unicode = unicode
            code = _print(options.run(options))
            print(end="", flush=True)
        except OSError as error:
            # Nothing more can be written, not even by the interpreter's last flush.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            if isinstance(error, BrokenPipeError):
                return 0  # the reader has seen enough
            note(f"cairn-rules: cannot write: {error.strerror}")
            return FAULTY
        except CairnRulesError as error:
            note(f"cairn-rules: {_in_lines(error)}")
            return 2
        except KeyboardInterrupt:
            return INTERRUPTED
    return code


def _tell(message: Warning | str, *_: object) -> None:
    """Print a warning without the line of code that it comes from."""
    note(f"cairn-rules: {message}")


def _in_lines(error: CairnRulesError) -> str:
    """Return the text of an error, with each fault on its own line if there are several in a document."""
    cause = error if isinstance(error, DocumentError) else error.__cause__
    if not isinstance(cause, DocumentError) or len(cause.faults) == 1:
        return str(error)
    lines = [printable(line) for line in fault_lines(cause.faults)]
    return str(error).replace(f" {'; '.join(lines)}", "".join(f"\n  {line}" for line in lines))


def _print(lines: Lines) -> int:
    while True:
        try:
            print(fit(next(lines), sys.stdout))
        except StopIteration as end:
            return int(end.value)


def _nearest(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that a console cannot show by their plain letters (`e` for `ë`), or by question marks."""
    assert isinstance(error, UnicodeEncodeError)
    unknown = error.object[error.start : error.end]
    plain = (normalize("NFKD", each).encode("ascii", "ignore").decode() or "?" for each in unknown)
    return "".join(plain), error.end


def _can_draw(encoding: str | None) -> bool:
    """Return whether a terminal can show the signs of a diagram."""
    try:
        "●▲◇◆◦┌─┬┐│├┼┤└┴┘…".encode(encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
