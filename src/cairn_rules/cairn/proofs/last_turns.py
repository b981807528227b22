"""What a tribe can still win in the last of its turns that a search for forced wins looks at: `LastTurn`.

With base megaliths only, the deck and the display do not matter then, and most decisions need no search.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, TypeAlias, final

from cairn_rules.cairn.megaliths.effect_rules import marks_as_moved
from cairn_rules.cairn.megaliths.effects import Relocate
from cairn_rules.cairn.megaliths.megaliths import CHAINING_IDS
from cairn_rules.cairn.rules.transformations import fresh_victims
from cairn_rules.cairn.state.actions import Action
from cairn_rules.cairn.state.bitboards import SINGLE, bit_set
from cairn_rules.cairn.state.board import SHAMANS, VILLAGE, Space
from cairn_rules.cairn.state.layout import MEGALITHS_TO_WIN, Layout
from cairn_rules.cairn.state.megalith_data import Megalith
from cairn_rules.cairn.state.pending import BuildMegalith, TransformOrPass, UsePower
from cairn_rules.cairn.state.state import State
from cairn_rules.cairn.state.tile_actions import BLOCKED, Reach
from cairn_rules.cairn.state.tiles import ADD_BIT, MOVE_BIT

_Position: TypeAlias = tuple[int, int, int, int, int]
"""Own shamans, enemies, those that moved, the faces, and the space where a shaman arrived, as bits."""
_ALIKE: Final = ("stormwell", "source")
"""Ids of the base megaliths of whose options none matters more than another."""


@final
class LastTurn:
    """The last turn of a player. It wins by a block, or if `scores`, by another megalith (rules 9.1, 9.2).

    `stones` are the megaliths on the board, and `reaches` the possible actions of the opponent.
    """

    def __init__(
        self, stones: tuple[tuple[Space, Megalith], ...], reaches: tuple[Reach, ...], player: int, *, scores: bool
    ) -> None:
        self._player = player
        self._scores = scores
        self._stones = bit_set([space for space, _ in stones])
        self._chaining = bit_set([space for space, stone in stones if stone.id in CHAINING_IDS])
        self._reaches = reaches

    def look_at(self, state: State, actions: tuple[Action, ...]) -> tuple[bool | None, tuple[Action, ...]]:
        """Return whether a state is won, or None and those of its legal actions that must be searched."""
        pending = state._pending
        if isinstance(pending, BuildMegalith):
            return self._scores or None, actions[:1]
        now = (state._own, state._enemy, state._moved, state._faces)
        if isinstance(pending, TransformOrPass):
            return self._wins(*now, 0), actions
        if isinstance(pending, UsePower):
            power = pending.megalith.id
            if power not in CHAINING_IDS:
                return self._wins(*now, 1 << pending.space), actions[:1] if power in _ALIKE else actions
            if pending.decider != self._player:
                return None, actions
        after = _after_step if isinstance(pending, UsePower) else _after_tile
        open_actions: list[Action] = []
        for action in actions:
            won = self._builds(action) or self._wins(*after(state, action))
            if won:
                return True, ()
            if won is None:
                open_actions.append(action)
        return None if open_actions else False, tuple(open_actions)

    def _builds(self, action: Any) -> bool:
        """Return whether an action leads out of the board and to a megalith that wins."""
        return self._scores and action.to is VILLAGE and not self._stones >> action.origin & 1

    def _wins(self, own: int, enemy: int, moved: int, faces: int, there: int) -> bool | None:
        """Return whether the player wins after an arrival in a position; None if that must be searched."""
        if there & self._chaining:
            return None
        victims = fresh_victims(own, enemy, moved, faces) if self._scores else 0
        if there & self._stones:
            flipped = (faces, faces ^ ADD_BIT, faces ^ MOVE_BIT)
            return None if victims or self._blocks(own, enemy, flipped, 2) else False
        if victims & ~self._stones:
            return True
        return None if self._blocks(own, enemy, (faces,), 1) else False

    def _blocks(self, own: int, enemy: int, faces: tuple[int, ...], lost: int) -> bool:
        """Return whether the enemy may have no action after it lost at most some shamans.

        It then has no shaman in its village, or one that cannot move on the totem, and no other one can move.
        """
        occupied = own | enemy
        for each in faces:
            reach = self._reaches[each]
            on_totem = enemy & reach.totem
            if not on_totem and enemy.bit_count() < SHAMANS:
                continue
            movable = 0
            rest = enemy
            while rest:
                bit = rest & -rest
                rest ^= bit
                origin = reach.origins[bit % SINGLE]
                if origin.moves[(occupied & origin.blocking) % BLOCKED]:
                    movable += 1
                    if movable > lost or not on_totem or bit == on_totem:
                        break
            else:
                return True
        return False


_last_turn: Final = lru_cache(maxsize=1024)(LastTurn)


@lru_cache(maxsize=1024)
def last_turn(layout: Layout, player: int) -> LastTurn:
    """Return the last turn of a player on a layout: the same one for layouts of which it wins the same."""
    scores = layout.scores[player] == MEGALITHS_TO_WIN - 1 and bool(layout.upcoming)
    return _last_turn(layout.stones, layout.reaches[1 - player], player, scores=scores)


def _after_tile(state: State, action: Any) -> _Position:
    """Return the position after an action with a tile."""
    landing, changed, tile = action._bits
    return state._own ^ changed, state._enemy & ~landing, landing, state._faces ^ tile, landing


def _after_step(state: State, action: Any) -> _Position:
    """Return the position after the power of a base megalith moved or added a shaman."""
    there = 1 << action.to
    here = 1 << action.origin if isinstance(action, Relocate) else 0
    own, enemy = state._own & ~here, state._enemy & ~(here | there)
    if here & state._enemy:
        enemy |= there
    else:
        own |= there
    moved = state._moved & ~(here | there)
    if here & state._moved or marks_as_moved(state):
        moved |= there
    return own, enemy, moved, state._faces, there
