"""What actions of Korrigans do, in words."""

from __future__ import annotations

import pytest

from cairn_rules import DefinitionError, korrigans
from cairn_rules.cairn import Pass
from cairn_rules.korrigans import Companion, Move, Place, Unmask, describe
from cairn_rules.korrigans.texts.words import sentences, supply
from support.tables import final, seat, table

STATE = table(seat("A V", "hare g3"), seat("D J", "g1", screen=False), seat("D B"), fields="K: bird g4")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@A", "Place a Korrigan in Barley Corner (A)"),
        ("+hare", "Take hare"),
        ("+g3", "Take 3 gold"),
        ("sun3", "Keep the Cauldron out of row 3"),
        ("cloud5", "Keep the Cauldron out of column 5"),
        ("0:hare-K", "Move the first Korrigan from A to Standing Stones (K) with a hare"),
        ("1:frog>N", "Move the second Korrigan from V to Iris Point (N) with a frog"),
        ("-g3=hare", "Give up 3 gold for a hare"),
        ("pass", "State that no movement is possible"),
        ("goblin:green.1", "Give the Goblin to Green's second Korrigan"),
        ("unmask:violet", "Remove the screen of Violet"),
        ("troll:A|B", "Close the door link A|B"),
        ("decline", "Make no second movement"),
        ("cauldron:E", "Put the Cauldron in Heather Slope (E)"),
        ("end", "End the final turn"),
    ],
)
def test_every_decision_has_its_sentence(text, expected):
    """A request, in words."""
    assert describe(STATE, korrigans.parse_action(text, STATE)) == expected


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (Place("Z"), "Place a Korrigan in Z"),
        (Move(0, Companion.HARE, "Z"), "Move the first Korrigan from A to Z with a hare"),
        (Move(7, Companion.HARE, "K"), "Move the number 8 Korrigan to Standing Stones (K) with a hare"),
    ],
)
def test_an_action_that_the_board_has_no_place_for_is_described_all_the_same(action, expected):
    """It need not be legal."""
    assert describe(STATE, action) == expected


def test_before_korrigans_are_placed_and_when_all_is_over_they_move_from_nowhere():
    """The sentence says only where to."""
    start = korrigans.new_game(seed=7)
    assert describe(start, Move(0, Companion.HARE, "K")) == "Move the first Korrigan to Standing Stones (K) with a hare"
    over = start
    while actions := korrigans.legal_actions(over):
        over = korrigans.apply(over, actions[-1])
    assert describe(over, Move(0, Companion.HARE, "K")) == "Move the first Korrigan to Standing Stones (K) with a hare"


@pytest.mark.parametrize("action", ["0:hare-K", None, Pass(), Unmask(9)])
def test_what_is_no_action_of_the_game_is_refused(action):
    """An action of another game is none of this one."""
    with pytest.raises(DefinitionError):
        describe(STATE, action)


@pytest.mark.parametrize(
    ("troll", "expected"),
    [
        (None, "in the supply"),
        ("A-K", "on the open link A-K"),
        ("A|B", "on the door A|B"),
        ("B=C", "on the bridge B=C"),
    ],
)
def test_where_the_troll_is(troll, expected):
    """In the supply, or on a link (rule 6.6)."""
    assert f"The Troll is {expected}" in sentences(korrigans.observe(table(seat("A V"), troll=troll), 0))


def test_the_pieces_beside_the_board_are_counted():
    """Two Elves and Goblins, five Backup Companions, the Troll and the Cauldron, while not in play (rule 1.5)."""
    pieces = {"Elf": 2, "Goblin": 2, "Backup Companion": 5, "Troll": 1, "Cauldron": 1}
    assert dict(supply(korrigans.observe(STATE, 0))) == pieces
    late = final(seat("A+elf V", backups="hare"), troll="A-K")
    assert dict(supply(korrigans.observe(late, 0))) == {
        "Elf": 1,
        "Goblin": 2,
        "Backup Companion": 4,
        "Troll": 0,
        "Cauldron": 0,
    }
