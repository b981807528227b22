"""The commands for stored games: `show`, `replay`, `check` and `convert`."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from os.path import exists
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any, Final, cast, get_args

from cairn_rules.cli.atomic_file import written_to
from cairn_rules.cli.commands import FAULTY, Lines, library_command
from cairn_rules.cli.game_files import STREAM, Stored, stored_in
from cairn_rules.cli.messages import Coloured, counted, status_line
from cairn_rules.cli.options import (
    POSITION,
    add_plain,
    add_reading,
    amount,
    natural,
    option_names,
    position_of,
    positive,
    registry_of,
)
from cairn_rules.cli.play.blocks import WIDTH as WRAPPED
from cairn_rules.cli.play.blocks import Block, Kind, marks_between
from cairn_rules.cli.words import words_for
from cairn_rules.errors import CairnRulesError, DocumentError, Fault, NotationError, cut
from cairn_rules.game import Game
from cairn_rules.history import Match, Record
from cairn_rules.history.animation import SECONDS, animated_svg
from cairn_rules.history.page import captions_of, html_page, picture_of, result_line, turns_in
from cairn_rules.history.record_text import format_record
from cairn_rules.pictures.colours import Word
from cairn_rules.pictures.png import WIDTH, to_png

NO_PICTURES: Final = "this game draws no pictures"
"""The error for a picture of a game without any."""
_AROUND: Final = 4
"""Number of lines around a board in a replay: an empty one above, the keys with an empty one, the answer."""


def add_source(parser: ArgumentParser, name: str, meaning: str) -> None:
    """Add the stored game, its number in the file, and the variation to follow."""
    parser.add_argument("source", metavar=name, help=meaning)
    parser.add_argument(
        "--number", type=positive, default=1, metavar="N", help="Number of the game in the file (default: 1)."
    )
    parser.add_argument(
        "--variation",
        type=_numbers,
        default=(),
        metavar="N[.N]",
        help="Follow this variation of the game; 2.1 is the first variation of the second (default: the game itself).",
    )


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(positive, text.split(".")))


def _add_show(parser: ArgumentParser, game: Game[Any, Any, Any]) -> None:
    add_source(parser, "FILE|POSITION", "Record or JSON document (- for standard input), or a position in quotes.")
    parser.add_argument(
        "--turn", type=natural, metavar="N", help="Show the state after N complete turns (default: the last one)."
    )
    parser.add_argument("--svg", metavar="FILE", help="Write the state as an SVG picture (default: print a diagram).")
    parser.add_argument("--png", metavar="FILE", help="Write the state as a PNG image (default: print a diagram).")
    parser.add_argument("--width", type=positive, metavar="N", help=f"Width of the PNG in pixels (default: {WIDTH}).")
    parser.add_argument(
        "--animation", metavar="FILE", help="Write the whole game as an animated SVG (default: print a diagram)."
    )
    parser.add_argument(
        "--seconds", type=amount, metavar="N", help=f"Seconds per state of the animation (default: {SECONDS:g})."
    )
    parser.add_argument(
        "--colours",
        choices=get_args(Word),
        metavar="C",
        help="Colours of pictures: light, dark, or those of the reader's system (default: auto).",
    )
    parser.add_argument(
        "--dark", action="store_const", const="dark", dest="colours", help="Short for --colours dark (default: off)."
    )
    parser.add_argument("--html", metavar="FILE", help="Write the whole game as a web page (default: print a diagram).")
    add_plain(parser)
    add_reading(parser, game)


def _add_replay(parser: ArgumentParser, game: Game[Any, Any, Any]) -> None:
    add_source(parser, "FILE", "Record or JSON document (- for standard input, with --all).")
    parser.add_argument("--all", action="store_true", help="Print every state (default: wait for a key after each).")
    add_plain(parser)
    add_reading(parser, game)


def _add_check(parser: ArgumentParser, game: Game[Any, Any, Any]) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="Records or JSON documents (- for standard input).")
    add_reading(parser, game)


def _add_convert(parser: ArgumentParser, game: Game[Any, Any, Any]) -> None:
    parser.add_argument("source", metavar="FILE", help="Records or JSON documents (- for standard input).")
    parser.add_argument("--output", "-o", metavar="FILE", help="File to write (default: standard output).")
    add_reading(parser, game)


def show(options: Namespace) -> Lines:
    """Draw one state of a stored game, or a position; or write it as a picture, an animation or a page."""
    record = line_in(options)
    states = tuple(record.replay())
    place = place_of(turns_in(record.game, states), options.turn)
    with status_line("" if _prints(options) else "drawing"):
        for path, content in _exports(options, record, states[place], record.actions[place - 1] if place else None):
            with written_to(path) as file:
                file.buffer.write(content)
    if _prints(options):
        yield _drawn(record.game, states[place], options)
        if record.outcome is not None and place == len(states) - 1:
            yield result_line(record, states[place])
    return 0


def _prints(options: Namespace) -> bool:
    """Return whether a diagram is printed, because no file is written."""
    return options.svg is options.png is options.animation is options.html is None


def _exports(options: Namespace, record: Record[Any, Any], state: object, last: object) -> Iterator[tuple[str, bytes]]:
    """Yield the files to write, each with its content."""
    for option, *of in (("width", "png"), ("seconds", "animation"), ("colours", "svg", "png", "animation")):
        if getattr(options, option) is not None and all(getattr(options, each) is None for each in of):
            raise CairnRulesError(f"--{option} is for {', '.join(f'--{each}' for each in of)}")
    colours: Word = options.colours or "auto"
    if options.svg is not None:
        yield options.svg, f"{_picture(record.game, state, last, colours)}\n".encode()
    if options.png is not None:
        yield options.png, to_png(_picture(record.game, state, last, colours), width=options.width or WIDTH)
    if options.animation is not None:
        moving = animated_svg(record, seconds=options.seconds or SECONDS, colours=colours)
        yield options.animation, f"{moving}\n".encode()
    if options.html is not None:
        yield options.html, html_page(record).encode()


def _picture(game: Game[Any, Any, Any], state: object, last: object, colours: Word) -> str:
    picture = picture_of(game, state, last, colours=colours)
    if picture is None:
        raise CairnRulesError(f"{NO_PICTURES}; --html shows its diagrams")
    return picture


def line_in(options: Namespace) -> Record[Any, Any]:
    """Return the record of the arguments, which follows the given variation."""
    record = record_in(options.source, options.number, options)
    for number in options.variation:
        record = record.variation(number)
    return record


def record_in(source: str, number: int, options: Namespace) -> Record[Any, Any]:
    """Return a record of a file, or one of a position alone.

    `source` is the file, or the text of a position of the game. `number` is that of the record in the file, from 1.
    Raise a `CairnRulesError` if there is no such record.
    """
    if source != STREAM and not exists(source):  # noqa: PTH110 - it raises for no string
        if len(source.split()) == 1:
            right = "neither a file nor a position" if POSITION in option_names(options.game) else "not a file"
            raise CairnRulesError(f"{cut(source, 100)!r} is {right}")
        return Record(game=options.game, start=position_of(source, options), actions=())
    place = 0
    for place, stored in enumerate(stored_in(source, registry_of(options)), 1):
        if place == number:
            return record_of(stored.read(), source)
    missing = f"has no game {number}" if place else "holds no game; it seems to be empty"
    raise CairnRulesError(f"{source!r} {missing}")


def record_of(stored: object, source: str) -> Record[Any, Any]:
    """Return the record that a value of a file is or holds. Raise a `CairnRulesError` if it is another value."""
    if isinstance(stored, Record):
        return stored  # pyright: ignore[reportUnknownVariableType] - of any game
    if isinstance(stored, Match):
        return Record.of(stored)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType] - as above
    from cairn_rules.history.review_document import is_review  # noqa: PLC0415 - with JSON, which most commands do without
    from cairn_rules.json_documents import game_of_state  # noqa: PLC0415 - as above

    if is_review(stored):
        return stored.record
    game = game_of_state(stored)
    if game is None:
        name = type(stored).__name__
        holds = f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"
        if isinstance(stored, tuple) and stored:
            holds = f"a list of {type(cast('tuple[object, ...]', stored)[0]).__name__} values"
        raise CairnRulesError(f"{cut(repr(source), 100)} holds {holds}; give a record, a match or a state")
    return Record(game=game, start=stored, actions=())


def place_of(turns: list[int], turn: int | None) -> int:
    """Return the place of the state after a number of complete turns; None: the last one."""
    if turn is None:
        return len(turns) - 1
    if turn not in turns:
        raise CairnRulesError(f"there is no state after {turn} turns; the game goes from {turns[0]} to {turns[-1]}")
    return turns.index(turn)


def replay(options: Namespace) -> Lines:
    """Print the states of a stored game: all of them, or one after the other on request."""
    if options.source == STREAM and not options.all:
        raise CairnRulesError(
            "the standard input cannot be used for both the game and the answers; give --all or a file"
        )
    record = line_in(options)
    states = tuple(record.replay())
    captions = tuple(captions_of(record, states))
    turns = turns_in(record.game, states)
    place: int | None = 0
    while place is not None:
        caption = captions[place]
        variations = (f"Variation {number}: {moves}" for number, moves in caption.variations.items())
        texts = [caption.head, *filter(None, (". ".join(caption.changes), *caption.remarks)), *variations]
        if sys.stdout.isatty():
            yield from _screen(record.game, states[max(place - 1, 0)], states[place], texts, options)
        else:
            yield ""
            yield from texts
            yield _drawn(record.game, states[place], options)
        if options.all:
            place = place + 1 if place + 1 < len(states) else None
        else:
            yield "\nEnter: next   b: back   a number: go to that turn   e: end   q: quit"
            place = _asked_place(place, turns)
    return 0


def _screen(
    game: Game[Any, Any, Any], before: object, state: object, texts: list[str], options: Namespace
) -> Iterator[str]:
    """Yield texts and the largest board that fit the terminal, marked where it differs from the state before."""
    lines = get_terminal_size().lines
    words = words_for(game, unicode=options.unicode, lines=lines, plain=options.plain)
    above = "\n".join("\n".join(wrap(text, WRAPPED, break_on_hyphens=False)) for text in texts)
    boards = words.boards(state)
    room = lines - above.count("\n") - _AROUND
    size = next((size for size, board in enumerate(boards) if board.count("\n") < room), len(boards) - 1)
    marks = marks_between(words.boards(before)[size], boards[size])
    yield f"\n{above}"
    yield _coloured(Block(Kind.BOARD, boards[size], marks, words.tints))


def _coloured(block: Block) -> str:
    """Return a block with the control characters of its colours, or without colours if rich is not installed."""
    try:
        from rich.console import Console  # noqa: PLC0415 - an extra of the library

        from cairn_rules.cli.play.styles import styled  # noqa: PLC0415 - it needs rich
    except ImportError:
        return block.text
    console = Console(file=sys.stdout, highlight=False, soft_wrap=True)
    with console.capture() as capture:
        console.print(styled(block), end="")
    return Coloured(capture.get())


def _asked_place(place: int, turns: list[int]) -> int | None:
    """Ask for the next place and return it, the same one if there is no such place; None to quit."""
    line = sys.stdin.readline()
    answer = line.strip().lower()
    if not line or answer == "q":
        return None
    if answer.isdecimal() and len(answer) < 10:
        return turns.index(int(answer)) if int(answer) in turns else place
    last = len(turns) - 1
    return {"": min(place + 1, last), "b": max(place - 1, 0), "e": last}.get(answer, place)


def check(options: Namespace) -> Lines:
    """Print every fault in some files."""
    if options.files.count(STREAM) > 1:
        raise CairnRulesError("the standard input can be read only once")
    ok, registry = True, registry_of(options)
    for path in options.files:
        number = faulty = 0
        try:
            with status_line(f"reading {path}") as progress:
                for number, stored in enumerate(stored_in(path, registry), 1):
                    faults = _faults(stored)
                    faulty += bool(faults)
                    progress("" if faults else f"{counted(number, 'game')} of {path} read")
                    for fault in faults:
                        yield f"{path}, game {number}, {fault}"
        except CairnRulesError as error:
            ok = False
            yield f"{path}: {error}"
        ok = ok and not faulty
        yield f"{path}: {number - faulty} read" + (f", {faulty} faulty" if faulty else "")
    return 0 if ok else FAULTY


def _faults(stored: Stored) -> tuple[Fault, ...]:
    try:
        stored.read()
    except (NotationError, DocumentError) as error:
        return error.faults
    return ()


def convert(options: Namespace) -> Lines:
    """Convert records from text to JSON, one on each line, or back."""
    if options.output is None:
        yield from _converted(options)
    else:
        with written_to(options.output) as file, status_line("converting") as progress:
            for number, text in enumerate(_converted(options), 1):
                file.write(f"{text}\n")
                progress(f"{counted(number, 'game')} converted")
    return 0


def _converted(options: Namespace) -> Iterator[str]:
    from cairn_rules.json_documents import dumps  # noqa: PLC0415 - as above

    gap = ""
    for stored in stored_in(options.source, registry_of(options)):
        record = record_of(stored.read(), options.source)
        if stored.is_json:
            yield gap + format_record(record).rstrip("\n")
            gap = "\n"
        else:
            yield dumps(record)


def _drawn(game: Game[Any, Any, Any], state: object, options: Namespace) -> str:
    """Return the diagram, with the signs that the terminal can show."""
    return words_for(game, unicode=options.unicode, plain=options.plain).board(state)


SHOW: Final = library_command("show", _add_show, show, example="game.txt --turn 12 --svg turn-12.svg")
REPLAY: Final = library_command("replay", _add_replay, replay, example="games.txt --number 2")
CHECK: Final = library_command("check", _add_check, check, example="games.txt more.jsonl")
CONVERT: Final = library_command("convert", _add_convert, convert, example="games.txt --output games.jsonl")
