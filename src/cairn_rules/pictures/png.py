"""Pictures as PNG images, for programs that show no SVG; it needs resvg-py, the extra `png`."""

from __future__ import annotations

import re
from contextlib import ExitStack
from html import unescape
from importlib import import_module
from importlib.resources import as_file, files
from typing import Any, Final

from cairn_rules.errors import DefinitionError, cut, missing_extra, quoted

WIDTH: Final = 1200
"""The default width, in pixels."""
MAX_WIDTH: Final = 10_000
"""The maximum width, in pixels: a larger image could fill the memory."""

_SMALL: Final = re.compile(r"@media\(max-width:([0-9]{1,4})px\)\{((?:[^{}]*\{[^{}]*\})*)\}")
"""The rules of small pictures, after their maximum width."""

FAMILY: Final = "Cairn Rules Sans"
"""The family of the fonts that come with the library."""
FONTS: Final = ("regular.ttf", "bold.ttf")
"""Their files."""
OTHER_CHARACTER: Final = re.compile("[^\n -~\xa0-\u017f\u2010-\u2027\u2030-\u203a€™←-↙\u2212≈≠≤≥■-◿★☆✓✗]")
"""A character that these fonts do not have."""


def to_png(picture: str, *, width: int = WIDTH) -> bytes:
    r"""Return a picture as a PNG image: the content of a file.

    It needs the extra `png`. The library includes its own font, so that a picture gives the same image on every
    machine; only characters that this font lacks come from a font of the system. A picture with the colours `auto`
    becomes light; for a dark image, draw it with `colours="dark"`. A small image leaves out names that would be too
    small to read. An animation shows its last picture. `picture` is an SVG, as `svg` or `animated_svg` return it;
    `width` is in pixels, and the height follows from it.

    Raises:
        MissingExtraError: if resvg-py is not installed.
        DefinitionError: if the picture is not an SVG, or the width is not a whole number from 1 to 10000.

    Example:
        >>> from cairn_rules import cairn
        >>> image = to_png(cairn.svg(cairn.new_game(seed=7)), width=400)
        >>> image[:4]
        b'\x89PNG'
    """
    if type(width) is not int or not 1 <= width <= MAX_WIDTH:
        raise DefinitionError(f"width should be a whole number of pixels from 1 to {MAX_WIDTH}, not {quoted(width)}")
    if not isinstance(picture, str):
        raise DefinitionError(f"picture should be an SVG as text, such as svg(state), not {quoted(picture)}")
    try:
        # the rules of small pictures stay only if they apply to this width
        return _rendered(_SMALL.sub(lambda found: found[2] if width <= int(found[1]) else "", picture), width)
    except ValueError as error:
        raise DefinitionError(f"{cut(repr(picture), 100)} is not an SVG picture: {error}") from None


def _rendered(picture: str, width: int) -> bytes:
    if missing := missing_extra("a PNG image", "png", "resvg_py"):
        raise missing
    library: Any = import_module("resvg_py")
    fonts = files("cairn_rules.pictures") / "fonts"
    with ExitStack() as opened:
        image: bytes = library.svg_to_bytes(
            svg_string=picture,
            width=width,
            font_files=[str(opened.enter_context(as_file(fonts / name))) for name in FONTS],
            font_family=FAMILY,
            sans_serif_family=FAMILY,
            serif_family=FAMILY,  # which stands in for families that are not installed
            skip_system_fonts=not OTHER_CHARACTER.search(unescape(picture)),
        )
    return image
