"""Observations: a state as one seat or a spectator knows it (rules page, section 13.2)."""

from __future__ import annotations

from typing import Final, final

from cairn_rules.checks import RemembersActions, check_seat, remember_actions
from cairn_rules.endless_winter.content import Pack
from cairn_rules.endless_winter.state.agenda import Frame, Ritual
from cairn_rules.endless_winter.state.hexes import Hex, Juncture
from cairn_rules.endless_winter.state.state import (
    SEAT_NAMES,
    Phase,
    Player,
    Rival,
    State,
    Table,
    ThisTurn,
    check_sound_once,
    remember,
)
from cairn_rules.endless_winter.variant import Variant
from cairn_rules.frozen_classes import fields, frozen
from cairn_rules.game import Pictured
from cairn_rules.replace import replaced


@final
@frozen(kw_only=True)
class SeenPlayer:
    """A player as another one sees them, or as they see themselves.

    The attributes are those of a `Player`, except for the cards that lie face down. The sizes of all zones are public,
    and so is the union of a player's face-down cards.
    """

    chief: str | None
    """The id of the Chief card; None before it is chosen, and for the solo rival."""
    side: str
    """The side of the Chief card that counts, `A` or `B`."""
    setup: str | None
    """The id of the Setup card, or None."""
    food: int
    """Amount of Food."""
    tools: int
    """Number of Tools."""
    camps_left: int
    """Number of Camps on the Food track."""
    camps: tuple[Hex, ...]
    """The tiles of the Camps on the map, one entry for each Camp."""
    villages_left: int
    """Number of Villages on the player board."""
    villages: tuple[Juncture, ...]
    """The sites of the Villages on the map."""
    neutrals: int
    """Number of neutral Megaliths in the supply."""
    megaliths: int
    """Number of own Megaliths in the supply."""
    stones: tuple[str, ...]
    """The Sacred Stones, in the order in which they were taken."""
    animals: tuple[str, ...]
    """The upright Animals."""
    tipped: tuple[str, ...]
    """The tipped Animals."""
    deck_size: int
    """Number of cards in the deck."""
    hand_size: int
    """Number of cards in the hand."""
    ritual_size: int
    """Number of cards in the Ritual pile."""
    buried_size: int
    """Number of cards in the Burial Ground that only the owner knows."""
    face_down: tuple[str, ...]
    """The cards that may be in the deck, in the pack's order.

    With a hand that this seat may not see, they also include the cards of the hand, of the Ritual pile before its
    reveal, and of the hidden part of the Burial Ground.
    """
    hand: tuple[str, ...] | None
    """The hand, or None if it may not be seen."""
    ritual: tuple[str, ...] | None
    """The Ritual pile, or None if it may not be seen."""
    buried: tuple[str, ...] | None
    """The cards in the Burial Ground that only the owner knows, oldest first; None if they may not be seen."""
    played: tuple[str, ...]
    """The cards played in this turn."""
    discard: tuple[str, ...]
    """The discard pile."""
    buried_openly: tuple[str, ...]
    """The cards in the Burial Ground that everybody saw, oldest first."""
    offering: int
    """The level on the Offering track."""
    points: int
    """The points gained so far."""
    chief_ready: bool
    """True if the Chief figure is not yet placed in this round."""
    figures: int
    """Number of Tribe figures not yet placed in this round."""
    chief_rests: bool
    """True if the Chief figure is on the Eclipse space."""
    resting: int
    """Number of figures on the Eclipse space, including the Chief."""


@final
@frozen(kw_only=True, repr=False)
class Observation(RemembersActions, Pictured):
    """A state as one seat or a spectator knows it; immutable and hashable.

    The attributes are those of a `State`, except that hidden things are left out, sorted or only counted. Two states
    have equal observations if and only if they differ only in information hidden from the seat.

    Example:
        >>> from cairn_rules import endless_winter
        >>> seen = endless_winter.observe(endless_winter.new_game(seed=7, players=3), 0)
        >>> [player.hand is None for player in seen.players], [player.hand_size for player in seen.players]
        ([False, True, True], [0, 0, 0])
    """

    pack: Pack
    """The content pack."""
    variant: Variant
    """The rule options."""
    rival: Rival | None
    """The cards of the solo rival with its deck sorted, or None."""
    table: Table
    """The middle of the table with its decks sorted."""
    order: tuple[int, ...]
    """The seat numbers in turn order."""
    phase: Phase
    """`setup`, `action`, `eclipse` or `over`."""
    round: int
    """The round, from 1."""
    turn: int
    """Number of completed turns."""
    active: int
    """The seat number of the player whose turn it is."""
    this_turn: ThisTurn
    """The turn so far."""
    agenda: tuple[Frame, ...]
    """The items to resolve before the next turn, the pending decision last."""
    player: int | None
    """The observer's seat number, or None for a spectator."""
    players: tuple[SeenPlayer, ...]
    """The players by seat number. In a solo game the rival follows."""

    @property
    def pending(self) -> Frame | None:
        """The pending decision, or None if the game is over."""
        return self.agenda[-1] if self.agenda else None

    @property
    def seats(self) -> int:
        """Number of players, excluding the solo rival."""
        return len(self.players) - (self.rival is not None)

    def __repr__(self) -> str:
        asked = "over" if self.pending is None else f"{SEAT_NAMES[self.active]}: {self.pending}"
        whose = "a spectator" if self.player is None else SEAT_NAMES[self.player]
        return f"<Observation of {whose} in round {self.round}, after {self.turn} turns, {asked}>"


HIDDEN: Final = frozenset({"deck", "hand", "ritual", "buried"})
"""The zones of a player whose cards lie face down."""
OPEN: Final = tuple(each.name for each in fields(Player) if each.name not in HIDDEN)
"""The public attributes of a player."""


def observe(state: State, player: int | None) -> Observation:
    """Return a state as a seat knows it (rule 13.2).

    No player knows the order of a deck, including their own. Ritual piles are public after they are revealed in the
    Eclipse, and all cards of the players are public when the game is over. Other things that players may remember, such
    as the discards that were shuffled into a deck, are left out. For None, it is the public information that a
    spectator sees.

    Raises:
        DefinitionError: if `state` is not a state, or the seat does not exist.

    Example:
        >>> from random import Random
        >>> from cairn_rules import endless_winter
        >>> state, rng = endless_winter.new_game(seed=7), Random(7)
        >>> while state.phase == "setup":
        ...     state = endless_winter.apply(state, rng.choice(endless_winter.legal_actions(state)))
        >>> endless_winter.observe(state, 0).players[0].hand == state.players[0].hand
        True
        >>> endless_winter.observe(state, None).players[1].hand_size
        5
    """
    check_sound_once(state)
    player = check_seat(player, state.seats)
    rival = state.rival
    if rival is not None:
        rival = replaced(rival, deck=tuple(sorted(rival.deck)))
    seen = Observation(
        pack=state.pack,
        variant=state.variant,
        player=player,
        players=tuple(_seen_player(state, seat, player) for seat in range(len(state.players))),
        rival=rival,
        table=_seen_table(state),
        order=state.order,
        phase=state.phase,
        round=state.round,
        turn=state.turn,
        active=state.active,
        this_turn=state.this_turn,
        agenda=_seen_agenda(state, player),
    )
    remember(seen, None)
    remember_actions(seen, state, player, "cairn_rules.endless_winter.rules.rules")
    return seen


def _seen_player(state: State, seat: int, viewer: int | None) -> SeenPlayer:
    player = state.players[seat]
    values = player.__dict__
    is_own = seat == viewer or state.phase == "over" or seat >= state.seats
    shows_ritual = is_own or state.phase == "eclipse"
    hidden = list(player.deck)
    if not is_own:
        hidden += (*player.hand, *player.buried)
    if not shows_ritual:
        hidden += player.ritual
    hidden.sort(key=state.pack.order.__getitem__)
    return SeenPlayer(
        **{name: values[name] for name in OPEN},
        deck_size=len(player.deck),
        hand_size=len(player.hand),
        ritual_size=len(player.ritual),
        buried_size=len(player.buried),
        face_down=tuple(hidden),
        hand=player.hand if is_own else None,
        ritual=player.ritual if shows_ritual else None,
        buried=player.buried if is_own else None,
    )


def _seen_table(state: State) -> Table:
    """Return the middle of the table with its decks sorted, because their order is hidden."""
    table = state.table
    first, second = table.culture_decks
    decks = (tuple(sorted(first)), tuple(sorted(second)))
    return replaced(table, culture_decks=decks, animal_deck=tuple(sorted(table.animal_deck)))


def _seen_agenda(state: State, viewer: int | None) -> tuple[Frame, ...]:
    """Return the agenda without the last card put on a Ritual pile, which is its owner's secret (rule 6.1)."""
    if isinstance(state.pending, Ritual) and state.active != viewer:
        return (*state.agenda[:-1], Ritual())
    return state.agenda
