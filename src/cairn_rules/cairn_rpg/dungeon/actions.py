"""The actions of a dungeon: the movement of the party, the deeds of its members, and answers to events."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final, Literal, TypeAlias, final, get_args

from cairn_rules.cairn_rpg.procedures.party import Drop
from cairn_rules.checks import one_of, whole_number, whole_text, yes_or_no
from cairn_rules.frozen_classes import field, frozen
from cairn_rules.game import Notated

Deed: TypeAlias = Literal[
    "search",
    "listen",
    "unlock",
    "force",
    "wedge",
    "take",
    "light",
    "put-out",
    "bandage",
    "put-down",
    "rest",
    "recover",
    "watch",
    "noise",
    "wait",
]
"""The deed of a member in a turn.

`search` a place or a door, `listen` at a door, `unlock`, `force` or `wedge` it, `take` an item or `put-down` one,
`light` an item or `put-out` its light, `bandage` a dying member, `rest`, `recover` from panic, `watch` for
traps, make a `noise`, or `wait`.
"""
DEEDS: Final[tuple[str, ...]] = get_args(Deed)
TARGETED: Final = frozenset(DEEDS[: DEEDS.index("rest")])
"""The deeds that have a target."""
TroubleKind: TypeAlias = Literal["encounter", "loss"]
"""The kind of a trouble that remains until it is settled: an `encounter` (R163) or a `loss` (R164)."""
Cost: TypeAlias = Literal["rest", "fatigue", "rations"]
"""The price of exhaustion: a brief `rest`, `fatigue` for each, or `rations` for each (R165)."""


@final
@frozen
class Stay(Notated):
    """Stay where the party is (R155)."""


@final
@frozen
class Go(Notated):
    """Move to another area (R156, R157)."""

    to: str = field(validator=whole_text)
    """The id of the area."""
    quick: bool = field(default=False, validator=yes_or_no)
    """True to do nothing but move, which covers three times the distance (R157)."""


@final
@frozen
class Leave(Notated):
    """Leave the dungeon, which ends the game."""


@final
@frozen
class Lead(Notated):
    """Put a member in front of the marching order (R174). This takes no time."""

    member: int = field(validator=whole_number)
    """The member, as an index of `Party.members`."""


@final
@frozen
class Settle(Notated):
    """Mark an encounter as over, or a loss as made good (R163, R164)."""

    trouble: TroubleKind = field(validator=one_of(*get_args(TroubleKind)))
    """`encounter` or `loss`."""


@final
@frozen
class Pay(Notated):
    """Choose the price of exhaustion for the whole party (R165, A39)."""

    cost: Cost = field(validator=one_of(*get_args(Cost)))
    """`rest`, `fatigue` or `rations`."""


@final
@frozen
class Do(Notated):
    """Declare the deed of a member in this turn (R155)."""

    by: int = field(validator=whole_number)
    """The member, as an index of `Party.members`."""
    deed: Deed = field(validator=one_of(*DEEDS))
    """The deed."""
    target: str = field(default="", validator=whole_text)
    """The id of a place, a door or an item, or the number of a member from 1; empty for deeds that have no target."""


Beginning: TypeAlias = Stay | Go | Leave | Lead | Settle
"""A decision of the party at the beginning of a turn (R155)."""
Action: TypeAlias = Stay | Go | Leave | Lead | Settle | Pay | Do | Drop
"""A legal decision in a dungeon."""

STAY: Final = Stay()
LEAVE: Final = Leave()
# Actions are made again and again: the same values give the same object.
do: Final[Callable[[int, Deed, str], Do]] = cache(Do)
"""Return a `Do`."""
go: Final[Callable[..., Go]] = cache(Go)
"""Return a `Go`."""
