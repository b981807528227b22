"""What `import cairn_rules` costs over a bare interpreter, beside `import chess`, in the same run."""

from __future__ import annotations

import subprocess
import sys
from statistics import median
from time import perf_counter

ROUNDS = 30
STATEMENTS = ("pass", "import chess", "import cairn_rules")


def seconds(statement: str) -> float:
    """How long a fresh interpreter takes for a statement."""
    start = perf_counter()
    subprocess.run([sys.executable, "-c", statement], check=True)  # noqa: S603 - our own statements
    return perf_counter() - start


def main() -> None:
    """Print the median costs and their ratio."""
    for statement in STATEMENTS:
        seconds(statement)
    rounds = [[seconds(statement) for statement in STATEMENTS] for _ in range(ROUNDS)]
    bare, peer, ours = (median(column) for column in zip(*rounds, strict=True))
    ratios = [(ours - bare) / (peer - bare) for bare, peer, ours in rounds]
    print(f"over a bare interpreter: chess {1000 * (peer - bare):.1f} ms, cairn_rules {1000 * (ours - bare):.1f} ms")
    print(f"ratio: median {median(ratios):.2f}, from {min(ratios):.2f} to {max(ratios):.2f}")


if __name__ == "__main__":
    main()
