"""The arena: every two players against each other, with confidence intervals."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from itertools import combinations, cycle, islice
from math import log10, sqrt
from typing import Any, Final, final

from attrs import frozen

from cairn_rules.errors import DefinitionError
from cairn_rules.game import Game
from cairn_rules.manifest import players_of
from cairn_rules.players.player import Budget, MakesPlayer
from cairn_rules.simulation.contest import Contest, contests

SURE: Final = 1.959964
"""Half the width of a 95 % confidence interval, in standard deviations."""


@final
@frozen
class Share:
    """A share of trials, such as games won, with its confidence interval (Wilson, 95 %)."""

    count: float
    """Number of successes; a draw counts as half a victory."""
    of: int
    """Number of trials."""

    @property
    def value(self) -> float:
        """The share, from 0 to 1; 0.5 if there were no trials."""
        return self.count / self.of if self.of else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The lower and upper bound of the confidence interval, each from 0 to 1.

        Example:
            >>> low, high = Share(count=80, of=100).interval
            >>> f"{low:.3f} to {high:.3f}"
            '0.711 to 0.867'
        """
        if not self.of:
            return 0.0, 1.0
        n, p = self.of, self.value
        centre = p + SURE**2 / (2 * n)
        spread = SURE * sqrt(p * (1 - p) / n + SURE**2 / (4 * n**2))
        scale = 1 + SURE**2 / n
        low = (centre - spread) / scale if self.count else 0.0  # exactly, whatever rounding makes of it
        high = (centre + spread) / scale if self.count < n else 1.0
        return low, high

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.value:.1%} ({low:.1%} to {high:.1%})"


def elo(share: float) -> float:
    """Return the lead in Elo points that corresponds to a share of games won; infinite for 0 and 1.

    Raises:
        DefinitionError: if the share is not from 0 to 1.

    Example:
        >>> round(elo(0.75)), elo(0.5)
        (191, 0.0)
    """
    if not 0 <= share <= 1:
        raise DefinitionError(f"share should be from 0 to 1, not {share!r}")
    if share in {0.0, 1.0}:
        return float("inf") if share else float("-inf")
    return 400 * log10(share / (1 - share))


@final
@frozen(repr=False)
class Pairing:
    """The games of two players against each other.

    In a game for more than two, each player has every other seat. A victory shared by seats of both is a draw.
    """

    first: str
    """The name of the first player."""
    second: str
    """The name of the second player."""
    games: tuple[Contest, ...]
    """Their games: each set-up twice, with seats exchanged."""

    @property
    def wins(self) -> int:
        """Number of games that the first player won alone."""
        return sum({*game.winners} == {self.first} for game in self.games)

    @property
    def losses(self) -> int:
        """Number of games that the second player won alone."""
        return sum({*game.winners} == {self.second} for game in self.games)

    @property
    def draws(self) -> int:
        """Number of games that neither won alone, including stopped games."""
        return len(self.games) - self.wins - self.losses

    @property
    def decided(self) -> Share:
        """The first player's share of the decided games."""
        return Share(self.wins, self.wins + self.losses)

    @property
    def score(self) -> Share:
        """The first player's share of the points; a draw is half a point for each."""
        return Share(self.wins + self.draws / 2, len(self.games))

    @property
    def elo(self) -> tuple[float, float, float]:
        """The first player's lead in Elo points: as measured, lower bound, upper bound."""
        low, high = self.score.interval
        return elo(self.score.value), elo(low), elo(high)

    @property
    def faults(self) -> tuple[str, ...]:
        """The reasons for forfeits, each with the number of its game."""
        return tuple(f"game {game.number}: {game.fault}" for game in self.games if game.fault is not None)

    def __repr__(self) -> str:
        return f"<Pairing {self}>"

    def __str__(self) -> str:
        ahead, least, most = self.elo
        results = f"{self.first} - {self.second}: {self.wins} won, {self.losses} lost, {self.draws} drawn"
        forfeits = f"; {len(self.faults)} forfeited, first {self.faults[0]}" if self.faults else ""
        return f"{results}; {self.score} of the points, Elo {ahead:+.0f} ({least:+.0f} to {most:+.0f}){forfeits}"


def arena(
    game: Game[Any, Any, Any],
    players: Mapping[str, MakesPlayer],
    n: int,
    *,
    seed: int,
    budget: Budget | None = None,
    executor: Executor | None = None,
    max_turns: int | None = None,
) -> tuple[Pairing, ...]:
    """Let every two players play each other: each set-up twice, with seats exchanged.

    In a game for more than two, the two players of a pairing alternate between the seats. With three seats, a
    player has the first and third in one game, and the second in the next; equal players thus win half of the
    games each. A new game determines the number of seats; `with_options` changes it.

    A player that raises, cheats or overruns its budget loses that game, as in `contests`. A player that never
    answers blocks the run.

    Args:
        game: The rules, of a game for two or more players.
        players: The factory of each player, by name, as for `contests`.
        n: Number of games of each pairing; even.
        seed: The same seed gives the same games, unless the budget is a time.
        budget: The limit of a decision (default: each player's own).
        executor: The executor that plays the games (default: this process).
        max_turns: Number of turns after which a game is stopped and counts as drawn (default: no limit).

    Returns:
        The pairings, in the order of the players.

    Raises:
        DefinitionError: if a number is invalid, `n` is odd, or there are fewer than two players or seats.

    Example:
        >>> import cairn_rules as cairn
        >>> from cairn_rules.players import GreedyPlayer, RandomPlayer
        >>> (pairing,) = arena(cairn, {"greedy": GreedyPlayer, "random": RandomPlayer}, 20, seed=7)
        >>> pairing.decided.value > 0.8
        True
    """
    if len(players) < 2:
        raise DefinitionError(f"an arena needs at least two players, not {len(players)}")
    if type(n) is int and n % 2:
        raise DefinitionError(f"n should be even, since seats are exchanged, not {n!r}")
    seats = players_of(game) or 2
    if seats < 2:
        raise DefinitionError("an arena needs a game for two or more players, not one for 1")
    pairings: list[Pairing] = []
    for pair in combinations(players, 2):
        two = {name: players[name] for name in pair}
        lineups = tuple(tuple(islice(cycle(names), seats)) for names in (pair, pair[::-1]))
        played = contests(
            game, two, n, seed=seed, lineups=lineups, budget=budget, executor=executor, max_turns=max_turns
        )
        pairings.append(Pairing(*pair, tuple(played)))
    return tuple(pairings)
