"""The parts of a picture about players: the goods of all of them, and the area of one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from cairn_rules.endless_winter.effects import Both, Either, Exchange
from cairn_rules.endless_winter.pictures.board import animal_chip
from cairn_rules.endless_winter.pictures.highlights import Marks
from cairn_rules.endless_winter.pictures.shapes import (
    LINE,
    WIDTH,
    at,
    box,
    chips,
    disc,
    heading,
    lines_in,
    target_box,
    text,
    times,
)
from cairn_rules.endless_winter.state.agenda import PickSide
from cairn_rules.endless_winter.state.state import SEAT_NAMES
from cairn_rules.endless_winter.texts import words
from cairn_rules.endless_winter.texts.possessions import eclipse_text
from cairn_rules.endless_winter.texts.view import View
from cairn_rules.errors import cut
from cairn_rules.pictures.svg import escape

_OFFER: Final = 34
"""Maximum length of an effect to choose, in characters, so that it fits a row."""


def players(view: View, marks: Marks) -> tuple[str, float]:
    """Return a card with the goods and pieces of each player."""
    del marks
    parts, y = [heading("Players")], 26.0
    for seat in range(len(view.players)):
        drawn, high = _card(view, seat, y)
        parts.append(drawn)
        y += high + 6
    return "".join(parts), y


def _card(view: View, seat: int, y: float) -> tuple[str, float]:
    """Return the card of a player, and its height."""
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
    lines = [left[0].upper() + left[1:], supply]
    if seat < view.seats:
        buried = counts.buried + len(player.buried_openly)
        goods = f"Food {player.food} of {view.capacity(seat)}, Tools {player.tools}"
        labor = eclipse_text(view, seat)
        cards = f"Cards: hand {counts.hand}, deck {counts.deck}, buried {buried}"
        lines = [goods, *lines, cards, *([labor] if labor else [])]
    drawn = "".join(
        lines_in(line, 12, y + 43 + LINE * number, WIDTH - 24, ((14, 1), (12.5, 1), (11, 1)))[0]
        for number, line in enumerate(lines)
    )
    high = 36.0 + LINE * len(lines)
    tooltip = points if view.scores is None else words.score_text(view.scores[seat])
    return (
        f'<g class="winter-seat" data-seat="{seat}"><title>{escape(f"{view.name(seat)}: {tooltip}")}</title>'
        f"{box(kind, 0, y, WIDTH, high, radius=9)}{at(20, y + 17, disc(seat, 9))}"
        f"{text(view.name(seat), 36, y + 23, 17, 'strong')}{text(points, WIDTH - 12, y + 23, 15, 'end strong')}"
        f"{drawn}</g>"
    ), high


def area(view: View, marks: Marks) -> tuple[str, float]:
    """Return the area of the viewer; for a spectator, of the player who decides."""
    seat = min(view.active, view.seats - 1) if view.viewer is None else view.viewer
    player, counts, pack = view.players[seat], view.counts[seat], view.pack
    chief = "" if player.chief is None else words.chief_text(pack, player.chief, player.side)
    parts, y = [heading(f"Area of {view.name(seat)}")], 26.0
    if chief:
        drawn, count = lines_in(f"Chief {chief}", 0, y + 14, WIDTH, ((14, 2), (13, 3)), "muted")
        high = 17.0 * count + 4
        target = target_box(marks, "offer", "boost", -4, y - 2, WIDTH + 8, high)
        parts.append(f'<g class="winter-chief" data-offer="boost"><title>{escape(chief)}</title>{drawn}{target}</g>')
        y += high + 2
    tracks = (
        ("food", "Food", player.food, view.capacity(seat), pack.food_max, pack.labor_steps),
        ("tool", "Tools", player.tools, pack.tool_max, pack.tool_max, frozenset[int]()),
    )
    for kind, name, value, capacity, most, steps in tracks:
        target = target_box(marks, "goods", kind, -4, y - 3, WIDTH + 8, 38)
        drawn = _track(name, value, capacity, most, steps, SEAT_NAMES[seat], y)
        parts.append(f'<g class="winter-track" data-goods="{kind}" data-value="{value}">{drawn}{target}</g>')
        y += 40
    rows: list[tuple[str, str, int, Iterable[tuple[str, str, str, str]]]] = [
        ("Figures", "figure", 0, _figures(view, seat)),
        ("Options", "offer", 0, _offers(view) if seat == view.active else ()),
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
            label = text(name, 0, y + 18, 14, "muted")
            if kind == "hand":
                target = target_box(marks, "goods", "draw", -4, y - 1, 70, 28)
                label = f'<g class="winter-draw" data-goods="draw"><title>The hand</title>{label}{target}</g>'
            parts.append(label)
            if not shown:
                parts.append(text(f"{count} face down" if count else "nothing", 74, y + 18, 14))
            drawn, high = chips(shown, marks, kind, y, 74) if shown else ("", 26)
            parts.append(drawn)
            y += high + 8
    return "".join(parts), y


def _cards(view: View, ids: Iterable[str]) -> list[tuple[str, str, str, str]]:
    pack = view.pack
    return [
        (id, f"{words.card_name(pack, id)}{times(count)}", words.card_text(pack, id), "")
        for id, count in Counter(ids).items()
    ]


def _stones(view: View, seat: int) -> list[tuple[str, str, str, str]]:
    taken = view.players[seat].stones
    chips = [(id, id, f"Sacred Stone {id}: {words.stone_text(view.pack, id)}", "") for id in taken]
    for space in view.pack.stone_spaces[len(taken) :][:1]:
        price = words.price_text(space.food, space.tools)
        chips.append(("next", f"next: {price}", f"Pay {price} for: {words.effect_text(space.gain)}", ""))
    return chips


def _figures(view: View, seat: int) -> list[tuple[str, str, str, str]]:
    player = view.players[seat]
    chief = [("chief", "Chief", "The Chief", "")] if player.chief_ready else []
    tribe = f"Tribe{times(player.figures)}"
    return chief + ([("tribe", tribe, "A Tribe figure", "")] if player.figures else [])


def _offers(view: View) -> list[tuple[str, str, str, str]]:
    """Return the effects, the price or the sides among which the player who decides chooses, if it is about these."""
    pending = view.pending
    match pending:
        case Both(effects) | Either(effects):
            texts = [(str(number), words.effect_text(effect)) for number, effect in enumerate(effects)]
        case Exchange():
            texts = [("pay", words.effect_text(pending))]
        case PickSide():
            chief = str(view.players[view.active].chief)
            return [(side, f"side {side}", words.chief_text(view.pack, chief, side), "") for side in "AB"]
        case _:  # open: all other decisions are made at places of the board
            texts = []
    return [(id, cut(said, _OFFER), said, "") for id, said in texts]


def _track(name: str, value: int, capacity: int, most: int, steps: frozenset[int], colour: str, y: float) -> str:
    """Return a track of goods with its marker; spaces under Camps are dashed, and dots give Labor."""
    across = (WIDTH - 74) / (most + 1)
    parts = [text(name, 0, y + 21, 14, "muted")]
    for space in range(most + 1):
        x = 74 + space * across
        parts.append(box("panel" if space <= capacity else "closed", x + 1, y, across - 2, 32, radius=3))
        if space == value:
            parts.append(
                f'<circle class="winter-piece winter-{colour}" cx="{x + across / 2:g}" cy="{y + 16:g}" r="11"/>'
            )
        kinds = "middle strong ink" if space == value else "middle"
        parts.append(text(str(space), x + across / 2, y + 21, 13, kinds))
        if space in steps:
            parts.append(f'<circle class="winter-piece winter-gold" cx="{x + 2:g}" cy="{y + 27:g}" r="4"/>')
    return f"<title>{name} {value}, room for {capacity}</title>{''.join(parts)}"
