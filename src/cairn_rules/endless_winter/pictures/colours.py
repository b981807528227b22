"""The colours of pictures, and their style sheet."""

from __future__ import annotations

from typing import Final, final

from attrs import field, frozen

from cairn_rules.endless_winter.state.state import SEAT_NAMES
from cairn_rules.pictures.colours import Styling, css_colour


@final
@frozen(kw_only=True)
class Colours:
    """The colours of a picture of Endless Winter. The defaults are those of `LIGHT`.

    Both schemes of the library keep a contrast of at least 4.5 to 1 for text and 3 to 1 for shapes.

    Raises:
        DefinitionError: if a value is not a CSS colour.

    Example:
        >>> Colours(glacier="white").glacier, Colours(glacier="white").base == LIGHT.base
        ('white', True)
    """

    background: str = field(default="#eef1f4", validator=css_colour)
    """The background of the picture."""
    panel: str = field(default="#fcfdfe", validator=css_colour)
    """The background of cards, spaces and chips."""
    line: str = field(default="#76808b", validator=css_colour)
    """Outlines."""
    text: str = field(default="#20262d", validator=css_colour)
    """Text and signs."""
    muted: str = field(default="#4a545f", validator=css_colour)
    """Less important text."""
    base: str = field(default="#e3d6c1", validator=css_colour)
    """The Base."""
    glacier: str = field(default="#dcebf5", validator=css_colour)
    """Glaciers."""
    grassland: str = field(default="#d5e3a1", validator=css_colour)
    """Grassland, and the first type of land in other packs."""
    forest: str = field(default="#a9cf9f", validator=css_colour)
    """Forest, and the second type of land in other packs."""
    river_valley: str = field(default="#a6cfe6", validator=css_colour)
    """River valleys, and the third type of land in other packs."""
    mountains: str = field(default="#cfc8c2", validator=css_colour)
    """Mountains, and the fourth type of land in other packs."""
    cave_hills: str = field(default="#e2bf97", validator=css_colour)
    """Cave hills, and the fifth type of land in other packs."""
    tundra: str = field(default="#dccbe3", validator=css_colour)
    """Tundra, and the sixth type of land in other packs."""
    cyan: str = field(default="#35b5cf", validator=css_colour)
    """The pieces of the first seat."""
    red: str = field(default="#ef6a5f", validator=css_colour)
    """The pieces of the second seat."""
    orange: str = field(default="#f5a42c", validator=css_colour)
    """The pieces of the third seat."""
    green: str = field(default="#63b94c", validator=css_colour)
    """The pieces of the fourth seat."""
    neutral: str = field(default="#b9bec4", validator=css_colour)
    """Neutral Megaliths."""
    gold: str = field(default="#f3cd4d", validator=css_colour)
    """Labor tokens, and the marks of claimed bottoms."""
    ink: str = field(default="#14181c", validator=css_colour)
    """Outlines of pieces and signs on them."""
    highlight: str = field(default="#b3280a", validator=css_colour)
    """Marks of `highlight`."""
    edge: str = field(default="#ffffff", validator=css_colour)
    """Outlines of arrows."""


LIGHT: Final = Colours()
"""The light scheme: dark signs on a light background."""
DARK: Final = Colours(
    background="#14181d",
    panel="#212830",
    line="#8d99a6",
    text="#eff3f6",
    muted="#b4bfca",
    base="#55452f",
    glacier="#33475a",
    grassland="#45511d",
    forest="#22482b",
    river_valley="#1d4a63",
    mountains="#4a4641",
    cave_hills="#5d3f20",
    tundra="#4d3a58",
    cyan="#4fcbe4",
    red="#ff8a7e",
    orange="#ffb84d",
    green="#7fd066",
    neutral="#c6cbd1",
    ink="#0d1013",
    highlight="#ffb350",
    edge="#0d1013",
)
"""The dark scheme: light signs on a dark background."""
LANDS: Final = ("grassland", "forest", "river_valley", "mountains", "cave_hills", "tundra")
"""The names of the colours of land."""
SETS: Final = {
    "red": "#e26a5f",
    "purple": "#a98be0",
    "green": "#6cbf63",
    "yellow": "#ecc94b",
    "blue": "#5fa8e8",
    "wild": "#c9ccd1",
}
"""The colours of sets of Animals, the same in both schemes."""

_RULES: Final = {
    "text": "font-family:system-ui,sans-serif;fill:@text;stroke:none",
    ".winter-background": "fill:@background",
    ".winter-panel": "fill:@panel;stroke:@line;stroke-width:1",
    ".winter-decides": "fill:@panel;stroke:@text;stroke-width:2.5",
    ".winter-wins": "fill:@panel;stroke:@highlight;stroke-width:4",
    ".winter-slot": "fill:none;stroke:@line;stroke-width:1;stroke-dasharray:4 3",
    ".winter-closed": "fill:@background;stroke:@line;stroke-width:1;stroke-dasharray:4 3",
    ".winter-tile": "stroke:@line;stroke-width:1.5;stroke-linejoin:round",
    ".winter-base": "fill:@base",
    ".winter-glacier": "fill:@glacier",
    **{f".winter-{name}": f"fill:@{name}" for name in LANDS},
    ".winter-start": "fill:none;stroke:@text;stroke-width:2.5",
    ".winter-piece": "stroke:@ink;stroke-width:1.5;stroke-linejoin:round",
    **{f".winter-{name}": f"fill:@{name}" for name in (*SEAT_NAMES, "neutral", "gold")},
    ".winter-set": "fill:@neutral;stroke:@ink;stroke-width:1",
    **{f".winter-set-{name}": f"fill:{colour}" for name, colour in SETS.items()},
    ".winter-ink": "fill:@ink",
    ".winter-strong": "font-weight:600",
    ".winter-muted": "fill:@muted",
    ".winter-middle": "text-anchor:middle",
    ".winter-end": "text-anchor:end",
    ".winter-bar": "fill:none;stroke:@line;stroke-width:1",
    ".winter-target": "fill:@highlight;fill-opacity:.14;stroke:@highlight;stroke-width:3.5;stroke-linejoin:round",
    ".winter-halo": "fill:none;stroke:@edge;stroke-width:9;stroke-linecap:round",
    ".winter-head": "fill:@highlight;stroke:@edge;stroke-width:1.5;stroke-linejoin:round",
    ".winter-shaft": "fill:none;stroke:@highlight;stroke-width:6;stroke-linecap:round",
    ".winter-fainter.winter-target": "fill-opacity:.05;stroke-width:1.75",
    ".winter-fainter .winter-halo": "stroke-width:5.5",
    ".winter-fainter .winter-shaft": "stroke-width:2.5",
}

_SMALL: Final = {180: {"text": "display:none"}}
"""Thumbnails have no text."""
STYLING: Final = Styling(prefix="winter", rules=_RULES, light=LIGHT, dark=DARK, small=_SMALL)
"""The style sheet of pictures of Endless Winter."""
