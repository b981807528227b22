"""Documents and records written when format 1 was made: they are read, and written, as they were.

They are of the first revision of the rules. Today a record names the second one.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from cairn_rules import Match, Record, dumps, format_record, loads, parse_record
from cairn_rules import endless_winter as ew
from cairn_rules.endless_winter.samples import SAMPLES
from support.released import of_revision

FOLDER = Path(__file__).parents[1] / "golden" / "endless-winter"


def play(players: int, decisions: int) -> Match:
    """A game in which each decision takes another place of the list."""
    match = Match(ew, ew.new_game(seed=20, players=players, variant=ew.Variant(draft="setup")))
    for number in range(decisions):
        if match.outcome is not None:
            break
        legal = match.legal_actions
        match.do(legal[7 * number % len(legal)])
    return match


def golden(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


DECISIONS = """
setup:SU1 setup:SU3 setup:SU2 idol:honor
end tribe>initiate food work:tribeswoman work:tribesman work:tribesman take:shaman work:tribeswoman work:tribesman
take:crafter food take:explorer end end part:0 bury:hand:explorer idol:offering
end chief>rest decline
end tribe>initiate work:brave end bury:hand:tribesman bury:played:brave bury:hand:brave
end chief>rest gain:tool
end tribe>initiate work:brave take:shaman food work:tribeswoman work:tribesman end bury:hand:shaman
end tribe>hunt end tip:woolly_rhino decline draw-animal
end tribe>initiate work:crafter work:shaman end bury:played:shaman bury:discard:tribeswoman bury:discard:tribesman
end tribe>develop work:tribeswoman work:tribesman end decline
end chief>hunt work:crafter animal:giant_sloth food work:tribesman animal:saber_toothed_cat food end
tip:woolly_rhino decline tip:giant_sloth tip:saber_toothed_cat decline gain:tool megalith:8,6,1 idol:honor decline
end chief>develop work:explorer learn:C119 work:brave learn:C109 work:tribesman end
"""
"""The decisions that lead to `MIDDLE`: the game of revision 1, without the question after the second Rhino."""


def middle() -> ew.State:
    state = ew.new_game(seed=20, players=3, variant=ew.Variant(draft="setup"))
    for text in DECISIONS.split():
        state = ew.apply(state, ew.parse_action(text, state))
    return state


MIDDLE = middle()
VALUES = {
    "state": MIDDLE,
    "state-solo": play(1, 40).state,
    "observation": ew.observe(MIDDLE, 1),
    "observation-spectator": ew.observe(MIDDLE, None),
    "variant": ew.Variant(draft="chief", chief_side="choice", second_culture_card="discard", wild_overflow=False),
    "record": Record.of(play(2, 60)),
}
LINES = {"actions": [*SAMPLES.actions()]}


@pytest.mark.parametrize("name", VALUES)
def test_a_document_of_format_1_says_what_it_always_said(name):
    text = golden(f"{name}.json")
    assert loads(text) == VALUES[name]
    assert dumps(VALUES[name], indent=2) + "\n" == (of_revision(2, text) if name == "record" else text)


def test_every_kind_of_action_of_format_1():
    lines = golden("actions.jsonl").splitlines()
    assert list(map(loads, lines)) == LINES["actions"]
    assert list(map(dumps, LINES["actions"])) == lines


@pytest.mark.untraced
@pytest.mark.parametrize(("name", "players"), [("record", 2), ("record-solo", 1)])
def test_a_record_of_format_1_is_played_as_it_always_was(name, players):
    """To its end: the same key of chance, the same cards, the same result."""
    record = Record.of(play(players, 10_000), tags={"Cyan": "Ann"})
    text = golden(f"{name}.txt")
    assert parse_record(text) == record
    assert format_record(record) == of_revision(2, text)
    assert parse_record(format_record(record)) == record
    assert parse_record(text).outcome == record.outcome is not None


def test_every_golden_file_is_checked():
    """None is forgotten; `test_event_table` reads those of changes."""
    others = {"actions.jsonl", "changes.json", "changes.sentences", "record.txt", "record-solo.txt"}
    names = {*(f"{name}.json" for name in VALUES), *others}
    assert {path.name for path in FOLDER.iterdir()} == names
