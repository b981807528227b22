"""A state as a picture: `svg`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from cairn_rules.errors import DefinitionError
from cairn_rules.korrigans.actions import Action
from cairn_rules.korrigans.observation import Observation, observe
from cairn_rules.korrigans.pictures.board import draw_board
from cairn_rules.korrigans.pictures.colours import STYLING, Colours
from cairn_rules.korrigans.pictures.highlights import marks_above, marks_below, marks_of
from cairn_rules.korrigans.pictures.panels import WIDTH, beside, cards, height, status
from cairn_rules.korrigans.pictures.pieces import on_board, rainbow
from cairn_rules.korrigans.state import State
from cairn_rules.korrigans.words import description, title
from cairn_rules.pictures.svg import labelled, opening


def svg(
    state: State | Observation,
    *,
    viewer: int | None = None,
    highlight: Action | str | Iterable[Action | str] = (),
    size: int | None = None,
    colours: Colours | Literal["auto", "light", "dark"] = "auto",
) -> str:
    """A state as a picture: the text of an SVG that needs nothing else.

    It shows what one of the players or a spectator may see (rules page, section 9), also in the
    middle of a turn. For web pages, what can be clicked carries `data-field`, `data-link`,
    `data-row`, `data-column`, `data-seat` or `data-korrigan`, the classes begin with `korrigans-`,
    and `auto` colours are custom properties such as `--korrigans-river`. Pictures on one page do
    not disturb each other. The fields are drawn from the cells of the board: every board has a
    picture, and cells that several fields share are divided between them.

    Args:
        state: The state, also in the middle of a turn, or what a seat may know of it.
        viewer: Whose eyes see the state: a seat by its number; None for a spectator's, who sees
            nothing that is hidden from somebody. An observation says itself whose it is.
        highlight: An action, a movement with an arrow, or several actions and ids of fields, whose
            goals are marked, such as `legal_actions(state)`. Movements that the map allows in the
            state show where they start, too.
        size: The width in pixels; None: as wide as there is room.
        colours: Colours, `light` or `dark`, or `auto` for what the reader's system prefers.

    Raises:
        DefinitionError: when an argument cannot be used; it says which and what would be right.

    Example:
        >>> from cairn_rules import korrigans
        >>> state = korrigans.new_game(seed=7, players=3)
        >>> picture = svg(state, highlight=korrigans.legal_actions(state), size=640)
        >>> picture[:38], picture.count('class="korrigans-target"')
        ('<svg xmlns="http://www.w3.org/2000/svg', 2)
    """
    seen = _seen(state, viewer)
    room = WIDTH, height(len(seen.seats))
    head = opening(STYLING, room=room, size=size, colours=colours)
    marks, with_arrows = marks_of(highlight, seen)
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
        marks_above(marks, seen, drawn, with_arrows=with_arrows),
    )
    return f"{labelled(head, title(seen), description(seen), prefix='korrigans')}{''.join(layers)}</svg>"


def _seen(state: object, viewer: object) -> Observation:
    """All that a picture shows is made of: nothing that is hidden from whoever looks."""
    if isinstance(state, Observation):
        if viewer not in {None, state.player}:
            raise DefinitionError(f"viewer should be None: an Observation is one seat's, not that of {viewer!r}")
        return state
    if not isinstance(state, State):
        raise DefinitionError(f"{state!r} is no State and no Observation of Korrigans")
    last = len(state.seats) - 1
    if viewer is not None and (type(viewer) is not int or not 0 <= viewer <= last):
        raise DefinitionError(f"viewer should be None or a seat from 0 to {last}, not {viewer!r}")
    return observe(state, viewer)
