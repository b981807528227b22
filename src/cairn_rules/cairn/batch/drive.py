"""The functions of the kernel that are called from outside: loops over many games.

With Numba installed, they are compiled when first called, and stored on disk. Without it, the same code runs as plain
Python, about a hundred times slower, and a warning says so once.

Each function works on the games from `start` to `stop - 1` of its arrays, and lets other threads run meanwhile. Threads
may work on different games of the same arrays at the same time. For a batch of n games the arrays are `rows` (n) of
type `ROW`, `chains` (n, `CHAIN`) of 16-bit numbers, `keys` (n) of 64-bit numbers, `lists` (n, `LONGEST_LIST`) and
`counts` (n) of 16-bit numbers. `lists` has the indices of the legal actions of each game in ascending order, and -1
after them; `counts` has their number.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from inspect import currentframe
from types import MappingProxyType, ModuleType, SimpleNamespace
from typing import Any, Final
from warnings import warn

import numpy as np
from numpy.typing import NDArray

from cairn_rules.cairn.batch import (
    forced_win_kernel,
    kernel,
    loops,
    measurement_kernel,
    net_search_kernel,
    search_kernel,
)
from cairn_rules.cairn.batch.compiler import NUMBA_IS_INSTALLED, Compiler
from cairn_rules.cairn.batch.kernel import LONGEST_LIST
from cairn_rules.cairn.batch.row import CHAIN, NONE, ROW
from cairn_rules.cairn.learning.action_space import SIZE
from cairn_rules.cairn.learning.observation_tensor import ENTRIES
from cairn_rules.cairn.players.net import SCALE, sage_file, unpack_net
from cairn_rules.cairn.players.net_inputs import HIDDEN, WIDTH

MODULES: Final = (kernel, loops, search_kernel, net_search_kernel, measurement_kernel, forced_win_kernel)
"""The modules with the functions, which call one another."""
COMPILED: Final = NUMBA_IS_INSTALLED
"""True if the functions run compiled, False if they run as plain Python."""

ARRAYS: Final[Mapping[str, np.dtype[Any]]] = MappingProxyType(
    {
        "rows": ROW,
        "chains": np.dtype((np.int16, CHAIN)),
        "keys": np.dtype(np.int64),
        "lists": np.dtype((np.int16, LONGEST_LIST)),
        "counts": np.dtype(np.int16),
        "actions": np.dtype(np.int64),
        "rewards": np.dtype((np.int8, 2)),
        "terminated": np.dtype(np.bool_),
        "truncated": np.dtype(np.bool_),
        "scratch": ROW,
        "scratch_chains": np.dtype((np.int16, CHAIN)),
        "scratch_lists": np.dtype((np.int16, LONGEST_LIST)),
        "scratch_counts": np.dtype(np.int16),
        "frames": net_search_kernel.FRAME,
        "memory": net_search_kernel.POSITION,
        "tallies": np.dtype((np.int64, SIZE)),
        "visited": np.dtype(np.int64),
        "tries": forced_win_kernel.TRY,
        "answers": forced_win_kernel.ANSWER,
        "killers": np.dtype((np.int64, 2)),
        "effort": np.dtype(np.int64),
        "found": np.dtype((np.int16, WIDTH)),
        "inputs": np.dtype((np.float32, HIDDEN)),
        "outputs": np.dtype(np.float32),
        "sums": np.dtype(np.float32),
        "watched": np.dtype(np.int64),
        "out": np.dtype((np.int64, measurement_kernel.COLUMNS)),
        "places": np.dtype(np.int64),
        "progress": np.dtype(np.int64),
        "wins": np.dtype((np.int64, 2)),
        "turns": np.dtype(np.int64),
        "decisions": np.dtype(np.int64),
        "flags": np.dtype((np.bool_, SIZE)),
        "bits": np.dtype((np.uint8, -(-SIZE // 8))),
        "seen": np.dtype((np.uint8, ENTRIES)),
    }
)
"""Type of the entry of a game in each array, or of a line to search in, by the name of the parameter."""
LOOPS: Final = (
    "first_keys",
    "legal",
    "find_illegal",
    "new_games",
    "step",
    "playouts",
    "measure",
    "consider",
    "prove",
    "perft",
    "mask",
    "packed_mask",
    "observation",
)
"""Names of the functions, which are described in `MODULES`."""
_FUNCTIONS: Final = {name: value for module in MODULES for name, value in vars(module).items()}

plain: Final = SimpleNamespace(**{name: _FUNCTIONS[name] for name in LOOPS})
"""The functions as plain Python."""


@cache
def compiled() -> SimpleNamespace:
    """Return the functions as machine code, loaded or compiled when they are first called."""
    compiler = _compiler()
    return SimpleNamespace(**{name: compiler.entry(name) for name in LOOPS})


@cache
def _compiler(modules: tuple[ModuleType, ...] = MODULES) -> Compiler:
    return Compiler(modules, {"opened": _row, "close": _done}, ARRAYS)


def is_ready(*loops: str) -> bool:
    """Return whether the machine code of some functions is on disk, so that none waits for the compiler."""
    return COMPILED and all(map(_compiler().is_stored, loops))


def functions_of(modules: tuple[ModuleType, ...], *names: str) -> SimpleNamespace:
    """Return functions of the last of some modules that call one another, compiled for any types if Numba is there."""
    find = _compiler(modules).dispatcher if COMPILED else vars(modules[-1]).__getitem__
    return SimpleNamespace(**{name: find(name) for name in names})


def _row(rows: Any, game: int) -> Any:
    """Return a row of an array itself; the compiled `opened`."""
    return rows[game]


def _done(_rows: Any, _game: int, _row: Any) -> None:
    """Do nothing, because the row was changed in its array; the compiled `close`."""


@cache
def engine() -> SimpleNamespace:
    """Return the compiled functions if Numba is installed, else the plain ones.

    For the plain functions, a warning names the calling line outside this library.
    """
    if COMPILED:
        return compiled()
    level, frame = 1, currentframe()
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "cairn_rules":
        level, frame = level + 1, frame.f_back
    warn(
        "Numba is not installed, so batches run as plain Python, slower than single games;"
        " install it with: pip install 'cairn-rules[batch]'",
        RuntimeWarning,
        stacklevel=level,
    )
    return plain


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
    """Play random games from each row, which is unchanged, and add up their results; see `loops.playouts`."""
    *scratch, _ = lines(1)
    engine().playouts(rows, chains, keys, *scratch, 0, games, max_turns, wins, turns, decisions, start, stop)


def measure(
    rows: Any,
    chains: Any,
    keys: Any,
    watched: Any,
    player: int,
    simulations: int,
    max_turns: int,
    out: Any,
    start: int,
    stop: int,
) -> None:
    """Play a game from each row, which is unchanged, and write its measurements; see `measurement_kernel.measure`."""
    scratch, room = lines(measurement_kernel.MOST_LINES), search_room(measurement_kernel.MOST_LINES)
    engine().measure(
        rows, chains, keys, watched, *scratch, *room, *weights(sage_file()), np.zeros(HIDDEN, np.float32), 0, player,
        simulations, max_turns, out, start, stop,
    )  # fmt: skip


def lines(n: int) -> tuple[Any, Any, Any, Any]:
    """Return empty rows, chains, lists and numbers of actions."""
    return (
        np.zeros(n, ROW),
        np.zeros((n, CHAIN), np.int16),
        np.zeros((n, LONGEST_LIST), np.int16),
        np.zeros(n, np.int16),
    )


def search_room(n: int) -> tuple[Any, ...]:
    """Return `frames`, `memory`, `tallies`, `visited`, `progress` and `found` of a search in some lines.

    They are described in `net_search_kernel.Room`.
    """
    return (
        np.zeros(n, net_search_kernel.FRAME),
        np.zeros(net_search_kernel.MEMORY, net_search_kernel.POSITION),
        np.zeros((2, SIZE), np.int64),
        np.zeros(net_search_kernel.MOST_VISITS, np.int64),
        np.zeros(net_search_kernel.PROGRESS, np.int64),
        np.zeros((1, WIDTH), np.int16),
    )


def proof_room() -> tuple[Any, ...]:
    """Return `tries`, `answers`, `killers` and `effort` of a search for forced wins; see `forced_win_kernel.prove`."""
    return (
        np.zeros(forced_win_kernel.TRIES, forced_win_kernel.TRY),
        np.zeros(forced_win_kernel.ANSWERS, forced_win_kernel.ANSWER),
        np.full((forced_win_kernel.MOST_LEFT + 1, 2), NONE, np.int64),
        np.zeros(forced_win_kernel.EFFORT, np.int64),
    )


@cache
def weights(net: bytes) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the weights in the file of a net, as `net_search_kernel` describes them."""
    rows, outputs, constant = unpack_net(net)
    unit = np.float32(SCALE)
    return np.array(rows, np.float32) / unit, np.array((*outputs, constant / SCALE), np.float32) / unit
