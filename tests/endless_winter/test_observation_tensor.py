"""The observation tensor of Endless Winter, section by section, and for other packs."""

from __future__ import annotations

from itertools import chain
from random import Random

import pytest
from attrs import evolve

from cairn_rules import DefinitionError
from cairn_rules import endless_winter as ew
from cairn_rules.encoding import Encoder, EncodingError, Section
from cairn_rules.endless_winter import Hex, Player, Rival, State, ThisTurn, Variant, make_state
from cairn_rules.endless_winter.effects import KINDS, Benefit, parse_effect
from cairn_rules.endless_winter.learning import observation_tensor
from cairn_rules.endless_winter.learning.observation_tensor import FRAMES, SEAT_SECTIONS, SECTIONS, tensor
from cairn_rules.endless_winter.state.agenda import (
    AfterAbility,
    BoardBenefits,
    Culture,
    EclipseTurn,
    EndTurn,
    Middle,
    Ritual,
    Tiles,
    Top,
    Tribe,
)
from cairn_rules.endless_winter.state.hexes import HEXES, JUNCTURES
from cairn_rules.endless_winter.state.megaliths import Megalith, Spot
from cairn_rules.game import with_options
from support.endless_winter.games import games
from support.endless_winter.packs import random_pack

PACK = ew.default_pack()
CARDS = list(PACK.order)
CULTURE = list(PACK.culture_cards)
SPECIES = list(PACK.species)
STONES = list(PACK.stone)
SITE = (Hex(1, -1), Hex(2, -1), Hex(1, 0))
SHORT = {
    "seats",
    "Culture cards",
    "parts",
    "price",
    "rival",
    "deck of the rival",
    "card of the rival",
    "Culture of the rival",
}
"""Sections that may have fewer entries than places; the rest are 0."""


def entries(state: State, seat: int) -> bytes:
    found = tensor(ew.observe(state, seat), seat)
    assert len(found) == 3966
    return found


def section(found: bytes, name: str, sections: tuple[Section, ...] = SECTIONS) -> list[int]:
    here = next(each for each in sections if each.name == name)
    return list(found[here.first : here.stop])


def seat(found: bytes, place: int, name: str) -> list[int]:
    return section(found[441 * place : 441 * (place + 1)], name, SEAT_SECTIONS)


def counts(order: list, *values) -> list[int]:
    """The number of each of them in an order."""
    assert {*values} <= {*order}
    return [values.count(each) for each in order]


def test_two_players_before_the_first_turn() -> None:
    """Cyan decides. Seats are counted from the observer, and two of the four are empty."""
    state = ew.new_game(seed=20)
    for number in (0, 1):
        found = entries(state, number)
        for place in (0, 1):
            player: Player = state.players[(number + place) % 2]
            assert seat(found, place, "taken") == [1]
            assert seat(found, place, "Chief") == counts(list(PACK.chief), player.chief)
            assert seat(found, place, "side") == [0]
            assert seat(found, place, "Setup card") == counts(list(PACK.setup_card), player.setup)
            assert seat(found, place, "goods") == [player.food, player.tools]
            assert seat(found, place, "Camps") == counts(list(HEXES), *player.camps)
            assert seat(found, place, "sizes") == [len(player.deck), 5, 0, len(player.buried)]
            assert seat(found, place, "figures") == [1, 2, 0, 0]
            assert seat(found, place, "position") == [
                int(state.order.index((number + place) % 2) == n) for n in range(4)
            ]
            assert seat(found, place, "decides") == [int((number + place) % 2 == 0)]
            is_own = place == 0
            assert seat(found, place, "seen") == [is_own, is_own]
            assert seat(found, place, "hand") == counts(CARDS, *(player.hand if is_own else ()))
            unseen = player.deck if is_own else (*player.deck, *player.hand, *player.buried)
            assert seat(found, place, "face down") == counts(CARDS, *unseen)
        assert not any(found[441 * 2 : 441 * 4])
        assert section(found, "piles") == list(state.table.piles)
        assert section(found, "Culture row") == [int(card == each) for card in state.table.row for each in CULTURE]
        assert section(found, "Culture decks") == counts(CULTURE, *chain(*state.table.culture_decks))
        assert section(found, "display") == counts(SPECIES, *state.table.animals)
        assert section(found, "Animal deck") == counts(SPECIES, *state.table.animal_deck)
        assert section(found, "terrain") == [int(id == each) for id in state.table.terrain for each in PACK.tiles]
        assert section(found, "pools") == [int(each in pool) for pool in state.table.pools for each in STONES]
        assert section(found, "pattern") == [1, 0, 0, 0]
        assert section(found, "round") + section(found, "turns") == [1, 0]
        assert section(found, "phase") == [0, 1, 0, 0]
        assert section(found, "decision") == [int(kind is Culture) for kind in FRAMES]
        assert section(found, "agenda") == [int(kind.__name__ in ("EndTurn", "Figure")) for kind in FRAMES]
        assert section(found, "Culture cards") == [0]
        assert section(found, "options") == [0, 0, 0, 0, 1, 0, 1, 0]
        for empty in ("returned", "tokens", "Megaliths", "bottoms", "place", "gained", "waiting", "parts", "rival"):
            assert not any(section(found, empty)), empty


def test_a_turn_of_hunting() -> None:
    """Cyan hunts with two Labor left and a card just gained."""
    turn = ThisTurn(
        column="hunt",
        is_chief=True,
        labor=2,
        gained=("crafter",),
    )
    state = make_state(
        players=(
            {
                "hand": ("crafter", "hunter", "C101"),
                "played": ("hunter",),
                "discard": ("brave",),
                "food": 3,
                "tools": 2,
                "camps": (Hex(0, 0), Hex(1, 0), Hex(1, 0)),
                "villages": (),
                "animals": ("glyptodon",),
                "tipped": ("woolly_rhino", "woolly_rhino"),
                "offering": 4,
                "points": 6,
                "chief_ready": False,
            },
            {"villages": (SITE,), "stones": (STONES[3],), "buried": ("brave",), "buried_openly": ("elder", "hunter")},
            {},
        ),
        animals=("argentavis", "glyptodon", "argentavis"),
        bottoms=(False, False, False, True),
        honor={2: (1, 0), 5: (2,)},
        this_turn=turn,
        agenda=(EndTurn(), Middle(), Top()),
    )
    cyan, red, orange = (entries(state, number) for number in range(3))
    for found, place in ((cyan, 0), (red, 2), (orange, 1)):
        assert seat(found, place, "goods") == [3, 2]
        assert seat(found, place, "Camps") == counts(list(HEXES), Hex(0, 0), Hex(1, 0), Hex(1, 0))
        assert seat(found, place, "Animals") == counts(SPECIES, "glyptodon")
        assert seat(found, place, "tipped") == counts(SPECIES, "woolly_rhino", "woolly_rhino")
        assert seat(found, place, "played") == counts(CARDS, "hunter")
        assert seat(found, place, "discard") == counts(CARDS, "brave")
        assert seat(found, place, "Idols") == [4, 2, 1]
        assert seat(found, place, "points") == [6]
        assert seat(found, place, "decides") == [1]
    for found, place in ((cyan, 1), (red, 0), (orange, 2)):
        assert seat(found, place, "Villages") == counts(list(JUNCTURES), SITE)
        assert seat(found, place, "supply") == [4, 2, 2, 8]
        assert seat(found, place, "Sacred Stones") == counts(STONES, STONES[3])
        assert seat(found, place, "buried openly") == counts(CARDS, "elder", "hunter")
        assert seat(found, place, "buried") == counts(CARDS, *(("brave",) if place == 0 else ()))
        assert seat(found, place, "sizes")[3] == 1
        assert seat(found, place, "Idols") == [0, 2, 0]
    assert seat(cyan, 0, "hand") == counts(CARDS, "crafter", "hunter", "C101")
    assert seat(red, 2, "hand") == seat(orange, 1, "hand") == [0] * 48
    assert seat(cyan, 2, "Idols") == [0, 5, 0]
    assert cyan[441 * 4 :] == red[441 * 4 :] == orange[441 * 4 :]
    assert section(cyan, "display") == counts(SPECIES, "argentavis", "glyptodon", "argentavis")
    assert section(cyan, "oldest") == [{"argentavis": 1, "glyptodon": 2}.get(each, 0) for each in SPECIES]
    assert section(cyan, "bottoms") == [0, 0, 0, 1]
    assert section(cyan, "place") == [0, 0, 0, 1, 0]
    assert section(cyan, "this turn") == [1, 2, 0, 0]
    assert section(cyan, "gained") == counts(CARDS, "crafter")
    assert section(cyan, "decision") == [int(kind is Top) for kind in FRAMES]


@pytest.mark.parametrize(
    ("effect", "parts", "price", "free"),
    [
        ("draw(2)", [{"draw": 2}], [0, 0], 0),
        ("draw(2)|tool(1)", [{"draw": 2}, {"tool": 1}], [0, 0], 0),
        ("food(1)|tool(1)+idol(3)", [{"food": 1, "tool": 1}, {"idol": 3}], [0, 0], 0),
        ("pay food(2)+tool(1) -> draw(1)+idol(1)", [{"draw": 1, "idol": 1}], [2, 1], 0),
        ("village(free_food)", [{"village": 1}], [0, 0], 1),
        (
            "food(1)|tool(1)|idol(1)|draw(1)|megalith(1)",
            [{"food": 1}, {"tool": 1}, {"idol": 1}, {"draw": 1}],
            [0, 0],
            0,
        ),
    ],
)
def test_pending_effects(effect: str, parts: list[dict[str, int]], price: list[int], free: int) -> None:
    """The units of each part, what they cost, and those of what comes later."""
    pending, later = parse_effect(effect), parse_effect("tool(2)+idol(1) then pay food(1) -> tool(1) if hunt")
    seen = evolve(ew.observe(make_state(), 1), agenda=(EndTurn(), later, pending))
    found = tensor(seen, 1)
    rows = [[part.get(kind, 0) for kind in KINDS] for part in parts]
    assert section(found, "parts") == [*chain(*rows), *[0] * (21 * (4 - len(parts)))]
    assert section(found, "price") == price
    assert section(found, "free Village") == [free]
    assert section(found, "decision") == [int(kind is type(pending)) for kind in FRAMES]
    assert section(found, "agenda") == [int(kind in (EndTurn, type(later))) for kind in FRAMES]
    assert section(found, "benefits to come") == [{"tool": 3, "idol": 1}.get(kind, 0) for kind in KINDS]


def test_the_megalith_board() -> None:
    """Two neutral Megaliths carry one of Cyan's; Red has one on the ground."""
    placed = (
        Megalith(Spot(0, 0, 1), None),
        Megalith(Spot(2, 0, 1), None),
        Megalith(Spot(1, 0, 2), 0),
        Megalith(Spot(4, 0, 1), 1),
    )
    state = make_state()
    plane = 9 * 23
    for observer in (0, 1):
        seen = ew.observe(state, observer)
        found = tensor(evolve(seen, table=evolve(seen.table, megaliths=placed)), observer)
        board = section(found, "Megaliths")
        there = {number: level for number, level in enumerate(board) if level}
        assert there == {plane * observer + 1: 2, plane * (1 - observer) + 4: 1, plane * 4: 1, plane * 4 + 2: 1}
        assert seat(found, observer, "levels") == [0, 1, 0, 0]
        assert seat(found, 1 - observer, "levels") == [1, 0, 0, 0]


def test_arrows_point_to_spaces() -> None:
    """A Megalith on a space with arrows: one more on one of the spaces that they point to (rule 9.3)."""
    spots = {spot for state in arrow_states() for spot in state.pending.spots}
    assert len(spots) > 2
    for state in arrow_states():
        found = entries(state, 1 - state.active)
        expected = {spot.y // 2 * 12 + spot.x // 2 for spot in state.pending.spots}
        assert {number for number, one in enumerate(section(found, "arrows")) if one} == expected


def arrow_states() -> list[State]:
    rng, found = Random(1), []
    for seed in range(12):
        state = ew.new_game(seed=seed)
        while legal := ew.legal_actions(state):
            if type(state.pending).__name__ == "Arrows":
                found.append(state)
            state = ew.apply(state, rng.choice(legal))
    return found


def test_the_ritual_pile_is_the_secret_of_its_owner() -> None:
    """What comes next depends on the last card (rule 6.1); the others see a number of cards only."""
    last = PACK.order["hunter"]
    state = make_state(
        players=(
            {
                "hand": ("hunter", "C101"),
                "ritual": ("hunter",),
                "figures": 0,
                "chief_ready": False,
                "resting": 3,
                "chief_rests": True,
            },
            {},
        ),
        turn=4,
        active=0,
        agenda=(Ritual(last),),
    )
    cyan, red = entries(state, 0), entries(state, 1)
    assert section(cyan, "next for the Ritual pile") == [last] == [1]
    assert section(red, "next for the Ritual pile") == [0]
    assert seat(cyan, 0, "Ritual pile") == counts(CARDS, "hunter")
    assert seat(red, 1, "Ritual pile") == [0] * 48
    assert seat(red, 1, "sizes")[1:3] == [2, 1]
    assert seat(red, 1, "figures") == [0, 0, 1, 3]


def test_abilities_in_the_eclipse() -> None:
    """Ritual piles are open; a card whose ability is used stays in its pile until after it."""
    state = make_state(
        players=({"ritual": ("hunter", "elder")}, {"ritual": ("brave",)}),
        phase="eclipse",
        agenda=(EclipseTurn(1), BoardBenefits(), Tiles(), Tribe(), AfterAbility("elder"), Benefit("draw")),
        turn=6,
        active=0,
    )
    found = entries(state, 1)
    assert section(found, "phase") == [0, 0, 1, 0]
    assert seat(found, 1, "Ritual pile") == counts(CARDS, "hunter", "elder")
    assert seat(found, 1, "seen") == [0, 1]
    assert section(found, "ability") == counts(CARDS[:8], "elder")
    assert section(found, "benefits to come") == [0] * 21


def test_tiles_in_the_eclipse() -> None:
    camps = {"camps": (Hex(1, 0), Hex(0, 1)), "camps_left": 3}
    state = make_state(
        players=(camps, {}),
        phase="eclipse",
        agenda=(EclipseTurn(1), BoardBenefits(), Tiles((Hex(1, 0),))),
        turn=6,
        active=0,
    )
    found = entries(state, 1)
    assert section(found, "tiles taken") == counts(list(HEXES), Hex(1, 0))
    assert section(found, "decision") == [int(kind is Tiles) for kind in FRAMES]


def test_effects_that_wait_for_a_column() -> None:
    waiting = (("migrate", parse_effect("camp(1) then move(2)")), ("hunt", parse_effect("labor(3)")))
    seen = evolve(ew.observe(make_state(), 1), this_turn=ThisTurn(waiting=waiting))
    rows = ({}, {}, {"camp": 1, "move": 2}, {"labor": 3})
    assert section(tensor(seen, 1), "waiting") == [row.get(kind, 0) for row in rows for kind in KINDS]


def test_tribe_cards_bought_in_a_turn() -> None:
    state = make_state(
        players=({"hand": ("crafter",), "chief_ready": False}, {}),
        this_turn=ThisTurn(column="initiate", is_chief=True, bought=("crafter",), gained=("crafter",)),
        agenda=(EndTurn(), Middle(), Top()),
    )
    assert section(entries(state, 1), "bought") == counts(CARDS[:8], "crafter")


def test_large_numbers_become_255() -> None:
    seen = evolve(ew.observe(make_state(), 0), turn=300)
    assert section(tensor(seen, 0), "turns") == [255]


def test_the_rival_is_the_next_seat() -> None:
    state = make_state(
        players=({},), rival=Rival(deck=tuple(card.id for card in PACK.rival), culture=("C105",), idols=3)
    )
    found = entries(state, 0)
    assert seat(found, 1, "taken") == [1]
    assert seat(found, 1, "Chief") == [0] * 5
    assert section(found, "rival") == [1, 3]
    assert section(found, "deck of the rival") == [1] * 20
    assert section(found, "card of the rival") == [0] * 20
    assert section(found, "Culture of the rival") == counts(CULTURE, "C105")
    for state in games(1):
        rival = state.rival
        found = entries(state, 0)
        ids = [card.id for card in PACK.rival]
        assert section(found, "deck of the rival") == counts(ids, *rival.deck)
        assert section(found, "card of the rival") == counts(ids, *rival.used[-1:])


def test_options_and_a_draft() -> None:
    variant = Variant(
        draft="chief", chief_side="choice", second_culture_card="discard", middle_repeatable=False, rest_tips=True
    )
    state = ew.new_game(seed=2, players=3, variant=variant)
    found = entries(state, 0)
    assert section(found, "options") == [0, 1, 1, 1, 0, 1, 1, 0]
    assert section(found, "Chiefs") == counts(list(PACK.chief), *state.table.chiefs)
    assert section(found, "phase") == [1, 0, 0, 0]
    solo = ew.new_game(seed=2, players=1, variant=Variant(draft="setup", wild_overflow=False, rival_level=2))
    found = entries(solo, 0)
    assert section(found, "options") == [1, 0, 0, 0, 1, 0, 0, 2]
    assert section(found, "Setup cards") == counts(list(PACK.setup_card), *solo.table.setups)


def test_the_end_of_a_game() -> None:
    """Nobody decides, and all cards of the players are open."""
    *_, state = games(2)
    assert ew.current_player(state) is None
    found = entries(state, 0)
    assert [seat(found, place, "decides") for place in (0, 1)] == [[0], [0]]
    assert seat(found, 1, "seen") == [1, 1]
    assert section(found, "phase") == [0, 0, 0, 1]
    assert not any(section(found, "decision"))


@pytest.mark.slow
@pytest.mark.untraced
def test_what_a_seat_cannot_tell_apart_is_encoded_alike() -> None:
    """For one to four players, in every variant: a state drawn from an observation has the same tensor."""
    rng, differed, number = Random(3), 0, 0
    for number, state in enumerate(games(5)):
        if number % 5:
            continue
        for observer in range(state.seats):
            sampled = ew.sample_hidden(ew.observe(state, observer), rng)
            assert entries(sampled, observer) == entries(state, observer)
            differed += sampled != state
    assert differed > number // 10


@pytest.mark.untraced
@pytest.mark.parametrize("seed", range(6))
def test_every_section_has_room_for_its_entries(seed: int) -> None:
    """With any pack, for one to four players; the encoder knows the size."""
    rng = Random(seed)
    pack = random_pack(rng)
    encoder = Encoder(with_options(ew, content=pack, players=1 + seed % 4))
    table = observation_tensor._table(pack)
    assert encoder.shape == (table.sections[-1].stop,)
    for state in list(games(1, content=pack, players=1 + seed % 4))[seed % 3 :: 3]:
        observer = rng.randrange(state.seats)
        view = observation_tensor._View(ew.observe(state, observer), observer)
        for part, values in zip(table.sections, table.rows.values(), strict=True):
            length, room = len([*values(view)]), part.stop - part.first
            assert length == room or (part.name in SHORT and length < room), part.name
        assert encoder.tensor(state, observer) == table.encode(view)


def test_another_pack_is_refused() -> None:
    state = ew.new_game(seed=1, content=random_pack(Random(4)))
    message = (
        r"^the tensor of this game encodes the pack '\w+' \(\w{12}\), not 'random\d+' \(\w{12}\); encode a game that"
    )
    with pytest.raises(EncodingError, match=message):
        entries(state, 0)
    with pytest.raises(EncodingError, match=message):
        Encoder(ew).tensor(state, 0)


@pytest.mark.parametrize(("player", "observer"), [(0, 1), (1, 0), (0, 2), (0, -1), (0, None), (None, None), (None, 0)])
def test_only_the_seat_of_an_observation_observes(player: int | None, observer) -> None:
    seen = ew.observe(ew.new_game(seed=1), player)
    with pytest.raises(DefinitionError, match=f"^{observer} is not the seat of this observation, which is {player}$"):
        tensor(seen, observer)
