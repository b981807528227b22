"""The command `balance`: play the games, write the HTML page and Markdown, and print the report."""

from __future__ import annotations

import shlex
from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

import cairn_rules.cairn as rules
from cairn_rules.cairn.balance.page import balance_page, need_matplotlib
from cairn_rules.cairn.balance.report import balance
from cairn_rules.cairn.balance.text import markdown, plain
from cairn_rules.cairn.state.megalith_data import Megalith
from cairn_rules.cli.atomic_file import check_writable, written_to
from cairn_rules.cli.executor import executor_for
from cairn_rules.cli.imports import player_at
from cairn_rules.cli.messages import status_line
from cairn_rules.players.player import Budget


def run(stones: Sequence[Megalith], options: Namespace) -> Iterator[str]:
    """Play the games, with progress on the standard error, write the requested files, and yield the report's lines.

    Raises:
        CairnRulesError: if an option is wrong, a file cannot be written, or the extra for the page is missing.
    """
    _, player = player_at(options.player, rules)
    if options.html is not None:
        need_matplotlib()
    for file in filter(None, (options.html, options.markdown)):
        check_writable(file)  # before the games, which take long
    with executor_for(options) as executor, status_line("playing") as progress:
        report = balance(
            stones,
            games=options.games,
            seed=options.seed,
            player=player,
            budget=Budget.of(options.simulations, options.seconds),
            executor=executor,
            batch=options.batch,
            progress=progress,
        )
    try:
        if options.html is not None:
            with written_to(options.html) as page:
                page.write(balance_page(report, back=_back(options)))
        if options.markdown is not None:
            with written_to(options.markdown) as text:
                text.write("\n".join(markdown(report, _command(options), page=_page(options))) + "\n")
    finally:  # also if the disk is full
        yield from plain(report)


def _command(options: Namespace) -> str:
    """Return the command that reproduces the report."""
    words = ["cairn-rules", "balance", *options.names, "--games", str(options.games), "--seed", str(options.seed)]
    if options.player != "greedy":
        words += ["--player", options.player]
    for name in ("simulations", "seconds", "html", "markdown"):
        given = vars(options)[name]
        words += [] if given is None else [f"--{name}", str(given)]
    words += ["--batch"] if options.batch else []
    return shlex.join(words)


def _page(options: Namespace) -> str | None:
    """Return the path of the page relative to the Markdown, if it is in the same folder or below."""
    if options.html is None:
        return None
    folder, page = Path(options.markdown).resolve().parent, Path(options.html).resolve()
    return quote(page.relative_to(folder).as_posix()) if page.is_relative_to(folder) else None


def _back(options: Namespace) -> str | None:
    """Return the path of the Markdown relative to the page, if the Markdown links to the page.

    Web servers and documentation tools show a README as its folder.
    """
    if options.markdown is None or (below := _page(options)) is None:
        return None
    up, name = "../" * below.count("/"), Path(options.markdown).name
    return (up or "./") if name in {"README.md", "index.md"} else f"{up}{quote(name)}"
