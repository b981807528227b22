"""Games played one after another by action indices, the common base of all environments."""

from __future__ import annotations

from importlib import import_module
from io import BytesIO
from random import Random
from typing import Any, Final, SupportsIndex, cast
from warnings import warn

import numpy as np
from numpy.typing import NDArray

from cairn_rules.checks import seed_of, turn_limit
from cairn_rules.encoding import Encoder
from cairn_rules.errors import DefinitionError, MatchError, missing_extra, quoted
from cairn_rules.game import SEED_BITS, Game
from cairn_rules.manifest import manifest_of, picture_for, players_of
from cairn_rules.pictures.png import to_png
from cairn_rules.players.simple import worth

IMAGE: Final = "rgb_array"
"""The rendering mode that returns images."""
IMAGE_WIDTH: Final = 640
"""The width of images, in pixels."""


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
        mode: The rendering mode, or None.
        modes: The rendering modes of the environment. `rgb_array` is only for games that draw pictures.

    Raises:
        DefinitionError: if `max_turns` or `dynamic` is not a number from 1 up, the number of players is unknown, or
            `mode` is neither None nor one of the modes.
        EncodingError: if the game needs `dynamic`.
        MissingExtraError: if the mode is `rgb_array`, and resvg-py or Pillow is not installed.
    """

    def __init__(
        self,
        game: Game[Any, Any, Any],
        *,
        max_turns: int | None,
        dynamic: int | None,
        idle: int,
        mode: str | None,
        modes: list[str],
    ) -> None:
        self.max_turns: Final = turn_limit(max_turns)
        self.encoder: Final = Encoder(game, dynamic=dynamic)
        self._decisions = 0
        self._arrive(game.new_game(seed=0))
        players = players_of(game, self.state)
        if not players:
            raise DefinitionError(f"the manifest of {manifest_of(game).name} does not define the number of seats")
        names = manifest_of(game).seats.names_in(self.state)
        self.names: Final = names or tuple(f"player_{seat}" for seat in range(players))
        self._idle = bytes([idle]) * self.encoder.actions
        self._is_begun = False
        self._rng = Random()
        self._last: Any = ()
        draws = manifest_of(game).pictures is not None
        self.render_modes: Final = [each for each in modes if draws or each != IMAGE]
        """The rendering modes for this game."""
        if mode is not None and mode not in self.render_modes:
            why = f"{manifest_of(game).name} draws no pictures; " if mode == IMAGE else ""
            listed = ", ".join(map(repr, self.render_modes))
            raise DefinitionError(f"{quoted(mode)} is not a rendering mode: {why}use {listed} or None")
        self._mode = mode
        if mode == IMAGE:
            if missing := missing_extra(f"render_mode={mode!r}", "png", "resvg_py", "PIL"):
                raise missing
            height: int = self._drawn(IMAGE_WIDTH).height
            self._size = IMAGE_WIDTH, height + height % 2  # video encoders refuse odd sizes
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
        self._decisions = 0
        self._arrive(self.game.new_game(seed=self._rng.getrandbits(SEED_BITS)))
        self._is_begun = True
        self._last = ()

    def check_begun(self) -> None:
        """Raise a `MatchError` before the first game."""
        if not self._is_begun:
            raise MatchError("the game has not started; call reset")

    def step(self, index: SupportsIndex | None) -> None:
        """Apply the legal action with an index. None is not an index of an action.

        Raises:
            EncodingError: if no legal action has this index.
        """
        self.apply(self.encoder.action(self.state, cast("int", index)))

    def apply(self, action: Any) -> None:
        """Apply an action."""
        self._decisions += 1
        self._arrive(self.game.apply(self.state, action))
        self._last = action

    def _arrive(self, state: Any) -> None:
        self.state = state
        self.seat: int | None = self.game.current_player(state)
        """The seat that decides; None if the game is over."""
        self.terminated: bool = self.seat is None
        """True if the game is over."""
        self.truncated: bool = False
        """True if the game has reached the maximum number of turns without being over."""
        if self.max_turns is not None and not self.terminated:
            turns = manifest_of(self.game).pace.turns_complete(state, self._decisions)
            self.truncated = turns >= self.max_turns

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the diagram of the state for `ansi`, its picture for `rgb_array`, and None for other modes.

        All images have the same even width and height; a picture of another shape has white margins.
        """
        if self._mode != IMAGE:
            return self.game.diagram(self.state) if self._mode == "ansi" else None
        width, height = self._size
        drawn = self._drawn(width)
        if drawn.height > height:
            drawn = self._drawn(width * height // drawn.height)
        image = import_module("PIL.Image").new("RGB", self._size, "white")
        image.paste(drawn, ((width - drawn.width) // 2, (height - drawn.height) // 2), drawn)
        return np.array(image)

    def _drawn(self, width: int) -> Any:
        """Return the picture of the state as an image of Pillow, with the last decision highlighted."""
        picture = picture_for(self.game, self.state, highlight=self._last)
        return import_module("PIL.Image").open(BytesIO(to_png(cast("str", picture), width=width)))

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
