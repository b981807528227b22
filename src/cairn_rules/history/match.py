"""Match: a game under way, with undo and redo, draws and resignation. For any game."""

from __future__ import annotations

from collections.abc import Hashable
from copy import copy
from random import SystemRandom
from typing import Any, Final, Generic, final

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
"""Seeds are smaller than this, so that they can be written down."""


@final
class Match(Generic[StateT, ActionT]):
    """A game under way: the one thing in this library that changes.

    It remembers every state, so that decisions can be taken back, and it may end a game for
    reasons that a state cannot know: repetition, a limit of turns, resignation. Whatever it
    refuses leaves it as it was.

    Args:
        game: The rules: a module, or any other `Game`.
        start: The state to start from; None for a new game.
        seed: The seed of the new game; None for a different game each time, with a deck that no player
            can find out by trying seeds.
        draw_at_repetition: The match is drawn when a position has been there so many times, usually
            3; None for never (Cairn: rule 9.3).
        draw_after_turns: The match is drawn when so many turns were played in it; None for never.

    Raises:
        DefinitionError: when a limit is no whole number from 1 up, both a start and a seed are given, or the
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
        for name, limit in (("draw_at_repetition", draw_at_repetition), ("draw_after_turns", draw_after_turns)):
            if limit is not None and (type(limit) is not int or limit < 1):
                raise DefinitionError(
                    f"{name} should be a whole number from 1 up, or None for never, not {quoted(limit)}"
                )
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
        """The seed that the match started from; None when it started from a state."""
        return self._seed

    @property
    def state(self) -> StateT:
        """The state now."""
        return self._states[-1]

    @property
    def states(self) -> tuple[StateT, ...]:
        """Every state, from the start to now: one more than there are decisions."""
        return tuple(self._states)

    @property
    def history(self) -> tuple[ActionT, ...]:
        """The decisions, oldest first."""
        return tuple(self._actions)

    @property
    def legal_actions(self) -> tuple[ActionT, ...]:
        """Every legal action now; none when the match is over."""
        return () if self.outcome is not None else self._game.legal_actions(self.state)

    @property
    def current_player(self) -> int | None:
        """Who decides now; None when the match is over."""
        return None if self.outcome is not None else self._game.current_player(self.state)

    @property
    def turns(self) -> int:
        """How many turns were completed in this match; in a game whose states count no turns, decisions."""
        return self._manifest.pace.turns_complete(self.state, len(self._actions)) - self._manifest.pace.turns_complete(
            self._states[0], 0
        )

    @property
    def repetitions(self) -> int:
        """How many times the position has been there, now included; 0 where positions do not count.

        The game says what makes two positions the same, and in which states positions count: in
        Cairn between turns (rule 9.3).
        """
        key = self._keys[-1]
        return 0 if key is None else self._keys.count(key)

    @property
    def outcome(self) -> Outcome | None:
        """Who won and why; None while the match goes on.

        Beside the reasons of the rules there are `repetition`, `turn-limit`, `resignation`, and
        whatever was given to `end`.
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
        """Whether there is something to take back."""
        return bool(self._actions) or self._ending is not None

    @property
    def can_redo(self) -> bool:
        """Whether there is something to do again."""
        return bool(self._undone)

    def do(self, action: ActionT | str) -> StateT:
        """Make a decision; what was taken back before can no longer be done again.

        Args:
            action: The action, or its text.

        Returns:
            The state after it.

        Raises:
            MatchError: when the match is over.
            NotationError: when the text names no action.
            IllegalActionError: when the action is not legal.
        """
        self._check_going_on()
        decision = self._decision(action)
        after = self._game.apply(self.state, decision)
        self._arrive(after)
        self._actions.append(decision)
        self._undone.clear()
        return after

    def undo(self) -> StateT:
        """Take back the last decision, or whatever ended the match beside the rules.

        Returns:
            The state before it.

        Raises:
            MatchError: when there is nothing to take back.
        """
        if self._ending is not None:
            self._undone.append(self._ending)
            self._ending = None
        elif self._actions:
            self._undone.append((self._actions.pop(), self._states.pop()))
            self._keys.pop()
        else:
            raise MatchError("nothing to take back: this is the start of the match")
        return self.state

    def undo_turn(self) -> StateT:
        """Take back the turn under way, or the whole turn before if none of it was decided yet.

        An ending beside the rules belongs to the turn in which it came.

        Returns:
            The state at the start of that turn.

        Raises:
            MatchError: if there is nothing to take back.
        """
        self.undo()
        while self._actions and self._turn_at(-1) == self._turn_at(-2):
            self.undo()
        return self.state

    def undo_to(self, player: int) -> StateT:
        """Take back what happened since a player decided last, that decision included.

        Args:
            player: The seat.

        Returns:
            The state in which that player decides.

        Raises:
            MatchError: if that player decided nothing yet; the match stays as it is.
        """
        ended = self._ending is not None
        earlier = self._states if ended else self._states[:-1]
        if not any(self._game.current_player(state) == player for state in earlier):
            raise MatchError(f"nothing to take back: player {quoted(player)} has decided nothing yet")
        self.undo()
        while self._game.current_player(self.state) != player:
            self.undo()
        return self.state

    def _turn_at(self, place: int) -> int:
        """The number of complete turns in one of the last states."""
        return self._manifest.pace.turns_complete(self._states[place], len(self._states) + place)

    def redo(self) -> StateT:
        """Do again what was taken back last.

        Returns:
            The state after it.

        Raises:
            MatchError: when nothing was taken back since the last decision.
        """
        if not self._undone:
            raise MatchError("nothing to do again: nothing was taken back since the last decision")
        undone = self._undone.pop()
        if isinstance(undone, Outcome):
            self._ending = undone
        else:
            action, state = undone
            self._arrive(state)
            self._actions.append(action)
        return self.state

    def resign(self, player: int | None = None, *, winners: tuple[int, ...] | None = None) -> None:
        """End the match because a player gives up; with more than two players, too.

        Args:
            player: The seat (default: the player who decides now).
            winners: The seats that win (default: all others). A match for one is lost.

        Raises:
            MatchError: if the match is over.
            DefinitionError: if there is no such seat, or the number of players is unknown and `winners` is not
                given. A game without seats in its manifest is for two, unless other players had to decide.
        """
        self._check_going_on()
        who = self.current_player if player is None else player
        if winners is not None:
            self.end(Outcome(winners=winners, reason=RESIGNATION))
            return
        players = self._players()
        if who is None or players is None or who not in range(players):
            raise DefinitionError(f"{quoted(who)} cannot resign: give a seat from 0 up, or the winners as winners=(…)")
        self.end(Outcome.lost_by(who, players, RESIGNATION))

    def end(self, outcome: Outcome) -> None:
        """End the match for a reason that is not of the rules: time, agreement, a referee.

        Raises:
            MatchError: when the match is over.
            DefinitionError: when the outcome is none, its reason is no slug such as `time` or one of
                the rules, or its winners are not players in seat order.
        """
        self._check_going_on()
        self._manifest.check_ending(outcome, self.state)
        self._ending = outcome
        self._undone.clear()

    def _decision(self, action: Any) -> Any:
        """An action as it is, or the one that a text names, unless the game's actions are texts themselves."""
        if isinstance(action, str) and action not in self._game.legal_actions(self.state):
            return self._game.parse_action(action, self.state)
        return action

    def _players(self) -> int | None:
        """The number of players; None if unknown."""
        players = self._manifest.seats.count_in(self.state)
        if players is None and {self._game.current_player(state) for state in self._states} <= {0, 1, None}:
            return 2
        return players

    def _go_through(self, actions: tuple[ActionT, ...], outcome: Outcome | None, seed: int | None) -> None:
        """Bring a match that has just begun to where a record ends.

        Args:
            actions: The decisions, oldest first. Limits of the match do not end it on the way.
            outcome: How the record ends.
            seed: The seed that the start was made from, if it is known.

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
        if self.outcome is not None:
            raise MatchError(f"the match is over: {self.outcome}")

    def __reduce__(self) -> tuple[object, ...]:
        inside = {name: copy(value) for name, value in vars(self).items() if name not in ("_game", "_manifest")}
        return _match_again, (sendable(self._game), inside)

    def __repr__(self) -> str:
        return f"<Match after {len(self._actions)} decisions, {self.outcome or 'going on'}>"


def _match_again(game: object, inside: dict[str, object]) -> Match[Any, Any]:
    match: Match[Any, Any] = object.__new__(Match)  # pyright: ignore[reportUnknownVariableType]
    match._game = received(game)
    match._manifest = manifest_of(match._game)
    vars(match).update(inside)
    return match
