"""Lessons on writing megaliths: a task, positions that test it, and the judge that says what differs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias, final

from attrs import field, frozen
from typing_extensions import override

from cairn_rules import Registry, cairn
from cairn_rules.cairn import BASE_SET, Action, Effect, Megalith, Site, Space, State, Tribe, UsePower, ward
from cairn_rules.cairn.megaliths.wider_effects import Together, parts
from cairn_rules.cairn.testing import PLAIN_STONES, activate, parse_drawing
from cairn_rules.errors import CairnRulesError, IllegalActionError, raised

Kind: TypeAlias = Literal["right", "too-much", "missing", "wrong-effect", "raises"]
"""The result of a lesson: the megalith does what the task says, or how it differs."""
Difference: TypeAlias = tuple[Kind, str]
"""The ways in which a megalith differs from the task, and the end of a sentence about it."""
HERE: Final = "@"
"""The id of the learner's megalith in a drawing."""
_PLAIN: Final = PLAIN_STONES[0]


@ward("Quiet Stone", text="It forbids nothing.", id="lesson.quiet")
def quiet(_: Site, __: Action) -> bool:
    """Permit everything: a megalith without a power, for positions that are not shown."""
    return False


@frozen(kw_only=True)
class Case(ABC):
    """A position, and what the learner's megalith must do in it."""

    drawing: str
    """The board, as for `parse_drawing`, with `@` for the learner's megalith."""
    turn: Tribe = Tribe.SEA
    """The tribe whose turn it is."""
    faces: str = "wooe"
    """The faces of the tiles, as in a position text."""
    hidden: str = ""
    """The peculiarity of a position that the page does not show; empty for one that it shows."""

    @property
    def at(self) -> Space:
        """The space of the learner's megalith."""
        place = next(place for place, cell in enumerate(self.drawing.split()) if HERE in cell)
        return next(each for each in Space if (4 - each.rank, each.file) == divmod(place, 5))

    @property
    def chosen(self) -> tuple[str, ...]:
        """The decisions of the power that are made already, in notation."""
        return ()

    def state(self, stone: Megalith) -> State:
        """Return the position with a megalith in the learner's place.

        Raises:
            CairnRulesError: if its id is that of another megalith.
        """
        known = Registry((*BASE_SET, quiet)) | stone
        drawing = self.drawing.replace(HERE, stone.id)
        return parse_drawing(drawing, turn=self.turn, faces=self.faces, megaliths=known)

    @abstractmethod
    def goal(self, state: State) -> str:
        """Return what the megalith must do, as a sentence, for the position with it."""

    @abstractmethod
    def difference(self, stone: Megalith) -> Difference | None:
        """Return how a megalith differs from the task in this position; None if it does not.

        Raises:
            CairnRulesError: if the megalith fails.
        """


@final
@frozen(kw_only=True)
class Offers(Case):
    """A position in which the power must offer certain options."""

    options: tuple[str, ...]
    """The options in notation. The order of the effects within an option makes no difference."""
    after: tuple[str, ...] = ()
    """The decisions of the power that are made before, in notation."""

    @property
    @override
    def chosen(self) -> tuple[str, ...]:
        return self.after

    @override
    def goal(self, state: State) -> str:
        taken, options = ([_words(state, _read(each, state)) for each in texts] for texts in (self.after, self.options))
        start = f"After {' and '.join(taken)}, it" if taken else "It"
        return f"{start} offers {_listed(options)}."

    @override
    def difference(self, stone: Megalith) -> Difference | None:
        try:
            asked = activate(stone, on=self.state(stone), at=self.at, choose=self.after)
        except IllegalActionError as error:
            return "missing", f"it should offer {error.action}, but does not"
        state = asked.state
        offered = {_written(each): each for each in asked.options}
        wanted = {",".join(sorted(each.split(","))): _read(each, state) for each in self.options}
        more = [_words(state, each) for text, each in offered.items() if text not in wanted]
        less = [_words(state, each) for text, each in wanted.items() if text not in offered]
        if more and less and {*map(_kind, offered.values())}.isdisjoint(map(_kind, wanted.values())):
            return "wrong-effect", f"it offers {_first(more)}, but should offer {_first(less)}"
        if more:
            return "too-much", f"it offers {_first(more)}, but should not"
        return ("missing", f"it should offer {_first(less)}, but does not") if less else None


@final
@frozen(kw_only=True)
class Forbids(Case):
    """A position in which the ward must forbid certain actions."""

    actions: tuple[str, ...]
    """The forbidden actions, in notation."""

    @override
    def goal(self, state: State) -> str:
        return f"It forbids {_listed([_words(state, cairn.parse_action(each, state)) for each in self.actions])}."

    @override
    def difference(self, stone: Megalith) -> Difference | None:
        state = self.state(stone)
        permitted = cairn.legal_actions(state)
        possible = {cairn.format_action(each): each for each in cairn.legal_actions(self.state(_PLAIN))}
        forbidden = {text: each for text, each in possible.items() if each not in permitted}
        more = [_words(state, each) for text, each in forbidden.items() if text not in self.actions]
        less = [_words(state, possible[text]) for text in self.actions if text not in forbidden]
        if more:
            return "too-much", f"it forbids {_first(more)}, but should not"
        return ("missing", f"it should forbid {_first(less)}, but does not") if less else None


@final
@frozen
class Result:
    """An option that a custom effect must be, whatever its class and its fields are called."""

    words: str
    """A description of the option."""
    drawing: str
    """The shamans after it."""
    moved: tuple[Space, ...]
    """The spaces of the shamans that count as moved after it."""


@final
@frozen(kw_only=True)
class Leads(Case):
    """A position in which the options must lead to certain boards, and wake no megalith."""

    results: tuple[Result, ...]
    """The options."""

    @override
    def goal(self, state: State) -> str:
        return f"It offers {_listed([f'“{each.words}”' for each in self.results])}."

    @override
    def difference(self, stone: Megalith) -> Difference | None:
        asked = activate(stone, on=self.state(stone), at=self.at)
        wanted = {_board(parse_drawing(each.drawing)): each for each in self.results}
        more: list[str] = []
        for option in asked.options:
            words = _words(asked.state, option)
            after = asked.choose(option).state
            if isinstance(after.pending, UsePower):
                return "wrong-effect", f"{words} wakes {after.pending.megalith}, but nothing should wake"
            result = wanted.pop(_board(after), None)
            if result is None:
                more.append(words)
            elif option.apply(asked.state).moved != result.moved:
                both = " and ".join(map(str, result.moved))
                return "wrong-effect", f"after {words}, the shamans on {both} should count as moved"
        less = [f"“{each.words}”" for each in wanted.values()]
        if more and less:
            return "wrong-effect", f"it offers {_first(more)}, but should offer {_first(less)}"
        if more:
            return "too-much", f"it offers {_first(more)}, but should not"
        return ("missing", f"it should offer {_first(less)}, but does not") if less else None


def _read(text: str, state: State) -> Action:
    """Return an option of the library's effects, which may be several joined by commas."""
    effects = [cairn.parse_action(each, state) for each in text.split(",")]
    return effects[0] if len(effects) == 1 else Together(*(each for each in effects if isinstance(each, Effect)))


def _written(option: Action) -> str:
    """Return the notation of an option. That of several effects does not depend on their order."""
    return ",".join(sorted(map(cairn.format_action, parts(option))))


def _kind(option: Action) -> tuple[str, ...]:
    """Return the names of the effects of an option."""
    return tuple(sorted(type(each).__name__ for each in parts(option)))


def _words(state: State, action: Action) -> str:
    return f"“{cairn.describe(state, action)}”"


def _listed(words: Sequence[str]) -> str:
    return ", ".join(words) or "nothing"


def _first(words: Sequence[str]) -> str:
    """Return the first of some descriptions, and how many others there are."""
    return words[0] if len(words) == 1 else f"{words[0]} and {len(words) - 1} more"


def _board(state: State) -> tuple[tuple[Space, Tribe], ...]:
    return tuple(sorted(state.shamans.items()))


@final
@frozen
class Verdict:
    """The judgement on a megalith in a lesson."""

    kind: Kind
    """The agreement of a megalith with the task, or the difference."""
    words: str
    """A sentence about it."""
    case: Case | None = None
    """The position in which it differs; None if it does not, or if the position is not to be shown."""
    error: Exception | None = field(default=None, eq=False)
    """The error of a megalith that fails."""


@final
@frozen(kw_only=True)
class Lesson:
    """A lesson: a task, a text to begin with, and the positions that test it."""

    name: str
    """A short name, under which the learner's progress is kept."""
    title: str
    """The title."""
    task: str
    """The task, in two or three sentences."""
    start: str
    """The text to begin with."""
    hint: str
    """A sentence that helps."""
    solution: str
    """A text that does what the task says."""
    cases: tuple[Case, ...]
    """The positions that test it, in the order in which they are asked."""

    @property
    def boards(self) -> Mapping[int, Case]:
        """The positions that the page shows, by their numbers from 1."""
        return dict(enumerate((case for case in self.cases if not case.hidden), 1))


def judged(lesson: Lesson, stone: Megalith) -> Verdict:
    """Ask a megalith in the positions of a lesson, until it differs in one.

    Example:
        >>> from cairn_rules.cairn import Banish, megalith
        >>> from lessons import LESSONS
        >>> @megalith("Gale", text="Banish an enemy shaman next to this megalith.")
        ... def gale(site):
        ...     return map(Banish, site.enemies())
        >>> judged(LESSONS[0], gale).words
        "On board 1, it offers “Banish Forest's shaman on e5”, but should not."
    """
    numbers = {id(case): f"On board {number}" for number, case in lesson.boards.items()}
    for case in lesson.cases:
        place = numbers.get(id(case), f"On a board that is not shown ({case.hidden})")
        shown = None if case.hidden else case
        try:
            found = case.difference(stone)
        except Exception as error:  # noqa: BLE001 - a megalith may raise anything
            said = str(error) if isinstance(error, CairnRulesError) else raised(error)
            return Verdict("raises", f"{place}, it fails: {said}", shown, error)
        if found is not None:
            kind, words = found
            return Verdict(kind, f"{place}, {words}.", shown)
    return Verdict("right", "Your megalith does what the task says, also on boards that are not shown.")
