"""What decisions of Korrigans do, in words, and what may be told of them to whom."""

from __future__ import annotations

import pytest

from cairn_rules import korrigans
from cairn_rules.cli.words import words_for
from support.tables import final, play, seat, table

WORDS = words_for(korrigans)
STATE = table(
    seat("A V", "hare g3", open="mouse"),
    seat("D J", "g1", screen=False),
    seat("D B"),
    fields="K: bird g4, L: frog",
    menhirs="L: elf",
)


@pytest.mark.parametrize(
    ("state", "text", "told"),
    [
        (play(STATE, "0:hare-K"), "+g4", {0: "+g4", 1: "+?", None: "+?"}),
        (STATE, "-g3=hare", {0: "-g3=hare", 2: "-?=hare", None: "-?=hare"}),
        (STATE, "0:hare-K", {0: "0:hare-K", 1: "0:hare-K", None: "0:hare-K"}),
        (table(STATE.seats[0], STATE.seats[1], pending=korrigans.ChooseMove(1)), "-g1=hare", {0: "-g1=hare"}),
    ],
)
def test_tokens_are_told_to_those_who_see_them(state, text, told):
    """To their owner; to everybody when there is no screen (rule 9.2)."""
    action = korrigans.parse_action(text, state)
    assert {viewer: WORDS.shown(state, action, viewer) for viewer in told} == told


def test_whoever_decides_is_told_what_the_own_seat_may_see():
    """The tokens behind the own screen, and those in the field where one is to be taken."""
    gathering = play(STATE, "0:hare-K")
    assert WORDS.question(gathering) == "Blue is to take a Clover token"
    assert WORDS.explained(gathering).endswith("In K lie bird, 4 gold.")
    assert WORDS.explained(STATE).startswith("Blue: 2 behind the screen (hare, 3 gold), in front mouse")
    assert WORDS.about(STATE, "violet") == "Violet: 0 behind the screen, in front nothing"
    assert WORDS.about(STATE, "k") == WORDS.about(STATE, "standing stones")
    assert "2 Clover tokens" in str(WORDS.about(STATE, "k"))
    assert WORDS.about(STATE, "pink") is None
    assert {"A", "V", "green"} <= set(WORDS.parts(STATE))
    kinds = [WORDS.kind(action) for action in korrigans.legal_actions(STATE)]
    assert kinds == ["Move"] * len(kinds)
    assert WORDS.kind(korrigans.EndFinalTurn()) == ""


def test_what_everybody_sees_is_told():
    """The Menhir that comes with the last token, and who carries what (rules 5.5, 6.3)."""
    before = play(table(seat("A V", "squirrel"), fields="L: frog", menhirs="L: elf"), "1:squirrel-L")
    after = play(before, "+frog")
    assert WORDS.changes(before, after) == ("The Menhir of L: Elf", "Korrigan 1 of Blue carries the Elf")
    gold = play(table(seat("A V", "squirrel"), fields="L: frog", menhirs="L: gold2"), "1:squirrel-L")
    assert WORDS.changes(gold, play(gold, "+frog")) == ("The Menhir of L: 2 gold",)
    lost = table(seat("A V", "hare"), seat("K+elf J"), fields="K: g1")
    told = WORDS.changes(lost, play(lost, "0:hare-K"))
    assert told == ("Korrigan 0 of Blue carries the Elf", "Korrigan 0 of Green carries nothing")


def test_the_end_is_told_with_the_gold_of_everybody():
    """When the rules end it; who resigns does not show it."""
    over = play(final(seat("I I", "g4"), seat("D J", "g1")), "end", "end")
    outcome = korrigans.outcome(over)
    assert WORDS.result(over, outcome) == "Blue wins: most gold (gold: Blue 19, Green 1)"
    assert WORDS.result(STATE, outcome) == "Blue wins: most gold"
