"""Validation of states and observations as a whole, which finds every fault (rules page, section 13.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import chain, islice
from random import Random
from typing import Final

from attrs import fields

from cairn_rules.endless_winter.agenda import Ritual
from cairn_rules.endless_winter.agenda_checks import agenda_faults
from cairn_rules.endless_winter.effects import COLUMNS
from cairn_rules.endless_winter.hexes import BASE, HEXES, JUNCTURES
from cairn_rules.endless_winter.megaliths import Spot, spaces_of
from cairn_rules.endless_winter.observation import Observation, observe
from cairn_rules.endless_winter.pieces import food_capacity
from cairn_rules.endless_winter.rival import RIVAL
from cairn_rules.endless_winter.rules import settled
from cairn_rules.endless_winter.sampling import first_cards, sample_hidden
from cairn_rules.endless_winter.state import Player, Rival, State, ThisTurn
from cairn_rules.endless_winter.turns import REST
from cairn_rules.errors import MOST_FAULTS, Fault, UnsoundStateError, hint, quoted

MOST: Final = 4
"""Maximum number of players."""
ZONES: Final = ("deck", "hand", "played", "discard", "ritual", "buried", "buried_openly")
"""The zones of a player's cards."""
SORTED: Final = ("hand", "played", "discard", "ritual")
"""The zones whose cards are in the pack's order."""
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


def check_state(state: State) -> None:
    """Check that a state can occur in a game.

    Its attributes should be of the right types. How it came about is checked as far as the state itself shows it: every
    card, piece and stone is where it can be, and the agenda fits the turn.

    Raises:
        UnsoundStateError: if it cannot. The error lists every fault.

    Example:
        >>> from attrs import evolve
        >>> from cairn_rules import endless_winter
        >>> state = endless_winter.new_game(seed=7)
        >>> endless_winter.check_state(state)
        >>> endless_winter.check_state(evolve(state, turn=1))
        Traceback (most recent call last):
        ...
        cairn_rules.errors.UnsoundStateError: unsound state: turn: 1 turns are complete; there should be 0
    """
    faults = list(islice(_faults(state), MOST_FAULTS))
    if faults:
        raise UnsoundStateError(faults)


def check_observation(seen: Observation) -> None:
    """Check that an observation is that of a state that can occur.

    Raises:
        UnsoundStateError: if there is no such state. The error lists every fault.
    """
    count = len(seen.players)
    humans = count - (seen.rival is not None)
    faults = list(_number_faults(seen.players, seen.rival))
    if seen.player is not None and not 0 <= seen.player < humans:
        faults.append(Fault("player", f"seat {seen.player} does not exist (0 to {humans - 1})"))
    if not 0 <= seen.active < count:
        faults.append(Fault("active", f"seat {seen.active} does not exist (0 to {count - 1})"))
    if faults:
        raise UnsoundStateError(faults)
    sample = sample_hidden(seen, Random(0))
    check_state(sample)
    faults = list(islice(_different(seen, observe(sample, seen.player)), MOST_FAULTS))
    if faults:
        raise UnsoundStateError(faults)


def _different(seen: Observation, again: Observation) -> Iterator[Fault]:
    """Yield the attributes in which two observations differ."""
    pairs: list[tuple[str, object, object]] = [
        (f"players[{seat}].", *both) for seat, both in enumerate(zip(seen.players, again.players, strict=True))
    ]
    pairs += [("table.", seen.table, again.table), ("rival.", seen.rival, again.rival), ("", seen, again)]
    inner = {"players", "table", "rival"}
    for where, one, other in pairs:
        for name in () if one is None else (each.name for each in fields(type(one))):  # type: ignore[arg-type]
            given, right = getattr(one, name), getattr(other, name)
            if given != right and (where or name not in inner):
                yield Fault(where + name, f"{quoted(given)} contradicts the other parts; it should be {quoted(right)}")


def _faults(state: State) -> Iterator[Fault]:
    """Yield the faults of a state; each step needs a state without faults in those before."""
    for step in (_basic_faults, _whole_faults, agenda_faults, _settled_faults):
        faults = list(islice(step(state), MOST_FAULTS))
        if faults:
            yield from faults
            return


# 1. Parts by themselves: numbers, and ids of things that exist.


def _basic_faults(state: State) -> Iterator[Fault]:
    numbers = list(_number_faults(state.players, state.rival))
    if numbers:
        yield from numbers
        return
    seats, rounds = len(state.players), state.pack.limits.rounds
    if sorted(state.order) != [*range(seats)]:
        yield Fault("order", f"should have each seat from 0 to {seats - 1} once")
    if not 0 <= state.active < seats:
        yield Fault("active", f"seat {state.active} does not exist (0 to {seats - 1})")
    if not 1 <= state.round <= rounds:
        yield Fault("round", f"{state.round} is not a round (1 to {rounds})")
    for seat, player in enumerate(state.players):
        yield from _basic_player_faults(state, player, f"players[{seat}].")
    yield from _basic_table_faults(state)
    if state.rival is not None:
        cards = {card.id for card in state.pack.rival}
        yield from _unknown("rival.deck", state.rival.deck, cards, "card of the rival")
        yield from _unknown("rival.used", state.rival.used, cards, "card of the rival")
        yield from _unknown("rival.culture", state.rival.culture, state.pack.culture_cards, "Culture card")
    turn, where = state.this_turn, "this_turn."
    if turn.column not in (None, REST, *COLUMNS):
        yield Fault("this_turn.column", f"{quoted(turn.column)} is not a column; {hint(turn.column, (*COLUMNS, REST))}")
    yield from _unknown("this_turn.gained", turn.gained, state.pack.order, "card of the pack")
    yield from _unknown("this_turn.bought", turn.bought, {card.id for card in state.pack.tribe}, "Tribe card")
    yield from _negative(turn, ("labor", "burials"), where)


def _number_faults(players: Collection[object], rival: Rival | None) -> Iterator[Fault]:
    count = len(players)
    if rival is not None and count != RIVAL + 1:
        yield Fault("players", f"{count} players; in a solo game there are one and the rival")
    elif not 2 <= count <= MOST:
        yield Fault("players", f"{count} players; Endless Winter is for 1 to {MOST}, and alone the rival is the second")


def _basic_player_faults(state: State, player: Player, where: str) -> Iterator[Fault]:
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


def _basic_table_faults(state: State) -> Iterator[Fault]:
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
    cards = (card for card in table.row if card is not None)
    yield from _unknown("table.row", cards, pack.culture_cards, "Culture card")
    yield from _unknown("table.returned", table.returned, pack.culture_cards, "Culture card")
    for number, deck in enumerate(table.culture_decks):
        era = [card.id for card in pack.culture if card.era == number + 1]
        yield from _unknown(f"table.culture_decks[{number}]", deck, era, f"Culture card of Era {number + 1}")
    yield from _unknown("table.animals", table.animals, pack.species, "species of Animals")
    yield from _unknown("table.animal_deck", table.animal_deck, pack.species, "species of Animals")
    yield from _unknown("table.terrain", table.terrain, pack.tiles, "terrain")
    for number, pool in enumerate(table.pools):
        yield from _unknown(f"table.pools[{number}]", pool, pack.stone, "Sacred Stone")
    yield from _unknown("table.chiefs", table.chiefs, pack.chief, "Chief card")
    yield from _unknown("table.setups", table.setups, pack.setup_card, "Setup card")
    yield from _unknown("table.layout", (table.layout,), pack.layouts, "pattern of Megalith tiles")
    if sorted(table.megalith_tiles) != sorted(pack.megalith_tiles):
        yield Fault("table.megalith_tiles", f"should have each of {', '.join(pack.megalith_tiles)} once")
    seats = sorted(seat for level in table.honor for seat in level)
    if seats != [*range(len(state.players))]:
        yield Fault("table.honor", f"should have each seat from 0 to {len(state.players) - 1} once")
    for megalith in table.megaliths:
        if megalith.owner is not None and megalith.owner not in range(len(state.players)):
            yield Fault("table.megaliths", f"seat {megalith.owner} does not exist (0 to {len(state.players) - 1})")


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


# 2. Parts together: everything is in one place, and the course of the game agrees with it.


def _whole_faults(state: State) -> Iterator[Fault]:
    yield from _course_faults(state)
    for seat in range(len(state.players)):
        yield from _player_faults(state, seat)
    yield from _rival_faults(state)
    yield from _table_faults(state)
    yield from _card_faults(state)
    yield from _stone_faults(state)
    yield from _megalith_faults(state)
    yield from _setup_faults(state)
    yield from _turn_faults(state)


def _course_faults(state: State) -> Iterator[Fault]:
    """Yield turns and seats that do not fit the phase and the round."""
    limits, seats = state.pack.limits, len(state.players)
    each = limits.turns_per_round * seats
    before = (state.round - 1) * each
    if state.phase == "setup" and state.round != 1:
        yield Fault("round", f"{state.round} at set-up; it should be 1")
    if state.phase == "over" and state.round != limits.rounds:
        yield Fault("round", f"the game is over after round {limits.rounds}, not {state.round}")
    if state.phase == "action":
        done = state.turn - before
        if not 0 <= done < each:
            yield Fault("turn", f"{state.turn} turns are complete; there should be {before} to {before + each - 1}")
        elif state.active != state.order[done % seats]:
            yield Fault("active", f"it is the turn of seat {state.order[done % seats]}, not {state.active}")
    else:
        right = 0 if state.phase == "setup" else before + each
        if state.turn != right:
            yield Fault("turn", f"{state.turn} turns are complete; there should be {right}")
    if state.agenda and state.active >= state.seats:
        yield Fault("active", "the rival decides nothing")


def _turns_taken(state: State, seat: int) -> int:
    """Return the number of figures that a player has placed in this round."""
    limits, seats = state.pack.limits, len(state.players)
    if state.phase == "setup":
        return 0
    if state.phase != "action":
        return limits.turns_per_round
    done = state.turn - (state.round - 1) * limits.turns_per_round * seats
    placed = state.this_turn.column is not None or _is_ritual(state)
    return done // seats + (state.order.index(seat) < done % seats) + (seat == state.active and placed)


def _player_faults(state: State, seat: int) -> Iterator[Fault]:
    player, pack, limits = state.players[seat], state.pack, state.pack.limits
    where = f"players[{seat}]."
    for name, left, there, right in (
        ("camps", player.camps_left, len(player.camps), limits.camps),
        ("villages", player.villages_left, len(player.villages), limits.villages),
    ):
        if left + there != right:
            yield Fault(where + name, f"{there} on the map and {left} left; there should be {right} in all")
    if list(player.camps) != sorted(player.camps) or list(player.villages) != sorted(player.villages):
        yield Fault(f"{where}camps", "Camps and Villages should be in order")
    if player.camps_left <= limits.camps and player.food > food_capacity(state, player):
        yield Fault(f"{where}food", f"{player.food} Food; there is space for {food_capacity(state, player)}")
    if player.tools > pack.tool_max:
        yield Fault(f"{where}tools", f"{player.tools} Tools; there is space for {pack.tool_max}")
    if player.offering > limits.idol_levels:
        yield Fault(f"{where}offering", f"{player.offering} is not a level (0 to {limits.idol_levels})")
    for zone in SORTED:
        cards: tuple[str, ...] = getattr(player, zone)
        if list(cards) != sorted(cards, key=pack.order.__getitem__):
            yield Fault(where + zone, "the cards should be in the pack's order")
    species = list(pack.species)
    if any(list(each) != sorted(each, key=species.index) for each in (player.animals, player.tipped)):
        yield Fault(f"{where}animals", "the Animals should be in the pack's order")
    # The figures.
    is_rival = seat >= state.seats
    chiefs = 0 if is_rival else 1
    figures = limits.tribe_figures + is_rival - player.figures
    on_map = figures + chiefs - (player.chief_ready and chiefs)
    if figures < 0 or on_map != _turns_taken(state, seat):
        yield Fault(f"{where}figures", f"{on_map} figures are placed; there should be {_turns_taken(state, seat)}")
    if player.chief_rests and (player.chief_ready or is_rival):
        yield Fault(f"{where}chief_rests", "the Chief is not placed yet")
    if not player.chief_rests <= player.resting <= max(figures, 0) + player.chief_rests:
        yield Fault(f"{where}resting", f"{player.resting} figures rest; {on_map} are placed, the Chief included")
    # The cards.
    if player.played and (seat != state.active or state.phase != "action"):
        yield Fault(f"{where}played", "cards are played in an own turn")
    if player.ritual and state.phase != "eclipse" and not _has_ritual(state, seat):
        yield Fault(f"{where}ritual", "cards are added to the Ritual pile after the last turn of a round")
    firsts = first_cards(pack, player.setup)
    if firsts and state.phase != "setup" and (not player.buried or player.buried[0] not in firsts):
        yield Fault(f"{where}buried", "the first buried card should be the one of the Setup card")


def _has_ritual(state: State, seat: int) -> bool:
    """Return whether a player can have a Ritual pile before the Eclipse."""
    placed = _turns_taken(state, seat) == state.pack.limits.turns_per_round
    return state.phase == "action" and placed and (seat != state.active or _is_ritual(state))


def _is_ritual(state: State) -> bool:
    """Return whether the active player adds to the Ritual pile, which is after the turn."""
    return isinstance(state.pending, Ritual)


def _rival_faults(state: State) -> Iterator[Fault]:
    if state.rival is None:
        return
    player, where = state.players[RIVAL], f"players[{RIVAL}]."
    for name in ("chief", "setup", "food", "tools", "tipped", "chief_ready", "chief_rests"):
        if getattr(player, name):
            yield Fault(where + name, "the rival has none")
    for zone in ZONES:
        if zone != "buried_openly" and getattr(player, zone):
            yield Fault(where + zone, "the rival has no such cards")
    used = _turns_taken(state, RIVAL)
    cards = sorted((*state.rival.deck, *state.rival.used))
    if state.phase != "setup" and cards != sorted(card.id for card in state.pack.rival):
        yield Fault("rival.deck", "the deck and the used cards should be all cards of the rival")
    if state.phase == "setup" and cards:
        yield Fault("rival.deck", "the cards of the rival are shuffled after the set-up")
    elif len(state.rival.used) != used:
        yield Fault("rival.used", f"{len(state.rival.used)} used cards; there should be {used}")
    if state.rival.idols < 0:
        yield Fault("rival.idols", f"{state.rival.idols} is not a whole number from 0 up")


def _table_faults(state: State) -> Iterator[Fault]:
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
    for slot, (card, token) in enumerate(zip(table.row, table.tokens, strict=True)):
        if token and (card is None or state.round == 1):
            yield Fault(f"table.tokens[{slot}]", "a token lies on a card from round 2 on")
    sites = Counter(site for player in state.players for site in player.villages)
    for site, count in sites.items():
        if count > 1:
            yield Fault("players", f"{count} Villages at {' '.join(map(str, site))}; one is allowed")
    ranks = range(len(COLUMNS))
    columns = sum(_turns_taken(state, seat) - state.players[seat].resting for seat in range(seats))
    claimed = sum(table.bottoms[rank] for rank in ranks)
    if not min(columns, 1) <= claimed <= columns:
        yield Fault("table.bottoms", f"{claimed} bottoms are claimed, by {columns} figures on columns")


def _card_faults(state: State) -> Iterator[Fault]:
    """Yield cards and Animals of which there are too many or too few."""
    table, pack = state.table, state.pack
    held = [Counter(chain.from_iterable(getattr(player, zone) for zone in ZONES)) for player in state.players]
    together = sum(held, Counter[str]())
    for card, left in zip(pack.tribe, table.piles, strict=True):
        if left + together[card.id] != card.copies:
            yield _wrong("table.piles", left + together[card.id], card.id, card.copies)
    for seat in range(state.seats):
        for card in pack.starting:
            if held[seat][card.id] != card.copies:
                yield _wrong(f"players[{seat}].deck", held[seat][card.id], card.id, card.copies)
    together.update(card for card in table.row if card is not None)
    together.update((*table.culture_decks[0], *table.culture_decks[1], *table.returned))
    together.update(() if state.rival is None else state.rival.culture)
    for id in pack.culture_cards:
        if together[id] != 1:
            yield _wrong("table.culture_decks", together[id], id, 1)
    animals = Counter((*table.animals, *table.animal_deck))
    for player in state.players:
        animals.update((*player.animals, *player.tipped))
    for species in pack.animals:
        if animals[species.id] != species.copies and state.phase != "setup":
            yield _wrong("table.animal_deck", animals[species.id], species.id, species.copies)
    for name in ("chief", "setup"):
        taken = Counter(getattr(player, name) for player in state.players[: state.seats])
        for id, count in taken.items():
            if id is not None and count > 1:
                yield Fault(f"players[0].{name}", f"{count} players have {id}; there is one")


def _wrong(where: str, count: int, id: str, right: int) -> Fault:
    return Fault(where, f"{count} cards of {id} in all zones together; there should be {right}")


def _stone_faults(state: State) -> Iterator[Fault]:
    """Yield faults of Sacred Stones: none leaves the pools except to players, and only from open ones."""
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
    return Spot(spot.level + level, spot.y + y, spot.x + x)


def _is_supported(spot: Spot, taken: set[Spot]) -> bool:
    """Return whether a place on an upper level has two supports and is free."""
    across = _moved(spot, -1, 0, -1) in taken and _moved(spot, 1, 0, -1) in taken
    along = _moved(spot, 0, -1, -1) in taken and _moved(spot, 0, 1, -1) in taken
    overlaps = any(_moved(spot, x, y) in taken for x in (-1, 0, 1) for y in (-1, 0, 1))
    return (across or along) and not overlaps


def _setup_faults(state: State) -> Iterator[Fault]:
    """Yield faults of the cards that are dealt and drafted at set-up (rules 4.1, 4.4)."""
    table, variant, humans = state.table, state.variant, state.players[: state.seats]
    in_setup = state.phase == "setup"
    for name, cards, shown in (
        ("chief", table.chiefs, variant.draft == "chief"),
        ("setup", table.setups, variant.draft != "none"),
    ):
        taken = sum(getattr(player, name) is not None for player in humans)
        right = len(humans) + 1 - taken if in_setup and shown else 0
        if len(cards) != right or len({*cards, *(getattr(each, name) for each in humans)} - {None}) != right + taken:
            yield Fault(f"table.{name}s", f"{len(cards)} cards; there should be {right}, all different")
        if taken < len(humans) and not (in_setup and shown):
            yield Fault(f"players[0].{name}", f"each player should have a {name.capitalize()} card")
    for seat, player in enumerate(humans):
        right_sides = {"none": "A", "setup": "A", "chief": "AB" if player.chief is None else "B"}[variant.draft]
        if variant.draft != "chief" and variant.chief_side == "choice":
            right_sides = "AB"
        if player.side not in right_sides:
            yield Fault(f"players[{seat}].side", f"{player.side}; by the rule options it should be {right_sides}")
        if in_setup and any(getattr(player, zone) for zone in (*SORTED, "buried_openly", "stones", "tipped")):
            yield Fault(f"players[{seat}]", "at set-up all cards are in the deck, but for a buried one")
        deck = list(player.deck)
        if in_setup and (len(player.buried) > 1 or deck != sorted(deck, key=state.pack.order.__getitem__)):
            yield Fault(f"players[{seat}].deck", "at set-up the deck is in the pack's order, and one card can be buried")
    if in_setup and (table.animals or table.animal_deck or table.megaliths or state.this_turn != ThisTurn()):
        yield Fault("table", "at set-up there are no Animals, no Megaliths and no turn yet")


def _turn_faults(state: State) -> Iterator[Fault]:
    """Yield faults of what is remembered for a turn."""
    turn, player, pack = state.this_turn, state.players[state.active], state.pack
    if turn.burials > len(player.buried):
        yield Fault("this_turn.burials", f"{turn.burials}, but {len(player.buried)} cards are buried face down")
    late = player.buried[len(player.buried) - min(turn.burials, len(player.buried)) :]
    missing = Counter(turn.gained) - Counter((*player.hand, *late))
    if missing:
        yield Fault("this_turn.gained", f"{next(iter(missing))} is neither in the hand nor buried from it")
    is_action = state.phase == "action"
    if turn.column is not None and not is_action:
        yield Fault("this_turn.column", "a figure is placed in the action phase")
    if turn.column in COLUMNS and not state.table.bottoms[COLUMNS.index(turn.column)]:
        yield Fault("table.bottoms", f"the bottom of {turn.column} is claimed by the figure of this turn")
    if turn.column == REST and not player.resting:
        yield Fault("this_turn.column", "no figure of the player rests")
    if turn.bought and (turn.column != "initiate" or len({*turn.bought}) < len(turn.bought)):
        yield Fault("this_turn.bought", "Tribe cards are bought on Initiate, each type once")
    if turn.is_chief and (turn.column not in COLUMNS or player.chief_ready):
        yield Fault("this_turn.is_chief", "the Chief is not on a column in this turn")
    chief = None if player.chief is None else pack.chief[player.chief]
    if turn.boosted and not (turn.is_chief and player.side == "B" and chief is not None and chief.boost_tools):
        yield Fault("this_turn.boosted", "no Chief with a boost is on a column in this turn")


# 3. The pending decision is one that is asked.


def _settled_faults(state: State) -> Iterator[Fault]:
    if settled(state) != state:
        yield Fault("agenda", "the last item needs no decision, so it would be done already")
