"""Games played one after another by action indices, the common base of all environments."""

from __future__ import annotations

from random import Random
from typing import Any, Final, SupportsIndex, cast
from warnings import warn

import numpy as np
from numpy.typing import NDArray

from cairn_rules.checks import seed_of, turn_limit
from cairn_rules.encoding import Encoder
from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.game import SEED_BITS, Game
from cairn_rules.manifest import manifest_of, players_of
from cairn_rules.players.simple import worth


def check_render_mode(mode: str | None, modes: tuple[str, ...]) -> None:
    """Check the rendering mode of an environment.

    Raises:
        DefinitionError: if it is neither None nor one of the modes.
    """
    if mode is not None and mode not in modes:
        listed = ", ".join(map(repr, modes))
        raise DefinitionError(f"{quoted(mode)} is not a rendering mode: use {listed} or None")


def warn_of_mask_only(told: str, stacklevel: int) -> None:
    """Warn that a game has no tensor, as the clause `told` says; `stacklevel` counts from the caller."""
    warn(f"{told}; its observations have only the action mask", UserWarning, stacklevel=stacklevel + 1)


class Episode:
    """The current game of an environment.

    Warns:
        UserWarning: if the game has no observation tensor, so that observations have only the action mask.

    Args:
        game: The rules.
        max_turns: Number of turns after which a game is truncated (default: never).
        dynamic: Number of indices of a dynamic action space (default: the game's own action space).
        idle: Every entry of a mask for a seat that does not decide.

    Raises:
        DefinitionError: if `max_turns` or `dynamic` is not a number from 1 up, or the number of players is unknown.
        EncodingError: if the game needs `dynamic`.
    """

    def __init__(self, game: Game[Any, Any, Any], *, max_turns: int | None, dynamic: int | None, idle: int) -> None:
        self.max_turns: Final = turn_limit(max_turns)
        self.encoder: Final = Encoder(game, dynamic=dynamic)
        self.state: Any = game.new_game(seed=0)
        players = players_of(game, self.state)
        if not players:
            raise DefinitionError(f"the manifest of {manifest_of(game).name} does not define the number of seats")
        names = manifest_of(game).seats.names_in(self.state)
        self.names: Final = names or tuple(f"player_{seat}" for seat in range(players))
        self._idle = bytes([idle]) * self.encoder.actions
        self._decisions = 0
        self._rng = Random()
        if self.encoder.no_tensor:
            warn_of_mask_only(self.encoder.no_tensor, stacklevel=3)

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The rules."""
        return self.encoder.game

    def start(self, seed: int | None) -> None:
        """Start a game. A seed also fixes the games after it, until another seed is given.

        Raises:
            DefinitionError: if the seed is not a whole number or None.
        """
        number = seed_of(seed)
        if number is not None:
            self._rng = Random(number)
        self.state = self.game.new_game(seed=self._rng.getrandbits(SEED_BITS))
        self._decisions = 0

    def step(self, index: SupportsIndex | None) -> None:
        """Apply the legal action with an index. None is not an index of an action.

        Raises:
            EncodingError: if no legal action has this index.
        """
        self.apply(self.encoder.action(self.state, cast("int", index)))

    def apply(self, action: Any) -> None:
        """Apply an action."""
        self.state = self.game.apply(self.state, action)
        self._decisions += 1

    @property
    def seat(self) -> int | None:
        """The seat that decides; None if the game is over."""
        return self.game.current_player(self.state)

    @property
    def terminated(self) -> bool:
        """True if the game is over."""
        return self.seat is None

    @property
    def truncated(self) -> bool:
        """True if the game has reached the maximum number of turns without being over."""
        if self.max_turns is None:
            return False
        turns = manifest_of(self.game).pace.turns_complete(self.state, self._decisions)
        return turns >= self.max_turns and not self.terminated

    @property
    def rewards(self) -> tuple[float, ...]:
        """The reward of each seat for the result: 1 for a win, -1 for a loss, 0 for a draw and until the end."""
        if not self.terminated:
            return (0.0,) * len(self.names)
        return tuple(worth(self.game, self.state, seat) for seat in range(len(self.names)))

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return the action mask for a seat."""
        mask = self.encoder.mask(self.state) if seat == self.seat else self._idle
        return np.frombuffer(mask, np.int8).copy()

    def observation(self, seat: int) -> dict[str, NDArray[Any]]:
        """Return the observation of a seat: its tensor, if the game has one, and the action mask."""
        mask = {"action_mask": self.mask(seat)}
        return {"observation": self._tensor(seat), **mask} if self.encoder.shape else mask

    def _tensor(self, seat: int) -> NDArray[np.uint8]:
        return np.frombuffer(self.encoder.tensor(self.state, seat), np.uint8).reshape(self.encoder.shape).copy()
