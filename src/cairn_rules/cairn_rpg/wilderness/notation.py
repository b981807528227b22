"""The actions as text and in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, get_args
from urllib.parse import quote

from attrs import evolve

from cairn_rules.action_table import ActionTable, Part, Row
from cairn_rules.cairn_rpg.common.action_parts import id_part, label_of, member_part, word_part
from cairn_rules.cairn_rpg.procedures.party import Drop
from cairn_rules.cairn_rpg.wilderness import actions
from cairn_rules.cairn_rpg.wilderness.actions import Action
from cairn_rules.cairn_rpg.wilderness.observation import Observation
from cairn_rules.cairn_rpg.wilderness.state import WEATHERS, State
from cairn_rules.checks import as_state
from cairn_rules.errors import DefinitionError, cut
from cairn_rules.phrasebook import Named

MOST_NUMBER: Final = 999
_PRICES: Final = {
    "watch": "The party takes one more watch",
    "fatigue": "Everyone adds a Fatigue",
    "ration": "Everyone spends a use of rations",
}
_SHIFTS: Final = {
    "none": "Nothing changes",
    "watch": "The way takes one more watch",
    "terrain": "The terrain is one step harder",
}


def label(state: State, index: int | None) -> str:
    """Return the name of a member, with its number if others have the same name; `The party` for None."""
    members = state.party.members
    if index is None:
        return "The party"
    if index >= len(members):
        return f"Member {index + 1}"
    return label_of(index, [member.name for member in members])


def _dying(state: State, action: actions.Camp | actions.Wait) -> Named | None:
    """Return a member who dies within the hour, long before the watch ends (R99, R179)."""
    members, index = state.party.members, action.member
    is_dying = index is not None and index < len(members) and members[index].is_dying
    return Named(index, label(state, index)) if is_dying else None


def _shift(_: object, to: str) -> str:
    return _SHIFTS.get(to, f"The weather turns {to}")


def _number(text: str, _: object, __: object) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= MOST_NUMBER):
        raise DefinitionError(f"{cut(text, 100)!r} is not a number from 1 to {MOST_NUMBER}")
    return int(text)


def _member_or_all(text: str, state: State, fields: Sequence[Any]) -> int | None:
    return _MEMBER.read(text[:-1], state, fields) if text else None


_MEMBER: Final = evolve(member_part(label), pattern="[^:]++")
_CHANGE: Final = word_part((*_SHIFTS, *WEATHERS), "a change")
_NIGHT: Final = word_part(("quiet", "disturbed"), "the kind of a night")
ACTIONS: Final = ActionTable[State, Action](
    Action,
    "an action of a journey",
    [
        Row(actions.BEGIN, "begin", "The day begins"),
        Row(actions.TRAVEL, "travel", "The party travels to {place}", "Travel"),
        Row(actions.FindWay(), "{member:anyone}way", "{member:anyone} looks for the way", "Find the way"),
        Row(actions.Explore(0), "{member:anyone}explore", "{member:anyone} explores", "Explore"),
        Row(
            actions.Supply(),
            "{member:anyone}supply",
            "{member:anyone} looks for food",
            "Supply",
            more=(actions.Supply(1),),
        ),
        Row(
            actions.Camp(),
            "{member:anyone}camp",
            ("{dying} lies dying in the camp", "{member:anyone} makes camp and sleeps"),
            "Camp",
        ),
        Row(actions.Guard(0), "{member}:guard", "{member} makes camp and keeps watch", "Camp"),
        Row(
            actions.Wait(1),
            "{member:anyone}wait",
            ("{dying} lies dying", "{member:anyone} does something else"),
            "Something else",
        ),
        Row(actions.Resupply(0, 2), "{member}:buy:{rations}", "{member} buys {rations} Rations", "Supply"),
        Row(actions.Take(0, "rations"), "{member}:take:{item}", "{member} takes {item}", "Supply"),
        Row(Drop(0, "rope"), "{member}:drop:{item}", "{member} drops {item}"),
        Row(actions.Pay("fatigue"), "pay:{cost}", "{cost}"),
        Row(actions.Lose(0, "torch"), "{member}:lose:{item}", "{member} gives up {item}"),
        Row(actions.Shift("terrain"), "shift:{to}", "{to}"),
        Row(actions.Find("treasure"), "find:{what}", "The party discovers a {what}"),
        Row(actions.Find("food", 2), "find:food:{rations}", "The party discovers {rations} Rations"),
        Row(actions.Rest(disturbed=True), "rest:{disturbed}", "{disturbed}"),
    ],
    {
        "member": _MEMBER,
        "anyone": Part(
            read=_member_or_all,
            write=lambda index: "" if index is None else f"{index + 1}:",
            say=label,
            shown="[1:]",
            pattern="(?:[^:]++:)?+",
        ),
        "dying": Part(say=_dying),
        "place": Part(say=lambda state, _: state.route.to),
        "rations": Part(read=_number),
        "item": evolve(id_part("ITEM"), pattern="[^:]++"),
        "cost": word_part(get_args(actions.Cost), "a price", lambda _, cost: _PRICES[cost]),
        "to": Part(read=_CHANGE.read, write=lambda to: quote(to, safe=""), say=_shift, shown=_CHANGE.shown),
        "what": word_part(("feature", "treasure"), "a discovery without a number"),
        "disturbed": Part(
            read=lambda text, state, fields: _NIGHT.read(text, state, fields) == "disturbed",
            write=lambda disturbed: "disturbed" if disturbed else "quiet",
            say=lambda _, disturbed: "The sleep is disturbed" if disturbed else "The night is quiet",
            shown=_NIGHT.shown,
        ),
    },
)


def format_action(action: Action) -> str:
    """Return an action as text, without white space.

    Members are numbered from 1, as in the diagram. A deed without a number is one of the whole party.

    Raises:
        DefinitionError: if the value is not an action.

    Example:
        >>> from cairn_rules.cairn_rpg.wilderness import Camp, Find, Supply
        >>> format_action(Camp()), format_action(Supply(1)), format_action(Find("food", 2))
        ('camp', '2:supply', 'find:food:2')
    """
    return ACTIONS.format(action)


def parse_action(text: str, state: State | Observation) -> Action:
    """Parse an action, which need not be legal in the state.

    Case and white space around the text are ignored. Instead of a number, the name of a member can be given if it is
    unique: `hestia:supply`. See `format_action` for all forms.

    Raises:
        NotationError: if the text is not an action.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> wilderness.parse_action("basil:supply", wilderness.new_game(seed=7))
        Supply(member=1)
    """
    return ACTIONS.parse(text, state, State)


def describe(state: State | Observation, action: Action) -> str:
    """Return a description of an action, for a button, a list of choices or a log.

    The action need not be legal. The sentence has no full stop; it is the notation if the action names something that
    is not there.

    Raises:
        DefinitionError: if a value is not a state or not an action of this game.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> wilderness.describe(wilderness.new_game(seed=7), wilderness.Supply(1))
        'Basil looks for food'
    """
    state = as_state(state, State)
    return ACTIONS.describe(state, action)
