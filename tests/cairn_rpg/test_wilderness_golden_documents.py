"""Journeys written when format 1 was made: they are read, written and played as they were."""

from __future__ import annotations

from pathlib import Path

import pytest

from cairn_rules import Match, Record, Registry, dumps, format_record, loads, parse_record
from cairn_rules.cairn_rpg import wilderness, with_packs
from cairn_rules.cairn_rpg.wilderness.samples import SAMPLES
from support.cairn_rpg.journeys import begun, traveller
from support.cairn_rpg.packs import HILLS
from support.cairn_rpg.people import ROPE
from support.released import of_revision

FOLDER = Path(__file__).parents[1] / "golden" / "cairn-rpg-wilderness"


def play() -> Match:
    """A journey in which each decision takes another place of the list, as far as 40 decisions."""
    match = Match(wilderness, wilderness.new_game(seed=20))
    for number in range(40):
        match.do(match.legal_actions[7 * number % len(match.legal_actions)])
    return match


def golden(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


MIDDLE = wilderness.apply(begun(traveller("Ada", ROPE), traveller("Bo")), wilderness.Supply(0))
VALUES = {"state": MIDDLE, "observation": wilderness.observe(MIDDLE, 0), "record": Record.of(play())}
ACTIONS = list(SAMPLES.actions())


@pytest.mark.parametrize("name", VALUES)
def test_a_document_of_format_1_says_what_it_always_said(name: str) -> None:
    """The same text is written today; only a record names the revision of the rules by which it was read."""
    assert loads(golden(f"{name}.json")) == VALUES[name]
    assert dumps(VALUES[name], indent=2) + "\n" == of_revision(2, golden(f"{name}.json"))


def test_a_state_with_a_pack_of_format_1() -> None:
    state = wilderness.new_game(seed=7, book=with_packs(HILLS).book)
    assert loads(golden("packs.json"), registry=Registry([HILLS])) == state
    assert dumps(state, indent=2) + "\n" == golden("packs.json")
    assert dumps(wilderness.new_game(seed=7, book=with_packs().book)) == dumps(wilderness.new_game(seed=7))


def test_every_kind_of_action_of_format_1() -> None:
    lines = golden("actions.jsonl").splitlines()
    assert list(map(loads, lines)) == ACTIONS
    assert [dumps(action, game=wilderness) for action in ACTIONS] == lines


def test_a_record_of_format_1_is_played_as_it_always_was() -> None:
    """As far as it goes: the same key of chance, the same dice."""
    record = Record.of(play(), tags={"Party": "Ann"})
    text = golden("record.txt")
    assert parse_record(text, wilderness) == record
    assert format_record(record) == of_revision(2, text)
    assert parse_record(format_record(record), wilderness) == record
    assert list(record.replay())[-1] == play().state
