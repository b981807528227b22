"""The command `puzzles`: list, show, solve and find puzzles."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any, Final

from cairn_rules import games
from cairn_rules.cairn.puzzle import HARDEST, LONGEST, MOTIFS, Puzzle, format_puzzles, puzzle_of, puzzles
from cairn_rules.cairn.texts.notation import format_action, parse_action
from cairn_rules.cli.atomic_file import check_writable, written_to
from cairn_rules.cli.commands import Lines, library_command
from cairn_rules.cli.game_files import stored_in
from cairn_rules.cli.messages import counted, status_line
from cairn_rules.cli.options import add_plain, integer, positive
from cairn_rules.cli.stored_games import record_of
from cairn_rules.cli.words import Words, words_for
from cairn_rules.errors import CairnRulesError, IllegalActionError, cut
from cairn_rules.game import Game
from cairn_rules.history import Record

_TODAY: Final = "today"


def _add_arguments(parser: ArgumentParser, _: Game[Any, Any, Any]) -> None:
    parser.add_argument(
        "puzzle", metavar="NUMBER", nargs="?", help="Show a puzzle by its number, or 'today' (default: list them)."
    )
    parser.add_argument("--solution", action="store_true", help="Also show the solution (default: only the question).")
    parser.add_argument("--solve", action="store_true", help="Answer at the terminal (default: only show the puzzle).")
    add_plain(parser)
    parser.add_argument("--json", action="store_true", help="Print JSON, a puzzle on each line (default: text).")
    parser.add_argument(
        "--file", metavar="FILE", help="Use the puzzles of a file that --make wrote (default: the 600)."
    )
    listed = parser.add_argument_group("which puzzles to list, or with --solve to choose from")
    listed.add_argument(
        "--turns",
        type=positive,
        choices=range(1, LONGEST + 1),
        metavar="N",
        help=f"List wins in N turns, 1 to {LONGEST} (default: all).",
    )
    listed.add_argument(
        "--motif", choices=MOTIFS, metavar="M", help=f"List by a motif: {', '.join(MOTIFS)} (default: all)."
    )
    listed.add_argument(
        "--difficulty",
        type=positive,
        choices=range(1, HARDEST + 1),
        metavar="N",
        help=f"List by the difficulty, 1 to {HARDEST} (default: all).",
    )
    made = parser.add_argument_group("find puzzles; needs the extra 'batch'")
    made.add_argument("--make", metavar="FILE", help="Find puzzles and write them to a file (default: show puzzles).")
    made.add_argument(
        "--from", dest="records", metavar="RECORDS", help="Search these games (default: play games of sage)."
    )
    made.add_argument(
        "--games", type=positive, default=4000, metavar="N", help="Number of games to play (default: 4000)."
    )
    made.add_argument("--seed", type=integer, default=1, metavar="N", help="Seed of the games (default: 1).")
    made.add_argument(
        "--simulations", type=positive, default=200, metavar="N", help="Budget of sage per decision (default: 200)."
    )
    made.add_argument("--count", type=positive, default=600, metavar="N", help="Maximum number to keep (default: 600).")


def run(options: Namespace) -> Lines:
    """List, show, solve or find puzzles."""
    _check(options)
    if options.make is not None:
        yield _made(options)
        return 0
    listed = puzzles(options.file)
    wanted = [puzzle for puzzle in listed if _is_wanted(puzzle, options)]
    if options.json:
        from cairn_rules.json_documents import dumps  # noqa: PLC0415 - slow to import, rarely needed

        chosen = wanted if options.puzzle is None else [_numbered(wanted, options.puzzle)]
        yield from map(dumps, chosen)
        return 0
    if options.puzzle is None and not options.solve:
        yield from map(_row, wanted)
        yield counted(len(wanted), "puzzle")
        return 0
    puzzle = _numbered(wanted, options.puzzle or _TODAY)
    words = words_for(games.load("cairn"), unicode=options.unicode, plain=options.plain)
    yield f"Puzzle {puzzle.number}: {puzzle.task}. Difficulty {puzzle.difficulty} of {HARDEST}."
    yield words.board(puzzle.state)
    yield puzzle.position
    if options.solve:
        yield from _solved(puzzle, words)
    if options.solution:
        yield from _explained(puzzle, words)
    return 0


def _check(options: Namespace) -> None:
    """Refuse options that would be ignored."""
    filters = [f"--{name}" for name in ("turns", "motif", "difficulty") if getattr(options, name) is not None]
    if options.records is not None and options.make is None:
        raise CairnRulesError("--from is for --make FILE")
    if options.solve and options.json:
        raise CairnRulesError("--solve cannot be combined with --json")
    if options.solution and options.puzzle is None and not options.solve:
        raise CairnRulesError(f"--solution needs the number of a puzzle, or '{_TODAY}'")
    if options.puzzle is not None and filters:
        raise CairnRulesError(f"{filters[0]} chooses from the list, so it cannot be combined with a number")


def _is_wanted(puzzle: Puzzle, options: Namespace) -> bool:
    return (
        options.turns in (None, puzzle.turns)
        and options.difficulty in (None, puzzle.difficulty)
        and (options.motif is None or options.motif in puzzle.motifs)
    )


def _row(puzzle: Puzzle) -> str:
    length = counted(puzzle.turns, "turn")
    return f"{puzzle.number:>4}  {length:<7}  difficulty {puzzle.difficulty}"


def _numbered(listed: Sequence[Puzzle], text: str) -> Puzzle:
    if text == _TODAY and listed:
        return puzzle_of(date.today(), listed)  # noqa: DTZ011 - the day where the user is
    found = next((puzzle for puzzle in listed if str(puzzle.number) == text), None)
    if found is None:
        if not listed:
            raise CairnRulesError("no puzzle is like that; leave out --turns, --motif or --difficulty")
        raise CairnRulesError(
            f"{cut(text, 20)!r} is not a puzzle; give a number from 1 to {len(listed)}, or '{_TODAY}'"
        )
    return found


def _explained(puzzle: Puzzle, words: Words) -> Iterator[str]:
    yield f"Motifs: {', '.join(puzzle.motifs)}"
    for before, action, after in zip(puzzle.states, puzzle.solution, puzzle.states[1:], strict=False):
        yield f"{format_action(action)}: {'. '.join(words.told(before, action, after, None))}"


def _solved(puzzle: Puzzle, words: Words) -> Iterator[str]:
    """Ask for actions until the puzzle is solved, or the user quits."""
    attempt = puzzle.start()
    hints = [f"Think of: {', '.join(puzzle.motifs)}"]
    while not attempt.is_solved:
        yield f"{words.question(attempt.state)} (?: a hint, q: quit)"
        line = sys.stdin.readline()
        answer = line.strip()
        if not line or answer == "q":
            return
        if answer == "?":
            yield hints.pop() if hints else f"Try {format_action(attempt.hint())}"
            continue
        try:
            after = attempt.play(parse_action(answer, attempt.state))
        except CairnRulesError as error:
            yield str(error.reason if isinstance(error, IllegalActionError) else error)
            continue
        if after.is_failed:
            yield "That gives the win away. Try another action."
            continue
        done = len(attempt.actions)
        for before, action, then in zip(
            after.states[done:], after.actions[done:], after.states[done + 1 :], strict=False
        ):
            yield ". ".join(words.told(before, action, then, None))
        attempt = after
        yield words.board(attempt.state)
    yield "Solved."


def _made(options: Namespace) -> str:
    """Find puzzles, write them to a file, and return a sentence about them."""
    from cairn_rules.cairn.puzzle_search import chosen, find_puzzles, sage_games  # noqa: PLC0415 - loads the players

    check_writable(options.make)  # before the search, which takes long
    games = 0

    def counting(records: Iterator[Record[Any, Any]]) -> Iterator[Record[Any, Any]]:
        nonlocal games
        for games, record in enumerate(records, 1):
            yield record
            tell(f"{counted(games, 'game')}, {counted(len(found), 'puzzle')}")

    found: list[Puzzle] = []
    with status_line("searching for puzzles") as tell:
        if options.records is None:
            records = sage_games(options.games, seed=options.seed, simulations=options.simulations, batch=True)
        else:
            records = (record_of(stored.read(), options.records) for stored in stored_in(options.records))
        for puzzle in find_puzzles(counting(records), batch=True):
            found.append(puzzle)  # noqa: PERF402 - the progress counts them
    kept = chosen(found, options.count)
    if not kept:
        raise CairnRulesError(f"there are no puzzles in {counted(games, 'game')}; nothing was written")
    with written_to(options.make) as file:
        file.write(format_puzzles(kept))
    return f"{counted(len(found), 'puzzle')} in {counted(games, 'game')}, {len(kept)} of them in {options.make}"


PUZZLES: Final = library_command("puzzles", _add_arguments, run, example="today --solve")
