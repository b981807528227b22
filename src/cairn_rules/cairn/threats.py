"""What a tribe could transform in its next turn: `threats`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cairn_rules.cairn.actions import Action, Construct, TileAction
from cairn_rules.cairn.bitboards import spaces_in
from cairn_rules.cairn.board import TRIBES, Space, Tribe
from cairn_rules.cairn.decisions import CHOOSE_ACTION, is_between_turns
from cairn_rules.cairn.effects import FlipTile, ReplaceMegalith, SlideMegalith, SwapMegaliths, TakeExtraTurn
from cairn_rules.cairn.pending import BuildMegalith, Over, TransformOrPass, UsePower
from cairn_rules.cairn.powers import BOX_EFFECTS, permitted_tile_actions
from cairn_rules.cairn.rules import apply, legal_actions
from cairn_rules.cairn.state import NOBODY, State, draft
from cairn_rules.cairn.transformations import victims
from cairn_rules.errors import DefinitionError

MOST_STATES: Final = 300
"""So many states are followed for one action: three times as many as megaliths of the box ever needed."""


def threats(state: State, *, by: Tribe | None = None) -> Mapping[Space, tuple[TileAction, ...]]:
    """The shamans that a tribe could transform in a turn that starts from this position.

    The position is taken as it stands, with the faces that lie up now, as if it were that tribe's
    turn. Every way in which the action's powers can go is followed, whoever decides it; megaliths of
    one's own can have so many that the search of an action stops before it has seen all.

    Args:
        state: The state; what is pending in it does not matter.
        by: Who would transform; None for the opponent of the player whose turn it is.

    Returns:
        For each victim, in space order, the actions that may lead to its transformation, in the
        order of `legal_actions`; nobody when the game is over.

    Raises:
        DefinitionError: when the tribe is none.
        PowerError: when a custom megalith misbehaves.

    Example:
        >>> import cairn_rules as cairn
        >>> state = cairn.parse_position("5/5/5/1s1f1/2s2 f wooe b3=chaos,d3=dawn alley,deer - 0-0")
        >>> cairn.threats(state)
        mappingproxy({D2: (Move(origin=C1, to=C2),)})
    """
    if by not in (None, *TRIBES):
        raise DefinitionError(f"{by!r} is no tribe; these are Tribe.SEA and Tribe.FOREST")
    if isinstance(state.pending, Over):
        return MappingProxyType({})
    tribe = state.active.other if by is None else by
    start = State(
        state.bits_of(tribe),
        state.bits_of(1 - tribe),
        state._faces,
        int(tribe),
        0,
        NOBODY,
        state._layout,
        CHOOSE_ACTION,
        (),
        (),
        0,
        None,
    )
    found: dict[Space, list[TileAction]] = {}
    for action in permitted_tile_actions(start):
        for victim in _victims(apply(start, action)):
            found.setdefault(victim, []).append(action)
    return MappingProxyType({victim: tuple(found[victim]) for victim in sorted(found)})


def _victims(first: State) -> set[Space]:
    """Everyone who can be transformed at the end of the turn, however its powers are used."""
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
    ends = {number for number, state in enumerate(states) if isinstance(state.pending, TransformOrPass)}
    ends |= {number for number in range(1, len(states)) if _may_lead_only_back(number, states, following)}
    ends |= {number for number in arrived if any(number in _reached(each, following) for each in following[number])}
    found = 0
    for number in ends:
        found |= victims(states[number])
    return set(spaces_in(found))


def _forgetting(state: State) -> State:
    """The state without what was seen in its turn: ways that only differ in that are followed once."""
    if not state._seen:
        return state
    after = draft(state)
    after._seen = ()
    return after


def _may_lead_only_back(number: int, states: list[State], following: list[set[int]]) -> bool:
    """Whether a chain can come to a power whose every option repeats a position of the turn (rule 6.7)."""
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


_BESIDE_THE_SHAMANS: Final = {SlideMegalith, SwapMegaliths, ReplaceMegalith, FlipTile, TakeExtraTurn, Construct}


def _different(state: State) -> tuple[Action, ...]:
    """The legal actions after which different shamans may stand in an arrangement at the end of the turn."""
    actions = legal_actions(state)
    alike = _is_last(state) and _BESIDE_THE_SHAMANS.issuperset(map(type, actions)) and not _may_forbid(state)
    return actions[:1] if alike else actions


def _may_forbid(state: State) -> bool:
    """Whether it matters for transformations which megaliths lie where (rule 12.4)."""
    return any(stone.ward is not None for stone in (*state.megaliths.values(), *state.upcoming))


def _is_last(state: State) -> bool:
    """Whether nothing is asked or woken after the decision but what it moves itself, by arriving."""
    pending = state.pending
    if state.waiting or state._layout.leaving:
        return False
    return not (isinstance(pending, UsePower) and len(pending.megalith.powers) > 1)
