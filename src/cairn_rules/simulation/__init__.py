"""Many games at once: playouts, contests between players, results in files that can be resumed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn_rules.lazy import lazily

if TYPE_CHECKING:
    from cairn_rules.simulation.contest import Contest, contests
    from cairn_rules.simulation.playout import Playout, playouts
    from cairn_rules.simulation.pool import process_pool
    from cairn_rules.simulation.results import Results
    from cairn_rules.simulation.simulation import Simulation, Tally

__all__ = ["Contest", "Playout", "Results", "Simulation", "Tally", "contests", "playouts", "process_pool"]

if not TYPE_CHECKING:  # `import cairn_rules` needs none of them
    __getattr__ = lazily(
        globals(),
        {
            **dict.fromkeys(("Contest", "contests"), "cairn_rules.simulation.contest"),
            **dict.fromkeys(("Playout", "playouts"), "cairn_rules.simulation.playout"),
            "process_pool": "cairn_rules.simulation.pool",
            "Results": "cairn_rules.simulation.results",
            **dict.fromkeys(("Simulation", "Tally"), "cairn_rules.simulation.simulation"),
        },
    )
