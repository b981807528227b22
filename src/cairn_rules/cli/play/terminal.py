"""A session at a terminal: what it shows is written here, with rich, and what is typed is handed to it."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Iterable
from contextlib import nullcontext
from errno import EPIPE
from itertools import accumulate
from time import perf_counter
from typing import Final, NoReturn, final

from rich.console import Console
from rich.text import Text

from cairn_rules.cli.command import FAULTY, INTERRUPTED
from cairn_rules.cli.play import keyboard
from cairn_rules.cli.play.blocks import Block, Kind
from cairn_rules.cli.play.commands import answer, completions
from cairn_rules.cli.play.keyboard import StoppedError, TimeUpError
from cairn_rules.cli.play.open_session import Arranged, arranged
from cairn_rules.cli.play.session import Wish
from cairn_rules.errors import CairnRulesError

_SIGNALLED: Final = 128
"""With the number of the signal that ended the game it is the exit code."""
_STYLES: Final = {
    Kind.CHANGES: "bold",
    Kind.WARNING: "red",
    Kind.RESULT: "bold",
}
_TINTS: Final = {"sea": "cyan", "forest": "green"}
"""Colours that can be read on light and on dark ground; the signs differ, too."""


def run(options: Namespace) -> int:
    """Play as the arguments of the command ask for.

    Returns:
        The exit code.

    Raises:
        CairnRulesError: when they ask for what cannot be.
    """
    at_terminal = keyboard.is_at_terminal()
    return _Terminal(arranged(options, at_terminal=at_terminal), at_terminal=at_terminal).run()


class _Screen(Console):
    """A console that lets the command line deal with a reader who has seen enough."""

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError(EPIPE, os.strerror(EPIPE))


@final
class _Terminal:
    def __init__(self, game: Arranged, *, at_terminal: bool) -> None:
        self._session = game.session
        self._kept = game.kept
        self._at_terminal = at_terminal
        self._console = _Screen(file=sys.stdout, highlight=False, soft_wrap=True)

    def run(self) -> int:
        """Play until the game is over or somebody stops it; in either case it is kept."""
        if self._kept.file:
            self._kept.write(self._session)  # what cannot be written is better known before the first move
        with keyboard.signals_raise(), keyboard.completing(lambda begun: completions(self._session, begun)):
            try:
                return self._played()
            except StoppedError as stopped:
                return self._leave(_SIGNALLED + stopped.number)

    def _played(self) -> int:
        try:
            return self._play()
        except EOFError:
            return self._leave(0)
        except KeyboardInterrupt:
            return self._leave(INTERRUPTED)
        except CairnRulesError as error:  # a player or a megalith that misbehaves
            self._warn(str(error))
            return self._leave(FAULTY)
        except OSError:
            self._keep()
            raise

    def _play(self) -> int:
        session = self._session
        if self._kept.file:
            self._say(f"This game is kept in {self._kept.file}. Type ? for help.")
        fresh = True
        while session.match.outcome is None:
            if fresh and (session.asks_person or not session.has_people):
                self._show(session.screen())
            wish = self._ask() if session.asks_person else self._let_decide()
            if wish is Wish.QUIT:
                return self._leave(0)
            fresh = wish is Wish.DECIDED
            if fresh:
                self._keep()
        self._show(session.ending())
        if self._kept.file:
            self._say(f"The record is in {self._kept.file}.")
        return 0

    def _let_decide(self) -> Wish:
        """The decision of a player who is not at the terminal."""
        session = self._session
        name = session.table.name(session.match.current_player or 0)
        status = self._console.status(f"{name} thinks", spinner="line") if self._console.is_terminal else nullcontext()
        with status, keyboard.insisting():
            session.opponent_decides()
        return Wish.DECIDED

    def _ask(self) -> Wish:
        """What somebody at the terminal wants."""
        session = self._session
        start = perf_counter()
        try:
            with keyboard.time_limit(session.seconds_left):
                line = self._line(session.prompt)
        except TimeUpError:
            self._say("")
            line = ""
        answered = answer(session, line, perf_counter() - start)
        self._show(answered.blocks)
        if answered.wish is Wish.SAVE:
            self._save(answered.file)
        return answered.wish

    def _line(self, prompt: str) -> str:
        if self._at_terminal:
            return keyboard.typed(prompt)
        line = keyboard.next_in_script()
        self._say(f"{prompt}{line}")
        return line

    def _show(self, blocks: Iterable[Block]) -> None:
        for block in blocks:
            self._console.print(_rich(block))

    def _say(self, text: str) -> None:
        self._console.print(Text(text))

    def _warn(self, text: str) -> None:
        self._show([Block(Kind.WARNING, text)])

    def _save(self, file: str) -> None:
        """Write the game because somebody asks for it."""
        try:
            self._say(f"Written to {self._kept.write(self._session, file)}.")
        except CairnRulesError as error:
            self._warn(str(error))

    def _keep(self) -> None:
        """Write the game to its file, if it has one; a full disk is no reason to stop playing."""
        file = self._kept.file
        if not file:
            return
        try:
            if self._kept.write(self._session) != file:
                self._warn(f"Somebody else has written {file!r}; this game is kept in {self._kept.file} from now on.")
        except CairnRulesError as error:
            self._warn(f"The game is not kept: {error}")

    def _leave(self, code: int) -> int:
        """Keep a game that is not over, and say how to go on; nothing interrupts that, and nobody need listen."""
        with keyboard.undisturbed():
            try:
                if self._at_terminal:
                    self._say("")
                self._keep()
                self._say(self._kept.farewell)
            except OSError:  # the terminal is closed
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return code


def _rich(block: Block) -> Text:
    """A block in its colours."""
    text = Text(block.text, _STYLES.get(block.kind, ""))
    for sign, tint in block.tints.items():
        text.highlight_words([sign], _TINTS[tint])
    lines = [0, *accumulate(len(line) + 1 for line in block.text.split("\n"))]
    for mark in block.marks:
        style = "reverse" if mark.end - mark.start == 1 else "bold"
        text.stylize(style, lines[mark.line] + mark.start, lines[mark.line] + mark.end)
    return text
