"""The ledger of a state: an entry for each event that affects what seats know."""

from __future__ import annotations

from typing import TypeAlias, final

from attrs import field as attribute

from cairn_rules.checks import instance, instances, whole_number
from cairn_rules.frozen_classes import frozen
from cairn_rules.korrigans.state.board import field_id
from cairn_rules.korrigans.state.event_table import Event
from cairn_rules.korrigans.state.tokens import Clover, Companion


@frozen
class _Entry(Event):
    """The base of all entries."""

    seat: int = attribute(validator=whole_number)
    """The seat number of the player concerned."""


@final
@frozen
class Taken(_Entry):
    """A token taken by a player, who saw all the tokens in the field.

    The event and the field are public. The taker knows the kind of token; if the taker's screen had been removed,
    everybody does.
    """

    field: str = attribute(validator=field_id)
    """The id of the field."""
    clover: Clover = attribute(validator=instance(Clover))
    """The token taken."""


@final
@frozen
class Revealed(_Entry):
    """A companion put in front of the screen, at its first use or in the final turn."""

    companion: Companion = attribute(validator=instance(Companion))
    """The revealed companion."""


@final
@frozen
class Sacrificed(_Entry):
    """A token given up by a player, unseen by others unless the player's screen had been removed."""

    clover: Clover = attribute(validator=instance(Clover))
    """The token that left the game."""


@final
@frozen
class Unmasked(_Entry):
    """The removal of a player's screen; the tokens are visible to all from then on."""


@final
@frozen
class RuledOut(_Entry):
    """Companions that were not behind a player's screen, because the player could not move."""

    companions: tuple[Companion, ...] = attribute(validator=instances(Companion))
    """The companions that the player did not have, in order."""


@final
@frozen
class CouldMove(_Entry):
    """Companions of which a player had at least one, as buying a useless Backup Companion proved."""

    companions: tuple[Companion, ...] = attribute(validator=instances(Companion))
    """The companions that allowed a movement, one of which the player had."""


@final
@frozen
class FinalTurnBegun(_Entry):
    """The start of a player's final turn; the tokens that are still hidden are gold."""


Entry: TypeAlias = Taken | Revealed | Sacrificed | Unmasked | RuledOut | CouldMove | FinalTurnBegun
"""Any entry of a ledger."""
