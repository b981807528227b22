"""States as plain sentences for screen readers: `plain_text`."""

from __future__ import annotations

from collections.abc import Iterator

from cairn_rules.endless_winter.content import MegalithSpace
from cairn_rules.endless_winter.effects import COLUMNS
from cairn_rules.endless_winter.rules.columns import CULTURE_PRICE
from cairn_rules.endless_winter.rules.pieces import honor_level
from cairn_rules.endless_winter.state.hexes import HEXES
from cairn_rules.endless_winter.state.megaliths import board_order, spaces_of
from cairn_rules.endless_winter.texts import words
from cairn_rules.endless_winter.texts.possessions import influence_text, offering_text, possessions
from cairn_rules.endless_winter.texts.view import View


def plain_text(view: View) -> str:
    """Return the viewer's information as sentences, a line each.

    The decision comes first, then the turn, the players, the cards, the Sacred Stones, the map and the Megalith board.
    """
    return "\n".join(f"{sentence}." for sentence in _sentences(view))


def _sentences(view: View) -> Iterator[str]:
    yield f"{words.when(view).capitalize()}: {words.asked(view)}"
    for seat, score in enumerate(view.scores or ()):
        yield f"Points of {view.name(seat)}: {words.score_text(score)}"
    yield from _turn(view)
    for seat in range(len(view.players)):
        level = f"Honor {honor_level(view.table, seat)}; Offering {offering_text(view, view.players[seat])}"
        yield f"{view.name(seat)}: {'; '.join(possessions(view, seat))}; {level}"
    yield from _cards(view)
    yield from _stones(view)
    yield from _map(view)
    yield from _megaliths(view)


def _turn(view: View) -> Iterator[str]:
    this = view.this_turn
    if this.column is not None:
        yield f"{view.name(view.active)} is on {words.place_name(this.column)} with {this.labor} Labor"
    elif this.labor:
        yield f"{view.name(view.active)} has {this.labor} Labor"
    free = [column.capitalize() for column, taken in zip(COLUMNS, view.table.bottoms, strict=True) if not taken]
    yield f"Turn order: {', '.join(map(view.name, view.order))}"
    yield f"Free bottoms of columns: {', '.join(free) or 'none'}"


def _cards(view: View) -> Iterator[str]:
    pack, table = view.pack, view.table
    for id in table.chiefs:
        yield f"Chief card {id}: {words.chief_text(pack, id, 'B')}"
    for id in table.setups:
        yield f"Setup card {id}: {words.setup_text(pack, id)}"
    for culture, token in zip(table.row, table.tokens, strict=True):
        if culture is not None:
            card = pack.culture_cards[culture]
            head = f"Culture card {card.name} ({culture}): {CULTURE_PRICE - bool(token)} Labor, {card.points} points"
            yield f"{head}, {words.effect_text(card.effect)}"
    first, second = view.culture_left
    yield f"Culture decks: {first} cards of Era I, {second} of Era II"
    piles = zip(pack.tribe, table.piles, strict=True)
    yield f"Tribe cards in the supply: {', '.join(f'{left} {card.name}' for card, left in piles)}"
    yield f"Animals: {words.animals_text(pack, table.animals)}; {view.animals_left} in the deck"


def _stones(view: View) -> Iterator[str]:
    for number, pool in enumerate(view.table.pools, 1):
        later = "" if number <= view.round else f", closed until round {number}"
        for id in pool:
            yield f"Sacred Stone {id}: {words.stone_text(view.pack, id)}{later}"


def _map(view: View) -> Iterator[str]:
    for tile in HEXES:
        camps = [
            f"{count} Camp{'' if count == 1 else 's'} of {view.name(seat)}"
            for seat, player in enumerate(view.players)
            if (count := player.camps.count(tile))
        ]
        share = influence_text(view, tile)
        here = [*camps, *([f"Influence {share}"] if share else [])]
        yield f"Tile {words.tile_name(view.table, view.pack, tile)}{f': {words.listed(here)}' if here else ''}"
    for seat, player in enumerate(view.players):
        yield from (f"Village of {view.name(seat)} at {words.site_text(juncture)}" for juncture in player.villages)


def _megaliths(view: View) -> Iterator[str]:
    for spot, owner in sorted(view.table.megaliths, key=lambda each: board_order(each.spot)):
        whose = "Neutral Megalith" if owner is None else f"Megalith of {view.name(owner)}"
        yield f"{whose} at {words.spot_text(spot)}"
    taken = {(each.spot.x, each.spot.y) for each in view.table.megaliths}
    spaces = spaces_of(view.pack, view.table.layout, view.table.megalith_tiles)
    for (x, y), space in sorted(spaces.items(), key=lambda each: each[0][::-1]):
        if (2 * x, 2 * y) not in taken:
            yield f"Free Megalith space {2 * x},{2 * y}: {_space_text(space)}"


def _space_text(space: MegalithSpace) -> str:
    gain = _arrows_text(space) if space.benefit is None else words.effect_text(space.benefit)
    return f"{gain}{', a starting space' if space.start else ''}"


def _arrows_text(space: MegalithSpace) -> str:
    names = {(-1, 0): "left", (1, 0): "right", (0, -1): "up", (0, 1): "down"}
    return f"arrows {words.listed(names.get(arrow, f'to {arrow[0]},{arrow[1]}') for arrow in space.arrows)}"
