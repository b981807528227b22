"""Contests: games between named players, each set-up played in every order of seats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from random import Random
from time import perf_counter
from typing import Any, Final, final

from attrs import frozen

from cairn_rules.errors import DefinitionError, cut, hint
from cairn_rules.game import SEED_BITS, Game, Outcome, received, sendable
from cairn_rules.manifest import manifest_of, players_of
from cairn_rules.players.player import Budget, MakesPlayer, Player
from cairn_rules.simulation.playouts import check_numbers, gathered

FORFEIT: Final = "forfeit"
"""The reason of an outcome: a player raised an exception, answered what is illegal, or thought too long."""
GRACE: Final = 0.5
"""So many seconds more than its budget a player may think: the computer may be busy with others."""
_LONGEST: Final = 200


@final
@frozen
class Contest:
    """How a game between players went."""

    number: int
    """Which of the games it is, from 0."""
    seed: int
    """The seed of `new_game` that it started from."""
    players: tuple[str, ...]
    """Who had which seat."""
    outcome: Outcome | None
    """How it ended; None when it was stopped."""
    turns: int
    """How many turns were completed; in a game whose states count no turns, decisions."""
    decisions: int
    """How many decisions were made."""
    fault: str | None
    """What the player did that forfeited the game, with its name; None when nobody did."""

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of the players who won."""
        return () if self.outcome is None else tuple(self.players[seat] for seat in self.outcome.winners)


def contests(
    game: Game[Any, Any, Any],
    players: Mapping[str, MakesPlayer],
    n: int,
    *,
    seed: int,
    lineups: Sequence[tuple[str, ...]] | None = None,
    first: int = 0,
    budget: Budget | None = None,
    executor: Executor | None = None,
    max_turns: int | None = None,
) -> Iterator[Contest]:
    """Play games between players.

    A set-up is played once with each line-up before the next one is drawn, so that luck is shared.
    A game depends on `seed` and its number alone, whoever plays it, unless the budget is a time.

    A player that raises an exception, answers with what is no legal action, or thinks more than
    half a second longer than the seconds of its budget, has lost that game; the others won it.
    Nobody takes the word from a player, though: one that never answers holds up the whole run. And
    what is no `Exception` ends the run, as it is meant to, but for `SystemExit`.

    Args:
        game: The rules. To be sent to other processes it must be a module or picklable.
        players: What makes each player, by name; to be sent, classes or functions of modules.
        n: How many games there are; those from `first` to `n - 1` are played.
        seed: The same seed gives the same games.
        lineups: Who has which seat, one after the other; by default the players in order, then turned
            round by one seat, and so on.
        first: The number of the first one to play, to go on where somebody stopped.
        budget: What a player may spend on a decision; None for as much as suits each.
        executor: Who plays, as for `playouts`; None for this process.
        max_turns: A game is stopped when so many turns are complete; None for never.

    Returns:
        The results in order, each as soon as it is there.

    Raises:
        DefinitionError: when a number is none, a line-up names a player that is not there, or it has
            not as many names as the game has seats. A game that does not name its seats cannot tell
            before it is played.

    Example:
        >>> import cairn_rules as cairn
        >>> from cairn_rules.players import GreedyPlayer, RandomPlayer
        >>> games = list(contests(cairn, {"greedy": GreedyPlayer, "random": RandomPlayer}, 4, seed=7))
        >>> [game.players for game in games[:2]]
        [('greedy', 'random'), ('random', 'greedy')]
        >>> games[0].seed == games[1].seed
        True
    """
    check_numbers(n, seed, first, max_turns)
    seats = _turned(tuple(players)) if lineups is None else tuple(map(tuple, lineups))
    if not seats:
        raise DefinitionError("there is nobody to play: name players, or line-ups of them")
    needed = players_of(game)
    for lineup in seats:
        if needed is not None and len(lineup) != needed:
            named = ", ".join(manifest_of(game).seats.names[:needed])
            raise _misfit(lineup, f"{needed} ({named})" if named else str(needed))
        for name in lineup:
            if name not in players:
                raise DefinitionError(f"a line-up names {name!r}, which is no player; {hint(name, tuple(players))}")
    task = _Task(sendable(game), dict(players), seats, seed, budget, max_turns)
    if executor is None:
        return (task.play(game, number) for number in range(first, n))
    return gathered(executor.submit(_play, task, number) for number in range(first, n))


def _turned(names: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple((*names[by:], *names[:by]) for by in range(len(names)))


def _misfit(lineup: tuple[str, ...], needed: str) -> DefinitionError:
    return DefinitionError(f"the game is for {needed} players, and a line-up names {len(lineup)}: {', '.join(lineup)}")


def _play(task: _Task, number: int) -> list[Contest]:
    return [task.play(received(task.game), number)]


@final
@frozen
class _Task:
    """Everything that the games have in common."""

    game: object
    players: dict[str, MakesPlayer]
    lineups: tuple[tuple[str, ...], ...]
    seed: int
    budget: Budget | None
    max_turns: int | None

    def play(self, game: Game[Any, Any, Any], number: int) -> Contest:
        """One game."""
        setup, order = divmod(number, len(self.lineups))
        names = self.lineups[order]
        rng = Random(f"{self.seed} {setup}")
        game_seed = rng.getrandbits(SEED_BITS)
        state = game.new_game(seed=game_seed)
        made = [self._made(game, name, rng.getrandbits(SEED_BITS)) for name in names]
        turns = manifest_of(game).pace.turns_complete
        before, decisions = turns(state, 0), 0
        outcome, fault = game.outcome(state), None
        while outcome is None and (self.max_turns is None or turns(state, decisions) - before < self.max_turns):
            seat = game.current_player(state)
            assert seat is not None, "somebody decides while the game goes on"
            if seat >= len(names):
                raise _misfit(names, f"{seat + 1} or more")
            answer, fault = self._asked(game, made[seat], state, seat)
            if fault is not None:
                outcome, fault = Outcome.lost_by(seat, len(names), FORFEIT), f"{names[seat]} {fault}"
                break
            state = game.apply(state, answer)
            decisions += 1
            outcome = game.outcome(state)
        return Contest(number, game_seed, names, outcome, turns(state, decisions) - before, decisions, fault)

    def _made(self, game: Game[Any, Any, Any], name: str, seed: int) -> Player[Any, Any] | str:
        """A player, or what went wrong when it was made."""
        try:
            return self.players[name](game, seed=seed)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a player does wrong, the others go on
            return _line(f"could not be made: {_shown(error)}")

    def _asked(
        self, game: Game[Any, Any, Any], player: Player[Any, Any] | str, state: Any, seat: int
    ) -> tuple[Any, str | None]:
        """What a player answers, and what is wrong with it."""
        if isinstance(player, str):
            return None, player
        observation, legal = game.observe(state, seat), game.legal_actions(state)
        start = perf_counter()
        try:
            answer = player.choose(observation, self.budget)
            spent = perf_counter() - start
            if answer not in legal:
                return None, _line(f"answered {_shown(answer)}, which is not legal")
            action = legal[legal.index(answer)]  # what is equal to it may still be of another kind
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a player does wrong, the others go on
            return None, _line(f"raised {_shown(error)}")
        allowed = None if self.budget is None else self.budget.seconds
        if allowed is not None and spent > allowed + GRACE:
            return None, f"thought {spent:.1f} s, where {allowed:g} s were allowed"
        return action, None


def _shown(thing: object) -> str:
    """What a player gave, as text; it may be of a kind that cannot even be shown."""
    try:
        return repr(thing)
    except Exception:  # noqa: BLE001 - whatever a player does wrong, the others go on
        return f"a {type(thing).__name__} that cannot be shown"


def _line(text: str) -> str:
    """The text as one line, which is not too long."""
    return cut(" ".join(text.split()), _LONGEST)
