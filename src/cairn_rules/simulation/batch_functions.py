"""The part of a manifest with functions that play many games at once: `BatchFunctions`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Generic, NamedTuple, final

from cairn_rules.errors import DefinitionError, missing_extra
from cairn_rules.frozen_classes import frozen
from cairn_rules.game import Game, Outcome, StateT
from cairn_rules.lazy import resolve
from cairn_rules.manifest import manifest_of

__all__ = ["BatchFunctions", "BatchPlayout"]


KEY_BITS: Final = 62
"""Size of the seed of a game's random choices, in bits."""


class BatchPlayout(NamedTuple):
    """The end of a game between random players."""

    outcome: Outcome | None
    """The outcome; None if the game was stopped."""
    turns: int
    """Number of turns completed from its first state on."""
    decisions: int
    """Number of decisions."""


@final
@frozen(kw_only=True)
class BatchFunctions(Generic[StateT]):
    """The part of a manifest with functions that play many games at once, faster than one after another.

    They follow the same rules as the other functions of the game.

    Example:
        >>> from random import Random
        >>> def roll(state: int, seed: int) -> BatchPlayout:
        ...     return BatchPlayout(Outcome((Random(seed).randrange(2),), "lucky"), turns=1, decisions=1)
        >>> functions: BatchFunctions[int] = BatchFunctions(
        ...     playouts=lambda states, seeds, max_turns: map(roll, states, seeds),
        ...     perft=lambda state, depth: depth < 2,
        ...     perft_turns=lambda state, turns: turns < 2,
        ... )
        >>> [end.turns for end in functions.playouts([7, 7], [1, 2], None)]
        [1, 1]
    """

    playouts: Callable[[Sequence[StateT], Sequence[int], int | None], Iterable[BatchPlayout]]
    """A function that plays a random game from each state, given a seed of 62 bits for each.

    The last argument is the number of turns after which a game is stopped, or None.
    """
    perft: Callable[[StateT, int], int]
    """A function that counts decisions as `perft` does, to a depth from 0 up."""
    perft_turns: Callable[[StateT, int], int]
    """A function that counts decisions as `perft_turns` does, for a number of turns from 0 up."""


def batch_functions(game: Game[StateT, Any, Any]) -> BatchFunctions[StateT]:
    """Return the functions of a game that play many games at once.

    Raises:
        DefinitionError: if the game has none.
        MissingExtraError: if NumPy is not installed.
    """
    manifest = manifest_of(game)
    if manifest.batch is None:
        raise DefinitionError(f"{manifest.name} has no functions for batches; leave out batch")
    check_batch_extra()
    return resolve(manifest.batch)


def check_batch_extra() -> None:
    """Check that NumPy is installed. Raise a `MissingExtraError` if it is missing."""
    if missing := missing_extra("a batch", "batch", "numpy"):
        raise missing
