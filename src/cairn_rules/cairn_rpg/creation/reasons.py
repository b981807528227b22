"""Reasons why actions are illegal, each with a stable code and a rule number."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType
from typing import Final, assert_never, get_args

from cairn_rules.cairn_rpg.characters.items import Item
from cairn_rules.cairn_rpg.creation import steps
from cairn_rules.cairn_rpg.creation.actions import Action, Arrange, Buy, Choose, Done, Leave, Roll, RollRest
from cairn_rules.cairn_rpg.creation.observation import Observation
from cairn_rules.cairn_rpg.creation.state import State, decision, who
from cairn_rules.cairn_rpg.reason_table import REASONS as OTHER_REASONS
from cairn_rules.checks import as_state, text_hint
from cairn_rules.errors import Reason
from cairn_rules.phrasebook import Named, ReasonTable

_ACTIONS: Final = get_args(Action)
DECISIONS: Final = MappingProxyType(
    {
        steps.Step.BACKGROUND: ("background", "choose or roll for the background", "R9"),
        steps.Step.NAME: ("name", "choose or roll for a name", "R10"),
        steps.Step.GOLD: ("gold", "roll for gold", "R11"),
        steps.Step.TABLE_1: ("table-1", "choose or roll for the first table", "R12"),
        steps.Step.TABLE_2: ("table-2", "choose or roll for the second table", "R12"),
        steps.Step.ATTRIBUTES: ("attributes", "roll for the attributes", "R14"),
        steps.Step.SWAP: ("swap", "swap two attributes or none", "R15"),
        steps.Step.HP: ("hp", "roll for HP", "R16"),
        **{step: (step.value, f"choose or roll for the {step.value}", "R17") for step in steps.TRAIT_STEPS},
        steps.Step.BOND: ("bond", "choose or roll for a bond", "R18"),
        steps.Step.SECOND_BOND: ("second-bond", "choose or roll for a second bond", "R21"),
        steps.Step.AGE: ("age", "roll for the age", "R19"),
        steps.Step.OMEN: ("omen", "choose or roll for an omen", "R20"),
        steps.Step.BUY: ("buy", "buy gear or stop", "R13"),
        steps.Step.LEAVE: ("leave", "leave an item behind", "R26"),
    }
)
"""The code, the required decision and the rule of each step."""
REASONS: Final = OTHER_REASONS | ReasonTable(
    {
        "decision/another-player": ("{who} decides now", "R8", "R77"),
        **{f"decision/{code}": (f"{{who}} must {must} now", rule) for code, must, rule in DECISIONS.values()},
    }
)
"""The reasons by code, including the decisions of a new character."""
_GAME: Final = Named("cairn-rpg-creation", "of making characters")


def why_illegal(state: State | Observation, action: Action) -> Reason | None:
    """Return the reason why an action is illegal now, or None if it is legal.

    Raises:
        DefinitionError: if `state` is not a state.

    Example:
        >>> from cairn_rules.cairn_rpg import creation
        >>> print(creation.why_illegal(creation.new_game(seed=7), creation.Arrange("STR-DEX")))
        the first character must choose or roll for the background now [decision/background, rule R9]
    """
    state = as_state(state, State)
    if not isinstance(action, _ACTIONS):
        return REASONS.reason("action/unknown", "R8", action=action, game=_GAME, hint=text_hint(action))
    due = decision(state)
    if due is None:
        return REASONS.reason("game/over", "R8", end=Named("over", "all characters are complete"))
    seat, step = due
    draft = state.drafts[seat]
    match action:
        case Roll() | RollRest() if step not in steps.WITHOUT_DICE:
            return None
        case Choose(chosen, row) if chosen == step and steps.number_of_rows(step, draft, state.content):
            return _why_no_row(state, draft, step, row)
        case Arrange(swap) if step is steps.Step.SWAP:
            swaps = tuple(steps.SWAPS)
            return None if swap in swaps else REASONS.reason("swap/unknown", swap=swap, swaps=swaps)
        case Buy(goods) if step is steps.Step.BUY:
            return _why_not_bought(state, draft, goods)
        case Done() if step is steps.Step.BUY:
            return None
        case Leave(item) if step is steps.Step.LEAVE:
            return why_not_left(steps.gear(draft, state.content)[0], item)
        case Roll() | RollRest() | Choose() | Arrange() | Buy() | Done() | Leave():
            return REASONS.reason(f"decision/{DECISIONS[step][0]}", who=Named(seat, who(seat)))
        case _:
            assert_never(action)


def _why_no_row(state: State, draft: steps.Draft, step: steps.Step, row: int) -> Reason | None:
    most = steps.number_of_rows(step, draft, state.content)
    if type(row) is not int or not 1 <= row <= most:
        return REASONS.reason("choose/no-row", row=row, most=most)
    if step is steps.Step.SECOND_BOND and row in draft.bonds and state.rulings.second_bond == "distinct":
        return REASONS.reason("choose/same-bond", row=row)
    return None


def _why_not_bought(state: State, draft: steps.Draft, wanted: str) -> Reason | None:
    sold = steps.on_sale(state.content)
    if wanted not in tuple(sold):
        return REASONS.reason("buy/unknown", wanted=wanted)
    most, rest = steps.budget(draft, state.content).most, steps.unspent(draft, state.content)
    if most is not None and len(draft.bought) >= most:
        return REASONS.reason("buy/too-many", most=most)
    item, price = sold[wanted]
    if price > rest:
        return REASONS.reason("buy/too-expensive", item=item.name, price=price, rest=rest)
    return None


def why_not_left(carried: Iterable[Item], wanted: str) -> Reason | None:
    """Return the reason why an item cannot be left behind (R26)."""
    items = [item for item in carried if item.id == wanted]
    if not items:
        return REASONS.reason("leave/not-carried", wanted=wanted)
    if not any(map(steps.can_leave, items)):
        if items[0].droppable:
            return REASONS.reason("leave/no-slot", name=items[0].name)
        return REASONS.reason("leave/not-droppable", name=items[0].name)
    return None
