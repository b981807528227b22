"""Actions as text (rules page, section 14)."""

from __future__ import annotations

import pytest

from cairn_rules import DefinitionError, Match, NotationError, korrigans
from cairn_rules.korrigans import (
    Clover,
    Companion,
    CoverCloud,
    CoverSun,
    Decline,
    EndFinalTurn,
    FinalMove,
    GiveGoblin,
    Move,
    Pass,
    Place,
    PlaceCauldron,
    PlaceTroll,
    Sacrifice,
    Take,
    Unmask,
    new_game,
)
from support.tables import link

WRITTEN = [
    (Place("A"), "@A"),
    (Take(Clover.HARE), "+hare"),
    (Take(Clover.GOLD3), "+g3"),
    (CoverSun(3), "sun3"),
    (CoverCloud(5), "cloud5"),
    (Move(0, Companion.HARE, "K"), "0:hare-K"),
    (FinalMove(1, Companion.FROG, "N"), "1:frog>N"),
    (Sacrifice(Clover.GOLD1, Companion.SQUIRREL), "-g1=squirrel"),
    (Pass(), "pass"),
    (GiveGoblin(1, 0), "goblin:green.0"),
    (Unmask(3), "unmask:pink"),
    (PlaceTroll(link("A-K")), "troll:A-K"),
    (PlaceTroll(link("A|B")), "troll:A|B"),
    (PlaceTroll(link("B=C")), "troll:B=C"),
    (Decline(), "decline"),
    (PlaceCauldron("E"), "cauldron:E"),
    (EndFinalTurn(), "end"),
]


@pytest.mark.parametrize(("action", "text"), WRITTEN)
def test_how_actions_are_written(action, text):
    """Every kind of action has its own form, and is read in every state (rule 14.1)."""
    state = new_game(seed=1)
    assert korrigans.format_action(action) == text
    assert korrigans.parse_action(text, state) == action
    assert korrigans.parse_action(text.swapcase(), state) == action


def test_the_fields_of_a_link_may_be_turned_round():
    """A link has no direction."""
    assert korrigans.parse_action("troll:k-a", new_game(seed=1)) == PlaceTroll(link("A-K"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not an action; one is written like @A, +hare"),
        ("hare", "not an action"),
        ("+2 gold", "not an action; one is written like +hare (+g3 for 3 gold)"),
        ("-gold1 squirrel", "not an action; one is written like -g1=squirrel"),
        ("2:hare-K", "not an action"),
        ("@Z", "'Z' is not a field of the board (A, B, C"),
        ("+g5", "'g5' is not a Clover token (hare, squirrel"),
        ("0:cow-K", "'cow' is not a companion (hare"),
        ("unmask:red", "'red' is not a seat (blue, green"),
        ("troll:A|K", "A|K is not a link of the board (- is an open link, | a door, = a bridge)"),
        ("troll:A-A", "A-A is not a link"),
        ("sun1234", "not an action"),
    ],
)
def test_what_is_no_action(text, message):
    """The text is quoted, and what would be right is told."""
    with pytest.raises(NotationError) as caught:
        korrigans.parse_action(text, new_game(seed=1))
    assert message in str(caught.value)
    assert repr(text) in str(caught.value)
    assert caught.value.text == text


def test_an_action_is_read_in_a_state():
    """Also one that means the same in every state."""
    match = Match(korrigans, seed=1)
    for use in (lambda given: korrigans.parse_action("pass", given), korrigans.diagram):
        with pytest.raises(DefinitionError, match=r"give its state, match\.state"):
            use(match)


@pytest.mark.parametrize("wrong", ["@A", Unmask(5), None])
def test_what_cannot_be_written(wrong):
    """Only actions have a text."""
    with pytest.raises(DefinitionError):
        korrigans.format_action(wrong)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Place(3), "Place: field should be the id of a field, not 3"),
        (lambda: Take("hare"), "Take: clover should be a Clover, not 'hare'"),
        (lambda: Take(Companion.HARE), "Take: clover should be a Clover, not Companion.HARE"),
        (lambda: CoverSun(-1), "CoverSun: row should be a whole number from 0 up, not -1"),
        (lambda: Move(True, Companion.HARE, "K"), "Move: korrigan should be a whole number from 0 up, not True"),  # noqa: FBT003
        (lambda: PlaceTroll("AK"), "PlaceTroll: link should be a Link, not 'AK'"),
    ],
)
def test_actions_are_of_what_they_should_be(make, message):
    """A value of another kind is quoted, with what would be right."""
    with pytest.raises(DefinitionError) as caught:
        make()
    assert str(caught.value) == message
