"""Time sides in turn, in rounds; ratios are within a round, shown in Markdown with their median and spread."""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from math import floor, log10
from pathlib import Path
from statistics import median

from sides.side import Quantity, Side


def figure(number: float) -> str:
    """Return a number with three significant digits and spaces between thousands."""
    if not number:
        return "0"
    digits = 2 - floor(log10(abs(number)))
    return f"{round(number, digits):,.{max(digits, 0)}f}".replace(",", " ")


def spread(ratios: Sequence[float]) -> str:
    """Return the median, the lowest and the highest as text."""
    return f"{figure(median(ratios))} ({figure(min(ratios))} to {figure(max(ratios))})"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def machine(sides: Iterable[Side]) -> str:
    """Return the date, the machine and the versions of the sides."""
    try:
        _, _, told = Path("/proc/cpuinfo").read_text("utf-8").partition("model name\t: ")
        processor = told.splitlines()[0]
    except (OSError, IndexError):
        processor = platform.processor()
    python = f"{platform.python_implementation()} {platform.python_version()}"
    here = f"{processor} ({os.cpu_count()} cores), {platform.system()}"
    versions = ", ".join(dict.fromkeys(side.version for side in sides))
    return f"{datetime.now(tz=UTC).date()}, {python}, {here}; {versions}"


def options(about: str | None, seconds: float) -> argparse.Namespace:
    """Parse the command line of a program that compares speeds."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--seconds", type=float, default=seconds, help="Seconds for each side of a round.")
    return parser.parse_args()


def compare(
    quantities: Sequence[Quantity], sides: Sequence[Side], rounds: int, seconds: float, ours_is: str = "Cairn"
) -> None:
    """Measure every side that has a quantity, in turn, and print a table for each; the first side is ours."""
    print(f"{machine(sides)}; {rounds} rounds of {seconds} seconds a side")
    able = {quantity: [side for side in sides if quantity in side.speeds] for quantity in quantities}
    for quantity in quantities:
        for side in able[quantity]:
            side.speeds[quantity](seconds / 4)  # warm up
    measured = [
        {quantity: [side.speeds[quantity](seconds) for side in able[quantity]] for quantity in quantities}
        for _ in range(rounds)
    ]
    for quantity in quantities:
        speeds = list(zip(*(each[quantity] for each in measured), strict=True))
        ours = speeds[0]
        rows = [
            (
                side.name,
                figure(median(theirs)),
                figure(1e6 / median(theirs)),
                spread([us / them for us, them in zip(ours, theirs, strict=True)]) if theirs is not ours else "",
            )
            for side, theirs in zip(able[quantity], speeds, strict=True)
        ]
        print(f"\n{quantity}\n")
        print(
            table(
                ["", "a second, median", "µs each", f"multiple of {ours_is}'s time, median (lowest to highest)"], rows
            )
        )
