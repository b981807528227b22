"""States from their parts: `make_state`, which checks them whole."""

from __future__ import annotations

from collections.abc import Mapping

from cairn_rules.cairn.bitboards import bit_set
from cairn_rules.cairn.board import Space, Tribe
from cairn_rules.cairn.decisions import CHOOSE_ACTION
from cairn_rules.cairn.layout import Layout
from cairn_rules.cairn.megalith_data import Megalith
from cairn_rules.cairn.pending import Pending, Snapshot, Waiting
from cairn_rules.cairn.soundness import kind_faults, part_faults, pending_faults, turn_start
from cairn_rules.cairn.state import NOBODY, State
from cairn_rules.cairn.tiles import TILES, Tiles, face_bits
from cairn_rules.cairn.variant import STANDARD, Variant
from cairn_rules.errors import UnsoundStateError


def make_state(
    *,
    shamans: Mapping[Space, Tribe],
    megaliths: Mapping[Space, Megalith],
    upcoming: tuple[Megalith, ...] = (),
    deck: tuple[Megalith, ...] = (),
    tucked: int = 0,
    tiles: Tiles = TILES[0],
    scores: tuple[int, int] = (0, 0),
    active: Tribe = Tribe.SEA,
    turn: int = 0,
    pending: Pending | None = None,
    moved: tuple[Space, ...] = (),
    extra_turn: Tribe | None = None,
    waiting: tuple[Waiting, ...] = (),
    seen: tuple[Snapshot, ...] = (),
    variant: Variant | None = None,
) -> State:
    """A state made by hand, checked whole.

    Args:
        shamans: Who stands where; the others are in their villages.
        megaliths: Which megalith lies where.
        upcoming: The megaliths on display, at most two.
        deck: The face-down megaliths, top first.
        tucked: How many at the bottom of the deck are known to everyone.
        tiles: The face of each tile that lies up.
        scores: Megaliths built, by tribe.
        active: Whose turn it is.
        turn: How many turns are complete.
        pending: The decision that is asked; None for the one that a turn starts with (or `Over`).
        moved: Where the shamans stand that the active player moved in this turn.
        extra_turn: The tribe that Pillars of Spring gave the next turn.
        waiting: What must still be resolved after this decision, in order.
        seen: The positions of this turn at which a power was used.
        variant: The rule options.

    Raises:
        UnsoundStateError: when such a state cannot be; it lists every fault.

    Example:
        >>> from cairn_rules import BASE_SET, Space, Tribe, make_state
        >>> chaos, dawn, alley, deer = (BASE_SET[id] for id in ("chaos", "dawn", "alley", "deer"))
        >>> state = make_state(
        ...     shamans={Space.C3: Tribe.SEA, Space.C4: Tribe.FOREST},
        ...     megaliths={Space.B3: chaos, Space.D3: dawn},
        ...     upcoming=(alley, deer),
        ... )
        >>> state.villages, state.pending
        ((4, 4), ChooseAction())
    """
    parts = {
        "shamans": shamans,
        "megaliths": megaliths,
        "upcoming": upcoming,
        "deck": deck,
        "tucked": tucked,
        "tiles": tiles,
        "scores": scores,
        "active": active,
        "turn": turn,
        "pending": pending,
        "moved": moved,
        "extra_turn": extra_turn,
        "waiting": waiting,
        "seen": seen,
        "variant": variant,
    }
    faults = kind_faults(parts) or part_faults(parts)
    if faults:
        raise UnsoundStateError(faults)
    state = state_between_turns(
        shamans=shamans,
        megaliths=megaliths,
        upcoming=upcoming,
        deck=deck,
        tucked=tucked,
        tiles=tiles,
        scores=scores,
        active=active,
        variant=STANDARD if variant is None else variant,
    )
    start = state._pending
    state._turn = turn
    state._moved = bit_set(moved)
    state._extra = NOBODY if extra_turn is None else int(extra_turn)
    state._waiting = waiting
    state._seen = seen
    state._pending = start if pending is None else pending
    faults = pending_faults(state, start)
    if faults:
        raise UnsoundStateError(faults)
    return state


def state_between_turns(
    *,
    shamans: Mapping[Space, Tribe],
    megaliths: Mapping[Space, Megalith],
    upcoming: tuple[Megalith, ...],
    deck: tuple[Megalith, ...],
    tucked: int,
    tiles: Tiles,
    scores: tuple[int, int],
    active: Tribe,
    variant: Variant,
) -> State:
    """A state that a turn starts with, or that is over, from parts that `part_faults` has found to be sound."""
    bits = [0, 0]
    for space, tribe in shamans.items():
        bits[tribe] |= 1 << space
    layout = Layout(tuple(sorted(megaliths.items())), upcoming, deck, tucked, scores, variant)
    own, enemy = bits[active], bits[1 - active]
    faces = face_bits(tiles)
    state = State(own, enemy, faces, int(active), 0, NOBODY, layout, CHOOSE_ACTION, (), (), 0, None)
    state._pending = turn_start(state)
    return state
