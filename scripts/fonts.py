"""Make the fonts of PNG images: DejaVu Sans, as matplotlib brings it, with only the characters that pictures need.

nox -s fonts
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from matplotlib import get_data_path

from cairn_rules.pictures.png import FAMILY, FONTS, OTHER_CHARACTER

TARGET: Final = Path(__file__).parents[1] / "src" / "cairn_rules" / "pictures" / "fonts"
SOURCE: Final = Path(get_data_path(), "fonts", "ttf")
SOURCES: Final = dict(zip(FONTS, ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"), strict=True))
"""The files that are made, and what each is made from."""
LICENCE: Final = "LICENSE_DEJAVU"
NAMES: Final = (1, 3, 4, 6, 16)
"""Numbers of the names in a font that contain its family; the copyright is none of them."""


def smaller(path: Path) -> TTFont:
    """Return a font with the characters that pictures need, under a name of its own.

    System fonts have the name of the original, and may be other versions of it.
    """
    options = Options(hinting=False, layout_features=["ccmp", "kern", "mark"], name_IDs=["*"], notdef_outline=True)
    options.drop_tables += ["FFTM"]
    font = TTFont(path, recalcTimestamp=False)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[each for each in font.getBestCmap() if not OTHER_CHARACTER.match(chr(each))])
    subsetter.subset(font)
    for name in font["name"].names:
        if name.nameID in NAMES:
            text = name.toUnicode().replace("DejaVu Sans", FAMILY)
            name.string = text.replace("DejaVuSans", FAMILY.replace(" ", ""))
    return font


def main() -> None:
    """Write the fonts and their licence."""
    TARGET.mkdir(exist_ok=True)
    for target, source in SOURCES.items():
        smaller(SOURCE / source).save(TARGET / target)
    (TARGET / "LICENSE").write_text((SOURCE / LICENCE).read_text("utf-8"), encoding="utf-8")


if __name__ == "__main__":
    main()
