"""Everything the library raises on purpose, and the reasons and faults that come with it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from reprlib import Repr
from typing import Final

from attrs import frozen


@frozen
class Reason:
    """Why an action is illegal.

    Example:
        >>> print(Reason(code="move/occupied", text="a2 is occupied", rule="4.3"))
        a2 is occupied [move/occupied, rule 4.3]
    """

    code: str
    """A stable code for programs, such as `move/occupied`."""
    text: str
    """A sentence for people: it names the spaces and the tile faces."""
    rule: str
    """The number of the rule on the game's rules page, such as `4.3`."""

    def __str__(self) -> str:
        return f"{self.text} [{self.code}, rule {self.rule}]"


@frozen
class Fault:
    """One thing that is wrong with a text or with a state, and where it is.

    Example:
        >>> import cairn_rules as cairn
        >>> try:
        ...     cairn.parse_position("f4/5/5/5/s4 s wxoe b3=chaos,d3=dawn alley,dear - 0-0")
        ... except cairn.NotationError as error:
        ...     for fault in error.faults:
        ...         print(fault)
        faces, column 15: 'x' is not on the Move tile; use o or d
        upcoming, column 43: unknown id 'dear'; did you mean 'deer'?
    """

    where: str
    """The place: a field's name, with the column (from 1) when it stands in a text."""
    message: str
    """What is wrong there and what would be right."""

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


def cut(text: str, length: int) -> str:
    """The text, or its beginning when it is longer."""
    return text if len(text) <= length else f"{text[:length]}…"


_LONG_NUMBER: Final = "a number of thousands of digits"


def quoted(value: object) -> str:
    """A value as a message tells of it: at most about 200 characters.

    Example:
        >>> quoted("A"), quoted(10**5000)
        ("'A'", 'a number of thousands of digits')
    """
    try:
        return cut(repr(value), 200)
    except ValueError:  # the interpreter writes no such number
        return _LONG_NUMBER


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
"""Returns the `repr` of plain data with its long parts cut, as `reprlib` does; numbers of any length, too."""


def printable(text: str) -> str:
    r"""Return a text with what cannot be shown, such as the escape sequences of a terminal, written as escapes.

    Example:
        >>> printable("red \x1b[31m")
        'red \\x1b[31m'
    """
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


def raised(error: BaseException) -> str:
    """Return an exception of somebody else's code as a message quotes it: at most about 500 characters.

    Example:
        >>> raised(ValueError("too tired")), raised(SetupError("no megaliths"))
        ("ValueError('too tired')", 'SetupError: no megaliths')
    """
    try:
        told = f"{type(error).__name__}: {error}" if isinstance(error, CairnRulesError) else repr(error)
    except Exception:  # noqa: BLE001 - it may be as broken as what raised it
        told = type(error).__name__
    return cut(printable(told), 500)


def _listed(faults: Sequence[Fault]) -> str:
    """The faults as one text; of a great many the first ones and their number."""
    shown = "; ".join(cut(str(fault), 1000) for fault in faults[:20])
    return shown if len(faults) <= 20 else f"{shown}; and {len(faults) - 20} more"


def hint(word: object, known: Sequence[str]) -> str:
    """What to say of an unknown word: the nearest known one, or else all of them."""
    guess = nearest(word, known)
    return f"did you mean {guess!r}?" if guess else f"known: {', '.join(known) or 'none'}"


def nearest(word: object, known: Sequence[str]) -> str | None:
    """The known word that is most like another one; None when none is like it."""
    from difflib import get_close_matches  # noqa: PLC0415 - rarely needed, and slow to import

    matches = get_close_matches((word if isinstance(word, str) else quoted(word))[:100].lower(), known, n=1)
    return matches[0] if matches else None


MOST_FAULTS: Final = 100
"""More are not told of one text or document."""


class CairnRulesError(Exception):
    """The ancestor of every error that this library raises on purpose."""


class IllegalActionError(CairnRulesError, ValueError):
    """An action was applied to a state in which it is not legal.

    Example:
        >>> import cairn_rules as cairn
        >>> state = cairn.new_game(seed=7, faces="wooe", first=cairn.Tribe.SEA)
        >>> try:
        ...     cairn.apply(state, cairn.Move(cairn.Space.A1, cairn.Space.B2))
        ... except cairn.IllegalActionError as error:
        ...     print(error.reason)
        a1 to b2 is diagonal, but the Move tile shows orthogonal [move/not-straight, rule 4.3]
    """

    def __init__(self, action: object, reason: Reason, where: str) -> None:
        super().__init__(action, reason, where)
        self.action = action
        """The action that was refused."""
        self.reason = reason
        """Why it was refused."""
        self.where = where
        """The state in which it was refused, in short."""

    def __str__(self) -> str:
        return f"illegal action {cut(_plain(self.action), 200)}: {self.reason}"


class UnsoundStateError(CairnRulesError, ValueError):
    """A state that cannot be: every fault of it is listed.

    Example:
        >>> import cairn_rules as cairn
        >>> cairn.make_state(shamans={}, megaliths={cairn.Space.B3: cairn.BASE_SET["deer"]})
        Traceback (most recent call last):
        cairn_rules.errors.UnsoundStateError: unsound state: scores: 0-0 needs 2 megaliths on the field ..., not 1
    """

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults: tuple[Fault, ...] = tuple(faults)
        """What is wrong, all of it."""
        super().__init__(self.faults)

    def __str__(self) -> str:
        return f"unsound state: {_listed(self.faults)}"


class NotationError(CairnRulesError, ValueError):
    """A text that is no action, no position or no record: every fault of it is listed.

    Example:
        >>> import cairn_rules as cairn
        >>> cairn.parse_action("c9-c2", cairn.new_game(seed=7))
        Traceback (most recent call last):
        cairn_rules.errors.NotationError: cannot read 'c9-c2': action: not an action; one is written like ...
    """

    def __init__(self, text: str, faults: Iterable[Fault]) -> None:
        self.text = text
        """The text that was given."""
        self.faults: tuple[Fault, ...] = tuple(faults)
        """What is wrong with it, all of it."""
        super().__init__(self.text, self.faults)

    def __str__(self) -> str:
        return f"cannot read {cut(self.text, 200)!r}: {_listed(self.faults)}"


class DocumentError(CairnRulesError, ValueError):
    """A JSON document or a board file that cannot be read, or a value that cannot be written as one.

    Example:
        >>> import cairn_rules as cairn
        >>> cairn.loads('{"format": 1, "game": "cairn", "document": "action", "value": {"type": "add", "to": "f1"}}')
        Traceback (most recent call last):
        cairn_rules.errors.DocumentError: bad document: $.value.to: 'f1' is not a space, a1 to e5
    """

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults: tuple[Fault, ...] = tuple(faults)
        """What is wrong, all of it; where is a path such as `$.value.megaliths.b3`."""
        super().__init__(self.faults)

    def __str__(self) -> str:
        return f"bad document: {_listed(self.faults)}"


class MatchError(CairnRulesError, RuntimeError):
    """A match was asked for what it cannot do now: go on when it is over, take back what was never done.

    Example:
        >>> import cairn_rules as cairn
        >>> cairn.Match(cairn, seed=7).undo()
        Traceback (most recent call last):
        cairn_rules.errors.MatchError: nothing to take back: this is the start of the match
    """


class UnknownIdError(CairnRulesError, LookupError):
    """An id that is not in a registry: the nearest known one is named.

    Example:
        >>> import cairn_rules as cairn
        >>> cairn.BASE_SET["dear"]
        Traceback (most recent call last):
        cairn_rules.errors.UnknownIdError: unknown id 'dear'; did you mean 'deer'?
    """

    def __init__(self, unknown: object, known: Sequence[str]) -> None:
        super().__init__(unknown, known)
        self.unknown = unknown
        """The id that was asked for."""
        self.known: tuple[str, ...] = tuple(known)
        """The ids that there are."""

    @property
    def nearest(self) -> str | None:
        """The known id that is most like the unknown one; None when none is like it."""
        return nearest(self.unknown, self.known)

    def __str__(self) -> str:
        return f"unknown id {quoted(self.unknown)}; {hint(self.unknown, self.known)}"


class UnknownGameError(CairnRulesError, LookupError):
    """No game of that name is known."""


class DuplicateIdError(CairnRulesError, ValueError):
    """Two different things with one id were put into a registry.

    Example:
        >>> import cairn_rules as cairn
        >>> red = cairn.megalith("Red Deer", text="It does nothing.", id="deer")(lambda site: ())
        >>> cairn.BASE_SET | red
        Traceback (most recent call last):
        cairn_rules.errors.DuplicateIdError: two different things have the id 'deer': Deer Rock and Red Deer
    """


class SetupError(CairnRulesError, ValueError):
    """A game was asked for that cannot be set up.

    Example:
        >>> import cairn_rules as cairn
        >>> cairn.new_game(circles=("deer", "deer"))
        Traceback (most recent call last):
        cairn_rules.errors.SetupError: the Stone Circles take two different megaliths, not ('deer', 'deer')
    """


class DefinitionError(CairnRulesError, ValueError):
    """A value of a game was defined wrongly: a megalith, an option, a space.

    Example:
        >>> import cairn_rules as cairn
        >>> cairn.Variant(power_exit="yes")
        Traceback (most recent call last):
        cairn_rules.errors.DefinitionError: Variant: power_exit should be False or True, not 'yes'
    """


class PowerError(CairnRulesError, RuntimeError):
    """A megalith's power or effect misbehaved; the fault is in the megalith, not in the caller.

    Example:
        >>> import cairn_rules as cairn
        >>> @cairn.megalith("Broken Stone", text="It offers what is no effect.")
        ... def broken(site):
        ...     return ["c3"]
        >>> stones = cairn.BASE_SET | broken
        >>> state = cairn.parse_position("4f/5/5/2s2/5 s wooe c3=broken,d3=dawn alley,menhir - 0-0", stones)
        >>> cairn.apply(state, cairn.parse_action("c2-c3", state))
        Traceback (most recent call last):
        cairn_rules.errors.PowerError: ...
    """
