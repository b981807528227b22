"""The texts of making characters in the terminal game."""

from __future__ import annotations

from typing import assert_never

from typing_extensions import override

from cairn_rules.cairn_rpg.creation.actions import Action, Arrange, Buy, Choose, Done, Leave, Roll, RollRest
from cairn_rules.cairn_rpg.creation.notation import row_names
from cairn_rules.cairn_rpg.creation.reasons import DECISIONS
from cairn_rules.cairn_rpg.creation.state import State, decision
from cairn_rules.cairn_rpg.creation.steps import Draft, Step, arranged, gear, has_private_omen, on_sale, unspent
from cairn_rules.cairn_rpg.shelf import texts_of
from cairn_rules.cairn_rpg.wording import text_of
from cairn_rules.cli.words import Words
from cairn_rules.game import Outcome


class CreationWords(Words):
    """The questions, choices and tables of making characters."""

    @override
    def question(self, state: State) -> str:
        due = decision(state)
        if due is None:
            return "All characters are complete"
        _, must, rule = DECISIONS[due[1]]
        return f"{state.drafts[due[0]].name or self.seat(due[0])}: {must} [{rule}]"

    @override
    def shown(self, state: State, action: Action, viewer: int | None) -> str:
        """Return the notation of an action, without the row of an omen that the viewer may not know (R21)."""
        due = decision(state)
        hidden = due is not None and due[0] != viewer and has_private_omen(state.drafts[due[0]], state.content)
        if hidden and isinstance(action, Choose) and action.step is Step.OMEN:
            return "omen=?"
        return super().shown(state, action, viewer)

    @override
    def kind(self, action: Action) -> str:
        return "Roll" if isinstance(action, Roll | RollRest) else ""

    @override
    def sentence(self, state: State, action: Action) -> str:
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

    @override
    def result(self, state: State, outcome: Outcome) -> str:
        return "All characters are complete" if self.game.outcome(state) else super().result(state, outcome)


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
