"""How megaliths are written: `@megalith` for one with a power, `@ward` for one that only forbids."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from cairn_rules.cairn.actions import Action, Effect
from cairn_rules.cairn.megalith_data import Megalith, OpponentDecides, StoneColour, When
from cairn_rules.cairn.site import Site

Power: TypeAlias = Callable[[Site], Iterable[Effect]]
"""A pure function from a site to the effects that its owner may choose from; none: nothing happens."""
Ward: TypeAlias = Callable[[Site, Action], bool]
"""A pure function that says whether an action is forbidden while the megalith lies there (rule 12.4)."""


def megalith(
    name: str,
    *,
    text: str,
    stone: StoneColour = StoneColour.LIGHT,
    id: str | None = None,
    then: tuple[Power, ...] = (),
    effects: tuple[type[Effect], ...] = (),
    wakes: When = When.ARRIVING,
    ward: Ward | None = None,
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
        wakes: What wakes it: a shaman that arrives, one that leaves, or a turn that is about to begin.
        ward: Says what nobody may do while the megalith lies there, beside its power; see `ward`.

    Returns:
        A decorator for the function from a `Site` to effects.

    Raises:
        DefinitionError: when the id is no slug, a text is empty, or a power or ward takes other arguments.

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
        return Megalith(_slug(id, power), name, text, stone, (power, *then), effects, wakes, ward)

    return make


def ward(
    name: str, *, text: str, stone: StoneColour = StoneColour.LIGHT, id: str | None = None
) -> Callable[[Ward], Megalith]:
    """Make a megalith that wakes nobody, of a function that says what is forbidden while it lies there (rule 12.4).

    The function gets a site and an action, and is asked about everything that is chosen from the
    action tiles, from the options of powers, and from the shamans to transform. The site's owner is the
    tribe whose action, or whose power, it is; nobody need stand on the megalith.

    Args:
        name: The name for people.
        text: What is forbidden, for people.
        stone: Light or dark.
        id: A short slug, unique in a set; None for the function's name.

    Returns:
        A decorator for the function from a `Site` and an `Action` to whether that is forbidden.

    Raises:
        DefinitionError: when the id is no slug, a text is empty, or the function takes other arguments.

    Example:
        >>> from cairn_rules import Action, Jump, Site, ward
        >>> @ward("Long Wall", text="Nobody jumps over this megalith.")
        ... def wall(site: Site, action: Action) -> bool:
        ...     return isinstance(action, Jump) and site.jumped(action) == (site.space,)
    """

    def make(forbids: Ward) -> Megalith:
        return Megalith(_slug(id, forbids), name, text, stone, (), ward=forbids)

    return make


def _slug(id: str | None, function: Power | Ward) -> str:
    return getattr(function, "__name__", "") if id is None else id


def opponent_decides(power: Power) -> Power:
    """Let the other tribe choose from what a power, or one decision of it, offers (rule 12.1).

    To its site nothing is different: own and enemy shamans are those of the power's owner.

    Args:
        power: The function from a site to effects, under `@megalith` or in its `then`.

    Raises:
        DefinitionError: when it is no such function.

    Example:
        >>> from collections.abc import Iterable
        >>> from cairn_rules import Banish, Effect, Site, megalith, opponent_decides
        >>> @megalith("Tribute Stone", text="The enemy chooses a shaman of theirs and banishes it.")
        ... @opponent_decides
        ... def tribute(site: Site) -> Iterable[Effect]:
        ...     return map(Banish, site.enemies())
    """
    return OpponentDecides(power)
