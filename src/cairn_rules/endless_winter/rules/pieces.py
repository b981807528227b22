"""Goods, Camps, Villages, Idols and Megaliths of a player (rules page, sections 2, 8 to 10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from cairn_rules.endless_winter.content import MegalithSpace, Pack
from cairn_rules.endless_winter.effects import COLUMNS
from cairn_rules.endless_winter.rules.observation import SeenPlayer
from cairn_rules.endless_winter.state.agenda import Arrows
from cairn_rules.endless_winter.state.hexes import BASE, JUNCTURES, PLACES, Hex, Juncture
from cairn_rules.endless_winter.state.megaliths import Megalith, Spot, spaces_of, spots_for
from cairn_rules.endless_winter.state.state import Player, State, Table, note, with_player
from cairn_rules.replace import replaced


def with_goods(pack: Pack, player: Player, food: int = 0, tools: int = 0) -> Player:
    """Return a player with more goods, or fewer if negative. Goods that do not fit are lost (rules 2.1, 2.2)."""
    return replaced(
        player,
        food=min(player.food + food, pack.food_capacity(player.camps_left)),
        tools=min(player.tools + tools, pack.tool_max),
    )


def gain_goods(state: State, food: int = 0, tools: int = 0) -> State:
    """Give the active player goods, as many as fit (rule 2)."""
    seat = state.active
    return with_player(state, seat, with_goods(state.pack, state.players[seat], food, tools))


def gain_points(state: State, count: int) -> State:
    """Give the active player points."""
    player = state.players[state.active]
    return with_player(state, state.active, replaced(player, points=player.points + count))


def place_camp(state: State) -> State:
    """Move the leftmost Camp of the active player to the Base (rule 8.2)."""
    note(state, "camp-placed", state.active)
    player = state.players[state.active]
    camps = tuple(sorted((*player.camps, BASE)))
    return with_player(state, state.active, replaced(player, camps_left=player.camps_left - 1, camps=camps))


def move_camp(state: State, start: Hex, end: Hex) -> State:
    """Move a Camp of the active player."""
    note(state, "camp-moved", state.active, start, end)
    player = state.players[state.active]
    camps = list(player.camps)
    camps.remove(start)
    camps.append(end)
    return with_player(state, state.active, replaced(player, camps=tuple(sorted(camps))))


def village_sites(state: State) -> list[Juncture]:
    """Return the junctures where the active player has the Camps for a Village (rule 8.3)."""
    player = state.players[state.active]
    camps = {*player.camps}
    if not player.villages_left or len(camps) < 3:
        return []
    built = {juncture for each in state.players for juncture in each.villages}
    return [juncture for juncture in JUNCTURES if camps.issuperset(juncture) and juncture not in built]


def build_village(state: State, juncture: Juncture, food: int) -> State:
    """Build a Village of the active player for this Food: pay, return three Camps, lose Food that no longer fits."""
    note(state, "village-built", state.active, juncture)
    player = state.players[state.active]
    camps = list(player.camps)
    for tile in juncture:
        camps.remove(tile)
    player = replaced(
        player,
        camps=tuple(camps),
        camps_left=player.camps_left + 3,
        villages_left=player.villages_left - 1,
        villages=tuple(sorted((*player.villages, juncture))),
    )
    return with_player(state, state.active, with_goods(state.pack, player, food=-food))


def with_bottom_claimed(table: Table, column: str) -> Table:
    """Return the table with the bottom of a column claimed (rule 6.1)."""
    number = COLUMNS.index(column)
    return replaced(table, bottoms=(*table.bottoms[:number], True, *table.bottoms[number + 1 :]))


def without_culture(table: Table, card: str) -> Table:
    """Return the table without a face-up Culture card; its Labor token goes back (rule 6.3)."""
    slot = table.row.index(card)
    row = (*table.row[:slot], None, *table.row[slot + 1 :])
    return replaced(table, row=row, tokens=(*table.tokens[:slot], False, *table.tokens[slot + 1 :]))


def without_stone(table: Table, stone: str) -> Table:
    """Return the table without a Sacred Stone of the pools."""
    return replaced(table, pools=tuple(tuple(each for each in pool if each != stone) for pool in table.pools))


def open_stones(state: State) -> list[str]:
    """Return the Sacred Stones of the open pools, the earliest pool first (rule 7.3)."""
    return [stone for pool in state.table.pools[: state.round] for stone in pool]


def terrain_of(table: Table, tile: Hex) -> str:
    """Return the id of the terrain of a tile."""
    return table.terrain[PLACES[tile]]


def influence_on(tile: Hex, players: Iterable[Player | SeenPlayer]) -> list[int]:
    """Return the Influence of each player on a tile (rule 8.4)."""
    return [each.camps.count(tile) + 2 * sum([tile in juncture for juncture in each.villages]) for each in players]


def honor_level(table: Table, seat: int) -> int:
    """Return a player's level on the Honor track."""
    level = 0
    while seat not in table.honor[level]:
        level += 1
    return level


def move_idol(state: State, track: str) -> State:
    """Move an Idol marker of the active player up one level (section 10)."""
    seat = state.active
    player = state.players[seat]
    top = state.pack.limits.idol_levels
    if track == "offering":
        if player.offering == top:
            return gain_points(state, 1)
        note(state, "idol-moved", seat, track, player.offering + 1)
        return with_player(state, seat, replaced(player, offering=player.offering + 1))
    levels = list(state.table.honor)
    level = honor_level(state.table, seat)
    note(state, "idol-moved", seat, track, level + 1)
    levels[level] = tuple(each for each in levels[level] if each != seat)
    levels[level + 1] = (*levels[level + 1], seat)
    state = replaced(state, table=replaced(state.table, honor=tuple(levels)))
    points = state.pack.honor_points.get(level + 1, 0)
    return gain_points(state, points) if points else state


def has_megalith(player: Player) -> bool:
    """Return whether a player has a Megalith left."""
    return bool(player.neutrals or player.megaliths)


def board_spaces(state: State) -> Mapping[tuple[int, int], MegalithSpace]:
    """Return the spaces of the Megalith board by column and row."""
    return spaces_of(state.pack, state.table.layout, state.table.megalith_tiles)


def megalith_spots(state: State) -> tuple[Spot, ...]:
    """Return the legal places for the next Megalith of the active player; none if there is no Megalith left."""
    player = state.players[state.active]
    if not has_megalith(player):
        return ()
    table = state.table
    return spots_for(state.pack, table.layout, table.megalith_tiles, table.megaliths, neutral=player.neutrals > 0)


def lay_megalith(state: State, spot: Spot) -> State:
    """Put the next Megalith of the active player in its place: a neutral one first (rule 9.4)."""
    seat, table = state.active, state.table
    player = state.players[seat]
    if player.neutrals:
        player, owner = replaced(player, neutrals=player.neutrals - 1), None
    else:
        player, owner = replaced(player, megaliths=player.megaliths - 1), seat
    note(state, "megalith-placed", seat, spot, owner is None)
    table = replaced(table, megaliths=(*table.megaliths, Megalith(spot, owner)))
    return with_player(state, seat, player, table=table)


def place_megalith(state: State, spot: Spot) -> State:
    """Place the next Megalith of the active player; a space of the board gives its benefit (rules 9.1, 9.3)."""
    state = lay_megalith(state, spot)
    if spot.level > 1:
        return state
    spaces = board_spaces(state)
    x, y = spot.x // 2, spot.y // 2
    space = spaces[x, y]
    if space.benefit is not None:
        return replaced(state, agenda=(*state.agenda, space.benefit))
    ends = [(x + right, y + down) for right, down in space.arrows]
    arrows = Arrows(tuple(Spot(2 * x, 2 * y, 1) for x, y in ends if (x, y) in spaces))
    return replaced(state, agenda=(*state.agenda, arrows))


def heights(state: State, seat: int) -> Counter[int]:
    """Return the number of a player's own Megaliths on each level."""
    return Counter(each.spot.level for each in state.table.megaliths if each.owner == seat)
