"""The parts of a picture with places: the map, the Megalith board and the Idol tracks."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import Final

from cairn_rules.endless_winter.content import MegalithSpace, Pack
from cairn_rules.endless_winter.pictures import shapes
from cairn_rules.endless_winter.pictures.colours import LANDS
from cairn_rules.endless_winter.pictures.highlights import Marks
from cairn_rules.endless_winter.state.hexes import HEXES, JUNCTURES, Hex, Juncture
from cairn_rules.endless_winter.state.megaliths import Spot, board_order, spaces_of
from cairn_rules.endless_winter.state.state import SEAT_NAMES
from cairn_rules.endless_winter.texts.possessions import influence_text, shares_of
from cairn_rules.endless_winter.texts.view import View
from cairn_rules.endless_winter.texts.words import effect_sign, effect_text
from cairn_rules.pictures.svg import arrow, escape, fitted, layer, width

_RADIUS: Final = 40
"""Distance from the middle of a tile to its corners."""
_STEP: Final = _RADIUS * sqrt(3)
"""Distance between the middles of tiles next to each other."""
_TOP: Final = 28
_SHARE: Final = 12.5
"""Font size of the Influence below the map."""
_TIP: Final = 14
"""Distance between the tip of an arrow and the middle of its target."""


def _middle(tile: Hex) -> tuple[float, float]:
    return shapes.WIDTH / 2 + _STEP * (tile.q + tile.r / 2), _TOP + _RADIUS * (1 + 1.5 * (tile.r + 2))


def _corners(x: float, y: float, radius: float) -> str:
    half = radius * sqrt(3) / 2
    points = (
        (0, -radius),
        (half, -radius / 2),
        (half, radius / 2),
        (0, radius),
        (-half, radius / 2),
        (-half, -radius / 2),
    )
    return " ".join(f"{x + right:.1f},{y + down:.1f}" for right, down in points)


def _site(juncture: Juncture) -> tuple[float, float]:
    middles = [_middle(tile) for tile in juncture]
    return sum(x for x, _ in middles) / 3, sum(y for _, y in middles) / 3


@lru_cache(maxsize=64)
def _ground(pack: Pack, terrain: tuple[str, ...], influence: tuple[str, ...]) -> str:
    """Return the tiles with their names and benefits, and the Influence on them in tooltips."""
    lands = [each.id for each in pack.terrain if each.id not in {"base", "glacier"}]
    parts: list[str] = []
    for tile, id, share in zip(HEXES, terrain, influence, strict=True):
        kind = pack.tiles[id]
        x, y = _middle(tile)
        fill = id if id in {"base", "glacier", *LANDS} else LANDS[lands.index(id) % len(LANDS)]
        sign = "" if kind.benefit is None else effect_sign(kind.benefit)
        benefit = "no benefit" if kind.benefit is None else effect_text(kind.benefit)
        benefit += f"; Influence {share}" if share else ""
        size, lines = fitted(kind.name, _STEP + 6, ((12, 2), (10, 2)))
        name = "".join(
            shapes.text(line, x, y - 2 - size * 1.15 * above, size, "middle")
            for above, line in enumerate(reversed(lines))
        )
        place = shapes.text(
            f"{tile}{f' · {sign}' if sign else ''}", x, y + 10, 12, "middle muted" if not sign else "middle"
        )
        parts.append(
            f'<g class="winter-terrain" data-tile="{tile}"><title>{escape(f"{kind.name} ({tile}): {benefit}")}</title>'
            f'<polygon class="winter-tile winter-{fill}" points="{_corners(x, y, _RADIUS)}"/>{name}{place}</g>'
        )
    return "".join(parts)


def world(view: View, marks: Marks) -> tuple[str, float]:
    """Return the map with Camps and Villages."""
    influence = tuple(influence_text(view, tile) for tile in HEXES)
    parts = [shapes.heading("Map", "tile · benefit in the Eclipse"), _ground(view.pack, view.table.terrain, influence)]
    for tile in HEXES:
        x, y = _middle(tile)
        here = [(seat, player.camps.count(tile)) for seat, player in enumerate(view.players) if tile in player.camps]
        for place, (seat, count) in enumerate(here):
            tooltip = f"<title>{view.name(seat)}: {count} Camp{'s' * (count > 1)} on {tile}</title>"
            data = f'class="winter-camp" data-seat="{seat}" data-tile="{tile}" data-count="{count}"'
            shift = (place - (len(here) - 1) / 2) * min(27, 62 / len(here))
            scale = 1 if len(here) < 4 else 0.8
            parts.append(
                f'<g {data} transform="translate({x + shift:.1f} {y + 24:.1f}) scale({scale:g})">'
                f"{tooltip}{shapes.camps(seat, count)}</g>"
            )
        if target := marks.on("tile", str(tile)):
            data = f'data-tile="{tile}" points="{_corners(x, y, _RADIUS - 3)}"'
            parts.append(f'<polygon class="winter-{target}" {data}/>')
    for seat, player in enumerate(view.players):
        for juncture in player.villages:
            x, y = _site(juncture)
            sites = " ".join(map(str, juncture))
            tooltip = f"<title>Village of {view.name(seat)} at {sites}</title>"
            shape = f"{tooltip}{shapes.village(seat)}"
            parts.append(
                f'<g class="winter-village" data-seat="{seat}" data-juncture="{sites}"'
                f' transform="translate({x:.1f} {y:.1f})">{shape}</g>'
            )
    for juncture in JUNCTURES:
        sites = " ".join(map(str, juncture))
        if target := marks.on("juncture", sites):
            x, y = _site(juncture)
            data = f'data-juncture="{sites}"'
            parts.append(f'<circle class="winter-{target}" {data} cx="{x:.1f}" cy="{y:.1f}" r="15"/>')
    for kind, start, end in marks.ways:
        data = f' data-from="{start}" data-to="{end}"'
        parts.append(layer(kind, arrow(_middle(start), _middle(end), 0.12, _TIP, data, prefix="winter")))
    shares, bottom = _influence(view, _TOP + 8 * _RADIUS + 6)
    return "".join((*parts, shares)), bottom


def _influence(view: View, y: float) -> tuple[str, float]:
    """Return the Influence on tiles with benefits below the map, and the bottom of the last line."""
    shares = [(tile, shares_of(view, tile)) for tile in HEXES]
    labels = [
        f"{tile} {' '.join(f'{shapes.letter(seat)}{share}' for seat, share in here)}" for tile, here in shares if here
    ]
    parts: list[str] = []
    x: float = shapes.WIDTH  # the first label begins a line
    for label in ("Influence:", *labels) if labels else ():
        across = width(label) * _SHARE
        if x + across > shapes.WIDTH:
            x, y = 0, y + _SHARE * 1.3
        parts.append(shapes.text(label, x, y, _SHARE, "" if parts else "muted"))
        x += across + _SHARE / 2
    return "".join(parts), y + _SHARE / 2 * bool(labels)


# The Megalith board

_ARROWS: Final = {(-1, 0): "←", (1, 0): "→", (0, -1): "↑", (0, 1): "↓"}


_LEGEND: Final = "F Food, T Tools, D cards, I Idols, M Megaliths, P points"
"""The meaning of the signs on the board."""


def megaliths(view: View, marks: Marks) -> tuple[str, float]:
    """Return the Megalith board with its levels."""
    table = view.table
    spaces = spaces_of(view.pack, table.layout, table.megalith_tiles)
    across, down = max(x for x, _ in spaces) + 1, max(y for _, y in spaces) + 1
    cell = min(62.0, shapes.WIDTH / across)
    left = (shapes.WIDTH - cell * across) / 2
    parts = [shapes.heading("Megaliths", "◎ starting space")]
    legend, lines = shapes.lines_in(
        _LEGEND, shapes.WIDTH, _TOP + down * cell + 16, shapes.WIDTH, ((13, 1), (12, 2)), "muted end"
    )
    parts.append(legend)
    parts += [_space(space, left + x * cell, _TOP + y * cell, cell) for (x, y), space in spaces.items()]
    for spot, owner in sorted(table.megaliths, key=lambda each: board_order(each.spot)):
        parts.append(_stone(view, spot, owner, left, cell))
    for spot in sorted({*_marked(marks)}, key=board_order):
        x, y, size = _rect(spot, left, cell)
        parts.append(shapes.target_box(marks, "spot", str(spot), x, y, size, size, f' data-spot="{spot}"'))
    return "".join(parts), _TOP + down * cell + 8 + 14.0 * lines


def _marked(marks: Marks) -> list[Spot]:
    spots = [id.split(",") for kind, id in marks.things if kind == "spot"]
    return [Spot(int(x), int(y), int(level)) for x, y, level in spots]


def _rect(spot: Spot, left: float, cell: float) -> tuple[float, float, float]:
    """Return the left, the top and the size of a Megalith; higher ones are drawn smaller."""
    size = cell * max(0.45, 0.92 - 0.12 * (spot.level - 1))
    middle = left + cell * (spot.x / 2 + 0.5), _TOP + cell * (spot.y / 2 + 0.5)
    return middle[0] - size / 2, middle[1] - size / 2, size


def _space(space: MegalithSpace, x: float, y: float, cell: float) -> str:
    if space.benefit is None:
        sign, words = "".join(_ARROWS.get(each, "+") for each in space.arrows), "an extra Megalith"
    else:
        sign, words = effect_sign(space.benefit), effect_text(space.benefit)
    tooltip = f"{words}{', starting space' if space.start else ''}"
    middle = x + cell / 2
    ring = f'<circle class="winter-start" cx="{middle:g}" cy="{y + cell / 2:g}" r="{cell * 0.38:g}"/>' * space.start
    size = min(16.0, cell * 0.42)
    sizes = ((size, 1), (size * 0.75, 2), (size * 0.55, 2))
    name = shapes.lines_in(sign, middle, y + cell / 2 + size * 0.36, cell - 4, sizes, "middle")[0]
    return (
        f'<g class="winter-space"><title>{escape(tooltip)}</title>'
        f"{shapes.box('panel', x + 1, y + 1, cell - 2, cell - 2, radius=3)}{ring}{name}</g>"
    )


def _stone(view: View, spot: Spot, owner: int | None, left: float, cell: float) -> str:
    x, y, size = _rect(spot, left, cell)
    colour = "neutral" if owner is None else SEAT_NAMES[owner]
    whose = "Neutral" if owner is None else view.name(owner)
    sign = f"{'N' if owner is None else shapes.letter(owner)}{spot.level}"
    label = shapes.text(sign, x + size / 2, y + size / 2 + 5, max(12.0, min(13.0, size * 0.45)), "ink strong middle")
    tooltip = f"{whose} Megalith at {spot.x},{spot.y}, level {spot.level}"
    data = f'data-spot="{spot}" data-owner="{"" if owner is None else owner}"'
    return (
        f'<g class="winter-megalith" {data}><title>{tooltip}</title>'
        f"{shapes.box(f'piece winter-{colour}', x, y, size, size, radius=5)}{label}</g>"
    )


# The Idol tracks


def idols(view: View, marks: Marks) -> tuple[str, float]:
    """Return the Honor and Offering tracks with the markers."""
    top = view.pack.limits.idol_levels
    across = shapes.WIDTH / (top + 1)
    parts: list[str] = []
    offering: list[list[int]] = [[] for _ in range(top + 1)]
    for seat, player in enumerate(view.players):
        offering[player.offering].append(seat)
    tracks = (
        ("honor", "Honor", "points; the upper marker is ahead", view.table.honor),
        ("offering", "Offering", "goods for a point at the end", offering),
    )
    y = 0.0
    for id, name, note, levels in tracks:
        parts.append(shapes.at(0, y, shapes.heading(name, note)))
        for level, seats in enumerate(levels):
            x = level * across
            below = view.pack.honor_points.get(level) if id == "honor" else view.pack.offering[level]
            parts.append(shapes.box("panel", x + 1, y + 24, across - 2, 66, radius=3))
            parts.append(shapes.text(str(level), x + across / 2, y + 104, 12, "muted middle"))
            if below:
                sign = f"+{below}" if id == "honor" else f":{below}"
                parts.append(shapes.text(sign, x + across - 4, y + 86, 12, "strong end"))
            for place, seat in enumerate(seats):
                marker = f"<title>{view.name(seat)} on level {level} of {name}</title>{shapes.disc(seat, 7.5)}"
                data = f'class="winter-idol" data-track="{id}" data-seat="{seat}" data-level="{level}"'
                parts.append(f'<g {data} transform="translate({x + 13:.1f} {y + 33 + 16 * place:.1f})">{marker}</g>')
        parts.append(shapes.target_box(marks, "track", id, 0, y + 22, shapes.WIDTH, 70, f' data-track="{id}"'))
        y += 120
    return "".join(parts), y - 8
