"""The actions as text and in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, get_args

from attrs import evolve

from cairn_rules.action_table import ActionTable, Part, Row
from cairn_rules.cairn_rpg.characters.attacks import ASPECTS, Mode
from cairn_rules.cairn_rpg.combat import actions
from cairn_rules.cairn_rpg.combat.actions import Action
from cairn_rules.cairn_rpg.combat.observation import Observation
from cairn_rules.cairn_rpg.combat.rules.strikes import dice_against
from cairn_rules.cairn_rpg.combat.state import FOES, PARTY, SEAT_NAMES, State
from cairn_rules.cairn_rpg.common.action_parts import NUMBER, id_part, item_name, label_of, numbered, several, word_part
from cairn_rules.cairn_rpg.dice_formula import format_weapon_dice
from cairn_rules.checks import as_state


def label(state: State, index: int) -> str:
    """Return the name of a fighter, with its number if others have the same name."""
    return label_of(index, [fighter.character.name for fighter in state.fighters])


def _fighter_names(state: State, _: object) -> Iterator[str]:
    return (fighter.character.name for fighter in state.fighters)


def _attack_names(state: State, fields: Sequence[Any]) -> Iterator[str]:
    return (attack.name for fighter in state.fighters[fields[0] :][:1] for attack in fighter.attacks)


def _attack(state: State, action: actions.Strike) -> str:
    return state.fighters[action.by].attacks[action.attack].name


def _dice(state: State, action: actions.Strike) -> str:
    fighter = state.fighters[action.by]
    target = state.fighters[action.target]
    return format_weapon_dice(dice_against(fighter, fighter.attacks[action.attack], target, state.rulings))


def _item(state: State, action: actions.Cast | actions.Drop) -> str:
    return item_name(state.fighters[action.by].character, action.item)


def _side_or_fighters(text: str, state: State, fields: Sequence[Any]) -> tuple[int, ...]:
    side = {"party": PARTY, "foes": FOES}.get(text.lower())
    if side is None:
        return tuple(_FIGHTERS.read(text, state, fields))
    return tuple(index for index, each in enumerate(state.fighters) if each.side == side)


_FIGHTER: Final = numbered(_fighter_names, "a fighter", "fighters and attacks", label)
_FIGHTERS: Final = several(_FIGHTER)
_JUDGED: Final = "Attacks {aspect} {fighters} are {mode}"
ACTIONS: Final = ActionTable[State, Action](
    Action,
    "an action of a fight",
    [
        Row(actions.BEGIN, "begin", "The fight begins"),
        Row(
            actions.Strike(by=0, attack=1, target=4),
            "{by}:{attack}>{target}",
            "{by} attacks {target} with {attack} ({dice})",
            "Attack",
            note="fighter 1, its attack 2, target 5",
        ),
        Row(actions.Cast(by=0, item="spellbook-fog-cloud"), "{by}:cast:{item}", "{by} uses {item}", "Magic"),
        Row(
            actions.Cast(by=0, item="spellbook-sleep", target=4),
            "{by}:cast:{item}>{target}",
            "{by} uses {item} on {target}",
            "Magic",
        ),
        Row(actions.Use(by=0, power="wail"), "{by}:use:{power}", "{by} uses {power}", "Power"),
        Row(
            actions.Use(by=0, power="chlorine gas", target=4),
            "{by}:use:{power}>{target}",
            "{by} uses {power} on {target}",
            "Power",
        ),
        Row(actions.Flee(by=0), "{by}:flee", "{by} tries to get away", "Get away", make=actions.flee),
        Row(actions.Recover(by=0), "{by}:recover", "{by} tries to overcome the panic", "Overcome panic"),
        Row(actions.Aid(by=0, target=1), "{by}:aid>{target}", "{by} bandages {target}", "Aid"),
        Row(
            actions.Destroy(by=0, target=4), "{by}:destroy>{target}", "{by} destroys the remains of {target}", "Destroy"
        ),
        Row(actions.Rise(by=0), "{by}:rise", "{by} gets up again", "Rise"),
        Row(actions.Wait(by=0), "{by}:wait", "{by} waits", "Wait", make=actions.wait),
        Row(actions.OFFER, "offer", "The {side} offers to stop fighting", "Truce"),
        Row(actions.AGREE, "agree", "The {asked} agrees to stop fighting", "Truce"),
        Row(actions.REFUSE, "refuse", "The {asked} refuses to stop fighting", "Truce"),
        Row(actions.Drop(by=0, item="rope"), "{by}:drop:{item}", "{by} drops {item}"),
        Row(actions.Lose(by=0, limb="hand"), "{by}:lose:{limb}", "{by} loses a limb: {limb}"),
        Row(actions.Judge((0, 1), "position", "enhanced"), "{aspect}:{fighters}={mode}", _JUDGED),
        Row(
            actions.Judge((2,), "exposure", "impaired", 1),
            "{aspect}:{fighters}={mode}:{until}",
            f"{_JUDGED} up to round {{until}}",
        ),
    ],
    {
        "by": _FIGHTER,
        "target": _FIGHTER,
        "attack": evolve(numbered(_attack_names, "an attack", "fighters and attacks", _attack), says_action=True),
        "dice": Part(say=_dice),
        "item": evolve(id_part("ITEM"), say=_item, says_action=True),
        "power": id_part("POWER"),
        "limb": Part(read=lambda text, _, __: text.lower(), shown="LIMB"),
        "aspect": word_part(tuple(ASPECTS), "a position", lambda _, aspect: ASPECTS[aspect]),
        "fighters": evolve(_FIGHTERS, read=_side_or_fighters),
        "mode": word_part(get_args(Mode), "impaired, normal or enhanced"),
        "until": NUMBER,
        "side": Part(say=lambda state, _: SEAT_NAMES[state.side]),
        "asked": Part(say=lambda state, _: SEAT_NAMES[1 - state.side]),
    },
)


def format_action(action: Action) -> str:
    """Return an action as text, without white space.

    Fighters and attacks are numbered from 1, as in the diagram.

    Raises:
        DefinitionError: if the value is not an action.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> format_action(combat.Strike(by=0, attack=1, target=4)), format_action(combat.Drop(by=0, item="rope"))
        ('1:2>5', '1:drop:rope')
    """
    return ACTIONS.format(action)


def parse_action(text: str, state: State | Observation) -> Action:
    """Parse an action, which need not be legal in the state.

    Case and white space around the text are ignored. Instead of a number, the name of a fighter or an attack can be
    given if it is unique: `hestia:sword>bear`. In a judgement of the Warden, `party` and `foes` are all fighters of a
    side: `position:party=enhanced`. See `format_action` for all forms.

    Raises:
        NotationError: if the text is not an action.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> combat.parse_action("hestia:sword>bear", combat.new_game(seed=7))
        Strike(by=0, attack=0, target=2)
    """
    return ACTIONS.parse(text, state, State)


def describe(state: State | Observation, action: Action) -> str:
    """Return a description of an action, for a button, a list of choices or a log.

    The action need not be legal. The sentence has no full stop; it is the notation if the action names something that
    does not exist.

    Raises:
        DefinitionError: if a value is not a state or not an action of this game.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> combat.describe(combat.new_game(seed=7), combat.Strike(by=0, attack=0, target=2))
        'Hestia attacks Bear with sword (d8)'
    """
    state = as_state(state, State)
    return ACTIONS.describe(state, action)
