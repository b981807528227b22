"""What a tribe could transform in its next turn: `threats`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cairn_rules.cairn.actions import Action, Construct, TileAction
from cairn_rules.cairn.board import Space, Tribe, spaces_in
from cairn_rules.cairn.drafts import make_state
from cairn_rules.cairn.effects import FlipTile, TakeExtraTurn
from cairn_rules.cairn.megalith_effects import ReplaceMegalith, SlideMegalith, SwapMegaliths
from cairn_rules.cairn.pending import CHOOSE_ACTION, BuildMegalith, Over, TransformOrPass, UsePower
from cairn_rules.cairn.rules import apply, legal_actions
from cairn_rules.cairn.state import NOBODY, State
from cairn_rules.cairn.transformations import fresh_victims


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
        PowerError: when a custom megalith misbehaves.

    Example:
        >>> import cairn_rules as cairn
        >>> state = cairn.parse_position("5/5/5/1s1f1/2s2 f wooe b3=chaos,d3=dawn alley,deer - 0-0")
        >>> cairn.threats(state)
        mappingproxy({D2: (Move(origin=C1, to=C2),)})
    """
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


def _victims(after_action: State) -> set[Space]:
    """Everyone who can be transformed at the end of the turn, however its powers are used."""
    victims: set[Space] = set()
    known = {after_action}
    open_states = [after_action]
    while open_states:
        state = open_states.pop()
        pending = state.pending
        if isinstance(pending, TransformOrPass):
            victims.update(spaces_in(fresh_victims(state._own, state._enemy, state._moved, state._faces)))
        elif isinstance(pending, UsePower | BuildMegalith):
            following = {apply(state, action) for action in _different(state)}
            open_states += following - known
            known |= following
    return victims


_BESIDE_THE_SHAMANS: Final = {SlideMegalith, SwapMegaliths, ReplaceMegalith, FlipTile, TakeExtraTurn, Construct}


def _different(state: State) -> tuple[Action, ...]:
    """The legal actions after which different shamans may stand in an arrangement at the end of the turn."""
    actions = legal_actions(state)
    pending = state.pending
    last = not state.waiting and not (isinstance(pending, UsePower) and len(pending.megalith.powers) > 1)
    return actions[:1] if last and _BESIDE_THE_SHAMANS.issuperset(map(type, actions)) else actions
