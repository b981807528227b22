"""The colours of pictures, and their style sheet."""

from __future__ import annotations

from typing import Final, final

from cairn_rules.frozen_classes import frozen
from cairn_rules.korrigans.state.seats import SEAT_NAMES
from cairn_rules.pictures.colours import Styling, colour, dark_scheme


@final
@frozen(kw_only=True)
class Colours:
    """The colours of a picture of Korrigans. The defaults are those of `LIGHT`.

    Both schemes of the library keep a contrast of at least 4.5 to 1 for text and 3 to 1 for shapes.

    Raises:
        DefinitionError: if a value is not a CSS colour.

    Example:
        >>> Colours(river="navy").river, Colours(river="navy").wall == LIGHT.wall
        ('navy', True)
    """

    background: str = colour("#f6f2e9", "#16191d")
    """The background of the picture."""
    panel: str = colour("#fffdf8", "#22272d")
    """The background of the seats' cards."""
    line: str = colour("#857961", "#98a2ae")
    """Outlines of board and cards, and open borders."""
    text: str = colour("#2b2a27", "#f1ede5")
    """Text and signs."""
    muted: str = colour("#655f53", "#b9b8b1")
    """Less important text and signs."""
    yellow_field: str = colour("#f3dc8c", "#574a1c")
    """Fields of the colour `yellow`."""
    green_field: str = colour("#bfdca0", "#2b4724")
    """Fields of the colour `green`."""
    pink_field: str = colour("#f4c9d5", "#5a2d40")
    """Fields of the colour `pink`."""
    grey_field: str = colour("#d3d5d9", "#3f454d")
    """Fields of the colour `grey`."""
    village_field: str = colour("#e8cfae", "#523b27")
    """The village."""
    blue_field: str = colour("#c5dcee", "#264157")
    """Fields of the colour `blue`."""
    orange_field: str = colour("#f6cda8", "#5c3a1c")
    """Fields of the colour `orange`."""
    violet_field: str = colour("#dccfec", "#43375b")
    """Fields of the colour `violet`."""
    river: str = colour("#22719f", "#4aa3e8")
    """Borders of water."""
    wall: str = colour("#7b5634", "#d0a676")
    """Borders with a door."""
    wood: str = colour("#f1d9a8", "#f1d9a8")
    """Doors, bridges, pontoons."""
    earth: str = colour("#6d4a2b", "#d3a77b")
    """Molehills."""
    stone: str = colour("#f4f1ea", "#e4e0d6")
    """Menhirs."""
    clover: str = colour("#22703a", "#74d68b")
    """The signs of Clover tokens in fields."""
    back: str = colour("#22703a", "#22703a")
    """The backs of Clover tokens."""
    gold: str = colour("#ffd23d", "#ffd23d")
    """Gold, and free suns."""
    ink: str = colour("#241f16", "#14120d")
    """Signs on light pieces, and outlines of pieces."""
    face: str = colour("#fffaf0", "#fff6e4")
    """The faces of Korrigans, tokens, free clouds."""
    troll: str = colour("#a8321f", "#b93a26")
    """The Troll, and the cost of a Goblin."""
    troll_text: str = colour("#ffffff", "#ffffff")
    """Signs on the Troll and on Elf and Goblin tokens."""
    elf: str = colour("#1c6b4f", "#1c6b4f")
    """The value of an Elf."""
    blue: str = colour("#3f84e0", "#6fb0ff")
    """The Korrigans of the first seat."""
    green: str = colour("#35a852", "#5dcb76")
    """The Korrigans of the second seat."""
    violet: str = colour("#9257d1", "#b88df2")
    """The Korrigans of the third seat."""
    pink: str = colour("#f273b4", "#ff8dc7")
    """The Korrigans of the fourth seat."""
    yellow: str = colour("#ffd21f", "#ffdc45")
    """The Korrigans of the fifth seat."""
    highlight: str = colour("#b3400a", "#ffb350")
    """Marks of `highlight`."""
    edge: str = colour("#fffdf8", "#101418")
    """Outlines of arrows."""


LIGHT: Final = Colours()
"""The light scheme: dark signs on a light background."""
DARK: Final = dark_scheme(Colours)
"""The dark scheme: light signs on a dark background."""

FIELD_COLOURS: Final = ("yellow", "green", "pink", "grey", "village", "blue", "orange", "violet")
"""The field colours that `Colours` defines."""

_RULES: Final = {
    "": "font-family:system-ui,sans-serif;fill:@text;stroke-linecap:round;stroke-linejoin:round",
    ".korrigans-background": "fill:@background",
    ".korrigans-card": "fill:@panel;stroke:none",
    **{f".korrigans-{name}-field": f"fill:@{name}_field" for name in FIELD_COLOURS},
    ".korrigans-motif": "fill:none;stroke:@text;stroke-width:1.5;stroke-linejoin:miter;stroke-opacity:.56",
    ".korrigans-grid": "fill:none;stroke:@text;stroke-opacity:.22;stroke-dasharray:2 5;stroke-linecap:butt",
    ".korrigans-rim": "fill:none;stroke:@line;stroke-width:3",
    ".korrigans-open": "fill:none;stroke:@line;stroke-width:2;stroke-dasharray:1 6;stroke-linejoin:miter",
    ".korrigans-bed": "fill:none;stroke:@background;stroke-width:11",
    ".korrigans-water": "fill:none;stroke:@river;stroke-width:9",
    ".korrigans-wall": "fill:none;stroke:@wall;stroke-width:3.5",
    ".korrigans-far": "fill:none;stroke:@text;stroke-width:2;stroke-dasharray:7 6",
    ".korrigans-wood": "fill:@wood;stroke:@ink;stroke-width:1.4;stroke-linecap:butt",
    ".korrigans-sign": "fill:none;stroke:@ink;stroke-width:1.3",
    ".korrigans-path": "fill:@line;stroke:none",
    ".korrigans-earth": "fill:@earth;stroke:none",
    ".korrigans-hole": "fill:@ink;stroke:none",
    ".korrigans-waves": "fill:none;stroke:@river;stroke-width:2.2",
    ".korrigans-stone": "fill:@stone;stroke:@ink;stroke-width:1.4",
    ".korrigans-clover": "fill:@clover;stroke:none",
    ".korrigans-stem": "fill:none;stroke:@clover;stroke-width:1.8",
    ".korrigans-back": "fill:@back;stroke:@ink;stroke-width:1.2",
    ".korrigans-leaf": "fill:@face;stroke:none",
    ".korrigans-start": "fill:none;stroke:@text;stroke-width:1.4;stroke-linecap:butt",
    ".korrigans-body": "stroke:@ink;stroke-width:1.8;stroke-linecap:butt",
    **{f".korrigans-{name}": f"fill:@{name}" for name in SEAT_NAMES},
    ".korrigans-face": "fill:@face;stroke:@ink;stroke-width:1.2;stroke-linejoin:miter",
    ".korrigans-gold": "fill:@gold;stroke:@ink;stroke-width:1.3",
    ".korrigans-troll": "fill:@troll;stroke:@troll_text;stroke-width:1.6",
    ".korrigans-elf": "fill:@elf;stroke:@troll_text;stroke-width:1.2",
    ".korrigans-goblin": "fill:@troll;stroke:@troll_text;stroke-width:1.2",
    ".korrigans-light": "fill:@troll_text",
    ".korrigans-glare": "fill:none;stroke:@troll_text;stroke-width:1.6",
    ".korrigans-pot": "fill:@ink;stroke:@gold;stroke-width:1.8;stroke-linecap:butt",
    ".korrigans-rays": "fill:none;stroke:@line;stroke-width:2.4",
    ".korrigans-covered": "fill:none;stroke:@line;stroke-width:1.3;stroke-dasharray:3 3"
    ";stroke-linecap:butt;stroke-linejoin:miter",
    ".korrigans-pawn-red": "fill:#e0463c",
    ".korrigans-pawn-orange": "fill:#f5923a",
    ".korrigans-pawn-yellow": "fill:#f7d63f",
    ".korrigans-pawn-green": "fill:#57b85c",
    ".korrigans-pawn-blue": "fill:#5aa7ee",
    ".korrigans-pawn-indigo": "fill:#8088ea",
    ".korrigans-pawn-violet": "fill:#c581e0",
    ".korrigans-pawn": "stroke:@ink;stroke-width:1.6;stroke-linejoin:miter",
    ".korrigans-ink": "fill:@ink",
    ".korrigans-strong": "font-weight:600",
    ".korrigans-muted": "fill:@muted",
    ".korrigans-middle": "text-anchor:middle",
    ".korrigans-end": "text-anchor:end",
    ".korrigans-frame": "fill:none;stroke:@line",
    ".korrigans-decides": "fill:none;stroke:@text;stroke-width:2.5",
    ".korrigans-wins": "fill:none;stroke:@highlight;stroke-width:4",
    ".korrigans-screen": "fill:none;stroke:@muted;stroke-width:1.6",
    ".korrigans-backup": "fill:none;stroke:@muted;stroke-width:1.5;stroke-dasharray:3 2.5;stroke-linecap:butt",
    ".korrigans-origin": "fill:none;stroke:@highlight;stroke-width:3;stroke-dasharray:7 6"
    ";stroke-linecap:butt;stroke-linejoin:miter",
    ".korrigans-target": "fill:@highlight;fill-opacity:.16;stroke:@highlight;stroke-width:4",
    ".korrigans-halo": "fill:none;stroke:@edge;stroke-width:9",
    ".korrigans-head": "fill:@highlight;stroke:@edge;stroke-width:1.5",
    ".korrigans-shaft": "fill:none;stroke:@highlight;stroke-width:6",
    ".korrigans-fainter.korrigans-origin": "stroke-width:2",
    ".korrigans-fainter.korrigans-target": "fill-opacity:.06;stroke-width:2",
    ".korrigans-fainter.korrigans-halo": "stroke-width:5.5",
    ".korrigans-fainter.korrigans-head": "fill:@edge;stroke:@highlight;stroke-width:2.5",
    ".korrigans-fainter.korrigans-shaft": "stroke-width:2.5;stroke-dasharray:4 5",
}

_SMALL: Final = {
    440: {
        ".korrigans-name": "display:none",
        ".korrigans-id": "font-size:24px",
        ".korrigans-start-number": "font-size:14px",
    },
    180: {"text": "display:none"},
}
"""The names of fields are left out of small pictures, and the ids are larger; thumbnails have no text."""
STYLING: Final = Styling(prefix="korrigans", rules=_RULES, light=LIGHT, dark=DARK, arrows=SEAT_NAMES, small=_SMALL)
"""The style sheet of pictures of Korrigans."""
