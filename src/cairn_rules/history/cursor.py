"""A place in a record, to read and to edit it. For any game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Generic, cast, final

from attrs import define, evolve

from cairn_rules.checks import encoding_fault
from cairn_rules.codec.json_text import DEEPEST
from cairn_rules.errors import DefinitionError, IllegalActionError, MatchError, NotationError, quoted
from cairn_rules.game import ActionT, Outcome, StateT
from cairn_rules.history.line import MARKS, MOST_VARIATIONS, Line, all_lines
from cairn_rules.history.match import read_action
from cairn_rules.history.record import Record
from cairn_rules.history.record_replay import VALUE, annotation_faults, is_value, seats_fault
from cairn_rules.manifest import manifest_of


@final
@define
class _Edited:
    """What all cursors of a record share."""

    record: Record[Any, Any]
    """The record before the edits."""
    outcome: Outcome | None
    """The outcome after them."""
    variations: int
    """Number of variations, all levels together."""


@final
class Cursor(Generic[StateT, ActionT]):
    """A place in a record, to read and to edit it: a node of its tree.

    A new cursor is at the start of the main line. Others lead on from it: iterating over a cursor yields one at each
    place after it in its line, and `variations` has one at the start of each variation. All of them edit the same
    record. A record itself never changes; `record` returns the edited one.

    A method that raises leaves the record unchanged. A cursor at a place that was deleted refuses every edit.

    Raises:
        DefinitionError: if `record` is not a record, or has too many variations.
        NotationError: if a comment, a mark or a value of the record is not valid.

    Example:
        >>> from cairn_rules import Cursor, Match, Record, cairn, format_record
        >>> match = Match(cairn, cairn.parse_position("2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0"))
        >>> for text in ("c5-x", "=alley", "e1-x"):
        ...     state = match.do(text)
        >>> cursor = Cursor(Record.of(match))
        >>> cursor.next().mark = "!"
        >>> cursor.add_variation("c5-c4 e1-x").comment = "Too slow."
        >>> for place in cursor:
        ...     print(place, place.mark, len(place.variations))
        c5-x ! 0
        =alley  0
        e1-x  0
        >>> print(format_record(cursor.record), end="")
        [Game "cairn"]
        [Format "2"]
        [Position "2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0"]
        <BLANKLINE>
        1. c5-x !
          ( 1. c5-c4 2. e1-x {Too slow.} )
        =alley
        2. e1-x
        result: *
    """

    __slots__ = (
        "_action",
        "_before",
        "_comment",
        "_edited",
        "_mark",
        "_next",
        "_starts",
        "_state",
        "_values",
        "_variations",
    )
    _edited: _Edited
    _before: Cursor[StateT, ActionT] | None
    """The place before; for the start of a variation, the place where it begins."""
    _action: ActionT | None
    _starts: bool
    """True at the start of a line."""
    _state: StateT | None
    """The state; None until somebody asks for it."""
    _comment: str | None
    _mark: str
    _values: tuple[float, ...]
    _next: Cursor[StateT, ActionT] | None
    _variations: list[Cursor[StateT, ActionT]]

    def __init__(self, record: Record[StateT, ActionT]) -> None:
        if not isinstance(record, Record):
            raise DefinitionError(f"{quoted(record)} is not a Record; Record.of(match) makes one")
        branches = tuple(all_lines(record))
        if faults := list(annotation_faults(branches)):
            raise NotationError(repr(record), faults, "write")
        self._edited = _Edited(record, record.outcome, len(branches) - 1)
        self._link(None, None, starts=True)
        self._state = record.start
        self._append(record)

    # 1. where it is

    @property
    def record(self) -> Record[StateT, ActionT]:
        """The whole record as it has been edited."""
        place: Cursor[StateT, ActionT] = self
        while place._before is not None:
            place = place._before
        return cast(
            "Record[StateT, ActionT]", evolve(self._edited.record, outcome=self._edited.outcome, **place._parts())
        )

    @property
    def action(self) -> ActionT | None:
        """The decision that led here; None at the start of a line."""
        return self._action

    @property
    def state(self) -> StateT:
        """The state here.

        Raises:
            IllegalActionError: if a decision of the record is not legal in its state.
        """
        place, ahead = self, list[Cursor[StateT, ActionT]]()
        while place._state is None:
            ahead.append(place)
            place = cast("Cursor[StateT, ActionT]", place._before)
        state = place._state
        for each in reversed(ahead):
            if not each._starts:
                state = self._edited.record.game.apply(state, each._action)
            each._state = state
        return state

    @property
    def in_variation(self) -> bool:
        """True in a variation; False in the main line."""
        return self.start()._before is not None

    @property
    def is_end(self) -> bool:
        """True at the end of the line, so that there is no next place."""
        return self._next is None

    @property
    def variations(self) -> tuple[Cursor[StateT, ActionT], ...]:
        """A cursor at the start of each variation that begins here: of what could have been played next."""
        return tuple(self._variations)

    # 2. what stands there

    @property
    def comment(self) -> str:
        """The comment; empty if there is none. In a variation, that of the start stands before the first decision.

        Raises:
            DefinitionError: when set to something that is not text.
            MatchError: when set at a place that was deleted.
        """
        return self._comment or ""

    @comment.setter
    def comment(self, text: str) -> None:
        if not isinstance(text, str):
            raise DefinitionError(f"{quoted(text)} is not a comment; it should be text")
        if fault := encoding_fault(text):
            raise DefinitionError(f"{text[:100]!r} is not a comment: {fault}")
        self._level()
        self._comment = text or None

    @property
    def mark(self) -> str:
        """The mark of the decision that led here, such as `!`; empty if there is none.

        Raises:
            DefinitionError: when set to something else than a mark, or at the start of a line.
            MatchError: when set at a place that was deleted.
        """
        return self._mark

    @mark.setter
    def mark(self, mark: str) -> None:
        if not isinstance(mark, str) or (mark and mark not in MARKS):
            raise DefinitionError(f"{quoted(mark)} is not a mark; it should be one of {' '.join(MARKS)}")
        if mark and self._starts:
            raise DefinitionError(
                f"{mark!r} marks no decision: this is the start of a line; next() leads to the first one"
            )
        self._level()
        self._mark = mark

    @property
    def values(self) -> tuple[float, ...]:
        """The value of the state: the expected result of every seat, from -1 (lost) to 1 (won); empty if there is none.

        Raises:
            DefinitionError: when set to something that is not a number from -1 to 1 for every seat.
            MatchError: when set at a place that was deleted.
        """
        return self._values

    @values.setter
    def values(self, values: Sequence[float]) -> None:
        record = self._edited.record
        given = tuple(values) if isinstance(values, list | tuple) else None
        if given is None or (given and not is_value(given)):
            raise DefinitionError(f"{quoted(values)} is not a value; it should be {VALUE}")
        if given and (fault := seats_fault(given, manifest_of(record.game).seats.count_in(record.start))):
            raise DefinitionError(f"{quoted(values)} is {fault}")
        self._level()
        self._values = given

    # 3. other places

    def next(self) -> Cursor[StateT, ActionT]:
        """Return a cursor at the next place of the line.

        Raises:
            MatchError: at the end of the line.
        """
        if self._next is None:
            raise MatchError("no next place: this is the end of the line")
        return self._next

    def back(self) -> Cursor[StateT, ActionT]:
        """Return a cursor at the place before. From the start of a variation, that is the place where it begins.

        Raises:
            MatchError: at the start of the record.
        """
        if self._before is None:
            raise MatchError("no place before: this is the start of the record")
        return self._before

    def start(self) -> Cursor[StateT, ActionT]:
        """Return a cursor at the start of the line; `start().back()` leaves a variation."""
        place = self
        while not place._starts:
            place = cast("Cursor[StateT, ActionT]", place._before)
        return place

    def end(self) -> Cursor[StateT, ActionT]:
        """Return a cursor at the end of the line."""
        place = self
        while place._next is not None:
            place = place._next
        return place

    def __iter__(self) -> Iterator[Cursor[StateT, ActionT]]:
        """Yield a cursor at each place after this one, to the end of the line."""
        place = self._next
        while place is not None:
            yield place
            place = place._next

    # 4. edits

    def add_variation(self, *actions: ActionT | str) -> Cursor[StateT, ActionT]:
        """Add a variation that begins here, and return a cursor at its end.

        Decisions are actions, or texts of one or several, such as `"b1-b2 c2-c3"`.

        Raises:
            NotationError: if a text does not name an action.
            IllegalActionError: if a decision is not legal in its state. A note of both errors says which one it is.
            DefinitionError: if there is no decision, or no room for another variation.
            MatchError: if the line or another variation goes on like this already, or the place was deleted.
        """
        if self._level() == DEEPEST:
            raise DefinitionError(f"variations can be nested at most {DEEPEST} deep")
        if self._edited.variations == MOST_VARIATIONS:
            raise DefinitionError(f"a record has at most {MOST_VARIATIONS} variations")
        played = self._played(actions, "variation")
        line = [action for action, _ in played]
        known = ([place._action for place in start] for start in (self, *self._variations))
        if any(each[: len(line)] == line for each in known):
            texts = " ".join(map(self._edited.record.game.format_action, line))
            raise MatchError(f"the record has {texts} here already")
        self._edited.variations += 1
        return self._branch()._extend(played)

    def extend(self, *actions: ActionT | str) -> Cursor[StateT, ActionT]:
        """Go on with the line, at its end. If it is the main line, the record gets the outcome of the rules.

        The result is a cursor at the new end. Decisions are as for `add_variation`.

        Raises:
            MatchError: if this is not the end of the line, or the place was deleted.
            NotationError: if a text does not name an action.
            IllegalActionError: if a decision is not legal in its state. A note of both errors says which one it is.
            DefinitionError: if there is no decision.
        """
        if self._next is not None:
            raise MatchError(f"the line goes on here, with {self._next}: add_variation adds other decisions")
        level = self._level()
        end = self._extend(self._played(actions, "continuation"))
        if level == 0:
            self._edited.outcome = self._edited.record.game.outcome(end.state)
        return end

    def delete(self) -> Cursor[StateT, ActionT]:
        """Delete a decision and all that follows it in its line, with their variations.

        A variation whose start or first decision is deleted vanishes. If decisions of the main line are deleted, the
        record gets the outcome of the rules. The result is a cursor at the place before.

        Raises:
            MatchError: at the start of the record, or if the place was deleted before.
        """
        before, level = self.back(), self._level()
        if before._starts and before._before is not None and not self._starts:
            return before.delete()
        if self._starts:
            before._variations.remove(self)
        else:
            if level == 0:
                self._edited.outcome = self._edited.record.game.outcome(before.state)
            before._next = None
        self._next = None
        self._edited.variations = sum(1 for _ in all_lines(self.record)) - 1
        return before

    def promote(self) -> Cursor[StateT, ActionT]:
        """Swap the variation with the rest of the line that it leaves, which becomes the variation instead.

        If the main line changes, the record gets the outcome of the rules. The result is a cursor at the same place,
        now in the other line.

        Raises:
            MatchError: in the main line, or if the variation was deleted.
            DefinitionError: if variations would be nested too deep.
        """
        start, level = self.start(), self._level()
        branch, rest = start._before, start._next
        if branch is None:
            raise MatchError("this is the main line; promote is for variations")
        old = branch._next
        if old is not None and level + old._height() > DEEPEST:
            raise DefinitionError(f"variations can be nested at most {DEEPEST} deep")
        if level == 1:
            self._edited.outcome = self._edited.record.game.outcome(self.end().state)
        for place, following in ((branch, rest), (start, old)):
            place._next = following
            if following is not None:
                following._before = place
        if old is None:
            branch._take_over(start)
        return branch if self is start else self

    # 5. the tree

    def _link(self, before: Cursor[StateT, ActionT] | None, action: ActionT | None, *, starts: bool) -> None:
        self._before, self._action, self._starts = before, action, starts
        self._state, self._comment, self._mark, self._values = None, None, "", ()
        self._next, self._variations = None, []

    def _new(self, action: ActionT | None, *, starts: bool) -> Cursor[StateT, ActionT]:
        place: Cursor[StateT, ActionT] = object.__new__(Cursor)
        place._edited = self._edited
        place._link(self, action, starts=starts)
        return place

    def _branch(self) -> Cursor[StateT, ActionT]:
        """Return the start of a new variation without decisions."""
        self._variations.append(self._new(None, starts=True))
        return self._variations[-1]

    def _append(self, line: Line[ActionT]) -> None:
        """Append a line with all that belongs to it to this start."""
        place = self
        for count in range(len(line.actions) + 1):
            if count:
                place._next = place._new(line.actions[count - 1], starts=False)
                place = place._next
            place._comment = line.comments.get(count)
            place._mark = line.marks.get(count, "")
            place._values = line.values.get(count, ())
            for each in line.variations.get(count, ()):
                place._branch()._append(each)

    def _extend(self, played: list[tuple[ActionT, StateT]]) -> Cursor[StateT, ActionT]:
        """Append decisions, each with the state after it, and return the last place."""
        place = self
        for action, state in played:
            place._next = place._new(action, starts=False)
            place = place._next
            place._state = state
        return place

    def _parts(self) -> dict[str, Any]:
        places = list(enumerate((self, *self)))
        return {
            "actions": [place._action for _, place in places[1:]],
            "comments": {count: place._comment for count, place in places if place._comment is not None},
            "marks": {count: place._mark for count, place in places if place._mark},
            "values": {count: place._values for count, place in places if place._values},
            "variations": {
                count: [Line(**each._parts()) for each in place._variations]
                for count, place in places
                if place._variations
            },
        }

    def _played(self, actions: tuple[ActionT | str, ...], kind: str) -> list[tuple[ActionT, StateT]]:
        """Return decisions that are made from here, each with the state after it."""
        game, state = self._edited.record.game, self.state
        played: list[tuple[ActionT, StateT]] = []
        for given in actions:
            is_text = isinstance(given, str) and given not in game.legal_actions(state)
            for each in str(given).split() if is_text else (given,):
                try:
                    action = read_action(game, state, each)
                    state = game.apply(state, action)
                except (IllegalActionError, NotationError) as error:
                    error.add_note(f"This is decision {len(played) + 1} of the {kind}.")
                    raise
                played.append((action, state))
        if not played:
            raise DefinitionError(f"a {kind} has at least one decision")
        return played

    def _level(self) -> int:
        """Return how deep the line is nested: 0 for the main line.

        Raises:
            MatchError: if the place does not belong to the record any more.
        """
        level, place = 0, self
        while (before := place._before) is not None:
            if place not in (before._next, *before._variations):
                raise MatchError(f"no place of the record: {place} was deleted")
            level += place._starts
            place = before
        return level

    def _height(self) -> int:
        """Return how many levels of variations begin from here on in the line."""
        return max((1 + each._height() for place in (self, *self) for each in place._variations), default=0)

    def _take_over(self, start: Cursor[StateT, ActionT]) -> None:
        """Remove a variation that has no decisions any more, and keep what stands at its start."""
        at = self._variations.index(start)
        self._variations[at : at + 1] = start._variations
        for each in start._variations:
            each._before = self
        if start._comment is not None:
            self._comment = start._comment if self._comment is None else f"{self._comment}\n{start._comment}"
        self._values = self._values or start._values
        self._edited.variations -= 1

    def __str__(self) -> str:
        return "start" if self._starts else self._edited.record.game.format_action(self._action)

    def __repr__(self) -> str:
        number = sum(1 for _ in self.start()) - sum(1 for _ in self)
        return f"<Cursor after {number} decisions of {'a variation' if self.in_variation else 'the main line'}: {self}>"
