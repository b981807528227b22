"""Games as environments of Gymnasium; needs the extra `gymnasium`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType, ModuleType
from typing import Any, Final

from cairn_rules.errors import missing_extra

if _missing := missing_extra(__name__, "gymnasium", "gymnasium", "numpy"):
    raise _missing

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from cairn_rules.adapters.episode import IMAGE, Episode, warn_of_mask_only
from cairn_rules.adapters.gym_spaces import observation_space, space_of
from cairn_rules.checks import as_int, check_flag, seed_of
from cairn_rules.errors import DefinitionError, EncodingError, MatchError, quoted
from cairn_rules.game import SEED_BITS, Game, with_options
from cairn_rules.games import LIBRARY, load
from cairn_rules.manifest import manifest_of
from cairn_rules.players.by_name import player_named
from cairn_rules.players.player import MakesPlayer, Player
from cairn_rules.simulation.batches import BaseBatch

__all__ = ["BatchEnv", "SeatEnv"]

ATTEMPTS: Final = 100
"""Maximum number of games that may end before the agent decides, until one is found in which it does."""


class SeatEnv(gymnasium.Env[Any, Any]):
    """A game for one agent, who takes a seat against computer players.

    A step is one decision of the agent. The other players then decide until the agent must decide again, which may be
    several times in its own turn, in another's turn, or after several turns of the others.

    An observation is a dict with the entries `observation`, the tensor of the seat (missing if the game has none), and
    `action_mask`. The reward is 0 until the game is over, then 1 for a win, -1 for a loss, and 0 for a draw. An action
    that is not legal loses the game at once, and `info["illegal"]` says why. A truncated game gives no reward.

    When a game has ended, every entry of its last mask is 1. Gymnasium's vector environments with `NEXT_STEP` ask for
    an action there and ignore it; with no legal action, a softmax over the mask would give NaN.

    Importing this module registers the games of the library with Gymnasium: `gymnasium.make("cairn_rules/Cairn-v0")`
    returns such an environment, and `opponent=`, `seat=` and the other arguments work there too. The other ids are
    `Korrigans`, `EndlessWinter`, `CairnRpgCreation` and so on.

    Args:
        game: The rules, or the name of an installed game. `with_options` fixes options of new games, such as the number
            of players.
        seat: The seat of the agent; None for a random one in each game.
        opponent: The player of every other seat: its name, such as `greedy`, or its class.
        max_turns: Number of turns after which a game is truncated (default: never).
        dynamic: Number of indices of a dynamic action space, for Cairn with custom megaliths and for games with more
            legal actions than indices (default: the action space of the game).
        render_mode: `ansi` to render the game's diagram as text, `rgb_array` to render its picture as an array of RGB
            values, which needs the extra `png`, or None for no rendering.

    Raises:
        DefinitionError: if `seat` is not a seat of the game, `max_turns` or `dynamic` is not a number from 1 up, the
            number of players is unknown, or `opponent` or `render_mode` is not valid.
        UnknownIdError: if no player has the name `opponent`.
        UnknownGameError: if no installed game has the name `game`.
        EncodingError: if the game needs `dynamic`, such as Cairn with custom powers.
        MissingExtraError: if `render_mode` is `rgb_array`, and the extra `png` is not installed.

    Warns:
        UserWarning: if the game has no tensor.

    Example:
        >>> from cairn_rules import cairn
        >>> env = SeatEnv(cairn, opponent="greedy", max_turns=500)
        >>> observation, info = env.reset(seed=7)
        >>> number = env.action_space.seed(7)
        >>> done = False
        >>> while not done:
        ...     action = env.action_space.sample(observation["action_mask"])
        ...     observation, reward, terminated, truncated, info = env.step(action)
        ...     done = terminated or truncated
        >>> reward
        -1.0
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", IMAGE], "render_fps": 1}  # noqa: RUF012 - as there
    """The rendering modes and speed."""

    def __init__(
        self,
        game: Game[Any, Any, Any] | str,
        *,
        seat: int | None = 0,
        opponent: str | MakesPlayer = "random",
        max_turns: int | None = None,
        dynamic: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        rules = load(game) if isinstance(game, str) else game
        self._episode = Episode(
            rules, max_turns=max_turns, dynamic=dynamic, idle=1, mode=render_mode, modes=self.metadata["render_modes"]
        )
        self.metadata = {**self.metadata, "render_modes": self._episode.render_modes}
        seats = range(len(self._episode.names))
        place = as_int(seat)
        if seat is not None and (place is None or place not in seats):
            raise DefinitionError(
                f"{quoted(seat)} is not a seat of {manifest_of(rules).name}: use 0 to {seats[-1]}, or None"
            )
        if not callable(opponent) and not isinstance(opponent, str):
            raise DefinitionError(f"opponent should be the name or the class of a player, not {quoted(opponent)}")
        self._any_seat = seat is None
        self._seat = place or 0
        self._make: MakesPlayer = player_named(opponent, rules) if isinstance(opponent, str) else opponent
        # Players keep the game. A module cannot be copied or pickled, but a game with options can.
        self._rules = with_options(rules) if isinstance(rules, ModuleType) else rules
        self._players: dict[int, Player[Any, Any]] = {}
        self._rng = Random()
        self._lost = True
        self.render_mode = render_mode
        """The rendering mode, or None."""
        self.action_space: spaces.Space[Any] = spaces.Discrete(self._episode.encoder.actions)
        """The action indices of the game."""
        self.observation_space: spaces.Space[Any] = observation_space(self._episode.encoder)
        """The tensor, if the game has one, and the action mask."""

    @property
    def game_state(self) -> Any:
        """The state of the current game, with everything that is hidden from the agent."""
        return self._episode.state

    @property
    def seat(self) -> int:
        """The seat of the agent in the current game."""
        return self._seat

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - there are none
    ) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Start a game and play it until the agent must decide.

        Args:
            seed: A seed fixes this game and the games after it, until another seed is given.
            options: Not used.

        Raises:
            DefinitionError: if the seed is not a whole number from 0 up, or the agent decided nothing in a hundred
                games.
        """
        number = seed_of(seed)
        if number is not None:
            if number < 0:
                raise DefinitionError(
                    f"seed should be a whole number from 0 up, as Gymnasium requires, not {quoted(seed)}"
                )
            self._rng = Random(number)
        super().reset(seed=number)
        for _ in range(ATTEMPTS):
            self._episode.start(self._rng.getrandbits(SEED_BITS))
            seats = range(len(self._episode.names))
            if self._any_seat:
                self._seat = self._rng.choice(seats)
            make, rules = self._make, self._rules
            self._players = {each: make(rules, seed=self._rng.getrandbits(SEED_BITS)) for each in seats}
            self._lost = False
            if self._decides():
                return self._observation(), {}
        raise DefinitionError(
            f"in {ATTEMPTS} games of {manifest_of(self._episode.game).name}, seat {self._seat} never decided"
        )

    def _decides(self) -> bool:
        """Let the others decide until the agent must, or until the game ends; return whether the agent must."""
        episode, game = self._episode, self._episode.game
        while (seat := episode.seat) is not None and not episode.truncated:
            if seat == self._seat:
                return True
            episode.apply(self._players[seat].choose(game.observe(episode.state, seat)))
        return False

    def step(self, action: Any) -> tuple[dict[str, NDArray[Any]], float, bool, bool, dict[str, Any]]:
        """Apply the action with an index, and let the others decide until the agent must decide again.

        Raises:
            EncodingError: if the action is not in the action space.
            MatchError: if the game is over or has not started.
        """
        if self._lost or self._episode.terminated or self._episode.truncated:
            raise MatchError("the game is over, or has not started; call reset")
        if not self.action_space.contains(action):
            raise EncodingError(
                f"{quoted(action)} is not an action: use an index from 0 to {self._episode.encoder.actions - 1}"
            )
        episode = self._episode
        try:
            episode.step(action)
        except EncodingError as error:
            self._lost = True
            return self._observation(), -1.0, True, False, {"illegal": str(error)}
        self._decides()
        return self._observation(), episode.rewards[self._seat], episode.terminated, episode.truncated, {}

    def _observation(self) -> dict[str, NDArray[Any]]:
        return self._episode.observation(self._seat)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the action mask as truth values, the form that `sb3-contrib` needs.

        Raises:
            MatchError: before the first `reset`.
        """
        self._episode.check_begun()
        return self._episode.mask(self._seat).astype(np.bool_)

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the diagram of the state for `ansi`, its picture for `rgb_array`, or None without a rendering mode.

        All images of an environment have the same even width and height. The last decision is highlighted.

        Raises:
            MatchError: before the first `reset`.
        """
        self._episode.check_begun()
        return self._episode.render()


class BatchEnv(VectorEnv[Any, Any, Any]):
    """A batch of games as a vector environment, in which one agent decides for all seats.

    A step is one decision in each game, of the seat that decides there. Observations are those of that seat, with the
    entries `observation` (missing if the game has no tensor) and `action_mask`. The reward is that of the seat that
    decided: 1 if its game ended with its win, -1 if with its loss, else 0. `info["players"]` is the seat that decides
    next in each game. After a step, `info["rewards"]` holds the rewards of all seats.

    A game that ends starts again in the same step. Gymnasium's entries for its last position are filled:
    `info["final_obs"]` has an observation for each game that ended, else None, and `info["final_info"]["players"]` the
    seat whose observation it is. In a truncated game, this is the seat that would decide next, and the mask has its
    legal actions, so that a learner can estimate the value of the position for that seat. In a game that is over, it is
    seat 0, and the mask is all zeros. `info["_final_obs"]` and `info["_final_info"]` are True for the games that ended.

    Args:
        make: A function that returns a batch for a seed, such as
            `lambda seed: Batch(1024, seed=seed, max_turns=500)`. The environment sets `auto_reset` of the batch to
            False, and starts games again itself, with the same set-ups.
        copy: True for new arrays in each step, which never change. With False, the arrays of an observation are used
            again two steps later, in turn with those of the next one; copy what you keep for longer.

    Raises:
        DefinitionError: if `make` is not a function that returns a batch, or `copy` is not True or False.

    Warns:
        UserWarning: if the game has no tensor.

    Example:
        >>> from cairn_rules.cairn.batch import Batch
        >>> env = BatchEnv(lambda seed: Batch(8, seed=seed, max_turns=500))
        >>> seen, info = env.reset(seed=7)
        >>> lists, counts = env.batch.legal
        >>> actions = lists[range(8), env.np_random.integers(counts)]
        >>> seen, rewards, terminated, truncated, info = env.step(actions)
        >>> seen["observation"].shape, rewards.shape, info["rewards"].shape
        ((8, 526), (8,), (8, 2))
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - as there
    """Metadata of Gymnasium: no rendering modes, and when games start again."""

    def __init__(self, make: Callable[[int], BaseBatch], *, copy: bool = True) -> None:
        self._make = make
        self._rng = Random()
        check_flag(copy=copy)
        if not callable(make):
            raise DefinitionError(f"make should be a function that returns a batch for a seed, not {quoted(make)}")
        self._batch = self._made(0)
        if not self._batch.observation_shape:
            warn_of_mask_only("the game of this batch has no observation tensor", stacklevel=2)
        self._rooms = [] if copy else [_observation(self._batch) for _ in range(2)]
        self.num_envs: int = len(self._batch)
        """Number of games."""
        self.single_action_space: spaces.Space[Any] = spaces.Discrete(self._batch.indices)
        """The action indices of one game."""
        self.single_observation_space: spaces.Space[Any] = space_of(self._batch.observation_shape, self._batch.indices)
        """The tensor and the action mask of one game."""
        self.action_space: spaces.Space[Any] = batch_space(self.single_action_space, self.num_envs)
        """The action indices of all games."""
        self.observation_space: spaces.Space[Any] = batch_space(self.single_observation_space, self.num_envs)
        """The tensors and the action masks of all games."""

    def _made(self, seed: int) -> BaseBatch:
        batch: object = self._make(seed)
        if not isinstance(batch, BaseBatch):
            raise DefinitionError(f"make should return a batch, not {quoted(batch)}")
        batch.auto_reset = False
        return batch

    @property
    def batch(self) -> BaseBatch:
        """The batch of the current games."""
        return self._batch

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - there are none
    ) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Start all games anew.

        Args:
            seed: A seed fixes these games and those after them, until another seed is given.
            options: Not used.

        Raises:
            DefinitionError: if `seed` is not a whole number or None, or `make` returns anything but a batch of the same
                size.
        """
        if isinstance(seed, list):
            raise DefinitionError("seed should be one number for all games, not a list")
        number = seed_of(seed)
        if number is not None:
            self._rng = Random(number)
        batch = self._made(self._rng.getrandbits(SEED_BITS))
        right, found = _sizes(self._batch), _sizes(batch)
        if found != right:
            raise DefinitionError(f"make should always return batches of {right}, not of {found}")
        self._batch = batch
        return self._observation(), {"players": batch.players}

    def step(
        self, actions: Any
    ) -> tuple[dict[str, NDArray[Any]], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Make one decision in each game.

        Raises:
            DefinitionError: if a game is over before its first decision.
            EncodingError: if an action is not legal. No game has then changed.
        """
        batch, players = self._batch, self._batch.players
        for game in np.flatnonzero(players < 0)[:1]:
            raise DefinitionError(f"game {game} is over before its first decision; start from other states")
        rewards, terminated, truncated = batch.step(actions)
        decided = rewards[np.arange(self.num_envs), players].astype(np.float64)
        final: dict[str, Any] = {}
        ended = np.flatnonzero(terminated | truncated)
        if ended.size:
            last = batch.take(ended)
            last._list()  # also the actions of stopped games
            seen, seats = _observation(last), np.maximum(last.players, 0)
            for place, game in enumerate(ended.tolist()):
                row = {name: array[place] for name, array in seen.items()}
                final = self._add_info(final, {"final_obs": row, "final_info": {"players": seats[place]}}, game)
            batch.reset(ended)
        info = {"players": batch.players, "rewards": rewards, **final}
        return self._observation(), decided, terminated, truncated, info

    def _observation(self) -> dict[str, NDArray[Any]]:
        """Return the observations of all games, in new arrays or in those of the observation before the last."""
        self._rooms.reverse()
        return _observation(self._batch, self._rooms[0] if self._rooms else {})


def _observation(batch: BaseBatch, room: Mapping[str, NDArray[Any]] = MappingProxyType({})) -> dict[str, NDArray[Any]]:
    """Return the observations of the games of a batch, in new arrays or in those of an earlier observation."""
    mask = room.get("action_mask")
    seen = {"action_mask": batch.mask(None if mask is None else mask.view(np.bool_)).view(np.int8)}
    return {"observation": batch.observation(room.get("observation")), **seen} if batch.observation_shape else seen


def _sizes(batch: BaseBatch) -> str:
    """Return the sizes that all batches of an environment have in common."""
    return f"{len(batch)} games with {batch.indices} indices and observations of shape {batch.observation_shape}"


for _name in LIBRARY:
    gymnasium.register(  # pyright: ignore[reportUnknownMemberType]
        f"cairn_rules/{''.join(map(str.capitalize, _name.split('-')))}-v0",
        entry_point=f"{__name__}:{SeatEnv.__name__}",
        kwargs={"game": _name},
    )
