"""Campaigns written when format 1 was made: they are read, written and played as they were."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cairn_rules import Match, Record, dumps, format_record, loads, parse_record
from cairn_rules.cairn_rpg import campaign
from cairn_rules.cairn_rpg.campaign.samples import SAMPLES
from support.cairn_rpg.campaigns import LAND, begun, play
from support.released import of_revision

pytestmark = pytest.mark.untraced

FOLDER = Path(__file__).parents[2] / "golden" / "cairn-rpg-campaign"
PLAY = """
begin set-out:mill-road season:summer set-out:moor find:feature 1:explore 2:explore find:food:2 wait pay:fatigue
1:supply 2:supply 1:camp 2:camp find:food:3 rest:disturbed way find:treasure fight:wolves begin 1:1>3 3:1>1 4:1>1
1:1>3 2:2>3 3:1>1 4:flee 1:2>3 2:1>3 fight:wolves begin 2:1>3 3:1>1 4:wait
"""
"""A week of play, by the dice of the seed below."""


def played() -> Match[Any, Any]:
    match: Match[Any, Any] = Match(campaign, campaign.new_game(seed=10))
    for text in PLAY.split():
        match.do(text)
    return match


def golden(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


FIGHT, _ = play(begun(at="crypt"), "enter stay 1:light:torch 2:search:chest fight:rat begin", faces=(1, 1))
UNDONE = played()
UNDONE.undo()
VALUES = {
    "state": FIGHT,
    "observation": campaign.observe(FIGHT, 0),
    "gazetteer": LAND,
    "record": Record.of(played()),
}
ACTIONS = list(SAMPLES.actions())


@pytest.mark.parametrize("name", VALUES)
def test_a_document_of_format_1_says_what_it_always_said(name: str) -> None:
    """The same text is written today; only a record names the revision of the rules by which it was read."""
    assert loads(golden(f"{name}.json")) == VALUES[name]
    assert dumps(VALUES[name], indent=2) + "\n" == of_revision(3, golden(f"{name}.json"))


def test_every_kind_of_action_of_format_1() -> None:
    lines = golden("actions.jsonl").splitlines()
    assert list(map(loads, lines)) == ACTIONS
    assert list(map(dumps, ACTIONS)) == lines


def test_a_campaign_of_format_1_goes_on_where_it_was_left() -> None:
    """One document has the start, the decisions and what was undone; the same key of chance gives the same dice."""
    match = loads(golden("match.json"))
    assert (match.states, match.redo()) == (UNDONE.states, played().state)
    assert dumps(UNDONE, indent=2) + "\n" == of_revision(3, golden("match.json"))


def test_a_record_of_format_1_is_played_as_it_always_was() -> None:
    record = Record.of(played(), tags={"Party": "Ann"})
    text = golden("record.txt")
    assert parse_record(text, campaign) == record
    assert format_record(record) == of_revision(3, text)
    assert parse_record(format_record(record), campaign) == record
    assert list(record.replay())[-1] == played().state
