"""What a tribe could transform in its next turn: `threats`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cairn_rules.cairn.actions import Action, Construct, TileAction
from cairn_rules.cairn.board import TRIBES, Space, Tribe, spaces_in
from cairn_rules.cairn.chain import BOX_EFFECTS
from cairn_rules.cairn.drafts import draft, make_state
from cairn_rules.cairn.effects import FlipTile, TakeExtraTurn
from cairn_rules.cairn.megalith_effects import ReplaceMegalith, SlideMegalith, SwapMegaliths
from cairn_rules.cairn.pending import CHOOSE_ACTION, BuildMegalith, Over, TransformOrPass, UsePower
from cairn_rules.cairn.rules import apply, legal_actions
from cairn_rules.cairn.state import NOBODY, State
from cairn_rules.cairn.transformations import fresh_victims
from cairn_rules.errors import DefinitionError


def threats(state: State, *, by: Tribe | None = None) -> Mapping[Space, tuple[TileAction, ...]]:
    """The shamans that a tribe could transform in a turn that starts from this position.

    The position is taken as it stands, with the faces that lie up now, as if it were that tribe's
    turn. Every way in which the action's powers can go is followed, whoever decides it.

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
    start = make_state(
        state.bits_of(tribe),
        state.bits_of(1 - tribe),
        state._faces,
        int(tribe),
        0,
        NOBODY,
        state._ground,
        CHOOSE_ACTION,
        (),
        (),
        0,
        None,
    )
    found: dict[Space, list[TileAction]] = {}
    for action in start._ground.reaches[tribe][start._faces].actions(start._own, start._enemy):
        for victim in _victims(apply(start, action)):
            found.setdefault(victim, []).append(action)
    return MappingProxyType({victim: tuple(found[victim]) for victim in sorted(found)})


def _victims(first: State) -> set[Space]:
    """Everyone who can be transformed at the end of the turn, however its powers are used."""
    first = _forgetting(first)
    following: dict[State, set[State]] = {}
    arrived: set[State] = set()
    todo = {first}
    while todo:
        state = todo.pop()
        following[state] = set()
        for action in _different(state) if isinstance(state.pending, UsePower | BuildMegalith) else ():
            after = _forgetting(apply(state, action))
            following[state].add(after)
            if not (type(action) in BOX_EFFECTS and _is_last(state)):
                arrived.add(after)
        todo |= following[state] - following.keys()
    ends = [state for state in following if isinstance(state.pending, TransformOrPass)]
    ends += [state for state in following if state != first and _may_lead_only_back(state, first, following)]
    ends += [state for state in arrived if any(state in _reached(each, following) for each in following[state])]
    victims = 0
    for state in ends:
        victims |= fresh_victims(state._own, state._enemy, state._moved, state._faces)
    return set(spaces_in(victims))


def _forgetting(state: State) -> State:
    """The state without what was seen in its turn: ways that only differ in that are followed once."""
    if not state._seen:
        return state
    after = draft(state)
    after._seen = ()
    return after


def _may_lead_only_back(state: State, first: State, following: Mapping[State, set[State]]) -> bool:
    """Whether a chain can come to a power whose every option repeats a position of the turn (rule 6.7)."""
    after = following[state]
    if not after or not all(isinstance(each.pending, UsePower) and not each.pending.chosen for each in after):
        return False
    before = _reached(first, following, avoiding=state)
    return after <= before and all(state in _reached(each, following) for each in after)


def _reached(start: State, following: Mapping[State, set[State]], avoiding: State | None = None) -> set[State]:
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
    return actions[:1] if _is_last(state) and _BESIDE_THE_SHAMANS.issuperset(map(type, actions)) else actions


def _is_last(state: State) -> bool:
    """Whether nothing is asked or woken after the decision but what it moves itself."""
    pending = state.pending
    return not state.waiting and not (isinstance(pending, UsePower) and len(pending.megalith.powers) > 1)
