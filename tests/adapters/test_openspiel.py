"""The board games as games of OpenSpiel: its own tests pass, and its own search plays."""

from __future__ import annotations

import copy
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from open_spiel.python import observation, rl_environment
from open_spiel.python.algorithms import (
    evaluate_bots,
    generate_playthrough,
    ismcts,
    mcts,
    minimax,
    outcome_sampling_mccfr,
    random_agent,
    tabular_qlearner,
)
from open_spiel.python.bots import uniform_random

from cairn_rules import DefinitionError, cairn, dumps, endless_winter, korrigans
from cairn_rules.adapters.openspiel import SHORT_NAME, Position
from cairn_rules.cairn import BuildMegalith, Space, Tribe
from cairn_rules.cairn.learning import action_space
from cairn_rules.cairn.learning.observation_tensor import tensor
from cairn_rules.encoding import Encoder, EncodingError
from cairn_rules.game import with_options

CHANCE = pyspiel.PlayerId.CHANCE
TERMINAL = pyspiel.PlayerId.TERMINAL


def load(**options) -> pyspiel.Game:
    return pyspiel.load_game(SHORT_NAME, options)


def started(game: pyspiel.Game, *outcomes: int) -> pyspiel.State:
    """A state after the set-up: Sea begins, faces wooe, then the numbers of four megaliths."""
    state = game.new_initial_state()
    for outcome in (0, 0, *(outcomes or (0, 1, 2, 3))):
        state.apply_action(outcome)
    return state


def do(state: pyspiel.State, *texts: str) -> None:
    """Apply decisions by their text, chance outcomes included."""
    for text in texts:
        player = state.current_player()
        by_text = {state.action_to_string(player, action): action for action in state.legal_actions()}
        state.apply_action(by_text[text])


@pytest.mark.parametrize("options", [{}, {"light": True}, {"max_decisions": 20}])
def test_random_games_pass_the_test_of_openspiel(options) -> None:
    """It checks the invariants of every state of a game, and that serialised ones come back."""
    pyspiel.random_sim_test(load(**options), num_sims=3, serialize=True, verbose=False)


def test_the_set_up_is_drawn_by_chance() -> None:
    """First player 2, faces 16, then four of the fourteen megaliths, none of them twice."""
    state = load().new_initial_state()
    counts, said = [], []
    for outcome in (1, 4, 13, 0, 5, 2):
        assert state.current_player() == CHANCE
        assert state.is_chance_node()
        outcomes = state.chance_outcomes()
        assert [number for number, _ in outcomes] == sorted(state.legal_actions())
        assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        assert len({chance for _, chance in outcomes}) == 1
        assert state.rules_state is None
        assert not np.any(state.observation_tensor(0))
        counts.append(len(outcomes))
        said.append(state.action_to_string(CHANCE, outcome))
        assert state.returns() == [0.0, 0.0]
        state.apply_action(outcome)
    assert counts == [2, 16, 14, 13, 12, 11]
    assert said == [
        "first: Forest",
        "faces: woee",
        "b3: source",
        "d3: chaos",
        "first slot: deer",
        "second slot: cromlech",
    ]
    rules = state.rules_state
    assert (rules.active, str(rules.tiles), rules.scores) == (Tribe.FOREST, "woee", (0, 0))
    assert {space: stone.id for space, stone in rules.megaliths.items()} == {Space.B3: "source", Space.D3: "chaos"}
    assert [stone.id for stone in rules.upcoming] == ["deer", "cromlech"]
    assert len(rules.deck) == 10
    assert rules.shamans == cairn.new_game().shamans
    assert state.current_player() == 1


def test_the_light_set() -> None:
    state = load(light=True).new_initial_state()
    do(state, "first: Sea", "faces: wooe")
    assert len(state.legal_actions()) == 8
    do(state, "b3: chaos", "d3: dawn", "first slot: deer", "second slot: menhir")
    assert {stone.id for stone in state.rules_state.deck} == {"cromlech", "pillars", "alley", "sanctuary"}


def test_a_build_draws_by_chance_what_is_unknown() -> None:
    """Whoever builds takes the first upcoming megalith; one of those in the deck takes its place."""
    state = started(load())
    assert state.rules_state.scores == (0, 0)
    while not isinstance(state.rules_state.pending, BuildMegalith):
        if state.is_terminal():
            state = started(load())
        state.apply_action(random.Random(len(state.history())).choice(state.legal_actions()))
    before = state.rules_state
    builder = state.current_player()
    first = before.upcoming[0].id
    do(state, f"={first}")
    assert state.is_chance_node()
    assert state.rules_state == before
    assert f"draws: ={first}" in str(state)
    drawn = sorted(stone.id for stone in before.deck)
    assert sorted(state.action_to_string(CHANCE, one) for one in state.legal_actions()) == [
        f"draw {id}" for id in drawn
    ]
    for id in drawn:
        child = state.clone()
        do(child, f"draw {id}")
        assert child.rules_state.upcoming[0].id == id
        assert child.rules_state.scores[builder] == 1
        assert id not in {stone.id for stone in child.rules_state.deck}
        assert len(child.rules_state.deck) == len(before.deck) - 1
    assert state.is_chance_node()


def test_legal_actions_are_the_indices_of_the_encoding() -> None:
    state = started(load())
    assert state.legal_actions() == sorted(action_space.action_indices(state.rules_state))
    assert state.action_to_string(0, 263) == "+d1"
    for player in range(2):
        seen = tensor(cairn.observe(state.rules_state, player), player)
        assert list(state.observation_tensor(player)) == list(seen)
        assert state.observation_string(player) == cairn.diagram(state.rules_state)


def test_a_game_at_its_limit_is_a_draw() -> None:
    state = started(load(max_decisions=2))
    assert load(max_decisions=2).max_game_length() == 2
    assert load(max_decisions=2).max_chance_nodes_in_history() == 8
    for _ in range(2):
        assert not state.is_terminal()
        state.apply_action(state.legal_actions()[0])
    assert state.is_terminal()
    assert state.current_player() == TERMINAL
    assert state.returns() == [0.0, 0.0]
    assert state.legal_actions() == []


def test_the_winner_gets_1() -> None:
    found = set()
    for seed in range(8):
        rng = random.Random(seed)
        state = load().new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        (winner,) = cairn.outcome(state.rules_state).winners
        assert state.returns() == ([1.0, -1.0], [-1.0, 1.0])[winner]
        found.add(winner)
    assert found == {0, 1}


def test_clones_are_independent_and_share_the_position() -> None:
    state = started(load())
    clone = state.clone()
    assert clone.position is state.position
    assert copy.deepcopy(state.position) is state.position
    clone.apply_action(clone.legal_actions()[0])
    assert state.rules_state != clone.rules_state
    assert str(state) != str(clone)


def test_a_state_comes_back_from_its_text() -> None:
    game = load(light=True)
    state = started(game)
    rng = random.Random(4)
    for _ in range(60):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    again, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert again.get_parameters() == {"light": True, "max_decisions": 1000}
    assert read.rules_state == state.rules_state
    assert str(read) == str(state)


@pytest.mark.parametrize("decisions", [0, -1, 10**6 + 1])
def test_a_limit_is_a_number_from_1_to_a_million(decisions: int) -> None:
    with pytest.raises(
        DefinitionError, match=f"max_decisions must be a whole number from 1 to 1000000, got {decisions}"
    ):
        load(max_decisions=decisions)


def test_a_playthrough_is_written() -> None:
    written = generate_playthrough.playthrough("cairn(max_decisions=30)", None, seed=5)
    assert "GameType.chance_mode = ChanceMode.EXPLICIT_STOCHASTIC" in written
    assert "NumDistinctActions() = 641" in written
    assert "ObservationTensorShape() = [526]" in written
    assert "IsTerminal() = True" in written


def test_mcts_plays() -> None:
    """It finds the exit after which Sea builds a second megalith, and then Forest's, which wins."""
    game = load(max_decisions=40)
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 120, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = started(game)
    start = cairn.parse_position(
        "2s2/5/5/5/2f2 s wooe b3=dawn,d3=chaos,a2=pillars,b2=source,e4=alley deer,menhir mound,haven,fairy 1-2"
    )
    state.position = Position(state.position.drawn, start)
    assert state.action_to_string(0, bot.step(state)) == "c5-x"
    do(state, "c5-x", "=deer", "draw fairy")
    assert state.action_to_string(1, bot.step(state)) == "c1-x"
    do(state, "c1-x", "=menhir")
    assert state.returns() == [-1.0, 1.0]


@pytest.mark.parametrize("outcomes", [(2,), (0, 16), (0, 0, 14), (0, 0, 3, 3), (0, 0, 0, 1, 2, 2)])
def test_an_impossible_outcome_is_refused_at_once(outcomes) -> None:
    """Such as a megalith that lies on the board already. Nothing has changed then."""
    state = load().new_initial_state()
    *possible, impossible = outcomes
    for outcome in possible:
        state.apply_action(outcome)
    before, history = state.position, state.history()
    with pytest.raises(EncodingError, match=f"^{impossible} is not an outcome of this chance node, where .* are$"):
        state.apply_action(impossible)
    assert (state.position, state.history()) == (before, history)


def test_an_impossible_draw_is_refused_at_once() -> None:
    state = started(load(), 0, 1, 2, 3)
    while not (state.is_chance_node() or state.is_terminal()):
        state.apply_action(random.Random(len(state.history())).choice(state.legal_actions()))
    assert state.is_chance_node()
    with pytest.raises(EncodingError, match=r"^0 is not an outcome of this chance node, where .*[1-9]"):
        state.apply_action(0)  # it lies on b3


SECRET = [
    ("korrigans", korrigans, {}),
    ("korrigans", korrigans, {"players": 5}),
    ("endless_winter", endless_winter, {}),
]
"""Games with secrets: their name, their rules and their parameters."""


@pytest.mark.parametrize(("name", "options"), [(name, options) for name, _, options in SECRET])
def test_random_games_with_secrets_pass_the_test_of_openspiel(name: str, options) -> None:
    game = pyspiel.load_game(name, options | {"max_decisions": 100})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    assert game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert game.num_players() == options.get("players", 2)
    assert game.get_type().max_num_players == {"korrigans": 5, "endless_winter": 4}[name]
    assert pyspiel.load_game(name).max_game_length() == 1000


@pytest.mark.parametrize(("name", "rules", "options"), SECRET)
def test_a_game_with_secrets_is_that_of_its_seed(name: str, rules, options) -> None:
    """Four chance nodes draw it, the lowest digit first; then every decision is that of the rules, to the end."""
    game = pyspiel.load_game(name, options)
    state = game.new_initial_state()
    assert game.max_chance_nodes_in_history() == 4
    for digit in (5, 0, 63, 1):
        assert state.current_player() == CHANCE
        assert state.chance_outcomes() == [(outcome, 1 / 64) for outcome in range(64)]
        assert (state.rules_state, state.returns()) == (None, [0.0] * game.num_players())
        assert not np.any(state.observation_tensor(0))
        assert state.action_to_string(CHANCE, digit) == f"digit {digit}"
        assert state.observation_string(0) == str(state)
        with pytest.raises(EncodingError, match=r"^64 is not an outcome of this chance node, where 0, 1, .* 63 are$"):
            state.apply_action(64)
        state.apply_action(digit)
    expected = rules.new_game(seed=5 + 63 * 64**2 + 64**3, **options)
    encoder, rng = Encoder(with_options(rules, **options)), random.Random(1)
    while not state.is_terminal():
        player = state.current_player()
        assert (state.rules_state, player) == (expected, rules.current_player(expected))
        assert state.legal_actions() == sorted(encoder.indices(expected))
        action = rng.choice(state.legal_actions())
        chosen = encoder.action(expected, action)
        assert state.action_to_string(player, action) == rules.format_action(chosen)
        for seat in range(game.num_players()):
            assert state.observation_string(seat) == dumps(rules.observe(expected, seat))
            assert list(state.observation_tensor(seat)) == list(encoder.tensor(expected, seat))
        with pytest.raises(EncodingError, match="no legal action has the index 255 here"):
            state.apply_action(255)
        state.apply_action(action)
        expected = rules.apply(expected, chosen)
    winners = rules.outcome(expected).winners
    assert state.returns() == [1.0 if seat in winners else -1.0 for seat in range(game.num_players())]
    assert str(state) == rules.diagram(expected)


def test_the_number_of_players_is_that_of_the_rules() -> None:
    with pytest.raises(DefinitionError, match="players must be a whole number from 2 to 5, got 6"):
        pyspiel.load_game("korrigans", {"players": 6})
    assert pyspiel.load_game("endless_winter", {"players": 1}).num_players() == 1


def test_games_can_be_left_open_when_a_program_ends() -> None:
    """OpenSpiel forgets its games after Python has ended."""
    program = "import pyspiel, cairn_rules.adapters.openspiel; pyspiel.load_game('korrigans').new_initial_state()"
    subprocess.run([sys.executable, "-c", program], check=True)  # noqa: S603 - our own


def begun(game: pyspiel.Game, rng: np.random.RandomState) -> pyspiel.State:
    """A state after a random set-up."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(int(rng.choice(state.legal_actions())))
    return state


@pytest.mark.parametrize(("name", "options"), [(name, options) for name, _, options in SECRET])
def test_a_player_cannot_tell_a_sampled_state_from_the_real_one(name: str, options) -> None:
    """As OpenSpiel's own test of it asks, at every third decision; secrets and the future differ."""
    game, rng = pyspiel.load_game(name, options | {"max_decisions": 40}), np.random.RandomState(3)
    state = begun(game, rng)
    differ = decisions = 0
    while not state.is_terminal():
        before, history = state.rules_state, state.history()
        for player in range(game.num_players() if decisions % 3 == 0 else 0):
            sampled = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(decisions, 0.0, 1.0))
            assert sampled.observation_string(player) == state.observation_string(player)
            assert list(sampled.observation_tensor(player)) == list(state.observation_tensor(player))
            assert sampled.current_player() == state.current_player()
            assert sampled.history() == [], "the real one begins with the seed"
            assert sampled.position.drawn == ()
            if player == state.current_player():
                assert sampled.legal_actions() == state.legal_actions()
            again = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(decisions, 0.0, 1.0))
            assert again.rules_state == sampled.rules_state
            differ += sampled.rules_state != before
            sampled.apply_action(sampled.legal_actions()[0])
            assert sampled.position.decisions == decisions + 1
        assert (state.rules_state, state.history()) == (before, history)
        state.apply_action(int(rng.choice(state.legal_actions())))
        decisions += 1
    assert differ > 10
    assert state.resample_from_infostate(0, random.Random(1).random).is_terminal()


def test_a_sampled_state_without_secrets_is_a_clone() -> None:
    """In Cairn, and where the seed is not drawn yet."""
    for state in (started(load()), pyspiel.load_game("korrigans").new_initial_state()):
        sampled = state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(0.0, 1.0))
        assert sampled.position is state.position
        assert sampled is not state


@pytest.mark.parametrize("name", ["cairn", "korrigans", "endless_winter"])
def test_what_a_game_says_that_it_provides_is_provided(name: str) -> None:
    """Observations of a player, and nothing else: OpenSpiel asks for None where it makes other kinds of observation."""
    game = pyspiel.load_game(name)
    kind, state = game.get_type(), begun(game, np.random.RandomState(1))
    assert (kind.provides_observation_string, kind.provides_observation_tensor) == (True, True)
    assert (kind.provides_information_state_string, kind.provides_information_state_tensor) == (False, False)
    assert not kind.provides_factored_observation_string
    assert state.observation_string()
    assert len(state.observation_tensor()) == game.observation_tensor_size()
    refused = rf"^{name} has no information states, only observations: use observation_string or observation_tensor; "
    for told in (state.information_state_string, state.information_state_tensor):
        with pytest.raises(EncodingError, match=refused):
            told(0)
    none = pyspiel.PrivateInfoType.NONE
    for other in ({"perfect_recall": True}, {"private_info": none}, {"public_info": False}):
        asked = pyspiel.IIGObservationType(**{"perfect_recall": False, **other})
        assert observation.make_observation(game, asked) is None
    assert observation.make_observation(game, pyspiel.IIGObservationType(perfect_recall=False)) is not None
    assert observation.make_observation(game) is not None


def play_mcts(game: pyspiel.Game, rng: np.random.RandomState) -> None:
    bot = mcts.MCTSBot(game, 1.4, 5, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = begun(game, rng)
    assert bot.step(state) in state.legal_actions()


def play_ismcts(game: pyspiel.Game, rng: np.random.RandomState) -> None:
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = ismcts.ISMCTSBot(game, evaluator, 1.4, 5, random_state=rng, use_observation_string=True)
    state = begun(game, rng)
    while not state.is_terminal():
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def play_minimax(game: pyspiel.Game, rng: np.random.RandomState) -> None:
    state = begun(game, rng)
    value, action = minimax.expectiminimax(state, 1, lambda _: 0.5, state.current_player())
    assert value == 0.5
    assert action in state.legal_actions()


def in_environment(game: pyspiel.Game, agent: type) -> None:
    env = rl_environment.Environment(game, chance_event_sampler=rl_environment.ChanceEventSampler(seed=3))
    actions = env.action_spec()["num_actions"]
    agents = [agent(player_id=player, num_actions=actions) for player in range(env.num_players)]
    step = env.reset()
    while not step.last():
        step = env.step([agents[step.observations["current_player"]].step(step).action])
    assert len(step.rewards) == env.num_players


def play_bots(game: pyspiel.Game, rng: np.random.RandomState) -> None:
    bots = [uniform_random.UniformRandomBot(player, rng) for player in range(game.num_players())]
    assert len(evaluate_bots.evaluate_bots(game.new_initial_state(), bots, rng)) == len(bots)


def play_mccfr(game: pyspiel.Game, rng: np.random.RandomState) -> None:  # noqa: ARG001 - it has its own
    outcome_sampling_mccfr.OutcomeSamplingSolver(game).iteration()


ALGORITHMS: dict[str, Callable[[pyspiel.Game, np.random.RandomState], None]] = {
    "mcts.MCTSBot": play_mcts,
    "minimax.expectiminimax": play_minimax,
    "ismcts.ISMCTSBot": play_ismcts,
    "tabular_qlearner.QLearner": lambda game, _: in_environment(game, tabular_qlearner.QLearner),
    "random_agent.RandomAgent": lambda game, _: in_environment(game, random_agent.RandomAgent),
    "evaluate_bots.evaluate_bots": play_bots,
    "outcome_sampling_mccfr.OutcomeSamplingSolver": play_mccfr,
}
"""A way to try each algorithm that the page lists, by its name in `open_spiel.python.algorithms`."""
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "adapters.md"
ROWS = re.findall(r"^\| `(\w+\.\w+)`.* \| (\w+).* \| (\w+).* \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


def test_the_page_lists_the_algorithms_that_are_tried() -> None:
    assert [name for name, *_ in ROWS] == [*ALGORITHMS]


@pytest.mark.parametrize(("algorithm", "perfect", "secret"), ROWS)
@pytest.mark.parametrize("name", ["cairn", "korrigans", "endless_winter"])
def test_an_algorithm_runs_where_the_page_says(algorithm: str, perfect: str, secret: str, name: str) -> None:
    game, rng = pyspiel.load_game(name, {"max_decisions": 6}), np.random.RandomState(1)
    if (perfect if name == "cairn" else secret) == "yes":
        ALGORITHMS[algorithm](game, rng)
    else:
        with pytest.raises((AssertionError, EncodingError)):
            ALGORITHMS[algorithm](game, rng)


@pytest.mark.parametrize(
    ("name", "bot"),
    [
        ("cairn", "MCTSBot(game, evaluator, 1.4, 10, 100, True, 1, False)"),
        (
            "korrigans",
            "ISMCTSBot(1, evaluator, 1.4, 5, -1, pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, True, False, 0.0)",
        ),
    ],
)
def test_a_search_in_cpp_ends_the_process(name: str, bot: str) -> None:
    """As the page says; if it no longer does, the page can list it."""
    program = f"""
import pyspiel, cairn_rules.adapters.openspiel
game, evaluator = pyspiel.load_game("{name}"), pyspiel.RandomRolloutEvaluator(1, 1)
state = game.new_initial_state()
while state.is_chance_node():
    state.apply_action(state.legal_actions()[0])
bot = pyspiel.{bot}
print("made", flush=True)
bot.step(state)
"""
    ended = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True)  # noqa: S603 - our own
    assert (ended.stdout, ended.returncode != 0, "Traceback" in ended.stderr) == ("made\n", True, False)


def test_the_usual_is_mcts_says_what_it_needs() -> None:
    game, rng = pyspiel.load_game("korrigans"), np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 1.4, 5, random_state=rng)
    with pytest.raises(EncodingError, match=r"; ISMCTSBot takes use_observation_string=True$"):
        bot.step(begun(game, rng))
