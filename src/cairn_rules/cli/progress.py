"""A progress bar for many games; it needs rich, the extra `cli`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from time import perf_counter
from typing import TypeAlias

from cairn_rules.simulation.simulation import Tally

Tell: TypeAlias = Callable[[Tally], None]


@contextmanager
def progress(players: Sequence[str], n: int, kept: int) -> Generator[Tell]:
    """Return a function to call after each game: it shows the rate, the time left and the interim result.

    Nothing is shown if the standard error is not a terminal, or rich is not installed. Of `n` games in all, `kept` were
    played before.
    """
    try:
        if not sys.stderr.isatty():
            raise ImportError  # noqa: TRY301 - rich is not wanted then, either
        from rich.console import Console  # noqa: PLC0415 - an extra of the library
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn  # noqa: PLC0415
    except ImportError:
        yield lambda _: None
        return
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=n, completed=kept)
        start = perf_counter()

        def tell(tally: Tally) -> None:
            rate = (tally.games - kept) / max(perf_counter() - start, 1e-9)
            bar.update(task, completed=tally.games, description=interim(players, tally, rate, n))

        yield tell


def interim(players: Sequence[str], tally: Tally, rate: float, n: int) -> str:
    """Return the rate, the time left and the wins so far, as text.

    Example:
        >>> interim(["tree", "greedy"], Tally(), 2.5, 1000)
        '2.5 games/s, 0:06:40 left; tree 0, greedy 0'
    """
    seconds = round((n - tally.games) / rate)
    left = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"{rate:.1f} games/s, {left} left; {', '.join(f'{name} {tally.won(name).count}' for name in players)}"
