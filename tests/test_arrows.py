"""The colours and forms of arrows in pictures of states."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

import pytest

from cairn_rules import DefinitionError, cairn, endless_winter, korrigans, picture_for
from cairn_rules.cairn.pictures.colours import STYLING
from cairn_rules.cairn.state.tiles import Tile
from cairn_rules.endless_winter.state.hexes import Hex
from cairn_rules.korrigans import Companion
from cairn_rules.pictures.colours import attributes_in
from support.pictures import contrast, drawn, of_class
from support.tables import seat, table


class Case(NamedTuple):
    """A state of a game, three movements and an action without one, and the colours of seats."""

    game: Any
    prefix: str
    state: Any
    moves: tuple[Any, ...]
    other: Any
    seats: tuple[str, ...]


CASES = (
    Case(
        cairn,
        "cairn",
        cairn.parse_position("4f/2s2/1f3/5/s3s s wooe b3=chaos,d3=dawn alley,deer menhir,fairy 0-0"),
        (cairn.Move("c4", "c5"), cairn.Move("a1", "a2"), cairn.Move("e1", "e2")),
        cairn.FlipTile(Tile.ADD),
        ("sea", "forest"),
    ),
    Case(
        korrigans,
        "korrigans",
        table(seat("A K", "hare")),
        tuple(
            korrigans.Move(*each)
            for each in ((0, Companion.HARE, "K"), (1, Companion.HARE, "A"), (0, Companion.HARE, "P"))
        ),
        korrigans.Place("C"),
        ("blue", "green", "violet", "pink", "yellow"),
    ),
    Case(
        endless_winter,
        "winter",
        endless_winter.new_game(seed=7),
        tuple(endless_winter.MoveCamp(Hex(0, 0), to) for to in (Hex(1, 0), Hex(0, 1), Hex(-1, 0))),
        endless_winter.PlaceFigure("chief", "hunt"),
        ("cyan", "red", "orange", "green"),
    ),
)
EACH_GAME = pytest.mark.parametrize("case", CASES, ids=[case.prefix for case in CASES])


def shafts(case: Case, arrows: object, **more: Any) -> list[ET.Element]:
    """The shafts of arrows, the best one first."""
    return of_class(drawn(case.game.svg(case.state, arrows=arrows, **more)), f"{case.prefix}-shaft")[::-1]


@pytest.mark.untraced
@EACH_GAME
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_each_arrow_has_its_colour(case: Case, scheme: str) -> None:
    """The names are those of the scheme, also where a colour of CSS is named alike."""
    colours = getattr(import_module(f"{case.game.__name__}.pictures.colours").STYLING, scheme)
    for names in (("highlight", "muted", "#1d4e79"), ("#abc", *case.seats[:2]), ("muted", *case.seats[-2:])):
        found = shafts(case, dict(zip(case.moves, names, strict=True)), colours=scheme)
        assert [each.get("stroke") for each in found] == [getattr(colours, name, name) for name in names]
        mine = shafts(case, dict(zip(case.moves, names, strict=True)), colours=colours)
        assert [each.get("stroke") for each in mine] == [each.get("stroke") for each in found]


@EACH_GAME
def test_the_reader_prefers_a_scheme(case: Case) -> None:
    """Names follow the scheme by a custom property; another colour is the same in both."""
    picture = case.game.svg(case.state, arrows=dict(zip(case.moves, ("muted", "#1d4e79", "highlight"), strict=True)))
    root, prefix = drawn(picture), case.prefix
    shafts = of_class(root, f"{prefix}-shaft")[::-1]
    assert [each.get("color") for each in shafts] == [None, "#1d4e79", None]
    assert [f"{prefix}-in-muted" in each.get("class", "").split() for each in shafts] == [True, False, False]
    rules = root.findtext("style", "")
    for name in ("muted", *case.seats):
        assert f" .{prefix}-in-{name}{{--{prefix}-highlight:var(--{prefix}-{name})}}" in rules
    assert f" [color]{{--{prefix}-highlight:currentColor}}" in rules


@EACH_GAME
def test_the_marks_of_an_action_have_the_colour_of_its_arrow(case: Case) -> None:
    for action in (case.moves[0], case.other):
        root = drawn(case.game.svg(case.state, arrows={action: "#1d4e79"}, colours="light"))
        marks = [of_class(root, f"{case.prefix}-{kind}") for kind in ("target", "origin", "shaft")]
        assert {each.get("stroke") for kind in marks for each in kind} == {"#1d4e79"}


@EACH_GAME
def test_the_best_arrow_differs_from_the_others_without_colours(case: Case) -> None:
    """It is solid, and its head is filled; the others are dashed, and have hollow heads."""
    root = drawn(case.game.svg(case.state, arrows=case.moves, colours="light"))
    best, *others = of_class(root, f"{case.prefix}-shaft")[::-1]
    assert best.get("stroke-dasharray") is None
    assert all(each.get("stroke-dasharray") for each in others)
    first, *hollow = (each.get("fill", "") for each in of_class(root, f"{case.prefix}-head")[::-1])
    assert all(contrast(first, each) > 3 for each in hollow)


@EACH_GAME
def test_a_wrong_colour_is_named(case: Case) -> None:
    names = ", ".join(map(repr, ("highlight", "muted", *case.seats)))
    for colour in ("turquoise", "#12", "#1234567", "#1d4e79\n", "#12345g", "red;}", "", 3, None, ["muted"]):
        right = f"an arrow's colour should be {names} or like '#1d4e79', not {colour!r}"
        with pytest.raises(DefinitionError, match=re.escape(right)):
            case.game.svg(case.state, arrows={case.moves[0]: colour})
    with pytest.raises(DefinitionError, match=r"arrows should be actions, best first, such as .*, not 3"):
        case.game.svg(case.state, arrows={3: "muted"})


def test_colours_of_users_are_not_kept() -> None:
    """Pictures in millions of colours would fill the memory."""
    known = attributes_in(STYLING, "auto")
    counts: set[int] = set()
    for number in range(3):
        cairn.svg(CASES[0].state, arrows={CASES[0].moves[0]: f"#00000{number}"})
        counts.add(len(known))
    assert len(counts) == 1


def test_any_game_gets_the_colours() -> None:
    case = CASES[0]
    arrows = dict.fromkeys(case.moves, "muted")
    assert picture_for(cairn, case.state, arrows=arrows) == cairn.svg(case.state, arrows=arrows)
