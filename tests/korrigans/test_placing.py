"""Set-up and placing (rules page, section 2)."""

from __future__ import annotations

from collections import Counter

import pytest
from attrs import evolve

from cairn_rules import SetupError, korrigans
from cairn_rules.korrigans import (
    ChooseLink,
    ChooseOpponent,
    ChooseSun,
    Clover,
    Menhir,
    PlaceKorrigan,
    TakeClover,
    Variant,
    default_board,
    new_game,
)
from cairn_rules.korrigans.events import Taken
from support.tables import code, play, seat, table, texts


@pytest.mark.parametrize(("players", "more"), [(2, 0), (3, 0), (4, 1), (5, 1)])
def test_every_token_lies_in_a_field(players, more):
    """Fields hold what is printed, with four or five players one more; all Menhirs lie there (rules 2.1, 2.2)."""
    state = new_game(seed=3, players=players)
    board = default_board()
    assert [len(pile) for pile in state.clovers] == [field.clovers + more for field in board.fields]
    dealt = Counter(clover for pile in state.clovers for clover in pile)
    assert dealt == Counter((*board.base_clovers, *(board.extra_clovers if more else ())))
    assert Counter(menhir for menhir in state.menhirs if menhir is not None) == Counter(board.menhirs)
    assert state.menhir_in("V") is None
    assert len(state.clovers_in("V")) == 4 + more
    assert Counter(state.bag).most_common() == [(pawn, 2) for pawn in Counter(state.bag)]
    assert len(state.bag) == 14


def test_the_seed_is_all_there_is_to_a_game():
    """The same arguments give the same game, others another one."""
    assert new_game(seed=1) == new_game(seed=1)
    assert hash(new_game(seed=1)) == hash(new_game(seed=1))
    assert new_game(seed=1) != new_game(seed=2)
    assert new_game() != new_game()


def test_distributions_can_be_changed():
    """Other Menhirs on the same map (rule 11.6)."""
    board = evolve(default_board(), menhirs={Menhir.GOLD4: 16})
    assert set(new_game(seed=1, board=board).menhirs) == {Menhir.GOLD4, None}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"players": 1}, "2 to 5 players, not 1"),
        ({"players": 6}, "2 to 5 players, not 6"),
        ({"players": True}, "2 to 5 players, not True"),
        ({"players": "2"}, "2 to 5 players, not '2'"),
        ({"seed": "x"}, "seed should be int or None, not 'x'"),
        ({"seed": True}, "seed should be int or None, not True"),
        ({"board": "map.toml"}, "board should be Board or None, not 'map.toml'"),
        ({"variant": {}}, "variant should be Variant or None, not {}"),
    ],
)
def test_a_game_that_cannot_be_set_up(arguments, message):
    """What is wrong is quoted, with what would be right."""
    with pytest.raises(SetupError) as caught:
        new_game(**arguments)
    assert message in str(caught.value)


def test_two_passes_in_turn_order():
    """Each in the numbered fields, the second pass in the other one and not reversed; two tokens each (rule 2.5)."""
    state = new_game(seed=5, players=3)
    asked = []
    while isinstance(state.pending, PlaceKorrigan | TakeClover):
        if isinstance(state.pending, PlaceKorrigan):
            asked.append((state.pending.seat, texts(state)))
        state = korrigans.apply(state, korrigans.legal_actions(state)[-1])
    assert asked == [
        (0, ["@A", "@G"]),
        (1, ["@D", "@J"]),
        (2, ["@B", "@H"]),
        (0, ["@A"]),
        (1, ["@D"]),
        (2, ["@B"]),
    ]
    assert [len(each.hidden) for each in state.seats] == [2, 2, 2]
    assert isinstance(state.pending, ChooseSun)
    assert (state.round, state.turn, state.pending.seat) == (1, 6, 0)


def test_placing_elsewhere_has_a_reason():
    """Only the own start fields, and in the second pass the other one (rule 2.5)."""
    state = table(seat(), seat(), fields="A: g1 g1, D: g1 g1")
    assert code(state, "@B") == "place/not-your-start 2.5"
    assert korrigans.why_illegal(state, korrigans.Place("Z")).code == "place/no-field"
    assert code(state, "pass") == "decision/place 2.5"
    second = play(state, "@A", "+g1", "@D", "+g1")
    assert code(second, "@A") == "place/other-start 2.5"
    assert code(second, "@D") == "place/not-your-start 2.5"


ADVANCED = {"side": "advanced"}


def test_advanced_placing_is_free():
    """Any field, the village, an occupied one and one's own included (rule 2.6)."""
    state = new_game(seed=5, variant=Variant(**ADVANCED))
    everywhere = [f"@{field.id}" for field in default_board().fields]
    assert texts(state) == everywhere
    after = play(state, "@V")
    after = korrigans.apply(after, korrigans.legal_actions(after)[0])
    assert texts(after) == everywhere


def test_a_token_is_taken_while_placing():
    """The token goes behind the screen, and the ledger tells where it was taken (rules 2.5, 5.2)."""
    state = play(table(seat(), seat(), fields="A: g1 hare"), "@A", "+hare")
    assert state.seats[0].hidden == (Clover.HARE,)
    assert state.clovers_in("A") == (Clover.GOLD1,)
    assert state.ledger == (Taken(0, "A", Clover.HARE),)
    assert state.pending == PlaceKorrigan(1, 0)


def test_placing_in_an_empty_field_gives_nothing():
    """It may be chosen (rule 2.6)."""
    state = play(table(seat(), seat(), variant=ADVANCED), "@V")
    assert state.pending == PlaceKorrigan(1, 0)
    assert state.turn == 1


@pytest.mark.parametrize(
    ("menhir", "asked"),
    [
        ("fairy", PlaceKorrigan(1, 0)),
        ("gold2", PlaceKorrigan(1, 0)),
        ("elf", PlaceKorrigan(1, 0)),
        ("troll", ChooseLink(0)),
        ("leprechaun", ChooseOpponent(0)),
    ],
)
def test_the_last_token_while_placing(menhir, asked):
    """Its Menhir is applied, but a Fairy does nothing (rule 2.6)."""
    state = play(table(seat(), seat(), fields="K: g1", menhirs=f"K: {menhir}", variant=ADVANCED), "@K", "+g1")
    assert state.pending == asked
    assert state.menhir_in("K") is None
    if asked != PlaceKorrigan(1, 0):
        assert play(state, texts(state)[0]).pending == PlaceKorrigan(1, 0)


def test_a_menhir_of_the_second_pass():
    """After it the other players place their second Korrigans, then the first round begins (rules 2.5, 2.6)."""
    first = table(seat("A"), seat("D"), fields="K: g1, L: g1", menhirs="K: troll, L: troll", variant=ADVANCED)
    state = play(first, "@K", "+g1", "troll:A-K")
    assert state.pending == PlaceKorrigan(1, 1)
    state = play(state, "@L", "+g1", "troll:A-P")
    assert isinstance(state.pending, ChooseSun)
