"""Reasons why actions are illegal, each with a stable code and a rule number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args

from cairn_rules.cairn_rpg.combat.actions import (
    Action,
    Agree,
    Aid,
    Begin,
    Cast,
    Declaration,
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
from cairn_rules.cairn_rpg.combat.casting import is_castable, needs_target
from cairn_rules.cairn_rpg.combat.powers import is_destroyable, powers_of
from cairn_rules.cairn_rpg.combat.state import SEAT_NAMES, Fighter, Question, State, actor_of, can_rise, is_able
from cairn_rules.cairn_rpg.combat.turns import is_decided
from cairn_rules.cairn_rpg.fatigue import must_drop
from cairn_rules.cairn_rpg.magic import cast_reasons
from cairn_rules.cairn_rpg.recovery import BANDAGES
from cairn_rules.cairn_rpg.scars import LIMBS
from cairn_rules.checks import text_hint
from cairn_rules.errors import Reason, hint, quoted

_ACTIONS: Final = get_args(Action)


def why_illegal(state: State, action: Action) -> Reason | None:
    """Return the reason why an action is illegal now, or None if it is legal.

    Example:
        >>> from cairn_rules.cairn_rpg import Rulings, combat
        >>> state = combat.apply(combat.new_game(seed=7, rulings=Rulings(initiative="pcs_ready")), combat.BEGIN)
        >>> print(combat.why_illegal(state, combat.Strike(by=0, attack=0, target=1)))
        Basil is on the side of Hestia [target/own-side, rule R82]
    """
    if not isinstance(action, _ACTIONS):
        return Reason("action/unknown", f"{quoted(action)} is not an action of a fight{text_hint(action)}", "R79")
    if state.questions:
        return _why_no_answer(state, state.questions[0], action)
    if not state.round:
        if isinstance(action, Begin):
            return None
        return Reason("begin/first", "the fight has not begun: begin it with the DEX saves of the party", "R73")
    actor = actor_of(state)
    if actor is None or is_decided(state) or state.truce == "agreed":
        return Reason("game/over", "the fight is over", "R80")
    if state.truce == "offered":
        return _why_no_answer_to_offer(state, action)
    return _why_not_now(state, actor, action)


def _why_not_now(state: State, actor: int, action: Action) -> Reason | None:
    """Return why an action is illegal while a fighter declares."""
    match action:
        case Offer():
            return _why_no_offer(state)
        case Agree() | Refuse():
            return Reason("truce/not-offered", "nobody has offered to stop fighting", "R80")
        case Begin():
            return Reason("begin/begun", "the fight has begun already", "R73")
        case Drop():
            return Reason("drop/not-asked", "nobody has to drop an item now", "R65")
        case Lose():
            return Reason("lose/not-asked", "nobody loses a limb now", "R119")
        case _ if action.by != actor:
            return _why_not_their_turn(state, actor, action.by)
        case _:
            return _why_not_declared(state, action)


def _why_no_answer_to_offer(state: State, action: Action) -> Reason | None:
    if isinstance(action, Agree | Refuse):
        return None
    text = f"the {SEAT_NAMES[1 - state.side]} must agree to stop fighting now, or refuse"
    return Reason("truce/offered", text, "R80")


def _why_no_offer(state: State) -> Reason | None:
    if state.truce:
        text = f"the {SEAT_NAMES[1 - state.side]} has refused to stop fighting in this turn"
        return Reason("truce/refused", text, "R80")
    if state.declared:
        text = f"the {SEAT_NAMES[state.side]} can offer to stop fighting only before it declares anything"
        return Reason("truce/late", text, "R80")
    return None


def _why_not_declared(state: State, action: Declaration) -> Reason | None:
    """Return why the fighter whose turn it is cannot declare an action."""
    fighter = state.fighters[action.by]
    if isinstance(action, Rise):
        return None if can_rise(state, fighter) else Reason("rise/alive", f"{fighter.character.name} is alive", "R101")
    if not is_able(state, fighter) and not isinstance(action, Wait):
        return why_unable(state, fighter)
    return _why_not_done(state, fighter, action)


def _why_not_done(state: State, fighter: Fighter, action: Declaration) -> Reason | None:
    """Return why a fighter who can act cannot do something."""
    match action:
        case Strike(by, attack, target):
            return _why_no_strike(state, by, attack, target)
        case Cast():
            return _why_no_spell(state, action)
        case Use():
            return _why_no_power(state, action)
        case Aid(by, target):
            return _why_no_aid(state, by, target)
        case Destroy(by, target):
            return _why_not_destroyed(state, by, target)
        case Flee():
            return _why_no_flight(fighter)
        case Recover():
            return _why_no_recovery(fighter)
        case _:  # whoever can declare can wait
            return None


def why_unable(state: State, fighter: Fighter) -> Reason | None:
    """Return the reason why a fighter cannot act in this round (R81), or None if it can.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> state = combat.new_game(seed=7)
        >>> print(combat.why_unable(state, combat.fighter(state.fighters[0].character, held="asleep")))
        Hestia is asleep [unable/held, rule R81]
    """
    if is_able(state, fighter):
        return None
    first, *_ = _causes(fighter)
    return first


def _causes(fighter: Fighter) -> Iterator[Reason]:  # noqa: C901, PLR0912 - one cause after the other
    """Yield the reasons why a fighter who cannot act cannot, the most lasting first."""
    character = fighter.character
    name, conditions = character.name, character.conditions
    if conditions.dead:
        yield Reason("unable/dead", f"{name} is dead", "R101")
    if fighter.gone == "fled":
        yield Reason("unable/fled", f"{name} has fled", "R135")
    if fighter.gone == "routed":
        yield Reason("unable/routed", f"{name} is routed", "R126")
    if fighter.out:
        yield Reason("unable/out", f"{name} failed the STR save and is out of the fight", "R99")
    if conditions.down == "critical":
        yield Reason("unable/critical", f"{name} is dying of Critical Damage", "R99")
    if conditions.down == "stabilised":
        yield Reason("unable/stabilised", f"{name} is stabilised, but needs rest before acting", "R103")
    if conditions.down in {"mortal", "mended"}:
        yield Reason("unable/mortal", f"{name} has a Mortal Wound", "R120")
    if conditions.hamstrung:
        yield Reason("unable/hamstrung", f"{name} is hamstrung and can barely move", "R115")
    if character.is_paralysed:
        yield Reason("unable/paralysed", f"{name} is paralysed: its DEX is 0", "R102")
    if character.is_delirious:
        yield Reason("unable/delirious", f"{name} is delirious: its WIL is 0", "R102")
    if fighter.late:
        yield Reason("unable/late", f"{name} failed the DEX save and loses the first round", "R73")
    if fighter.reloading:
        yield Reason("unable/reloading", f"{name} is reloading", "R81")
    if fighter.held:
        yield Reason("unable/held", f"{name} is {fighter.held}", "R81")
    yield Reason("unable/panicked", f"{name} is panicked and loses the first round", "R177")


def _why_no_answer(state: State, question: Question, action: Action) -> Reason | None:
    by = question.fighter
    name = state.fighters[by].character.name
    if question.kind == "limb":
        if not isinstance(action, Lose) or action.by != by:
            return Reason("decision/limb", f"{name} must lose a limb now", "R119")
        if action.limb not in LIMBS:
            return Reason("lose/unknown", f"{quoted(action.limb)} is not one of {', '.join(LIMBS)}", "R119")
        return None
    if not isinstance(action, Drop) or action.by != by:
        return Reason("decision/drop", f"{name} must drop an item for Fatigue now", "R65")
    character = state.fighters[by].character
    choices = dict.fromkeys(item.id for item in must_drop(character, state.rulings))
    if action.item in choices:
        return None
    if not any(item.id == action.item for item in character.inventory.items):
        text = f"{name} does not carry {quoted(action.item)}; it can drop {', '.join(choices)}"
        return Reason("drop/not-carried", text, "R65")
    text = f"{name} cannot make room by dropping {quoted(action.item)}; it can drop {', '.join(choices)}"
    return Reason("drop/no-room", text, "R65")


def _why_not_their_turn(state: State, actor: int, by: int) -> Reason:
    fighters = state.fighters
    if by >= len(fighters):
        return Reason("fighter/unknown", f"there is no fighter {by + 1} (1 to {len(fighters)})", "R79")
    name = fighters[by].character.name
    if fighters[by].side != state.side:
        return Reason("turn/other-side", f"{name} waits: the {SEAT_NAMES[state.side]} declares now", "R72")
    unable = why_unable(state, fighters[by])
    if unable is not None:
        return unable
    if by < actor:
        return Reason("turn/declared", f"{name} has declared already, and nothing changes that", "R79")
    return Reason("turn/not-yet", f"{fighters[actor].character.name} declares before {name}", "R79")


def _why_no_strike(state: State, by: int, attack: int, target: int) -> Reason | None:
    attacker = state.fighters[by]
    name = attacker.character.name
    if attack >= len(attacker.attacks):
        text = f"{name} has no attack {attack + 1} (1 to {len(attacker.attacks)})"
        return Reason("attack/unknown", text, "R82")
    if target == by:
        return Reason("target/self", f"{name} cannot attack itself", "R82")
    if target < len(state.fighters) and state.fighters[target].side == attacker.side:
        return Reason("target/own-side", f"{state.fighters[target].character.name} is on the side of {name}", "R82")
    return _why_out_of_reach(state, target)


def _why_out_of_reach(state: State, target: int) -> Reason | None:
    """Return why nobody can do anything to a fighter."""
    if target >= len(state.fighters):
        return Reason("target/unknown", f"there is no fighter {target + 1} (1 to {len(state.fighters)})", "R79")
    fighter = state.fighters[target]
    if fighter.character.conditions.dead:
        return Reason("target/dead", f"{fighter.character.name} is dead", "R80")
    if fighter.gone:
        return Reason("target/gone", f"{fighter.character.name} has left the fight", "R135")
    return None


def _why_no_spell(state: State, action: Cast) -> Reason | None:
    by, target = action.by, action.target
    character = state.fighters[by].character
    carried = [each for each in character.inventory.items if each.id == action.item]
    if not carried:
        return Reason("cast/not-carried", f"{character.name} does not carry {quoted(action.item)}", "R145")
    item = next((each for each in carried if is_castable(state, by, each)), None)
    if item is None:
        return cast_reasons(character, carried[0], rulings=state.rulings)[0]
    if not needs_target(state, by, item):
        if target is None:
            return None
        return Reason("cast/no-target", f"{item.name} does not act on one chosen creature", "R145")
    if target is None:
        return Reason("cast/target", f"{item.name} acts on one creature: name it", "R145")
    return _why_out_of_reach(state, target)


def _why_no_power(state: State, action: Use) -> Reason | None:
    by, target = action.by, action.target
    user = state.fighters[by]
    name = user.character.name
    powers = {power.name: power for power in powers_of(user)}
    power = powers.get(action.power)
    if power is None:
        text = f"{name} has no power {quoted(action.power)}; {hint(action.power, tuple(powers))}"
        return Reason("use/unknown", text, "R52")
    if power.area:
        if target is None:
            return None
        return Reason("use/no-target", f"{power.name} acts on all opponents, not on one", "R52")
    if target is None:
        return Reason("use/target", f"{power.name} acts on one opponent: name it", "R52")
    if target < len(state.fighters) and state.fighters[target].side == user.side:
        return Reason("target/own-side", f"{state.fighters[target].character.name} is on the side of {name}", "R82")
    return _why_out_of_reach(state, target)


def _why_not_destroyed(state: State, by: int, target: int) -> Reason | None:
    if target >= len(state.fighters):
        return _why_out_of_reach(state, target)
    remains = state.fighters[target]
    name = remains.character.name
    if remains.side == state.fighters[by].side:
        return Reason("target/own-side", f"{name} is on the side of {state.fighters[by].character.name}", "R82")
    if not is_destroyable(remains):
        return Reason("destroy/needless", f"{name} is not a slain creature that would get up again", "R101")
    return None


def _why_no_aid(state: State, by: int, target: int) -> Reason | None:
    helper = state.fighters[by]
    name = helper.character.name
    if target >= len(state.fighters):
        return _why_out_of_reach(state, target)
    patient = state.fighters[target]
    whom = patient.character.name
    if target == by:
        return Reason("aid/self", f"{name} cannot bandage itself", "R103")
    if patient.side != helper.side:
        return Reason("aid/other-side", f"{whom} is not on the side of {name}", "R103")
    if (unreached := _why_out_of_reach(state, target)) is not None:
        return unreached
    if not patient.character.is_dying:
        return Reason("aid/not-dying", f"{whom} is not dying", "R103")
    if not any(item.id == BANDAGES and item.uses and item.uses.left for item in helper.character.inventory.items):
        return Reason("aid/no-bandages", f"{name} has no bandages left", "R54")
    return None


def _why_no_flight(fighter: Fighter) -> Reason | None:
    if fighter.refuge:
        return None
    return Reason("flee/no-refuge", f"{fighter.character.name} has no safe place to run to", "R134")


def _why_no_recovery(fighter: Fighter) -> Reason | None:
    if fighter.character.conditions.panicked:
        return None
    return Reason("recover/not-panicked", f"{fighter.character.name} is not panicked", "R176")
