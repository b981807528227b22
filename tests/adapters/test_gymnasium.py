"""The environments of Gymnasium keep the promises of Gymnasium, by its own checker."""

from __future__ import annotations

import warnings
from functools import partial

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import cairn_rules as cairn
from cairn_rules import DefinitionError, EncodingError, MatchError, UnknownIdError
from cairn_rules.adapters.gymnasium import BatchEnv, SeatEnv
from cairn_rules.cairn.batch import Batch
from cairn_rules.encoding import Encoder
from cairn_rules.manifest import Manifest, Seats
from cairn_rules.players import GreedyPlayer
from cairn_rules.simulation.batches import BaseBatch, BatchOfScalar
from support.agents import GAMES
from support.positions import From
from support.subtraction import Subtraction


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_api_is_kept(name: str, seat: int | None) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        gymnasium.register("cairn_rules/Game-v0", lambda **options: SeatEnv(GAMES[name], seat=seat, **options))
        try:
            made = gymnasium.make("cairn_rules/Game-v0", disable_env_checker=True, render_mode="ansi")
            check_env(made.unwrapped)
        finally:
            del gymnasium.registry["cairn_rules/Game-v0"]


def lengths(env: SeatEnv, seed: int) -> tuple[int, float, bool, bool]:
    """Play at random to the end: decisions of the agent, the sum of its rewards, and how the game ended."""
    rng = np.random.default_rng(seed)
    seen, info = env.reset(seed=seed)
    assert info == {}
    total, decisions = 0.0, 0
    while True:
        assert env.observation_space.contains(seen)
        assert cairn.current_player(env.game_state) == env.seat
        assert (env.action_masks() == seen["action_mask"].astype(bool)).all()
        seen, reward, terminated, truncated, info = env.step(rng.choice(np.flatnonzero(seen["action_mask"])))
        total += reward
        decisions += 1
        if terminated or truncated:
            return decisions, total, terminated, truncated


def test_the_reward_is_that_of_the_seat() -> None:
    found = set()
    for seed in range(4):
        for seat in (0, 1):
            env = SeatEnv(cairn, seat=seat)
            decisions, total, terminated, truncated = lengths(env, seed)
            outcome = cairn.outcome(env.game_state)
            assert outcome is not None
            assert (terminated, truncated) == (True, False)
            assert total == (1.0 if outcome.winners == (seat,) else -1.0)
            assert decisions > 5
            found.add(total)
    assert found == {1.0, -1.0}


def test_the_agent_decides_off_turn_and_several_times() -> None:
    """Greedy Sea has one action, c2-c3, and then one power, which pushes b3 onto Sanctuary: Forest decides first."""
    start = cairn.parse_position("f4/5/5/5/3fs s wooe e2=fairy,d2=sanctuary deer,menhir - 0-0")
    env = SeatEnv(From(start), seat=1, opponent=Only("e1-e2", "d1>d2"))
    seen, _ = env.reset(seed=1)
    state = env.game_state
    assert (state.active, cairn.current_player(state)) == (0, 1)
    assert seen["observation"][523] == 0
    assert seen["observation"][524] == 1
    assert seen["observation"].tobytes() == Encoder(cairn).tensor(state, 1)
    seen, *_ = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert cairn.current_player(env.game_state) == env.game_state.active == 1


class Only:
    """A player with a list of what it does; a class of players at the same time."""

    def __init__(self, *texts: str) -> None:
        self.texts = list(texts)

    def __call__(self, game, *, seed=None):  # noqa: ARG002 - it decides nothing
        return self

    def choose(self, observation, budget=None):  # noqa: ARG002 - as above
        text = self.texts.pop(0)
        return next(action for action in cairn.legal_actions(observation) if cairn.format_action(action) == text)


def test_an_illegal_action_loses_the_game() -> None:
    env = SeatEnv(cairn)
    seen, _ = env.reset(seed=1)
    seen, reward, terminated, truncated, info = env.step(640)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info == {"illegal": "no legal action has the index 640 here"}
    assert env.observation_space.contains(seen)
    with pytest.raises(MatchError, match="the game is over, or has not started; call reset"):
        env.step(640)
    env.reset()
    assert env.step(int(np.flatnonzero(env.action_masks())[0]))[2] is False


@pytest.mark.parametrize("action", [641, -1, None, "c2"])
def test_what_is_no_action_is_refused(action) -> None:
    env = SeatEnv(cairn)
    with pytest.raises(MatchError):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(EncodingError, match=f"{action!r} is not an action: use an index from 0 to 640"):
        env.step(action)


def test_nothing_is_decided_after_the_end() -> None:
    for limit in (None, 3):
        env = SeatEnv(cairn, max_turns=limit)
        *_, terminated, truncated = lengths(env, 3)
        assert (terminated, truncated) == (limit is None, limit == 3)
        with pytest.raises(MatchError):
            env.step(0)


def test_a_game_that_ends_at_the_limit_is_not_truncated() -> None:
    env = SeatEnv(cairn)
    _, total, *_ = lengths(env, 3)
    limited = SeatEnv(cairn, max_turns=env.game_state.turn)
    assert lengths(limited, 3)[1:] == (total, True, False)
    assert limited.game_state == env.game_state


def test_a_truncated_game_gives_no_reward() -> None:
    env = SeatEnv(cairn, max_turns=4)
    assert lengths(env, 2)[1:] == (0.0, False, True)
    assert env.game_state.turn == 4


def test_seeds_fix_seats_and_opponents() -> None:
    env = SeatEnv(cairn, seat=None, opponent="random")

    def seats(seed: int | None) -> list:
        found = []
        for number in range(6):
            env.reset(seed=seed if number == 0 else None)
            found.append((env.seat, env.game_state))
        return found

    assert seats(5) == seats(5)
    assert {seat for seat, _ in seats(5)} == {0, 1}
    assert seats(None) != seats(None)


def test_opponents_by_name_and_by_class() -> None:
    for opponent in ("greedy", GreedyPlayer):
        env = SeatEnv(cairn, opponent=opponent, max_turns=6)
        assert lengths(env, 1)[3]
    with pytest.raises(UnknownIdError, match=r"unknown id 'greedi'; did you mean 'greedy'\?"):
        SeatEnv(cairn, opponent="greedi")


class Short(Subtraction):
    """A game that the first player ends before anybody else decides."""

    MANIFEST = Manifest(name="short", seats=Seats(names=("first", "second")))

    def new_game(self, *, seed=None):  # noqa: ARG002 - always the same
        return 1, 0


def test_a_seat_that_never_decides_is_refused() -> None:
    assert SeatEnv(Short(2), seat=0).reset()[0].keys() == {"action_mask"}
    with pytest.raises(DefinitionError, match="in 100 games of short, seat 1 never decided"):
        SeatEnv(Short(2), seat=1).reset()


@pytest.mark.parametrize("seat", [2, -1, True, "sea"])
def test_bad_seats_are_refused(seat) -> None:
    with pytest.raises(DefinitionError, match=f"{seat!r} is not a seat of cairn: use 0 to 1, or None"):
        SeatEnv(cairn, seat=seat)


def test_rendering() -> None:
    env = SeatEnv(cairn)
    env.reset(seed=1)
    assert env.render() is None
    drawn = SeatEnv(cairn, render_mode="ansi")
    drawn.reset(seed=1)
    assert drawn.render() == cairn.diagram(drawn.game_state)


def test_what_an_environment_does_not_know_is_refused() -> None:
    with pytest.raises(DefinitionError, match="'human' is not a rendering mode: use 'ansi' or None"):
        SeatEnv(cairn, render_mode="human")
    with pytest.raises(DefinitionError, match="opponent should be the name or the class of a player, not None"):
        SeatEnv(cairn, opponent=None)
    with pytest.raises(DefinitionError, match="make should be a function that returns a batch for a seed, not <Batch"):
        BatchEnv(batches(1))
    with pytest.raises(DefinitionError, match=r"^make should return a batch, not 3$"):
        BatchEnv(lambda _: 3)


def test_all_batches_of_a_vector_environment_have_one_size() -> None:
    sizes = iter((6, 6, 5))
    envs = BatchEnv(lambda seed: Batch(next(sizes), seed=seed))
    envs.reset()
    right = "make should always return batches of 6 games with 641 indices, not of 5 with 641"
    with pytest.raises(DefinitionError, match=f"^{right}$"):
        envs.reset()
    assert len(envs.batch) == 6


def batches(seed: int | None, **options) -> BaseBatch:
    return Batch(6, seed=seed, **options)


def test_a_batch_is_a_vector_environment() -> None:
    """The arrays are those of the batch, the reward is that of the seat that decided, and ended games start again."""
    env = RecordEpisodeStatistics(BatchEnv(batches))
    rng = np.random.default_rng(1)
    seen, info = env.reset(seed=7)
    ended = won = lost = 0
    for _ in range(350):
        batch = env.unwrapped.batch
        before, mask, players = batch.copy(), batch.mask(), batch.players
        assert env.observation_space.contains(seen)
        assert (seen["observation"] == batch.observation()).all()
        assert (seen["action_mask"] == mask).all()
        assert (info["players"] == players).all()
        actions = np.array([rng.choice(np.flatnonzero(row)) for row in mask])
        seen, rewards, terminated, truncated, info = env.step(actions)
        expected, over, stopped = before.step(actions)
        assert (terminated == over).all()
        assert (truncated == stopped).all()
        assert (info["rewards"] == expected).all()
        assert [float(row[seat]) for row, seat in zip(expected, players, strict=True)] == list(rewards)
        ended += int(terminated.sum())
        won += int((rewards > 0).sum())
        lost += int((rewards < 0).sum())
        assert ("episode" in info) == bool(terminated.any())
    assert won + lost == ended > 8
    assert won > lost


def test_seeds_of_a_vector_environment() -> None:
    env = BatchEnv(batches)

    def starts(seed: int | None) -> list:
        env.reset(seed=seed)
        first = env.batch.state(0)
        env.reset()
        return [first, env.batch.state(0)]

    assert starts(3) == starts(3)
    assert starts(3)[0] != starts(3)[1]
    assert starts(None) != starts(None)
    with pytest.raises(DefinitionError, match="seed should be one number for all games, not a list"):
        env.reset(seed=[1, 2, 3, 4, 5, 6])


def test_a_vector_environment_truncates_and_needs_auto_reset() -> None:
    def play(**options) -> tuple[int, int]:
        env = BatchEnv(partial(batches, **options))
        seen, _ = env.reset(seed=1)
        env.action_space.seed(1)
        stopped = over = 0
        for _ in range(200):
            seen, rewards, terminated, truncated, _ = env.step(env.action_space.sample(mask=tuple(seen["action_mask"])))
            assert not rewards[truncated].any()
            stopped += int(truncated.sum())
            over += int(terminated.sum())
        return stopped, over

    stopped, over = play(max_turns=5)
    assert stopped > 50 > over
    with pytest.raises(DefinitionError, match="a game is over; make the batch with auto_reset=True"):
        play(auto_reset=False, max_turns=5)


def test_batches_of_other_games() -> None:
    env = BatchEnv(lambda seed: BatchOfScalar(GAMES["korrigans"], 3, seed=seed))
    seen, _ = env.reset(seed=1)
    assert seen["observation"].shape == (3, 745)
    assert env.observation_space.contains(seen)
    assert env.step(seen["action_mask"].argmax(axis=1))[4]["rewards"].shape == (3, 4)
    with pytest.raises(EncodingError, match="has no observation tensor"):
        BatchEnv(lambda seed: BatchOfScalar(GAMES["combat"], 3, seed=seed))
