"""Reasons why actions are illegal, each with a stable code and a rule number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, assert_never, get_args

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.scars import LIMBS
from cairn_rules.cairn_rpg.combat import actions
from cairn_rules.cairn_rpg.combat.actions import Action, Declaration
from cairn_rules.cairn_rpg.combat.observation import Observation
from cairn_rules.cairn_rpg.combat.rules.casting import is_castable, needs_target
from cairn_rules.cairn_rpg.combat.rules.powers import is_destroyable, powers_of
from cairn_rules.cairn_rpg.combat.state import (
    SEAT_NAMES,
    Fighter,
    Question,
    State,
    actor_of,
    can_rise,
    is_able,
    is_decided,
)
from cairn_rules.cairn_rpg.procedures.magic import cast_reasons
from cairn_rules.cairn_rpg.procedures.party import why_no_room
from cairn_rules.cairn_rpg.procedures.recovery import bandages_of
from cairn_rules.cairn_rpg.reason_table import REASONS
from cairn_rules.checks import as_state, text_hint
from cairn_rules.errors import Reason, hint
from cairn_rules.phrasebook import Named

_ACTIONS: Final = get_args(Action)
_GAME: Final = Named("cairn-rpg-combat", "of a fight")


def why_illegal(state: State | Observation, action: Action) -> Reason | None:
    """Return the reason why an action is illegal now, or None if it is legal.

    Raises:
        DefinitionError: if `state` is not a state.

    Example:
        >>> from cairn_rules.cairn_rpg import Rulings, combat
        >>> state = combat.apply(combat.new_game(seed=7, rulings=Rulings(initiative="pcs_ready")), combat.Begin())
        >>> print(combat.why_illegal(state, combat.Strike(by=0, attack=0, target=1)))
        Basil is on the side of Hestia [target/own-side, rule R82]
    """
    state = as_state(state, State)
    if not isinstance(action, _ACTIONS):
        return REASONS.reason("action/unknown", "R79", action=action, game=_GAME, hint=text_hint(action))
    if isinstance(action, actions.Judge) and (state.questions or not state.round or state.truce == "offered"):
        return _why_not_judged(state, action)
    if state.questions:
        return _why_no_answer(state, state.questions[0], action)
    if not state.round:
        return None if isinstance(action, actions.Begin) else REASONS.reason("begin/first")
    actor = actor_of(state)
    if actor is None or is_decided(state) or state.truce == "agreed":
        return REASONS.reason("game/over", "R80", end=Named("over", "the fight is over"))
    if state.truce == "offered":
        is_answer = isinstance(action, actions.Agree | actions.Refuse)
        return None if is_answer else REASONS.reason("truce/offered", side=SEAT_NAMES[1 - state.side])
    return _why_not_now(state, actor, action)


def _why_not_now(state: State, actor: int, action: Action) -> Reason | None:
    """Return the reason why an action is illegal while a fighter declares."""
    if isinstance(action, Declaration):
        if action.by != actor:
            return _why_not_their_turn(state, actor, action.by)
        return _why_not_declared(state, action)
    match action:
        case actions.Offer():
            return _why_no_offer(state)
        case actions.Agree() | actions.Refuse():
            return REASONS.reason("truce/not-offered")
        case actions.Begin():
            return REASONS.reason("begin/begun")
        case actions.Drop():
            return REASONS.reason("drop/not-asked")
        case actions.Lose():
            return REASONS.reason("lose/not-asked")
        case actions.Judge():
            return _why_not_judged(state, action)
        case _:
            assert_never(action)


def _why_not_judged(state: State, action: actions.Judge) -> Reason | None:
    last = max(action.fighters)
    if last >= len(state.fighters):
        return REASONS.reason("fighter/unknown", by=last + 1, count=len(state.fighters))
    if action.until is not None and action.until < state.round:
        return REASONS.reason("judge/past", until=action.until, round=state.round)
    return None


def _why_no_offer(state: State) -> Reason | None:
    if state.truce:
        return REASONS.reason("truce/refused", side=SEAT_NAMES[1 - state.side])
    if state.declared:
        return REASONS.reason("truce/late", side=SEAT_NAMES[state.side])
    return None


def _why_not_declared(state: State, action: Declaration) -> Reason | None:  # noqa: C901 - a case for each kind of action
    fighter = state.fighters[action.by]
    character = fighter.character
    if not isinstance(action, actions.Rise | actions.Wait) and not is_able(state, fighter):
        return why_unable(state, fighter)
    match action:
        case actions.Rise():
            return None if can_rise(state, fighter) else REASONS.reason("rise/alive", who=character.name)
        case actions.Strike(by, attack, target):
            return _why_no_strike(state, by, attack, target)
        case actions.Cast():
            return _why_no_spell(state, action)
        case actions.Use():
            return _why_no_power(state, action)
        case actions.Aid(by, target):
            return why_no_aid(state, by, target)
        case actions.Destroy(by, target):
            return _why_not_destroyed(state, by, target)
        case actions.Flee():
            return None if fighter.refuge else REASONS.reason("flee/no-refuge", who=character.name)
        case actions.Recover():
            return None if character.conditions.panicked else REASONS.reason("recover/not-panicked", who=character.name)
        case actions.Wait():
            return None
        case _:
            assert_never(action)


@checked
def why_unable(state: State, fighter: Fighter) -> Reason | None:
    """Return the reason why a fighter cannot act in this round (R81), or None if it can.

    Raises:
        DefinitionError: if an argument is not of its kind.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> state = combat.new_game(seed=7)
        >>> print(why_unable(state, combat.fighter(state.fighters[0].character, held="asleep")))
        Hestia is asleep [unable/held, rule R81]
    """
    return None if is_able(state, fighter) else next(_causes(fighter))


def _causes(fighter: Fighter) -> Iterator[Reason]:
    """Yield the reasons why a fighter cannot act, the most lasting first."""
    character = fighter.character
    name, conditions = character.name, character.conditions
    causes = {
        "dead": conditions.dead,
        "fled": fighter.gone == "fled",
        "routed": fighter.gone == "routed",
        "out": fighter.out,
        "critical": conditions.down == "critical",
        "stabilised": conditions.down == "stabilised",
        "mortal": conditions.down in {"mortal", "mended"},
        "hamstrung": conditions.hamstrung,
        "paralysed": character.is_paralysed,
        "delirious": character.is_delirious,
        "late": fighter.late,
        "reloading": fighter.reloading,
    }
    yield from (REASONS.reason(f"unable/{code}", who=name) for code, is_true in causes.items() if is_true)
    if fighter.held:
        yield REASONS.reason("unable/held", who=name, held=fighter.held)
    yield REASONS.reason("unable/panicked", who=name)


def _why_no_answer(state: State, question: Question, action: Action) -> Reason | None:
    by = question.fighter
    name = state.fighters[by].character.name
    if question.kind == "limb":
        if not isinstance(action, actions.Lose) or action.by != by:
            return REASONS.reason("decision/limb", who=name)
        if action.limb not in LIMBS:
            return REASONS.reason("lose/unknown", limb=action.limb, limbs=tuple(LIMBS))
        return None
    if not isinstance(action, actions.Drop) or action.by != by:
        return REASONS.reason("decision/drop", who=name)
    return why_no_room(state.fighters[by].character, action.item, state.rulings)


def _why_not_their_turn(state: State, actor: int, by: int) -> Reason:
    fighters = state.fighters
    if by >= len(fighters):
        return REASONS.reason("fighter/unknown", by=by + 1, count=len(fighters))
    name = fighters[by].character.name
    if fighters[by].side != state.side:
        return REASONS.reason("turn/other-side", who=name, side=SEAT_NAMES[state.side])
    unable = why_unable(state, fighters[by])
    if unable is not None:
        return unable
    if by < actor:
        return REASONS.reason("turn/declared", who=name)
    return REASONS.reason("turn/not-yet", first=fighters[actor].character.name, who=name)


def _why_no_strike(state: State, by: int, attack: int, target: int) -> Reason | None:
    attacker = state.fighters[by]
    name = attacker.character.name
    if attack >= len(attacker.attacks):
        return REASONS.reason("attack/unknown", who=name, attack=attack + 1, count=len(attacker.attacks))
    if target == by:
        return REASONS.reason("target/self", who=name)
    if target < len(state.fighters) and state.fighters[target].side == attacker.side:
        return REASONS.reason("target/own-side", target=state.fighters[target].character.name, who=name)
    return _why_out_of_reach(state, target)


def _why_out_of_reach(state: State, target: int) -> Reason | None:
    if target >= len(state.fighters):
        return REASONS.reason("target/unknown", target=target + 1, count=len(state.fighters))
    fighter = state.fighters[target]
    if fighter.character.conditions.dead:
        return REASONS.reason("target/dead", who=fighter.character.name)
    if fighter.gone:
        return REASONS.reason("target/gone", who=fighter.character.name)
    return None


def _why_no_spell(state: State, action: actions.Cast) -> Reason | None:
    by, target = action.by, action.target
    character = state.fighters[by].character
    carried = [each for each in character.inventory.items if each.id == action.item]
    if not carried:
        return REASONS.reason("cast/not-carried", who=character.name, item=action.item)
    item = next((each for each in carried if is_castable(state, by, each)), None)
    if item is None:
        return cast_reasons(character, carried[0], rulings=state.rulings)[0]
    if not needs_target(state, by, item):
        return None if target is None else REASONS.reason("cast/no-target", item=item.name)
    if target is None:
        return REASONS.reason("cast/target", item=item.name)
    return _why_out_of_reach(state, target)


def _why_no_power(state: State, action: actions.Use) -> Reason | None:
    by, target = action.by, action.target
    user = state.fighters[by]
    name = user.character.name
    powers = {power.name: power for power in powers_of(user)}
    power = powers.get(action.power)
    if power is None:
        return REASONS.reason("use/unknown", who=name, power=action.power, hint=hint(action.power, tuple(powers)))
    if power.area:
        return None if target is None else REASONS.reason("use/no-target", power=power.name)
    if target is None:
        return REASONS.reason("use/target", power=power.name)
    if target < len(state.fighters) and state.fighters[target].side == user.side:
        return REASONS.reason("target/own-side", target=state.fighters[target].character.name, who=name)
    return _why_out_of_reach(state, target)


def _why_not_destroyed(state: State, by: int, target: int) -> Reason | None:
    if target >= len(state.fighters):
        return _why_out_of_reach(state, target)
    remains = state.fighters[target]
    name = remains.character.name
    if remains.side == state.fighters[by].side:
        return REASONS.reason("target/own-side", target=name, who=state.fighters[by].character.name)
    if not is_destroyable(remains):
        return REASONS.reason("destroy/needless", who=name)
    return None


def why_no_aid(state: State, by: int, target: int) -> Reason | None:
    """Return the reason why a fighter cannot bandage another one (R54, R103)."""
    helper = state.fighters[by]
    name = helper.character.name
    if target >= len(state.fighters):
        return _why_out_of_reach(state, target)
    patient = state.fighters[target]
    whom = patient.character.name
    if target == by:
        return REASONS.reason("aid/self", who=name)
    if patient.side != helper.side:
        return REASONS.reason("aid/other-side", who=whom, helper=name)
    if (unreached := _why_out_of_reach(state, target)) is not None:
        return unreached
    if not patient.character.is_dying:
        return REASONS.reason("aid/not-dying", who=whom)
    if bandages_of(helper.character) is None:
        return REASONS.reason("aid/no-bandages", who=name)
    return None
