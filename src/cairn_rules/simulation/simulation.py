"""Simulation: many games between named players, written down as they come, and gone on with at any time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from contextlib import AbstractContextManager
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, final

from attrs import field, frozen

from cairn_rules.errors import DefinitionError
from cairn_rules.game import FORMAT_NUMBER, SLUG, Game, GameWithOptions
from cairn_rules.manifest import manifest_of
from cairn_rules.players.player import Budget, MakesPlayer
from cairn_rules.simulation.arena import Share
from cairn_rules.simulation.contest import Contest, contests
from cairn_rules.simulation.result_files import Results, results_in

KIND: Final = "contests"
"""What results files of simulations call themselves."""


def _check_names(_: object, __: object, players: Mapping[str, MakesPlayer]) -> None:
    for name in players:
        if not isinstance(name, str) or not SLUG.fullmatch(name):
            raise DefinitionError(f"players are named by slugs such as 'tree', not {name!r}")


@final
@frozen(kw_only=True)
class Simulation:
    """What many games have in common: the game, who plays, and what they may spend.

    Raises:
        DefinitionError: when a name is no slug.

    Example:
        >>> import cairn_rules as cairn
        >>> from cairn_rules.players import GreedyPlayer, RandomPlayer
        >>> simulation = Simulation(game=cairn, players={"greedy": GreedyPlayer, "random": RandomPlayer}, seed=7)
        >>> tally = Tally()
        >>> for game in simulation.play(10):
        ...     tally.add(game)
        >>> tally.won("greedy").value > 0.8
        True
    """

    game: Game[Any, Any, Any]
    """The rules: a module or a picklable value, also one that `with_options` gives."""
    players: Mapping[str, MakesPlayer] = field(validator=_check_names)
    """What makes each player, by name, as for `contests`."""
    seed: int
    """The same seed gives the same games, unless the budget is a time."""
    budget: Budget | None = None
    """What a player may spend on a decision; None for as much as suits each."""
    max_turns: int | None = None
    """A game is stopped when so many turns are complete; None for never."""

    @property
    def run(self) -> dict[str, Any]:
        """What tells these games from those of another simulation, as plain values."""
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

    def results(self, path: str | Path, *, resume: bool = False) -> AbstractContextManager[Results]:
        """A file that the games are written to, as `results_in` gives it.

        Raises:
            DefinitionError: when the players do not fit the game; there is no file then.
        """
        self.play(0)
        return results_in(path, self.run, resume=resume)

    def play(self, n: int, *, into: Results | None = None, executor: Executor | None = None) -> Iterator[Contest]:
        """The games up to number `n - 1` that results do not hold yet, each of which is added to them.

        Args:
            n: How many games there are in all.
            into: Where they are written; None to play all of them, and to write none.
            executor: Who plays, as for `contests`; None for this process.

        Raises:
            DefinitionError: when a number is none, or the players do not fit the game.
        """
        played = contests(
            self.game,
            self.players,
            n,
            seed=self.seed,
            first=0 if into is None else len(into.games),
            budget=self.budget,
            executor=executor,
            max_turns=self.max_turns,
        )
        return played if into is None else _written(played, into)


def _written(played: Iterator[Contest], into: Results) -> Iterator[Contest]:
    for contest in played:
        into.add(contest)
        yield contest


@final
class Tally:
    """How the games that were added went, counted."""

    def __init__(self) -> None:
        self._wins = Counter[str]()
        self.games: int = 0
        """How many games there were."""
        self.drawn: int = 0
        """How many of them nobody won."""
        self.stopped: int = 0
        """How many had no end."""
        self.turns: int = 0
        """How many turns they had together."""
        self.faults: list[str] = []
        """What forfeited games, each with the number of the game."""

    def add(self, contest: Contest) -> None:
        """Count one more game."""
        self._wins.update(contest.winners)
        self.games += 1
        self.stopped += contest.outcome is None
        self.drawn += contest.outcome is not None and contest.outcome.is_draw
        self.turns += contest.turns
        if contest.fault is not None:
            self.faults.append(f"game {contest.number}: {contest.fault}")

    def won(self, player: str) -> Share:
        """The share of the games that a player won."""
        return Share(self._wins[player], self.games)
