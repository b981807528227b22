"""`make_state`: positions from the parts that matter, everything else by default."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from inspect import signature
from random import Random
from typing import Any

import pytest
from attrs import evolve, fields, fields_dict

from cairn_rules import CairnRulesError, UnsoundStateError
from cairn_rules import endless_winter as ew
from cairn_rules.chance import Chance
from cairn_rules.endless_winter import (
    Hex,
    Megalith,
    Player,
    PlayerParts,
    Spot,
    State,
    Table,
    ThisTurn,
    Variant,
    make_state,
)
from cairn_rules.endless_winter.effects import Benefit, Both, parse_effect
from cairn_rules.endless_winter.state import agenda as on
from cairn_rules.endless_winter.state.hexes import HEXES
from support.endless_winter.games import VARIANTS, games, random_states
from support.endless_winter.packs import random_pack
from support.endless_winter.positions import play

SITE = (Hex(1, -1), Hex(2, -1), Hex(1, 0))


def faults_of(make: Callable[[], State]) -> list[str]:
    with pytest.raises(UnsoundStateError) as caught:
        make()
    return [str(fault) for fault in caught.value.faults]


# 1. What is not given


def test_the_plain_start() -> None:
    state = make_state()
    ew.check_state(state)
    assert (state.seats, state.phase, state.round, state.turn, state.active) == (2, "action", 1, 0, 0)
    assert state.pending == on.Figure()  # the hand is empty, so no Culture card can be played
    assert make_state() == state
    for player in state.players:
        assert (player.food, player.tools, player.points, player.hand, len(player.deck)) == (0, 0, 0, (), 9)
    assert state.table.piles == (12,) * 5
    assert state.table.row == tuple(f"C10{number}" for number in range(1, 9))
    assert [len(pool) for pool in state.table.pools] == [2, 2, 2, 2]
    assert len(state.table.animals) == 3


def test_the_example_of_a_turn() -> None:
    """A hand and a choice: the supply has what nobody holds."""
    state = make_state(players=({"hand": ("C104", "hunter"), "discard": ["brave"]}, {}))
    assert state.players[0].hand == ("hunter", "C104")
    assert state.pending == on.Culture()
    assert state.table.piles == (12, 11, 12, 12, 12)
    assert "C104" not in (*state.table.row, *state.table.culture_decks[0])
    assert len(state.players[0].deck) == 8
    after = play(state, ew.PlayCulture("C104"), ew.Gain("draw"))
    assert after.players[0].hand == ("hunter", "tribesman")


@pytest.mark.parametrize(
    ("parts", "right"),
    [
        ({"players": ({},)}, {"seats": 1}),
        ({"players": ({}, {}, {}, {}), "active": 2}, {"turn": 2, "active": 2}),
        ({"players": ({}, {}, {}), "round": 3, "order": (2, 0, 1)}, {"turn": 18, "active": 2}),
        ({"turn": 3}, {"active": 1, "round": 1}),
        ({"players": ({},), "order": (1, 0)}, {"turn": 1, "active": 0}),
        ({"phase": "over"}, {"round": 4, "turn": 24, "agenda": ()}),
        ({"phase": "over", "players": ({},)}, {"round": 4, "turn": 24}),
        ({"chance": Chance(7)}, {"chance": Chance(7)}),
        ({"variant": Variant(rest_tips=True)}, {"variant": Variant(rest_tips=True)}),
        ({"variant": Variant(draft="chief")}, {"phase": "action"}),
    ],
)
def test_the_course_of_the_game(parts: dict[str, Any], right: dict[str, Any]) -> None:
    state = make_state(**parts)
    ew.check_state(state)
    assert {name: getattr(state, name) for name in right} == right


@pytest.mark.parametrize("turn", range(8))
def test_figures_are_placed_by_the_number_of_turns(turn: int) -> None:
    state = make_state(players=({}, {}, {}), turn=turn)
    placed = [2 - player.figures + (not player.chief_ready) for player in state.players]
    assert placed == [(turn + 2) // 3, (turn + 1) // 3, turn // 3]
    assert sum(state.table.bottoms) == min(1, turn)


@pytest.mark.parametrize(
    ("turn", "player", "right"),
    [
        (ThisTurn(column="hunt", labor=3), {}, (True, 1, False, 0)),
        (ThisTurn(column="hunt", is_chief=True), {}, (False, 2, False, 0)),
        (ThisTurn(column="rest"), {}, (True, 1, False, 1)),
        (ThisTurn(column="rest"), {"chief_rests": True}, (False, 2, True, 1)),
        (ThisTurn(column="hunt"), {"figures": 2}, (False, 2, False, 0)),
        (ThisTurn(column="hunt"), {"chief_ready": False}, (False, 2, False, 0)),
    ],
)
def test_the_figure_of_a_turn(turn: ThisTurn, player: Any, right: tuple[bool, int, bool, int]) -> None:
    state = make_state(players=(player, {}), this_turn=turn)
    ew.check_state(state)
    one = state.players[0]
    assert (one.chief_ready, one.figures, one.chief_rests, one.resting) == right
    assert state.pending == (Benefit("draw") if turn.column == "rest" else on.Top())
    assert state.table.bottoms == (False, False, False, turn.column == "hunt")


def test_resting_asks_as_the_variant_says() -> None:
    state = make_state(
        players=({"animals": ("argentavis",)}, {}), this_turn=ThisTurn(column="rest"), variant=Variant(rest_tips=True)
    )
    assert state.pending == Both((Benefit("draw"), Benefit("tip")))


def test_an_eclipse_begins_with_the_part_of_the_active_player() -> None:
    state = make_state(phase="eclipse", order=(1, 0), active=1, players=({}, {"ritual": ("shaman", "C101")}))
    ew.check_state(state)
    assert state.active == 1
    assert state.agenda[0] == on.EclipseTurn(1)
    last = make_state(phase="eclipse", active=1)
    assert (last.active, on.EclipseTurn(1) in last.agenda) == (1, False)


def test_an_agenda_is_settled() -> None:
    """Whatever needs no decision is done, as in a game."""
    turn = (on.EndTurn(), on.Figure(), on.Culture(1), parse_effect("food(3)"))
    assert make_state(agenda=turn).players[0].food == 3
    effect = parse_effect("megalith(1)")
    state = make_state(agenda=[on.EndTurn(), on.Figure(), on.Culture(1), effect])
    assert state.pending == effect


def test_pieces_leave_the_supply() -> None:
    lies = (Megalith(Spot(2, 0, 1), None), Megalith(Spot(4, 0, 1), None), Megalith(Spot(0, 0, 1), 1))
    state = make_state(
        players=({"villages": (SITE[::-1],), "camps": (Hex(0, 1), Hex(0, 0))}, {"stones": ("SS05",)}),
        megaliths=lies,
        animals=("argentavis",),
    )
    ew.check_state(state)
    one, other = state.players
    assert (one.villages, one.villages_left, one.camps, one.camps_left) == ((SITE,), 2, (Hex(0, 0), Hex(0, 1)), 3)
    assert (one.neutrals, one.megaliths, other.neutrals, other.megaliths) == (2, 8, 0, 7)
    assert state.table.pools[0] == ("SS01",)
    assert state.table.animals == ("argentavis",)
    mine = make_state(players=({"neutrals": 1}, {"neutrals": 1}), megaliths=lies[:2])
    assert [player.neutrals for player in mine.players] == [1, 1]


def test_levels_of_the_honor_track() -> None:
    state = make_state(players=({}, {}, {}), honor={4: (2,), 5: [0]})
    assert state.table.honor == ((1,), (), (), (), (2,), (0,), (), (), (), (), ())


def test_a_short_row_leaves_slots_empty() -> None:
    state = make_state(row=("C201",))
    assert state.table.row == ("C201", *[None] * 7)
    assert len(state.table.culture_decks[0]) == 20
    assert "C201" not in state.table.culture_decks[1]


def test_chief_and_setup_cards_are_different() -> None:
    state = make_state(players=({}, {"chief": "CH1", "setup": "SU2"}, {}))
    chiefs, setups = ([getattr(player, name) for player in state.players] for name in ("chief", "setup"))
    assert (len({*chiefs}), chiefs[1], len({*setups}), setups[1]) == (3, "CH1", 3, "SU2")


@pytest.mark.parametrize("players", range(1, 5))
def test_the_map_is_that_of_the_rules(players: int) -> None:
    """Land around the Base, Glaciers outside (rule 4.2)."""
    state = make_state(players=({},) * players)
    terrain = dict(zip(HEXES, state.table.terrain, strict=True))
    assert terrain[Hex(0, 0)] == "base"
    assert "glacier" not in {terrain[tile] for tile in HEXES if max(map(abs, (tile.q, tile.r, tile.q + tile.r))) < 2}


# 2. What is wrong


@pytest.mark.parametrize(
    ("parts", "faults"),
    [
        ({"players": ({"hnd": ()}, {})}, ["players[0]: 'hnd' is not an attribute of a player; did you mean 'hand'?"]),
        ({"players": ({"hand": "hunter"}, {})}, ["players[0].hand: 'hunter' is not a tuple"]),
        ({"players": ({"food": True}, {"tools": "x"})}, ["players[0].food: True is not", "players[1].tools: 'x'"]),
        ({"players": ({"hand": ("huter",)}, {})}, ["players[0].hand: 'huter' is not the id of a card of the pack"]),
        ({"players": ({"hand": ("hunter",) * 13}, {})}, ["table.piles: 13 cards of hunter in all zones together"]),
        ({"players": ({"food": 9}, {})}, ["players[0].food: 9 is beyond 6, the last space"]),
        ({"players": ({"camps": ((9, 9),)}, {})}, ["players[0].camps: '(9, 9)' is not a tile such as '1,-2'"]),
        ({"players": 3}, ["players: 3 is not a tuple with a mapping for each player"]),
        ({"players": ({}, 5)}, ["players: ({}, 5) is not a tuple with a mapping for each player"]),
        ({"players": ()}, ["players: 0 players; Endless Winter is for 1 to 4"]),
        ({"players": ({},) * 5}, ["players: 5 players; Endless Winter is for 1 to 4"]),
        ({"players": ({"villages": (SITE, SITE), "camps": (Hex(0, 0),) * 9}, {})}, ["players[0].camps: 9 on the map"]),
        ({"honor": {11: (0,)}}, ["honor: 11 is not a level (0 to 10)"]),
        ({"honor": {"x": (0,)}}, ["honor: {'x': (0,)} is not a mapping from levels to tuples of seat numbers"]),
        ({"honor": {3: 0}}, ["honor: {3: 0} is not a mapping"]),
        ({"honor": (0, 1)}, ["honor: (0, 1) is not a mapping"]),
        ({"honor": {3: (7,)}}, ["table.honor: should have each seat from 0 to 1 once"]),
        ({"phase": "nite"}, ["phase: 'nite' is not 'setup' or 'action' or 'eclipse' or 'over'"]),
        ({"phase": "setup"}, ["agenda: should be empty if and only if the game is over"]),
        ({"round": 9}, ["round: 9 is not a round (1 to 4)"]),
        ({"order": (0, 0)}, ["order: should have each seat from 0 to 1 once"]),
        ({"order": ()}, ["order: should have each seat from 0 to 1 once"]),
        ({"active": 5}, ["active: seat 5 does not exist (0 to 1)"]),
        ({"content": 4, "variant": 5}, ["content: 4 is not a Pack", "variant: 5 is not a Variant"]),
        ({"agenda": (on.Top(),)}, ["agenda[0]: Top cannot be here in this phase"]),
        ({"agenda": (on.EndTurn(), 7)}, ["agenda: "]),
        ({"megaliths": (Megalith(Spot(1, 0, 1), 0),)}, ["table.megaliths"]),
    ],
)  # fmt: skip
def test_impossible_positions_are_refused(parts: dict[str, Any], faults: list[str]) -> None:
    """The error quotes what is wrong and says what would be right."""
    found = faults_of(lambda: make_state(**parts))
    for fault in faults:
        assert any(each.startswith(fault) for each in found), found


# 3. Played positions


def parts_of(state: State) -> dict[str, Any]:
    """Every part of a state, as arguments."""
    table = {each.name: getattr(state.table, each.name) for each in fields(Table)}
    table["honor"] = dict(enumerate(table["honor"]))
    whole = {each.name: getattr(state, each.name) for each in fields(State) if each.name not in {"pack", "table"}}
    players = tuple({each.name: getattr(player, each.name) for each in fields(Player)} for player in state.players)
    return {**whole, **table, "players": players, "content": state.pack}


def some(states: Iterator[State], step: int) -> Iterator[State]:
    for number, state in enumerate(states):
        if number % step == 0:
            yield state


@pytest.mark.slow
@pytest.mark.untraced
def test_played_positions_round_trip() -> None:
    """From all their parts, and from those that the others do not determine."""
    for state in some(games(5), 23):
        parts = parts_of(state)
        assert make_state(**parts) == state
        assert ew.legal_actions(make_state(**parts)) == ew.legal_actions(state)
        for player in parts["players"]:
            for name in ("camps_left", "villages_left", "megaliths"):
                del player[name]
        for name in ("piles", "active"):
            del parts[name]
        if state.phase != "setup":
            parts["players"] = [{**each, "hand": each["hand"][::-1]} for each in parts["players"]]
            assert make_state(**parts) == state


@pytest.mark.parametrize("seed", range(4))
def test_other_packs_and_variants_have_a_plain_start(seed: int) -> None:
    pack = random_pack(Random(seed))
    with suppress(UnsoundStateError):  # a Setup card may demand a burial
        state = make_state(players=({},) * (1 + seed % 4), content=pack, variant=VARIANTS[seed])
        ew.check_state(state)
    for variant in VARIANTS:
        ew.check_state(make_state(variant=variant))


VALUES = (
    None,
    -1,
    0,
    99,
    True,
    "x",
    "hunter",
    (),
    (1,),
    ("x",),
    ("C101", "C101"),
    [[]],
    1.5,
    object(),
    {1: 2},
    on.Top(),
)


@pytest.mark.slow
@pytest.mark.untraced
@pytest.mark.parametrize("seed", range(4))
def test_a_broken_part_is_refused_or_harmless(seed: int) -> None:
    """Whatever is wrong, the error is one of the library."""
    rng = Random(seed)
    parts = parts_of(rng.choice([*random_states(seed, players=1 + seed)]))
    first, *others = parts["players"]
    for broken in (
        *({**parts, name: rng.choice(VALUES)} for name in parts),
        *({**parts, "players": ({**first, name: rng.choice(VALUES)}, *others)} for name in first),
        *({name: value for name, value in parts.items() if name != lacking} for lacking in parts),
    ):
        with suppress(CairnRulesError):
            ew.legal_actions(make_state(**broken))
    assert evolve(make_state(**parts)) == make_state(**parts)


def test_every_attribute_can_be_given() -> None:
    attributes = {*fields_dict(State), *fields_dict(Table), "content"} - {"pack", "table"}
    assert signature(make_state).parameters.keys() == attributes
    assert PlayerParts.__annotations__.keys() == fields_dict(Player).keys()
