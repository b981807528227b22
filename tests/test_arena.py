"""Arena: who is better, by how much, and how sure that is."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from math import inf
from typing import Any

import pytest

from cairn_rules import Budget, DefinitionError, Outcome, arena, cairn, korrigans
from cairn_rules.game import with_options
from cairn_rules.manifest import Manifest, Seats
from cairn_rules.players import GreedyPlayer, RandomPlayer, TreePlayer
from cairn_rules.simulation import Pairing, Share, elo
from cairn_rules.simulation.contest import Contest
from support.subtraction import PAIR, WALK


class Cheats:
    """A player that never answers with what is legal."""

    def __init__(self, game, *, seed: int | None = None) -> None:
        pass

    def choose(self, observation, budget: Budget | None = None) -> int:  # noqa: ARG002 - nothing is looked at
        return -1


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        (80, 100, 0.7112, 0.8666),
        (50, 100, 0.4038, 0.5962),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (1, 2, 0.0945, 0.9055),
        (0.5, 1, 0.0546, 0.9454),
        (1, 1, 0.2065, 1.0),
        (0, 0, 0.0, 1.0),
        (5500, 10000, 0.5402, 0.5597),
    ],
)
def test_intervals_are_those_of_wilson(count: float, of: int, low: float, high: float) -> None:
    """Worked out by hand: (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n), with z = 1.96."""
    assert Share(count, of).interval == (pytest.approx(low, abs=6e-5), pytest.approx(high, abs=6e-5))


@pytest.mark.untraced
@pytest.mark.parametrize("of", [*range(1, 60), 10**6])
def test_nothing_won_and_all_won_are_told_exactly(of: int) -> None:
    assert Share(0, of).interval[0] == 0
    assert Share(of, of).interval[1] == 1
    assert 0 < Share(0, of).interval[1] < 1


def test_shares_are_told_with_their_intervals() -> None:
    assert Share(80, 100).value == 0.8
    assert Share(0, 0).value == 0.5
    assert str(Share(80, 100)) == "80.0% (71.1% to 86.7%)"
    assert str(Share(0, 0)) == "50.0% (0.0% to 100.0%)"


@pytest.mark.parametrize(
    ("share", "points"),
    [(0.5, 0.0), (0.75, 190.85), (0.25, -190.85), (10 / 11, 400.0), (100 / 101, 800.0), (1.0, inf), (0.0, -inf)],
)
def test_elo(share: float, points: float) -> None:
    """Ten times as many victories as defeats are 400 points."""
    assert elo(share) == pytest.approx(points, abs=0.01)


@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan")])
def test_what_is_no_share_has_no_elo(share: float) -> None:
    with pytest.raises(DefinitionError, match=f"from 0 to 1, not {share}"):
        elo(share)


def pairing(*winners: tuple[int, ...] | None, fault: str | None = None) -> Pairing:
    """Games between a and b with exchanged seats; winners are seats."""
    games = tuple(
        Contest(
            number,
            number // 2,
            ("a", "b") if number % 2 == 0 else ("b", "a"),
            None if won is None else Outcome(won, "some-reason"),
            5,
            5,
            fault if number == 1 else None,
        )
        for number, won in enumerate(winners)
    )
    return Pairing("a", "b", games)


def test_victories_defeats_and_draws_are_counted() -> None:
    """A victory of both, a draw and a game that was stopped are all draws."""
    played = pairing((0,), (1,), (1,), (), None, (0, 1), (0,), (1,))
    assert (played.wins, played.losses, played.draws) == (4, 1, 3)
    assert played.decided == Share(4, 5)
    assert played.score == Share(5.5, 8)
    low, high = played.score.interval
    assert played.elo == (elo(5.5 / 8), elo(low), elo(high))


def test_a_pairing_tells_itself() -> None:
    assert str(pairing((0,), (1,), (1,), ())) == (
        "a - b: 2 won, 1 lost, 1 drawn; 62.5% (21.9% to 90.8%) of the points, Elo +89 (-220 to +398)"
    )
    assert str(pairing((0,), (1,))).endswith("100.0% (34.2% to 100.0%) of the points, Elo +inf (-113 to +inf)")
    assert str(pairing()) == (
        "a - b: 0 won, 0 lost, 0 drawn; 50.0% (0.0% to 100.0%) of the points, Elo +0 (-inf to +inf)"
    )


def test_faults_are_told_with_their_games() -> None:
    faulty = pairing((0,), (1,), fault="b raised ValueError()")
    assert faulty.faults == ("game 1: b raised ValueError()",)
    assert str(faulty).endswith("; 1 forfeited, first game 1: b raised ValueError()")
    assert pairing((0,), (1,)).faults == ()


@pytest.mark.untraced
def test_every_two_players_meet() -> None:
    players = {"greedy": GreedyPlayer, "random": RandomPlayer, "tree": TreePlayer}
    options = {"seed": 7, "budget": Budget(simulations=5), "max_turns": 8}
    pairings = arena(cairn, players, 4, **options)
    assert [(each.first, each.second) for each in pairings] == [
        ("greedy", "random"),
        ("greedy", "tree"),
        ("random", "tree"),
    ]
    for each in pairings:
        assert [game.players for game in each.games] == [(each.first, each.second), (each.second, each.first)] * 2
        assert [game.seed for game in each.games] == [game.seed for game in pairings[0].games]
    with ThreadPoolExecutor(2) as threads:
        assert arena(cairn, players, 4, **options, executor=threads) == pairings


@pytest.mark.untraced
def test_the_better_one_is_ahead() -> None:
    (played,) = arena(cairn, {"greedy": GreedyPlayer, "random": RandomPlayer}, 20, seed=1)
    assert played.wins >= 17
    assert played.elo[1] > 0
    (played,) = arena(PAIR, {"random": RandomPlayer, "tree": TreePlayer}, 20, seed=1, budget=Budget(simulations=100))
    assert played.losses >= 15
    assert played.elo[2] < 0


@pytest.mark.untraced
@pytest.mark.parametrize("seats", [3, 4])
def test_two_players_share_out_the_seats_of_a_game_for_more(seats: int) -> None:
    """They take the seats by turns, and exchange them in the next game; without any strength each wins half."""
    players = {"one": RandomPlayer, "two": RandomPlayer}
    game = with_options(korrigans, players=seats)
    (played,) = arena(game, players, 4, seed=1)
    first = ("one", "two", "one", "two")[:seats]
    second = ("two", "one", "two", "one")[:seats]
    assert [each.players for each in played.games] == [first, second] * 2
    assert played.wins + played.losses + played.draws == 4
    lines = [Contest(0, 1, first, Outcome(won, "x"), 1, 1, None) for won in ((0,), (0, 2), (0, 1), (1,), ())]
    told = Pairing("one", "two", tuple(lines))
    assert (told.wins, told.losses, told.draws) == (2, 1, 2)


def test_a_game_for_one_has_no_arena() -> None:
    class Alone:
        MANIFEST = Manifest(name="alone", seats=Seats(names=("me",)))

    game: Any = Alone()
    with pytest.raises(DefinitionError, match="two or more players, not one for 1"):
        arena(game, {"one": RandomPlayer, "two": RandomPlayer}, 2, seed=1)


def test_who_forfeits_loses_and_is_named() -> None:
    (played,) = arena(PAIR, {"cheats": Cheats, "random": RandomPlayer}, 4, seed=1)
    assert (played.wins, played.losses) == (0, 4)
    assert played.faults[0] == "game 0: cheats answered -1, which is not legal"
    assert len(played.faults) == 4


def test_stopped_games_are_drawn() -> None:
    (played,) = arena(WALK, {"one": RandomPlayer, "two": RandomPlayer}, 4, seed=1, max_turns=5)
    assert (played.wins, played.losses, played.draws) == (0, 0, 4)
    assert {game.turns for game in played.games} == {5}
    assert played.decided == Share(0, 0)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"n": 3}, "n should be even, since seats are exchanged, not 3"),
        ({"n": -2}, "n should be a whole number from 0 up, not -2"),
        ({"n": True}, "n should be a whole number from 0 up, not True"),
        ({"players": {"one": RandomPlayer}}, "needs at least two players, not 1"),
        ({"players": {}}, "needs at least two players, not 0"),
        ({"seed": "x"}, "seed should be a whole number, not 'x'"),
    ],
)
def test_what_cannot_be_played_is_refused(options, told: str) -> None:
    with pytest.raises(DefinitionError, match=told):
        arena(**{"game": PAIR, "players": {"one": RandomPlayer, "two": RandomPlayer}, "n": 2, "seed": 1, **options})
