"""Proof of forced wins: `forced_win`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import permutations
from math import inf
from random import Random
from typing import Final, Protocol, TypeAlias, cast, final

from cairn_rules.cairn.megaliths.megaliths import BASE_SET, CHAINING_IDS
from cairn_rules.cairn.proofs.chance_nodes import with_next
from cairn_rules.cairn.proofs.compiled_search_modules import check_batch, is_ready, search_module
from cairn_rules.cairn.rules.observation import Observation, sample_hidden
from cairn_rules.cairn.rules.rules import apply, current_player, legal_actions
from cairn_rules.cairn.state.actions import Action, TileAction
from cairn_rules.cairn.state.bitboards import bit_set
from cairn_rules.cairn.state.board import SHAMANS
from cairn_rules.cairn.state.layout import MEGALITHS_TO_WIN, Layout
from cairn_rules.cairn.state.megalith_data import Megalith, StoneColour
from cairn_rules.cairn.state.pending import ChooseAction, Over, UsePower
from cairn_rules.cairn.state.state import State, draft
from cairn_rules.cairn.state.tiles import ADD_BIT
from cairn_rules.checks import check_least, check_state
from cairn_rules.errors import DefinitionError
from cairn_rules.frozen_classes import frozen

LIMIT: Final = 2_000_000
"""Default number of states that a proof may look at."""
_NO_LEVEL: Final = 1 << 30
"""Greater than the level of any node on a path."""
INERT: Final = Megalith(
    id="inert", name="Inert Megalith", text="No power.", stone=StoneColour.LIGHT, powers=(lambda _: (),)
)
"""A megalith that does nothing, to prove what a win owes to the power of another one."""
_KNOWN: Final = frozenset((*BASE_SET, INERT))


@final
@frozen(kw_only=True)
class Proof:
    """The answer of `forced_win`: a win that can be forced, none, or unknown.

    Example:
        >>> from cairn_rules import cairn
        >>> cairn.forced_win(cairn.new_game(seed=7))
        Proof(turns=None, line=(), drawn=(), is_complete=True)
    """

    turns: int | None = None
    """Number of the winner's turns until the victory, the current one included; None if no win was found.

    A victory in a turn of the opponent counts as one in the winner's next turn.
    """
    line: tuple[Action, ...] = ()
    """The actions of both tribes until the victory. The opponent resists for as many turns as possible."""
    drawn: tuple[Megalith, ...] = ()
    """The unknown megaliths that are drawn in the line, in order. The opponent gets those that help it most."""
    is_complete: bool = True
    """False if the limit was reached, so that a win may have been missed."""


def forced_win(state: State | Observation, *, turns: int = 2, limit: int = LIMIT, batch: bool | None = None) -> Proof:
    """Return the fastest win that the tribe that decides can force, whatever the opponent does.

    The win holds for every order of the unknown part of the deck (rule 2.7), for all decisions of the opponent, those
    within the tribe's own turn included (rule 6.2), and with custom megaliths and any `Variant`. A tribe wins by its
    third megalith (rule 9.1), or because the opponent has no action (rule 9.2). An endless series of extra turns (rule
    7.4) is no win. Repeated positions (rule 9.3) are not counted. Without a forced win, or after the end of the game,
    the `turns` of the proof are None.

    Args:
        state: The state, also in the middle of a turn, or an observation. The hidden order of a deck is not used.
        turns: Maximum number of turns of the tribe that decides, the current one included.
        limit: Maximum number of states to look at until a win is found. Two turns seldom take more than some
            thousands, three turns some hundred thousand.
        batch: Whether to use the compiled search, which needs the extra `batch`, and takes a thirtieth of the time. It
            finds the same wins. True waits for the compiler if this machine has not compiled it before. By
            default, it is used if this machine has compiled it. A game with a custom megalith is searched in Python.

    Raises:
        DefinitionError: if an argument is not of its kind, or a number is less than 1.
        MissingExtraError: if the compiled search is asked for without Numba.
        UnsoundStateError: if an observation made by hand is impossible.
        PowerError: if a custom megalith misbehaves.

    Example:
        >>> from cairn_rules import cairn
        >>> state = cairn.parse_position("2s2/5/5/5/4f s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn alley,menhir - 2-0")
        >>> proof = cairn.forced_win(state)
        >>> proof.turns, [cairn.format_action(action) for action in proof.line]
        (1, ['c5-x', '=alley'])
    """
    check_state(state, State, Observation)
    turns, limit = check_least("turns", turns, 1), check_least("limit", limit, 1)
    start = in_order(sample_hidden(state, Random(0)) if isinstance(state, Observation) else state)
    player = current_player(start)
    if player is None:
        return Proof()
    search = search_for(player, start, batch=batch)
    try:
        for number in range(1, turns + 1):
            if search.decisive(start, number, limit=limit):
                return prove(start, player, number, search)
    except LimitError:
        return Proof(is_complete=False)
    return Proof()


def search_for(player: int, start: State, *, batch: bool | None) -> Search:
    """Return the compiled search if it is asked for, or ready, and has a place for the state; else the plain one."""
    check_batch(batch)
    if batch or (batch is None and is_ready("compiled_forced_wins")):
        with suppress(DefinitionError):  # custom megaliths, and states made by hand that no row holds
            return cast("Search", search_module("compiled_forced_wins").CompiledSearch(player, start))
    return _Search(player, start)


def in_order(state: State) -> State:
    """Return the state with the unknown part of its deck in the order of ids."""
    layout = state._layout
    hidden = hidden_in(layout)
    ordered = draft(state)
    unknown = sorted(layout.deck[:hidden], key=lambda megalith: megalith.id)
    ordered._layout = layout.with_deck((*unknown, *layout.deck[hidden:]))
    return ordered


def hidden_in(layout: Layout) -> int:
    """Return the number of megaliths in the unknown part of the deck."""
    return len(layout.deck) - layout.tucked


After: TypeAlias = tuple[State, tuple[Megalith, ...]]
"""A state after an action, and the megaliths that were drawn."""


def afters_of(state: State, action: Action) -> tuple[After, ...]:
    """Return the states after an action, one for each unknown megalith that can be drawn."""
    after = apply(state, action)
    before, layout = state._layout, after._layout
    count = hidden_in(before) - hidden_in(layout)
    if count <= 0 or isinstance(after._pending, Over):
        return ((after, ()),)
    afters: list[After] = []
    for drawn in permutations(before.deck[: hidden_in(before)], count):
        for megalith in reversed(drawn):
            state = with_next(state, megalith)
        afters.append((apply(state, action), drawn))
    return tuple(afters)


def rest_of(state: State, after: State, player: int, left: int) -> int:
    """Return how many of a player's turns are left after an action, the current one included."""
    return left - (state._active == player and after._turn != state._turn)


def replied(state: State, left: int, search: Search) -> Action:
    """Return the opponent's action in a state that is won: one that prevents a faster win, unless all end the game."""
    return search.decisive(state, left - 1) or legal_actions(state)[0]


def followed(state: State, action: Action, player: int, left: int, search: Search) -> tuple[After, int]:
    """Return the state after an action, and the turns left then; it draws what prevents a faster win."""
    afters = [(after, rest_of(state, after[0], player, left)) for after in afters_of(state, action)]
    slow = (each for each in afters if not search.wins(each[0][0], each[1] - 1))
    return afters[0] if len(afters) == 1 else next(slow)


def prove(start: State, player: int, turns: int, search: Search) -> Proof:
    """Return the proof of a win that takes a number of turns and no fewer, with its line."""
    state, left = start, turns
    line: list[Action] = []
    drawn: list[Megalith] = []
    visits = Counter[State]()
    while not isinstance(state._pending, Over):
        if current_player(state) == player:
            # 1. an action that wins, another one when the state comes again, so that the line does not go in circles
            action = search.decisive(state, left, visits[state] % len(legal_actions(state)))
            visits[state] += 1
            assert action is not None, "a state that is won has an action that wins"
        else:
            # 2. the opponent resists
            action = replied(state, left, search)
        (state, new), left = followed(state, action, player, left, search)
        line.append(action)
        drawn += new
    return Proof(turns=turns, line=tuple(line), drawn=tuple(drawn))


class Search(Protocol):
    """A search for forced wins of one player. It remembers what it found."""

    def wins(self, state: State, left: int) -> bool:
        """Return whether the player forces a win from a state within a number of turns, the current one included.

        The game must not be over.
        """
        ...

    def decisive(self, state: State, left: int, first: int = 0, limit: float = inf) -> Action | None:
        """Return the first action that decides whether the player wins within a number of turns, or None.

        If the player decides, the action wins; if the opponent does, it prevents the win. The current turn is one of
        those that are `left`. The legal action at the place `first` is tried first, and those before it come last. At
        most `limit` states are looked at. Raise a `LimitError` if that does not suffice.
        """
        ...


class LimitError(Exception):
    """The search looked at as many states as it may."""


_Place: TypeAlias = tuple[int, int, int, int, Layout]
"""A position at the start of a turn."""
_Option: TypeAlias = tuple[Action, tuple[After, ...]]
"""An action, and all that it can lead to."""


@final
class _Node:
    """A decision on the path of a search, or the draw after one.

    The player has `left` turns left, the current one included. If the decision is `mine`, one option that wins is
    enough; else all must win. `place` is the position, at the start of a turn.
    """

    __slots__ = ("action", "left", "mine", "options", "place", "state")

    def __init__(
        self, state: State, left: int, options: Iterator[_Option], *, mine: bool, place: _Place | None = None
    ) -> None:
        self.state = state
        self.left = left
        self.options = options
        self.mine = mine
        self.place = place
        self.action: Action | None = None
        """The action that was tried last."""


@final
class _Search:
    """The search in Python: depth-first, with a stack of its own, because turns may follow one another without end.

    Three things keep it short: a table of the positions at the starts of turns, the action that decided last is tried
    first, and a player with too few turns left to score is only searched for ways to block the opponent.

    A position that comes again on the way from itself is not won there. Other positions on this circle may still be won
    in another way, so that only the first one is remembered as not won. A win never relies on a circle.
    """

    def __init__(self, player: int, start: State) -> None:
        self._player = player
        self._limit = inf
        self._count = 0
        """Number of states that the search looked at."""
        self._scores_once = scores_once(start)
        self._won: dict[_Place, int] = {}
        """A number of turns within which a position is won."""
        self._lost: dict[_Place, int] = {}
        """A number of turns within which a position is not won."""
        self._open: dict[tuple[_Place, int], int] = {}
        """Levels of the positions that are being searched, by the number of turns left."""
        self._circle = _NO_LEVEL
        """The lowest level to which a circle of extra turns has led back. What is not won below may depend on it."""
        self._killers: dict[tuple[int, bool], Action] = {}
        """The action that decided last, at the start of a turn."""

    def decisive(self, state: State, left: int, first: int = 0, limit: float = inf) -> Action | None:
        """Return the first action that decides, or None; see `Search`."""
        self._limit = limit
        mine = current_player(state) == self._player
        actions = legal_actions(state)
        for action in (*actions[first:], *actions[:first]):
            afters = [after for after, _ in afters_of(state, action)]
            if mine == all(self.wins(after, rest_of(state, after, self._player, left)) for after in afters):
                return action
        return None

    def wins(self, state: State, left: int) -> bool:
        """Return whether the player forces a win; see `Search`."""
        path: list[_Node] = []
        won = self._look_at(state, left, path)
        while path:
            node = path[-1]
            if won is None or won != node.mine:
                option = next(node.options, None)
                if option is not None:
                    node.action, afters = option
                    won = self._follow(node, afters, path)
                    continue
                won = not node.mine
            path.pop()
            self._close(node, len(path), won=won)
        assert won is not None, "a search ends with an answer"
        return won

    def _follow(self, node: _Node, afters: tuple[After, ...], path: list[_Node]) -> bool | None:
        """Look at the state after an action, or at the draw that decides which one it is."""
        if len(afters) == 1:
            after = afters[0][0]
            return self._look_at(after, rest_of(node.state, after, self._player, node.left), path)
        assert node.action is not None, "an action leads to the draw"
        draws = [(node.action, (each,)) for each in afters]
        path.append(_Node(node.state, node.left, iter(draws), mine=False))
        return None

    def _look_at(self, state: State, left: int, path: list[_Node]) -> bool | None:
        """Return whether a state is won, or add it to the path."""
        self._count += 1
        if self._count > self._limit:
            raise LimitError
        # 1. answers that need no search
        pending = state._pending
        if isinstance(pending, Over):
            return left >= 0 and self._player in pending.outcome.winners
        if left < 1 or self._is_hopeless(state, left):
            return False
        mine = current_player(state) == self._player
        actions = legal_actions(state)
        if not isinstance(pending, ChooseAction):
            path.append(_Node(state, left, _options(state, actions), mine=mine))
            return None
        # 2. a known position
        place = (state._own, state._enemy, state._faces, state._active, state._layout)
        if self._lost.get(place, 0) >= left:
            return False
        if self._won.get(place, left + 1) <= left:
            return True
        # 3. a circle of extra turns
        level = self._open.get((place, left))
        if level is not None:
            self._circle = min(self._circle, level)
            return False
        # 4. a new position
        killer = self._killers.get((left, mine))
        if killer in actions:
            actions = (killer, *[action for action in actions if action is not killer])
        self._open[place, left] = len(path)
        path.append(_Node(state, left, _options(state, actions), mine=mine, place=place))
        return None

    def _is_hopeless(self, state: State, left: int) -> bool:
        """Return whether the player has too few turns left to score, and cannot block the opponent (rule 9.2).

        A blocked tribe has no shaman in its village, or one of its own on the totem.
        """
        layout = state._layout
        if not self._scores_once or layout.scores[self._player] + left >= MEGALITHS_TO_WIN:
            return False
        if left > 1 or state._active != self._player:
            return False
        reaches, faces = layout.reaches[1 - self._player], state._faces
        totems = reaches[faces].totem | reaches[faces ^ ADD_BIT].totem
        if state._enemy & totems or state._enemy.bit_count() == SHAMANS:
            return False
        pending = state._pending
        if isinstance(pending, UsePower):
            return pending.megalith.id not in CHAINING_IDS
        if not isinstance(pending, ChooseAction):
            return True
        chaining = bit_set([space for space, stone in layout.stones if stone.id in CHAINING_IDS])
        actions = cast("tuple[TileAction, ...]", legal_actions(state))
        return not any(action._bits[0] & chaining for action in actions)

    def _close(self, node: _Node, level: int, *, won: bool) -> None:
        """Note the answer for a decision that was on the path."""
        place = node.place
        if place is None:
            return
        del self._open[place, node.left]
        if won == node.mine and node.action is not None:
            self._killers[node.left, node.mine] = node.action
        if won:
            self._won[place] = node.left
        elif self._circle >= level:
            self._lost[place] = node.left
        if self._circle == level:
            self._circle = _NO_LEVEL


def scores_once(state: State) -> bool:
    """Return whether a tribe scores at most once in its turn, and never in another, after the next action."""
    layout = state._layout
    return not (state._waiting or layout.variant.power_exit) and _KNOWN.issuperset(layout.all_megaliths)


def _options(state: State, actions: Iterable[Action]) -> Iterator[_Option]:
    """Yield some actions of a state with all that they can lead to."""
    return ((action, afters_of(state, action)) for action in actions)
