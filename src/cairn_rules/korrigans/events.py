"""Events: everything that can happen between two states, and `changes`, which tells what did.

The other events are the entries of the ledger, as far as they are seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, TypeAlias, final, get_args

from attrs import field as attribute
from attrs import frozen

from cairn_rules.checks import fits, instance, instances, is_of, whole_number
from cairn_rules.errors import DefinitionError
from cairn_rules.game import Outcome
from cairn_rules.korrigans.board import Link, field_id
from cairn_rules.korrigans.ledger import CouldMove, FinalTurnBegun, Revealed, RuledOut, Sacrificed, Taken, Unmasked
from cairn_rules.korrigans.notation import link_text
from cairn_rules.korrigans.observation import Observation, SacrificedUnseen, SeenEntry, SeenSeat, TakenUnseen, observe
from cairn_rules.korrigans.pending import (
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
    PlaceKorrigan,
    TakeClover,
)
from cairn_rules.korrigans.seats import Carried, seat_name
from cairn_rules.korrigans.state import State
from cairn_rules.korrigans.tokens import PAWNS, Clover, Companion, Menhir, Pawn, token_text
from cairn_rules.korrigans.words import decision_text

__all__ = [
    "Asked",
    "Bought",
    "Carries",
    "CauldronPlaced",
    "Change",
    "CloudCovered",
    "Discarded",
    "MenhirTaken",
    "Moved",
    "PawnDrawn",
    "Placed",
    "Question",
    "RoundBegun",
    "SetAnew",
    "SunCovered",
    "TokensShown",
    "TrollPlaced",
    "TurnPassed",
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
class SunCovered:
    """The first pawn of a colour covers the sun of a row (rule 3.3)."""

    row: int = attribute(validator=whole_number)
    """The row, numbered from 1 at the top."""
    pawn: Pawn = attribute(validator=instance(Pawn))
    """The pawn."""

    def __str__(self) -> str:
        return f"The {self.pawn} pawn covers the Sun of row {self.row}"


@final
@frozen
class CloudCovered:
    """The second pawn of a colour covers the cloud of a column (rule 3.4)."""

    column: int = attribute(validator=whole_number)
    """The column, numbered from 1 at the left."""
    pawn: Pawn = attribute(validator=instance(Pawn))
    """The pawn."""

    def __str__(self) -> str:
        return f"The {self.pawn} pawn covers the Cloud of column {self.column}"


@final
@frozen
class CauldronPlaced:
    """The Cauldron appears in a field (rule 7.2)."""

    field: str = attribute(validator=field_id)
    """The field's id."""

    def __str__(self) -> str:
        return f"The Cauldron appears in {self.field}"


@final
@frozen
class Bought:
    """A player gets a Backup Companion for a token (rule 4.13)."""

    seat: int = attribute(validator=whole_number)
    """The player."""
    backup: Companion = attribute(validator=instance(Companion))
    """The side of the Backup Companion: a hare or a squirrel."""

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} gets a Backup Companion: {self.backup}"


@final
@frozen
class Discarded:
    """A companion leaves the game after a movement of the final turn (rule 7.5)."""

    seat: int = attribute(validator=whole_number)
    """The player."""
    companion: Companion = attribute(validator=instance(Companion))
    """The companion."""

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} discards a {self.companion}"


@final
@frozen
class Placed:
    """A Korrigan comes to the board (rule 2.5)."""

    seat: int = attribute(validator=whole_number)
    """Whose Korrigan it is."""
    korrigan: int = attribute(validator=whole_number)
    """Which Korrigan: 0 or 1."""
    to: str = attribute(validator=field_id)
    """The id of the field where it stands now."""

    def __str__(self) -> str:
        return f"Korrigan {self.korrigan} of {seat_name(self.seat)} comes to {self.to}"


@final
@frozen
class Moved:
    """A Korrigan goes from a field to another one (rules 4.1, 7.5)."""

    seat: int = attribute(validator=whole_number)
    """Whose Korrigan it is."""
    korrigan: int = attribute(validator=whole_number)
    """Which Korrigan: 0 or 1."""
    origin: str = attribute(validator=field_id)
    """The id of the field where it stood."""
    to: str = attribute(validator=field_id)
    """The id of the field where it stands now."""

    def __str__(self) -> str:
        return f"Korrigan {self.korrigan} of {seat_name(self.seat)} moves from {self.origin} to {self.to}"


@final
@frozen
class MenhirTaken:
    """The Menhir of a field is taken and shown to all (rule 5.5)."""

    field: str = attribute(validator=field_id)
    """The field's id."""
    menhir: Menhir | None = attribute(validator=fits("a Menhir or None", is_of(Menhir, type(None))))
    """Its hidden side; None when several were taken between the states, so that which was where is not known."""

    def __str__(self) -> str:
        menhir = self.menhir
        if menhir is None:
            return f"The Menhir of {self.field} is taken"
        return f"The Menhir of {self.field}: {f'{menhir.gold} gold' if menhir.gold else str(menhir).capitalize()}"


@final
@frozen
class Carries:
    """A Korrigan gets or loses an Elf or a Goblin (rules 6.1 to 6.3, 6.8 to 6.11)."""

    seat: int = attribute(validator=whole_number)
    """Whose Korrigan it is."""
    korrigan: int = attribute(validator=whole_number)
    """Which Korrigan: 0 or 1."""
    carried: Carried | None = attribute(validator=fits("a Carried or None", is_of(Carried, type(None))))
    """The token under it now."""

    def __str__(self) -> str:
        told = "nothing" if self.carried is None else f"the {self.carried.value.capitalize()}"
        return f"Korrigan {self.korrigan} of {seat_name(self.seat)} carries {told}"


@final
@frozen
class TokensShown:
    """The tokens behind a screen that is removed lie open (rules 6.4, 9.7)."""

    seat: int = attribute(validator=whole_number)
    """Whose tokens they are."""
    clovers: tuple[Clover, ...] = attribute(validator=instances(Clover))
    """The tokens, in the order of their kinds."""

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} shows {', '.join(map(token_text, self.clovers)) or 'that no token is left'}"


@final
@frozen
class TrollPlaced:
    """The Troll comes to a link, or moves there (rule 6.6)."""

    link: Link = attribute(validator=instance(Link))
    """The link that it closes now."""

    def __str__(self) -> str:
        return f"The Troll closes {link_text(self.link)}"


@final
@frozen
class TurnPassed:
    """A turn is complete: a placing, a turn of a round, or a final turn."""

    turn: int = attribute(validator=whole_number)
    """How many turns are complete now."""

    def __str__(self) -> str:
        return f"Turn {self.turn} is complete"


@final
@frozen
class RoundBegun:
    """A round begins (rule 3.1)."""

    round: int = attribute(validator=whole_number)
    """Its number, from 1."""

    def __str__(self) -> str:
        return f"Round {self.round} begins"


@final
@frozen
class PawnDrawn:
    """A pawn of the rainbow is drawn from the bag (rule 3.2)."""

    pawn: Pawn = attribute(validator=instance(Pawn))
    """The pawn."""

    def __str__(self) -> str:
        return f"The {self.pawn} pawn is drawn"


@final
@frozen
class SetAnew:
    """The table is set anew: the later state does not follow from the earlier one, as after an undo."""

    def __str__(self) -> str:
        return "The table is set anew"


@final
@frozen
class Asked:
    """A seat must decide now."""

    pending: Question = attribute(validator=fits("a decision", is_of(*get_args(Question))))
    """The decision that is asked."""

    def __str__(self) -> str:
        return decision_text(self.pending)


@final
@frozen
class Won:
    """The game is over (rules 8.2, 8.3)."""

    outcome: Outcome = attribute(validator=instance(Outcome))
    """Who won and why."""

    def __str__(self) -> str:
        return decision_text(Over(self.outcome))


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
"""Everything that can happen between two states: the events here and the entries of a ledger as they are seen."""

_TAKINGS: Final = (Taken, TakenUnseen)


def changes(before: State, after: State, *, viewer: int | None = None) -> tuple[Change, ...]:
    """Return what happened between two states of one game, in the order in which the rules let it happen.

    It is told as one of the players or a spectator sees it, and is made of nothing but what they may know of the
    two states. So it never tells which token somebody took behind a screen.

    One decision apart, everything is told. Further apart, each thing that differs is told once, by its kind and not
    in the order of the decisions. For a state that does not follow from the earlier one, as after an undo, it is
    only told that the table is set anew (`SetAnew`).

    Args:
        before: The earlier state.
        after: The later one.
        viewer: A seat by its number; None for a spectator.

    Returns:
        Nothing when the viewer cannot tell the states apart; otherwise the last change is the decision that is
        asked now (`Asked`), or the end (`Won`).

    Raises:
        DefinitionError: when one is no state, when there is no such seat, or when the states differ in board,
            variant or number of players.

    Example:
        >>> from cairn_rules import korrigans
        >>> state = korrigans.apply(korrigans.new_game(seed=7), korrigans.Place("A"))
        >>> for change in korrigans.changes(state, korrigans.apply(state, korrigans.legal_actions(state)[0])):
        ...     print(change)
        Blue takes a token from A
        Turn 1 is complete
        Green is to place a Korrigan
    """
    for each in (before, after):
        if not isinstance(each, State):
            raise DefinitionError(f"{each!r} is no State of Korrigans")
    for name, one, other in (
        ("boards", before.board.id, after.board.id),
        ("variants", before.variant, after.variant),
        ("numbers of players", len(before.seats), len(after.seats)),
    ):
        if one != other:
            raise DefinitionError(f"states of two games: the {name} are {one} and {other}")
    if before.board != after.board:
        raise DefinitionError(f"states of two games: the boards are two with the id {before.board.id}")
    old, new = observe(before, viewer), observe(after, viewer)
    if old == new:
        return ()
    told = tuple(_difference(old, new)) if _follows(old, new) else (SetAnew(),)
    last = Won(new.pending.outcome) if isinstance(new.pending, Over) else Asked(new.pending)
    return (*told, last)


def _follows(old: Observation, new: Observation) -> bool:
    """Return whether decisions can have led from one table to the other, as far as it shows."""
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
    """Return whether a seat can have become another: it keeps gold Menhirs, and what is discarded or placed."""
    return (
        (old.screen or not new.screen)
        and not Counter(old.discarded) - Counter(new.discarded)
        and not Counter(old.menhirs) - Counter(new.menhirs)
        and all(
            was.field is None or now.field is not None for was, now in zip(old.korrigans, new.korrigans, strict=True)
        )
    )


def _difference(old: Observation, new: Observation) -> Iterator[Change]:
    """Everything that happened from one table to another that follows from it, in the order of a turn."""
    told, final = _entries(old, new)
    yield from _rainbow(old, new)
    yield from (entry for entry in told if not isinstance(entry, (*_TAKINGS, Unmasked)))
    yield from _companions(old, new)
    yield from _movements(old, new)
    yield from (entry for entry in told if isinstance(entry, _TAKINGS))
    yield from _menhirs(old, new)
    yield from _carried(old, new)
    yield from (entry for entry in told if isinstance(entry, Unmasked))
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
    """The new entries of the ledger: those of a turn, and those with which a final turn begins (rule 7.4)."""
    told = new.ledger[len(old.ledger) :]
    first = next((place for place, entry in enumerate(told) if isinstance(entry, FinalTurnBegun)), len(told))
    if first < len(told):
        while first and isinstance(told[first - 1], Revealed) and told[first - 1].seat == told[first].seat:
            first -= 1
    return told[:first], told[first:]


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
    """Backup Companions that were bought, and companions that were discarded, Backup Companions too."""
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
    """The Menhirs that were taken; which one it was is known when it is but one."""
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
    """The tokens that everybody sees from now on: a screen was removed, or the game is over."""
    for number, (one, other) in enumerate(zip(old.seats, new.seats, strict=True)):
        if one.hidden is None and other.hidden is not None:
            yield TokensShown(number, other.hidden)
