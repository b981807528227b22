"""Validation of the middle of the table: its tiles, cards, stones and Megaliths are those of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final

from cairn_rules.endless_winter.rules.soundness.parts import ZONES
from cairn_rules.endless_winter.state.hexes import BASE, HEXES
from cairn_rules.endless_winter.state.megaliths import Spot, spaces_of
from cairn_rules.endless_winter.state.state import State
from cairn_rules.errors import Fault


def table_faults(state: State) -> Iterator[Fault]:
    """Yield the faults of the middle of the table, and wrong numbers of cards and pieces."""
    yield from _terrain_faults(state)
    yield from _place_faults(state)
    yield from _card_faults(state)
    yield from _stone_faults(state)
    yield from _megalith_faults(state)


def _terrain_faults(state: State) -> Iterator[Fault]:
    """Yield wrong numbers of terrain tiles (rule 4.2)."""
    table, pack, seats = state.table, state.pack, len(state.players)
    fixed, glaciers, added = pack.land[seats]
    there = Counter(table.terrain)
    if table.terrain[HEXES.index(BASE)] != "base" or there["base"] != 1:
        yield Fault("table.terrain", "the only base should be in the centre")
    if there["glacier"] != glaciers:
        yield Fault("table.terrain", f"{there['glacier']} glaciers; with {seats} players there are {glaciers}")
    land = {terrain.id: terrain.copies for terrain in pack.terrain if terrain.id not in {"base", "glacier"}}
    for id, copies in land.items():
        if not 1 <= there[id] <= copies:
            yield Fault("table.terrain", f"{there[id]} tiles of {id}; there are 1 to {copies}")
    if sum(there[id] for id in land) != fixed + added:
        yield Fault("table.terrain", f"there should be {fixed + added} tiles of land")


def _place_faults(state: State) -> Iterator[Fault]:
    """Yield the tokens and Villages in impossible places."""
    table = state.table
    for slot, (card, token) in enumerate(zip(table.row, table.tokens, strict=True)):
        if token and (card is None or state.round == 1):
            yield Fault(f"table.tokens[{slot}]", "a token lies on a card from round 2 on")
    sites = Counter(site for player in state.players for site in player.villages)
    for site, count in sites.items():
        if count > 1:
            yield Fault("players", f"{count} Villages at {' '.join(map(str, site))}; one is allowed")


def _card_faults(state: State) -> Iterator[Fault]:
    """Yield the cards with too many or too few copies in all zones together."""
    table, pack = state.table, state.pack
    held = [Counter(chain.from_iterable(getattr(player, zone) for zone in ZONES)) for player in state.players]
    cards = sum(held, Counter[str]())
    cards.update(dict(zip((card.id for card in pack.tribe), table.piles, strict=True)))
    cards.update(card for card in table.row if card is not None)
    cards.update((*table.culture_decks[0], *table.culture_decks[1], *table.returned))
    cards.update(() if state.rival is None else state.rival.culture)
    yield from _wrong("table.piles", cards, {card.id: card.copies for card in pack.tribe})
    yield from _wrong("table.culture_decks", cards, dict.fromkeys(pack.culture_cards, 1))
    for seat in range(state.seats):
        yield from _wrong(f"players[{seat}].deck", held[seat], {card.id: card.copies for card in pack.starting})
    if state.phase != "setup":
        animals = Counter(chain(table.animals, table.animal_deck))
        animals.update(chain.from_iterable((*player.animals, *player.tipped) for player in state.players))
        yield from _wrong("table.animal_deck", animals, {species.id: species.copies for species in pack.animals})


def _wrong(where: str, there: Mapping[str, int], right: Mapping[str, int]) -> Iterator[Fault]:
    for id, count in right.items():
        if there[id] != count:
            yield Fault(where, f"{there[id]} cards of {id} in all zones together; there should be {count}")


def _stone_faults(state: State) -> Iterator[Fault]:
    """Yield faults of Sacred Stones: they leave only open pools, and only to players."""
    pack = state.pack
    each = pack.limits.stones_per_pool[len(state.players) - 2]
    pools, taken = state.table.pools, [stone for player in state.players for stone in player.stones]
    there = Counter(chain(taken, *pools))
    for stone, count in there.items():
        if count > 1:
            yield Fault("table.pools", f"{count} stones {stone}; there is one")
    for number, pool in enumerate(pools):
        least = 0 if number < state.round and state.phase != "setup" else each
        if not least <= len(pool) <= each:
            yield Fault(f"table.pools[{number}]", f"{len(pool)} stones; there should be {least} to {each}")
    if there.total() != len(pools) * each:
        yield Fault("table.pools", f"{there.total()} stones with those of the players; there should be "
                    f"{len(pools) * each}")  # fmt: skip
    for seat, player in enumerate(state.players):
        if len(player.stones) > len(pack.stone_spaces):
            yield Fault(f"players[{seat}].stones", f"{len(player.stones)} stones; there are {len(pack.stone_spaces)} "
                        "spaces")  # fmt: skip


def _megalith_faults(state: State) -> Iterator[Fault]:
    """Yield faults of the Megalith board: wrong numbers, and Megaliths that could not be placed (rule 9.2)."""
    table, limits, where = state.table, state.pack.limits, "table.megaliths"
    owners = Counter(megalith.owner for megalith in table.megaliths)
    for seat, player in enumerate(state.players):
        if owners[seat] + player.megaliths != limits.own_megaliths:
            yield Fault(where, f"{owners[seat]} Megaliths of seat {seat}, who has {player.megaliths} left of "
                        f"{limits.own_megaliths}")  # fmt: skip
        if player.neutrals and owners[seat]:
            yield Fault(where, f"seat {seat} still has neutral Megaliths, which come first")
    neutrals = limits.neutral_megaliths * len(state.players)
    left = sum(player.neutrals for player in state.players)
    if owners[None] + left != neutrals or any(each.neutrals > limits.neutral_megaliths for each in state.players):
        yield Fault(where, f"{owners[None]} neutral Megaliths, and {left} are left of {neutrals}")
    spaces = spaces_of(state.pack, table.layout, table.megalith_tiles)
    taken: set[Spot] = set()
    aimed: set[Spot] = set()
    for place, (spot, owner) in enumerate(table.megaliths):
        space = None if spot.x % 2 or spot.y % 2 else spaces.get((spot.x // 2, spot.y // 2))
        if spot.level == 1 and space is not None:
            can_lie = space.start or spot in aimed or any(_moved(spot, *step) in taken for step in _BESIDE)
        else:
            can_lie = owner is not None and spot.level > 1 and _is_supported(spot, taken)
        if spot in taken or not can_lie:
            yield Fault(f"{where}[{place}]", f"no Megalith can be placed at {spot}")
        if space is not None and spot.level == 1:
            aimed |= {_moved(spot, 2 * x, 2 * y) for x, y in space.arrows}
        taken.add(spot)


_BESIDE: Final = ((2, 0), (-2, 0), (0, 2), (0, -2))


def _moved(spot: Spot, x: int, y: int, level: int = 0) -> Spot:
    return Spot(spot.x + x, spot.y + y, spot.level + level)


def _is_supported(spot: Spot, taken: set[Spot]) -> bool:
    """Return whether a place on an upper level has two supports and is free."""
    across = _moved(spot, -1, 0, -1) in taken and _moved(spot, 1, 0, -1) in taken
    along = _moved(spot, 0, -1, -1) in taken and _moved(spot, 0, 1, -1) in taken
    overlaps = any(_moved(spot, x, y) in taken for x in (-1, 0, 1) for y in (-1, 0, 1))
    return (across or along) and not overlaps
