"""The library's exceptions, with the reasons and faults that they carry."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from reprlib import Repr
from typing import Any, Final

from cairn_rules.frozen_classes import field, frozen

_CONTROLS: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""The Unicode categories of characters that control a terminal or the direction of text, and of lone surrogates."""
_JOINERS: Final = "\u200c\u200d"
"""The characters of these categories that only join or separate letters and emoji."""


def printable(text: str, *, keep: str = "") -> str:
    r"""Return a text with its control characters escaped, such as those that control a terminal.

    `keep` has control characters that stay, such as line breaks.

    Example:
        >>> printable("red \x1b[31m\n"), printable("red \x1b[31m\n", keep="\n")
        ('red \\x1b[31m\\n', 'red \\x1b[31m\n')
    """
    if text.isprintable():
        return text
    from unicodedata import category  # noqa: PLC0415 - rarely needed

    stay = keep + _JOINERS
    return "".join(
        each if category(each) not in _CONTROLS or each in stay else each.encode("unicode_escape").decode()
        for each in text
    )


def ascii_text(text: str) -> str:
    """Return a text with an ASCII character in place of any other one, so that columns keep their places.

    Example:
        >>> ascii_text("Tëo d…")
        'Teo d.'
    """
    if text.isascii():
        return text
    from unicodedata import normalize  # noqa: PLC0415 - rarely needed

    letters = (normalize("NFD", sign)[0] for sign in text)
    return "".join(each if each.isascii() else "." if each == "…" else "?" for each in letters)


@frozen
class Reason:
    """The reason why an action is illegal.

    Example:
        >>> print(Reason(code="move/occupied", text="a2 is occupied", rule="4.3"))
        a2 is occupied [move/occupied, rule 4.3]
    """

    code: str
    """A stable code for programs, such as `move/occupied`."""
    text: str = field(converter=printable)
    """A sentence for people, which names the spaces and tile faces involved."""
    rule: str
    """The number of the rule on the game's rules page, such as `4.3`; empty if the game gives none."""
    arguments: Mapping[str, Any] = field(factory=dict[str, Any], eq=False, repr=False)
    """What the sentence names, by name: spaces, seats, cards and numbers as values of the game, for translations."""
    parts: tuple[Reason, ...] = field(default=(), eq=False, repr=False)
    """The single reasons, if several forbid the action at once."""

    def __str__(self) -> str:
        rule = f", rule {self.rule}" if self.rule else ""
        return f"{self.text} [{self.code}{rule}]"


@frozen
class Fault:
    """A single fault of a text, document or state, with its place.

    Example:
        >>> from cairn_rules import NotationError, cairn
        >>> try:
        ...     cairn.parse_position("f4/5/5/5/s4 s wxoe b3=chaos,d3=dawn alley,dear - 0-0")
        ... except NotationError as error:
        ...     for fault in error.faults:
        ...         print(fault)
        faces, column 15: 'x' is not on the Move tile; use o or d
        upcoming, column 43: unknown id 'dear'; did you mean 'deer'?
    """

    where: str = field(converter=printable)
    """The name of a field, with the column (from 1) in a text; or a path in a document."""
    message: str = field(converter=printable)
    """A description of the fault and of a valid value."""
    line: int | None = None
    """The line in a TOML or JSON text, from 1, on which the key is, or the table or list in which a missing key would
    be; None if it is not known."""

    def __str__(self) -> str:
        line = "" if self.line is None else f"line {self.line}, "
        return f"{line}{self.where}: {self.message}"


def cut(text: str, length: int) -> str:
    """Return a text, cut to a number of characters and marked with an ellipsis if it is longer."""
    return text if len(text) <= length else f"{text[:length]}…"


_LONG_NUMBER: Final = "a number of thousands of digits"


def quoted(value: object) -> str:
    """Return the `repr` of a value for an error message, cut to about 200 characters.

    Example:
        >>> quoted("A"), quoted(10**5000)
        ("'A'", 'a number of thousands of digits')
    """
    try:
        return cut(repr(value), 200)
    except ValueError:  # Python refuses to convert very long numbers
        return _LONG_NUMBER
    except RecursionError:  # lists within lists
        return shown(value)


def _plain(value: object) -> str:
    try:
        return str(value)
    except ValueError:  # as above
        return _LONG_NUMBER


class _Abridged(Repr):
    def repr_int(self, x: int, level: int) -> str:
        try:
            return super().repr_int(x, level)
        except ValueError:
            return _LONG_NUMBER


shown: Final = _Abridged().repr
"""A function that returns the `repr` of plain data with long parts abridged, including numbers of any length."""


def raised(error: BaseException) -> str:
    """Return an exception from foreign code as text for an error message, cut to about 500 characters.

    Example:
        >>> raised(ValueError("too tired")), raised(SetupError("no megaliths"))
        ("ValueError('too tired')", 'SetupError: no megaliths')
    """
    try:
        text = f"{type(error).__name__}: {error}" if isinstance(error, CairnRulesError) else repr(error)
    except Exception:  # noqa: BLE001 - even the __repr__ of an exception may fail
        text = type(error).__name__
    return cut(printable(text), 500)


def raised_by(call: Callable[[], object]) -> BaseException | None:
    """Return the exception that a call raises, even `SystemExit`; None if it raises none.

    A `KeyboardInterrupt` is not caught.
    """
    try:
        call()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - even SystemExit
        return error
    return None


def fault_lines(faults: Sequence[Fault]) -> list[str]:
    """Return the texts of the first 20 faults, and the number of those left out."""
    shown = [cut(str(fault), 1000) for fault in faults[:20]]
    return shown if len(faults) <= 20 else [*shown, f"and {len(faults) - 20} more"]


def _listed(faults: Sequence[Fault]) -> str:
    return "; ".join(fault_lines(faults))


def hint(word: object, known: Sequence[str], listed: str = "known") -> str:
    """Return a hint for an unknown word: the known words similar to it or containing it, or else all of them.

    `listed` is what the known words are called if all of them are listed.

    Example:
        >>> hint("baer", ("bear", "wolf")), hint("bear", ("bugbear", "grizzly-bear", "wolf"))
        ("did you mean 'bear'?", "did you mean 'grizzly-bear' or 'bugbear'?")
    """
    found = guesses(word, known)
    return f"did you mean {' or '.join(map(repr, found))}?" if found else f"{listed}: {', '.join(known) or 'none'}"


def guesses(word: object, known: Sequence[str]) -> tuple[str, ...]:
    """Return the known words that an unknown word may mean: those that contain it, and the most similar one."""
    guess = nearest(word, known)
    longer = _longer(word, known) if isinstance(word, str) else ((), ())
    return tuple(dict.fromkeys((*longer[0], *([guess] if guess else ()), *longer[1])))[:_MOST_GUESSES]


def _longer(word: str, known: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the known words of which a word is a part between hyphens, and the others that contain it."""
    part = word.lower()
    found = [each for each in known if len(part) > 2 and part in each.lower()]
    whole = [each for each in found if part in each.lower().split("-")]
    return whole, [each for each in found if each not in whole]


def nearest(word: object, known: Sequence[str], least: float = 0.6) -> str | None:
    """Return the known word most similar to another; None if none is similar, from 0 (not at all) to 1 (equal)."""
    from difflib import get_close_matches  # noqa: PLC0415 - rarely needed, and slow to import

    matches = get_close_matches(
        (word if isinstance(word, str) else quoted(word))[:100].lower(), known, n=1, cutoff=least
    )
    return matches[0] if matches else None


_MOST_GUESSES: Final = 5
"""Maximum number of words that a hint suggests."""
MOST_FAULTS: Final = 100
"""Maximum number of faults reported for one text or document."""


class CairnRulesError(Exception):
    """The base class of all errors that this library raises deliberately.

    Control characters in the text of an error are escaped.
    """

    def __str__(self) -> str:
        return printable(self._text())

    def _text(self) -> str:
        return super().__str__()


class IllegalActionError(CairnRulesError, ValueError):
    """An action was applied to a state in which it is not legal.

    Example:
        >>> from cairn_rules import IllegalActionError, cairn
        >>> state = cairn.new_game(seed=7, faces="wooe", first=cairn.Tribe.SEA)
        >>> try:
        ...     cairn.apply(state, cairn.Move(cairn.Space.A1, cairn.Space.B2))
        ... except IllegalActionError as error:
        ...     print(error.reason)
        a1 to b2 is diagonal, but the Move tile shows orthogonal [move/not-straight, rule 4.3]
    """

    def __init__(self, action: object, reason: Reason, where: str) -> None:
        super().__init__(action, reason, where)
        self.action = action
        """The action that was refused."""
        self.reason = reason
        """The reason for the refusal."""
        self.where = where
        """A short description of the state in which it was refused."""

    def _text(self) -> str:
        return f"illegal action {cut(_plain(self.action), 200)}: {self.reason}"


class UnsoundStateError(CairnRulesError, ValueError):
    """An impossible state, with all of its faults.

    Example:
        >>> from cairn_rules import cairn
        >>> cairn.make_state(shamans={}, megaliths={cairn.Space.B3: cairn.BASE_SET["deer"]})
        Traceback (most recent call last):
        cairn_rules.errors.UnsoundStateError: unsound state: scores: 0-0 needs 2 megaliths on the board ..., not 1
    """

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults: tuple[Fault, ...] = tuple(faults)
        """All faults found."""
        super().__init__(self.faults)

    def _text(self) -> str:
        return f"unsound state: {_listed(self.faults)}"


class NotationError(CairnRulesError, ValueError):
    """A text that cannot be read as an action, a position or a record, or a value that cannot be written as one.

    It has all faults.

    Example:
        >>> from cairn_rules import cairn
        >>> cairn.parse_action("c9-c2", cairn.new_game(seed=7))
        Traceback (most recent call last):
        cairn_rules.errors.NotationError: cannot read 'c9-c2': action: not an action; one is written like ...
    """

    def __init__(self, text: str, faults: Iterable[Fault], verb: str = "read") -> None:
        self.text = text
        """The text; the `repr` of a value that cannot be written."""
        self.faults: tuple[Fault, ...] = tuple(faults)
        """All faults found."""
        self.verb = verb
        """The step that failed: `read` or `write`."""
        super().__init__(self.text, self.faults, self.verb)

    def _text(self) -> str:
        text = cut(self.text, 200) if self.verb == "write" else repr(cut(self.text, 200))
        return f"cannot {self.verb} {text}: {_listed(self.faults)}"


class DocumentError(CairnRulesError, ValueError):
    """An invalid JSON document, board file or content pack, or a value that cannot be written as one.

    Example:
        >>> from cairn_rules import loads
        >>> loads('{"format": 1, "game": "cairn", "document": "action", "value": {"type": "add", "to": "f1"}}')
        Traceback (most recent call last):
        cairn_rules.errors.DocumentError: bad document: $.value.to: 'f1' is not a space, a1 to e5
    """

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults: tuple[Fault, ...] = tuple(faults)
        """All faults found. The place of each is a path such as `$.value.megaliths.b3`."""
        super().__init__(self.faults)

    def _text(self) -> str:
        return f"bad document: {_listed(self.faults)}"


class MatchError(CairnRulesError, RuntimeError):
    """A step that a match cannot take now: a decision after its end, or an undo at its start.

    Example:
        >>> from cairn_rules import Match, cairn
        >>> Match(cairn, seed=7).undo()
        Traceback (most recent call last):
        cairn_rules.errors.MatchError: nothing to undo: this is the start of the match
    """


class UnknownIdError(CairnRulesError, LookupError):
    """An id that is not in a registry. The message suggests the most similar known id.

    Example:
        >>> from cairn_rules import cairn
        >>> cairn.BASE_SET["dear"]
        Traceback (most recent call last):
        cairn_rules.errors.UnknownIdError: unknown id 'dear'; did you mean 'deer'?
    """

    def __init__(self, unknown: object, known: Sequence[str]) -> None:
        super().__init__(unknown, known)
        self.unknown = unknown
        """The id that was not found."""
        self.known: tuple[str, ...] = tuple(known)
        """The known ids, in order."""

    @property
    def nearest(self) -> str | None:
        """The known id most similar to the unknown one; None if none is similar."""
        return nearest(self.unknown, self.known)

    def _text(self) -> str:
        return f"unknown id {quoted(self.unknown)}; {hint(self.unknown, self.known)}"


class UnknownGameError(CairnRulesError, LookupError):
    """A name that no known game has. The message suggests a similar name, or lists the installed games.

    Example:
        >>> from cairn_rules import games
        >>> games.load("corrigans")
        Traceback (most recent call last):
        cairn_rules.errors.UnknownGameError: there is no game 'corrigans'; did you mean 'korrigans'?
    """


class DuplicateIdError(CairnRulesError, ValueError):
    """Two different things with the same id in one registry.

    Example:
        >>> from cairn_rules import cairn
        >>> red = cairn.megalith("Red Deer", text="It does nothing.", id="deer")(lambda site: ())
        >>> cairn.BASE_SET | red
        Traceback (most recent call last):
        cairn_rules.errors.DuplicateIdError: two different things have the id 'deer': Deer Rock and Red Deer
    """


class SetupError(CairnRulesError, ValueError):
    """Arguments with which a game cannot be set up.

    Example:
        >>> from cairn_rules import cairn
        >>> cairn.new_game(circles=("deer", "deer"))
        Traceback (most recent call last):
        cairn_rules.errors.SetupError: the Stone Circles take two different megaliths, not ('deer', 'deer')
    """


class DefinitionError(CairnRulesError, ValueError):
    """An invalid argument or definition, such as that of a megalith, an option or a space.

    Example:
        >>> from cairn_rules import cairn
        >>> cairn.Variant(power_exit="yes")
        Traceback (most recent call last):
        cairn_rules.errors.DefinitionError: Variant: power_exit should be False or True, not 'yes'
    """


class EncodingError(CairnRulesError, ValueError):
    """An action, an index or an observation outside the encoding of its game for machine learning.

    Example:
        >>> from cairn_rules import cairn
        >>> from cairn_rules.encoding import Encoder
        >>> Encoder(cairn).action(cairn.new_game(seed=7), 640)
        Traceback (most recent call last):
        cairn_rules.errors.EncodingError: no legal action has the index 640 here
    """


class UnreadableFileError(CairnRulesError):
    """A file that cannot be read: it is missing, a folder, too large, or of another kind. Its content may be valid.

    Example:
        >>> from cairn_rules.endless_winter import read_pack
        >>> read_pack("no-such-file.toml")
        Traceback (most recent call last):
        cairn_rules.errors.UnreadableFileError: cannot read 'no-such-file.toml': No such file or directory
    """


def unreadable(path: object, why: object) -> UnreadableFileError:
    """Return the error for a file that cannot be read, whose name is cut where no path is as long."""
    return UnreadableFileError(f"cannot read {cut(repr(str(path)), 4096)}: {why}")


class MissingExtraError(CairnRulesError, ImportError):
    """A package that an optional part of the library needs is not installed.

    Example:
        >>> print(MissingExtraError("training", "torch", "learning"))
        training needs torch; install it with: pip install 'cairn-rules[learning]'
    """

    def __init__(self, part: str, package: str, extra: str) -> None:
        super().__init__(part, package, extra, name=package)
        self.part = part
        """The part of the library."""
        self.extra = extra
        """The extra that installs the package, whose name is `name`."""

    def _text(self) -> str:
        return f"{self.part} needs {self.name}; install it with: pip install 'cairn-rules[{self.extra}]'"


_DISTRIBUTIONS: Final = {"PIL": "Pillow", "distributed": "Dask", "pyspiel": "open_spiel", "resvg_py": "resvg-py"}
"""The packages that people know by another name than that of their module."""


def missing_extra(part: str, extra: str, *modules: str) -> MissingExtraError | None:
    """Return the error for the first module that cannot be found; None if all are installed.

    `part` is the part of the library that needs them, and `extra` the extra that installs them.

    Example:
        >>> missing_extra("the sum", "sums", "math"), missing_extra("the sum", "sums", "maths")
        (None, MissingExtraError('the sum', 'maths', 'sums'))
    """
    from importlib.util import find_spec  # noqa: PLC0415 - rarely needed

    missing = next((each for each in modules if sys.modules.get(each) is None and find_spec(each) is None), None)
    return None if missing is None else MissingExtraError(part, _DISTRIBUTIONS.get(missing, missing), extra)


class PowerError(CairnRulesError, RuntimeError):
    """A faulty power or effect. The fault is in the megalith, not in the caller.

    Example:
        >>> from cairn_rules import cairn
        >>> @cairn.megalith("Broken Stone", text="It offers something that is not an effect.")
        ... def broken(site):
        ...     return ["c3"]
        >>> stones = cairn.BASE_SET | broken
        >>> state = cairn.parse_position("4f/5/5/2s2/5 s wooe c3=broken,d3=dawn alley,menhir - 0-0", stones)
        >>> cairn.apply(state, cairn.parse_action("c2-c3", state))
        Traceback (most recent call last):
        cairn_rules.errors.PowerError: ...
    """
