"""Construction of states: `make_state` from all parts, `replaced` from a state and some new parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cairn_rules.argument_checks import checked
from cairn_rules.cairn.rules.soundness import kind_faults, part_faults, pending_faults, turn_faults, turn_start
from cairn_rules.cairn.state.bitboards import bit_set, spaces_in
from cairn_rules.cairn.state.board import Space, Tribe
from cairn_rules.cairn.state.layout import UPCOMING, Layout
from cairn_rules.cairn.state.megalith_data import Megalith
from cairn_rules.cairn.state.pending import ChooseAction, Over, Pending, Snapshot, UsePower, Waiting
from cairn_rules.cairn.state.pending_queue import CHOOSE_ACTION, without_shaman
from cairn_rules.cairn.state.state import NOBODY, State, draft
from cairn_rules.cairn.state.tiles import TILES, Tiles, face_bits
from cairn_rules.cairn.variant import STANDARD, Variant
from cairn_rules.errors import Fault, UnsoundStateError


def make_state(
    *,
    shamans: Mapping[Space, Tribe | int],
    megaliths: Mapping[Space, Megalith],
    upcoming: tuple[Megalith, ...] = (),
    deck: tuple[Megalith, ...] = (),
    tucked: int = 0,
    tiles: Tiles = TILES[0],
    scores: tuple[int, int] = (0, 0),
    active: Tribe | int = Tribe.SEA,
    turn: int = 0,
    pending: Pending | None = None,
    moved: tuple[Space, ...] = (),
    extra_turn: Tribe | int | None = None,
    waiting: tuple[Waiting, ...] = (),
    seen: tuple[Snapshot, ...] = (),
    variant: Variant | None = None,
) -> State:
    """Return a state made from its parts, after checking all of them.

    The result equals the same state reached by playing.

    Args:
        shamans: The tribe of the shaman, or its seat number, on each occupied space. All others are in their villages.
        megaliths: The megalith on each space that has one.
        upcoming: The megaliths on display, at most two.
        deck: The face-down megaliths, top first.
        tucked: Number of megaliths at the bottom of the deck that everyone knows.
        tiles: The visible face of each tile.
        scores: Megaliths built, by tribe.
        active: The tribe whose turn it is, or its seat number.
        turn: Number of completed turns.
        pending: The decision to make (default: the one at the start of a turn, or `Over`).
        moved: Spaces of the shamans that the active player moved in this turn.
        extra_turn: The tribe that a power gave the next turn, its seat number, or None.
        waiting: The items to resolve after the pending decision, in order.
        seen: The positions of this turn at which a power was used.
        variant: The rule options (default: the rules as printed).

    Raises:
        UnsoundStateError: if the state is impossible; it lists every fault.

    Example:
        >>> from cairn_rules.cairn import BASE_SET, Space, Tribe
        >>> from cairn_rules.cairn import make_state
        >>> chaos, dawn, alley, deer = (BASE_SET[id] for id in ("chaos", "dawn", "alley", "deer"))
        >>> state = make_state(
        ...     shamans={Space.C3: Tribe.SEA, Space.C4: Tribe.FOREST},
        ...     megaliths={Space.B3: chaos, Space.D3: dawn},
        ...     upcoming=(alley, deer),
        ... )
        >>> state.villages, state.pending
        ((4, 4), ChooseAction())
    """
    parts = dict(locals())
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
    shamans: Mapping[Space, Tribe | int],
    megaliths: Mapping[Space, Megalith],
    upcoming: tuple[Megalith, ...],
    deck: tuple[Megalith, ...],
    tucked: int,
    tiles: Tiles,
    scores: tuple[int, int],
    active: Tribe | int,
    variant: Variant,
) -> State:
    """Return a state at the start of a turn, or a finished one, from parts that `part_faults` accepts."""
    bits = [0, 0]
    for space, tribe in shamans.items():
        bits[tribe] |= 1 << space
    layout = Layout(tuple(sorted(megaliths.items())), upcoming, deck, tucked, scores, variant)
    own, enemy = bits[active], bits[1 - active]
    faces = face_bits(tiles)
    state = State(own, enemy, faces, int(active), layout, CHOOSE_ACTION, 0)
    state._pending = turn_start(state)
    return state


@checked
def replaced(
    state: State,
    *,
    shamans: Mapping[Space, Tribe | int] | None = None,
    megaliths: Mapping[Space, Megalith] | None = None,
    upcoming: Iterable[Megalith] | None = None,
    tiles: Tiles | None = None,
    moved: Iterable[Space] | None = None,
    extra_turn: Tribe | int | None = None,
) -> State:
    """Return the state with some parts replaced; see `State.replace`."""
    given: dict[str, Any] = {
        "shamans": shamans,
        "megaliths": megaliths,
        "upcoming": upcoming if upcoming is None else tuple(upcoming),
        "tiles": tiles,
        "moved": moved if moved is None else tuple(moved),
        "extra_turn": extra_turn,
    }
    parts = {name: value for name, value in given.items() if value is not None}
    field: Mapping[Space, Megalith] = parts.get("megaliths", state.megaliths)
    display: tuple[Megalith, ...] = parts.get("upcoming", state.upcoming)
    faults = kind_faults(parts) or [
        *part_faults({"shamans": parts.get("shamans", {})}),
        *_laying_faults(state, field, display),
    ]
    if faults:
        raise UnsoundStateError(faults)
    after = draft(state)
    if shamans is not None:
        _place(after, shamans)
    if tiles is not None:
        after._faces = face_bits(tiles)
    if moved is not None:
        after._moved = bit_set(parts["moved"])
    if extra_turn is not None:
        after._extra = int(extra_turn)
    if megaliths is not None or upcoming is not None:
        after._layout = _laid(state._layout, field, display)
    faults = _faults_after(after)
    if faults:
        raise UnsoundStateError(faults)
    return after


def _faults_after(after: State) -> list[Fault]:
    """Return the faults of a changed state. Between turns, set the pending decision from the position."""
    if isinstance(after._pending, UsePower):  # an effect may leave any state from which the turn can continue
        return list(turn_faults(after))
    start = turn_start(after)
    if isinstance(after._pending, ChooseAction | Over):
        after._pending = start
    return pending_faults(after, start)


def _place(after: State, shamans: Mapping[Space, Tribe | int]) -> None:
    """Put the shamans of a draft on new spaces. A space that loses its shaman loses its marks."""
    bits = [bit_set(space for space, each in shamans.items() if each == tribe) for tribe in Tribe]
    own, enemy = bits[after._active], bits[1 - after._active]
    gone = (after._own & ~own) | (after._enemy & ~enemy)
    after._own, after._enemy = own, enemy
    after._moved &= ~gone
    for space in spaces_in(gone):
        after._waiting = without_shaman(after._waiting, space)


def _laying_faults(
    state: State, megaliths: Mapping[Space, Megalith], upcoming: tuple[Megalith, ...]
) -> Iterator[Fault]:
    """Yield the faults of rearranged megaliths, which must come from the board and the display."""
    known = {*state.megaliths.values(), *state.upcoming}
    yield from part_faults({"megaliths": megaliths, "upcoming": upcoming})
    for name, group in (("megaliths", megaliths.values()), ("upcoming", upcoming)):
        for megalith in group:
            if megalith not in known:
                yield Fault(name, f"{megalith.id!r} is neither on the board nor upcoming")
    if len(megaliths) != len(state.megaliths):
        yield Fault("megaliths", f"{len(megaliths)} on the board; their number must stay {len(state.megaliths)}")
    if len(upcoming) > len(state.upcoming):
        yield Fault("upcoming", f"{len(upcoming)} upcoming megaliths; there can be at most {len(state.upcoming)}")


def _laid(layout: Layout, megaliths: Mapping[Space, Megalith], upcoming: tuple[Megalith, ...]) -> Layout:
    """Return a layout with its open megaliths rearranged.

    Those left out go under the deck, and the top of the deck fills the display.
    """
    # 1. megaliths that are left out go under the deck
    stay = {*megaliths.values(), *upcoming}
    tucked = [each for each in (*layout.megaliths.values(), *layout.upcoming) if each not in stay]
    deck = [*layout.deck, *tucked]
    # 2. upcoming megaliths that stay keep their slots; new ones, then the deck, fill the others
    new = [each for each in upcoming if each not in layout.upcoming]
    shown = [each if each in upcoming else None for each in layout.upcoming]
    for slot, each in enumerate(shown):
        if each is None and (new or deck):
            shown[slot] = (new or deck).pop(0)
    # 3. the deck fills slots that were already free
    display = [each for each in shown if each is not None]
    free = UPCOMING - len(display)
    display, deck = display + deck[:free], deck[free:]
    return Layout(
        tuple(sorted(megaliths.items())),
        tuple(display),
        tuple(deck),
        min(layout.tucked + len(tucked), len(deck)),
        layout.scores,
        layout.variant,
    )
