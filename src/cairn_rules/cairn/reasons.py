"""Reasons for illegal actions: `why_illegal`, derived from the rules without the engine's tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, assert_never

from cairn_rules.cairn.actions import Action, Add, Construct, Effect, Jump, Move, Pass, Transform
from cairn_rules.cairn.board import SIDE, TOTEMS, VILLAGE, Space, Tribe, space_at
from cairn_rules.cairn.decisions import NO_ACTION
from cairn_rules.cairn.pending import BuildMegalith, ChooseAction, Over, TransformOrPass, UsePower
from cairn_rules.cairn.powers import forbidding, offers, yields
from cairn_rules.cairn.state import State
from cairn_rules.cairn.tiles import AddFace, JumpFace, MoveFace, find_arrangements
from cairn_rules.checks import text_hint
from cairn_rules.errors import IllegalActionError, Reason, quoted


def why_illegal(state: State, action: Action) -> Reason | None:
    """Return the reason why an action is illegal now, or None if it is legal.

    Returns:
        A reason with a stable code, a sentence that names spaces and faces, and the rule number.

    Raises:
        PowerError: if a custom megalith's power misbehaves.

    Example:
        >>> import cairn_rules as cairn
        >>> state = cairn.new_game(seed=7, faces="wooe", first=cairn.Tribe.SEA)
        >>> print(cairn.why_illegal(state, cairn.Move(cairn.Space.A1, cairn.Space.B2)))
        a1 to b2 is diagonal, but the Move tile shows orthogonal [move/not-straight, rule 4.3]
    """
    if not _is_action(action):
        return Reason("action/unknown", f"{quoted(action)} is not an action of Cairn{text_hint(action)}", "3.1")
    pending = state.pending
    match pending:
        case Over():
            return Reason("game/over", "the game is over", "9.2" if pending.outcome.reason == NO_ACTION else "9.1")
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
    return None if ward is None else Reason("ward/forbidden", f"{ward} forbids it", "12.4")


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
            return Reason("pass/not-allowed", f"{state.active} must take an action; passing is not allowed", "3.2")
        case _:
            return Reason("decision/choose-action", f"{state.active} must choose one of the three actions now", "3.1")


def _why_no_option(state: State, pending: UsePower, action: Action) -> Reason | None:
    power = f"{pending.megalith.name} on {pending.space}"
    if not isinstance(action, Effect):
        return Reason("decision/use-power", f"{pending.decider} must use {power} now", "6.3")
    if action in offers(state):
        return None
    if action in yields(state):
        forbidden = _why_forbidden(state, action, pending.owner)
        if forbidden is not None:
            return forbidden
        text = f"{action.notation} would repeat a position of this turn in which a power was used"
        return Reason("power/repeats-position", text, "6.7")
    return Reason("power/not-offered", f"{power} does not offer {action.notation}", "6.3")


def _why_no_build(state: State, pending: BuildMegalith, action: Action) -> Reason | None:
    if not isinstance(action, Construct):
        return Reason("decision/build", f"{pending.builder} must build a megalith on {pending.space} now", "5.3")
    if action.megalith in state.upcoming:
        return None
    upcoming = " and ".join(str(megalith) for megalith in state.upcoming)
    return Reason("construct/not-upcoming", f"{action.megalith} is not upcoming; {upcoming} can be built", "5.3")


def _why_no_transformation(state: State, action: Action) -> Reason | None:
    if isinstance(action, Pass):
        if state.variant.transformation_mandatory:
            return Reason("pass/mandatory", "the variant makes transforming mandatory", "8.4")
        return None
    if not isinstance(action, Transform):
        return Reason("decision/transform", f"{state.active} must transform or decline now", "8.4")
    # 1. the victim is an enemy
    victim = action.victim
    if state.shamans.get(victim) != state.active.other:
        return Reason("transform/no-enemy", f"no {state.active.other} shaman stands on {victim}", "8.1")
    # 2. it is in an arrangement
    face = state.tiles.transformation
    there = [each for each in find_arrangements(state.shamans, face, state.active) if each.victim == victim]
    if not there:
        text = (
            f"{victim} is not in an arrangement with the enemy {'at the end' if face.value == 'e' else 'in the middle'}"
        )
        return Reason("transform/no-arrangement", text, "8.2")
    # 3. the arrangement is fresh, and no ward forbids the transformation
    if any(space in state.moved for each in there for space in (*each.own, victim)):
        return _why_forbidden(state, action, state.active)
    if state.variant.transformation_trigger == "acted":
        text = (
            f"the variant counts only the shaman of {state.active}'s action,"
            f" which is not in the arrangement around {victim}"
        )
        return Reason("transform/not-fresh", text, "8.7")
    text = f"{state.active} did not move a shaman of the arrangement around {victim} in this turn"
    return Reason("transform/not-fresh", text, "8.3")


def _why_no_add(state: State, action: Add) -> Reason | None:
    to, tribe, face = action.to, state.active, state.tiles.add
    totems = dict(zip(AddFace, TOTEMS[tribe], strict=True))
    if to not in totems.values():
        spaces = " and ".join(map(str, totems.values()))
        return Reason("add/not-a-totem", f"{to} is not a {tribe} totem; the {tribe} totems are {spaces}", "4.1")
    if to != totems[face]:
        text = f"{to} is not the totem that the Add tile shows: {face} is {totems[face]}"
        return Reason("add/other-face", text, "4.1")
    if not state.villages[tribe]:
        return Reason("add/empty-village", f"the {tribe} village is empty", "4.1")
    if state.shamans.get(to) == tribe:
        return Reason("add/own-shaman", f"{to} already has a {tribe} shaman", "4.1")
    return None


def _why_no_shaman(state: State, kind: str, action: Move | Jump) -> Reason | None:
    rule = "4.3" if kind == "move" else "4.4"
    there = state.shamans.get(action.origin)
    if there is None:
        return Reason(f"{kind}/no-shaman", f"no shaman stands on {action.origin}", rule)
    if there != state.active:
        return Reason(f"{kind}/not-yours", f"the shaman on {action.origin} is {there}'s", rule)
    return None


_FAR_RANKS: Final = (SIDE - 1, 0)
"""Rank of the opponent's first row, by tribe."""


def _why_no_move(state: State, action: Move) -> Reason | None:
    origin, to, face = action.origin, action.to, state.tiles.move
    if to is VILLAGE:
        if origin.rank == _FAR_RANKS[state.active]:
            return None
        text = f"a move out of the board starts in {state.active.other}'s first row, not on {origin}"
        return Reason("move/no-exit", text, "4.5")
    steps = {abs(to.file - origin.file), abs(to.rank - origin.rank)}
    if max(steps) != 1:
        return Reason("move/not-one-step", f"{to} is not one step from {origin}", "4.3")
    if face is MoveFace.ORTHOGONAL and steps == {1}:
        text = f"{origin} to {to} is diagonal, but the Move tile shows orthogonal"
        return Reason("move/not-straight", text, "4.3")
    if face is MoveFace.DIAGONAL and steps != {1}:
        text = f"{origin} to {to} is orthogonal, but the Move tile shows diagonal"
        return Reason("move/not-diagonal", text, "4.3")
    if to in state.shamans:
        return Reason("move/occupied", f"{to} is occupied", "4.3")
    return None


def _why_no_jump(state: State, action: Jump) -> Reason | None:
    origin, to = action.origin, action.to
    if to is VILLAGE:
        return _why_no_jump_out(state, origin)
    files, ranks = to.file - origin.file, to.rank - origin.rank
    if {abs(files), abs(ranks)} not in ({2}, {0, 2}):
        return Reason("jump/not-two-steps", f"{to} is not two steps in a straight line from {origin}", "4.4")
    over = space_at(origin.file + files // 2, origin.rank + ranks // 2)
    assert over is not None, "between two spaces of the board"
    jumped = state.shamans.get(over)
    if jumped is None:
        return Reason("jump/nothing-to-jump", f"no shaman stands on {over}, between {origin} and {to}", "4.4")
    if jumped != _jumped_tribe(state):
        text = f"the shaman on {over} is {jumped}'s, but the Jump tile shows {state.tiles.jump}"
        return Reason("jump/wrong-tribe", text, "4.4")
    if to in state.shamans:
        return Reason("jump/occupied", f"{to} is occupied", "4.4")
    return None


def _jumped_tribe(state: State) -> Tribe:
    return state.active if state.tiles.jump is JumpFace.OWN else state.active.other


def _why_no_jump_out(state: State, origin: Space) -> Reason | None:
    far = _FAR_RANKS[state.active]
    if abs(origin.rank - far) != 1:
        text = f"a jump out of the board starts one row before {state.active.other}'s first row, not on {origin}"
        return Reason("jump/no-exit", text, "4.6")
    jumped = [over for over in _in_front(origin, far) if state.shamans.get(over) == _jumped_tribe(state)]
    if not jumped:
        text = f"there is no shaman to jump over in front of {origin}; the Jump tile shows {state.tiles.jump}"
        return Reason("jump/nothing-to-jump", text, "4.6")
    if not state.variant.corner_exit and all(not 0 <= 2 * over.file - origin.file < SIDE for over in jumped):
        text = f"the variant does not allow the jump from {origin} out of the board over the corner"
        return Reason("jump/over-the-corner", text, "4.7")
    return None


def _in_front(origin: Space, far: int) -> Iterator[Space]:
    for step in (-1, 0, 1):
        over = space_at(origin.file + step, far)
        if over is not None:
            yield over
