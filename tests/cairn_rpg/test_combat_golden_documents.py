"""Fights written when format 1 was made: they are read, written and played as they were."""

from __future__ import annotations

from pathlib import Path

import pytest

from cairn_rules import Match, Record, dumps, format_record, loads, parse_record
from cairn_rules.cairn_rpg import combat
from cairn_rules.cairn_rpg.combat import Strike
from cairn_rules.cairn_rpg.combat.actions import OFFER
from cairn_rules.cairn_rpg.combat.samples import SAMPLES
from support.cairn_rpg.fights import begun, foe, hero
from support.cairn_rpg.people import BANDAGES

FOLDER = Path(__file__).parents[1] / "golden" / "cairn-rpg-combat"


def play() -> Match:
    """A fight in which each decision takes another place of the list."""
    match = Match(combat, combat.new_game(seed=20))
    number = 0
    while match.outcome is None:
        legal = [action for action in match.legal_actions if action != OFFER]  # which came later
        match.do(legal[7 * number % len(legal)])
        number += 1
    return match


def golden(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


MIDDLE = combat.apply(begun(hero("Ada", BANDAGES), hero("Bo", panicked=True), foes=[foe(), foe()]), Strike(0, 0, 2))
VALUES = {"state": MIDDLE, "observation": combat.observe(MIDDLE, 1), "record": Record.of(play())}


@pytest.mark.parametrize("name", VALUES)
def test_a_document_of_format_1_says_what_it_always_said(name: str) -> None:
    assert loads(golden(f"{name}.json")) == VALUES[name]
    assert dumps(VALUES[name], indent=2) + "\n" == golden(f"{name}.json")


def test_every_kind_of_action_of_format_1() -> None:
    lines = (golden("actions.jsonl") + golden("actions-2.jsonl")).splitlines()
    assert {*map(loads, lines)} == {*SAMPLES.actions()}
    assert [dumps(loads(line)) for line in lines] == lines


def test_a_record_of_format_1_is_played_as_it_always_was() -> None:
    """To its end: the same key of chance, the same dice, the same outcome."""
    record = Record.of(play(), tags={"Party": "Ann"})
    text = golden("record.txt")
    assert parse_record(text, combat) == record
    assert format_record(record) == text
    assert list(record.replay())[-1] == play().state
