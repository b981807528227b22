"""What a seat or a spectator may see of a state, in the form that drawings and texts use."""

from __future__ import annotations

from typing import Final, final

from attrs import frozen

from cairn_rules.endless_winter.agenda import Frame
from cairn_rules.endless_winter.content import Pack
from cairn_rules.endless_winter.scoring import Score, outcome_of, scores
from cairn_rules.endless_winter.state import SEAT_NAMES, Player, Rival, State, Table, ThisTurn, replaced
from cairn_rules.endless_winter.variant import Variant
from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.game import Outcome

RIVAL_NAME: Final = "Rival"
"""The name of the solo rival, which has no seat."""


@final
@frozen
class Counts:
    """Numbers of cards in the zones of a player that others cannot look into."""

    deck: int
    """Cards in the deck."""
    hand: int
    """Cards in the hand."""
    ritual: int
    """Cards in the Ritual pile."""
    buried: int
    """Cards in the Burial Ground that only the owner knows."""


@final
@frozen(kw_only=True)
class View:
    """A state without anything hidden from the viewer: hidden zones are empty, `counts` has their sizes."""

    viewer: int | None
    """The seat number of the viewer; None for a spectator."""
    pack: Pack
    variant: Variant
    players: tuple[Player, ...]
    counts: tuple[Counts, ...]
    """The sizes of the hidden zones of each player."""
    rival: Rival | None
    table: Table
    culture_left: tuple[int, int]
    """Number of cards in the Culture deck of each Era."""
    animals_left: int
    """Number of cards in the Animal deck."""
    order: tuple[int, ...]
    phase: str
    round: int
    turn: int
    active: int
    this_turn: ThisTurn
    pending: Frame | None
    """The pending decision, or None if the game is over."""
    scores: tuple[Score, ...] | None
    """The points of each player if the game is over, else None."""
    outcome: Outcome | None
    """The outcome if the game is over, else None."""

    @property
    def seats(self) -> int:
        """Number of players, the solo rival not counted."""
        return len(self.players) - (self.rival is not None)

    def name(self, seat: int) -> str:
        """Return the name of a player, or of the rival."""
        return seat_name(seat) if seat < self.seats else RIVAL_NAME


def seat_name(seat: int) -> str:
    """Return the name of a seat."""
    return SEAT_NAMES[seat].capitalize()


def view_of(state: object, viewer: object = None) -> View:
    """Return what a seat or a spectator may see of a state.

    Raises:
        DefinitionError: if it is not a state, or there is no such seat.
    """
    if not isinstance(state, State):
        raise DefinitionError(f"{quoted(state)} is not a State of Endless Winter")
    last = state.seats - 1
    if viewer is not None and (type(viewer) is not int or not 0 <= viewer <= last):
        raise DefinitionError(f"viewer should be None or a seat from 0 to {last}, not {quoted(viewer)}")
    return _view(state, viewer)


def _view(state: State, viewer: int | None) -> View:
    table, over = state.table, state.pending is None
    shown = replaced(table, culture_decks=((), ()), animal_deck=())
    return View(
        viewer=viewer,
        pack=state.pack,
        variant=state.variant,
        players=tuple(_seen(state, seat, player, viewer) for seat, player in enumerate(state.players)),
        counts=tuple(
            Counts(len(player.deck), len(player.hand), len(player.ritual), len(player.buried))
            for player in state.players
        ),
        rival=None if state.rival is None else replaced(state.rival, deck=()),
        table=shown,
        culture_left=(len(table.culture_decks[0]), len(table.culture_decks[1])),
        animals_left=len(table.animal_deck),
        order=state.order,
        phase=state.phase,
        round=state.round,
        turn=state.turn,
        active=state.active,
        this_turn=state.this_turn,
        pending=state.pending,
        scores=scores(state) if over else None,
        outcome=outcome_of(state) if over else None,
    )


def _seen(state: State, seat: int, player: Player, viewer: int | None) -> Player:
    """Return a player without the cards that the viewer may not see (rule 13.2)."""
    if seat == viewer:
        return replaced(player, deck=())
    ritual = player.ritual if state.phase == "eclipse" else ()
    return replaced(player, deck=(), hand=(), ritual=ritual, buried=())
