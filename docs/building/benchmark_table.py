"""Tables of the page about the benchmarks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

BENCHMARKS: Final = Path(__file__).parents[2] / "benchmarks" / "README.md"


def benchmark_table(program: str, number: str = "1") -> str:
    """Return a table of a program, such as `playouts.py`: the first one, or that with another number.

    Raises:
        ValueError: If there is none.
    """
    page = BENCHMARKS.read_text(encoding="utf-8")
    heading = rf"^## [^\n]+ \(`{re.escape(program)}`\)$"
    section = re.search(heading + r"(?:(?!^## ).)*", page, re.MULTILINE | re.DOTALL)
    tables = re.findall(r"(?:^\|.*\n)+", section[0], re.MULTILINE) if section else []
    if not 1 <= int(number) <= len(tables):
        raise ValueError(f"{BENCHMARKS} has no table {number} for {program}")
    return str(tables[int(number) - 1])
