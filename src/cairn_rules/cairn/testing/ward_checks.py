"""What a ward says when it is asked, and whether that depends on nothing but its site and the action."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, assert_never

from cairn_rules.cairn.actions import Action, Transform
from cairn_rules.cairn.bitboards import spaces_in
from cairn_rules.cairn.board import TRIBES, Tribe
from cairn_rules.cairn.decorators import Ward
from cairn_rules.cairn.megalith_data import Megalith
from cairn_rules.cairn.pending import BuildMegalith, ChooseAction, Over, TransformOrPass, UsePower
from cairn_rules.cairn.powers import yields
from cairn_rules.cairn.site import Site
from cairn_rules.cairn.state import State, draft
from cairn_rules.cairn.testing.power_checks import changed_by, with_other_decks
from cairn_rules.cairn.testing.situations import lies_on
from cairn_rules.cairn.testing.subject import Examined
from cairn_rules.cairn.transformations import fresh_victims
from cairn_rules.cairn.wider_effects import parts as single
from cairn_rules.errors import quoted, raised
from cairn_rules.testing.check import Finder, Found, Trials, raised_by


def asked_everywhere(problem: Callable[[Megalith, State], str | None]) -> Finder[Examined, State]:
    """A finder that looks at what the ward says in one case after the other."""

    def find(examined: Examined, trials: Trials[State]) -> Found | None:
        return trials.look(partial(problem, examined.megalith))

    return find


def answers(megalith: Megalith, state: State, ward: Ward | None = None) -> list[tuple[Action, Any]]:
    """What a ward says about everything that could be done in a state, were nothing forbidden."""
    asked: Any = megalith.ward if ward is None else ward
    owner, actions = _possible(state)
    site = Site(state, UsePower(lies_on(megalith, state), megalith, owner))
    return [(action, asked(site, action)) for action in actions]


def _possible(state: State) -> tuple[Tribe, tuple[Action, ...]]:
    """Who acts, and everything that could be done."""
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
    """The ward raises an exception."""
    error = raised_by(lambda: answers(megalith, draft(state)))
    if error is not None:
        return f"its ward fails with {raised(error)}; it must have an answer for every action and every option"
    return None


def ward_answer(megalith: Megalith, state: State) -> str | None:
    """The ward says something else than yes or no."""
    for action, answer in answers(megalith, draft(state)):
        if not isinstance(answer, bool):
            said = f"its ward says {quoted(answer)} about {action!r}"
            return f"{said}; it should say True or False, whatever it is asked about"
    return None


def ward_differs(megalith: Megalith, state: State) -> str | None:
    """Asked again at once, the ward says something else."""
    first = answers(megalith, draft(state))
    for again in (answers(megalith, draft(state)), answers(megalith, draft(state))):
        for (action, answer), (_, other) in zip(first, again, strict=True):
            if answer != other:
                return f"asked twice about {action!r} its ward says {answer}, then {other}; only the site may matter"
    return None


def ward_changes_state(megalith: Megalith, state: State) -> str | None:
    """Asking the ward changes the state."""
    changed = changed_by(partial(answers, megalith), state)
    return f"asking its ward changes the state ({', '.join(changed)})" if changed else None


def ward_remembers(examined: Examined, trials: Trials[State]) -> Found | None:
    """The ward says something else than a copy of it that was never asked before."""
    megalith = examined.megalith
    assert megalith.ward is not None, "only asked of a megalith with a ward"
    fresh = examined.fresh[megalith.ward]

    def problem(state: State) -> str | None:
        if answers(megalith, draft(state)) == answers(megalith, draft(state), fresh()):
            return None
        return "its ward says something else after it was asked about other states; it must not remember anything"

    return trials.look(problem)


def ward_sees_deck(megalith: Megalith, state: State) -> str | None:
    """The ward says something else when the deck lies in another order."""
    first = answers(megalith, draft(state))
    if any(answers(megalith, other) != first for other in with_other_decks(state)):
        return "what its ward says depends on the order of the deck, which is hidden"
    return None


def never_forbids(examined: Examined, trials: Trials[State]) -> Found | None:
    """The ward forbids nothing in any of the states."""
    if any(answer for state in trials.cases for _, answer in answers(examined.megalith, draft(state))):
        return None
    return f"its ward forbade nothing in any of {len(trials.cases)} states; is its condition ever true?", None


def forbids_everything(examined: Examined, trials: Trials[State]) -> Found | None:
    """The ward leaves no action of the tiles, wherever it lies: whoever has the turn loses."""
    asked = [state for state in trials.cases if isinstance(state.pending, ChooseAction)]
    said = [answer for state in asked for _, answer in answers(examined.megalith, draft(state))]
    if not said or not all(said):
        return None
    message = f"its ward forbade every action of the tiles in all {len(asked)} positions in which one was chosen"
    return f"{message}; whoever has no action loses, so that every game ends at once", None
