"""A party in the making as a player or a spectator may know it."""

from __future__ import annotations

from random import Random
from typing import final

from cairn_rules.cairn_rpg.argument_checks import checked
from cairn_rules.cairn_rpg.content.book import Book
from cairn_rules.cairn_rpg.creation.state import State, check_sound
from cairn_rules.cairn_rpg.creation.steps import Draft, has_private_omen
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.chance import Chance
from cairn_rules.checks import check_seat, check_state
from cairn_rules.errors import Fault, UnsoundStateError, quoted
from cairn_rules.frozen_classes import evolve, frozen
from cairn_rules.game import Drawn


@final
@frozen(kw_only=True)
class Observation(Drawn):
    """A state without the chance and without the private omens of other seats (R21)."""

    player: int | None
    """The seat that observes; None for a spectator."""
    drafts: tuple[Draft, ...]
    """The drafts, without the omens that are hidden from the observer."""
    concealed: tuple[bool, ...]
    """For each seat, True if it has an omen that is hidden from the observer."""
    public_omen: bool
    """As in the state."""
    rulings: Rulings
    """As in the state."""
    book: Book | None = None
    """As in the state."""


def observe(state: State, player: int | None) -> Observation:
    """Return the part of a state that a seat may know; for None, the part that a spectator may know.

    Raises:
        DefinitionError: if `state` is not a state, or the seat does not exist.

    Example:
        >>> from cairn_rules.cairn_rpg import creation
        >>> state = creation.new_game(seed=7, players=2)
        >>> state = creation.apply(state, creation.parse_action("background=foundling", state))
        >>> for action in (creation.RollRest(), creation.Arrange("none"), creation.RollRest()):
        ...     state = creation.apply(state, action)
        >>> creation.observe(state, 0).drafts[0].omen is None, creation.observe(state, 1).drafts[0].omen is None
        (False, True)
    """
    check_state(state, State)
    player = check_seat(player, len(state.drafts))
    book = state.content
    concealed = tuple(
        seat != player and draft.omen is not None and has_private_omen(draft, book)
        for seat, draft in enumerate(state.drafts)
    )
    return Observation(
        player=player,
        drafts=tuple(
            evolve(draft, omen=None) if hidden else draft for draft, hidden in zip(state.drafts, concealed, strict=True)
        ),
        concealed=concealed,
        public_omen=state.public_omen,
        rulings=state.rulings,
        book=state.book,
    )


@checked
def sample_hidden(observation: Observation, rng: Random) -> State:
    """Return a state that agrees with an observation, with hidden omens and the chance drawn at random.

    Raises:
        DefinitionError: if an argument is not of its kind.

    Example:
        >>> from cairn_rules.cairn_rpg import creation
        >>> seen = creation.observe(creation.new_game(seed=7, players=2), 1)
        >>> creation.observe(creation.sample_hidden(seen, Random(1)), 1) == seen
        True
    """
    most = _filled(observation, (1,) * len(observation.drafts), Chance(0)).content.omens
    return _filled(observation, tuple(rng.randint(1, most) for _ in observation.drafts), Chance.draw(rng))


def _filled(observation: Observation, omens: tuple[int, ...], chance: Chance) -> State:
    return State(
        drafts=tuple(
            evolve(draft, omen=omen) if hidden else draft
            for draft, omen, hidden in zip(observation.drafts, omens, observation.concealed, strict=True)
        ),
        public_omen=observation.public_omen,
        chance=chance,
        rulings=observation.rulings,
        book=observation.book,
    )


def check_observation(observation: Observation) -> None:
    """Check that an observation can occur. Raise an `UnsoundStateError` if it cannot. It lists every fault."""
    players = len(observation.drafts)
    if len(observation.concealed) != players:
        message = f"{len(observation.concealed)} values; there should be one for each draft"
        raise UnsoundStateError([Fault("concealed", message)])
    if observation.player is not None and observation.player not in range(players):
        raise UnsoundStateError([Fault("player", f"{quoted(observation.player)} is not a seat of the party")])
    state = _filled(observation, (1,) * players, Chance(0))
    check_sound(state)
    if observe(state, observation.player) != observation:
        raise UnsoundStateError([Fault("concealed", "only private omens of other seats are hidden (R21)")])
