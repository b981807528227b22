"""Reasons why actions are illegal, each with a stable code and a rule number."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final, get_args

from cairn_rules.cairn_rpg.creation.actions import Action, Arrange, Buy, Choose, Done, Leave, Roll, RollRest
from cairn_rules.cairn_rpg.creation.state import State, decision, who
from cairn_rules.cairn_rpg.creation.steps import (
    SWAPS,
    TRAIT_STEPS,
    WITHOUT_DICE,
    Draft,
    Step,
    budget,
    can_leave,
    gear,
    number_of_rows,
    on_sale,
    unspent,
)
from cairn_rules.checks import text_hint
from cairn_rules.errors import Reason, quoted

_ACTIONS: Final = get_args(Action)
DECISIONS: Final = MappingProxyType(
    {
        Step.BACKGROUND: ("background", "choose or roll for the background", "R9"),
        Step.NAME: ("name", "choose or roll for a name", "R10"),
        Step.GOLD: ("gold", "roll for gold", "R11"),
        Step.TABLE_1: ("table-1", "choose or roll for the first table", "R12"),
        Step.TABLE_2: ("table-2", "choose or roll for the second table", "R12"),
        Step.ATTRIBUTES: ("attributes", "roll for the attributes", "R14"),
        Step.SWAP: ("swap", "swap two attributes or none", "R15"),
        Step.HP: ("hp", "roll for HP", "R16"),
        **{step: (step.value, f"choose or roll for the {step.value}", "R17") for step in TRAIT_STEPS},
        Step.BOND: ("bond", "choose or roll for a bond", "R18"),
        Step.SECOND_BOND: ("second-bond", "choose or roll for a second bond", "R21"),
        Step.AGE: ("age", "roll for the age", "R19"),
        Step.OMEN: ("omen", "choose or roll for an omen", "R20"),
        Step.BUY: ("buy", "buy gear or stop", "R13"),
        Step.LEAVE: ("leave", "leave an item behind", "R26"),
    }
)
"""The code, the required decision and the rule of each step."""


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
        case Choose(chosen, row) if chosen == step and number_of_rows(step, draft, state.content):
            return _why_no_row(state, draft, step, row)
        case Arrange(swap) if step is Step.SWAP:
            if swap in tuple(SWAPS):
                return None
            return Reason("swap/unknown", f"{quoted(swap)} is not a swap: use {', '.join(SWAPS)}", "R15")
        case Buy(goods) if step is Step.BUY:
            return _why_not_bought(state, draft, goods)
        case Done() if step is Step.BUY:
            return None
        case Leave(item) if step is Step.LEAVE:
            return _why_not_left(state, draft, item)
        case _:
            code, must, rule = DECISIONS[step]
            return Reason(f"decision/{code}", f"{who(seat)} must {must} now", rule)


def _why_no_row(state: State, draft: Draft, step: Step, row: int) -> Reason | None:
    most = number_of_rows(step, draft, state.content)
    if type(row) is not int or not 1 <= row <= most:
        return Reason("choose/no-row", f"{quoted(row)} is not a row of the table (1 to {most})", "R6")
    if step is Step.SECOND_BOND and row in draft.bonds and state.rulings.second_bond == "distinct":
        return Reason("choose/same-bond", f"bond {row} is the first bond already", "R21")
    return None


def _why_not_bought(state: State, draft: Draft, wanted: str) -> Reason | None:
    sold = on_sale(state.content)
    if wanted not in tuple(sold):
        return Reason("buy/unknown", f"{quoted(wanted)} is not in the price list of gear", "R13")
    most, rest = budget(draft, state.content).most, unspent(draft, state.content)
    if most is not None and len(draft.bought) >= most:
        return Reason("buy/too-many", f"the row pays for {most} only", "R13")
    item, price = sold[wanted]
    if price > rest:
        return Reason("buy/too-expensive", f"{item.name} costs {price}gp, and {rest}gp are left", "R13")
    return None


def _why_not_left(state: State, draft: Draft, wanted: str) -> Reason | None:
    items = [item for item in gear(draft, state.content)[0] if item.id == wanted]
    if not items:
        return Reason("leave/not-carried", f"{quoted(wanted)} is not carried", "R26")
    if not any(map(can_leave, items)):
        if items[0].droppable:
            return Reason("leave/no-slot", f"{items[0].name} takes no slot", "R26")
        return Reason("leave/not-droppable", f"{items[0].name} cannot be left behind", "R41")
    return None
