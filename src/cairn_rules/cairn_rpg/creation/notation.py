"""The actions as text and in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from attrs import evolve

from cairn_rules.action_table import ActionTable, Part, Row
from cairn_rules.cairn_rpg.character_words import text_of
from cairn_rules.cairn_rpg.common.action_parts import ANYTHING
from cairn_rules.cairn_rpg.content.book_with_packs import texts_of
from cairn_rules.cairn_rpg.creation import actions
from cairn_rules.cairn_rpg.creation.actions import Action
from cairn_rules.cairn_rpg.creation.observation import Observation
from cairn_rules.cairn_rpg.creation.state import State, decision
from cairn_rules.cairn_rpg.creation.steps import SWAPS, WITHOUT_DICE, Draft, Step, arranged, gear, on_sale, unspent
from cairn_rules.checks import as_state
from cairn_rules.errors import DefinitionError, cut, hint

_TABLE_STEPS: Final = {
    step.value: step for step in Step if step not in WITHOUT_DICE | {Step.GOLD, Step.ATTRIBUTES, Step.HP, Step.AGE}
}
"""The steps with a table, from which a row can be chosen."""
_SWAPS: Final = {swap.lower(): swap for swap in SWAPS}


def _read_swap(text: str, _: object, __: object) -> str:
    word = text.lower()
    if word not in _SWAPS:
        raise DefinitionError(f"{cut(word, 100)!r} is not a swap: use {', '.join(SWAPS)}")
    return _SWAPS[word]


def _read_row(text: str, state: State, fields: Sequence[Any]) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 3:
        return int(text)
    step: Step = fields[0]
    word = text.lower()
    names = [name.lower() for name in _row_names(step, state)]
    if word in names:
        return names.index(word) + 1
    if step is Step.BACKGROUND and word in state.content.backgrounds:
        return tuple(state.content.backgrounds).index(word) + 1
    raise DefinitionError(f"{cut(word, 100)!r} is not a row of {step.value}; {hint(word, names)}")


def _row_names(step: Step, state: State) -> tuple[str, ...]:
    """Return the names of the rows of a step's table, for the seat that decides; empty if they have no names."""
    book, draft = state.content, _draft(state)
    if step is Step.BACKGROUND:
        return tuple(each.name for each in book.backgrounds.values())
    if step is Step.NAME and draft.background is not None:
        return book.backgrounds[draft.background].names
    return book.traits.get(step.value, ())


def _draft(state: State) -> Draft:
    """Return the draft of the seat that decides; a blank one if the characters are complete."""
    due = decision(state)
    return Draft() if due is None else state.drafts[due[0]]


def _row(state: State, action: actions.Choose) -> str:
    """Return the name or the text of a row of a table. Raise a `LookupError` if it has neither."""
    step, row, draft = action.step, action.row, _draft(state)
    names = _row_names(step, state)
    if names:
        return names[row - 1]
    ids = {
        Step.TABLE_1: f"background/{draft.background}/1/{row}",
        Step.TABLE_2: f"background/{draft.background}/2/{row}",
        Step.BOND: f"bond/{row}",
        Step.SECOND_BOND: f"bond/{row}",
        Step.OMEN: f"omen/{row}",
    }
    return text_of(texts_of(state.book), ids[step])


def _score(place: int) -> Part[State]:
    """Return the part of a sentence that is an attribute after a swap."""

    def say(state: State, action: actions.Arrange) -> int:
        return arranged(Draft(attributes=_draft(state).attributes, swap=action.swap))[place]

    return Part(say=say)


def _carried(state: State, id: str) -> str:
    return [item.name for item in gear(_draft(state), state.content)[0] if item.id == id][-1]


def _sold(state: State, id: str) -> str:
    return on_sale(state.content)[id][0].name


_ITEM: Final = Part[State](read=lambda text, _, __: text.lower(), say=_carried, pattern=ANYTHING)
ACTIONS: Final = ActionTable[State, Action](
    Action,
    "an action of making characters",
    [
        Row(actions.Roll(), "roll", "Roll for this step", "Roll"),
        Row(actions.RollRest(), "roll-rest", "Roll for this step and those that follow", "Roll"),
        Row(
            actions.Choose(Step.BACKGROUND, 7),
            "{step}={row}",
            "{row}",
            more=(actions.Choose(Step.HAIR, 3),),
            note="a row of the table of a step, or its name",
        ),
        Row(actions.Arrange("none"), "swap=none", "Keep the attributes as they were rolled"),
        Row(actions.Arrange("STR-DEX"), "swap={swap}", "Swap for STR {strength}, DEX {dexterity}, WIL {will}"),
        Row(actions.Buy("rope"), "buy={item:sold}", "Buy {item:sold} for {price}gp of {unspent}gp"),
        Row(actions.Done(), "done", "Buy nothing more"),
        Row(actions.Leave("torch"), "leave={item}", "Leave {item} behind"),
    ],
    {
        "step": Part(
            read=lambda text, _, __: _TABLE_STEPS[text.lower()],
            write=lambda step: step.value,
            words=tuple(_TABLE_STEPS),
            pattern="|".join(_TABLE_STEPS),
        ),
        "row": Part(read=_read_row, say=_row, says_action=True, pattern=ANYTHING),
        "swap": Part(read=_read_swap, pattern=ANYTHING),
        "strength": _score(0),
        "dexterity": _score(1),
        "will": _score(2),
        "item": _ITEM,
        "sold": evolve(_ITEM, say=_sold),
        "price": Part(say=lambda state, action: on_sale(state.content)[action.item][1]),
        "unspent": Part(say=lambda state, _: unspent(_draft(state), state.content)),
    },
)


def format_action(action: Action) -> str:
    """Return an action as text, without white space.

    Rows of tables are numbered from 1.

    Raises:
        DefinitionError: if the value is not an action.

    Example:
        >>> from cairn_rules.cairn_rpg.creation import Choose, Step
        >>> format_action(Choose(Step.HAIR, 3))
        'hair=3'
    """
    return ACTIONS.format(action)


def parse_action(text: str, state: State | Observation) -> Action:
    """Parse an action, which need not be legal in the state.

    Case and white space around the text are ignored. Instead of the number of a row, its name can be given:
    `background=fletchwind`, `name=Hestia` or `hair=curly`. See `format_action` for all forms.

    Raises:
        NotationError: if the text is not an action.

    Example:
        >>> from cairn_rules.cairn_rpg import creation
        >>> creation.parse_action("background=aurifex", creation.new_game(seed=7))
        Choose(step=<Step.BACKGROUND: 'background'>, row=1)
    """
    return ACTIONS.parse(text, state, State)


def describe(state: State | Observation, action: Action) -> str:
    """Return a description of an action, for a button or a list of choices.

    The action need not be legal. A row of a table is described by its name or its text. If the row or the item is not
    there, the description is the notation.

    Raises:
        DefinitionError: if a value is not a state or not an action of this game.

    Example:
        >>> from cairn_rules.cairn_rpg import creation
        >>> state = creation.new_game(seed=7)
        >>> describe(state, creation.Choose(creation.Step.BACKGROUND, 1)), describe(state, creation.Roll())
        ('Aurifex', 'Roll for this step')
    """
    state = as_state(state, State)
    return ACTIONS.describe(state, action)
