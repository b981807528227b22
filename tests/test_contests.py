"""Contests: games between named players, whoever plays them."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import count
from multiprocessing import get_context
from pathlib import Path

import pytest

from cairn_rules import Budget, DefinitionError, Outcome, cairn
from cairn_rules.players import GreedyPlayer, RandomPlayer, TreePlayer
from cairn_rules.simulation.contest import FORFEIT, Contest, contests
from support import bad_players
from support.bad_players import (
    AnswersAngry,
    AnswersUnshowable,
    Bad,
    Cheats,
    Floats,
    Leaves,
    Raises,
    RaisesUnshowable,
    Unmade,
)
from support.subtraction import PAIR, THREE, WALK

TWO = {"greedy": GreedyPlayer, "random": RandomPlayer}
BOTH = {"one": RandomPlayer, "two": RandomPlayer}


@pytest.fixture(scope="module")
def pool() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        yield executor


@pytest.mark.untraced
def test_a_setup_is_played_in_every_order_of_seats() -> None:
    games = list(contests(cairn, TWO, 6, seed=7))
    assert [game.number for game in games] == [0, 1, 2, 3, 4, 5]
    assert [game.players for game in games] == [("greedy", "random"), ("random", "greedy")] * 3
    assert [game.seed for game in games[::2]] == [game.seed for game in games[1::2]]
    assert len({game.seed for game in games}) == 3
    three = list(contests(THREE, {**TWO, "third": RandomPlayer}, 4, seed=1))
    assert [game.players for game in three] == [
        ("greedy", "random", "third"),
        ("random", "third", "greedy"),
        ("third", "greedy", "random"),
        ("greedy", "random", "third"),
    ]
    assert [game.seed == three[0].seed for game in three] == [True, True, True, False]


def test_a_contest_is_the_game_that_its_seed_begins() -> None:
    """The end of it is that of the rules, and the numbers are those of the game."""
    for game in contests(cairn, TWO, 4, seed=3):
        assert game.outcome is not None
        assert game.outcome.reason in cairn.MANIFEST.reasons
        assert game.winners == (game.players[game.outcome.winners[0]],)
        assert game.decisions >= game.turns > 4
        assert game.fault is None
    first = next(contests(PAIR, BOTH, 1, seed=3))
    left, _ = PAIR.new_game(seed=first.seed)
    assert left / 2 <= first.decisions <= left
    assert first.turns == first.decisions
    assert first.winners == (first.players[(first.decisions - 1) % 2],)


@pytest.mark.untraced
@pytest.mark.slow
def test_results_are_the_same_whoever_plays(pool: Executor) -> None:
    players = {**TWO, "tree": TreePlayer}
    pairs = (("greedy", "random"), ("tree", "greedy"), ("random", "tree"))
    options = {"seed": 7, "lineups": pairs, "budget": Budget(simulations=8), "max_turns": 9}
    alone = list(contests(cairn, players, 12, **options))
    assert list(contests(cairn, players, 12, **options, executor=pool)) == alone
    with ThreadPoolExecutor(3) as threads:
        assert list(contests(cairn, players, 12, **options, executor=threads)) == alone
    assert list(contests(cairn, players, 12, **options, first=5)) == alone[5:]
    assert list(contests(cairn, players, 12, **options, first=5, executor=pool)) == alone[5:]
    assert list(contests(cairn, players, 12, **{**options, "seed": 8})) != alone
    assert list(contests(cairn, players, 12, **options, first=12)) == []


def test_seeds_of_players_differ_and_follow_from_the_seed() -> None:
    """Equal players who exchange their seats do not play the same game again."""
    made: list[int | None] = []

    def maker(game, *, seed: int | None = None) -> RandomPlayer:
        made.append(seed)
        return RandomPlayer(game, seed=seed)

    for _ in range(2):
        list(contests(PAIR, {"one": maker, "two": maker}, 2, seed=1))
    assert made[:4] == made[4:]
    assert len(set(made)) == 4


def test_lineups_say_who_plays_whom() -> None:
    games = contests(PAIR, TWO, 4, seed=1, lineups=[["random", "random"], ("greedy", "random")])
    assert [game.players for game in games] == [("random", "random"), ("greedy", "random")] * 2


def test_the_budget_is_handed_to_every_player() -> None:
    seen = set()

    class Told(Bad):
        def choose(self, observation, budget=None):
            seen.add(budget)
            return PAIR.legal_actions(observation)[0]

    list(contests(PAIR, {"one": Told, "two": Told}, 1, seed=1, budget=Budget(simulations=3)))
    list(contests(PAIR, {"one": Told, "two": Told}, 1, seed=1))
    assert seen == {Budget(simulations=3), None}


def test_games_are_stopped_after_some_turns() -> None:
    games = list(contests(WALK, BOTH, 2, seed=1, max_turns=9))
    assert [(game.outcome, game.turns, game.decisions, game.winners) for game in games] == [(None, 9, 9, ())] * 2
    assert [game.turns for game in contests(cairn, BOTH, 2, seed=1, max_turns=3)] == [3, 3]


@pytest.mark.parametrize(
    ("bad", "fault", "decisions"),
    [
        (Raises, "bad raised ValueError('no\\\\n idea xxx", 0),
        (Leaves, "bad raised SystemExit(3)", 0),
        (Cheats, "bad answered 7, which is not legal", 0),
        (AnswersAngry, "bad raised RuntimeError('do not touch')", 0),
        (RaisesUnshowable, "bad raised a UnshowableError that cannot be shown", 0),
        (AnswersUnshowable, "bad answered a UnshowableError that cannot be shown, which is not legal", 0),
        (Unmade, "bad could not be made: OSError('no model')", 0),
    ],
)
def test_who_does_what_cannot_be_is_named_and_has_lost(bad, fault: str, decisions: int, pool: Executor) -> None:
    games = list(contests(PAIR, {"bad": bad, "good": RandomPlayer}, 4, seed=1))
    for game in games:
        assert game.winners == ("good",)
        assert game.outcome is not None
        assert game.outcome.reason == FORFEIT
        assert game.fault is not None
        assert game.fault.startswith(fault.replace("\\\\", "\\"))
        assert len(game.fault) < 230
        assert len(game.fault.splitlines()) == 1
    assert games[0].decisions == decisions
    assert list(contests(PAIR, {"bad": bad, "good": RandomPlayer}, 4, seed=1, executor=pool)) == games


def test_the_others_go_on_and_share_the_victory() -> None:
    players = {"good": RandomPlayer, "bad": Cheats, "better": RandomPlayer}
    first, *rest = contests(THREE, players, 3, seed=1)
    assert first.winners == ("good", "better")
    assert first.outcome == Outcome((0, 2), FORFEIT)
    assert (first.turns, first.decisions) == (1, 1)
    assert all("bad" not in game.winners for game in rest)


def test_who_thinks_too_long_has_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a second more than it may is let pass, and without a time in the budget all of it."""
    clock = count(start=7, step=0.7)  # is read before and after each decision
    monkeypatch.setattr("cairn_rules.simulation.contest.perf_counter", lambda: next(clock))
    (game,) = contests(PAIR, BOTH, 1, seed=1, budget=Budget(seconds=0.01))
    assert game.winners == ("two",)
    assert game.fault == "one thought 0.7 s, but 0.01 s were allowed"
    for budget in (Budget(seconds=0.5), Budget(simulations=1), None):
        (game,) = contests(PAIR, BOTH, 1, seed=1, budget=budget)
        assert game.fault is None


def test_what_is_equal_to_a_legal_action_is_that_action() -> None:
    (game,) = contests(PAIR, {"floats": Floats, "random": RandomPlayer}, 1, seed=1)
    assert game.fault is None


def test_what_the_game_itself_does_wrong_comes_through() -> None:
    class Broken(type(PAIR)):  # type: ignore[misc]
        def apply(self, state, action):  # noqa: ARG002 - it fails for all
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        list(contests(Broken(2), BOTH, 1, seed=1))


def test_a_game_that_is_over_at_its_start_is_one() -> None:
    class Over(type(PAIR)):  # type: ignore[misc]
        def new_game(self, *, seed=None):  # noqa: ARG002 - always the same
            return (0, 1)

    (game,) = contests(Over(2), BOTH, 1, seed=1)
    assert (game.winners, game.turns, game.decisions) == (("one",), 0, 0)


def test_a_stopped_contest_has_no_winner() -> None:
    assert Contest(0, 1, ("one", "two"), None, 3, 3, None).winners == ()
    assert Contest(0, 1, ("one", "two"), Outcome((), "repetition"), 3, 3, None).winners == ()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"n": -1}, "n should be a whole number from 0 up, not -1"),
        ({"seed": None}, "seed should be a whole number, not None"),
        ({"first": -2}, "first should be a whole number from 0 up, not -2"),
        ({"max_turns": 0}, "max_turns should be a whole number from 1 up, not 0"),
        ({"players": {}}, "no players given"),
        ({"lineups": []}, "no players given"),
        ({"lineups": [("greedy", "rando")]}, "'rando' in a line-up is not a player; did you mean 'random'"),
        ({"lineups": [("greedy", "x")]}, "'x' in a line-up is not a player; known: greedy, random"),
        ({"lineups": [("greedy",)]}, r"for 2 players \(sea, forest\), but a line-up names 1: greedy"),
        ({"players": {**TWO, "third": RandomPlayer}}, "a line-up names 3: greedy, random, third"),
    ],
)
def test_what_cannot_be_played_is_refused_at_once(options, told: str) -> None:
    with pytest.raises(DefinitionError, match=told):
        contests(**{"game": cairn, "players": TWO, "n": 1, "seed": 1, **options})


def test_a_game_that_does_not_name_its_seats_needs_as_many_players_as_it_asks() -> None:
    with pytest.raises(DefinitionError, match="for 3 or more players, but a line-up names 2: one, two"):
        list(contests(THREE, BOTH, 1, seed=1))


class Simple:
    """A class that nobody told how players are made."""


@pytest.mark.untraced
def test_a_fault_names_its_place_in_the_module_of_the_player() -> None:
    lines = Path(bad_players.__file__).read_text(encoding="utf-8").splitlines()
    place = lines.index('        raise ValueError("no\\n  idea " + "x" * 500)') + 1
    (game,) = contests(PAIR, {"bad": Raises, "good": RandomPlayer}, 1, seed=1)
    assert game.fault is not None
    assert game.fault.endswith(f"… (bad_players.py, line {place})")
    (game,) = contests(PAIR, {"bad": Simple, "good": RandomPlayer}, 1, seed=1)
    told = "bad could not be made: TypeError('Simple() takes no arguments'); it is made with (game, seed=7)"
    assert game.fault == told
