"""Sentences about actions, for interfaces and the terminal."""

from __future__ import annotations

from typing import assert_never

from cairn_rules.cairn_rpg.creation.actions import Action, Arrange, Buy, Choose, Done, Leave, Roll, RollRest
from cairn_rules.cairn_rpg.creation.notation import format_action, row_names
from cairn_rules.cairn_rpg.creation.state import State, decision
from cairn_rules.cairn_rpg.creation.steps import Draft, Step, arranged, gear, on_sale, unspent
from cairn_rules.cairn_rpg.descriptions import sentence_or_notation
from cairn_rules.cairn_rpg.shelf import texts_of
from cairn_rules.cairn_rpg.wording import text_of
from cairn_rules.checks import check_state


def describe(state: State, action: Action) -> str:
    """Return a description of an action, for a button or a list of choices.

    Args:
        state: The state in which the action is, or could be, decided.
        action: The action, which need not be legal. A row of a table is described by its name or its text.

    Returns:
        One or more sentences; the notation if the row or the item is not there.

    Raises:
        DefinitionError: if a value is not a state or not an action of this game.

    Example:
        >>> from cairn_rules.cairn_rpg import creation
        >>> state = creation.new_game(seed=7)
        >>> describe(state, creation.Choose(creation.Step.BACKGROUND, 1)), describe(state, creation.Roll())
        ('Aurifex', 'Roll for this step')
    """
    check_state(state, State)
    return sentence_or_notation(sentence, format_action, state, action)


def sentence(state: State, action: Action) -> str:
    """Return a sentence about an action; empty if the notation says it all."""
    due = decision(state)
    draft = Draft() if due is None else state.drafts[due[0]]
    match action:
        case Roll():
            return "Roll for this step"
        case RollRest():
            return "Roll for this step and those that follow"
        case Choose(step, row):
            return _row_sentence(state, draft, step, row)
        case Arrange("none"):
            return "Keep the attributes as they were rolled"
        case Arrange(swap):
            after = arranged(Draft(attributes=draft.attributes, swap=swap))
            return f"Swap for STR {after[0]}, DEX {after[1]}, WIL {after[2]}" if after else ""
        case Buy(id):
            item, price = on_sale(state.content)[id]
            return f"Buy {item.name} for {price}gp of {unspent(draft, state.content)}gp"
        case Done():
            return "Buy nothing more"
        case Leave(id):
            names = [item.name for item in gear(draft, state.content)[0] if item.id == id]
            return f"Leave {names[-1]} behind" if names else ""
        case _:
            assert_never(action)


def _row_sentence(state: State, draft: Draft, step: Step, row: int) -> str:
    """Return the name or the text of a row of a table; empty if it has neither."""
    names = row_names(step, state)
    if names:
        return names[row - 1]
    ids = {
        Step.TABLE_1: f"background/{draft.background}/1/{row}",
        Step.TABLE_2: f"background/{draft.background}/2/{row}",
        Step.BOND: f"bond/{row}",
        Step.SECOND_BOND: f"bond/{row}",
        Step.OMEN: f"omen/{row}",
    }
    return text_of(texts_of(state.book), ids[step]) if step in ids else ""
