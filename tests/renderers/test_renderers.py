"""Pictures in other programs: CairoSVG, which knows no custom properties, and pygame, which reads no style sheets.

Sheets of characters are pages and PDFs: they have no SVG.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from io import BytesIO
from random import Random
from typing import Any, Final

import cairosvg
import pygame
import pytest
from attrs import evolve

from cairn_rules import Match, Record, animated_svg, chart_svg, games, picture_for
from cairn_rules.cairn import BASE_SET
from cairn_rules.cairn.pictures import glyph_svg, legend_svg
from cairn_rules.cairn_rpg import campaign, combat, dungeon, wilderness
from cairn_rules.cairn_rpg.forecast import forecast
from cairn_rules.cairn_rpg.forecast.page import forecast_chart
from cairn_rules.cairn_rpg.odds import odds
from cairn_rules.cairn_rpg.odds.page import odds_chart

_WIDTH: Final = 400
_MORE_THAN: Final = 20
"""Number of colours that each picture exceeds; a black one has few."""
_CHARTS: Final = {"odds": 4, "forecast": 4}
"""The same for pictures of few colours: pygame draws no text, so that a chart has two kinds of bars on their tracks."""


def played(name: str, decisions: int) -> Match[Any, Any]:
    match, rng = Match(games.load(name), seed=7), Random(7)
    for _ in range(decisions):
        match.do(rng.choice(match.legal_actions))
    return match


def of_game(name: str, *, size: int | None = None, **colours: Any) -> str:
    """Draw a game with marks and arrows."""
    match = played(name, 30)
    last: dict[str, Any] = {"last": match.history[-1]} if name == "cairn" else {}
    actions = match.legal_actions
    arrows = dict(zip(actions, ("highlight", "muted", "#7a1fa2"), strict=False))
    return match.game.svg(match.state, highlight=actions, arrows=arrows, size=size, **last, **colours)


def chart(**colours: Any) -> str:
    values: dict[int, Any] = {0: (0.5, -0.5), 3: (-0.2, 0.2), 5: (-1, 1)}
    return chart_svg(evolve(Record.of(played("cairn", 5)), values=values, marks={3: "?"}), **colours)


def animation(name: str, **_: Any) -> str:
    return animated_svg(Record.of(played(name, 5)))


DRAWN: Final = tuple(
    name for name in games.names() if picture_for(games.load(name), games.load(name).new_game(seed=7)) is not None
)
PICTURES: Final[dict[str, Callable[..., str]]] = {
    **{name: partial(of_game, name) for name in DRAWN},
    **{f"{name}, small": partial(of_game, name, size=160) for name in DRAWN},
    **{f"{name}, animation": partial(animation, name) for name in DRAWN},
    **{f"glyph {stone.id}": partial(glyph_svg, stone) for stone in BASE_SET},
    "legend": legend_svg,
    "dungeon": partial(dungeon.map_svg, dungeon.example(), secrets=True),
    "values": chart,
    "land": partial(campaign.map_svg, campaign.new_game(seed=7)),
    "odds": partial(odds_chart, odds(combat.new_game())),
    "forecast": partial(forecast_chart, forecast(wilderness.new_game(), exact=False, games=20, seed=7)),
}


def by_cairo(picture: str) -> pygame.Surface:
    image = cairosvg.svg2png(bytestring=picture.encode(), output_width=_WIDTH, background_color="white")
    return pygame.image.load(BytesIO(image), "picture.png")


def by_pygame(picture: str) -> pygame.Surface:
    return pygame.image.load_sized_svg(BytesIO(picture.encode()), (_WIDTH, _WIDTH))


@pytest.mark.parametrize("colours", ["auto", "dark"])
@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("drawn", [by_cairo, by_pygame])
def test_pictures_have_their_colours(drawn: Callable[[str], pygame.Surface], name: str, colours: str) -> None:
    image = drawn(PICTURES[name](colours=colours))
    pixels = memoryview(pygame.image.tobytes(image, "RGBA")).cast("I")
    assert len({*pixels}) > (_CHARTS.get(name, _MORE_THAN) if drawn is by_pygame else _MORE_THAN)


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("drawn", [by_cairo, by_pygame])
def test_the_default_colours_are_the_light_ones(drawn: Callable[[str], pygame.Surface], name: str) -> None:
    auto, light = (drawn(PICTURES[name](colours=colours)) for colours in ("auto", "light"))
    assert pygame.image.tobytes(auto, "RGBA") == pygame.image.tobytes(light, "RGBA")
