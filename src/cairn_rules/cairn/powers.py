"""What a power leads to: its effect is done, and what that wakes comes next (rules 6.5 to 6.8)."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any, Final, TypeVar

from cairn_rules.cairn.actions import Action, Effect, TileAction
from cairn_rules.cairn.board import SHAMANS, TRIBES, VILLAGE, Space, Tribe
from cairn_rules.cairn.box_megaliths import BOX_POWERS
from cairn_rules.cairn.effect_rules import covered, keeps_deck, power_used, uncovered
from cairn_rules.cairn.effects import (
    Banish,
    FlipTile,
    Relocate,
    ReplaceMegalith,
    SlideMegalith,
    Summon,
    SwapMegaliths,
    TakeExtraTurn,
)
from cairn_rules.cairn.megalith_data import When
from cairn_rules.cairn.pending import BuildMegalith, Pending, Snapshot, UsePower
from cairn_rules.cairn.site import Site
from cairn_rules.cairn.state import State, draft, snapshot
from cairn_rules.cairn.wider_effects import Borrow, GrantBuild, RelocateAll, Together, Wake, parts
from cairn_rules.errors import PowerError, UnsoundStateError, quoted, raised

ActionT = TypeVar("ActionT", bound=Action)

BOX_EFFECTS: Final = frozenset(
    {Banish, Relocate, Summon, SlideMegalith, SwapMegaliths, ReplaceMegalith, FlipTile, TakeExtraTurn}
)
"""The effects that the engine trusts: none of them breaks a rule, or comes back to where it started."""

MOST_POWERS: Final = 200
"""When so many were used in a turn, no further one is (rule 6.7)."""
WIDER_EFFECTS: Final = (Together, RelocateAll, Wake, Borrow, GrantBuild)
"""The other effects of the library: they are checked like those of others."""


def positions_seen(state: State) -> tuple[Snapshot, ...]:
    """The positions of this turn at which a power was used, the power that is being used included (rule 6.7)."""
    pending = state._pending
    begun = isinstance(pending, UsePower) and bool(pending.chosen)
    return state._seen if begun else (*state._seen, snapshot(state))


def next_decision(pending: UsePower, effect: Effect) -> UsePower | None:
    """The next decision of a power after an effect was chosen; None when that was the last (rule 6.8)."""
    if len(pending.chosen) + 1 == len(pending.megalith.powers):
        return None
    return UsePower(pending.space, pending.megalith, pending.owner, (*pending.chosen, effect), pending.borrowed)


def do_effect(state: State, effect: Effect) -> State:
    """The state after an option of a power was done; what it moved still waits.

    Effects that are not of the box get the deck face down.

    Raises:
        PowerError: when the effect misbehaves.
    """
    if type(effect) in BOX_EFFECTS:
        return effect.apply(state)
    foreign: Any = effect  # whose method may return anything
    given = covered(state)
    try:
        after: object = foreign.apply(given)
    except (PowerError, KeyboardInterrupt):
        raise
    except UnsoundStateError as error:
        raise PowerError(f"{effect!r} leads to a state that cannot be: {error}") from error
    except BaseException as error:  # an exit, too: it is the game's program that goes on
        raise PowerError(f"the effect {effect!r} failed with {raised(error)}") from error
    if not isinstance(after, State):
        raise PowerError(f"{effect!r} returns {quoted(after)}; an effect returns the state after it")
    _check_effect(given, effect, after)
    return uncovered(state, after)


def _check_effect(before: State, effect: Effect, after: State) -> None:
    """Refuse what an effect must not do: lose or make pieces, or touch the course of the game."""
    kept = {
        "the decision that is asked": (before.pending, after.pending),
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
        raise PowerError(f"{effect!r} changes {', '.join(changed)}; an effect cannot")
    both = after._own & after._enemy
    if both or max(after._own.bit_count(), after._enemy.bit_count()) > SHAMANS:
        raise PowerError(f"{effect!r} puts more shamans on the field than can be there")


def ids_of(state: State) -> Counter[str]:
    """How often each megalith is in the game: once, unless an effect misbehaves."""
    return Counter(stone.id for stone in state._layout.all_megaliths)


def next_waiting(state: State) -> State | None:
    """The state at the next power or build that waits; None when nothing waits any more (rule 6.8).

    Whether the power has options is not looked at.
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
    """Whether a power that waited can be used: its megalith lies there, and whoever must stand on it does."""
    lies_there = power.borrowed or state.megaliths.get(power.space) == power.megalith
    return lies_there and (power.megalith.wakes is When.LEAVING or bool(state.bits_of(power.owner) >> power.space & 1))


def woken_by(state: State, space: Space) -> UsePower | None:
    """The power that a shaman wakes by arriving on a space (rule 6.1); None where no megalith has one."""
    bit = 1 << space
    return state._layout.power(bit, state.tribe_on(space)) if state._layout.waking & bit else None


def was_seen(state: State) -> bool:
    """Whether no power may be used now: one was in this very position in this turn, or too many were (rule 6.7)."""
    seen = state._seen
    if not seen or not isinstance(state._pending, UsePower):
        return False
    return len(seen) >= MOST_POWERS or any(each.own == state._own and each == snapshot(state) for each in seen)


def next_woken(before: State, after: State) -> State | None:
    """What waits once an option was chosen in a state, with the power used there among what was seen (rule 6.7)."""
    woken = next_waiting(after)
    if woken is not None:
        woken._seen = positions_seen(before)
    return woken


def not_repeating(state: State, options: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """The options that do not lead at once to a power in a position in which one was used in this turn (rule 6.7)."""
    return tuple([option for option in options if not (_may_wake(state, option) and _repeats(state, option))])


def _may_wake(state: State, option: Effect) -> bool:
    """Whether an option can lead to a power at once: by its own doing, or because one waits."""
    layout = state._layout
    if state._waiting or layout.unusual:
        return True
    if isinstance(option, (Relocate, Summon)):
        return option.to is not VILLAGE and bool(layout.waking >> option.to & 1)
    return type(option) not in BOX_EFFECTS


def _repeats(state: State, option: Effect) -> bool:
    """Whether choosing an option leads at once to a power in a position in which one was used in this turn."""
    pending = state._pending
    if isinstance(pending, UsePower) and next_decision(pending, option) is not None:
        return False
    woken = next_woken(state, do_effect(state, option))
    return woken is not None and was_seen(woken)


MOST_OPTIONS: Final = 10_000
"""A power that yields more is taken for one that never ends."""


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
    if state._layout.unusual:
        options = permitted(state, options, power_used(state).owner)
    return options, trusted


def _yielded(state: State) -> tuple[tuple[Effect, ...], bool]:
    """What the power yields, and whether these are effects of the box alone."""
    pending = power_used(state)
    megalith = pending.megalith
    power = megalith.powers[len(pending.chosen)]
    if power in BOX_POWERS:
        return tuple(power(Site(state, pending))), True
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
        raise PowerError(f"the power of {megalith.id!r} yields more than {MOST_OPTIONS} options; does it ever end?")
    trusted = BOX_EFFECTS.issuperset(map(type, options))
    for option in () if trusted else options:
        if not isinstance(option, Effect):
            raise PowerError(f"the power of {megalith.id!r} yields {quoted(option)}, which is not an effect")
    return options, trusted


def permitted(state: State, actions: tuple[ActionT, ...], owner: Tribe) -> tuple[ActionT, ...]:
    """Return the actions that no megalith forbids (rule 12.4).

    Args:
        state: The state in which they are decided.
        actions: Actions of a tribe, or options of its powers. An option of several effects is
            forbidden when one of them is.
        owner: The tribe.

    Raises:
        PowerError: when the ward of a megalith misbehaves.
    """
    layout = state._layout
    for space, _ in layout.wards:
        site = Site(state, layout.power(1 << space, owner))
        actions = tuple([action for action in actions if not _forbids(site, action)])
    return actions


def forbidding(state: State, action: Action, owner: Tribe) -> str | None:
    """Return which megalith forbids an action, and where it lies; None when none does (rule 12.4)."""
    layout = state._layout
    for space, stone in layout.wards:
        if _forbids(Site(state, layout.power(1 << space, owner)), action):
            return f"{stone} on {space}"
    return None


def permitted_tile_actions(state: State) -> tuple[TileAction, ...]:
    """Return what the active tribe may do with the action tiles (rules 3.1, 12.4)."""
    layout, active = state._layout, state._active
    actions = layout.reaches[active][state._faces].actions(state._own, state._enemy)
    return permitted(state, actions, TRIBES[active]) if layout.wards else actions


def _forbids(site: Site, action: Action) -> bool:
    """Return whether the ward of a site's megalith forbids an action, or a part of it."""
    ward: Any = site.megalith.ward  # which may return anything
    for part in parts(action):
        try:
            forbidden: object = ward(site, part)
        except (PowerError, KeyboardInterrupt):
            raise
        except BaseException as error:
            raise PowerError(
                f"the ward of {site.megalith.id!r} on {site.space} failed with {raised(error)};"
                " a ward takes a Site and an Action and says whether that is forbidden"
            ) from error
        if not isinstance(forbidden, bool):
            said = f"the ward of {site.megalith.id!r} on {site.space} says {quoted(forbidden)}"
            raise PowerError(f"{said}; it should say True or False")
        if forbidden:
            return True
    return False
