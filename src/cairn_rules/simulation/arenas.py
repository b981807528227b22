"""A round robin of players: in `arena`, every player meets every other one."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from functools import partial
from itertools import combinations, cycle, islice
from typing import Any, final

from cairn_rules.argument_checks import checked, checked_class
from cairn_rules.errors import DefinitionError
from cairn_rules.frozen_classes import frozen
from cairn_rules.game import Game
from cairn_rules.manifest import players_of
from cairn_rules.players.player import Budget, MakesPlayer
from cairn_rules.simulation.contest import Contest, contests
from cairn_rules.simulation.shares_and_elo import Share, elo


@final
@checked_class
@frozen(repr=False)
class Pairing:
    """The games of two players against each other.

    In a game for more than two, the two players take alternate seats. A victory that seats of both share is a draw.
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


@checked
def arena(
    game: Game[Any, Any, Any],
    players: Mapping[str, MakesPlayer],
    n: int,
    *,
    seed: int,
    budget: Budget | None = None,
    executor: Executor | None = None,
    max_turns: int | None = None,
    records: bool = False,
) -> tuple[Pairing, ...]:
    """Play games between every two players: each set-up twice, with the seats exchanged.

    In a game for more than two, the two players of a pairing alternate between the seats. With three seats, a
    player has the first and third in one game, and the second in the next; equal players thus win half of the
    games each. The number of seats is that of a new game; `with_options` changes it.

    As in `contests`, a player that raises an exception, chooses an illegal action or overruns its budget loses that
    game, and a player that never answers blocks the run. The pairings are in the order of the players.

    Args:
        game: The rules, of a game for two or more players.
        players: The factory of each player, by name, as for `contests`.
        n: Number of games of each pairing; even.
        seed: The same seed gives the same games, unless the budget is a time.
        budget: The limit of a decision (default: each player's own).
        executor: The executor that plays the games (default: this process).
        max_turns: Number of turns after which a game is stopped and counts as drawn (default: no limit).
        records: True to keep the `record` of each game.

    Raises:
        DefinitionError: if a number is invalid, `n` is odd, or there are fewer than two players or seats.

    Example:
        >>> from cairn_rules import cairn
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
    play = partial(
        contests, game, n=n, seed=seed, budget=budget, executor=executor, max_turns=max_turns, records=records
    )
    pairings: list[Pairing] = []
    for pair in combinations(players, 2):
        two = {name: players[name] for name in pair}
        lineups = tuple(tuple(islice(cycle(names), seats)) for names in (pair, pair[::-1]))
        pairings.append(Pairing(*pair, tuple(play(players=two, lineups=lineups))))
    return tuple(pairings)
