"""Highlights in pictures: the origins and targets of actions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias, assert_never, final

from attrs import define, field, fields, frozen, has

from cairn_rules.cairn.megaliths.effects import Banish, FlipTile, ReplaceMegalith, SwapMegaliths, TakeExtraTurn
from cairn_rules.cairn.megaliths.wider_effects import RelocateAll, Together
from cairn_rules.cairn.pictures.colours import STYLING
from cairn_rules.cairn.pictures.parts import CELL, FIELD, LEFT, STRIP, TOP, centre, strip, village_beyond, way_out, word
from cairn_rules.cairn.rules.rules import legal_actions
from cairn_rules.cairn.state.actions import Action, Add, Construct, Effect, Jump, Move, Pass, Transform
from cairn_rules.cairn.state.board import TOTEMS, VILLAGE, Destination, Space, Tribe, Village
from cairn_rules.cairn.state.megalith_data import Megalith
from cairn_rules.cairn.state.pending import BuildMegalith, UsePower
from cairn_rules.cairn.state.state import State
from cairn_rules.cairn.state.tiles import Tile
from cairn_rules.checks import highlighted
from cairn_rules.errors import DefinitionError
from cairn_rules.pictures.svg import arrow, layer, ring

_ACTIONS: Final = (Add, Move, Jump, Construct, Transform, Pass, Effect)
_ONE: Final = (Space, *_ACTIONS)
_TOTEMS: Final = {space for totems in TOTEMS for space in totems}
_TIP: Final = 27
"""Distance of an arrow's tip from the centre of its space, so that a shaman there stays visible."""
_TIP_AT_STONE: Final = 36
"""The same distance for a space with a megalith, so that its name stays readable."""


@final
@frozen
class Way:
    """The path of a piece from one place to another."""

    origin: Space
    to: Destination
    bend: float = 0
    """The bend of its arrow, as a fraction of its length; 0 for a straight one."""
    rises: bool = False
    """True for an arrow that always bends upwards, so that a shaman jumped over stays visible."""


@final
@frozen
class Badge:
    """The mark of an action that leads to no place."""

    kind: Literal["pass", "again", "other"]
    tribe: Tribe | None = None
    """The tribe at whose village it is; None for the corner of the board."""


_DECLINED: Final = Badge("pass")
_SIGNS: Final = {"pass": "M-6 0H6", "again": "M-6-5L-1 0L-6 5M1-5L6 0L1 5", "other": "M-1 0H1"}


@final
@define
class Marks:
    """The marks of a picture. The dictionaries serve as ordered sets."""

    origins: dict[Space, None] = field(factory=dict[Space, None])
    targets: dict[Space, None] = field(factory=dict[Space, None])
    victims: dict[Space, None] = field(factory=dict[Space, None])
    """Spaces from which a shaman is banished."""
    villages: dict[Tribe, None] = field(factory=dict[Tribe, None])
    """Villages through which a shaman leaves."""
    ways: dict[Way, None] = field(factory=dict[Way, None])
    megaliths: dict[Megalith, None] = field(factory=dict[Megalith, None])
    tiles: dict[Tile, None] = field(factory=dict[Tile, None])
    badges: dict[Badge, None] = field(factory=dict["Badge", None])
    with_arrows: bool = False

    @property
    def declines(self) -> bool:
        """True if the choice not to transform is among the actions."""
        return _DECLINED in self.badges


Layers: TypeAlias = tuple[tuple[str, Marks], ...]
"""The marks of a picture from the lowest to the highest, each with the CSS class of its group, which may be empty."""


def each_of(highlight: object) -> tuple[Action | Space, ...]:
    """Return the actions and spaces of a highlight, one or many.

    Raises:
        DefinitionError: if there is anything else among them.
    """
    return highlighted(highlight, _ONE, "an action, a space, or several of them such as legal_actions(state)")


def last_of(last: object) -> tuple[Action, ...]:
    """Return the last action as a tuple, which is empty for None. Raise a `DefinitionError` if it is not an action."""
    if last is None:
        return ()
    if not isinstance(last, _ACTIONS):
        raise DefinitionError(f"last should be an action or None, not {last!r}")
    return (last,)


def layers_of(highlight: object, arrows: object, last: object, state: State) -> Layers:
    """Return the marks of a picture: those of the last action, of the highlight, and of each arrow, the best on top."""
    ranked = [(kind, marks_of((each,), state)) for each, kind in STYLING.arrows_in(arrows, _ACTIONS).items()]
    marks = marks_of(each_of(highlight), state)
    kind = "cairn-fainter" if ranked and not marks.with_arrows else ""
    return (("cairn-last", marks_of(last_of(last), state)), (kind, marks), *ranked[::-1])


def marks_of(items: tuple[Action | Space, ...], state: State) -> Marks:
    """Collect the marks of actions and spaces in a state. A single action is drawn with arrows."""
    marks = Marks(with_arrows=sum(not isinstance(item, Space) for item in items) == 1)
    for item in items:
        if isinstance(item, Space):
            marks.targets[item] = None
        else:
            _mark(item, state, marks)
    return marks


def _mark(action: Action, state: State, marks: Marks) -> None:
    match action:
        case Add(to):
            marks.targets[to] = None
        case Move(origin, to):
            _mark_way(Way(origin, to), marks)
        case Jump(origin, to):
            _mark_way(Way(origin, to, 0.55, rises=True), marks)
        case Construct(megalith):
            _mark_building(megalith, state, marks)
        case Transform(victim):
            marks.victims[victim] = None
        case Pass():
            marks.badges[_DECLINED] = None
        case Effect():
            _mark_effect(action, state, marks)
        case _:
            assert_never(action)


def _mark_effect(effect: Effect, state: State, marks: Marks) -> None:
    match effect:
        case SwapMegaliths(first, second):
            _mark_way(Way(first, second, 0.35), marks)
            _mark_way(Way(second, first, 0.35), marks)
        case ReplaceMegalith(space, megalith):
            marks.targets[space] = marks.megaliths[megalith] = None
        case Banish(space):
            marks.victims[space] = None
        case FlipTile(tile):
            marks.tiles[tile] = None
        case TakeExtraTurn():
            marks.badges[Badge("again", _next_player(state))] = None
        case Together(effects) | RelocateAll(effects) if effects:
            for each in effects:
                _mark_effect(each, state, marks)
        case _:  # open: effects are anyone's to define
            spaces = set(_spaces_in(effect))
            start, end = (getattr(effect, name, None) for name in ("origin", "to"))
            if isinstance(start, Space) and isinstance(end, Space | Village):
                _mark_way(Way(start, end), marks)
            elif not spaces:
                marks.badges[Badge("other")] = None
            marks.targets.update((space, None) for space in spaces - {start})


def _next_player(state: State) -> Tribe:
    """Return the tribe that takes the next turn as well, or that has taken it."""
    pending = state.pending
    if isinstance(pending, UsePower) and TakeExtraTurn() in legal_actions(state):
        return pending.owner
    return state.active if state.extra_turn is None else state.extra_turn


def _mark_way(way: Way, marks: Marks) -> None:
    marks.origins[way.origin] = marks.ways[way] = None
    if way.to is VILLAGE:
        marks.villages[village_beyond(way.origin)] = None
    else:
        marks.targets[way.to] = None


def _mark_building(megalith: Megalith, state: State, marks: Marks) -> None:
    """Mark the space where a megalith is going to be built, or was built."""
    marks.megaliths[megalith] = None
    if isinstance(state.pending, BuildMegalith):
        marks.targets[state.pending.space] = None
    marks.targets.update((space, None) for space, stone in state.megaliths.items() if stone == megalith)


def _spaces_in(effect: Effect) -> Iterable[Space]:
    """Yield the spaces among the attributes of an effect, also of a custom one."""
    if has(kind := type(effect)):
        values = (getattr(effect, each.name) for each in fields(kind))
        yield from (value for value in values if isinstance(value, Space))


def below(layers: Layers, perspective: Tribe) -> str:
    """Draw the marks below the pieces."""
    return "".join(layer(kind, _below(marks, perspective)) for kind, marks in layers)


def above(layers: Layers, state: State, perspective: Tribe) -> str:
    """Draw the marks above the pieces."""
    return "".join(layer(kind, _above(marks, state, perspective)) for kind, marks in layers)


def _below(marks: Marks, perspective: Tribe) -> str:
    origins = marks.origins.keys() - marks.targets.keys() - marks.victims.keys()
    parts = [_ring("cairn-origin", space, perspective) for space in sorted(origins)]
    parts += [_ring(_kind(space), space, perspective) for space in (*marks.targets, *marks.victims)]
    parts += [_ring_of_village(tribe, perspective) for tribe in marks.villages]
    return "".join(parts)


def _kind(space: Space) -> str:
    """Return the CSS classes of a target. A totem keeps its colour."""
    return "cairn-target cairn-plain" if space in _TOTEMS else "cairn-target"


def _ring(kind: str, space: Space, perspective: Tribe) -> str:
    return ring(kind, *centre(space, perspective), CELL / 2 - 3, f' data-space="{space}"')


def _ring_of_village(tribe: Tribe, perspective: Tribe) -> str:
    place = f'x="{LEFT}" y="{strip(tribe, perspective)}" width="{FIELD}" height="{STRIP}" rx="10"'
    return f'<rect class="cairn-target cairn-plain" data-village="{word(tribe)}" {place}/>'


def _above(marks: Marks, state: State, perspective: Tribe) -> str:
    parts = [_cross(space, perspective) for space in marks.victims]
    if marks.with_arrows:
        parts += [_arrow(way, state, perspective) for way in marks.ways if way.to != way.origin]
    parts += [_badge(badge, perspective) for badge in marks.badges]
    return "".join(parts)


def _badge(badge: Badge, perspective: Tribe) -> str:
    """Draw a badge: at a village, or at the lower left corner of the board."""
    y = TOP + FIELD if badge.tribe is None else strip(badge.tribe, perspective) + STRIP // 2
    told = {"pass": "No transformation", "again": f"The next turn is {badge.tribe}'s", "other": "Something else"}
    return (
        f'<g class="cairn-badge" data-badge="{badge.kind}" transform="translate({LEFT} {y})">'
        f'<title>{told[badge.kind]}</title><circle r="13"/><path fill="none" d="{_SIGNS[badge.kind]}"/></g>'
    )


def _cross(space: Space, perspective: Tribe) -> str:
    x, y = centre(space, perspective)
    return (
        f'<g class="cairn-victim" data-space="{space}"><circle cx="{x + 25}" cy="{y - 25}" r="11"/>'
        f'<path d="M{x + 21} {y - 29}l8 8m0-8l-8 8"/></g>'
    )


def _arrow(way: Way, state: State, perspective: Tribe) -> str:
    start = centre(way.origin, perspective)
    if way.to is VILLAGE:
        end, tip = way_out(way.origin, perspective), 0
    else:
        end, tip = centre(way.to, perspective), _TIP_AT_STONE if way.to in state.megaliths else _TIP
    bend = -way.bend if way.rises and end[0] > start[0] else way.bend
    return arrow(start, end, bend, tip, f' data-from="{way.origin}" data-to="{way.to}"', prefix="cairn")
