"""Search in a tree of information sets."""

from __future__ import annotations

from threading import Event
from typing import Any

import pytest

from cairn_rules import Budget, Outcome, cairn
from cairn_rules.manifest import Manifest, Pace
from cairn_rules.players import TreePlayer
from cairn_rules.players import tree as module
from support.play import play
from support.subtraction import PAIR, THREE, WALK
from support.toys import Coin, Doors, Stairs

SOME = Budget(simulations=200)


def chosen(player, game, state, budget: Budget | None = SOME) -> str:
    return game.format_action(player.choose(game.observe(state, game.current_player(state)), budget))


@pytest.mark.parametrize("seed", range(5))
def test_a_victory_in_two_steps_is_found(seed: int) -> None:
    stairs = Stairs()
    assert chosen(TreePlayer(stairs, seed=seed), stairs, ()) == "down"


def test_a_game_is_judged_after_some_decisions() -> None:
    """Without any, doors are judged by their looks; the tree itself sees behind them in the end."""
    doors = Doors()
    shallow: Any = TreePlayer(doors, seed=1, depth=0)
    assert chosen(shallow, doors, (), Budget(simulations=2)) == "oak"
    assert {name: node.total for name, node in shallow._root.children.items()} == {"oak": 0.5, "iron": -0.5}
    deep: Any = TreePlayer(doors, seed=1, depth=9)
    chosen(deep, doors, (), Budget(simulations=2))
    assert {name: node.total for name, node in deep._root.children.items()} == {"oak": 1.0, "iron": 1.0}


@pytest.mark.untraced
@pytest.mark.parametrize(("left", "answer"), [(4, "take-1"), (5, "take-2"), (7, "take-1"), (8, "take-2")])
def test_it_plays_a_game_of_two_as_it_should_be_played(left: int, answer: str) -> None:
    """Who leaves a multiple of three wins; the other one is thought to play as well."""
    assert chosen(TreePlayer(PAIR, seed=1), PAIR, (left, 1), Budget(simulations=800)) == answer


def test_each_of_three_players_plays_for_itself() -> None:
    """The last one who can takes both: what the others did before is worth nothing to them."""
    assert chosen(TreePlayer(THREE, seed=1), THREE, (2, 2)) == "take-2"
    player: Any = TreePlayer(THREE, seed=1)
    chosen(player, THREE, (3, 0), Budget(simulations=800))
    first, second = player._root.children[1], player._root.children[1].children[2]
    assert second.total == second.visits
    assert first.total < 0


def test_the_winning_exit_is_found() -> None:
    state = cairn.parse_position("2s2/5/5/5/4f s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn alley,menhir - 2-0")
    assert chosen(TreePlayer(cairn, seed=1), cairn, state, Budget(simulations=60)) == "c5-x"


@pytest.mark.untraced
def test_the_same_seed_gives_the_same_answers() -> None:
    def answers(seed: int | None) -> list[str]:
        players, state, said = [TreePlayer(cairn, seed=seed) for _ in range(2)], cairn.new_game(seed=3), []
        for _ in range(10):
            seat = cairn.current_player(state)
            assert seat is not None
            said.append(chosen(players[seat], cairn, state, Budget(simulations=25)))
            state = play(state, said[-1])
        return said

    assert answers(5) == answers(5)
    assert len({tuple(answers(seed)) for seed in (5, 6, None)}) == 3


def test_states_that_differ_in_what_is_hidden_get_the_same_answer() -> None:
    state = cairn.new_game(seed=7)
    turned = cairn.make_state(
        **{
            name: getattr(state, name)
            for name in ("shamans", "megaliths", "upcoming", "tucked", "tiles", "scores", "active", "turn")
        },
        deck=state.deck[::-1],
    )
    assert turned != state
    for seed in range(3):
        one, other = TreePlayer(cairn, seed=seed), TreePlayer(cairn, seed=seed)
        assert chosen(one, cairn, state, Budget(simulations=40)) == chosen(other, cairn, turned, Budget(simulations=40))


@pytest.mark.untraced
@pytest.mark.parametrize("side", ["heads", "tails"])
@pytest.mark.parametrize("seed", range(4))
def test_it_does_not_take_what_it_imagines_for_known(side: str, seed: int) -> None:
    """In each state by itself a guess is right; but it is one guess for both, and stopping is better."""
    coin = Coin()
    assert chosen(TreePlayer(coin, seed=seed), coin, (side,)) == "stop"


def test_a_tree_is_kept_when_the_game_goes_on() -> None:
    player: Any = TreePlayer(PAIR, seed=1)
    chosen(player, PAIR, (9, 0))
    root = player._root
    after = root.children[1].children[2]
    visits = after.visits
    assert visits > 10
    chosen(player, PAIR, (6, 0), Budget(simulations=30))
    assert player._root is after
    assert after.visits == visits + 30
    chosen(player, PAIR, (6, 0), Budget(simulations=5))
    assert player._root is after
    assert after.visits == visits + 35


def test_a_tree_of_cairn_is_kept_within_a_turn_and_after_the_answer() -> None:
    state = cairn.parse_position("2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir mound 0-0")
    player: Any = TreePlayer(cairn, seed=1)
    assert chosen(player, cairn, state) == "c5-x"
    after = player._root.children[cairn.parse_action("c5-x", state)]
    state = play(state, "c5-x")
    before = after.visits
    built = chosen(player, cairn, state, Budget(simulations=20))
    assert player._root is after
    assert after.visits == before + 20
    # One megalith is hidden, so that it is known: the other player answers, and the tree is still there.
    node = after.children[cairn.parse_action(built, state)]
    state = play(state, built)
    action = max(node.children, key=lambda action: node.children[action].visits)
    state = cairn.apply(state, action)
    if cairn.current_player(state) == 0 and len(cairn.legal_actions(state)) > 1:
        visits = node.children[action].visits
        chosen(player, cairn, state, Budget(simulations=20))
        assert player._root.visits >= visits


def test_a_game_that_went_another_way_is_searched_anew(monkeypatch) -> None:
    player: Any = TreePlayer(PAIR, seed=1)
    chosen(player, PAIR, (6, 0))
    chosen(player, PAIR, (50, 0), Budget(simulations=200))
    assert player._root.visits == 200
    monkeypatch.setattr(module, "MOST_LOOKED_AT", 1)
    chosen(player, PAIR, (47, 0), Budget(simulations=7))
    assert player._root.visits == 7


def test_what_cannot_be_in_the_state_that_was_drawn_is_passed_over() -> None:
    """An older tree holds actions of all that could be hidden."""
    coin = _Cards()
    player: Any = TreePlayer(coin, seed=1)
    chosen(player, coin, ("red", 0), Budget(simulations=200))
    assert {"red", "blue"} <= set(player._root.children["draw"].children)
    chosen(player, coin, ("red", 9), Budget(simulations=5))
    assert player._root.visits == 5


class _Cards(Coin):
    """What can be done after a card was drawn depends on its colour."""

    def legal_actions(self, state) -> tuple[str, ...]:
        return {0: ("draw", "wait"), 1: (state[0], "stop"), 9: ("this", "that")}.get(state[1], ())

    def apply(self, state, action: str):
        assert action in self.legal_actions(state)
        return (state[0], state[1] + 1)

    def outcome(self, state):
        return None if self.legal_actions(state) else Outcome((0,), "drawn")

    def observe(self, state, player):  # noqa: ARG002 - nobody sees the card
        return state[1]

    def sample_hidden(self, observation, rng):
        return (rng.choice(("red", "blue")), observation)

    MANIFEST = None  # type: ignore[assignment]


def test_the_only_legal_action_is_answered_at_once() -> None:
    player: Any = TreePlayer(PAIR, seed=1)
    chosen(player, PAIR, (9, 0))
    root = player._root
    assert chosen(player, PAIR, (1, 0), Budget(simulations=10**12)) == "take-1"
    assert player._root is root


def test_a_cancelled_search_answers_with_what_it_has() -> None:
    gone = Event()
    gone.set()
    player: Any = TreePlayer(cairn, seed=1)
    state = cairn.new_game(seed=1)
    answer = chosen(player, cairn, state, Budget(seconds=60, cancelled=gone))
    assert answer in map(cairn.format_action, cairn.legal_actions(state))
    assert player._root.visits == 1


def test_without_a_budget_it_has_one_of_its_own() -> None:
    player: Any = TreePlayer(WALK, seed=1, depth=2)
    assert chosen(player, WALK, 0, None) in ("left", "right")
    assert player._root.visits == TreePlayer.default.simulations


def test_without_exploration_it_keeps_to_what_did_best() -> None:
    stairs = Stairs()
    player: Any = TreePlayer(stairs, seed=1, exploration=0.0)
    assert chosen(player, stairs, ("down",)) == "down"
    assert player._root.children["up"].visits == 1


class _Estimated(Doors):
    """Doors that are judged by an estimate, also in the middle of a turn."""

    def __init__(self, **worth: float) -> None:
        self.draws = 0
        self.doors = worth
        self.MANIFEST = Manifest(name="doors", pace=Pace(estimate=lambda state: (worth[state[0]],)))

    def legal_actions(self, state) -> tuple[str, ...]:
        return ("on",) * (len(state) < 9) if state else tuple(self.doors)

    def sample_hidden(self, observation, rng):
        self.draws += 1
        return super().sample_hidden(observation, rng)


def test_an_estimate_is_asked_in_place_of_random_decisions() -> None:
    doors = _Estimated(oak=0.5, iron=-0.5)
    player: Any = TreePlayer(doors, seed=1, depth=99)
    assert chosen(player, doors, (), Budget(simulations=2)) == "oak"
    assert {name: node.total for name, node in player._root.children.items()} == {"oak": 0.5, "iron": -0.5}


def test_a_result_counts_for_more_than_an_estimate() -> None:
    stairs = Stairs()
    stairs.MANIFEST = Manifest(name="stairs", pace=Pace(estimate=lambda _: (0.5,)))  # type: ignore[attr-defined]
    player: Any = TreePlayer(stairs, seed=1)
    assert chosen(player, stairs, ("down",), Budget(simulations=60)) == "down"
    assert player._root.children["up"].total == 0
    assert player._root.children["down"].total == player._root.children["down"].visits


def test_estimates_that_lie_close_together_are_told_apart() -> None:
    """Exploration is measured by how far they lie apart: the best of them is tried most."""
    doors = _Estimated(oak=0.001, iron=0.003, glass=0.002)
    player: Any = TreePlayer(doors, seed=1)
    assert chosen(player, doors, (), Budget(simulations=100)) == "iron"
    assert player._root.children["iron"].visits > 60


def test_with_an_estimate_a_draw_of_what_is_hidden_serves_several_simulations() -> None:
    doors = _Estimated(oak=0.5, iron=-0.5)
    chosen(TreePlayer(doors, seed=1), doors, (), Budget(simulations=2 * module.SHARED + 1))
    assert doors.draws == 1 + 3  # one for the list of actions


def test_what_few_visits_found_is_not_looked_for() -> None:
    player: Any = TreePlayer(PAIR, seed=1)
    chosen(player, PAIR, (9, 0), Budget(simulations=12))
    chosen(player, PAIR, (6, 0), Budget(simulations=5))
    assert player._root.visits == 5
