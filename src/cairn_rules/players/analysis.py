"""`analyse`: the best lines of play from a position, as a computer player sees them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from inspect import signature
from random import Random
from typing import Any, Protocol, cast

from attrs import evolve

from cairn_rules.checks import check_least, checked, is_of
from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.game import ActionT, Game, ObservationT, StateT
from cairn_rules.players.analysis_results import Analysis, in_order
from cairn_rules.players.by_name import players_for
from cairn_rules.players.player import Budget, MakesPlayer, drawn_for
from cairn_rules.players.tree import TreePlayer


class Analyst(Protocol):
    """A player that can also analyse: `TreePlayer`, `SeerPlayer`, `SagePlayer`, or one of your own.

    Example:
        >>> from cairn_rules import Budget, korrigans
        >>> from cairn_rules.players import TreePlayer
        >>> analyst: Analyst = TreePlayer(korrigans, seed=1)
        >>> seen = korrigans.observe(korrigans.new_game(seed=7), 0)
        >>> [analysis.simulations for analysis in analyst.analyse(seen, Budget(simulations=150))]
        [100, 150]
    """

    def analyse(self, observation: Any, budget: Budget | None = None, *, lines: int = 1) -> Iterator[Analysis[Any]]:
        """Yield what the player has found out so far, again and again until the budget is spent.

        The first line is what the player would play. `cairn_rules.analyse` puts the others in order, and marks those
        whose value rests on less as `is_rough`.

        Args:
            observation: The observation of the seat that decides.
            budget: The limits of the analysis (default: the player's own for a decision).
            lines: Maximum number of lines.
        """
        ...


@checked
def analyse(
    game: Game[StateT, ActionT, ObservationT],
    position: StateT | ObservationT,
    *,
    budget: Budget | None = None,
    lines: int = 1,
    seed: int | None = None,
    player: MakesPlayer | None = None,
    batch: bool | None = None,
) -> Iterator[Analysis[ActionT]]:
    """Yield the best lines of play from a position, again and again while a computer player improves them.

    The last analysis knows most. Stop when you like; the iterator goes on from there if you ask for the next one. The
    player sees what the seat that decides may know: from a state, everything hidden is left out first.

    Args:
        game: The rules.
        position: A state in which a seat decides, or the observation of that seat. It may be in the middle of a turn.
            Another seat or a spectator that sees the same, as always in Cairn, has the same observation.
        budget: The limits of the whole analysis (default: those of the player for a decision). Its seconds also pass
            while you do not ask for the next one.
        lines: Maximum number of lines; there are fewer if fewer actions are legal.
        seed: The same seed gives the same analyses if the budget is a number of simulations.
        player: The player that analyses (default: the strongest that can). With one that cannot analyse, tree search
            does, and this player continues the game from each new position, with its own default budget.
        batch: Whether to use the player's compiled search, which needs the extra `batch`: `SagePlayer` has one, which
            waits for the compiler, for about half a minute, if this machine has not compiled it before. By default, it
            is used if the budget has seconds and this machine has compiled it.

    Raises:
        DefinitionError: if the seats of the game do not compete, the game is over, `position` is neither a state
            nor the observation of the seat that decides, the player has no compiled search, or an argument is wrong.
        MissingExtraError: if the compiled search is asked for without Numba.

    Example:
        >>> from cairn_rules import Budget, analyse, cairn
        >>> state = cairn.parse_position("2s2/5/5/5/4f s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn alley,menhir - 2-0")
        >>> for analysis in analyse(cairn, state, budget=Budget(simulations=500), lines=2, seed=1):
        ...     best = analysis.lines[0]
        >>> [cairn.format_action(action) for action in best.actions]
        ['c5-x', '=alley']
        >>> best.chances[0] > 0.9
        True
    """
    check_least("lines", lines, 1)
    observation = _observation_of(game, position)
    drawn_for(game, observation, Random(0))  # refuses what another seat sees
    able = [each for each in players_for(game).values() if hasattr(each, "analyse")]
    maker: Any = able[-1] if player is None else player
    asked: dict[str, Any] = {} if batch is None or "batch" not in signature(maker).parameters else {"batch": batch}
    if batch and not asked:
        raise DefinitionError(f"{quoted(maker)} has no compiled search; leave out batch")
    analyst = maker(game, seed=seed, **asked)
    if not hasattr(analyst, "analyse") and not hasattr(analyst, "choose"):
        raise DefinitionError(f"player should make players with a method choose or analyse, not {quoted(analyst)}")
    if not hasattr(analyst, "analyse"):
        analyst = TreePlayer(game, seed=seed, judge=maker)
    analyses = cast("Analyst", analyst).analyse(observation, budget, lines=lines)
    if not isinstance(analyses, Iterable):
        raise DefinitionError(
            f"{quoted(analyst)}.analyse should return an iterator of Analysis, not {quoted(analyses)}"
        )
    return _completed(analyst, analyses, game, position)


def _completed(
    analyst: object, analyses: Iterable[Any], game: Game[Any, Any, Any], position: object
) -> Iterator[Analysis[Any]]:
    for analysis in analyses:
        if not is_of(Analysis)(analysis):
            raise DefinitionError(f"{quoted(analyst)}.analyse should yield an Analysis, not {quoted(analysis)}")
        yield evolve(analysis, game=game, position=position, lines=in_order(analysis.lines))


def _observation_of(game: Game[StateT, Any, ObservationT], position: StateT | ObservationT) -> ObservationT:
    """Return the observation of the seat that decides in a state, or the observation itself."""
    state = cast("StateT", position)
    try:
        game.observe(state, None)
    except DefinitionError:  # as an observation is none
        return cast("ObservationT", position)
    return game.observe(state, game.current_player(state))
