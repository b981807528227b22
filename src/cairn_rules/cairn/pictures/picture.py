"""Pictures of states: `svg` draws the board, and the panel next to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Final, Literal

from cairn_rules.cairn.pictures.board import empty_board, pieces
from cairn_rules.cairn.pictures.colours import STYLING, Colours
from cairn_rules.cairn.pictures.highlights import above, below, layers_of
from cairn_rules.cairn.pictures.panel import PANEL, empty_panel, panel
from cairn_rules.cairn.pictures.parts import FIELD, HEIGHT, LEFT, MARGIN, WIDTH, Detail
from cairn_rules.cairn.pictures.villages import empty_villages, villages
from cairn_rules.cairn.rules.observation import Observation, sample_hidden
from cairn_rules.cairn.state.actions import Action
from cairn_rules.cairn.state.board import Space, Tribe, as_tribe, check_tribe
from cairn_rules.cairn.state.state import State
from cairn_rules.cairn.texts.words import description, title
from cairn_rules.checks import chosen_parts
from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.pictures.svg import picture

PARTS: Final = ("board", "panel")


def svg(
    state: State | Observation,
    *,
    viewer: Tribe | int | str | None = None,
    perspective: Tribe | int | str = Tribe.SEA,
    highlight: Action | Space | Iterable[Action | Space] = (),
    arrows: Action | Iterable[Action] | Mapping[Action, str] = (),
    last: Action | None = None,
    parts: Iterable[str] = (),
    size: int | None = None,
    colours: Colours | Literal["auto", "light", "dark"] = "auto",
) -> str:
    """Draw a state as a self-contained SVG picture.

    The picture shows everything that players may see, also in the middle of a turn. On web pages,
    several pictures do not interfere with each other. Shamans and marks carry `data-space`, all CSS
    classes begin with `cairn-`, and `auto` colours are custom properties such as `--cairn-sea`.
    Thumbnails leave out the texts that would be smaller than 7 pixels; the glyphs still distinguish the megaliths. If
    the size is not known, the names of megaliths are left out on screens below 440 pixels.

    Args:
        state: The state, or an observation of it.
        viewer: The player who sees the picture: a tribe or its seat number, or None for a spectator. The
            picture shows no hidden information, so it is the same for every viewer.
        perspective: The tribe at the bottom, or its seat number.
        highlight: An action, drawn with an arrow, or several actions and spaces, drawn as marks. Often
            the last action, or `legal_actions(state)`.
        arrows: Actions, each drawn with an arrow or, without a movement, marked; the first boldly, the others dashed.
            For example the first of each line of an [analysis][cairn_rules.analyse]. A mapping has the colour of each:
            `highlight`, `muted`, that of a tribe (`sea`), or `#1d4e79`. Several highlighted actions are then fainter.
        last: The action that led to the state, drawn in grey below the highlight (default: None).
        parts: The names of the parts to draw: `board`, with the villages, and `panel`, with the pending decision,
            the tiles, the display and the deck (default: both).
        size: The width in pixels; None for the full width available.
        colours: A `Colours`, `light`, `dark`, or `auto` for the preference of the reader's system.

    Raises:
        DefinitionError: if an argument cannot be used. The message names it and says what would be right.

    Example:
        >>> from cairn_rules import cairn
        >>> state = cairn.new_game(seed=7, first=cairn.Tribe.SEA)
        >>> picture = svg(state, highlight=cairn.legal_actions(state), size=640)
        >>> picture[:38], picture.count('class="cairn-shaman cairn-sea"')
        ('<svg xmlns="http://www.w3.org/2000/svg', 5)
    """
    if isinstance(state, Observation):
        state = sample_hidden(state, Random(0))  # the picture shows none of the sampled megaliths
    if not isinstance(state, State):
        raise DefinitionError(f"state should be a State or an Observation of Cairn, not {quoted(state)}")
    check_tribe("viewer", viewer)
    tribe = as_tribe(perspective)
    if tribe is None:
        raise DefinitionError(
            f"perspective should be a tribe, its name, or a seat from 0 to 1, not {quoted(perspective)}"
        )
    perspective = tribe
    chosen = chosen_parts(parts, PARTS) or PARTS
    left, right = 0 if "board" in chosen else PANEL - MARGIN, WIDTH if "panel" in chosen else LEFT + FIELD + MARGIN
    detail = Detail.at(size / (right - left) if isinstance(size, int) else None)
    if "board" in chosen and not detail.words:
        left = LEFT - MARGIN  # there are no labels
    room = right - left, HEIGHT
    marks = layers_of(highlight, arrows, last, state)
    layers = [f'<rect class="cairn-background" x="{left}" width="{room[0]}" height="{HEIGHT}" rx="14"/>']
    if "board" in chosen:
        layers += [empty_board(perspective, detail), empty_villages(perspective, detail)]
    if "panel" in chosen:
        layers.append(empty_panel(detail))
    layers.append('<g class="cairn-contents">')
    if "board" in chosen:
        layers += [
            below(marks, perspective),
            pieces(state, perspective, detail),
            *villages(state, perspective, detail),
            above(marks, state, perspective),
        ]
    if "panel" in chosen:
        layers += panel(state, marks, detail)
    layers.append("</g>")
    return picture(
        STYLING, layers, (title(state), description(state)), room=room, left=left, size=size, colours=colours
    )
