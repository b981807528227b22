"""The measurement of many games at once, with the compiled rules (extra `batch`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from cairn_rules.cairn.balance.measurement import CAUSES, ENDINGS, Measured, Point
from cairn_rules.cairn.players.sage import SagePlayer
from cairn_rules.cairn.state.megalith_data import Megalith
from cairn_rules.cairn.state.state import State
from cairn_rules.checks import checked, turn_limit
from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.players.player import Budget, MakesPlayer
from cairn_rules.players.simple import GreedyPlayer, RandomPlayer
from cairn_rules.simulation.batch_functions import check_batch_extra

_MOST_SIMULATIONS: Final = 2**31 - 1
_PLAYERS: Final[tuple[tuple[MakesPlayer, Budget], ...]] = (
    (RandomPlayer, Budget(simulations=1)),
    (GreedyPlayer, GreedyPlayer.default),
    (SagePlayer, SagePlayer.default),
)
"""The players, by their numbers in `cairn_rules.cairn.batch.measurement_kernel`, and their default budgets."""


@checked
def measure_batch(
    states: Iterable[State],
    player: MakesPlayer,
    *,
    seeds: Iterable[int],
    watched: Iterable[Megalith | None] | None = None,
    budget: Budget | None = None,
    max_turns: int | None = None,
) -> list[Measured]:
    """Play a game from each state and return the measurements, as `measure` does, 20 to 200 times as fast.

    Measurements are numbered from 0 in the order of the states.

    Args:
        states: The initial states, with base megaliths only.
        player: The player of both tribes: `RandomPlayer`, `GreedyPlayer` or `SagePlayer`. Sage judges as many positions
            as it does outside a batch, but without its memory it judges some of them several times.
        seeds: The seed of the players of each game. The games differ from those of `measure` with the same seed.
        watched: The megalith to observe in each game, or None for a game without one (default: none in any game).
        budget: The budget for each decision, a number of simulations; None for the player's default.
        max_turns: Maximum number of turns, after which a game is stopped; None for no limit (`SagePlayer` needs one).

    Raises:
        DefinitionError: if the player is another one, its budget is a time, a megalith is not a base one, the number of
            seeds or megaliths differs from that of the states, or sage has no limit of turns.
        MissingExtraError: if the extra `batch` is missing.

    Example:
        >>> from cairn_rules import cairn
        >>> from cairn_rules.players import GreedyPlayer
        >>> state = cairn.parse_position("2s2/5/5/5/4f s wooe a1=mound,b3=pillars,c3=deer,d3=dawn alley - 2-0")
        >>> (seen,) = measure_batch([state], GreedyPlayer, seeds=[1])
        >>> seen.winner, seen.ending, seen.turns, seen.decisions
        (0, 'exit', 1, 2)
    """
    max_turns = turn_limit(max_turns)
    kind, simulations = player_in_batch(player, budget)
    if player is SagePlayer and max_turns is None:
        raise DefinitionError(
            "two sages can move back and forth forever: give a number of turns, such as max_turns=300"
        )
    from cairn_rules.cairn.batch.bridge import megalith_number  # noqa: PLC0415 - it needs the extra
    from cairn_rules.cairn.batch.playouts import measurements  # noqa: PLC0415
    from cairn_rules.cairn.batch.row import NONE  # noqa: PLC0415

    starts, drawn = tuple(states), tuple(seeds)
    stones = (None,) * len(starts) if watched is None else tuple(watched)
    for name, given in (("seeds", drawn), ("watched", stones)):
        if len(given) != len(starts):
            raise DefinitionError(f"{name} should have one value for each of {len(starts)} states, not {len(given)}")
    numbers = [NONE if stone is None else megalith_number(stone) for stone in stones]
    measured = measurements(starts, drawn, watched=numbers, player=kind, simulations=simulations, max_turns=max_turns)
    return [
        _measured(number, start, stone, columns)
        for number, (start, stone, columns) in enumerate(zip(starts, stones, measured.tolist(), strict=True))
    ]


def check_batch(stones: Iterable[Megalith], player: MakesPlayer, budget: Budget | None) -> None:
    """Check that a batch can play games with these megaliths and this player.

    Raises:
        DefinitionError: if a megalith is not a base one, or the player or its budget does not suit a batch.
        MissingExtraError: if the extra `batch` is missing.
    """
    player_in_batch(player, budget)
    from cairn_rules.cairn.batch.bridge import megalith_number  # noqa: PLC0415 - it needs the extra

    for stone in stones:
        megalith_number(stone)


def player_in_batch(player: MakesPlayer, budget: Budget | None) -> tuple[int, int]:
    """Return a player's number in a batch, and its number of simulations for each decision.

    Raises:
        DefinitionError: if no batch plays this player, or its budget is a time.
        MissingExtraError: if the extra `batch` is missing.
    """
    check_batch_extra()
    for number, (known, default) in enumerate(_PLAYERS):
        if player is known:
            given = budget or default
            if given.simulations is None or given.seconds is not None:
                raise DefinitionError("a batch has no clock: limit the simulations of its players, not their seconds")
            return number, min(given.simulations, _MOST_SIMULATIONS)
    name = getattr(player, "__name__", quoted(player))
    raise DefinitionError(
        f"a batch is played by RandomPlayer, GreedyPlayer or SagePlayer, not by {name}; play without batch"
    )


def _measured(number: int, start: State, stone: Megalith | None, columns: Sequence[int]) -> Measured:
    """Return the measurements of a game by the columns of `cairn_rules.cairn.batch.measurement_kernel`."""
    winner, ending, turns, decisions, options, turn_options, started, builder, built_last, *uses = columns
    walked_by_sea, walked_by_forest, pushed_by_sea, pushed_by_forest, arrivals, idle, cuts, longest, *builds = uses
    return Measured(
        number=number,
        first=int(start.active),
        winner=None if winner < 0 else winner,
        ending=ENDINGS[ending],
        turns=turns,
        decisions=decisions,
        options=options,
        turn_options=turn_options,
        started=started,
        points=tuple(_point(packed, start.turn) for packed in builds[1 : 1 + builds[0]]),
        on_display=stone in start.upcoming,
        builder=None if builder < 0 else builder,
        built_last=bool(built_last),
        walked=(walked_by_sea, walked_by_forest),
        pushed=(pushed_by_sea, pushed_by_forest),
        arrivals=arrivals,
        idle=idle,
        cuts=cuts,
        longest=longest,
        fault=None,
    )


def _point(packed: int, begun: int) -> Point:
    """Return a point by its packed numbers, in a game that began with this turn."""
    from cairn_rules.cairn.batch import measurement_kernel  # noqa: PLC0415 - it needs the extra
    from cairn_rules.cairn.batch.bridge import MEGALITHS  # noqa: PLC0415

    shown = packed >> measurement_kernel.DISPLAY_SHIFT & (1 << 2 * measurement_kernel.DISPLAY_BITS) - 1
    display: list[Megalith] = []
    while shown:
        display.append(MEGALITHS[(shown & (1 << measurement_kernel.DISPLAY_BITS) - 1) - 1])
        shown >>= measurement_kernel.DISPLAY_BITS
    return Point(
        tribe=packed & 1,
        cause=CAUSES[packed >> measurement_kernel.CAUSE_SHIFT & 3],
        megalith=display[packed >> measurement_kernel.PLACE_SHIFT & 1],
        display=tuple(display),
        turn=(packed >> measurement_kernel.TURN_SHIFT) - begun,
    )
