"""The parts of a picture about players: the goods of all of them, and the area of one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from cairn_rules.endless_winter.pictures.board import animal_chip
from cairn_rules.endless_winter.pictures.highlights import Marks
from cairn_rules.endless_winter.pictures.shapes import WIDTH, at, box, chips, disc, heading, lines_in, text, times
from cairn_rules.endless_winter.state import SEAT_NAMES
from cairn_rules.endless_winter.view import View
from cairn_rules.endless_winter.words import (
    card_name,
    card_text,
    chief_text,
    effect_text,
    price_text,
    score_text,
    stone_text,
)
from cairn_rules.pictures.svg import escape

_CARD: Final = 76
"""Height of the card of a player."""


def players(view: View, marks: Marks) -> tuple[str, float]:
    """Return a card with the goods and pieces of each player."""
    del marks
    parts, y = [heading("Players")], 26.0
    for seat in range(len(view.players)):
        parts.append(_card(view, seat, y))
        y += _CARD + 6
    return "".join(parts), y


def _card(view: View, seat: int, y: float) -> str:
    player, counts = view.players[seat], view.counts[seat]
    if view.outcome is None:
        kind = "decides" if seat == view.active else "panel"
    else:
        kind = "wins" if seat in view.outcome.winners else "panel"
    points = f"{player.points} point{'s' * (player.points != 1)}"
    if view.scores is not None:
        points = f"{view.scores[seat].total} points in all"
    figures = (["Chief"] if player.chief_ready else []) + ([f"{player.figures} Tribe"] if player.figures else [])
    left = f"figures left: {' + '.join(figures) or 'none'}{f', {player.resting} resting' if player.resting else ''}"
    supply = (
        f"Camps {player.camps_left}, Villages {player.villages_left}, Megaliths {player.neutrals}+{player.megaliths}"
    )
    lines = [left, supply]
    if seat < view.seats:
        buried = counts.buried + len(player.buried_openly)
        lines[0] = f"Food {player.food} of {view.capacity(seat)}, Tools {player.tools} · {left}"
        lines[1] = f"{supply} · hand {counts.hand}, deck {counts.deck}, buried {buried}"
    drawn = "".join(
        lines_in(line, 12, y + 43 + 20 * number, WIDTH - 24, ((14, 1), (12.5, 1), (11.5, 1)))[0]
        for number, line in enumerate(lines)
    )
    tooltip = points if view.scores is None else score_text(view.scores[seat])
    return (
        f'<g class="winter-seat" data-seat="{seat}"><title>{escape(f"{view.name(seat)}: {tooltip}")}</title>'
        f"{box(kind, 0, y, WIDTH, _CARD, radius=9)}{at(20, y + 17, disc(seat, 9))}"
        f"{text(view.name(seat), 36, y + 23, 17, 'strong')}{text(points, WIDTH - 12, y + 23, 15, 'end strong')}"
        f"{drawn}</g>"
    )


def area(view: View, marks: Marks) -> tuple[str, float]:
    """Return the area of the viewer; for a spectator, of the player who decides."""
    seat = min(view.active, view.seats - 1) if view.viewer is None else view.viewer
    player, counts, pack = view.players[seat], view.counts[seat], view.pack
    chief = "" if player.chief is None else chief_text(pack, player.chief, player.side)
    parts, y = [heading(f"Area of {view.name(seat)}")], 26.0
    if chief:
        drawn, count = lines_in(f"Chief {chief}", 0, y + 14, WIDTH, ((14, 1), (13, 2)), "muted")
        parts.append(drawn)
        y += 6 + 17 * count
    tracks = (
        ("Food", player.food, view.capacity(seat), pack.food_max, pack.labor_steps),
        ("Tools", player.tools, pack.tool_max, pack.tool_max, frozenset[int]()),
    )
    for name, value, capacity, most, steps in tracks:
        parts.append(_track(name, value, capacity, most, steps, SEAT_NAMES[seat], y))
        y += 40
    rows: list[tuple[str, str, int, Iterable[tuple[str, str, str, str]]]] = [
        ("Hand", "hand", counts.hand, _cards(view, player.hand)),
        ("Played", "played", 0, _cards(view, player.played)),
        ("Ritual", "ritual", counts.ritual, _cards(view, player.ritual)),
        ("Discard", "discard", 0, _cards(view, player.discard)),
        ("Buried", "buried", counts.buried, _cards(view, (*player.buried, *player.buried_openly))),
        ("Animals", "own", 0, [animal_chip(view, id, n) for id, n in Counter(player.animals).items()]),
        ("Tipped", "tipped", 0, [animal_chip(view, id, n) for id, n in Counter(player.tipped).items()]),
        ("Stones", "taken", 0, _stones(view, seat)),
    ]
    for name, kind, hidden, items in rows:
        shown = list(items)
        count = hidden if not shown else 0
        if shown or count or kind == "hand":
            parts.append(text(name, 0, y + 18, 14, "muted"))
            if not shown:
                parts.append(text(f"{count} face down" if count else "nothing", 74, y + 18, 14))
            drawn, high = chips(shown, marks, kind, y, 74) if shown else ("", 26)
            parts.append(drawn)
            y += high + 8
    return "".join(parts), y


def _cards(view: View, ids: Iterable[str]) -> list[tuple[str, str, str, str]]:
    pack = view.pack
    return [(id, f"{card_name(pack, id)}{times(count)}", card_text(pack, id), "") for id, count in Counter(ids).items()]


def _stones(view: View, seat: int) -> list[tuple[str, str, str, str]]:
    taken = view.players[seat].stones
    chips = [(id, id, f"Sacred Stone {id}: {stone_text(view.pack, id)}", "") for id in taken]
    for space in view.pack.stone_spaces[len(taken) :][:1]:
        price = price_text(space.food, space.tools)
        chips.append(("next", f"next: {price}", f"Pay {price} for: {effect_text(space.gain)}", ""))
    return chips


def _track(name: str, value: int, capacity: int, most: int, steps: frozenset[int], colour: str, y: float) -> str:
    """Return a track of goods with its marker; spaces under Camps are dashed, and dots give Labor."""
    across = (WIDTH - 74) / (most + 1)
    parts = [text(name, 0, y + 21, 14, "muted")]
    for space in range(most + 1):
        x = 74 + space * across
        parts.append(box("panel" if space <= capacity else "closed", x + 1, y, across - 2, 32, radius=3))
        if space == value:
            parts.append(
                f'<circle class="winter-piece winter-{colour}" cx="{x + across / 2:g}" cy="{y + 16:g}" r="12"/>'
            )
        kinds = "middle strong ink" if space == value else "middle"
        parts.append(text(str(space), x + across / 2, y + 21, 13, kinds))
        if space in steps:
            parts.append(f'<circle class="winter-piece winter-gold" cx="{x + 2:g}" cy="{y + 27:g}" r="4"/>')
    tooltip = f"<title>{name} {value}, room for {capacity}</title>"
    return f'<g class="winter-track" data-value="{value}">{tooltip}{"".join(parts)}</g>'
