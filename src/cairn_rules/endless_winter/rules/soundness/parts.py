"""Validation of the parts of a state one by one: numbers, and ids that exist."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from cairn_rules.endless_winter.effects import COLUMNS
from cairn_rules.endless_winter.rules.cards import has_sound_gains
from cairn_rules.endless_winter.rules.rival import RIVAL
from cairn_rules.endless_winter.rules.turns import REST
from cairn_rules.endless_winter.state.hexes import HEXES, JUNCTURES
from cairn_rules.endless_winter.state.state import PHASES, Player, Rival, State
from cairn_rules.errors import Fault, hint, quoted

MOST: Final = 4
"""Maximum number of players."""
ZONES: Final = ("deck", "hand", "played", "discard", "ritual", "buried", "buried_openly")
"""The zones of a player's cards."""
_COUNTS: Final = (
    "food",
    "tools",
    "camps_left",
    "villages_left",
    "neutrals",
    "megaliths",
    "offering",
    "points",
    "figures",
    "resting",
)


def part_faults(state: State) -> Iterator[Fault]:
    """Yield the faults of each part of a state that do not depend on the others."""
    numbers = list(number_faults(state.players, state.rival))
    if numbers:
        yield from numbers
        return
    seats, rounds = len(state.players), state.pack.limits.rounds
    if sorted(state.order) != [*range(seats)]:
        yield Fault("order", f"should have each seat from 0 to {seats - 1} once")
    if not 0 <= state.active < seats:
        yield Fault("active", f"seat {state.active} does not exist (0 to {seats - 1})")
    if state.phase not in PHASES:
        yield Fault("phase", f"{quoted(state.phase)} is not a phase; {hint(state.phase, PHASES)}")
    if not 1 <= state.round <= rounds:
        yield Fault("round", f"{state.round} is not a round (1 to {rounds})")
    for seat, player in enumerate(state.players):
        yield from _player_faults(state, player, f"players[{seat}].")
    yield from _table_faults(state)
    if state.rival is not None:
        cards = {card.id for card in state.pack.rival}
        yield from _unknown("rival.deck", state.rival.deck, cards, "card of the rival")
        yield from _unknown("rival.used", state.rival.used, cards, "card of the rival")
        yield from _unknown("rival.culture", state.rival.culture, state.pack.culture_cards, "Culture card")
    turn = state.this_turn
    if turn.column not in (None, REST, *COLUMNS):
        yield Fault("this_turn.column", f"{quoted(turn.column)} is not a column; {hint(turn.column, (*COLUMNS, REST))}")
    yield from _unknown("this_turn.gained", turn.gained, state.pack.order, "card of the pack")
    yield from _unknown("this_turn.bought", turn.bought, {card.id for card in state.pack.tribe}, "Tribe card")
    yield from _negative(turn, ("labor", "burials"), "this_turn.")
    if not has_sound_gains(turn):
        yield Fault(
            "this_turn.burials_before", "should be numbers from 1 to burials in order, at most one for each gain"
        )


def number_faults(players: Collection[object], rival: Rival | None) -> Iterator[Fault]:
    """Yield the fault of a wrong number of players."""
    count = len(players)
    if rival is not None and count != RIVAL + 1:
        yield Fault("players", f"{count} players; in a solo game there are one and the rival")
    elif not 2 <= count <= MOST:
        yield Fault("players", f"{count} players; Endless Winter is for 1 to {MOST}, and alone the rival is the second")


def _player_faults(state: State, player: Player, where: str) -> Iterator[Fault]:
    pack = state.pack
    yield from _negative(player, _COUNTS, where)
    for zone in ZONES:
        yield from _unknown(where + zone, getattr(player, zone), pack.order, "card of the pack")
    yield from _unknown(f"{where}animals", player.animals, pack.species, "species of Animals")
    yield from _unknown(f"{where}tipped", player.tipped, pack.species, "species of Animals")
    yield from _unknown(f"{where}stones", player.stones, pack.stone, "Sacred Stone")
    yield from _unknown(f"{where}chief", _one(player.chief), pack.chief, "Chief card")
    yield from _unknown(f"{where}setup", _one(player.setup), pack.setup_card, "Setup card")
    if player.side not in ("A", "B"):
        yield Fault(f"{where}side", f"{quoted(player.side)} is not a side: A or B")
    for site in player.villages:
        if site not in JUNCTURES:
            yield Fault(f"{where}villages", f"{' '.join(map(str, site))} is not a site of a Village")
            break
    for tile in player.camps:
        if tile not in HEXES:
            yield Fault(f"{where}camps", f"{tile} is not a tile of the map")
            break


def _table_faults(state: State) -> Iterator[Fault]:
    table, pack, limits = state.table, state.pack, state.pack.limits
    for name, there, right in (
        ("piles", len(table.piles), len(pack.tribe)),
        ("row", len(table.row), limits.culture_row),
        ("tokens", len(table.tokens), limits.culture_row),
        ("pools", len(table.pools), limits.rounds),
        ("terrain", len(table.terrain), len(HEXES)),
        ("honor", len(table.honor), limits.idol_levels + 1),
    ):
        if there != right:
            yield Fault(f"table.{name}", f"{there} items; there should be {right}")
    for number, (card, left) in enumerate(zip(pack.tribe, table.piles, strict=False)):
        if not 0 <= left <= card.copies:
            yield Fault(f"table.piles[{number}]", f"{left} cards; the pile has 0 to {card.copies}")
    for name, ids, known, what in _table_ids(state):
        yield from _unknown(f"table.{name}", ids, known, what)
    if sorted(table.megalith_tiles) != sorted(pack.megalith_tiles):
        yield Fault("table.megalith_tiles", f"should have each of {', '.join(pack.megalith_tiles)} once")
    seats = sorted(seat for level in table.honor for seat in level)
    if seats != [*range(len(state.players))]:
        yield Fault("table.honor", f"should have each seat from 0 to {len(state.players) - 1} once")
    for megalith in table.megaliths:
        if megalith.owner is not None and megalith.owner not in range(len(state.players)):
            yield Fault("table.megaliths", f"seat {megalith.owner} does not exist (0 to {len(state.players) - 1})")


def _table_ids(state: State) -> Iterator[tuple[str, Iterable[str], Collection[str], str]]:
    """Yield the ids in the middle of the table: their path, the known ids, and the kind of thing."""
    table, pack = state.table, state.pack
    yield "row", (card for card in table.row if card is not None), pack.culture_cards, "Culture card"
    yield "returned", table.returned, pack.culture_cards, "Culture card"
    for number, deck in enumerate(table.culture_decks):
        era = [card.id for card in pack.culture if card.era == number + 1]
        yield f"culture_decks[{number}]", deck, era, f"Culture card of Era {number + 1}"
    yield "animals", table.animals, pack.species, "species of Animals"
    yield "animal_deck", table.animal_deck, pack.species, "species of Animals"
    yield "terrain", table.terrain, pack.tiles, "terrain"
    for number, pool in enumerate(table.pools):
        yield f"pools[{number}]", pool, pack.stone, "Sacred Stone"
    yield "chiefs", table.chiefs, pack.chief, "Chief card"
    yield "setups", table.setups, pack.setup_card, "Setup card"
    yield "layout", (table.layout,), pack.layouts, "pattern of Megalith tiles"


def _one(id: str | None) -> tuple[str, ...]:
    return () if id is None else (id,)


def _negative(value: object, names: Iterable[str], where: str) -> Iterator[Fault]:
    for name in names:
        if getattr(value, name) < 0:
            yield Fault(where + name, f"{getattr(value, name)} is not a whole number from 0 up")


def _unknown(where: str, ids: Iterable[str], known: Collection[str], what: str) -> Iterator[Fault]:
    """Yield a fault for the first unknown id."""
    for id in ids:
        if id not in known:
            yield Fault(where, f"{quoted(id)} is not the id of a {what}; {hint(id, tuple(known))}")
            return
