"""The order of a turn: `legal_actions`, `apply`, `outcome` (rules page, section 3)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, Final, assert_never

from cairn_rules.cairn.megaliths.power_rules import (
    do_effect,
    next_decision,
    next_waiting,
    next_woken,
    offers,
    positions_seen,
    was_seen,
)
from cairn_rules.cairn.megaliths.wards import permitted_tile_actions
from cairn_rules.cairn.rules.observation import Observation, states_seen
from cairn_rules.cairn.rules.transformations import IN_REACH, fresh_victims, victims
from cairn_rules.cairn.state.actions import Action, Add, Construct, Effect, Pass, TileAction, Transform
from cairn_rules.cairn.state.bitboards import SINGLE, spaces_in
from cairn_rules.cairn.state.board import SHAMANS, SPACES, TRIBES, VILLAGE, Tribe
from cairn_rules.cairn.state.layout import MEGALITHS_TO_WIN, Layout
from cairn_rules.cairn.state.megalith_data import Megalith
from cairn_rules.cairn.state.pending import (
    BuildMegalith,
    ChooseAction,
    Over,
    Pending,
    TransformOrPass,
    UsePower,
    Waiting,
)
from cairn_rules.cairn.state.pending_queue import (
    CHOOSE_ACTION,
    NEXT_TURN,
    NO_ACTION,
    THIRD_MEGALITH,
    TRANSFORM_OR_PASS,
    build_on,
    is_between_turns,
    over,
    without_shaman,
)
from cairn_rules.cairn.state.state import NOBODY, State, draft
from cairn_rules.cairn.state.tiles import TRANSFORMATION_BIT
from cairn_rules.checks import agreed_actions, not_a_state
from cairn_rules.game import Outcome


def current_player(state: State | Observation) -> Tribe | None:
    """Return the tribe that decides now, or None if the game is over (rules 5.3, 6.2).

    Raises:
        DefinitionError: if `state` is neither a state nor an observation.

    Example:
        >>> from cairn_rules import cairn
        >>> cairn.current_player(cairn.new_game(first=cairn.Tribe.FOREST))
        Tribe.FOREST
    """
    try:
        pending = state.pending
    except AttributeError:
        raise not_a_state(state) from None
    match pending:
        case ChooseAction() | TransformOrPass():
            return state.active
        case UsePower():
            return pending.decider
        case BuildMegalith():
            return pending.builder
        case Over():
            return None
        case _:
            assert_never(pending)


def outcome(state: State | Observation) -> Outcome | None:
    """Return the winner and the reason, or None during the game (rules 9.1, 9.2).

    The reasons are `third-megalith` and `no-action`.

    Raises:
        DefinitionError: if `state` is neither a state nor an observation.

    Example:
        >>> from cairn_rules import cairn
        >>> cairn.outcome(cairn.parse_position("5/5/5/fffff/sssss s wdoe c3=chaos,d3=dawn - - 0-0"))
        Outcome(winners=(1,), reason='no-action')
    """
    try:
        pending = state.pending
    except AttributeError:
        raise not_a_state(state) from None
    return pending.outcome if isinstance(pending, Over) else None


def legal_actions(state: State | Observation) -> tuple[Action, ...]:
    """Return the legal actions (legal moves) of the player who decides.

    Args:
        state: The state, or an observation, because hidden information never affects what is legal.

    Returns:
        The actions in a fixed order, without duplicates; empty when the game is over. Tile actions begin
        with Add. Each own shaman follows in space order with its moves, then its jumps, each by
        destination and exits last. Options of a power are in the order in which it yields them,
        megaliths to build in the order of the display, and transformations by victim, then `Pass()`.

    Raises:
        PowerError: if a custom megalith's power misbehaves.
        DefinitionError: if `state` is neither a state nor an observation.

    Example:
        >>> from cairn_rules import cairn
        >>> state = cairn.new_game(seed=7, faces="wooe", first=cairn.Tribe.SEA)
        >>> cairn.legal_actions(state)[:3]
        (Add(to=D1), Move(origin=A1, to=B1), Move(origin=A1, to=A2))
    """
    if not isinstance(state, State):
        return agreed_actions(state, Observation, map(legal_actions, states_seen(state)))
    legal = state._legal
    if legal is None:
        layout = state._layout
        if state._pending is CHOOSE_ACTION and not layout.unusual:  # the fast path
            legal = layout.reaches[state._active][state._faces].actions(state._own, state._enemy)
        else:
            legal = _list(state)
        state._legal = legal
    return legal


def _list(state: State) -> tuple[Action, ...]:
    pending = state._pending
    match pending:
        case ChooseAction():
            return permitted_tile_actions(state)
        case UsePower():
            return offers(state)
        case BuildMegalith():
            return _constructing(state._layout.upcoming)
        case TransformOrPass():
            return _transforming(victims(state), mandatory=state.variant.transformation_mandatory)
        case Over():
            return ()
        case _:
            assert_never(pending)


@lru_cache(maxsize=1024)
def _constructing(upcoming: tuple[Megalith, ...]) -> tuple[Action, ...]:
    return tuple(map(Construct, upcoming))


@cache
def _transforming(possible: int, *, mandatory: bool) -> tuple[Action, ...]:
    choices = tuple(Transform(victim) for victim in spaces_in(possible))
    return choices if mandatory else (*choices, Pass())


def apply(state: State, action: Action) -> State:
    """Return the state after an action. The given state is unchanged.

    Raises:
        IllegalActionError: if the action is illegal; the error includes the reason.
        DefinitionError: if `state` is not a state.
        PowerError: if a custom megalith's power or effect misbehaves.

    Example:
        >>> from cairn_rules import cairn
        >>> state = cairn.new_game(seed=7, faces="wooe", first=cairn.Tribe.SEA)
        >>> cairn.apply(state, cairn.Add(to=cairn.Space.D1)).active
        Tribe.FOREST
    """
    try:
        legal = state._legal
        pending = state._pending
    except AttributeError:
        raise not_a_state(state) from None
    if legal is None:
        legal = legal_actions(state)
    if action not in legal:
        from cairn_rules.cairn.rules.reasons import illegal  # noqa: PLC0415 - slow to import, and only errors need it

        raise illegal(state, action)
    if pending is CHOOSE_ACTION:  # the fast path
        return _act(state, action)
    return _DO[type(pending)](state, action)


def successors(state: State) -> tuple[tuple[Action, State], ...]:
    """Return every legal action with its resulting state.

    This is faster than calling `legal_actions` and `apply`, because legality is checked once.

    Returns:
        Pairs in the order of `legal_actions`; empty when the game is over.

    Raises:
        DefinitionError: if `state` is not a state.
        PowerError: if a custom megalith's power or effect misbehaves.

    Example:
        >>> from cairn_rules import cairn
        >>> state = cairn.new_game(seed=7, faces="wooe", first=cairn.Tribe.SEA)
        >>> [cairn.format_action(action) for action, after in cairn.successors(state) if after.villages != (2, 2)]
        ['+d1']
    """
    legal = legal_actions(state)
    if not legal:
        return ()
    try:
        do = _DO[type(state._pending)]
    except AttributeError:  # legal actions have observations, too
        raise not_a_state(state) from None
    return tuple([(action, do(state, action)) for action in legal])


def _act(state: State, action: Any) -> State:
    """Apply an action with a tile and turn the tile over (rules 3.3, 4.1 to 4.8)."""
    # 1. the shaman moves, an enemy on its space is banished, the tile is turned over
    landing: int
    changed: int
    tile: int
    landing, changed, tile = action._bits
    own = state._own ^ changed
    enemy = state._enemy & ~landing
    faces = state._faces ^ tile
    active = state._active
    layout = state._layout
    # 2. the shaman wakes a megalith by leaving it
    if layout.unusual and layout.leaving & (changed ^ landing):
        return _leave(state, action)
    # 3. an exit leads to a build
    if not landing:
        space = SPACES[changed.bit_length() - 1]
        if layout.can_build(space):
            pending = build_on(space, TRIBES[active])
            return State(own, enemy, faces, active, layout, pending, state._turn)
        return _next_turn(own, enemy, faces, active, NOBODY, layout, state._turn)
    # 4. the shaman wakes the megalith that it arrives on
    if layout.waking & landing:
        power = layout.power(landing, active)
        woken = State(own, enemy, faces, active, layout, power, state._turn, None, landing)
        options = woken._legal = offers(woken)
        if options:
            return woken
    # 5. with an enemy in reach of the shaman, there may be a transformation; else the next turn starts
    if enemy & IN_REACH[faces][landing % SINGLE]:
        return _check_transformation(own, enemy, faces, active, landing, NOBODY, layout, state._turn)
    return _next_turn(own, enemy, faces, active, NOBODY, layout, state._turn)


def _leave(state: State, action: TileAction) -> State:
    """Apply an action with a tile by which a shaman wakes a megalith as it leaves it (rule 12.2)."""
    assert not isinstance(action, Add), "a shaman from the village does not leave a space"
    after = draft(state)
    after._moved, changed, tile = action._bits
    after._own ^= changed
    after._faces ^= tile
    power = state._layout.power(1 << action.origin, state._active)
    arriving = build_on(action.origin, state.active) if action.to is VILLAGE else action.to
    after._waiting = (power, arriving)
    return _go_on(after, next_waiting(after))


def _use(state: State, effect: Effect) -> State:
    """Apply an option of a power, then ask for its next decision or continue the turn (rules 6.3, 6.8)."""
    pending = state._pending
    assert isinstance(pending, UsePower), "an effect is only legal when a power is used"
    after = do_effect(state, effect)
    further = next_decision(pending, effect)
    if further is not None:
        after._pending = further
        after._seen = positions_seen(state)
        if legal_actions(after):
            return after
    return _go_on(after, next_woken(state, after))


def _go_on(state: State, woken: State | None) -> State:
    """Resolve waiting items until a player must decide, then go on to the transformation (rules 6.5, 6.8)."""
    # 1. the next build, or the next power with options, is the pending decision
    while woken is not None:
        if isinstance(woken._pending, BuildMegalith) or (not was_seen(woken) and legal_actions(woken)):
            return woken
        woken = next_waiting(woken)
    # 2. without one, the turn continues
    own, enemy, faces, active = state._own, state._enemy, state._faces, state._active
    if is_between_turns(state._waiting):
        return _next_unusual_turn(own, enemy, faces, active, state._extra, state._layout, state._turn, called=True)
    return _check_transformation(own, enemy, faces, active, state._moved, state._extra, state._layout, state._turn)


def _construct(state: State, action: Construct) -> State:
    """Build an upcoming megalith; a third one wins at once (rules 5.3, 5.4, 9.1)."""
    pending = state._pending
    assert isinstance(pending, BuildMegalith), "a build is only legal when one is pending"
    layout = state._layout.built(pending.space, action.megalith, pending.builder)
    if layout.scores[pending.builder] == MEGALITHS_TO_WIN:
        end = over(pending.builder, THIRD_MEGALITH)
        return _between_turns(state._own, state._enemy, state._faces, state._active, layout, end, state._turn)
    after = draft(state)
    after._layout = layout
    after._waiting = without_shaman(state._waiting, pending.space)
    return _go_on(after, next_waiting(after))


def _check_transformation(
    own: int, enemy: int, faces: int, active: int, moved: int, extra: int, layout: Layout, turn: int
) -> State:
    """Ask the active player whether to transform, if that is possible; else end the turn (rules 8.1 to 8.4)."""
    possible = fresh_victims(own, enemy, moved, faces)
    if possible:
        state = State(own, enemy, faces, active, layout, TRANSFORM_OR_PASS, turn, None, moved, extra)
        if layout.unusual:
            possible = victims(state)
        if possible:
            state._legal = _transforming(possible, mandatory=layout.variant.transformation_mandatory)
            return state
    return _next_turn(own, enemy, faces, active, extra, layout, turn)


def _transform(state: State, action: Transform | Pass) -> State:
    """Transform an enemy and go on to a build in its place, or pass (rules 8.4 to 8.6)."""
    enemy, faces = state._enemy, state._faces
    if isinstance(action, Transform):
        enemy ^= 1 << action.victim
        faces ^= TRANSFORMATION_BIT
        if state._layout.can_build(action.victim):
            pending = build_on(action.victim, state.active)
            return State(
                state._own, enemy, faces, state._active, state._layout, pending, state._turn, None, 0, state._extra
            )
    return _next_turn(state._own, enemy, faces, state._active, state._extra, state._layout, state._turn)


def _next_turn(own: int, enemy: int, faces: int, active: int, extra: int, layout: Layout, turn: int) -> State:
    """Start the next turn, or end the game if its player has no action (rules 3.4, 9.2)."""
    if layout.unusual:
        return _next_unusual_turn(own, enemy, faces, active, extra, layout, turn, called=False)
    if extra != active:
        own, enemy, active = enemy, own, 1 - active
    reach = layout.reaches[active][faces]
    if not own & reach.totem and own.bit_count() < SHAMANS:
        legal = None  # Add is legal, so that the game continues; the list is made on demand
    else:
        legal = reach.actions(own, enemy)
        if not legal:
            return _blocked(own, enemy, faces, active, layout, turn)
    return State(own, enemy, faces, active, layout, CHOOSE_ACTION, turn + 1, legal)


def _next_unusual_turn(
    own: int, enemy: int, faces: int, active: int, extra: int, layout: Layout, turn: int, *, called: bool
) -> State:
    """Start the next turn on a board with wards, or with powers that wake before a turn (rules 12.3, 12.4).

    `called` is True once those powers are resolved.
    """
    # 1. the megaliths of the next turn's tribe wake
    tribe = active if extra == active else 1 - active
    standing = spaces_in((own if tribe == active else enemy) & layout.before_turn)
    if standing and not called:
        powers = [layout.power(1 << space, tribe) for space in standing]
        waiting: tuple[Waiting, ...] = (*powers, NEXT_TURN)
        state = State(own, enemy, faces, active, layout, CHOOSE_ACTION, turn, None, 0, extra, waiting)
        return _go_on(state, next_waiting(state))
    # 2. the next turn starts
    if tribe != active:
        own, enemy, active = enemy, own, tribe
    state = State(own, enemy, faces, active, layout, CHOOSE_ACTION, turn + 1)
    return state if legal_actions(state) else _blocked(own, enemy, faces, active, layout, turn)


def _blocked(own: int, enemy: int, faces: int, active: int, layout: Layout, turn: int) -> State:
    """End the game: the tribe whose turn starts has no action and loses (rule 9.2)."""
    return _between_turns(own, enemy, faces, active, layout, over(1 - active, NO_ACTION), turn)


def _between_turns(own: int, enemy: int, faces: int, active: int, layout: Layout, pending: Pending, turn: int) -> State:
    """Return the state of a game that ends with a turn."""
    return State(own, enemy, faces, active, layout, pending, turn + 1, ())


_DO: Final[dict[type[Pending], Callable[[State, Any], State]]] = {
    ChooseAction: _act,
    UsePower: _use,
    BuildMegalith: _construct,
    TransformOrPass: _transform,
}
"""Functions that apply a legal action, by the class of the pending decision."""
