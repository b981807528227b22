"""The information of a seat or a spectator, in the form that drawings and texts use."""

from __future__ import annotations

from random import Random
from typing import Final, final

from cairn_rules.endless_winter.content import Pack
from cairn_rules.endless_winter.rules.determinisation import sample_hidden
from cairn_rules.endless_winter.rules.observation import OPEN, Observation, SeenPlayer, observe
from cairn_rules.endless_winter.rules.scoring import Score, outcome_of, scores
from cairn_rules.endless_winter.state.agenda import Frame
from cairn_rules.endless_winter.state.state import SEAT_NAMES, Player, Rival, State, Table, ThisTurn
from cairn_rules.endless_winter.variant import Variant
from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.frozen_classes import frozen
from cairn_rules.game import Outcome
from cairn_rules.replace import replaced

RIVAL_NAME: Final = "Rival"
"""The name of the solo rival, which has no seat."""


@final
@frozen
class Counts:
    """Numbers of cards in the hidden zones of a player."""

    deck: int
    hand: int
    ritual: int
    """Cards in the Ritual pile."""
    buried: int
    """Cards in the Burial Ground that only the owner knows."""


@final
@frozen(kw_only=True)
class View:
    """A state without the information hidden from the viewer: hidden zones are empty, and `counts` has their sizes."""

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
    agenda: tuple[Frame, ...]
    """The items to resolve before the next turn, the pending decision last."""
    scores: tuple[Score, ...] | None
    """The points of each player if the game is over, else None."""
    outcome: Outcome | None
    """The outcome if the game is over, else None."""

    @property
    def pending(self) -> Frame | None:
        """The pending decision, or None if the game is over."""
        return self.agenda[-1] if self.agenda else None

    @property
    def seats(self) -> int:
        """Number of players, excluding the solo rival."""
        return len(self.players) - (self.rival is not None)

    def name(self, seat: int) -> str:
        """Return the name of a player, or of the rival."""
        return seat_name(seat) if seat < self.seats else RIVAL_NAME

    def capacity(self, seat: int) -> int:
        """Return the last free space of a player's Food track (rule 2.1)."""
        return self.pack.food_capacity(self.players[seat].camps_left)


def seat_name(seat: int) -> str:
    """Return the name of a seat."""
    return SEAT_NAMES[seat].capitalize()


def view_of(state: State | Observation, viewer: int | None = None) -> View:
    """Return the view of a seat or a spectator, from a state or an observation.

    Raises:
        DefinitionError: if it is neither, or there is no such seat, or another viewer is given for an observation.
    """
    if isinstance(state, Observation):
        if viewer is not None and viewer != state.player:
            message = f"viewer should be None, not {quoted(viewer)}, for an Observation, which has a viewer"
            raise DefinitionError(message)
        return _view(state)
    return _view(observe(state, viewer))


def _view(seen: Observation) -> View:
    table = seen.table
    # At the end, everything that counts is open, so that every sample has the same scores.
    final = None if seen.agenda else sample_hidden(seen, Random(0))
    first, second = table.culture_decks
    return View(
        viewer=seen.player,
        pack=seen.pack,
        variant=seen.variant,
        players=tuple(map(_player, seen.players)),
        counts=tuple(
            Counts(player.deck_size, player.hand_size, player.ritual_size, player.buried_size)
            for player in seen.players
        ),
        rival=None if seen.rival is None else replaced(seen.rival, deck=()),
        table=replaced(table, culture_decks=((), ()), animal_deck=()),
        culture_left=(len(first), len(second)),
        animals_left=len(table.animal_deck),
        order=seen.order,
        phase=seen.phase,
        round=seen.round,
        turn=seen.turn,
        active=seen.active,
        this_turn=seen.this_turn,
        agenda=seen.agenda,
        scores=None if final is None else scores(final),
        outcome=None if final is None else outcome_of(final),
    )


def _player(seen: SeenPlayer) -> Player:
    """Return a player with the hidden zones emptied."""
    values = {name: getattr(seen, name) for name in OPEN}
    return Player(**values, hand=seen.hand or (), ritual=seen.ritual or (), buried=seen.buried or ())
