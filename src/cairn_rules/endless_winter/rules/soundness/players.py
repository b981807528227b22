"""Validation of players: their goods and cards, which must fit the course of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from cairn_rules.endless_winter.effects import COLUMNS
from cairn_rules.endless_winter.rules.cards import gained_in_hand
from cairn_rules.endless_winter.rules.determinisation import first_cards
from cairn_rules.endless_winter.rules.rival import RIVAL
from cairn_rules.endless_winter.rules.soundness.parts import ZONES
from cairn_rules.endless_winter.rules.turns import REST
from cairn_rules.endless_winter.state.agenda import Ritual
from cairn_rules.endless_winter.state.state import NO_TURN, Player, State
from cairn_rules.errors import Fault

SORTED: Final = ("hand", "played", "discard", "ritual")
"""The zones whose cards are in the pack's order."""


def player_faults(state: State) -> Iterator[Fault]:
    """Yield the faults of the order of the players and of their goods, and zones that are out of order."""
    yield from _course_faults(state)
    for seat, player in enumerate(state.players):
        yield from _goods_faults(state, player, f"players[{seat}].")
        yield from _order_faults(state, player, f"players[{seat}].")


def progress_faults(state: State) -> Iterator[Fault]:
    """Yield the faults of the phase and the turn, in a state that is otherwise sound."""
    for seat in range(len(state.players)):
        yield from _figure_faults(state, seat, f"players[{seat}].")
        yield from _zone_faults(state, seat, f"players[{seat}].")
    columns = sum(turns_taken(state, seat) - player.resting for seat, player in enumerate(state.players))
    claimed = sum(state.table.bottoms)
    if not min(columns, 1) <= claimed <= columns:
        yield Fault("table.bottoms", f"{claimed} bottoms are claimed, by {columns} figures on columns")
    yield from _rival_faults(state)
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


def turns_taken(state: State, seat: int) -> int:
    """Return the number of figures that a player has placed in this round."""
    limits, seats = state.pack.limits, len(state.players)
    if state.phase == "setup":
        return 0
    if state.phase != "action":
        return limits.turns_per_round
    done = state.turn - (state.round - 1) * limits.turns_per_round * seats
    placed = state.this_turn.column is not None or _is_ritual(state)
    return done // seats + (state.order.index(seat) < done % seats) + (seat == state.active and placed)


def _goods_faults(state: State, player: Player, where: str) -> Iterator[Fault]:
    """Yield wrong numbers of goods and pieces."""
    pack, limits = state.pack, state.pack.limits
    for name, left, there, right in (
        ("camps", player.camps_left, len(player.camps), limits.camps),
        ("villages", player.villages_left, len(player.villages), limits.villages),
    ):
        if left + there != right:
            yield Fault(where + name, f"{there} on the map and {left} left; there should be {right} in all")
    most = {"tools": pack.tool_max, "offering": limits.idol_levels}
    if player.camps_left <= limits.camps:
        most["food"] = pack.food_capacity(player.camps_left)
    for name, right in most.items():
        if getattr(player, name) > right:
            yield Fault(where + name, f"{getattr(player, name)} is beyond {right}, the last space")


def _order_faults(state: State, player: Player, where: str) -> Iterator[Fault]:
    """Yield zones and pieces that are out of order."""
    card_order, species = state.pack.order.__getitem__, list(state.pack.species).index
    for name in ("camps", "villages"):
        if list(getattr(player, name)) != sorted(getattr(player, name)):
            yield Fault(where + name, "should be in ascending order")
    for names, key in ((SORTED, card_order), (("animals", "tipped"), species)):
        for name in names:
            if list(getattr(player, name)) != sorted(getattr(player, name), key=key):
                yield Fault(where + name, "should be in the pack's order")


def _figure_faults(state: State, seat: int, where: str) -> Iterator[Fault]:
    """Yield wrong numbers of figures."""
    player, is_rival = state.players[seat], seat >= state.seats
    tribe = state.pack.limits.tribe_figures + is_rival - player.figures
    placed = tribe + (not is_rival and not player.chief_ready)
    if tribe < 0 or placed != turns_taken(state, seat):
        yield Fault(f"{where}figures", f"{placed} figures are placed; there should be {turns_taken(state, seat)}")
    if player.chief_rests and player.chief_ready:
        yield Fault(f"{where}chief_rests", "the Chief is not placed yet")
    if not player.chief_rests <= player.resting <= tribe + player.chief_rests:
        yield Fault(f"{where}resting", f"{player.resting} figures rest; {placed} are placed, the Chief included")


def _zone_faults(state: State, seat: int, where: str) -> Iterator[Fault]:
    """Yield the zones that should be empty now, and a wrong burial at set-up."""
    player = state.players[seat]
    if player.played and (seat != state.active or state.phase != "action"):
        yield Fault(f"{where}played", "cards are played only in the player's own turn")
    if player.ritual and state.phase != "eclipse" and not _has_ritual(state, seat):
        yield Fault(f"{where}ritual", "cards are added to the Ritual pile after the last turn of a round")
    firsts = first_cards(state.pack, player.setup)
    if firsts and state.phase != "setup" and (not player.buried or player.buried[0] not in firsts):
        yield Fault(f"{where}buried", "the first buried card should be the one of the Setup card")


def _has_ritual(state: State, seat: int) -> bool:
    """Return whether a player can have a Ritual pile before the Eclipse."""
    placed = turns_taken(state, seat) == state.pack.limits.turns_per_round
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
    used = turns_taken(state, RIVAL)
    cards = sorted((*state.rival.deck, *state.rival.used))
    if state.phase != "setup" and cards != sorted(card.id for card in state.pack.rival):
        yield Fault("rival.deck", "the deck and the used cards should be all cards of the rival")
    if state.phase == "setup" and cards:
        yield Fault("rival.deck", "the cards of the rival are shuffled after the set-up")
    elif len(state.rival.used) != used:
        yield Fault("rival.used", f"{len(state.rival.used)} used cards; there should be {used}")
    if state.rival.idols < 0:
        yield Fault("rival.idols", f"{state.rival.idols} is not a whole number from 0 up")


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
        if player.side not in _sides(state, player):
            yield Fault(f"players[{seat}].side", f"{player.side} is impossible with the rule options of this game")
        if in_setup:
            yield from _early_faults(state, player, f"players[{seat}].")
    if in_setup and (table.animals or table.animal_deck or table.megaliths or state.this_turn != NO_TURN):
        yield Fault("table", "at set-up there are no Animals, no Megaliths and no turn yet")


def _sides(state: State, player: Player) -> str:
    """Return the sides of the Chief card that a player can have."""
    if state.variant.draft == "chief":
        return "A" if player.chief is None else "B"
    return "AB" if state.variant.chief_side == "choice" else "A"


def _early_faults(state: State, player: Player, where: str) -> Iterator[Fault]:
    """Yield the cards that are in the wrong place at set-up."""
    for name in (*SORTED, "buried_openly", "stones", "tipped"):
        if getattr(player, name):
            yield Fault(where + name, "should be empty at set-up")
    if len(player.buried) > bool(first_cards(state.pack, player.setup)):
        yield Fault(f"{where}buried", "only the Setup card can bury a card at set-up")
    if list(player.deck) != sorted(player.deck, key=state.pack.order.__getitem__):
        yield Fault(f"{where}deck", "should be in the pack's order at set-up")


def _turn_faults(state: State) -> Iterator[Fault]:
    turn, player = state.this_turn, state.players[state.active]
    if turn.burials > len(player.buried):
        yield Fault("this_turn.burials", f"{turn.burials}, but {len(player.buried)} cards are buried face down")
    elif missing := gained_in_hand(player, turn) - Counter(player.hand):
        yield Fault("this_turn.gained", f"{next(iter(missing))} is neither in the hand nor buried from it")
    if turn.column is not None and state.phase != "action":
        yield Fault("this_turn.column", "a figure is placed in the action phase")
    if turn.column in COLUMNS and not state.table.bottoms[COLUMNS.index(turn.column)]:
        yield Fault("table.bottoms", f"the bottom of {turn.column} is claimed by the figure of this turn")
    if turn.column == REST and not player.resting:
        yield Fault("this_turn.column", "no figure of the player rests")
    if turn.bought and (turn.column != "initiate" or len({*turn.bought}) < len(turn.bought)):
        yield Fault("this_turn.bought", "Tribe cards are bought on Initiate, each type once")
    if turn.is_chief and (turn.column not in COLUMNS or player.chief_ready):
        yield Fault("this_turn.is_chief", "the Chief is not on a column in this turn")
    if turn.boosted and not (turn.is_chief and player.side == "B" and _can_boost(state, player)):
        yield Fault("this_turn.boosted", "no Chief with a boost is on a column in this turn")


def _can_boost(state: State, player: Player) -> bool:
    return player.chief is not None and state.pack.chief[player.chief].boost_tools > 0
