"""Games as environments of PettingZoo; needs the extra `pettingzoo`."""

from __future__ import annotations

import sys
from typing import Any, SupportsIndex

from cairn_rules.errors import missing_extra

if _missing := missing_extra(__name__, "pettingzoo", "pettingzoo", "gymnasium", "numpy"):
    raise _missing

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[import-untyped]  # pyright: ignore[reportMissingTypeStubs]

from cairn_rules.adapters.episode import IMAGE, Episode
from cairn_rules.adapters.gym_spaces import observation_space
from cairn_rules.game import Game
from cairn_rules.manifest import manifest_of

__all__ = ["GameEnv"]


class GameEnv(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """A game as an agent environment cycle (AEC), for any number of players.

    The agents are the seats by name, in seat order. `agent_selection` is the seat that decides: the same agent may
    decide several times in a row, and also in another agent's turn. An observation is a dict with the entries
    `observation`, the tensor of the seat (missing if the game has none), and `action_mask`, which is all zeros for
    agents that do not decide. Rewards are 0 until the game is over, then 1 for a winner, -1 for a loser, and 0 for a
    draw. A truncated game gives no reward.

    Rendering shows the game's diagram: as text for `ansi`, on standard output for `human`. It shows the whole state,
    including what is hidden from the seats if the diagram draws it. `rgb_array` shows the game's picture as an array of
    RGB values: what a spectator sees, with the last decision highlighted. It needs the extra `png`.

    Args:
        game: The rules. `with_options` fixes options of new games, such as the number of players.
        max_turns: Number of turns after which a game is truncated (default: never).
        dynamic: Number of indices of a dynamic action space, for Cairn with custom megaliths and for games with more
            legal actions than indices (default: the action space of the game).
        render_mode: `ansi`, `human`, `rgb_array`, or None for no rendering.

    Raises:
        DefinitionError: if `max_turns` or `dynamic` is not a number from 1 up, the number of players is unknown, or
            `render_mode` is not valid.
        EncodingError: if the game needs `dynamic`, such as Cairn with custom powers.
        MissingExtraError: if `render_mode` is `rgb_array`, and the extra `png` is not installed.

    Warns:
        UserWarning: if the game has no tensor.

    Example:
        >>> from cairn_rules import cairn
        >>> env = GameEnv(cairn)
        >>> env.reset(seed=7)
        >>> for agent in env.agent_iter():
        ...     observation, reward, terminated, truncated, info = env.last()
        ...     done = terminated or truncated
        ...     env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))
        >>> env.possible_agents, env.agents
        (['sea', 'forest'], [])
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human", IMAGE], "render_fps": 1, "name": "cairn_rules"}  # noqa: RUF012 - as there
    """The rendering modes and speed, and the name of the game."""

    def __init__(
        self,
        game: Game[Any, Any, Any],
        *,
        max_turns: int | None = None,
        dynamic: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._episode = Episode(
            game, max_turns=max_turns, dynamic=dynamic, idle=0, mode=render_mode, modes=self.metadata["render_modes"]
        )
        self.metadata = {**self.metadata, "render_modes": self._episode.render_modes, "name": manifest_of(game).name}
        self.render_mode = render_mode
        """The rendering mode, or None."""
        self.possible_agents = list(self._episode.names)
        """The seats by name, in seat order."""
        self.agents: list[str] = []
        """The agents that still get a last observation; none before the first `reset`."""
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        encoder = self._episode.encoder
        self._action_spaces = {agent: spaces.Discrete(encoder.actions) for agent in self._seats}
        self._observation_spaces = {agent: observation_space(encoder) for agent in self._seats}

    @property
    def game_state(self) -> Any:
        """The state of the current game, with everything that is hidden from the agents."""
        return self._episode.state

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the observation space of an agent."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the action space of an agent."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - there are none
        """Start a game. A seed also fixes the games after it, until another seed is given.

        Raises:
            DefinitionError: if the seed is not a whole number or None.
        """
        self._episode.start(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        """The reward of each agent for the last decision."""
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        """True for each agent if the game is over."""
        self.truncations = dict.fromkeys(self.agents, False)
        """True for each agent if the game reached its maximum number of turns."""
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        """An empty dict for each agent."""
        self._arrive()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation of an agent.

        Raises:
            MatchError: before the first `reset`.
        """
        self._episode.check_begun()
        return self._episode.observation(self._seats[agent])

    def step(self, action: SupportsIndex | None) -> None:
        """Apply the action with an index; None for an agent whose game is over.

        Raises:
            EncodingError: if no legal action has this index.
            MatchError: before the first `reset`.
        """
        self._episode.check_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._episode.step(action)
        self._arrive()
        self._accumulate_rewards()  # all were 0 before
        if self.render_mode == "human":
            self.render()

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:  # noqa: FBT001, FBT002 - as there
        """Return observation, reward, termination, truncation and an empty dict for the agent that decides.

        Raises:
            MatchError: before the first `reset`.
        """
        self._episode.check_begun()
        seen: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return seen

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """Return the agents in the order in which they decide, until all are done.

        Raises:
            MatchError: before the first `reset`.
        """
        self._episode.check_begun()
        return super().agent_iter(max_iter)

    def _arrive(self) -> None:
        episode = self._episode
        seat = episode.seat
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]
        if episode.terminated or episode.truncated:
            self.rewards = dict(zip(self.possible_agents, episode.rewards, strict=True))
            self.terminations = dict.fromkeys(self.agents, episode.terminated)
            self.truncations = dict.fromkeys(self.agents, episode.truncated)

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the diagram of the state for `ansi` or its picture for `rgb_array`, or print the diagram for `human`.

        All images of an environment have the same even width and height.

        Raises:
            MatchError: before the first `reset`.
        """
        self._episode.check_begun()
        if self.render_mode == "human":
            sys.stdout.write(f"{self._episode.game.diagram(self._episode.state)}\n")
        return self._episode.render()

    def close(self) -> None:
        """Release nothing: the environment holds no resources."""
