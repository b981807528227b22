"""Colour schemes for pictures, and the rules of their style sheet."""

from __future__ import annotations

from typing import Final, final

from cairn_rules.frozen_classes import frozen
from cairn_rules.pictures.colours import Styling, colour, dark_scheme


@final
@frozen(kw_only=True)
class Colours:
    """A colour scheme for pictures, as CSS colours. Each default is that of `LIGHT`.

    Both built-in schemes keep a contrast of at least 4.5:1 for text and 3:1 for shapes. The tribes also
    differ in lightness, so they can be distinguished without colour vision.

    Raises:
        DefinitionError: if a value is not a CSS colour.

    Example:
        >>> Colours(sea="navy").sea, Colours(sea="navy").forest == LIGHT.forest
        ('navy', True)
    """

    background: str = colour("#f6f2e9", "#16191d")
    """The background of the picture."""
    panel: str = colour("#fffdf8", "#22272d")
    """The background of villages, tiles and deck."""
    board: str = colour("#ebe4d4", "#2b3138")
    """The spaces of the board."""
    line: str = colour("#8b7f68", "#858f9b")
    """Grid lines, Stone Circles and outlines."""
    text: str = colour("#2b2a27", "#eeeae2")
    """Text and signs."""
    muted: str = colour("#655f53", "#b4b3ad")
    """Secondary text and signs."""
    sea: str = colour("#174a7c", "#8cc8ff")
    """Sea shamans."""
    forest: str = colour("#468129", "#57a63a")
    """Forest shamans."""
    edge: str = colour("#fffdf8", "#12161a")
    """Outlines and emblems of shamans."""
    white_totem: str = colour("#ffffff", "#f4f1ea")
    """The white totems."""
    black_totem: str = colour("#26241f", "#050607")
    """The black totems."""
    light_stone: str = colour("#fbf7ec", "#d8d0be")
    """Megaliths of light stone."""
    light_stone_text: str = colour("#2b2a27", "#1d1c19")
    """Names on megaliths of light stone."""
    dark_stone: str = colour("#5a5a60", "#424851")
    """Megaliths of dark stone."""
    dark_stone_text: str = colour("#ffffff", "#ffffff")
    """Names on megaliths of dark stone."""
    gleam: str = colour("rgb(255 255 255 / 65%)", "rgb(255 255 255 / 13%)")
    """Edges of pieces and spaces towards the light."""
    shade: str = colour("rgb(70 55 30 / 24%)", "rgb(0 0 0 / 38%)")
    """Edges of pieces and spaces away from the light."""
    highlight: str = colour("#b8480b", "#ffb350")
    """Marks of the argument `highlight`."""
    woken: str = colour("#8a2a86", "#f09be6")
    """Rings around the megalith in use and the space to build on."""


LIGHT: Final = Colours()
"""The light scheme: dark text on a light background."""
DARK: Final = dark_scheme(Colours)
"""The dark scheme: light text on a dark background."""

_RULES: Final = {
    "": "font-family:system-ui,sans-serif;fill:@text;stroke-width:2.5;stroke-linecap:round;stroke-linejoin:round",
    ".cairn-background": "fill:@background",
    ".cairn-ledge": "fill:@shade",
    ".cairn-gleam": "fill:none;stroke:@gleam",
    ".cairn-shade": "fill:none;stroke:@shade",
    ".cairn-thin": "stroke-width:1.5",
    ".cairn-card": "fill:@panel",
    ".cairn-plate": "fill:@board;stroke:@line;stroke-width:1",
    ".cairn-field": "fill:@board",
    ".cairn-grid": "fill:none;stroke:@line;stroke-width:1.25;stroke-linecap:butt",
    ".cairn-row": "fill-opacity:.13;stroke:none",
    ".cairn-circle": "fill:@line",
    ".cairn-sea": "fill:@sea",
    ".cairn-forest": "fill:@forest",
    ".cairn-waves": "fill:none;stroke:@sea;stroke-width:2;stroke-opacity:.22;stroke-linecap:butt",
    ".cairn-wood": "fill:@forest;fill-opacity:.2",
    ".cairn-totem": "stroke:@edge;stroke-width:2;stroke-linejoin:miter",
    ".cairn-white": "fill:@white_totem",
    ".cairn-black": "fill:@black_totem",
    ".cairn-facet-shade": "fill:@shade;fill-opacity:.55;stroke:none",
    ".cairn-facet-gleam": "fill:@gleam;fill-opacity:.35;stroke:none",
    ".cairn-shaman": "stroke:@edge",
    ".cairn-moved": "fill:@text;stroke:@edge",
    ".cairn-stone": "stroke:@line;stroke-width:1.5;stroke-linejoin:miter",
    ".cairn-light": "fill:@light_stone",
    ".cairn-glyph": "fill:none;stroke-width:2",
    ".cairn-on-light": "stroke:@light_stone_text",
    ".cairn-light-text": "fill:@light_stone_text",
    ".cairn-dark": "fill:@dark_stone",
    ".cairn-on-dark": "stroke:@dark_stone_text",
    ".cairn-dark-text": "fill:@dark_stone_text",
    ".cairn-strong": "font-weight:600",
    ".cairn-muted": "fill:@muted",
    ".cairn-middle": "text-anchor:middle",
    ".cairn-end": "text-anchor:end",
    ".cairn-ink": "fill:@text",
    ".cairn-drawn": "fill:none;stroke:@text",
    ".cairn-open": "fill:none;stroke:@muted;stroke-width:1.5;stroke-linecap:butt;stroke-linejoin:miter",
    ".cairn-sign": "stroke:@text;stroke-width:2;stroke-linejoin:miter",
    ".cairn-decides": "fill:none;stroke-width:3",
    ".cairn-wins": "fill:none;stroke-width:4.5",
    ".cairn-by-sea": "stroke:@sea",
    ".cairn-by-forest": "stroke:@forest",
    ".cairn-back": "fill:@panel;stroke:@line;stroke-width:1.5",
    ".cairn-woken": "fill:none;stroke:@woken;stroke-width:4",
    ".cairn-site": "fill:none;stroke:@woken;stroke-width:3;stroke-dasharray:7 5",
    ".cairn-origin": "fill:none;stroke:@highlight;stroke-dasharray:6 5;stroke-linecap:butt",
    ".cairn-target": "fill:@highlight;fill-opacity:.2;stroke:@highlight;stroke-width:3.5",
    ".cairn-plain": "fill:none",
    ".cairn-halo": "fill:none;stroke:@edge;stroke-width:9",
    ".cairn-head": "fill:@highlight;stroke:@edge;stroke-width:1.5",
    ".cairn-shaft": "fill:none;stroke:@highlight;stroke-width:6",
    ".cairn-victim": "fill:@highlight;stroke:@edge",
    ".cairn-badge": "fill:@highlight;stroke:@edge",
    ".cairn-extra": "fill:@highlight;font-weight:600",
    ".cairn-fainter.cairn-origin": "stroke-width:1.5",
    ".cairn-fainter.cairn-target": "fill-opacity:.08;stroke-width:2",
    ".cairn-fainter.cairn-halo": "stroke-width:5.5",
    ".cairn-fainter.cairn-head": "fill:@edge;stroke:@highlight;stroke-width:2.5",
    ".cairn-fainter.cairn-shaft": "stroke-width:2.5;stroke-dasharray:4 5",
    ".cairn-last.cairn-origin": "stroke:@muted",
    ".cairn-last.cairn-target": "fill:@muted;fill-opacity:.14;stroke:@muted;stroke-width:2.5",
    ".cairn-last.cairn-plain": "fill:none",
    ".cairn-last.cairn-head": "fill:@muted",
    ".cairn-last.cairn-shaft": "stroke:@muted;stroke-width:4",
    ".cairn-last.cairn-victim": "fill:@muted",
    ".cairn-last.cairn-badge": "fill:@muted",
}
"""CSS declarations by selector. `@sea` is replaced by the colour of that name."""

_SMALL: Final = {440: {".cairn-name": "display:none", ".cairn-alone": "transform:matrix(1.4,0,0,1.4,0,18.9)"}}
"""Pictures of an unknown size leave out the names on stones on a small screen; a glyph alone fills its stone."""
STYLING: Final = Styling(prefix="cairn", rules=_RULES, light=LIGHT, dark=DARK, arrows=("sea", "forest"), small=_SMALL)
"""The style sheet of Cairn's pictures, in both schemes."""
