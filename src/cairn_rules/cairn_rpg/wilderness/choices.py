"""The legal answers to a question, and the legal declarations of a watch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, assert_never

from cairn_rules.cairn_rpg.characters.inventory import coin_slots
from cairn_rules.cairn_rpg.procedures.party import Question, drops
from cairn_rules.cairn_rpg.wilderness import actions
from cairn_rules.cairn_rpg.wilderness.actions import Action, Answer, Cost
from cairn_rules.cairn_rpg.wilderness.food import meals, rations, rations_goods
from cairn_rules.cairn_rpg.wilderness.state import WEATHERS, Choice, State, declarers

MOST_FOOD: Final = 4
"""Maximum number of Rations in a discovery: the highest face of a d4 (R204)."""
MOST_BOUGHT: Final = 10
"""Maximum number of Rations that a member buys in a watch: one for each slot."""
_FINDS: Final = (
    actions.Find("feature"),
    actions.Find("treasure"),
    *(actions.Find("food", count) for count in range(1, MOST_FOOD + 1)),
)
_RESTS: Final = (actions.Rest(), actions.Rest(disturbed=True))


def answers(state: State) -> tuple[Answer, ...]:
    """Return every answer to the first question, the simplest first.

    Example:
        >>> from attrs import evolve
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> state = evolve(wilderness.new_game(seed=7, weather="fair"), questions=(Choice("exhaustion"),))
        >>> [wilderness.format_action(answer) for answer in answers(state)]
        ['pay:fatigue', 'pay:watch']
    """
    question = state.questions[0]
    if isinstance(question, Question):
        return drops(state.party, (question,), state.rulings)
    match question.kind:
        case "pace" | "weather" | "exhaustion":
            return tuple(map(actions.Pay, costs(state, question)))
        case "loss":
            return (*map(actions.Pay, costs(state, question)), *_losses(state))
        case "environment":
            return (
                actions.Shift("none"),
                actions.Shift("watch"),
                actions.Shift("terrain"),
                *(actions.Shift(weather) for weather in WEATHERS if weather != state.weather),
            )
        case "discovery":
            return _FINDS
        case "rest":
            return _RESTS
        case _:
            assert_never(question.kind)


def costs(state: State, question: Choice) -> tuple[Cost, ...]:
    """Return the prices among which the party chooses (R187, R191, R211)."""
    if question.kind != "pace":
        return ("fatigue", "watch")
    toll = state.route.toll
    members = state.party.members
    if toll == "ration" and meals(members, state.rulings) < len(state.party.living):
        return ("watch",)
    return (toll, "watch") if toll else ("watch",)


def _losses(state: State) -> Iterator[actions.Lose]:
    for index in state.party.living:
        items = state.party.members[index].inventory.items
        for id in dict.fromkeys(item.id for item in items if item.droppable and not item.bodily):
            yield actions.Lose(index, id)


def declarations(state: State) -> tuple[Action, ...]:
    """Return the legal declarations: first those for the whole party, then those of the next member."""
    # This must agree with `why_illegal`; asking `why_illegal` about each action would make journeys a quarter slower.
    todo = declarers(state)
    party = state.party
    found: list[Action] = []
    if not state.declared:
        any_able = any(party.members[index].is_able for index in todo)
        if state.lost and any_able:
            found.append(actions.FindWay())
        if may_travel(state) and any_able:
            found.append(actions.TRAVEL)
        if any_able:
            found += [actions.Supply(), actions.Explore()]
        if state.camped.isdisjoint(todo):
            found.append(actions.Camp())
        found.append(actions.Wait())
    index = todo[0]
    found += _of_member(state, index, alone=len(party.living) == 1)
    if not state.declared and state.ground:
        found += [
            actions.Take(member, id)
            for member in party.living
            for id, slots in dict.fromkeys((item.id, item.slots) for item in state.ground)
            if party.members[member].inventory.free(state.rulings) >= slots
        ]
    return tuple(found)


def _of_member(state: State, index: int, *, alone: bool) -> Iterator[Action]:
    """Yield the declarations of one member. A member that travels alone declares for all."""
    member = state.party.members[index]
    if member.is_able:
        if not alone:
            if state.lost:
                yield actions.FindWay(index)
            yield actions.Supply(index)
            yield actions.Explore(index)
        if state.is_market:
            for count in range(1, most_bought(state, index) + 1):
                yield actions.Resupply(index, count)
    if index not in state.camped:
        if not alone:
            yield actions.Camp(index)
        if member.is_able:
            yield actions.Guard(index)
    if not alone:
        yield actions.Wait(index)


def may_travel(state: State) -> bool:
    """Return whether the party can travel: not while lost (R200), nor in Catastrophic weather (R194)."""
    return not state.lost and (state.weather != "catastrophic" or state.braves)


def most_bought(state: State, index: int) -> int:
    """Return the number of Rations that a member can pay for and carry (R206, R213)."""
    price, slots = rations_goods().price, rations().slots
    inventory, rulings = state.party.members[index].inventory, state.rulings
    room = inventory.free(rulings) + coin_slots(inventory.gold, rulings)
    most = 0
    while most < MOST_BOUGHT:
        gold = inventory.gold - (most + 1) * price
        # Coins that are spent can free a slot.
        if gold < 0 or room - coin_slots(gold, rulings) < (most + 1) * slots:
            break
        most += 1
    return most
