"""Policies in general: their names, and their decisions checked against the legal actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, TypeVar, cast

from cairn_rules.errors import DefinitionError, quoted

ActionT = TypeVar("ActionT")
StateT = TypeVar("StateT")

_ONE: Final = Fraction(1)


def policy_name(policy: object) -> str:
    """Return the name of a policy for reports.

    Example:
        >>> from cairn_rules.cairn_rpg.odds import weakest_first
        >>> policy_name(weakest_first)
        'weakest first'
    """
    name = getattr(policy, "__name__", None)
    return str(policy) if name is None else str(name).replace("_", " ").strip()


def decided(
    policy: Callable[[StateT], object],
    state: StateT,
    is_legal: Callable[[object], bool],
    legal_actions: Callable[[], Sequence[ActionT]],
    whose: Callable[[], str],
) -> tuple[tuple[ActionT, Fraction], ...]:
    """Return the decision of a policy, as actions with their probabilities.

    The legal actions are only listed if there are several with probabilities. `whose` returns the name of the side that
    decides, for messages. Raise a `DefinitionError` if the decision is not legal, or its probabilities do not add up to
    1.
    """

    def misbehaves(what: str) -> DefinitionError:
        return DefinitionError(f"the policy {policy_name(policy)!r} of the {whose()} {what}")

    chosen = policy(state)
    if is_legal(chosen):
        return ((cast("ActionT", chosen), _ONE),)
    if not isinstance(chosen, Mapping):
        raise misbehaves(f"chose {quoted(chosen)}, which is not a legal action")
    legal = legal_actions()
    options = cast("Mapping[object, object]", chosen)
    found: list[tuple[ActionT, Fraction]] = []
    for action, share in options.items():
        if action not in legal:
            raise misbehaves(f"chose {quoted(action)}, which is not a legal action")
        if not isinstance(share, int | Fraction) or share < 0:
            raise misbehaves(f"gave an action the probability {quoted(share)}; use Fraction(1, 3)")
        found.append((legal[legal.index(cast("Any", action))], Fraction(share)))
    total = sum(share for _, share in found)
    if total != 1:
        raise misbehaves(f"gave probabilities that add up to {total}, not to 1")
    return tuple(each for each in found if each[1])
