"""Dungeons written when format 1 was made: they are read, written and played as they were."""

from __future__ import annotations

from pathlib import Path

import pytest

from cairn_rules import Match, Record, Registry, dumps, format_record, loads, parse_record
from cairn_rules.cairn_rpg import dungeon, with_packs
from cairn_rules.cairn_rpg.dungeon.samples import SAMPLES
from support.cairn_rpg.delves import delve, play
from support.cairn_rpg.packs import HILLS

LATER = ("put-down", "bandage")
FOLDER = Path(__file__).parents[1] / "golden" / "cairn-rpg-dungeon"


def is_later(action: dungeon.Action) -> bool:
    """Whether an action came after these documents."""
    return isinstance(action, dungeon.Do) and action.deed in LATER


def delved() -> Match:
    """A game in which each decision takes another place of the list, as far as 40 decisions."""
    match = Match(dungeon, dungeon.new_game(seed=20))
    for number in range(40):
        legal = [action for action in match.legal_actions if action != dungeon.Leave() and not is_later(action)]
        match.do(legal[7 * number % len(legal)])
    return match


def golden(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


MIDDLE, _ = play(delve(), "stay 1:search:chest 2:light:torch stay 1:take:gem")
VALUES = {
    "state": MIDDLE,
    "observation": dungeon.observe(MIDDLE, 0),
    "record": Record.of(delved()),
    "dungeon": MIDDLE.dungeon,
}
ACTIONS = [action for action in SAMPLES.actions() if not is_later(action)]


@pytest.mark.parametrize("name", VALUES)
def test_a_document_of_format_1_says_what_it_always_said(name: str) -> None:
    assert loads(golden(f"{name}.json")) == VALUES[name]
    assert dumps(VALUES[name], indent=2) + "\n" == golden(f"{name}.json")


def test_a_state_with_a_pack_of_format_1() -> None:
    state = dungeon.new_game(seed=7, book=with_packs(HILLS).book)
    assert loads(golden("packs.json"), registry=Registry([HILLS])) == state
    assert dumps(state, indent=2) + "\n" == golden("packs.json")
    assert dumps(dungeon.new_game(seed=7, book=with_packs().book)) == dumps(dungeon.new_game(seed=7))


def test_every_kind_of_action_of_format_1() -> None:
    lines = golden("actions.jsonl").splitlines()
    assert {*map(loads, lines)} == {*ACTIONS}
    assert {dumps(action, game=dungeon) for action in ACTIONS} == {*lines}


def test_a_record_of_format_1_is_played_as_it_always_was() -> None:
    """As far as it goes: the same key of chance, the same dice."""
    record = Record.of(delved(), tags={"Party": "Ann"})
    text = golden("record.txt")
    assert parse_record(text, dungeon) == record
    assert format_record(record) == text
    assert list(record.replay())[-1] == delved().state
