"""Tables of the page about the benchmarks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

BENCHMARKS: Final = Path(__file__).parents[2] / "benchmarks" / "README.md"


def benchmark_table(program: str) -> str:
    """Return the first table of a program, such as `playouts.py`.

    Raises:
        ValueError: If there is none.
    """
    page = BENCHMARKS.read_text(encoding="utf-8")
    heading = rf"^## [^\n]+ \(`{re.escape(program)}`\)$"
    found = re.search(heading + r"(?:(?!^## ).)*?^(?P<table>\|.+?)\n\n", page, re.MULTILINE | re.DOTALL)
    if found is None:
        raise ValueError(f"{BENCHMARKS} has no table for {program}")
    return found["table"]
