"""Checks of a ward's answers: their type, and that they depend only on the site and the action."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import chain
from typing import Any, assert_never

from cairn_rules.cairn.megaliths.decorators import Ward
from cairn_rules.cairn.megaliths.power_rules import yields
from cairn_rules.cairn.megaliths.site import Site
from cairn_rules.cairn.megaliths.wider_effects import parts as single
from cairn_rules.cairn.rules.transformations import fresh_victims
from cairn_rules.cairn.state.actions import Action, Transform
from cairn_rules.cairn.state.bitboards import spaces_in
from cairn_rules.cairn.state.board import TRIBES, Tribe
from cairn_rules.cairn.state.megalith_data import Megalith
from cairn_rules.cairn.state.pending import BuildMegalith, ChooseAction, Over, TransformOrPass, UsePower
from cairn_rules.cairn.state.state import State, draft
from cairn_rules.cairn.testing.power_checks import changed_by, too_slow, with_other_decks
from cairn_rules.cairn.testing.situations import decisions_of_games, lies_on
from cairn_rules.cairn.testing.subject import Examined
from cairn_rules.errors import quoted, raised, raised_by
from cairn_rules.testing.check import Finder, Found, Trials


def asked_everywhere(problem: Callable[[Megalith, State], str | None]) -> Finder[Examined, State]:
    """Return a finder that runs a check of the ward on each case."""

    def find(examined: Examined, trials: Trials[State]) -> Found | None:
        return trials.look(partial(problem, examined.megalith))

    return find


def answers(megalith: Megalith, state: State, ward: Ward | None = None) -> list[tuple[Action, Any]]:
    """Return the ward's answers for all actions that are legal in a state when nothing is forbidden."""
    asked: Any = megalith.ward if ward is None else ward
    site, actions = _asked_about(megalith, state)
    return [(action, asked(site, action)) for action in actions]


def _asked_about(megalith: Megalith, state: State) -> tuple[Site, tuple[Action, ...]]:
    """Return the site of the ward in a state, and the actions that it is asked about."""
    owner, actions = _possible(state)
    return Site(state, UsePower(lies_on(megalith, state), megalith, owner)), actions


def _possible(state: State) -> tuple[Tribe, tuple[Action, ...]]:
    """Return the acting tribe and all its actions when nothing is forbidden."""
    active, own, enemy = TRIBES[state._active], state._own, state._enemy
    pending = state.pending
    match pending:
        case ChooseAction():
            return active, state._layout.reaches[active][state._faces].actions(own, enemy)
        case UsePower():
            return pending.owner, tuple(part for option in yields(state) for part in single(option))
        case TransformOrPass():
            return active, tuple(map(Transform, spaces_in(fresh_victims(own, enemy, state._moved, state._faces))))
        case BuildMegalith() | Over():
            return active, ()
        case _:
            assert_never(pending)


def ward_fails(megalith: Megalith, state: State) -> str | None:
    """Check that the ward raises no exception."""
    error = raised_by(lambda: answers(megalith, draft(state)))
    if error is not None:
        return f"its ward fails with {raised(error)}; it must return an answer for every action and option"
    return None


def ward_slow(examined: Examined, trials: Trials[State]) -> Found | None:
    """Check that a call of the ward takes at most `SLOW` seconds in the median, for each kind of action."""
    ward: Any = examined.megalith.ward
    return too_slow(
        (f"its ward, asked about {kind.__name__},", partial(ward, site, action))
        for state in trials.timely(trials.cases)
        for site, actions in (_asked_about(examined.megalith, draft(state)),)
        for kind, action in {type(action): action for action in actions}.items()
    )


def ward_answer(megalith: Megalith, state: State) -> str | None:
    """Check that the ward returns only True or False."""
    for action, answer in answers(megalith, draft(state)):
        if not isinstance(answer, bool):
            said = f"its ward returns {quoted(answer)} for {action!r}"
            return f"{said}; it should always return True or False"
    return None


def ward_differs(megalith: Megalith, state: State) -> str | None:
    """Check that repeated calls in the same state return the same answers."""
    first = answers(megalith, draft(state))
    for again in (answers(megalith, draft(state)), answers(megalith, draft(state))):
        for (action, answer), (_, other) in zip(first, again, strict=True):
            if answer != other:
                return f"called twice for {action!r}, its ward returns {answer}, then {other}; only the site may matter"
    return None


def ward_changes_state(megalith: Megalith, state: State) -> str | None:
    """Check that a call of the ward leaves the state unchanged."""
    changed = changed_by(partial(answers, megalith), state)
    return f"calling its ward changes the state ({', '.join(changed)}); a ward only answers" if changed else None


def ward_remembers(examined: Examined, trials: Trials[State]) -> Found | None:
    """Check that the ward gives the same answers as a copy of it that was never called."""
    megalith = examined.megalith
    assert megalith.ward is not None, "the check runs only for megaliths with a ward"
    fresh = examined.fresh[megalith.ward]

    def problem(state: State) -> str | None:
        if answers(megalith, draft(state)) == answers(megalith, draft(state), fresh()):
            return None
        return "its ward answers differently after calls in other states; it must not keep data between calls"

    return trials.look(problem)


def ward_sees_deck(megalith: Megalith, state: State) -> str | None:
    """Check that the face-down megaliths, and their order, do not affect the ward."""
    first = answers(megalith, draft(state))
    if any(answers(megalith, other) != first for other in with_other_decks(state)):
        return "its ward's answer depends on the face-down megaliths, which are hidden"
    return None


def never_forbids(examined: Examined, trials: Trials[State]) -> Found | None:
    """Check that the ward forbids an action in at least one of the states, or in a random game."""
    megalith, states = examined.megalith, 0
    for state in trials.timely(chain(trials.cases, decisions_of_games(megalith))):
        if any(answer for _, answer in answers(megalith, draft(state))):
            return None
        states += 1
    return f"its ward forbade nothing in any of {states} states; is its condition ever true?", None


def forbids_everything(examined: Examined, trials: Trials[State]) -> Found | None:
    """Check that the ward permits an action of the tiles in at least one of the states."""
    asked = [state for state in trials.timely(trials.cases) if isinstance(state.pending, ChooseAction)]
    said = [answer for state in asked for _, answer in answers(examined.megalith, draft(state))]
    if not said or not all(said):
        return None
    message = f"its ward forbade every action of the tiles in all {len(asked)} positions in which one was chosen"
    return f"{message}; a player with no action loses, so every game would end at once", None
