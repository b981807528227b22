"""Formatting and parsing of actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast, get_args
from urllib.parse import quote, unquote

from cairn_rules.action_forms import parsed
from cairn_rules.cairn_rpg.numbering import index_of
from cairn_rules.cairn_rpg.party import Drop
from cairn_rules.cairn_rpg.wilderness.actions import (
    BEGIN,
    TRAVEL,
    Action,
    Begin,
    Camp,
    Cost,
    Explore,
    Find,
    Finding,
    FindWay,
    Guard,
    Lose,
    Pay,
    Rest,
    Resupply,
    Shift,
    Supply,
    Take,
    Travel,
    Wait,
)
from cairn_rules.cairn_rpg.wilderness.state import WEATHERS, State
from cairn_rules.errors import DefinitionError, cut, quoted

FORMS: Final = (
    "begin, travel, way, explore, supply, camp or wait for all; 1:way, 1:explore, 1:supply, 1:camp, 1:guard, 1:wait,"
    " 1:buy:2, 1:take:ITEM, 1:drop:ITEM or 1:lose:ITEM for member 1; pay:watch, pay:fatigue, pay:ration, shift:none,"
    " shift:watch, shift:terrain, shift:WEATHER, find:feature, find:treasure, find:food:2, rest:quiet or rest:disturbed"
)
"""The forms of an action, for error messages."""
_WORDS: Final[Mapping[str, type[FindWay | Explore | Supply | Camp | Wait]]] = {
    "way": FindWay,
    "explore": Explore,
    "supply": Supply,
    "camp": Camp,
    "wait": Wait,
}
_NAMES: Final = {kind: word for word, kind in _WORDS.items()}
_WITH_ITEM: Final[Mapping[str, type[Take | Drop | Lose]]] = {"take": Take, "drop": Drop, "lose": Lose}
_SHIFTS: Final = ("none", "watch", "terrain", *WEATHERS)
MOST_NUMBER: Final = 999
"""Maximum of a number in the notation."""


def format_action(action: Action) -> str:  # noqa: C901 - one form after the other
    """Return an action as text, without white space.

    Members are numbered from 1, as in the diagram. The forms are `begin`, `travel`, `way`, `explore`, `supply`, `camp`
    and `wait` for all together; `1:way`, `1:explore`, `1:supply`, `1:camp`, `1:guard`, `1:wait`, `1:buy:2`,
    `1:take:ITEM`, `1:drop:ITEM` and `1:lose:ITEM` for a member; and the answers `pay:watch`, `pay:fatigue`,
    `pay:ration`, `shift:none`, `shift:watch`, `shift:terrain`, `shift:WEATHER`, `find:feature`, `find:treasure`,
    `find:food:2`, `rest:quiet` and `rest:disturbed`.

    Raises:
        DefinitionError: if the value is not an action.

    Example:
        >>> format_action(Camp()), format_action(Supply(1)), format_action(Find("food", 2))
        ('camp', '2:supply', 'find:food:2')
    """
    match action:
        case Begin():
            return "begin"
        case Travel():
            return "travel"
        case FindWay(member) | Explore(member) | Supply(member) | Camp(member) | Wait(member):
            return _of(member, _NAMES[type(action)])
        case Guard(member):
            return _of(member, "guard")
        case Resupply(member, count):
            return _of(member, f"buy:{count}")
        case Take(member, item) | Drop(member, item) | Lose(member, item):
            return _of(member, f"{type(action).__name__.lower()}:{quote(item, safe='')}")
        case Pay(cost):
            return f"pay:{cost}"
        case Shift(to):
            return f"shift:{quote(to, safe='')}"
        case Find(what, count):
            return f"find:{what}" + f":{count}" * (what == "food")
        case Rest(disturbed):
            return "rest:disturbed" if disturbed else "rest:quiet"
        case _:
            raise DefinitionError(f"{quoted(action)} is not an action of a journey")


def _of(member: int | None, text: str) -> str:
    return text if member is None else f"{member + 1}:{text}"


def parse_action(text: str, state: State) -> Action:
    """Parse an action, which need not be legal in the state.

    Case and white space around the text are ignored. Instead of a number, the name of a member can be given if it is
    unique: `hestia:supply`.

    Args:
        text: The text; see `format_action` for all forms.
        state: A state, whose members the text names.

    Raises:
        NotationError: if the text is not an action.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> wilderness.parse_action("basil:supply", wilderness.new_game(seed=7))
        Supply(member=1)
    """
    return parsed(text, state, State, _read)


def _read(text: str, state: State) -> Action:
    head, *rest = text.split(":")
    word = head.lower()
    if not rest:
        return _read_word(word)
    match [word, *(part.lower() for part in rest)]:
        case ["pay", cost] if cost in get_args(Cost):
            return Pay(cast("Cost", cost))
        case ["shift", to] if to in _SHIFTS:
            return Shift(to)
        case ["find", "food", count]:
            return Find("food", _number(count))
        case ["find", what] if what in get_args(Finding) and what != "food":
            return Find(cast("Finding", what))
        case ["rest", "quiet" | "disturbed" as how]:
            return Rest(disturbed=how == "disturbed")
        case ["pay" | "shift" | "find" | "rest", *_]:
            raise _unknown()
        case _:
            return _read_member(_index(head, [member.name for member in state.party.members]), rest)


def _read_word(word: str) -> Action:
    if word == "begin":
        return BEGIN
    if word == "travel":
        return TRAVEL
    if word not in _WORDS:
        raise _unknown()
    return _WORDS[word]()


def _read_member(member: int, rest: Sequence[str]) -> Action:
    verb = rest[0].lower()
    match rest[1:]:
        case []:
            if verb in _WORDS:
                return _WORDS[verb](member)
            if verb == "guard":
                return Guard(member)
        case [item] if item and verb in _WITH_ITEM:
            return _WITH_ITEM[verb](member, unquote(item))
        case [count] if verb == "buy":
            return Resupply(member, _number(count))
        case _:
            pass
    raise _unknown()


def _unknown() -> DefinitionError:
    return DefinitionError(f"not an action; one is written like {FORMS}")


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and 1 <= int(word[:9]) <= MOST_NUMBER):
        raise DefinitionError(f"{cut(word, 100)!r} is not a number from 1 to {MOST_NUMBER}")
    return int(word)


def _index(word: str, names: Sequence[str]) -> int:
    try:
        return index_of(word, names, "a member", "members")
    except DefinitionError as error:  # it may be a misspelt action
        raise DefinitionError(f"{error}; one writes {FORMS}") from None
