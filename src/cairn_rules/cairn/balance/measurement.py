"""The measurement of single games: their course, the uses of one megalith, and endless chains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal, TypeAlias, final

from cairn_rules.argument_checks import checked
from cairn_rules.cairn.megaliths.power_rules import do_effect, next_decision, next_waiting, next_woken, was_seen, yields
from cairn_rules.cairn.megaliths.wards import permitted
from cairn_rules.cairn.rules.observation import observe
from cairn_rules.cairn.rules.rules import apply, current_player, legal_actions, outcome
from cairn_rules.cairn.state.actions import Action, Construct, Effect, Jump, Move, Transform
from cairn_rules.cairn.state.bitboards import spaces_in
from cairn_rules.cairn.state.board import TRIBES, VILLAGE, Space, Tribe
from cairn_rules.cairn.state.megalith_data import Megalith, When
from cairn_rules.cairn.state.pending import BuildMegalith, ChooseAction, Over, UsePower
from cairn_rules.cairn.state.pending_queue import NO_ACTION
from cairn_rules.cairn.state.state import State
from cairn_rules.errors import DefinitionError, PowerError, cut
from cairn_rules.frozen_classes import frozen
from cairn_rules.players.player import Budget, Player


def took_options(state: State) -> bool:
    """Return whether the loop guard (rule 6.7) removed options of the pending power.

    Options that a ward forbids do not count.

    Example:
        >>> from cairn_rules import cairn
        >>> state = cairn.parse_position("5/3s1/ff3/f1s2/sss2 s wdoe b2=menhir,c3=cromlech alley,deer - 0-0")
        >>> state = cairn.apply(state, cairn.parse_action("d4-c3", state))
        >>> took_options(state), silenced(state, cairn.parse_action("c3>b2", state))
        (False, True)
    """
    power = state.pending
    if not isinstance(power, UsePower):
        return False
    return len(_permitted(state, power)) > len(legal_actions(state))


def silenced(before: State, action: Action) -> bool:
    """Return whether an option of a power woke another power whose options the loop guard all removed.

    Only the option of a power can count.
    """
    power = before.pending
    if not isinstance(power, UsePower) or not isinstance(action, Effect) or next_decision(power, action) is not None:
        return False
    woken = next_woken(before, do_effect(before, action))
    while woken is not None and not isinstance(woken.pending, BuildMegalith):
        assert isinstance(woken.pending, UsePower), "only builds and powers wait within a turn"
        if not was_seen(woken) and legal_actions(woken):
            return False
        if _permitted(woken, woken.pending):
            return True
        woken = next_waiting(woken)
    return False


def _permitted(state: State, power: UsePower) -> tuple[Effect, ...]:
    """Return the options of a power that no ward forbids, including those that repeat a position."""
    return permitted(state, yields(state), power.owner)


Cause: TypeAlias = Literal["exit", "transformation", "power"]
"""The cause of a point: a shaman's exit, a transformation, or a power that grants a build."""
CAUSES: Final[tuple[Cause, ...]] = ("exit", "transformation", "power")
"""All causes of points, in the order of reports."""
Ending: TypeAlias = Literal["exit", "transformation", "power", "stuck", "undecided", "broken"]
"""The end of a game.

A `Cause` is that of the last point. `stuck`: a player could not act. `undecided`: the game was stopped.
`broken`: a megalith misbehaved.
"""
ENDINGS: Final[tuple[Ending, ...]] = (*CAUSES, "stuck", "undecided", "broken")
"""All endings, in the order of reports."""
_LONGEST: Final = 300


@final
@frozen(kw_only=True)
class Point:
    """A point of a game: a tribe built a megalith."""

    tribe: int
    """Seat of the builder."""
    cause: Cause
    """The cause of the build."""
    megalith: Megalith
    """The megalith that was built."""
    display: tuple[Megalith, ...]
    """The megaliths on display before the build, `megalith` among them."""
    turn: int
    """Number of turns of the game completed before."""


@final
@frozen(kw_only=True)
class Measured:
    """The measurements of one game. *It* is the observed megalith."""

    number: int
    """Number of the game."""
    first: int
    """Seat of the first player."""
    winner: int | None
    """Seat of the winner; None if the game had no winner."""
    ending: Ending
    """The end of the game."""
    turns: int
    """Number of completed turns."""
    decisions: int
    """Number of decisions."""
    options: int
    """Number of legal actions, summed over all decisions."""
    turn_options: int
    """Number of legal actions at the start of a turn, summed over all turns."""
    started: int
    """Number of started turns."""
    points: tuple[Point, ...]
    """The points, in order, excluding those that the game started with."""
    on_display: bool
    """True if it was upcoming at the start, so that it could be built."""
    builder: int | None
    """Seat of its first builder; None if it was not built."""
    built_last: bool
    """True if its construction ended the game."""
    walked: tuple[int, int]
    """Uses of its power by each tribe, after the tribe's own decision brought the shaman there."""
    pushed: tuple[int, int]
    """Uses of its power by each tribe, after the enemy's decision brought the shaman there."""
    arrivals: int
    """Number of arrivals of shamans on it."""
    idle: int
    """Number of these arrivals that did not wake it."""
    cuts: int
    """Number of decisions in which the loop guard removed an option or silenced a power (rule 6.7)."""
    longest: int
    """Maximum number of powers used in one turn."""
    fault: str | None
    """The error of a misbehaving megalith that aborted the game; None if there was none."""


@checked
def measure(
    state: State,
    players: Sequence[Player[Any, Any]],
    *,
    watched: Megalith | None = None,
    budget: Budget | None = None,
    max_turns: int | None = None,
    number: int = 0,
) -> Measured:
    """Play a game to its end and return its measurements.

    Args:
        state: The initial state.
        players: The players of Sea and Forest.
        watched: The megalith to observe, if any.
        budget: The budget for each decision; None for each player's default.
        max_turns: Maximum number of turns, after which the game is stopped; None for no limit.
        number: The number of the game, for the result.

    Example:
        >>> from cairn_rules import cairn
        >>> from cairn_rules.players import GreedyPlayer
        >>> state = cairn.parse_position("2s2/5/5/5/4f s wooe a1=mound,b3=pillars,c3=deer,d3=dawn alley - 2-0")
        >>> seen = measure(state, [GreedyPlayer(cairn, seed=1), GreedyPlayer(cairn, seed=2)])
        >>> seen.winner, seen.ending, seen.turns, seen.decisions
        (0, 'exit', 1, 2)
        >>> [(point.tribe, point.cause, point.megalith.name) for point in seen.points]
        [(0, 'exit', 'Alley of Dusk')]
    """
    if len(players) != len(TRIBES):
        raise DefinitionError(f"players should be those of Sea and Forest, not {len(players)} of them")
    notes, fault = _Notes(state, watched), None
    try:
        while (decider := current_player(state)) is not None:
            if max_turns is not None and state.turn - notes.begun >= max_turns:
                break
            action = players[decider].choose(observe(state, decider), budget)
            after = apply(state, action)
            notes.decided(state, action, after, decider)
            state = after
    except PowerError as error:
        fault = cut(str(error), _LONGEST)
    return notes.result(state, number, fault)


@final
class _Notes:
    """Counters that are updated after each decision of a game."""

    def __init__(self, state: State, watched: Megalith | None) -> None:
        self.watched = watched
        self.first, self.begun = int(state.active), state.turn
        self.points: list[Point] = []
        self.on_display = watched in state.upcoming
        self.decisions = self.options = self.turn_options = self.started = 0
        self.builder: int | None = None
        self.built_last = False
        self.walked, self.pushed = [0, 0], [0, 0]
        self.arrivals = self.answered = self.cuts = self.longest = 0
        self.cause: Cause = "power"
        """The cause of the last build."""
        self._left: Space | None = None
        """The space from which a shaman exited by an action of this turn."""
        self._hands: dict[Space, Tribe] = {}
        """The decider of the last change on each space in this turn."""
        self._unanswered = False
        """True if a shaman arrived on it in this turn and it has not woken yet."""
        self._layout: object = None
        self._bit = 0
        """Its space as a bitboard; 0 if it is not on the board."""

    def decided(self, before: State, action: Action, after: State, decider: Tribe) -> None:
        """Count a decision."""
        legal = len(legal_actions(before))
        self.decisions += 1
        self.options += legal
        if isinstance(before.pending, ChooseAction):
            self.turn_options += legal
            self.started += 1
        if isinstance(action, Construct):
            self._note_point(before, action.megalith, after, decider)
        self.cuts += took_options(before) or silenced(before, action)
        self._note_cause(action, after)
        self._note_steps(before, after, decider)
        self._note_use(after, decider)
        if after.turn != before.turn:
            self._hands.clear()
            self._left, self._unanswered = None, False

    def _note_point(self, before: State, built: Megalith, after: State, builder: Tribe) -> None:
        """Record a build."""
        turn, tribe = before.turn - self.begun, int(builder)
        self.points.append(Point(tribe=tribe, cause=self.cause, megalith=built, display=before.upcoming, turn=turn))
        if built == self.watched and self.builder is None:
            self.builder = tribe
            self.built_last = isinstance(after.pending, Over)

    def _note_cause(self, action: Action, after: State) -> None:
        """Record the cause of a build that is now pending."""
        if isinstance(action, Move | Jump) and action.to is VILLAGE:
            self._left = action.origin
        if isinstance(after.pending, BuildMegalith):
            if isinstance(action, Transform):
                self.cause = "transformation"
            else:
                self.cause = "exit" if after.pending.space == self._left else "power"

    def _note_steps(self, before: State, after: State, decider: Tribe) -> None:
        """Record the decider of each change on the board, and count arrivals."""
        if after._layout is not self._layout:
            self._layout = after._layout
            spaces = [space for space, megalith in after.megaliths.items() if megalith == self.watched]
            self._bit = 1 << spaces[0] if spaces else 0
        for tribe in TRIBES:
            old, new = before.bits_of(tribe), after.bits_of(tribe)
            for space in spaces_in(old ^ new):
                self._hands[space] = decider
            if new & ~old & self._bit:
                self.arrivals += 1
                self._unanswered = True

    def _note_use(self, after: State, decider: Tribe) -> None:
        """Count the pending power, by the decider who brought the shaman there."""
        power = after.pending
        if not isinstance(power, UsePower) or power.chosen:
            return
        self.longest = max(self.longest, len(after.seen) + 1)
        if power.megalith != self.watched or power.borrowed:
            return
        self.answered += self._unanswered
        self._unanswered = False
        by_itself = power.megalith.wakes is When.BEFORE_TURN or self._hands.get(power.space, decider) == power.owner
        (self.walked if by_itself else self.pushed)[power.owner] += 1

    def result(self, last: State, number: int, fault: str | None) -> Measured:
        """Return the measurements of the finished game."""
        end = outcome(last)
        ending: Ending = self.cause
        if fault is not None:
            ending = "broken"
        elif end is None:
            ending = "undecided"
        elif end.reason == NO_ACTION:
            ending = "stuck"
        return Measured(
            number=number,
            first=self.first,
            winner=None if end is None else end.winners[0],
            ending=ending,
            turns=last.turn - self.begun,
            decisions=self.decisions,
            options=self.options,
            turn_options=self.turn_options,
            started=self.started,
            points=tuple(self.points),
            on_display=self.on_display,
            builder=self.builder,
            built_last=self.built_last,
            walked=(self.walked[0], self.walked[1]),
            pushed=(self.pushed[0], self.pushed[1]),
            arrivals=self.arrivals,
            idle=self.arrivals - self.answered,
            cuts=self.cuts,
            longest=self.longest,
            fault=fault,
        )
