"""The actions as text and in sentences: those of the campaign itself; all others belong to the game of their scene."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from cairn_rules.action_table import ActionTable, Part, Row, parsed
from cairn_rules.cairn_rpg import combat, dungeon, wilderness
from cairn_rules.cairn_rpg.campaign import actions
from cairn_rules.cairn_rpg.campaign.actions import Action, OwnAction
from cairn_rules.cairn_rpg.campaign.gazetteer import title
from cairn_rules.cairn_rpg.campaign.state import State, route_of, scene_of
from cairn_rules.cairn_rpg.common.action_parts import id_part, member_part
from cairn_rules.cairn_rpg.wilderness.notation import label
from cairn_rules.cairn_rpg.wilderness.travel import route_words
from cairn_rules.checks import check_state
from cairn_rules.errors import DefinitionError, NotationError, quoted
from cairn_rules.manifest import phrase_of
from cairn_rules.phrasebook import Phrase


def _way(state: State, id: str) -> str:
    return route_words(route_of(state, state.gazetteer.way(id))).removeprefix("to ")


def _encounter(state: State, id: str) -> str:
    return title(state.gazetteer.encounter(id))


_MEMBER: Final = member_part(lambda state, index: label(state.journey, index))
ACTIONS: Final = ActionTable[State, OwnAction](
    OwnAction,
    "an action of a campaign",
    [
        Row(actions.SetOut("mill-road"), "set-out:{way}", "The party sets out for {way}", "Set out"),
        Row(actions.ENTER, "enter", "The party enters the dungeon of {place}", "Campaign"),
        Row(actions.Fight("wolves"), "fight:{encounter}", "The party fights {encounter}", "Fight"),
        Row(actions.CATCH_BREATH, "breathe", "The party rests for a few moments", "Recover"),
        Row(actions.Aid(0), "aid:{member}", "{member} receives aid", "Campaign"),
        Row(
            actions.Aid(0, by=1),
            "{by}:aid:{member}",
            "{by} bandages {member}",
            "Campaign",
            note="with bandages of member 2",
        ),
        Row(actions.Calm(1), "calm:{member}", "{member} tries to overcome the panic", "Campaign"),
        Row(actions.PASS_WATCH, "pass", "A watch passes", "Campaign"),
        Row(actions.ChangeSeason("winter"), "season:{season}", "The season changes to {season}", "Campaign"),
        Row(actions.RETIRE, "retire", "The party settles down", "Campaign"),
    ],
    {
        "member": _MEMBER,
        "by": _MEMBER,
        "way": evolve(id_part("WAY"), say=_way),
        "encounter": evolve(id_part("ENCOUNTER"), say=_encounter),
        "season": Part(read=lambda text, _, __: text.lower()),
        "place": Part(say=lambda state, _: state.place),
    },
)
"""The actions of the campaign itself, each with its text and its sentence."""


def format_action(action: Action) -> str:
    """Return an action as text, without white space.

    The actions of a scene are written as in journeys, dungeons and fights.

    Raises:
        DefinitionError: if the value is not an action.

    Example:
        >>> from cairn_rules.cairn_rpg import campaign, dungeon
        >>> campaign.format_action(campaign.Aid(0, by=1)), campaign.format_action(dungeon.Go("hall"))
        ('2:aid:1', 'go:hall')
    """
    if not isinstance(action, OwnAction):
        for rules in (wilderness, dungeon, combat):
            if isinstance(action, rules.Action):
                text: str = rules.format_action(action)
                return text
    return ACTIONS.format(action)


def parse_action(text: str, state: State) -> Action:
    """Parse an action, which need not be legal in the state.

    A text that is not an action of the campaign itself is an action of the current scene: `begin` begins a day on a
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


def _read(text: str, state: State) -> Action:
    own = ACTIONS.find(text, state)
    if own is not None:
        return own
    rules, scene = scene_of(state)
    try:
        action: Action = rules.parse_action(text, scene)
    except NotationError as error:
        raise DefinitionError(f"{error.faults[0].message}; between scenes, write {ACTIONS}") from None
    return action


def describe(state: State, action: Action) -> str:
    """Return a description of an action, for a button, a list of choices or a log.

    Args:
        state: The state in which the action is, or could be, decided.
        action: The action, which need not be legal.

    Returns:
        A sentence without a full stop; the notation if the action names something that does not exist.

    Raises:
        DefinitionError: if a value is not a state or not an action of this game.

    Example:
        >>> from cairn_rules.cairn_rpg import campaign
        >>> campaign.describe(campaign.new_game(seed=7), campaign.SetOut("mill-road"))
        'The party sets out for Ottersford: short road, easy'
    """
    check_state(state, State)
    rules, scene = scene_of(state)
    if isinstance(action, rules.Action):
        text: str = rules.describe(scene, action)
        return text
    return ACTIONS.describe(state, action) if isinstance(action, OwnAction) else format_action(action)


def phrase(state: State, action: Action) -> Phrase:
    """Return the sentence of an action with its arguments, as `phrase_of` does.

    Raises:
        LookupError: if the action names something that the state lacks, or belongs to another scene.
    """
    rules, scene = scene_of(state)
    if isinstance(action, rules.Action):
        return phrase_of(rules, scene, action)
    if isinstance(action, OwnAction):
        return ACTIONS.phrase(state, action)
    raise LookupError(f"there is no scene of {quoted(action)}")
