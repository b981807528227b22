"""Exact forecasts: every state that a journey can reach, and the probability of each day.

A state does not depend on the number of its day, so that days that are alike are resolved once.
"""

from __future__ import annotations

from collections.abc import Callable
from math import gcd, lcm
from typing import Final, TypeAlias, final

from attrs import evolve, frozen

from cairn_rules.cairn_rpg.character import replaced
from cairn_rules.cairn_rpg.effects import Eats
from cairn_rules.cairn_rpg.estimates import TooManyStatesError
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

_Node: TypeAlias = tuple[State, int]
"""A state with the most Fatigue so far."""
_Edges: TypeAlias = tuple[tuple[int, float, bool], ...]
"""The next nodes with their probabilities, and True if a day passes."""


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
    """Dice that ask others for every roll, for getting lost with a die of fewer sides if the odds are the same."""

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
    """The states found so far, and what comes after each."""

    def __init__(self, journey: State, policy: Policy, table: Policy, most: int) -> None:
        self.policy = policy
        self.table = table
        self.most = most
        self.nodes: list[_Node] = []
        self.edges: list[_Edges | None] = []
        self.period: int = lcm(
            *(effect.days for member in journey.party.members for effect in member.effects if isinstance(effect, Eats))
        )
        """Number of days after which animals eat as before."""
        self.sums_weather: bool = journey.rulings.weather_watch == "per_day"
        self._places: dict[_Node, int] = {}

    def place(self, state: State, fatigue: int) -> int:
        """Return the number of a node.

        Raises:
            TooManyStatesError: if it is one too many.
        """
        node = (self.reduced(state), fatigue)
        found = self._places.get(node)
        if found is None:
            found = self._places[node] = len(self.nodes)
            if found >= self.most:
                raise TooManyStatesError(f"it has more than {self.most:,} states", "the forecast")
            self.nodes.append(node)
            self.edges.append(None)
        return found

    def reduced(self, state: State) -> State:
        """Return a state in which all that makes no difference to what comes is the same."""
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
        """Return what comes after a node; empty for an end."""
        found = self.edges[place]
        if found is None:
            found = self.edges[place] = self._after(*self.nodes[place])
        return found

    def _after(self, state: State, fatigue: int) -> _Edges:
        if state.phase == "over":
            return ()
        shares: dict[tuple[int, bool], float] = {}
        for action, chosen in decide(self.policy, self.table, state):
            for branch in _outcomes(state, action):
                after = branch.result
                edge = self.place(after, max(fatigue, peak(after))), after.day != state.day
                shares[edge] = shares.get(edge, 0.0) + float(chosen * branch.probability)
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
    results: dict[Result, float] = {}
    today = {solver.place(journey, peak(journey)): 1.0}
    told = 0
    last = MOST_DAYS - journey.day + 1
    for day in range(1, last + 1):
        tomorrow: dict[int, float] = {}
        while today:
            later: dict[int, float] = {}
            for place, mass in today.items():
                edges = solver.after(place)
                if not edges:
                    state, fatigue = solver.nodes[place]
                    result = result_of(journey, state, days=day, fatigue=fatigue)
                    results[result] = results.get(result, 0.0) + mass
                for after, share, passed in edges:
                    part = mass * share
                    if part >= NEGLIGIBLE:
                        where = tomorrow if passed else later
                        where[after] = where.get(after, 0.0) + part
            today = later
            if len(solver.nodes) - told >= _PROGRESS:
                told = len(solver.nodes)
                progress(f"{told} states are found")
        if not tomorrow:
            break
        today = tomorrow
    else:
        for place, mass in today.items():
            state, fatigue = solver.nodes[place]
            result = result_of(journey, state, days=last, fatigue=fatigue)
            results[result] = results.get(result, 0.0) + mass
    return Solved(results, len(solver.nodes))
