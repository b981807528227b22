"""Formatting and parsing of actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import quote, unquote

from cairn_rules.action_text import parsed
from cairn_rules.cairn_rpg.combat.actions import (
    AGREE,
    BEGIN,
    OFFER,
    REFUSE,
    Action,
    Agree,
    Aid,
    Begin,
    Cast,
    Destroy,
    Drop,
    Flee,
    Lose,
    Offer,
    Recover,
    Refuse,
    Rise,
    Strike,
    Use,
    Wait,
)
from cairn_rules.cairn_rpg.combat.state import State
from cairn_rules.cairn_rpg.numbering import index_of
from cairn_rules.errors import DefinitionError, quoted

FORMS: Final = (
    "begin, 1:2>5 (fighter 1, its attack 2, target 5), 1:cast:ITEM, 1:cast:ITEM>5, 1:use:POWER, 1:use:POWER>5, 1:flee,"
    " 1:recover, 1:aid>2, 1:destroy>5, 1:rise, 1:wait, 1:drop:ITEM, 1:lose:LIMB, offer, agree or refuse"
)
"""The forms of an action, for error messages."""
_SIMPLE: Final[Mapping[str, type[Flee | Recover | Rise | Wait]]] = {
    "flee": Flee,
    "recover": Recover,
    "rise": Rise,
    "wait": Wait,
}
_AIMED: Final[Mapping[str, type[Aid | Destroy]]] = {"aid": Aid, "destroy": Destroy}
_OF_A_SIDE: Final[Mapping[str, Begin | Offer | Agree | Refuse]] = {
    "begin": BEGIN,
    "offer": OFFER,
    "agree": AGREE,
    "refuse": REFUSE,
}


def format_action(action: Action) -> str:
    """Return an action as text, without white space.

    Fighters and attacks are numbered from 1, as in the diagram. The forms are `begin`, `1:2>5` (fighter 1 attacks
    fighter 5 with its attack 2), `1:cast:ITEM`, `1:cast:ITEM>5`, `1:use:POWER`, `1:use:POWER>5`, `1:flee`, `1:recover`,
    `1:aid>2`, `1:destroy>5`, `1:rise`, `1:wait`, `1:drop:ITEM`, `1:lose:LIMB`, `offer`, `agree` and `refuse`.

    Raises:
        DefinitionError: if the value is not an action.

    Example:
        >>> format_action(Strike(by=0, attack=1, target=4)), format_action(Drop(by=0, item="rope"))
        ('1:2>5', '1:drop:rope')
    """
    match action:
        case Begin() | Offer() | Agree() | Refuse():
            return type(action).__name__.lower()
        case Strike(by, attack, target):
            return f"{by + 1}:{attack + 1}>{target + 1}"
        case Cast(by, item, target):
            return f"{by + 1}:cast:{quote(item, safe='')}" + ("" if target is None else f">{target + 1}")
        case Use(by, power, target):
            return f"{by + 1}:use:{quote(power, safe='')}" + ("" if target is None else f">{target + 1}")
        case Aid(by, target) | Destroy(by, target):
            return f"{by + 1}:{type(action).__name__.lower()}>{target + 1}"
        case Drop(by, item):
            return f"{by + 1}:drop:{quote(item, safe='')}"
        case Lose(by, limb):
            return f"{by + 1}:lose:{quote(limb, safe='')}"
        case Flee(by) | Recover(by) | Rise(by) | Wait(by):
            return f"{by + 1}:{type(action).__name__.lower()}"
        case _:
            raise DefinitionError(f"{quoted(action)} is not an action of a fight")


def parse_action(text: str, state: State) -> Action:
    """Parse an action, which need not be legal in the state.

    Case and white space around the text are ignored. Instead of a number, the name of a fighter or an attack can be
    given if it is unique: `hestia:sword>bear`.

    Args:
        text: The text; see `format_action` for all forms.
        state: A state, whose fighters the text names.

    Raises:
        NotationError: if the text is not an action.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> combat.parse_action("hestia:sword>bear", combat.new_game(seed=7))
        Strike(by=0, attack=0, target=2)
    """
    return parsed(text, state, State, _read)


def _read(text: str, state: State) -> Action:
    if text.lower() in _OF_A_SIDE:
        return _OF_A_SIDE[text.lower()]
    who, colon, rest = text.partition(":")
    head, arrow, aim = rest.partition(">")
    verb, second, what = head.partition(":")
    if not (colon and verb) or (arrow and not aim) or (second and not what):
        raise DefinitionError(f"not an action; one is written like {FORMS}")
    names = [fighter.character.name for fighter in state.fighters]
    by = _index(who, names, "a fighter")
    target = _index(aim, names, "a fighter") if arrow else None
    word = verb.lower()
    if target is None and not second and word in _SIMPLE:
        return _SIMPLE[word](by)
    if word == "cast" and second:
        return Cast(by, unquote(what), target)
    if word == "use" and second:
        return Use(by, unquote(what), target)
    if target is None and second and word == "drop":
        return Drop(by, unquote(what))
    if target is None and second and word == "lose":
        return Lose(by, unquote(what).lower())
    if target is not None and not second:
        if word in _AIMED:
            return _AIMED[word](by, target)
        attacks = [attack.name for attack in state.fighters[by].attacks] if by < len(names) else []
        return Strike(by, _index(verb, attacks, "an attack"), target)
    raise DefinitionError(f"not an action; one is written like {FORMS}")


def _index(word: str, names: Sequence[str], what: str) -> int:
    return index_of(word, names, what, "fighters and attacks")
