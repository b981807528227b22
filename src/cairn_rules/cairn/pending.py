"""The decision that a state asks for: the sealed union `Pending`."""

from __future__ import annotations

from typing import TypeAlias, final

from attrs import field, frozen

from cairn_rules.cairn.actions import Effect
from cairn_rules.cairn.board import Space, Tribe, as_space
from cairn_rules.cairn.megalith_data import Megalith
from cairn_rules.checks import fits, is_of, one_of, tuple_of, yes_or_no
from cairn_rules.game import ADDED_LATER, Outcome


@final
@frozen
class ChooseAction:
    """The active player takes an action from one of the three tiles (rule 3.1)."""


@final
@frozen
class UsePower:
    """A tribe uses the power of a megalith, nearly always that onto which its shaman was moved (rule 6.2)."""

    space: Space = field(converter=as_space)
    """Where the megalith was woken, or where it is used as if it lay there (rule 12.6)."""
    megalith: Megalith = field(validator=fits("a Megalith", is_of(Megalith)))
    """The megalith that was woken."""
    owner: Tribe = field(validator=one_of(*Tribe))
    """Who uses it: the owner of the shaman that woke it, also off-turn."""
    chosen: tuple[Effect, ...] = field(default=(), validator=fits("a tuple of Effects", tuple_of(is_of(Effect))))
    """What was decided so far, for a power that asks more than one decision (rule 6.8)."""
    borrowed: bool = field(default=False, validator=yes_or_no, metadata={ADDED_LATER: True})
    """Whether the megalith lies elsewhere, and is used as if it lay here (rule 12.6)."""

    @property
    def decider(self) -> Tribe:
        """Who decides: the owner, unless the megalith leaves this decision to the other tribe (rule 12.1)."""
        return self.owner.other if self.megalith.asks_opponent(len(self.chosen)) else self.owner


@final
@frozen
class BuildMegalith:
    """A player chooses which upcoming megalith is built (rule 5.3)."""

    space: Space = field(converter=as_space)
    """Where it is built."""
    builder: Tribe = field(validator=one_of(*Tribe))
    """Who builds, decides and scores."""


@final
@frozen
class TransformOrPass:
    """The active player transforms an enemy shaman, or declines (rule 8.4)."""


@final
@frozen
class Over:
    """The game is over: nothing is asked any more."""

    outcome: Outcome = field(validator=fits("an Outcome", is_of(Outcome)))
    """Who won and why."""


@final
@frozen
class NextTurn:
    """The turn is complete but for the powers that wake before the next one, which then begins (rule 12.3)."""


Pending: TypeAlias = ChooseAction | UsePower | BuildMegalith | TransformOrPass | Over
"""Everything that a state can ask."""
Waiting: TypeAlias = Space | BuildMegalith | UsePower | NextTurn
"""What still waits in a turn: a shaman that arrived on a space, a build that a power earned, a power woken
in another way than by an arrival, or, as the last thing, the next turn."""


@final
@frozen
class Snapshot:
    """Everything that makes two positions of one turn the same; sets of spaces are bitboards."""

    own: int
    """The active tribe's shamans."""
    enemy: int
    """The other tribe's shamans."""
    moved: int
    """The shamans that count as moved."""
    faces: int
    """The tile faces, as an index into the sixteen combinations."""
    extra: int
    """The tribe with an extra turn, or -1."""
    stones: tuple[tuple[Space, Megalith], ...]
    """Which megalith lies where, in space order."""
    upcoming: tuple[Megalith, ...]
    """The megaliths on display."""
    deck_size: int
    """How many megaliths are face down; their order is no part of it."""
    pending: UsePower
    """The power that is used."""
    waiting: tuple[Waiting, ...]
    """What waits behind it."""
