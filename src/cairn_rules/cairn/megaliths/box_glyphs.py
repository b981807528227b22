"""The glyphs of the base megaliths, as SVG paths in a box from 0 0 to 24 24. Each hints at the name or the power."""

from __future__ import annotations

from typing import Final

CHAOS: Final = (
    "M13 5.5L17 2.5L21.5 5L21 10.5L16.5 12.5L12.5 10ZM3.5 12L7.5 10L10 13L8 16.5L3.5 15.5ZM8 3L7 6M15 16L14.5 17.5"
    "M2 21.5H22"
)
"""Rocks that fall on a first row."""
DAWN: Final = "M2 18H22M6.5 18A5.5 5.5 0 0 1 17.5 18M12 5.5V8.5M4 9.5L6.2 11.7M20 9.5L17.8 11.7M7 22H17"
"""A rising sun."""
CROMLECH: Final = (
    "M14.1 2.4L17.3 3.7M20.3 6.7L21.6 9.9M21.6 14.1L20.3 17.3M17.3 20.3L14.1 21.6M9.9 21.6L6.7 20.3M3.7 17.3L2.4 14.1"
    "M2.4 9.9L3.7 6.7M6.7 3.7L9.9 2.4M12 7.2L13.3 10.7L16.8 12L13.3 13.3L12 16.8L10.7 13.3L7.2 12L10.7 10.7Z"
)
"""A star in a ring of stones."""
PILLARS: Final = "M2.5 3.5H21.5V8H2.5ZM4.5 8V21.5H8V8M16 8V21.5H19.5V8M10.8 11.5L14 14.8L10.8 18"
"""Two pillars with a lintel, and on between them."""
ALLEY: Final = (
    "M2.3 21.5V13.5Q4 11.5 5.7 13.5V21.5ZM21.7 21.5V13.5Q20 11.5 18.3 13.5V21.5ZM8.7 16.5V11M15.3 16.5V11"
    "M13.2 2A3.5 3.5 0 1 0 15.2 7A4.4 4.4 0 0 1 13.2 2Z"
)
"""A double row of stones under the moon."""
DEER: Final = (
    "M12 21.5V19.5M12 19.5C6 18 4 12 6.5 3M12 19.5C18 18 20 12 17.5 3M5.6 12.5L2 8.5M18.4 12.5L22 8.5M5.8 8.5L10 5"
    "M18.2 8.5L14 5"
)
"""Antlers."""
MENHIR: Final = "M9 21.5L8 10.5Q8.5 4 13 2.5Q15.8 4.5 16 10L15 21.5M5 21.5H19M4 8Q2 12 4 16M20 8Q22 12 20 16"
"""A lone stone that dances."""
SANCTUARY: Final = "M3.5 21.5V11.5A8.5 8.5 0 0 1 20.5 11.5V21.5M2 21.5H5M19 21.5H22M8 14.5H16M13 11L16.5 14.5L13 18"
"""An arch, and a way through it."""
TUMULUS: Final = "M1.5 20.5C3 11 8 7 12 7C16 7 21 11 22.5 20.5ZM9.5 20V14.5H14.5V20M12 20V17"
"""A mound with a door."""
STORMWELL: Final = "M12 12A2.7 2.7 0 0 1 6.6 12A7.4 7.4 0 0 1 21.4 12M12 12A2.7 2.7 0 0 1 17.4 12A7.4 7.4 0 0 1 2.6 12"
"""A spiral with two arms, which change places."""
FAIRY: Final = (
    "M4.5 11.5A7.5 8.5 0 0 1 19.5 11.5ZM10 11.5V17H14V11.5M2.3 15.5L2.8 17.2M6 20.2L7.8 21.2M11 22H13M18 20.2L16.2 21.2"
    "M21.7 15.5L21.2 17.2"
)
"""A mushroom in a ring."""
HAVEN: Final = "M5.5 18.5C3.5 9 9 3.5 20.5 3.5C20.5 15 15 20.5 5.5 18.5ZM2.5 21.5L14.5 9.5"
"""A leaf."""
MOUND: Final = (
    "M1.5 21.5C5 18 8.5 17 12 17C15.5 17 19 18 22.5 21.5M4 4H12.5V12.5H4ZM4 12.5L12.5 4M10 9V10M15.5 3.5"
    "C21.5 3.5 22.5 9 18.5 13M18.3 9V13.2H22.3"
)
"""A hill, and a tile that is turned over."""
SOURCE: Final = (
    "M12 2C15.5 6.5 16.5 8 16.5 10A4.5 4.5 0 0 1 7.5 10C7.5 8 8.5 6.5 12 2ZM2 18Q4.5 15.5 7 18T12 18T17 18T22 18"
    "M4.5 22Q7 19.5 9.5 22T14.5 22T19.5 22"
)
"""A spring."""
