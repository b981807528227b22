"""Pictures have presentation attributes, for renderers that read neither style sheets nor custom properties."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import Any

import pytest
from attrs import evolve

from cairn_rules import Match, Record, cairn, chart_svg, endless_winter, korrigans, to_png
from cairn_rules.cairn.pictures import glyph_svg, legend_svg
from cairn_rules.cairn_rpg import campaign, combat, dungeon
from cairn_rules.cairn_rpg.odds import odds
from cairn_rules.cairn_rpg.odds.page import odds_chart
from cairn_rules.pictures.colours import Attributes, Styling
from support.random_play import random_match

pytestmark = pytest.mark.untraced

NAMES = ("cairn", "korrigans", "winter", "glyph", "legend", "dungeon", "campaign", "odds", "chart")
SUPPORTED = "@supports(color:var(--c)){"


@cache
def state_of(game: Any) -> Any:
    """Return a state after some decisions."""
    match, rng = Match(game, seed=7), Random(7)
    for _ in range(20):
        match.do(rng.choice(match.legal_actions))
    return match.state


@cache
def picture(name: str, colours: Any) -> str:
    """Return a picture with marks and arrows, those of different ranks among them, where it can have some."""
    games: dict[str, Any] = {"cairn": cairn, "korrigans": korrigans, "winter": endless_winter}
    if name in games:
        game, state = games[name], state_of(games[name])
        actions = game.legal_actions(state)
        marked: dict[str, Any] = {"highlight": actions, "arrows": actions[:2]}
        return str(game.svg(state, colours=colours, **marked, **({"last": actions[2]} if name == "cairn" else {})))
    match name:
        case "glyph":
            return glyph_svg(cairn.BASE_SET["deer"], colours=colours)
        case "legend":
            return legend_svg(colours=colours)
        case "dungeon":
            return dungeon.map_svg(dungeon.new_game(seed=7), colours=colours)
        case "campaign":
            return campaign.map_svg(campaign.new_game(seed=7), colours=colours)
        case "chart":
            values: dict[int, Any] = {0: (0.5, -0.5), 1: (-1, 1)}
            return chart_svg(evolve(Record.of(random_match(cairn, 1)), values=values, marks={1: "?"}), colours=colours)
        case _:
            return odds_chart(odds(combat.new_game()), colours=colours)


def sheet_of(text: str) -> str:
    return "".join(re.findall("<style>(.*?)</style>", text))


def supported(sheet: str) -> tuple[str, str]:
    """Return the rules for renderers with custom properties, and the other ones."""
    assert sheet.startswith(SUPPORTED)
    depth, place = 1, len(SUPPORTED)
    while depth:
        depth += {"{": 1, "}": -1}.get(sheet[place], 0)
        place += 1
    return sheet[len(SUPPORTED) : place - 1], sheet[place:]


@pytest.mark.parametrize("name", NAMES)
def test_without_its_style_sheet_a_picture_with_custom_properties_is_the_light_one(name: str) -> None:
    auto, light = picture(name, "auto"), picture(name, "light")
    assert "var(" not in light
    assert to_png(auto, width=300) == to_png(light, width=300)
    bare = auto.replace(f"<style>{sheet_of(auto)}</style>", "")
    plain = re.compile("none|#[0-9a-f]{6}")
    paints = re.findall(' (?:fill|stroke)="([^"]*)"', bare)
    assert len({*paints}) > 2
    assert all(map(plain.fullmatch, paints))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", NAMES)
def test_in_a_browser_the_picture_is_that_of_the_scheme(name: str, scheme: str) -> None:
    """The rules inside `@supports`, with the colours of the scheme, lead to the same image as its attributes."""
    auto = picture(name, "auto")
    rules, small = supported(sheet_of(auto))
    assert "var(" not in small
    light, dark, painted = re.fullmatch(r"(.*?)@media\(prefers-color-scheme:dark\)\{(.*?)\}\}(.*)", rules).groups()  # type: ignore[union-attr]
    colours = dict(re.findall(r"(--[\w-]+):([^;}]+)", dark if scheme == "dark" else light))
    # the notation with commas, which resvg draws
    older = {
        each: re.sub(r"rgb\((\d+) (\d+) (\d+) / (\d+)%\)", r"rgba(\1,\2,\3,.\4)", each) for each in colours.values()
    }
    resolved = re.sub(r"var\((--[\w-]+)\)", lambda found: older[colours[found[1]]], painted)
    seen = auto.replace(sheet_of(auto), resolved + small)
    assert to_png(seen, width=300) == to_png(picture(name, scheme), width=300)


def test_an_opacity_of_a_colour_is_an_attribute_of_its_own() -> None:
    """The style sheet undoes it, where the custom property has it."""
    text = cairn.svg(cairn.new_game(seed=7))
    assert 'class="cairn-ledge" fill="#46371e" fill-opacity=".24"' in text
    assert 'class="cairn-facet-shade" fill="#46371e" fill-opacity=".132"' in text
    assert ".cairn-ledge{fill:var(--cairn-shade);fill-opacity:1}" in text
    assert ".cairn-facet-shade{fill:var(--cairn-shade);stroke:none;fill-opacity:.55}" in text


def test_rules_become_attributes_of_the_elements_with_their_classes() -> None:
    """Rules of several classes win over those of one; a class without a paint is left out."""
    rules = {
        "": "fill:@text",
        ".x-a.x-b": "stroke-width:5",
        ".x-a": "fill:@sea;stroke-width:1",
        ".x-b": "font-weight:600",
    }
    styling = Styling(
        prefix="x", rules=rules, light=cairn.Colours(sea="navy"), dark=cairn.Colours(sea="rgb(0 0 0 / 0)")
    )
    attributes = Attributes(styling, "light")
    assert attributes["x-a"] == ' class="x-a" fill="navy" stroke-width="1"'
    assert attributes["x-b"] == ' font-weight="600"'
    assert attributes["x-a x-b x-c"] == ' class="x-a x-c" fill="navy" stroke-width="5" font-weight="600"'
    assert attributes[""] == f' fill="{cairn.Colours().text}"'
    assert attributes.sheet == ""
    assert Attributes(styling, "dark")["x-a"] == ' class="x-a" fill="#000000" stroke-width="1" fill-opacity="0"'
