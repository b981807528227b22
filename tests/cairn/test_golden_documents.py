"""Documents of format 1, kept for ever: what they say was checked by hand, and is made here by other means."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from cairn_rules import Match, Outcome, Record, cairn, dumps, loads
from cairn_rules.cairn import BASE_SET, VILLAGE, Banish, Relocate, Space, Together, Tribe, Variant
from support.play import play
from support.stones import CUSTOM, ExchangeShamans

FOLDER = Path(__file__).parents[1] / "golden" / "json"
STONES = BASE_SET | CUSTOM
START = cairn.parse_position(
    "f1f1f/5/5/5/s1s1s s wooe b3=chaos,d3=dawn cromlech,pillars alley,deer,menhir,sanctuary 0-0"
)
LEAVING = cairn.parse_position("2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0")
SOURCE = cairn.parse_position("4f/5/5/2s2/5 s wooe c3=source,d3=dawn alley,deer menhir,mound 0-0")
ROW = cairn.parse_position("5/5/s1f2/1s3/4f s wooe a5=chaos,e5=dawn alley,deer menhir 0-0")
CHAIN = cairn.parse_position("4f/2f2/5/5/1s3 s wooe b2=acme.far-stone,b3=charge alley,deer menhir 0-0", STONES)
ODD = Variant(
    power_exit=True,
    corner_exit=False,
    transformation_trigger="acted",
    transformation_mandatory=True,
    dawn_banishes=True,
)

SEA, FOREST, ALLEY, DEER = Tribe.SEA, Tribe.FOREST, BASE_SET["alley"], BASE_SET["deer"]
CHANGES = (
    cairn.events.Moved(SEA, Space.C1, Space.C2),
    cairn.events.Added(FOREST, Space.B5),
    cairn.events.Banished(SEA, Space.C2),
    cairn.events.Exited(SEA, Space.C5),
    cairn.events.Flipped(cairn.AddFace.BLACK),
    cairn.events.Flipped(cairn.MoveFace.DIAGONAL),
    cairn.events.Flipped(cairn.JumpFace.ENEMY),
    cairn.events.Flipped(cairn.TransformationFace.MIDDLE),
    cairn.events.Built(Space.C5, ALLEY),
    cairn.events.Scored(SEA, 1),
    cairn.events.Drawn(DEER, 1),
    cairn.events.Slid(ALLEY, Space.C5, Space.C4),
    cairn.events.Swapped(Space.B3, Space.C4),
    cairn.events.Replaced(Space.D3, DEER, ALLEY),
    cairn.events.Arranged(((Space.B3, ALLEY),), (DEER,), (), (BASE_SET["dawn"],)),
    cairn.events.ExtraTurnGiven(SEA),
    cairn.events.ExtraTurnGiven(None),
    cairn.events.TurnPassed(1, FOREST),
    cairn.events.Activated(Space.B3, ALLEY, FOREST),
    cairn.events.Asked(cairn.ChooseAction()),
    cairn.events.Asked(cairn.UsePower(Space.B3, ALLEY, FOREST, (Banish(Space.A1),))),
    cairn.events.Asked(cairn.BuildMegalith(Space.C5, SEA)),
    cairn.events.Asked(cairn.TransformOrPass()),
    cairn.events.Won(Outcome((SEA,), "third-megalith")),
)
"""One of every kind and more; they need not fit together."""


def left() -> Record:
    match = Match(cairn, LEAVING)
    for text in ("c5-x", "=alley", "e1-x", "=menhir"):
        match.do(text)
    match.resign(Tribe.SEA)
    return evolve(Record.of(match, tags={"Sea": "Ann"}), comments={0: "Quick.", 1: "Out!\nAlready."})


VALUES = {
    "start": START,
    "leaving-build": play(LEAVING, "c5-x"),
    "chain-chosen-seen-waiting": play(CHAIN, "b1-b2", "b2>b3", "b3>b4"),
    "row-transform": play(ROW, "b2-b3"),
    "over": cairn.parse_position("5/5/5/5/s3f f wdoe a3=deer,b3=alley,c3=chaos,d3=dawn,e3=menhir - - 3-0"),
    "observation-tucked": cairn.observe(play(SOURCE, "c2-c3", "d3:deer"), None),
    "variant": ODD,
    "start-odd-variant": cairn.parse_position(cairn.format_position(START), variant=ODD),
    "changes": CHANGES,
    "changes-none": (),
    "record": left(),
}
ACTIONS = [
    cairn.Add(Space.D1),
    cairn.Move(Space.C1, Space.C2),
    cairn.Move(Space.C5, VILLAGE),
    cairn.Jump(Space.C1, Space.C3),
    cairn.Jump(Space.C4, VILLAGE),
    cairn.Construct(BASE_SET["deer"]),
    cairn.Transform(Space.D2),
    cairn.Pass(),
    Banish(Space.A5),
    Relocate(Space.D4, Space.D3),
    Relocate(Space.D4, VILLAGE),
    cairn.Summon(Space.A1),
    cairn.SlideMegalith(Space.B3, Space.B4),
    cairn.SwapMegaliths(Space.B3, Space.D5),
    cairn.ReplaceMegalith(Space.A2, BASE_SET["menhir"]),
    cairn.FlipTile(cairn.Tile.JUMP),
    cairn.TakeExtraTurn(),
    Together(),
    Together(Banish(Space.A5), Together(Relocate(Space.D4, Space.D3))),
    ExchangeShamans(Space.A1, Space.B2),
]


def golden(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", VALUES)
def test_a_document_of_format_1_says_what_it_always_said(name: str) -> None:
    text = golden(f"{name}.json")
    assert loads(text, STONES) == VALUES[name]
    assert dumps(VALUES[name], indent=2) + "\n" == text


def test_turns_are_counted_in_documents() -> None:
    """The number of turns is no part of equality, so it is compared apart."""
    text = golden("over.json").replace('"turn": 0', '"turn": 41')
    assert loads(text, expect=cairn.State).turn == 41
    assert loads(dumps(loads(text)), expect=cairn.State).turn == 41


def test_every_kind_of_action_of_format_1() -> None:
    """A line for each of them, in the order above."""
    lines = golden("actions.jsonl").splitlines()
    assert [loads(line, STONES) for line in lines] == ACTIONS
    assert list(map(dumps, ACTIONS)) == lines


def test_every_golden_file_is_checked() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {"actions.jsonl", *(f"{name}.json" for name in VALUES)}
