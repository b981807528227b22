"""The actions as text and in sentences: those of the campaign itself; all others belong to the game of their scene."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import unquote

from attrs import evolve

from cairn_rules.action_table import ActionTable, Part, Row, parsed
from cairn_rules.cairn_rpg import combat, dungeon, wilderness
from cairn_rules.cairn_rpg.campaign import actions
from cairn_rules.cairn_rpg.campaign.actions import Action, OwnAction
from cairn_rules.cairn_rpg.campaign.gazetteer import title
from cairn_rules.cairn_rpg.campaign.observation import Observation
from cairn_rules.cairn_rpg.campaign.rules.company import STRANGER, roles
from cairn_rules.cairn_rpg.campaign.rules.trade import book_of, price_of, proceeds
from cairn_rules.cairn_rpg.campaign.state import State, route_of, scene_of
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.items import Item, by_exact_id, item_id
from cairn_rules.cairn_rpg.common.action_parts import ANYTHING, NUMBER, id_part, item_name, member_part, several
from cairn_rules.cairn_rpg.common.json_part import json_part
from cairn_rules.cairn_rpg.procedures.market import item_of, things_sold
from cairn_rules.cairn_rpg.wilderness.notation import label
from cairn_rules.cairn_rpg.wilderness.travel import route_words
from cairn_rules.checks import as_state
from cairn_rules.errors import DefinitionError, NotationError, cut, hint, quoted
from cairn_rules.manifest import phrase_of
from cairn_rules.phrasebook import Phrase


def _way(state: State, id: str) -> str:
    return route_words(route_of(state, state.gazetteer.way(id))).removeprefix("to ")


def _encounter(state: State, key: str) -> str:
    return title(state.gazetteer.encounter(key))


def _goods(text: str, state: State, _: object) -> str:
    """Return the id of goods for an id, or for a name such as `Oil Can`."""
    id = unquote(text)
    return id if id in things_sold(book_of(state)) else item_id(id) or id


def _goods_name(state: State, action: actions.Buy) -> str:
    goods, name = things_sold(book_of(state))[action.goods]
    return action.name or name or goods.name


def _carried(state: State, action: Any) -> str:
    index: int = action.member
    return item_name(state.party.members[index], action.item)


def _given(state: State, action: actions.Give) -> str:
    if action.source:
        return _stored(state, action.member, action.source, action.item)
    container = by_exact_id(state.party.members[action.member].inventory.containers).get(action.item)
    name = _carried(state, action)
    return container.name if name == action.item and container is not None else name


def _container(state: State, action: actions.Give | actions.Stow | actions.Fetch | actions.Pull) -> str | None:
    owner = action.to if isinstance(action, actions.Give) else action.member
    container = by_exact_id(state.party.members[owner].inventory.containers).get(action.container)
    return action.container or None if container is None else container.name


def _stored(state: State, index: int, place: str, id: str) -> str:
    containers = by_exact_id(state.party.members[index].inventory.containers)
    item = by_exact_id(containers[place].items).get(id) if place in containers else None
    return id if item is None else item.name


def _received(text: str, state: State, fields: Sequence[Any]) -> Item:
    """Return the item of its JSON, or one from the price lists by its id or name."""
    goods, name = things_sold(book_of(state)).get(_goods(text, state, fields), (None, None))
    item = None if goods is None else item_of(goods, name)
    if item is not None:
        return item
    if text[:1] not in "{%":
        known = tuple(id for id, (goods, _) in things_sold(book_of(state)).items() if goods.item is not None)
        raise DefinitionError(f"{cut(text, 100)!r} is neither an item of the price lists nor JSON; {hint(text, known)}")
    read: Item = _ITEM.read(text, state, fields)
    return read


CHARACTER: Final = json_part(Character, "CHARACTER")
"""The part of an action that is a character."""
_ITEM: Final = json_part(Item, "ITEM")
_ID: Final = id_part("ID")
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
        Row(
            actions.Downtime(7, "mending the boat"),
            "downtime:{days}={activity:text}",
            "The party spends {days} here: {activity:text} (food and lodging are up to the table)",
            "Campaign",
        ),
        Row(actions.Buy(0, "rope"), "buy:{member}:{goods}", "{member} buys {bought} for {cost}gp", "Market"),
        Row(
            actions.Buy(0, "sword", "Falchion"),
            "buy:{member}:{goods}={name:text}",
            "{member} buys {bought} for {cost}gp",
            "Market",
            note="under another name",
        ),
        Row(
            actions.Sell(0, "rope"),
            "sell:{member}:{item}",
            ("{member} sells {carried} for {gain}gp", "{member} sells {carried}"),
            "Market",
        ),
        Row(
            actions.Sell(0, "gem", 50),
            "sell:{member}:{item}={price:number}",
            (
                "{member} sells {carried}, worth {price:number}gp, for {gain}gp",
                "{member} sells {carried}, worth {price:number}gp",
            ),
            "Market",
            note="for a share of a price",
        ),
        Row(actions.Spend(0, 5), "spend:{member}:{gold:number}", "{member} pays {gold:number}gp", "Market"),
        Row(
            actions.Hire(0, "bodyguard"),
            "hire:{member}:{role}",
            "{member} hires a hireling for {wages}gp: {role}",
            "Market",
        ),
        Row(
            actions.Hire(0, "bodyguard", 7),
            "hire:{member}:{role}={days}",
            "{member} hires a hireling for {days} and {wages}gp: {role}",
            "Market",
        ),
        Row(
            actions.Hire(0, "bodyguard", 7, "Bram"),
            "hire:{member}:{role}={days}={name:text}",
            "{member} hires {name:text} for {days} and {wages}gp: {role}",
            "Market",
        ),
        Row(actions.PayWages(0, 7), "wages:{member}:{days}", "{member} pays all wages of {days}", "Market"),
        Row(actions.Dismiss(1), "dismiss:{member}", "{member} is dismissed", "Party"),
        Row(actions.Give(0, "rope", 1), "give:{member}:{item}>{to}", "{member} gives {given} to {to}", "Belongings"),
        Row(
            actions.Give(0, "rope", 1, "mule", "cart"),
            "give:{member}:{source:maybe}:{item}>{to}:{container:maybe}",
            ("{member} puts {given} in {stored} of {to}", "{member} gives {given} to {to}"),
            "Belongings",
            note="from one container into another; either can be empty",
        ),
        Row(
            actions.GiveGold(0, 5, 1),
            "give-gold:{member}:{gold:number}>{to}",
            "{member} gives {gold:number}gp to {to}",
            "Belongings",
        ),
        Row(
            actions.Receive(0, Item(id="gem", name="Gem", slots=0, value=50)),
            "receive:{member}:{item:received}",
            "{member} receives {item:received}",
            "Belongings",
        ),
        Row(actions.Share(100), "share:{gold:number}", "The party divides {gold:number}gp", "Belongings"),
        Row(actions.Share(100, (0, 1)), "share:{gold:number}>{members}", "{members} get {gold:number}gp", "Belongings"),
        Row(actions.Wear(0, "chainmail"), "wear:{member}:{item}", "{member} wears {carried}", "Belongings"),
        Row(actions.TakeOff(0, "chainmail"), "take-off:{member}:{item}", "{member} takes off {carried}", "Belongings"),
        Row(actions.PutDown(0, "rope"), "put-down:{member}:{item}", "{member} puts down {carried}", "Belongings"),
        Row(
            actions.Stow(0, "rope", "mule"),
            "stow:{member}:{item}>{container}",
            "{member} stows {carried} in {stored}",
            "Belongings",
        ),
        Row(
            actions.Fetch(0, "rope", "mule"),
            "fetch:{member}:{item}>{container}",
            "{member} takes {fetched} out of {stored}",
            "Belongings",
        ),
        Row(actions.Pull(0, "cart"), "pull:{member}:{container}", "{member} pulls {stored}", "Belongings"),
        Row(actions.Pull(0, "cart", park=True), "park:{member}:{container}", "{member} parks {stored}", "Belongings"),
        Row(actions.Rename(0, "Ada"), "rename:{member}={name:text}", "{member} is called {name:text} now", "Party"),
        Row(actions.Join(STRANGER), "join:{character}", "{character} joins the party", "Party"),
        Row(actions.PartWays(1), "part:{member}", "{member} leaves the party", "Party"),
        Row(
            actions.Succeed(0, STRANGER),
            "succeed:{member}={character}",
            "{character} takes the place of {member}",
            "Party",
        ),
        Row(actions.TakeOver(1), "take-over:{member}", "{member} becomes a player's character", "Party"),
    ],
    {
        "member": _MEMBER,
        "by": _MEMBER,
        "way": evolve(id_part("WAY"), say=_way),
        "encounter": evolve(id_part("ENCOUNTER"), say=_encounter),
        "season": Part(read=lambda text, _, __: text.lower()),
        "place": Part(say=lambda state, _: state.place),
        "to": _MEMBER,
        "members": several(_MEMBER),
        "goods": evolve(id_part("GOODS"), read=_goods),
        "bought": Part(say=_goods_name),
        "cost": Part(say=price_of),
        "gain": Part(say=proceeds),
        "wages": Part(say=lambda state, action: roles(state)[action.role].price * action.days),
        "item": id_part("ITEM"),
        "carried": Part(say=_carried),
        "given": Part(say=_given),
        "fetched": Part(say=lambda state, action: _stored(state, action.member, action.container, action.item)),
        "container": id_part("CONTAINER"),
        "maybe": evolve(id_part("CONTAINER"), pattern="[^:>=]*+"),
        "stored": Part(say=_container),
        "role": Part(read=_ID.read, write=_ID.write, say=lambda state, role: roles(state)[role].name, shown="ROLE"),
        "received": evolve(_ITEM, read=_received),
        "character": CHARACTER,
        "number": NUMBER,
        "days": Part(read=NUMBER.read, say=lambda _, days: f"{days} day{'s' * (days > 1)}"),
        "text": evolve(id_part("TEXT"), pattern=ANYTHING),
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


def parse_action(text: str, state: State | Observation) -> Action:
    """Parse an action, which need not be legal in the state.

    A text that is not an action of the campaign itself is an action of the current scene: `begin` begins a day on a
    journey, and the first round in a fight. Case and white space around the text are ignored. Instead of a number, the
    name of a member can be given if it is unique. See `format_action` for all forms.

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


def describe(state: State | Observation, action: Action) -> str:
    """Return a description of an action, for a button, a list of choices or a log.

    The action need not be legal. The sentence has no full stop; it is the notation if the action names something that
    does not exist.

    Raises:
        DefinitionError: if a value is not a state or not an action of this game.

    Example:
        >>> from cairn_rules.cairn_rpg import campaign
        >>> campaign.describe(campaign.new_game(seed=7), campaign.SetOut("mill-road"))
        'The party sets out for Ottersford: short road, easy'
    """
    state = as_state(state, State)
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
