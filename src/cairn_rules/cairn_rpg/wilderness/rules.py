"""The rules of a journey: legal actions, what they lead to, and how it ends."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.characters.character import Character, kept_actions, replaced
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.cairn_rpg.illegal_action_errors import refused
from cairn_rules.cairn_rpg.wilderness import actions
from cairn_rules.cairn_rpg.wilderness.actions import Action
from cairn_rules.cairn_rpg.wilderness.choices import answers, declarations
from cairn_rules.cairn_rpg.wilderness.observation import Observation
from cairn_rules.cairn_rpg.wilderness.reasons import why_illegal
from cairn_rules.cairn_rpg.wilderness.state import WATCHES, State
from cairn_rules.cairn_rpg.wilderness.watch import Watch
from cairn_rules.chance import Branch, Dice, KeyedDice, Resolution, branches, resolve_keyed
from cairn_rules.checks import as_state, check_state
from cairn_rules.game import Outcome

ARRIVAL: Final = "arrival"
"""The reason of a journey that reached its end."""
DEATH: Final = "death"
"""The reason of a journey on which everyone died."""
SURRENDER: Final = "given-up"
"""The reason of a journey that took too many days."""


def current_player(state: State | Observation) -> int | None:
    """Return 0, the party; None if the journey is over.

    Raises:
        DefinitionError: if `state` is not a state.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> wilderness.current_player(wilderness.new_game(seed=7))
        0
    """
    state = as_state(state, State)
    return None if state.phase == "over" else 0


def legal_actions(state: State | Observation) -> tuple[Action, ...]:
    """Return every legal action: those of the whole party, then those of the next member; empty if the journey is over.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> state = wilderness.new_game(seed=7, weather="fair")
        >>> [wilderness.format_action(action) for action in wilderness.legal_actions(state)][:5]
        ['travel', 'supply', 'explore', 'camp', 'wait']
    """
    state = as_state(state, State)
    return kept_actions(state, _legal)


def _legal(state: State) -> tuple[Action, ...]:
    if state.phase == "over":
        return ()
    if state.questions:
        return answers(state)
    return (actions.BEGIN,) if state.phase == "dawn" else declarations(state)


@checked
def resolve(state: State, action: Action, dice: Dice) -> Resolution[State, Event]:
    r"""Return the result of an action with these dice, and what happened. The given state is unchanged.

    Raises:
        IllegalActionError: if the action is not legal.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> from cairn_rules.chance import ScriptedDice
        >>> state = wilderness.new_game(weather="fair")
        >>> print(*wilderness.resolve(state, wilderness.Travel(), ScriptedDice([3, 1])).events, sep="\n")
        the party travels: watch 1 of 2 to the mill [R199]
        event: Encounter [R211]
    """
    check_state(state, State)
    if action not in legal_actions(state):
        where = f"day {state.day}, {WATCHES[state.watch]}"
        raise refused(action, why_illegal(state, action), where)
    return resolved(state, action, dice)


def resolved(state: State, action: Action, dice: Dice) -> Resolution[State, Event]:
    """Return the result of an action that is known to be legal, like `resolve` without its checks."""
    watch = Watch(state, dice)
    watch.take(action)
    return Resolution(watch.run(), tuple(watch.events))


def apply(state: State, action: Action) -> State:
    """Return the state after an action, with dice from its key. The given state is unchanged.

    Raises:
        IllegalActionError: if the action is not legal.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> state = wilderness.apply(wilderness.new_game(seed=7), wilderness.Begin())
        >>> state.weather
        'extreme'
    """
    check_state(state, State)
    return resolve_keyed(resolve, state, action, replaced).state


@checked
def explain(state: State, action: Action) -> tuple[Event, ...]:
    """Return what happens when an action is applied, each event with its rule.

    Raises:
        DefinitionError: if an argument is not of its kind.
        IllegalActionError: if the action is not legal.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> [event.rule for event in wilderness.explain(wilderness.new_game(seed=7), wilderness.Begin())]
        ['R188']
    """
    return resolve(state, action, KeyedDice(state.chance)).events


def outcomes(state: State, action: Action) -> tuple[Branch[State], ...]:
    """Return every possible result of an action, with its exact probability.

    Raises:
        IllegalActionError: if the action is not legal.
        DiceError: if there are more than 100 000 branches.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> for branch in wilderness.outcomes(wilderness.new_game(seed=7), wilderness.Begin()):
        ...     print(branch.probability, branch.result.weather)
        1/6 nice
        1/6 fair
        1/6 fair
        1/6 unpleasant
        1/6 inclement
        1/6 extreme
    """
    return branches(lambda dice: resolve(state, action, dice).state)


def outcome(state: State | Observation) -> Outcome | None:
    """Return the outcome of the journey; None while it goes on. A journey that does not arrive is lost.

    Raises:
        DefinitionError: if `state` is not a state.

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> state = wilderness.new_game(seed=7)
        >>> while wilderness.outcome(state) is None:
        ...     state = wilderness.apply(state, wilderness.legal_actions(state)[0])
        >>> wilderness.outcome(state).reason
        'arrival'
    """
    state = as_state(state, State)
    if state.phase != "over":
        return None
    if state.leg == len(state.legs):
        return Outcome((0,), ARRIVAL)
    return Outcome.lost_by(0, 1, SURRENDER if state.party.living else DEATH)


@checked
def characters(state: State) -> tuple[Character, ...]:
    """Return the members of the party as they are now, also the dead, in marching order (R174).

    Example:
        >>> from cairn_rules.cairn_rpg import wilderness
        >>> [each.name for each in wilderness.characters(wilderness.new_game(seed=7))]
        ['Hestia', 'Basil']
    """
    return state.party.members
