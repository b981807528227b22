"""What the power of a megalith offers in a state that asks to use it (rules 6.3, 6.7)."""

from __future__ import annotations

from itertools import islice
from typing import Final

from cairn_rules.cairn.actions import Effect
from cairn_rules.cairn.chain import BOX_EFFECTS, not_repeating
from cairn_rules.cairn.changing import power_used
from cairn_rules.cairn.site import Site
from cairn_rules.cairn.state import State
from cairn_rules.errors import PowerError

MOST_OPTIONS: Final = 10_000
"""A power that yields more is taken for one that never ends."""


BOX_POWERS: Final[set[int]] = set()
"""The powers of the box by their `id`: they are known to yield effects of the box, none of them twice."""


def offers(state: State) -> tuple[Effect, ...]:
    """The options of the power that is used.

    Returns:
        The effects that the power yields, in its order, without duplicates, and without those
        after which a power would be used in a position in which one was used in this turn.

    Raises:
        PowerError: when the power misbehaves.
    """
    options, trusted = _permitted(state)
    if trusted and not state._seen:
        return options  # the first power of a turn has nothing to repeat
    return not_repeating(state, options)


def has_options(state: State) -> bool:
    """Whether the power that is used has options, told without doing any effect of one's own."""
    options, trusted = _permitted(state)
    return bool(not_repeating(state, options) if trusted else options)


def yields(state: State) -> tuple[Effect, ...]:
    """What the power that is used yields, without duplicates, whether or not it may be chosen."""
    return _yielded(state)[0]


def _permitted(state: State) -> tuple[tuple[Effect, ...], bool]:
    """What the power yields and no ward forbids, and whether these are effects of the box alone."""
    options, trusted = _yielded(state)
    ground = state._ground
    if ground.unusual:
        options = ground.permitted(state, options, power_used(state).owner)
    return options, trusted


def _yielded(state: State) -> tuple[tuple[Effect, ...], bool]:
    """What the power yields, and whether these are effects of the box alone."""
    pending = power_used(state)
    megalith = pending.megalith
    power = megalith.powers[len(pending.chosen)]
    if id(power) in BOX_POWERS:
        return tuple(power(Site(state, pending))), True
    try:
        given = power(Site(state, pending))
        yielded: tuple[Effect, ...] = given if isinstance(given, tuple) else tuple(islice(given, MOST_OPTIONS + 1))
        options = yielded if len(set(yielded)) == len(yielded) else tuple(dict.fromkeys(yielded))
    except PowerError:
        raise
    except Exception as error:
        raise PowerError(
            f"the power of {megalith.id!r} on {pending.space} failed with {error!r};"
            " a power takes a Site and yields effects"
        ) from error
    if len(yielded) > MOST_OPTIONS:
        raise PowerError(f"the power of {megalith.id!r} yields more than {MOST_OPTIONS} options; does it ever end?")
    trusted = BOX_EFFECTS.issuperset(map(type, options))
    for option in () if trusted else options:
        if not isinstance(option, Effect):
            raise PowerError(f"the power of {megalith.id!r} yields {option!r}, which is not an effect")
    return options, trusted
