"""The classes of events; and `events_of` and `changes`, which list those of a decision.

The entries of the ledger, as far as a seat sees them, are events too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Final, TypeAlias, final, get_args

from attrs import field as attribute

from cairn_rules.checks import check_seat, fits, instance, instances, is_of, whole_number
from cairn_rules.codec.variant_text import format_variant
from cairn_rules.decision_search import decision_between
from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.frozen_classes import frozen
from cairn_rules.game import Outcome
from cairn_rules.korrigans.rules.observation import SacrificedUnseen, SeenEntry, TakenUnseen, from_outside, observe
from cairn_rules.korrigans.rules.rules import apply, current_player, legal_actions
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
from cairn_rules.korrigans.state.pending import DECISIONS, Over, Pending, Question
from cairn_rules.korrigans.state.seats import Carried
from cairn_rules.korrigans.state.state import State
from cairn_rules.korrigans.state.tokens import Clover, Companion, Menhir, Pawn

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
    """Its hidden side, or None if it is not known."""


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
    """A jump to a state to which no single decision leads, as after an undo."""


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

_REVEALED: Final = (FinalTurnBegun, MenhirTaken, PawnDrawn, TokensShown)


def events_of(
    state: State,
    action: Action,  # noqa: ARG001 - the states show what it did
    after: State,
    *,
    viewer: int | None = None,
) -> tuple[Change, ...]:
    """Return the events of a decision, in the order in which the rules produce them.

    The events are those that a player or a spectator sees. A token taken behind a screen is never revealed. The actions
    `decline`, `end` and `pass` are no events themselves: only what follows from them is listed. A viewer is a seat
    number, or None for a spectator. The last event is the pending decision (`Asked`) or the result (`Won`).

    Raises:
        DefinitionError: as `changes` does.

    Example:
        >>> from cairn_rules import korrigans
        >>> state = korrigans.apply(korrigans.new_game(seed=7), korrigans.Place("A"))
        >>> take = korrigans.legal_actions(state)[0]
        >>> print(*korrigans.events_of(state, take, korrigans.apply(state, take))[:2], sep="; ")
        Blue takes a token from A; Turn 1 is complete
    """
    _check_one_game(state, after, viewer)
    return (*_seen(state, _events(state, after), viewer), last_event(after.pending))


def changes(before: State, after: State, *, viewer: int | None = None) -> tuple[Change, ...]:
    """Return the events between two states, for a program that does not know the decision. Slower than `events_of`.

    This tries the legal actions: the events are those of the first one that leads from one state to the other. If none
    does, as after several decisions or an undo, the result is `SetAnew` and the pending decision. A viewer is a seat
    number, or None for a spectator. The last event is the pending decision (`Asked`) or the result (`Won`). There are
    none if the viewer cannot distinguish the states.

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
    _check_one_game(before, after, viewer)
    if observe(before, viewer) == observe(after, viewer):
        return ()
    action = decision_between(before, after, legal_actions, apply)
    if action is None:
        return SetAnew(), last_event(after.pending)
    return events_of(before, action, after, viewer=viewer)


def _check_one_game(before: State, after: State, viewer: int | None) -> None:
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
    check_seat(viewer, len(before.seats))


def _options(state: State) -> str:
    return format_variant(state.variant) or "the default"


def _events(before: State, after: State) -> Iterator[Any]:
    """Yield all that a single decision did, hidden or not, in the order of a turn."""
    entries = after.ledger[len(before.ledger) :]
    begins_final_turn = any(isinstance(entry, FinalTurnBegun) for entry in entries)
    yield from () if begins_final_turn else entries
    yield from _of_board(before, after)
    yield from _of_seats(before, after)
    if after.turn != before.turn:
        yield TurnPassed(after.turn)
    if after.round != before.round:
        yield RoundBegun(after.round)
    yield from map(PawnDrawn, before.bag[: len(before.bag) - len(after.bag)])
    yield from entries if begins_final_turn else ()


def _of_board(before: State, after: State) -> Iterator[Change]:
    """Yield what a decision did to the rainbow, the Cauldron, a Menhir or the Troll: one thing at most."""
    for row, (was, pawn) in enumerate(zip(before.suns, after.suns, strict=True), 1):
        if pawn is not None and pawn is not was:
            yield SunCovered(row, pawn)
    for column, (was, pawn) in enumerate(zip(before.clouds, after.clouds, strict=True), 1):
        if pawn is not None and pawn is not was:
            yield CloudCovered(column, pawn)
    if after.cauldron is not None and before.cauldron is None:
        yield CauldronPlaced(after.cauldron)
    for field, menhir, left in zip(before.board.fields, before.menhirs, after.menhirs, strict=True):
        if menhir is not left:
            yield MenhirTaken(field.id, menhir)
    if after.troll is not None and after.troll != before.troll:
        yield TrollPlaced(after.troll)


def _of_seats(before: State, after: State) -> Iterator[Change]:
    """Yield what a decision did to companions and Korrigans, to what these carry, and to screens."""
    for number, (one, other) in enumerate(zip(before.seats, after.seats, strict=True)):
        yield from (Bought(number, companion) for companion in Counter(other.backups) - Counter(one.backups))
        yield from (Discarded(number, companion) for companion in Counter(other.discarded) - Counter(one.discarded))
        for which, (old, new) in enumerate(zip(one.korrigans, other.korrigans, strict=True)):
            if new.field is not None and new.field != old.field:
                placed = Placed(number, which, new.field)
                yield placed if old.field is None else Moved(number, which, old.field, new.field)
    for number, (one, other) in enumerate(zip(before.seats, after.seats, strict=True)):
        for which, (old, new) in enumerate(zip(one.korrigans, other.korrigans, strict=True)):
            if old.carries is not new.carries:
                yield Carries(number, which, new.carries)
        if one.screen and (not other.screen or isinstance(after.pending, Over)):
            yield TokensShown(number, other.hidden)


def _seen(state: State, events: Iterable[Any], viewer: int | None) -> Iterator[Change]:
    """Yield events as a viewer sees them: tokens go unseen behind the screens of others (rule 9.2)."""
    for event in events:
        if isinstance(event, Taken | Sacrificed) and event.seat != viewer and state.seats[event.seat].screen:
            yield from_outside(event)
        elif not isinstance(event, TokensShown) or event.seat != viewer:
            yield event


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
    companions of a final turn. Information that the deciding player reveals about their own tokens does not count. A
    viewer is a seat number, or None for a spectator.

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
