"""The colours of a picture, and the rules of its style sheet."""

from __future__ import annotations

from typing import Final, TypeAlias, final

from attrs import field, frozen

from cairn_rules.pictures.colours import Styling, Word, css_colour


@final
@frozen(kw_only=True)
class Colours:
    """What a picture is coloured with; what is not given is as in `LIGHT`.

    The defaults of both schemes keep text at a contrast of 4.5 to 1 or more, shapes at 3 to 1, and
    tell the tribes apart by lightness, too.

    Raises:
        DefinitionError: when one of them is no CSS colour.

    Example:
        >>> Colours(sea="navy").sea, Colours(sea="navy").forest == LIGHT.forest
        ('navy', True)
    """

    background: str = field(default="#f6f2e9", validator=css_colour)
    """Behind everything."""
    panel: str = field(default="#fffdf8", validator=css_colour)
    """Behind villages, tiles and deck."""
    board: str = field(default="#ebe4d4", validator=css_colour)
    """The spaces of the field."""
    line: str = field(default="#8b7f68", validator=css_colour)
    """Between the spaces, and around everything that lies on them."""
    text: str = field(default="#2b2a27", validator=css_colour)
    """Words and signs."""
    muted: str = field(default="#655f53", validator=css_colour)
    """Words and signs of less weight."""
    sea: str = field(default="#174a7c", validator=css_colour)
    """Sea shamans."""
    forest: str = field(default="#468129", validator=css_colour)
    """Forest shamans."""
    edge: str = field(default="#fffdf8", validator=css_colour)
    """Around a shaman, and the emblem on it."""
    white_totem: str = field(default="#ffffff", validator=css_colour)
    """The white totems."""
    black_totem: str = field(default="#26241f", validator=css_colour)
    """The black totems."""
    light_stone: str = field(default="#fbf7ec", validator=css_colour)
    """Megaliths of light stone."""
    light_stone_text: str = field(default="#2b2a27", validator=css_colour)
    """The names on them."""
    dark_stone: str = field(default="#5a5a60", validator=css_colour)
    """Megaliths of dark stone."""
    dark_stone_text: str = field(default="#ffffff", validator=css_colour)
    """The names on them."""
    highlight: str = field(default="#b8480b", validator=css_colour)
    """What `highlight` marks."""
    woken: str = field(default="#8a2a86", validator=css_colour)
    """The megalith that is used, and the space that is built on."""


LIGHT: Final = Colours()
"""Dark signs on light ground."""
DARK: Final = Colours(
    background="#16191d",
    panel="#22272d",
    board="#2b3138",
    line="#858f9b",
    text="#eeeae2",
    muted="#b4b3ad",
    sea="#8cc8ff",
    forest="#57a63a",
    edge="#12161a",
    white_totem="#f4f1ea",
    black_totem="#050607",
    light_stone="#d8d0be",
    light_stone_text="#1d1c19",
    dark_stone="#424851",
    dark_stone_text="#ffffff",
    highlight="#ffb350",
    woken="#f09be6",
)
"""Light signs on dark ground."""

Scheme: TypeAlias = Colours | Word
"""Colours, or a word for them; `auto` follows what the reader's system prefers."""

_RULES: Final = {
    "text": "font-family:system-ui,sans-serif;fill:@text;stroke:none",
    ".cairn-background": "fill:@background",
    ".cairn-card": "fill:@panel",
    ".cairn-field": "fill:@board",
    ".cairn-grid": "fill:none;stroke:@line;stroke-width:1.25",
    ".cairn-row": "fill-opacity:.13;stroke:none",
    ".cairn-circle": "fill:@line",
    ".cairn-sea": "fill:@sea",
    ".cairn-forest": "fill:@forest",
    ".cairn-totem": "stroke:@edge;stroke-width:2",
    ".cairn-white": "fill:@white_totem",
    ".cairn-black": "fill:@black_totem",
    ".cairn-shaman": "stroke:@edge;stroke-width:2.5;stroke-linejoin:round;stroke-linecap:round",
    ".cairn-emblem": "fill:none",
    ".cairn-moved": "fill:@text;stroke:@edge",
    ".cairn-stone": "stroke:@line;stroke-width:1.5",
    ".cairn-light": "fill:@light_stone",
    ".cairn-light text": "fill:@light_stone_text",
    ".cairn-dark": "fill:@dark_stone",
    ".cairn-dark text": "fill:@dark_stone_text",
    ".cairn-strong": "font-weight:600",
    ".cairn-muted": "fill:@muted",
    ".cairn-middle": "text-anchor:middle",
    ".cairn-end": "text-anchor:end",
    ".cairn-ink": "fill:@text",
    ".cairn-drawn": "fill:none;stroke:@text;stroke-width:2.5;stroke-linecap:round;stroke-linejoin:round",
    ".cairn-open": "fill:none;stroke:@muted;stroke-width:1.5",
    ".cairn-sign": "stroke:@text;stroke-width:2",
    ".cairn-decides": "fill:none;stroke-width:3",
    ".cairn-wins": "fill:none;stroke-width:4.5",
    ".cairn-by-sea": "stroke:@sea",
    ".cairn-by-forest": "stroke:@forest",
    ".cairn-back": "fill:@panel;stroke:@line;stroke-width:1.5",
    ".cairn-woken": "fill:none;stroke:@woken;stroke-width:4",
    ".cairn-site": "fill:none;stroke:@woken;stroke-width:3;stroke-dasharray:7 5;stroke-linecap:round",
    ".cairn-origin": "fill:none;stroke:@highlight;stroke-width:2.5;stroke-dasharray:6 5",
    ".cairn-target": "fill:@highlight;fill-opacity:.2;stroke:@highlight;stroke-width:3.5",
    ".cairn-plain": "fill:none",
    ".cairn-halo": "fill:none;stroke:@edge;stroke-width:9;stroke-linecap:round",
    ".cairn-head": "fill:@highlight;stroke:@edge;stroke-width:1.5;stroke-linejoin:round",
    ".cairn-shaft": "fill:none;stroke:@highlight;stroke-width:6;stroke-linecap:round",
    ".cairn-victim": "fill:@highlight;stroke:@edge;stroke-width:2.5;stroke-linecap:round",
    ".cairn-extra": "fill:@highlight;font-weight:600",
}
"""Selectors and declarations; `@sea` stands for the colour of that name."""

STYLING: Final = Styling(prefix="cairn", rules=_RULES, light=LIGHT, dark=DARK)
"""How pictures of Cairn are coloured."""
