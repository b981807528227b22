"""Exact forecasts: every state at the start of a watch that a journey can reach, and the probability of each day.

A watch is followed step by step: a part of it, or a decision. A step is resolved once for all states with the same
values in the fields that it reads. A state does not depend on the number of its day, so equal days are resolved once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Sized
from fractions import Fraction
from functools import partial
from math import lcm
from operator import itemgetter
from typing import Any, Final, NamedTuple, TypeAlias, cast, final

from cairn_rules.cairn_rpg.characters.character import replaced, with_conditions
from cairn_rules.cairn_rpg.characters.effects import Eats
from cairn_rules.cairn_rpg.estimates.estimate import Number, TooManyStatesError
from cairn_rules.cairn_rpg.estimates.improve import WorkBudget
from cairn_rules.cairn_rpg.forecast.policies import Policy, decide
from cairn_rules.cairn_rpg.forecast.reader import changed, reader
from cairn_rules.cairn_rpg.forecast.result import Result, peak, result_of
from cairn_rules.cairn_rpg.wilderness.actions import Action
from cairn_rules.cairn_rpg.wilderness.state import MOST_DAYS, State
from cairn_rules.cairn_rpg.wilderness.watch import Watch, goes_on
from cairn_rules.chance import Dice, branches
from cairn_rules.frozen_classes import fields, frozen
from cairn_rules.steps import Steps

NEGLIGIBLE: Final = 1e-12
"""A probability below which a state is not followed."""
_PROGRESS: Final = 20
"""Number of states between two reports of progress."""
_FIELDS: Final = {name: place for place, name in enumerate(each.name for each in fields(State))}
_PARTY: Final = _FIELDS["party"]
_PHASE: Final = _FIELDS["phase"]
_DELAYS: Final = frozenset({"progress", "delay", "weather_delay"})

_Row: TypeAlias = tuple[int, ...]
"""A state as the numbers of its fields' values."""
_Node: TypeAlias = tuple[int, int]
"""The place of a state, with the most Fatigue so far, which does not affect the rest of the journey."""
_Edges: TypeAlias = "dict[tuple[int, bool, int], Number]"
"""The probabilities of the next states: the place of each, True if a day passes, and the most Fatigue until then."""


@final
@frozen
class Solved:
    """The exact result of a journey."""

    results: dict[Result, Number]
    """The probability of each result. Up to a millionth, the probabilities add up to 1."""
    states: int
    """Number of states at the start of a watch or at the end."""


class _Step(NamedTuple):
    """A state after a part of a watch or an action, by its differences from the state before."""

    changes: tuple[tuple[int, int], ...]
    """Each field that was set, with the number of its value."""
    asks: bool
    """True if a question is open."""
    over: bool
    """True if the watch or the journey is over."""
    passes: bool
    """True if a day passes."""


_Steps: TypeAlias = "dict[_Step, Number]"
_Known: TypeAlias = tuple[Callable[[_Row], object], dict[object, _Steps]]
"""A function that returns the values of some fields of a row, and the steps from rows by these values."""


@final
class Solver:
    """The states at the start of a watch or at the end that were found so far, and the successors of each."""

    def __init__(
        self, journey: State, policy: Policy, table: Policy, budget: WorkBudget, *, most: int, fractions: bool = False
    ) -> None:
        self.policy = policy
        self.table = table
        self.most = most
        self.number: Callable[[Fraction], Number] = Fraction if fractions else float
        self.zero: Number = self.number(Fraction(0))
        self.one: Number = self.number(Fraction(1))
        self.rows: list[_Row] = []
        self.edges: list[_Edges | None] = []
        self.budget = budget
        self.period: int = lcm(
            *(effect.days for member in journey.party.members for effect in member.effects if isinstance(effect, Eats))
        )
        """Number of days after which animals eat as before."""
        self.sums_weather: bool = journey.rulings.weather_watch == "per_day"
        self._places: dict[_Row, int] = {}
        self._values: list[list[Any]] = [[] for _ in _FIELDS]
        self._numbers: list[dict[Any, int]] = [{} for _ in _FIELDS]
        self._peaks: dict[int, int] = {}
        """The most Fatigue in each party."""
        self._known: defaultdict[int, dict[tuple[int, ...], _Known]] = defaultdict(dict)
        """The known steps by the number of the phase, then by the fields that are read."""
        start = self.reduced(journey, _FIELDS)
        self.place(tuple([self._number(field, getattr(start, name)) for name, field in _FIELDS.items()]))

    def place(self, row: _Row) -> int:
        """Return the place of a state among those found. Raise a `TooManyStatesError` if there are too many."""
        new = len(self.rows)
        found = self._places.setdefault(row, new)
        if found == new:
            self.rows.append(row)
            self.edges.append(None)
            self._check(self.rows)
            self.budget.spend(new)
        return found

    def state(self, row: _Row) -> State:
        """Return a state from its numbers."""
        state = object.__new__(State)
        state.__dict__.update(self._fields(row))
        return state

    def reduced(self, state: State, fields: Collection[str]) -> State:
        """Return a state with everything normalised that does not affect the rest of the journey.

        `fields` are those that may need it.
        """
        new: dict[str, Any] = {}
        if "day" in fields:
            new["day"] = (state.day - 1) % self.period + 1
        members = state.party.members if "party" in fields else ()
        if any(member.conditions.deprived_days > 1 for member in members):
            members = tuple(
                with_conditions(member, deprived_days=1) if member.conditions.deprived_days > 1 else member
                for member in members
            )
            new["party"] = replaced(state.party, members=members)
        if not _DELAYS.isdisjoint(fields):
            # Only the watches that are still to come count: neither those that are done, nor the reason for a delay.
            progress, delay, weather = state.progress, state.delay, state.weather_delay
            if self.sums_weather:
                delay, weather = delay + weather, 0
            done = min(progress, delay)
            new |= {"progress": progress - done, "delay": delay - done, "weather_delay": weather}
        return replaced(state, **new) if new else state

    def after(self, place: int) -> _Edges:
        """Return the successors of a state; empty for an end."""
        found = self.edges[place]
        if found is None:
            found = self.edges[place] = self._after(self.rows[place])
        return found

    def _after(self, row: _Row) -> _Edges:
        found: _Edges = {}
        if self._values[_PHASE][row[_PHASE]] == "over":
            return found
        rows: dict[tuple[_Row, bool, int], Number] = {(row, False, 0): self.one}
        while rows:
            later: dict[tuple[_Row, bool, int], Number] = {}
            for (before, passed, fatigue), share in rows.items():
                for (changes, asks, over, passes), chance in self._steps(before).items():
                    numbers = list(before)
                    for field, number in changes:
                        numbers[field] = number
                    after = tuple(numbers)
                    high = max(fatigue, self._peak(after)) if asks or over else fatigue
                    if over:
                        edge = self.place(after), passed or passes, high
                        found[edge] = found.get(edge, self.zero) + share * chance
                    else:
                        path = after, passed or passes, high
                        later[path] = later.get(path, self.zero) + share * chance
            self._check(later)
            rows = later
        return found

    def _steps(self, row: _Row) -> _Steps:
        """Return the next steps from a state, which are worked out once for all states that agree in what they read."""
        known = self._known[row[_PHASE]]
        for values_of, ends in known.values():
            found = ends.get(values_of(row))
            if found is not None:
                return found
        state, reads = reader(self._fields(row))
        found = self._resolved(state)
        read = tuple(sorted(_FIELDS[name] for name in reads))
        values_of, ends = known.setdefault(read, (cast("Callable[[_Row], object]", itemgetter(*read)), {}))
        ends[values_of(row)] = found
        return found

    def _resolved(self, state: State) -> _Steps:
        """Resolve the next part of a watch, or a decision, and return the steps."""
        found: _Steps = {}
        choices: Collection[tuple[Action | None, Fraction]] = ((None, Fraction(1)),)
        if not goes_on(state):
            choices = decide(self.policy, self.table, state)
        for action, chosen in choices:
            for branch in branches(partial(_step, state, action)):
                after = self.reduced(branch.result, changed(branch.result))
                new = changed(after)
                end = _Step(
                    changes=tuple([(_FIELDS[name], self._number(_FIELDS[name], new[name])) for name in new]),
                    asks=bool(after.questions),
                    over=after.phase == "over"
                    or (after.phase == "plan" and not after.questions and not after.declared),
                    passes="day" in new,
                )
                found[end] = found.get(end, self.zero) + self.number(chosen * branch.probability)
        return found

    def _peak(self, row: _Row) -> int:
        party = row[_PARTY]
        found = self._peaks.get(party)
        if found is None:
            found = self._peaks[party] = peak(self.state(row))
        return found

    def _fields(self, row: _Row) -> dict[str, Any]:
        return {name: values[number] for name, values, number in zip(_FIELDS, self._values, row, strict=True)}

    def _number(self, field: int, value: object) -> int:
        values = self._values[field]
        number = self._numbers[field].setdefault(value, len(values))
        if number == len(values):
            values.append(value)
        return number

    def _check(self, found: Sized) -> None:
        if len(found) > self.most:
            raise TooManyStatesError(f"it has more than {self.most:,} states", "the forecast")


def _step(state: State, action: Action | None, dice: Dice) -> State:
    watch = Watch(state, dice)
    if action is None:
        watch.go_on()
    else:
        watch.take(action)
    return watch.state


def solve(
    journey: State, policy: Policy, table: Policy, budget: WorkBudget, *, most_states: int, fractions: bool = False
) -> Steps[Solved]:
    """Follow a journey through all results of the dice, day by day.

    `policy` is that of the party, `table` that of the table. `fractions` computes with fractions.

    Raises:
        TooManyStatesError: if it has more states, or would take more work than the budget.
        DefinitionError: if a policy misbehaves.
    """
    if journey.phase == "dawn":
        decide(policy, table, journey)
    solver = Solver(journey, policy, table, budget, most=most_states, fractions=fractions)
    results: dict[Result, Number] = {}
    today: dict[_Node, Number] = {(0, peak(journey)): solver.one}
    last = MOST_DAYS - journey.day + 1
    for day in range(1, last + 1):
        ended, today = yield from _day(solver, today)
        if day == last:
            ended |= today
        for (place, fatigue), mass in ended.items():
            result = result_of(journey, solver.state(solver.rows[place]), days=day, fatigue=fatigue)
            results[result] = results.get(result, solver.zero) + mass
        if not today:
            break
    return Solved(results, len(solver.rows))


def _day(solver: Solver, today: dict[_Node, Number]) -> Steps[tuple[dict[_Node, Number], dict[_Node, Number]]]:
    """Return the probabilities of the ends on a day, and of the states on the next one."""
    ended: dict[_Node, Number] = {}
    tomorrow: dict[_Node, Number] = {}
    while today:
        later: dict[_Node, Number] = {}
        for number, ((place, fatigue), mass) in enumerate(today.items(), 1):
            if not number % _PROGRESS:
                yield f"{len(solver.rows)} states are found"
            edges = solver.after(place)
            if not edges:
                ended[place, fatigue] = ended.get((place, fatigue), solver.zero) + mass
            for (after, passed, most), share in edges.items():
                part = mass * share
                if part >= NEGLIGIBLE:
                    nodes, node = tomorrow if passed else later, (after, max(fatigue, most))
                    nodes[node] = nodes.get(node, solver.zero) + part
        today = later
    return ended, tomorrow
