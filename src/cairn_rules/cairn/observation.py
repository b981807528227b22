"""What players may know: `observe` and `sample_hidden` (rule 2.7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, final

from attrs import field, frozen

from cairn_rules.cairn.board import TRIBES, Space, Tribe
from cairn_rules.cairn.make_state import make_state
from cairn_rules.cairn.pending import Pending, Waiting
from cairn_rules.cairn.state import State
from cairn_rules.cairn.tiles import Tiles
from cairn_rules.cairn.variant import Variant
from cairn_rules.checks import not_a_state
from cairn_rules.errors import DefinitionError, quoted

if TYPE_CHECKING:
    from cairn_rules.cairn.megalith_data import Megalith
    from cairn_rules.cairn.pending import Snapshot


def _shamans(shamans: Mapping[Space, Tribe] | tuple[tuple[Space, Tribe], ...]) -> tuple[tuple[Space, Tribe], ...]:
    return tuple(sorted(shamans if isinstance(shamans, tuple) else shamans.items()))


def _megaliths(
    megaliths: Mapping[Space, Megalith] | tuple[tuple[Space, Megalith], ...],
) -> tuple[tuple[Space, Megalith], ...]:
    pairs = megaliths if isinstance(megaliths, tuple) else tuple(megaliths.items())
    return tuple(sorted(pairs, key=lambda pair: pair[0]))


@final
@frozen(kw_only=True)
class Observation:
    """A state as its players know it: all of it but the order of the face-down megaliths.

    The attributes are those of a `State`, except that `unknown` and `tucked` stand for the deck.

    Equality: all attributes but `turn`, as for states.

    Example:
        >>> import cairn_rules as cairn
        >>> seen = cairn.observe(cairn.new_game(seed=7), cairn.Tribe.SEA)
        >>> len(seen.upcoming), len(seen.unknown)
        (2, 10)
    """

    # As pairs, which can be hashed; and while changes are folded two shamans may share a space.
    _shamans: tuple[tuple[Space, Tribe], ...] = field(converter=_shamans, alias="shamans")
    _megaliths: tuple[tuple[Space, Megalith], ...] = field(converter=_megaliths, alias="megaliths")
    upcoming: tuple[Megalith, ...]
    """The megaliths on display."""
    unknown: tuple[Megalith, ...]
    """The megaliths of the deck whose place is unknown, sorted by id: they lie on top, in some order."""
    tucked: tuple[Megalith, ...]
    """The megaliths at the bottom of the deck, whose order everyone has seen."""
    tiles: Tiles
    """The face of each tile that lies up."""
    scores: tuple[int, int]
    """Megaliths built, by tribe."""
    active: Tribe
    """Whose turn it is."""
    pending: Pending
    """The decision that is asked."""
    moved: tuple[Space, ...]
    """Where the shamans stand that count as moved in this turn."""
    extra_turn: Tribe | None
    """The tribe that has the next turn out of order."""
    waiting: tuple[Waiting, ...]
    """What must still be resolved after this decision."""
    seen: tuple[Snapshot, ...]
    """The positions of this turn at which a power was used."""
    variant: Variant
    """The rule options of the game."""
    turn: int = field(eq=False)
    """How many turns are complete."""

    @property
    def shamans(self) -> Mapping[Space, Tribe]:
        """The tribe of the shaman on each occupied space, in space order."""
        return MappingProxyType(dict(self._shamans))

    @property
    def megaliths(self) -> Mapping[Space, Megalith]:
        """The megalith on each space that has one, in space order."""
        return MappingProxyType(dict(self._megaliths))


def observe(state: State, player: int | None) -> Observation:
    """What a player may know of a state. In Cairn both players and spectators know the same.

    Args:
        state: The state.
        player: A tribe, or None for a spectator.

    Raises:
        DefinitionError: when there is no such player.

    Example:
        >>> import cairn_rules as cairn
        >>> seen = cairn.observe(cairn.new_game(seed=7), cairn.Tribe.SEA)
        >>> len(seen.unknown), seen.tucked
        (10, ())
    """
    if player is not None and player not in TRIBES:
        raise DefinitionError(f"{quoted(player)} is no player; these are 0 (Sea), 1 (Forest), and None for a spectator")
    hidden = len(state.deck) - state.tucked
    return Observation(
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


def sample_hidden(observation: Observation, rng: Random) -> State:
    """A state that agrees with an observation; only the unknown part of the deck is drawn.

    Raises:
        DefinitionError: when the generator is none.
        UnsoundStateError: when an observation made by hand cannot be.

    Example:
        >>> from random import Random
        >>> import cairn_rules as cairn
        >>> seen = cairn.observe(cairn.new_game(seed=7), None)
        >>> state = cairn.sample_hidden(seen, Random(1))
        >>> cairn.observe(state, None) == seen
        True
    """
    if not isinstance(rng, Random):
        raise DefinitionError(f"{rng!r} is no random.Random")
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


def states_seen(observation: object) -> Iterator[State]:
    """Yield a few states that agree with an observation.

    Raises:
        DefinitionError: if it is no observation.
    """
    if not isinstance(observation, Observation):
        raise not_a_state(observation)
    yield from (sample_hidden(observation, Random(seed)) for seed in range(4))
