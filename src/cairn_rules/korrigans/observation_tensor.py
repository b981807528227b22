"""The observation tensor of Korrigans: 745 bytes for what a seat knows, its memory included."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cairn_rules.checks import check_observation
from cairn_rules.encoding import Encoding
from cairn_rules.errors import DefinitionError, EncodingError, quoted
from cairn_rules.korrigans.board_checks import PLAYERS
from cairn_rules.korrigans.observation import Observation, SeenSeat, seen_in_fields
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
from cairn_rules.korrigans.seats import BACKUP_SIDES, KORRIGANS, Carried
from cairn_rules.korrigans.state import State
from cairn_rules.korrigans.tokens import CLOVERS, COMPANIONS, MENHIRS, Pawn

__all__ = ["tensor"]

FIELDS: Final = 17
"""Number of fields of a board that the tensor can hold."""
LINKS: Final = 30
"""Number of links of such a board."""
PLANES: Final = 3 + KORRIGANS * PLAYERS + len(CLOVERS) + 2
"""Number of entries for each field."""
SEAT: Final = 44
"""Number of entries for each seat."""
TABLE: Final = FIELDS * PLANES + PLAYERS * SEAT
"""Number of entries before those of the middle of the table."""
ENTRIES: Final = TABLE + 100
"""Number of entries of the tensor: 745."""
KINDS: Final = (
    PlaceKorrigan,
    TakeClover,
    ChooseSun,
    ChooseCloud,
    ChooseMove,
    ChooseReceiver,
    ChooseOpponent,
    ChooseLink,
    ChooseSecondMove,
    ChooseCauldronField,
    ChooseFinalMove,
)
"""The kinds of decisions, in the order of their entries."""


def tensor(observation: Observation, seat: int) -> bytes:
    """Return what a seat knows as 745 bytes.

    Seats are counted from the observer in turn order: 0 is the observer, 1 the next player, up to 4. Entries of seats
    that nobody takes are 0. Counts above 255 are written as 255.

    Entries 0 to 424 are 25 planes of 17 fields in board order:

    | plane | meaning for each field |
    |---|---|
    | 0 | number of Clover tokens |
    | 1, 2 | 1 if its Menhir is there; 1 if the Cauldron is there |
    | 3 to 12 | 1 if the first, or the second, Korrigan of seat 0 to 4 is there |
    | 13 to 22 | number of tokens of each kind that the observer left there when it last looked |
    | 23, 24 | number of tokens taken since; 1 if the observer has ever looked |

    Entries 425 to 644 are 44 for each seat:

    | of the 44 | meaning |
    |---|---|
    | 0, 1 | 1 if somebody plays here; number of tokens behind the screen |
    | 2 to 11, 12 | number of these tokens of each kind, if they may be seen; 1 if they may |
    | 13 to 18 | number of revealed companions of each kind |
    | 19, 20 | number of Backup Companions: hares, squirrels |
    | 21 to 29 | number of Menhirs of each kind |
    | 30 to 35 | number of discarded companions of each kind |
    | 36 | 1 if there is a screen |
    | 37 to 40 | 1 if the first Korrigan carries an Elf, or a Goblin; the same for the second |
    | 41, 42, 43 | 1 for the First Player; 1 if the seat holds the bag; 1 if it decides |

    Entries 645 to 744 are the rest:

    | entries | meaning |
    |---|---|
    | 645 to 651 | number of pawns of each colour in the bag |
    | 652 to 658, 659 to 665 | 1 for each covered Sun, and each covered Cloud |
    | 666 to 695 | 1 for the link that the Troll closes |
    | 696, 697, 698 | number of Elves, Goblins and Backup Companions in the supply |
    | 699 to 707 | number of Menhirs of each kind in fields |
    | 708 to 717 | number of tokens of each kind offered to the observer |
    | 718 to 728 | the kind of the decision, in the order of the type `Pending` |
    | 729 | the number of the Korrigan that the decision is about |
    | 730 to 736 | 1 for the colour of the drawn pawn |
    | 737 | the round |
    | 738 to 741 | 1 for the options `advanced`, `voluntary`, `fairy_gathers`, `troll_blocks_jumps` |
    | 742 to 744 | 1 for the options `memory_aid`, `projection`, `final_meetings` |

    The board itself is not encoded, nor what the moves of others imply about their tokens.

    Args:
        observation: The observation of the seat.
        seat: The seat number of the observer.

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
    if seat not in range(len(observation.seats)) or seat != observation.player:
        raise DefinitionError(f"{quoted(seat)} is not the seat of this observation, which is {observation.player}")
    board = observation.board
    if len(board.fields) != FIELDS or len(board.links) != LINKS:
        size = f"{len(board.fields)} fields and {len(board.links)} links"
        raise EncodingError(f"the tensor of Korrigans holds {FIELDS} fields and {LINKS} links; {board.id!r} has {size}")
    seats = range(len(observation.seats))
    order = (*seats[seat:], *seats[:seat])
    entries = [*_planes(observation, order)]
    for number in order:
        entries += _seat(observation, number)
    entries += (0,) * (TABLE - len(entries))
    entries += _middle(observation)
    return bytes(min(entry, 255) for entry in entries)


def _counts(values: Iterable[object], kinds: Iterable[object]) -> list[int]:
    """Return how often each kind occurs among some values."""
    there = list(values)
    return [there.count(kind) for kind in kinds]


def _planes(observation: Observation, order: tuple[int, ...]) -> list[int]:
    ids = [field.id for field in observation.board.fields]
    memory = seen_in_fields(observation)
    planes = [*observation.clovers, *observation.menhirs, *(id == observation.cauldron for id in ids)]
    for number in order:
        for korrigan in observation.seats[number].korrigans:
            planes += [id == korrigan.field for id in ids]
    planes += [0] * FIELDS * KORRIGANS * (PLAYERS - len(order))
    for kind in CLOVERS:
        planes += [memory[id].clovers.count(kind) if id in memory else 0 for id in ids]
    planes += [memory[id].taken if id in memory else 0 for id in ids]
    planes += [id in memory for id in ids]
    return planes


def _seat(observation: Observation, number: int) -> list[int]:
    seat: SeenSeat = observation.seats[number]
    pending = observation.pending
    return [
        1,
        seat.tokens,
        *_counts(seat.hidden or (), CLOVERS),
        seat.hidden is not None,
        *_counts(seat.revealed, COMPANIONS),
        *_counts(seat.backups, BACKUP_SIDES),
        *_counts(seat.menhirs, MENHIRS),
        *_counts(seat.discarded, COMPANIONS),
        seat.screen,
        *(korrigan.carries is carried for korrigan in seat.korrigans for carried in Carried),
        number == 0,
        number == observation.bag_holder,
        not isinstance(pending, Over) and pending.seat == number,
    ]


def _middle(observation: Observation) -> list[int]:
    pending, variant = observation.pending, observation.variant
    return [
        *_counts(observation.bag, Pawn),
        *(pawn is not None for pawn in observation.suns),
        *(pawn is not None for pawn in observation.clouds),
        *(link == observation.troll for link in observation.board.links),
        observation.elves,
        observation.goblins,
        observation.backups,
        *_counts(observation.menhirs_left, MENHIRS),
        *_counts(observation.offered, CLOVERS),
        *(isinstance(pending, kind) for kind in KINDS),
        getattr(pending, "korrigan", 0),
        *(getattr(pending, "pawn", None) is pawn for pawn in Pawn),
        observation.round,
        variant.side == "advanced",
        variant.backup == "voluntary",
        variant.fairy_gathers,
        variant.troll_blocks_jumps,
        variant.memory_aid,
        variant.cauldron_match == "projection",
        variant.final_meetings,
    ]


ENCODING: Final[Encoding[State]] = Encoding(tensor=tensor, shape=(ENTRIES,))
"""The encoding of Korrigans: an action's index is its place in `legal_actions`."""
