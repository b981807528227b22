"""The decorators that define megaliths: `@megalith` for one with a power, `@ward` for one that only forbids."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import ParamSpec, TypeAlias, TypeVar

from cairn_rules.argument_checks import checked
from cairn_rules.cairn.megaliths.site import Site
from cairn_rules.cairn.state.actions import Action, Effect
from cairn_rules.cairn.state.megalith_data import Megalith, OpponentDecides, StoneColour, When
from cairn_rules.errors import DefinitionError

P = ParamSpec("P")
R = TypeVar("R")
Power: TypeAlias = Callable[[Site], Iterable[Effect]]
"""A pure function from a site to the effects that the owner may choose from. If it returns none, nothing happens."""
Ward: TypeAlias = Callable[[Site, Action], bool]
"""A pure function that returns whether an action is forbidden while the megalith is on the board (rule 12.4)."""


def _with_parentheses(factory: Callable[P, R]) -> Callable[P, R]:
    """Return a factory of decorators with an error for a function that it gets in place of the name."""

    @wraps(factory)
    def checked(*args: P.args, **kwargs: P.kwargs) -> R:
        if args and callable(args[0]):
            name = getattr(args[0], "__name__", "power")
            use = f'@{factory.__name__}("{name.replace("_", " ").title()}", text="…")'
            raise DefinitionError(f"@{factory.__name__} needs a name and a text: write {use} above def {name}")
        return factory(*args, **kwargs)

    return checked


@checked
@_with_parentheses
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
    glyph: str | None = None,
) -> Callable[[Power], Megalith]:
    """Make a megalith from a power.

    Args:
        name: Name for people.
        text: Description of the power, for people.
        stone: Light or dark.
        id: A short slug, unique in a set (default: the function's name).
        then: Functions for the power's further decisions, in order. Each is called once the effect
            chosen before has been applied. A decision without options ends the power.
        effects: Custom effect classes that the power yields. They are needed to read stored games in
            which one was chosen.
        wakes: Event that wakes the megalith: a shaman arrives, a shaman leaves, or a turn is about to begin.
        ward: Function that forbids actions while the megalith is on the board; see `ward`.
        glyph: SVG path data for pictures, in a box from 0 0 to 24 24: pictures draw it as a line 2 units wide
            with round ends, without a fill (default: the initials of the name).

    Returns:
        A decorator for a function from a `Site` to effects.

    Raises:
        DefinitionError: if the id is not a slug, a text is empty, the glyph is not path data in its box, a power or
            ward takes other arguments, or `@megalith` has no parentheses.

    Example:
        >>> from collections.abc import Iterator
        >>> from cairn_rules.cairn import BASE_SET, Banish, Effect, Site, megalith
        >>> bolt = "M14 2L6 13H12L9 22L18 10H12Z"
        >>> @megalith("Far Thunder", text="Banish an enemy shaman anywhere.", id="thunder", glyph=bolt)
        ... def thunder(site: Site) -> Iterator[Effect]:
        ...     for enemy in site.enemies():
        ...         yield Banish(enemy)
        >>> (BASE_SET | thunder).ids[-1]
        'thunder'
    """

    def make(power: Power) -> Megalith:
        return Megalith(_slug(id, power), name, text, stone, (power, *then), effects, wakes, ward, glyph)

    return make


@checked
@_with_parentheses
def ward(
    name: str, *, text: str, stone: StoneColour = StoneColour.LIGHT, id: str | None = None, glyph: str | None = None
) -> Callable[[Ward], Megalith]:
    """Make a megalith without a power that forbids actions while it is on the board (rule 12.4).

    The decorated function is called for every action with the action tiles, every option of a power and
    every transformation. The site's owner is the tribe that would act, or that owns the power. No shaman
    needs to be on the megalith. If an option has several effects of the library, the function is called for each,
    with the board as it is before the option.

    Args:
        name: Name for people.
        text: Description of the forbidden actions, for people.
        stone: Light or dark.
        id: A short slug, unique in a set (default: the function's name).
        glyph: SVG path data for pictures, as for `megalith` (default: the initials of the name).

    Returns:
        A decorator for a function that takes a `Site` and an `Action` and returns True to forbid it.

    Raises:
        DefinitionError: if the id is not a slug, a text is empty, the glyph is not path data in its box, the function
            takes other arguments, or `@ward` has no parentheses.

    Example:
        >>> from cairn_rules.cairn import Action, Jump, Site, ward
        >>> @ward("Long Wall", text="Nobody jumps over this megalith.")
        ... def wall(site: Site, action: Action) -> bool:
        ...     return isinstance(action, Jump) and site.jumped(action) == (site.space,)
    """

    def make(forbids: Ward) -> Megalith:
        return Megalith(_slug(id, forbids), name, text, stone, (), ward=forbids, glyph=glyph)

    return make


def _slug(id: str | None, function: Power | Ward) -> str:
    return getattr(function, "__name__", "") if id is None else id


def opponent_decides(power: Power) -> Power:
    """Let the opponent choose among the options of a power, or of one of its decisions (rule 12.1).

    The site stays the same: own and enemy shamans are those of the power's owner. The power, a function from a site to
    effects, is below `@megalith` or in its `then`.

    Raises:
        DefinitionError: if it is not a function that takes only a site.

    Example:
        >>> from collections.abc import Iterable
        >>> from cairn_rules.cairn import Banish, Effect, Site, megalith, opponent_decides
        >>> @megalith("Tribute Stone", text="The opponent banishes one of their shamans.")
        ... @opponent_decides
        ... def tribute(site: Site) -> Iterable[Effect]:
        ...     return map(Banish, site.enemies())
    """
    return OpponentDecides(power)
