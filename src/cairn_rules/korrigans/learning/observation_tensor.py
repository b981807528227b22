"""The observation tensor of Korrigans: the observation of a seat in 745 bytes, including its memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final, final

from cairn_rules.checks import check_observation
from cairn_rules.encoding import CACHED, Encoding, Section, SectionTable, check_observer, counter, in_order
from cairn_rules.errors import EncodingError
from cairn_rules.korrigans.rules.observation import Observation, SeenSeat, seen_in_fields
from cairn_rules.korrigans.state import pending as decisions
from cairn_rules.korrigans.state.board_checks import PLAYERS
from cairn_rules.korrigans.state.seats import BACKUP_SIDES, KORRIGANS, Carried
from cairn_rules.korrigans.state.state import State
from cairn_rules.korrigans.state.tokens import CLOVERS, COMPANIONS, MENHIRS, Pawn
from cairn_rules.korrigans.variant import Variant

FIELDS: Final = 17
"""Number of fields of a board that the tensor can hold."""
LINKS: Final = 30
"""Number of links of such a board."""
KINDS: Final = (
    decisions.PlaceKorrigan,
    decisions.TakeClover,
    decisions.ChooseSun,
    decisions.ChooseCloud,
    decisions.ChooseMove,
    decisions.ChooseReceiver,
    decisions.ChooseOpponent,
    decisions.ChooseLink,
    decisions.ChooseSecondMove,
    decisions.ChooseCauldronField,
    decisions.ChooseFinalMove,
)
"""The kinds of decisions, in the order of their entries."""
_clovers: Final = counter(CLOVERS)
_companions: Final = counter(COMPANIONS)
_menhirs: Final = counter(MENHIRS)
_backups: Final = counter(BACKUP_SIDES)
_pawns: Final = counter(Pawn)
_carried: Final = counter(Carried)
_kinds: Final = counter(KINDS)
_places: Final = counter(range(FIELDS))


@final
class _View:
    """An observation, with values that several sections of its tensor need."""

    def __init__(self, observation: Observation, seat: int) -> None:
        seats = range(len(observation.seats))
        self.seen: Final = observation
        self.order: Final = (*seats[seat:], *seats[:seat])
        """The seat numbers, from the observer on."""
        self.remembered: Final = [0] * len(CLOVERS) * FIELDS
        self.taken: Final = [0] * FIELDS
        self.looked: Final = [0] * FIELDS
        for field, (clovers, taken) in seen_in_fields(observation).items():
            place = observation.board.indices[field]
            self.looked[place], self.taken[place] = 1, taken
            for kind in clovers:
                self.remembered[kind * FIELDS + place] += 1

    def place(self, field: str | None) -> bytes:
        """Return the entries with 1 for a field."""
        return _places((self.seen.board.indices.get(field or ""),))


_SEAT_PARTS: Final[Mapping[Section, Callable[[SeenSeat], Sequence[int]]]] = {
    Section("taken", "1 if the seat is taken"): lambda _: [1],
    Section("tokens", "number of tokens behind the screen"): lambda seat: [seat.tokens],
    Section("hidden", "number of these tokens of each kind, if they may be seen", (len(CLOVERS),)): lambda seat: (
        _clovers(seat.hidden or ())
    ),
    Section("seen", "1 if they may be seen"): lambda seat: [seat.hidden is not None],
    Section("revealed", "number of revealed companions of each kind", (len(COMPANIONS),)): lambda seat: _companions(
        seat.revealed
    ),
    Section("backups", "number of Backup Companions: hares, squirrels", (len(BACKUP_SIDES),)): lambda seat: _backups(
        seat.backups
    ),
    Section("Menhirs", "number of Menhirs of each kind", (len(MENHIRS),)): lambda seat: _menhirs(seat.menhirs),
    Section("discarded", "number of discarded companions of each kind", (len(COMPANIONS),)): lambda seat: _companions(
        seat.discarded
    ),
    Section("screen", "1 if there is a screen"): lambda seat: [seat.screen],
    Section(
        "carried", "for each Korrigan, 1 if it carries an Elf, or a Goblin", (KORRIGANS, len(Carried))
    ): lambda seat: b"".join([_carried((korrigan.carries,)) for korrigan in seat.korrigans]),
}
_SEAT: Final = SectionTable(_SEAT_PARTS)
_FIRST: Final = Section("First Player", "1 for the First Player")
_BAG: Final = Section("bag", "1 if the seat holds the bag")
SEAT_SECTIONS: Final = in_order((*_SEAT.rows, _FIRST, _BAG, Section("decides", "1 if the seat decides")))
"""The entries of a seat, in order."""
_seat: Final = lru_cache(CACHED)(_SEAT.encode)


def _seats(view: _View) -> bytes:
    seats, holder, pending = view.seen.seats, view.seen.bag_holder, view.seen.pending
    decides = None if isinstance(pending, decisions.Over) else pending.seat
    return b"".join([_seat(seats[each]) + bytes([each == 0, each == holder, each == decides]) for each in view.order])


_PARTS: Final[Mapping[Section, Callable[[_View], Sequence[int]]]] = {
    Section("Clovers", "number of Clover tokens in each field", (FIELDS,)): lambda view: view.seen.clovers,
    Section("Menhirs in fields", "1 for each field whose Menhir is there", (FIELDS,)): lambda view: view.seen.menhirs,
    Section("Cauldron", "1 for the field with the Cauldron", (FIELDS,)): lambda view: view.place(view.seen.cauldron),
    Section(
        "Korrigans", "for each seat and Korrigan, 1 for the field where it is", (PLAYERS, KORRIGANS, FIELDS)
    ): lambda view: b"".join(
        [view.place(korrigan.field) for number in view.order for korrigan in view.seen.seats[number].korrigans]
    ),
    Section(
        "remembered",
        "for each kind, number of tokens that the observer left in each field when it last looked",
        (len(CLOVERS), FIELDS),
    ): lambda view: view.remembered,
    Section("taken since", "number of tokens taken from each field since", (FIELDS,)): lambda view: view.taken,
    Section("looked", "1 for each field where the observer has ever looked", (FIELDS,)): lambda view: view.looked,
    Section("seats", "for each seat, the entries of the next table", (PLAYERS, SEAT_SECTIONS[-1].stop)): _seats,
    Section("bag", "number of pawns of each colour in the bag", (len(Pawn),)): lambda view: _pawns(view.seen.bag),
    Section("Suns", "1 for each covered Sun", (len(Pawn),)): lambda view: [pawn is not None for pawn in view.seen.suns],
    Section("Clouds", "1 for each covered Cloud", (len(Pawn),)): lambda view: [
        pawn is not None for pawn in view.seen.clouds
    ],
    Section("Troll", "1 for the link that the Troll closes", (LINKS,)): lambda view: [
        link == view.seen.troll for link in view.seen.board.links
    ],
    Section("supply", "number of Elves, Goblins and Backup Companions in the supply", (3,)): lambda view: [
        view.seen.elves,
        view.seen.goblins,
        view.seen.backups,
    ],
    Section("Menhirs left", "number of Menhirs of each kind in fields", (len(MENHIRS),)): lambda view: _menhirs(
        view.seen.menhirs_left
    ),
    Section("offered", "number of tokens of each kind offered to the observer", (len(CLOVERS),)): lambda view: _clovers(
        view.seen.offered
    ),
    Section(
        "decision", "1 for the kind of the decision, in the order of the type `Pending`", (len(KINDS),)
    ): lambda view: _kinds((type(view.seen.pending),)),
    Section("Korrigan", "the number of the Korrigan that the decision is about"): lambda view: [
        getattr(view.seen.pending, "korrigan", 0)
    ],
    Section("pawn", "1 for the colour of the drawn pawn", (len(Pawn),)): lambda view: _pawns(
        (getattr(view.seen.pending, "pawn", None),)
    ),
    Section("round", "the round"): lambda view: [view.seen.round],
    Section(
        "options",
        "1 for `advanced`, `voluntary`, `fairy_gathers`, `troll_blocks_jumps`, `memory_aid`, `projection`,"
        " `final_meetings`",
        (7,),
    ): lambda view: _options(view.seen.variant),
}
_ALL: Final = SectionTable(_PARTS)
SECTIONS: Final = _ALL.sections
ENTRIES: Final = SECTIONS[-1].stop
"""Number of entries of the tensor: 745."""


def _options(variant: Variant) -> list[int]:
    return [
        variant.side == "advanced",
        variant.backup == "voluntary",
        variant.fairy_gathers,
        variant.troll_blocks_jumps,
        variant.memory_aid,
        variant.cauldron_match == "projection",
        variant.final_meetings,
    ]


def tensor(observation: Observation, seat: int) -> bytes:
    """Return the observation of a seat as 745 bytes.

    Seats are counted from the observer in turn order: 0 is the observer, 1 the next player, up to 4. Entries of empty
    seats are 0. Counts above 255 are written as 255. `SECTIONS` lists the entries, and `SEAT_SECTIONS` those of a seat.

    The board itself is not encoded. Neither are conclusions from the moves of others about their tokens.

    Raises:
        DefinitionError: if the first argument is not an observation, or `seat` not the seat that observes.
        EncodingError: if the board does not have 17 fields and 30 links.

    Example:
        >>> from cairn_rules import korrigans
        >>> seen = korrigans.observe(korrigans.new_game(seed=7, players=3), 1)
        >>> len(tensor(seen, 1)), tensor(seen, 1)[0]  # three Clover tokens in the first field
        (745, 3)
    """
    check_observation(observation, Observation)
    check_observer(seat, observation.player)
    board = observation.board
    if len(board.fields) != FIELDS or len(board.links) != LINKS:
        size = f"{len(board.fields)} fields and {len(board.links)} links"
        raise EncodingError(f"the tensor of Korrigans holds {FIELDS} fields and {LINKS} links; {board.id!r} has {size}")
    return _ALL.encode(_View(observation, seat))


ENCODING: Final[Encoding[State]] = Encoding(tensor=tensor, shape=(ENTRIES,))
"""The encoding of Korrigans: an action's index is its place in `legal_actions`."""
