"""A session at a terminal: it prints blocks with rich and hands typed lines to the session."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from errno import EPIPE
from time import perf_counter
from typing import Final, NoReturn, final

from attrs import evolve
from rich.console import Console
from rich.text import Text

from cairn_rules.cli.commands import FAULTY, INTERRUPTED
from cairn_rules.cli.messages import fit
from cairn_rules.cli.play import keyboard
from cairn_rules.cli.play.blocks import Block, Kind
from cairn_rules.cli.play.input_line import HINT, answer, completions
from cairn_rules.cli.play.keyboard import StoppedError, TimeUpError
from cairn_rules.cli.play.open_session import Arranged, arranged
from cairn_rules.cli.play.session import Wish
from cairn_rules.cli.play.styles import styled
from cairn_rules.errors import CairnRulesError

_SIGNALLED: Final = 128
"""The exit code after a signal is this plus the signal's number."""
_CLEAR: Final = "\x1b[H\x1b[2J\x1b[3J"
"""Clears a terminal, with the lines that have scrolled away."""


def run(options: Namespace) -> int:
    """Play as the arguments ask for, and return the exit code.

    Raises:
        CairnRulesError: if the arguments exclude each other, or one of them is wrong.
    """
    at_terminal = keyboard.is_at_terminal()
    return _Terminal(arranged(options, at_terminal=at_terminal), at_terminal=at_terminal).run()


class _Screen(Console):
    """A console that leaves broken pipes to the command line."""

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
        """Play until the game is over or is stopped; save it in both cases."""
        if self._kept.file:
            self._kept.write(self._session.record())  # what cannot be written is better known before the first move
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
            self._say(f"This game is saved in {self._kept.file}. Type ? for help.")
        if session.seating:
            self._say(session.seating)
        fresh = True
        while session.match.outcome is None:
            if fresh and (session.asks_person or not session.has_people):
                self._hand_over()
                self._show(session.screen())
            wish = self._ask() if session.asks_person else self._let_decide()
            if wish is Wish.QUIT:
                return self._leave(0)
            fresh = wish is Wish.DECIDED
            if fresh:
                self._hide()
                self._keep()
        self._show(session.ending())
        if self._kept.file:
            self._say(f"The record is in {self._kept.file}.")
        return 0

    def _hide(self) -> None:
        """Clear what a person saw and typed if another one must take the keyboard; a script has no onlookers."""
        session, console = self._session, self._console
        if self._at_terminal and session.awaited is not None and session.at_keyboard is not None:
            keyboard.forget()
            can_clear = console.is_terminal and not console.is_dumb_terminal
            console.file.write(_CLEAR if can_clear else "\n" * console.height)
            console.file.flush()

    def _hand_over(self) -> None:
        """Ask the person who decides to take the keyboard, if seats have secrets from each other."""
        seat = self._session.awaited
        if self._at_terminal and seat is not None:
            name = self._session.words.seat(seat)
            with keyboard.time_limit(None):
                self._line(f"{name} decides now. {name}, press Enter when nobody else is looking: ")
            self._session.hand_over()

    def _let_decide(self) -> Wish:
        session = self._session
        name = session.table.name(session.match.current_player or 0)
        with self._spinner(f"{name} thinks"), keyboard.insisting():
            session.opponent_decides()
        return Wish.DECIDED

    def _spinner(self, text: str) -> AbstractContextManager[object]:
        """Return a context in which a terminal shows that something takes time."""
        return self._console.status(text, spinner="line") if self._console.is_terminal else nullcontext()

    def _ask(self) -> Wish:
        session = self._session
        start = perf_counter()
        try:
            with keyboard.time_limit(session.seconds_left):
                line = self._line(session.prompt)
        except TimeUpError:
            self._say("")
            line = ""
        seconds = perf_counter() - start
        with self._spinner("thinking") if line.split()[:1] == [HINT] else nullcontext():
            answered = answer(session, line, seconds)
        self._show(answered.blocks)
        if answered.wish is Wish.SAVE:
            self._save(answered.file)
        return answered.wish

    def _line(self, prompt: str) -> str:
        if self._at_terminal:
            *above, last = fit(prompt.rstrip(), sys.stdout).split("\n")
            for line in above:
                self._say(line)
            return keyboard.typed(f"{last} ")
        line = keyboard.next_in_script()
        self._say(f"{prompt}{line}")
        return line

    def _show(self, blocks: Iterable[Block]) -> None:
        for block in blocks:
            shown = block if block.kind is Kind.BOARD else evolve(block, text=fit(block.text, sys.stdout))
            self._console.print(styled(shown))

    def _say(self, text: str) -> None:
        self._console.print(Text(fit(text, sys.stdout)))

    def _warn(self, text: str) -> None:
        self._show([Block(Kind.WARNING, text)])

    def _save(self, file: str) -> None:
        """Save the game on request."""
        try:
            self._say(f"Written to {self._kept.write(self._session.record(), file)}.")
        except CairnRulesError as error:
            self._warn(str(error))

    def _keep(self) -> None:
        """Save the game to its file, if it has one."""
        if warning := self._kept.keep(self._session.record()):
            self._warn(warning)

    def _leave(self, code: int) -> int:
        """Save a game that is not over, and print how to resume it; signals and a closed terminal are ignored."""
        with keyboard.undisturbed():
            try:
                if self._at_terminal:
                    self._say("")
                self._keep()
                self._say(self._kept.farewell)
            except OSError:  # the terminal is closed
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return code
