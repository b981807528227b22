"""The rules of a dungeon: legal actions, their results, and the end of the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, assert_never, get_args

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.character import Character, kept_actions, replaced
from cairn_rules.cairn_rpg.dungeon import actions
from cairn_rules.cairn_rpg.dungeon.actions import Action, Cost, Deed, TroubleKind
from cairn_rules.cairn_rpg.dungeon.observation import Observation
from cairn_rules.cairn_rpg.dungeon.rules.reasons import why_illegal, why_not_done
from cairn_rules.cairn_rpg.dungeon.rules.turn import Turn
from cairn_rules.cairn_rpg.dungeon.state import (
    State,
    able,
    actor_of,
    doors,
    exits,
    front,
    here,
    is_passable,
    lying,
    reach,
    stage,
)
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.illegal_action_errors import refused
from cairn_rules.cairn_rpg.procedures.party import Drop, drop_item, drops, march
from cairn_rules.chance import Branch, Dice, KeyedDice, Resolution, branches, resolve_keyed
from cairn_rules.checks import as_state, check_state
from cairn_rules.game import Outcome

_DEEDS: Final[tuple[Deed, ...]] = get_args(Deed)
_KINDS: Final[tuple[TroubleKind, ...]] = get_args(TroubleKind)
_PAYMENTS: Final = tuple(map(actions.Pay, get_args(Cost)))
OUT: Final = "out"
"""The reason of a game in which the party has left the dungeon. Its score is the number of members who can act."""
FALLEN: Final = "fallen"
"""The reason of a game in which no member of the party can act, which is a loss."""


def current_player(state: State | Observation) -> int | None:
    """Return 0, the seat of the party; None if the game is over.

    Raises:
        DefinitionError: if `state` is not a state.

    Example:
        >>> from cairn_rules.cairn_rpg import dungeon
        >>> dungeon.current_player(dungeon.new_game(seed=7))
        0
    """
    state = as_state(state, State)
    if state.left or (not state.questions and front(state) is None):
        return None
    return 0


def legal_actions(state: State | Observation) -> tuple[Action, ...]:
    """Return every legal action; empty if the game is over.

    At the beginning of a turn, the actions are to stay, the ways out, the areas that haste reaches, and actions that
    take no time. Then each member who can act declares a deed. Exhaustion and items to drop come first.

    Example:
        >>> from cairn_rules.cairn_rpg import dungeon
        >>> state = dungeon.new_game(seed=7)
        >>> [dungeon.format_action(action) for action in dungeon.legal_actions(state)]
        ['stay', 'go:passage', 'run:passage', 'leave', 'lead:2']
        >>> state = dungeon.apply(state, dungeon.Stay())
        >>> [dungeon.format_action(action) for action in dungeon.legal_actions(state)]
        ['1:light:torch', '1:put-down:torch', '1:put-down:rations', '1:rest', '1:watch', '1:noise', '1:wait']
    """
    state = as_state(state, State)
    return kept_actions(state, _legal_actions)


def _legal_actions(state: State) -> tuple[Action, ...]:
    if current_player(state) is None:
        return ()
    if state.questions:
        return drops(state.party, state.questions, state.rulings)
    if state.rests is not None:
        return tuple(each for each in _PAYMENTS if why_illegal(state, each) is None)
    actor = actor_of(state)
    if actor is None:
        return tuple(_beginnings(state))
    return tuple(each for each in _deeds(state, actor) if why_not_done(state, each) is None)


def _beginnings(state: State) -> Iterator[Action]:
    # This must agree with `why_illegal`; asking `why_illegal` about each action would make a game a quarter slower.
    yield actions.STAY
    if not any(each.kind == "loss" for each in state.troubles):
        for each in exits(state):
            if is_passable(state, each):
                yield actions.go(each.to)
        for id in reach(state):
            yield actions.go(id, True)  # noqa: FBT003 - `cache` tells keywords from positions
        if here(state).outside:
            yield actions.LEAVE
    leader = front(state)
    for index, member in enumerate(state.party.members):
        if index != leader and member.is_able:
            yield actions.Lead(index)
    kinds = {each.kind for each in state.troubles}
    yield from (actions.Settle(kind) for kind in _KINDS if kind in kinds)


def _deeds(state: State, by: int) -> Iterator[actions.Do]:
    """Yield the possible deeds of a member, in the order of `DEEDS`."""
    area = stage(state)
    members = state.party.members
    carried = members[by].inventory.items
    lights = tuple(dict.fromkeys(item.id for item in carried if item.light))
    ways = () if area is None else tuple(door.id for door in doors(state, area))
    targets: dict[str, tuple[str, ...]] = {
        "search": () if area is None else (*(place.id for place in area.places), *ways),
        "listen": ways,
        "unlock": ways,
        "force": ways,
        "wedge": ways,
        "take": () if area is None else tuple(dict.fromkeys(item.id for item in lying(state, area))),
        "put-down": tuple(dict.fromkeys(item.id for item in carried)),
        "light": lights,
        "put-out": lights,
        "bandage": tuple(str(place) for place, each in enumerate(members, 1) if each.is_dying),
    }
    for deed in _DEEDS:
        for target in dict.fromkeys(targets[deed]) if deed in actions.TARGETED else ("",):
            yield actions.do(by, deed, target)


@checked
def resolve(state: State, action: Action, dice: Dice) -> Resolution[State, Event]:
    r"""Return the result of an action with these dice, and its events. The given state is unchanged.

    Raises:
        IllegalActionError: if the action is not legal.

    Example:
        >>> from cairn_rules.cairn_rpg import dungeon
        >>> from cairn_rules.chance import ScriptedDice
        >>> run = dungeon.Go("passage", quick=True)
        >>> print(*dungeon.resolve(dungeon.new_game(), run, ScriptedDice([3, 6, 9, 12])).events, sep="\n")
        the party hurries [R157]
        Hestia enters Passage first [R159]
        an event is due: a new area and haste [R159]
        all is quiet [R162]
        the party is in darkness [R172]
        Hestia does not panic [R175]
        Basil panics [R177]
    """
    check_state(state, State)
    if action not in legal_actions(state):
        actor = actor_of(state)
        who = "the party" if actor is None else state.party.members[actor].name
        raise refused(action, why_illegal(state, action), f"turn {state.turn + 1}, {who} decides")
    match action:
        case actions.Do():
            declared = replaced(state, declared=(*state.declared, action))
            return Turn(declared, dice).play() if actor_of(declared) is None else Resolution(declared)
        case actions.Go(to, quick):
            return Turn(state, dice).play(haste=to) if quick else Resolution(replaced(state, goal=to))
        case actions.Stay():
            return Resolution(replaced(state, goal=state.area))
        case actions.Pay(cost):
            return Turn(state, dice).pay(cost)
        case Drop():
            tiring = drop_item(state.party, state.questions, action, state.rulings)
            return Resolution(replaced(state, party=tiring.party, questions=tiring.questions), tiring.events)
        case actions.Leave():
            return Resolution(replaced(state, left=True), (Event("left-dungeon", "R155"),))
        case actions.Lead(member):
            event = Event("lead", "R174", who=state.party.members[member].name)
            order = (member, *(place for place in range(len(state.party.members)) if place != member))
            return Resolution(replaced(state, party=march(state.party, order)), (event,))
        case actions.Settle(kind):
            return _settled(state, kind)
        case _:
            assert_never(action)


def _settled(state: State, kind: TroubleKind) -> Resolution[State, Event]:
    """Settle the oldest trouble of a kind (R163, R164)."""
    trouble = next(each for each in state.troubles if each.kind == kind)
    left = list(state.troubles)
    left.remove(trouble)
    code, rule = ("settled", "R163") if kind == "encounter" else ("made-good", "R164")
    event = Event(code, rule, **({"description": trouble.text} if trouble.text else {}))
    return Resolution(replaced(state, troubles=tuple(left)), (event,))


def apply(state: State, action: Action) -> State:
    """Return the state after an action, with dice from its key. The given state is unchanged.

    Raises:
        IllegalActionError: if the action is not legal.

    Example:
        >>> from cairn_rules.cairn_rpg import dungeon
        >>> state = dungeon.new_game(seed=7)
        >>> for text in ("go:passage", "1:light:torch", "2:watch"):
        ...     state = dungeon.apply(state, dungeon.parse_action(text, state))
        >>> state.turn, state.area, state.found
        (1, 'passage', frozenset({'loose-lintel'}))
    """
    check_state(state, State)
    return resolve_keyed(resolve, state, action, replaced).state


@checked
def explain(state: State, action: Action) -> tuple[Event, ...]:
    """Return the events of an action, each with its rule.

    Raises:
        DefinitionError: if an argument is not of its kind.
        IllegalActionError: if the action is not legal.

    Example:
        >>> from cairn_rules.cairn_rpg import dungeon
        >>> [event.rule for event in dungeon.explain(dungeon.new_game(seed=7), dungeon.Lead(1))]
        ['R174']
    """
    return resolve(state, action, KeyedDice(state.chance)).events


def outcomes(state: State, action: Action) -> tuple[Branch[State], ...]:
    """Return every possible result of an action, with its exact probability.

    Raises:
        IllegalActionError: if the action is not legal.
        DiceError: if there are more than 100 000 branches.

    Example:
        >>> from cairn_rules.cairn_rpg import dungeon
        >>> state = dungeon.apply(dungeon.new_game(seed=7), dungeon.Stay())
        >>> [branch.probability for branch in dungeon.outcomes(state, dungeon.Do(0, "rest"))]
        [Fraction(1, 1)]
    """
    return branches(lambda dice: resolve(state, action, dice).state)


def outcome(state: State | Observation) -> Outcome | None:
    """Return the outcome; None until the game ends. The score is the number of members who walk out.

    Example:
        >>> from cairn_rules.cairn_rpg import dungeon
        >>> dungeon.outcome(dungeon.apply(dungeon.new_game(seed=7), dungeon.Leave()))
        Outcome(winners=(0,), reason='out', scores=(2,))
    """
    if current_player(state) is not None:
        return None
    if state.left:
        return Outcome((0,), OUT, (len(able(state)),))
    return Outcome.lost_by(0, 1, FALLEN)


@checked
def characters(state: State) -> tuple[Character, ...]:
    """Return the members of the party as they are now, also the dead, in marching order (R174).

    Example:
        >>> from cairn_rules.cairn_rpg import dungeon
        >>> [each.name for each in dungeon.characters(dungeon.new_game(seed=7))]
        ['Hestia', 'Basil']
    """
    return state.party.members
