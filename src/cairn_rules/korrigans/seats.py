"""A seat: a player's Korrigans, and the tokens before and behind the screen."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, Final, final

from attrs import field as attribute
from attrs import frozen

from cairn_rules.checked import Check, fits, is_of, tuple_of, yes_or_no
from cairn_rules.korrigans.tokens import Clover, Companion, Menhir

SEAT_NAMES: Final = ("blue", "green", "violet", "pink", "yellow")
"""What the seats are called, by number: the colours of the Korrigans (rule 1.5)."""
KORRIGANS: Final = 2
"""Each player has so many."""
BACKUP_SIDES: Final = (Companion.HARE, Companion.SQUIRREL)
"""The two sides of a Backup Companion."""


def seat_name(number: int) -> str:
    """What a seat is called in sentences."""
    return SEAT_NAMES[number].capitalize()


class Carried(Enum):
    """A token that a Korrigan carries."""

    ELF = "elf"
    GOBLIN = "goblin"

    def __repr__(self) -> str:
        return f"Carried.{self.name}"

    def __str__(self) -> str:
        return self.value.capitalize()


@final
@frozen
class Korrigan:
    """Where a Korrigan stands and what it carries.

    Raises:
        DefinitionError: when a value is not of its kind.
    """

    field: str | None = attribute(default=None, validator=fits("the id of a field or None", is_of(str, type(None))))
    """The id of its field; None before it is placed."""
    carries: Carried | None = attribute(default=None, validator=fits("a Carried or None", is_of(Carried, type(None))))
    """The Elf or the Goblin under it."""


UNPLACED: Final = Korrigan()
"""A Korrigan that is not on the board yet."""


def _is_pair(value: object) -> bool:
    return isinstance(value, tuple) and tuple_of(is_of(Korrigan))(value) and len(value) == KORRIGANS  # type: ignore[arg-type]


def _kinds(kind: type) -> dict[str, Any]:
    """A field with tokens in the order of their kinds."""
    check: Check = fits(f"a tuple of {kind.__name__}s", tuple_of(is_of(kind)))
    in_order: Callable[[Any], Any] = lambda value: tuple(sorted(value)) if tuple_of(is_of(kind))(value) else value  # noqa: E731
    return {"default": (), "converter": in_order, "validator": check}


@final
@frozen(kw_only=True)
class Seat:
    """Everything that belongs to a player.

    Each tuple of tokens is in the order of their kinds: tokens of a kind are alike.

    Raises:
        DefinitionError: when a value is not of its kind.

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
    hidden: tuple[Clover, ...] = attribute(**_kinds(Clover))
    """The tokens behind the screen, or, without one, those that were not used yet."""
    revealed: tuple[Companion, ...] = attribute(**_kinds(Companion))
    """The companions in front of the screen, without Backup Companions."""
    backups: tuple[Companion, ...] = attribute(**_kinds(Companion))
    """The Backup Companions, each by the side that was chosen."""
    menhirs: tuple[Menhir, ...] = attribute(**_kinds(Menhir))
    """The Menhirs with gold that the player keeps."""
    discarded: tuple[Companion, ...] = attribute(**_kinds(Companion))
    """The companions, Backup Companions too, that were used up in the final turn."""
    screen: bool = attribute(default=True, validator=yes_or_no)
    """Whether the player still has a screen."""
