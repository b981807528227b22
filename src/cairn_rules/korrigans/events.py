"""The classes of events; and `events_of` and `changes`, which list those between two states.

The entries of the ledger, as far as a seat sees them, are events too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import ClassVar, Final, TypeAlias, final, get_args

from attrs import field as attribute
from attrs import frozen

from cairn_rules.checks import fits, instance, instances, is_of, whole_number
from cairn_rules.codec.variant_text import format_variant
from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.game import Outcome
from cairn_rules.korrigans.rules.observation import (
    Observation,
    SacrificedUnseen,
    SeenEntry,
    SeenSeat,
    TakenUnseen,
    observe,
)
from cairn_rules.korrigans.rules.rules import current_player
from cairn_rules.korrigans.state.actions import Action, Sacrifice, Take
from cairn_rules.korrigans.state.board import Link, field_id
from cairn_rules.korrigans.state.event_table import Event
from cairn_rules.korrigans.state.ledger import (
    CouldMove,
    Entry,
    FinalTurnBegun,
    Revealed,
    RuledOut,
    Sacrificed,
    Taken,
    Unmasked,
)
from cairn_rules.korrigans.state.pending import (
    DECISIONS,
    ChooseCauldronField,
    ChooseCloud,
    ChooseFinalMove,
    ChooseLink,
    ChooseMove,
    ChooseOpponent,
    ChooseReceiver,
    ChooseSecondMove,
    ChooseSun,
    Over,
    Pending,
    PlaceKorrigan,
    TakeClover,
)
from cairn_rules.korrigans.state.seats import Carried
from cairn_rules.korrigans.state.state import State
from cairn_rules.korrigans.state.tokens import PAWNS, Clover, Companion, Menhir, Pawn

__all__ = [
    "Asked",
    "Bought",
    "Carries",
    "CauldronPlaced",
    "Change",
    "CloudCovered",
    "CouldMove",
    "Discarded",
    "Entry",
    "FinalTurnBegun",
    "MenhirTaken",
    "Moved",
    "PawnDrawn",
    "Placed",
    "Question",
    "Revealed",
    "RoundBegun",
    "RuledOut",
    "Sacrificed",
    "SacrificedUnseen",
    "SeenEntry",
    "SetAnew",
    "SunCovered",
    "Taken",
    "TakenUnseen",
    "TokensShown",
    "TrollPlaced",
    "TurnPassed",
    "Unmasked",
    "Won",
]

Question: TypeAlias = (
    PlaceKorrigan
    | TakeClover
    | ChooseSun
    | ChooseCloud
    | ChooseMove
    | ChooseReceiver
    | ChooseOpponent
    | ChooseLink
    | ChooseSecondMove
    | ChooseCauldronField
    | ChooseFinalMove
)
"""A decision that a seat must make."""


@final
@frozen
class SunCovered(Event):
    """A Sun covered by the first pawn of a colour (rule 3.3)."""

    row: int = attribute(validator=whole_number)
    """The row, numbered from 1 at the top."""
    pawn: Pawn = attribute(validator=instance(Pawn))
    """The pawn that covers it."""


@final
@frozen
class CloudCovered(Event):
    """A Cloud covered by the second pawn of a colour (rule 3.4)."""

    column: int = attribute(validator=whole_number)
    """The column, numbered from 1 at the left."""
    pawn: Pawn = attribute(validator=instance(Pawn))
    """The pawn that covers it."""


@final
@frozen
class CauldronPlaced(Event):
    """The appearance of the Cauldron in a field (rule 7.2)."""

    field: str = attribute(validator=field_id)
    """The field's id."""


@final
@frozen
class Bought(Event):
    """A Backup Companion bought with a token (rule 4.13)."""

    seat: int = attribute(validator=whole_number)
    """The player's seat number."""
    backup: Companion = attribute(validator=instance(Companion))
    """The side of the Backup Companion: a hare or a squirrel."""


@final
@frozen
class Discarded(Event):
    """A companion discarded after a movement of the final turn (rule 7.5)."""

    seat: int = attribute(validator=whole_number)
    """The player's seat number."""
    companion: Companion = attribute(validator=instance(Companion))
    """The discarded companion."""


@final
@frozen
class Placed(Event):
    """A Korrigan placed on the board (rule 2.5)."""

    seat: int = attribute(validator=whole_number)
    """The seat number of the Korrigan's owner."""
    korrigan: int = attribute(validator=whole_number)
    """The Korrigan's number, 0 or 1."""
    to: str = attribute(validator=field_id)
    """The id of the field it is placed in."""


@final
@frozen
class Moved(Event):
    """A Korrigan moved from one field to another (rules 4.1, 7.5)."""

    seat: int = attribute(validator=whole_number)
    """The seat number of the Korrigan's owner."""
    korrigan: int = attribute(validator=whole_number)
    """The Korrigan's number, 0 or 1."""
    origin: str = attribute(validator=field_id)
    """The id of the field it leaves."""
    to: str = attribute(validator=field_id)
    """The id of the field it enters."""


@final
@frozen
class MenhirTaken(Event):
    """The Menhir of a field, taken and shown to all (rule 5.5)."""

    field: str = attribute(validator=field_id)
    """The field's id."""
    menhir: Menhir | None = attribute(validator=fits("a Menhir or None", is_of(Menhir, type(None))))
    """Its hidden side, or None if several Menhirs were taken between the states and their fields are unknown."""


@final
@frozen
class Carries(Event):
    """An Elf or a Goblin gained or lost by a Korrigan (rules 6.1 to 6.3, 6.8 to 6.11)."""

    seat: int = attribute(validator=whole_number)
    """The seat number of the Korrigan's owner."""
    korrigan: int = attribute(validator=whole_number)
    """The Korrigan's number, 0 or 1."""
    carried: Carried | None = attribute(validator=fits("a Carried or None", is_of(Carried, type(None))))
    """The token under it now, or None."""


@final
@frozen
class TokensShown(Event):
    """The tokens of a player that become visible to all (rules 6.4, 9.7)."""

    seat: int = attribute(validator=whole_number)
    """The seat number of the tokens' owner."""
    clovers: tuple[Clover, ...] = attribute(validator=instances(Clover))
    """The tokens, sorted by kind."""


@final
@frozen
class TrollPlaced(Event):
    """The Troll placed on a link, or moved there (rule 6.6)."""

    link: Link = attribute(validator=instance(Link))
    """The link that the Troll closes now."""


@final
@frozen
class TurnPassed(Event):
    """The end of a turn: a placing, a turn of a round, or a final turn."""

    turn: int = attribute(validator=whole_number)
    """Number of completed turns."""


@final
@frozen
class RoundBegun(Event):
    """The start of a round (rule 3.1)."""

    round: int = attribute(validator=whole_number)
    """The round number, from 1."""


@final
@frozen
class PawnDrawn(Event):
    """A Rainbow pawn drawn from the bag (rule 3.2)."""

    pawn: Pawn = attribute(validator=instance(Pawn))
    """The drawn pawn."""


@final
@frozen
class SetAnew(Event):
    """A jump to a state that does not follow from the earlier one, as after an undo."""


@final
@frozen
class Asked(Event):
    """The decision that a seat must make now."""

    is_question: ClassVar[bool] = True
    """True: it asks for the next decision."""
    pending: Question = attribute(validator=fits("a decision", is_of(*get_args(Question))))
    """The pending decision."""

    @property
    def code(self) -> str:
        """The code for translations: `asked/` and the name of the decision."""
        return f"asked/{DECISIONS[type(self.pending)][0]}"


@final
@frozen
class Won(Event):
    """The end of the game (rules 8.2, 8.3)."""

    outcome: Outcome = attribute(validator=instance(Outcome))
    """The winner and the reason."""


Change: TypeAlias = (
    SunCovered
    | CloudCovered
    | CauldronPlaced
    | Taken
    | TakenUnseen
    | Revealed
    | Sacrificed
    | SacrificedUnseen
    | Unmasked
    | RuledOut
    | CouldMove
    | FinalTurnBegun
    | Bought
    | Discarded
    | Placed
    | Moved
    | MenhirTaken
    | Carries
    | TokensShown
    | TrollPlaced
    | TurnPassed
    | RoundBegun
    | PawnDrawn
    | SetAnew
    | Asked
    | Won
)
"""Any event: those of this module, and the entries of a ledger as a seat sees them."""

_TAKINGS: Final = (Taken, TakenUnseen)
_REVEALED: Final = (FinalTurnBegun, MenhirTaken, PawnDrawn, TokensShown)
"""The events that reveal hidden information."""


def events_of(
    state: State,
    action: Action,  # noqa: ARG001 - the observations show all that the viewer may know of it
    after: State,
    *,
    viewer: int | None = None,
) -> tuple[Change, ...]:
    """Return the events of a decision, in the order in which the rules produce them.

    The events are those that a player or a spectator sees. A token taken behind a screen is never revealed. The actions
    `decline`, `end` and `pass` are no events themselves: only what follows from them is listed.

    Args:
        state: The state before the decision.
        action: The decision.
        after: The state after it.
        viewer: A seat number, or None for a spectator (default: None).

    Returns:
        The events, ending with the pending decision (`Asked`) or the result (`Won`). Empty if the viewer cannot
        distinguish the states.

    Raises:
        DefinitionError: as `changes` does.

    Example:
        >>> from cairn_rules import korrigans
        >>> state = korrigans.apply(korrigans.new_game(seed=7), korrigans.Place("A"))
        >>> take = korrigans.legal_actions(state)[0]
        >>> print(*korrigans.events_of(state, take, korrigans.apply(state, take))[:2], sep="; ")
        Blue takes a token from A; Turn 1 is complete
    """
    return changes(state, after, viewer=viewer)


def changes(before: State, after: State, *, viewer: int | None = None) -> tuple[Change, ...]:
    """Return the events between two states of one game, for a program that does not know the decision.

    The events are those that a player or a spectator sees, computed only from their observations of both states. A
    token taken behind a screen is never revealed.

    Between states one decision apart, every event is listed. The actions `decline`, `end` and `pass` are no events
    themselves: only what follows from them is listed. Between states further apart, each difference is listed once,
    ordered by kind and not by decision. If the later state does not follow from the earlier one, as
    after an undo, the result is `SetAnew` and the pending decision.

    Args:
        before: The earlier state.
        after: The later one.
        viewer: A seat number, or None for a spectator (default: None).

    Returns:
        The events, ending with the pending decision (`Asked`) or the result (`Won`). Empty if the viewer cannot
        distinguish the states.

    Raises:
        DefinitionError: if an argument is not a state, if the seat does not exist, or if the states differ in board,
            variant or number of players.

    Example:
        >>> from cairn_rules import korrigans
        >>> state = korrigans.apply(korrigans.new_game(seed=7), korrigans.Place("A"))
        >>> for change in korrigans.changes(state, korrigans.apply(state, korrigans.legal_actions(state)[0])):
        ...     print(change)
        Blue takes a token from A
        Turn 1 is complete
        Green must place a Korrigan
    """
    for each in (before, after):
        if not isinstance(each, State):
            raise DefinitionError(f"{quoted(each)} is not a State of Korrigans")
    for name, one, other in (
        ("boards", before.board.id, after.board.id),
        ("rule options", _options(before), _options(after)),
        ("numbers of players", len(before.seats), len(after.seats)),
    ):
        if one != other:
            raise DefinitionError(f"the states belong to different games: their {name} are {one} and {other}")
    if before.board != after.board:
        message = (
            f"the states belong to different games: their boards differ, though both have the id {before.board.id}"
        )
        raise DefinitionError(message)
    old, new = observe(before, viewer), observe(after, viewer)
    if old == new:
        return ()
    events = tuple(_difference(old, new)) if _follows(old, new) else (SetAnew(),)
    return (*events, last_event(new.pending))


def is_hidden(state: State, action: Action, viewer: int | None) -> bool:  # noqa: ARG001 - for all others
    """Return whether an action names a token that goes behind, or comes from, the screen of another (rule 9.2)."""
    player = current_player(state)
    assert player is not None, "an action needs a seat that decides"
    return isinstance(action, Take | Sacrifice) and state.seats[player].screen


def last_event(pending: Pending) -> Asked | Won:
    """Return the event that asks for a decision, or the end of the game."""
    return Won(pending.outcome) if isinstance(pending, Over) else Asked(pending)


def reveals(before: State, after: State, *, viewer: int | None = None) -> bool:
    """Return whether a decision reveals hidden information, so that it should not be taken back in a fair game.

    This information can be the tokens of a field, a Menhir, a drawn pawn, the tokens behind a removed screen, or the
    companions of a final turn. Information that the deciding player reveals about their own tokens does not count.

    Args:
        before: The state before the decision.
        after: The state after it.
        viewer: A seat number, or None for a spectator (default: None).

    Raises:
        DefinitionError: as `changes` does.

    Example:
        >>> from cairn_rules import korrigans
        >>> before = korrigans.new_game(seed=7)
        >>> after = korrigans.apply(before, korrigans.Place("A"))
        >>> korrigans.reveals(before, after, viewer=0), korrigans.reveals(before, after, viewer=1)
        (True, False)
    """
    events = changes(before, after, viewer=viewer)
    return bool(observe(after, viewer).offered) or any(isinstance(each, _REVEALED) for each in events)


def _options(state: State) -> str:
    return format_variant(state.variant) or "the default"


def _follows(old: Observation, new: Observation) -> bool:
    """Return whether one observation can follow from another by decisions, as far as the public parts show."""
    return (
        old.round <= new.round
        and old.turn <= new.turn
        and new.ledger[: len(old.ledger)] == old.ledger
        and old.cauldron in {None, new.cauldron}
        and all(was in {None, now} for was, now in zip((*old.suns, *old.clouds), (*new.suns, *new.clouds), strict=True))
        and all(was or not now for was, now in zip(old.menhirs, new.menhirs, strict=True))
        and not Counter(new.bag) - Counter(old.bag)
        and not Counter(new.menhirs_left) - Counter(old.menhirs_left)
        and all(map(_seat_follows, old.seats, new.seats))
    )


def _seat_follows(old: SeenSeat, new: SeenSeat) -> bool:
    """Return whether a seat can follow from another: placings, discards and gold Menhirs are never undone."""
    return (
        (old.screen or not new.screen)
        and not Counter(old.discarded) - Counter(new.discarded)
        and not Counter(old.menhirs) - Counter(new.menhirs)
        and all(
            was.field is None or now.field is not None for was, now in zip(old.korrigans, new.korrigans, strict=True)
        )
    )


def _difference(old: Observation, new: Observation) -> Iterator[Change]:
    """Yield the events between two observations that follow from each other, in the order of a turn."""
    entries, final = _entries(old, new)
    yield from _rainbow(old, new)
    yield from (entry for entry in entries if not isinstance(entry, (*_TAKINGS, Unmasked)))
    yield from _companions(old, new)
    yield from _movements(old, new)
    yield from (entry for entry in entries if isinstance(entry, _TAKINGS))
    yield from _menhirs(old, new)
    yield from _carried(old, new)
    yield from (entry for entry in entries if isinstance(entry, Unmasked))
    yield from _shown(old, new)
    if new.troll is not None and new.troll != old.troll:
        yield TrollPlaced(new.troll)
    if new.turn != old.turn:
        yield TurnPassed(new.turn)
    if new.round != old.round:
        yield RoundBegun(new.round)
    drawn = Counter(old.bag) - Counter(new.bag)
    yield from (PawnDrawn(pawn) for pawn in dict.fromkeys(PAWNS) for _ in range(drawn[pawn]))
    yield from final


def _entries(old: Observation, new: Observation) -> tuple[tuple[SeenEntry, ...], tuple[SeenEntry, ...]]:
    """Return the new ledger entries: those of a turn, and those with which a final turn begins (rule 7.4)."""
    entries = new.ledger[len(old.ledger) :]
    first = next((place for place, entry in enumerate(entries) if isinstance(entry, FinalTurnBegun)), len(entries))
    if first < len(entries):
        while first and isinstance(entries[first - 1], Revealed) and entries[first - 1].seat == entries[first].seat:
            first -= 1
    return entries[:first], entries[first:]


def _rainbow(old: Observation, new: Observation) -> Iterator[Change]:
    for row, (was, pawn) in enumerate(zip(old.suns, new.suns, strict=True), 1):
        if pawn is not None and was is None:
            yield SunCovered(row, pawn)
    for column, (was, pawn) in enumerate(zip(old.clouds, new.clouds, strict=True), 1):
        if pawn is not None and was is None:
            yield CloudCovered(column, pawn)
    if new.cauldron is not None and old.cauldron is None:
        yield CauldronPlaced(new.cauldron)


def _companions(old: Observation, new: Observation) -> Iterator[Change]:
    """Yield the Backup Companions bought and the companions discarded, Backup Companions included."""
    for number, (one, other) in enumerate(zip(old.seats, new.seats, strict=True)):
        discarded = Counter(other.discarded) - Counter(one.discarded)
        bought = Counter(other.backups) - Counter(one.backups)
        yield from (Bought(number, companion) for companion in sorted(bought.elements()))
        yield from (Discarded(number, companion) for companion in sorted(discarded.elements()))


def _movements(old: Observation, new: Observation) -> Iterator[Change]:
    for number, (one, other) in enumerate(zip(old.seats, new.seats, strict=True)):
        for which, (was, now) in enumerate(zip(one.korrigans, other.korrigans, strict=True)):
            if now.field is None or now.field == was.field:
                continue
            if was.field is None:
                yield Placed(number, which, now.field)
            else:
                yield Moved(number, which, was.field, now.field)


def _menhirs(old: Observation, new: Observation) -> Iterator[Change]:
    """Yield the Menhirs taken; the hidden side is known only if there is just one."""
    taken = tuple((Counter(old.menhirs_left) - Counter(new.menhirs_left)).elements())
    for field, was, now in zip(new.board.fields, old.menhirs, new.menhirs, strict=True):
        if was and not now:
            yield MenhirTaken(field.id, taken[0] if len(taken) == 1 else None)


def _carried(old: Observation, new: Observation) -> Iterator[Change]:
    for number, (one, other) in enumerate(zip(old.seats, new.seats, strict=True)):
        for which, (was, now) in enumerate(zip(one.korrigans, other.korrigans, strict=True)):
            if was.carries is not now.carries:
                yield Carries(number, which, now.carries)


def _shown(old: Observation, new: Observation) -> Iterator[Change]:
    """Yield the tokens that become visible to all: a screen was removed, or the game is over."""
    for number, (one, other) in enumerate(zip(old.seats, new.seats, strict=True)):
        if one.hidden is None and other.hidden is not None:
            yield TokensShown(number, other.hidden)
