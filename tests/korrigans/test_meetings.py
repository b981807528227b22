"""Elves and Goblins that pass (rules 6.8 to 6.11)."""

from __future__ import annotations

import pytest

from cairn_rules import korrigans
from cairn_rules.korrigans import ChooseFinalMove, ChooseMove, ChooseReceiver, TakeClover
from support.tables import carried, code, final, play, seat, table, texts


def met(first: str, *others: str, fields: str = ""):
    """The state after Korrigan 0 of seat 0 has gone from A to K."""
    return play(table(seat(first, "hare"), *map(seat, others), fields=fields), "0:hare-K")


def test_who_meets_an_elf_gets_it():
    """It goes under the Korrigan that enters (rule 6.9)."""
    assert carried(met("A V", "K+elf J")) == ["K+elf", "V", "K", "J"]


def test_an_elf_stays_with_who_brings_it():
    """An Elf's carrier who enters a field of others keeps it (rule 6.9)."""
    assert carried(met("A+elf V", "K J")) == ["K+elf", "V", "K", "J"]


def test_of_several_elves_one_stays():
    """A Korrigan carries one; the others leave the game (rules 6.3, 6.9)."""
    for state in (met("A V", "K+elf K+elf"), met("A V", "K+elf J", "K+elf H")):
        assert carried(state).count("K+elf") == 1
        assert carried(state)[0] == "K+elf"
        assert state.elves == 0
    state = met("A+elf V", "K+elf J")
    assert carried(state) == ["K+elf", "V", "K", "J"]
    assert state.elves == 0


def test_a_goblin_goes_to_who_is_met():
    """To the opponent's Korrigan that is there, without a question when it is the only one (rule 6.10)."""
    state = met("A+goblin V", "K J")
    assert carried(state) == ["K", "V", "K+goblin", "J"]
    assert state.pending == ChooseMove(1)


def test_a_goblin_stays_with_who_is_alone():
    """Without an opponent there it goes along (rules 6.3, 6.10)."""
    assert carried(met("A+goblin V", "D J"))[0] == "K+goblin"


def test_who_enters_the_field_of_a_goblin_is_safe():
    """It stays under its carrier (rule 6.10)."""
    assert carried(met("A V", "K+goblin J")) == ["K", "V", "K+goblin", "J"]


@pytest.mark.parametrize("token", ["elf", "goblin"])
def test_nothing_passes_between_the_korrigans_of_a_player(token):
    """Only opponents meet (rule 6.8)."""
    assert carried(met(f"A+{token} K", "D J"))[:2] == [f"K+{token}", "K"]
    assert carried(met(f"A K+{token}", "D J"))[:2] == ["K", f"K+{token}"]


def test_the_receiver_is_chosen():
    """Among the opponents' Korrigans that are there; then the field is gathered (rules 5.1, 6.10)."""
    state = met("A+goblin V", "K J", "H K", fields="K: g1")
    assert state.pending == ChooseReceiver(0, 0, gathers=True)
    assert texts(state) == ["goblin:green.0", "goblin:violet.1"]
    assert code(state, "goblin:violet.0") == "goblin/not-there 6.10"
    assert code(state, "goblin:blue.1") == "goblin/not-there 6.10"
    assert code(state, "pass") == "decision/goblin 6.10"
    after = play(state, "goblin:violet.1")
    assert carried(after) == ["K", "V", "K", "J", "H", "K+goblin"]
    assert after.pending == TakeClover(0, 0)


def test_korrigans_that_are_alike_are_one_receiver():
    """Two of a player that carry the same cannot be told apart (rule 14.2)."""
    assert carried(met("A+goblin V", "K K")) == ["K", "V", "K+goblin", "K"]
    state = met("A+goblin V", "K K", "K H")
    assert texts(state) == ["goblin:green.0", "goblin:violet.0"]
    assert code(state, "goblin:green.1") == "goblin/same-korrigan 6.10"
    state = met("A+goblin V", "K+elf K")
    assert texts(state) == ["goblin:green.0", "goblin:green.1"]


def test_a_swap():
    """A Goblin given to the Elf's carrier is swapped for the Elf (rule 6.11)."""
    assert carried(met("A+goblin V", "K+elf J")) == ["K+elf", "V", "K+goblin", "J"]


def test_goblin_to_another_than_the_carrier_of_the_elf():
    """Both pass at the same time (rule 6.11)."""
    state = met("A+goblin V", "K+elf J", "K H")
    assert carried(state)[0] == "K+goblin"
    assert carried(play(state, "goblin:green.0")) == ["K+elf", "V", "K+goblin", "J", "K", "H"]
    assert carried(play(state, "goblin:violet.0")) == ["K+elf", "V", "K", "J", "K+goblin", "H"]


def test_a_second_goblin_replaces_the_first():
    """The receiver's former Goblin leaves the game (rules 6.3, 6.11)."""
    state = met("A+goblin V", "K+goblin J")
    assert carried(state) == ["K", "V", "K+goblin", "J"]
    assert state.goblins == 0


def test_taking_a_menhir_is_no_meeting():
    """Korrigans that share a field do not meet until somebody moves in (rule 6.8)."""
    state = table(seat("A V", "hare"), seat("K J", "hare"), fields="K: g1", menhirs="K: goblin")
    state = play(state, "0:hare-K", "+g1")
    assert carried(state) == ["K+goblin", "V", "K", "J"]
    state = table(seat("A V", "hare"), seat("K J", "hare"), fields="K: g1", menhirs="K: elf")
    assert carried(play(state, "0:hare-K", "+g1")) == ["K+elf", "V", "K", "J"]


MEETING = {"final_meetings": True}


def test_nothing_passes_in_final_turns():
    """Neither the Goblin that is brought nor the Elf that is met: both stay where they are (rule 7.6)."""
    state = play(final(seat("A+goblin V", open="hare hare"), seat("K+elf J"), seat("H K")), "0:hare>K")
    assert state.pending == ChooseFinalMove(0)
    assert carried(state) == ["K+goblin", "V", "K+elf", "J", "H", "K"]
    assert "0:hare>A" in texts(state)


def test_before_the_final_turns_everything_passes_without_the_option():
    """The option is about final turns alone (rule 10.8)."""
    state = table(seat("A+goblin V", "hare"), seat("K+elf J"), fields="K: g1")
    assert carried(play(state, "0:hare-K")) == ["K+elf", "V", "K+goblin", "J"]


def test_an_elf_is_met_in_a_final_turn_with_the_option():
    """It goes under the Korrigan that enters (rules 6.9, 10.8)."""
    state = final(seat("A V", open="hare"), seat("K+elf J"), variant=MEETING)
    assert carried(play(state, "0:hare>K")) == ["K+elf", "V", "K", "J"]


def test_meetings_of_the_final_turn():
    """With `final_meetings` they pass at every field that is entered, and nobody gathers (rules 7.6, 10.8)."""
    first = seat("A+goblin V", open="hare hare")
    state = play(final(first, seat("K J"), seat("H K"), fields="K: g1", variant=MEETING), "0:hare>K")
    assert state.pending == ChooseReceiver(0, 0, gathers=False)
    state = play(state, "goblin:violet.1")
    assert carried(state)[-1] == "K+goblin"
    assert state.pending == ChooseFinalMove(0)
    assert korrigans.legal_actions(state)


def test_meetings_of_a_fairy_that_does_not_gather():
    """With `fairy_gathers=False` they pass all the same (rule 10.3)."""
    first = seat("A V+goblin", "hare")
    others = (seat("P J"), seat("P H"))
    state = table(first, *others, fields="K: g1, P: g1", menhirs="K: fairy", variant={"fairy_gathers": False})
    state = play(state, "0:hare-K", "+g1", "1:hare-P")
    assert state.pending == ChooseReceiver(0, 1, gathers=False)
    assert play(state, "goblin:green.0").pending == ChooseMove(1)
