"""The state of a game at one decision, as an immutable value."""

from __future__ import annotations

from importlib import import_module
from typing import Any, ClassVar, Final, Literal, TypeAlias, final, get_args

from cairn_rules.chance import Chance
from cairn_rules.checks import RemembersActions, check_state
from cairn_rules.endless_winter.content import Pack
from cairn_rules.endless_winter.effects import Effect
from cairn_rules.endless_winter.state.actions import Action
from cairn_rules.endless_winter.state.agenda import Frame
from cairn_rules.endless_winter.state.hexes import Hex, Juncture
from cairn_rules.endless_winter.state.megaliths import Megalith
from cairn_rules.endless_winter.variant import Variant
from cairn_rules.frozen_classes import field, frozen
from cairn_rules.game import ADDED_LATER, Pictured
from cairn_rules.replace import replaced

SEAT_NAMES: Final = ("cyan", "red", "orange", "green")
"""The names of the seats, after the colours of the figures."""
Phase: TypeAlias = Literal["setup", "action", "eclipse", "over"]
"""A phase of the game."""
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)


@final
@frozen(kw_only=True, slots=False)
class Player:
    """The cards, the goods and the pieces of a player.

    Cards are ids. Except in decks and the Burial Ground, they are in the pack's order, because their order has no
    meaning.
    """

    chief: str | None = None
    """The id of the Chief card; None before it is chosen, and for the solo rival."""
    side: str = "A"
    """The side of the Chief card that counts, `A` or `B`."""
    setup: str | None = None
    """The id of the Setup card, or None."""
    food: int = 0
    """Amount of Food."""
    tools: int = 0
    """Number of Tools."""
    camps_left: int
    """Number of Camps on the Food track."""
    camps: tuple[Hex, ...] = ()
    """The tiles of the Camps on the map, one entry for each Camp."""
    villages_left: int
    """Number of Villages on the player board."""
    villages: tuple[Juncture, ...] = ()
    """The sites of the Villages on the map."""
    neutrals: int
    """Number of neutral Megaliths in the supply."""
    megaliths: int
    """Number of own Megaliths in the supply."""
    stones: tuple[str, ...] = ()
    """The Sacred Stones, in the order in which they were taken."""
    animals: tuple[str, ...] = ()
    """The upright Animals."""
    tipped: tuple[str, ...] = ()
    """The tipped Animals."""
    deck: tuple[str, ...] = ()
    """The deck, the top card first."""
    hand: tuple[str, ...] = ()
    """The hand."""
    played: tuple[str, ...] = ()
    """The cards played in this turn."""
    discard: tuple[str, ...] = ()
    """The discard pile."""
    ritual: tuple[str, ...] = ()
    """The Ritual pile."""
    buried: tuple[str, ...] = ()
    """The cards in the Burial Ground that only the owner knows, oldest first."""
    buried_openly: tuple[str, ...] = ()
    """The cards in the Burial Ground that everybody saw, oldest first."""
    offering: int = 0
    """The level on the Offering track."""
    points: int = 0
    """The points gained so far."""
    chief_ready: bool = True
    """True if the Chief figure is not yet placed in this round."""
    figures: int
    """Number of Tribe figures not yet placed in this round."""
    chief_rests: bool = False
    """True if the Chief figure is on the Eclipse space."""
    resting: int = 0
    """Number of figures on the Eclipse space, including the Chief."""


@final
@frozen(kw_only=True, slots=False)
class Table:
    """Everything in the middle of the table."""

    piles: tuple[int, ...]
    """Number of cards in each pile of Tribe cards, in the pack's order."""
    row: tuple[str | None, ...]
    """The Culture card in each slot: the upper four, then the lower four. None if the slot is empty."""
    tokens: tuple[bool, ...]
    """True for each slot whose card carries a Labor token."""
    culture_decks: tuple[tuple[str, ...], tuple[str, ...]]
    """The Culture decks of both Eras, the top card first."""
    returned: tuple[str, ...] = ()
    """The Culture cards that went back under their deck (rule 11.2)."""
    animals: tuple[str, ...] = ()
    """The display of Animals, the oldest first."""
    animal_deck: tuple[str, ...] = ()
    """The Animal deck, the top card first."""
    terrain: tuple[str, ...]
    """The id of the terrain tile in each place of `HEXES`."""
    pools: tuple[tuple[str, ...], ...]
    """The Sacred Stones in the pool of each round."""
    layout: str
    """The name of the pattern of Megalith tiles."""
    megalith_tiles: tuple[str, ...]
    """The names of the Megalith tiles, in the order of the pattern."""
    megaliths: tuple[Megalith, ...] = ()
    """The Megaliths on the board, in the order in which they were placed."""
    honor: tuple[tuple[int, ...], ...]
    """The seat numbers on each level of the Honor track, from the left: the first is ahead (section 10)."""
    bottoms: tuple[bool, bool, bool, bool] = (False, False, False, False)
    """True for each column whose bottom is claimed in this round."""
    chiefs: tuple[str, ...] = ()
    """The Chief cards revealed for a draft."""
    setups: tuple[str, ...] = ()
    """The Setup cards revealed for a draft."""


@final
@frozen(kw_only=True, slots=False)
class ThisTurn:
    """The progress of a turn, cleared at its end."""

    column: str | None = None
    """The column or `rest`, where the figure was placed; None before that."""
    is_chief: bool = False
    """True if that figure was the Chief."""
    labor: int = 0
    """The Labor left."""
    bought: tuple[str, ...] = ()
    """The ids of the Tribe cards bought (rule 6.3)."""
    gained: tuple[str, ...] = ()
    """The cards taken into the hand from the supply or the row and not played or discarded since."""
    burials: int = 0
    """Number of cards buried from the hand."""
    burials_before: tuple[int, ...] = field(default=(), metadata={ADDED_LATER: True})
    """The number of these burials that came before each of the last cards gained, where it is not 0."""
    waiting: tuple[tuple[str, Effect], ...] = ()
    """The effects that wait for a figure in a column, oldest first (rule 3.1)."""
    boosted: bool = False
    """True if the Chief's boost is paid (rule 6.4)."""

    @property
    def gains(self) -> tuple[tuple[str, int], ...]:
        """The cards gained, oldest first, each with the number of burials from the hand before it."""
        before = (0,) * (len(self.gained) - len(self.burials_before)) + self.burials_before
        return tuple(zip(self.gained, before, strict=True))


NO_TURN: Final = ThisTurn()
"""The progress before a turn."""


@final
@frozen(kw_only=True, slots=False)
class Rival:
    """The cards of the solo rival (rule 14.13)."""

    deck: tuple[str, ...]
    """Its deck, the next card first."""
    used: tuple[str, ...] = ()
    """The cards used in this round, oldest first."""
    culture: tuple[str, ...] = ()
    """The Culture cards of its score pile."""
    idols: int = 0
    """Number of Idol steps that its Megaliths gave in Eclipses; they alternate between Honor and Offering."""


@final
@frozen(kw_only=True, repr=False, slots=False)
class State(RemembersActions, Pictured):
    """The complete state of a game at one decision; immutable and hashable.

    Use `new_game` for a first state and `apply` for the following ones. A state that you make with `attrs.evolve` is
    checked when a function first uses it. A state includes information hidden from the players.

    Example:
        >>> from cairn_rules import endless_winter
        >>> state = endless_winter.new_game(seed=20)
        >>> state.players[0].hand
        ('hunter', 'tribesman', 'tribesman', 'brave', 'brave')
        >>> state.pending
        Culture(played=0)
    """

    pack: Pack
    """The content pack."""
    variant: Variant
    """The rule options."""
    rival: Rival | None = None
    """The cards of the solo rival, or None."""
    table: Table
    """The middle of the table."""
    order: tuple[int, ...]
    """The seat numbers in turn order."""
    phase: Phase
    """`setup`, `action`, `eclipse` or `over`."""
    round: int = 1
    """The round, from 1."""
    turn: int = 0
    """Number of completed turns."""
    active: int
    """The seat number of the player whose turn it is."""
    this_turn: ThisTurn = NO_TURN
    """The turn so far."""
    agenda: tuple[Frame, ...] = ()
    """The items to resolve before the next turn, the pending decision last."""
    players: tuple[Player, ...]
    """The players by seat number. In a solo game the rival follows."""
    chance: Chance
    """All future chance."""
    _notes: ClassVar[list[tuple[str, tuple[Any, ...]]] | None] = None
    """The code and the values of each event of a decision, if they are asked for; all its states share the list."""

    @property
    def pending(self) -> Frame | None:
        """The pending decision, or None if the game is over."""
        return self.agenda[-1] if self.agenda else None

    @property
    def seats(self) -> int:
        """Number of players, excluding the solo rival."""
        return len(self.players) - (self.rival is not None)

    def __getstate__(self) -> dict[str, Any]:
        check_sound_once(self)
        return self.__dict__

    def __setstate__(self, values: dict[str, Any]) -> None:
        self.__dict__.update(values)
        remember(self, None)

    def __repr__(self) -> str:
        who = SEAT_NAMES[self.active] if self.active in range(len(SEAT_NAMES)) else f"seat {self.active}"
        asked = "over" if self.pending is None else f"{who}: {self.pending}"
        return f"<State in round {self.round}, after {self.turn} turns, {self.seats} players, {asked}>"


def remember(sound: RemembersActions, legal: tuple[Action, ...] | None) -> None:
    """Keep the legal actions of a state or observation that the rules made or a check passed; None: not listed yet."""
    object.__setattr__(sound, "_legal", legal)


def check_sound_once(state: State) -> None:
    """Check a state that was made by hand, when it is used first.

    Raises:
        DefinitionError: if the value is not a state.
        UnsoundStateError: if the state cannot occur in a game.
    """
    check_state(state, State)
    if not hasattr(state, "_legal"):
        # The check follows the rules, whose module imports this one.
        import_module("cairn_rules.endless_winter.rules.soundness").check_state(state)


def note(state: State, code: str, *values: Any) -> None:
    """Note an event, if the events of the decision are asked for.

    The code is one such as `card-played`; the values are those of its fields, except for names.
    """
    if state._notes is not None:
        state._notes.append((code, values))


def with_player(state: State, seat: int, player: Player, **changes: Any) -> State:
    """Return the state with a player replaced, and other attributes changed."""
    if state._notes is not None:
        old = state.players[seat]
        if (old.food, old.tools) != (player.food, player.tools):
            note(state, "goods-changed", seat, player.food - old.food, player.tools - old.tools)
        if old.points != player.points:
            note(state, "points-gained", seat, player.points - old.points)
    players = [*state.players]
    players[seat] = player
    return replaced(state, players=tuple(players), **changes)
