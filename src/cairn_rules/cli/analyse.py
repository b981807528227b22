"""The command `analyse`: the best lines from a position."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from typing import Any, Final

from cairn_rules.cli.atomic_file import check_writable, written_to
from cairn_rules.cli.commands import Lines, library_command
from cairn_rules.cli.imports import add_analyst, analyst_of
from cairn_rules.cli.messages import counted, status_line
from cairn_rules.cli.options import add_reading, integer, natural, positive
from cairn_rules.cli.stored_games import NO_PICTURES, add_source, line_in, place_of
from cairn_rules.errors import CairnRulesError
from cairn_rules.game import Game
from cairn_rules.history.page import turns_in, who
from cairn_rules.history.review_document import LINE
from cairn_rules.manifest import manifest_of, picture_for
from cairn_rules.players.analysis import analyse
from cairn_rules.players.analysis_results import AnalysedLine, Analysis, about

SECONDS: Final = 2.0
"""Default budget, in seconds."""


def _add_arguments(parser: ArgumentParser, game: Game[Any, Any, Any]) -> None:
    add_source(parser, "FILE|POSITION", "Record or JSON document (- for standard input), or a position in quotes.")
    parser.add_argument(
        "--turn", type=natural, metavar="N", help="Analyse the state after N complete turns (default: the last one)."
    )
    parser.add_argument("--lines", type=positive, default=3, metavar="N", help="Maximum number of lines (default: 3).")
    parser.add_argument(
        "--seed", type=integer, metavar="N", help="Seed of the player (default: a different one each time)."
    )
    add_analyst(parser, game, SECONDS)
    parser.add_argument("--json", action="store_true", help="Print one JSON object (default: lines for people).")
    parser.add_argument("--svg", metavar="FILE", help="Also draw the board with arrows (default: no picture).")
    add_reading(parser, game)


def analyse_position(options: Namespace) -> Lines:
    """Print the best lines from a stored game or a position; at a terminal, show how they improve."""
    record = line_in(options)
    states = tuple(record.replay())
    game, state = record.game, states[place_of(turns_in(record.game, states), options.turn)]
    if game.current_player(state) is None:
        raise CairnRulesError("the game is over in this state, so there is nothing to analyse; give an earlier --turn")
    if options.svg is not None:
        if manifest_of(game).pictures is None:
            raise CairnRulesError(NO_PICTURES)
        check_writable(options.svg)
    analyses = analyse(game, state, lines=options.lines, seed=options.seed, **analyst_of(options, game, SECONDS))
    analysis: Analysis[Any] | None = None
    with status_line("analysing") as progress:
        for analysis in analyses:
            progress(f"{counted(analysis.simulations, 'simulation')}: {_line(game, analysis.lines[0], analysis.seat)}")
    if analysis is None:
        raise CairnRulesError("the player found no line; give it a larger budget")
    try:
        if options.svg is not None:
            picture = picture_for(game, state, arrows=[line.actions[0] for line in analysis.lines])
            with written_to(options.svg) as file:
                file.write(f"{picture}\n")
    finally:  # also if the disk is full
        if options.json:
            yield json.dumps(_document(game, analysis))
        else:
            yield f"{who(game, state)} decides; {counted(analysis.simulations, 'simulation')}"
            for number, line in enumerate(analysis.lines, 1):
                yield f"{number}. {_line(game, line, analysis.seat)}"
    return 0


def _line(game: Game[Any, Any, Any], line: AnalysedLine[Any], seat: int) -> str:
    """Return a line with the chance of the seat that decides, such as `about 93 %: c5-x =alley, wins in 1 turn`."""
    actions = " ".join(map(game.format_action, line.actions))
    wins = "" if line.wins_in is None else f", wins in {counted(line.wins_in, 'turn')}"
    return f"{about(line)}{line.chances[seat] * 100:.0f} %: {actions}{wins}"


def _document(game: Game[Any, Any, Any], analysis: Analysis[Any]) -> dict[str, Any]:
    lines = [
        {"actions": [*map(game.format_action, line.actions)], **{key: getattr(line, key) for key in LINE}}
        for line in analysis.lines
    ]
    name = manifest_of(game).name
    return {"game": name, "seat": analysis.seat, "simulations": analysis.simulations, "lines": lines}


ANALYSE: Final = library_command("analyse", _add_arguments, analyse_position, example="game.txt --turn 12 --seconds 5")
