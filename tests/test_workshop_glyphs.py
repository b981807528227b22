"""The glyphs of the workshop: shapes become path data, and path data go into a text."""

from __future__ import annotations

import ast
import re

import pytest

from cairn_rules import DefinitionError
from cairn_rules.cairn import BASE_SET, Megalith, StoneColour, svg
from cairn_rules.testing import parse_drawing
from web.workshop.glyph_shapes import GLYPHS, SHAPES, path_of, with_glyph

PATH = "M4 12H20"


def stone(glyph: str) -> Megalith:
    return Megalith("drawn", "Drawn", "It has a glyph.", StoneColour.LIGHT, (lambda _: (),), glyph=glyph)


@pytest.mark.parametrize(
    ("shape", "path"),
    [
        ("line 1 2 3 4.5", "M1 2L3 4.5"),
        ("curve 0 0 12 24 24 0", "M0 0Q12 24 24 0"),
        ("circle 12 12 12", "M0 12A12 12 0 0 1 24 12A12 12 0 0 1 0 12Z"),
        ("box 3 4 20 21", "M3 4H20V21H3Z"),
        ("dot 5 6", "M5 6L5 6"),
        ("\n  line 1 2 3 4\n\n dot 1 1 ", "M1 2L3 4M1 1L1 1"),
    ],
)
def test_shapes_become_path_data_of_a_megalith(shape: str, path: str) -> None:
    assert path_of(shape) == path
    assert stone(path).glyph == path


@pytest.mark.parametrize("example", [example for _, example in SHAPES.values()])
def test_examples_are_shapes(example: str) -> None:
    assert stone(path_of(example)).glyph


@pytest.mark.parametrize("name", GLYPHS)
def test_glyphs_to_pick_can_be_drawn(name: str) -> None:
    assert all(line == line.strip() for line in GLYPHS[name].splitlines())
    path = path_of(GLYPHS[name])
    drawn = stone(path)
    board = ". . . . . \n . . . . . \n . . drawn . . \n . . . . . \n . . . . deer"
    state = parse_drawing(board, megaliths=(drawn, BASE_SET["deer"]))
    assert f'd="{path}"' in svg(state)


def test_glyphs_to_pick_differ_from_one_another_and_from_printed_ones() -> None:
    paths = [path_of(each) for each in GLYPHS.values()]
    assert len({*paths, *(each.glyph for each in BASE_SET)}) == len(paths) + len(BASE_SET) == 12 + 14


@pytest.mark.parametrize(
    ("shapes", "said"),
    [
        ("", "a glyph should have 1 to 30 shapes, not 0"),
        ("dot 1 1\n" * 31, "a glyph should have 1 to 30 shapes, not 31"),
        ("dot 1 1\nblob 1 1", "line 2: 'blob' is not a shape; the shapes are line, curve, circle, box, dot"),
        ("circle 12 12", "line 1: 'circle 12 12' should be like 'circle 12 12 8'"),
        ("dot 1 1 1", "line 1: 'dot 1 1 1' should be like 'dot 12 12'"),
        ("dot 1 -1", "line 1: 'dot 1 -1' should be like 'dot 12 12'"),
        ("dot 1 1e1", "line 1: 'dot 1 1e1' should be like 'dot 12 12'"),
        ("dot 1 ٣", "line 1: 'dot 1 ٣' should be like 'dot 12 12'"),
        ("\nline 1 2 3 24.1", "line 2: 'line 1 2 3 24.1' reaches out of the box, which is 24 by 24 units"),
        ("circle 12 5 6", "line 1: 'circle 12 5 6' reaches out of the box, which is 24 by 24 units"),
        ("circle 20 12 6", "line 1: 'circle 20 12 6' reaches out of the box, which is 24 by 24 units"),
    ],
)
def test_what_is_no_shape_is_refused(shapes: str, said: str) -> None:
    with pytest.raises(DefinitionError, match=f"^{re.escape(said)}$"):
        path_of(shapes)


def test_the_longest_glyph_is_short_enough_for_a_megalith() -> None:
    assert stone(path_of("circle 12.5 12.5 10.5\n" * 30)).glyph


FUNCTION = "def gale(site):\n    return ()\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('@megalith("Gale", text="It blows.")\n', '@megalith("Gale", text="It blows.", glyph="M4 12H20")\n'),
        ('@megalith("Gäle", text="É",)\n', '@megalith("Gäle", text="É", glyph="M4 12H20",)\n'),
        (
            '@megalith(\n    "Gale",\n    text="It blows.",\n)\n',
            '@megalith(\n    "Gale",\n    text="It blows.",\n    glyph="M4 12H20",\n)\n',
        ),
        (
            '@megalith(\n    "Gale", text=("It "\n    "blows.")\n)\n',
            '@megalith(\n    "Gale", text=("It "\n    "blows."), glyph="M4 12H20"\n)\n',
        ),
        (
            '@cairn.megalith("Gale", glyph="M1 1" "L2 2", text="It blows.")\n@opponent_decides\n',
            '@cairn.megalith("Gale", glyph="M4 12H20", text="It blows.")\n@opponent_decides\n',
        ),
        ('@ward("Gale", text="é", glyph=BOLT)\n', '@ward("Gale", text="é", glyph="M4 12H20")\n'),
        (
            '@megalith("Gale",\r\n          text="é")\r\n',
            '@megalith("Gale",\r\n          text="é",\n          glyph="M4 12H20")\r\n',
        ),
    ],
)
def test_a_glyph_goes_into_the_text(before: str, after: str) -> None:
    assert with_glyph(before + FUNCTION, PATH) == after + FUNCTION
    assert with_glyph(after + FUNCTION, PATH) == after + FUNCTION
    ast.parse(after + FUNCTION)


def test_the_last_megalith_of_a_text_gets_the_glyph() -> None:
    first, last = '@megalith("One", text="1")\n', '@megalith("Two", text="2")\n'
    source = first + FUNCTION + last + FUNCTION + "@cache\n@other(x=1)\ndef help(): ...\n"
    assert with_glyph(source, PATH) == source.replace('text="2"', 'text="2", glyph="M4 12H20"')


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("def f(:", "the text cannot be read: invalid syntax"),
        ("x = '\0'", "the text cannot be read: "),
        (FUNCTION, "the text has no function below @megalith(…) or @ward(…) that could have a glyph"),
        ("@megalith()\n" + FUNCTION, "the text has no function below"),
        ("@made['x'](text='')\n" + FUNCTION, "the text has no function below"),
    ],
)
def test_a_text_without_a_place_for_it_is_refused(source: str, said: str) -> None:
    with pytest.raises(DefinitionError, match=re.escape(said)):
        with_glyph(source, PATH)
