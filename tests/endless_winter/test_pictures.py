"""Pictures of Endless Winter: what they show, to whom, what they mark, and that everything can be drawn."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import attrs
import pytest

from cairn_rules import endless_winter as ew
from cairn_rules.endless_winter import Colours, Hex, Spot, observe, sample_hidden, svg
from cairn_rules.endless_winter.effects import COLUMNS
from cairn_rules.endless_winter.pictures.colours import DARK, LANDS, LIGHT, SETS
from cairn_rules.endless_winter.pictures.picture import PARTS
from cairn_rules.endless_winter.pictures.shapes import WIDTH
from cairn_rules.endless_winter.samples import SAMPLES
from cairn_rules.endless_winter.state.agenda import Figure, Middle, PickSide, Top
from cairn_rules.endless_winter.state.hexes import BASE, HEXES, JUNCTURES
from cairn_rules.endless_winter.state.state import SEAT_NAMES
from cairn_rules.endless_winter.texts.view import view_of
from cairn_rules.endless_winter.texts.words import description, title
from cairn_rules.errors import DefinitionError
from cairn_rules.pictures.svg import width
from support.endless_winter.games import games
from support.endless_winter.packs import random_pack
from support.endless_winter.positions import LAND, TOOL, lies, play, position
from support.pictures import contrast, drawn, of_class

BUSY = position(
    Top(),
    turn={"column": "hunt", "labor": 2},
    hand=("hunter", "brave", "brave"),
    played=("shaman",),
    discard=("tribesman",),
    buried=("elder",),
    buried_openly=("tribeswoman",),
    food=3,
    tools=2,
    camps=(BASE, BASE, LAND["tundra"]),
    camps_left=2,
    stones=("SS01",),
    animals=("woolly_rhino", "woolly_rhino"),
    tipped=("giant_sloth",),
    others=({"villages": (JUNCTURES[0],), "villages_left": 2, "resting": 1},),
    table={
        "bottoms": (False, True, False, True),
        "megaliths": (lies(1, 0, owner=None), lies(0, 0), lies(0.5, 0, 2), lies(0, 1, owner=1)),
        "animals": ("glyptodon", "argentavis", "glyptodon"),
        "row": ("C101", None, "C103", "C104", "C105", "C106", "C107", "C108"),
        "tokens": (True, *[False] * 7),
    },
)
"""A position with something of every kind."""


def texts(root: ET.Element) -> str:
    return " ".join("".join(each.itertext()) for each in root.iter("text"))


def values(root: ET.Element, kind: str, *names: str) -> list[tuple[str | None, ...]]:
    """The attributes of the elements of a class."""
    return [tuple(each.get(name) for name in names) for each in of_class(root, f"winter-{kind}")]


def test_names_of_tiles_stay_on_their_tiles_and_clear_of_camps():
    """A name is drawn where its tile is widest, below the Camps that reach over from the tiles above."""
    root = drawn(svg(position(camps=HEXES[:5], camps_left=0)))
    lowest_camp = 24 + 11  # below the middle of its tile: the shift of a Camp, and the foot of its tent
    for tile in of_class(root, "winter-terrain"):
        points = [float(each.split(",")[1]) for each in tile.find("polygon").get("points").split()]
        middle = (min(points) + max(points)) / 2
        *name, place = tile.findall("text")
        for line in name:
            size, base = float(line.get("font-size")), float(line.get("y"))
            assert size >= 12
            assert len(line.text) <= 10
            assert base - size * 0.75 > middle - 60 + lowest_camp - 0.5
            assert base < middle
        assert middle < float(place.get("y")) <= middle + 12


def test_the_influence_is_drawn_below_the_map():
    """Of each player on each tile with a benefit (rule 8.4): a Camp counts 1, a Village 2, and the Base has none."""
    _, shares = texts(drawn(svg(BUSY, parts=["map"]))).split(" Influence: ")
    assert shares == "0,-1 R2 1,-1 C1"
    assert "Influence" not in texts(drawn(svg(position(camps=(BASE,)), parts=["map"])))
    everywhere = svg(position(seats=4, camps=HEXES, others=({"camps": HEXES}, {"camps": HEXES}, {"camps": HEXES})))
    lines = [each for each in drawn(everywhere).iter("text") if re.search(r"\d C1 R1 O1 G1$", each.text or "")]
    assert len(lines) == 6
    assert all(float(each.get("x")) + 12.5 * width(each.text) <= WIDTH for each in lines)


def test_what_lies_on_the_table():
    """Camps, Villages, Megaliths, Idols, cards, stones and Animals, each where it is."""
    root = drawn(svg(BUSY))
    camps = values(root, "camp", "data-seat", "data-tile", "data-count")
    assert camps == [("0", "1,-1", "1"), ("0", "0,0", "2"), ("1", "0,0", "1")]
    assert values(root, "village", "data-seat", "data-juncture") == [("1", "0,-2 1,-2 0,-1")]
    assert values(root, "megalith", "data-spot", "data-owner") == [
        ("0,0,1", "0"),
        ("2,0,1", ""),
        ("0,2,1", "1"),
        ("1,0,2", "0"),
    ]
    idols = values(root, "idol", "data-track", "data-seat", "data-level")
    assert idols == [("honor", "0", "0"), ("honor", "1", "0"), ("offering", "0", "0"), ("offering", "1", "0")]
    cards = [each.get("data-card") for each in of_class(root, "winter-culture")]
    assert cards == ["C101", "C103", "C104", "C105", "C106", "C107", "C108"]
    assert [each.get("data-stone") for each in of_class(root, "winter-stone")] == [f"SS{n:02}" for n in range(1, 9)]
    assert len(of_class(root, "winter-closed")) >= 6, "the pools of three rounds are closed"
    assert [each.get("data-tile") for each in of_class(root, "winter-terrain")] == list(map(str, HEXES))
    chips = [each.get("data-animal") for each in of_class(root, "winter-chip") if each.get("data-animal")]
    assert chips == ["glyptodon", "argentavis"]
    assert "Glyptodon \u00d72" in texts(root)


def test_the_main_board():
    """The claimed bottoms, the column of the figure, and the prices (rule 6.3): one card has a Labor token."""
    root = drawn(svg(BUSY, parts=["columns", "culture"]))
    columns = {each.get("data-column"): each for each in of_class(root, "winter-column")}
    assert [*columns] == [*COLUMNS, "rest"]
    claimed = [name for name, each in columns.items() if "claimed" in texts(each)]
    assert claimed == ["develop", "hunt"]
    assert [name for name, each in columns.items() if of_class(each, "winter-decides")] == ["hunt"]
    tooltips = [each.findtext("title", "") for each in of_class(root, "winter-culture")]
    assert tooltips[0].endswith("Price: 2 Labor.")
    assert all(each.endswith("Price: 3 Labor.") for each in tooltips[1:])


def test_the_area_of_a_player():
    """The viewer's cards, and those of the player who decides for a spectator, who sees no hand."""
    own = drawn(svg(BUSY, viewer=0, parts="area"))
    zones = ("hand", "played", "discard", "buried", "own", "tipped", "taken")
    shown = {
        zone: [each.get(f"data-{zone}") for each in of_class(own, "winter-chip") if each.get(f"data-{zone}")]
        for zone in zones
    }
    assert shown == {
        "hand": ["hunter", "brave"],
        "played": ["shaman"],
        "discard": ["tribesman"],
        "buried": ["elder", "tribeswoman"],
        "own": ["woolly_rhino"],
        "tipped": ["giant_sloth"],
        "taken": ["SS01", "next"],
    }
    assert "Brave \u00d72" in texts(own)
    assert [each.get("data-value") for each in of_class(own, "winter-track")] == ["3", "2"]
    other = texts(drawn(svg(BUSY, parts="area")))
    assert "3 face down" in other
    assert "Hunter" not in other
    assert "Area of Red" in texts(drawn(svg(BUSY, viewer=1, parts="area")))
    full = position(Figure(), stones=("SS01", "SS02", "SS03"), chief=None)
    assert "next" not in texts(drawn(svg(full, parts="area")))


def test_a_draft():
    """The cards to choose from (rule 4.4)."""
    state = ew.new_game(seed=3, variant=ew.Variant(draft="chief"))
    cards = [each.get("data-card") for each in of_class(drawn(svg(state)), "winter-card")]
    assert cards == [*state.table.chiefs, *state.table.setups]
    assert of_class(drawn(svg(BUSY)), "winter-card") == []


def test_the_end():
    """The points of all, and a frame for the winner."""
    over = play(position("tool(1)", state={"phase": "eclipse", "round": 4, "turn": 24}, points=7), TOOL)
    root = drawn(svg(over))
    seats = of_class(root, "winter-seat")
    assert ["7 points in all" in texts(each) for each in seats] == [True, False]
    assert [bool(of_class(each, "winter-wins")) for each in seats] == [True, False]
    assert seats[0].findtext("title") == "Cyan: 7 (immediate 7)"
    assert "Cyan wins: most points" in texts(root)


def test_the_player_who_decides_has_a_frame():
    """And the rival has a card."""
    marked = [bool(of_class(each, "winter-decides")) for each in of_class(drawn(svg(BUSY)), "winter-seat")]
    assert marked == [True, False]
    solo = drawn(svg(ew.new_game(seed=1, players=1)))
    assert "Rival" in texts(solo)


def test_screen_readers():
    """The picture has a title and a description, and refers to them."""
    root = drawn(svg(BUSY, viewer=0))
    assert root.findtext("title") == title(view_of(BUSY, 0))
    assert root.findtext("desc") == description(view_of(BUSY, 0))
    ids = [each.get("id") for each in root if each.tag in {"title", "desc"}]
    assert root.get("aria-labelledby", "").split() == ids


@pytest.mark.untraced
@pytest.mark.parametrize("part", PARTS)
def test_parts_for_a_phone(part):
    """One part is 368 units wide, so that its text of 12 units and more can be read on 360 pixels."""
    state = ew.new_game(seed=3, variant=ew.Variant(draft="chief")) if part == "setup" else BUSY
    root = drawn(svg(state, parts=[part], size=360))
    assert root.get("width") == "360"
    assert root.get("viewBox", "").split()[2] == "368"
    assert min(float(each.get("font-size", "")) for each in root.iter("text")) >= 12
    two = drawn(svg(state, parts=["map", part]))
    assert two.get("viewBox", "").split()[2] == "368"
    assert drawn(svg(state)).get("viewBox", "").split()[2] == "720"
    assert svg(BUSY, parts=["setup", "map"]) == svg(BUSY, parts=["map"])


@pytest.mark.parametrize(("size", "wide"), [(249, "720"), (250, "368"), (699, "368"), (700, "720")])
def test_small_pictures_have_one_column(size, wide):
    """Except for thumbnails, whose text nobody could read anyway; the smallest have none."""
    root = drawn(svg(BUSY, size=size))
    assert root.get("viewBox", "").split()[2] == wide
    assert "winter-below-180" not in root.get("class", "")
    assert "winter-below-180" in drawn(svg(BUSY, size=179)).get("class", "")


@pytest.mark.parametrize(
    ("state", "action", "marked"),
    [
        (BUSY, ew.TakeCulture("C103"), {"x": 1}),
        (BUSY, ew.TakeTribe("elder"), {"x": 1}),
        (BUSY, ew.Bury("supply", "elder"), {"x": 1}),
        (BUSY, ew.PlayTribe("hunter"), {"x": 1}),
        (BUSY, ew.Discard("hunter"), {"x": 1}),
        (BUSY, ew.Bury("discard", "tribesman"), {"x": 1}),
        (BUSY, ew.PlaceCamp(), {"data-tile": "0,0"}),
        (BUSY, ew.TakeTile(LAND["tundra"]), {"data-tile": "1,-1"}),
        (BUSY, ew.BuildVillage(JUNCTURES[1]), {"data-juncture": " ".join(map(str, JUNCTURES[1]))}),
        (BUSY, ew.RevealAnimals(), {"x": 1}),
        (BUSY, ew.TakeAnimal("glyptodon"), {"x": 1}),
        (BUSY, ew.Tip("woolly_rhino"), {"x": 1}),
        (BUSY, ew.TakeStone("SS02"), {"x": 1}),
        (BUSY, ew.MoveIdol("honor"), {"data-track": "honor"}),
        (BUSY, ew.PlaceMegalith(Spot(0, 1, 2)), {"data-spot": "0,1,2"}),
        (BUSY, ew.Gain("food"), {"x": 1}),
        (BUSY, ew.Gain("tool"), {"x": 1}),
        (BUSY, ew.Gain("draw"), {"x": 1}),
        (BUSY, ew.SpendFood(), {"x": 1}),
        (BUSY, ew.Boost(), {"x": 1}),
        (position("tool(1)+idol(1)"), ew.TakePart(1), {"x": 1}),
        (position("tool(2)|food(2)"), ew.Choose(0), {"x": 1}),
        (position("pay food(2) -> tool(1)", food=2), ew.Pay(), {"x": 1}),
        (position(PickSide(0), state={"phase": "setup"}), ew.ChooseSide("B"), {"x": 1}),
        (BUSY, "C103", {"x": 1}),
        (BUSY, "0,1", {"data-tile": "0,1"}),
        (BUSY, "rest", {"x": 1}),
        (ew.new_game(seed=3, variant=ew.Variant(draft="chief")), ew.TakeSetup("SU1"), None),
    ],
)
def test_highlights(state, action, marked):
    """What an action points at is marked once; the picture is otherwise the same."""
    root = drawn(svg(state, viewer=0, highlight=action))
    targets = of_class(root, "winter-target")
    if marked is None:
        assert len(targets) == ("SU1" in state.table.setups)
        return
    (target,) = targets
    for name, value in marked.items():
        assert target.get(name, 1 if name == "x" else None) == value or name == "x"
    assert of_class(drawn(svg(state, viewer=0)), "winter-target") == []


def test_what_the_player_who_decides_chooses_among_is_drawn() -> None:
    """In the area of that player only; a long effect is cut, and whole in its tooltip."""
    state = position("tool(1)+camp(1)|move(1)|idol(1)|bury(1)|culture(1)")
    for viewer, offers in ((0, ["boost", "0", "1"]), (None, ["boost", "0", "1"]), (1, ["boost"])):
        root = drawn(svg(state, viewer=viewer, parts=["area"]))
        assert [each.get("data-offer") for each in root.iter() if each.get("data-offer")] == offers
    long = next(each for each in drawn(svg(state, viewer=0)).iter() if each.get("data-offer") == "1")
    assert "".join(next(long.iter("text")).itertext()).endswith("…")
    assert "Culture" in str(next(long.iter("title")).text)


def test_a_figure_is_marked_with_its_column() -> None:
    root = drawn(svg(BUSY, viewer=0, highlight=ew.PlaceFigure("chief", "hunt")))
    marked = [each for each in root.iter() if each.get("data-column") or each.get("data-figure")]
    found = [(each.get("data-column"), each.get("data-figure")) for each in marked if of_class(each, "winter-target")]
    assert found == [("hunt", None), (None, "chief")]


def test_a_resolved_card_is_marked():
    """In the Ritual pile, which is open in the Eclipse."""
    state = position("idol(1)", ritual=("crafter",), state={"phase": "eclipse"})
    assert len(of_class(drawn(svg(state, highlight=ew.ResolveTribe("crafter"))), "winter-target")) == 1


def test_a_movement_is_an_arrow():
    """One is; several are marks only."""
    one = drawn(svg(BUSY, highlight=ew.MoveCamp(Hex(0, 0), Hex(1, 0))))
    (arrow,) = of_class(one, "winter-arrow")
    assert (arrow.get("data-from"), arrow.get("data-to")) == ("0,0", "1,0")
    moves = [ew.MoveCamp(Hex(0, 0), Hex(1, 0)), ew.MoveCamp(Hex(0, 0), Hex(0, 1))]
    several = drawn(svg(BUSY, highlight=moves))
    assert of_class(several, "winter-arrow") == []
    assert [each.get("data-tile") for each in of_class(several, "winter-target")] == ["1,0", "0,1"]


def test_actions_without_a_place_are_not_marked():
    """Such as the end of a step, or a choice that is not asked for."""
    for action in (ew.End(), ew.Decline(), ew.Pay(), ew.TakePart(0), ew.Choose(0), ew.ChooseSide("A")):
        assert svg(BUSY, highlight=action) == svg(BUSY)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"state": "x"}, "'x' is not a state of this game"),
        ({"viewer": 2}, "2 is not a player (0 to 1, or None for a spectator)"),
        ({"viewer": True}, "True is not a player (0 to 1, or None for a spectator)"),
        ({"parts": ["mpa"]}, "'mpa' is not a part of the drawing"),
        ({"highlight": 5}, "highlight should be an action, the id of a card, tile, column, Animal or stone"),
        ({"highlight": [5]}, "or several of them, not 5"),
        ({"highlight": "x"}, "highlight: 'x' is not the id of a card"),
        ({"highlight": ew.MoveCamp(Hex(0, 0), Hex(7, 0))}, "is not a tile of the map"),
        ({"highlight": ew.TakeTile(Hex(7, 0))}, "is not a tile of the map"),
        ({"size": 0}, "size should be None or a whole number of pixels from 1 up, not 0"),
        ({"colours": "blue"}, "colours should be Colours, 'auto', 'light' or 'dark', not 'blue'"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], message: str):
    """Errors quote them and say what would be right."""
    with pytest.raises(DefinitionError) as error:
        svg(**{"state": BUSY} | arguments)
    assert message in str(error.value)


def test_far_places_of_megaliths():
    """A place that no board has is marked outside the picture, or inside, but does no harm."""
    assert len(of_class(drawn(svg(BUSY, highlight=ew.PlaceMegalith(Spot(0, 0, 9)))), "winter-target")) == 1


# Colours


def test_contrast_of_both_schemes():
    """At least 4.5 to 1 for text on everything that it is written on, and 3 to 1 for outlines."""
    for scheme in (LIGHT, DARK):
        grounds = [getattr(scheme, name) for name in ("background", "panel", "base", "glacier", *LANDS)]
        assert all(contrast(scheme.text, each) >= 4.5 for each in grounds)
        assert all(contrast(scheme.muted, each) >= 4.5 for each in grounds[:4])
        pieces = [getattr(scheme, name) for name in (*SEAT_NAMES, "neutral", "gold")]
        assert all(contrast(scheme.ink, each) >= 4.5 for each in (*pieces, *SETS.values()))
        assert all(contrast(scheme.line, each) >= 3 for each in grounds[:2])
        assert all(contrast(scheme.highlight, each) >= 3 for each in grounds[:2])


def test_colours():
    """Schemes, own colours, and the reader's preference as custom properties."""
    light, _, dark = drawn(svg(BUSY)).findtext("style", "").partition("@media(prefers-color-scheme:dark)")
    names = {f"--winter-{each.name.replace('_', '-')}" for each in attrs.fields(Colours)}
    assert set(re.findall(r"var\((--winter-[a-z-]+)\)", dark)) == names
    assert f"--winter-glacier:{LIGHT.glacier};" in light
    assert f"--winter-glacier:{DARK.glacier};" in dark
    assert 'fill="navy"' in svg(BUSY, colours=Colours(glacier="navy"))
    assert "prefers-color-scheme" not in svg(BUSY, colours="dark")
    with pytest.raises(DefinitionError, match="Colours: glacier should be a CSS colour such as"):
        Colours(glacier="url(x)")


# Everything


def test_observations():
    """Are drawn as their seat sees them."""
    for viewer in (None, 0, 1):
        assert svg(observe(BUSY, viewer)) == svg(BUSY, viewer=viewer)


@pytest.mark.untraced
@pytest.mark.slow
def test_every_decision_is_drawn():
    """Well-formed, for all seats, with all legal actions marked, inside the picture, and without secrets."""
    rng = Random(3)
    for state in SAMPLES.states():
        for viewer in (None, *range(state.seats)):
            picture = svg(state, viewer=viewer)
            assert svg(sample_hidden(observe(state, viewer), rng), viewer=viewer) == picture
        root = drawn(svg(state, viewer=state.active if state.agenda else None, highlight=ew.legal_actions(state)))
        _, _, width, height = map(float, root.get("viewBox", "").split())
        for each in root:
            if each.tag == "g":
                x, y = map(float, re.findall(r"-?[0-9.]+", each.get("transform", "")))
                assert 0 <= x < width
                assert 0 <= y < height
        heights = Counter(each.tag for each in root.iter())
        assert heights["text"] > 50


@pytest.mark.untraced
@pytest.mark.slow
def test_every_pack_is_drawn():
    """Also boards, tracks and rows of other sizes, and names with signs of XML."""
    for seed in range(4):
        pack = random_pack(Random(seed))
        for layout in pack.layouts:
            for number, state in enumerate(games(1, content=pack, layout=layout, players=1 + seed)):
                if number % 20 == 0:
                    root = drawn(svg(state, viewer=0, highlight=ew.legal_actions(state)))
                    cards = [each.get("data-card") for each in of_class(root, "winter-culture")]
                    assert cards == [card for card in state.table.row if card]
                    assert len(of_class(root, "winter-seat")) == state.seats + (state.rival is not None)


def test_middles_of_columns_have_no_marks():
    """A decision in the middle of a column is drawn like any other."""
    state = position(Middle(), animals=("argentavis",), turn={"column": "hunt"})
    targets = of_class(drawn(svg(state, viewer=0, highlight=ew.legal_actions(state))), "winter-target")
    assert len(targets) == 1


def test_a_notebook_shows_a_state_as_a_spectator_sees_it():
    state = ew.new_game(seed=7)
    assert state._repr_svg_() == svg(state)


def test_pieces_differ_by_letters_too() -> None:
    """Whoever does not see the colours reads whose a Camp, a Village, a Megalith and an Idol is."""
    text = re.sub(r"<title>.*?</title>", "", svg(BUSY, parts=["columns", "map", "megaliths", "idols", "players"]))
    owners = {name: name[0].upper() for name in SEAT_NAMES} | {"neutral": "N"}
    pieces = re.findall(
        r'<(?:circle|path|rect) class="winter-piece winter-(\w+)"[^>]*/><text[^>]*>([^<]+)</text>', text
    )
    assert len({sign for _, sign in pieces}) > 4
    assert all(owners[owner] in sign for owner, sign in pieces if owner in owners)
    assert len(re.findall(r"winter-piece winter-(?!gold)", text)) == sum(owner != "gold" for owner, _ in pieces)


def test_arrows_draw_each_action_apart() -> None:
    """The best one is drawn last, so on top, as a single highlight is; the others have a class of their own."""
    best, other = ew.MoveCamp(Hex(0, 0), Hex(1, 0)), ew.MoveCamp(Hex(0, 0), Hex(0, 1))
    root = drawn(svg(BUSY, arrows=[best, other, ew.PlaceFigure("chief", "hunt")]))
    assert [each.get("data-to") for each in of_class(root, "winter-arrow")] == ["0,1", "1,0"]
    fainter = {each for group in of_class(root, "winter-fainter") for each in group.iter()}
    assert [each in fainter for each in of_class(root, "winter-arrow")] == [True, False]
    (column,) = (each for each in root.iter() if each.get("data-column") == "hunt")
    assert fainter.issuperset(of_class(column, "winter-target"))
    assert svg(BUSY, arrows=best) == svg(BUSY, highlight=best)
    both = drawn(svg(BUSY, highlight=[best, other], arrows=[best]))
    assert [each.get("data-tile") for each in of_class(both, "winter-fainter")] == ["0,1"]
    with pytest.raises(DefinitionError, match=r"arrows should be actions, best first, such as .*, not 'C103'"):
        svg(BUSY, arrows=["C103"])
