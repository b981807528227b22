"""What `cairn-rules balance` does: it plays, writes the files that are wanted, and gives the lines to print."""

from __future__ import annotations

import shlex
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Final
from urllib.parse import quote

from cairn_rules.balance.charts import need_matplotlib
from cairn_rules.balance.page import balance_page
from cairn_rules.balance.report import balance
from cairn_rules.balance.telling import markdown, plain
from cairn_rules.cairn.powers import Megalith
from cairn_rules.errors import CairnRulesError, hint
from cairn_rules.players import GreedyPlayer, MakesPlayer, RandomPlayer, TreePlayer
from cairn_rules.stored import written_to

PLAYERS: Final[dict[str, MakesPlayer]] = {"greedy": GreedyPlayer, "random": RandomPlayer, "tree": TreePlayer}
"""Who can play, by the names on the command line."""


def run(stones: Sequence[Megalith], options: Namespace, progress: Callable[[str], None]) -> Iterator[str]:
    """The report on some stones, as lines; a page and Markdown are written where the options want them.

    Raises:
        CairnRulesError: when an option is wrong, a file cannot be written, or the page needs what is not there.
    """
    if options.player not in PLAYERS:
        raise CairnRulesError(f"{options.player!r} is no player; {hint(options.player, tuple(PLAYERS))}")
    if options.html is not None:
        need_matplotlib()
    with _players(options.jobs) as executor:
        report = balance(
            stones,
            games=options.games,
            seed=options.seed,
            player=PLAYERS[options.player],
            executor=executor,
            progress=progress,
        )
    if options.html is not None:
        with written_to(options.html) as file:
            file.write(balance_page(report))
    if options.markdown is not None:
        with written_to(options.markdown) as file:
            file.write("\n".join(markdown(report, _command(options), page=_page(options))) + "\n")
    yield from plain(report)


def _command(options: Namespace) -> str:
    """The command that makes the same report."""
    player = [] if options.player == "greedy" else ["--player", options.player]
    numbers = ["--games", str(options.games), "--seed", str(options.seed)]
    files = [each for name in ("html", "markdown") if (file := vars(options)[name]) for each in (f"--{name}", file)]
    return shlex.join(["cairn-rules", "balance", *options.names, *numbers, *player, *files])


def _page(options: Namespace) -> str | None:
    """Where the page lies for a reader of the Markdown, if it is in the same folder or below."""
    if options.html is None:
        return None
    folder, page = Path(options.markdown).resolve().parent, Path(options.html).resolve()
    return quote(page.relative_to(folder).as_posix()) if page.is_relative_to(folder) else None


def _players(jobs: int) -> AbstractContextManager[Executor | None]:
    """So many processes; this one alone for one, or for none."""
    if jobs < 2:
        return nullcontext()
    return ProcessPoolExecutor(jobs, initializer=_look_in, initargs=(str(Path.cwd()),))


def _look_in(folder: str) -> None:
    """Find modules in a folder: what is being written is seldom installed yet."""
    sys.path.insert(0, folder)
