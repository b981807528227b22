"""The actions as text and in sentences."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from cairn_rules.action_table import ActionTable, Part, Row
from cairn_rules.cairn_rpg.common.action_parts import ANYTHING, id_part, item_name, member_part
from cairn_rules.cairn_rpg.dungeon import actions
from cairn_rules.cairn_rpg.dungeon.actions import DEEDS, TARGETED, Action, Deed
from cairn_rules.cairn_rpg.dungeon.areas import title
from cairn_rules.cairn_rpg.dungeon.observation import Observation
from cairn_rules.cairn_rpg.dungeon.state import Scene, State
from cairn_rules.cairn_rpg.dungeon.words import area_name, label
from cairn_rules.cairn_rpg.procedures.party import Drop
from cairn_rules.checks import as_state

_DEEDS: Final[dict[Deed, tuple[str, str]]] = {
    "search": ("searches", "altar"),
    "listen": ("listens at", "oak-door"),
    "unlock": ("unlocks", "oak-door"),
    "force": ("forces", "oak-door"),
    "wedge": ("wedges", "oak-door"),
    "take": ("takes", "bandages"),
    "light": ("lights", "torch"),
    "put-out": ("puts out", "torch"),
    "bandage": ("bandages", "2"),
    "put-down": ("puts down", "torch"),
    "rest": ("rests", ""),
    "recover": ("tries to overcome the panic", ""),
    "watch": ("watches for traps", ""),
    "noise": ("makes a loud noise", ""),
    "wait": ("waits", ""),
}
"""The verb of each deed, and the target of its example."""
_SETTLED: Final = {"encounter": "The encounter is over", "loss": "The loss is made good"}
_COSTS: Final = {
    "rest": "The party rests briefly, and an event may follow",
    "fatigue": "Everyone adds a Fatigue",
    "rations": "Everyone eats a use of rations",
}


def _item(scene: Scene, action: Drop) -> str:
    return item_name(scene.party.members[action.member], action.item)


def _target(scene: Scene, action: actions.Do) -> str:
    if action.deed in {"put-down", "light", "put-out"}:
        return item_name(scene.party.members[action.by], action.target)
    if action.deed == "bandage":
        labels = {str(index + 1): label(scene, index) for index in range(len(scene.party.members))}
        return labels.get(action.target, action.target)
    return _name(scene, action.target)


def _name(scene: Scene, id: str) -> str:
    """Return the name of a place, a door or an item that lies about; the id if there is none such."""
    for found in scene.loot:
        if found.item.id == id:
            return found.item.name
    for area in scene.dungeon.areas:
        for place in area.places:
            if place.id == id:
                return title(place)
    return next((title(door) for door in scene.dungeon.doors if door.id == id), id)


def _heading(action: actions.Do) -> str:
    return action.deed.capitalize()


def _word(text: str, _: object, __: object) -> str:
    return text.lower()


def _deed(words: tuple[Deed, ...]) -> Part[Scene]:
    return Part(read=_word, say=lambda _, deed: _DEEDS[deed][0], words=words, pattern="|".join(words))


_MEMBER: Final = evolve(member_part(label), pattern="[^:]++")
_LONE: Final = tuple(actions.do(0, deed, "") for deed in _DEEDS if deed not in TARGETED)
_AIMED: Final = tuple(actions.do(0, deed, target) for deed, (_, target) in _DEEDS.items() if deed in TARGETED)
ACTIONS: Final = ActionTable[Scene, Action](
    Action,
    "an action in a dungeon",
    [
        Row(actions.STAY, "stay", "The party stays"),
        Row(actions.Go("passage"), "go:{to}", "The party goes to {to}", "Move"),
        Row(actions.Go("passage", quick=True), "run:{to}", "The party hurries to {to}", "Move"),
        Row(actions.LEAVE, "leave", "The party leaves the dungeon"),
        Row(actions.Lead(1), "lead:{member:leader}", "{member} goes in front", "Marching order"),
        Row(actions.Settle("encounter"), "settle:{trouble}", "{trouble}", "Settle", more=(actions.Settle("loss"),)),
        Row(actions.Pay("rest"), "pay:{cost}", "{cost}", more=(actions.Pay("fatigue"), actions.Pay("rations"))),
        Row(_LONE[0], "{by}:{deed:lone}", "{by} {deed:lone}", _heading, _LONE[1:], make=actions.do),
        Row(
            _AIMED[0],
            "{by}:{deed}:{target}",
            "{by} {deed} {target}",
            _heading,
            _AIMED[1:],
            f"or another deed: {', '.join(DEEDS[1:])}",
            make=actions.do,
        ),
        Row(Drop(1, "rations"), "{member}:drop:{item}", "{member} drops {item}"),
    ],
    {
        "to": evolve(id_part("AREA"), say=area_name, pattern=ANYTHING),
        "member": _MEMBER,
        "leader": evolve(_MEMBER, pattern=ANYTHING),
        "trouble": Part(read=_word, say=lambda _, trouble: _SETTLED[trouble], shown="/".join(_SETTLED)),
        "cost": Part(read=_word, say=lambda _, cost: _COSTS[cost], shown="/".join(_COSTS)),
        "by": _MEMBER,
        "deed": _deed(tuple(each.deed for each in _AIMED)),
        "lone": _deed(tuple(each.deed for each in _LONE)),
        "target": evolve(id_part("TARGET"), say=_target, says_action=True, pattern=ANYTHING),
        "item": evolve(id_part("ITEM"), say=_item, says_action=True, pattern=ANYTHING),
    },
)


def format_action(action: Action) -> str:
    """Return an action as text, without white space.

    Members are numbered from 1, as in the diagram. `run` means to move and do nothing else.

    Raises:
        DefinitionError: if the value is not an action.

    Example:
        >>> from cairn_rules.cairn_rpg.dungeon import Do, Go
        >>> format_action(Go("hall", quick=True)), format_action(Do(1, "search", "altar"))
        ('run:hall', '2:search:altar')
    """
    return ACTIONS.format(action)


def parse_action(text: str, state: State | Observation) -> Action:
    """Parse an action, which need not be legal in the state.

    Case and white space around the text are ignored. Instead of a number, the name of a member can be given if it is
    unique: `hestia:search:altar`. See `format_action` for all forms.

    Raises:
        NotationError: if the text is not an action.

    Example:
        >>> from cairn_rules.cairn_rpg import dungeon
        >>> dungeon.parse_action("basil:search:altar", dungeon.new_game(seed=7))
        Do(by=1, deed='search', target='altar')
    """
    return ACTIONS.parse(text, state, State)


def describe(state: State | Observation, action: Action) -> str:
    """Return a description of an action, for a button, a list of choices or a log.

    The action need not be legal. The sentence has no full stop; it is the notation if the action names something that
    does not exist.

    Raises:
        DefinitionError: if a value is not a state or not an action of this game.

    Example:
        >>> from cairn_rules.cairn_rpg import dungeon
        >>> dungeon.describe(dungeon.new_game(seed=7), dungeon.Do(0, "light", "torch"))
        'Hestia lights Torch'
    """
    state = as_state(state, State)
    return ACTIONS.describe(state, action)
