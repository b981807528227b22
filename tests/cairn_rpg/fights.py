"""Fights for tests: characters in one line, turns with scripted dice, and a strategy for random fights."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hypothesis import strategies as st

from cairn_rules.cairn_rpg.characters.attacks import Affliction, Attack, Doom, Feast, Loss, Ruin, Spellbound, Wither
from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.characters.inventory import Inventory
from cairn_rules.cairn_rpg.characters.items import Item, Uses
from cairn_rules.cairn_rpg.combat.actions import BEGIN, Action, Strike, wait
from cairn_rules.cairn_rpg.combat.rules.rules import legal_actions, resolve
from cairn_rules.cairn_rpg.combat.rules.setup import fighter, new_game, person
from cairn_rules.cairn_rpg.combat.state import Fighter, State
from cairn_rules.cairn_rpg.dice_formula import Formula
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.chance import Resolution, ScriptedDice

CHAIN = Item(id="chain", name="Chain")
"""An ordinary item of one slot."""
BANDAGES = Item(id="bandages", name="Bandages", uses=Uses.full(3))
FULL = Inventory(items=(CHAIN,) * 10)
"""An inventory that holds HP at 0 (R31)."""


def hero(name: str = "Ada", **figures: Any) -> Character:
    """Return a player character: 4 HP, 10 in each attribute, a sword (d8)."""
    return person(name, **{"kind": "pc", "hp": 4, "attacks": ["sword d8"]} | figures)


def foe(name: str = "Ogre", **figures: Any) -> Character:
    """Return an opponent: 6 HP, 10 in each attribute, a club (d10)."""
    return person(name, **{"kind": "creature", "hp": 6, "attacks": ["club d10"]} | figures)


def begun(
    party: Iterable[Character | Fighter],
    foes: Iterable[Character | Fighter],
    *,
    rulings: dict[str, Any] | None = None,
    **setup: Any,
) -> State:
    """Return a fight in round one in which everyone of the party acts, unless a ruling says otherwise."""
    chosen = Rulings(**{"initiative": "pcs_ready"} | (rulings or {}))
    state = new_game(seed=1, party=tuple(party), foes=tuple(foes), rulings=chosen, **setup)
    return resolve(state, BEGIN, ScriptedDice()).state


def turn(state: State, *actions: Action, faces: Iterable[int] = ()) -> Resolution[State, Event]:
    """Return the result of some actions, of which the last one needs exactly these faces."""
    for action in actions[:-1]:
        dice = ScriptedDice()
        state = resolve(state, action, dice).state
    dice = ScriptedDice(tuple(faces))
    result = resolve(state, actions[-1], dice)
    dice.finish()
    return result


def after(state: State, *actions: Action, faces: Iterable[int] = ()) -> State:
    """Return the state after some actions, of which the last one needs exactly these faces."""
    return turn(state, *actions, faces=faces).state


def everyone_waits(state: State) -> State:
    """Return the state after all of the side whose turn it is did nothing."""
    side, now = state.side, state.round
    while legal_actions(state) and (state.side, state.round) == (side, now):
        by = next(action.by for action in legal_actions(state) if isinstance(action, Strike))
        state = resolve(state, wait(by), ScriptedDice()).state
    return state


def codes(events: Iterable[Event]) -> list[str]:
    """Return the codes of events."""
    return [event.code for event in events]


# Random fights

CONSEQUENCES = (
    Loss(attribute=Attribute.WIL, dice=Formula(1, 6), deadly=True),
    Loss(attribute=Attribute.STR, dice=Formula(1, 4), permanent=True),
    Loss(attribute=Attribute.STR, dice=Formula(1, 6), each_round=True),
    Loss(attribute=Attribute.DEX, dice=Formula(1, 6)),
    Affliction(need="treatment"),
    Ruin(),
    Ruin(save=Attribute.WIL, chance=3),
    Doom(after=Formula(bonus=2), unit="rounds"),
    Doom(after=Formula(1, 4), unit="days"),
    Feast(),
    Wither(),
    Spellbound(condition="charmed"),
    Spellbound(condition="fleeing"),
    Spellbound(condition="afraid"),
)
"""Consequences that a random fight can have."""

_dice = st.lists(st.sampled_from((4, 6, 8, 10, 12)), min_size=1, max_size=2).map(tuple)
attacks = st.builds(
    Attack,
    name=st.sampled_from(("sword", "silver dagger", "fire breath", "bow")),
    dice=_dice,
    blast=st.booleans(),
    ignores_armor=st.booleans(),
    ranged=st.booleans(),
    attribute=st.sampled_from((None, None, None, Attribute.STR, Attribute.WIL)),
    armor_applies=st.booleans(),
    heals=st.sampled_from((0, 0, 3)),
    reload=st.sampled_from((0, 0, 1)),
    consequences=st.lists(st.sampled_from(CONSEQUENCES), max_size=2).map(tuple),
)
"""Attacks of any kind."""


def characters(kinds: tuple[str, ...]) -> st.SearchStrategy[Character]:
    """Return a strategy for characters of some kinds."""
    score = st.integers(1, 18)
    return st.builds(
        person,
        st.sampled_from(("Ada", "Bo", "Cy", "Di")),
        hp=st.integers(1, 12),
        strength=score,
        dexterity=score,
        willpower=score,
        armor=st.integers(0, 3),
        attacks=st.lists(attacks, max_size=2),
        kind=st.sampled_from(kinds),
        detachment=st.sampled_from((False, False, False, True)),
    )


_modes = st.sampled_from(("normal", "normal", "impaired", "enhanced"))
rulings = st.builds(
    Rulings,
    initiative=st.sampled_from(("save", "pcs_ready", "foes_first")),
    cross_side_simultaneous=st.booleans(),
    unarmed_enhanced=st.booleans(),
    both=st.sampled_from(("cancel", "impaired", "enhanced")),
    npc_crit=st.sampled_from(("dead", "out")),
    detachment_crit=st.sampled_from(("routed", "weakened")),
    morale_unit=st.sampled_from(("group", "individual")),
    retreat=st.sampled_from(("each", "worst")),
    pool_tie=st.sampled_from(("first_declared", "most_damage")),
    hit_while_down=st.sampled_from(("str_only", "deadly")),
    attr_damage_save=st.booleans(),
)
"""Rulings of the fight. Those that let one target be hit twice are left out (R84)."""


@st.composite
def fights(draw: st.DrawFn) -> State:
    """Return a strategy for fights of one to three against one to three, before they begin."""
    house = draw(rulings)

    def side(number: int, kinds: tuple[str, ...]) -> list[Fighter]:
        return [
            fighter(
                draw(characters(kinds)),
                number,
                rulings=house,
                position=draw(_modes),
                exposure=draw(_modes),
                area=draw(st.integers(0, 1)),
            )
            for _ in range(draw(st.integers(1, 3)))
        ]

    return new_game(
        seed=draw(st.integers(0, 10**6)),
        party=side(0, ("pc", "pc", "hireling")),
        foes=side(1, ("creature", "npc")),
        crowd=draw(st.booleans()),
        rulings=house,
    )
