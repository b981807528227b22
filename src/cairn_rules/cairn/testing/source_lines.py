"""Lines of a megalith's source: where an error was raised, where its functions begin, where an option is yielded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from traceback import walk_tb
from types import CodeType, FunctionType, GeneratorType
from typing import Any, cast

from cairn_rules.cairn.state.megalith_data import Megalith, OpponentDecides


def raised_at(error: BaseException | None, file: str) -> int | None:
    """Return the last line of a file that an error, or else what led to it, passed through; None if there is none."""
    while error is not None:
        lines = [line for frame, line in walk_tb(error.__traceback__) if frame.f_code.co_filename == file]
        if lines:
            return lines[-1]
        error = error.__cause__ or error.__context__  # machine code raises without a cause
    return None


def code_of(megalith: Megalith) -> CodeType | None:
    """Return the code of a megalith's first power, or else of its ward; None if it is not a plain function."""
    function = megalith.functions[0]
    if isinstance(function, OpponentDecides):
        function = function.power
    return function.__code__ if isinstance(function, FunctionType) else None


def first_line(megalith: Megalith) -> int | None:
    """Return the line on which a megalith's first power, or else its ward, begins, decorators included."""
    code = code_of(megalith)
    return None if code is None else code.co_firstlineno


def yielded_at(power: Callable[[Any], Any], site: Any) -> Iterator[tuple[object, int | None]]:
    """Yield the options of a power, each with the line that yields it; None if the power is no generator."""
    given: object = power(site)
    for option in cast("Iterable[object]", given) if isinstance(given, Iterable) else ():
        frame = given.gi_frame if isinstance(given, GeneratorType) else None
        yield option, None if frame is None else frame.f_lineno
