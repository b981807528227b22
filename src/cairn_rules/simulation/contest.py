"""Contests: games between named players, each set-up played in every order of seats."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from random import Random
from time import perf_counter
from traceback import extract_tb
from typing import TYPE_CHECKING, Any, Final, final

from cairn_rules.argument_checks import checked, checked_class
from cairn_rules.errors import DefinitionError, cut, hint
from cairn_rules.frozen_classes import field, frozen
from cairn_rules.game import SEED_BITS, Game, Outcome, received, sendable
from cairn_rules.manifest import SEED, manifest_of, may_choose, players_of
from cairn_rules.players.player import Budget, MakesPlayer, Player
from cairn_rules.simulation.game_records import RECORD, SERIES_SEED, TEXT, parts_of
from cairn_rules.simulation.playouts import check_numbers, gathered

if TYPE_CHECKING:
    from cairn_rules.history.record import Record

FORFEIT: Final = "forfeit"
"""The reason of the outcome when a player raised an exception, chose an illegal action, or exceeded its budget."""
GRACE: Final = 0.5
"""Seconds by which a player may exceed its budget, because the computer may be busy."""
_LONGEST: Final = 170


@final
@checked_class
@frozen
class Contest:
    """The result of a game between named players."""

    number: int
    """The number of the game, from 0."""
    seed: int
    """The seed given to `new_game`."""
    players: tuple[str, ...]
    """The name of the player in each seat."""
    outcome: Outcome | None
    """The outcome; None if the game was stopped."""
    turns: int
    """Number of complete turns; number of decisions, if the states of the game do not count turns."""
    decisions: int
    """Number of decisions."""
    fault: str | None
    """The reason for the forfeit, with the name of the player; None if there was no forfeit."""
    record: Record[Any, Any] | None = field(default=None, eq=False, repr=False)
    """The record, with players, seeds and limits as tags, if it was asked for; equal contests may differ in it."""

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of the winners."""
        return () if self.outcome is None else tuple(self.players[seat] for seat in self.outcome.winners)


@checked
def contests(
    game: Game[Any, Any, Any],
    players: Mapping[str, MakesPlayer],
    n: int,
    *,
    seed: int,
    lineups: Sequence[Sequence[str]] | None = None,
    first: int = 0,
    budget: Budget | None = None,
    executor: Executor | None = None,
    max_turns: int | None = None,
    records: bool = False,
) -> Iterator[Contest]:
    """Yield games between named players.

    Each set-up is played once with every line-up before the next one is drawn, so that luck is shared. Players get
    another seed in each game: equal ones do not play a game of a set-up again.
    A game depends only on `seed` and its number, wherever it is played, unless the budget is a time.

    A player forfeits a game if it raises an exception (or `SystemExit`), chooses an illegal action, or exceeds the
    seconds of its budget by more than half a second; the others win. No player is interrupted: one that never answers
    blocks the run. Any other `BaseException` ends the run. The results are in order, each as soon as it is available.

    Args:
        game: The rules. To be sent to other processes it must be a module or picklable.
        players: The factory of each player, by name: a class or function, importable if an executor is used.
        n: Total number of games; those from `first` to `n - 1` are played.
        seed: The same seed gives the same games.
        lineups: The players' names by seat, one tuple per game of a set-up (default: the players in order,
            then rotated by one seat, and so on).
        first: Number of the first game to play, to resume an interrupted run.
        budget: The limit of a decision (default: each player's own).
        executor: The executor that plays the games, as for `playouts` (default: this process).
        max_turns: Number of turns after which a game is stopped (default: no limit).
        records: True to keep the `record` of each game.

    Raises:
        DefinitionError: if a number is invalid, or a line-up names an unknown player or does not fit the
            number of seats. For a game that does not name its seats, a wrong number is only found during play.

    Example:
        >>> from cairn_rules import cairn
        >>> from cairn_rules.players import GreedyPlayer, RandomPlayer
        >>> games = list(contests(cairn, {"greedy": GreedyPlayer, "random": RandomPlayer}, 4, seed=7))
        >>> [game.players for game in games[:2]]
        [('greedy', 'random'), ('random', 'greedy')]
        >>> games[0].seed == games[1].seed
        True
    """
    n, seed, first, max_turns = check_numbers(n, seed, first, max_turns)
    series = series_of(game, players, lineups, seed=seed, budget=budget, max_turns=max_turns, records=records)
    return (contest for contest, _ in series.games(game, range(first, n), executor))


def series_of(
    game: Game[Any, Any, Any],
    players: Mapping[str, MakesPlayer],
    lineups: Sequence[Sequence[str]] | None,
    **settings: Any,
) -> Series:
    """Return the series of games that `contests` plays. Raise a `DefinitionError` if the players do not fit."""
    names = tuple(players)
    turned = [(*names[by:], *names[:by]) for by in range(len(names))]
    seats = tuple(map(tuple, turned if lineups is None else lineups))
    if not seats:
        raise DefinitionError("no players given: name at least one player or line-up")
    needed = players_of(game)
    for lineup in seats:
        if needed and len(lineup) != needed:
            named = ", ".join(manifest_of(game).seats.names[:needed])
            raise _misfit(lineup, f"{needed} players ({named})" if named else f"{needed} players")
        for name in lineup:
            if name not in players:
                raise DefinitionError(f"{name!r} in a line-up is not a player; {hint(name, tuple(players))}")
    return Series(game=sendable(game), players=dict(players), lineups=seats, **settings)


def _misfit(lineup: tuple[str, ...], needed: str) -> DefinitionError:
    return DefinitionError(f"the game is for {needed}, but a line-up names {len(lineup)}: {', '.join(lineup)}")


def _play(series: Series, number: int) -> list[tuple[Contest, str | None]]:
    return [series.play(received(series.game), number)]


@final
@frozen(kw_only=True)
class Series:
    """The settings that the games share."""

    game: object
    players: dict[str, MakesPlayer]
    lineups: tuple[tuple[str, ...], ...]
    seed: int
    budget: Budget | None
    max_turns: int | None
    records: bool
    """True if contests have records."""
    texts: bool = False
    """True if records are written where the games are played."""

    def games(
        self, game: Game[Any, Any, Any], numbers: range, executor: Executor | None
    ) -> Iterator[tuple[Contest, str | None]]:
        """Yield games in order, each with the text of its record if `texts` is true."""
        if executor is None:
            return (self.play(game, number) for number in numbers)
        return gathered(executor.submit(_play, self, number) for number in numbers)

    def begin(self, game: Game[Any, Any, Any], number: int) -> tuple[tuple[str, ...], int, Any, Random]:
        """Return the players, the seed and the first state of a game, and the generator of its further seeds."""
        setup, order = divmod(number, len(self.lineups))
        game_seed = Random(f"{self.seed} {setup}").getrandbits(SEED_BITS)
        # Equal players are to play two games of a set-up, and not the same one twice.
        return self.lineups[order], game_seed, game.new_game(seed=game_seed), Random(f"{self.seed} {setup} {order}")

    def parts(
        self, game: Game[Any, Any, Any], number: int, begun: tuple[tuple[str, ...], int, Any, Random], *played: Any
    ) -> dict[str, Any]:
        """Return the parts of a game's record, given its actions, outcome and fault if it was played."""
        names, game_seed, start, _ = begun
        limits = {
            "Simulations": self.budget and self.budget.simulations,
            "Seconds": self.budget and self.budget.seconds,
        }
        numbers = {SEED: game_seed, SERIES_SEED: self.seed, "Number": number, **limits, "MaxTurns": self.max_turns}
        return parts_of(game, start, names, numbers, *played)

    def play(self, game: Game[Any, Any, Any], number: int) -> tuple[Contest, str | None]:
        """Play a game."""
        begun = names, game_seed, start, rng = self.begin(game, number)
        made = [self._made(game, name, rng.getrandbits(SEED_BITS)) for name in names]
        turns = manifest_of(game).pace.turns_complete
        state, actions, counts = start, list[Any](), [turns(start, 0)]
        outcome, fault = game.outcome(state), None
        while outcome is None and (self.max_turns is None or counts[-1] - counts[0] < self.max_turns):
            seat = game.current_player(state)
            assert seat is not None, "a game without an outcome has a current player"
            if seat >= len(names):
                raise _misfit(names, f"{seat + 1} or more players")
            answer, fault = self._asked(game, made[seat], state, seat)
            if fault is not None:
                outcome, fault = Outcome.lost_by(seat, len(names), FORFEIT), f"{names[seat]} {fault}"
                break
            state = game.apply(state, answer)
            actions.append(answer)
            counts.append(turns(state, len(actions)))
            outcome = game.outcome(state)
        record = text = None
        if self.records or self.texts:
            parts = self.parts(game, number, begun, actions, outcome, fault)
            text = TEXT.load()(**parts, turns=counts, end=state) if self.texts else None
            record = RECORD.load()(**parts) if self.records else None
        length = counts[-1] - counts[0]
        return Contest(number, game_seed, names, outcome, length, len(actions), fault, record), text

    def _made(self, game: Game[Any, Any, Any], name: str, seed: int) -> Player[Any, Any] | str:
        """Make a player; return it, or the reason why it could not be made."""
        try:
            return self.players[name](game, seed=seed)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a faulty player must not end the run
            place = _place(error, self.players[name]) or (
                "; it is made with (game, seed=7)" if type(error) is TypeError else ""
            )
            return _line(f"could not be made: {_shown(error)}") + place

    def _asked(
        self, game: Game[Any, Any, Any], player: Player[Any, Any] | str, state: Any, seat: int
    ) -> tuple[Any, str | None]:
        """Return the action that a player chooses, and the reason for a forfeit or None."""
        if isinstance(player, str):
            return None, player
        observation, legal = game.observe(state, seat), game.legal_actions(state)
        start = perf_counter()
        try:
            answer = player.choose(observation, self.budget)
            spent = perf_counter() - start
            if answer in legal:
                action = legal[legal.index(answer)]  # an equal object may be of another type
            elif may_choose(game, state, answer):
                action = answer
            else:
                return None, _line(f"answered {_shown(answer)}, which is not legal")
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a faulty player must not end the run
            return None, _line(f"raised {_shown(error)}") + _place(error, player)
        allowed = None if self.budget is None else self.budget.seconds
        if allowed is not None and spent > allowed + GRACE:
            return None, f"thought {spent:.1f} s, but {allowed:g} s were allowed"
        return action, None


def _shown(thing: object) -> str:
    """Return the `repr` of an object, even if its `__repr__` is faulty."""
    try:
        return repr(thing)
    except Exception:  # noqa: BLE001 - a faulty player must not end the run
        return f"a {type(thing).__name__} that cannot be shown"


def _place(error: BaseException, maker: Any) -> str:
    """Return the innermost place in the module of a player at which an exception was raised; empty if there is none."""
    file = getattr(sys.modules.get(getattr(maker, "__module__", "")), "__file__", None)
    lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == file]
    return f" ({Path(file).name}, line {lines[-1]})" if file and lines else ""


def _line(text: str) -> str:
    """Return the text as one line, cut to a readable length."""
    return cut(" ".join(text.split()), _LONGEST)
