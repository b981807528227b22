"""Pictures as PNG images."""

from __future__ import annotations

import struct
import sys
import zlib
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
import resvg_py

import cairn_rules as cairn
from cairn_rules import CairnRulesError, DefinitionError, to_png
from cairn_rules.pictures import png

PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">{}</svg>'


@pytest.fixture
def _no_fonts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    png._has_font.cache_clear()
    monkeypatch.setattr(resvg_py, "svg_to_bytes", partial(resvg_py.svg_to_bytes, skip_system_fonts=True))
    yield
    png._has_font.cache_clear()


def size(image: bytes) -> tuple[int, int]:
    assert image.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", image[16:24])
    return width, height


def test_the_height_follows_from_the_width() -> None:
    assert size(to_png(PICTURE.format("<rect/>"), width=50)) == (50, 25)
    assert size(to_png(PICTURE.format("<rect/>")))[0] == 1200


def test_colours_that_follow_the_reader_are_the_light_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library draws no colours that are custom properties: they would be black."""
    monkeypatch.setattr(png, "_has_font", lambda: True)
    seen: list[str] = []

    def rendered(*, svg_string: str, **_: int) -> bytes:
        seen.append(svg_string)
        return b""

    monkeypatch.setattr(resvg_py, "svg_to_bytes", rendered)
    to_png(cairn.svg(cairn.new_game(seed=7)))
    assert ":var(" not in seen[0]
    assert f"fill:{cairn.Colours().board}" in seen[0]


@pytest.mark.parametrize(
    ("colour", "seen"),
    [
        ("rgb(0 0 255)", (0, 0, 255)),
        ("rgb(255 0 0 / 20%)", (255, 204, 204)),
        ("rgba(255 0 0 / .2)", (255, 204, 204)),
        ("hsl(240 100% 50% / 40%)", (153, 153, 255)),
    ],
)
def test_colours_with_an_opacity_are_drawn(colour: str, seen: tuple[int, int, int]) -> None:
    """On white; resvg by itself draws the notation without commas black."""
    layers = f'<rect width="20" height="10" fill="#fff"/><rect width="20" height="10" style="fill:{colour}"/>'
    image = to_png(PICTURE.format(layers), width=2)
    start = image.index(b"IDAT") + 4
    rows = zlib.decompress(image[start : start + int.from_bytes(image[start - 8 : start - 4], "big")])
    assert tuple(rows[1:4]) == seen  # after the byte of the row's filter


@pytest.mark.parametrize("width", [0, -1, 10_001, True, 2.5, "9"])
def test_the_width_is_limited(width: Any) -> None:
    with pytest.raises(DefinitionError, match="width should be a whole number of pixels from 1 to 10000, not "):
        to_png(PICTURE.format(""), width=width)


def test_what_is_not_a_picture_is_refused() -> None:
    with pytest.raises(DefinitionError, match="'<svg' is not an SVG picture: "):
        to_png("<svg")


@pytest.mark.usefixtures("_no_fonts")
def test_text_without_a_font_is_refused() -> None:
    """Instead of a picture without its text."""
    with pytest.raises(CairnRulesError, match="no font for the text of pictures is installed"):
        to_png(PICTURE.format('<text y="9">A</text>'))
    assert size(to_png(PICTURE.format("<rect/>"), width=20)) == (20, 10)


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(CairnRulesError, match=r"install the extra 'png': pip install 'cairn-rules\[png\]'"):
        to_png(PICTURE.format("<rect/>"))


@pytest.mark.parametrize(("width", "rule"), [(439, True), (440, False)])
def test_a_small_image_follows_the_rules_of_small_pictures(width: int, *, rule: bool) -> None:
    """The library knows no media queries."""
    hidden = '<style>{}</style><rect class="name" width="20" height="10"/>'
    in_rules = PICTURE.format(hidden.format("@media(max-width:439px){.name{display:none}.other{fill:red}}"))
    always = PICTURE.format(hidden.format(".name{display:none}" if rule else ""))
    assert to_png(in_rules, width=width) == to_png(always, width=width)
