"""The actions of a journey: the members' deeds in a watch, and answers to questions after the dice."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, final

from cairn_rules.cairn_rpg.procedures.party import Drop
from cairn_rules.checks import fits, instance, is_count, whole_number, whole_text
from cairn_rules.frozen_classes import field, frozen
from cairn_rules.game import Notated

_member_or_all = fits("the index of a member or None", lambda value: value is None or is_count(value))

Cost: TypeAlias = Literal["watch", "fatigue", "ration"]
"""A price: one more watch on the way, a Fatigue for each, or a use of rations for each."""
Finding: TypeAlias = Literal["feature", "treasure", "food"]
"""The kind of a discovery (R211)."""


@final
@frozen
class Begin(Notated):
    """Begin the first day, whose weather is rolled (R188)."""


@final
@frozen
class Travel(Notated):
    """Travel for a watch, all members together (R180, R199)."""


@final
@frozen
class FindWay(Notated):
    """Find the way again after getting lost (R200)."""

    member: int | None = field(default=None, validator=_member_or_all)
    """The member, as an index of `Party.members`; None for all together."""


@final
@frozen
class Explore(Notated):
    """Explore the surroundings (R203)."""

    member: int | None = field(default=None, validator=_member_or_all)
    """The member, as an index of `Party.members`; None for all together."""


@final
@frozen
class Supply(Notated):
    """Hunt, fish or forage for rations (R204, R205)."""

    member: int | None = field(default=None, validator=_member_or_all)
    """The member, as an index of `Party.members`; None for all together."""


@final
@frozen
class Camp(Notated):
    """Make camp: eat and sleep (R208)."""

    member: int | None = field(default=None, validator=_member_or_all)
    """The member, as an index of `Party.members`; None for all together."""


@final
@frozen
class Guard(Notated):
    """Make camp, but stay awake as a lookout (R208)."""

    member: int = field(validator=whole_number)
    """The member, as an index of `Party.members`."""


@final
@frozen
class Wait(Notated):
    """Do something that needs no rule, such as mending gear."""

    member: int | None = field(default=None, validator=_member_or_all)
    """The member, as an index of `Party.members`; None for all together."""


@final
@frozen
class Resupply(Notated):
    """Buy rations in a settlement, which takes the watch (R206)."""

    member: int = field(validator=whole_number)
    """The member, as an index of `Party.members`."""
    rations: int = field(validator=whole_number)
    """The number of Rations, of three uses each."""


@final
@frozen
class Take(Notated):
    """Pick up an item that was left, at no cost of time (R207)."""

    member: int = field(validator=whole_number)
    """The member, as an index of `Party.members`."""
    item: str = field(validator=whole_text)
    """The id of the item."""


@final
@frozen
class Pay(Notated):
    """Choose the price of weather, exhaustion, a loss or a fast pace (R187, R191, R211)."""

    cost: Cost
    """`watch`, `fatigue` or `ration`."""


@final
@frozen
class Lose(Notated):
    """Give up an item, or a use of it, for a loss (R211)."""

    member: int = field(validator=whole_number)
    """The member, as an index of `Party.members`."""
    item: str = field(validator=whole_text)
    """The id of the item."""


@final
@frozen
class Shift(Notated):
    """State the change of the environment (R211)."""

    to: str = field(validator=whole_text)
    """`none`, `watch` for one more watch, `terrain` for one step harder, or the new weather, such as `extreme`."""


@final
@frozen
class Find(Notated):
    """State the discovery (R211)."""

    what: Finding
    """`feature`, `treasure` or `food`."""
    rations: int = field(default=0, validator=whole_number)
    """The number of Rations, from 1 to 4, if it is food."""


@final
@frozen
class Rest(Notated):
    """State whether the sleep was disturbed (R210)."""

    disturbed: bool = field(default=False, validator=instance(bool))
    """True if anything beyond a minor interruption happened."""


Joint: TypeAlias = FindWay | Explore | Supply | Camp | Wait
"""A deed of one member, or of all together (R198)."""
Declaration: TypeAlias = Travel | FindWay | Explore | Supply | Camp | Guard | Wait | Resupply
"""The deed of a member, or of the whole party, in a watch (R180, R198)."""
Answer: TypeAlias = Drop | Pay | Lose | Shift | Find | Rest
"""The answer to a question."""
Action: TypeAlias = Begin | Declaration | Take | Answer
"""A legal decision on a journey."""

BEGIN: Final = Begin()
TRAVEL: Final = Travel()
