"""What players count on the table: the food capacity, Influence, and Labor in the Eclipse."""

from __future__ import annotations

from typing import cast

from cairn_rules.checks import check_seat, not_a_state
from cairn_rules.endless_winter.rules.eclipse import human_labor
from cairn_rules.endless_winter.rules.observation import Observation, SeenPlayer
from cairn_rules.endless_winter.rules.pieces import influence_on
from cairn_rules.endless_winter.state.hexes import HEXES, Hex
from cairn_rules.endless_winter.state.state import Player, State, check_sound_once
from cairn_rules.errors import DefinitionError, quoted


def food_capacity(state: State | Observation, seat: int) -> int:
    """Return the most Food that a player can have now: Camps block the last spaces of the Food track (rule 2.1).

    Raises:
        DefinitionError: if an argument is not of its kind, or the seat does not exist.

    Example:
        >>> from cairn_rules import endless_winter
        >>> endless_winter.food_capacity(endless_winter.make_state(), 0)
        6
    """
    player = _player(state, seat)
    return state.pack.food_capacity(player.camps_left)


def influence(state: State | Observation, tile: Hex) -> tuple[int, ...]:
    """Return the Influence of each player on a tile: 1 for a Camp there, 2 for a Village that touches it (rule 8.4).

    Players are in seat order. In a solo game the rival follows.

    Raises:
        DefinitionError: if an argument is not of its kind, or the tile does not exist.

    Example:
        >>> from cairn_rules.endless_winter import Hex, influence
        >>> from cairn_rules.endless_winter import make_state
        >>> state = make_state(players=({"camps": (Hex(0, 1), Hex(0, 1))}, {"camps": (Hex(0, 1),)}))
        >>> influence(state, Hex(0, 1))
        (2, 1)
    """
    _check(state)
    if tile not in HEXES:
        raise DefinitionError(f"{quoted(tile)} is not a tile of the map, such as Hex(1, 0)")
    return tuple(influence_on(tile, state.players))


def eclipse_labor(state: State | Observation, seat: int) -> int:
    """Return the Labor of a player in the Eclipse so far, in halves (rule 11.1).

    It counts the figures on the Eclipse space and the cards of the Ritual pile. In an observation, cards that the seat
    may not see are left out.

    Raises:
        DefinitionError: if an argument is not of its kind, or the seat does not exist.

    Example:
        >>> from cairn_rules.endless_winter import eclipse_labor
        >>> from cairn_rules.endless_winter import make_state
        >>> state = make_state(phase="eclipse", players=({"resting": 1, "ritual": ("hunter", "C101")}, {}))
        >>> eclipse_labor(state, 0)
        7
    """
    player = _player(state, seat)
    return human_labor(state.pack, player)


def _player(state: State | Observation, seat: int) -> Player | SeenPlayer:
    _check(state)
    return state.players[cast("int", check_seat(seat, state.seats, spectator=False))]


def _check(state: object) -> None:
    if isinstance(state, State):
        check_sound_once(state)
    elif not isinstance(state, Observation):
        raise not_a_state(state)
