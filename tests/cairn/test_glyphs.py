"""Glyphs of megaliths: the fourteen of the box, those of designers, initials, and the pictures made of them."""

from __future__ import annotations

import pickle
import re
from itertools import combinations
from typing import Any

import pytest
from attrs import evolve
from hypothesis import example, given
from hypothesis import strategies as st

from cairn_rules import cairn
from cairn_rules.cairn import BASE_SET, Megalith, Site, StoneColour, megalith, ward
from cairn_rules.cairn.pictures import glyph_svg, legend_svg
from cairn_rules.cairn.pictures.colours import DARK, LIGHT
from cairn_rules.errors import DefinitionError
from support.pictures import contrast, drawn, of_class

BOLT = "M14 2L6 13H12L9 22L18 10H12Z"


def stone(name: str = "Far Thunder", glyph: Any = None) -> Megalith:
    """A megalith that does nothing."""
    return Megalith("thunder", name, "Nothing happens.", StoneColour.DARK, (lambda _: (),), glyph=glyph)


def test_every_megalith_of_the_box_has_a_glyph_of_its_own() -> None:
    """Any two differ in many of the 24 by 24 pixels."""
    cells = {each.id: touched(each.glyph or "") for each in BASE_SET}
    assert len(cells) == 14
    assert min(map(len, cells.values())) > 20
    for one, other in combinations(cells.values(), 2):
        assert len(one & other) < 0.6 * len(one | other)


def touched(path: str) -> set[tuple[int, int]]:
    """The pixels near the lines of a path. Curves are taken for straight lines through their control points."""
    found: set[tuple[int, int]] = set()
    x = y = start_x = start_y = 0.0
    for letter, text in re.findall(r"([A-Z])([^A-Z]*)", path):
        values = [float(each) for each in text.split()]
        match letter:
            case "H":
                pairs = [(values[0], y)]
            case "V":
                pairs = [(x, values[0])]
            case "Z":
                pairs = [(start_x, start_y)]
            case _:
                pairs = list(zip(values[-2:] if letter == "A" else values, values[1:] or values, strict=False))[::2]
                if letter == "A":
                    pairs = [(values[-2], values[-1])]
        for to_x, to_y in pairs:
            if letter != "M":
                steps = [(x + (to_x - x) * part / 24, y + (to_y - y) * part / 24) for part in range(25)]
                found |= {(round(a + da), round(b + db)) for a, b in steps for da in (-0.5, 0.5) for db in (-0.5, 0.5)}
            x, y = to_x, to_y
        if letter == "M":
            start_x, start_y = x, y
    return found


def test_glyphs_stand_out_from_their_stones() -> None:
    for scheme in (LIGHT, DARK):
        assert contrast(scheme.light_stone_text, scheme.light_stone) >= 4.5
        assert contrast(scheme.dark_stone_text, scheme.dark_stone) >= 4.5


def test_a_stone_of_ones_own_has_its_glyph_or_its_initials() -> None:
    """On the board, on display and alone."""

    @megalith("Far Thunder", text="Nothing happens.", glyph=BOLT)
    def thunder(_: Site) -> tuple[()]:
        return ()

    @ward("Long Wall", text="Nothing is forbidden.", glyph="M2 12H22")
    def wall(_: Site, __: cairn.Action) -> bool:
        return False

    assert (thunder.glyph, wall.glyph) == (BOLT, "M2 12H22")
    plain = Megalith("plain", "The Old King", "Nothing happens.", StoneColour.LIGHT, (lambda _: (),))
    state = cairn.parse_position(
        "4f/5/5/5/s4 s wooe b2=thunder,d3=plain wall,deer - 0-0", BASE_SET | thunder | wall | plain
    )
    root = drawn(cairn.svg(state))
    held = {each.get("data-id"): each for each in root.iter() if each.get("data-id")}
    assert of_class(held["thunder"], "cairn-glyph")[0].get("d") == BOLT
    assert of_class(held["wall"], "cairn-glyph")[0].get("d") == "M2 12H22"
    assert of_class(held["plain"], "cairn-initials")[0].text == "TOK"
    assert not of_class(held["plain"], "cairn-glyph")
    assert of_class(drawn(glyph_svg(thunder)), "cairn-glyph")[0].get("d") == BOLT


@pytest.mark.parametrize(
    ("name", "initials"),
    [
        ("Far Thunder", "FT"),
        ("Chaos of the Giants", "CG"),
        ("menhir", "m"),
        ("Pierre levée", "P"),
        ("A B C D E", "ABC"),
        ("'s Heeren Steen", "HS"),
        ("'t steen", "t"),
        ("巨石", "巨"),
        ("7th stone", "7"),
        ("…", "…"),
        ("<b>", "b"),
        ("<", "<"),
    ],
)
def test_initials(name: str, initials: str) -> None:
    (text,) = of_class(drawn(glyph_svg(stone(name))), "cairn-initials")
    assert text.text == initials


@pytest.mark.parametrize(
    "path",
    [
        BOLT,
        "M3 21 L12 3 21 21 z",
        "m12 12a4 4 0 1 1-.01 0",
        "M12 12a1 1 0 012 2",
        "M1,1\n L 2,2\tH3V4",
        "M2 12C2 2 22 2 22 12S2 22 2 12Q12 0 22 12T2 12",
        "M1e1 .5L+5 5.",
        "M0 0L24 24",
        "M20 20l2 2zm-3-3",
    ],
)
def test_path_data_in_the_box_is_taken(path: str) -> None:
    """In every notation that SVG has; it is drawn on one line."""
    (drawing,) = of_class(drawn(glyph_svg(stone(glyph=path))), "cairn-glyph")
    assert drawing.get("d") == " ".join(path.split())


@pytest.mark.parametrize(
    ("path", "fault"),
    [
        (3, "it is not a text"),
        (b"M1 1", "it is not a text"),
        ("", "it does not begin with M"),
        ("L1 1", "it does not begin with M"),
        ("M1", "it cannot be read from 'M1'"),
        ("M1 1 2", "it cannot be read from ' 2'"),
        ("M1,,1", "it cannot be read from 'M1,,1'"),
        ("M1 1,", "it cannot be read from ','"),
        ("M1 1Z2", "it cannot be read from '2'"),
        ("M1 1A2 2 0 2 0 3 3", "it cannot be read from 'A2 2 0 2 0 3 3'"),
        ("M1 1B2 2", "it cannot be read from 'B2 2'"),
        ('M1 1"/><script>alert(1)', "it cannot be read from '\"/><script>alert(1)'"),
        ("M1 1&quot;", "it cannot be read from '&quot;'"),
        ("M1 1\x0c", "it cannot be read from '\\x0c'"),
        ("M1 1\u00a0L2 2", "it cannot be read from '\\xa0L2 2'"),
        ("M\u0661 1", "it cannot be read from"),
        ("M1 1L30 5", "the point 30 5 is outside of the box"),
        ("M5 5l-6 0", "the point -1 5 is outside of the box"),
        ("M5 5h20", "the point 25 5 is outside of the box"),
        ("M5 5V-1", "the point 5 -1 is outside of the box"),
        ("M5 5 5 6m0 0 0 19", "the point 5 25 is outside of the box"),
        ("M9 9L8 8zl16 0", "the point 25 9 is outside of the box"),
        ("M5 5C5 5 40 5 6 6", "the point 40 5 is outside of the box"),
        ("M1 1e999", "the point 1 inf is outside of the box"),
        ("M1 1A25 2 0 0 1 3 3", "the arc A25 2 is larger than the box"),
        ("M1 1" + " " * 2000, "it is longer than 2000 characters"),
    ],
)
def test_anything_else_is_refused(path: Any, fault: str) -> None:
    """The message names the megalith, quotes the path, and says what would be right and what is wrong."""
    with pytest.raises(DefinitionError) as caught:
        stone(glyph=path)
    message = str(caught.value)
    assert message.startswith("Megalith 'thunder': glyph should be SVG path data in a box of 24 by 24 units, such as")
    assert message.endswith(f": {fault}") or fault in message


@given(st.text(st.sampled_from("MLHVCSQTAZmlhvcsqtaz0123456789.,-+eE \n\"'<>&;"), max_size=30))
@example("M1 1" * 400)
def test_whatever_is_taken_is_well_formed(path: str) -> None:
    """Nothing but path data comes into a picture."""
    try:
        made = stone(glyph=path)
    except DefinitionError:
        return
    (drawing,) = of_class(drawn(glyph_svg(made)), "cairn-glyph")
    assert re.fullmatch(r"[MLHVCSQTAZmlhvcsqtaz0-9.,\-+eE ]*", drawing.get("d", ""))


def test_a_glyph_is_kept_by_copies() -> None:
    deer = BASE_SET["deer"]
    assert pickle.loads(pickle.dumps(deer)).glyph == deer.glyph  # noqa: S301 - just written
    made = Megalith("bolt", "Bolt", "Nothing happens.", StoneColour.DARK, (tuple,), glyph=BOLT)
    assert pickle.loads(pickle.dumps(made)) == made  # noqa: S301 - just written


def test_a_glyph_alone() -> None:
    """Its size, its title and its description; without a size it takes the room that there is."""
    root = drawn(glyph_svg(BASE_SET["deer"]))
    assert (root.get("width"), root.get("height"), root.get("role")) == ("24", "24", "img")
    assert (root.findtext("title"), root.findtext("desc")) == ("Deer Rock", BASE_SET["deer"].text)
    assert [each.get("id") for each in root if each.get("id")] == root.get("aria-labelledby", "").split()
    assert drawn(glyph_svg(BASE_SET["deer"], size=None)).get("width") is None
    assert len(glyph_svg(BASE_SET["deer"])) < 3500


def test_a_legend() -> None:
    """Each megalith once, in order, with its name and all of its text, also as a description."""
    root = drawn(legend_svg(size=700))
    assert [each.get("data-id") for each in root if each.get("data-id")] == list(BASE_SET.ids)
    for each in root:
        if id := each.get("data-id"):
            name, *text = [line.text or "" for line in each.iter("text")]
            assert (name, " ".join(text)) == (BASE_SET[id].name, BASE_SET[id].text)
            assert f"{name}: {' '.join(text)}" in root.findtext("desc", "")
    assert [each.get("data-id") for each in drawn(legend_svg([BASE_SET["deer"]])).iter() if each.get("data-id")] == [
        "deer"
    ]
    assert legend_svg([]).count("data-id") == 0
    long = evolve(BASE_SET["deer"], text=" ".join(map(str, range(100))))
    root = drawn(legend_svg([long, BASE_SET["fairy"], long]))
    lines = [[float(each.get("y", "")) for each in entry.iter("text")] for entry in root if entry.get("data-id")]
    assert [len(each) > 8 for each in lines] == [True, False, True]
    assert root.get("viewBox") == f"0 0 712 {2 * 16 + 2 * round(lines[0][-1] + 0.8)}"


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: glyph_svg("deer"), "megalith should be a Megalith, not 'deer'"),  # type: ignore[arg-type]
        (lambda: legend_svg(3), "3 is not a collection of megaliths, such as BASE_SET"),  # type: ignore[arg-type]
        (lambda: legend_svg(["deer"]), "megalith should be a Megalith, not 'deer'"),  # type: ignore[list-item]
        (lambda: glyph_svg(BASE_SET["deer"], size=0), "size should be None or a whole number of pixels"),
        (lambda: legend_svg(colours="blue"), "colours should be Colours"),  # type: ignore[arg-type]
    ],
)
def test_other_arguments_are_refused(draw: Any, message: str) -> None:
    with pytest.raises(DefinitionError, match=re.escape(message)):
        draw()
