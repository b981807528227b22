"""Gathering and Menhirs (rules page, sections 5 and 6)."""

from __future__ import annotations

import pytest

from cairn_rules import korrigans
from cairn_rules.korrigans import (
    ChooseLink,
    ChooseMove,
    ChooseOpponent,
    ChooseSecondMove,
    ChooseSun,
    Clover,
    Companion,
    Menhir,
    TakeClover,
    default_board,
)
from cairn_rules.korrigans.events import Revealed, Taken, Unmasked
from support.tables import carried, code, link, play, seat, table, texts

HARE = seat("A V", "hare")


def gathered(menhir: str, *others, first=HARE, fields: str = "K: g1", **parts):
    """The state after seat 0 took the last token of K."""
    state = table(first, *others, fields=fields, menhirs=f"K: {menhir}", **parts)
    return play(state, "0:hare-K", "+g1")


def test_taking_names_a_kind():
    """The player must take one of the tokens of the field that was entered; those of a kind are alike (rule 5.2)."""
    state = play(table(HARE, fields="K: g1 hare g1 g4"), "0:hare-K")
    assert state.pending == TakeClover(0, 0)
    assert texts(state) == ["+hare", "+g1", "+g4"]
    assert code(state, "+frog") == "take/not-there 5.2"
    assert code(state, "pass") == "decision/take 5.2"
    reason = korrigans.why_illegal(state, korrigans.Take(Clover.GOLD3))
    assert reason is not None
    assert reason.text == "Standing Stones (K) has no 3 gold token; its tokens are hare, 1 gold, 1 gold, 4 gold"
    after = play(state, "+g1")
    assert after.clovers_in("K") == (Clover.HARE, Clover.GOLD1, Clover.GOLD4)
    assert after.seats[0].hidden == (Clover.GOLD1,)
    assert after.ledger == (Revealed(0, Companion.HARE), Taken(0, "K", Clover.GOLD1))
    assert after.pending == ChooseMove(1)
    assert after.turn == state.turn + 1


def test_only_the_field_that_is_entered_is_gathered():
    """Not the one that was left, nor one where a Korrigan stands (rule 5.3)."""
    state = play(table(HARE, fields="A: g1, V: g1, K: g4"), "0:hare-K")
    assert texts(state) == ["+g4"]


def test_an_empty_field_gives_nothing():
    """It may be entered, and the turn is over (rule 5.4)."""
    assert play(table(HARE), "0:hare-K").pending == ChooseMove(1)


def test_a_menhir_waits_for_the_last_token():
    """As long as a token lies there, it stays (rule 5.5)."""
    state = play(table(HARE, fields="K: g1 g2", menhirs="K: elf"), "0:hare-K", "+g1")
    assert state.menhir_in("K") is Menhir.ELF
    assert carried(state)[0] == "K"


def test_the_village_has_no_menhir():
    """Its last token is a token like others (rule 5.5)."""
    state = play(table(seat("P A", "hare"), fields="V: g1"), "0:hare-V", "+g1")
    assert state.pending == ChooseMove(1)


@pytest.mark.parametrize(("menhir", "left"), [("elf", (1, 2)), ("goblin", (2, 1))])
def test_elf_and_goblin(menhir, left):
    """The token goes under the Korrigan that has just gathered (rules 6.1, 6.2)."""
    state = gathered(menhir)
    assert carried(state) == [f"K+{menhir}", "V", "D", "J"]
    assert (state.elves, state.goblins) == left
    assert state.menhir_in("K") is None
    assert state.pending == ChooseMove(1)


@pytest.mark.parametrize(("menhir", "other"), [("elf", "goblin"), ("goblin", "elf"), ("elf", "elf")])
def test_a_new_token_replaces_the_old_one(menhir, other):
    """The old one leaves the game (rule 6.3)."""
    state = gathered(menhir, first=seat(f"A+{other} V", "hare"))
    assert carried(state)[0] == f"K+{menhir}"
    assert state.elves + state.goblins == 2


@pytest.mark.parametrize("menhir", ["elf", "goblin"])
def test_an_empty_supply_gives_nothing(menhir):
    """A Menhir without a token does nothing (rule 6.3)."""
    state = gathered(menhir, elves=0, goblins=0)
    assert carried(state)[0] == "K"
    assert (state.elves, state.goblins) == (0, 0)


def test_leprechaun():
    """An opponent with a screen loses it; the tokens stay where they are (rule 6.4)."""
    others = (seat("D J", "hare g2"), seat("B H", screen=False), seat("F K", "frog"))
    state = gathered("leprechaun", *others)
    assert state.pending == ChooseOpponent(0)
    assert texts(state) == ["unmask:green", "unmask:pink"]
    assert code(state, "unmask:blue") == "unmask/yourself 6.4"
    assert code(state, "unmask:violet") == "unmask/no-screen 6.4"
    assert code(state, "unmask:yellow") == "unmask/no-seat 6.4"
    assert code(state, "decline") == "decision/unmask 6.4"
    after = play(state, "unmask:pink")
    assert [each.screen for each in after.seats] == [True, True, False, False]
    assert after.seats[3].hidden == (Clover.FROG,)
    assert after.ledger[-1] == Unmasked(3)
    assert after.pending == ChooseMove(1)


def test_leprechaun_without_a_screen_to_remove():
    """If no opponent has one, nothing happens (rule 6.4)."""
    assert gathered("leprechaun", seat("D J", screen=False)).pending == ChooseMove(1)


def test_an_unmasked_player_still_pays():
    """What was not used yet counts as behind the screen (rules 4.12, 6.4)."""
    state = table(seat("V V", "g2", screen=False))
    assert "-g2=hare" in texts(state)


def test_fairy():
    """A second movement with either Korrigan, also with the token just taken, or none (rule 6.5)."""
    first = seat("A V", "hare")
    state = play(table(first, fields="K: mouse, M: g4", menhirs="K: fairy"), "0:hare-K", "+mouse")
    assert state.pending == ChooseSecondMove(0)
    assert texts(state) == ["0:hare-A", "0:mouse-J", "1:hare-P", "1:mouse-M", "1:mouse-O", "decline"]
    assert code(state, "pass") == "decision/second-move 6.5"
    assert code(state, "-g1=hare") == "sacrifice/not-now 4.14"
    assert code(state, "0:hare-P") == "move/no-open 4.4"
    assert play(state, "decline").pending == ChooseMove(1)
    moved = play(state, "1:mouse-M")
    assert moved.pending == TakeClover(0, 1)
    assert moved.turn == state.turn
    after = play(moved, "+g4")
    assert after.pending == ChooseMove(1)
    assert after.turn == state.turn + 1


def test_a_fairy_may_lead_to_another():
    """The second movement may take another Menhir (rule 6.5)."""
    state = table(HARE, fields="K: g1, P: g2", menhirs="K: fairy, P: fairy")
    state = play(state, "0:hare-K", "+g1", "1:hare-P", "+g2")
    assert state.pending == ChooseSecondMove(0)
    assert play(state, "1:hare-V").pending == ChooseMove(1)


def test_a_fairy_without_a_gathering():
    """With `fairy_gathers=False` the second movement gathers nothing (rule 10.3)."""
    state = gathered("fairy", fields="K: g1, P: g2", variant={"fairy_gathers": False})
    assert play(state, "1:hare-P").pending == ChooseMove(1)


def test_a_fairy_allows_the_way_back():
    """Whatever brought a Korrigan to its field can bring it back (rule 6.5)."""
    state = table(seat("V L", "mouse"), fields="O: g1", menhirs="O: fairy")
    assert texts(play(state, "0:mouse-O", "+g1")) == ["0:mouse-V", "decline"]


def test_troll():
    """It is put on any link (rule 6.6)."""
    state = gathered("troll")
    assert state.pending == ChooseLink(0)
    assert len(texts(state)) == 30
    assert texts(state)[:2] == ["troll:A-K", "troll:A-P"]
    assert texts(state)[-1] == "troll:O=V"
    assert code(state, "decline") == "decision/troll 6.6"
    after = play(state, "troll:D|C")
    assert after.troll == link("C|D")
    assert after.pending == ChooseMove(1)


def test_the_troll_must_move():
    """To another link than that where it stands; its old link is open again (rule 6.6)."""
    state = gathered("troll", troll="A-P")
    assert len(texts(state)) == 29
    assert code(state, "troll:A-P") == "troll/stays 6.6"
    strange = korrigans.PlaceTroll(korrigans.Link(korrigans.LinkKind.DOOR, ("A", "K")))
    assert korrigans.why_illegal(state, strange).code == "troll/no-link"
    assert play(state, "troll:A-K").troll == link("A-K")


def test_gold_is_kept():
    """A gold Menhir stays with the player, face up (rule 6.7)."""
    state = gathered("gold3")
    assert state.seats[0].menhirs == (Menhir.GOLD3,)
    assert state.pending == ChooseMove(1)


def test_the_last_turn_of_a_round():
    """After the last player's turn the next pawn is drawn (rule 3.1)."""
    state = table(HARE, seat("D J", "hare"), fields="E: g1", pending=ChooseMove(1))
    after = play(state, "0:hare-E", "+g1")
    assert isinstance(after.pending, ChooseSun)
    assert (after.round, after.turn) == (2, 1)
    assert len(default_board().links) == 30
