"""The rules of a fight: legal actions, their results, and the end of a fight."""

from __future__ import annotations

from typing import Final, assert_never

from attrs import evolve

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.attacks import ASPECTS
from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.character import CACHE, kept_actions, replaced
from cairn_rules.cairn_rpg.characters.inventory import armor_of
from cairn_rules.cairn_rpg.characters.scars import LIMBS
from cairn_rules.cairn_rpg.combat import actions
from cairn_rules.cairn_rpg.combat.actions import Action
from cairn_rules.cairn_rpg.combat.observation import Observation
from cairn_rules.cairn_rpg.combat.rules.casting import casts
from cairn_rules.cairn_rpg.combat.rules.powers import is_destroyable, uses
from cairn_rules.cairn_rpg.combat.rules.reasons import why_illegal, why_no_aid
from cairn_rules.cairn_rpg.combat.rules.setup import attacks_of
from cairn_rules.cairn_rpg.combat.rules.sides import advance, go_on, play
from cairn_rules.cairn_rpg.combat.rules.turn import Turn
from cairn_rules.cairn_rpg.combat.state import PARTY, SEAT_NAMES, State, actor_of, can_rise, is_decided, positioned
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.illegal_action_errors import refused
from cairn_rules.cairn_rpg.procedures.fatigue import add_fatigue, must_drop
from cairn_rules.cairn_rpg.procedures.recovery import BANDAGES
from cairn_rules.cairn_rpg.procedures.saves import save
from cairn_rules.chance import Branch, Dice, KeyedDice, Resolution, branches, resolve_keyed
from cairn_rules.checks import as_state, check_state
from cairn_rules.errors import IllegalActionError
from cairn_rules.game import Outcome
from cairn_rules.phrasebook import Named

_SIDES: Final = tuple(Named(side, name) for side, name in enumerate(SEAT_NAMES))
DEFEAT: Final = "defeat"
"""The reason of a fight whose losers are all out, dead or routed."""
FLIGHT: Final = "flight"
"""The reason of a fight in which a loser fled."""
TRUCE: Final = "truce"
"""The reason of a fight that both sides agreed to stop (R80), without a winner."""
STALEMATE: Final = "stalemate"
"""The reason of a fight in which no fighter can act, or none is left."""


def current_player(state: State | Observation) -> int | None:
    """Return the side that decides now; None if the fight is over.

    Raises:
        DefinitionError: if `state` is not a state.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> combat.current_player(combat.new_game(seed=7)) == combat.PARTY
        True
    """
    state = as_state(state, State)
    if state.questions:
        return state.fighters[state.questions[0].fighter].side
    if not state.round:
        return PARTY
    if state.truce == "offered":
        return 1 - state.side
    return None if _declarer(state) is None else state.side


def legal_actions(state: State | Observation) -> tuple[Action, ...]:
    """Return every legal action: attacks by weapon and target, then other actions; empty if the fight is over.

    Example:
        >>> from cairn_rules.cairn_rpg import Rulings, combat
        >>> state = combat.new_game(seed=7, rulings=Rulings(initiative="pcs_ready"))
        >>> state = combat.apply(state, combat.Begin())
        >>> [combat.format_action(action) for action in combat.legal_actions(state)]
        ['1:1>3', '1:2>3', 'offer', '1:flee', '1:wait']
    """
    state = as_state(state, State)
    return kept_actions(state, _legal_actions)


def _legal_actions(state: State) -> tuple[Action, ...]:
    if state.questions:
        question = state.questions[0]
        by = question.fighter
        if question.kind == "limb":
            return tuple(actions.Lose(by, limb) for limb in LIMBS)
        items = must_drop(state.fighters[by].character, state.rulings)
        return tuple(actions.Drop(by, item) for item in dict.fromkeys(item.id for item in items))
    if not state.round:
        return (actions.BEGIN,)
    if state.truce == "offered":
        return (actions.REFUSE, actions.AGREE)
    actor = _declarer(state)
    return () if actor is None else _declarations(state, actor)


def _declarer(state: State) -> int | None:
    """Return the fighter who declares next; None if the fight is over, or an offer to stop is open."""
    if state.truce in {"offered", "agreed"}:
        return None
    # Declarations change nobody, so that a fight cannot end between them.
    return None if not state.declared and is_decided(state) else actor_of(state)


def attacks_by_target(state: State) -> dict[int, tuple[actions.Strike, ...]]:
    """Return the legal attacks of the declaring fighter, by target; empty if there are none.

    This is faster than `legal_actions`, which also lists spells.

    Example:
        >>> from cairn_rules.cairn_rpg import Rulings, combat
        >>> state = combat.new_game(seed=7, rulings=Rulings(initiative="pcs_ready"))
        >>> {target: len(attacks) for target, attacks in attacks_by_target(combat.apply(state, combat.Begin())).items()}
        {2: 2}
    """
    by = _attacker(state)
    if by is None:
        return {}
    attacks = range(len(state.fighters[by].attacks))
    return {target: tuple([actions.strike(by, attack, target) for attack in attacks]) for target in _targets(state, by)}


def is_legal(state: State, action: object) -> bool:
    """Return whether an action is legal. For an attack, this is faster than `legal_actions`."""
    if type(action) is not actions.Strike or CACHE in state.__dict__:
        return action in legal_actions(state)
    if action.by != _attacker(state):
        return False
    attacks = range(len(state.fighters[action.by].attacks))
    return action.attack in attacks and action.target in _targets(state, action.by)


def _attacker(state: State) -> int | None:
    """Return the fighter who declares next, if attacks are among its actions."""
    by = None if state.questions or not state.round else _declarer(state)
    if by is None or (state.fighters[by].effects and can_rise(state, state.fighters[by])):
        return None
    return by


def _targets(state: State, by: int) -> list[int]:
    side = state.fighters[by].side
    return [
        index
        for index, each in enumerate(state.fighters)
        if each.side != side and not each.gone and not each.character.conditions.dead
    ]


def _declarations(state: State, by: int) -> tuple[Action, ...]:
    # This must agree with `why_illegal`; asking `why_illegal` about each action would make fights a fifth slower.
    fighters = state.fighters
    fighter = fighters[by]
    if fighter.effects and can_rise(state, fighter):
        offer = () if state.declared or state.truce else (actions.OFFER,)
        return (actions.wait(by), actions.Rise(by), *offer)
    targets: list[int] = []
    remains: list[int] = []
    for index, each in enumerate(fighters):
        if each.side != fighter.side and not each.gone:
            (remains if each.character.conditions.dead else targets).append(index)
    found: list[Action] = [
        actions.strike(by, attack, target) for attack in range(len(fighter.attacks)) for target in targets
    ]
    character = fighter.character
    if character.inventory.items:
        found += _with_items(state, by)
    if fighter.effects:
        found += uses(by, fighter, targets)
    if remains:
        found += [actions.Destroy(by, index) for index in remains if is_destroyable(fighters[index])]
    if character.conditions.panicked:
        found.append(actions.Recover(by))
    if not (state.declared or state.truce):
        found.append(actions.OFFER)
    if fighter.refuge:
        found.append(actions.flee(by))
    found.append(actions.wait(by))
    return tuple(found)


def _with_items(state: State, by: int) -> list[Action]:
    """Return the legal actions that need an item: aid and spells."""
    found: list[Action] = []
    fighters = state.fighters
    if any(item.id == BANDAGES for item in fighters[by].character.inventory.items):
        dying = (index for index, each in enumerate(fighters) if each.character.is_dying)
        found += [actions.Aid(by, index) for index in dying if why_no_aid(state, by, index) is None]
    return found + casts(state, by)


@checked
def resolve(state: State, action: Action, dice: Dice) -> Resolution[State, Event]:
    r"""Return the result of an action with these dice, and its events. The given state is unchanged.

    Raises:
        IllegalActionError: if the action is not legal.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> from cairn_rules.chance import ScriptedDice
        >>> print(*combat.resolve(combat.new_game(), combat.Begin(), ScriptedDice([11, 13])).events, sep="\n")
        Hestia is ready [R73]
        Basil misses the first round [R73]
    """
    check_state(state, State)
    if not isinstance(action, actions.Judge) and not is_legal(state, action):
        raise _refused(state, action)
    return resolved(state, action, dice)


def resolved(state: State, action: Action, dice: Dice) -> Resolution[State, Event]:
    """Return the result of an action that is known to be legal, like `resolve` without its checks."""
    if isinstance(action, actions.Declaration):
        declared = replaced(state, declared=(*state.declared, action))
        if actor_of(declared) is not None:
            return Resolution(declared)
        turn = Turn(declared, dice)
        return go_on(play(turn), dice, turn.events)
    match action:
        case actions.Begin():
            return _begin(state, dice)
        case actions.Drop() | actions.Lose():
            return _answer(state, action, dice)
        case actions.Offer():
            return Resolution(replaced(state, truce="offered"), (Event("offer", "R80", side=_SIDES[state.side]),))
        case actions.Agree():
            return Resolution(replaced(state, truce="agreed"), (Event("truce", "R80", side=_SIDES[1 - state.side]),))
        case actions.Refuse():
            return Resolution(replaced(state, truce="refused"), (Event("refusal", "R80", side=_SIDES[1 - state.side]),))
        case actions.Judge():
            return _judge(state, action)
        case _:
            assert_never(action)


def _judge(state: State, action: actions.Judge) -> Resolution[State, Event]:
    """Change the position of fighters (R85, R87). `is_legal` refuses it, since no policy may do it."""
    if why_illegal(state, action) is not None:
        raise _refused(state, action)
    aspect, mode, until = action.aspect, action.mode, action.until
    turns = until and 2 * (until - max(state.round, 1)) + 2 - state.side
    fighters = list(state.fighters)
    for index in action.fighters:
        fighters[index] = positioned(fighters[index], aspect, mode, turns)
    names = tuple(fighters[index].character.name for index in action.fighters)
    known = {} if until is None else {"amount": until}
    rule = "R85" if mode == "impaired" else "R87"
    event = Event("judged", rule, names=names, aspect=Named(aspect, ASPECTS[aspect]), mode=mode, **known)
    return Resolution(replaced(state, fighters=tuple(fighters)), (event,))


def _refused(state: State, action: Action) -> IllegalActionError:
    actor = actor_of(state)
    if state.truce == "offered":
        who = f"the {SEAT_NAMES[1 - state.side]}"
    else:
        who = "nobody" if actor is None else state.fighters[actor].character.name
    return refused(action, why_illegal(state, action), f"round {state.round}, {who} decides")


def apply(state: State, action: Action) -> State:
    """Return the state after an action, with dice from its key. The given state is unchanged.

    Raises:
        IllegalActionError: if the action is not legal.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> state = combat.new_game(seed=7)
        >>> state.round, combat.apply(state, combat.Begin()).round
        (0, 1)
    """
    check_state(state, State)
    return resolve_keyed(resolve, state, action, replaced).state


@checked
def explain(state: State, action: Action) -> tuple[Event, ...]:
    """Return the events of an action, each with its rule.

    Raises:
        DefinitionError: if an argument is not of its kind.
        IllegalActionError: if the action is not legal.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> [event.rule for event in combat.explain(combat.new_game(seed=7), combat.Begin())]
        ['R73', 'R73']
    """
    return resolve(state, action, KeyedDice(state.chance)).events


def outcomes(state: State, action: Action) -> tuple[Branch[State], ...]:
    """Return every possible result of an action, with its exact probability.

    Raises:
        IllegalActionError: if the action is not legal.
        DiceError: if there are more than 100 000 branches.

    Example:
        >>> from cairn_rules.cairn_rpg import combat
        >>> ada = combat.person("Ada", hp=4, dexterity=11, kind="pc")
        >>> for branch in combat.outcomes(combat.new_game(seed=7, party=[ada]), combat.Begin()):
        ...     print(branch.probability, "foes" if branch.result.side == combat.FOES else "party")
        9/20 foes
        11/20 party
    """
    return branches(lambda dice: resolve(state, action, dice).state)


def outcome(state: State | Observation) -> Outcome | None:
    """Return the outcome of the fight; None until it ends.

    Example:
        >>> from random import Random
        >>> from cairn_rules.cairn_rpg import combat
        >>> state, rng = combat.new_game(seed=7), Random(7)
        >>> while combat.outcome(state) is None:
        ...     state = combat.apply(state, rng.choice(combat.legal_actions(state)))
        >>> combat.current_player(state) is None
        True
    """
    if current_player(state) is not None:
        return None
    if state.truce == "agreed":
        return Outcome((), TRUCE)
    left = {each.side for each in state.fighters if each.is_in}
    if len(left) != 1:
        return Outcome((), STALEMATE)
    (winner,) = left
    fled = any(each.side != winner and each.gone == "fled" for each in state.fighters)
    return Outcome((winner,), FLIGHT if fled else DEFEAT)


def _begin(state: State, dice: Dice) -> Resolution[State, Event]:
    """Make the DEX saves of the first round (R73, R74)."""
    rulings = state.rulings
    events: list[Event] = []
    fighters = list(state.fighters)
    for index, fighter in enumerate(fighters):
        conditions = fighter.character.conditions
        if (
            fighter.side != PARTY
            or fighter.ready
            or not fighter.is_in
            or conditions.panicked  # cannot act anyway (A58)
            or rulings.initiative == "pcs_ready"
        ):
            continue
        owner = None if fighter.owner is None else fighters[fighter.owner]
        if rulings.initiative == "foes_first":
            late = True
        elif rulings.ally_initiative == "with_owner" and owner is not None and owner.is_in:
            late = owner.late or owner.character.conditions.panicked
        else:
            late = not save(fighter.character, Attribute.DEX, dice, rule="R73")
        events.append(Event("late" if late else "initiative", "R73", who=fighter.character.name))
        if late:
            fighters[index] = replaced(fighter, late=True)
    begun = advance(replaced(state, round=1, fighters=tuple(fighters)), dice, events)
    return Resolution(begun, tuple(events))


def _answer(state: State, action: actions.Drop | actions.Lose, dice: Dice) -> Resolution[State, Event]:
    """Answer the first question, and continue if it was the last one."""
    by = action.by
    fighters = list(state.fighters)
    character = fighters[by].character
    if isinstance(action, actions.Lose):
        scars = tuple(
            evolve(scar, detail=action.limb) if scar.row == 10 and not scar.detail else scar for scar in character.scars
        )
        character = replaced(character, scars=scars)
        events = [Event("limb", "R119", who=character.name, limb=action.limb)]
    else:
        item = next(each for each in must_drop(character, state.rulings) if each.id == action.item)
        change = add_fatigue(character, drop=item, rulings=state.rulings)
        character, events = change.state, list(change.events)
        if item.attacks or item.armor:
            circumstances = fighters[by].circumstances
            armor = armor_of(character, state.rulings, circumstances=circumstances)
            attacks = attacks_of(character, state.rulings, circumstances=circumstances)
            fighters[by] = replaced(fighters[by], attacks=attacks, armor=armor)
    fighters[by] = replaced(fighters[by], character=character)
    after = replaced(state, fighters=tuple(fighters), questions=state.questions[1:])
    return go_on(after, dice, events)
