"""What is around a picture: the root of the SVG with its style sheet, title and description."""

from __future__ import annotations

from typing import Any
from zlib import crc32

from cairn_rules.errors import DefinitionError
from cairn_rules.pictures.colours import Styling, style_sheet
from cairn_rules.pictures.lettering import escape


def opening(styling: Styling[Any], *, room: tuple[int, int], size: int | None, colours: object) -> str:
    """How a picture begins: its root and its style sheet.

    Args:
        styling: How the game's pictures are coloured.
        room: The width and the height in units of the picture.
        size: The width in pixels; None: as wide as there is room.
        colours: Colours of the game, or a word for them.

    Raises:
        DefinitionError: when the size or the colours cannot be used.
    """
    if size is not None and (not isinstance(size, int) or isinstance(size, bool) or size < 1):
        raise DefinitionError(f"size should be None or a whole number of pixels from 1 up, not {size!r}")
    scheme = styling.checked(colours)
    width, height = room
    sized = "" if size is None else f' width="{size}" height="{round(size * height / width)}"'
    classes = f"{styling.prefix}-picture {styling.scope(scheme)}"
    root = f'class="{classes}"{sized} viewBox="0 0 {width} {height}" role="img"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {root}><style>{style_sheet(styling, scheme)}</style>'


def labelled(opened: str, title: str, description: str, *, prefix: str) -> str:
    """The beginning of a picture with its title and description, which its root refers to by their ids."""
    name, told = escape(title), escape(description)
    mark = f"{crc32(f'{name} {told}'.encode()):08x}"
    ids = f"{prefix}-t-{mark}", f"{prefix}-d-{mark}"
    head = opened.replace('role="img"', f'role="img" aria-labelledby="{ids[0]} {ids[1]}"', 1)
    return f'{head}<title id="{ids[0]}">{name}</title><desc id="{ids[1]}">{told}</desc>'
