"""The rival of a game for one player: its turns, its part of the Eclipse and its points (rules page, section 14.13)."""

from __future__ import annotations

from typing import Final

from cairn_rules.chance import Dice
from cairn_rules.endless_winter.content import Pack, RivalCard
from cairn_rules.endless_winter.effects import COLUMNS, Benefit, Both, Effect
from cairn_rules.endless_winter.rules import pieces
from cairn_rules.endless_winter.rules.benefits import bury_supply, draw_animal, take_animal
from cairn_rules.endless_winter.state.hexes import BASE, HEXES, Hex, distance
from cairn_rules.endless_winter.state.state import NO_TURN, Player, Rival, State, note, with_player
from cairn_rules.replace import replaced

RIVAL: Final = 1
"""The place of the rival among the players of a solo game."""
LETTERS: Final = "ABCD"
"""The letters of the columns of the Culture row, from the left."""
NO_LAND: Final = frozenset({"base", "glacier"})
"""The terrain that does not count as land."""


def with_rival_figures(player: Player, pack: Pack) -> Player:
    """Return the rival with all its figures; none of them is a Chief."""
    return replaced(player, chief_ready=False, figures=pack.limits.tribe_figures + 1, resting=0)


def shuffled(state: State, dice: Dice) -> State:
    """Shuffle all cards of the rival for a round."""
    if state.rival is None:
        return state
    deck = dice.shuffle([card.id for card in state.pack.rival], purpose="rival", rule="14.13")
    return replaced(state, rival=replaced(state.rival, deck=deck, used=()))


def shown(state: State, rival: Rival) -> RivalCard:
    """Return the card that the rival used last."""
    return next(card for card in state.pack.rival if card.id == rival.used[-1])


def take_turn(state: State, rival: Rival, number: int) -> State:
    """Take a turn of the rival, after this number of turns: turn over a card, place a figure, apply its effect."""
    rival = replaced(rival, deck=rival.deck[1:], used=(*rival.used, rival.deck[0]))
    player, table = state.players[RIVAL], state.table
    card = shown(state, rival)
    rests = card.place not in COLUMNS
    player = replaced(player, figures=player.figures - 1, resting=player.resting + rests)
    is_first = not rests and not table.bottoms[COLUMNS.index(card.place)]
    note(state, "rival-turn", RIVAL, card.id, card.place)
    if is_first:
        note(state, "bottom-claimed", card.place)
        table = pieces.with_bottom_claimed(table, card.place)
    state = with_player(state, RIVAL, player, active=RIVAL, turn=number, rival=rival, table=table, this_turn=NO_TURN)
    match card.place:
        case "initiate":
            return _idol(_buries(state), "honor", 1 + is_first)
        case "develop":
            return _develops(state, card)
        case "migrate":
            return _migrates(state)
        case "hunt":
            state = _hunts(state)
            return draw_animal(state) if is_first and state.table.animal_deck else state
        case _:
            return _idol(state, "offering", 1)


def _idol(state: State, track: str, count: int) -> State:
    """Move an Idol marker of the rival; at the top of the Honor track, the other one."""
    for _ in range(count):
        full = pieces.honor_level(state.table, RIVAL) == state.pack.limits.idol_levels
        state = pieces.move_idol(state, "offering" if full else track)
    return state


def _buries(state: State) -> State:
    """Bury the top card of the largest pile of Tribe cards."""
    piles = state.table.piles
    largest = max(piles)
    return bury_supply(state, state.pack.tribe[piles.index(largest)].id) if largest else state


def _develops(state: State, card: RivalCard) -> State:
    """Take a Culture card, then a Sacred Stone and with it a place for a Megalith."""
    table, rival = state.table, state.rival
    assert rival is not None
    columns = len(table.row) // 2
    column = LETTERS.index(card.letter)
    slots = (column, column + columns) if column < columns else ()
    cards = [card for card in map(table.row.__getitem__, slots) if card is not None]
    if cards:
        note(state, "card-taken", RIVAL, cards[0], "score")
        table = pieces.without_culture(table, cards[0])
        state = replaced(state, table=table, rival=replaced(rival, culture=(*rival.culture, cards[0])))
    player, stones = state.players[RIVAL], pieces.open_stones(state)
    if not stones or len(player.stones) == len(state.pack.stone_spaces):
        return state
    note(state, "stone-taken", RIVAL, stones[0])
    player = replaced(player, stones=(*player.stones, stones[0]))
    return _builds(with_player(state, RIVAL, player, table=pieces.without_stone(table, stones[0])))


def _builds(state: State) -> State:
    """Place a Megalith on the first legal spot; only printed points count."""
    spots = pieces.megalith_spots(state)
    if not spots:
        return state
    spot = spots[0]
    points = _printed(pieces.board_spaces(state)[spot.x // 2, spot.y // 2].benefit) if spot.level == 1 else 0
    return pieces.gain_points(pieces.lay_megalith(state, spot), points)


def _printed(benefit: Effect | None) -> int:
    """Return the points that an effect shows."""
    if isinstance(benefit, Both):
        return sum(map(_printed, benefit.parts))
    return benefit.count if isinstance(benefit, Benefit) and benefit.kind == "points" else 0


def _migrates(state: State) -> State:
    """Bring a Camp to the nearest land without one, then build a Village for no Food."""
    player = state.players[RIVAL]
    if player.camps_left:
        state = pieces.place_camp(state)
        free = [tile for tile in HEXES if _is_land(state, tile) and tile not in player.camps]
        if free:
            state = pieces.move_camp(state, BASE, min(free, key=lambda tile: (distance(BASE, tile), tile.r, tile.q)))
    sites = pieces.village_sites(state)
    return pieces.build_village(state, min(sites, key=sorted), food=0) if sites else state


def _is_land(state: State, tile: Hex) -> bool:
    return pieces.terrain_of(state.table, tile) not in NO_LAND


def _hunts(state: State) -> State:
    """Take the displayed Animal of the species that the rival has the most of."""
    animals, own = state.table.animals, state.players[RIVAL].animals
    return take_animal(state, max(animals, key=own.count)) if animals else state


def take_eclipse_turn(state: State, rival: Rival) -> State:
    """Take the rival's part of the Eclipse: points for land, and Idols for Megaliths."""
    shares = [pieces.influence_on(tile, state.players) for tile in HEXES if _is_land(state, tile)]
    state = pieces.gain_points(state, sum(0 < share[RIVAL] == max(share) for share in shares))
    idols = (state.pack.limits.own_megaliths - state.players[RIVAL].megaliths) // 2
    for number in range(rival.idols, rival.idols + idols):
        state = _idol(state, "offering" if number % 2 else "honor", 1)
    return replaced(state, rival=replaced(rival, idols=rival.idols + idols))
