"""Many games at once: playouts, contests between players, resumable results files."""

import typing as _typing

from cairn_rules.lazy import load_lazily as _load_lazily

if _typing.TYPE_CHECKING:
    from cairn_rules.game import with_options
    from cairn_rules.simulation.arenas import Pairing
    from cairn_rules.simulation.cluster import dask_cluster
    from cairn_rules.simulation.contest import Contest
    from cairn_rules.simulation.perft import perft_turns
    from cairn_rules.simulation.playouts import Playout
    from cairn_rules.simulation.pool import process_pool
    from cairn_rules.simulation.result_files import Results
    from cairn_rules.simulation.shares_and_elo import Share, elo
    from cairn_rules.simulation.simulation import Simulation, Tally
    from cairn_rules.simulation.whole_turns import turn_successors

__all__ = [
    "Contest",
    "Pairing",
    "Playout",
    "Results",
    "Share",
    "Simulation",
    "Tally",
    "dask_cluster",
    "elo",
    "perft_turns",
    "process_pool",
    "turn_successors",
    "with_options",
]

_load_lazily(
    globals(),
    {
        ".contest": ("Contest",),
        ".cluster": ("dask_cluster",),
        ".perft": ("perft_turns",),
        ".playouts": ("Playout",),
        ".pool": ("process_pool",),
        ".arenas": ("Pairing",),
        ".result_files": ("Results",),
        ".shares_and_elo": ("Share", "elo"),
        ".simulation": ("Simulation", "Tally"),
        ".whole_turns": ("turn_successors",),
        "cairn_rules.game": ("with_options",),
    },
)
