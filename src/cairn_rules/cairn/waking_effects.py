"""What a power can set going: another shaman's megalith, another megalith's power, a build (rules 12.6 to 12.8)."""

from __future__ import annotations

from typing import final

from attrs import field, frozen

from cairn_rules.cairn.actions import Effect
from cairn_rules.cairn.board import Space, as_space
from cairn_rules.cairn.changing import begun, power_used, refusal
from cairn_rules.cairn.decisions import build_on
from cairn_rules.cairn.interned import Interned
from cairn_rules.cairn.pending import UsePower
from cairn_rules.cairn.queue import joined
from cairn_rules.cairn.state import State


@final
@frozen(eq=False)
class Wake(Interned, Effect):
    """Let a shaman wake the megalith that it stands on, as if it had just arrived there (rule 12.7).

    Its owner uses the power, when this one is finished; without a megalith nothing happens.

    Example:
        >>> from cairn_rules import Space, Wake
        >>> Wake(Space.B3).notation
        '@b3'
    """

    space: Space = field(converter=as_space)
    """Where the shaman stands."""

    def apply(self, state: State) -> State:
        """The state in which that shaman waits to wake what it stands on."""
        if not (state._own | state._enemy) >> self.space & 1:
            raise refusal(state, self, f"no shaman stands on {self.space}")
        after = begun(state)
        if self.space not in state._waiting:
            after._waiting = joined(state._waiting, self.space)
        return after

    @property
    def notation(self) -> str:
        """Such as `@c3`."""
        return f"@{self.space}"


@final
@frozen(eq=False)
class Borrow(Interned, Effect):
    """Use the power of another megalith as if it lay where this one was woken (rule 12.6).

    The owner of this power uses it, when this one is finished, however that megalith is woken itself.

    Example:
        >>> from cairn_rules import Borrow, Space
        >>> Borrow(Space.B3).notation
        '~b3'
    """

    space: Space = field(converter=as_space)
    """Where the other megalith lies."""

    def apply(self, state: State) -> State:
        """The state in which that power waits to be used."""
        power = power_used(state)
        megalith = state.megaliths.get(self.space)
        if megalith is None:
            raise refusal(state, self, f"no megalith lies on {self.space}")
        if not megalith.powers:
            raise refusal(state, self, f"{megalith.id!r} on {self.space} has no power")
        after = begun(state)
        after._waiting = joined(state._waiting, UsePower(power.space, megalith, power.owner, borrowed=True))
        return after

    @property
    def notation(self) -> str:
        """Such as `~b3`."""
        return f"~{self.space}"


@final
@frozen(eq=False)
class GrantBuild(Interned, Effect):
    """Let the power's owner build an upcoming megalith on a space, and score it (rule 12.8).

    The build comes when the power is finished. Where a megalith lies by then, or when none is
    upcoming, nothing is built.

    Example:
        >>> from cairn_rules import GrantBuild, Space
        >>> GrantBuild(Space.B3).notation
        ':b3'
    """

    space: Space = field(converter=as_space)
    """Where it is built."""

    def apply(self, state: State) -> State:
        """The state in which that build waits."""
        after = begun(state)
        after._waiting = joined(state._waiting, build_on(self.space, power_used(state).owner))
        return after

    @property
    def notation(self) -> str:
        """Such as `:c3`."""
        return f":{self.space}"
