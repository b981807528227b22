"""What a seat saw: fields it looked at, and the ledger as far as it knows it (rules page, section 9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias, final

from attrs import field as attribute
from attrs import frozen

from cairn_rules.checked import Check, fits, is_count, is_of, tuple_of
from cairn_rules.korrigans.ledger import Entry, FinalTurnBegun, Revealed, RuledOut, Sacrificed, Taken, Unmasked
from cairn_rules.korrigans.pending import Over
from cairn_rules.korrigans.state import State
from cairn_rules.korrigans.tokens import Clover

_count: Final[Check] = fits("a whole number from 0 up", is_count)
_field_id: Final[Check] = fits("the id of a field", is_of(str))
_clovers: Final[Check] = fits("a tuple of Clovers", tuple_of(is_of(Clover)))


@final
@frozen
class TakenUnseen:
    """A player took a token of a field, and this seat did not see which (rule 9.2)."""

    seat: int = attribute(validator=_count)
    """Whom it is about."""
    field: str = attribute(validator=_field_id)
    """The id of the field."""


@final
@frozen
class SacrificedUnseen:
    """A player gave up a token, and this seat did not see which (rule 4.12)."""

    seat: int = attribute(validator=_count)
    """Whom it is about."""


SeenEntry: TypeAlias = (
    Taken | TakenUnseen | Revealed | Sacrificed | SacrificedUnseen | Unmasked | RuledOut | FinalTurnBegun
)
"""Everything that a ledger tells a seat."""


@final
@frozen
class Look:
    """All tokens that a seat found in a field when it took one of them (rule 9.1)."""

    field: str = attribute(validator=_field_id)
    """The id of the field."""
    clovers: tuple[Clover, ...] = attribute(validator=_clovers)
    """In the order of their kinds, the one that was taken included."""


@final
@frozen
class Remembered:
    """What a seat remembers of a field (rule 10.5)."""

    clovers: tuple[Clover, ...] = attribute(validator=_clovers)
    """The tokens that it left there when it last looked."""
    taken: int = attribute(validator=_count)
    """How many have been taken since."""


def open_since(screens: Iterable[bool], ledger: Sequence[SeenEntry], pending: object) -> tuple[int | None, ...]:
    """By seat the place in the ledger from which on everybody sees its tokens; None when nobody does.

    A screen that a Leprechaun removed opens what happens later (rule 6.4). The end of the game opens
    what is still behind the screens, not what happened before (rule 9.7).
    """
    unmasked = {entry.seat: place for place, entry in reversed(list(enumerate(ledger))) if isinstance(entry, Unmasked)}
    over = isinstance(pending, Over)
    return tuple(
        (len(ledger) if over else None) if screen else unmasked.get(seat, len(ledger))
        for seat, screen in enumerate(screens)
    )


def seen_ledger(state: State, player: int | None, since: Sequence[int | None]) -> Iterator[SeenEntry]:
    """The ledger as a seat knows it; hidden is which tokens others took and sacrificed.

    Args:
        state: The state.
        player: The seat, or None for a spectator.
        since: From where on each seat's tokens are open.
    """
    for place, entry in enumerate(state.ledger):
        opened = since[entry.seat]
        if entry.seat == player or (opened is not None and place >= opened):
            yield entry
        else:
            yield _from_outside(entry)


def _from_outside(entry: Entry) -> SeenEntry:
    """What the others see of an entry."""
    match entry:
        case Taken(seat, field):
            return TakenUnseen(seat, field)
        case Sacrificed(seat):
            return SacrificedUnseen(seat)
        case _:
            return entry


def looks_of(state: State, player: int | None) -> tuple[Look, ...]:
    """What a seat found in fields, oldest first: what is there now, with all that was taken since."""
    there = {field.id: pile for field, pile in zip(state.board.fields, state.clovers, strict=True)}
    found: list[Look] = []
    for entry in reversed(state.ledger):
        if isinstance(entry, Taken):
            there[entry.field] = tuple(sorted((*there[entry.field], entry.clover)))
            if entry.seat == player:
                found.append(Look(entry.field, there[entry.field]))
    return tuple(reversed(found))
