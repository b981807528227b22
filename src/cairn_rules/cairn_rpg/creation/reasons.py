"""Reasons why actions are illegal, each with a stable code and a rule number."""

from __future__ import annotations

from typing import Final, get_args

from cairn_rules.cairn_rpg.creation.actions import Action, Arrange, Buy, Choose, Done, Leave, Roll, RollRest
from cairn_rules.cairn_rpg.creation.state import State, decision, who
from cairn_rules.cairn_rpg.creation.steps import (
    RULES,
    SWAPS,
    WITHOUT_DICE,
    Draft,
    Step,
    budget,
    can_leave,
    gear,
    number_of_rows,
    unspent,
)
from cairn_rules.checks import text_hint
from cairn_rules.errors import Reason, quoted

_ACTIONS: Final = get_args(Action)
MUST: Final = {
    Step.SWAP: "swap two attributes or none",
    Step.BUY: "buy gear or stop",
    Step.LEAVE: "leave an item behind",
    Step.GOLD: "roll for gold",
    Step.ATTRIBUTES: "roll the attributes",
    Step.HP: "roll for HP",
    Step.AGE: "roll for the age",
}
"""The required decision of the steps without a table."""


def why_illegal(state: State, action: Action) -> Reason | None:
    """Return the reason why an action is illegal now, or None if it is legal.

    Example:
        >>> from cairn_rules.cairn_rpg import creation
        >>> print(creation.why_illegal(creation.new_game(seed=7), creation.Arrange("STR-DEX")))
        the first character must choose or roll for the background now [decision/background, rule R9]
    """
    if not isinstance(action, _ACTIONS):
        text = f"{quoted(action)} is not an action of making characters{text_hint(action)}"
        return Reason("not-an-action", text, "R8")
    due = decision(state)
    if due is None:
        return Reason("over", "all characters are complete", "R8")
    seat, step = due
    draft = state.drafts[seat]
    match action:
        case Roll() | RollRest() if step not in WITHOUT_DICE:
            return None
        case Choose(chosen, row) if chosen is step and number_of_rows(step, draft, state.content):
            return _why_no_row(state, draft, step, row)
        case Arrange(swap) if step is Step.SWAP:
            if swap in SWAPS:
                return None
            return Reason("swap/unknown", f"{quoted(swap)} is not a swap: use {', '.join(SWAPS)}", "R15")
        case Buy(goods) if step is Step.BUY:
            return _why_not_bought(state, draft, goods)
        case Done() if step is Step.BUY:
            return None
        case Leave(item) if step is Step.LEAVE:
            return _why_not_left(state, draft, item)
        case _:
            return Reason(f"decision/{step.value}", f"{who(seat)} must {must(step)} now", RULES[step])


def must(step: Step) -> str:
    """Return the decision that a step requires, such as `choose or roll for the background`."""
    table = {Step.TABLE_1: "the first table", Step.TABLE_2: "the second table", Step.OMEN: "an omen"}
    names = {Step.BOND: "a bond", Step.SECOND_BOND: "a second bond", Step.NAME: "a name"}
    return MUST.get(step) or f"choose or roll for {(table | names).get(step, f'the {step.value}')}"


def _why_no_row(state: State, draft: Draft, step: Step, row: int) -> Reason | None:
    most = number_of_rows(step, draft, state.content)
    if type(row) is not int or not 1 <= row <= most:
        return Reason("choose/no-row", f"{quoted(row)} is not a row of the table (1 to {most})", RULES[step])
    if step is Step.SECOND_BOND and row in draft.bonds and state.rulings.second_bond == "distinct":
        return Reason("choose/same-bond", f"bond {row} is the first bond already", "R21")
    return None


def _why_not_bought(state: State, draft: Draft, id: str) -> Reason | None:
    goods = next((each for each in state.content.goods["gear"] if each.id == id), None)
    if goods is None or goods.item is None:
        return Reason("buy/unknown", f"{quoted(id)} is not in the price list of gear", "R13")
    most, rest = budget(draft, state.content).most, unspent(draft, state.content)
    if most is not None and len(draft.bought) >= most:
        return Reason("buy/too-many", f"the row pays for {most} only", "R13")
    if goods.price > rest:
        return Reason("buy/too-expensive", f"{goods.name} costs {goods.price}gp, and {rest}gp are left", "R13")
    return None


def _why_not_left(state: State, draft: Draft, id: str) -> Reason | None:
    items = [item for item in gear(draft, state.content)[0] if item.id == id]
    if not items:
        return Reason("leave/not-carried", f"{quoted(id)} is not carried", "R26")
    if not any(map(can_leave, items)):
        if items[0].droppable:
            return Reason("leave/no-slot", f"{items[0].name} takes no slot", "R26")
        return Reason("leave/not-droppable", f"{items[0].name} cannot be left behind", "R41")
    return None
