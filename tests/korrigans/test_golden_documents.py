"""Documents and records of format 1, kept for ever: what they say is made here by other means.

Those of the first revision of the rules do not name the option `final_meetings`, which is on in them.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from attrs import evolve

from cairn_rules import Match, Outcome, Record, dumps, format_record, loads, parse_record
from cairn_rules import korrigans as k
from cairn_rules.korrigans import Clover, Companion, Menhir, Pawn, events
from cairn_rules.korrigans.state.seats import Carried
from support import tables
from support.tables import SIX_SUNS, link, play, seat

FOLDER = Path(__file__).parents[1] / "golden" / "korrigans"
FIRST = {"final_meetings": True}
"""The options of the first revision."""
table, final = partial(tables.table, variant=FIRST), partial(tables.final, variant=FIRST)

DEALT = table(
    seat(),
    seat(),
    fields="A: hare mole g1, B: hare g1 g2, C: g2 g2 g3, D: squirrel g4, E: bird g1, F: mouse g2, G: hare frog g1,"
    "H: hare bird g3, I: mole g2 g3, J: squirrel mouse g1 g4, K: hare bird g1 g2, L: frog g2, M: squirrel g1 g3,"
    "N: mouse mole, O: mouse g1, P: squirrel bird g2, V: squirrel frog g3 g4",
    menhirs="A: elf, B: goblin, C: fairy, D: troll, E: gold2, F: gold3, G: elf, H: goblin, I: leprechaun, J: fairy,"
    "K: troll, L: gold2, M: gold3, N: leprechaun, O: fairy, P: troll",
    bag="red red orange yellow green blue indigo violet orange yellow green blue indigo violet",
)


def recorded(start: k.State = DEALT) -> Record:
    """The first two rounds of a game, then Green resigns."""
    match = Match(k, start)
    decisions = "@A +hare @D +squirrel @G +hare @J +mouse sun1 0:hare-K +g2 0:squirrel-C +g3 cloud3 0:hare-A +mole"
    for text in decisions.split():
        match.do(text)
    match.resign(1)
    return evolve(Record.of(match, tags={"Blue": "Ann", "Green": "Bob"}), comments={0: "Sunny.", 10: "The lead."})


MIDDLE = table(
    seat("A+elf V", "hare g3", open="mouse", backups="squirrel", menhirs="gold2"),
    seat("D J+goblin", "frog g1", screen=False),
    seat("B B", "mole"),
    fields="K: bird g4, L: frog, V: g2",
    menhirs="K: troll, L: fairy",
    troll="A|B",
    suns="red . green",
    clouds=". . . . . . red",
    ledger=(
        k.events.Taken(0, "A", Clover.MOUSE),
        k.events.Revealed(0, Companion.MOUSE),
        k.events.Sacrificed(2, Clover.GOLD1),
        k.events.RuledOut(1, (Companion.HARE, Companion.BIRD)),
        k.events.Unmasked(1),
    ),
    turn=8,
    variant={"side": "advanced", "backup": "voluntary", "memory_aid": True, **FIRST},
)
BEFORE = tables.table(seat("C C", "frog g1"), seat("D J"), troll="C-M", variant={"backup": "voluntary"})
SECOND = evolve(
    BEFORE,
    seats=(seat("C C", "frog", backups="hare"), BEFORE.seats[1]),
    backups=4,
    ledger=(
        k.events.CouldMove(0, tables.companions("squirrel bird mouse frog")),
        k.events.Sacrificed(0, Clover.GOLD1),
    ),
)
"""The second revision: what a voluntary sacrifice tells, and nothing passes in final turns."""
BOARD = evolve(k.default_board(), id="forty-golden-stones", menhirs={Menhir.GOLD4: 10, Menhir.ELF: 6})
VALUES = {
    "state": MIDDLE,
    "state-taking": evolve(MIDDLE, pending=k.TakeClover(0, 1)),
    "state-final": final(seat("I I", "g4"), seat("D J+elf", "g1 g2"), ledger=(k.events.FinalTurnBegun(0),)),
    "state-other-board": table(seat("A V"), suns="red", board=BOARD),
    "observation": k.observe(evolve(MIDDLE, pending=k.TakeClover(0, 1)), 0),
    "observation-spectator": k.observe(MIDDLE, None),
    "variant": k.Variant(
        side="advanced",
        backup="voluntary",
        fairy_gathers=False,
        troll_blocks_jumps=True,
        memory_aid=True,
        cauldron_match="projection",
        final_meetings=True,
    ),
    "variant-2": k.Variant(side="advanced"),
    "state-2": SECOND,
    "observation-2": k.observe(SECOND, 1),
    "changes-2": k.changes(BEFORE, SECOND, viewer=1),
    "board": k.default_board(),
    "changes": (
        events.SunCovered(3, Pawn.RED),
        events.CloudCovered(5, Pawn.RED),
        events.CauldronPlaced("E"),
        k.events.Taken(0, "A", Clover.GOLD3),
        k.events.TakenUnseen(1, "B"),
        k.events.Revealed(0, Companion.HARE),
        k.events.Sacrificed(0, Clover.GOLD1),
        k.events.SacrificedUnseen(1),
        k.events.Unmasked(1),
        k.events.RuledOut(0, (Companion.FROG, Companion.BIRD)),
        k.events.FinalTurnBegun(1),
        events.Bought(0, Companion.SQUIRREL),
        events.Discarded(0, Companion.HARE),
        events.Placed(0, 1, "V"),
        events.Moved(1, 0, "A", "K"),
        events.MenhirTaken("K", Menhir.ELF),
        events.MenhirTaken("N", None),
        events.Carries(0, 0, Carried.ELF),
        events.Carries(1, 1, None),
        events.TokensShown(1, (Clover.GOLD1, Clover.HARE)),
        events.TrollPlaced(link("A|B")),
        events.TurnPassed(7),
        events.RoundBegun(4),
        events.PawnDrawn(Pawn.VIOLET),
        events.SetAnew(),
        events.Asked(k.ChooseMove(1)),
        events.Won(Outcome(winners=(1,), reason="most-gold")),
    ),
    "record": recorded(),
}
LINES = {
    "actions": [
        k.Place("A"),
        k.Take(Clover.GOLD3),
        k.CoverSun(3),
        k.CoverCloud(5),
        k.Move(0, Companion.HARE, "K"),
        k.Sacrifice(Clover.GOLD1, Companion.SQUIRREL),
        k.Pass(),
        k.GiveGoblin(1, 0),
        k.Unmask(1),
        k.PlaceTroll(link("A|B")),
        k.Decline(),
        k.PlaceCauldron("E"),
        k.FinalMove(1, Companion.FROG, "N"),
        k.EndFinalTurn(),
    ],
    "decisions": [
        table(seat(), seat()),
        table(seat("A"), seat(), fields="A: hare", pending=k.TakeClover(0, 0)),
        table(seat("A V"), pending=k.ChooseSun(1, Pawn.RED)),
        table(seat("A V"), suns="red", pending=k.ChooseCloud(1, Pawn.RED)),
        table(seat("A V"), pending=k.ChooseMove(1)),
        table(seat("D+goblin V"), seat("D J"), seat("D B"), pending=k.ChooseReceiver(0, 0, gathers=True)),
        table(seat("A V"), pending=k.ChooseOpponent(0)),
        table(seat("A V"), pending=k.ChooseLink(0)),
        table(seat("A V"), pending=k.ChooseSecondMove(0)),
        table(seat("A V"), suns=SIX_SUNS, pending=k.ChooseCauldronField(0)),
        final(seat("A V"), pending=k.ChooseFinalMove(1)),
        play(final(seat("A V", "g1")), "end", "end"),
    ],
}
"""Every kind of action, and a state for every kind of decision."""


def golden(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", VALUES)
def test_a_document_of_format_1_says_what_it_always_said(name):
    """The same text is written today, too; only a record names the revision of the rules by which it was read."""
    text = golden(f"{name}.json")
    assert loads(text) == VALUES[name]
    if name == "record":
        text = text.replace('"tags": {', '"tags": {\n      "RulesRevision": "2",')
    assert dumps(VALUES[name], indent=2) + "\n" == text


@pytest.mark.parametrize("name", LINES)
def test_every_kind_of_format_1(name):
    """A line for each of them, in the order above."""
    lines = golden(f"{name}.jsonl").splitlines()
    assert list(map(loads, lines)) == LINES[name]
    assert list(map(dumps, LINES[name])) == lines


@pytest.mark.parametrize(("name", "start"), [("record", None), ("record-of-a-state", MIDDLE)])
def test_a_record_of_format_1_says_what_it_always_said(name, start):
    """With the start as it was dealt, or as a whole state."""
    text = golden(f"{name}.txt")
    record = recorded()
    if start is not None:
        match = Match(k, start)
        match.do("0:hare-K")
        record = Record.of(match)
    assert parse_record(text) == record
    written = text.replace("result: blue resignation", "result: blue won, green resigned")
    assert format_record(record) == written.replace('[Format "1"]', '[Format "1"]\n[RulesRevision "2"]')
    assert parse_record(format_record(record)) == record


def test_a_record_of_the_second_revision_says_what_it_always_said():
    """It names the revision, and the option that is off."""
    text = golden("record-2.txt")
    record = recorded(evolve(DEALT, variant=k.Variant()))
    assert parse_record(text) == record
    assert format_record(record) == text


def test_every_golden_file_is_checked():
    """None is forgotten."""
    names = {*(f"{name}.json" for name in VALUES), *(f"{name}.jsonl" for name in LINES)}
    assert {path.name for path in FOLDER.iterdir()} == {*names, "record.txt", "record-of-a-state.txt", "record-2.txt"}
