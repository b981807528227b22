"""The SVG picture of a state: `svg`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.korrigans.pictures.board import draw_board
from cairn_rules.korrigans.pictures.colours import STYLING, Colours
from cairn_rules.korrigans.pictures.highlights import layers_of, marks_above, marks_below
from cairn_rules.korrigans.pictures.panels import WIDTH, beside, cards, height, status
from cairn_rules.korrigans.pictures.pieces import on_board, rainbow
from cairn_rules.korrigans.rules.observation import Observation, observe
from cairn_rules.korrigans.state.actions import Action
from cairn_rules.korrigans.state.state import State
from cairn_rules.korrigans.texts.words import description, title
from cairn_rules.pictures.svg import picture


def svg(
    state: State | Observation,
    *,
    viewer: int | None = None,
    highlight: Action | str | Iterable[Action | str] = (),
    arrows: Action | Iterable[Action] | Mapping[Action, str] = (),
    size: int | None = None,
    colours: Colours | Literal["auto", "light", "dark"] = "auto",
) -> str:
    """Return a state as a picture: the text of a self-contained SVG.

    The picture shows what a player or a spectator may see (rules page, section 9), also in the middle of a turn.
    For web pages, clickable parts have `data-field`, `data-link`, `data-row`, `data-column`, `data-seat`,
    `data-korrigan`, and for tokens `data-looked` or `data-unused`. Class names begin with `korrigans-`, and `auto`
    colours are custom properties such as `--korrigans-river`. Pictures on one page do not affect each other. Fields are
    drawn from the cells of the board, so every board has a picture; fields that share a cell divide it between them.
    Pictures below 440 pixels, and pictures of unknown size on a screen below that, leave out the names of fields, which
    remain as tooltips.

    Args:
        state: A state, also in the middle of a turn, or an observation.
        viewer: A seat number, or None for a spectator, who sees only public information (default: None). Leave it out
            for an observation, which already has a viewer.
        highlight: An action, which may be a movement drawn as an arrow, or several actions and field ids, such as
            `legal_actions(state)`. Their targets are marked, and the origins of movements that the map allows.
        arrows: Actions, each drawn with an arrow or, without a movement, marked; the first boldly, the others dashed.
            For example the first of each line of an [analysis][cairn_rules.analyse]. A mapping has the colour of each:
            `highlight`, `muted`, that of a seat (`blue`), or `#1d4e79`. Several highlighted actions are then fainter.
        size: Width in pixels (default: all the available width).
        colours: A `Colours`, `light`, `dark`, or `auto` to follow the reader's system (default: `auto`).

    Raises:
        DefinitionError: if an argument is invalid. The message quotes it and says what would be right.

    Example:
        >>> from cairn_rules import korrigans
        >>> state = korrigans.new_game(seed=7, players=3)
        >>> picture = svg(state, highlight=korrigans.legal_actions(state), size=640)
        >>> picture[:38], picture.count('class="korrigans-target"')
        ('<svg xmlns="http://www.w3.org/2000/svg', 2)
    """
    seen = _seen(state, viewer)
    room = WIDTH, height(len(seen.seats))
    marks = layers_of(highlight, arrows, seen)
    drawn = draw_board(seen.board)
    layers = (
        f'<rect class="korrigans-background" width="{room[0]}" height="{room[1]}" rx="14"/>',
        drawn.picture,
        cards(seen),
        marks_below(marks, seen, drawn),
        status(seen),
        rainbow(seen),
        on_board(seen, drawn),
        beside(seen),
        marks_above(marks, seen, drawn),
    )
    return picture(STYLING, layers, (title(seen), description(seen)), room=room, size=size, colours=colours)


def _seen(state: State | Observation, viewer: int | None) -> Observation:
    """Return the observation to draw, which excludes everything hidden from the viewer."""
    if isinstance(state, Observation):
        if viewer not in {None, state.player}:
            message = f"viewer should be None, not {quoted(viewer)}, for an Observation, which has a viewer"
            raise DefinitionError(message)
        return state
    return observe(state, viewer)
