"""The parts of a picture around the Main board: columns, Culture cards, supply and Sacred Stones."""

from __future__ import annotations

from collections import Counter
from typing import Final

from cairn_rules.endless_winter.effects import COLUMNS
from cairn_rules.endless_winter.pictures.highlights import Marks
from cairn_rules.endless_winter.pictures.shapes import (
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
from cairn_rules.endless_winter.rules.columns import CULTURE_PRICE
from cairn_rules.endless_winter.rules.turns import REST
from cairn_rules.endless_winter.texts.view import View
from cairn_rules.endless_winter.texts.words import (
    animal_name,
    card_text,
    chief_text,
    effect_text,
    setup_text,
    stone_text,
)
from cairn_rules.pictures.svg import escape

_TOPS: Final = {
    "initiate": "2 Labor: Tribe card",
    "develop": "3 Labor: Culture",
    "migrate": "1 Labor: Camps",
    "hunt": "1 L: reveal, 2 L: take",
    "rest": "2 Labor in the Eclipse",
}
_MIDDLES: Final = {
    "initiate": "1 Tool: bury a card",
    "develop": "goods: Stones",
    "migrate": "3 Food: Village",
    "hunt": "tip Animals",
    "rest": "draw a card",
}
_BOTTOMS: Final = {"initiate": "bury + Idol", "develop": "card + Tool", "migrate": "Camp, step", "hunt": "an Animal"}
_GAP: Final = 6
_COUNTER: Final = '<circle class="winter-piece winter-gold" r="10"/>'
_SIZES: Final = ((13, 2), (12, 3), (11, 4))
_ABREAST: Final = 3
"""Number of columns next to each other."""
_COLUMN: Final = 118


def columns(view: View, marks: Marks) -> tuple[str, float]:
    """Return the columns with their claimed bottoms, the Eclipse space, the round and the turn order."""
    across = (WIDTH - (_ABREAST - 1) * _GAP) / _ABREAST
    parts = [heading("Main board", f"round {view.round} of {view.pack.limits.rounds}")]
    claimed: dict[str, bool] = dict(zip(COLUMNS, view.table.bottoms, strict=True))
    for number, column in enumerate((*COLUMNS, REST)):
        x, y = number % _ABREAST * (across + _GAP), 26 + number // _ABREAST * (_COLUMN + _GAP)
        here = view.phase == "action" and view.this_turn.column == column
        name = "Rest" if column == REST else column.capitalize()
        inner = [box("decides" if here else "panel", x, y, across, _COLUMN)]
        inner.append(text(name, x + across / 2, y + 18, 15, "strong middle"))
        for top, what in ((37, _TOPS[column]), (69, _MIDDLES[column])):
            inner.append(lines_in(what, x + across / 2, y + top, across - 6, ((12.5, 2),), "middle")[0])
        if column in _BOTTOMS:
            bottom = "claimed" if claimed[column] else _BOTTOMS[column]
            kind = "piece winter-gold" if claimed[column] else "slot"
            inner.append(box(kind, x + 4, y + _COLUMN - 26, across - 8, 22))
            inner.append(
                text(bottom, x + across / 2, y + _COLUMN - 10.5, 12.5, "middle" + " ink strong" * claimed[column])
            )
        inner.append(target_box(marks, "column", column, x, y, across, _COLUMN))
        parts.append(f'<g class="winter-column" data-column="{column}">{"".join(inner)}</g>')
    y = 44 + 2 * (_COLUMN + _GAP)
    parts.append(text("Turn order", 0, y, 13, "muted"))
    for place, seat in enumerate(view.order):
        parts.append(at(88 + 63 * place, y - 5, disc(seat, 9)) + text(view.name(seat), 100 + 63 * place, y, 13))
    return "".join(parts), y + 10


def setup(view: View, marks: Marks) -> tuple[str, float]:
    """Return the Chief and Setup cards of a draft."""
    cards = [(id, chief_text(view.pack, id, "B")) for id in view.table.chiefs]
    cards += [(id, setup_text(view.pack, id)) for id in view.table.setups]
    parts, y = [heading("To choose from")], 26.0
    for id, what in cards:
        drawn, count = lines_in(f"{id}: {what}", 8, y + 20, WIDTH - 16, ((14, 2), (13, 3)))
        down = 14 + 17 * count
        target = target_box(marks, "card", id, 0, y, WIDTH, down)
        parts.append(f'<g class="winter-card" data-card="{id}">{box("panel", 0, y, WIDTH, down)}{drawn}{target}</g>')
        y += down + _GAP
    return "".join(parts), y


def culture(view: View, marks: Marks) -> tuple[str, float]:
    """Return the row of Culture cards with prices, points and effects."""
    first, second = view.culture_left
    down, columns = 98, 2
    across = (WIDTH - (columns - 1) * _GAP) / columns
    parts = [heading("Culture cards", f"Era I: {first} left, Era II: {second}")]
    for slot, (id, token) in enumerate(zip(view.table.row, view.table.tokens, strict=True)):
        x, y = slot % columns * (across + _GAP), 26 + slot // columns * (down + _GAP)
        if id is None:
            parts.append(box("slot", x, y, across, down))
            continue
        card = view.pack.culture_cards[id]
        price = CULTURE_PRICE - token
        mark = at(x + across - 15, y + down - 12, _COUNTER) * token
        name, lines = lines_in(card.name, x + 6, y + 19, across - 10, ((13.5, 2), (12, 2)), "strong")
        inner = (
            box("panel", x, y, across, down),
            name,
            lines_in(effect_text(card.effect), x + 6, y + 22 + 15 * lines, across - 10, _SIZES)[0],
            text(f"{card.points} point{'s' * (card.points != 1)}", x + 6, y + down - 7, 12, "muted"),
            mark,
            text(str(price), x + across - 15, y + down - 7, 14, f"middle strong{' ink' * token}"),
            target_box(marks, "culture", id, x, y, across, down),
        )
        tooltip = escape(f"{card_text(view.pack, id)} Price: {price} Labor.")
        parts.append(f'<g class="winter-culture" data-card="{id}"><title>{tooltip}</title>{"".join(inner)}</g>')
    rows = -(-len(view.table.row) // columns)
    return "".join(parts), 26 + rows * (down + _GAP)


def supply(view: View, marks: Marks) -> tuple[str, float]:
    """Return the piles of Tribe cards and the display of Animals."""
    pack = view.pack
    piles = [
        (card.id, f"{card.name} {left}", card_text(pack, card.id), "")
        for card, left in zip(pack.tribe, view.table.piles, strict=True)
    ]
    first, high = chips(piles, marks, "pile", 26)
    y = 26 + high + 30
    deck = text(f"{view.animals_left} in the deck", WIDTH, y, 14, "muted end")
    shown = [animal_chip(view, id, count) for id, count in Counter(view.table.animals).items()]
    second, low = chips(shown, marks, "animal", y + 10)
    target = target_box(marks, "animals", "deck", WIDTH - 110, y - 18, 112, 24, ' data-animals="deck"')
    head = heading("Tribe cards in the supply") + text("Animals", 0, y, 17, "strong") + deck
    return f"{head}{first}{second}{target}", y + 10 + low


def animal_chip(view: View, id: str, count: int) -> tuple[str, str, str, str]:
    """Return a chip for Animals of a species."""
    animal = view.pack.species[id]
    label = f"{animal_name(view.pack, id)}{times(count)}"
    tooltip = f"{count} {animal.name}, set {animal.set}; tipped: {effect_text(animal.tip)}"
    return id, label, tooltip, set_dot(animal.set)


def set_dot(name: str) -> str:
    """Return a dot in the colour of a set of Animals, with the first letter of its name."""
    kind = f"winter-set winter-set-{escape(name)}"
    return f'<circle class="{kind}" r="8.5"/>{text(name[:1].upper(), 0, 4.2, 12, "ink strong middle")}'


def stones(view: View, marks: Marks) -> tuple[str, float]:
    """Return the pools of Sacred Stones; closed ones are dashed."""
    pools = view.table.pools
    across, down = (WIDTH - _GAP) / 2, 50
    most = max((len(pool) for pool in pools), default=0)
    high = 20 + most * (down + _GAP)
    parts = [heading("Sacred Stones")]
    for number, pool in enumerate(pools):
        x, top = number % 2 * (across + _GAP), 26 + number // 2 * high
        is_open = number < view.round
        parts.append(text(f"Round {number + 1}{'' if is_open else ', closed'}", x, top + 12, 13, "muted"))
        for place, id in enumerate(pool):
            y = top + 18 + place * (down + _GAP)
            words = stone_text(view.pack, id)
            inner = (
                box("panel" if is_open else "closed", x, y, across, down),
                lines_in(words, x + 6, y + 16, across - 12, _SIZES)[0],
                target_box(marks, "stone", id, x, y, across, down),
            )
            tooltip = f"<title>{escape(f'Sacred Stone {id}: {words}')}</title>"
            parts.append(f'<g class="winter-stone" data-stone="{id}">{tooltip}{"".join(inner)}</g>')
    return "".join(parts), 26 + -(-len(pools) // 2) * high
