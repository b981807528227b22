"""Pictures of megaliths without a board: `glyph_svg` draws the glyph of one, `legend_svg` explains several."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from attrs import evolve

from cairn_rules.cairn.megaliths.megaliths import BASE_SET
from cairn_rules.cairn.pictures.colours import STYLING, Colours
from cairn_rules.cairn.pictures.parts import MARGIN, WIDTH, Detail
from cairn_rules.cairn.pictures.stones import glyph_at, kind_of, stone
from cairn_rules.cairn.state.megalith_data import Megalith
from cairn_rules.checks import checked, items_of
from cairn_rules.errors import DefinitionError, quoted
from cairn_rules.pictures.path_data import GLYPH_BOX
from cairn_rules.pictures.svg import escape, fitted, picture

_NEEDED: Final = {"background", "strong", "muted", "middle", "stone", "light", "dark", "glyph", "text"}
_STYLING: Final = evolve(
    STYLING,
    rules={
        selector: body for selector, body in STYLING.rules.items() if not selector or selector.split("-")[-1] in _NEEDED
    },
)
"""The part of the style sheet that megaliths need, so that glyphs stay small files."""
_ICON: Final = GLYPH_BOX + 4
"""Width and height of a glyph with its stone."""
_ROW: Final = 66
"""The least height of an entry; all are as high as the one with the longest text."""
_COLUMN: Final = (WIDTH - 3 * MARGIN) // 2
_TEXT: Final = 64
"""Distance of the texts of the legend from the left edge of their column."""
_TEXT_SIZES: Final = (13, 2), (12, 2), (11, 20)
_ONLY_GLYPHS: Final = Detail(names=False)


def glyph_svg(
    megalith: Megalith, *, size: int | None = 24, colours: Colours | Literal["auto", "light", "dark"] = "auto"
) -> str:
    """Draw the glyph of a megalith on its stone as a small SVG picture, for buttons, tables and lists.

    The name and the text of the megalith are its title and its description. Without a glyph, a megalith shows the
    initials of its name. `size` is the width and height in pixels; None for the full width available. The colours are a
    `Colours`, `light`, `dark`, or `auto` for the preference of the reader's system.

    Raises:
        DefinitionError: if an argument cannot be used. The message names it and says what would be right.

    Example:
        >>> from cairn_rules.cairn import BASE_SET
        >>> "<title" in glyph_svg(BASE_SET["deer"]), BASE_SET["deer"].glyph in glyph_svg(BASE_SET["deer"])
        (True, True)
    """
    _check(megalith)
    kind, middle = kind_of(megalith), _ICON / 2
    shape = f'<rect class="cairn-stone" x=".75" y=".75" width="{_ICON - 1.5}" height="{_ICON - 1.5}" rx="5"/>'
    drawn = f'<g class="cairn-{kind}">{shape}{glyph_at(megalith, middle, middle, 1)}</g>'
    return picture(_STYLING, (drawn,), (megalith.name, megalith.text), room=(_ICON, _ICON), size=size, colours=colours)


@checked
def legend_svg(
    megaliths: Iterable[Megalith] = BASE_SET,
    *,
    size: int | None = None,
    colours: Colours | Literal["auto", "light", "dark"] = "auto",
) -> str:
    """Draw a legend as an SVG picture: the glyph, the name and the text of each megalith, in two columns.

    The megaliths are, for instance, a set or `state.upcoming`. `size` is the width in pixels; None for the full width
    available. The colours are a `Colours`, `light`, `dark`, or `auto` for the preference of the reader's system.

    Raises:
        DefinitionError: if an argument cannot be used. The message names it and says what would be right.

    Example:
        >>> from cairn_rules.cairn import BASE_SET, LIGHT_SET
        >>> [legend_svg(stones).count("data-id") for stones in (LIGHT_SET, BASE_SET, [BASE_SET["deer"]])]
        [8, 14, 1]
    """
    stones = items_of(megaliths, "a collection of megaliths, such as BASE_SET")
    for each in stones:
        _check(each)
    texts = [fitted(each.text, _COLUMN - _TEXT, _TEXT_SIZES) for each in stones]
    rows, down = (len(stones) + 1) // 2, max([_ROW, *(round(26.4 + 1.2 * size * len(lines)) for size, lines in texts)])
    room = WIDTH, 2 * MARGIN + down * rows
    ground = f'<rect class="cairn-background" width="{room[0]}" height="{room[1]}" rx="14"/>'
    places = ((MARGIN + each // rows * (_COLUMN + MARGIN), MARGIN + each % rows * down) for each in range(len(stones)))
    drawn = "".join(map(_entry, stones, texts, places))
    told = " ".join(f"{each.name}: {each.text}" for each in stones)
    return picture(_STYLING, (ground, drawn), ("Megaliths", told), room=room, size=size, colours=colours)


def _entry(megalith: Megalith, text: tuple[float, list[str]], place: tuple[int, int]) -> str:
    """Draw a megalith of the legend with its name and its text."""
    (size, lines), (x, y) = text, place
    name_size, (name,) = fitted(megalith.name, _COLUMN - _TEXT, ((16, 1), (13, 1)))
    rows = ((39 + size * 1.2 * place, escape(line)) for place, line in enumerate(lines))
    texts = "".join(
        f'<text class="cairn-muted" x="{_TEXT}" y="{row:.1f}" font-size="{size}">{line}</text>' for row, line in rows
    )
    return (
        f'<g data-id="{megalith.id}" transform="translate({x} {y})">'
        f'<g transform="translate(28 31) scale(.72)">{stone(megalith, _ONLY_GLYPHS)}</g>'
        f'<text class="cairn-strong" x="{_TEXT}" y="21" font-size="{name_size}">{escape(name)}</text>{texts}</g>'
    )


def _check(megalith: object) -> None:
    if not isinstance(megalith, Megalith):
        raise DefinitionError(f"megalith should be a Megalith, not {quoted(megalith)}")
