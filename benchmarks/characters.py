"""Compare characters of the role-playing game with random playouts of python-chess, in the same run on one core.

The first table counts a character as twenty moves: if the ratio is above 1, a character takes less time than
twenty moves of python-chess. The second one streams characters, each of which is forgotten before the next one is made:
the memory of the process stays the same, however many there are.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version
from itertools import count, islice
from time import perf_counter

from sides import load
from sides.side import Quantity, Side, counted, resident
from timing import compare, figure, options, table

from cairn_rules.cairn_rpg.creation import create_character, create_characters

MOVES = 20
"""Number of moves for which a character counts."""
STREAMED = (100, 1_000, 10_000)
SEEDS = count()


def made() -> int:
    """Make a character from the next seed, and return the number of moves for which it counts."""
    create_character(seed=next(SEEDS))
    return MOVES


def streamed(number: int) -> tuple[float, int]:
    """Make a number of characters; return the time in seconds and the peak memory in bytes."""
    start, most = perf_counter(), 0
    for place, _ in enumerate(islice(create_characters(0), number)):
        if not place % 50:
            most = max(most, resident())
    return perf_counter() - start, most


def rows() -> Iterator[tuple[str, ...]]:
    """The rows of the second table."""
    for number in STREAMED:
        seconds, most = streamed(number)
        yield figure(number), figure(seconds), f"{figure(most / 2**20)} MiB"


if __name__ == "__main__":
    chosen = options(__doc__, seconds=0.5)
    chess = [side for side in load() if side.name == "python-chess"]
    ours = Side(
        "Characters: a twentieth of one", f"cairn-rules {version('cairn-rules')}", {Quantity.PLAYOUT: counted(made)}
    )
    compare([Quantity.PLAYOUT], [ours, *chess], chosen.rounds, chosen.seconds, "A twentieth of a character")
    print("\nCharacters, streamed\n")
    print(table(["characters", "seconds", "most memory in use"], rows()))
