"""The cause of a fault: the exception that a megalith raises, and the line of its source to look at."""

from __future__ import annotations

from functools import partial
from itertools import islice

from cairn_rules.cairn.megaliths.site import Site
from cairn_rules.cairn.state.actions import Effect
from cairn_rules.cairn.state.megalith_data import Megalith
from cairn_rules.cairn.state.pending import UsePower
from cairn_rules.cairn.state.state import State, draft
from cairn_rules.cairn.testing.activation import MANY, done, power_of
from cairn_rules.cairn.testing.source_lines import code_of, first_line, raised_at, yielded_at
from cairn_rules.cairn.texts.words import describe
from cairn_rules.errors import raised_by


def cause_of(megalith: Megalith, state: State) -> tuple[BaseException | None, int | None]:
    """Return what a megalith raises in a state, if anything, and the line to look at.

    The line is that of the exception in the file of the megalith, or else the one that yields the option at fault, or
    else the first line of its first power or ward. It is None if they are not plain functions.
    """
    code = code_of(megalith)
    found = _power(megalith, state) if _is_asked(megalith, state) else _ward(megalith, state)
    if code is None or found is None:
        return None if found is None else found[0], first_line(megalith)
    error, line = found
    return error, raised_at(error, code.co_filename) or line or code.co_firstlineno


def _is_asked(megalith: Megalith, state: State) -> bool:
    pending = state.pending
    return isinstance(pending, UsePower) and pending.megalith == megalith


def _ward(megalith: Megalith, state: State) -> tuple[BaseException, None] | None:
    if megalith.ward is None:
        return None
    from cairn_rules.cairn.testing.ward_checks import answers  # noqa: PLC0415 - it needs Hypothesis

    error = raised_by(partial(answers, megalith, draft(state)))
    return None if error is None else (error, None)


def _power(megalith: Megalith, state: State) -> tuple[BaseException | None, int | None] | None:
    """Return what the power or the first faulty option raises, with the line that yields the option."""
    pending, power = power_of(state)
    options: list[tuple[object, int | None]] = []
    given = islice(yielded_at(power, Site(draft(state), pending)), MANY)
    if error := raised_by(partial(options.extend, given)):
        return error, None
    for option, line in options:
        if not isinstance(option, Effect):
            return None, line
        for call in (partial(done, option, state), partial(describe, state, option)):
            if error := raised_by(call):
                return error, line
    return _ward(megalith, state)
