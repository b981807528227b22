"""Players that need no search: at random, and greedy."""

from __future__ import annotations

from collections import Counter
from copy import copy

import pytest

from cairn_rules import Budget, Outcome, cairn, endless_winter, korrigans
from cairn_rules.players import GreedyPlayer, RandomPlayer
from cairn_rules.players.simple import worth
from support.play import play
from support.subtraction import PAIR, THREE, WALK
from support.toys import Coin, Doors, Stairs

EXIT = "2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0"
"""Sea can leave the board from c5, and build there."""
AHEAD = "2s2/5/5/5/4f s wooe a2=mound,a3=pillars,b3=chaos,c3=deer,d3=dawn alley,menhir - 2-1"


def chosen(player, game, state, budget: Budget | None = None) -> str:
    return game.format_action(player.choose(game.observe(state, game.current_player(state)), budget))


@pytest.mark.parametrize(
    ("game", "state", "player", "value"),
    [
        (PAIR, (0, 1), 0, 1.0),
        (PAIR, (0, 1), 1, -1.0),
        (THREE, (0, 0), 2, 1.0),
        (THREE, (0, 0), 0, -1.0),
        (Stairs(), ("up", "up"), 0, 0.0),
        (PAIR, (5, 0), 0, 0.0),
        (Doors(), ("oak",), 0, 0.5),
        (cairn, cairn.parse_position(AHEAD), 0, 1 / 3),
        (cairn, cairn.parse_position(AHEAD), 1, -1 / 3),
    ],
)
def test_what_a_state_is_worth(game, state, player: int, value: float) -> None:
    """A result, or else what the game's bookkeeping says; where it says nothing, nobody is ahead."""
    assert worth(game, state, player) == pytest.approx(value)


def test_every_legal_action_is_as_likely() -> None:
    state = cairn.new_game(seed=7)
    legal = cairn.legal_actions(state)
    player = RandomPlayer(cairn, seed=1)
    seen = cairn.observe(state, cairn.current_player(state))
    counted = Counter(player.choose(seen) for _ in range(1000))
    assert set(counted) == set(legal)
    assert min(counted.values()) > 1000 / len(legal) / 2


@pytest.mark.parametrize("game", [cairn, korrigans, endless_winter])
def test_random_samples_no_state_where_the_observation_lists_its_actions(game, monkeypatch: pytest.MonkeyPatch) -> None:
    """The copy of an observation lists them by samples, and the answers are the same."""
    states = [game.new_game(seed=7)]
    for _ in range(30):
        states.append(game.apply(states[-1], game.legal_actions(states[-1])[-1]))
    seen = [game.observe(state, game.current_player(state)) for state in states]
    answers = [RandomPlayer(game, seed=seed).choose(copy(each)) for seed, each in enumerate(seen)]
    monkeypatch.setattr(f"{game.sample_hidden.__module__}.sample_hidden", None)
    monkeypatch.setattr(game, "sample_hidden", None)
    assert [RandomPlayer(game, seed=seed).choose(each) for seed, each in enumerate(seen)] == answers


def test_only_the_seat_that_decides_lists_actions_without_a_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    """What others may do is a secret in Korrigans: a seat, or a spectator, keeps nothing of it."""
    state = korrigans.new_game(seed=7)
    others = [korrigans.observe(state, viewer) for viewer in (None, 1)]
    monkeypatch.setattr("cairn_rules.korrigans.rules.rules.states_seen", lambda _: iter(()))
    assert korrigans.legal_actions(korrigans.observe(state, 0)) == korrigans.legal_actions(state)
    assert [korrigans.legal_actions(seen) for seen in others] == [(), ()]


@pytest.mark.parametrize("make", [RandomPlayer, GreedyPlayer])
def test_the_same_seed_gives_the_same_answers(make) -> None:
    def answers(seed: int | None) -> list[str]:
        player, state, said = make(cairn, seed=seed), cairn.new_game(seed=3), []
        for _ in range(12):
            said.append(chosen(player, cairn, state, Budget(simulations=50)))
            state = play(state, said[-1])
        return said

    assert answers(5) == answers(5)
    assert len({tuple(answers(seed)) for seed in (5, 6, None, None)}) == 4


@pytest.mark.parametrize("seed", range(5))
def test_greedy_goes_out_and_builds(seed: int) -> None:
    """Leaving alone is worth nothing yet: the line is looked at to the end of the turn."""
    player = GreedyPlayer(cairn, seed=seed)
    state = cairn.parse_position(EXIT)
    assert chosen(player, cairn, state) == "c5-x"
    state = play(state, "c5-x")
    assert chosen(player, cairn, state) in ("=alley", "=menhir")


@pytest.mark.untraced
@pytest.mark.parametrize("seed", range(5))
def test_greedy_looks_at_lines_to_the_end_of_the_turn(seed: int) -> None:
    doors = Doors()
    player = GreedyPlayer(doors, seed=seed)
    assert chosen(player, doors, ()) == "iron"
    assert chosen(player, doors, ("iron",)) == "crown"


@pytest.mark.parametrize("seed", range(5))
def test_where_no_turns_are_told_each_decision_is_judged_by_itself(seed: int) -> None:
    doors = Doors(turns=False)
    assert chosen(GreedyPlayer(doors, seed=seed), doors, ()) == "oak"


def test_of_equal_lines_one_is_drawn() -> None:
    stairs = Stairs()
    assert {chosen(GreedyPlayer(stairs, seed=seed), stairs, ()) for seed in range(20)} == {"up", "down"}
    assert {chosen(GreedyPlayer(WALK, seed=seed), WALK, 0) for seed in range(20)} == {"left", "right"}


@pytest.mark.parametrize("game", [PAIR, THREE])
def test_greedy_takes_a_victory_in_a_game_that_tells_nothing_but_its_rules(game) -> None:
    assert {chosen(GreedyPlayer(game, seed=seed), game, (2, 0)) for seed in range(9)} == {"take-2"}
    assert {chosen(GreedyPlayer(game, seed=seed), game, (1, 0)) for seed in range(9)} == {"take-1"}


def test_greedy_stops_when_its_budget_is_spent() -> None:
    """With one simulation it has seen one line, and takes its beginning; doors alone are no lines."""
    stairs = Stairs()
    assert {
        chosen(GreedyPlayer(stairs, seed=seed), stairs, ("down",), Budget(simulations=1)) for seed in range(20)
    } == {
        "up",
        "down",
    }
    doors = Doors()
    assert {chosen(GreedyPlayer(doors, seed=seed), doors, (), Budget(simulations=1)) for seed in range(20)} == {
        "oak",
        "iron",
    }


@pytest.mark.parametrize("make", [RandomPlayer, GreedyPlayer])
def test_nobody_sees_what_is_hidden(make) -> None:
    coin = Coin()
    assert len({chosen(make(coin, seed=3), coin, (side, "guess")) for side in ("heads", "tails")}) == 1
    guesses = [(coin.new_game(seed=seed)[0], seed) for seed in range(60)]
    right = sum(chosen(make(coin, seed=seed + 1000), coin, (side, "guess")) == side for side, seed in guesses)
    assert 15 < right < 45


@pytest.mark.untraced
def test_greedy_beats_random() -> None:
    won = 0
    for seed in range(10):
        state = cairn.new_game(seed=seed)
        players = [GreedyPlayer(cairn, seed=seed), RandomPlayer(cairn, seed=seed)]
        while (outcome := cairn.outcome(state)) is None:
            seat = cairn.current_player(state)
            assert seat is not None
            state = cairn.apply(state, players[seat].choose(cairn.observe(state, seat)))
        assert isinstance(outcome, Outcome)
        won += outcome.winners == (0,)
    assert won >= 8


def test_a_game_sets_the_default_budget_of_a_general_player(monkeypatch: pytest.MonkeyPatch) -> None:
    """A decision of Endless Winter takes 300 simulations, which the class does not say."""
    spent: list[int | None] = []
    plain = Budget.spend
    monkeypatch.setattr(Budget, "spend", lambda budget: spent.append(budget.simulations) or plain(budget))
    for game in (cairn, endless_winter):
        GreedyPlayer(game, seed=1).choose(
            game.observe(game.new_game(seed=7), game.current_player(game.new_game(seed=7)))
        )
    assert spent == [GreedyPlayer.default.simulations, 300]
