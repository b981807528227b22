"""The command `review`: what each turn of a stored game was worth."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from typing import Any, Final

from cairn_rules.cli.atomic_file import check_writable, written_to
from cairn_rules.cli.commands import Lines, library_command
from cairn_rules.cli.executor import executor_for
from cairn_rules.cli.imports import add_analyst, analyst_of
from cairn_rules.cli.messages import status_line
from cairn_rules.cli.options import add_jobs, add_reading, integer, positive
from cairn_rules.cli.stored_games import add_source, line_in
from cairn_rules.game import Game
from cairn_rules.history.chart import chart_svg
from cairn_rules.history.game_review import (
    Review,
    ReviewedTurn,
    reviewed_turns,
    sentence_of,
    total_of,
    turning_point_of,
)
from cairn_rules.history.page import html_page
from cairn_rules.history.record_text import format_record
from cairn_rules.json_documents import dumps
from cairn_rules.manifest import manifest_of, seat_name

SECONDS: Final = 0.5
"""Default budget for a turn, in seconds: more than 20 000 simulations of sage in Python."""


def _add_review(parser: ArgumentParser, game: Game[Any, Any, Any]) -> None:
    add_source(parser, "FILE", "Record or JSON document (- for standard input).")
    alone = parser.add_mutually_exclusive_group()  # the values of one turn make no chart
    alone.add_argument("--turn", type=positive, metavar="N", help="Review turn N only (default: all turns).")
    alone.add_argument("--svg", metavar="FILE", help="Also draw a chart of the chances (default: no picture).")
    parser.add_argument("--html", metavar="FILE", help="Write the annotated game as a web page (default: no page).")
    parser.add_argument("--output", "-o", metavar="FILE", help="Write the annotated record (default: no record).")
    parser.add_argument("--json", action="store_true", help="Print one JSON object (default: sentences).")
    add_analyst(parser, game, SECONDS)
    parser.add_argument("--seed", type=integer, default=1, metavar="N", help="Seed of the analyses (default: 1).")
    add_jobs(parser)
    add_reading(parser, game)


def review(options: Namespace) -> Lines:
    """Review a stored game; print the sum for each seat and the marked turns, and write what was asked for."""
    record = line_in(options)
    for path in filter(None, (options.html, options.output, options.svg)):
        check_writable(path)
    how = analyst_of(options, record.game, SECONDS)
    turns: list[ReviewedTurn[Any]] = []
    with executor_for(options) as executor, status_line("reviewing") as progress:
        chosen = None if options.turn is None else [options.turn]
        reviewed = reviewed_turns(record, turns=chosen, seed=options.seed, executor=executor, **how)
        for turn in reviewed:
            turns.append(turn)
            progress(f"{turn.first + len(turn.actions)} of {len(record.actions)} decisions are reviewed")
    found = Review(original=record, turns=turns)
    try:
        for path, content in ((options.output, format_record), (options.html, html_page), (options.svg, chart_svg)):
            if path is not None:
                with written_to(path) as file:
                    file.write(content(found.record))
    finally:  # also if the disk is full
        yield from (dumps(found),) if options.json else _told(found)
    return 0


def _told(found: Review[Any, Any]) -> Iterable[str]:
    record, point = found.original, found.turning_point
    names = manifest_of(record.game).seats.names_in(record.start)
    for seat in found.seats:
        yield total_of(seat, names)
    winners = () if record.outcome is None else record.outcome.winners
    if point is not None:
        yield turning_point_of(point, names)
    elif len(winners) == 1 and found.is_whole:
        yield f"There is no turning point: {seat_name(names, winners[0])} was ahead from the start."
    for turn in found.turns:
        if turn.mark or turn is point or not found.is_whole:
            played, best = (map(record.game.format_action, each) for each in (turn.actions, turn.best.actions))
            head = " ".join((f"{turn.turn}. {seat_name(names, turn.seat)}:", *played, *filter(None, (turn.mark,))))
            yield head if turn.differs_at is None else f"{head}  {sentence_of(turn, names)} Better: {' '.join(best)}"


REVIEW: Final = library_command("review", _add_review, review, example="game.txt --html review.html --jobs 2")
