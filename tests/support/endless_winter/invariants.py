"""What holds in every position of Endless Winter, and in every step from one to the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from cairn_rules import endless_winter as ew
from cairn_rules.endless_winter import Player, State
from cairn_rules.endless_winter.effects import Both
from cairn_rules.endless_winter.state.agenda import Culture, Ritual
from cairn_rules.endless_winter.state.hexes import BASE, HEXES, JUNCTURES
from cairn_rules.endless_winter.state.megaliths import Megalith, spaces_of


def check_state(state: State) -> None:
    """Check all that holds in every position: nothing is lost, doubled or negative."""
    _check_cards(state)
    _check_animals_and_stones(state)
    _check_pieces(state)
    _check_megaliths(state)
    _check_turn(state)


def _cards_of(player: Player) -> tuple[str, ...]:
    zones = (player.deck, player.hand, player.played, player.discard, player.ritual)
    return (*sum(zones, ()), *player.buried, *player.buried_openly)


def _check_cards(state: State) -> None:
    pack, table = state.pack, state.table
    found = Counter(card for player in state.players for card in _cards_of(player))
    found.update(card for card in table.row if card is not None)
    found.update((*table.culture_decks[0], *table.culture_decks[1], *table.returned))
    found.update(state.rival.culture if state.rival else ())
    found.update({card.id: left for card, left in zip(pack.tribe, table.piles, strict=True)})
    assert min(table.piles) >= 0
    assert +found == Counter(
        {card.id: card.copies for card in pack.tribe}
        | {card.id: card.copies * state.seats for card in pack.starting}
        | {card.id: 1 for card in pack.culture}
    )
    eras = pack.culture_cards
    assert all(eras[card].era == 1 for card in (*table.culture_decks[0], *table.returned))
    assert all(eras[card].era == 2 for card in table.culture_decks[1])
    assert not any(token and card is None for card, token in zip(table.row, table.tokens, strict=True))
    for player in state.players:
        for zone in (player.hand, player.played, player.discard, player.ritual):
            assert list(zone) == sorted(zone, key=pack.order.__getitem__)


def _check_animals_and_stones(state: State) -> None:
    pack, table = state.pack, state.table
    if state.phase != "setup":
        found = Counter((*table.animals, *table.animal_deck))
        for player in state.players:
            found.update((*player.animals, *player.tipped))
        assert found == Counter({species.id: species.copies for species in pack.animals})
    stones = [stone for pool in table.pools for stone in pool]
    stones += [stone for player in state.players for stone in player.stones]
    assert len({*stones}) == len(stones) == 4 * pack.limits.stones_per_pool[len(state.players) - 2]
    assert all(len(player.stones) <= len(pack.stone_spaces) for player in state.players)


def _check_pieces(state: State) -> None:
    pack, limits = state.pack, state.pack.limits
    villages = [juncture for player in state.players for juncture in player.villages]
    assert len({*villages}) == len(villages)
    assert all(juncture in JUNCTURES and BASE not in juncture for juncture in villages)
    for player in state.players:
        assert (player.camps_left + len(player.camps), min(player.camps_left, 0)) == (limits.camps, 0)
        assert {*player.camps} <= {*HEXES}
        assert player.villages_left + len(player.villages) == limits.villages
        assert player.villages_left >= 0
        assert 0 <= player.food <= pack.food_max - player.camps_left
        assert 0 <= player.tools <= pack.tool_max
        assert 0 <= player.offering <= limits.idol_levels
        assert player.points >= 0
    honor = [seat for seats in state.table.honor for seat in seats]
    assert sorted(honor) == sorted(state.order) == list(range(len(state.players)))
    assert len(state.table.honor) == limits.idol_levels + 1


def _check_megaliths(state: State) -> None:
    limits, placed = state.pack.limits, state.table.megaliths
    owners = Counter(each.owner for each in placed)
    neutrals = 0
    for seat, player in enumerate(state.players):
        assert player.megaliths + owners[seat] == limits.own_megaliths
        assert min(player.megaliths, player.neutrals) >= 0
        assert not (owners[seat] and player.neutrals)
        neutrals += limits.neutral_megaliths - player.neutrals
    assert owners[None] == neutrals
    check_stacks(placed)


def check_stacks(placed: Iterable[Megalith]) -> None:
    """Check that neutral Megaliths are on level 1, upper ones on two others, and that none overlap."""
    spots = {each.spot for each in placed}
    for (x, y, level), owner in placed:
        if level == 1:
            assert (x % 2, y % 2) == (0, 0)
            continue
        assert owner is not None
        below = {(x - 1, y, level - 1), (x + 1, y, level - 1)}, {(x, y - 1, level - 1), (x, y + 1, level - 1)}
        assert any(pair <= spots for pair in below)
        near = {spot for spot in spots if spot.level == level and abs(spot.x - x) < 2 and abs(spot.y - y) < 2}
        assert len(near) == 1


def check_groups(state: State) -> None:
    """Check that each group of Megaliths on level 1 touches a starting space; long arrows of a pack may break it."""
    table = state.table
    spaces = spaces_of(state.pack, table.layout, table.megalith_tiles)
    left = {(each.spot.x // 2, each.spot.y // 2) for each in table.megaliths if each.spot.level == 1}
    reached = [space for space in left if spaces[space].start]
    while reached:
        x, y = reached.pop()
        left.discard((x, y))
        reached += {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & left
    assert not left


def _check_turn(state: State) -> None:
    limits, turn = state.pack.limits, state.this_turn
    assert turn.labor >= 0
    assert 1 <= state.round <= limits.rounds
    frame = state.pending
    if state.phase in {"eclipse", "over"} or frame == Culture():
        assert turn.labor == 0
    players = len(state.players)
    done = state.turn - (state.round - 1) * limits.turns_per_round * players
    for position, seat in enumerate(state.order):
        player = state.players[seat]
        placed = limits.tribe_figures + 1 - player.figures - player.chief_ready
        assert placed - player.resting >= 0
        if state.phase == "action":
            under_way = seat == state.active and (turn.column is not None or isinstance(frame, Ritual))
            assert placed == done // players + (position < done % players) + under_way
        elif state.phase == "eclipse":
            assert placed == limits.turns_per_round
    if isinstance(frame, Both):  # what needs no decision is not asked for (rule 3.3)
        assert not {"labor", "points", "food", "food_fill"} & {getattr(part, "kind", "") for part in frame.parts}
    assert (state.phase == "over") == (frame is None)
    if state.phase == "over":
        assert (state.round, done) == (limits.rounds, limits.turns_per_round * players)


def check_step(before: State, after: State) -> None:
    """Check what never goes back: points, Megaliths, Villages, stones, buried cards, claimed bottoms, time."""
    for old, new in zip(before.players, after.players, strict=True):
        assert new.points >= old.points
        assert new.offering >= old.offering
        assert new.stones[: len(old.stones)] == old.stones
        assert new.buried[: len(old.buried)] == old.buried
        assert new.buried_openly[: len(old.buried_openly)] == old.buried_openly
        assert {*old.villages} <= {*new.villages}
    old_table, table = before.table, after.table
    assert table.megaliths[: len(old_table.megaliths)] == old_table.megaliths
    assert (after.round, after.turn) >= (before.round, before.turn)
    if after.round == before.round:
        assert all(new >= old for old, new in zip(old_table.bottoms, table.bottoms, strict=True))
    else:
        assert before.round + 1 == after.round
        for card, token in zip(table.row, table.tokens, strict=True):
            assert token == (card is not None and card in old_table.row)
        # The rival may have taken a card already.
        assert None not in table.row or not table.culture_decks[after.round > 2] or after.rival is not None


def all_variants() -> list[ew.Variant]:
    """Return rule options that cover each value of each."""
    return [
        ew.Variant(),
        ew.Variant(draft="setup", second_culture_card="discard", middle_repeatable=False, rest_tips=True),
        ew.Variant(draft="chief", rest_tips=True, wild_overflow=False, rival_level=1),
        ew.Variant(chief_side="choice", second_culture_card="discard", rival_level=2),
        ew.Variant(draft="setup", chief_side="choice", middle_repeatable=False),
    ]
