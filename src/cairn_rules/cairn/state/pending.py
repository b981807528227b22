"""The pending decision of a state and the items that wait after it: the unions `Pending` and `Waiting`."""

from __future__ import annotations

from typing import TypeAlias, final

from cairn_rules.cairn.state.actions import Effect
from cairn_rules.cairn.state.board import Space, Tribe, as_space
from cairn_rules.cairn.state.megalith_data import Megalith
from cairn_rules.checks import fits, is_of, one_of, tuple_of, yes_or_no
from cairn_rules.frozen_classes import field, frozen
from cairn_rules.game import ADDED_LATER, Outcome

__all__ = ["NextTurn", "Snapshot", "Waiting"]


@final
@frozen
class ChooseAction:
    """The active player's choice of an action with one of the three action tiles (rule 3.1)."""


@final
@frozen
class UsePower:
    """A tribe's choice among the options of a megalith's power, usually one that its shaman woke (rule 6.2)."""

    space: Space = field(converter=as_space)
    """Space where the megalith woke, or where its borrowed power is used (rule 12.6)."""
    megalith: Megalith = field(validator=fits("a Megalith", is_of(Megalith)))
    """The megalith whose power is used."""
    owner: Tribe = field(validator=one_of(*Tribe))
    """Owner of the power: the owner of the shaman that woke the megalith, also off-turn."""
    chosen: tuple[Effect, ...] = field(default=(), validator=fits("a tuple of Effects", tuple_of(is_of(Effect))))
    """Effects chosen so far, for a power with several decisions (rule 6.8)."""
    borrowed: bool = field(default=False, validator=yes_or_no, metadata={ADDED_LATER: True})
    """True if the megalith is elsewhere, and its power is used as if it were here (rule 12.6)."""

    @property
    def decider(self) -> Tribe:
        """The tribe that decides: the owner, unless the megalith leaves this decision to the opponent (rule 12.1)."""
        return self.owner.other if self.megalith.asks_opponent(len(self.chosen)) else self.owner


@final
@frozen
class BuildMegalith:
    """A player's choice of the upcoming megalith to build (rule 5.3)."""

    space: Space = field(converter=as_space)
    """Space for the megalith."""
    builder: Tribe = field(validator=one_of(*Tribe))
    """The tribe that chooses, builds and scores."""


@final
@frozen
class TransformOrPass:
    """The active player's choice to transform an enemy shaman or to decline (rule 8.4)."""


@final
@frozen
class Over:
    """The end of the game, after which there are no decisions."""

    outcome: Outcome = field(validator=fits("an Outcome", is_of(Outcome)))
    """The winner and the reason."""


@final
@frozen
class NextTurn:
    """The start of the next turn, waiting after the powers that wake before it (rule 12.3)."""


Pending: TypeAlias = ChooseAction | UsePower | BuildMegalith | TransformOrPass | Over
"""The decision of a state, or the end of the game."""
Waiting: TypeAlias = Space | BuildMegalith | UsePower | NextTurn
"""An item to resolve later in a turn.

It is the space of a shaman that arrived there, a build that a power granted, a power that did not wake by an
arrival, or, as the last item, the next turn.
"""


@final
@frozen
class Snapshot:
    """A position within a turn, for the detection of repeated positions; sets of spaces are bitboards."""

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
    """The spaces with a megalith and their megaliths, in space order."""
    upcoming: tuple[Megalith, ...]
    """The megaliths on display."""
    deck_size: int
    """Number of face-down megaliths. Their order is not included."""
    pending: UsePower
    """The power being used."""
    waiting: tuple[Waiting, ...]
    """The items that wait after it."""
