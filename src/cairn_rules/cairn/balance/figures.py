"""Figures: what many measured games tell of a megalith, each number with the interval in which the true one lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import final

from attrs import frozen

from cairn_rules.cairn.balance.measure import ENDINGS, Ending, Measured
from cairn_rules.simulation.arena import SURE, Share


@final
@frozen
class Mean:
    """A mean of what was counted, with the interval in which the true one lies (95 %)."""

    value: float
    """The mean; 0 when nothing was counted."""
    spread: float
    """How far the interval reaches to each side."""

    @classmethod
    def of(cls, values: Iterable[float]) -> Mean:
        """The mean of some numbers.

        Example:
            >>> Mean.of([1, 2, 3])
            Mean(value=2.0, spread=1.131...)
        """
        counted = list(values)
        if not counted:
            return cls(0.0, float("inf"))
        return cls(fmean(counted), SURE * stdev(counted) / sqrt(len(counted)) if len(counted) > 1 else float("inf"))

    @property
    def interval(self) -> tuple[float, float]:
        """The lowest and the highest mean that the numbers leave likely."""
        return self.value - self.spread, self.value + self.spread


def difference(one: Share, other: Share) -> tuple[float, float, float]:
    """By how much one share is larger than another: as measured, at least, at most (Newcombe's interval, 95 %).

    Example:
        >>> ["%.2f" % each for each in difference(Share(56, 70), Share(48, 80))]
        ['0.20', '0.05', '0.33']
    """
    (low, high), (other_low, other_high) = one.interval, other.interval
    by = one.value - other.value
    down = sqrt((one.value - low) ** 2 + (other_high - other.value) ** 2)
    up = sqrt((high - one.value) ** 2 + (other.value - other_low) ** 2)
    return by, by - down, by + up


@final
@frozen(kw_only=True)
class Figures:
    """What some games tell. *It* is the megalith that was watched in each of them."""

    games: int
    """How many games there were, without those that a misbehaving megalith stopped."""
    broken: int
    """How many it stopped."""
    endings: Mapping[Ending, Share]
    """How they ended."""
    lengths: Mapping[int, int]
    """How many games had how many turns."""
    turns: Mean
    """How many turns a game has."""
    decisions: Mean
    """How many decisions a game has."""
    options: Mean
    """How many legal actions a decision has, on average over each game."""
    turn_options: Mean
    """How many legal actions a turn starts with, on average over each game."""
    first_wins: Share
    """How often the player wins who begins."""
    built: Share
    """How often it is built, of the games in which it is on display from the start."""
    builder_wins: Share
    """How often who builds it wins, of the games that go on with it: the third megalith wins by itself."""
    used: Share
    """In how many games its power is used."""
    uses: Mean
    """How often it is used in a game."""
    pushes: Share
    """How many of its uses are by a tribe whose shaman the enemy brought there."""
    walker_wins: Share
    """How often the tribe wins that came to use it by its own doing more often than the other one."""
    pushed_wins: Share
    """How often the tribe wins that the enemy brought there more often than the other one."""
    idle: Share
    """How many of the shamans that are put on it wake nothing."""
    cut: Share
    """In how many games the loop guard cut an endless chain."""
    longest: int
    """The most powers that were used in one turn."""

    @classmethod
    def of(cls, games: Iterable[Measured]) -> Figures:
        """The figures of some games.

        Example:
            >>> Figures.of([]).games
            0
        """
        told = list(games)
        whole = [game for game in told if game.fault is None]
        ended = Counter(game.ending for game in whole)
        displayed = [game for game in whole if game.on_display]
        uses = [sum(game.walked) + sum(game.pushed) for game in whole]
        return cls(
            games=len(whole),
            broken=len(told) - len(whole),
            endings={ending: Share(ended[ending], len(whole)) for ending in ENDINGS if ending != "broken"},
            lengths=dict(sorted(Counter(game.turns for game in whole).items())),
            turns=Mean.of(game.turns for game in whole),
            decisions=Mean.of(game.decisions for game in whole),
            options=Mean.of(game.options / game.decisions for game in whole if game.decisions),
            turn_options=Mean.of(game.turn_options / game.started for game in whole if game.started),
            first_wins=_won(whole, lambda game: game.first),
            built=Share(sum(game.builder is not None for game in displayed), len(displayed)),
            builder_wins=_won(whole, lambda game: None if game.built_last else game.builder),
            used=Share(sum(map(bool, uses)), len(whole)),
            uses=Mean.of(uses),
            pushes=Share(sum(sum(game.pushed) for game in whole), sum(uses)),
            walker_wins=_won(whole, lambda game: _more(game.walked)),
            pushed_wins=_won(whole, lambda game: _more(game.pushed)),
            idle=Share(sum(game.idle for game in whole), sum(game.arrivals for game in whole)),
            cut=Share(sum(bool(game.cuts) for game in whole), len(whole)),
            longest=max((game.longest for game in whole), default=0),
        )


def _won(games: Sequence[Measured], tribe: Callable[[Measured], int | None]) -> Share:
    """How often a tribe won, of the games in which there is such a one; without a winner it is half a victory."""
    its = [(tribe(game), game.winner) for game in games if tribe(game) is not None]
    return Share(sum(0.5 if winner is None else winner == who for who, winner in its), len(its))


def _more(counts: tuple[int, int]) -> int | None:
    """The tribe with the higher count."""
    sea, forest = counts
    return None if sea == forest else int(forest > sea)
