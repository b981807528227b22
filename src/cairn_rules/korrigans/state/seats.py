"""A seat: a player's Korrigans, and the tokens in front of and behind the screen."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final, TypeVar, cast, final

from attrs import field as attribute

from cairn_rules.checks import fits, is_of, yes_or_no
from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.frozen_classes import frozen
from cairn_rules.game import NamedEnum
from cairn_rules.korrigans.state.tokens import Clover, Companion, Menhir
from cairn_rules.phrasebook import Named

KindT = TypeVar("KindT", Clover, Companion, Menhir)

SEAT_NAMES: Final = ("blue", "green", "violet", "pink", "yellow")
"""The names of the seats, by number: the colours of their Korrigans (rule 1.5)."""
KORRIGANS: Final = 2
"""Number of Korrigans of each player."""
BACKUP_SIDES: Final = (Companion.HARE, Companion.SQUIRREL)
"""The two sides of a Backup Companion."""


def seat_name(number: int) -> str:
    """Return the name of a seat for use in sentences, such as `Blue`."""
    return SEAT_NAMES[number].capitalize()


def named_seat(number: int) -> Named:
    """Return a seat as an argument of a sentence."""
    return Named(number, seat_name(number))


def named_korrigan(number: int) -> Named:
    """Return a Korrigan of a player as an argument of a sentence: the `first` or the `second` one."""
    return Named(number, ("first", "second")[number] if number in range(KORRIGANS) else f"number {number + 1}")


def korrigan_name(seat: int, number: int) -> str:
    """Return a Korrigan for use in sentences, such as `Blue's first Korrigan`."""
    return f"{seat_name(seat)}'s {named_korrigan(number)} Korrigan"


class Carried(NamedEnum):
    """A token that a Korrigan carries."""

    ELF = "elf"
    GOBLIN = "goblin"


@final
@frozen
class Korrigan:
    """A Korrigan's field, and the token that it carries.

    Raises:
        DefinitionError: if a value is not of its kind.
    """

    field: str | None = attribute(default=None, validator=fits("the id of a field or None", is_of(str, type(None))))
    """The id of its field, or None before it is placed."""
    carries: Carried | None = attribute(default=None, validator=fits("a Carried or None", is_of(Carried, type(None))))
    """The Elf or the Goblin under it, or None."""


korrigan_at: Final = cache(Korrigan)
"""The Korrigan for each field and carried token, made and checked once."""
UNPLACED: Final = Korrigan()
"""A Korrigan that is not yet on the board."""


def _is_pair(value: object) -> bool:
    return isinstance(value, tuple) and list(map(type, cast("tuple[object, ...]", value))) == [Korrigan] * KORRIGANS


def _in_order(tokens: Iterable[KindT], kind: type[KindT]) -> tuple[KindT, ...]:
    listed = tuple(tokens) if isinstance(tokens, Iterable) else (tokens,)
    if not all(isinstance(token, kind) for token in listed):
        raise DefinitionError(f"Seat: {quoted(tokens)} is not a collection of {kind.__name__}s")
    return tuple(sorted(listed))


def _clovers(tokens: Iterable[Clover]) -> tuple[Clover, ...]:
    return _in_order(tokens, Clover)


def _companions(tokens: Iterable[Companion]) -> tuple[Companion, ...]:
    return _in_order(tokens, Companion)


def _menhirs(tokens: Iterable[Menhir]) -> tuple[Menhir, ...]:
    return _in_order(tokens, Menhir)


@final
@frozen(kw_only=True, slots=False)
class Seat:
    """The Korrigans and the tokens of a player.

    Tuples of tokens are sorted by kind, because tokens of one kind are interchangeable.

    Raises:
        DefinitionError: if a value is not of its kind.

    Example:
        >>> from cairn_rules.korrigans import Clover, Korrigan, Seat
        >>> seat = Seat(korrigans=(Korrigan("A"), Korrigan("G")), hidden=(Clover.GOLD3, Clover.HARE))
        >>> seat.hidden
        (Clover.HARE, Clover.GOLD3)
    """

    korrigans: tuple[Korrigan, Korrigan] = attribute(
        default=(UNPLACED, UNPLACED), validator=fits("two Korrigans", _is_pair)
    )
    """The first and the second Korrigan, numbered 0 and 1 in the order in which they are placed."""
    hidden: tuple[Clover, ...] = attribute(default=(), converter=_clovers)
    """The tokens behind the screen, or those not yet used if the screen was removed."""
    revealed: tuple[Companion, ...] = attribute(default=(), converter=_companions)
    """The companions in front of the screen, excluding Backup Companions."""
    backups: tuple[Companion, ...] = attribute(default=(), converter=_companions)
    """The Backup Companions, each as the side that was chosen."""
    menhirs: tuple[Menhir, ...] = attribute(default=(), converter=_menhirs)
    """The gold Menhirs that the player keeps."""
    discarded: tuple[Companion, ...] = attribute(default=(), converter=_companions)
    """The companions discarded in the final turn, including Backup Companions."""
    screen: bool = attribute(default=True, validator=yes_or_no)
    """True as long as the player has a screen."""
