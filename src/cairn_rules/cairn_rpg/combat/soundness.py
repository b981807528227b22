"""Checks that a state, such as one read from a document, can occur."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from cairn_rules.cairn_rpg.characters.attacks import UNARMED, Attack, Doom, Loss, Spellbound
from cairn_rules.cairn_rpg.characters.character import replaced
from cairn_rules.cairn_rpg.characters.inventory import MOST_ARMOR
from cairn_rules.cairn_rpg.characters.soundness import (
    MOST_NUMBER,
    character_faults,
    check_faultless,
    name_faults,
    number_faults,
)
from cairn_rules.cairn_rpg.combat.notation import format_action
from cairn_rules.cairn_rpg.combat.rules.reasons import why_illegal
from cairn_rules.cairn_rpg.combat.rules.setup import MOST_FIGHTERS
from cairn_rules.cairn_rpg.combat.state import FOES, PARTY, SEAT_NAMES, Fighter, State, actor_of, is_able, is_decided
from cairn_rules.cairn_rpg.procedures.fatigue import must_drop
from cairn_rules.errors import Fault, quoted

MOST_DICE: Final = 10
"""Maximum number of dice of an attack."""
MOST_ATTACKS: Final = 100
"""Maximum number of attacks of a fighter."""


def check_sound(state: State) -> None:
    """Check that a state can occur.

    Raises:
        UnsoundStateError: if it cannot. It lists every fault. Faults of the turn are only listed if the fighters have
            none.
    """
    fighters = (
        Fault(f"fighters[{index}].{fault.where}", fault.message)
        for index, fighter in enumerate(state.fighters)
        for fault in _fighter_faults(state, index, fighter)
    )
    check_faultless(chain(_side_faults(state), fighters, _number_faults(state)))
    check_faultless(_question_faults(state) if state.questions else _turn_faults(state))


def _side_faults(state: State) -> Iterator[Fault]:
    """Yield the faults of the two sides: both have fighters, and the party comes first."""
    sides = [fighter.side for fighter in state.fighters]
    for side, name in enumerate(SEAT_NAMES):
        if not 1 <= sides.count(side) <= MOST_FIGHTERS:
            yield Fault("fighters", f"{sides.count(side)} fighters on the side of the {name}; there should be 1 to 100")
    if sides != sorted(sides):
        yield Fault("fighters", "the party (side 0) should come before the foes (side 1)")


def _fighter_faults(state: State, index: int, fighter: Fighter) -> Iterator[Fault]:  # noqa: C901, PLR0912 - one check after the other
    character = fighter.character
    if fighter.side not in (PARTY, FOES):
        yield Fault("side", f"{quoted(fighter.side)} is not a side: 0 is the party, 1 the foes")
    yield from character_faults(character, "character.")
    if not fighter.attacks or fighter.attacks[-1] != UNARMED or len(fighter.attacks) > MOST_ATTACKS:
        text = f"{len(fighter.attacks)} attacks; there should be 1 to {MOST_ATTACKS}, the last one unarmed (R86)"
        yield Fault("attacks", text)
    for number, attack in enumerate(fighter.attacks[:MOST_ATTACKS]):
        for fault in _attack_faults(attack):
            yield Fault(f"attacks[{number}].{fault.where}", fault.message)
    if not 0 <= fighter.armor <= MOST_ARMOR:
        yield Fault("armor", f"{quoted(fighter.armor)} is not a number from 0 to {MOST_ARMOR} (R70)")
    if fighter.late and (fighter.side == FOES or state.round != 1 or state.side == FOES):
        yield Fault("late", "only members of the party can miss a turn, and only that of the first round (R73)")
    owner = fighter.owner
    if owner is not None and not (0 <= owner < index and state.fighters[owner].side == fighter.side):
        yield Fault("owner", f"{quoted(owner)} is not the index of a fighter of its side that comes before it")
    for number, plight in enumerate(fighter.plights):
        bound = type(plight.consequence) is Spellbound
        if type(plight.consequence) not in (Loss, Doom, Spellbound) or bound != (plight.save is not None):
            text = "this does not repeat every round: give a Loss, a Doom and its rounds, or a Spellbound and its save"
            yield Fault(f"plights[{number}]", text)
        if not 0 <= plight.left <= MOST_NUMBER:
            yield Fault(f"plights[{number}].left", f"{quoted(plight.left)} is not a number of rounds")
        if plight.source is not None and not 0 <= plight.source < len(state.fighters):
            yield Fault(f"plights[{number}].source", f"{quoted(plight.source)} is not the index of a fighter")
        elif plight.source is not None and not bound:
            yield Fault(f"plights[{number}].source", "only a Spellbound ends with the death of a fighter")
    for number, lapse in enumerate(fighter.lapses):
        if not 1 <= lapse.left <= MOST_NUMBER:
            yield Fault(f"lapses[{number}].left", f"{quoted(lapse.left)} is not a number of turns from 1 up")
    yield from number_faults(fighter, ("area", "reloading", "surge", "held_for", "ward_for"))
    if not 0 <= fighter.fell <= max(state.round, 0):
        yield Fault("fell", f"{quoted(fighter.fell)} is not a round of this fight")


def _attack_faults(attack: Attack) -> Iterator[Fault]:
    if len(attack.dice) > MOST_DICE:
        yield Fault("dice", f"{len(attack.dice)} dice; there should be at most {MOST_DICE}")
    yield from name_faults("name", attack.name)
    if not 0 <= attack.reload <= MOST_NUMBER:
        yield Fault("reload", f"{quoted(attack.reload)} is not a number of rounds")


def _number_faults(state: State) -> Iterator[Fault]:
    if not 0 <= state.round <= MOST_NUMBER:
        yield Fault("round", f"{quoted(state.round)} is not a round: 0 before the fight, then 1 to {MOST_NUMBER}")
    if state.side not in (PARTY, FOES):
        yield Fault("side", f"{quoted(state.side)} is not a side: 0 is the party, 1 the foes")
    begun = bool(state.side or state.declared or state.questions or any(state.tested) or state.truce)
    if not state.round and begun:
        yield Fault("round", "0, but the fight has begun")
    for side, number in enumerate(state.numbers):
        most = sum(fighter.side == side for fighter in state.fighters)
        if not 1 <= number <= most:
            yield Fault(f"numbers[{side}]", f"{quoted(number)} is not a number of fighters at the start (1 to {most})")
    leader = state.leader
    if leader is not None and not (0 <= leader < len(state.fighters) and state.fighters[leader].side == FOES):
        yield Fault("leader", f"{quoted(leader)} is not the index of a foe (R130)")


def _question_faults(state: State) -> Iterator[Fault]:
    """Yield the faults of the questions, which are open only between two turns."""
    if state.declared:
        yield Fault("declared", "there are no declarations while a question is open")
    if state.truce in {"offered", "agreed"}:
        yield Fault("truce", "there is no offer to stop fighting while a question is open")
    for place, question in enumerate(state.questions):
        where = f"questions[{place}]"
        if not 0 <= question.fighter < len(state.fighters):
            yield Fault(f"{where}.fighter", f"{quoted(question.fighter)} is not the index of a fighter")
            continue
        character = state.fighters[question.fighter].character
        if question.kind == "drop" and not place and not must_drop(character, state.rulings):
            yield Fault(where, f"{character.name} does not have to drop an item (R65)")
        if question.kind == "limb" and not any(scar.row == 10 and not scar.detail for scar in character.scars):
            yield Fault(where, f"{character.name} has no scar that takes a limb (R119)")


def _turn_faults(state: State) -> Iterator[Fault]:
    """Yield the faults of the declarations: each must be legal, and a fighter must remain to declare."""
    before = replaced(state, declared=(), truce="")
    if state.truce:
        if not state.round or actor_of(before) is None or is_decided(before):
            yield Fault("truce", "an offer to stop fighting is impossible now (R80)")
            return
        if state.declared and state.truce != "refused":
            yield Fault("truce", "there are no declarations before the offer to stop fighting is refused (R80)")
            return
    stuck = actor_of(before) is None and not is_decided(before)
    if state.round and stuck and any(is_able(before, each) for each in before.fighters):
        yield Fault("side", f"no fighter of the {SEAT_NAMES[state.side]} can act, so the turn should have passed on")
        return
    for place, action in enumerate(state.declared):
        reason = why_illegal(before, action)
        if reason is not None:
            yield Fault(f"declared[{place}]", f"{format_action(action)} is not legal there: {reason}")
            return
        before = replaced(before, declared=state.declared[: place + 1])
        if actor_of(before) is None:
            yield Fault(
                f"declared[{place}]", "every fighter of the side has declared, so its turn should be over (R79)"
            )
            return
