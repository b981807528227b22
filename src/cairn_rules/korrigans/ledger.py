"""The ledger of a state: entries on everything that bears on what each seat knows."""

from __future__ import annotations

from typing import TypeAlias, final

from attrs import field as attribute
from attrs import frozen

from cairn_rules.checks import instance, instances, whole_number
from cairn_rules.korrigans.board import field_id
from cairn_rules.korrigans.seats import seat_name
from cairn_rules.korrigans.tokens import Clover, Companion, token_text


@frozen
class _Entry:
    """What all entries have in common."""

    seat: int = attribute(validator=whole_number)
    """Whom it is about."""


@final
@frozen
class Taken(_Entry):
    """A player took a token, and saw all that lay in the field then.

    Everybody knows that and where; which kind it was, the taker knows, and everybody when there is
    no screen any more.
    """

    field: str = attribute(validator=field_id)
    """The id of the field."""
    clover: Clover = attribute(validator=instance(Clover))
    """The token that was taken."""

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} takes a token from {self.field}: {token_text(self.clover)}"


@final
@frozen
class Revealed(_Entry):
    """A player put a companion in front of the screen, at its first use or in the final turn."""

    companion: Companion = attribute(validator=instance(Companion))
    """The companion that was shown."""

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} reveals a {self.companion}"


@final
@frozen
class Sacrificed(_Entry):
    """A player gave up a token, unseen unless there was no screen any more."""

    clover: Clover = attribute(validator=instance(Clover))
    """The token that left the game."""

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} gives up a token: {token_text(self.clover)}"


@final
@frozen
class Unmasked(_Entry):
    """A player lost the screen: all tokens lie open from then on."""

    def __str__(self) -> str:
        return f"The screen of {seat_name(self.seat)} is removed"


@final
@frozen
class RuledOut(_Entry):
    """A player could not move, so that none of these companions was behind the screen then."""

    companions: tuple[Companion, ...] = attribute(validator=instances(Companion))
    """The companions that the player did not have."""

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} cannot move: there is no {' or '.join(map(str, self.companions))}"


@final
@frozen
class CouldMove(_Entry):
    """A player bought a Backup Companion that allows no movement, and so could move with a token behind the screen."""

    companions: tuple[Companion, ...] = attribute(validator=instances(Companion))
    """The companions that allowed a movement; the player had at least one of them."""

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} can move: there is a {' or '.join(map(str, self.companions))}"


@final
@frozen
class FinalTurnBegun(_Entry):
    """A player began the final turn: what is still hidden is gold."""

    def __str__(self) -> str:
        return f"The final turn of {seat_name(self.seat)} begins"


Entry: TypeAlias = Taken | Revealed | Sacrificed | Unmasked | RuledOut | CouldMove | FinalTurnBegun
"""Everything that a ledger tells."""
