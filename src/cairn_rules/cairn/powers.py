"""Megaliths and their powers: `Megalith`, `@megalith`, and what a power offers."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from enum import Enum
from importlib import import_module
from inspect import signature
from itertools import islice
from typing import Final, TypeAlias, final

from attrs import field, frozen

from cairn_rules.cairn.actions import Effect
from cairn_rules.cairn.chain import BOX_EFFECTS, not_repeating
from cairn_rules.cairn.checked import fits, one_of, tuple_of
from cairn_rules.cairn.pending import UsePower
from cairn_rules.cairn.site import Site
from cairn_rules.cairn.state import State
from cairn_rules.errors import PowerError

Power: TypeAlias = Callable[[Site], Iterable[Effect]]
"""A pure function from a site to the effects that its owner may choose from; none: nothing happens."""

MOST_OPTIONS: Final = 10_000
"""A power that yields more is taken for one that never ends."""

ID: Final = re.compile(r"[a-z][a-z0-9]*([._-][a-z0-9]+)*")
"""What the id of a megalith looks like."""


class Stone(Enum):
    """The colour of a tile's stone; the light ones are those for the first games (rule 2.5)."""

    LIGHT = "light"
    DARK = "dark"

    def __repr__(self) -> str:
        return f"Stone.{self.name}"


def _is_line(value: object) -> bool:
    return isinstance(value, str) and value.isprintable() and bool(value.strip())


def _are_powers(value: object) -> bool:
    return tuple_of(_is_power)(value) and value != ()


def _is_power(value: object) -> bool:
    """Whether a value can be called with a site alone, as far as that can be told."""
    if not callable(value):
        return False
    try:
        signature(value).bind(None)
    except TypeError:
        return False
    except ValueError:  # it does not tell how it is called
        return True
    return True


def _is_own_effect(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Effect) and value not in BOX_EFFECTS


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
            lambda value: isinstance(value, str) and bool(ID.fullmatch(value)),
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
        repr=False, validator=fits("functions that take a Site, and nothing else, and give effects", _are_powers)
    )
    """The power's decisions, in order: nearly always one."""
    effects: tuple[type[Effect], ...] = field(
        default=(), repr=False, validator=fits("a tuple of subclasses of Effect", tuple_of(_is_own_effect))
    )
    """The classes of the effects of its own, so that they can be read from a stored game."""

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[object, ...]:
        # A function cannot be sent, but the megalith that a module holds under the function's name can be found.
        power = self.powers[0]
        module, name = getattr(power, "__module__", ""), getattr(power, "__qualname__", "")
        if getattr(sys.modules.get(module), name, None) is self:
            return _held_by_module, (module, name)
        return Megalith, (self.id, self.name, self.text, self.stone, self.powers, self.effects)

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
        return not_repeating(state, options)

    def has_options(self, state: State) -> bool:
        """Whether the power has options in a state, told without doing any effect of one's own."""
        options, trusted = self._run(state)
        return bool(not_repeating(state, options) if trusted else options)

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
    effects: tuple[type[Effect], ...] = (),
) -> Callable[[Power], Megalith]:
    """Make a megalith of a power; the function's name is the id unless another one is given.

    Args:
        name: The name for people.
        text: What the power does, for people.
        stone: Light or dark.
        id: A short slug, unique in a set.
        then: For a power with more decisions, what each further one offers. Each is asked after
            the effect chosen before it was done; a decision without options ends the power.
        effects: The classes of effects of your own that it yields, if it does: a stored game in
            which one was chosen is read with their help.

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
        return Megalith(slug, name, text, stone, (power, *then), effects)

    return make
