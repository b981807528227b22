"""The environments of Gymnasium keep the promises of Gymnasium, by its own checker."""

from __future__ import annotations

import sys
import warnings
from copy import deepcopy
from functools import partial
from io import BytesIO
from pickle import dumps, loads

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from PIL import Image
from twelve_stones import STONES

from cairn_rules import (
    DefinitionError,
    MatchError,
    MissingExtraError,
    UnknownGameError,
    UnknownIdError,
    cairn,
    korrigans,
    to_png,
)
from cairn_rules.adapters.gymnasium import BatchEnv, SeatEnv
from cairn_rules.cairn.batch import Batch
from cairn_rules.encoding import Encoder, Encoding, EncodingError
from cairn_rules.game import with_options
from cairn_rules.games import LIBRARY, load
from cairn_rules.manifest import Manifest, Seats
from cairn_rules.players import GreedyPlayer, SeerPlayer
from cairn_rules.simulation.batches import BaseBatch, BatchOfScalar
from support.agents import GAMES, MASK_ONLY
from support.positions import From
from support.subtraction import Subtraction


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_api_is_kept(name: str, seat: int | None) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", MASK_ONLY)
        gymnasium.register("cairn_rules/Game-v0", lambda **options: SeatEnv(GAMES[name], seat=seat, **options))
        try:
            made = gymnasium.make("cairn_rules/Game-v0", disable_env_checker=True, render_mode="ansi")
            check_env(made.unwrapped)
        finally:
            del gymnasium.registry["cairn_rules/Game-v0"]


@pytest.mark.parametrize("name", LIBRARY)
def test_gymnasium_makes_the_games_of_the_library(name: str) -> None:
    """With its own wrappers and checks, from a specification that can be written as JSON."""
    id = f"cairn_rules/{''.join(map(str.capitalize, name.split('-')))}-v0"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", MASK_ONLY)
        made = gymnasium.make(id, opponent="greedy", max_turns=3, render_mode="ansi")
        assert made.unwrapped._episode.game is load(name)
        seen, _ = made.reset(seed=1)
        for _ in range(5):
            action = made.action_space.sample(seen["action_mask"])
            seen, _, terminated, truncated, _ = made.step(action)
            if terminated or truncated:
                break
        check_env(made.unwrapped)
        again = gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(made.spec.to_json()))
    assert again.unwrapped._episode.max_turns == 3


def test_an_environment_takes_the_name_of_a_game() -> None:
    assert SeatEnv("korrigans").observation_space == SeatEnv(load("korrigans")).observation_space
    with pytest.raises(UnknownGameError, match="there is no game 'carn'"):
        SeatEnv("carn")


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("max_turns", [None, 3])
def test_every_mask_of_a_vector_environment_has_an_action(mode: AutoresetMode, max_turns: int | None) -> None:
    """Also those after the end of a game, where Gymnasium's `NEXT_STEP` asks for an action that it ignores."""
    envs = SyncVectorEnv([lambda: SeatEnv(Square(2), max_turns=max_turns)] * 3, autoreset_mode=mode)
    seen, _ = envs.reset(seed=1)
    ended = np.zeros(2, int)
    for _ in range(30):
        assert seen["action_mask"].any(axis=1).all()
        seen, _, terminated, truncated, _ = envs.step(seen["action_mask"].argmax(axis=1))
        ended += terminated.sum(), truncated.sum()
    assert ended.sum() > 5
    assert bool(ended[1]) == (max_turns == 3)


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


class Ends(Subtraction):
    """A game of one decision."""

    MANIFEST = Manifest(name="ends", seats=Seats(names=("first", "second")))

    def new_game(self, *, seed=None):  # noqa: ARG002 - always the same
        return 1, 0


class Square(Subtraction):
    """A game whose tensor has two dimensions."""

    MANIFEST = Manifest(
        name="square",
        seats=Seats(names=("first", "second")),
        encoding=Encoding(shape=(2, 3), tensor=lambda seen, _: bytes(5) + bytes([seen[0]])),
    )


class Short(Subtraction):
    """A game that the first player ends before anybody else decides."""

    MANIFEST = Manifest(name="short", seats=Seats(names=("first", "second")))

    def new_game(self, *, seed=None):  # noqa: ARG002 - always the same
        return 1, 0


@pytest.mark.filterwarnings(f"ignore:{MASK_ONLY}")
def test_a_seat_that_never_decides_is_refused() -> None:
    assert SeatEnv(Short(2), seat=0).reset()[0].keys() == {"action_mask"}
    with pytest.raises(DefinitionError, match="in 100 games of short, seat 1 never decided"):
        SeatEnv(Short(2), seat=1).reset()


def test_seats_of_numpy() -> None:
    """Such as those in the arrays of a batch."""
    envs = BatchEnv(batches)
    _, info = envs.reset(seed=1)
    seat = info["players"][0]
    env = SeatEnv(cairn, seat=seat)
    env.reset(seed=1)
    assert type(seat) is np.int8
    assert type(env.seat) is int
    assert env.seat == seat
    assert cairn.observe(envs.batch.state(0), seat) == cairn.observe(envs.batch.state(0), int(seat))


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


def test_all_images_have_the_same_even_size() -> None:
    """Also those of a game whose pictures grow: what would be too tall is drawn smaller, between white margins."""
    env = SeatEnv("endless-winter", render_mode="rgb_array")
    seen, _ = env.reset(seed=1)
    frames = [env.render()]
    for _ in range(4):
        seen, *_ = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    frames.append(env.render())
    ((height, width, _),) = {frame.shape for frame in frames}
    assert (width, height % 2) == (640, 0)
    assert min(frame.mean() for frame in frames) > 150
    narrow = [bool((frame[:, [0, 4, -5, -1]] == 255).all()) for frame in frames]
    assert narrow == [False, True]


def test_an_odd_height_becomes_even() -> None:
    game = with_options(korrigans, players=3)
    assert Image.open(BytesIO(to_png(korrigans.svg(game.new_game(seed=0)), width=640))).height % 2
    env = deepcopy(SeatEnv(game, render_mode="rgb_array"))
    env.reset(seed=1)
    assert env.render().shape[0] % 2 == 0


@pytest.mark.parametrize(("module", "package"), [("resvg_py", "resvg-py"), ("PIL", "Pillow")])
def test_images_need_the_extra_png(monkeypatch: pytest.MonkeyPatch, module: str, package: str) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(
        MissingExtraError,
        match=rf"^render_mode='rgb_array' needs {package}; install it with: pip install 'cairn-rules\[png\]'$",
    ):
        SeatEnv(cairn, render_mode="rgb_array")
    SeatEnv(cairn, render_mode="ansi")


def test_what_an_environment_does_not_know_is_refused() -> None:
    with pytest.raises(DefinitionError, match=r"^'human' is not a rendering mode: use 'ansi', 'rgb_array' or None$"):
        SeatEnv(cairn, render_mode="human")
    drawn = "^'rgb_array' is not a rendering mode: cairn-rpg-combat draws no pictures; use 'ansi' or None$"
    with pytest.raises(DefinitionError, match=drawn):
        SeatEnv(GAMES["combat"], render_mode="rgb_array")
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
    with pytest.raises(
        DefinitionError,
        match=r"^make should always return batches of 6 games with 641 indices and observations of shape \(526,\),"
        r" not of 5 games with 641 indices and observations of shape \(526,\)$",
    ):
        envs.reset()
    assert len(envs.batch) == 6


def batches(seed: int | None, **options) -> BaseBatch:
    return Batch(6, seed=seed, **options)


def test_a_batch_is_a_vector_environment() -> None:
    """The arrays are those of a batch with auto-reset, and the reward is that of the seat that decided."""
    made = []

    def make(seed: int) -> BaseBatch:
        made.append(batches(seed))
        return batches(seed)

    env = RecordEpisodeStatistics(BatchEnv(make))
    rng = np.random.default_rng(1)
    seen, info = env.reset(seed=7)
    batch = made[-1]
    ended = won = lost = 0
    for _ in range(350):
        mask, players = batch.mask(), batch.players
        assert env.observation_space.contains(seen)
        assert (seen["observation"] == batch.observation()).all()
        assert (seen["action_mask"] == mask).all()
        assert (info["players"] == players).all()
        actions = np.array([rng.choice(np.flatnonzero(row)) for row in mask])
        seen, rewards, terminated, truncated, info = env.step(actions)
        expected, over, stopped = batch.step(actions)
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


class Shown(gymnasium.Env):
    """One game of a batch as an environment for `SyncVectorEnv`, which fills in the infos of Gymnasium."""

    def __init__(self, envs: BatchEnv) -> None:
        self.observation_space, self.action_space = envs.single_observation_space, envs.single_action_space
        self.now: tuple = (self.observation_space.sample(),)

    def reset(self, **_):
        return self.now[0], {}

    def step(self, _):
        return self.now


@pytest.mark.parametrize("make", [Batch, partial(BatchOfScalar, cairn)])
def test_the_last_position_of_a_game_is_in_the_infos_of_gymnasium(make) -> None:
    """Same keys, types and masks as those of `SyncVectorEnv`, and the position is the one before the new set-up."""
    envs = BatchEnv(lambda seed: make(5, seed=seed, max_turns=12))
    theirs = SyncVectorEnv([partial(Shown, envs)] * 5, autoreset_mode=AutoresetMode.SAME_STEP)
    theirs.reset()
    seen, _ = envs.reset(seed=3)
    rng = np.random.default_rng(1)
    cut = over = 0
    for _ in range(60):
        before = [envs.batch.state(game) for game in range(5)]
        actions = np.array([rng.choice(np.flatnonzero(row)) for row in seen["action_mask"]])
        seen, rewards, terminated, truncated, info = envs.step(actions)
        pairs = zip(before, actions, strict=True)
        last = [cairn.apply(state, Encoder(cairn).action(state, index)) for state, index in pairs]
        seats = [cairn.current_player(state) or 0 for state in last]
        for game, (env, state, seat) in enumerate(zip(theirs.envs, last, seats, strict=True)):
            views = {
                "observation": np.frombuffer(Encoder(cairn).tensor(state, seat), np.uint8),
                "action_mask": np.frombuffer(Encoder(cairn).mask(state), np.int8),
            }
            env.now = views, rewards[game], terminated[game], truncated[game], {"players": np.int8(seat)}
        _, _, _, _, expected = theirs.step(actions)
        ended = terminated | truncated
        keys = {"final_obs", "_final_obs", "final_info", "_final_info"}
        assert info.keys() == {"players", "rewards"} | (keys if ended.any() else set())
        assert (envs.batch.turns[ended] == 0).all()
        cut += int(truncated.sum())
        over += int(terminated.sum())
        if not ended.any():
            continue
        assert (info["_final_obs"] == ended).all()
        assert (info["_final_info"] == expected["_final_info"]).all()
        assert (info["final_info"]["players"] == expected["final_info"]["players"]).all()
        assert (info["final_info"]["_players"] == expected["final_info"]["_players"]).all()
        for game, (ours, right) in enumerate(zip(info["final_obs"], expected["final_obs"], strict=True)):
            assert (ours is None) == (right is None) == (not ended[game])
            if ended[game]:
                assert envs.single_observation_space.contains(ours)
                assert all((ours[name] == right[name]).all() for name in right)
                assert bool(ours["action_mask"].any()) == bool(truncated[game])
    assert cut > 10


@pytest.mark.filterwarnings(f"ignore:{MASK_ONLY}")
def test_the_last_position_of_a_game_that_is_over_is_seen_by_seat_0() -> None:
    envs = BatchEnv(lambda seed: BatchOfScalar(with_options(Ends(2)), 2, seed=seed))
    seen, _ = envs.reset(seed=1)
    seen, rewards, terminated, _, info = envs.step([0, 0])
    assert (rewards.tolist(), terminated.tolist()) == ([1.0, 1.0], [True, True])
    assert info["final_info"]["players"].tolist() == [0, 0]
    assert [each.keys() for each in info["final_obs"]] == [{"action_mask"}] * 2
    assert not info["final_obs"][0]["action_mask"].any()
    assert seen["action_mask"].sum(axis=1).tolist() == [1, 1]


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


def test_a_vector_environment_truncates() -> None:
    """Whether the batch was made with auto-reset or without."""
    for auto_reset in (True, False):
        env = BatchEnv(partial(batches, max_turns=5, auto_reset=auto_reset))
        seen, _ = env.reset(seed=1)
        env.action_space.seed(1)
        stopped = over = 0
        for _ in range(200):
            seen, rewards, terminated, truncated, _ = env.step(env.action_space.sample(mask=tuple(seen["action_mask"])))
            assert not rewards[truncated].any()
            stopped += int(truncated.sum())
            over += int(terminated.sum())
        assert stopped > 50 > over


def arrays_of(handed_out) -> list[np.ndarray]:
    """Every array in what `reset` or `step` returned."""
    if isinstance(handed_out, np.ndarray):
        return [handed_out]
    parts = handed_out.values() if isinstance(handed_out, dict) else handed_out if isinstance(handed_out, tuple) else ()
    return [array for part in parts for array in arrays_of(part)]


def test_arrays_that_were_handed_out_never_change() -> None:
    env = BatchEnv(partial(batches, max_turns=5))
    kept = arrays_of(env.reset(seed=1))
    assert len(kept) == 3
    before = [array.copy() for array in kept]
    for _ in range(20):
        handed_out = arrays_of(env.step(env.batch.legal[0][:, 0]))
        assert len(handed_out) >= 7
        kept += handed_out
        before += [array.copy() for array in handed_out]
    assert all((now == then).all() for now, then in zip(kept, before, strict=True))


@pytest.mark.parametrize("make", [batches, lambda seed: BatchOfScalar(GAMES["korrigans"], 3, seed=seed)])
def test_without_copies_two_sets_of_arrays_take_turns(make) -> None:
    """The values are those of an environment that copies; an observation lasts until the step after the next one."""
    env, other = BatchEnv(make, copy=False), BatchEnv(make)
    (last, _), (expected, _) = env.reset(seed=1), other.reset(seed=1)
    before: dict = {}
    for _ in range(12):
        first = env.batch.legal[0][:, 0].copy()
        seen = env.step(first)[0]
        assert all((last[name] == expected[name]).all() for name in ("observation", "action_mask"))
        expected = other.step(first)[0]
        assert all((seen[name] == expected[name]).all() for name in ("observation", "action_mask"))
        assert all(np.shares_memory(seen[name], before[name]) for name in before)
        assert not any(np.shares_memory(seen[name], last[name]) for name in seen)
        before, last = last, seen


def test_whether_to_copy_is_true_or_false() -> None:
    with pytest.raises(DefinitionError, match="copy should be True or False, not 1"):
        BatchEnv(batches, copy=1)


def test_a_game_without_a_decision_is_refused() -> None:
    stuck = cairn.parse_position("5/5/5/fffff/sssss s wdoe c3=chaos,d3=dawn - - 0-0")
    env = BatchEnv(lambda seed: Batch.of([cairn.new_game(seed=1), stuck], seed=seed))
    env.reset(seed=1)
    with pytest.raises(DefinitionError, match="game 1 is over before its first decision; start from other states"):
        env.step([0, 0])


def test_batches_of_other_games() -> None:
    env = BatchEnv(lambda seed: BatchOfScalar(GAMES["korrigans"], 3, seed=seed))
    seen, _ = env.reset(seed=1)
    assert seen["observation"].shape == (3, 745)
    assert env.observation_space.contains(seen)
    assert env.step(seen["action_mask"].argmax(axis=1))[4]["rewards"].shape == (3, 4)
    with pytest.warns(
        UserWarning, match=r"^the game of this batch has no observation tensor; its observations have only"
    ):
        env = BatchEnv(lambda seed: BatchOfScalar(GAMES["combat"], 3, seed=seed))
    seen, _ = env.reset(seed=1)
    assert seen.keys() == env.single_observation_space.keys() == {"action_mask"}
    assert env.observation_space.contains(seen)


def test_an_environment_warns_that_its_game_has_no_tensor() -> None:
    """With the reason, at the line that makes the environment."""
    message = (
        "^cairn-rpg-combat has no observation tensor: fighters, items and spells differ in number and kind from fight"
        " to fight; its observations have only the action mask$"
    )
    with pytest.warns(UserWarning, match=message) as caught:
        env = SeatEnv(GAMES["combat"])
    assert caught[0].filename == __file__
    assert env.observation_space.keys() == {"action_mask"}
    message = "^the game of this batch has no observation tensor; its observations have only the action mask$"
    with pytest.warns(UserWarning, match=message) as caught:
        BatchEnv(lambda seed: BatchOfScalar(Short(2), 1, seed=seed))
    assert caught[0].filename == __file__


def test_tensors_keep_their_shape() -> None:
    env = BatchEnv(lambda seed: BatchOfScalar(Square(2), 3, seed=seed))
    assert (
        env.single_observation_space["observation"].shape == SeatEnv(Square(2)).observation_space["observation"].shape
    )
    assert env.reset(seed=1)[0]["observation"].shape == (3, 2, 3)


def test_custom_megaliths() -> None:
    """With entries of their own in the tensor; custom powers need a dynamic action space."""
    game = with_options(cairn, megaliths=[*cairn.LIGHT_SET, *STONES])
    env = SeatEnv(game, dynamic=300, max_turns=10)
    seen, _ = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    assert seen["observation"].tobytes() == Encoder(game, dynamic=300).tensor(env.game_state, 0)
    while not (stopped := env.step(int(np.flatnonzero(env.action_masks())[0]))[2:4])[0] | stopped[1]:
        pass
    envs = BatchEnv(lambda seed: BatchOfScalar(game, 2, seed=seed, dynamic=300))
    assert envs.reset(seed=1)[0]["observation"].shape == (2, 526 + 12 * 29)
    for make in (lambda: SeatEnv(game), lambda: BatchEnv(lambda seed: BatchOfScalar(game, 2, seed=seed))):
        with pytest.raises(EncodingError, match="pass dynamic="):
            make()


@pytest.mark.parametrize("twin", [deepcopy, lambda env: loads(dumps(env))])  # noqa: S301 - our own
@pytest.mark.parametrize("opponent", ["random", "greedy", SeerPlayer])
def test_an_environment_is_copied_and_pickled_in_mid_game(twin, opponent) -> None:
    """The copy goes on as the original does, with the same players, also one that has searched."""
    env = SeatEnv(cairn, seat=None, opponent=opponent)
    env.reset(seed=4)
    env.step(int(np.flatnonzero(env.action_masks())[0]))
    copied = twin(env)
    action = int(np.flatnonzero(env.action_masks())[-1])
    seen, ours = env.step(action)[0], copied.step(action)[0]
    assert (seen["observation"] == ours["observation"]).all()
    assert copied.game_state == env.game_state
    env.reset()
    assert copied.game_state != env.game_state
    copied.reset()
    assert (copied.seat, copied.game_state) == (env.seat, env.game_state)


@pytest.mark.parametrize("seed", ["x", 1.5, True, np.True_])
def test_seeds_are_whole_numbers(seed) -> None:
    for env in (SeatEnv(cairn), BatchEnv(batches)):
        with pytest.raises(DefinitionError, match=f"^seed should be a whole number or None, not {seed!r}$"):
            env.reset(seed=seed)


def test_seeds_of_numpy() -> None:
    with pytest.raises(DefinitionError, match="seed should be a whole number from 0 up, as Gymnasium requires, not -3"):
        SeatEnv(cairn).reset(seed=-3)
    for make in (lambda: SeatEnv(cairn), lambda: BatchEnv(batches)):
        one, two = (make().reset(seed=seed)[0]["observation"] for seed in (3, np.int64(3)))
        assert (one == two).all()


def test_nothing_is_shown_before_the_first_game() -> None:
    env = SeatEnv(cairn, render_mode="ansi")
    for use in (env.render, env.action_masks):
        with pytest.raises(MatchError, match=r"^the game has not started; call reset$"):
            use()
