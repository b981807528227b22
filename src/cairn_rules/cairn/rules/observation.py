"""Hidden information: `observe` and `sample_hidden` (rule 2.7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, final

from cairn_rules.cairn.rules.make_state import make_state
from cairn_rules.cairn.state.board import Space, Tribe, check_tribe
from cairn_rules.cairn.state.pending import Pending, Waiting
from cairn_rules.cairn.state.state import State, places
from cairn_rules.cairn.state.tiles import Tiles
from cairn_rules.cairn.variant import Variant
from cairn_rules.checks import RemembersActions, check_observation, check_state, remember_actions
from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.frozen_classes import field, frozen
from cairn_rules.game import Pictured

if TYPE_CHECKING:
    from cairn_rules.cairn.state.megalith_data import Megalith
    from cairn_rules.cairn.state.pending import Snapshot


def _shamans(shamans: Mapping[Space, Tribe] | tuple[tuple[Space, Tribe], ...]) -> tuple[tuple[Space, Tribe], ...]:
    return tuple(sorted(shamans if isinstance(shamans, tuple) else shamans.items()))


def _megaliths(
    megaliths: Mapping[Space, Megalith] | tuple[tuple[Space, Megalith], ...],
) -> tuple[tuple[Space, Megalith], ...]:
    pairs = megaliths if isinstance(megaliths, tuple) else tuple(megaliths.items())
    return tuple(sorted(pairs, key=lambda pair: pair[0]))


@final
@frozen(kw_only=True, repr=False)
class Observation(RemembersActions, Pictured):
    """A state as its players know it: everything except the order of the face-down megaliths.

    The attributes are those of a `State`, except that `unknown` and `tucked` replace `deck`. As with
    states, `turn` is not part of equality.

    Example:
        >>> from cairn_rules import cairn
        >>> seen = cairn.observe(cairn.new_game(seed=7), cairn.Tribe.SEA)
        >>> len(seen.upcoming), len(seen.unknown)
        (2, 10)
    """

    # Pairs are hashable, and allow two shamans on one space while changes are applied one by one.
    _shamans: tuple[tuple[Space, Tribe], ...] = field(converter=_shamans, alias="shamans")
    _megaliths: tuple[tuple[Space, Megalith], ...] = field(converter=_megaliths, alias="megaliths")
    upcoming: tuple[Megalith, ...]
    """The megaliths on display."""
    unknown: tuple[Megalith, ...]
    """The megaliths in the upper part of the deck, whose order is unknown, sorted by id."""
    tucked: tuple[Megalith, ...]
    """The megaliths at the bottom of the deck, whose order is known, top first."""
    tiles: Tiles
    """The visible face of each tile."""
    scores: tuple[int, int]
    """Megaliths built, by tribe."""
    active: Tribe
    """The tribe whose turn it is."""
    pending: Pending
    """The decision to make."""
    moved: tuple[Space, ...]
    """Spaces of the shamans that count as moved in this turn."""
    extra_turn: Tribe | None
    """The tribe that a power gave the next turn, or None."""
    waiting: tuple[Waiting, ...]
    """The items to resolve after the pending decision, in order."""
    seen: tuple[Snapshot, ...]
    """The positions of this turn at which a power was used."""
    variant: Variant
    """The rule options of the game."""
    turn: int = field(eq=False)
    """Number of completed turns."""

    @property
    def shamans(self) -> Mapping[Space, Tribe]:
        """The tribe of the shaman on each occupied space, in space order."""
        return MappingProxyType(dict(self._shamans))

    @property
    def megaliths(self) -> Mapping[Space, Megalith]:
        """The megalith on each space that has one, in space order."""
        return MappingProxyType(dict(self._megaliths))

    def __repr__(self) -> str:
        return f"<Observation after {self.turn} turns, {self.active}'s turn, {self.pending}, {places(self.shamans)}>"


def observe(state: State, player: int | None) -> Observation:
    """Return the part of a state that a player may know. In Cairn, it is the same for all players and spectators.

    Raises:
        DefinitionError: if `player` is neither a tribe nor None, or `state` is not a state.

    Example:
        >>> from cairn_rules import cairn
        >>> seen = cairn.observe(cairn.new_game(seed=7), cairn.Tribe.SEA)
        >>> len(seen.unknown), seen.tucked
        (10, ())
    """
    player = check_tribe("player", player)
    check_state(state, State)
    hidden = len(state.deck) - state.tucked
    seen = Observation(
        shamans=state.shamans,
        megaliths=state.megaliths,
        upcoming=state.upcoming,
        unknown=tuple(sorted(state.deck[:hidden], key=lambda megalith: megalith.id)),
        tucked=state.deck[hidden:],
        tiles=state.tiles,
        scores=state.scores,
        active=state.active,
        pending=state.pending,
        moved=state.moved,
        extra_turn=state.extra_turn,
        waiting=state.waiting,
        seen=state.seen,
        variant=state.variant,
        turn=state.turn,
    )
    remember_actions(seen, state, player, "cairn_rules.cairn.rules.rules")
    return seen


def sample_hidden(observation: Observation, rng: Random) -> State:
    """Return a random state that agrees with an observation.

    Only the order of the unknown part of the deck is drawn.

    Raises:
        DefinitionError: if an argument is not of its kind.
        UnsoundStateError: if an observation made by hand is impossible.

    Example:
        >>> from random import Random
        >>> from cairn_rules import cairn
        >>> seen = cairn.observe(cairn.new_game(seed=7), None)
        >>> state = cairn.sample_hidden(seen, Random(1))
        >>> cairn.observe(state, None) == seen
        True
    """
    check_observation(observation, Observation)
    if not isinstance(rng, Random):
        raise DefinitionError(f"{quoted(rng)} is not a random.Random")
    drawn = list(observation.unknown)
    rng.shuffle(drawn)
    return make_state(
        shamans=observation.shamans,
        megaliths=observation.megaliths,
        upcoming=observation.upcoming,
        deck=(*drawn, *observation.tucked),
        tucked=len(observation.tucked),
        tiles=observation.tiles,
        scores=observation.scores,
        active=observation.active,
        turn=observation.turn,
        pending=observation.pending,
        moved=observation.moved,
        extra_turn=observation.extra_turn,
        waiting=observation.waiting,
        seen=observation.seen,
        variant=observation.variant,
    )


def states_seen(observation: Observation) -> Iterator[State]:
    """Yield a few states that agree with an observation."""
    yield from (sample_hidden(observation, Random(seed)) for seed in range(4))
