"""Formatting and parsing of actions: those of the campaign here, all others by the game of their scene."""

from __future__ import annotations

from typing import Final, assert_never, cast
from urllib.parse import quote, unquote

from cairn_rules.action_text import parsed
from cairn_rules.cairn_rpg import combat, dungeon, wilderness
from cairn_rules.cairn_rpg.campaign.actions import (
    CATCH_BREATH,
    ENTER,
    PASS_WATCH,
    RETIRE,
    Action,
    Aid,
    Calm,
    CatchBreath,
    ChangeSeason,
    Enter,
    Fight,
    OwnAction,
    PassWatch,
    Retire,
    SetOut,
)
from cairn_rules.cairn_rpg.campaign.state import State, scene_of
from cairn_rules.cairn_rpg.numbering import index_of
from cairn_rules.cairn_rpg.wilderness import Season
from cairn_rules.cairn_rpg.wilderness.setup import SEASONS
from cairn_rules.errors import DefinitionError, NotationError, quoted

FORMS: Final = (
    "set-out:WAY, enter, fight:ENCOUNTER, breathe, aid:1, 2:aid:1 (with bandages of member 2), calm:1, pass,"
    " season:winter or retire"
)
"""The forms of the actions of a campaign itself, for error messages."""


def format_action(action: Action) -> str:
    """Return an action as text, without white space.

    The forms of the campaign itself are `set-out:WAY`, `enter`, `fight:ENCOUNTER`, `breathe`, `aid:1`, `2:aid:1` (the
    helper first), `calm:1`, `pass`, `season:winter` and `retire`. All others are those of journeys, dungeons and
    fights.

    Raises:
        DefinitionError: if the value is not an action.

    Example:
        >>> from cairn_rules.cairn_rpg import campaign, dungeon
        >>> format_action(SetOut("mill-road")), format_action(Aid(0, by=1)), format_action(dungeon.Go("hall"))
        ('set-out:mill-road', '2:aid:1', 'go:hall')
    """
    if isinstance(action, OwnAction):
        return _format_own(action)
    if isinstance(action, wilderness.Action):
        return wilderness.format_action(action)
    if isinstance(action, dungeon.Action):
        return dungeon.format_action(action)
    if isinstance(action, combat.Action):
        return combat.format_action(action)
    raise DefinitionError(f"{quoted(action)} is not an action of a campaign")


def _format_own(action: OwnAction) -> str:
    match action:
        case SetOut(id):
            return f"set-out:{quote(id, safe='')}"
        case Fight(id):
            return f"fight:{quote(id, safe='')}"
        case Aid(member, by):
            return f"aid:{member + 1}" if by is None else f"{by + 1}:aid:{member + 1}"
        case Calm(member):
            return f"calm:{member + 1}"
        case ChangeSeason(season):
            return f"season:{season}"
        case Enter():
            return "enter"
        case CatchBreath():
            return "breathe"
        case PassWatch():
            return "pass"
        case Retire():
            return "retire"
        case _:
            assert_never(action)


def parse_action(text: str, state: State) -> Action:
    """Parse an action, which need not be legal in the state.

    A text that is not an action of the campaign itself is one of the scene that goes on: `begin` begins a day on a
    journey, and the first round in a fight. Case and white space around the text are ignored. Instead of a number, the
    name of a member can be given if it is unique.

    Args:
        text: The text; see `format_action` for all forms.
        state: A state, whose members and scene the text names.

    Raises:
        NotationError: if the text is not an action.

    Example:
        >>> from cairn_rules.cairn_rpg import campaign
        >>> campaign.parse_action("basil:aid:hestia", campaign.new_game(seed=7))
        Aid(member=0, by=1)
    """
    return parsed(text, state, State, _read)


def _read(text: str, state: State) -> Action:  # noqa: C901 - one form after the other
    head, *rest = text.split(":")
    match [head.lower(), *rest]:
        case ["enter"]:
            return ENTER
        case ["breathe"]:
            return CATCH_BREATH
        case ["pass"]:
            return PASS_WATCH
        case ["retire"]:
            return RETIRE
        case ["set-out", id] if id:
            return SetOut(unquote(id))
        case ["fight", id] if id:
            return Fight(unquote(id))
        case ["aid", member]:
            return Aid(_member(member, state))
        case ["calm", member]:
            return Calm(_member(member, state))
        case ["season", season] if season.lower() in SEASONS:
            return ChangeSeason(cast("Season", season.lower()))
        case [_, verb, member] if verb.lower() == "aid":
            return Aid(_member(member, state), _member(head, state))
        case _:
            return _of_scene(text, state)


def _of_scene(text: str, state: State) -> Action:
    rules, scene = scene_of(state)
    try:
        action: Action = rules.parse_action(text, scene)
    except NotationError as error:
        raise DefinitionError(f"{error.faults[0].message}; between scenes one writes {FORMS}") from None
    return action


def _member(word: str, state: State) -> int:
    return index_of(word, (member.name for member in state.party.members), "a member", "members")
