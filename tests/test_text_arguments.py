"""Texts where people have texts: spaces, tribes, links, tiles and places, and the options of a new game."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from cairn_rules import (
    CairnRulesError,
    DefinitionError,
    Match,
    NotationError,
    SetupError,
    UnknownIdError,
    cairn,
    endless_winter,
    korrigans,
)
from cairn_rules.cairn import Space, Tribe
from cairn_rules.endless_winter import Hex, Spot
from cairn_rules.games import LIBRARY, load
from cairn_rules.korrigans import Link, LinkKind, default_board
from cairn_rules.lazy import resolve
from cairn_rules.manifest import new_game_with, setup_of
from support.subtraction import PAIR


@pytest.mark.parametrize("text", ["c3", "C3", " c3\n"])
def test_a_space_is_read_from_its_name(text: str) -> None:
    assert cairn.parse_space(text) is Space(text) is Space.C3


def test_actions_take_names_of_spaces() -> None:
    assert cairn.Move("a1", "b1") is cairn.Move(Space.A1, Space.B1)
    assert cairn.Relocate("d4", cairn.VILLAGE) is cairn.Relocate(Space.D4, cairn.VILLAGE)


@pytest.mark.parametrize("name", ["sea", "Sea", "SEA"])
def test_a_tribe_is_found_by_its_name(name: str) -> None:
    state = cairn.new_game(seed=7, first=name)
    assert state == cairn.new_game(seed=7, first=Tribe(name)) == cairn.new_game(seed=7, first=0)
    assert cairn.threats(state, by=name) == cairn.threats(state, by=Tribe.SEA)
    assert cairn.svg(state, perspective=name, viewer=name) == cairn.svg(state, perspective=0, viewer=0)


def test_a_field_is_found_by_its_id_or_name() -> None:
    board = default_board()
    assert [board.field(text).id for text in ("k", "K", "barley corner", "Barley Corner")] == ["K", "K", "A", "A"]


@pytest.mark.parametrize("link", default_board().links)
def test_links_are_read_as_they_are_written(link: Link) -> None:
    assert korrigans.parse_link(f" {korrigans.format_action(korrigans.PlaceTroll(link))[-3:].lower()}") == link


def test_a_link_is_the_same_from_either_end() -> None:
    assert korrigans.parse_link("v=o") == Link(LinkKind.BRIDGE, ("O", "V"))


def test_tiles_and_places_are_read_as_they_are_written() -> None:
    assert [endless_winter.parse_hex(str(tile)) for tile in (Hex(0, 0), Hex(-2, 1))] == [Hex(0, 0), Hex(-2, 1)]
    assert endless_winter.parse_spot(" 4,2,1 ") == Spot(4, 2, 1)


@pytest.mark.parametrize(
    ("read", "text", "message"),
    [
        (cairn.parse_space, "c9", "cannot read 'c9': space: 'c9' is not a space; spaces are a1 to e5"),
        (cairn.parse_space, "\u217d3", "is not a space"),
        (cairn.parse_space, 7, "cannot read '7': space: expected text, got int"),
        (Space, "", "'' is not a space; spaces are a1 to e5"),
        (Space, 25, "25 is not a space; spaces are Space.A1 to Space.E5, or 'a1' to 'e5'"),
        (Space, None, "None is not a space"),
        (cairn.Add, "f1", "'f1' is not a space; spaces are a1 to e5"),
        (Tribe, "sky", "'sky' is not a tribe; tribes are 'sea' (0) and 'forest' (1)"),
        (Tribe, 2, "2 is not a tribe"),
        (korrigans.parse_link, "AB", "cannot read 'AB': link: 'AB' is not a link; one is written like A-B, A|B or A=B"),
        (korrigans.parse_link, "A-BC", "'A-BC' is not a link"),
        (endless_winter.parse_hex, "1;2", "cannot read '1;2': tile: '1;2' is not a tile; one is written like 1,-2"),
        (endless_winter.parse_hex, "2,2", "'2,2' is not a tile of the map: q, r and q + r are from -2 to 2"),
        (endless_winter.parse_spot, "1,2", "cannot read '1,2': place: '1,2' is not a place; one is written like 4,2,1"),
        (endless_winter.parse_spot, None, "cannot read 'None': place: expected text, got NoneType"),
    ],
)
def test_a_wrong_text_is_quoted(read: Callable[[Any], object], text: object, message: str) -> None:
    with pytest.raises((NotationError, DefinitionError)) as caught:
        read(text)
    assert message in str(caught.value)


def test_a_field_that_the_board_lacks_is_named() -> None:
    with pytest.raises(UnknownIdError, match="unknown id 'Moor'"):
        default_board().field("Moor")


@pytest.mark.parametrize(
    ("game", "chosen", "arguments"),
    [
        (korrigans, {"players": 3}, {"players": 3}),
        (korrigans, {"players": "3"}, {"players": 3}),
        (cairn, {"light": False, "first": "sea"}, {"first": "sea"}),
        (cairn, {"light": "false", "first": 1}, {"first": 1}),
        (endless_winter, {"players": 1}, {"players": 1}),
    ],
)
def test_options_are_taken_from_json(game: Any, chosen: dict[str, Any], arguments: dict[str, Any]) -> None:
    setup: Any = resolve(game.MANIFEST.setup)
    assert setup.arguments(setup.checked(chosen)) == arguments


def opened_files(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "open":
        OPENED.append(arguments[0])


OPENED: list[object] = []
sys.addaudithook(opened_files)


@pytest.mark.parametrize("name", LIBRARY)
def test_every_option_that_reads_a_file_is_unsafe(name: str, tmp_path: Path) -> None:
    setup = setup_of(load(name))
    for option in setup.options:
        read = False
        for file in (tmp_path / "party.json", tmp_path / "party.toml"):
            file.write_text("{}")
            for text in (str(file), f"foes of {file}"):
                chosen = {option.name: [text] if option.several else text}
                for reads in (setup.arguments, setup.position, setup.registry):
                    OPENED.clear()
                    with suppress(CairnRulesError, ValueError):
                        reads(chosen)
                    read |= str(file) in map(str, OPENED)
        assert option.unsafe == (read or option.name in {"plugins", "position"}), option.name


def test_a_game_begins_with_options_from_json() -> None:
    state = new_game_with(cairn, {"light": "true", "first": 1}, seed=7)
    assert state == cairn.new_game(seed=7, megaliths=cairn.LIGHT_SET, circles=("chaos", "dawn"), first="forest")
    text = cairn.format_position(state)
    assert new_game_with(cairn, {"position": text}) == cairn.parse_position(text)
    assert new_game_with(PAIR, {}, seed=7) == PAIR.new_game(seed=7)
    with pytest.raises(SetupError, match="'players' is not an option"):
        new_game_with(PAIR, {"players": 3})


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"faces": 1.5}, "the option 'faces' should be a text or a whole number, not 1.5"),
        ({"faces": True}, "the option 'faces' should be a text or a whole number, not True"),
        ({"faces": None}, "not None"),
        ({"faces": ["wooe"]}, "not ['wooe']"),
        ({"faces": 10**5000}, "not a number of thousands of digits"),
        ({"light": 1}, "the option 'light' should be True or False, not 1"),
        ({"light": "yes"}, "the option 'light' should be True or False, not 'yes'"),
        ({"light": [True]}, "the option 'light' should be True or False, not [True]"),
    ],
)
def test_options_of_another_kind_are_refused(chosen: dict[str, Any], message: str) -> None:
    setup: Any = resolve(cairn.MANIFEST.setup)
    with pytest.raises(SetupError) as caught:
        setup.checked(chosen)
    assert message in str(caught.value)


def test_a_match_says_who_decides_until_it_is_over() -> None:
    match = Match(cairn, seed=7)
    assert match.decides == match.current_player
    match.resign(0)
    with pytest.raises(DefinitionError, match="the match is over, so that nobody decides: Player 1 wins: resignation"):
        _ = match.decides
