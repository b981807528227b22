"""Simulations: many games between named players, written to a file and resumable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager
from html import escape
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, final

from cairn_rules.argument_checks import checked, checked_class
from cairn_rules.checks import check_least
from cairn_rules.errors import DefinitionError
from cairn_rules.frozen_classes import field, frozen
from cairn_rules.game import FORMAT_NUMBER, SLUG, Game, GameWithOptions
from cairn_rules.manifest import manifest_of
from cairn_rules.players.player import Budget, MakesPlayer
from cairn_rules.simulation.contest import Contest, Series, series_of
from cairn_rules.simulation.playouts import check_numbers
from cairn_rules.simulation.result_files import Results, results_in
from cairn_rules.simulation.shares_and_elo import Share

KIND: Final = "contests"
"""The value of `results` at the head of a results file."""


def _check_names(_: object, __: object, players: Mapping[str, MakesPlayer]) -> None:
    for name in players:
        if not isinstance(name, str) or not SLUG.fullmatch(name):
            raise DefinitionError(f"a player's name should be a slug such as 'tree', not {name!r}")


@final
@checked_class
@frozen(kw_only=True)
class Simulation:
    """The settings of many games: the rules, the players and their budget.

    Raises:
        DefinitionError: if a player's name is not a slug.

    Example:
        >>> from cairn_rules import cairn
        >>> from cairn_rules.players import GreedyPlayer, RandomPlayer
        >>> simulation = Simulation(game=cairn, players={"greedy": GreedyPlayer, "random": RandomPlayer}, seed=7)
        >>> tally = Tally()
        >>> for game in simulation.play(10):
        ...     tally.add(game)
        >>> tally.won("greedy").value > 0.8
        True
    """

    game: Game[Any, Any, Any]
    """The rules: a module or a picklable value, such as the result of `with_options`."""
    players: Mapping[str, MakesPlayer] = field(validator=_check_names, hash=False)
    """The factory of each player, by name, as for `contests`."""
    seed: int
    """The same seed gives the same games, unless the budget is a time."""
    budget: Budget | None = None
    """The limit of a decision; None for each player's own default."""
    max_turns: int | None = None
    """Number of turns after which a game is stopped; None for no limit."""

    @property
    def run(self) -> dict[str, Any]:
        """The settings that identify the simulation, as plain values."""
        options: Mapping[str, Any] = self.game.options if isinstance(self.game, GameWithOptions) else {}
        return {
            "format": FORMAT_NUMBER,
            "results": KIND,
            "version": version("cairn-rules"),
            "game": manifest_of(self.game).name,
            "options": {name: repr(value) for name, value in sorted(options.items())},
            "players": list(self.players),
            "seed": self.seed,
            "simulations": self.budget and self.budget.simulations,
            "seconds": self.budget and self.budget.seconds,
            "max_turns": self.max_turns,
        }

    @checked
    def results(
        self, path: str | Path, *, resume: bool = False, records: bool = False
    ) -> AbstractContextManager[Results]:
        """Open a results file for the games, with `results_in`; with `records`, a text file for their records.

        Raises:
            DefinitionError: if the players do not fit the game; no file is made then.
        """
        series = self._series()
        return results_in(path, self.run, resume=resume, series=series if records else None)

    @checked
    def play(
        self, n: int, *, into: Results | Sequence[Results] = (), executor: Executor | None = None, records: bool = False
    ) -> Iterator[Contest]:
        """Play the games up to number `n - 1` that the results lack; yield each one after adding it.

        `n` includes the games in the results `into`, of one file or several (default: play all games, write none). The
        executor is as for `contests` (default: this process). With `records`, the games yielded have their `record`.

        Raises:
            DefinitionError: if a number is invalid, the players do not fit the game, or a file of records has fewer
                games than another file.
        """
        # Records first: a run can end between two files, and rows are found in records, but not the other way round.
        files = sorted((into,) if isinstance(into, Results) else into, key=lambda each: not each.has_records)
        held: tuple[Contest, ...] = max((each.games for each in files), key=len, default=())
        for file in files:
            for contest in held[len(file.games) :]:
                file.add(contest)
        series = self._series(records=records, texts=any(each.has_records for each in files))
        return _written(series.games(self.game, range(len(held), check_least("n", n, 0)), executor), files)

    def _series(self, *, records: bool = False, texts: bool = False) -> Series:
        _, seed, _, max_turns = check_numbers(0, self.seed, 0, self.max_turns)
        limits = {"budget": self.budget, "max_turns": max_turns}
        return series_of(self.game, self.players, None, seed=seed, **limits, records=records, texts=texts)


def _written(played: Iterator[tuple[Contest, str | None]], files: Iterable[Results]) -> Iterator[Contest]:
    for contest, text in played:
        for file in files:
            file.add(contest, text)
        yield contest


@final
class Tally:
    """A running count of results."""

    def __init__(self) -> None:
        self._wins = Counter[str]()
        self.games: int = 0
        """Number of games."""
        self.drawn: int = 0
        """Number of draws."""
        self.stopped: int = 0
        """Number of games stopped before their end."""
        self.turns: int = 0
        """Total number of turns."""
        self.faults: list[str] = []
        """The reasons for forfeits, each with the number of its game."""

    @checked
    def add(self, contest: Contest) -> None:
        """Count a game."""
        self._wins.update(contest.winners)
        self.games += 1
        self.stopped += contest.outcome is None
        self.drawn += contest.outcome is not None and contest.outcome.is_draw
        self.turns += contest.turns
        if contest.fault is not None:
            self.faults.append(f"game {contest.number}: {contest.fault}")

    @checked
    def won(self, player: str) -> Share:
        """Return the share of the games that a player won."""
        return Share(self._wins[player], self.games)

    def __repr__(self) -> str:
        won = "".join(f", {player} won {count}" for player, count in self._wins.most_common())
        return f"<Tally of {self.games} games{won}, {self.drawn} drawn, {self.stopped} stopped>"

    def _repr_html_(self) -> str:
        """Return a table of the players who won, the best first, for a notebook."""
        rows = "".join(
            f"<tr><td>{escape(player)}</td><td>{count}</td><td>{self.won(player)}</td></tr>"
            for player, count in self._wins.most_common()
        )
        heads = "<tr><th>player</th><th>games won</th><th>share (95 % confidence interval)</th></tr>"
        games = f"{self.games} games, {self.drawn} drawn, {self.stopped} stopped"
        return f"<table><caption>{games}</caption>{heads}{rows}</table>"
