"""Strict reading of TOML text, safe for untrusted input."""

from __future__ import annotations

import re
from ast import literal_eval
from typing import Any, Final

from cairn_rules.checks import encoding_fault
from cairn_rules.errors import MOST_FAULTS, DocumentError, Fault, cut, shown

MOST_DOTS: Final = 100
"""Maximum number of dots in one line, outside texts and comments.

The TOML parser's time and memory grow with the square of the number of parts of a dotted key.
"""
MOST_DOTS_IN_ALL: Final = 10_000
"""Maximum number of dots in a document, outside texts and comments, because each part of a key takes parsing time."""

STRING: Final = r"""
    "{3} (?: [^"\\] | \\. | "(?!"") )*+ (?: "{3,5} )?      # strings over several lines, closed or not
    | '{3} (?: [^'] | '(?!'') )*+ (?: '{3,5} )?
    | " (?: [^"\\\n] | \\. )*+ "?                         # strings on one line
    | ' [^'\n]*+ '?
"""
"""A verbose pattern of strings, for which `.` is any character."""
_OTHER_THAN_KEYS: Final = re.compile(STRING + r"| \# [^\n]*+", re.DOTALL | re.VERBOSE)


def read_toml(text: str) -> dict[str, Any]:
    r"""Parse TOML. The caller limits the length of the text.

    Raises:
        DocumentError: if the text is not TOML, is nested too deeply, has a key of more than `MOST_DOTS` parts, or holds
            a lone surrogate.

    Example:
        >>> read_toml('[pack]\nid = "my_pack"')
        {'pack': {'id': 'my_pack'}}
        >>> read_toml('id = = 7')
        Traceback (most recent call last):
        ...
        cairn_rules.errors.DocumentError: bad document: line 1, column 6: not valid TOML: Invalid value
    """
    import tomllib  # noqa: PLC0415 - slow to import

    _check_encoding(text)
    _check_dots(text)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise DocumentError([Fault("$", "nested too deeply")]) from None
    except tomllib.TOMLDecodeError as error:
        raise DocumentError([_syntax_fault(str(error), text)]) from None
    except ValueError:  # the interpreter refuses to read such a number
        raise DocumentError([Fault("$", "a number of thousands of digits")]) from None


def _check_encoding(text: str) -> None:
    """Reject a text with lone surrogates, even in comments."""
    found = ((number, line, encoding_fault(line)) for number, line in enumerate(text.split("\n"), 1))
    faults = [Fault("$", f"{shown(line)}: {fault}", number) for number, line, fault in found if fault]
    if faults:
        raise DocumentError(faults[:MOST_FAULTS])


def _check_dots(text: str) -> None:
    """Reject a text with a dotted key of too many parts, or with too many dotted keys."""
    bare = _OTHER_THAN_KEYS.sub(lambda found: "\n" * found[0].count("\n"), text)
    for number, line in enumerate(bare.split("\n"), 1):
        if line.count(".") > MOST_DOTS:
            message = f"{line.count('.')} dots outside of texts; a line has at most {MOST_DOTS}"
            raise DocumentError([Fault("$", message, number)])
    if bare.count(".") > MOST_DOTS_IN_ALL:
        message = f"{bare.count('.')} dots outside of texts; there can be at most {MOST_DOTS_IN_ALL}"
        raise DocumentError([Fault("$", message)])


_UNCLOSED: Final = (
    "Illegal character '\\n'",
    "Found invalid character '\\n'",
    "Unterminated string",
    'Expected "\'"',
    "Expected \"'''\"",
)
"""The messages of the parser for a quote that is not closed."""
_TWICE: Final = re.compile(r"Cannot declare (\(.+\)) twice", re.DOTALL)


_PLACE: Final = re.compile(r"line ([0-9]+), (column [0-9]+)")


def _syntax_fault(message: str, text: str) -> Fault:
    """Return the fault for a message of the TOML parser, in plain words for the commonest slips."""
    what, _, where = message.rpartition(" (at ")
    if what in _UNCLOSED:
        what = "a quote is not closed"
    elif twice := _TWICE.fullmatch(what):
        what = f"the table [{cut('.'.join(literal_eval(twice[1])), 100)}] occurs twice; put its keys under one of them"
    where = where.removesuffix(")")
    place = _PLACE.fullmatch(where)
    line, where = (int(place[1]), place[2]) if place else (text.rstrip().count("\n") + 1, where)
    return Fault(where, f"not valid TOML: {what}", line)
