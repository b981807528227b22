"""Search for the transformations that a tribe could make in its next turn: `threats`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cairn_rules.cairn.megaliths.effects import FlipTile, ReplaceMegalith, SlideMegalith, SwapMegaliths, TakeExtraTurn
from cairn_rules.cairn.megaliths.power_rules import BOX_EFFECTS
from cairn_rules.cairn.megaliths.wards import permitted_tile_actions
from cairn_rules.cairn.rules.rules import apply, legal_actions
from cairn_rules.cairn.rules.transformations import victims
from cairn_rules.cairn.state.actions import Action, Construct, TileAction
from cairn_rules.cairn.state.bitboards import spaces_in
from cairn_rules.cairn.state.board import Space, Tribe, check_tribe
from cairn_rules.cairn.state.pending import BuildMegalith, Over, TransformOrPass, UsePower
from cairn_rules.cairn.state.pending_queue import CHOOSE_ACTION, is_between_turns
from cairn_rules.cairn.state.state import State, draft
from cairn_rules.checks import check_state

MOST_STATES: Final = 300
"""Maximum number of states followed for one action: three times the most that the base megaliths have needed."""


def threats(state: State, *, by: Tribe | int | str | None = None) -> Mapping[Space, tuple[TileAction, ...]]:
    """Return the shamans that a tribe could transform in a turn from this position, with the actions that lead to it.

    The position is used with its current tile faces, as if it were that tribe's turn. The search follows every option
    of every power, regardless of which player decides. With custom megaliths there may be too many options, and the
    search of an action then stops early. Victims are in space order, actions in the order of `legal_actions`; there are
    none when the game is over. The pending decision of the state is ignored. `by` is the tribe that would transform, or
    its seat number (default: the opponent of the active tribe).

    Raises:
        DefinitionError: if `state` is not a state, or `by` is not a tribe.
        PowerError: if a custom megalith misbehaves.

    Example:
        >>> from cairn_rules import cairn
        >>> state = cairn.parse_position("5/5/5/1s1f1/2s2 f wooe b3=chaos,d3=dawn alley,deer - 0-0")
        >>> cairn.threats(state)
        mappingproxy({D2: (Move(origin=C1, to=C2),)})
    """
    check_state(state, State)
    tribe = check_tribe("by", by)
    if isinstance(state.pending, Over):
        return MappingProxyType({})
    tribe = state.active.other if tribe is None else tribe
    own, enemy = state.bits_of(tribe), state.bits_of(1 - tribe)
    start = State(own, enemy, state._faces, int(tribe), state._layout, CHOOSE_ACTION, 0)
    found: dict[Space, list[TileAction]] = {}
    for action in permitted_tile_actions(start):
        for victim in _victims(apply(start, action)):
            found.setdefault(victim, []).append(action)
    return MappingProxyType({victim: tuple(found[victim]) for victim in sorted(found)})


def _victims(first: State) -> set[Space]:
    """Return the shamans that can be transformed at the end of the turn, over all options of its powers."""
    # 1. every state that the powers can lead to, and their order
    states = [_forgetting(first)]
    known = {states[0]: 0}
    following: list[set[int]] = []
    arrived: set[int] = set()
    for number, state in enumerate(states):
        following.append(set())
        asks = isinstance(state.pending, UsePower | BuildMegalith) and not is_between_turns(state.waiting)
        if number >= MOST_STATES or not asks:
            continue
        for action in _different(state):
            after = _forgetting(apply(state, action))
            reached = known.setdefault(after, len(states))
            if reached == len(states):
                states.append(after)
            following[number].add(reached)
            if not (type(action) in BOX_EFFECTS and _is_last(state)):
                arrived.add(reached)
    # 2. the states in which the powers can end, including those at which a repeated position ends them
    ends = {number for number, state in enumerate(states) if isinstance(state.pending, TransformOrPass)}
    ends |= {number for number in range(1, len(states)) if _may_lead_only_back(number, states, following)}
    ends |= {number for number in arrived if any(number in _reached(each, following) for each in following[number])}
    found = 0
    for number in ends:
        found |= victims(states[number])
    return set(spaces_in(found))


def _forgetting(state: State) -> State:
    """Return the state without its positions seen, so that states that differ only in these are followed once."""
    if not state._seen:
        return state
    after = draft(state)
    after._seen = ()
    return after


def _may_lead_only_back(number: int, states: list[State], following: list[set[int]]) -> bool:
    """Return whether a chain can reach a power whose options all repeat a position of the turn (rule 6.7)."""
    after = following[number]
    pending = [states[each].pending for each in after]
    if not after or not all(isinstance(each, UsePower) and not each.chosen for each in pending):
        return False
    before = _reached(0, following, avoiding=number)
    return after <= before and all(number in _reached(each, following) for each in after)


def _reached(start: int, following: list[set[int]], avoiding: int | None = None) -> set[int]:
    reached = {start}
    todo = [start]
    while todo:
        new = following[todo.pop()] - reached - {avoiding}
        reached |= new
        todo += new
    return reached


_LEAVES_SHAMANS: Final = {SlideMegalith, SwapMegaliths, ReplaceMegalith, FlipTile, TakeExtraTurn, Construct}


def _different(state: State) -> tuple[Action, ...]:
    """Return legal actions that cover all arrangements of shamans possible at the end of the turn."""
    actions = legal_actions(state)
    alike = _is_last(state) and _LEAVES_SHAMANS.issuperset(map(type, actions)) and not _may_forbid(state)
    return actions[:1] if alike else actions


def _may_forbid(state: State) -> bool:
    """Return whether the places of the megaliths can affect transformations (rule 12.4)."""
    return any(stone.ward is not None for stone in (*state.megaliths.values(), *state.upcoming))


def _is_last(state: State) -> bool:
    """Return whether nothing follows the decision except arrivals that it causes itself."""
    pending = state.pending
    if state.waiting or state._layout.leaving:
        return False
    return not (isinstance(pending, UsePower) and len(pending.megalith.powers) > 1)
