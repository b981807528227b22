"""Puzzles: positions in which exactly one first action wins by force, and what solving them needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from functools import cache, cached_property
from importlib.resources import files
from io import StringIO
from os import PathLike
from typing import Final, final

from cairn_rules.argument_checks import checked
from cairn_rules.cairn.megaliths.megaliths import BASE_SET
from cairn_rules.cairn.proofs.forced_wins import Search, afters_of, followed, replied, rest_of, search_for
from cairn_rules.cairn.rules.rules import apply, current_player, legal_actions
from cairn_rules.cairn.state.actions import Action
from cairn_rules.cairn.state.board import Tribe
from cairn_rules.cairn.state.pending import Over
from cairn_rules.cairn.state.state import State
from cairn_rules.cairn.texts.notation import parse_action
from cairn_rules.cairn.texts.position_text import parse_position
from cairn_rules.codec.text_file import read_bytes, text_of
from cairn_rules.errors import DefinitionError, Fault, NotationError, quoted
from cairn_rules.frozen_classes import evolve, field, frozen

MOTIFS: Final = (*BASE_SET.ids, "transformation", "chain", "exit", "block")
"""The motifs of wins: decisive megaliths, and what happens in the solution."""
BUDGETS: Final = (20, 200, 2_000, 20_000)
"""The numbers of simulations by which difficulty is rated; see `Puzzle.difficulty`."""
HARDEST: Final = len(BUDGETS) + 2
"""The greatest difficulty."""
LONGEST: Final = 3
"""Maximum number of turns of the puzzles."""
HEAD: Final = ("turns", "difficulty", "motifs", "position", "line", "drawn")
"""The columns of a file of puzzles."""
_NOTHING: Final = "-"
_LARGEST: Final = 10_000_000
"""Maximum length of a file of puzzles, in bytes."""
_STEP: Final = 227
"""Distance between the puzzles of two days; prime, so that every puzzle has its day."""


@final
@frozen(kw_only=True)
class Puzzle:
    """A position in which exactly one first action wins by force, in some turns and no fewer.

    The win is proven for every order of the unknown part of the deck, as by `forced_win`. The position and the line are
    read when they are first used.

    Example:
        >>> from cairn_rules import cairn
        >>> puzzle = cairn.puzzles()[0]
        >>> puzzle.turns, puzzle.state.active == puzzle.winner
        (1, True)
        >>> cairn.forced_win(puzzle.state, turns=1).line == puzzle.solution
        True
    """

    number: int
    """The number, from 1. That of a puzzle of the library stays the same."""
    turns: int
    """Number of the winner's turns until the victory, at least and at most: 1, 2 or 3."""
    difficulty: int
    """The smallest budget that finds the first action, together with all greater ones.

    | Difficulty | Found by |
    | --- | --- |
    | 1 | `GreedyPlayer`, three times of three |
    | 2 | `SagePlayer` with a compiled search of 20 simulations |
    | 3 | 200 simulations |
    | 4 | 2,000 simulations |
    | 5 | 20,000 simulations |
    | 6 | none of these |
    """
    motifs: tuple[str, ...]
    """The motifs of the win: ids of decisive megaliths, then `transformation`, `chain`, `exit` and `block`.

    A megalith is decisive if there would be no win in as many turns without its power. The others are about the
    solution: the winner transforms a shaman, uses two or more powers in one turn, or leaves the board with a shaman; or
    the opponent has no action in the end (rule 9.2).
    """
    position: str
    """The position, for `parse_position`."""
    line: str
    """The actions of both tribes until the victory, as text with spaces between them."""
    drawn: tuple[str, ...] = ()
    """Ids of the unknown megaliths that are drawn in the line, in order."""

    @cached_property
    def state(self) -> State:
        """The position to solve."""
        return parse_position(self.position)

    @property
    def winner(self) -> Tribe:
        """The tribe that is to win."""
        return self.state.active

    @property
    def task(self) -> str:
        """The question as a sentence, such as "Sea wins in 2 turns"."""
        return f"{self.winner} wins in {self.turns} turn{'s' * (self.turns > 1)}"

    @cached_property
    def solution(self) -> tuple[Action, ...]:
        """The actions of both tribes until the victory. The opponent resists for as many turns as possible.

        Only the first one is the only one that wins.
        """
        return tuple(parse_action(text, state) for text, state in zip(self.line.split(), self.states, strict=False))

    @cached_property
    def states(self) -> tuple[State, ...]:
        """The states of the solution, from the position to the victory: one more than there are actions."""
        states = [self.state]
        drawn = [BASE_SET[id] for id in self.drawn]
        for text in self.line.split():
            afters = afters_of(states[-1], parse_action(text, states[-1]))
            fitting = [each for each in afters if list(each[1]) == drawn[: len(each[1])]]
            if not fitting:
                raise DefinitionError(f"drawn should have the unknown megalith that {text} draws")
            state, new = fitting[0]
            states.append(state)
            del drawn[: len(new)]
        if drawn:
            raise DefinitionError(f"the line does not draw {drawn[0].id}")
        return tuple(states)

    def start(self, *, batch: bool | None = None) -> Attempt:
        """Return an attempt to solve the puzzle, before its first action.

        `batch` selects the compiled search, as for `forced_win`.

        Raises:
            MissingExtraError: if the compiled search is asked for without Numba.
        """
        search = search_for(self.winner, self.state, batch=batch)
        return Attempt(puzzle=self, states=(self.state,), left=self.turns, search=search)


@final
@frozen(kw_only=True)
class Attempt:
    """An attempt to solve a puzzle, made by `Puzzle.start`. It is immutable: `play` returns a new one.

    The first action must be that of the solution. Later ones may be any that keep the win in the turns that are left.

    Example:
        >>> from cairn_rules import cairn
        >>> attempt = cairn.puzzles()[0].start()
        >>> while not attempt.is_solved:
        ...     attempt = attempt.play(attempt.hint())
        >>> attempt.is_failed, cairn.outcome(attempt.state).winners == (attempt.puzzle.winner,)
        (False, True)
    """

    puzzle: Puzzle
    """The puzzle."""
    states: tuple[State, ...]
    """Every state so far, with those between the actions of the opponent."""
    actions: tuple[Action, ...] = ()
    """The actions of both tribes so far."""
    left: int = field(eq=False)
    """Number of the winner's turns that are left, the current one included."""
    is_failed: bool = False
    """True after an action that gave the win away."""
    _search: Search = field(eq=False, repr=False, alias="search")

    @property
    def state(self) -> State:
        """The state to decide in, or at the end."""
        return self.states[-1]

    @property
    def is_solved(self) -> bool:
        """True after the victory."""
        return isinstance(self.state.pending, Over) and not self.is_failed

    @property
    def is_on_line(self) -> bool:
        """True while both tribes play as in the solution."""
        return self.actions == self.puzzle.solution[: len(self.actions)]

    def play(self, action: Action) -> Attempt:
        """Return the attempt after an action of the solver, and the replies to it.

        The opponent resists for as many turns as possible, and what is drawn helps it most. After an action that gives
        the win away, `is_failed` is True, and there is no reply.

        Raises:
            IllegalActionError: if the action is not legal.
            DefinitionError: if the attempt is over.
        """
        self._check_open()
        apply(self.state, action)
        played = self._after(action)
        while not played.is_failed and current_player(played.state) == 1 - self.puzzle.winner:
            line = played.puzzle.solution[len(played.actions) :] if played.is_on_line else ()
            played = played._after(line[0] if line else replied(played.state, played.left, self._search))
        return played

    def hint(self) -> Action:
        """Return an action that wins: that of the solution, as long as it is followed.

        Raises:
            DefinitionError: if the attempt is over.
        """
        self._check_open()
        if self.is_on_line:
            return self.puzzle.solution[len(self.actions)]
        # another one when the state comes again, so that hints do not go in circles
        first = self.states[:-1].count(self.state) % len(legal_actions(self.state))
        action = self._search.decisive(self.state, self.left, first)
        assert action is not None, "an attempt that has not failed can still win"
        return action

    def _check_open(self) -> None:
        if self.is_failed or self.is_solved:
            how = "has failed" if self.is_failed else "is solved"
            raise DefinitionError(f"this attempt {how}; begin another one with Puzzle.start()")

    def _after(self, action: Action) -> Attempt:
        solver, state, search = self.puzzle.winner, self.state, self._search
        actions = (*self.actions, action)
        if self.is_on_line and action == self.puzzle.solution[len(self.actions)]:
            after = self.puzzle.states[len(actions)]
            left = rest_of(state, after, solver, self.left)
        else:
            afters = [after for after, _ in afters_of(state, action)]
            lost = (after for after in afters if not search.wins(after, rest_of(state, after, solver, self.left)))
            # the first action is the only one that wins
            mistaken = afters[0] if not self.actions else next(lost, None)
            if mistaken is not None:
                return evolve(self, states=(*self.states, mistaken), actions=actions, is_failed=True)
            (after, _), left = followed(state, action, solver, self.left, search)
        return evolve(self, states=(*self.states, after), actions=actions, left=left)


@checked
def puzzles(file: str | PathLike[str] | None = None) -> tuple[Puzzle, ...]:
    """Return the puzzles of the library, the easiest of each length first, or those of a file, as they come.

    Those of the library are from games of `SagePlayer` against itself. A file is one that `cairn-rules puzzles --make`
    wrote, or holds what `format_puzzles` returns. Its positions and lines are read when they are first used.

    Raises:
        UnreadableFileError: if the file is missing or cannot be opened.
        DocumentError: if it is too long, or not UTF-8.
        NotationError: if it is not a file of puzzles. Every fault is listed with its line.

    Example:
        >>> from cairn_rules import cairn
        >>> len(cairn.puzzles()), cairn.puzzles()[0].number
        (600, 1)
        >>> sum(puzzle.turns == 2 and "deer" in puzzle.motifs for puzzle in cairn.puzzles()) > 5
        True
    """
    if file is None:
        return _library()
    try:
        return read_puzzles(text_of(read_bytes(file, _LARGEST), file, _LARGEST, "a file of puzzles"))
    except NotationError as error:
        raise NotationError(str(file), error.faults) from error


@cache
def _library() -> tuple[Puzzle, ...]:
    return read_puzzles(files("cairn_rules.cairn").joinpath("puzzles.tsv").read_text(encoding="utf-8"))


@checked
def puzzle_of(day: date, among: Sequence[Puzzle] | None = None) -> Puzzle:
    """Return the puzzle of a day. All others have theirs before it comes again.

    The puzzles are those of the library, or those `among`.

    Raises:
        DefinitionError: if it is not a `datetime.date`, or there are no puzzles.

    Example:
        >>> from cairn_rules import cairn
        >>> from datetime import date
        >>> cairn.puzzle_of(date(2030, 1, 1)) == cairn.puzzle_of(date(2030, 1, 2))
        False
    """
    listed = puzzles() if among is None else among
    if not listed:
        raise DefinitionError("there are no puzzles to choose from")
    return listed[day.toordinal() * _STEP % len(listed)]


def read_puzzles(text: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a text, such as `format_puzzles` returns. They are numbered in order.

    Positions and lines are read when they are first used. Raise a `NotationError` with every fault if the text is none
    of puzzles.
    """
    head, *rows = StringIO(text, newline=None).read().removesuffix("\n").split("\n")
    faults: list[Fault] = []
    found: list[Puzzle] = []
    if head.split("\t") != [*HEAD]:
        faults.append(Fault("line 1", f"{quoted(head)}; it should have the columns {', '.join(HEAD)}"))
        rows = []
    for number, row in enumerate(rows, 1):
        try:
            found.append(_read(number, row))
        except ValueError as error:
            faults.append(Fault(f"line {number + 1}", str(error)))
    if faults:
        raise NotationError("puzzles", faults)
    return tuple(found)


def _read(number: int, row: str) -> Puzzle:
    """Return the puzzle of a row; a `ValueError` says what is wrong."""
    columns = row.split("\t")
    if len(columns) != len(HEAD):
        raise ValueError(f"{len(columns)} columns; there should be {len(HEAD)}")
    turns, difficulty, motifs, position, line, drawn = columns
    return Puzzle(
        number=number,
        turns=_numbered("turns", turns, LONGEST),
        difficulty=_numbered("difficulty", difficulty, HARDEST),
        motifs=_listed(motifs, MOTIFS),
        position=position,
        line=line,
        drawn=_listed(drawn, BASE_SET.ids),
    )


def _numbered(name: str, text: str, most: int) -> int:
    if text not in map(str, range(1, most + 1)):
        raise ValueError(f"{name} should be a number from 1 to {most}, not {quoted(text)}")
    return int(text)


def _listed(text: str, known: Iterable[str]) -> tuple[str, ...]:
    ids = () if text == _NOTHING else tuple(text.split(","))
    for id in ids:
        if id not in known:
            raise ValueError(f"{quoted(id)} should be one of {', '.join(known)}")
    return ids


@checked
def format_puzzles(found: Iterable[Puzzle]) -> str:
    """Return puzzles as text: a line of columns each, with tabs between them, after a line of their names.

    In a file, `puzzles` reads them.

    Example:
        >>> from cairn_rules import cairn
        >>> cairn.format_puzzles(cairn.puzzles()[:1]).splitlines()[0].split()
        ['turns', 'difficulty', 'motifs', 'position', 'line', 'drawn']
    """
    return "".join(f"{row}\n" for row in ("\t".join(HEAD), *map(_row, found)))


def _row(puzzle: Puzzle) -> str:
    lists = [",".join(each) or _NOTHING for each in (puzzle.motifs, puzzle.drawn)]
    return "\t".join((str(puzzle.turns), str(puzzle.difficulty), lists[0], puzzle.position, puzzle.line, lists[1]))


def check_puzzle(puzzle: Puzzle) -> None:
    """Check that what a puzzle says is possible, and that its line wins; that no other action does is not proven.

    Raises:
        CairnRulesError: if it does not.
    """
    try:
        _read(puzzle.number, _row(puzzle))
    except ValueError as error:
        raise DefinitionError(str(error)) from None
    *before, end = puzzle.states
    left = puzzle.turns - len({state.turn for state in before if state.active == puzzle.winner})
    if not isinstance(end.pending, Over) or puzzle.winner not in end.pending.outcome.winners or left not in (0, 1):
        raise DefinitionError(f"the line should win: {puzzle.task}")
