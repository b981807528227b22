"""Validation of states that were made by hand or read from a text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, assert_never, cast, get_args

from cairn_rules.cairn.megaliths.power_rules import has_options
from cairn_rules.cairn.megaliths.wards import permitted_tile_actions
from cairn_rules.cairn.rules.transformations import victims
from cairn_rules.cairn.state.bitboards import spaces_in
from cairn_rules.cairn.state.board import SHAMANS, TRIBES, Space, Tribe, is_tribe
from cairn_rules.cairn.state.layout import MEGALITHS_TO_WIN, UPCOMING
from cairn_rules.cairn.state.megalith_data import Megalith, When
from cairn_rules.cairn.state.pending import (
    BuildMegalith,
    ChooseAction,
    NextTurn,
    Over,
    Pending,
    Snapshot,
    TransformOrPass,
    UsePower,
    Waiting,
)
from cairn_rules.cairn.state.pending_queue import CHOOSE_ACTION, NO_ACTION, THIRD_MEGALITH, is_between_turns, over
from cairn_rules.cairn.state.state import State
from cairn_rules.cairn.state.tiles import Tiles
from cairn_rules.cairn.variant import Variant
from cairn_rules.checks import is_count, is_of, tuple_of
from cairn_rules.errors import Fault, quoted


def kind_faults(parts: Mapping[str, object]) -> list[Fault]:
    """Return the faults of arguments that have the wrong type."""
    return [
        Fault(name, f"{quoted(parts[name])} is not {kind}")
        for name, (kind, fits) in _KINDS.items()
        if name in parts and not fits(parts[name])
    ]


def _map_to(fits: Callable[[object], bool]) -> Callable[[object], bool]:
    def check(value: object) -> bool:
        items = cast("Mapping[object, object]", value).items() if isinstance(value, Mapping) else (("", ""),)
        return all(isinstance(space, Space) and fits(each) for space, each in items)

    return check


def _is_snapshot(value: object) -> bool:
    # The engine creates many snapshots, so their fields are only checked here, where they come from outside.
    if not isinstance(value, Snapshot):
        return False
    counts = (value.own, value.enemy, value.moved, value.faces, value.deck_size, value.extra + 1)
    return (
        all(map(is_count, counts))
        and tuple_of(is_of(tuple))(value.stones)
        and tuple_of(is_of(Megalith))(value.upcoming)
        and isinstance(value.pending, UsePower)
        and tuple_of(is_of(*_WAITING))(value.waiting)
    )


_WAITING: Final = get_args(Waiting)
_KINDS: Final[dict[str, tuple[str, Callable[[object], bool]]]] = {
    "shamans": ("a mapping from Space to Tribe", _map_to(is_tribe)),
    "megaliths": ("a mapping from Space to Megalith", _map_to(is_of(Megalith))),
    "upcoming": ("a tuple of Megaliths", tuple_of(is_of(Megalith))),
    "deck": ("a tuple of Megaliths", tuple_of(is_of(Megalith))),
    "tucked": ("a whole number from 0 up", is_count),
    "tiles": ("a Tiles value", is_of(Tiles)),
    "scores": (
        "a pair of whole numbers from 0 up",
        lambda value: tuple_of(is_count)(value) and len(cast("tuple[int, ...]", value)) == 2,
    ),
    "active": ("a Tribe, or a seat from 0 to 1", is_tribe),
    "turn": ("a whole number from 0 up", is_count),
    "pending": ("a decision or None", is_of(ChooseAction, UsePower, BuildMegalith, TransformOrPass, Over, type(None))),
    "moved": ("a tuple of Spaces", tuple_of(is_of(Space))),
    "extra_turn": ("a Tribe, a seat from 0 to 1, or None", lambda value: value is None or is_tribe(value)),
    "waiting": ("a tuple of Spaces, BuildMegaliths, UsePowers, and a NextTurn", tuple_of(is_of(*_WAITING))),
    "seen": ("a tuple of valid Snapshots", tuple_of(_is_snapshot)),
    "variant": ("a Variant", is_of(Variant, type(None))),
}
"""Description and check of each argument of `make_state`."""


def part_faults(parts: Mapping[str, Any]) -> list[Fault]:
    """Return the faults of a position, as far as its parts are known."""
    faults: list[Fault] = []
    if "shamans" in parts:
        faults += _shaman_faults(parts["shamans"])
    faults += _megalith_faults({name: parts[name] for name in ("megaliths", "upcoming", "deck") if name in parts})
    if "upcoming" in parts and "deck" in parts:
        faults += _display_faults(parts["upcoming"], parts["deck"])
    if "deck" in parts and parts.get("tucked", 0) > len(parts["deck"]):
        faults.append(Fault("tucked", f"{parts['tucked']} megaliths cannot be known in a deck of {len(parts['deck'])}"))
    if "scores" in parts:
        faults += _score_faults(parts["scores"], parts.get("megaliths"))
    return faults


def _shaman_faults(shamans: Mapping[Space, Tribe | int]) -> Iterator[Fault]:
    for tribe, count in sorted(Counter(shamans.values()).items()):
        if count > SHAMANS:
            yield Fault("shamans", f"{count} {TRIBES[tribe]} shamans on the board; a tribe has {SHAMANS}")


def _megalith_faults(groups: Mapping[str, Mapping[Space, Megalith] | tuple[Megalith, ...]]) -> Iterator[Fault]:
    first_seen: dict[str, str] = {}
    for where, group in groups.items():
        for megalith in group.values() if isinstance(group, Mapping) else group:
            if megalith.id in first_seen:
                yield Fault(where, f"megalith {megalith.id!r} occurs twice (also in {first_seen[megalith.id]})")
            first_seen.setdefault(megalith.id, where)


def _display_faults(upcoming: tuple[Megalith, ...], deck: tuple[Megalith, ...]) -> Iterator[Fault]:
    if len(upcoming) > UPCOMING:
        yield Fault("upcoming", f"{len(upcoming)} upcoming megaliths; there are at most {UPCOMING}")
    elif len(upcoming) < UPCOMING and deck:
        yield Fault(
            "upcoming",
            f"{len(upcoming)} upcoming although the deck has {len(deck)}; it refills the display to {UPCOMING}",
        )


def _score_faults(scores: tuple[int, int], megaliths: Mapping[Space, Megalith] | None) -> Iterator[Fault]:
    if max(scores) > MEGALITHS_TO_WIN or min(scores) == MEGALITHS_TO_WIN:
        yield Fault(
            "scores", f"{scores[0]}-{scores[1]} is impossible; the first tribe to reach {MEGALITHS_TO_WIN} wins at once"
        )
    if megaliths is not None and len(megaliths) != 2 + sum(scores):
        yield Fault(
            "scores",
            f"{scores[0]}-{scores[1]} needs {2 + sum(scores)} megaliths on the board"
            f" (two from the start, one for each point), not {len(megaliths)}",
        )


def turn_start(state: State) -> Pending:
    """Return the decision at the start of a turn with this position, or `Over`."""
    layout = state._layout
    if MEGALITHS_TO_WIN in layout.scores:
        return over(layout.scores.index(MEGALITHS_TO_WIN), THIRD_MEGALITH)
    if not permitted_tile_actions(state):
        return over(1 - state._active, NO_ACTION)
    return CHOOSE_ACTION


def pending_faults(state: State, start: Pending) -> list[Fault]:
    """Return the faults of a state's pending decision, given the decision at the start of its turn."""
    return [*turn_faults(state), *_decision_faults(state, start)]


def turn_faults(state: State) -> Iterator[Fault]:
    """Yield the faults of a turn's moved shamans, waiting items and positions seen."""
    occupied = state._own | state._enemy
    pending = state.pending
    for space in spaces_in(state._moved & ~occupied):
        yield Fault("moved", f"no shaman stands on {space}")
    if state.variant.transformation_trigger == "acted" and len(state.moved) > 1:
        yield Fault("moved", "with this variant, only the one shaman that acts in a turn counts as moved")
    if isinstance(pending, ChooseAction | Over):
        begun = {"moved": state.moved, "extra_turn": state.extra_turn, "waiting": state.waiting, "seen": state.seen}
        for name, value in begun.items():
            if value not in ((), None):
                yield Fault(name, f"must not be set between turns, when {type(pending).__name__} is pending")
    if isinstance(pending, TransformOrPass) and (state.waiting or state.seen):
        yield Fault("waiting" if state.waiting else "seen", "must be empty when TransformOrPass is pending")
    yield from _waiting_faults(state)


def _waiting_faults(state: State) -> Iterator[Fault]:
    arrived = [each for each in state.waiting if isinstance(each, Space)]
    for space in arrived:
        if not (state._own | state._enemy) >> space & 1:
            yield Fault("waiting", f"no shaman stands on {space}")
    if len(set(arrived)) < len(arrived):
        yield Fault("waiting", f"a shaman arrives once, but a space occurs twice in {', '.join(map(str, arrived))}")
    for each in state.waiting:
        if isinstance(each, UsePower):
            yield from _stranger_faults(state, "waiting", each)
            if each.chosen or not each.megalith.powers:
                yield Fault(
                    "waiting",
                    f"{each.megalith.id!r} on {each.space} cannot wait; only a power with an open first decision can",
                )
            if each.megalith.wakes is When.ARRIVING and not each.borrowed:
                yield Fault("waiting", f"an arrival on {each.space} waits as a Space, not as a UsePower")
    if any(isinstance(each, NextTurn) for each in state.waiting[:-1]):
        yield Fault("waiting", "NextTurn must be the last item")


def _stranger_faults(state: State, where: str, power: UsePower) -> Iterator[Fault]:
    if power.megalith not in state._layout.all_megaliths:
        yield Fault(where, f"{power.megalith.id!r} is not in the game")


def _decision_faults(state: State, start: Pending) -> Iterator[Fault]:
    pending = state.pending
    if isinstance(pending, ChooseAction | Over) and pending != start:
        yield Fault("pending", f"{pending} does not fit the position, which asks for {start}")
    elif isinstance(start, Over) and start.outcome.reason == THIRD_MEGALITH:
        if pending != start:
            yield Fault("pending", f"{pending} does not fit the position, in which the game is over: {start}")
    else:
        yield from _pending_faults(state, pending)


def _pending_faults(state: State, pending: Pending) -> Iterator[Fault]:
    match pending:
        case UsePower():
            yield from _power_faults(state, pending)
        case BuildMegalith(space):
            if not state._layout.can_build(space):
                problem = "nothing is upcoming" if not state.upcoming else "a megalith is already there"
                yield Fault("pending", f"nothing can be built on {space}: {problem}")
        case TransformOrPass():
            if not victims(state):
                yield Fault("pending", "no arrangement can be used, because none includes a moved shaman")
        case ChooseAction() | Over():
            pass
        case _:
            assert_never(pending)


def _power_faults(state: State, pending: UsePower) -> Iterator[Fault]:
    space, megalith = pending.space, pending.megalith
    if not pending.chosen and not pending.borrowed:
        if state.megaliths.get(space) != megalith:
            yield Fault("pending", f"{megalith.id!r} is not on {space}")
        if megalith.wakes is not When.LEAVING and not state.bits_of(pending.owner) >> space & 1:
            yield Fault("pending", f"no {pending.owner} shaman stands on {space}")
    if megalith.wakes is When.BEFORE_TURN and not pending.borrowed and not is_between_turns(state.waiting):
        yield Fault("pending", f"{megalith.id!r} wakes before a turn, but NextTurn is not waiting")
    yield from _stranger_faults(state, "pending", pending)
    if len(pending.chosen) >= len(megalith.powers):
        yield Fault("pending", f"{megalith.id!r} has no decision left to make")
    elif not has_options(state):
        yield Fault("pending", f"the power of {megalith.id!r} on {space} has no options")
