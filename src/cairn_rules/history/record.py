"""A stored game: its start, its decisions and its result. For any game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, Generic, TypeVar, final

from cairn_rules.argument_checks import checked, checked_class
from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.frozen_classes import evolve, field, frozen
from cairn_rules.game import ActionT, Game, Outcome, StateT
from cairn_rules.history.line import Line, in_order, read_only
from cairn_rules.history.match import Course, Match
from cairn_rules.manifest import SEED, manifest_of, seat_name, seat_tag, seed_in

T = TypeVar("T")
MatchStateT = TypeVar("MatchStateT")
MatchActionT = TypeVar("MatchActionT")


def seed_tag(game: Game[Any, Any, Any], seed: int | None) -> dict[str, str]:
    """Return the tag `Seed` of a match.

    It is left out if the seed is unknown or the game's records have other start tags.
    """
    return {SEED: str(seed)} if seed is not None and manifest_of(game).records is None else {}


def _tags(values: Mapping[str, str]) -> Mapping[str, str]:
    return read_only(values)


def _name_of(game: Game[Any, Any, Any]) -> str:
    return manifest_of(game).name


@final
@checked_class
@frozen(kw_only=True, repr=False)
class Record(Line[ActionT], Generic[StateT, ActionT]):
    """A stored game: the starting state, every decision, and the outcome (like PGN, a move list).

    It is the main line of the game, a `Line` with comments, marks, values and variations, which a `Cursor` reads and
    edits. `format_record` and `parse_record` convert it to text and back, `dumps` and `loads` to JSON; `str` is that
    text. A record contains the full start, including information hidden from the players, such as the order of a deck.

    Example:
        >>> from cairn_rules import cairn
        >>> match = Match(cairn, seed=7)
        >>> for _ in range(3):
        ...     state = match.do(match.legal_actions[0])
        >>> record = Record.of(match, tags={"Event": "Three turns"})
        >>> tuple(record.replay()) == match.states
        True
    """

    game: Game[StateT, ActionT, Any] = field(eq=_name_of)
    """The rules. Records of games with the same name can be equal."""
    start: StateT
    """The starting state."""
    outcome: Outcome | None = None
    """The outcome, by the rules or for another reason; None if the game is not over."""
    tags: Mapping[str, str] = field(factory=dict[str, str], converter=_tags, hash=False)
    """Further information by name, such as the players, the date and the place."""

    @staticmethod
    @checked
    def of(
        match: Match[MatchStateT, MatchActionT], *, tags: Mapping[str, str] = MappingProxyType({})
    ) -> Record[MatchStateT, MatchActionT]:
        """Return the record of a match in its current state, with its variations.

        Undone steps are left out. Further information is added as `tags` by name, and the tag `Seed` if the game's
        records start from a seed.

        Raises:
            DefinitionError: if `match` is not a match.
        """
        return Record(
            game=match.game,
            start=match.states[0],
            actions=match.history,
            outcome=match.outcome,
            tags={**seed_tag(match.game, match.seed), **tags},
            variations=match.variations,
        )

    @property
    def seed(self) -> int | None:
        """The seed of the start, from the tag `Seed`; None if the tag is missing."""
        return seed_in(self.tags)

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each player, in seat order: the tag of the seat, such as `Sea`, or else the name of the seat.

        Example:
            >>> from cairn_rules import Outcome, cairn
            >>> record = Record(game=cairn, start=cairn.new_game(seed=7), actions=(), tags={"Sea": "Ann"})
            >>> Outcome(winners=(1,), reason="resignation").sentence(record.names)
            'Forest wins: Ann resigned'
        """
        seats = manifest_of(self.game).seats
        names = seats.names_in(self.start)
        count = seats.count_in(self.start) or 0
        return tuple(self.tags.get(seat_tag(names, seat), seat_name(names, seat)) for seat in range(count))

    def replay(self) -> Iterator[StateT]:
        """Yield every state from the start to the end: one more than there are decisions.

        Raises:
            IllegalActionError: if a decision is not legal in its state.
        """
        state = self.start
        yield state
        for action in self.actions:
            state = self.game.apply(state, action)
            yield state

    def match(
        self, *, draw_at_repetition: int | None = None, draw_after_turns: int | None = None
    ) -> Match[StateT, ActionT]:
        """Return a match at the end of the record, ready to continue or undo. It keeps the variations.

        The limits are as for `Match`, but do not end the match before the end of the record.

        Raises:
            IllegalActionError: if a decision is not legal in its state.
            DefinitionError: if the outcome cannot end a match.
        """
        match = Match(self.game, self.start, draw_at_repetition=draw_at_repetition, draw_after_turns=draw_after_turns)
        match._follow(self._course(tuple(self.replay())), self.seed if manifest_of(self.game).records is None else None)
        return match

    def _course(self, states: tuple[StateT, ...]) -> Course[StateT, ActionT]:
        """Return the line of play that `match` follows, from the states of `replay`; it raises the same errors."""
        ending = None if self.game.outcome(states[-1]) is not None else self.outcome
        if ending is not None:
            manifest_of(self.game).check_ending(ending, states)
        return Course(states=states, actions=self.actions, ending=ending, variations=self.variations)

    def variation(self, number: int) -> Record[StateT, ActionT]:
        """Return the record that follows a variation: the decisions before it, then its own.

        Its variations are those of the variation; their numbers start again at 1. The outcome is that of the rules.
        Variations of this line are numbered from 1, in the order of the text.

        Raises:
            DefinitionError: if the line has no such variation.
            IllegalActionError: if a decision is not legal in its state.

        Example:
            >>> from cairn_rules import Match, cairn
            >>> match = Match(cairn, seed=7)
            >>> for action in ("+d5", "+d1"):
            ...     state = match.do(action)
            >>> state = match.start_variation(after=1)
            >>> state = match.do("c1-c2")
            >>> state = match.end_variation()
            >>> [cairn.format_action(action) for action in Record.of(match).variation(1).actions]
            ['+d5', 'c1-c2']
        """
        lines = in_order(self)
        if number not in range(1, len(lines) + 1):
            raise DefinitionError(f"{quoted(number)} is not the number of a variation; this line has {len(lines)}")
        after, line = lines[number - 1]

        comments = _spliced(self.comments, after, line.comments)
        if after in self.comments and 0 in line.comments:
            comments[after] = f"{self.comments[after]}\n{line.comments[0]}"
        followed = evolve(
            self,
            actions=(*self.actions[:after], *line.actions),
            outcome=None,
            comments=comments,
            marks=_spliced(self.marks, after, line.marks),
            values=_spliced(self.values, after, line.values),
            variations=_spliced({}, after, line.variations),
        )
        *_, end = followed.replay()
        return evolve(followed, outcome=self.game.outcome(end))

    def __str__(self) -> str:
        # The module that writes records imports this one, so that it can only be imported here.
        text: str = import_module("cairn_rules.history.record_text").format_record(self)
        return text

    def __repr__(self) -> str:
        return f"<Record of {_name_of(self.game)}: {len(self.actions)} decisions, {self.outcome or 'in progress'}>"

    def _repr_html_(self) -> str:
        """Return the page with a slider, for a notebook."""
        # The module that makes pages imports this one, so that it can only be imported here.
        shown: str = import_module("cairn_rules.history.page").framed(self)
        return shown


def _spliced(before: Mapping[int, T], after: int, own: Mapping[int, T]) -> dict[int, T]:
    """Return what belongs to the first decisions of a line, and what belongs to the variation that follows them."""
    return {place: each for place, each in before.items() if place <= after} | {
        after + place: each for place, each in own.items()
    }
