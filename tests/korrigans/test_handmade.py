"""States made by hand, and what is refused."""

from __future__ import annotations

import pytest
from attrs import evolve

from cairn_rules import CairnRulesError, DefinitionError, Outcome, UnsoundStateError
from cairn_rules.korrigans import (
    Carried,
    ChooseCauldronField,
    ChooseCloud,
    ChooseFinalMove,
    ChooseLink,
    ChooseMove,
    ChooseOpponent,
    ChooseReceiver,
    ChooseSun,
    Clover,
    Companion,
    CoverSun,
    Korrigan,
    Link,
    LinkKind,
    Menhir,
    Move,
    Over,
    Pawn,
    PlaceKorrigan,
    Seat,
    TakeClover,
    Unmask,
    Variant,
    default_board,
    format_action,
    make_state,
    new_game,
    why_illegal,
)
from cairn_rules.korrigans.events import Sacrificed, Taken
from support.tables import SIX_SUNS, final, seat, table

FIRST = seat("A V", "hare")


def test_what_is_left_out_is_filled_in():
    """The supply, the bag, the round and the decision follow from the rest."""
    state = table(seat("A+elf V+goblin", backups="hare"), suns="red . blue", clouds="blue")
    assert (state.elves, state.goblins, state.backups) == (1, 1, 4)
    assert state.round == 3
    assert state.pending == ChooseMove(0)
    assert state.bag == (
        *(Pawn.RED, Pawn.ORANGE, Pawn.ORANGE, Pawn.YELLOW, Pawn.YELLOW, Pawn.GREEN, Pawn.GREEN),
        *(Pawn.INDIGO, Pawn.INDIGO, Pawn.VIOLET, Pawn.VIOLET),
    )
    assert final(seat("A V")).bag == tuple(Pawn)
    assert final(seat("A V")).round == 7
    assert table(seat(), seat()).pending == PlaceKorrigan(0, 0)
    assert table(seat("A"), seat("D"), seat()).pending == PlaceKorrigan(2, 0)


@pytest.mark.parametrize(
    ("make", "fault"),
    [
        (lambda: make_state(seats=[FIRST, FIRST]), "seats: [Seat("),
        (lambda: make_state(seats=(FIRST,)), "seats: 1 players; Korrigans is for 2 to 5"),
        (lambda: make_state(seats=(FIRST,) * 6), "seats: 6 players; Korrigans is for 2 to 5"),
        (lambda: table(FIRST, turn=-1), "turn: -1 is not a count"),
        (lambda: table(FIRST, elves="x"), "elves: 'x' is not a count or None"),
        (lambda: make_state(seats=(FIRST, FIRST), clovers=3), "clovers: 3 is not a mapping"),
        (lambda: make_state(seats=(FIRST, FIRST), clovers={"K": "hare"}), "is not a mapping from ids"),
        (lambda: table(FIRST, fields="Z: g1"), "clovers: 'Z' is not a field of the board"),
        (lambda: table(FIRST, menhirs="Z: elf"), "menhirs: 'Z' is not a field of the board"),
        (lambda: table(FIRST, suns=". . . . . . . red"), "suns: 8 is not a row (1 to 7)"),
        (lambda: table(FIRST, clouds=". . . . . . . red"), "clouds: 8 is not a column (1 to 7)"),
        (lambda: table(seat("A Z")), "seats[0]: 'Z' is not a field of the board"),
        (lambda: table(FIRST, ledger=(Taken(0, "Z", Clover.HARE),)), "ledger[0]: 'Z' is not a field"),
        (lambda: table(FIRST, ledger=(Sacrificed(2, Clover.HARE),)), "ledger[0]: seat 2 does not exist (0 to 1)"),
        (lambda: table(FIRST, bag_holder=2), "bag_holder: seat 2 does not exist"),
        (lambda: table(FIRST, pending=ChooseMove(7)), "pending: seat 7 does not exist"),
        (lambda: table(FIRST, troll="A|K"), "troll: the board has no link door AK"),
        (lambda: table(FIRST, fields="D: g1 g1 g1"), "clovers.D: 3 tokens; with 2 players the field has at most 2"),
        (lambda: table(seat("A V", "g4 g4 g4"), fields="D: g4"), "clovers: 4 tokens with 4 gold; the game has 3"),
        (
            lambda: table(seat("A V", "g4 g4 g4"), ledger=(Sacrificed(0, Clover.GOLD4),)),
            "clovers: 4 tokens with 4 gold; the game has 3",
        ),
        (lambda: table(FIRST, fields="V: g1", menhirs="V: elf"), "menhirs.V: the village has no Menhir"),
        (lambda: table(FIRST, menhirs="K: elf"), "menhirs.K: the field has no tokens, so the Menhir"),
        (
            lambda: table(seat("A V", menhirs="elf")),
            "seats[0].menhirs: only gold Menhirs are kept, not elf",
        ),
        (lambda: table(seat("A V", menhirs="gold2 gold2 gold2")), "menhirs: 3 Menhirs with 2 gold; the game has 2"),
        (
            lambda: table(FIRST, fields="A: g1, K: g1, P: g1", menhirs="A: elf, K: elf, P: elf"),
            "menhirs: 3 Menhirs with elf; the game has 2",
        ),
        (lambda: table(FIRST, seat("A+elf J"), elves=2), "elves: 2 in the supply and 1 carried; the game has 2"),
        (lambda: table(FIRST, goblins=3), "goblins: 3 in the supply and 0 carried"),
        (lambda: table(seat("A V", backups="hare"), backups=5), "backups: 5 in the supply and 1 bought"),
        (
            lambda: table(seat("A V", backups="frog")),
            "seats[0].backups: Backup Companions are hares and squirrels, not frog",
        ),
        (lambda: table(FIRST, suns="red red"), "suns: red, red: the first pawn"),
        (lambda: table(FIRST, suns="red orange yellow green blue indigo violet"), "except that of the seventh colour"),
        (
            lambda: table(FIRST, suns="red orange yellow green blue indigo violet", bag="red"),
            "except that of the seventh colour",
        ),
        (lambda: table(FIRST, clouds="red"), "clouds: red: the second pawn of a colour goes on a Cloud"),
        (lambda: table(FIRST, bag="red"), "bag: red in the bag, which should hold red, red, orange"),
        (
            lambda: table(FIRST, suns="red", cauldron="A"),
            "cauldron: the Cauldron appears when 6 pawns are on Suns, not 1",
        ),
        (lambda: final(FIRST, cauldron="Z"), "cauldron: 'Z' is not a field of the board"),
        (lambda: final(FIRST, cauldron="A"), "cauldron: A is not in a free row and a free column"),
        (lambda: table(FIRST, pending=TakeClover(0, 2)), "pending: Korrigan 2 does not exist (0 and 1)"),
        (
            lambda: table(FIRST, pending=TakeClover(0, 0)),
            "pending: the field of Korrigan 0 of seat 0 has no token to take",
        ),
        (lambda: table(seat("A"), round=1), "round: the round is 0 until all Korrigans are placed, not 1"),
        (lambda: table(FIRST, pending=PlaceKorrigan(0, 0)), "pending: all Korrigans are placed"),
        (
            lambda: table(FIRST, pending=ChooseFinalMove(0)),
            "pending: ChooseFinalMove is possible only after the Cauldron",
        ),
        (
            lambda: final(seat("A V"), pending=ChooseMove(0)),
            "pending: ChooseMove is impossible after the Cauldron has appeared",
        ),
        (lambda: table(FIRST, round=0), "round: ChooseMove is asked from round 1 on, not in round 0"),
        (lambda: table(seat("A G"), seat("D"), seat()), "seats: Korrigans are placed in turn order"),
        (
            lambda: table(seat("A"), seat("D"), pending=PlaceKorrigan(1, 1)),
            "pending: Korrigan 1 of seat 0 is placed next, not 1 of 1",
        ),
        (lambda: table(seat("A"), seat("D"), pending=ChooseLink(0)), "cannot decide, because it did not place last"),
        (lambda: table(seat(), seat(), pending=ChooseLink(0)), "cannot decide, because it did not place last"),
        (lambda: table(seat("A"), seat("D"), pending=TakeClover(1, 0)), "has no token to take"),
        (lambda: table(seat("A"), seat("D"), fields="D: g1", pending=TakeClover(1, 1)), "Korrigan 0 was placed last"),
        (lambda: table(FIRST, suns="red", pending=ChooseSun(0, Pawn.RED)), "the red pawn does not go on a Sun"),
        (
            lambda: table(FIRST, suns=SIX_SUNS, pending=ChooseSun(0, Pawn.VIOLET)),
            "the violet pawn does not go on a Sun",
        ),
        (lambda: table(FIRST, pending=ChooseCloud(0, Pawn.RED)), "the red pawn does not go on a Cloud"),
        (
            lambda: table(FIRST, suns="red orange yellow green blue", clouds="red orange yellow green blue"),
            "pending: 5 pawns are on Clouds, so the next turn is not reached",
        ),
        (lambda: table(FIRST, pending=ChooseReceiver(0, 0, gathers=True)), "Korrigan 0 of seat 0 carries no Goblin"),
        (
            lambda: table(seat("A+goblin V"), pending=ChooseReceiver(0, 0, gathers=True)),
            "the choice needs two opponents' Korrigans, or more",
        ),
        (
            lambda: final(seat("A+goblin V"), seat("A J"), seat("A B"), pending=ChooseReceiver(0, 0, gathers=False)),
            "no Goblin passes in final turns without the option final_meetings",
        ),
        (
            lambda: final(
                *(seat("A+goblin V"), seat("A J"), seat("A B")),
                variant={"final_meetings": True},
                pending=ChooseReceiver(0, 0, gathers=True),
            ),
            "nobody gathers in the final turn",
        ),
        (
            lambda: table(seat("A+goblin V"), seat("A J"), seat("A B"), pending=ChooseReceiver(0, 0, gathers=False)),
            "every movement before the final turn is followed by a Gathering",
        ),
        (lambda: table(FIRST, seat("D J", screen=False), pending=ChooseOpponent(0)), "no opponent has a screen"),
        (lambda: table(FIRST, suns="red", pending=ChooseCauldronField(0)), "appears when 6 pawns are on Suns, not 1"),
        (lambda: final(FIRST), "seats[0].hidden: companions are revealed when the final turn begins"),
        (
            lambda: final(
                *(seat("A+goblin V", "hare"), seat("A J"), seat("A B")),
                variant={"final_meetings": True},
                pending=ChooseReceiver(0, 0, gathers=False),
            ),
            "seats[0].hidden: companions are revealed when the final turn begins",
        ),
        (
            lambda: final(seat("A V"), seat("D J", "frog"), pending=Over(Outcome((1,), "most-companions"))),
            "seats[1].hidden: companions are revealed when the final turn begins",
        ),
        (
            lambda: table(evolve(FIRST, discarded=(Companion.HARE,))),
            "seats[0].discarded: companions are discarded in the final turn, which has not begun",
        ),
        (
            lambda: final(seat("A V"), evolve(seat("D J"), discarded=(Companion.HARE,))),
            "seats[1].discarded: companions are discarded in the final turn, which has not begun",
        ),
        (
            lambda: make_state(seats=(Seat(korrigans=(Korrigan("A"), Korrigan(None, Carried.ELF))), Seat())),
            "seats[0]: a Korrigan that is not on the board carries nothing",
        ),
        (lambda: table(seat(), seat(), suns="red"), "suns: no pawn is drawn before all Korrigans are placed"),
        (
            lambda: table(seat("A"), seat("D"), suns=SIX_SUNS, cauldron="I"),
            "suns: no pawn is drawn before all Korrigans are placed",
        ),
        (
            lambda: table(seat("A G"), seat("D"), fields="A: g1", pending=TakeClover(0, 0)),
            "pending: Korrigan 0 cannot gather, because Korrigan 1 was placed last",
        ),
        *(
            (
                lambda asked=asked: table(
                    seat("A+goblin V"),
                    seat("A J"),
                    seat("A B"),
                    fields="A: g1",
                    suns="red orange yellow green blue",
                    clouds="red orange yellow green blue",
                    pending=asked,
                ),
                "pending: 5 pawns are on Clouds, so the next turn is not reached",
            )
            for asked in (TakeClover(0, 0), ChooseOpponent(0), ChooseLink(0), ChooseReceiver(0, 0, gathers=True))
        ),
        (
            lambda: final(seat("A V"), pending=Over(Outcome((0,), "most-gold"))),
            "pending: Player 0 wins: most gold; but by the rules, Player 1 wins: later in turn order",
        ),
    ],
)
def test_a_state_that_cannot_be(make, fault):
    """Its fault, and no other one, says where it is and what would be right."""
    with pytest.raises(UnsoundStateError) as caught:
        make()
    assert fault in str(caught.value)
    assert len(caught.value.faults) == 1


HUGE = 10**5000
"""An int that Python refuses to write."""


@pytest.mark.parametrize(
    "make",
    [
        lambda: table(FIRST, turn=HUGE),
        lambda: table(FIRST, round=HUGE),
        lambda: table(FIRST, pending=HUGE),
        lambda: make_state(seats=HUGE),
        lambda: make_state(seats=(FIRST, FIRST), suns={HUGE: Pawn.RED}),
        lambda: CoverSun(HUGE),
        lambda: Unmask(HUGE),
        lambda: Move(HUGE, Companion.HARE, "A"),
        lambda: Move(0, HUGE, "A"),
        lambda: ChooseMove(HUGE),
        lambda: Taken(HUGE, "A", Clover.HARE),
        lambda: Seat(hidden=(HUGE,)),
        lambda: new_game(players=HUGE),
        lambda: new_game(board=HUGE),
        lambda: Link(LinkKind.OPEN, HUGE),
        lambda: evolve(default_board(), menhirs={Menhir.ELF: HUGE}),
        lambda: evolve(default_board(), fields=HUGE),
        lambda: evolve(default_board(), fields=(evolve(default_board().fields[0], cells=[(HUGE, 1)]),)),
        lambda: format_action(HUGE),
    ],
)
def test_a_number_that_cannot_be_written_is_refused(make):
    """The error is ours, and can be read."""
    with pytest.raises(CairnRulesError, match=r"a number of thousands of digits|is not a mapping"):
        make()


def test_no_action_is_a_number():
    """Not even one that cannot be written."""
    reason = why_illegal(table(FIRST), HUGE)
    assert str(reason) == "a number of thousands of digits is not an action of Korrigans [action/unknown, rule 3.1]"


def test_every_fault_is_listed():
    """Not only the first one."""
    with pytest.raises(UnsoundStateError) as caught:
        table(seat("A V", "g4 g4 g4 g4", backups="frog"), elves=3)
    assert [fault.where for fault in caught.value.faults] == ["clovers", "elves", "seats[0].backups"]


def test_the_troll_needs_another_link():
    """On a board with one link the Troll that stands there goes nowhere."""
    only = Link(LinkKind.OPEN, ("A", "K"))
    board = evolve(default_board(), links=(only,))
    with pytest.raises(UnsoundStateError, match="no other link for the Troll"):
        table(FIRST, board=board, troll="A-K", pending=ChooseLink(0))
    assert table(FIRST, board=board, pending=ChooseLink(0)).pending == ChooseLink(0)


def test_an_end_that_can_be():
    """The outcome of the rules is accepted."""
    ended = final(seat("A V", "g1"), seat("D J"), pending=Over(Outcome((0,), "most-gold")))
    assert ended.pending == Over(Outcome((0,), "most-gold"))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Seat(hidden=(Menhir.ELF,)), "is not a collection of Clovers"),
        (lambda: Seat(revealed=3), "Seat: 3 is not a collection of Companions"),
        (lambda: Seat(korrigans=(Korrigan("A"),)), "Seat: korrigans should be two Korrigans"),
        (lambda: Seat(screen=1), "Seat: screen should be False or True, not 1"),
        (lambda: Korrigan(3), "Korrigan: field should be the id of a field or None, not 3"),
        (lambda: Korrigan("A", "elf"), "Korrigan: carries should be a Carried or None, not 'elf'"),
        (lambda: Variant(side="back"), "Variant: side should be 'standard' or 'advanced', not 'back'"),
        (lambda: Variant(fairy_gathers=1), "fairy_gathers should be False or True"),
        (lambda: Taken(0, "A", 7), "Taken: clover should be a Clover, not 7"),
        (lambda: ChooseMove(-1), "ChooseMove: seat should be a whole number from 0 up, not -1"),
    ],
)
def test_parts_are_of_what_they_should_be(make, message):
    """A value of another kind is quoted, with what would be right."""
    with pytest.raises(DefinitionError) as caught:
        make()
    assert message in str(caught.value)


def test_tokens_come_in_the_order_of_their_kinds():
    """Those of a kind are alike, so that their order tells nothing."""
    assert repr(seat("A+elf")).startswith("Seat(korrigans=(Korrigan(field='A', carries=Carried.ELF), ")
    assert Seat(hidden=[Clover.GOLD1, Clover.HARE]) == Seat(hidden=(Clover.HARE, Clover.GOLD1))
