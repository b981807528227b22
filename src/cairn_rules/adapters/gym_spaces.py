"""The spaces of Gymnasium for the action masks and observation tensors of a game."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from cairn_rules.encoding import Encoder


def space_of(shape: tuple[int, ...], actions: int) -> spaces.Dict:
    """Return the space of observations with a tensor, unless its shape is empty, and an action mask."""
    tensor = {"observation": spaces.Box(0, 255, shape, np.uint8)} if shape else {}
    return spaces.Dict({**tensor, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})


def observation_space(encoder: Encoder[Any, Any]) -> spaces.Dict:
    """Return the space of observations of a game."""
    return space_of(encoder.shape, encoder.actions)
