"""The review of a game: what each turn was worth, and what would have been better. For any game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from functools import cached_property
from itertools import pairwise
from math import fsum
from random import Random
from types import MappingProxyType
from typing import Any, Final, Generic, TypeVar, final

from cairn_rules.checks import checked, checked_class, items_of, seed_of
from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.frozen_classes import field, frozen
from cairn_rules.game import SEED_BITS, ActionT, Game, Outcome, StateT
from cairn_rules.history.cursor import Cursor
from cairn_rules.history.line import MOST_VARIATIONS, all_lines
from cairn_rules.history.page import framed
from cairn_rules.history.record import Record
from cairn_rules.manifest import have_secrets, is_legal, manifest_of, reveals_for, seat_name
from cairn_rules.players.analysis import analyse
from cairn_rules.players.analysis_results import AnalysedLine
from cairn_rules.players.player import Budget, MakesPlayer
from cairn_rules.simulation.playouts import in_tasks

T = TypeVar("T")
RecordStateT = TypeVar("RecordStateT")
RecordActionT = TypeVar("RecordActionT")

THRESHOLDS: Final[Mapping[str, float]] = MappingProxyType({"?!": 0.1, "?": 0.2, "??": 0.3})
"""The marks of a review, each with the least chance of winning that a turn with it loses."""
PARTS_PER_TASK: Final = 4
"""Number of turns that a worker process reviews at once."""


@final
@checked_class
@frozen(kw_only=True)
class ReviewedTurn(Generic[ActionT]):
    """A turn of a game, what it was worth, and what would have been better.

    A turn ends where another seat decides, or something hidden is revealed. What follows is a turn of its own.

    Example:
        >>> best = AnalysedLine(actions=("take-2", "take-1"), value=0.5, chances=(0.75, 0.25))
        >>> turn = ReviewedTurn(seat=0, turn=3, first=4, actions=("take-1",), best=best, after=(0.5, 0.5))
        >>> turn.loss, turn.mark
        (0.25, '?')
    """

    seat: int
    """The seat that decided."""
    turn: int
    """The number of the turn in the game, from 1."""
    first: int
    """The number of decisions before it."""
    actions: tuple[ActionT, ...]
    """The decisions."""
    best: AnalysedLine[ActionT]
    """The best line that was found for it."""
    after: tuple[float, ...]
    """The chance of winning for each seat after it. What it revealed does not count, since nobody could know it."""

    @property
    def before(self) -> tuple[float, ...]:
        """The chance of winning for each seat before it."""
        return self.best.chances

    @property
    def loss(self) -> float:
        """The chance of winning that the seat gave away, from 0 to 1; 0 if it played as the best line does."""
        if self.differs_at is None:
            return 0.0
        return max(0.0, self.before[self.seat] - self.after[self.seat])

    @property
    def mark(self) -> str:
        """`?!` from a loss of 0.1 on, `?` from 0.2, `??` from 0.3; empty for less."""
        return ["", *(mark for mark, least in THRESHOLDS.items() if self.loss >= least)][-1]

    @property
    def differs_at(self) -> int | None:
        """The number of decisions before the first one that is not that of the best line; None if there is none.

        As for `first`, decisions are counted from the start of the game.
        """
        expected = self.best.actions[: len(self.actions)]
        same = (one == other for one, other in zip(self.actions, expected, strict=False))
        return next((self.first + place for place, is_same in enumerate(same) if not is_same), None)


@final
@checked_class
@frozen(kw_only=True)
class SeatReview:
    """The sum of a review for one seat.

    Its turns are those of the game. One in which something was revealed has several `ReviewedTurn`s, and counts once.

    Example:
        >>> SeatReview(seat=0, turns=20, loss=0.021, marks={"?!": 2, "?": 0, "??": 1}).marks["??"]
        1
    """

    seat: int
    """The seat."""
    turns: int
    """Number of turns of the game in which it decided."""
    loss: float
    """The chance of winning that it gave away in a turn, on average; 0 if it had no turn."""
    marks: Mapping[str, int]
    """Number of marks `?!`, `?` and `??` that it got."""


def _turns(turns: Iterable[ReviewedTurn[Any]]) -> tuple[ReviewedTurn[Any], ...]:
    return items_of(turns, "the turns of a review")


@final
@checked_class
@frozen(kw_only=True, repr=False)
class Review(Generic[StateT, ActionT]):
    """The review of a record: its turns, their sum for each seat, and an annotated record.

    `dumps` and `loads` convert it to JSON and back. Like its record, it contains what is hidden from the players.

    Example:
        >>> from cairn_rules import Budget, Match, Record, cairn, review
        >>> match = Match(cairn, seed=7)
        >>> state = match.do(match.legal_actions[0])
        >>> reviewed = review(Record.of(match), budget=Budget(simulations=50), seed=1)
        >>> sum(seat.turns for seat in reviewed.seats), sorted(reviewed.record.values)
        (1, [0, 1])
    """

    original: Record[StateT, ActionT]
    """The record that was reviewed."""
    turns: tuple[ReviewedTurn[ActionT], ...] = field(converter=_turns)
    """All its turns, in order."""

    @cached_property
    def seats(self) -> tuple[SeatReview, ...]:
        """The sum for each seat."""
        return tuple(_sum_of(seat, self.turns) for seat in range(len(self.turns[0].after)))

    @cached_property
    def turning_point(self) -> ReviewedTurn[ActionT] | None:
        """The last turn before which the winner did not have the best chance.

        It can be the turn that ends the game, after which the winner still seems to be behind, since what a turn
        reveals does not count. None if the winner had the best chance from the start, if there is no winner or there
        are several, or if only some turns were reviewed.
        """
        outcome = self.original.outcome
        if outcome is None or len(outcome.winners) != 1 or not self.is_whole:
            return None
        (winner,) = outcome.winners
        behind = [turn for turn in self.turns if sum(one >= turn.before[winner] for one in turn.before) > 1]
        return behind[-1] if behind else None

    @cached_property
    def record(self) -> Record[StateT, ActionT]:
        """The record with marks, comments, values, and the better lines as variations, besides those that it had."""
        return _annotated(self)

    @property
    def is_whole(self) -> bool:
        """True if all turns were reviewed."""
        return sum(len(turn.actions) for turn in self.turns) == len(self.original.actions)

    def __repr__(self) -> str:
        return f"<Review of {manifest_of(self.original.game).name}: {len(self.turns)} turns>"

    def _repr_html_(self) -> str:
        """Return the page of the annotated record, for a notebook."""
        return framed(self.record)


def review(
    record: Record[RecordStateT, RecordActionT],
    *,
    turns: Iterable[int] | None = None,
    budget: Budget | None = None,
    player: MakesPlayer | None = None,
    seed: int | None = None,
    batch: bool | None = None,
    executor: Executor | None = None,
) -> Review[RecordStateT, RecordActionT]:
    """Review a game: analyse the state before each turn, and compare what was played with what was best.

    Each turn is judged by what its seat knew: states that it cannot tell apart are judged in the same way. The chances
    are those of `analyse`.

    Args:
        record: The record. Its variations are not reviewed. Together with one for each turn, there can be at most
            10 000.
        turns: The numbers of the turns to review, from 1 (default: all). Each gets the same review as among all; the
            sums of the seats are of these turns, and there is no turning point.
        budget: The limits of the analysis of one turn (default: those of the player for a decision).
        player: The player that analyses, as for `analyse`.
        seed: The same seed gives the same review if the budget is a number of simulations.
        batch: Whether to use the player's compiled search, as for `analyse`.
        executor: The executor that analyses, such as a `ProcessPoolExecutor` (default: this process). The record and
            the player are sent to it.

    Raises:
        DefinitionError: if `record` is not a record, has no decisions, has not one of the turns, has so many variations
            that there is no room for those of the review, or is one of a game whose seats do not compete; or if an
            argument is wrong, as for `analyse`.
        IllegalActionError: if a decision is not legal in its state.
        MissingExtraError: if the compiled search is asked for without Numba.

    Example:
        >>> from cairn_rules import Budget, Match, Record, cairn, review
        >>> start = "2s2/5/5/5/4f s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn,a2=mound,e4=haven alley,menhir - 2-2"
        >>> match = Match(cairn, cairn.parse_position(start))
        >>> for action in ("c5-c4", "e1-x", "=alley"):
        ...     state = match.do(action)
        >>> reviewed = review(Record.of(match), budget=Budget(simulations=100), seed=1)
        >>> [turn.mark for turn in reviewed.turns]
        ['??', '']
        >>> [cairn.format_action(action) for action in reviewed.turns[0].best.actions]
        ['c5-x', '=alley']
    """
    found = reviewed_turns(record, turns=turns, budget=budget, player=player, seed=seed, batch=batch, executor=executor)
    return Review(original=record, turns=found)


@checked
def reviewed_turns(
    record: Record[RecordStateT, RecordActionT],
    *,
    turns: Iterable[int] | None = None,
    budget: Budget | None = None,
    player: MakesPlayer | None = None,
    seed: int | None = None,
    batch: bool | None = None,
    executor: Executor | None = None,
) -> Iterator[ReviewedTurn[RecordActionT]]:
    """Yield the turns of a review one after the other, to show progress; see `review`.

    `Review(original=record, turns=...)` makes a review of all of them.

    Example:
        >>> from cairn_rules import Match, Record, cairn
        >>> match = Match(cairn, seed=7)
        >>> for _ in range(3):
        ...     state = match.do(match.legal_actions[0])
        >>> record = Record.of(match)
        >>> for turn in reviewed_turns(record, budget=Budget(simulations=50), seed=1):
        ...     print(f"{turn.first + len(turn.actions)} of {len(record.actions)} decisions")
        1 of 3 decisions
        2 of 3 decisions
        3 of 3 decisions
    """
    if not record.actions:
        raise DefinitionError("the record has no decisions, so there is nothing to review")
    count = len([*all_lines(record)]) - 1
    task = _Task(record, budget, player, Random(seed_of(seed)).getrandbits(SEED_BITS), batch)
    parts = task.parts
    chosen = _chosen(parts, turns)
    if count + len(chosen) > MOST_VARIATIONS:
        raise DefinitionError(
            f"the record has {count} variations, and a review adds up to {len(chosen)}, one for each turn; a record has"
            f" at most {MOST_VARIATIONS}. Delete some, or review attrs.evolve(record, variations={{}})"
        )
    ended = record.game.outcome(parts[-1].states[-1])
    analysed = sorted({*chosen, *(number + 1 for number in chosen)} & {*range(len(parts) + (ended is None))})
    judged = in_tasks(task.judge, analysed, 1 if executor is None else PARTS_PER_TASK, executor)
    return _compared(parts, chosen, zip(analysed, judged, strict=True), ended)


def _chosen(parts: tuple[_Part[Any, Any], ...], turns: Iterable[int] | None) -> Sequence[int]:
    """Return the numbers of the parts of some turns, or of all."""
    if turns is None:
        return range(len(parts))
    known = {part.turn for part in parts}
    wanted = {*turns} if isinstance(turns, Iterable) else {turns}
    if not wanted or not wanted <= known:
        missing = ", ".join(map(quoted, wanted - known)) or "none"
        raise DefinitionError(f"turns should be of the record, from {min(known)} to {max(known)}, not {missing}")
    return [number for number, part in enumerate(parts) if part.turn in wanted]


@final
@frozen
class _Part(Generic[StateT, ActionT]):
    """The decisions of a turn until another seat decides or something is revealed."""

    seat: int
    turn: int
    first: int
    actions: tuple[ActionT, ...]
    states: tuple[StateT, ...]
    """The states before them, and the one after them."""
    is_open: bool
    """True if the last decision revealed nothing to the seat, and the next seat sees what this one sees."""

    def reviewed(self, best: AnalysedLine[ActionT], after: tuple[float, ...]) -> ReviewedTurn[ActionT]:
        own = {"seat": self.seat, "turn": self.turn, "first": self.first}
        return ReviewedTurn(actions=self.actions, best=best, after=after, **own)


@final
@frozen
class _Judged(Generic[ActionT]):
    """The result of the analyses of a part."""

    best: AnalysedLine[ActionT]
    played: tuple[float, ...] | None = None
    """The chances of the last decision, as its seat saw them.

    None if those of the next state say more, because both seats see the same and the player searches to a depth. A tree
    is compared with itself only: another seat that decides has another tree.
    """


@final
@frozen
class _Task:
    """The settings that all analyses of a review share."""

    record: Record[Any, Any]
    budget: Budget | None
    player: MakesPlayer | None
    seed: int
    batch: bool | None

    def judge(self, numbers: Iterable[int]) -> list[_Judged[Any]]:
        """Analyse some parts, or the end of the game, which comes after the last part."""
        return [self._judged(number) for number in numbers]

    @cached_property
    def parts(self) -> tuple[_Part[Any, Any], ...]:
        """The parts of the record, found once in each process and task."""
        return parts_of(self.record)

    def _judged(self, number: int) -> _Judged[Any]:
        if number == len(self.parts):
            return _Judged(self._lines(self.parts[-1].states[-1], number)[0])
        part = self.parts[number]
        best = self._lines(part.states[0], number)[0]
        if part.is_open and best.visits is None:
            return _Judged(best)
        *_, state, _ = part.states
        lines = self._lines(state, number, len(self.record.game.legal_actions(state)))
        played = (line.chances for line in lines if line.actions[0] == part.actions[-1])
        return _Judged(best, next(played, None) or self._guessed(part, number, len(best.chances)))

    def _guessed(self, part: _Part[Any, Any], number: int, seats: int) -> tuple[float, ...]:
        """Return the chances after a part whose last decision was not analysed, in a state that looks the same."""
        game = self.record.game
        guess = game.sample_hidden(game.observe(part.states[-2], part.seat), Random(self.seed))
        after = game.apply(guess, part.actions[-1])
        ended = game.outcome(after)
        return self._lines(after, number)[0].chances if ended is None else _won(ended, seats)

    def _lines(self, state: Any, number: int, most: int = 1) -> tuple[AnalysedLine[Any], ...]:
        seed = Random(f"{self.seed} {number}").getrandbits(SEED_BITS)
        found: tuple[AnalysedLine[Any], ...] = ()
        how: dict[str, Any] = {"budget": self.budget, "seed": seed, "player": self.player, "batch": self.batch}
        for each in analyse(self.record.game, state, lines=most, **how):
            found = each.lines
        if not found:
            raise DefinitionError(f"{quoted(self.player)} found no line of play; an analysis has at least one")
        return found


def parts_of(record: Record[StateT, ActionT]) -> tuple[_Part[StateT, ActionT], ...]:
    """Return the turns of a record, divided where another seat decides or something is revealed."""
    game = record.game
    turns_complete = manifest_of(game).pace.turns_complete
    states = tuple(record.replay())
    deciding = [(turns_complete(state, count) + 1, _decider(game, state)) for count, state in enumerate(states[:-1])]
    shown = [
        reveals_for(game, before, action, after, viewer=seat)
        for (before, after), action, (_, seat) in zip(pairwise(states), record.actions, deciding, strict=True)
    ]
    begins = [
        place
        for place in range(len(deciding))
        if place == 0 or shown[place - 1] or deciding[place] != deciding[place - 1]
    ]
    return tuple(
        _Part(
            seat=deciding[first][1],
            turn=deciding[first][0],
            first=first,
            actions=record.actions[first:end],
            states=states[first : end + 1],
            is_open=not shown[end - 1]
            and not have_secrets(game, states[end], (deciding[first][1], game.current_player(states[end]))),
        )
        for first, end in pairwise((*begins, len(deciding)))
    )


def _decider(game: Game[StateT, Any, Any], state: StateT) -> int:
    seat = game.current_player(state)
    assert seat is not None, "a seat decides in every state of a record but the last one"
    return seat


def _compared(
    parts: tuple[_Part[Any, ActionT], ...],
    chosen: Iterable[int],
    judged: Iterator[tuple[int, _Judged[ActionT]]],
    ended: Outcome | None,
) -> Iterator[ReviewedTurn[ActionT]]:
    """Yield the chosen turns, each after the state behind it was analysed too."""
    known: dict[int, _Judged[ActionT]] = {}
    for number in chosen:
        while number + 1 not in known and (found := next(judged, None)):
            known[found[0]] = found[1]
        part, now, after = parts[number], known.pop(number), known.get(number + 1)
        if after is not None:
            chances = after.best.chances
        else:
            assert ended is not None, "the end of a game that goes on is analysed"
            chances = _won(ended, len(now.best.chances))
        yield part.reviewed(now.best, now.played or chances)


def _won(outcome: Outcome, seats: int) -> tuple[float, ...]:
    """Return the chances of the seats after the end of the game. A draw and a shared victory are divided."""
    winners = outcome.winners or range(seats)
    return tuple((seat in winners) / len(winners) for seat in range(seats))


def _sum_of(seat: int, turns: Iterable[ReviewedTurn[Any]]) -> SeatReview:
    own = [turn for turn in turns if turn.seat == seat]
    counted, number = Counter(turn.mark for turn in own), len({turn.turn for turn in own})
    return SeatReview(
        seat=seat,
        turns=number,
        loss=fsum(turn.loss for turn in own) / (number or 1),  # the same in every release of Python
        marks={mark: counted[mark] for mark in THRESHOLDS},
    )


def _annotated(of: Review[StateT, ActionT]) -> Record[StateT, ActionT]:
    record, point = of.original, of.turning_point
    names = manifest_of(record.game).seats.names_in(record.start)
    start = Cursor(record)
    places = (start, *start)
    for each in of.seats:
        _say(start, total_of(each, names))
    if point is not None:
        _say(start, turning_point_of(point, names))
    for turn in of.turns:
        places[turn.first].values = _rounded(turn.best.values)
        at = turn.differs_at
        if at is not None and (turn.mark or turn is point):
            place, played = places[at], places[at + 1]
            expected = turn.best.actions[at - turn.first :]
            better = [*_possible(record.game, place.state, expected, turn.seat)]
            if turn.mark:
                played.mark = played.mark or turn.mark
            _say(played, f"{sentence_of(turn, names)} Better: {record.game.format_action(expected[0])}")
            if better and better not in [[each.action for each in known] for known in place.variations]:
                place.add_variation(*better)
        if turn is point:
            assert record.outcome is not None, "only a game that was won has a turning point"
            leader = seat_name(names, record.outcome.winners[0])
            _say(places[turn.first + len(turn.actions)], f"The turning point: from here on, {leader} is ahead.")
    ended, last = record.game.outcome(places[-1].state), of.turns[-1]
    if last.first + len(last.actions) == len(record.actions):
        chances = last.after if ended is None else _won(ended, len(last.after))
        places[-1].values = _rounded(2 * chance - 1 for chance in chances)
    return start.record


def _possible(game: Game[StateT, ActionT, Any], state: StateT, line: Iterable[ActionT], seat: int) -> Iterator[ActionT]:
    """Yield the actions of a line, as long as they and what follows them do not depend on what the seat cannot know."""
    for action in line:
        if not is_legal(game, state, action) or have_secrets(game, state, (seat, game.current_player(state))):
            break
        after = game.apply(state, action)
        if reveals_for(game, state, action, after, viewer=seat):
            break
        yield action
        state = after


def _rounded(values: Iterable[float]) -> tuple[float, ...]:
    return tuple(round(value, 3) for value in values)


def _say(place: Cursor[Any, Any], sentence: str) -> None:
    """Add a sentence to a comment, unless it is there already."""
    if sentence not in place.comment.split("\n"):
        place.comment = f"{place.comment}\n{sentence}".lstrip("\n")


def sentence_of(turn: ReviewedTurn[Any], names: tuple[str, ...]) -> str:
    """Return what a turn gave away, or gained."""
    name = seat_name(names, turn.seat)
    if turn.best.wins_in is not None:
        return f"{name} could have won in {turn.best.wins_in} turn{'s' * (turn.best.wins_in > 1)}."
    before, after = (round(100 * chances[turn.seat]) for chances in (turn.before, turn.after))
    if before == after:
        return f"{name}'s chance of winning stays at {after} %."
    verb = "falls" if after < before else "rises"
    return f"{name}'s chance of winning {verb} from {before} % to {after} %."


def turning_point_of(point: ReviewedTurn[Any], names: tuple[str, ...]) -> str:
    """Return where the turning point is."""
    return f"The turning point is turn {point.turn}, of {seat_name(names, point.seat)}."


def total_of(seat: SeatReview, names: tuple[str, ...]) -> str:
    """Return the sum of a seat."""
    marks = ", ".join(f"{count} {mark}" for mark, count in seat.marks.items())
    turns = f"{seat.turns} turn{'s' * (seat.turns != 1)}"
    return f"{seat_name(names, seat.seat)}: {turns}, on average {100 * seat.loss:.1f} % lost; {marks}."
