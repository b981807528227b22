"""Statistics of many measured games, each with a 95 % confidence interval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import erfc, sqrt
from statistics import fmean, stdev
from typing import final

from cairn_rules.argument_checks import checked
from cairn_rules.cairn.balance.measurement import ENDINGS, Ending, Measured
from cairn_rules.frozen_classes import field, frozen
from cairn_rules.simulation.shares_and_elo import SURE, Share


@final
@frozen
class Mean:
    """A mean with its 95 % confidence interval."""

    value: float
    """The mean; 0 if there were no numbers."""
    spread: float
    """Half the width of the confidence interval; infinite if there were fewer than two numbers."""

    @classmethod
    def of(cls, values: Iterable[float]) -> Mean:
        """Return the mean of some numbers.

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
        """The lower and upper limit of the confidence interval."""
        return self.value - self.spread, self.value + self.spread


@checked
def difference(one: Share, other: Share) -> tuple[float, float, float]:
    """Return the difference of two shares, with its 95 % confidence interval (Newcombe's method 10).

    These are `one - other`, then its lower and upper limit.

    Example:
        >>> ["%.2f" % each for each in difference(Share(56, 70), Share(48, 80))]
        ['0.20', '0.05', '0.33']
    """
    (low, high), (other_low, other_high) = one.interval, other.interval
    by = one.value - other.value
    down = sqrt((one.value - low) ** 2 + (other_high - other.value) ** 2)
    up = sqrt((high - one.value) ** 2 + (other.value - other_low) ** 2)
    return by, by - down, by + up


@checked
def p_value(one: Share | Mean, other: Share | Mean) -> float:
    """Return the probability that chance alone makes two independent figures differ at least as much.

    It is that of a two-sided z-test. The standard error of two shares is that of their common share; that of other
    figures follows from their intervals. The result is 1 if a figure has no data.

    Example:
        >>> f"{p_value(Share(70, 100), Share(50, 100)):.4f}"
        '0.0039'
    """
    by = abs(one.value - other.value)
    if isinstance(one, Share) and isinstance(other, Share):
        if not one.of or not other.of:
            return 1.0
        common = (one.count + other.count) / (one.of + other.of)
        error = sqrt(common * (1 - common) * (1 / one.of + 1 / other.of))
    else:
        error = sqrt(sum((high - low) ** 2 for low, high in (one.interval, other.interval))) / 2 / SURE
    if not error:
        return 0.0 if by else 1.0
    return erfc(by / error / sqrt(2))


@checked
def significant(p_values: Sequence[float], *, level: float = 0.05) -> tuple[bool, ...]:
    """Return which of several comparisons are significant together (Holm's correction).

    Of twenty comparisons without a real difference, one has a p-value below 0.05 on average. With the correction, the
    probability that any of them is called significant is at most `level`, even if they depend on one another. The
    result has, in the same order, True for each comparison that is significant. `level` is the probability of a false
    finding among all comparisons.

    Example:
        >>> significant([0.04, 0.001, 0.02])
        (True, True, True)
        >>> significant([0.04, 0.001, 0.03])
        (False, True, False)
    """
    left = len(p_values)
    found = [False] * left
    for place in sorted(range(left), key=p_values.__getitem__):
        if p_values[place] * left > level:
            break
        found[place] = True
        left -= 1
    return tuple(found)


@final
@frozen(kw_only=True)
class Figures:
    """Statistics of some games. *It* is the megalith that was observed in each of them."""

    games: int
    """Number of games played, excluding those aborted by a faulty megalith."""
    broken: int
    """Number of games aborted by a faulty megalith."""
    endings: Mapping[Ending, Share] = field(hash=False)
    """Share of each ending, of all games."""
    lengths: Mapping[int, int] = field(hash=False)
    """Number of games by their number of turns, in ascending order of turns."""
    turns: Mean
    """Turns per game."""
    decisions: Mean
    """Decisions per game."""
    options: Mean
    """Legal actions per decision, averaged over each game."""
    turn_options: Mean
    """Legal actions at the start of a turn, averaged over each game."""
    first_wins: Share
    """Share of games that the first player wins."""
    built: Share
    """Share of games in which it is built, of those that start with it on display."""
    builder_wins: Share
    """Share of games that its builder wins, excluding those that end with its construction."""
    used: Share
    """Share of games in which its power is used."""
    uses: Mean
    """Uses of its power per game."""
    pushes: Share
    """Share of its uses by a tribe whose shaman the enemy brought there."""
    walker_wins: Share
    """Share of games won by the tribe that used it more often after it brought its own shaman there."""
    pushed_wins: Share
    """Share of games won by the tribe that used it more often after its enemy brought its shaman there."""
    idle: Share
    """Share of arrivals on it that do not wake it."""
    cut: Share
    """Share of games in which the loop guard cut an endless chain (rule 6.7)."""
    longest: int
    """Maximum number of powers used in one turn."""

    @classmethod
    def of(cls, games: Iterable[Measured]) -> Figures:
        """Compute the statistics of some games.

        Example:
            >>> Figures.of([]).games
            0
        """
        measured = list(games)
        whole = [game for game in measured if game.fault is None]
        ended = Counter(game.ending for game in whole)
        displayed = [game for game in whole if game.on_display]
        uses = [sum(game.walked) + sum(game.pushed) for game in whole]
        return cls(
            games=len(whole),
            broken=len(measured) - len(whole),
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
    """Return the share of wins of a tribe, of the games that have such a tribe. No winner counts half."""
    its = [(tribe(game), game.winner) for game in games if tribe(game) is not None]
    return Share(sum(0.5 if winner is None else winner == who for who, winner in its), len(its))


def _more(counts: tuple[int, int]) -> int | None:
    """Return the tribe with the higher count, or None if the counts are equal."""
    sea, forest = counts
    return None if sea == forest else int(forest > sea)
