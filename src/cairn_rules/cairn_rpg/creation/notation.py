"""Formatting and parsing of actions."""

from __future__ import annotations

from typing import Final, get_args

from cairn_rules.action_forms import parsed
from cairn_rules.cairn_rpg.creation.actions import Action, Arrange, Buy, Choose, Done, Leave, Roll, RollRest, Swap
from cairn_rules.cairn_rpg.creation.state import State, decision
from cairn_rules.cairn_rpg.creation.steps import SWAPS, TRAIT_STEPS, Draft, Step
from cairn_rules.errors import DefinitionError, cut, hint, quoted

TABLE_STEPS: Final = (
    Step.BACKGROUND,
    Step.NAME,
    Step.TABLE_1,
    Step.TABLE_2,
    *TRAIT_STEPS,
    Step.BOND,
    Step.SECOND_BOND,
    Step.OMEN,
)
"""The steps with a table, from which a row can be chosen."""
_SIMPLE: Final[dict[str, Action]] = {"roll": Roll(), "roll-rest": RollRest(), "done": Done()}


def format_action(action: Action) -> str:
    """Return an action as text, without white space.

    The forms are `roll`, `roll-rest`, `background=7` (a row of the table of a step), `swap=STR-DEX` or `swap=none`,
    `buy=rope`, `done` and `leave=torch`.

    Raises:
        DefinitionError: if the value is not an action.

    Example:
        >>> format_action(Choose(Step.HAIR, 3))
        'hair=3'
    """
    match action:
        case Roll():
            return "roll"
        case RollRest():
            return "roll-rest"
        case Done():
            return "done"
        case Choose(step, row):
            return f"{step.value}={row}"
        case Arrange(swap):
            return f"swap={swap}"
        case Buy(item):
            return f"buy={item}"
        case Leave(item):
            return f"leave={item}"
        case _:
            raise DefinitionError(f"{quoted(action)} is not an action of making characters")


def parse_action(text: str, state: State) -> Action:
    """Parse an action, which need not be legal in the state.

    Case and white space around the text are ignored. Instead of the number of a row, its name can be given:
    `background=fletchwind`, `name=Hestia` or `hair=curly`.

    Args:
        text: The text; see `format_action` for all forms.
        state: A state, whose tables the text names.

    Raises:
        NotationError: if the text is not an action.

    Example:
        >>> from cairn_rules.cairn_rpg import creation
        >>> creation.parse_action("background=aurifex", creation.new_game(seed=7))
        Choose(step=<Step.BACKGROUND: 'background'>, row=1)
    """
    return parsed(text, state, State, _read)


def _read(text: str, state: State) -> Action:
    written = text.lower()
    if written in _SIMPLE:
        return _SIMPLE[written]
    name, sign, word = written.partition("=")
    steps = {step.value: step for step in TABLE_STEPS}
    if sign and word:
        match name:
            case "swap":
                swaps: dict[str, Swap] = {swap.lower(): swap for swap in get_args(Swap)}
                if word in swaps:
                    return Arrange(swaps[word])
                raise DefinitionError(f"{cut(word, 100)!r} is not a swap: use {', '.join(SWAPS)}")
            case "buy":
                return Buy(word)
            case "leave":
                return Leave(word)
            case _ if name in steps:
                return Choose(steps[name], _row(steps[name], word, state))
            case _:
                pass
    raise DefinitionError(
        "not an action; one is written like roll, roll-rest, background=7, hair=curly, swap=STR-DEX, buy=rope,"
        " leave=torch or done"
    )


def _row(step: Step, word: str, state: State) -> int:
    if word.isascii() and word.isdigit() and len(word) <= 3:
        return int(word)
    names = [name.lower() for name in row_names(step, state)]
    if word in names:
        return names.index(word) + 1
    if step is Step.BACKGROUND and word in state.content.backgrounds:
        return tuple(state.content.backgrounds).index(word) + 1
    raise DefinitionError(f"{cut(word, 100)!r} is not a row of {step.value}; {hint(word, names)}")


def row_names(step: Step, state: State) -> tuple[str, ...]:
    """Return the names of the rows of a step's table, for the seat that decides; empty if they have no names."""
    book, due = state.content, decision(state)
    draft = Draft() if due is None else state.drafts[due[0]]
    if step is Step.BACKGROUND:
        return tuple(each.name for each in book.backgrounds.values())
    if step is Step.NAME and draft.background is not None:
        return book.backgrounds[draft.background].names
    return book.traits[step.value] if step in TRAIT_STEPS else ()
