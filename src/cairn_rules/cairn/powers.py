"""Megaliths and their powers: `Megalith`, `@megalith`, what a power offers, and using it."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from enum import Enum
from importlib import import_module
from itertools import islice
from typing import Final, TypeAlias, final

from attrs import field, frozen

from cairn_rules.cairn.actions import Effect
from cairn_rules.cairn.board import SHAMANS, VILLAGE, Space
from cairn_rules.cairn.checked import fits, one_of, tuple_of
from cairn_rules.cairn.drafts import draft
from cairn_rules.cairn.effects import Banish, FlipTile, Relocate, Summon, TakeExtraTurn
from cairn_rules.cairn.megalith_effects import ReplaceMegalith, SlideMegalith, SwapMegaliths
from cairn_rules.cairn.pending import BuildMegalith, Pending, UsePower
from cairn_rules.cairn.site import Site
from cairn_rules.cairn.snapshot import Snapshot, snapshot
from cairn_rules.cairn.state import State
from cairn_rules.errors import PowerError

Power: TypeAlias = Callable[[Site], Iterable[Effect]]
"""A pure function from a site to the effects that its owner may choose from; none: nothing happens."""

BOX_EFFECTS: Final = frozenset(
    {Banish, Relocate, Summon, SlideMegalith, SwapMegaliths, ReplaceMegalith, FlipTile, TakeExtraTurn}
)
"""The effects that the engine trusts: none of them breaks a rule, or comes back to where it started."""

MOST_OPTIONS: Final = 10_000
"""A power that yields more is taken for one that never ends."""

_ID: Final = re.compile(r"[a-z][a-z0-9]*([._-][a-z0-9]+)*")


class Stone(Enum):
    """The colour of a tile's stone; the light ones are those for the first games (rule 2.5)."""

    LIGHT = "light"
    DARK = "dark"

    def __repr__(self) -> str:
        return f"Stone.{self.name}"


def _is_line(value: object) -> bool:
    return isinstance(value, str) and value.isprintable() and bool(value.strip())


def _are_powers(value: object) -> bool:
    return tuple_of(callable)(value) and value != ()


_line: Final = fits("one line of text for people", _is_line)


@final
@frozen(cache_hash=True)
class Megalith:
    """A megalith tile: its id, what people read of it, and its power. Usually made by `@megalith`.

    Raises:
        DefinitionError: when the id is no slug, a text is empty, the stone is none, or there is no power.
    """

    id: str = field(
        validator=fits(
            "small letters and digits, joined by '-', '_' or '.', such as 'deer' or 'acme.red-stone'",
            lambda value: isinstance(value, str) and bool(_ID.fullmatch(value)),
        )
    )
    """A short slug, unique in a set, as in position texts."""
    name: str = field(validator=_line)
    """The name for people."""
    text: str = field(validator=_line)
    """What the power does, for people."""
    stone: Stone = field(validator=one_of(*Stone))
    """Light or dark."""
    powers: tuple[Power, ...] = field(
        repr=False, validator=fits("a tuple of functions from Site to effects", _are_powers)
    )
    """The power's decisions, in order: nearly always one."""

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[object, ...]:
        # A function cannot be sent, but the megalith that a module holds under the function's name can be found.
        power = self.powers[0]
        module, name = getattr(power, "__module__", ""), getattr(power, "__qualname__", "")
        if getattr(sys.modules.get(module), name, None) is self:
            return _held_by_module, (module, name)
        return Megalith, (self.id, self.name, self.text, self.stone, self.powers)

    def offers(self, state: State) -> tuple[Effect, ...]:
        """The options of this megalith's power in a state that asks to use it (rules 6.3, 6.7).

        Returns:
            The effects that the power yields, in its order, without duplicates, and without those
            after which a power would be used in a position in which one was used in this turn.

        Raises:
            PowerError: when the power misbehaves.
        """
        options, trusted = self._run(state)
        if trusted and not state._seen:
            return options  # the first power of a turn has nothing to repeat
        return _not_repeating(state, options)

    def has_options(self, state: State) -> bool:
        """Whether the power has options in a state, told without doing any effect of one's own."""
        options, trusted = self._run(state)
        return bool(_not_repeating(state, options) if trusted else options)

    def yields(self, state: State) -> tuple[Effect, ...]:
        """What the power yields, without duplicates, whether or not a position would be repeated."""
        return self._run(state)[0]

    def _run(self, state: State) -> tuple[tuple[Effect, ...], bool]:
        """What the power yields, and whether these are effects of the box alone."""
        pending = state._pending
        assert isinstance(pending, UsePower), "only asked of a state in which a power is used"
        try:
            yielded = tuple(islice(self.powers[len(pending.chosen)](Site(state, pending)), MOST_OPTIONS + 1))
            options = tuple(dict.fromkeys(yielded))
        except Exception as error:
            raise PowerError(
                f"the power of {self.id!r} on {pending.space} failed with {error!r};"
                " a power takes a Site and yields effects"
            ) from error
        if len(yielded) > MOST_OPTIONS:
            raise PowerError(f"the power of {self.id!r} yields more than {MOST_OPTIONS} options; does it ever end?")
        if BOX_EFFECTS.issuperset(map(type, options)):
            return options, True
        for option in options:
            if not isinstance(option, Effect):
                raise PowerError(f"the power of {self.id!r} yields {option!r}, which is not an effect")
        return options, False


def _held_by_module(module: str, name: str) -> Megalith:
    found: Megalith = getattr(import_module(module), name)
    return found


def megalith(
    name: str,
    *,
    text: str,
    stone: Stone = Stone.LIGHT,
    id: str | None = None,
    then: tuple[Power, ...] = (),
) -> Callable[[Power], Megalith]:
    """Make a megalith of a power; the function's name is the id unless another one is given.

    Args:
        name: The name for people.
        text: What the power does, for people.
        stone: Light or dark.
        id: A short slug, unique in a set.
        then: For a power with more decisions, what each further one offers. Each is asked after
            the effect chosen before it was done; a decision without options ends the power.

    Returns:
        A decorator for the function from a `Site` to effects.

    Raises:
        DefinitionError: when the id is no slug or a text is empty.

    Example:
        >>> from collections.abc import Iterator
        >>> from cairn_rules import BASE_SET, Banish, Effect, Site, megalith
        >>> @megalith("Far Thunder", text="Banish an enemy shaman anywhere.", id="thunder")
        ... def thunder(site: Site) -> Iterator[Effect]:
        ...     for enemy in site.enemies():
        ...         yield Banish(enemy)
        >>> (BASE_SET | thunder).ids[-1]
        'thunder'
    """

    def make(power: Power) -> Megalith:
        slug = getattr(power, "__name__", "") if id is None else id
        return Megalith(slug, name, text, stone, (power, *then))

    return make


def positions_seen(state: State) -> tuple[Snapshot, ...]:
    """The positions of this turn at which a power was used, the power that is being used included (rule 6.7)."""
    pending = state._pending
    begun = isinstance(pending, UsePower) and bool(pending.chosen)
    return state._seen if begun else (*state._seen, snapshot(state))


def next_decision(pending: UsePower, effect: Effect) -> UsePower | None:
    """The next decision of a power after an effect was chosen; None when that was the last (rule 6.8)."""
    if len(pending.chosen) + 1 == len(pending.megalith.powers):
        return None
    return UsePower(pending.space, pending.megalith, pending.owner, (*pending.chosen, effect))


def do_effect(state: State, effect: Effect) -> State:
    """The state after an option of a power was done; what it moved still waits.

    Raises:
        PowerError: when the effect misbehaves.
    """
    if type(effect) in BOX_EFFECTS:
        return effect.apply(state)
    try:
        after = effect.apply(state)
    except PowerError:
        raise
    except Exception as error:
        raise PowerError(f"the effect {effect!r} failed with {error!r}") from error
    _check_effect(state, effect, after)
    return draft(after)


def _check_effect(before: State, effect: Effect, after: object) -> None:
    """Refuse what an effect must not do: lose or make pieces, or touch the course of the game."""
    if not isinstance(after, State):
        raise PowerError(f"{effect!r} returns {after!r}; an effect returns the state after it")
    kept = {
        "the decision that is asked": (before.pending, after.pending),
        "whose turn it is": (before.active, after.active),
        "the number of turns": (before.turn, after.turn),
        "the scores": (before.scores, after.scores),
        "the variant": (before.variant, after.variant),
        "the positions seen": (before.seen, after.seen),
        "the set of megaliths": (_tiles(before), _tiles(after)),
    }
    changed = [name for name, (old, new) in kept.items() if old != new]
    if changed:
        raise PowerError(f"{effect!r} changes {', '.join(changed)}; an effect cannot")
    both = after._own & after._enemy
    if both or max(after._own.bit_count(), after._enemy.bit_count()) > SHAMANS:
        raise PowerError(f"{effect!r} puts more shamans on the field than can be there")


def _tiles(state: State) -> Counter[str]:
    return Counter(stone.id for stone in (*state.megaliths.values(), *state.upcoming, *state.deck))


def next_waiting(state: State) -> State | None:
    """The state at the next power or build that waits; None when nothing waits any more (rule 6.8).

    Whether the power has options is not looked at.
    """
    for index, item in enumerate(state._waiting):
        pending: Pending | None
        if isinstance(item, BuildMegalith):
            pending = item if state._ground.can_build(item.space) else None
        else:
            pending = woken_by(state, item)
        if pending is not None:
            woken = draft(state)
            woken._pending = pending
            woken._waiting = state._waiting[index + 1 :]
            return woken
    return None


def woken_by(state: State, space: Space) -> UsePower | None:
    """The power that the shaman on a space wakes (rule 6.1); None where no megalith lies."""
    bit = 1 << space
    return state._ground.power(bit, state.tribe_on(space)) if state._ground.mask & bit else None


def was_seen(state: State) -> bool:
    """Whether a power was already used in this very position in this turn (rule 6.7)."""
    return bool(state._seen) and isinstance(state._pending, UsePower) and snapshot(state) in state._seen


def next_woken(before: State, after: State) -> State | None:
    """What waits once an option was chosen in a state, with the power used there among what was seen (rule 6.7)."""
    woken = next_waiting(after)
    if woken is not None:
        woken._seen = positions_seen(before)
    return woken


def _not_repeating(state: State, options: tuple[Effect, ...]) -> tuple[Effect, ...]:
    return tuple([option for option in options if not (_may_wake(state, option) and _repeats(state, option))])


def _may_wake(state: State, option: Effect) -> bool:
    """Whether an option can lead to a megalith's power at once."""
    if isinstance(option, (Relocate, Summon)):
        return option.to is not VILLAGE and bool(state._ground.mask >> option.to & 1)
    return type(option) not in BOX_EFFECTS


def _repeats(state: State, option: Effect) -> bool:
    """Whether choosing an option leads at once to a power in a position in which one was used in this turn."""
    pending = state._pending
    if isinstance(pending, UsePower) and next_decision(pending, option) is not None:
        return False
    woken = next_woken(state, do_effect(state, option))
    return woken is not None and was_seen(woken)
