"""The use of a megalith's power in a drawn position: `activate`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, cast, final

from cairn_rules.argument_checks import checked
from cairn_rules.cairn.megaliths.effect_rules import covered, uncovered
from cairn_rules.cairn.rules.make_state import make_state
from cairn_rules.cairn.rules.rules import _go_on, apply, legal_actions
from cairn_rules.cairn.state.actions import Effect
from cairn_rules.cairn.state.board import SHAMANS, Space, Tribe, as_space, check_tribe
from cairn_rules.cairn.state.layout import MEGALITHS_TO_WIN, UPCOMING
from cairn_rules.cairn.state.megalith_data import Megalith, When
from cairn_rules.cairn.state.pending import ChooseAction, Over, UsePower
from cairn_rules.cairn.state.pending_queue import NEXT_TURN
from cairn_rules.cairn.state.state import NOBODY, State, draft
from cairn_rules.cairn.testing.drawing import PLAIN_STONES
from cairn_rules.cairn.texts.notation import format_action
from cairn_rules.errors import DefinitionError, IllegalActionError, Reason
from cairn_rules.frozen_classes import frozen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cairn_rules.cairn.megaliths.decorators import Power

MANY: Final = 2_000
"""Maximum number of options that a power may yield."""


def power_of(state: State) -> tuple[UsePower, Power]:
    """Return the pending decision of a power, and the function that lists its options."""
    pending = state._pending
    assert isinstance(pending, UsePower), "a power is pending"
    return pending, pending.megalith.powers[len(pending.chosen)]


def done(effect: Effect, state: State) -> State:
    """Apply an effect as the engine does, with the deck face down."""
    after: object = effect.apply(covered(state))
    return uncovered(state, after) if isinstance(after, State) else cast("State", after)


def woken(state: State, space: Space, owner: int) -> State:
    """Return the state in which a megalith's power is pending, even if it has no options.

    The state is as if the megalith had just woken in its own way: by the arrival of a shaman, which
    counts as moved if it is the active tribe's, by the departure of one, or by the owner's next turn.
    """
    after = draft(state)
    bit = 1 << space
    after._pending = state._layout.power(bit, owner)
    wakes = state.megaliths[space].wakes
    if wakes is When.ARRIVING:
        after._moved = bit & state._own
    elif wakes is When.BEFORE_TURN:
        after._waiting = (NEXT_TURN,)
        after._extra = owner if owner == state._active else NOBODY
    return after


def woken_by(position: State, space: Space, *, enemy: bool) -> State:
    """Return the state in which a shaman of the active tribe or its enemy has woken the megalith.

    If the space is empty, the shaman comes from the village or from another space.
    """
    owner = 1 - position._active if enemy else position._active
    if position.megaliths[space].wakes is When.LEAVING:
        return woken(position, space, owner)
    state = with_shaman(position, 1 << space, enemy=enemy)
    return woken(state, space, state.tribe_on(space))


def with_shaman(position: State, bit: int, *, enemy: bool) -> State:
    """Return the position with a shaman on a space, from the highest space if all five are on the board."""
    if (position._own | position._enemy) & bit:
        return position
    after = draft(position)
    bits = position._enemy if enemy else position._own
    if bits.bit_count() == SHAMANS:
        bits ^= 1 << bits.bit_length() - 1
    if enemy:
        after._enemy = bits | bit
    else:
        after._own = bits | bit
    return after


@final
@frozen
class Activation:
    """A woken power, after the decisions made so far. `activate` creates one."""

    state: State
    """The current state. Once no power is pending, the turn continues as in a game."""

    @property
    def options(self) -> tuple[Effect, ...]:
        """The options of the pending power; empty once no power is pending."""
        if not isinstance(self.state.pending, UsePower):
            return ()
        return cast("tuple[Effect, ...]", legal_actions(self.state))

    @property
    def texts(self) -> tuple[str, ...]:
        """The notation of each option."""
        return tuple(map(format_action, self.options))

    def choose(self, option: Effect | str) -> Activation:
        """Choose an option of the pending power.

        The new activation is at the next decision of the same power, at the next power of the chain, or after the
        powers of the turn. The option may be given by its notation.

        Raises:
            IllegalActionError: if the power does not offer this. The message lists the options.
        """
        options = self.options
        written = option.strip().lower() if isinstance(option, str) else None
        for offered in options:
            if offered == option or format_action(offered).lower() == written:
                return Activation(apply(self.state, offered))
        text = option if isinstance(option, str) else option.notation
        pending = self.state.pending
        who = pending.megalith.id if isinstance(pending, UsePower) else "no power"
        instead = f"; offered: {' '.join(self.texts)}" if options else ""
        reason = Reason("power/not-offered", f"{who!r} does not offer {text}{instead}", "6.3")
        raise IllegalActionError(text, reason, repr(self.state))


@checked
def activate(
    megalith: Megalith,
    *,
    on: State,
    at: Space | str,
    owner: Tribe | int | str | None = None,
    choose: Iterable[Effect | str] = (),
) -> Activation:
    """Wake a megalith's power in a position, as if a shaman had just moved onto it.

    A megalith that wakes in another way wakes as if a shaman had just left it, or as if the turn of
    the shaman on it were about to begin.

    `activate` first puts the pieces in place:

    - The megalith goes to the space. If it was elsewhere on the board, it swaps with the megalith
      there; if it is new, it replaces that one. On a space with no megalith, a new one replaces one of
      `PLAIN_STONES`, if there is one; otherwise the tribe with fewer points gets another point.
    - A shaman goes to the space if it is empty, except for megaliths that shamans wake by leaving.

    Args:
        megalith: The megalith.
        on: A position between turns. The power sees the tiles of this position.
        at: The space, or its name.
        owner: The owner of the shaman that wakes the megalith, as a tribe or its seat number. None for the tribe of
            the shaman on the space, or for the active tribe if there is none.
        choose: Decisions to make at once, as effects or in notation.

    Returns:
        The activation, after these decisions.

    Raises:
        DefinitionError: if the position is in the middle of a turn or over, a shaman of another tribe than `owner`
            is on the space, the shaman or the megalith is one too many, the owner is not a tribe, or the megalith
            has no power.
        NotationError: if `at` is not the name of a space.
        IllegalActionError: if the power does not offer a decision.
        PowerError: if the power misbehaves.

    Example:
        >>> from cairn_rules import cairn
        >>> from cairn_rules.testing import parse_drawing
        >>> state = parse_drawing('''
        ...     .  .  .  .  f
        ...     .  .  .  .  .
        ...     .  .  f  .  .
        ...     .  .  .  .  .
        ...     s  .  .  .  .
        ... ''')
        >>> woken = activate(cairn.BASE_SET["mound"], on=state, at="c2")
        >>> woken.texts
        ('!add', '!move', '!jump')
        >>> woken.choose("!add").state.active
        Tribe.FOREST
    """
    activation = Activation(at_decision(woken_state(megalith, on=on, at=at, owner=owner)))
    for option in choose:
        activation = activation.choose(option)
    return activation


def at_decision(state: State) -> State:
    """Return a state in which a power is pending, or that after the power if it has no options."""
    return state if legal_actions(state) else _go_on(state, None)


def woken_state(megalith: Megalith, *, on: State, at: Space | str, owner: Tribe | int | str | None = None) -> State:
    """Return the state in which the power of `activate` is pending; it has not been called yet.

    Raises:
        DefinitionError: as `activate` does.
        NotationError: likewise.
    """
    # 1. the arguments
    space = as_space(at)
    if not isinstance(on.pending, ChooseAction | Over) or max(on.scores) == MEGALITHS_TO_WIN:
        now = "over" if max(on.scores) == MEGALITHS_TO_WIN else f"at {type(on.pending).__name__}"
        raise DefinitionError(f"activate needs a position between turns of a game that is not over; this one is {now}")
    if not megalith.powers:
        raise DefinitionError(f"{megalith.id!r} has only a ward, not a power to activate")
    tribe = check_tribe("owner", owner)
    # 2. the position with the shaman and the megalith in place
    leaving = megalith.wakes is When.LEAVING
    shamans = on.shamans if leaving else _with_shaman(on, space, tribe)
    megaliths, scores = _with_megalith(on, space, megalith)
    rest = tuple(stone for stone in (*on.upcoming, *on.deck) if stone.id != megalith.id)
    position = make_state(
        shamans=shamans,
        megaliths=megaliths,
        upcoming=rest[:UPCOMING],
        deck=rest[UPCOMING:],
        tucked=min(on.tucked, len(rest[UPCOMING:])),
        tiles=on.tiles,
        scores=scores,
        active=on.active,
        turn=on.turn,
        variant=on.variant,
    )
    # 3. the power
    return woken(position, space, (on.active if tribe is None else tribe) if leaving else shamans[space])


def _with_shaman(state: State, space: Space, owner: Tribe | None) -> Mapping[Space, Tribe]:
    shamans = dict(state.shamans)
    tribe = shamans.setdefault(space, state.active if owner is None else owner)
    if owner not in (None, tribe):
        raise DefinitionError(f"{owner} cannot use the power on {space}, because a {tribe} shaman is there")
    if list(shamans.values()).count(tribe) > SHAMANS:
        raise DefinitionError(f"all {SHAMANS} {tribe} shamans are on the board; put one of them on {space}")
    return shamans


def _with_megalith(state: State, space: Space, megalith: Megalith) -> tuple[Mapping[Space, Megalith], tuple[int, int]]:
    megaliths = dict(state.megaliths)
    before = next((where for where, stone in megaliths.items() if stone.id == megalith.id), None)
    lay_there = megaliths.get(space)
    if before is not None:
        del megaliths[before]
        if lay_there is not None:
            megaliths[before] = lay_there
    megaliths[space] = megalith
    if len(megaliths) == len(state.megaliths):
        return megaliths, state.scores
    plain = [where for where, stone in megaliths.items() if stone in PLAIN_STONES and where != space]
    if plain:
        del megaliths[plain[-1]]
        return megaliths, state.scores
    sea, forest = state.scores
    if min(sea, forest) == MEGALITHS_TO_WIN - 1:
        raise DefinitionError(
            f"the board is full with {len(state.megaliths)} megaliths; choose the space of one of them"
        )
    return megaliths, (sea + 1, forest) if sea <= forest else (sea, forest + 1)
