"""The SVG picture of a state: `svg`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final, Literal

from cairn_rules.checks import chosen_parts
from cairn_rules.endless_winter.pictures import board, places, players
from cairn_rules.endless_winter.pictures.colours import STYLING, Colours
from cairn_rules.endless_winter.pictures.highlights import Marks, marks_of
from cairn_rules.endless_winter.pictures.shapes import WIDTH, at, lines_in
from cairn_rules.endless_winter.rules.observation import Observation
from cairn_rules.endless_winter.state.actions import Action
from cairn_rules.endless_winter.state.state import State
from cairn_rules.endless_winter.texts.view import View, view_of
from cairn_rules.endless_winter.texts.words import asked, description, title
from cairn_rules.pictures.svg import picture

_MARGIN: Final = 16
_GAP: Final = 22
_PARTS: Final[Mapping[str, Callable[[View, Marks], tuple[str, float]]]] = MappingProxyType(
    {
        "columns": board.columns,
        "setup": board.setup,
        "culture": board.culture,
        "supply": board.supply,
        "stones": board.stones,
        "map": places.world,
        "megaliths": places.megaliths,
        "idols": places.idols,
        "players": players.players,
        "area": players.area,
    }
)
PARTS: Final = tuple(_PARTS)
_ONE_COLUMN: Final = 2
"""Maximum number of parts drawn below each other; more are drawn in two columns."""
_NARROW: Final = range(250, 700)
"""Widths in pixels at which one column is readable, but two would not be."""


def svg(
    state: State | Observation,
    *,
    viewer: int | None = None,
    highlight: Action | str | Iterable[Action | str] = (),
    arrows: Action | Iterable[Action] | Mapping[Action, str] = (),
    parts: Iterable[str] = (),
    size: int | None = None,
    colours: Colours | Literal["auto", "light", "dark"] = "auto",
) -> str:
    """Return a state as a picture: the text of a self-contained SVG.

    The picture shows what a player or a spectator may see (rules page, section 13). All parts are drawn in two columns,
    or below each other if `size` is from 250 to 699. For a web page on a phone, draw one or two parts: `columns`,
    `culture`, `supply`, `stones`, `map`, `megaliths`, `idols`, `players` with the goods of all, and `area` with the
    cards of the viewer or, for a spectator, of the player who decides; `setup`, with what a draft offers, is left out
    at other times.

    For web pages, clickable parts have `data-column`, `data-card`, `data-pile`, `data-animal`, `data-stone`,
    `data-tile`, `data-juncture`, `data-spot`, `data-track`, `data-animals`, `data-hand`, `data-own`,
    `data-goods`, `data-figure`, `data-offer` or `data-seat`.
    Class names begin with `winter-`, and `auto` colours are custom properties such as `--winter-glacier`. Pictures on
    one page do not affect each other.

    Args:
        state: A state, also in the middle of a turn, or an observation.
        viewer: A seat number, or None for a spectator, who sees only public information (default: None). Leave it out
            for an observation, which already has a viewer.
        highlight: An action, which may be a movement drawn as an arrow, or several actions and ids, such as
            `legal_actions(state)`. Their targets are marked.
        arrows: Actions, each drawn with an arrow or, without a movement, marked; the first boldly, the others dashed.
            For example the first of each line of an [analysis][cairn_rules.analyse]. A mapping has the colour of each:
            `highlight`, `muted`, that of a seat (`cyan`), or `#1d4e79`. Several highlighted actions are then fainter.
        parts: The names of the parts to draw (default: all).
        size: Width in pixels (default: all the available width).
        colours: A `Colours`, `light`, `dark`, or `auto` to follow the reader's system (default: `auto`).

    Raises:
        DefinitionError: if an argument is invalid. The message quotes it and says what would be right.

    Example:
        >>> from cairn_rules import endless_winter
        >>> state = endless_winter.new_game(seed=7)
        >>> picture = svg(state, parts=["map"], size=360)
        >>> picture[:38], picture.count('class="winter-terrain"')
        ('<svg xmlns="http://www.w3.org/2000/svg', 19)
    """
    view = view_of(state, viewer)
    marks = marks_of(highlight, arrows, view)
    offers = view.table.setups or view.table.chiefs
    names = [name for name in chosen_parts(parts, PARTS) or PARTS if offers or name != "setup"]
    drawn = [_PARTS[name](view, marks) for name in names]
    columns = 1 if size in _NARROW or len(drawn) <= _ONE_COLUMN else 2
    across = columns * WIDTH + (columns + 1) * _MARGIN
    head, lines = lines_in(asked(view), 0, 20, across - 2 * _MARGIN, ((20, 1), (17, 2), (15, 4)), "strong")
    top = 18 + lines * 21 + 14.0
    heights = [top] * columns
    layers = [f'<g class="winter-status" transform="translate({_MARGIN} 12)">{head}</g>']
    total = sum(high + _GAP for _, high in drawn)
    for shape, high in drawn:
        # The left column is filled to about a half, so that the parts keep their order.
        column = 0 if columns == 1 or heights[0] - top + high / 2 < total / 2 else 1
        layers.append(at(_MARGIN + column * (WIDTH + _MARGIN), heights[column], shape))
        heights[column] += high + _GAP
    room = across, round(max(heights))
    ground = f'<rect class="winter-background" width="{room[0]}" height="{room[1]}" rx="14"/>'
    return picture(STYLING, (ground, *layers), (title(view), description(view)), room=room, size=size, colours=colours)
