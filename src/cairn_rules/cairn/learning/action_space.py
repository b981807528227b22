"""The action index of Cairn: a fixed number from 0 to 640 for every legal action."""

from __future__ import annotations

from itertools import combinations
from typing import Final, assert_never

from cairn_rules.cairn.megaliths import effects
from cairn_rules.cairn.megaliths.megaliths import BOX_POWERS, cromlech
from cairn_rules.cairn.rules.rules import legal_actions
from cairn_rules.cairn.state.actions import Action, Add, Construct, Effect, Jump, Move, Pass, Transform
from cairn_rules.cairn.state.bitboards import NEIGHBOUR_BITS
from cairn_rules.cairn.state.board import DIRECTIONS, SIDE, SPACES, VILLAGE, Destination, Space, space_at
from cairn_rules.cairn.state.layout import UPCOMING
from cairn_rules.cairn.state.pending import UsePower
from cairn_rules.cairn.state.state import State
from cairn_rules.cairn.state.tiles import Tile
from cairn_rules.checks import as_int
from cairn_rules.encoding import Section, in_order
from cairn_rules.errors import EncodingError, quoted


def _leaps(origin: Space) -> tuple[Space, ...]:
    landings = (space_at(origin.file + 2 * df, origin.rank + 2 * dr) for df, dr in DIRECTIONS)
    return tuple(landing for landing in landings if landing is not None)


STEPS: Final = tuple((a, b) for a in SPACES for b in SPACES if NEIGHBOUR_BITS[a] >> b & 1)
"""Origin and destination of each step to an adjacent space, by index from `FIRST_STEP`."""
LEAPS: Final = tuple((a, b) for a in SPACES for b in _leaps(a))
"""Origin and destination of each jump over a space, by index from `FIRST_LEAP`."""
EXITS: Final = tuple(space for space in SPACES if space.rank != SIDE // 2)
"""Origin of each exit, by index from `FIRST_EXIT`. No shaman leaves the board from the middle rank."""
SWAPS: Final = tuple(combinations(SPACES, 2))
"""Spaces of each pair of megaliths, by index from `FIRST_SWAP`."""

SECTIONS: Final = in_order(
    (
        Section(
            "step",
            "origin and destination of a shaman (a move, Deer Rock, Menhir, Fairy Circle, Haven), or of a megalith"
            " (Sanctuary)",
            (len(STEPS),),
        ),
        Section("leap", "origin and destination of a jump", (len(LEAPS),)),
        Section("exit", "origin of an exit by a move, a jump or a power; never on the middle rank", (len(EXITS),)),
        Section(
            "space",
            "space of the shaman (Add, Chaos, Dawn, Alley, Tumulus, a transformation), or its destination (Cromlech)",
            (len(SPACES),),
        ),
        Section("swap", "lower and higher space (Stormwell)", (len(SWAPS),)),
        Section("replacement", "space, and slot of the display (Source of Silver)", (len(SPACES), UPCOMING)),
        Section("flip", "the tile Add, Move or Jump (Memorial Mound)", (len(Tile),)),
        Section("build", "slot of the display", (UPCOMING,)),
        Section("only", "`Pass()`, and the only option of Pillars of Spring"),
    )
)
_FIRST: Final = {section.name: section.first for section in SECTIONS}
FIRST_STEP: Final = _FIRST["step"]
FIRST_LEAP: Final = _FIRST["leap"]
FIRST_EXIT: Final = _FIRST["exit"]
FIRST_SPACE: Final = _FIRST["space"]
FIRST_SWAP: Final = _FIRST["swap"]
FIRST_REPLACEMENT: Final = _FIRST["replacement"]
FIRST_FLIP: Final = _FIRST["flip"]
FIRST_BUILD: Final = _FIRST["build"]
ONLY: Final = _FIRST["only"]
SIZE: Final = SECTIONS[-1].stop
"""Number of indices: 641."""

_STEP: Final = {pair: index for index, pair in enumerate(STEPS, FIRST_STEP)}
_LEAP: Final = {pair: index for index, pair in enumerate(LEAPS, FIRST_LEAP)}
_EXIT: Final = {origin: index for index, origin in enumerate(EXITS, FIRST_EXIT)}
_SWAP: Final = {pair: index for index, pair in enumerate(SWAPS, FIRST_SWAP)}
_FLIP: Final = {tile: index for index, tile in enumerate(Tile, FIRST_FLIP)}


def action_at(state: State, index: int) -> Action:
    """Return the legal action with an index.

    The index is from 0 to 640. A float is not an index, even if it is whole. Raise an `EncodingError` if no legal
    action has this index, or the options of a custom megalith are pending.

    Example:
        >>> from cairn_rules import cairn
        >>> state = cairn.new_game(seed=7, faces="wooe", first=cairn.Tribe.SEA)
        >>> action_at(state, 263)
        Add(to=D1)
    """
    wanted = as_int(index)
    for action in legal_actions(state):
        if _index(state, action) == wanted:
            return action
    raise EncodingError(f"no legal action has the index {quoted(index)} here")


def action_indices(state: State) -> tuple[int, ...]:
    """Return the indices of the legal actions, in the order of `legal_actions`.

    Raises:
        EncodingError: if the options of a custom megalith are pending.

    Example:
        >>> from cairn_rules import cairn
        >>> state = cairn.parse_position("5/5/1f3/2s2/5 s wooe b4=dawn,c3=pillars deer,menhir - 0-0")
        >>> action_indices(cairn.apply(state, cairn.parse_action("c2-c3", state)))
        (640,)
    """
    return tuple([_index(state, action) for action in legal_actions(state)])


def _index(state: State, action: Action) -> int:
    match action:
        case Move():
            return _going(_STEP, action.origin, action.to)
        case Jump():
            return _going(_LEAP, action.origin, action.to)
        case Add():
            return FIRST_SPACE + action.to
        case Transform():
            return FIRST_SPACE + action.victim
        case Construct():
            return FIRST_BUILD + state.upcoming.index(action.megalith)
        case Pass():
            return ONLY
        case Effect():
            return _option_index(state, action)
        case _:
            assert_never(action)


def _going(table: dict[tuple[Space, Space], int], origin: Space, to: Destination) -> int:
    return _EXIT[origin] if to is VILLAGE else table[origin, to]


def _option_index(state: State, option: Effect) -> int:
    """Return the index of an option of a base megalith's power."""
    pending = state.pending
    assert isinstance(pending, UsePower), "an effect is only legal when a power is used"
    power = pending.megalith.powers[len(pending.chosen)]
    if power not in BOX_POWERS:
        raise EncodingError(
            f"the options of {pending.megalith.id!r} have no fixed index: the 641 indices cover the base megaliths;"
            " an Encoder, a batch or an environment with dynamic=256 numbers the legal actions of each decision"
        )
    match option:
        case effects.Relocate() if power is cromlech.powers[0]:
            assert option.to is not VILLAGE, "Cromlech of the Stars leads to a megalith"
            return FIRST_SPACE + option.to
        case effects.Relocate():
            return _going(_STEP, option.origin, option.to)
        case effects.SlideMegalith():
            return _STEP[option.origin, option.to]
        case effects.Banish():
            return FIRST_SPACE + option.space
        case effects.Summon():
            return FIRST_SPACE + option.to
        case effects.SwapMegaliths():
            return _SWAP[option.first, option.second]
        case effects.ReplaceMegalith():
            return FIRST_REPLACEMENT + UPCOMING * option.space + state.upcoming.index(option.megalith)
        case effects.FlipTile():
            return _FLIP[option.tile]
        case _:  # open: effects are anyone's to define
            assert isinstance(option, effects.TakeExtraTurn), "the powers of the base megaliths offer no other effect"
            return ONLY
