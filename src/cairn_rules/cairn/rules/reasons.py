"""Reasons for illegal actions: `why_illegal`, derived from the rules without the engine's tables."""

from __future__ import annotations

from typing import Final, assert_never

from cairn_rules.cairn.megaliths.power_rules import offers, yields
from cairn_rules.cairn.megaliths.wards import forbidding
from cairn_rules.cairn.reason_table import REASONS
from cairn_rules.cairn.rules.observation import Observation
from cairn_rules.cairn.state.actions import Action, Add, Construct, Effect, Jump, Move, Pass, Transform
from cairn_rules.cairn.state.board import SIDE, TOTEMS, VILLAGE, Space, Tribe, space_at
from cairn_rules.cairn.state.pending import BuildMegalith, ChooseAction, Over, TransformOrPass, UsePower
from cairn_rules.cairn.state.pending_queue import NO_ACTION
from cairn_rules.cairn.state.state import State
from cairn_rules.cairn.state.tiles import AddFace, JumpFace, MoveFace, find_arrangements
from cairn_rules.checks import as_state, text_hint
from cairn_rules.errors import IllegalActionError, Reason
from cairn_rules.phrasebook import Named


def why_illegal(state: State | Observation, action: Action) -> Reason | None:
    """Return the reason why an action is illegal now, or None if it is legal.

    A reason has a stable code, a sentence that names spaces and faces, and the rule number.

    Raises:
        DefinitionError: if `state` is neither a state nor an observation.
        PowerError: if a custom megalith's power misbehaves.

    Example:
        >>> from cairn_rules import cairn
        >>> state = cairn.new_game(seed=7, faces="wooe", first=cairn.Tribe.SEA)
        >>> print(cairn.why_illegal(state, cairn.Move(cairn.Space.A1, cairn.Space.B2)))
        a1 to b2 is diagonal, but the Move tile shows orthogonal [move/not-straight, rule 4.3]
    """
    state = as_state(state, State)
    if not _is_action(action):
        return REASONS.reason("action/unknown", action=action, hint=text_hint(action))
    pending = state.pending
    match pending:
        case Over():
            return REASONS.reason("game/over", "9.2" if pending.outcome.reason == NO_ACTION else "9.1")
        case ChooseAction():
            return _why_no_tile_action(state, action)
        case UsePower():
            return _why_no_option(state, pending, action)
        case BuildMegalith():
            return _why_no_build(state, pending, action)
        case TransformOrPass():
            return _why_no_transformation(state, action)
        case _:
            assert_never(pending)


def _is_action(value: object) -> bool:
    return isinstance(value, Action)


def illegal(state: State, action: Action) -> IllegalActionError:
    """Return the error for an action that is illegal in a state."""
    reason = why_illegal(state, action)
    assert reason is not None, "an action is either listed or illegal for a reason"
    return IllegalActionError(action, reason, repr(state))


def _why_forbidden(state: State, action: Action, owner: Tribe) -> Reason | None:
    ward = forbidding(state, action, owner)
    return None if ward is None else REASONS.reason("ward/forbidden", megalith=ward[0], space=ward[1])


def _why_no_tile_action(state: State, action: Action) -> Reason | None:
    active = state.active
    match action:
        case Add():
            return _why_no_add(state, action) or _why_forbidden(state, action, active)
        case Move():
            impossible = _why_no_shaman(state, "move", action) or _why_no_move(state, action)
            return impossible or _why_forbidden(state, action, active)
        case Jump():
            impossible = _why_no_shaman(state, "jump", action) or _why_no_jump(state, action)
            return impossible or _why_forbidden(state, action, active)
        case Pass():
            return REASONS.reason("pass/not-allowed", tribe=state.active)
        case Construct() | Transform() | Effect():
            return REASONS.reason("decision/choose-action", tribe=state.active)
        case _:
            assert_never(action)


def _why_no_option(state: State, pending: UsePower, action: Action) -> Reason | None:
    megalith, space = pending.megalith, pending.space
    if not isinstance(action, Effect):
        return REASONS.reason("decision/use-power", tribe=pending.decider, megalith=megalith, space=space)
    if action in offers(state):
        return None
    if action in yields(state):
        forbidden = _why_forbidden(state, action, pending.owner)
        if forbidden is not None:
            return forbidden
        return REASONS.reason("power/repeats-position", action=Named(action, action.notation))
    return REASONS.reason("power/not-offered", megalith=megalith, space=space, action=Named(action, action.notation))


def _why_no_build(state: State, pending: BuildMegalith, action: Action) -> Reason | None:
    if not isinstance(action, Construct):
        return REASONS.reason("decision/build", tribe=pending.builder, space=pending.space)
    if action.megalith in state.upcoming:
        return None
    return REASONS.reason("construct/not-upcoming", megalith=action.megalith, upcoming=state.upcoming)


def _why_no_transformation(state: State, action: Action) -> Reason | None:
    if isinstance(action, Pass):
        if state.variant.transformation_mandatory:
            return REASONS.reason("pass/mandatory")
        return None
    if not isinstance(action, Transform):
        return REASONS.reason("decision/transform", tribe=state.active)
    # 1. the victim is an enemy
    victim = action.victim
    if state.shamans.get(victim) != state.active.other:
        return REASONS.reason("transform/no-enemy", tribe=state.active.other, victim=victim)
    # 2. it is in an arrangement
    face = state.tiles.transformation
    there = [each for each in find_arrangements(state.shamans, face, state.active) if each.victim == victim]
    if not there:
        return REASONS.reason(
            "transform/no-arrangement",
            victim=victim,
            face=Named(face, "at the end" if face.value == "e" else "in the middle"),
        )
    # 3. the arrangement is fresh, and no ward forbids the transformation
    if any(space in state.moved for each in there for space in (*each.own, victim)):
        return _why_forbidden(state, action, state.active)
    if state.variant.transformation_trigger == "acted":
        return REASONS.reason("transform/not-acted", tribe=state.active, victim=victim)
    return REASONS.reason("transform/not-fresh", tribe=state.active, victim=victim)


def _why_no_add(state: State, action: Add) -> Reason | None:
    to, tribe, face = action.to, state.active, state.tiles.add
    totems = dict(zip(AddFace, TOTEMS[tribe], strict=True))
    if to not in totems.values():
        return REASONS.reason("add/not-a-totem", to=to, tribe=tribe, totems=tuple(totems.values()))
    if to != totems[face]:
        return REASONS.reason("add/other-face", to=to, face=face, totem=totems[face])
    if not state.villages[tribe]:
        return REASONS.reason("add/empty-village", tribe=tribe)
    if state.shamans.get(to) == tribe:
        return REASONS.reason("add/own-shaman", to=to, tribe=tribe)
    return None


def _why_no_shaman(state: State, kind: str, action: Move | Jump) -> Reason | None:
    there = state.shamans.get(action.origin)
    if there is None:
        return REASONS.reason(f"{kind}/no-shaman", origin=action.origin)
    if there != state.active:
        return REASONS.reason(f"{kind}/not-yours", origin=action.origin, tribe=there)
    return None


_FAR_RANKS: Final = (SIDE - 1, 0)
"""Rank of the opponent's first row, by tribe."""


def _why_no_move(state: State, action: Move) -> Reason | None:
    origin, to, face = action.origin, action.to, state.tiles.move
    if to is VILLAGE:
        if origin.rank == _FAR_RANKS[state.active]:
            return None
        return REASONS.reason("move/no-exit", tribe=state.active.other, origin=origin)
    steps = {abs(to.file - origin.file), abs(to.rank - origin.rank)}
    if max(steps) != 1:
        return REASONS.reason("move/not-one-step", to=to, origin=origin)
    if face is MoveFace.ORTHOGONAL and steps == {1}:
        return REASONS.reason("move/not-straight", origin=origin, to=to)
    if face is MoveFace.DIAGONAL and steps != {1}:
        return REASONS.reason("move/not-diagonal", origin=origin, to=to)
    if to in state.shamans:
        return REASONS.reason("move/occupied", to=to)
    return None


def _why_no_jump(state: State, action: Jump) -> Reason | None:
    origin, to = action.origin, action.to
    if to is VILLAGE:
        return _why_no_jump_out(state, origin)
    files, ranks = to.file - origin.file, to.rank - origin.rank
    if {abs(files), abs(ranks)} not in ({2}, {0, 2}):
        return REASONS.reason("jump/not-two-steps", to=to, origin=origin)
    over = space_at(origin.file + files // 2, origin.rank + ranks // 2)
    assert over is not None, "between two spaces of the board"
    jumped = state.shamans.get(over)
    if jumped is None:
        return REASONS.reason("jump/nothing-to-jump", over=over, origin=origin, to=to)
    if jumped != _jumped_tribe(state):
        return REASONS.reason("jump/wrong-tribe", over=over, tribe=jumped, face=state.tiles.jump)
    if to in state.shamans:
        return REASONS.reason("jump/occupied", to=to)
    return None


def _jumped_tribe(state: State) -> Tribe:
    return state.active if state.tiles.jump is JumpFace.OWN else state.active.other


def _why_no_jump_out(state: State, origin: Space) -> Reason | None:
    far = _FAR_RANKS[state.active]
    if abs(origin.rank - far) != 1:
        return REASONS.reason("jump/no-exit", tribe=state.active.other, origin=origin)
    in_front = (space_at(origin.file + step, far) for step in (-1, 0, 1))
    jumped = [over for over in in_front if over is not None and state.shamans.get(over) == _jumped_tribe(state)]
    if not jumped:
        return REASONS.reason("jump/nothing-in-front", origin=origin, face=state.tiles.jump)
    if not state.variant.corner_exit and all(not 0 <= 2 * over.file - origin.file < SIDE for over in jumped):
        return REASONS.reason("jump/over-the-corner", origin=origin)
    return None
