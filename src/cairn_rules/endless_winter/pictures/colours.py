"""The colours of pictures, and their style sheet."""

from __future__ import annotations

from typing import Final, final

from cairn_rules.endless_winter.state.state import SEAT_NAMES
from cairn_rules.frozen_classes import frozen
from cairn_rules.pictures.colours import Styling, colour, dark_scheme


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

    background: str = colour("#eef1f4", "#14181d")
    """The background of the picture."""
    panel: str = colour("#fcfdfe", "#212830")
    """The background of cards, spaces and chips."""
    line: str = colour("#76808b", "#8d99a6")
    """Outlines."""
    text: str = colour("#20262d", "#eff3f6")
    """Text and signs."""
    muted: str = colour("#4a545f", "#b4bfca")
    """Less important text."""
    base: str = colour("#e3d6c1", "#55452f")
    """The Base."""
    glacier: str = colour("#dcebf5", "#33475a")
    """Glaciers."""
    grassland: str = colour("#d5e3a1", "#45511d")
    """Grassland, and the first type of land in other packs."""
    forest: str = colour("#a9cf9f", "#22482b")
    """Forest, and the second type of land in other packs."""
    river_valley: str = colour("#a6cfe6", "#1d4a63")
    """River valleys, and the third type of land in other packs."""
    mountains: str = colour("#cfc8c2", "#4a4641")
    """Mountains, and the fourth type of land in other packs."""
    cave_hills: str = colour("#e2bf97", "#5d3f20")
    """Cave hills, and the fifth type of land in other packs."""
    tundra: str = colour("#dccbe3", "#4d3a58")
    """Tundra, and the sixth type of land in other packs."""
    cyan: str = colour("#35b5cf", "#4fcbe4")
    """The pieces of the first seat."""
    red: str = colour("#ef6a5f", "#ff8a7e")
    """The pieces of the second seat."""
    orange: str = colour("#f5a42c", "#ffb84d")
    """The pieces of the third seat."""
    green: str = colour("#63b94c", "#7fd066")
    """The pieces of the fourth seat."""
    neutral: str = colour("#b9bec4", "#c6cbd1")
    """Neutral Megaliths."""
    gold: str = colour("#f3cd4d", "#f3cd4d")
    """Labor tokens, and the marks of claimed bottoms."""
    ink: str = colour("#14181c", "#0d1013")
    """Outlines of pieces and signs on them."""
    highlight: str = colour("#b3280a", "#ffb350")
    """Marks of `highlight`."""
    edge: str = colour("#ffffff", "#0d1013")
    """Outlines of arrows."""


LIGHT: Final = Colours()
"""The light scheme: dark signs on a light background."""
DARK: Final = dark_scheme(Colours)
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
    "": "font-family:system-ui,sans-serif;fill:@text;text-anchor:middle;stroke-linejoin:round",
    ".winter-background": "fill:@background",
    ".winter-panel": "fill:@panel;stroke:@line",
    ".winter-decides": "fill:@panel;stroke:@text;stroke-width:2.5",
    ".winter-wins": "fill:@panel;stroke:@highlight;stroke-width:4",
    ".winter-slot": "fill:none;stroke:@line;stroke-dasharray:4 3",
    ".winter-closed": "fill:@background;stroke:@line;stroke-dasharray:4 3",
    ".winter-tile": "stroke:@line;stroke-width:1.5",
    ".winter-base": "fill:@base",
    ".winter-glacier": "fill:@glacier",
    **{f".winter-{name}": f"fill:@{name}" for name in LANDS},
    ".winter-start": "fill:none;stroke:@text;stroke-width:2.5",
    ".winter-piece": "stroke:@ink;stroke-width:1.5",
    **{f".winter-{name}": f"fill:@{name}" for name in (*SEAT_NAMES, "neutral", "gold")},
    ".winter-set": "fill:@neutral;stroke:@ink",
    **{f".winter-set-{name}": f"fill:{colour}" for name, colour in SETS.items()},
    ".winter-ink": "fill:@ink",
    ".winter-strong": "font-weight:600",
    ".winter-muted": "fill:@muted",
    ".winter-left": "text-anchor:start",
    ".winter-end": "text-anchor:end",
    ".winter-bar": "fill:none;stroke:@line",
    ".winter-target": "fill:@highlight;fill-opacity:.14;stroke:@highlight;stroke-width:3.5",
    ".winter-halo": "fill:none;stroke:@edge;stroke-width:9;stroke-linecap:round",
    ".winter-head": "fill:@highlight;stroke:@edge;stroke-width:1.5",
    ".winter-shaft": "fill:none;stroke:@highlight;stroke-width:6;stroke-linecap:round",
    ".winter-fainter.winter-target": "fill-opacity:.05;stroke-width:1.75",
    ".winter-fainter.winter-halo": "stroke-width:5.5",
    ".winter-fainter.winter-head": "fill:@edge;stroke:@highlight;stroke-width:2.5",
    ".winter-fainter.winter-shaft": "stroke-width:2.5;stroke-dasharray:4 5",
}

_SMALL: Final = {180: {"text": "display:none"}}
"""Thumbnails have no text."""
STYLING: Final = Styling(prefix="winter", rules=_RULES, light=LIGHT, dark=DARK, arrows=SEAT_NAMES, small=_SMALL)
"""The style sheet of pictures of Endless Winter."""
