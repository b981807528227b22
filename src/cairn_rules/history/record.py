"""A stored game: its start, its decisions and its result. For any game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, Generic, TypeVar, final

from attrs import field, frozen

from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.game import ActionT, Game, Outcome, StateT, received, sendable
from cairn_rules.history.match import Match
from cairn_rules.manifest import SEED, manifest_of, seed_in

MatchStateT = TypeVar("MatchStateT")
MatchActionT = TypeVar("MatchActionT")


def seed_tag(game: Game[Any, Any, Any], seed: int | None) -> dict[str, str]:
    """Return the tag `Seed` of a match.

    It is left out if the seed is unknown or the game's records have other start tags.
    """
    return {SEED: str(seed)} if seed is not None and manifest_of(game).records is None else {}


def _name_of(game: Game[Any, Any, Any]) -> str:
    return manifest_of(game).name


def _read_only(values: Mapping[Any, Any]) -> Mapping[Any, Any]:
    return MappingProxyType(dict(values))


@final
@frozen(kw_only=True, repr=False)
class Record(Generic[StateT, ActionT]):
    """A stored game: the starting state, every decision, and the outcome (like PGN, a move list).

    `format_record` and `parse_record` convert it to text and back, `dumps` and `loads` to JSON. A record contains
    the full start, including information hidden from the players, such as the order of a deck.

    Example:
        >>> import cairn_rules as cairn
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
    actions: tuple[ActionT, ...] = field(converter=tuple)
    """The decisions, oldest first."""
    outcome: Outcome | None = None
    """The outcome, by the rules or for another reason; None if the game is not over."""
    tags: Mapping[str, str] = field(factory=dict[str, str], converter=_read_only, hash=False)
    """Further information by name, such as the players, the date and the place."""
    comments: Mapping[int, str] = field(factory=dict[int, str], converter=_read_only, hash=False)
    """Comments, each by the number of decisions before it."""

    @staticmethod
    def of(
        match: Match[MatchStateT, MatchActionT],
        *,
        tags: Mapping[str, str] = MappingProxyType({}),
        comments: Mapping[int, str] = MappingProxyType({}),
    ) -> Record[MatchStateT, MatchActionT]:
        """Return the record of a match in its current state.

        Args:
            match: The match. Undone steps are left out.
            tags: Further information by name. If the game's records start from a seed, the tag `Seed` is added.
            comments: Comments, each by the number of decisions before it.

        Raises:
            DefinitionError: if `match` is not a match.
        """
        if not isinstance(match, Match):
            raise DefinitionError(f"{quoted(match)} is not a Match; Match(game, state) starts one from a state")
        return Record(
            game=match.game,
            start=match.states[0],
            actions=match.history,
            outcome=match.outcome,
            tags={**seed_tag(match.game, match.seed), **tags},
            comments=comments,
        )

    @property
    def seed(self) -> int | None:
        """The seed of the start, from the tag `Seed`; None if the tag is missing."""
        return seed_in(self.tags)

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
        """Return a match at the end of the record, ready to continue or undo.

        Args:
            draw_at_repetition: As for `Match`. This limit does not end the match before the end of the record.
            draw_after_turns: As for `Match`, with the same exception.

        Raises:
            IllegalActionError: if a decision is not legal in its state.
            DefinitionError: if the outcome cannot end a match.
        """
        match = Match(self.game, self.start, draw_at_repetition=draw_at_repetition, draw_after_turns=draw_after_turns)
        match._go_through(self.actions, self.outcome, self.seed if manifest_of(self.game).records is None else None)
        return match

    def __repr__(self) -> str:
        return f"<Record of {_name_of(self.game)}: {len(self.actions)} decisions, {self.outcome or 'in progress'}>"

    def _repr_html_(self) -> str:
        """Return the page with a slider, for a notebook."""
        # The module that makes pages imports this one, so that it can only be imported here.
        shown: str = import_module("cairn_rules.history.page").framed(self)
        return shown

    def __reduce__(self) -> tuple[object, ...]:
        values = (self.start, self.actions, self.outcome, dict(self.tags), dict(self.comments))
        return _record_again, (sendable(self.game), *values)


def _record_again(game: object, *values: Any) -> Record[Any, Any]:
    names = ("start", "actions", "outcome", "tags", "comments")
    return Record(game=received(game), **dict(zip(names, values, strict=True)))
