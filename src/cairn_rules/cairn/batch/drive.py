"""The functions of the kernel that are called from outside: loops over many games.

With Numba installed they are compiled when they are first called, and kept on disk. Without, the same text runs as
plain Python, slower by a factor of about a hundred; a warning says so once.

Each function works on the games from `start` to `stop - 1` of its arrays, and lets other threads run meanwhile. Threads
may work on different games of the same arrays at the same time. For a batch of n games the arrays are `rows` (n) of
type `ROW`, `chains` (n, `CHAIN`) of 16-bit numbers, `keys` (n) of 64-bit numbers, `lists` (n, `LONGEST_LIST`) and
`counts` (n) of 16-bit numbers. `lists` has the indices of the legal actions of each game in ascending order, and -1
after them; `counts` has their number.
"""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any, Final
from warnings import warn

import numpy as np

from cairn_rules.cairn.batch import kernel, learning, loops
from cairn_rules.cairn.batch.compiler import NUMBA_IS_INSTALLED, compile_twins
from cairn_rules.cairn.batch.kernel import LONGEST_LIST
from cairn_rules.cairn.batch.row import CHAIN, ROW

COMPILED: Final = NUMBA_IS_INSTALLED
"""True if the functions run compiled, False if they run as plain Python."""

ENTRIES: Final = (
    "first_keys",
    "legal",
    "find_illegal",
    "new_games",
    "step",
    "playouts",
    "mask",
    "packed_mask",
    "observation",
)
"""Names of the functions in `loops`, where they are described."""

LEARNING_ENTRIES: Final = ("self_play", "set_targets", "learn")
"""Names of the functions in `learning`, where they are described."""

plain: Final = SimpleNamespace(**{name: getattr(loops, name) for name in ENTRIES})
"""The functions as plain Python."""


@cache
def compiled() -> SimpleNamespace:
    """Return the functions compiled with Numba, each when it is first called."""
    return SimpleNamespace(**compile_twins((kernel, loops), {"opened": _row, "close": _done}, ENTRIES))


@cache
def learner() -> SimpleNamespace:
    """Return the functions of `learning`, compiled if Numba is installed."""
    if not COMPILED:
        return SimpleNamespace(**{name: getattr(learning, name) for name in LEARNING_ENTRIES})
    return SimpleNamespace(**compile_twins((kernel, learning), {"opened": _row, "close": _done}, LEARNING_ENTRIES))


def _row(rows: Any, game: int) -> Any:
    """Return a row of an array itself; the compiled `opened`."""
    return rows[game]


def _done(_rows: Any, _game: int, _row: Any) -> None:
    """Do nothing, because the row was changed in its array; the compiled `close`."""


@cache
def engine() -> SimpleNamespace:
    """Return the compiled functions if Numba is installed, else the plain ones, with a warning."""
    if COMPILED:
        return compiled()
    warn(
        "Numba is not installed, so batches run as plain Python, slower than single games;"
        " install it with: pip install 'cairn-rules[batch]'",
        RuntimeWarning,
        stacklevel=2,
    )
    return plain


def first_keys(*arguments: Any) -> None:
    """Write the first key of each game; see `loops.first_keys`."""
    engine().first_keys(*arguments)


def legal(*arguments: Any) -> None:
    """List the legal actions of rows that were made elsewhere; see `loops.legal`."""
    engine().legal(*arguments)


def find_illegal(*arguments: Any) -> int:
    """Return the first game whose action is not legal, or -1; see `loops.find_illegal`."""
    return int(engine().find_illegal(*arguments))


def new_games(*arguments: Any) -> None:
    """Start a new game in each row; see `loops.new_games`."""
    engine().new_games(*arguments)


def step(*arguments: Any) -> None:
    """Apply a legal action in each game, and list the next ones; see `loops.step`."""
    engine().step(*arguments)


def playouts(
    rows: Any,
    chains: Any,
    keys: Any,
    games: int,
    max_turns: int,
    wins: Any,
    turns: Any,
    decisions: Any,
    start: int,
    stop: int,
) -> None:
    """Play random games from each row, which stays as it is, and add up their results; see `loops.playouts`."""
    scratch = np.zeros(1, ROW), np.zeros((1, CHAIN), np.int16), np.zeros((1, LONGEST_LIST), np.int16)
    engine().playouts(rows, chains, keys, *scratch, 0, games, max_turns, wins, turns, decisions, start, stop)


def mask(*arguments: Any) -> None:
    """Write the masks of legal actions; see `loops.mask`."""
    engine().mask(*arguments)


def packed_mask(*arguments: Any) -> None:
    """Write the masks as bits; see `loops.packed_mask`."""
    engine().packed_mask(*arguments)


def observation(*arguments: Any) -> None:
    """Write what the tribe that decides may know; see `loops.observation`."""
    engine().observation(*arguments)
