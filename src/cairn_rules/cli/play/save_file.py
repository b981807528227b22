"""The save file of a game at the terminal: a record, written after every decision."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import count
from pathlib import Path
from shlex import join, quote
from stat import S_ISREG
from typing import Any, Final, final

from attrs import define, field, frozen

from cairn_rules.cli.atomic_file import written_to
from cairn_rules.cli.game_files import STREAM, stored_in
from cairn_rules.codec.text_file import is_file
from cairn_rules.errors import CairnRulesError
from cairn_rules.history import Match, Record
from cairn_rules.history.record_text import format_record
from cairn_rules.registry import Registry


@final
@define
class Kept:
    """The file of a game."""

    file: str
    """Its name; empty if the game is not saved."""
    command: tuple[str, ...] = ("play",)
    """The command that resumes the game, with its options, such as `play --game korrigans`."""
    _known: object = field(init=False)
    """The file's identity when this game was last read from it or written to it."""

    def __attrs_post_init__(self) -> None:
        self._known = _look_of(self.file)

    def write(self, record: Record[Any, Any], file: str = "") -> str:
        """Write the record of the game to its file, or to a new one, and return the file's name.

        A game without a file uses the new one from then on. So does a game whose file another program wrote in the
        meantime; its new file has a similar name. Raise a `CairnRulesError` if the file cannot be written, or another
        file has that name.
        """
        target = file or self.file
        if not target:
            raise CairnRulesError("this game has no file yet; type save and a file name")
        if target != self.file:
            check_new(target)
        elif _look_of(target) not in (None, self._known):
            target = _like(target)
        with written_to(target) as stream:
            stream.write(format_record(record))
        if target == file != self.file != "":
            return target  # a copy
        self.file, self._known = target, _look_of(target)
        return target

    def keep(self, record: Record[Any, Any]) -> str:
        """Write the record of the game to its file, if it has one. A full disk does not end the game.

        Return a warning if it could not be written, or has a new name; otherwise an empty text.
        """
        file = self.file
        try:
            if not file or self.write(record) == file:
                return ""
        except CairnRulesError as error:
            return f"The game is not saved: {error}"
        return f"Another program has changed {file!r}; this game is saved to {self.file} from now on."

    @property
    def farewell(self) -> str:
        """The sentence that says how to resume the game."""
        if not self.file:
            return "The game is not saved; --save FILE saves it."
        return f"The game is saved. To continue: cairn-rules {join((*self.command, '--resume', self.file))}"


def _look_of(file: str) -> object:
    """Return the identity of a file, which changes when it is written; None if it is not a regular file."""
    try:
        found = Path(file).stat()
    except OSError:
        return None
    return (found.st_ino, found.st_mtime_ns, found.st_size) if S_ISREG(found.st_mode) else None


def _like(file: str) -> str:
    """Return an unused name similar to that of another file."""
    path = Path(file)
    names = (path.with_name(f"{path.stem[:40]}-{number}{path.suffix[:20]}") for number in count(2))
    return str(next(name for name in names if not name.exists()))


def check_new(file: str) -> None:
    """Refuse the name of an existing file. Raise a `CairnRulesError` if it exists."""
    if is_file(file):
        raise CairnRulesError(f"the file {file!r} already exists; to continue its game: --resume {quote(file)}")


def new_name(game: str, now: datetime, folder: Path) -> str:
    """Return an unused name for the file of a new game.

    Example:
        >>> new_name("cairn", datetime(2031, 5, 4, 21, 30, 15), Path("no/where"))
        'game-20310504-213015.cairn'
    """
    return next(name for name in _names(game, now) if not (folder / name).exists())


def _names(game: str, now: datetime) -> Iterator[str]:
    stem: Final = f"game-{now:%Y%m%d-%H%M%S}"
    yield f"{stem}.{game}"
    yield from (f"{stem}-{number}.{game}" for number in count(2))


@final
@frozen
class Found:
    """A saved game."""

    record: Record[Any, Any]
    """The game."""
    is_text: bool
    """True for a text record, which can be written again."""


def found_in(file: str, registry: Registry[Any] | None = None) -> Found:
    """Return the one game of a file.

    `registry` is the one for ids; None for the game's own. Raise a `CairnRulesError` if the file cannot be read, or
    holds anything but one record or match.
    """
    if file == STREAM:
        raise CairnRulesError("the standard input cannot be used for both the game and the answers; give a file")
    games = stored_in(file, registry)
    stored = next(games, None)
    if stored is None or next(games, None) is not None:
        many = "no game; it seems to be empty" if stored is None else "several games"
        raise CairnRulesError(f"{file!r} holds {many}; --resume needs a file with exactly one game")
    held: object = stored.read()
    if isinstance(held, Match):
        held = Record.of(held)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType] - of any game
    if not isinstance(held, Record):
        raise CairnRulesError(f"{file!r} does not hold a record or a match")
    return Found(held, not stored.is_json)  # pyright: ignore[reportUnknownArgumentType] - of any game
