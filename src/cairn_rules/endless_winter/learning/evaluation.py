"""An estimate of a player's final points, for look-ahead players."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, assert_never

from cairn_rules.endless_winter.content import Pack
from cairn_rules.endless_winter.effects import Benefit, Both, Effect, Either, Exchange, InColumn, InOrder
from cairn_rules.endless_winter.rules.pieces import heights, honor_level, influence_on, terrain_of
from cairn_rules.endless_winter.rules.scoring import score_of
from cairn_rules.endless_winter.state.agenda import Middle, Top
from cairn_rules.endless_winter.state.hexes import BASE, JUNCTURES
from cairn_rules.endless_winter.state.state import Player, State

UNITS: Final[Mapping[str, float]] = MappingProxyType(
    {
        "megalith": 1.6,
        "draw": 0.6,
        "idol": 0.8,
        "tool": 0.6,
        "food": 0.35,
        "labor": 0.6,
        "food_fill": 1.5,
        "discard": -0.4,
        "camp": 0.5,
        "move": 0.4,
        "village": 3.0,
        "tribe_to_hand": 1.6,
        "tribe_to_discard": 1.4,
        "bury": 1.0,
        "bury_supply": 1.8,
        "culture": 2.5,
        "animal_take": 2.4,
        "animal_draw": 2.0,
        "animal_reveal": 0.3,
        "tip": 0.5,
        "points": 1.0,
    }
)
"""The approximate value of a unit of each benefit, in points."""
LABOR: Final[Mapping[str, float]] = MappingProxyType({"initiate": 0.75, "develop": 0.85, "migrate": 0.8, "hunt": 1.0})
"""The approximate value of one unspent Labor in each column, in points."""
USEFUL: Final[Mapping[str, int]] = MappingProxyType({"initiate": 8, "develop": 6, "migrate": 6, "hunt": 6})
"""Maximum Labor that counts in each column."""
IN_HAND: Final = 0.9
"""The share of a Culture card's effect that counts while the card is in the hand."""
PLAYABLE: Final = 0.8
"""The share of the Labor of a card that counts while it can still be played."""
CARD_LABOR: Final = 0.3
"""The approximate value of one Labor on a card in the hand, in points."""
BURIED: Final = 0.7
"""The approximate value of each of the first buried cards beyond the Honor chart, in points."""
MOST_BURIED: Final = 6
"""Number of buried cards that the Honor charts reward."""
LEVEL: Final = 0.4
"""The approximate value of a level of an Idol track, in points."""
CAMP: Final = 0.15
"""The approximate value of a Camp outside the Base, in points."""
LEAD: Final = 0.7
"""The approximate value of the most Influence on a tile in each future Eclipse, in points."""
VILLAGE: Final = 1.2
"""The approximate value of a Village in each future Eclipse besides its Influence, in points."""
SITE: Final = (0.0, 0.3, 0.8, 1.2)
"""The approximate values of Camps on none, one, two or three tiles of the best site for a Village, in points."""
STONE_BELOW: Final = 0.7
"""The approximate value of a Megalith on the lowest level as a support, in points."""


@lru_cache(4096)
def effect_worth(effect: Effect) -> float:
    """Return the approximate value of an effect, in points.

    Example:
        >>> from cairn_rules.endless_winter.effects import parse_effect
        >>> round(effect_worth(parse_effect("pay tool(1) -> idol(2)")), 2)
        1.0
    """
    match effect:
        case Benefit(kind, count):
            return UNITS[kind] * count
        case Both(parts) | InOrder(parts):
            return sum(map(effect_worth, parts))
        case Either(options):
            return max(map(effect_worth, options))
        case Exchange(food, tools, gain):
            return max(0.0, effect_worth(gain) - food * UNITS["food"] - tools * UNITS["tool"])
        case InColumn(effect=gain):
            return effect_worth(gain)
        case _:
            assert_never(effect)


def expected_points(state: State, seat: int) -> float:
    """Return the points of a player so far, plus the values of goods, cards and pieces, including hidden cards."""
    player, pack = state.players[seat], state.pack
    points: float = score_of(state, seat).total
    rounds = pack.limits.rounds - state.round
    figures = player.figures + player.chief_ready
    turns = rounds * pack.limits.turns_per_round + figures
    if state.active == seat and state.agenda:
        points += sum(effect_worth(frame) for frame in state.agenda if isinstance(frame, Effect))
        turn = state.this_turn
        if turn.column is not None and turn.column in LABOR:
            turns += 1
            if any(isinstance(frame, Top) for frame in state.agenda):
                points += _labor_worth(state, player, turn.column)
            if any(isinstance(frame, Middle) for frame in state.agenda):
                points += _middle_worth(state, player, turn.column)
        else:
            points += turn.labor * UNITS["labor"]
            points += sum(effect_worth(effect) for _, effect in turn.waiting) * IN_HAND
    eclipses = rounds + (state.phase == "action")
    points += _board_worth(state, seat, eclipses)
    points += _cards_worth(pack, player, turns)
    later = min(1.0, turns / 3)
    points += later * (player.food * UNITS["food"] + player.tools * UNITS["tool"])
    points += LEVEL * (player.offering + honor_level(state.table, seat)) * min(1.0, (turns + 1) / 6)
    return points + BURIED * min(MOST_BURIED, len(player.buried) + len(player.buried_openly))


def _labor_worth(state: State, player: Player, column: str) -> float:
    """Return the value of the unspent Labor and of that in the hand, in the top of a column."""
    labor = float(state.this_turn.labor)
    for id in player.hand:
        card = state.pack.tribe_cards.get(id)
        if card is not None:
            labor += PLAYABLE * (card.labor + (card.added_labor if card.column == column else 0))
    return min(labor, USEFUL[column]) * LABOR[column]


def _middle_worth(state: State, player: Player, column: str) -> float:
    """Return the value of a column's middle that is still to come."""
    if column == "develop" and len(player.stones) < len(state.pack.stone_spaces):
        space = state.pack.stone_spaces[len(player.stones)]
        return 3.0 if player.food >= space.food and player.tools >= space.tools else 0.0
    if column == "migrate" and player.food >= state.pack.limits.village_food:
        return 2.0
    return 0.3 * player.tools if column == "initiate" else 0.3


def _board_worth(state: State, seat: int, eclipses: int) -> float:
    """Return the value of Camps, Villages and Megaliths beyond the points that they give."""
    player, tiles = state.players[seat], state.pack.tiles
    reached = {*player.camps, *(tile for juncture in player.villages for tile in juncture)} - {BASE}
    worth = CAMP * (len(player.camps) - player.camps.count(BASE)) + VILLAGE * eclipses * len(player.villages)
    for tile in reached:
        if tiles[terrain_of(state.table, tile)].benefit is None:
            continue
        shares = influence_on(tile, state.players)
        worth += LEAD * eclipses if shares[seat] == max(shares) else 0.0
    if eclipses and player.villages_left:
        camps = {*player.camps}
        built = {juncture for each in state.players for juncture in each.villages}
        worth += SITE[max(len(camps.intersection(site)) for site in JUNCTURES if site not in built)]
    neutrals = state.pack.limits.neutral_megaliths - player.neutrals
    return worth + STONE_BELOW * (heights(state, seat)[1] + neutrals)


def _cards_worth(pack: Pack, player: Player, turns: int) -> float:
    """Return the value of the cards in the hand and of the Ritual pile beyond their points."""
    worth = 0.0
    for id in player.hand:
        card = pack.tribe_cards.get(id)
        if card is None:
            worth += IN_HAND * effect_worth(pack.culture_cards[id].effect) if turns else 0.0
        elif turns:
            worth += CARD_LABOR * card.labor
    for id in player.ritual:
        card = pack.tribe_cards.get(id)
        if card is not None and card.eclipse is not None:
            worth += effect_worth(card.eclipse)
    return worth
