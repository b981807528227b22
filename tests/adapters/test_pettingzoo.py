"""The environments of PettingZoo keep the promises of PettingZoo, by its own tests."""

from __future__ import annotations

import warnings
from copy import deepcopy
from io import BytesIO
from itertools import pairwise
from pickle import dumps, loads
from random import Random

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils import wrappers
from PIL import Image
from twelve_stones import STONES

from cairn_rules import DefinitionError, MatchError, cairn, to_png
from cairn_rules.adapters.pettingzoo import GameEnv
from cairn_rules.encoding import Encoder, EncodingError
from cairn_rules.game import with_options
from cairn_rules.manifest import Manifest, Seats
from support.agents import GAMES, MASK_ONLY
from support.positions import From
from support.subtraction import Subtraction


@pytest.mark.parametrize("name", GAMES)
def test_the_api_is_kept(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        api_test(GameEnv(GAMES[name]), num_cycles=300)


@pytest.mark.filterwarnings(f"ignore:{MASK_ONLY}")
@pytest.mark.parametrize("name", GAMES)
def test_a_seed_fixes_a_game(name: str) -> None:
    seed_test(lambda: GameEnv(GAMES[name]), num_cycles=300)


def test_games_are_drawn(capsys) -> None:
    render_test(lambda render_mode: GameEnv(cairn, render_mode=render_mode))
    assert "Forest village" in capsys.readouterr().out
    env = GameEnv(cairn)
    env.reset(seed=1)
    assert env.render() is None
    assert capsys.readouterr().out == ""
    shown = GameEnv(cairn, render_mode="human")
    shown.reset(seed=1)
    shown.step(int(np.flatnonzero(shown.observe(shown.agent_selection)["action_mask"])[0]))
    assert capsys.readouterr().out == f"{cairn.diagram(shown.game_state)}\n"


@pytest.mark.filterwarnings(f"ignore:{MASK_ONLY}")
def test_games_without_pictures_are_drawn_as_text() -> None:
    env = GameEnv(GAMES["combat"])
    assert env.metadata["render_modes"] == ["ansi", "human"]
    assert GameEnv(cairn).metadata["render_modes"] == ["ansi", "human", "rgb_array"]
    render_test(lambda render_mode: GameEnv(GAMES["combat"], render_mode=render_mode))


def test_an_image_is_the_picture_with_the_last_decision_on_white() -> None:
    env = GameEnv(cairn, render_mode="rgb_array")
    env.reset(seed=4)
    before, first = env.game_state, env.render()
    index = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0])
    env.step(index)
    picture = cairn.svg(env.game_state, highlight=Encoder(cairn).action(before, index))
    drawn = np.asarray(Image.open(BytesIO(to_png(picture, width=640))))
    frame, opaque = env.render(), drawn[:, :, 3] == 255
    assert (frame.shape, frame.dtype, drawn.shape) == ((500, 640, 3), np.uint8, (500, 640, 4))
    assert (frame[opaque] == drawn[opaque, :3]).all()
    assert frame[0, 0].tolist() == [255, 255, 255], "the corners of the picture are round"
    env.reset(seed=4)
    assert (env.render() == first).all(), "nothing is highlighted at the start"


def test_the_wrappers_and_the_recipe_of_pettingzoo_make_a_moving_image(tmp_path) -> None:
    """As its pages create environments, and as they make a GIF of what `render` returns."""
    env = wrappers.TerminateIllegalWrapper(GameEnv(cairn, max_turns=3, render_mode="rgb_array"), illegal_reward=-1)
    env = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))
    env.reset(seed=42)
    frames = []
    for agent in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        over = termination or truncation
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
        if not over:
            frames.append(Image.fromarray(env.render()))
    env.close()
    frames[0].save(tmp_path / "game.gif", save_all=True, append_images=frames[1:], duration=500, loop=0)
    with Image.open(tmp_path / "game.gif") as moving:
        assert (moving.size, moving.n_frames) == ((640, 500), len(frames))


def finish(env: GameEnv, rng: Random) -> tuple[dict[str, float], list[str]]:
    """Play at random to the end: the sum of the rewards of each agent, and who decided."""
    total = dict.fromkeys(env.possible_agents, 0.0)
    decided: list[str] = []
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        if terminated or truncated:
            env.step(None)
        else:
            decided.append(agent)
            env.step(rng.choice([int(index) for index in np.flatnonzero(observation["action_mask"])]))
    return total, decided


def test_the_winner_gets_1_and_the_loser_minus_1() -> None:
    env = GameEnv(cairn)
    won = set()
    for seed in range(6):
        env.reset(seed=seed)
        total, decided = finish(env, Random(seed))
        outcome = cairn.outcome(env.game_state)
        assert outcome is not None
        assert total == {
            agent: 1.0 if seat in outcome.winners else -1.0 for seat, agent in enumerate(("sea", "forest"))
        }
        assert any(one == other for one, other in pairwise(decided))
        won.add(outcome.winners)
    assert won == {(0,), (1,)}


def test_an_agent_may_decide_twice_and_off_turn() -> None:
    """Fairy Circle pushes b3 onto Sanctuary: Forest decides on Sea's turn (rule 6.2), then it is Forest's own turn."""
    start = cairn.parse_position("5/5/1f3/2s2/5 s wooe b4=sanctuary,c3=fairy deer,menhir - 0-0")
    env = GameEnv(From(start))
    env.reset()
    decided = []
    for text in ("c2-c3", "b3>b4", "b4~a5", "+b5"):
        decided.append(env.agent_selection)
        assert not env.observe({"sea": "forest", "forest": "sea"}[env.agent_selection])["action_mask"].any()
        state = env.game_state
        env.step(Encoder(cairn).index(state, cairn.parse_action(text, state)))
    assert decided == ["sea", "sea", "forest", "forest"]


def test_observations_are_those_of_the_encoder() -> None:
    env = GameEnv(cairn)
    env.reset(seed=3)
    encoder = Encoder(cairn)
    for seat, agent in enumerate(("sea", "forest")):
        seen = env.observe(agent)
        assert seen["observation"].tobytes() == encoder.tensor(env.game_state, seat)
        deciding = agent == env.agent_selection
        assert seen["action_mask"].tobytes() == (encoder.mask(env.game_state) if deciding else bytes(641))
        assert env.observation_space(agent).contains(seen)


def test_long_games_are_truncated_without_a_reward() -> None:
    env = GameEnv(cairn, max_turns=3)
    env.reset(seed=1)
    total, _ = finish(env, Random(1))
    assert total == {"sea": 0.0, "forest": 0.0}
    assert env.game_state.turn == 3
    env = GameEnv(cairn, max_turns=1)
    env.reset(seed=1)
    while not any(env.truncations.values()):
        assert not any(env.terminations.values())
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert env.truncations == {"sea": True, "forest": True}
    assert env.terminations == {"sea": False, "forest": False}


def test_seeds() -> None:
    """A seed fixes the game and the games after it; without one, games differ."""
    env = GameEnv(cairn)

    def starts(seed: int | None) -> list:
        env.reset(seed=seed)
        first = env.game_state
        env.reset()
        return [first, env.game_state]

    assert starts(7) == starts(7)
    assert starts(7)[0] != starts(7)[1]
    assert starts(None) != starts(None)


@pytest.mark.filterwarnings(f"ignore:{MASK_ONLY}")
def test_agents_are_the_seats() -> None:
    assert GameEnv(GAMES["korrigans"]).possible_agents == ["blue", "green", "violet", "pink"]
    assert GameEnv(Counted(3)).possible_agents == ["player_0", "player_1", "player_2"]
    assert GameEnv(GAMES["combat"]).metadata["name"] == "cairn-rpg-combat"


class Counted(Subtraction):
    """A game whose seats have numbers."""

    @property
    def MANIFEST(self):  # noqa: N802
        return Manifest(name="counted", seats=Seats(count=lambda _: self.players))


def test_a_game_of_three() -> None:
    with pytest.warns(
        UserWarning, match="^counted has no observation tensor: its manifest defines none; its"
    ) as caught:
        env = GameEnv(Counted(3))
    assert caught[0].filename == __file__
    env.reset(seed=2)
    total, decided = finish(env, Random(2))
    assert sorted(total.values()) == [-1.0, -1.0, 1.0]
    assert total[decided[-1]] == 1.0
    assert env.observation_space("player_0").keys() == {"action_mask"}


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(DefinitionError, match="max_turns should be a whole number from 1 up, not 0"):
        GameEnv(cairn, max_turns=0)
    with pytest.raises(DefinitionError, match="the manifest of Subtraction does not define the number of seats"):
        GameEnv(Subtraction(2))
    env = GameEnv(cairn, dynamic=300)
    assert env.action_space("sea").n == 300
    env.reset(seed=1)
    for index in (299, None):
        with pytest.raises(EncodingError, match=f"no legal action has the index {index} here"):
            env.step(index)


def test_an_unknown_rendering_mode_is_refused() -> None:
    with pytest.raises(
        DefinitionError, match="'svg' is not a rendering mode: use 'ansi', 'human', 'rgb_array' or None"
    ):
        GameEnv(cairn, render_mode="svg")


@pytest.mark.parametrize(
    "use",
    [GameEnv.last, GameEnv.agent_iter, GameEnv.render, lambda env: env.step(0), lambda env: env.observe("sea")],
)
def test_an_environment_is_reset_first(use) -> None:
    with pytest.raises(MatchError, match=r"^the game has not started; call reset$"):
        use(GameEnv(cairn, render_mode="ansi"))


def test_what_is_not_a_game_is_refused() -> None:
    with pytest.raises(DefinitionError, match=r"^3 is not a game: it has no new_game"):
        GameEnv(3)


def test_custom_megaliths() -> None:
    """With entries of their own in the tensor; custom powers need a dynamic action space."""
    game = with_options(cairn, megaliths=[*cairn.LIGHT_SET, *STONES])
    with pytest.raises(EncodingError, match="pass dynamic="):
        GameEnv(game)
    env = GameEnv(game, dynamic=300, max_turns=20)
    env.reset(seed=1)
    seen = env.observe("sea")
    assert env.observation_space("sea").contains(seen)
    assert seen["observation"].tobytes() == Encoder(game, dynamic=300).tensor(env.game_state, 0)
    finish(env, Random(1))
    assert env.game_state.turn > 5


@pytest.mark.parametrize("twin", [deepcopy, lambda env: loads(dumps(env))])  # noqa: S301 - our own
@pytest.mark.parametrize("name", ["cairn", "cairn-light", "korrigans"])
def test_an_environment_is_copied_and_pickled_in_mid_game(twin, name: str) -> None:
    env = GameEnv(GAMES[name])
    env.reset(seed=4)
    env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    before, copied = env.game_state, twin(env)
    copied.step(int(np.flatnonzero(copied.observe(copied.agent_selection)["action_mask"])[0]))
    assert env.game_state == before != copied.game_state
    env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert env.game_state == copied.game_state
    env.reset()
    copied.reset()
    assert env.game_state == copied.game_state


@pytest.mark.parametrize("seed", ["x", 1.5, True])
def test_a_seed_is_a_whole_number(seed) -> None:
    env = GameEnv(cairn)
    with pytest.raises(DefinitionError, match=f"^seed should be a whole number or None, not {seed!r}$"):
        env.reset(seed=seed)
    env.reset(seed=np.int64(7))
    state = env.game_state
    env.reset(seed=7)
    assert env.game_state == state


def test_nobody_plays_before_the_first_game() -> None:
    env = GameEnv(cairn)
    assert (env.agents, env.num_agents, env.max_num_agents) == ([], 0, 2)
