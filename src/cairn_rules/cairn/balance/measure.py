"""Where the loop guard took something away: chains that would not have ended (rule 6.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal, TypeAlias, final

from attrs import frozen

from cairn_rules.cairn.actions import Action, Construct, Effect, Jump, Move, Transform
from cairn_rules.cairn.bitboards import spaces_in
from cairn_rules.cairn.board import TRIBES, VILLAGE, Space, Tribe
from cairn_rules.cairn.decisions import NO_ACTION
from cairn_rules.cairn.megalith_data import Megalith, When
from cairn_rules.cairn.observation import observe
from cairn_rules.cairn.pending import BuildMegalith, ChooseAction, Over, UsePower
from cairn_rules.cairn.powers import do_effect, next_decision, next_waiting, next_woken, permitted, was_seen, yields
from cairn_rules.cairn.rules import apply, current_player, legal_actions, outcome
from cairn_rules.cairn.state import State
from cairn_rules.errors import PowerError, cut
from cairn_rules.players.player import Budget, Player


def took_options(state: State) -> bool:
    """Whether the power that is used offers less than it yields, and not because a ward forbids it.

    Example:
        >>> import cairn_rules as cairn
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
    """Whether an option of a power led to a further power that the guard then left without any use.

    Args:
        before: A state.
        action: What was chosen there; only an option of a power can lead back into its own turn.
    """
    power = before.pending
    if not isinstance(power, UsePower) or not isinstance(action, Effect) or next_decision(power, action) is not None:
        return False
    woken = next_woken(before, do_effect(before, action))
    while woken is not None and not isinstance(woken.pending, BuildMegalith):
        assert isinstance(woken.pending, UsePower), "nothing else waits"
        if not was_seen(woken) and legal_actions(woken):
            return False
        if _permitted(woken, woken.pending):
            return True
        woken = next_waiting(woken)
    return False


def _permitted(state: State, power: UsePower) -> tuple[Effect, ...]:
    """What a power yields and no ward forbids."""
    return permitted(state, yields(state), power.owner)


Ending: TypeAlias = Literal["exit", "transformation", "power", "stuck", "undecided", "broken"]
"""What the last point was for; or that somebody could not act, the game was stopped, or a megalith misbehaved."""
ENDINGS: Final[tuple[Ending, ...]] = ("exit", "transformation", "power", "stuck", "undecided", "broken")
"""All of them."""
_LONGEST: Final = 300


@final
@frozen(kw_only=True)
class Measured:
    """What happened in a game, in numbers. *It* is the megalith that was watched."""

    number: int
    """Which of the games it is."""
    first: int
    """The tribe that began."""
    winner: int | None
    """The tribe that won; None when nobody did."""
    ending: Ending
    """How it ended."""
    turns: int
    """How many turns were completed."""
    decisions: int
    """How many decisions were made."""
    options: int
    """How many legal actions there were, over all decisions."""
    turn_options: int
    """How many there were at the starts of turns, over all turns."""
    started: int
    """How many turns were begun."""
    on_display: bool
    """Whether it was upcoming at the start, so that it could be built."""
    builder: int | None
    """The tribe that built it first; None when it was not built."""
    built_last: bool
    """Whether that ended the game."""
    walked: tuple[int, int]
    """How often each tribe used its power with a shaman that it brought there by its own decision."""
    pushed: tuple[int, int]
    """How often each tribe used its power with a shaman that the other tribe's decision brought there."""
    arrivals: int
    """How often a shaman was put on it."""
    idle: int
    """How many of these arrivals woke nothing."""
    cuts: int
    """How many decisions the loop guard took an option from, or a power all of its uses (rule 6.7)."""
    longest: int
    """The most powers that were used in one turn."""
    fault: str | None
    """What a megalith did wrong, which stopped the game; None when none did."""


def measure(
    state: State,
    players: Sequence[Player[Any, Any]],
    *,
    watched: Megalith | None = None,
    budget: Budget | None = None,
    max_turns: int | None = None,
    number: int = 0,
) -> Measured:
    """Let two players play a game to its end, and tell what happened.

    Args:
        state: Where it starts.
        players: Who decides for Sea, and who for Forest.
        watched: The megalith to watch.
        budget: What a player may spend on a decision; None for as much as suits each.
        max_turns: The game is stopped when so many turns are complete; None for never.
        number: Which of the games it is.

    Example:
        >>> import cairn_rules as cairn
        >>> from cairn_rules.players import GreedyPlayer
        >>> state = cairn.parse_position("2s2/5/5/5/4f s wooe a1=mound,b3=pillars,c3=deer,d3=dawn alley - 2-0")
        >>> seen = measure(state, [GreedyPlayer(cairn, seed=1), GreedyPlayer(cairn, seed=2)])
        >>> seen.winner, seen.ending, seen.turns, seen.decisions
        (0, 'exit', 1, 2)
    """
    notes, begun, fault = _Notes(state, watched), state.turn, None
    try:
        while (decider := current_player(state)) is not None:
            if max_turns is not None and state.turn - begun >= max_turns:
                break
            action = players[decider].choose(observe(state, decider), budget)
            after = apply(state, action)
            notes.decided(state, action, after, decider)
            state = after
    except PowerError as error:
        fault = cut(str(error), _LONGEST)
    return notes.told(state, state.turn - begun, number, fault)


@final
class _Notes:
    """What is noted while a game goes on."""

    def __init__(self, state: State, watched: Megalith | None) -> None:
        self.watched = watched
        self.first = int(state.active)
        self.on_display = watched in state.upcoming
        self.decisions = self.options = self.turn_options = self.started = 0
        self.builder: int | None = None
        self.built_last = False
        self.walked, self.pushed = [0, 0], [0, 0]
        self.arrivals = self.answered = self.cuts = self.longest = 0
        self.point: Ending = "power"
        """What the last build was for."""
        self._left: Space | None = None
        """The space from which a shaman left in this turn by an action."""
        self._hands: dict[Space, Tribe] = {}
        """Whose decision brought a shaman to, or away from, each space in this turn."""
        self._unanswered = False
        """Whether somebody arrived in this turn, and it has not woken yet."""
        self._layout: object = None
        self._bit = 0
        """The space on which it lies, as a bitboard; nothing when it does not lie on the field."""

    def decided(self, before: State, action: Action, after: State, decider: Tribe) -> None:
        """Note a decision."""
        legal = len(legal_actions(before))
        self.decisions += 1
        self.options += legal
        if isinstance(before.pending, ChooseAction):
            self.turn_options += legal
            self.started += 1
        if isinstance(action, Construct) and action.megalith == self.watched and self.builder is None:
            self.builder = int(decider)
            self.built_last = isinstance(after.pending, Over)
        self.cuts += took_options(before) or silenced(before, action)
        self._note_cause(action, after)
        self._note_steps(before, after, decider)
        self._note_use(after, decider)
        if after.turn != before.turn:
            self._hands.clear()
            self._left, self._unanswered = None, False

    def _note_cause(self, action: Action, after: State) -> None:
        """What a build that is asked now is for."""
        if isinstance(action, Move | Jump) and action.to is VILLAGE:
            self._left = action.origin
        if isinstance(after.pending, BuildMegalith):
            if isinstance(action, Transform):
                self.point = "transformation"
            else:
                self.point = "exit" if after.pending.space == self._left else "power"

    def _note_steps(self, before: State, after: State, decider: Tribe) -> None:
        """Whose decision it was that shamans came and went."""
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
        """Which power is used now, and who brought the shaman there that woke it."""
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

    def told(self, last: State, turns: int, number: int, fault: str | None) -> Measured:
        """All of it, when the game is over."""
        result = outcome(last)
        ending: Ending = self.point
        if fault is not None:
            ending = "broken"
        elif result is None:
            ending = "undecided"
        elif result.reason == NO_ACTION:
            ending = "stuck"
        return Measured(
            number=number,
            first=self.first,
            winner=None if result is None else result.winners[0],
            ending=ending,
            turns=turns,
            decisions=self.decisions,
            options=self.options,
            turn_options=self.turn_options,
            started=self.started,
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
