"""Reasons why actions are illegal, each with a stable code and a rule number."""

from __future__ import annotations

from typing import Final, assert_never, get_args

from cairn_rules.cairn_rpg.procedures.party import Question, why_not_drop
from cairn_rules.cairn_rpg.reason_table import REASONS
from cairn_rules.cairn_rpg.wilderness import actions
from cairn_rules.cairn_rpg.wilderness.actions import Action, Answer, Declaration, Joint
from cairn_rules.cairn_rpg.wilderness.choices import answers, most_bought
from cairn_rules.cairn_rpg.wilderness.notation import format_action
from cairn_rules.cairn_rpg.wilderness.observation import Observation
from cairn_rules.cairn_rpg.wilderness.state import ChoiceKind, State, declarers
from cairn_rules.checks import as_state, text_hint
from cairn_rules.errors import Reason
from cairn_rules.phrasebook import Named

_ACTIONS: Final = get_args(Action)
MOST_LISTED: Final = 12
"""Maximum number of answers listed in a message."""
_GAME: Final = Named("cairn-rpg-wilderness", "of a journey")


def why_illegal(state: State | Observation, action: Action) -> Reason | None:
    """Return the reason why an action is illegal now, or None if it is legal.

    Raises:
        DefinitionError: if `state` is not a state.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> state = wilderness.new_game(seed=7, weather="catastrophic")
        >>> print(wilderness.why_illegal(state, wilderness.Travel()))
        catastrophic weather prevents travel unless the table allows it [travel/weather, rule R194]
    """
    state = as_state(state, State)
    if not isinstance(action, _ACTIONS):
        return REASONS.reason("action/unknown", "R180", action=action, game=_GAME, hint=text_hint(action))
    if state.phase == "over":
        return REASONS.reason("game/over", "R181", end=Named("over", "the journey is over"))
    if state.questions:
        return _why_no_answer(state, action)
    if isinstance(action, Answer):
        return REASONS.reason("answer/not-asked", action=Named(action, format_action(action)))
    if state.phase == "dawn":
        return None if isinstance(action, actions.Begin) else REASONS.reason("day/not-begun")
    if isinstance(action, actions.Begin):
        return REASONS.reason("day/begun")
    if isinstance(action, actions.Take):
        return _why_not_taken(state, action)
    return _why_not_declared(state, action)


def _why_not_declared(state: State, action: Declaration) -> Reason | None:
    match action:
        case actions.Travel():
            return _why_not_all(state, action)
        case actions.Guard() | actions.Resupply():
            return _why_not_member(state, action, action.member)
        case actions.FindWay() | actions.Explore() | actions.Supply() | actions.Camp() | actions.Wait():
            member = action.member
            return _why_not_all(state, action) if member is None else _why_not_member(state, action, member)
        case _:
            assert_never(action)


def _why_no_answer(state: State, action: Action) -> Reason | None:
    question = state.questions[0]
    if isinstance(question, Question):
        return why_not_drop(state.party, question, action, state.rulings)
    choices = answers(state)
    if action in choices:
        return None
    listed = [Named(each, format_action(each)) for each in choices[:MOST_LISTED]]
    more = [Named(None, "...")] * (len(choices) > MOST_LISTED)
    return asked(question.kind, (*listed, *more))


def asked(kind: ChoiceKind, listed: tuple[Named, ...] = ()) -> Reason:
    """Return what has to be chosen or stated, as the reason why other actions are illegal. `listed` are the answers."""
    return REASONS.reason(f"decision/{kind}", **({"answers": listed} if listed else {}))


def _why_not_taken(state: State, action: actions.Take) -> Reason | None:
    if state.declared:
        return REASONS.reason("take/declared")
    if action.member not in state.party.living:
        return _unknown(state, action.member)
    item = next((each for each in state.ground if each.id == action.item), None)
    if item is None:
        return REASONS.reason(
            "take/not-there", item=action.item, lying=tuple(each.name for each in state.ground) or ("nothing",)
        )
    member = state.party.members[action.member]
    free = member.inventory.free(state.rulings)
    if free < item.slots:
        return REASONS.reason("slots/full", what=item.name, slots=item.slots, who=member.name, free=free)
    return None


def _why_not_all(state: State, action: actions.Travel | Joint) -> Reason | None:
    if state.declared:
        return REASONS.reason("all/declared")
    members = state.party.members
    living = state.party.living
    if isinstance(action, actions.Wait):
        return None
    if isinstance(action, actions.Camp):
        early = next((members[index].name for index in living if index in state.camped), None)
        return None if early is None else REASONS.reason("camp/again", who=early)
    if not any(members[index].is_able for index in living):
        return REASONS.reason("member/unable")
    match action:
        case actions.FindWay():
            return _why_not_lost(state)
        case actions.Travel():
            if state.lost:
                return REASONS.reason("travel/lost")
            if state.weather == "catastrophic" and not state.braves:
                return REASONS.reason("travel/weather")
            return None
        case actions.Explore() | actions.Supply():
            return None
        case _:
            assert_never(action)


def _why_not_lost(state: State) -> Reason | None:
    return None if state.lost else REASONS.reason("way/not-lost")


def _why_not_member(state: State, action: Joint | actions.Guard | actions.Resupply, index: int) -> Reason | None:
    if (reason := _why_not_their_turn(state, index)) is not None:
        return reason
    member = state.party.members[index]
    if len(state.party.living) == 1 and isinstance(action, Joint):
        return REASONS.reason("turn/alone", who=member.name, together=format_action(type(action)()))
    if isinstance(action, actions.Camp | actions.Guard) and index in state.camped:
        return REASONS.reason("camp/again", who=member.name)
    if isinstance(action, actions.Camp | actions.Wait):
        return None
    if not member.is_able:
        return REASONS.reason("member/unable", who=member.name)
    match action:
        case actions.FindWay():
            return _why_not_lost(state)
        case actions.Resupply():
            return _why_not_bought(state, action)
        case actions.Explore() | actions.Supply() | actions.Guard():
            return None
        case _:
            assert_never(action)


def _why_not_their_turn(state: State, index: int) -> Reason | None:
    if index not in state.party.living:
        return _unknown(state, index)
    todo = declarers(state)
    member = state.party.members[index]
    if index not in todo:
        return REASONS.reason("turn/declared", "R180", who=member.name)
    if index != todo[0]:
        return REASONS.reason("turn/not-yet", "R180", first=state.party.members[todo[0]].name, who=member.name)
    return None


def _why_not_bought(state: State, action: actions.Resupply) -> Reason | None:
    if not state.is_market:
        return REASONS.reason("market/none")
    name = state.party.members[action.member].name
    most = most_bought(state, action.member)
    if not most:
        return REASONS.reason("market/short", who=name)
    if not 1 <= action.rations <= most:
        return REASONS.reason("market/count", who=name, most=most, rations=action.rations)
    return None


def _unknown(state: State, index: int) -> Reason:
    members = state.party.members
    if index < len(members):
        return REASONS.reason("member/dead", name=members[index].name)
    return REASONS.reason("member/unknown", "R180", number=index + 1, count=len(members))
