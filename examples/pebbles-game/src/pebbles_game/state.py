"""Actions, states and observations of Pebbles."""

from __future__ import annotations

from typing import Final, TypeAlias, final

from attrs import frozen

from cairn_rules import Fault, UnsoundStateError
from cairn_rules.chance import Chance
from pebbles_game.content import Charm, Pebble

SEATS: Final = ("white", "grey", "black", "red")
"""The names of the seats."""


@final
@frozen
class Draw:
    """Draw a pebble (rule 3)."""


@final
@frozen
class Keep:
    """Keep what was drawn (rule 4)."""


@final
@frozen
class Wish:
    """Give up a pebble for other charms (rule 5)."""

    pebble: Pebble
    """The pebble."""


Action: TypeAlias = Draw | Keep | Wish
"""A decision of the player to move."""


@final
@frozen(kw_only=True)
class State:
    """A state of Pebbles. The charms and the chance are hidden.

    Raises:
        UnsoundStateError: if the parts are not those of a game for 1 to 4 players.
    """

    bag: tuple[Pebble, ...]
    """The pebbles in the bag; their order means nothing."""
    piles: tuple[tuple[Pebble, ...], ...]
    """The pile of each player."""
    drawn: tuple[Pebble, ...] = ()
    """What the active player has drawn in this turn."""
    charms: tuple[Charm, ...]
    """The charm of each player, known to its owner."""
    spare: tuple[Charm, ...]
    """The charms that are set aside, known to nobody."""
    active: int = 0
    """The player whose turn it is."""
    turn: int = 0
    """Number of complete turns."""
    chance: Chance
    """All chance still to come."""

    def __attrs_post_init__(self) -> None:
        players = len(self.piles)
        faults: list[Fault] = []
        if not 1 <= players <= len(SEATS):
            faults.append(Fault("piles", f"{players} piles; there should be 1 to {len(SEATS)}"))
        if len(self.charms) != players:
            faults.append(Fault("charms", f"{len(self.charms)} charms; there should be {players}"))
        if not 0 <= self.active < players:
            faults.append(Fault("active", f"{self.active} is not a player"))
        if self.turn < 0:
            faults.append(Fault("turn", "there are no turns below 0"))
        if faults:
            raise UnsoundStateError(faults)

    @property
    def is_over(self) -> bool:
        """True at the end of the game (rule 6)."""
        return not self.bag and not self.drawn


@final
@frozen(kw_only=True)
class Observation:
    """A state as a player, or a spectator, may know it: without the chance and without others' charms."""

    player: int | None
    """The player; None for a spectator."""
    bag: tuple[Pebble, ...]
    """As in the state."""
    piles: tuple[tuple[Pebble, ...], ...]
    """As in the state."""
    drawn: tuple[Pebble, ...]
    """As in the state."""
    charms: tuple[Charm | None, ...]
    """The charm of each player; None for a hidden one."""
    hidden: tuple[Charm, ...]
    """All charms that are hidden, by id."""
    active: int
    """As in the state."""
    turn: int
    """As in the state."""
