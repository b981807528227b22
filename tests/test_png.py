"""Pictures as PNG images."""

from __future__ import annotations

import struct
import sys
import zlib
from html import escape, unescape
from io import BytesIO
from random import Random
from typing import Any

import pytest
import resvg_py
from attrs import evolve

from cairn_rules import DefinitionError, Match, cairn, games, manifest_of, to_png
from cairn_rules.cairn.pictures.colours import STYLING
from cairn_rules.history.page import picture_of
from cairn_rules.pictures import png
from cairn_rules.pictures.svg import picture

PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">{}</svg>'
TEXT = PICTURE.format('<text y="6" style="font-size:8px;{style}">{text}</text>')
DRAWN = ("cairn", "korrigans", "endless-winter")


def written(text: str, style: str = "") -> bytes:
    return to_png(TEXT.format(text=text, style=style), width=40)


def size(image: bytes) -> tuple[int, int]:
    assert image.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", image[16:24])
    return width, height


def test_the_height_follows_from_the_width() -> None:
    assert size(to_png(PICTURE.format("<rect/>"), width=50)) == (50, 25)
    assert size(to_png(PICTURE.format("<rect/>")))[0] == 1200


@pytest.mark.untraced
def test_colours_that_follow_the_reader_are_the_light_ones() -> None:
    """The library draws no colours that are custom properties: they would be black."""
    state = cairn.new_game(seed=7)
    assert to_png(cairn.svg(state)) == to_png(cairn.svg(state, colours="light"))


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
    styling = evolve(STYLING, rules={"": "fill:@text", ".cairn-ground": "fill:@background"})
    layers = [f'<rect {each} width="20" height="10"/>' for each in ('fill="#fff"', 'class="cairn-ground"')]
    colours = cairn.Colours(background=colour)
    image = to_png(picture(styling, layers, ("", ""), room=(20, 10), size=None, colours=colours), width=2)
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


@pytest.fixture
def _no_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without fonts."""
    draw = resvg_py.svg_to_bytes
    monkeypatch.setattr(resvg_py, "svg_to_bytes", lambda **options: draw(**{**options, "skip_system_fonts": True}))


@pytest.mark.untraced
@pytest.mark.slow
@pytest.mark.usefixtures("_no_fonts")
def test_every_character_is_drawn_without_fonts_of_the_system() -> None:
    """None as the box that stands for an unknown character; only spaces and soft hyphens are blank."""
    characters = [each for each in map(chr, range(sys.maxunicode)) if not png.OTHER_CHARACTER.match(each)]
    assert {*"Aé←↑→↓◎"} <= {*characters}
    unknown, blank = written("\ue000"), written("")
    assert unknown != blank
    for each in characters:
        assert written(escape(each)) != unknown, each
        assert (written(escape(each)) == blank) == (each.isspace() or each == "\xad"), each


@pytest.mark.parametrize("family", ["system-ui,sans-serif", "Georgia", "serif", "monospace"])
def test_whatever_its_family_a_text_is_drawn_in_the_same_font(family: str) -> None:
    assert written("A", f"font-family:{family}") == written("A") != written("A", "font-weight:600")


@pytest.mark.parametrize(("text", "asked"), [("Aé←", False), ("א", True), ("&#x5d0;", True)])
def test_fonts_of_the_system_are_asked_only_for_other_characters(
    text: str, *, asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[bool] = []

    def rendered(*, skip_system_fonts: bool, **_: Any) -> bytes:
        seen.append(not skip_system_fonts)
        return b""

    monkeypatch.setattr(resvg_py, "svg_to_bytes", rendered)
    written(text)
    assert seen == [asked]


def test_these_games_have_pictures() -> None:
    assert tuple(name for name in games.LIBRARY if manifest_of(games.load(name)).pictures) == DRAWN


@pytest.mark.untraced
@pytest.mark.slow
@pytest.mark.parametrize("name", DRAWN)
def test_the_pictures_of_random_games_have_no_other_characters(name: str) -> None:
    game = games.load(name)
    match, rng = Match(game, seed=7), Random(7)
    while match.outcome is None and len(match.history) < 100:
        picture = picture_of(game, match.do(rng.choice(match.legal_actions)), None)
        assert picture
        assert not png.OTHER_CHARACTER.search(unescape(picture))


@pytest.mark.untraced
@pytest.mark.slow
@pytest.mark.parametrize("target", png.FONTS)
def test_the_fonts_are_those_that_the_script_makes(target: str) -> None:
    """Compared by their names and outlines: other versions of fontTools write other bytes."""
    import fonts  # noqa: PLC0415 - imports matplotlib

    fonts.smaller(fonts.SOURCE / fonts.SOURCES[target]).save(file := BytesIO())
    made, stored = fonts.TTFont(file), fonts.TTFont(fonts.TARGET / target)
    assert made.getBestCmap() == stored.getBestCmap()
    assert made["glyf"].glyphs == stored["glyf"].glyphs
    assert [name.toUnicode() for name in made["name"].names] == [name.toUnicode() for name in stored["name"].names]
    assert {stored["name"].getBestFamilyName()} == {png.FAMILY}


@pytest.mark.slow
def test_the_licence_is_beside_the_fonts() -> None:
    import fonts  # noqa: PLC0415 - imports matplotlib

    assert (fonts.TARGET / "LICENSE").read_text("utf-8") == (fonts.SOURCE / fonts.LICENCE).read_text("utf-8")


@pytest.mark.parametrize(("width", "rule"), [(439, True), (440, False)])
def test_a_small_image_follows_the_rules_of_small_pictures(width: int, *, rule: bool) -> None:
    """The library knows no media queries."""
    hidden = '<style>{}</style><rect class="name" width="20" height="10"/>'
    in_rules = PICTURE.format(hidden.format("@media(max-width:439px){.name{display:none}.other{fill:red}}"))
    always = PICTURE.format(hidden.format(".name{display:none}" if rule else ""))
    assert to_png(in_rules, width=width) == to_png(always, width=width)
