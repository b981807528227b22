"""Where the loop guard took something away: chains that would not have ended (rule 6.7)."""

from __future__ import annotations

from cairn_rules.cairn.actions import Action, Effect
from cairn_rules.cairn.pending import BuildMegalith, UsePower
from cairn_rules.cairn.powers import do_effect, next_decision, next_waiting, next_woken, was_seen, yields
from cairn_rules.cairn.rules import legal_actions
from cairn_rules.cairn.state import State


def took_options(state: State) -> bool:
    """Whether the power that is used offers less than it yields, and not because a ward forbids it.

    Example:
        >>> import cairn_rules as cairn
        >>> state = cairn.parse_position("5/3s1/ff3/f1s2/sss2 s wdoe b2=menhir,c3=cromlech alley,deer - 0-0")
        >>> state = cairn.apply(state, cairn.parse_action("d4-c3", state))
        >>> took_options(state), silenced(state, cairn.parse_action("c3>b2", state))
        (False, True)
    """
    power = state.pending
    if not isinstance(power, UsePower):
        return False
    return len(_permitted(state, power)) > len(legal_actions(state))


def silenced(before: State, action: Action) -> bool:
    """Whether an option of a power led to a further power that the guard then left without any use.

    Args:
        before: A state.
        action: What was chosen there; only an option of a power can lead back into its own turn.
    """
    power = before.pending
    if not isinstance(power, UsePower) or not isinstance(action, Effect) or next_decision(power, action) is not None:
        return False
    woken = next_woken(before, do_effect(before, action))
    while woken is not None and not isinstance(woken.pending, BuildMegalith):
        assert isinstance(woken.pending, UsePower), "nothing else waits"
        if not was_seen(woken) and legal_actions(woken):
            return False
        if _permitted(woken, woken.pending):
            return True
        woken = next_waiting(woken)
    return False


def _permitted(state: State, power: UsePower) -> tuple[Effect, ...]:
    """What a power yields and no ward forbids."""
    ground = state._ground
    yielded = yields(state)
    return ground.permitted(state, yielded, power.owner) if ground.unusual else yielded
