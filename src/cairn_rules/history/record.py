"""Record: a game written down. For any game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Generic, TypeVar, final

from attrs import field, frozen

from cairn_rules.game import ActionT, Game, Outcome, StateT, received, sendable
from cairn_rules.history.match import Match
from cairn_rules.manifest import SEED, manifest_of, seed_in

_StateT = TypeVar("_StateT")
_ActionT = TypeVar("_ActionT")


def seed_tag(game: Game[Any, Any, Any], seed: int | None) -> dict[str, str]:
    """The tag with the seed of a match, of a game whose records start from seeds."""
    return {SEED: str(seed)} if seed is not None and manifest_of(game).records is None else {}


def _name_of(game: Game[Any, Any, Any]) -> str:
    return manifest_of(game).name


def _read_only(values: Mapping[Any, Any]) -> Mapping[Any, Any]:
    return MappingProxyType(dict(values))


@final
@frozen(kw_only=True)
class Record(Generic[StateT, ActionT]):
    """A game written down: where it starts, every decision, and how it ended.

    `format_record` and `parse_record` are its text, `dumps` and `loads` its JSON. A record knows
    the start whole, and with it what is hidden from the players, such as the order of a deck.

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
    """The rules; two records are of the same game when its names are the same."""
    start: StateT
    """Where it starts."""
    actions: tuple[ActionT, ...] = field(converter=tuple)
    """The decisions, oldest first."""
    outcome: Outcome | None = None
    """How it ended, by the rules or otherwise; None when it did not."""
    tags: Mapping[str, str] = field(factory=dict[str, str], converter=_read_only, hash=False)
    """What else is to be said of it: who played, when, where."""
    comments: Mapping[int, str] = field(factory=dict[int, str], converter=_read_only, hash=False)
    """Remarks, each by the number of decisions before it."""

    @staticmethod
    def of(
        match: Match[_StateT, _ActionT],
        *,
        tags: Mapping[str, str] = MappingProxyType({}),
        comments: Mapping[int, str] = MappingProxyType({}),
    ) -> Record[_StateT, _ActionT]:
        """The record of a match as it stands."""
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
        """The seed that the start was made from, where the tag `Seed` tells it; None otherwise."""
        return seed_in(self.tags)

    def replay(self) -> Iterator[StateT]:
        """Every state, from the start to the end: one more than there are decisions.

        Raises:
            IllegalActionError: when a decision is not legal where it stands.
        """
        state = self.start
        yield state
        for action in self.actions:
            state = self.game.apply(state, action)
            yield state

    def match(
        self, *, draw_at_repetition: int | None = None, draw_after_turns: int | None = None
    ) -> Match[StateT, ActionT]:
        """A match that has come to where the record ends, to go on from there or to step back.

        Args:
            draw_at_repetition: As for `Match`; whatever the record went through without it, stands.
            draw_after_turns: As for `Match`.

        Raises:
            IllegalActionError: when a decision is not legal where it stands.
            DefinitionError: when the outcome is not one that can end a match.
        """
        match = Match(self.game, self.start, draw_at_repetition=draw_at_repetition, draw_after_turns=draw_after_turns)
        match._go_through(self.actions, self.outcome, self.seed if manifest_of(self.game).records is None else None)
        return match

    def __reduce__(self) -> tuple[object, ...]:
        values = (self.start, self.actions, self.outcome, dict(self.tags), dict(self.comments))
        return _record_again, (sendable(self.game), *values)


def _record_again(game: object, *values: Any) -> Record[Any, Any]:
    names = ("start", "actions", "outcome", "tags", "comments")
    return Record(game=received(game), **dict(zip(names, values, strict=True)))
