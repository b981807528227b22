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
        "Contest": "cairn_rules.simulation.contest",
        "dask_cluster": "cairn_rules.simulation.cluster",
        "perft_turns": "cairn_rules.simulation.perft",
        "Playout": "cairn_rules.simulation.playouts",
        "process_pool": "cairn_rules.simulation.pool",
        "Pairing": "cairn_rules.simulation.arenas",
        "Results": "cairn_rules.simulation.result_files",
        **dict.fromkeys(("Share", "elo"), "cairn_rules.simulation.shares_and_elo"),
        **dict.fromkeys(("Simulation", "Tally"), "cairn_rules.simulation.simulation"),
        "turn_successors": "cairn_rules.simulation.whole_turns",
        "with_options": "cairn_rules.game",
    },
)
