"""A game in progress, with undo and redo, draws and resignation. For any game."""

from __future__ import annotations

from collections.abc import Hashable
from copy import copy
from importlib import import_module
from random import SystemRandom
from typing import Any, Final, Generic, final

from cairn_rules.checks import check_least, plain_number
from cairn_rules.errors import DefinitionError, MatchError, quoted
from cairn_rules.game import (
    REPETITION,
    RESIGNATION,
    SEED_BITS,
    TURN_LIMIT,
    ActionT,
    Game,
    Outcome,
    StateT,
    received,
    sendable,
)
from cairn_rules.manifest import manifest_of

_SEEDS: Final = 10**4000
"""The limit of a seed's absolute value, so that Python can convert it to text."""


@final
class Match(Generic[StateT, ActionT]):
    """A game in progress, which changes with each decision.

    A match keeps every state, so that decisions can be undone, and can end for reasons outside the
    rules: repetition, a limit of turns, resignation. A method that raises leaves the match unchanged.

    Args:
        game: The rules: a module, or any other `Game`.
        start: The state to start from (default: a new game).
        seed: The seed of the new game (default: a random seed, too long for players to find by trial).
        draw_at_repetition: The match is a draw when a position occurs this many times, usually 3
            (default: never). In Cairn, see rule 9.3.
        draw_after_turns: The match is a draw after this many turns (default: never).

    Raises:
        DefinitionError: if a limit is not a whole number from 1 up, both a start and a seed are given, or the
            seed has more than 4000 digits.

    Example:
        >>> import cairn_rules as cairn
        >>> match = Match(cairn, cairn.parse_position("2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0"))
        >>> state = match.do("c5-x")
        >>> [cairn.format_action(action) for action in match.legal_actions]
        ['=alley', '=menhir']
        >>> state = match.undo()
        >>> match.history, match.can_redo
        ((), True)
    """

    def __init__(
        self,
        game: Game[StateT, ActionT, Any],
        start: StateT | None = None,
        *,
        seed: int | None = None,
        draw_at_repetition: int | None = None,
        draw_after_turns: int | None = None,
    ) -> None:
        if draw_at_repetition is not None:
            draw_at_repetition = check_least("draw_at_repetition", draw_at_repetition, 1)
        if draw_after_turns is not None:
            draw_after_turns = check_least("draw_after_turns", draw_after_turns, 1)
        seed = plain_number(seed)
        if start is not None and seed is not None:
            raise DefinitionError("a match starts from a state or from a seed, not from both")
        if isinstance(seed, int) and abs(seed) >= _SEEDS:
            raise DefinitionError("a seed has at most 4000 digits")
        if start is None and seed is None:
            seed = SystemRandom().getrandbits(SEED_BITS)
        self._game = game
        self._manifest = manifest_of(game)
        self._seed = seed
        self._draw_at_repetition = draw_at_repetition
        self._draw_after_turns = draw_after_turns
        self._states: list[StateT] = []
        self._keys: list[Hashable | None] = []
        self._actions: list[ActionT] = []
        self._ending: Outcome | None = None
        self._undone: list[tuple[ActionT, StateT] | Outcome] = []
        self._arrive(game.new_game(seed=seed) if start is None else start)

    @property
    def game(self) -> Game[StateT, ActionT, Any]:
        """The rules."""
        return self._game

    @property
    def seed(self) -> int | None:
        """The seed from which the match started; None if it started from a state."""
        return self._seed

    @property
    def state(self) -> StateT:
        """The current state."""
        return self._states[-1]

    @property
    def states(self) -> tuple[StateT, ...]:
        """All states from the start to the current one: one more than there are decisions."""
        return tuple(self._states)

    @property
    def history(self) -> tuple[ActionT, ...]:
        """The decisions, oldest first."""
        return tuple(self._actions)

    @property
    def legal_actions(self) -> tuple[ActionT, ...]:
        """The legal actions in the current state; empty if the match is over."""
        return () if self.outcome is not None else self._game.legal_actions(self.state)

    @property
    def current_player(self) -> int | None:
        """The seat that decides now; None if the match is over."""
        return None if self.outcome is not None else self._game.current_player(self.state)

    @property
    def turns(self) -> int:
        """Number of turns completed in this match, or of decisions if the game does not count turns."""
        return self._manifest.pace.turns_complete(self.state, len(self._actions)) - self._manifest.pace.turns_complete(
            self._states[0], 0
        )

    @property
    def repetitions(self) -> int:
        """Number of times that the current position has occurred, including now; 0 if repetitions of it do not count.

        The game decides which positions are the same, and in which states they count: in Cairn, between turns
        (rule 9.3).
        """
        key = self._keys[-1]
        return 0 if key is None else self._keys.count(key)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the match; None if it is not over.

        Its reason is one of the rules, `repetition`, `turn-limit`, `resignation`, or a reason passed to `end`.
        """
        if self._ending is not None:
            return self._ending
        outcome = self._game.outcome(self.state)
        if outcome is not None:
            return outcome
        if self._draw_at_repetition is not None and self.repetitions >= self._draw_at_repetition:
            return Outcome(winners=(), reason=REPETITION)
        if self._draw_after_turns is not None and self.turns >= self._draw_after_turns:
            return Outcome(winners=(), reason=TURN_LIMIT)
        return None

    @property
    def can_undo(self) -> bool:
        """True if there is a step to undo."""
        return bool(self._actions) or self._ending is not None

    @property
    def can_redo(self) -> bool:
        """True if there is an undone step to redo."""
        return bool(self._undone)

    def do(self, action: ActionT | str) -> StateT:
        """Make a decision. Steps undone before can no longer be redone.

        Args:
            action: The action, or its text.

        Returns:
            The state after the action.

        Raises:
            MatchError: if the match is over.
            NotationError: if the text does not name an action.
            IllegalActionError: if the action is not legal.
        """
        self._check_going_on()
        decision = self._decision(action)
        after = self._game.apply(self.state, decision)
        self._arrive(after)
        self._actions.append(decision)
        self._undone.clear()
        return after

    def undo(self) -> StateT:
        """Undo the last decision, or an ending outside the rules such as a resignation.

        Returns:
            The new current state.

        Raises:
            MatchError: if there is nothing to undo.
        """
        if self._ending is not None:
            self._undone.append(self._ending)
            self._ending = None
        elif self._actions:
            self._undone.append((self._actions.pop(), self._states.pop()))
            self._keys.pop()
        else:
            raise MatchError("nothing to undo: this is the start of the match")
        return self.state

    def undo_turn(self) -> StateT:
        """Undo the decisions of the current turn, or of the whole previous turn if the current one has none.

        An ending outside the rules belongs to the turn in which it happened.

        Returns:
            The state at the start of that turn.

        Raises:
            MatchError: if there is nothing to undo.
        """
        self.undo()
        while self._actions and self._turn_at(-1) == self._turn_at(-2):
            self.undo()
        return self.state

    def undo_to(self, player: int) -> StateT:
        """Undo the last decision of a player, and every step after it.

        Args:
            player: The seat.

        Returns:
            The state in which that player decides.

        Raises:
            MatchError: if that player has not decided anything yet.
        """
        player = plain_number(player)
        ended = self._ending is not None
        earlier = self._states if ended else self._states[:-1]
        if not any(self._game.current_player(state) == player for state in earlier):
            raise MatchError(f"nothing to undo: player {quoted(player)} has not decided anything yet")
        self.undo()
        while self._game.current_player(self.state) != player:
            self.undo()
        return self.state

    def _turn_at(self, place: int) -> int:
        """Return the number of complete turns in a state.

        Args:
            place: The index of the state from the end; -1 is the current state.
        """
        return self._manifest.pace.turns_complete(self._states[place], len(self._states) + place)

    def redo(self) -> StateT:
        """Redo the step that was undone last.

        Returns:
            The new current state.

        Raises:
            MatchError: if no step was undone since the last decision.
        """
        if not self._undone:
            raise MatchError("nothing to redo: no step was undone since the last decision")
        undone = self._undone.pop()
        if isinstance(undone, Outcome):
            self._ending = undone
        else:
            action, state = undone
            self._arrive(state)
            self._actions.append(action)
        return self.state

    def resign(self, player: int | None = None, *, winners: tuple[int, ...] | None = None) -> None:
        """End the match because a player resigns.

        Args:
            player: The seat (default: the player who decides now).
            winners: The seats that win (default: all others). A match for one player is lost.

        Raises:
            MatchError: if the match is over.
            DefinitionError: if there is no such seat, or if the number of players is unknown and `winners` is not
                given. A game without seats in its manifest counts as a game for two unless other seats had to decide.
        """
        self._check_going_on()
        who = self.current_player if player is None else plain_number(player)
        if winners is not None:
            self.end(Outcome(winners=winners, reason=RESIGNATION))
            return
        players = self._players()
        if who is None or players is None or who not in range(players):
            raise DefinitionError(f"{quoted(who)} cannot resign: give a seat from 0 up, or the winners as winners=(…)")
        self.end(Outcome.lost_by(who, players, RESIGNATION))

    def end(self, outcome: Outcome) -> None:
        """End the match for a reason outside the rules: time, an agreed draw, a referee's decision.

        Raises:
            MatchError: if the match is over.
            DefinitionError: if the outcome is not an `Outcome`, its reason is not a slug such as `time` or
                belongs to the rules, or its winners are not seats in order.
        """
        self._check_going_on()
        self._manifest.check_ending(outcome, self.state)
        self._ending = outcome
        self._undone.clear()

    def _decision(self, action: Any) -> Any:
        """Return an action, parsed first if it is text. A game's actions may be texts themselves."""
        if isinstance(action, str) and action not in self._game.legal_actions(self.state):
            return self._game.parse_action(action, self.state)
        return action

    def _players(self) -> int | None:
        """Return the number of players; None if unknown."""
        players = self._manifest.seats.count_in(self.state)
        if players is None and {self._game.current_player(state) for state in self._states} <= {0, 1, None}:
            return 2
        return players

    def _go_through(self, actions: tuple[ActionT, ...], outcome: Outcome | None, seed: int | None) -> None:
        """Play a new match to the end of a record.

        Args:
            actions: The decisions, oldest first. The limits of the match do not end it before the last one.
            outcome: The outcome of the record.
            seed: The seed of the start; None if unknown.

        Raises:
            IllegalActionError: if a decision is not legal.
            DefinitionError: if the outcome cannot end a match.
        """
        for action in actions:
            self._arrive(self._game.apply(self.state, action))
            self._actions.append(action)
        if outcome is not None and self._game.outcome(self.state) is None:
            self._manifest.check_ending(outcome, self.state)
            self._ending = outcome
        self._seed = seed

    def _arrive(self, state: StateT) -> None:
        self._keys.append(self._manifest.pace.key_of(state))
        self._states.append(state)

    def _check_going_on(self) -> None:
        outcome = self.outcome
        if outcome is not None:
            raise MatchError(f"the match is over ({outcome.reason})")

    def __reduce__(self) -> tuple[object, ...]:
        inside = {name: copy(value) for name, value in vars(self).items() if name not in ("_game", "_manifest")}
        return _match_again, (sendable(self._game), inside)

    def __repr__(self) -> str:
        return f"<Match after {len(self._actions)} decisions, {self.outcome or 'in progress'}>"

    def _repr_html_(self) -> str:
        """Return the board for a notebook, with the last decision marked."""
        # The module that draws matches imports this one, so that it can only be imported here.
        shown: str = import_module("cairn_rules.history.page").drawn(
            self._game, self.state, self._actions[-1] if self._actions else None
        )
        return shown


def _match_again(game: object, inside: dict[str, object]) -> Match[Any, Any]:
    match: Match[Any, Any] = object.__new__(Match)  # pyright: ignore[reportUnknownVariableType]
    match._game = received(game)
    match._manifest = manifest_of(match._game)
    vars(match).update(inside)
    return match
