"""Exact forecasts: every state that a journey can reach, and the probability of each day.

A state does not depend on the number of its day, so equal days are resolved once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from math import gcd, lcm
from typing import Final, TypeAlias, final

from attrs import evolve, frozen

from cairn_rules.cairn_rpg.characters.character import replaced
from cairn_rules.cairn_rpg.characters.effects import Eats
from cairn_rules.cairn_rpg.estimates.estimate import TooManyStatesError
from cairn_rules.cairn_rpg.forecast.policies import Policy, decide
from cairn_rules.cairn_rpg.forecast.result import Result, peak, result_of
from cairn_rules.cairn_rpg.wilderness.actions import Action
from cairn_rules.cairn_rpg.wilderness.rules import resolve
from cairn_rules.cairn_rpg.wilderness.state import MOST_DAYS, State
from cairn_rules.cairn_rpg.wilderness.travel import lost_odds
from cairn_rules.chance import Branch, Dice, Request, branches

NEGLIGIBLE: Final = 1e-12
"""A probability below which a state is not followed."""
_PROGRESS: Final = 1000

_Node: TypeAlias = tuple[int, int]
"""The number of a state with the most Fatigue so far, which does not affect the rest of the journey."""
_Edges: TypeAlias = tuple[tuple[int, float, bool], ...]
"""The numbers of the next states with their probabilities, and True if a day passes."""


@final
@frozen
class Solved:
    """The exact result of a journey."""

    results: dict[Result, float]
    """The probability of each result. Up to a millionth, the probabilities add up to 1."""
    states: int
    """Number of states."""


@final
class WayDice(Dice):
    """Dice that pass every roll to other dice; for getting lost, with fewer sides if the odds are the same."""

    __slots__ = ("_dice", "_odds")

    def __init__(self, dice: Dice, odds: int) -> None:
        super().__init__()
        self._dice, self._odds = dice, odds

    def draw(self, request: Request, /) -> tuple[int, ...]:
        """Draw from the other dice."""
        if request.rule == "R199":
            part = gcd(self._odds, 6)
            (face,) = self._dice.draw(evolve(request, sizes=(6 // part,)))
            return (1 if face <= self._odds // part else 6,)
        return self._dice.draw(request)


@final
class Solver:
    """The states found so far, and the successors of each."""

    def __init__(self, journey: State, policy: Policy, table: Policy, most: int) -> None:
        self.policy = policy
        self.table = table
        self.most = most
        self.states: list[State] = []
        self.peaks: list[int] = []
        """The most Fatigue in each state."""
        self.edges: list[_Edges | None] = []
        self.period: int = lcm(
            *(effect.days for member in journey.party.members for effect in member.effects if isinstance(effect, Eats))
        )
        """Number of days after which animals eat as before."""
        self.sums_weather: bool = journey.rulings.weather_watch == "per_day"
        self._places: dict[State, int] = {}

    def place(self, state: State) -> int:
        """Return the number of a state.

        Raises:
            TooManyStatesError: if there are too many.
        """
        state = self.reduced(state)
        new = len(self.states)
        found = self._places.setdefault(state, new)
        if found == new:
            if new >= self.most:
                raise TooManyStatesError(f"it has more than {self.most:,} states", "the forecast")
            self.states.append(state)
            self.peaks.append(peak(state))
            self.edges.append(None)
        return found

    def reduced(self, state: State) -> State:
        """Return a state with everything normalised that does not affect the rest of the journey."""
        members = state.party.members
        if any(member.conditions.deprived_days > 1 for member in members):
            members = tuple(
                replaced(member, conditions=evolve(member.conditions, deprived_days=1))
                if member.conditions.deprived_days > 1
                else member
                for member in members
            )
        # Only the watches that are still to come count, not those that are done.
        done = min(state.progress, state.delay)
        progress, delay, weather = state.progress - done, state.delay - done, state.weather_delay
        if self.sums_weather:
            done = min(progress, weather)
            progress, weather = progress - done, weather - done
        return replaced(
            state,
            day=(state.day - 1) % self.period + 1,
            party=replaced(state.party, members=members),
            progress=progress,
            delay=delay,
            weather_delay=weather,
        )

    def after(self, place: int) -> _Edges:
        """Return the successors of a state; empty for an end."""
        found = self.edges[place]
        if found is None:
            found = self.edges[place] = self._after(self.states[place])
        return found

    def _after(self, state: State) -> _Edges:
        if state.phase == "over":
            return ()
        shares: defaultdict[tuple[int, bool], float] = defaultdict(float)
        for action, chosen in decide(self.policy, self.table, state):
            for branch in _outcomes(state, action):
                after = branch.result
                shares[self.place(after), after.day != state.day] += float(chosen * branch.probability)
        return tuple((place, share, passed) for (place, passed), share in shares.items())


def _outcomes(state: State, action: Action) -> tuple[Branch[State], ...]:
    odds = lost_odds(state)
    return branches(lambda dice: resolve(state, action, WayDice(dice, odds)).state)


def solve(
    journey: State, policy: Policy, table: Policy, *, most_states: int, progress: Callable[[str], None]
) -> Solved:
    """Follow a journey through all results of the dice, day by day.

    Raises:
        TooManyStatesError: if it has more states.
        DefinitionError: if a policy misbehaves.
    """
    solver = Solver(journey, policy, table, most_states)
    results: defaultdict[Result, float] = defaultdict(float)
    first = solver.place(journey)
    today: dict[_Node, float] = {(first, solver.peaks[first]): 1.0}
    told = 0
    last = MOST_DAYS - journey.day + 1
    for day in range(1, last + 1):
        tomorrow: defaultdict[_Node, float] = defaultdict(float)
        while today:
            later: defaultdict[_Node, float] = defaultdict(float)
            for (place, fatigue), mass in today.items():
                edges = solver.after(place)
                if not edges:
                    results[result_of(journey, solver.states[place], days=day, fatigue=fatigue)] += mass
                for after, share, passed in edges:
                    part = mass * share
                    if part >= NEGLIGIBLE:
                        (tomorrow if passed else later)[after, max(fatigue, solver.peaks[after])] += part
            today = later
            if len(solver.states) - told >= _PROGRESS:
                told = len(solver.states)
                progress(f"{told} states are found")
        if not tomorrow:
            break
        today = tomorrow
    else:
        for (place, fatigue), mass in today.items():
            results[result_of(journey, solver.states[place], days=last, fatigue=fatigue)] += mass
    return Solved(dict(results), len(solver.states))
