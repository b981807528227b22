"""A game in progress, with undo and redo, draws and resignation. For any game."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from copy import copy
from importlib import import_module
from random import SystemRandom
from typing import TYPE_CHECKING, Any, Final, Generic, cast, final

from cairn_rules.checks import check_least, checked, plain_number
from cairn_rules.codec.json_text import DEEPEST
from cairn_rules.errors import DefinitionError, MatchError, quoted
from cairn_rules.frozen_classes import frozen
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
from cairn_rules.history.line import Line, read_only
from cairn_rules.manifest import decides, manifest_of

if TYPE_CHECKING:
    from cairn_rules.history.match_log import LogEntry

_SEEDS: Final = 10**4000
"""The limit of a seed's absolute value, so that Python can convert it to text."""


@final
@frozen(kw_only=True, eq=False)
class Course(Generic[StateT, ActionT]):
    """A line of play of a match, with its undone steps."""

    states: tuple[StateT, ...]
    """All states, from the start: one more than there are decisions."""
    actions: tuple[ActionT, ...]
    """All decisions, oldest first."""
    ending: Outcome | None
    """The ending outside the rules, which is the last step; None if there is none."""
    variations: Mapping[int, tuple[Line[ActionT], ...]]
    """The variations, each by the number of decisions before it."""
    undone: int = 0
    """Number of undone steps at the end: decisions, and the ending."""
    left: tuple[tuple[int, Course[StateT, ActionT]], ...] = ()
    """The lines that the match left for this variation, the main line first; each with the number of decisions before
    the next one."""


@final
class Match(Generic[StateT, ActionT]):
    """A game in progress, which changes with each decision.

    A match keeps every state, so that decisions can be undone, and can end for reasons outside the
    rules: repetition, a limit of turns, resignation. It can leave its line of play to try a variation, and come back.
    A method that raises leaves the match unchanged.

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
        >>> from cairn_rules import cairn
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
            draw_at_repetition = check_least("draw_at_repetition", draw_at_repetition, 2)
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
        self._variations: dict[int, tuple[Line[ActionT], ...]] = {}
        self._left: tuple[tuple[int, Course[StateT, ActionT]], ...] = ()
        self._logs: dict[int | None, list[tuple[ActionT, StateT, LogEntry]]] = {}
        self._states.append(game.new_game(seed=seed) if start is None else start)

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

    def log(self, viewer: int | None = None) -> tuple[LogEntry, ...]:
        """Return what happened so far, as a seat or a spectator may know it: an entry for each decision, oldest first.

        Entries are kept, so that asking again after one more decision makes one entry. Decisions that were undone are
        left out. For None, it is the log of a spectator.

        Raises:
            DefinitionError: if the seat does not exist.

        Example:
            >>> from cairn_rules import cairn
            >>> match = Match(cairn, cairn.new_game(seed=7, first=cairn.Tribe.SEA, faces="wooe"))
            >>> state = match.do("c1-c2")
            >>> print(*match.log(), sep="; ")
            Sea moves c1-c2. The Move tile shows diagonal now. Turn 1 is complete, Forest is active
        """
        from cairn_rules.history.match_log import log_entry  # noqa: PLC0415 - not needed to play

        self._game.observe(self.state, viewer)  # refuses a seat that does not exist
        made = self._logs.setdefault(viewer, [])
        for place, (action, after) in enumerate(zip(self._actions, self._states[1:], strict=True)):
            if place < len(made) and made[place][0] is action and made[place][1] is after:
                continue
            del made[place:]  # other decisions were undone
            entry = log_entry(self._game, self._states[place], action, after, viewer)
            made.append((action, after, entry))
        del made[len(self._actions) :]
        return tuple(entry for _, _, entry in made)

    @property
    def variations(self) -> Mapping[int, tuple[Line[ActionT], ...]]:
        """The variations of the current line, each by the number of decisions before it, as in a `Record`."""
        return read_only({place: lines for place, lines in self._variations.items() if place <= len(self._actions)})

    @property
    def in_variation(self) -> bool:
        """True while the match follows a variation: after `start_variation`, until `end_variation`."""
        return bool(self._left)

    @property
    def legal_actions(self) -> tuple[ActionT, ...]:
        """The legal actions in the current state; empty if the match is over."""
        return () if self.outcome is not None else self._game.legal_actions(self.state)

    @property
    def current_player(self) -> int | None:
        """The seat that decides now; None if the match is over."""
        return None if self.outcome is not None else self._game.current_player(self.state)

    @property
    def decides(self) -> int:
        """The seat that decides now, for programs that ask it for an action.

        Raises:
            DefinitionError: if the match is over, so that nobody decides.
        """
        if self.outcome is not None:
            raise DefinitionError(f"the match is over, so that nobody decides: {self.outcome}")
        return decides(self._game, self.state)

    @property
    def turns(self) -> int:
        """Number of turns completed in this match, or of decisions if the game does not count turns."""
        return self._turn_at(-1) - self._turn_at(-len(self._states))

    @property
    def repetitions(self) -> int:
        """Number of times that the current position has occurred, including now; 0 if repetitions of it do not count.

        The game decides which positions are the same, and in which states they count: in Cairn, between turns
        (rule 9.3).
        """
        self._keys += map(self._manifest.pace.key_of, self._states[len(self._keys) :])
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
        """True if there is a step to undo: in a variation, one of its own."""
        return len(self._actions) > self._first or self._ending is not None

    @property
    def _first(self) -> int:
        """The number of decisions before the variation that the match follows; 0 if it follows none."""
        return self._left[-1][0] if self._left else 0

    @property
    def can_redo(self) -> bool:
        """True if there is an undone step to redo."""
        return bool(self._undone)

    def do(self, action: ActionT | str) -> StateT:
        """Make a decision, and return the state after it. Steps undone before can no longer be redone.

        Args:
            action: The action, or its text.

        Raises:
            MatchError: if the match is over.
            NotationError: if the text does not name an action.
            IllegalActionError: if the action is not legal.
        """
        self._check_going_on()
        decision = read_action(self._game, self.state, action)
        after = self._game.apply(self.state, decision)
        self._drop_undone()
        self._states.append(after)
        self._actions.append(decision)
        return after

    def undo(self) -> StateT:
        """Undo the last decision, or an ending outside the rules such as a resignation. Return the new current state.

        Raises:
            MatchError: if there is nothing to undo.
        """
        if self._ending is not None:
            self._undone.append(self._ending)
            self._ending = None
        elif self.can_undo:
            self._undone.append((self._actions.pop(), self._states.pop()))
            del self._keys[len(self._states) :]
        else:
            start = "variation; end_variation returns to the line that it leaves" if self._left else "match"
            raise MatchError(f"nothing to undo: this is the start of the {start}")
        return self.state

    def undo_turn(self) -> StateT:
        """Undo the decisions of the current turn, or of the whole previous turn if the current one has none.

        An ending outside the rules belongs to the turn in which it happened. The result is the state at the start of
        that turn.

        Raises:
            MatchError: if there is nothing to undo.
        """
        self.undo()
        while self.can_undo and self._turn_at(-1) == self._turn_at(-2):
            self.undo()
        return self.state

    @checked
    def undo_to(self, player: int) -> StateT:
        """Undo the last decision of a player, and every step after it. Return the state in which that player decides.

        Args:
            player: The seat.

        Raises:
            MatchError: if that player has not decided anything yet.
        """
        player = plain_number(player)
        ended = self._ending is not None
        earlier = self._states[self._first : None if ended else -1]
        if not any(self._game.current_player(state) == player for state in earlier):
            raise MatchError(f"nothing to undo: player {quoted(player)} has not decided anything yet")
        self.undo()
        while self._game.current_player(self.state) != player:
            self.undo()
        return self.state

    def _turn_at(self, place: int) -> int:
        """Return the number of complete turns in a state.

        `place` is the index of the state from the end; -1 is the current state.
        """
        return self._manifest.pace.turns_complete(self._states[place], len(self._states) + place)

    def redo(self) -> StateT:
        """Redo the step that was undone last, and return the new current state.

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
            self._states.append(state)
            self._actions.append(action)
        return self.state

    @checked
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
            DefinitionError: if the outcome is not an `Outcome`, its winners are not seats in order, or its reason is
                not a slug such as `time`, belongs to the rules or resembles one that does, or is a repetition that
                has not occurred.
        """
        self._check_going_on()
        self._manifest.check_ending(outcome, self._states)
        self._drop_undone()
        self._ending = outcome

    @checked
    def start_variation(self, after: int | None = None) -> StateT:
        """Leave the line of play to try other decisions. `end_variation` comes back and keeps them as a variation.

        Decisions, undo and redo then belong to the variation, which can have variations itself. The result is the state
        in which the variation begins.

        Args:
            after: The number of decisions before the variation (default: all that were made). An ending outside the
                rules, such as a resignation, does not count.

        Raises:
            MatchError: if fewer decisions were made, or variations are already nested 64 deep.

        Example:
            >>> from cairn_rules import cairn
            >>> match = Match(cairn, cairn.parse_position("2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0"))
            >>> state = match.do("c5-x")
            >>> state = match.start_variation(after=0)
            >>> state = match.do("c5-c4")
            >>> state = match.end_variation()
            >>> [cairn.format_action(action) for action in match.history]
            ['c5-x']
            >>> match.variations[0]
            (<Line: 1 decisions>,)
        """
        place = len(self._actions) if after is None else plain_number(after)
        if place not in range(self._first, len(self._actions) + 1):
            most = len(self._actions)
            raise MatchError(
                f"a variation can begin after {self._first} to {most} decisions here, not after {quoted(after)}"
            )
        if len(self._left) == DEEPEST:
            raise MatchError(f"variations can be nested at most {DEEPEST} deep")
        self._left = (*self._left, (place, self._course()))
        for made, kept in ((self._states, place + 1), (self._keys, place + 1), (self._actions, place)):
            del made[kept:]
        self._ending = None
        self._undone.clear()
        self._variations.clear()
        return self.state

    def end_variation(self) -> StateT:
        """Come back to the line that `start_variation` left, and keep the decisions made since as a variation of it.

        Undone steps of the variation, and its ending outside the rules, are not kept. A variation that the line has
        already is not added again. The result is the state in which the line was left. What could be undone and redone
        there can be again.

        Raises:
            MatchError: if the match follows no variation.
        """
        if not self._left:
            raise MatchError("no variation to end: start_variation begins one")
        place, course = self._left[-1]
        tried = self._actions[place:]
        inner = {each - place: lines for each, lines in self.variations.items()}
        self._follow(course, self._seed)
        if tried:
            lines = (*self._variations.get(place, ()), Line(actions=tried, variations=inner))
            self._variations[place] = tuple(dict.fromkeys(lines))
        return self.state

    def _drop_undone(self) -> None:
        """Drop the undone steps, and the variations that begin after one of them."""
        self._variations = dict(self.variations)
        self._undone.clear()

    def _players(self) -> int | None:
        players = self._manifest.seats.count_in(self.state)
        if players is None and {self._game.current_player(state) for state in self._states} <= {0, 1, None}:
            return 2
        return players

    def _course(self) -> Course[StateT, ActionT]:
        undone = self._undone[::-1]
        decided = [step for step in undone if not isinstance(step, Outcome)]
        return Course(
            states=(*self._states, *(state for _, state in decided)),
            actions=(*self._actions, *(action for action, _ in decided)),
            ending=next((step for step in (self._ending, *undone) if isinstance(step, Outcome)), None),
            variations=dict(self._variations),
            undone=len(undone),
            left=self._left,
        )

    def _follow(self, course: Course[StateT, ActionT], seed: int | None) -> None:
        """Follow a line of play from a seed, of which no more is undone than the match could undo."""
        self._seed = seed
        self._left = course.left
        self._states, self._keys, self._undone = [*course.states], [], []
        self._actions = list(course.actions)
        self._ending = course.ending
        self._variations = dict(course.variations)
        for _ in range(course.undone):
            self.undo()

    def _check_going_on(self) -> None:
        outcome = self.outcome
        if outcome is not None:
            raise MatchError(f"the match is over ({outcome.reason})")

    def __reduce__(self) -> tuple[object, ...]:
        inside = {
            name: copy(value) for name, value in vars(self).items() if name not in ("_game", "_manifest", "_logs")
        }
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


def read_action(game: Game[StateT, ActionT, Any], state: StateT, action: Any) -> ActionT:
    """Return an action, parsed first if it is text. A game's actions may be texts themselves.

    Raises:
        NotationError: if the text does not name an action.
    """
    if isinstance(action, str) and action not in game.legal_actions(state):
        return game.parse_action(action, state)
    return cast("ActionT", action)


def _match_again(game: object, inside: dict[str, object]) -> Match[Any, Any]:
    match: Match[Any, Any] = object.__new__(Match)  # pyright: ignore[reportUnknownVariableType]
    match._game = received(game)
    match._manifest = manifest_of(match._game)
    match._logs = {}
    vars(match).update(inside)
    return match
