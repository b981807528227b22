"""The observation tensor of Cairn: the observation of a tribe in 526 bytes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Final, NamedTuple

from cairn_rules.cairn.learning.action_space import SIZE, action_indices
from cairn_rules.cairn.megaliths.megaliths import BOX_POWERS, NUMBERS
from cairn_rules.cairn.rules.observation import Observation
from cairn_rules.cairn.state.board import SPACES, TRIBES
from cairn_rules.cairn.state.layout import UPCOMING
from cairn_rules.cairn.state.megalith_data import Megalith
from cairn_rules.cairn.state.pending import BuildMegalith, ChooseAction, Over, TransformOrPass, UsePower
from cairn_rules.cairn.state.state import State
from cairn_rules.cairn.state.tiles import face_bits
from cairn_rules.checks import check_observation
from cairn_rules.encoding import Encoding, Section, in_order
from cairn_rules.errors import DefinitionError, EncodingError, quoted

KINDS: Final = (ChooseAction, UsePower, BuildMegalith, TransformOrPass)
"""The kinds of decisions, in the order of their entries."""

_BOARD: Final = len(SPACES)
MAX_DEPTH: Final = 255
"""Highest depth in the deck that an entry can show."""
SECTIONS: Final = in_order(
    (
        Section("own shamans", "1 for each space with an own shaman", (_BOARD,)),
        Section("enemy shamans", "1 for each space with an enemy shaman", (_BOARD,)),
        Section("moved shamans", "1 for each space whose shaman counts as moved in this turn", (_BOARD,)),
        Section("megaliths", "for each megalith, 1 for the space where it is", (len(NUMBERS), _BOARD)),
        Section("pending space", "1 for the space of the pending power or build", (_BOARD,)),
        Section("display", "for each slot, 1 for the megalith in it", (UPCOMING, len(NUMBERS))),
        Section("unknown deck", "1 for each megalith in the part of the deck whose order is unknown", (len(NUMBERS),)),
        Section(
            "known deck",
            "for each megalith in the known part of the deck, its depth: 1 is the top of the whole deck",
            (len(NUMBERS),),
        ),
        Section("faces", "1 for a black totem, diagonal moves, jumps over the enemy, an enemy in the middle", (4,)),
        Section("scores", "own and enemy score", (2,)),
        Section(
            "decision",
            "the kind of the decision: 1 for an action, a power, a build, or a transformation",
            (len(KINDS),),
        ),
        Section("extra turn", "1 if the extra turn is the tribe's own, or the enemy's", (2,)),
        Section(
            "options",
            "1 for `power_exit`, `corner_exit`, the trigger `acted`, a mandatory transformation, `dawn_banishes`",
            (5,),
        ),
        Section("own turn", "1 if it is the tribe's own turn"),
        Section("own decision", "1 if the own tribe decides"),
        Section("seat", "the own tribe: 0 Sea, 1 Forest"),
    )
)
_FIRST: Final = {section.name: section.first for section in SECTIONS}
FIRST_OWN: Final = _FIRST["own shamans"]
FIRST_ENEMY: Final = _FIRST["enemy shamans"]
FIRST_MOVED: Final = _FIRST["moved shamans"]
FIRST_MEGALITH: Final = _FIRST["megaliths"]
FIRST_PENDING: Final = _FIRST["pending space"]
FIRST_DISPLAY: Final = _FIRST["display"]
FIRST_UNKNOWN: Final = _FIRST["unknown deck"]
FIRST_KNOWN: Final = _FIRST["known deck"]
FIRST_FACE: Final = _FIRST["faces"]
FIRST_SCORE: Final = _FIRST["scores"]
FIRST_KIND: Final = _FIRST["decision"]
FIRST_EXTRA: Final = _FIRST["extra turn"]
FIRST_OPTION: Final = _FIRST["options"]
OWN_TURN: Final = _FIRST["own turn"]
OWN_DECISION: Final = _FIRST["own decision"]
SEAT: Final = _FIRST["seat"]
ENTRIES: Final = SECTIONS[-1].stop
"""Number of entries of the tensor: 526."""
CUSTOM_SECTIONS: Final = in_order(
    (
        Section("megalith", "1 for the space where it is", (_BOARD,)),
        Section("display", "for each slot, 1 if the megalith is in it", (UPCOMING,)),
        Section("unknown deck", "1 if the megalith is in the part of the deck whose order is unknown"),
        Section("known deck", "its depth, if the megalith is in the known part of the deck; at most 255"),
    )
)
"""The entries of each custom megalith, in order."""


class _Places(NamedTuple):
    """The entries of a megalith."""

    board: int
    """The entry for space a1; those of the other spaces follow."""
    display: tuple[int, ...]
    """The entry for each slot."""
    unknown: int
    """The entry for the part of the deck whose order is unknown."""
    known: int
    """The entry for the known part of the deck."""


_PLACES: Final[Mapping[Megalith, _Places]] = MappingProxyType(
    {
        megalith: _Places(
            FIRST_MEGALITH + _BOARD * number,
            tuple(FIRST_DISPLAY + len(NUMBERS) * slot + number for slot in range(UPCOMING)),
            FIRST_UNKNOWN + number,
            FIRST_KNOWN + number,
        )
        for megalith, number in NUMBERS.items()
    }
)
"""The entries of the base megaliths."""


def _custom_places(number: int) -> _Places:
    """Return the entries of a custom megalith, by its number from 0."""
    first = ENTRIES + CUSTOM_SECTIONS[-1].stop * number
    board, display, unknown, known = (first + section.first for section in CUSTOM_SECTIONS)
    return _Places(board, tuple(range(display, unknown)), unknown, known)


def tensor(observation: Observation, seat: int) -> bytes:
    """Return the observation of a tribe as 526 bytes.

    "Own" is the observing tribe's, "enemy" the other's. The board is never turned round, so that action indices and
    tensors agree. Megaliths are numbered from 0 to 13 in the order of `BASE_SET`, spaces as usual.
    `SECTIONS` lists the entries; all others are 0. The positions already seen in a chain of powers (rule 6.7) are not
    encoded; they only limit the legal actions.

    Raises:
        DefinitionError: if the first argument is not an observation, or `seat` not a tribe.
        EncodingError: if a custom megalith is in the game. The tensor of an `Encoder` also has entries for those of
            its game.

    Example:
        >>> from cairn_rules import cairn
        >>> seen = cairn.observe(cairn.new_game(seed=7, faces="bdoe"), cairn.Tribe.FOREST)
        >>> list(tensor(seen, cairn.Tribe.FOREST)[506:512])
        [1, 1, 0, 0, 0, 0]
    """
    return _entries(_PLACES, ENTRIES, observation, seat)


def _entries(places: Mapping[Megalith, _Places], size: int, observation: Observation, seat: int) -> bytes:
    """Return the observation of a tribe, given the entries of the megaliths and the total number of entries."""
    check_observation(observation, Observation)
    _check_tribe(seat)
    entries = bytearray(size)
    # 1. the board
    for space, tribe in observation.shamans.items():
        entries[(FIRST_OWN if tribe == seat else FIRST_ENEMY) + space] = 1
    for space in observation.moved:
        entries[FIRST_MOVED + space] = 1
    for space, megalith in observation.megaliths.items():
        entries[_places(places, megalith).board + space] = 1
    # 2. the display and the deck
    for slot, megalith in enumerate(observation.upcoming):
        entries[_places(places, megalith).display[slot]] = 1
    for megalith in observation.unknown:
        entries[_places(places, megalith).unknown] = 1
    for depth, megalith in enumerate(observation.tucked, len(observation.unknown) + 1):
        entries[_places(places, megalith).known] = min(depth, MAX_DEPTH)
    # 3. tiles, scores and options
    faces = face_bits(observation.tiles)
    entries[FIRST_FACE:FIRST_SCORE] = bytes(faces >> bit & 1 for bit in range(4))
    entries[FIRST_SCORE:FIRST_KIND] = bytes((observation.scores[seat], observation.scores[1 - seat]))
    variant = observation.variant
    entries[FIRST_OPTION:OWN_TURN] = bytes(
        (
            variant.power_exit,
            variant.corner_exit,
            variant.transformation_trigger == "acted",
            variant.transformation_mandatory,
            variant.dawn_banishes,
        )
    )
    # 4. the decision
    pending, extra = observation.pending, observation.extra_turn
    decider = None if isinstance(pending, Over) else observation.active
    if not isinstance(pending, Over):
        entries[FIRST_KIND + KINDS.index(type(pending))] = 1
    if isinstance(pending, UsePower | BuildMegalith):
        entries[FIRST_PENDING + pending.space] = 1
        decider = pending.decider if isinstance(pending, UsePower) else pending.builder
    if extra is not None:
        entries[FIRST_EXTRA + (extra != seat)] = 1
    entries[OWN_TURN:ENTRIES] = bytes((observation.active == seat, decider == seat, seat))
    return bytes(entries)


def _check_tribe(seat: int) -> None:
    if seat not in TRIBES:
        raise DefinitionError(f"{quoted(seat)} is not a tribe: use 0 (Sea) or 1 (Forest)")


def _places(places: Mapping[Megalith, _Places], megalith: Megalith) -> _Places:
    found = places.get(megalith)
    if found is None:
        raise EncodingError(
            f"the tensor of this game has no entries for the custom megalith {megalith.id!r};"
            " encode a game that has it, with_options(cairn, megaliths=...)"
        )
    return found


def encoding_for(state: State) -> Encoding[State]:
    """Return the encoding of the game of a state: one with more entries, if the game has custom megaliths.

    The entries of `CUSTOM_SECTIONS` for each custom megalith, in the order of the ids, follow the 526 entries.
    """
    layout = state._layout
    used = {*(megalith for _, megalith in layout.stones), *layout.upcoming, *layout.deck}
    custom = sorted(used - NUMBERS.keys(), key=lambda megalith: megalith.id)
    if not custom:
        return ENCODING
    places = {**_PLACES, **{megalith: _custom_places(number) for number, megalith in enumerate(custom)}}
    size = ENTRIES + CUSTOM_SECTIONS[-1].stop * len(custom)
    unnumbered = [repr(each.id) for each in custom if not BOX_POWERS.issuperset(each.powers)]
    reason = f"the {SIZE} indices cover the base megaliths, not the powers of {', '.join(unnumbered)}"
    return Encoding(
        actions=SIZE,
        indices=action_indices,
        no_indices=reason if unnumbered else "",
        tensor=partial(_entries, places, size),
        shape=(size,),
    )


ENCODING: Final[Encoding[State]] = Encoding(
    actions=SIZE, indices=action_indices, tensor=tensor, shape=(ENTRIES,), for_state=encoding_for
)
"""The encoding of Cairn with the base megaliths."""
