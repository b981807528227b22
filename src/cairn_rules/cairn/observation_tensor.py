"""The observation tensor of Cairn: 526 bytes for what a tribe sees."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn.action_space import SIZE, action_indices
from cairn_rules.cairn.board import SPACES, TRIBES
from cairn_rules.cairn.box_megaliths import BASE_SET
from cairn_rules.cairn.megalith_data import Megalith
from cairn_rules.cairn.observation import Observation
from cairn_rules.cairn.pending import BuildMegalith, ChooseAction, Over, TransformOrPass, UsePower
from cairn_rules.cairn.state import State
from cairn_rules.cairn.tiles import face_bits
from cairn_rules.checks import check_observation
from cairn_rules.encoding import Encoding
from cairn_rules.errors import DefinitionError, EncodingError, quoted

__all__ = ["tensor"]

NUMBERS: Final = {megalith: number for number, megalith in enumerate(BASE_SET)}
"""The number of each base megalith."""
KINDS: Final = (ChooseAction, UsePower, BuildMegalith, TransformOrPass)
"""The kinds of decisions, in the order of their entries."""

OWN: Final = 0
ENEMY: Final = OWN + len(SPACES)
MOVED: Final = ENEMY + len(SPACES)
STONES: Final = MOVED + len(SPACES)
PENDING: Final = STONES + len(SPACES) * len(NUMBERS)
DISPLAY: Final = PENDING + len(SPACES)
UNKNOWN: Final = DISPLAY + 2 * len(NUMBERS)
KNOWN: Final = UNKNOWN + len(NUMBERS)
FACES: Final = KNOWN + len(NUMBERS)
SCORES: Final = FACES + 4
KIND: Final = SCORES + 2
EXTRA: Final = KIND + len(KINDS)
VARIANT: Final = EXTRA + 2
SEAT: Final = VARIANT + 5
ENTRIES: Final = SEAT + 3
"""Number of entries of the tensor: 526."""


def tensor(observation: Observation, seat: int) -> bytes:
    """Return what a tribe sees as 526 bytes.

    "Own" is the observing tribe's, "enemy" the other's. The board is never turned round, so that action indices and
    tensors agree. Megaliths are numbered from 0 to 13 in the order of `BASE_SET`, spaces as usual.

    | entries | meaning |
    |---|---|
    | 0 to 24 | 1 for each space with an own shaman |
    | 25 to 49 | 1 for each space with an enemy shaman |
    | 50 to 74 | 1 for each space whose shaman counts as moved in this turn |
    | 75 to 424 | for each megalith, 25 entries: 1 for the space where it is |
    | 425 to 449 | 1 for the space of the pending power or build |
    | 450 to 463 | 1 for the megalith in the first slot of the display |
    | 464 to 477 | 1 for the megalith in the second slot |
    | 478 to 491 | 1 for each megalith in the part of the deck whose order is unknown |
    | 492 to 505 | for each megalith in the known part of the deck, its depth: 1 is the top of the whole deck |
    | 506 to 509 | 1 for a black totem, diagonal moves, jumps over the enemy, an enemy in the middle |
    | 510, 511 | own and enemy score |
    | 512 to 515 | the kind of the decision: 1 for an action, a power, a build, or a transformation |
    | 516, 517 | 1 if the extra turn is own, or the enemy's |
    | 518 to 522 | 1 for `power_exit`, `corner_exit`, the trigger `acted`, a mandatory transformation, `dawn_banishes` |
    | 523 | 1 if it is the own turn |
    | 524 | 1 if the own tribe decides |
    | 525 | the own tribe: 0 Sea, 1 Forest |

    All other entries are 0. The positions already seen in a chain of powers (rule 6.7) are not encoded; they only limit
    the legal actions.

    Args:
        observation: The observation.
        seat: The tribe that observes.

    Raises:
        DefinitionError: if the first argument is not an observation, or `seat` not a tribe.
        EncodingError: if a custom megalith is in the game.

    Example:
        >>> import cairn_rules as cairn
        >>> seen = cairn.observe(cairn.new_game(seed=7, faces="bdoe"), cairn.Tribe.FOREST)
        >>> list(tensor(seen, cairn.Tribe.FOREST)[506:512])
        [1, 1, 0, 0, 0, 0]
    """
    check_observation(observation, Observation)
    _check_tribe(seat)
    entries = bytearray(ENTRIES)
    # 1. the board
    for space, tribe in observation.shamans.items():
        entries[(OWN if tribe == seat else ENEMY) + space] = 1
    for space in observation.moved:
        entries[MOVED + space] = 1
    for space, megalith in observation.megaliths.items():
        entries[STONES + len(SPACES) * _number(megalith) + space] = 1
    # 2. the display and the deck
    for slot, megalith in enumerate(observation.upcoming):
        entries[DISPLAY + len(NUMBERS) * slot + _number(megalith)] = 1
    for megalith in observation.unknown:
        entries[UNKNOWN + _number(megalith)] = 1
    for depth, megalith in enumerate(observation.tucked, len(observation.unknown) + 1):
        entries[KNOWN + _number(megalith)] = depth
    # 3. tiles, scores and options
    faces = face_bits(observation.tiles)
    entries[FACES:SCORES] = bytes(faces >> bit & 1 for bit in range(4))
    entries[SCORES:KIND] = bytes((observation.scores[seat], observation.scores[1 - seat]))
    variant = observation.variant
    entries[VARIANT:SEAT] = bytes(
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
        entries[KIND + KINDS.index(type(pending))] = 1
    if isinstance(pending, UsePower | BuildMegalith):
        entries[PENDING + pending.space] = 1
        decider = pending.decider if isinstance(pending, UsePower) else pending.builder
    if extra is not None:
        entries[EXTRA + (extra != seat)] = 1
    entries[SEAT:ENTRIES] = bytes((observation.active == seat, decider == seat, seat))
    return bytes(entries)


def _check_tribe(seat: int) -> None:
    if seat not in TRIBES:
        raise DefinitionError(f"{quoted(seat)} is not a tribe: use 0 (Sea) or 1 (Forest)")


def _number(megalith: Megalith) -> int:
    number = NUMBERS.get(megalith)
    if number is None:
        raise EncodingError(f"the tensor of Cairn has no entries for the custom megalith {megalith.id!r}")
    return number


ENCODING: Final[Encoding[State]] = Encoding(actions=SIZE, indices=action_indices, tensor=tensor, shape=(ENTRIES,))
"""The encoding of Cairn."""
