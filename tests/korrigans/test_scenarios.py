"""Stories that need several rules at once, and the map's promises (rules page, sections 2 to 7)."""

from __future__ import annotations

from itertools import product

import pytest
from attrs import evolve

from cairn_rules import korrigans
from cairn_rules.korrigans import (
    ChooseCauldronField,
    ChooseMove,
    ChooseSecondMove,
    ChooseSun,
    Companion,
    Menhir,
    Over,
    PlaceKorrigan,
    TakeClover,
    default_board,
    new_game,
)
from support.korrigans.odd_boards import FEW, ODD_BOARDS, only
from support.tables import SIX_SUNS, carried, code, final, link, play, seat, table, texts

pytestmark = pytest.mark.untraced

FIELDS = "ABCDEFGHIJKLMNOPV"
SIGNS = {"open": "-", "door": "|", "bridge": "="}
TROLLS = [SIGNS[str(each.kind)].join(each.ends) for each in default_board().links]


@pytest.mark.parametrize(
    ("companion", "origin", "open_ways", "troll", "ways_left"),
    [
        ("hare", "M", "CEF", "E-M", "CF"),
        ("squirrel", "O", "JN", "J|O", "N"),
        ("mouse", "V", "MO", "O=V", "M"),
        ("bird", "K", "BGI", "A-K", "BGI"),
        ("mole", "A", "DFHIK", "A-K", "DFHIK"),
        ("frog", "L", "CGJNP", "L|P", "CGJNP"),
    ],
)
def test_the_troll_before_each_companion(companion, origin, open_ways, troll, ways_left):
    """It closes its one link to who crosses links, from both sides, and nothing to who crosses none (rule 4.10)."""
    for stands, expected in ((None, open_ways), (troll, ways_left), ("G|M", open_ways)):
        state = table(seat(f"{origin} E+elf", companion), troll=stands)
        reached = [text for text in texts(state) if text.startswith("0:")]
        assert reached == [f"0:{companion}-{to}" for to in expected]
    for to in set(open_ways) - set(ways_left):
        back = table(seat(f"{to} E+elf", companion), troll=troll)
        assert code(back, f"0:{companion}-{origin}") == "move/troll 4.10"


def test_hare_and_squirrel_are_never_stuck():
    """On the library's map they lead out of every field, wherever the Troll stands (rules 4.4, 4.5, 11.3)."""
    for field, troll in product(FIELDS, [None, *TROLLS]):
        state = table(seat(f"{field} {field}", "hare squirrel"), troll=troll)
        assert texts(state)[0].startswith("0:")


def test_a_backup_companion_always_helps():
    """On the library's map who has a token never passes while Backup Companions are left (rules 4.13, 4.15, 11.3)."""
    for field, troll in product(FIELDS, [None, *TROLLS]):
        state = table(seat(f"{field} {field}", "g1"), troll=troll)
        assert set(texts(state)) & {"-g1=hare", "-g1=squirrel"}
        assert "pass" not in texts(state)


def test_the_troll_boxes_somebody_in():
    """Two Korrigans at a dead end must pass, with all companions, while the Troll stays there (rules 4.15, 6.6)."""
    board = evolve(
        default_board(), links=[each for each in default_board().links if "V" not in each.ends or each == link("P-V")]
    )
    state = table(
        seat("V V", open="hare squirrel mouse bird mole frog", hidden="g1"),
        seat("A J", "hare"),
        fields="K: g2",
        menhirs="K: troll",
        board=board,
        pending=ChooseMove(1),
        bag=SIX_SUNS.replace(" .", "") + " violet violet red orange yellow green blue indigo",
    )
    state = play(state, "0:hare-K", "+g2", "troll:P-V", "sun1")
    assert texts(state) == ["pass"]
    assert code(state, "-g1=hare") == "sacrifice/useless 4.15"
    assert code(state, "0:hare-P") == "move/troll 4.10"
    state = play(state, "pass", "0:hare-A", "sun2")
    assert texts(state) == ["pass"]


def test_five_players_in_one_field():
    """Ten Korrigans may stand together: five tokens for the first five, nothing for the others (rules 2.6, 4.3)."""
    state = new_game(seed=4, players=5, variant=korrigans.Variant(side="advanced"))
    takes = 0
    while state.round == 0:
        asked = isinstance(state.pending, PlaceKorrigan)
        takes += not asked
        state = play(state, "@V") if asked else korrigans.apply(state, korrigans.legal_actions(state)[0])
    assert takes == 5
    assert state.clovers_in("V") == ()
    assert len(state.standing["V"]) == 10
    assert [len(each.hidden) for each in state.seats] == [1, 1, 1, 1, 1]
    assert isinstance(state.pending, ChooseSun)


def test_a_crowd_meets_a_goblin():
    """Who comes into the crowd chooses among its opponents; of two that are alike one is named (6.10, 14.2)."""
    others = (seat("V V"), seat("V V+elf"), seat("V V"), seat("V D"))
    state = play(table(seat("P+goblin V", "hare"), *others), "0:hare-V")
    assert texts(state) == ["goblin:green.0", "goblin:violet.0", "goblin:violet.1", "goblin:pink.0", "goblin:yellow.0"]
    after = play(state, "goblin:yellow.0")
    assert carried(after) == ["V+elf", "V", "V", "V", "V", "V", "V", "V", "V+goblin", "D"]


def test_a_fairy_that_leads_nowhere():
    """Without a legal movement nothing happens, and nothing is sacrificed (rules 4.14, 6.5)."""
    first = seat("A V", "hare g1")
    state = play(table(first, fields="K: g2", menhirs="K: fairy", troll="P-V"), "0:hare-K", "+g2")
    assert texts(state) == ["0:hare-A", "decline"]
    stuck = table(first, fields="K: g2", menhirs="K: fairy", pending=ChooseSecondMove(0), troll="P-V")
    stuck = evolve(stuck, seats=(seat("V V", "bird g1"), *stuck.seats[1:]))
    assert texts(stuck) == ["decline"]
    assert code(stuck, "-g1=hare") == "sacrifice/not-now 4.14"


def test_a_fairy_brings_an_elf_home():
    """The second movement meets Elves, gathers, and takes Menhirs like the first (rules 6.5, 6.8, 6.9)."""
    state = table(
        seat("A V", "hare"), seat("P+elf J"), fields="K: g1, P: mole", menhirs="K: fairy, P: gold2", bag_holder=1
    )
    state = play(state, "0:hare-K", "+g1", "1:hare-P")
    assert carried(state) == ["K", "P+elf", "P", "J"]
    state = play(state, "+mole")
    assert state.seats[0].menhirs == (Menhir.GOLD2,)
    assert state.pending == ChooseMove(1)


def test_a_leprechaun_then_a_sacrifice():
    """Without a screen one pays with what was not used yet, and only with that (rules 4.12, 6.4)."""
    state = table(
        seat("A V", "hare"), seat("V V", "g2 g4", open="bird"), fields="K: g1", menhirs="K: leprechaun", bag_holder=1
    )
    state = play(state, "0:hare-K", "+g1", "unmask:green")
    assert texts(state) == [f"-{token}={side}" for token in ("g2", "g4") for side in ("hare", "squirrel")]
    state = play(state, "-g4=hare")
    assert texts(state) == ["0:hare-P"]


def test_start_fields_of_one_token():
    """The Menhir of the last token is applied while placing, on the standard side too; a Fairy does nothing (2.6)."""
    for menhir, asked in ((Menhir.FAIRY, []), (Menhir.TROLL, ["troll:A-K"]), (Menhir.LEPRECHAUN, ["unmask:green"])):
        state = new_game(seed=1, board=only(menhir, FEW))
        state = play(state, "@A")
        state = korrigans.apply(state, korrigans.legal_actions(state)[0])
        assert state.menhir_in("A") is None
        assert texts(state)[: len(asked)] == asked or not asked
        assert play(state, *asked).pending == PlaceKorrigan(1, 0)


def test_nothing_to_take_nothing_to_use():
    """Without tokens and ways everybody passes until the Cauldron appears, and the game ends (rules 4.15, 13.1)."""
    board = ODD_BOARDS["no links, no ways"]
    empty = evolve(board, fields=[evolve(each, clovers=0, colour=each.name) for each in board.fields], base_clovers=())
    state, decided = new_game(seed=1, players=3, board=empty), []
    while not isinstance(state.pending, ChooseCauldronField):
        listed = texts(state)
        if isinstance(state.pending, ChooseMove):
            decided += listed
        state = play(state, listed[0])
    assert decided == ["pass"] * 3 * (state.round - 1)
    while not isinstance(state.pending, Over):
        state = play(state, texts(state)[0])
    outcome = korrigans.outcome(state)
    totals = [score.total for score in korrigans.scores(state)]
    assert totals[outcome.winners[0]] == max(totals)


def test_an_elf_changes_hands_at_the_cauldron():
    """With the option whoever comes last in the final turn takes it along, and it is worth 2 (rules 6.9, 8.1, 10.8)."""
    state = final(seat("J+elf V", open="hare"), seat("O D", open="hare"), variant={"final_meetings": True})
    state = play(state, "0:hare>I", "end", "0:hare>I")
    assert carried(state) == ["I", "V", "I+elf", "D"]
    assert [score.total for score in korrigans.scores(play(state, "end"))] == [10, 12]


def test_final_movements_lead_through_other_fields():
    """Korrigans take turns as their player likes, each companion once, the Troll in the way (rules 4.10, 7.5, 7.6)."""
    state = final(seat("B A", open="hare squirrel mole frog", backups="squirrel"), troll="I-J")
    state = play(state, "1:mole>I", "0:squirrel>A", "0:hare>K", "0:squirrel>P", "0:frog>J")
    assert texts(state) == ["end"]
    assert state.seats[0].discarded == (
        Companion.HARE,
        Companion.SQUIRREL,
        Companion.SQUIRREL,
        Companion.MOLE,
        Companion.FROG,
    )
    assert [score.total for score in korrigans.scores(state)] == [10, 0]


def test_who_is_asked_is_who_moved():
    """A token is taken by the Korrigan that came, whichever moved before (rules 5.1, 6.1)."""
    state = table(seat("A V", "hare"), fields="P: g1", menhirs="P: goblin")
    state = play(state, "1:hare-P")
    assert state.pending == TakeClover(0, 1)
    assert carried(play(state, "+g1"))[:2] == ["A", "P+goblin"]
