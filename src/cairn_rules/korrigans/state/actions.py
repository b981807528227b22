"""The actions: every decision that a player can make, as frozen values."""

from __future__ import annotations

from typing import TypeAlias, final

from attrs import field as attribute

from cairn_rules.checks import instance, plain_seat, whole_number
from cairn_rules.frozen_classes import frozen
from cairn_rules.game import Notated
from cairn_rules.korrigans.state.board import Link, field_id
from cairn_rules.korrigans.state.tokens import Clover, Companion


@final
@frozen
class Place(Notated):
    """Place the next Korrigan in a field (rule 2.5)."""

    field: str = attribute(validator=field_id)
    """The field's id."""


@final
@frozen
class Take(Notated):
    """Take a Clover token from the field where a Korrigan gathers (rule 5.2)."""

    clover: Clover = attribute(validator=instance(Clover))
    """The kind of token; tokens of one kind are interchangeable."""


@final
@frozen
class CoverSun(Notated):
    """Cover a free Sun with the drawn pawn, so that the Cauldron cannot appear in its row (rule 3.3)."""

    row: int = attribute(validator=whole_number)
    """The row, numbered from 1 at the top."""


@final
@frozen
class CoverCloud(Notated):
    """Cover a free Cloud with the drawn pawn, so that the Cauldron cannot appear in its column (rule 3.4)."""

    column: int = attribute(validator=whole_number)
    """The column, numbered from 1 at the left."""


@final
@frozen
class Move(Notated):
    """Move a Korrigan with a companion (rule 4.1).

    A revealed companion is used before one of the same kind behind the screen (rule 4.2).
    """

    korrigan: int = attribute(validator=whole_number)
    """The Korrigan's number, 0 or 1."""
    companion: Companion = attribute(validator=instance(Companion))
    """The companion that carries it."""
    to: str = attribute(validator=field_id)
    """The id of the destination field."""


@final
@frozen
class Sacrifice(Notated):
    """Give up a token behind the screen for a Backup Companion (rules 4.11 to 4.14)."""

    clover: Clover = attribute(validator=instance(Clover))
    """The token that leaves the game."""
    backup: Companion = attribute(validator=instance(Companion))
    """The side of the Backup Companion: a hare or a squirrel."""


@final
@frozen
class Pass(Notated):
    """End the turn without a movement, when none is possible (rule 4.15)."""


@final
@frozen
class GiveGoblin(Notated):
    """Choose which opponent's Korrigan takes the Goblin (rule 6.10)."""

    seat: int = attribute(converter=plain_seat, validator=whole_number)
    """The opponent's seat number."""
    korrigan: int = attribute(validator=whole_number)
    """The Korrigan's number, 0 or 1."""


@final
@frozen
class Unmask(Notated):
    """Remove the screen of an opponent (rule 6.4)."""

    seat: int = attribute(converter=plain_seat, validator=whole_number)
    """The opponent's seat number."""


@final
@frozen
class PlaceTroll(Notated):
    """Put the Troll on a link, or move it there (rule 6.6)."""

    link: Link = attribute(validator=instance(Link))
    """The link that the Troll closes."""


@final
@frozen
class Decline(Notated):
    """Decline the second movement that a Fairy allows (rule 6.5)."""


@final
@frozen
class PlaceCauldron(Notated):
    """Put the Cauldron in a field (rule 7.2)."""

    field: str = attribute(validator=field_id)
    """The field's id."""


@final
@frozen
class FinalMove(Notated):
    """Move a Korrigan in the final turn with a companion, which is discarded (rule 7.5)."""

    korrigan: int = attribute(validator=whole_number)
    """The Korrigan's number, 0 or 1."""
    companion: Companion = attribute(validator=instance(Companion))
    """The companion that carries it."""
    to: str = attribute(validator=field_id)
    """The id of the destination field."""


@final
@frozen
class EndFinalTurn(Notated):
    """End the player's final turn (rule 7.5)."""


Action: TypeAlias = (
    Place
    | Take
    | CoverSun
    | CoverCloud
    | Move
    | Sacrifice
    | Pass
    | GiveGoblin
    | Unmask
    | PlaceTroll
    | Decline
    | PlaceCauldron
    | FinalMove
    | EndFinalTurn
)
"""Any action of Korrigans."""
