"""A game at the terminal without the terminal: `Session` lays out what to show and keeps the clock."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from itertools import product, takewhile
from time import perf_counter
from typing import Any, Final, final

from cairn_rules.cli.play import blocks
from cairn_rules.cli.play.blocks import Block, Kind, in_columns, in_lines, in_rows, marks_between
from cairn_rules.cli.play.table import PERSON, Opponents, Table
from cairn_rules.cli.words import words_for
from cairn_rules.frozen_classes import evolve, frozen
from cairn_rules.game import Outcome
from cairn_rules.history import Match, Record
from cairn_rules.history.cursor import Cursor
from cairn_rules.history.match_log import is_hidden
from cairn_rules.history.page import who, whose
from cairn_rules.history.undo import Undo
from cairn_rules.manifest import have_secrets

TIME: Final = "time"
"""The reason of a victory on time."""
_FEW: Final = 6
"""Maximum number of actions listed with a sentence each; more are listed in columns."""
_MANY: Final = 60
"""Maximum number of actions listed in full; of more, the beginnings are listed that more than a few share."""


class Wish(Enum):
    """The next step after a line was answered."""

    AGAIN = "again"
    """Ask again; nothing changed."""
    DECIDED = "decided"
    """Show the new state."""
    SAVE = "save"
    """Write the game to a file."""
    QUIT = "quit"
    """End the session before the game is over."""


class Layout(Enum):
    """The layout of a list of actions, the most spacious first."""

    SENTENCES = "sentences"
    """A line with a sentence each, if there are few actions."""
    COLUMNS = "columns"
    """Columns of notation."""
    ROWS = "rows"
    """As few lines as possible."""


@final
@frozen
class Answer:
    """The answer to a typed line."""

    wish: Wish = Wish.AGAIN
    """The next step."""
    blocks: tuple[Block, ...] = ()
    """The blocks to show first."""
    file: str = ""
    """The file to save in; empty for the game's own file."""


@final
class Session:
    """A match between people at one terminal and other players.

    Args:
        match: The match, at its start or in the middle.
        table: The players and conditions.
        unicode: True if boards may use characters beyond ASCII.
        plain: True if boards should be sentences for screen readers.
        seed: Seed of the opponents; None: different decisions each time.
        record: The record that the match resumes; its other tags and comments are kept.
        lines: Number of lines of the terminal, which the board and the question must fit (default: not limited).
    """

    def __init__(
        self,
        match: Match[Any, Any],
        table: Table,
        *,
        unicode: bool = True,
        plain: bool = False,
        seed: int | None = None,
        record: Record[Any, Any] | None = None,
        lines: int | None = None,
    ) -> None:
        self.match: Final = match
        self.table: Final = table
        self.taking_back: Final = Undo(match, tuple(filter(table.is_person, table.names)), table.undo)
        """Undo, as the people at this terminal may use it."""
        self.words: Final = words_for(match.game, unicode=unicode, lines=lines, plain=plain)
        """The game in words."""
        self.opponents: Final = Opponents(match.game, seed)
        self._clock = list(table.clock)
        self._kept = record
        self._shown = max(0, len(match.history) - 1)
        """Number of decisions shown."""
        self._lines = lines
        self._last_boards: tuple[str, ...] | None = None
        """The drawings of the last state shown, the largest first."""
        self.at_keyboard: int | None = None
        """The seat of the person at the keyboard; None if it was never handed over."""
        self._shown_before: dict[int, int] = {}
        """Number of decisions shown to each person who had the keyboard before."""
        self._shown_at_first: Final = self._shown

    @property
    def asks_person(self) -> bool:
        """True if a person at the terminal decides now."""
        seat = self.match.current_player
        return seat is not None and self.table.is_person(seat)

    @property
    def viewer(self) -> int | None:
        """The seat whose view is shown: the only person's, or the current player's; None for a spectator's view."""
        people = self.taking_back.people
        seat = self.match.current_player
        return people[0] if len(people) == 1 else seat if seat in people else None

    @property
    def has_people(self) -> bool:
        """True if a person plays."""
        return bool(self.taking_back.people)

    @property
    def seating(self) -> str:
        """The players of all seats as a sentence, such as "You play Sea; tree plays Forest."; empty for one seat."""
        names = self.table.names
        seats: dict[str, list[str]] = {}
        for seat in names:
            player = PERSON if self.table.is_person(seat) else self.table.name(seat)
            seats.setdefault(player, []).append(self.words.seat(seat))
        people = seats.pop(PERSON, [])
        parts = [f"{'People play' if len(people) > 1 else 'You play'} {', '.join(people)}"] if people else []
        parts += [f"{player} plays {', '.join(played)}" for player, played in seats.items()]
        return f"{'; '.join(parts)}." if len(names) > 1 else ""

    @property
    def has_secrets(self) -> bool:
        """True if several people share the terminal and their seats see different things."""
        return have_secrets(self.match.game, self.match.state, self.taking_back.people)

    @property
    def awaited(self) -> int | None:
        """The person who must take the keyboard before anything is shown; None if nothing is to be hidden."""
        seat = self.match.current_player
        return seat if self.asks_person and seat != self.at_keyboard and self.has_secrets else None

    def hand_over(self) -> None:
        """Hand the keyboard to the current player and show them all that is new to them."""
        seat = self.match.current_player
        assert seat is not None, "a match under way has a current player"
        if self.at_keyboard is not None:
            self._shown_before[self.at_keyboard] = self._shown
        self._shown = self._shown_before.get(seat, self._shown_at_first)
        self.at_keyboard, self._last_boards = seat, None

    @property
    def seconds_left(self) -> float | None:
        """Time left for the player who decides; None: unlimited."""
        seat = self.match.current_player
        return self._clock[seat] if seat is not None and seat < len(self._clock) else None

    def screen(self) -> tuple[Block, ...]:
        """Return the changes since the last screen, the board, and the choices."""
        changes = tuple(self._changes())
        if not self.asks_person:
            return (*changes, *self._fitted(((),), changes))
        explained, brief = (
            (Block(Kind.ANSWER, blocks.wrapped(text)),) if text else ()
            for text in (self.words.explained(self.match.state), self.words.explained_briefly(self.match.state))
        )
        listed, columns, rows = (
            Block(Kind.CHOICES, self.choices(self.match.legal_actions, layout)) for layout in Layout
        )
        endings = ((*explained, listed), (*explained, columns), (*brief, columns), (*brief, rows))
        return (*changes, *self._fitted(endings, changes))

    def _fitted(self, endings: Sequence[tuple[Block, ...]], changes: tuple[Block, ...]) -> tuple[Block, ...]:
        """Return the largest board with the first ending that fit the terminal together, or the smallest of both.

        A shorter ending is preferred if the changes above the board fit, too; a smaller board is not. The board is
        marked where it differs from the last one.
        """
        boards = self.words.boards(self.match.state)
        room = self._lines
        fitting = (
            (size, below)
            for size, above, below in product(range(len(boards)), (changes, ()), endings)
            if room is None or _height((boards[size], *(each.text for each in (*above, *below)))) < room
        )
        size, below = next(fitting, (len(boards) - 1, endings[-1]))
        before, self._last_boards = self._last_boards, boards
        marks = () if before is None else marks_between(before[size], boards[size])
        return (Block(Kind.BOARD, boards[size], marks, self.words.tints), *below)

    def ending(self) -> tuple[Block, ...]:
        """Return the last changes, the last board, and the result."""
        outcome = self.match.outcome
        assert outcome is not None, "the match is over"
        result = self.words.result(self.match.state, outcome)
        changes = tuple(self._changes())
        return (*changes, *self._fitted(((Block(Kind.RESULT, blocks.wrapped(result)),),), changes))

    def _changes(self) -> Iterator[Block]:
        match, words = self.match, self.words
        states, history = match.states, match.history
        for count in range(self._shown, len(history)):
            before, after = states[count], states[count + 1]
            head = whose(match.game, before, count)
            if is_hidden(match.game, before, history[count], self.viewer):
                events = words.told(before, history[count], after, self.viewer)
            else:
                head += f" {words.brief(history[count])}"
                events = words.events(before, history[count], after, self.viewer)
            yield Block(Kind.CHANGES, blocks.wrapped(": ".join(filter(None, (head, ". ".join(events)))), "  "))
        self._shown = len(history)

    def choices(self, actions: tuple[Any, ...], layout: Layout = Layout.SENTENCES) -> str:
        """Return some of the legal actions with their numbers, as text."""
        match, words = self.match, self.words
        legal, state = match.legal_actions, match.state
        if len(actions) > _MANY:
            return self._beginnings(actions)
        if layout is Layout.ROWS:
            return self._in_rows(actions)
        digits = len(str(len(legal)))
        listed = [(action, f"{legal.index(action) + 1:>{digits}} {words.brief(action)}") for action in actions]
        if layout is Layout.SENTENCES and len(actions) <= _FEW:
            sentences = [words.sentence(state, action) for action in actions]
            if any(sentences):
                return in_lines([cell for _, cell in listed], sentences)
        groups: dict[str, list[str]] = {}
        for action, cell in listed:
            groups.setdefault(words.kind(action), []).append(cell)
        return in_columns(groups)

    def _beginnings(self, actions: tuple[Any, ...]) -> str:
        """Return the beginnings that more than a few actions share, up to the next colon, and the other actions."""
        match = self.match
        numbers = {action: number for number, action in enumerate(match.legal_actions, start=1)}
        texts = {action: match.game.format_action(action) for action in actions}
        parts = {action: text.split(":") for action, text in texts.items()}
        shared = len(list(takewhile(lambda same: len(set(same)) == 1, zip(*parts.values(), strict=False))))
        alike: dict[str, list[Any]] = {}
        for action in actions:
            first = parts[action][: shared + 1]
            alike.setdefault(":".join(first) + ":" * (first != parts[action]), []).append(action)
        groups: dict[str, list[str]] = {}
        begun = ""
        for beginning, same in alike.items():
            cells = [f"{numbers[action]} {self.words.brief(action)}" for action in same]
            if len(same) > _FEW:
                begun = begun or beginning
                cells = [f"{beginning}... ({len(same)})"]
            groups.setdefault(self.words.kind(same[0]), []).extend(cells)
        told = [blocks.wrapped(f"Type a beginning, such as {begun}, to list its actions.")] if begun else []
        return "\n".join([in_columns(groups), *told])

    def _in_rows(self, actions: tuple[Any, ...]) -> str:
        """Return actions with their numbers, the common beginning of similar ones written once."""
        groups: dict[str, list[str]] = {}
        for action in actions:
            beginning, end = self.words.split(action)
            groups.setdefault(beginning, []).append(f"{self.match.legal_actions.index(action) + 1} {end}".strip())
        return in_rows(groups)

    @property
    def prompt(self) -> str:
        """The question, in words, with the possible answers."""
        left = self.seconds_left
        time = "" if left is None else f" ({int(left) // 60}:{int(left) % 60:02})"
        count = len(self.match.legal_actions)
        return f"{self.words.question(self.match.state)}{time} [{'1' if count == 1 else f'1-{count}'}, ?]: "

    def choose(self, action: Any) -> None:
        """Apply an action of the player who decides."""
        self.match.do(action)

    def opponent_decides(self, timer: Callable[[], float] = perf_counter) -> None:
        """Let the computer player of the seat decide; it may run out of time.

        Raises:
            OpponentError: if it raises an exception or chooses an illegal action.
        """
        seat = self.match.current_player
        assert seat is not None, "a match under way has a current player"
        start = timer()
        action = self.opponents.decision(self.table.name(seat), self.match.state, self.table.budget)
        if not self.spend(timer() - start):
            self.choose(action)

    def spend(self, seconds: float) -> bool:
        """Take thinking time from the clock of the player who decides. Return whether the time is up."""
        seat = self.match.current_player
        left = self.seconds_left
        if seat is None or left is None:
            return False
        self._clock[seat] = max(0.0, left - seconds)
        if self._clock[seat] > 0:
            return False
        others = tuple(other for other in self.table.names if other != seat)
        self.match.end(Outcome(others, TIME))
        return True

    def undo(self) -> tuple[str, ...]:
        """Take back the last decision of a person, and all since; return them with their players, oldest first."""
        match, words, undone = self.match, self.words, self.taking_back.take_back()
        self._shown = len(match.history)
        viewer = match.current_player
        return tuple(
            ". ".join(words.told(before, action, after, viewer))
            if is_hidden(match.game, before, action, viewer)
            else f"{who(match.game, before)} {words.brief(action)}"
            for before, action, after in undone
        )

    def redo(self) -> bool:
        """Repeat the decisions taken back last, up to the next one of a person. Return whether there were any."""
        if not self.match.can_redo:
            return False
        self.match.redo()
        while self.match.can_redo and not self.asks_person:
            self.match.redo()
        return True

    def resign(self) -> None:
        """Resign for the player who decides; all others win."""
        seat = self.match.current_player
        self.match.resign(winners=tuple(other for other in self.table.names if other != seat))

    def record(self) -> Record[Any, Any]:
        """Return the game with everything needed to resume it."""
        table = evolve(self.table, clock=tuple(self._clock), undo=self.taking_back.tag)
        kept = self._kept
        tags = {
            **({} if kept is None else kept.tags),
            **table.tags(self.words.manifest.seats.names_in(self.match.state)),
        }
        record = Record.of(self.match, tags=tags)
        if kept is None:
            return record
        now, before = Cursor(record), Cursor(kept)
        for place, earlier in zip((now, *now), (before, *before), strict=False):
            if place.action != earlier.action:
                break  # decisions were taken back
            place.comment, place.mark, place.values = earlier.comment, earlier.mark, earlier.values
        return now.record


def _height(texts: Iterable[str]) -> int:
    return sum(text.count("\n") + 1 for text in texts)
