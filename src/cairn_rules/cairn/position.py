"""Positions between turns as text, and back: `format_position`, `parse_position`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from cairn_rules.cairn.bitboards import bit_set
from cairn_rules.cairn.board import Space, Tribe
from cairn_rules.cairn.ground import Ground
from cairn_rules.cairn.megaliths import BASE_SET
from cairn_rules.cairn.observation import Observation
from cairn_rules.cairn.pending import ChooseAction, Over
from cairn_rules.cairn.placed import FIRST_RANK, FOREST, both_tribes, placed
from cairn_rules.cairn.position_reading import FACE_BITS, RANK_BITS, RANKS, read_carefully
from cairn_rules.cairn.powers import Megalith
from cairn_rules.cairn.soundness import kind_faults, turn_start
from cairn_rules.cairn.state import State
from cairn_rules.cairn.variant import STANDARD, Variant
from cairn_rules.errors import DefinitionError, Fault, NotationError, UnsoundStateError
from cairn_rules.kept import Kept
from cairn_rules.registry import Registry


def format_position(state: State | Observation) -> str:
    """A position between two turns as text, in seven fields.

    Returns:
        `<field> <tribe> <faces> <megaliths> <upcoming> <deck> <score>`. Field: ranks 5 to 1, `s`
        and `f` for shamans, digits for runs of empty spaces. Faces: Add, Move, Jump,
        Transformation. A `|` in the deck stands before the tiles that everyone knows; in an
        observation `?n` stands for the unknown ones.

    Raises:
        NotationError: when the state is in the middle of a turn.

    Example:
        >>> import cairn_rules as cairn
        >>> state = cairn.new_game(seed=7, megaliths=cairn.LIGHT_SET, circles=("chaos", "dawn"))
        >>> cairn.format_position(cairn.observe(state, None))
        'f1f1f/5/5/5/s1s1s s bdom b3=chaos,d3=dawn menhir,sanctuary ?4 0-0'
    """
    if not isinstance(state.pending, _BETWEEN_TURNS):
        raise NotationError(
            repr(state), [Fault("pending", "a position text stands for a position between turns, not within one")]
        )
    if isinstance(state, Observation):
        both = bit_set(space + FOREST * tribe for space, tribe in dict(state.shamans).items())
        unknown = f"?{len(state.unknown)}" if state.unknown else ""
        rest = _format_rest(dict(state.megaliths), state.upcoming, unknown, state.tucked, state.scores)
        faces = str(state.tiles)
    else:
        both = both_tribes(state)
        ground = state._ground
        rest = ground.texts.get("position") or _format_ground(ground)
        faces = _FACES[state._faces]
    return (
        f"{RANKS[both >> 20 & FIRST_RANK]}/{RANKS[both >> 15 & FIRST_RANK]}/{RANKS[both >> 10 & FIRST_RANK]}"
        f"/{RANKS[both >> 5 & FIRST_RANK]}/{RANKS[both & FIRST_RANK]} {state.active.letter} {faces} {rest}"
    )


_BETWEEN_TURNS: Final = (ChooseAction, Over)
_FACES: Final = tuple(FACE_BITS)
_ACTIVE: Final = {tribe.letter: int(tribe) for tribe in Tribe}


def _format_ground(ground: Ground) -> str:
    """The last four fields of the positions with a ground, kept with it."""
    hidden = len(ground.deck) - ground.tucked
    unknown, tucked = _ids(ground.deck[:hidden]), ground.deck[hidden:]
    text = ground.texts["position"] = _format_rest(ground.megaliths, ground.upcoming, unknown, tucked, ground.scores)
    return text


def _format_rest(
    stones: Mapping[Space, Megalith],
    upcoming: tuple[Megalith, ...],
    unknown: str,
    tucked: tuple[Megalith, ...],
    scores: tuple[int, int],
) -> str:
    fields = (
        ",".join([f"{space}={megalith.id}" for space, megalith in stones.items()]),
        _ids(upcoming),
        f"{unknown}|{_ids(tucked)}" if tucked else unknown,
        f"{scores[0]}-{scores[1]}",
    )
    return " ".join(field or "-" for field in fields)


def _ids(megaliths: Iterable[Megalith]) -> str:
    return ",".join([megalith.id for megalith in megaliths])


def parse_position(text: str, registry: Registry[Megalith] = BASE_SET, variant: Variant | None = None) -> State:
    """The state at the start of a turn that a text stands for; the reverse of `format_position`.

    Args:
        text: Seven fields with white space between them.
        registry: Where the megaliths' ids are looked up.
        variant: The rule options.

    Raises:
        NotationError: when the text is no position, or one that cannot be. Every fault is listed
            with its field and its column, from 1.
        DefinitionError: when the registry is none.
        UnsoundStateError: when the variant is none.

    Example:
        >>> import cairn_rules as cairn
        >>> text = "f1f1f/5/5/5/s1s1s s wooe b3=chaos,d3=dawn cromlech,pillars alley,deer 0-0"
        >>> cairn.format_position(cairn.parse_position(text)) == text
        True
        >>> cairn.parse_position("f1f1f/5/5/5/s1s2s x wooe b3=chaos,d3=dwan - - 0-0")
        Traceback (most recent call last):
        ...
        cairn_rules.errors.NotationError: cannot read 'f1f1f/5/5/5/s1s2s x wooe b3=chaos,d3=dwan - - 0-0': ...
    """
    if not isinstance(registry, Registry):
        raise DefinitionError(f"{registry!r} is no Registry")
    if variant is not None and (faults := kind_faults({"variant": variant})):
        raise UnsoundStateError(faults)
    known = _from_known_parts(text, registry, variant)
    if known is not None:
        return known
    state = read_carefully(text, registry, STANDARD if variant is None else variant)
    *_, rest = text.split(None, 3)
    _GROUNDS.keep(rest, registry, variant, state._ground)
    return state


_GROUNDS: Final[Kept[Ground]] = Kept()
"""The ground that the last four fields of a text stand for, as it was read with care before."""


def _from_known_parts(text: str, registry: Registry[Megalith], variant: Variant | None) -> State | None:
    """The state of a text whose ground was read before, and whose other fields are as `format_position` writes them."""
    try:
        field, tribe, faces, rest = text.split(None, 3)
        ground = _GROUNDS.get(rest, registry, variant)
        if ground is None:
            return None
        five, four, three, two, one = field.split("/")
        both = (
            RANK_BITS[five] << 20
            | RANK_BITS[four] << 15
            | RANK_BITS[three] << 10
            | RANK_BITS[two] << 5
            | RANK_BITS[one]
        )
        state = placed(both, _ACTIVE[tribe], FACE_BITS[faces], ground)
    except (ValueError, KeyError):
        return None
    if state is not None:
        state._pending = turn_start(state)
    return state
