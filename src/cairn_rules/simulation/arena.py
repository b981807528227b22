"""Arena: how much better one player is than another, with how sure that is."""

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
"""How many standard deviations an interval is wide to each side: 95 of 100 such intervals are right."""


@final
@frozen
class Share:
    """A share of trials, such as of games won, with the interval in which the true one lies (Wilson, 95 %)."""

    count: float
    """How often it was so; a draw counts as half a victory."""
    of: int
    """How many trials there were."""

    @property
    def value(self) -> float:
        """The share, from 0 to 1; a half when there were no trials."""
        return self.count / self.of if self.of else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The lowest and the highest share that the trials leave likely.

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
    """By how many points of Elo who wins that share of games is ahead; infinite for all or none.

    Raises:
        DefinitionError: when the share is not from 0 to 1.

    Example:
        >>> round(elo(0.75)), elo(0.5)
        (191, 0.0)
    """
    if not 0 <= share <= 1:
        raise DefinitionError(f"a share is from 0 to 1, not {share!r}")
    if share in {0.0, 1.0}:
        return float("inf") if share else float("-inf")
    return 400 * log10(share / (1 - share))


@final
@frozen
class Pairing:
    """How two players did against each other.

    In a game for more than two, each has every other seat. A victory shared by seats of both is a draw.
    """

    first: str
    """The name of one player."""
    second: str
    """The name of the other one."""
    games: tuple[Contest, ...]
    """All their games: each set-up twice, with seats exchanged."""

    @property
    def wins(self) -> int:
        """Games that only seats of the first one won."""
        return sum({*game.winners} == {self.first} for game in self.games)

    @property
    def losses(self) -> int:
        """Games that only seats of the second one won."""
        return sum({*game.winners} == {self.second} for game in self.games)

    @property
    def draws(self) -> int:
        """Games that neither of them won alone, or that were stopped."""
        return len(self.games) - self.wins - self.losses

    @property
    def decided(self) -> Share:
        """The first one's share of the games that were decided."""
        return Share(self.wins, self.wins + self.losses)

    @property
    def score(self) -> Share:
        """The first one's share of the points: a draw is half a point for each."""
        return Share(self.wins + self.draws / 2, len(self.games))

    @property
    def elo(self) -> tuple[float, float, float]:
        """By how many points of Elo the first one is ahead: as measured, at least, at most."""
        low, high = self.score.interval
        return elo(self.score.value), elo(low), elo(high)

    @property
    def faults(self) -> tuple[str, ...]:
        """What forfeited games, each with the number of the game."""
        return tuple(f"game {game.number}: {game.fault}" for game in self.games if game.fault is not None)

    def __str__(self) -> str:
        ahead, least, most = self.elo
        told = f"{self.first} - {self.second}: {self.wins} won, {self.losses} lost, {self.draws} drawn"
        return f"{told}; {self.score} of the points, Elo {ahead:+.0f} ({least:+.0f} to {most:+.0f})"


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
    """Let every two of some players play matches: each set-up twice, with seats exchanged.

    In a game for more than two, the two players of a pairing take the seats by turns: in one for three, a player
    has the first and the third seat in one game, and the second seat in the next. A player without any strength
    so wins half of the games. The number of seats is that of a new game; `with_options` changes it.

    A player that does what it must not loses that game, as in `contests`; one that never answers holds up the run.

    Args:
        game: The rules, of a game for two or more players.
        players: What makes each player, by name, as for `contests`.
        n: How many games each two play; an even number.
        seed: The same seed gives the same games, unless the budget is a time.
        budget: What a player may spend on a decision; None for as much as suits each.
        executor: Who plays the games; None for this process.
        max_turns: A game is stopped, and counts as drawn, when so many turns are complete.

    Returns:
        The pairings, in the order of the players.

    Raises:
        DefinitionError: when a number is none, `n` is odd, or there are fewer than two players or seats.

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
