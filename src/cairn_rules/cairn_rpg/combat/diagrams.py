"""A fight as plain text, at most 80 columns wide: both sides, fighter by fighter."""

from __future__ import annotations

from collections.abc import Iterator

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.attacks import ASPECTS
from cairn_rules.cairn_rpg.characters.scars import NAMES
from cairn_rules.cairn_rpg.combat.notation import format_action, label
from cairn_rules.cairn_rpg.combat.observation import Observation
from cairn_rules.cairn_rpg.combat.rules.powers import powers_of
from cairn_rules.cairn_rpg.combat.rules.reasons import why_unable
from cairn_rules.cairn_rpg.combat.rules.rules import current_player
from cairn_rules.cairn_rpg.combat.state import SEAT_NAMES, Fighter, State, actor_of, position_text
from cairn_rules.cairn_rpg.common.diagram_rows import NAME, head, lost_points, needs_text, plain_row, rows, shortened
from cairn_rules.cairn_rpg.dice_formula import format_weapon_dice
from cairn_rules.checks import as_state
from cairn_rules.errors import printable


@checked
def diagram(state: State | Observation, *, plain: bool = False) -> str:
    """Return both sides as a table. The sign > marks the fighter who decides.

    Attributes are shown if points are lost. Attacks are numbered as in the notation of actions. `-> 1:1>3` is a
    declaration. With `plain`, sentences for screen readers replace the table, a line each. They can be longer than 80
    columns.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> print(combat.diagram(combat.new_game(seed=7)))
        Before the fight
          # Party                   HP Armor
          1 Hestia                 4/4     2 1 sword d8, 2 unarmed d4
          2 Basil                  3/3     1 1 daggers d6+d6, 2 unarmed d4
          # Warden                  HP Armor
          3 Bear                   6/6     0 1 claws d8, 2 unarmed d4
    """
    state = as_state(state, State)
    player = current_player(state)
    if player is None:
        lines = [f"Round {state.round}, the fight is over"]
    else:
        lines = [f"Round {state.round}, the {SEAT_NAMES[player]} decides" if state.round else "Before the fight"]
    active = None
    if state.truce == "offered":
        lines[0] += " on the offer to stop fighting"
    elif state.questions:
        active = state.questions[0].fighter
    elif state.round and player is not None:
        active = actor_of(state)
    for side, name in enumerate(SEAT_NAMES):
        lines += () if plain else (head(name.capitalize(), "Armor"),)
        for index, fighter in enumerate(state.fighters):
            if fighter.side == side:
                lines += _rows(state, index, fighter, active=index == active, plain=plain)
    return "\n".join(lines)


def _rows(state: State, index: int, fighter: Fighter, *, active: bool, plain: bool) -> Iterator[str]:
    notes = _details(state, index, fighter)
    if plain:
        label = f"{SEAT_NAMES[fighter.side].capitalize()} {index + 1}"
        yield plain_row(label, fighter.character, f"Armor {fighter.armor}", notes, state.rulings, active=active)
        return
    yield from rows(fighter.character, index + 1, f"{fighter.armor:>5}", notes, state.rulings, active=active)


def _details(state: State, index: int, fighter: Fighter) -> Iterator[str]:
    """Yield the details of a fighter besides its HP and armour."""
    character, conditions = fighter.character, fighter.character.conditions
    yield ", ".join(
        f"{number} {shortened(printable(attack.name), NAME)} {format_weapon_dice(attack.dice)}"
        + (f" {attack.attribute}" if attack.attribute else "")
        + " blast" * attack.blast
        for number, attack in enumerate(fighter.attacks, 1)
    )
    if fighter.owner is not None:
        yield f"follows {shortened(printable(state.fighters[fighter.owner].character.name), NAME)}"
    lost, needs = ", ".join(lost_points(character)), needs_text(conditions)
    unable = why_unable(state, fighter)
    position, exposure = (position_text(state, fighter, aspect) for aspect in ASPECTS)
    notes = {
        lost: bool(lost),
        ", ".join(f"power {printable(power.name)}" for power in powers_of(fighter)): bool(fighter.effects),
        "detachment": character.detachment,
        "leader": state.leader == index,
        f"attacks {position}": bool(position),
        f"attacked {exposure}": bool(exposure),
        "no refuge": not fighter.refuge,
        needs: bool(needs),
        "panicked": conditions.panicked,
        "doomed": conditions.doomed,
        "deaf": conditions.deaf,
        "diseased": conditions.diseased,
        f"Fatigue {character.inventory.fatigue}": bool(character.inventory.fatigue),
        ", ".join(NAMES[scar.row - 1] for scar in character.scars): bool(character.scars),
        fighter.held or ("" if unable is None else unable.code.partition("/")[2]): unable is not None,
    }
    yield from (note for note, is_true in notes.items() if note and is_true)
    yield from (f"-> {format_action(action)}" for action in state.declared if action.by == index)


def question(state: State) -> str:
    """Return the pending decision as a question, such as `Round 2, party: what does Basil do?`."""
    player = current_player(state)
    if player is None:
        return "The fight is over"
    if state.questions:
        asked = state.questions[0]
        must = "lose a limb [R119]" if asked.kind == "limb" else "drop an item for Fatigue [R65]"
        return f"{label(state, asked.fighter)} must {must}"
    side = SEAT_NAMES[player]
    if not state.round:
        return f"{side.capitalize()}: begin the fight with DEX saves [R73]"
    if state.truce == "offered":
        return f"{side.capitalize()}: stop fighting? [R80]"
    actor = actor_of(state)
    assert actor is not None, "a side that decides has a fighter who declares"
    return f"Round {state.round}, {side}: what does {label(state, actor)} do?"
