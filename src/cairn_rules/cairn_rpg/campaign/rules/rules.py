"""The rules of a campaign: legal actions, their results, and its end."""

from __future__ import annotations

from typing import Final, assert_never

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.campaign import actions
from cairn_rules.cairn_rpg.campaign.actions import Action, Dealing, Deed, OwnAction
from cairn_rules.cairn_rpg.campaign.observation import Observation
from cairn_rules.cairn_rpg.campaign.rules import transitions
from cairn_rules.cairn_rpg.campaign.rules.action_list import listed
from cairn_rules.cairn_rpg.campaign.rules.between_scenes import dealt
from cairn_rules.cairn_rpg.campaign.rules.reasons import departing, resting, why_illegal
from cairn_rules.cairn_rpg.campaign.state import SEAT_NAMES, State, is_free, is_halted, scene_of
from cairn_rules.cairn_rpg.characters.character import CACHE, Character, kept_actions, replaced
from cairn_rules.cairn_rpg.combat.actions import REFEREE_ACTIONS
from cairn_rules.cairn_rpg.dungeon import Lead
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.illegal_action_errors import refused
from cairn_rules.cairn_rpg.procedures import recovery
from cairn_rules.cairn_rpg.wilderness import resolve as resolve_journey
from cairn_rules.cairn_rpg.wilderness.actions import TRAVEL, Wait
from cairn_rules.cairn_rpg.wilderness.state import WATCHES
from cairn_rules.cairn_rpg.wilderness.watch import Watch
from cairn_rules.chance import Branch, Dice, KeyedDice, Resolution, branches, resolve_keyed
from cairn_rules.checks import as_state, check_state
from cairn_rules.game import Outcome
from cairn_rules.phrasebook import Named

RETIREMENT: Final = "retirement"
"""The reason of a campaign whose party has settled down."""
YEAR: Final = "year"
"""The reason of a campaign that has lasted a year of 365 days."""
DEATH: Final = "death"
"""The reason of a campaign in which everyone died."""
FALLEN: Final = "fallen"
"""The reason of a campaign whose whole party is unable to act in a dungeon."""


def current_player(state: State | Observation) -> int | None:
    """Return the seat that decides: the party, or in a fight its side; None if the campaign is over.

    Raises:
        DefinitionError: if `state` is not a state.

    Example:
        >>> from cairn_rules.cairn_rpg import campaign
        >>> campaign.current_player(campaign.new_game(seed=7))
        0
    """
    state = as_state(state, State)
    if state.retired:
        return None
    rules, scene = scene_of(state)
    player: int | None = rules.current_player(scene)
    return player


def legal_actions(state: State | Observation) -> tuple[Action, ...]:
    """Return the legal actions: those of the current scene, then those of the campaign; empty if it is over.

    Of the actions that take a name, an amount, an item or a character, only some are listed. `why_illegal` judges, and
    `apply` takes, the others as well.

    Example:
        >>> from cairn_rules.cairn_rpg import campaign
        >>> state = campaign.new_game(seed=7, weather="fair")
        >>> actions = [campaign.format_action(action) for action in campaign.legal_actions(state)]
        >>> [text for text in actions if text.startswith(("set-out", "fight", "hire"))][:4]
        ['set-out:mill-road', 'set-out:sheep-trail', 'fight:wolves', 'hire:1:animal-handler']
    """
    state = as_state(state, State)
    return kept_actions(state, _legal_actions)


def _legal_actions(state: State) -> tuple[Action, ...]:
    found = _of_scene(state)
    return (*found, *listed(state)) if is_free(state) and not state.retired else found


def _of_scene(state: State) -> tuple[Action, ...]:
    """Return the legal actions of the current scene. A party at a landmark chooses a way instead of just travelling."""
    if state.retired:
        return ()
    rules, scene = scene_of(state)
    found: tuple[Action, ...] = rules.legal_actions(scene)
    if is_halted(state) and is_free(state):
        return tuple(action for action in found if action != TRAVEL)
    return found


def _is_legal(state: State, action: Action) -> bool:
    if action in state.__dict__.get(CACHE, ()):  # found in less time than the reason
        return True
    if isinstance(action, OwnAction) or type(action) in REFEREE_ACTIONS:
        return why_illegal(state, action) is None
    return action in _of_scene(state)


@checked
def resolve(state: State, action: Action, dice: Dice) -> Resolution[State, Event]:
    r"""Return the result of an action with these dice, and its events. The given state is unchanged.

    Raises:
        IllegalActionError: if the action is not legal.

    Example:
        >>> from cairn_rules.cairn_rpg import campaign
        >>> from cairn_rules.chance import ScriptedDice
        >>> state = campaign.new_game(weather="fair")
        >>> print(*campaign.resolve(state, campaign.SetOut("mill-road"), ScriptedDice([2])).events, sep="\n")
        the party travels: watch 1 of 1 to Ottersford [R199]
        event: Sign [R211]
        the party arrives: Ottersford [R181]
    """
    check_state(state, State)
    if not _is_legal(state, action):
        where = f"day {state.journey.day}, {WATCHES[state.journey.watch]}"
        raise refused(action, why_illegal(state, action), where)
    if isinstance(action, OwnAction):
        change = dealt(state, action, dice) if isinstance(action, Dealing) else _done(state, action, dice)
    else:
        rules, scene = scene_of(state)
        played = rules.resolve(scene, action, dice)
        ordered = transitions.with_order(state, action.member) if isinstance(action, Lead) else state
        change = transitions.followed(ordered, played.state, played.events)
    return transitions.moved_on(state, change)


def _done(state: State, action: Deed, dice: Dice) -> Resolution[State, Event]:
    members = state.party.members
    match action:
        case actions.SetOut(way):
            change = resolve_journey(departing(state, way), TRAVEL, dice)
            return transitions.followed(replaced(state, way=way), change.state, change.events)
        case actions.Enter():
            return transitions.enter(state)
        case actions.Fight(encounter):
            return transitions.begin_fight(state, state.gazetteer.encounter(encounter))
        case actions.CatchBreath():
            rests = {index: recovery.rest(members[index], state.rulings) for index in resting(state)}
            rested = {index: each.state for index, each in rests.items()}
            events = tuple(event for each in rests.values() for event in each.events)
            return Resolution(transitions.with_members_changed(state, rested), events)
        case actions.Aid():
            return _aided(state, action)
        case actions.Calm(index):
            calmed = recovery.overcome_panic(members[index], dice)
            return Resolution(transitions.with_members_changed(state, {index: calmed.state}), calmed.events)
        case actions.PassWatch():
            watch = Watch(replaced(state.journey, declared=(Wait(),)), dice)
            watch.begin()
            watch.set(rolls=0)
            return transitions.followed(state, watch.run(), watch.events)
        case actions.ChangeSeason(season):
            event = Event("season", "R188", season=season)
            return Resolution(replaced(state, journey=replaced(state.journey, season=season)), (event,))
        case actions.Retire():
            event = Event("retired", "R198", place=Named(state.at, state.place))
            return Resolution(replaced(state, retired=True), (event,))
        case _:
            assert_never(action)


def _aided(state: State, action: actions.Aid) -> Resolution[State, Event]:
    patient = state.party.members[action.member]
    if action.by is None:
        change = recovery.aid(patient, state.rulings)
        return Resolution(transitions.with_members_changed(state, {action.member: change.state}), change.events)
    helper = state.party.members[action.by]
    bandages = recovery.bandages_of(helper)
    assert bandages is not None, "only those with bandages are listed as helpers"
    both = recovery.bandage(helper, patient, bandages, state.rulings)
    changed = {action.by: both.state[0], action.member: both.state[1]}
    return Resolution(transitions.with_members_changed(state, changed), both.events)


def apply(state: State, action: Action) -> State:
    """Return the state after an action, with dice from its key. The given state is unchanged.

    Raises:
        IllegalActionError: if the action is not legal.

    Example:
        >>> from cairn_rules.cairn_rpg import campaign
        >>> state = campaign.new_game(seed=5, weather="fair")
        >>> campaign.apply(state, campaign.SetOut("mill-road")).at
        'ford'
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
        >>> from cairn_rules.cairn_rpg import campaign
        >>> state = campaign.new_game(seed=7, weather="fair")
        >>> print(*campaign.explain(state, campaign.Fight("wolves")))
        the party meets two wolves, and a fight begins [R72]
    """
    return resolve(state, action, KeyedDice(state.chance)).events


def outcomes(state: State, action: Action) -> tuple[Branch[State], ...]:
    """Return every possible result of an action, with its exact probability.

    Raises:
        IllegalActionError: if the action is not legal.
        DiceError: if there are more than 100 000 branches.

    Example:
        >>> from cairn_rules.cairn_rpg import campaign
        >>> state = campaign.new_game(seed=7, weather="fair")
        >>> [branch.probability for branch in campaign.outcomes(state, campaign.Retire())]
        [Fraction(1, 1)]
    """
    return branches(lambda dice: resolve(state, action, dice).state)


def outcome(state: State | Observation) -> Outcome | None:
    """Return the outcome of the campaign; None until it ends. A surviving party has won.

    Example:
        >>> from cairn_rules.cairn_rpg import campaign
        >>> campaign.outcome(campaign.apply(campaign.new_game(seed=7, weather="fair"), campaign.Retire()))
        Outcome(winners=(0,), reason='retirement')
    """
    if current_player(state) is not None:
        return None
    if state.retired:
        return Outcome((0,), RETIREMENT)
    if not state.party.living:
        return Outcome.lost_by(0, len(SEAT_NAMES), DEATH)
    return Outcome.lost_by(0, len(SEAT_NAMES), FALLEN) if state.inside else Outcome((0,), YEAR)


@checked
def characters(state: State) -> tuple[Character, ...]:
    """Return the members of the party as they are now, also the dead; during a fight, with its wounds.

    Example:
        >>> from cairn_rules.cairn_rpg import campaign
        >>> [each.name for each in campaign.characters(campaign.new_game(seed=7))]
        ['Hestia', 'Basil']
    """
    members = state.party.members
    return members if state.fight is None else transitions.dismustered(members, state.fight)
