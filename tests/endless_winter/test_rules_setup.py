"""The set-up, its variants and the Setup cards (rules page, section 4)."""

from __future__ import annotations

from collections import Counter

import pytest
from attrs import evolve

from cairn_rules import endless_winter as ew
from cairn_rules.endless_winter.state.agenda import DraftChief, DraftSetup, PickSide, StartBurial, StartIdol
from cairn_rules.endless_winter.state.hexes import BASE, HEXES
from cairn_rules.errors import IllegalActionError, SetupError
from support.endless_winter.positions import HONOR, OFFERING, options, play

STARTING = Counter(tribesman=4, tribeswoman=3, brave=2)
SETUP_CARDS = {
    "SU1": (3, 2, "crafter", ["woolly_rhino"]),
    "SU2": (2, 2, "hunter", ["giant_sloth", "glyptodon"]),
    "SU3": (3, 1, "explorer", ["saber_toothed_cat"]),
    "SU4": (2, 3, "elder", ["woolly_mammoth"]),
    "SU5": (3, 2, "shaman", ["glyptodon"]),
}
GOODS = [(0, 0), (1, 0), (0, 1), (1, 1)]


def ready(state):
    """Return the state after the set-up, with the first option of each choice."""
    while state.phase == "setup":
        state = play(state, options(state)[0])
    return state


def with_card(card, players=2, **more):
    """Return a game in which a player has a Setup card, and the seat number."""
    for seed in range(100):
        state = ew.new_game(seed=seed, players=players, **more)
        for seat, player in enumerate(state.players):
            if player.setup == card:
                return state, seat
    raise AssertionError(card)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_table(players):
    """The stones, cards, tiles and Animals for each number of players (rules 4.1, 4.2, 4.5)."""
    state = ready(ew.new_game(seed=players, players=players))
    table = state.table
    stones = [stone for pool in table.pools for stone in pool]
    assert [len(pool) for pool in table.pools] == [3 if players == 4 else 2] * 4
    assert len({*stones}) == len(stones)
    assert [len({*table.row}), *map(len, table.culture_decks)] == [8, 12, 20]
    assert all(card.startswith("C1") for card in (*table.row, *table.culture_decks[0]))
    assert not any((*table.tokens, *table.bottoms))
    assert len(table.animals) == players + 1
    taken = sum(len(player.animals) for player in state.players)
    assert len(table.animal_deck) == 36 - taken - players - 1
    assert sum(table.piles) == 60 - players
    terrain = Counter(table.terrain)
    glaciers = {2: 9, 3: 6, 4: 3}[players]
    assert (table.terrain[HEXES.index(BASE)], terrain.pop("base"), terrain.pop("glacier")) == ("base", 1, glaciers)
    assert len(terrain) == 6
    assert all(1 <= count <= 3 for count in terrain.values())
    assert table.honor[0] == state.order or any(table.honor[1])
    assert sorted(state.order) == list(range(players))
    assert (state.active, state.round, state.turn) == (state.order[0], 1, 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_players(players):
    """The pieces and cards of each player (rule 4.1)."""
    state = ready(ew.new_game(seed=players, players=players))
    for position, seat in enumerate(state.order):
        player = state.players[seat]
        food, tools, tribe, animals = SETUP_CARDS[player.setup]
        more_food, more_tools = GOODS[position]
        assert (player.food, player.tools) == (food + more_food, tools + more_tools)
        cards = Counter((*player.hand, *player.deck, *player.buried))
        assert cards == STARTING + Counter([tribe])
        assert sorted(player.animals) == sorted(animals)
        assert len(player.hand) == (6 if player.setup == "SU5" else 5)
        assert len(player.buried) == (player.setup == "SU4")
        camps = 2 if player.setup == "SU3" else 1
        assert (player.camps, player.camps_left) == ((BASE,) * camps, 5 - camps)
        assert (player.villages_left, player.neutrals, player.megaliths) == (3, 2, 8)
        assert (player.chief_ready, player.figures, player.side) == (True, 2, "A")
        assert player.points == 0
    assert len({player.chief for player in state.players}) == players
    assert len({player.setup for player in state.players}) == players


def test_chance():
    """A seed gives one game; another one another (rule 4.1)."""
    assert ew.new_game(seed=5) == ew.new_game(seed=5)
    assert len({ew.new_game(seed=seed).table.terrain for seed in range(5)}) == 5
    assert len({ew.new_game(seed=seed, players=4).order for seed in range(9)}) > 1
    assert ew.new_game().pack is ew.default_pack()


def test_idol_of_a_setup_card():
    """Its owner chooses the track, before any hand is dealt; nothing else is possible (rule 4.1, row 49)."""
    state, seat = with_card("SU1")
    while not isinstance(state.pending, StartIdol):
        state = play(state, options(state)[0])
    assert state.pending == StartIdol(seat)
    assert (ew.current_player(state), options(state)) == (seat, [OFFERING, HONOR])
    assert all(player.hand == () for player in state.players)
    assert play(state, OFFERING).players[seat].offering == 1
    assert play(state, HONOR).table.honor[1] == (seat,)


def test_burial_of_a_setup_card():
    """One of the own ten cards, in secret (rules 4.1, 7.4)."""
    state, seat = with_card("SU4")
    while not isinstance(state.pending, StartBurial):
        state = play(state, options(state)[0])
    cards = ["elder", "tribesman", "tribeswoman", "brave"]
    assert options(state) == [ew.Bury("deck", card) for card in cards]
    after = ready(play(state, ew.Bury("deck", "elder")))
    assert after.players[seat].buried == ("elder",)
    assert (len(after.players[seat].hand), len(after.players[seat].deck)) == (5, 4)


def test_choices_of_setup_cards_in_turn_order():
    """With and without a draft (rule 4.1)."""
    for draft in ("none", "setup"):
        firsts = set()
        for seed in range(40):
            state = ew.new_game(seed=seed, players=4, variant=ew.Variant(draft=draft))
            asked = []
            while state.phase == "setup":
                if isinstance(state.pending, StartIdol | StartBurial):
                    asked.append(state.active)
                state = play(state, options(state)[seed % len(options(state))])
            assert asked == [seat for seat in state.order if seat in asked]
            firsts.add(len(asked))
        assert 2 in firsts


@pytest.mark.parametrize(("layout", "places"), list(ew.default_pack().layouts.items()))
def test_layouts(layout, places):
    """Each pattern can be chosen; the first one is the default (rules 4.3, 14.9)."""
    state = ew.new_game(seed=1, layout=layout)
    assert (state.table.layout, sorted(state.table.megalith_tiles)) == (layout, ["M1", "M2", "M3", "M4"])
    assert ew.new_game(seed=1).table.layout == "A_block"
    assert len({*places}) == 4


@pytest.mark.parametrize("players", [2, 3, 4])
def test_draft_of_setup_cards(players):
    """One more than players, picked in reverse turn order (rule 4.4)."""
    state = ew.new_game(seed=3, players=players, variant=ew.Variant(draft="setup"))
    shown = state.table.setups
    assert len({*shown}) == players + 1
    assert state.table.chiefs == ()
    for seat in reversed(state.order):
        assert (state.pending, ew.current_player(state)) == (DraftSetup(seat), seat)
        assert options(state) == [ew.TakeSetup(card) for card in state.table.setups]
        state = play(state, options(state)[-1])
        assert state.players[seat].setup == shown[-1]
        shown = shown[:-1]
    state = ready(state)
    assert (state.table.setups, {player.side for player in state.players}) == ((), {"A"})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_draft_of_chiefs(players):
    """B sides, one more than players, picked in turn order; then the Setup cards in reverse (rule 4.4)."""
    state = ew.new_game(seed=3, players=players, variant=ew.Variant(draft="chief"))
    assert len({*state.table.chiefs}) == len({*state.table.setups}) == players + 1
    assert {player.chief for player in state.players} == {None}
    for seat in state.order:
        assert state.pending == DraftChief(seat)
        chief = options(state)[0].chief
        state = play(state, ew.TakeChief(chief))
        assert (state.players[seat].chief, state.players[seat].side) == (chief, "B")
    assert state.pending == DraftSetup(state.order[-1])
    assert ready(state).table.chiefs == ()


def test_choice_of_the_side():
    """Each player chooses the side of the Chief card, in turn order (rule 15)."""
    state = ew.new_game(seed=3, players=3, variant=ew.Variant(chief_side="choice"))
    for seat, side in zip(state.order, "BAB", strict=True):
        assert state.pending == PickSide(seat)
        assert options(state) == [ew.ChooseSide("A"), ew.ChooseSide("B")]
        state = play(state, ew.ChooseSide(side))
        assert state.players[seat].side == side


def test_goods_that_do_not_fit():
    """Food and Tools of the set-up are clipped as well (rule 2)."""
    pack = ew.default_pack()
    rich = tuple(evolve(card, food=9, tools=9) for card in pack.setup)
    state = ready(ew.new_game(seed=1, content=evolve(pack, setup=rich, data="rich")))
    for player in state.players:
        assert (player.food, player.tools) == (5 + len(player.camps), 8)


def test_the_camp_of_a_setup_card_can_be_the_last():
    """SU3 puts a Camp on the Base, as long as one is left (section 14.3)."""
    pack = ew.default_pack()
    few = evolve(pack, limits=evolve(pack.limits, camps=2), data="few camps")
    state, seat = with_card("SU3", content=few)
    assert (state.players[seat].camps, state.players[seat].camps_left) == ((BASE, BASE), 0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"players": 5}, "Endless Winter is for 1 to 4 players, not 5"),
        ({"players": 0}, "Endless Winter is for 1 to 4 players, not 0"),
        ({"players": True}, "Endless Winter is for 1 to 4 players, not True"),
        ({"players": "2"}, "Endless Winter is for 1 to 4 players, not '2'"),
        ({"seed": "x"}, "seed should be int or None, not 'x'"),
        ({"seed": True}, "seed should be int or None, not True"),
        ({"content": 3}, "content should be Pack, not 3"),
        ({"variant": "solo"}, "variant should be Variant, not 'solo'"),
        ({"layout": "A_blok"}, "'A_blok' is not a pattern of Megalith tiles"),
        ({"layout": 7}, "7 is not a pattern of Megalith tiles"),
        ({"layout": ["A_block"]}, r"\['A_block'\] is not a pattern of Megalith tiles"),
    ],
)
def test_bad_arguments(arguments, message):
    """The error quotes the value (section 4)."""
    with pytest.raises(SetupError, match=message):
        ew.new_game(**arguments)


@pytest.mark.parametrize("action", [ew.Decline(), ew.PlaceFigure("chief", "nowhere"), ew.PlaceCamp(), None, "hunt"])
def test_illegal_action(action):
    """Nothing but the listed actions is accepted."""
    state = ready(ew.new_game(seed=1))
    with pytest.raises(IllegalActionError):
        ew.apply(state, action)
