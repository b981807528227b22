"""A megalith's power used in a drawn position: `activate`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast, final

from attrs import frozen

from cairn_rules.cairn.actions import Effect
from cairn_rules.cairn.board import NAMED_SPACES, SHAMANS, Space, Tribe
from cairn_rules.cairn.decisions import NEXT_TURN
from cairn_rules.cairn.layout import MEGALITHS_TO_WIN, UPCOMING
from cairn_rules.cairn.make_state import make_state
from cairn_rules.cairn.megalith_data import Megalith, When
from cairn_rules.cairn.notation import format_action
from cairn_rules.cairn.pending import ChooseAction, Over, UsePower
from cairn_rules.cairn.rules import _go_on, apply, legal_actions
from cairn_rules.cairn.state import NOBODY, State, draft
from cairn_rules.cairn.testing.drawing import PLAIN_STONES
from cairn_rules.errors import DefinitionError, Fault, IllegalActionError, NotationError, Reason

if TYPE_CHECKING:
    from collections.abc import Mapping


def woken(state: State, space: Space, owner: int) -> State:
    """The state in which the power of the megalith on a space is asked, whether or not it has options.

    It is as it would be when the megalith had been woken in its own way: by a shaman that has just
    arrived and counts as moved when it is the active player's, by one that has just left, or by
    the turn of the owner that comes next.
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
    """The same for a shaman of the active player or of the enemy, which comes from anywhere where it is needed."""
    owner = 1 - position._active if enemy else position._active
    if position.megaliths[space].wakes is When.LEAVING:
        return woken(position, space, owner)
    state = with_shaman(position, 1 << space, enemy=enemy)
    return woken(state, space, state.tribe_on(space))


def with_shaman(position: State, bit: int, *, enemy: bool) -> State:
    """The position with somebody on a space; one of five shamans comes from the highest space."""
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
    """A power that was woken, after the decisions made so far; usually made by `activate`."""

    state: State
    """The state now. When no power asks for a decision any more, the turn has gone on as in a game."""

    @property
    def options(self) -> tuple[Effect, ...]:
        """What the power that is used now offers; nothing when none is used any more."""
        if not isinstance(self.state.pending, UsePower):
            return ()
        return cast("tuple[Effect, ...]", legal_actions(self.state))

    @property
    def texts(self) -> tuple[str, ...]:
        """The notation of the options."""
        return tuple(map(format_action, self.options))

    def choose(self, option: Effect | str) -> Activation:
        """Decide.

        Args:
            option: One of the options, or its text.

        Returns:
            The same power at its next decision, the next power of the chain, or where the turn went on.

        Raises:
            IllegalActionError: when this is not offered; it says what is.
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


def activate(
    megalith: Megalith,
    *,
    on: State,
    at: Space | str,
    owner: Tribe | None = None,
    choose: Iterable[Effect | str] = (),
) -> Activation:
    """Wake a megalith's power in a position, as if a shaman had just been moved onto it.

    One that wakes in another way is woken as if a shaman had just left it, or as if the turn of the
    shaman on it were about to begin.

    The megalith is laid on the space, unless it lies there. If it lay elsewhere, it changes places
    with whatever is there; if it is new, that one goes. When there is none to go, it is a plain one
    of `field`, or else a point is added for the tribe that has fewer. A shaman is put there when
    nobody stands there, unless it is a megalith that shamans wake by leaving.

    Args:
        megalith: The megalith.
        on: A position between turns. Its tiles are those that the power sees.
        at: The space, or its name.
        owner: Whose shaman is put there, or has left; None for the active player's.
        choose: The decisions to make at once, as effects or as texts.

    Raises:
        DefinitionError: when the position is no such place, somebody else stands there, the
            shaman or the megalith is one too many, or the megalith has no power.
        NotationError: when the name is that of no space.
        IllegalActionError: when a decision is not offered.
        PowerError: when the power misbehaves.

    Example:
        >>> import cairn_rules as cairn
        >>> from cairn_rules.testing import field
        >>> state = field('''
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
    space = _space(at)
    if not isinstance(on.pending, ChooseAction | Over) or max(on.scores) == MEGALITHS_TO_WIN:
        now = "over" if max(on.scores) == MEGALITHS_TO_WIN else f"asking {type(on.pending).__name__}"
        raise DefinitionError(f"a power is woken in a position between turns of a game that goes on; this one is {now}")
    if not megalith.powers:
        raise DefinitionError(f"{megalith.id!r} has a ward and no power to wake")
    leaving = megalith.wakes is When.LEAVING
    shamans = on.shamans if leaving else _with_shaman(on, space, owner)
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
    default = on.active if owner is None else owner
    start = woken(position, space, default if leaving else shamans[space])
    activation = Activation(start if legal_actions(start) else _go_on(start, None))
    for option in choose:
        activation = activation.choose(option)
    return activation


def _space(at: Space | str) -> Space:
    if isinstance(at, Space):
        return at
    if at not in NAMED_SPACES:
        raise NotationError(str(at), [Fault("at", f"{at!r} is not a space; spaces are a1 to e5")])
    return NAMED_SPACES[at]


def _with_shaman(state: State, space: Space, owner: Tribe | None) -> Mapping[Space, Tribe]:
    shamans = dict(state.shamans)
    tribe = shamans.setdefault(space, state.active if owner is None else owner)
    if owner not in (None, tribe):
        raise DefinitionError(f"a {tribe} shaman stands on {space}, so that {owner} cannot use the power there")
    if list(shamans.values()).count(tribe) > SHAMANS:
        raise DefinitionError(f"all {SHAMANS} {tribe} shamans are on the field; put one of them on {space}")
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
        raise DefinitionError(f"the field has all its {len(state.megaliths)} megaliths; lay it on one of them")
    return megaliths, (sea + 1, forest) if sea <= forest else (sea, forest + 1)
