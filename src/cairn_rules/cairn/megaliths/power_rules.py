"""Powers in use: their options, the chosen effect, and the powers woken by it (rules 6.5 to 6.8)."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any, Final

from cairn_rules.cairn.megaliths.effect_rules import covered, keeps_deck, power_used, uncovered
from cairn_rules.cairn.megaliths.effects import (
    Banish,
    FlipTile,
    Relocate,
    ReplaceMegalith,
    SlideMegalith,
    Summon,
    SwapMegaliths,
    TakeExtraTurn,
)
from cairn_rules.cairn.megaliths.megaliths import BOX_POWERS
from cairn_rules.cairn.megaliths.site import Site
from cairn_rules.cairn.megaliths.wards import permitted
from cairn_rules.cairn.megaliths.wider_effects import Borrow, GrantBuild, RelocateAll, Together, Wake
from cairn_rules.cairn.state.actions import Effect
from cairn_rules.cairn.state.board import SHAMANS, VILLAGE, Space
from cairn_rules.cairn.state.megalith_data import When
from cairn_rules.cairn.state.pending import BuildMegalith, Pending, Snapshot, UsePower
from cairn_rules.cairn.state.state import State, draft, snapshot
from cairn_rules.errors import PowerError, UnsoundStateError, quoted, raised

BOX_EFFECTS: Final = frozenset(
    {Banish, Relocate, Summon, SlideMegalith, SwapMegaliths, ReplaceMegalith, FlipTile, TakeExtraTurn}
)
"""Effects that the engine trusts: they break no rule, and never restore the position before them."""

MOST_POWERS: Final = 200
"""Maximum number of powers used in a turn (rule 6.7)."""
WIDER_EFFECTS: Final = (Together, RelocateAll, Wake, Borrow, GrantBuild)
"""The library's other effects, which are checked like custom effects."""


def positions_seen(state: State) -> tuple[Snapshot, ...]:
    """Return the positions of this turn at which a power was used, including the current one (rule 6.7)."""
    pending = state._pending
    begun = isinstance(pending, UsePower) and bool(pending.chosen)
    return state._seen if begun else (*state._seen, snapshot(state))


def next_decision(pending: UsePower, effect: Effect) -> UsePower | None:
    """Return the next decision of a power after an effect was chosen, or None after the last one (rule 6.8)."""
    if len(pending.chosen) + 1 == len(pending.megalith.powers):
        return None
    return UsePower(pending.space, pending.megalith, pending.owner, (*pending.chosen, effect), pending.borrowed)


def do_effect(state: State, effect: Effect) -> State:
    """Return the state after an option of a power. Shamans that it moved still wait to wake megaliths.

    Custom effects receive the deck face down. Raise a `PowerError` if the effect misbehaves.
    """
    if type(effect) in BOX_EFFECTS:
        return effect.apply(state)
    foreign: Any = effect  # its method may return anything
    given = covered(state)
    try:
        after: object = foreign.apply(given)
    except (PowerError, KeyboardInterrupt):
        raise
    except UnsoundStateError as error:
        raise PowerError(f"{effect!r} leads to an impossible state: {error}") from error
    except BaseException as error:  # including SystemExit: an effect must not end the program
        raise PowerError(f"the effect {effect!r} failed with {raised(error)}") from error
    if not isinstance(after, State):
        raise PowerError(f"{effect!r} returns {quoted(after)}; an effect returns the state after it")
    _check_effect(given, effect, after)
    return uncovered(state, after)


def _check_effect(before: State, effect: Effect, after: State) -> None:
    """Check that an effect neither added nor removed pieces, and left the course of the game alone."""
    kept = {
        "the pending decision": (before.pending, after.pending),
        "whose turn it is": (before.active, after.active),
        "the number of turns": (before.turn, after.turn),
        "the scores": (before.scores, after.scores),
        "the variant": (before.variant, after.variant),
        "the positions seen": (before.seen, after.seen),
        "the set of megaliths": (ids_of(before), ids_of(after)),
    }
    changed = [name for name, (old, new) in kept.items() if old != new]
    if not changed and not keeps_deck(before, after):
        changed = ["the order of the deck, or what is known of it"]
    if changed:
        raise PowerError(f"{effect!r} changes {', '.join(changed)}; an effect must not")
    both = after._own & after._enemy
    if both or max(after._own.bit_count(), after._enemy.bit_count()) > SHAMANS:
        limits = f"at most {SHAMANS} of each tribe, and one on each space"
        raise PowerError(f"{effect!r} puts more shamans on the board than possible: {limits}")


def ids_of(state: State) -> Counter[str]:
    """Return the number of megaliths with each id: one, unless an effect misbehaves."""
    return Counter(stone.id for stone in state._layout.all_megaliths)


def next_waiting(state: State) -> State | None:
    """Return the state at the next waiting power or build; None if nothing is waiting (rule 6.8).

    The power may turn out to have no options.
    """
    for index, item in enumerate(state._waiting):
        pending: Pending | None = None
        if isinstance(item, Space):
            pending = woken_by(state, item)
        elif isinstance(item, BuildMegalith):
            pending = item if state._layout.can_build(item.space) else None
        elif isinstance(item, UsePower):
            pending = item if _can_use(state, item) else None
        if pending is not None:
            woken = draft(state)
            woken._pending = pending
            woken._waiting = state._waiting[index + 1 :]
            return woken
    return None


def _can_use(state: State, power: UsePower) -> bool:
    """Return whether a power that waited can still be used: its megalith and its shaman are in place."""
    lies_there = power.borrowed or state.megaliths.get(power.space) == power.megalith
    return lies_there and (power.megalith.wakes is When.LEAVING or bool(state.bits_of(power.owner) >> power.space & 1))


def woken_by(state: State, space: Space) -> UsePower | None:
    """Return the power that a shaman wakes by arriving on a space, or None (rule 6.1)."""
    bit = 1 << space
    return state._layout.power(bit, state.tribe_on(space)) if state._layout.waking & bit else None


def was_seen(state: State) -> bool:
    """Return whether a power repeats a position, or exceeds the maximum of the turn (rule 6.7)."""
    seen = state._seen
    if not seen or not isinstance(state._pending, UsePower):
        return False
    return len(seen) >= MOST_POWERS or any(each.own == state._own and each == snapshot(state) for each in seen)


def next_woken(before: State, after: State) -> State | None:
    """Return the state at the next waiting item, with the power just used among those seen, or None (rule 6.7)."""
    woken = next_waiting(after)
    if woken is not None:
        woken._seen = positions_seen(before)
    return woken


def not_repeating(state: State, options: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Return the options that do not lead directly to a repeated position of this turn (rule 6.7)."""
    return tuple([option for option in options if not (_may_wake(state, option) and _repeats(state, option))])


def _may_wake(state: State, option: Effect) -> bool:
    """Return whether an option can lead directly to a power, by its effect or because a power waits."""
    layout = state._layout
    if state._waiting or layout.unusual:
        return True
    if isinstance(option, (Relocate, Summon)):
        return option.to is not VILLAGE and bool(layout.waking >> option.to & 1)
    return type(option) not in BOX_EFFECTS


def _repeats(state: State, option: Effect) -> bool:
    """Return whether an option leads directly to a power in a position that already had one in this turn."""
    pending = state._pending
    if isinstance(pending, UsePower) and next_decision(pending, option) is not None:
        return False
    woken = next_woken(state, do_effect(state, option))
    return woken is not None and was_seen(woken)


MOST_OPTIONS: Final = 10_000
"""Maximum number of options. A power that yields more is assumed never to end."""


def offers(state: State) -> tuple[Effect, ...]:
    """Return the options of the power that is being used.

    Returns:
        The effects that the power yields, in its order, without duplicates. Effects that a ward forbids
        (rule 12.4) are left out, and those that lead to a repeated position of this turn (rule 6.7).

    Raises:
        PowerError: if the power misbehaves.
    """
    options, trusted = _permitted(state)
    if trusted and not state._seen:
        return options  # the first power of a turn has nothing to repeat
    return not_repeating(state, options)


def has_options(state: State) -> bool:
    """Return whether the power that is being used has options, without applying custom effects."""
    options, trusted = _permitted(state)
    return bool(not_repeating(state, options) if trusted else options)


def yields(state: State) -> tuple[Effect, ...]:
    """Return the effects that the current power yields, without duplicates, including forbidden ones."""
    return _yielded(state)[0]


def _permitted(state: State) -> tuple[tuple[Effect, ...], bool]:
    """Return the effects of the power that no ward forbids, and whether all are base effects."""
    options, trusted = _yielded(state)
    if state._layout.unusual:
        options = permitted(state, options, power_used(state).owner)
    return options, trusted


def _yielded(state: State) -> tuple[tuple[Effect, ...], bool]:
    """Return the effects that the power yields, and whether all are base effects."""
    pending = power_used(state)
    megalith = pending.megalith
    power = megalith.powers[len(pending.chosen)]
    if power in BOX_POWERS:
        return tuple(power(Site(state, pending))), True
    # A custom power may raise, never end, repeat itself or yield anything.
    try:
        given = power(Site(state, pending))
        yielded: tuple[Effect, ...] = given if isinstance(given, tuple) else tuple(islice(given, MOST_OPTIONS + 1))
        options = yielded if len(set(yielded)) == len(yielded) else tuple(dict.fromkeys(yielded))
    except (PowerError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise PowerError(
            f"the power of {megalith.id!r} on {pending.space} failed with {raised(error)};"
            " a power takes a Site and yields effects"
        ) from error
    if len(yielded) > MOST_OPTIONS:
        raise PowerError(f"the power of {megalith.id!r} yields more than {MOST_OPTIONS} options; it may never end")
    trusted = BOX_EFFECTS.issuperset(map(type, options))
    for option in () if trusted else options:
        if not isinstance(option, Effect):
            raise PowerError(f"the power of {megalith.id!r} yields {quoted(option)}, which is not an effect")
    return options, trusted
