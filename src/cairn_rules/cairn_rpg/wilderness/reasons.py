"""Reasons why actions are illegal, each with a stable code and a rule number."""

from __future__ import annotations

from typing import Final, assert_never, get_args

from cairn_rules.cairn_rpg.party import Question, why_not_drop
from cairn_rules.cairn_rpg.wilderness.actions import (
    Action,
    Answer,
    Begin,
    Camp,
    FindWay,
    Guard,
    Resupply,
    Take,
    Travel,
    Wait,
)
from cairn_rules.cairn_rpg.wilderness.choices import answers, most_bought
from cairn_rules.cairn_rpg.wilderness.notation import format_action
from cairn_rules.cairn_rpg.wilderness.state import ChoiceKind, State, declarers
from cairn_rules.checks import text_hint
from cairn_rules.errors import Reason, quoted

_ACTIONS: Final = get_args(Action)
_ANSWERS: Final = get_args(Answer)
MOST_LISTED: Final = 12
"""Maximum number of answers listed in a message."""


def why_illegal(state: State, action: Action) -> Reason | None:
    """Return the reason why an action is illegal now, or None if it is legal.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> state = wilderness.new_game(seed=7, weather="catastrophic")
        >>> print(wilderness.why_illegal(state, wilderness.TRAVEL))
        nobody travels in catastrophic weather unless the table allows it [travel/weather, rule R194]
    """
    if not isinstance(action, _ACTIONS):
        return Reason("action/unknown", f"{quoted(action)} is not an action of a journey{text_hint(action)}", "R180")
    if state.phase == "over":
        return Reason("game/over", "the journey is over", "R181")
    if state.questions:
        return _why_no_answer(state, action)
    if isinstance(action, _ANSWERS):
        return Reason("answer/not-asked", f"{format_action(action)} answers a question, and none is open", "R198")
    if state.phase == "dawn":
        if isinstance(action, Begin):
            return None
        return Reason("begin/first", "the day has not begun: begin it with a roll for the weather", "R188")
    if isinstance(action, Begin):
        return Reason("begin/begun", "the day has begun already", "R188")
    if isinstance(action, Take):
        return _why_not_taken(state, action)
    return _why_not_all(state, action) if _member(action) is None else _why_not_member(state, action)


def _member(action: Action) -> int | None:
    member: int | None = getattr(action, "member", None)
    return member


def _why_no_answer(state: State, action: Action) -> Reason | None:
    question = state.questions[0]
    if isinstance(question, Question):
        return why_not_drop(state.party, question, action, state.rulings)
    choices = answers(state)
    if action in choices:
        return None
    listed = ", ".join(map(format_action, choices[:MOST_LISTED])) + ", ..." * (len(choices) > MOST_LISTED)
    return asked(question.kind, f": {listed}")


def asked(kind: ChoiceKind, listed: str = "") -> Reason:
    """Return what has to be chosen or stated, as the reason why other actions are illegal.

    Args:
        kind: What the choice is about.
        listed: The answers, for the end of the sentence.
    """
    match kind:
        case "pace":
            return Reason("decision/pace", f"the party must choose what keeping pace costs{listed}", "R187")
        case "weather":
            return Reason("decision/weather", f"the party must choose what the weather costs{listed}", "R191")
        case "exhaustion":
            return Reason("decision/exhaustion", f"the party must choose what exhaustion costs{listed}", "R211")
        case "loss":
            return Reason("decision/loss", f"the party must choose what the loss costs{listed}", "R211")
        case "environment":
            text = f"the table must say what changes in the environment{listed}"
            return Reason("decision/environment", text, "R211")
        case "discovery":
            return Reason("decision/discovery", f"the table must say what is discovered{listed}", "R211")
        case "rest":
            return Reason("decision/rest", f"the table must say whether the sleep was disturbed{listed}", "R210")
        case _:
            assert_never(kind)


def _why_not_taken(state: State, action: Take) -> Reason | None:
    if state.declared:
        return Reason("take/declared", "the watch has begun: pick items up before anyone declares", "R207")
    if action.member not in state.party.living:
        return _unknown(state, action.member)
    item = next((each for each in state.ground if each.id == action.item), None)
    if item is None:
        lying = ", ".join(each.name for each in state.ground) or "nothing"
        return Reason("take/not-there", f"{quoted(action.item)} does not lie here; there is {lying}", "R207")
    member = state.party.members[action.member]
    free = member.inventory.free(state.rulings)
    if free < item.slots:
        return Reason("slots/full", f"{item.name} needs {item.slots} slots, and {member.name} has {free} free", "R32")
    return None


def _why_not_all(state: State, action: Action) -> Reason | None:
    """Return why the party cannot do something together."""
    if state.declared:
        return Reason("all/declared", "some have declared already, so that the others declare alone", "R180")
    members = state.party.members
    living = state.party.living
    if isinstance(action, Wait):
        return None
    if isinstance(action, Camp):
        early = next((members[index].name for index in living if index in state.camped), None)
        return None if early is None else Reason("camp/again", f"{early} has made camp today", "R208")
    if not any(members[index].is_able for index in living):
        return Reason("member/unable", "nobody is able to act", "R81")
    if isinstance(action, FindWay) and not state.lost:
        return Reason("way/not-lost", "the party is not lost", "R200")
    if isinstance(action, Travel):
        if state.lost:
            return Reason("travel/lost", "the party is lost: find the way first", "R200")
        if state.weather == "catastrophic" and not state.braves:
            text = "nobody travels in catastrophic weather unless the table allows it"
            return Reason("travel/weather", text, "R194")
    return None


def _why_not_member(state: State, action: Action) -> Reason | None:
    """Return why a member cannot do something alone."""
    index = _member(action)
    living = state.party.living
    if index is None or index not in living:
        return _unknown(state, index)
    todo = declarers(state)
    member = state.party.members[index]
    if index not in todo:
        return Reason("turn/declared", f"{member.name} has declared already", "R180")
    if index != todo[0]:
        return Reason("turn/not-yet", f"{state.party.members[todo[0]].name} declares before {member.name}", "R180")
    if len(living) == 1 and not isinstance(action, Guard | Resupply):
        together = format_action(type(action)())  # type: ignore[call-arg]
        return Reason("turn/alone", f"{member.name} is alone: write {together}", "R180")
    if isinstance(action, Camp | Guard) and index in state.camped:
        return Reason("camp/again", f"{member.name} has made camp today", "R208")
    if isinstance(action, Camp | Wait):
        return None
    if not member.is_able:
        return Reason("member/unable", f"{member.name} is unable to act", "R81")
    if isinstance(action, FindWay) and not state.lost:
        return Reason("way/not-lost", "the party is not lost", "R200")
    return _why_not_bought(state, action) if isinstance(action, Resupply) else None


def _why_not_bought(state: State, action: Resupply) -> Reason | None:
    if not state.is_market:
        return Reason("market/none", "nobody sells rations here: look for homes or a village", "R206")
    name = state.party.members[action.member].name
    most = most_bought(state, action.member)
    if not most:
        return Reason("market/short", f"{name} has too little gold or room for Rations", "R213")
    if not 1 <= action.rations <= most:
        return Reason("market/count", f"{name} can buy 1 to {most} Rations, not {action.rations}", "R213")
    return None


def _unknown(state: State, index: int | None) -> Reason:
    members = state.party.members
    if index is not None and 0 <= index < len(members):
        return Reason("member/dead", f"{members[index].name} is dead", "R101")
    number = "?" if index is None else index + 1
    return Reason("member/unknown", f"there is no member {number} (1 to {len(members)})", "R180")
