"""Hypothesis strategies for positions, states in the middle of a turn, actions, matches and sets.

Examples shrink to few shamans on low spaces, few megaliths, and the rules as printed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypeVar, overload

from cairn_rules.argument_checks import checked
from cairn_rules.errors import missing_extra

if _missing := missing_extra("cairn_rules.testing", "testing", "hypothesis"):
    raise _missing

from hypothesis import strategies as st

import cairn_rules.cairn
from cairn_rules.cairn.megaliths.megaliths import BASE_SET
from cairn_rules.cairn.rules.make_state import make_state
from cairn_rules.cairn.rules.rules import apply, legal_actions, outcome
from cairn_rules.cairn.state.actions import Action
from cairn_rules.cairn.state.board import SHAMANS, SPACES, TRIBES, Space, Tribe
from cairn_rules.cairn.state.layout import UPCOMING
from cairn_rules.cairn.state.megalith_data import Megalith
from cairn_rules.cairn.state.pending import ChooseAction
from cairn_rules.cairn.state.state import State
from cairn_rules.cairn.state.tiles import TILES
from cairn_rules.cairn.testing.activation import woken_by
from cairn_rules.cairn.variant import STANDARD, Variant
from cairn_rules.errors import SetupError
from cairn_rules.game import Game
from cairn_rules.history.match import Match
from cairn_rules.registry import Registry

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")

GOING_ON: Final = ((0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (0, 2), (2, 1), (1, 2), (2, 2))
"""Scores of games that are not over, those of short games first."""
_DECIDED: Final = ((3, 0), (0, 3), (3, 1), (1, 3), (3, 2), (2, 3))
_MOST_BESIDE: Final = 8
"""Maximum number of megaliths in display and deck together."""

_variants: Final = st.just(STANDARD) | st.builds(
    Variant,
    power_exit=st.booleans(),
    corner_exit=st.sampled_from([True, False]),
    transformation_trigger=st.sampled_from(["moved_by_you", "acted"]),
    transformation_mandatory=st.booleans(),
    dawn_banishes=st.booleans(),
)
"""The rules as printed in half of all cases, any variant in the rest."""


@checked
def positions(
    *,
    megaliths: Iterable[Megalith] = BASE_SET,
    on_board: Iterable[Megalith] = (),
    variants: Variant | st.SearchStrategy[Variant] | None = None,
    going_on: bool = False,
) -> st.SearchStrategy[State]:
    """Return a strategy for sound states between two turns.

    Args:
        megaliths: The megaliths that may be in the game, including custom ones.
        on_board: The megaliths that are on the board in every state. They need not be in `megaliths`.
        variants: The rule options, or a strategy for them; None for the printed rules and all others.
        going_on: Exclude states in which the game is over.

    Raises:
        SetupError: if there are fewer than two megaliths, or too many for the board.
        DuplicateIdError: if two different megaliths have the same id.

    Example:
        >>> from hypothesis import given, settings
        >>> @settings(max_examples=10)
        ... @given(positions(going_on=True))
        ... def somebody_can_act(state):
        ...     assert cairn_rules.cairn.legal_actions(state)
        >>> somebody_can_act()
    """
    first = Registry(on_board)
    pool = first | Registry(megaliths)
    if len(pool) < 2:
        raise SetupError(f"a position needs at least two megaliths, not {len(pool)}")
    scores = [each for each in (*GOING_ON * 4, *_DECIDED) if len(first) <= 2 + sum(each) <= len(pool)]
    if not scores:
        raise SetupError(f"at most seven megaliths lie on a board, not {len(first)}")
    rest = [each for each in pool if each not in first]
    found = _positions(tuple(first), rest, scores, _variants if variants is None else _as_strategy(variants))
    return found.filter(goes_on) if going_on else found


def goes_on(state: State) -> bool:
    """Return whether the game is not over."""
    return outcome(state) is None


def _as_strategy(variants: Variant | st.SearchStrategy[Variant]) -> st.SearchStrategy[Variant]:
    return st.just(variants) if isinstance(variants, Variant) else variants


def _different(values: Iterable[Any], count: int) -> st.SearchStrategy[list[Any]]:
    """Return a strategy for lists of `count` different values, in any order."""
    pool = tuple(values)
    return st.lists(st.sampled_from(pool), unique=True, min_size=count, max_size=count) if count else st.just([])


@st.composite
def shamans(draw: st.DrawFn) -> dict[Space, Tribe]:
    """Draw shamans by space, from an empty board to all ten."""
    sea, forest = draw(st.integers(0, SHAMANS)), draw(st.integers(0, SHAMANS))
    spaces = draw(_different(SPACES, sea + forest))
    return {space: TRIBES[index >= sea] for index, space in enumerate(spaces)}


@st.composite
def _positions(
    draw: st.DrawFn,
    first: tuple[Megalith, ...],
    rest: list[Megalith],
    all_scores: list[tuple[int, int]],
    variants: st.SearchStrategy[Variant],
) -> State:
    scores = draw(st.sampled_from(all_scores))
    on_board = 2 + sum(scores)
    missing = on_board - len(first)
    beside = draw(st.integers(0, min(_MOST_BESIDE, len(rest) - missing)))
    stones = (*first, *draw(_different(rest, missing + beside)))
    deck = stones[on_board + UPCOMING :]
    return make_state(
        shamans=draw(shamans()),
        megaliths=dict(zip(draw(_different(SPACES, on_board)), stones, strict=False)),
        upcoming=stones[on_board : on_board + UPCOMING],
        deck=deck,
        tucked=draw(st.integers(0, len(deck))),
        tiles=draw(st.sampled_from(TILES)),
        scores=scores,
        active=draw(st.sampled_from(TRIBES)),
        variant=draw(variants),
    )


@checked
def states(
    *,
    megaliths: Iterable[Megalith] = BASE_SET,
    on_board: Iterable[Megalith] = (),
    variants: Variant | st.SearchStrategy[Variant] | None = None,
    going_on: bool = False,
) -> st.SearchStrategy[State]:
    """Return a strategy for any states. It prefers those in the middle of a turn, with rare decisions.

    Args:
        megaliths: The megaliths that may be in the game, including custom ones.
        on_board: The megaliths that are on the board when the turn starts.
        variants: The rule options, or a strategy for them; None for the printed rules and all others.
        going_on: Exclude states in which the game is over.

    Raises:
        SetupError: if there are fewer than two megaliths, or too many for the board.
        DuplicateIdError: if two different megaliths have the same id.

    Example:
        >>> from cairn_rules import dumps, loads
        >>> from hypothesis import given, settings
        >>> @settings(max_examples=10)
        ... @given(states())
        ... def reads_back(state):
        ...     assert loads(dumps(state)) == state
        >>> reads_back()
    """
    found = going_on_from(positions(megaliths=megaliths, on_board=on_board, variants=variants))
    return found.filter(goes_on) if going_on else found


@st.composite
def going_on_from(draw: st.DrawFn, starts: st.SearchStrategy[State]) -> State:
    """Draw a state that follows from a position, preferably in the middle of a turn."""
    state = draw(starts)
    powers = _powers(state)
    if powers and draw(st.integers(0, 3)) > 0:
        state = draw(st.sampled_from(powers))
    for choice in draw(st.lists(st.integers(0, 10_000), min_size=draw(st.integers(0, 3)), max_size=4)):
        legal = legal_actions(state)
        leading_on = tuple(action for action in legal if apply(state, action).turn == state.turn)
        if not leading_on and not isinstance(state.pending, ChooseAction):
            break
        choices = leading_on or legal
        state = apply(state, choices[choice % len(choices)])
    return state


def _powers(position: State) -> list[State]:
    """Return the states in which a megalith of the position has just woken and has options."""
    if outcome(position) is not None:
        return []
    asked = [
        woken_by(position, space, enemy=enemy)
        for space, stone in position.megaliths.items()
        if stone.powers
        for enemy in (False, True)
    ]
    return [state for state in asked if legal_actions(state)]


def actions(state: State) -> st.SearchStrategy[Action]:
    """Return a strategy for the legal actions of a state. It is empty if the game is over.

    Example:
        >>> from hypothesis import given, settings
        >>> state = cairn_rules.cairn.new_game(seed=7)
        >>> @settings(max_examples=10)
        ... @given(actions(state))
        ... def the_turn_passes(action):
        ...     assert cairn_rules.cairn.apply(state, action).active is not state.active
        >>> the_turn_passes()
    """
    legal = legal_actions(state)
    return st.sampled_from(legal) if legal else st.nothing()


@overload
def matches(
    game: None = None, *, starts: st.SearchStrategy[State] | None = None, most_decisions: int = 30
) -> st.SearchStrategy[Match[State, Action]]: ...
@overload
def matches(
    game: Game[StateT, ActionT, Any], *, starts: st.SearchStrategy[StateT] | None = None, most_decisions: int = 30
) -> st.SearchStrategy[Match[StateT, ActionT]]: ...
@checked
def matches(
    game: Game[Any, Any, Any] | None = None, *, starts: st.SearchStrategy[Any] | None = None, most_decisions: int = 30
) -> st.SearchStrategy[Match[Any, Any]]:
    """Return a strategy for matches after some random decisions, in progress or over.

    The default game is Cairn, and the default `starts` are new games from seeds.

    Example:
        >>> from hypothesis import given, settings
        >>> @settings(max_examples=10)
        ... @given(matches())
        ... def decisions_can_be_taken_back(match):
        ...     while match.can_undo:
        ...         match.undo()
        ...     assert not match.history
        >>> decisions_can_be_taken_back()
    """
    return _matches(cairn_rules.cairn if game is None else game, starts, most_decisions)


@st.composite
def _matches(
    draw: st.DrawFn, game: Game[Any, Any, Any], starts: st.SearchStrategy[Any] | None, most_decisions: int
) -> Match[Any, Any]:
    start = {"seed": draw(st.integers(0, 2**32))} if starts is None else {"start": draw(starts)}
    match = Match(game, **start)
    length = draw(st.integers(0, most_decisions))
    for choice in draw(st.lists(st.integers(0, 10_000), min_size=length, max_size=length)):
        legal = match.legal_actions
        if not legal:
            break
        match.do(legal[choice % len(legal)])
    return match


@checked
def registries(
    *, megaliths: Iterable[Megalith] = BASE_SET, including: Iterable[Megalith] = ()
) -> st.SearchStrategy[Registry[Megalith]]:
    """Return a strategy for playable sets of megaliths, of at least two.

    `megaliths` may be in a set, custom ones too; those of `including` are in every set.

    Raises:
        SetupError: if there are fewer than two megaliths.
        DuplicateIdError: if two different megaliths have the same id.

    Example:
        >>> from hypothesis import find
        >>> find(registries(), lambda registry: True).ids
        ('chaos', 'dawn')
    """
    first = Registry(including)
    pool = first | Registry(megaliths)
    if len(pool) < 2:
        raise SetupError(f"a game needs at least two megaliths, not {len(pool)}")
    rest = tuple(each for each in pool if each not in first)
    if not rest:
        return st.just(first)
    others = st.lists(st.sampled_from(rest), unique=True, min_size=max(0, 2 - len(first)))
    return others.map(lambda found: Registry((*first, *found)))
