"""Formatting and parsing of actions."""

from __future__ import annotations

from typing import Any, Final, cast
from urllib.parse import quote, unquote

from cairn_rules.action_forms import parsed
from cairn_rules.cairn_rpg.dungeon.actions import (
    DEEDS,
    LEAVE,
    STAY,
    TARGETED,
    Action,
    Deed,
    Do,
    Go,
    Lead,
    Leave,
    Pay,
    Settle,
    Stay,
    do,
)
from cairn_rules.cairn_rpg.dungeon.state import State
from cairn_rules.cairn_rpg.numbering import index_of
from cairn_rules.cairn_rpg.party import Drop
from cairn_rules.errors import DefinitionError, cut, nearest, quoted

FORMS: Final = (
    "stay, go:AREA, run:AREA, leave, lead:2, settle:loss, pay:fatigue, 1:rest, 1:search:PLACE, 1:force:DOOR,"
    " 1:light:ITEM or 1:drop:ITEM"
)
"""The forms of an action, for error messages."""


def format_action(action: Action) -> str:
    """Return an action as text, without white space.

    Members are numbered from 1, as in the diagram. The forms are `stay`, `go:AREA`, `run:AREA` (move and do nothing
    else), `leave`, `lead:2`, `settle:encounter`, `settle:loss`, `pay:rest`, `pay:fatigue`, `pay:rations`,
    `1:drop:ITEM`, and for each deed `1:DEED` or `1:DEED:TARGET`, such as `1:rest` and `2:search:altar`.

    Raises:
        DefinitionError: if the value is not an action.

    Example:
        >>> format_action(Go("hall", quick=True)), format_action(Do(1, "search", "altar"))
        ('run:hall', '2:search:altar')
    """
    match action:
        case Stay() | Leave():
            return type(action).__name__.lower()
        case Go(to, quick):
            return f"{'run' if quick else 'go'}:{quote(to, safe='')}"
        case Lead(member):
            return f"lead:{member + 1}"
        case Settle(kind):
            return f"settle:{kind}"
        case Pay(cost):
            return f"pay:{cost}"
        case Drop(member, item):
            return f"{member + 1}:drop:{quote(item, safe='')}"
        case Do(by, deed, target):
            return f"{by + 1}:{deed}" + (f":{quote(target, safe='')}" if target else "")
        case _:
            raise DefinitionError(f"{quoted(action)} is not an action in a dungeon")


def parse_action(text: str, state: State) -> Action:
    """Parse an action, which need not be legal in the state.

    Case and white space around the text are ignored. Instead of a number, the name of a member can be given if it is
    unique: `hestia:search:altar`.

    Args:
        text: The text; see `format_action` for all forms.
        state: A state, whose members the text names.

    Raises:
        NotationError: if the text is not an action.

    Example:
        >>> from cairn_rules.cairn_rpg import dungeon
        >>> dungeon.parse_action("basil:search:altar", dungeon.new_game(seed=7))
        Do(by=1, deed='search', target='altar')
    """
    return parsed(text, state, State, _read)


def _read(text: str, state: State) -> Action:
    head, colon, rest = text.partition(":")
    word = head.lower()
    if not colon and word in {"stay", "leave"}:
        return STAY if word == "stay" else LEAVE
    if rest:
        match word:
            case "go" | "run":
                return Go(unquote(rest), quick=word == "run")
            case "lead":
                return Lead(_member(rest, state))
            case "settle":
                return Settle(cast("Any", rest.lower()))
            case "pay":
                return Pay(cast("Any", rest.lower()))
            case _:
                pass
        verb, second, target = rest.partition(":")
        deed = verb.lower()
        if bool(second) == bool(target):
            if deed == "drop" and target:
                return Drop(_member(head, state), unquote(target))
            if deed in DEEDS and bool(target) == (deed in TARGETED):
                return do(_member(head, state), cast("Deed", deed), unquote(target))
    raise _no_action(rest.partition(":")[0])


def _no_action(verb: str) -> DefinitionError:
    """Return the error for a text that is not an action: the deed that it may mean, or all forms."""
    known = (*DEEDS, "drop")
    meant = None if verb.lower() in known else nearest(verb.lower(), known)
    if meant is None:
        return DefinitionError(f"not an action; one is written like {FORMS}")
    return DefinitionError(f"{cut(verb, 100)!r} is not a deed; did you mean {meant!r}?")


def _member(word: str, state: State) -> int:
    return index_of(word, (member.name for member in state.party.members), "a member", "members")
