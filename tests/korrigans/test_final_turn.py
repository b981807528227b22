"""The final turn, the score and the winner (rules page, sections 7 and 8)."""

from __future__ import annotations

import pytest

from cairn_rules import IllegalActionError, Outcome, korrigans
from cairn_rules.korrigans import ChooseFinalMove, Clover, Companion, Over, Score, scores
from cairn_rules.korrigans.events import FinalTurnBegun, Revealed
from support.tables import SIX_SUNS, code, final, play, seat, table, texts


def test_companions_are_revealed_at_the_own_final_turn():
    """Each player's at its beginning; gold stays hidden (rule 7.4)."""
    first, second = seat("A V", "hare g2", open="frog"), seat("D J", "mole g1")
    asked = table(first, second, suns=SIX_SUNS, pending=korrigans.ChooseCauldronField(1))
    state = play(asked, "cauldron:I")
    assert state.seats[0].hidden == (Clover.GOLD2,)
    assert state.seats[0].revealed == (Companion.HARE, Companion.FROG)
    assert state.seats[1] == second
    assert state.ledger == (Revealed(0, Companion.HARE), FinalTurnBegun(0))
    after = play(state, "end")
    assert after.pending == ChooseFinalMove(1)
    assert after.seats[1].revealed == (Companion.MOLE,)
    assert after.ledger[2:] == (Revealed(1, Companion.MOLE), FinalTurnBegun(1))


def test_a_companion_serves_once():
    """It is discarded: two hare movements need two hares (rule 7.5)."""
    state = final(seat("A V", open="hare hare mole"))
    assert texts(state) == [
        *("0:hare>K", "0:hare>P", "0:mole>D", "0:mole>F", "0:mole>H", "0:mole>I", "0:mole>K"),
        *("1:hare>P", "end"),
    ]
    state = play(state, "0:hare>K", "1:hare>P")
    assert state.seats[0].revealed == (Companion.MOLE,)
    assert state.seats[0].discarded == (Companion.HARE, Companion.HARE)
    assert code(state, "0:hare>A") == "move/no-companion 4.1"
    state = play(state, "0:mole>I")
    assert texts(state) == ["end"]


def test_backup_companions_serve_too():
    """They are discarded like others (rule 7.5)."""
    state = play(final(seat("A V", open="hare", backups="hare")), "0:hare>K")
    assert (state.seats[0].revealed, state.seats[0].backups) == ((), (Companion.HARE,))
    state = play(state, "0:hare>A")
    assert state.seats[0].backups == ()
    assert state.seats[0].discarded == (Companion.HARE, Companion.HARE)


def test_what_the_final_turn_leaves_out():
    """No gathering, no Menhir, no sacrifice; the Troll blocks (rule 7.6)."""
    state = final(seat("A V", "g1", open="hare"), fields="K: g1", menhirs="K: elf", troll="A-P")
    assert texts(state) == ["0:hare>K", "1:hare>P", "end"]
    assert code(state, "0:hare>P") == "move/troll 4.10"
    assert code(state, "-g1=hare") == "sacrifice/not-now 4.14"
    assert code(state, "0:hare-K") == "decision/final-turn 7.5"
    after = play(state, "0:hare>K")
    assert after.pending == ChooseFinalMove(0)
    assert len(after.clovers_in("K")) == 1


def test_final_turns_go_round_once():
    """In turn order from the First Player; then the game is over (rules 7.4, 13.1)."""
    state = final(seat("A V"), seat("D J"), seat("B H"))
    assert [korrigans.current_player(each) for each in (state, play(state, "end"), play(state, "end", "end"))] == [
        0,
        1,
        2,
    ]
    over = play(state, "end", "end", "end")
    assert isinstance(over.pending, Over)
    assert korrigans.current_player(over) is None
    assert korrigans.legal_actions(over) == ()
    assert over.turn == 3
    assert code(over, "end") == "game/over 13.1"
    with pytest.raises(IllegalActionError, match="the game is over"):
        play(over, "end")


def test_the_score():
    """Clovers, gold Menhirs, Elves, Goblins (rule 8.1)."""
    first = seat("A+elf V+goblin", "g1 g4 g4", menhirs="gold2 gold3", open="frog", backups="hare")
    second = seat("D+elf J+goblin", "g3", screen=False)
    state = final(first, second)
    assert scores(state) == (
        Score(clovers=9, menhirs=5, elves=2, goblins=-2, cauldron=0, companions=2),
        Score(clovers=3, menhirs=0, elves=2, goblins=-2, cauldron=0, companions=0),
    )
    assert [score.total for score in scores(state)] == [14, 3]


@pytest.mark.parametrize(("standing", "bonus"), [("A V", 0), ("A I", 10), ("I V", 10), ("I I", 15)])
def test_the_cauldron(standing, bonus):
    """10 for one Korrigan, 15 for both (rule 8.1); who stands there need not move (rule 7.6)."""
    assert scores(final(seat(standing)))[0].total == bonus


def test_a_score_below_zero():
    """Nothing stops it at 0 (rule 8.1)."""
    assert scores(final(seat("A+goblin V+goblin")))[0].total == -4


def test_before_the_cauldron_nobody_has_reached_it():
    """A score can be asked for at any time."""
    assert scores(table(seat("A V", "g2 hare")))[0] == Score(
        clovers=2, menhirs=0, elves=0, goblins=0, cauldron=0, companions=1
    )


@pytest.mark.parametrize(
    ("seats", "winner", "reason"),
    [
        ((seat("A V", "g3"), seat("D J", "g2", open="frog")), 0, "most-gold"),
        ((seat("A V", "g2"), seat("D J", "g3")), 1, "most-gold"),
        ((seat("A V", "g3", open="hare"), seat("D J", "g3")), 0, "most-companions"),
        ((seat("A V", "g3", backups="hare"), seat("D J", "g3")), 0, "most-companions"),
        ((seat("A V", "g3", open="hare"), seat("D J", "g3", open="frog")), 1, "later-in-turn-order"),
        ((seat("A V", "g1"), seat("D J", "g3", open="frog"), seat("B H", "g3")), 1, "most-companions"),
        ((seat("A V", "g3"), seat("D J", "g3"), seat("B H", "g1", open="frog")), 1, "later-in-turn-order"),
        ((seat("A V"), seat("D J"), seat("B H"), seat("F K"), seat("C I", "")), 4, "most-gold"),
    ],
)
def test_the_winner(seats, winner, reason):
    """Most gold, then most companions left, then later in turn order: always exactly one (rules 8.2, 8.3)."""
    over = play(final(*seats), *["end"] * len(seats))
    assert korrigans.outcome(over) == Outcome(winners=(winner,), reason=reason)


def test_discarded_companions_do_not_count():
    """A companion that was used in the final turn decides no tie (rules 7.5, 8.3)."""
    seats = (seat("A V", "g3", open="hare"), seat("D J", "g3"))
    over = play(final(*seats), "0:hare>K", "end", "end")
    assert korrigans.outcome(over) == Outcome(winners=(1,), reason="later-in-turn-order")


def test_nobody_can_do_anything_after_the_end():
    """Neither by the state nor by what a seat or a spectator sees of it."""
    over = play(final(seat("A V", "g3"), seat("D J", "g3")), "end", "end")
    assert isinstance(over.pending, Over)
    for value in (over, *(korrigans.observe(over, viewer) for viewer in (0, 1, None))):
        assert korrigans.legal_actions(value) == ()


def test_nobody_has_won_before_the_end():
    """There is no outcome while the game goes on."""
    assert korrigans.outcome(final(seat("A V"))) is None
