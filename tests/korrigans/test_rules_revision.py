"""The revisions of the rules: what each comes to, and what was written under the first one."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from random import Random

import pytest

from cairn_rules import Match, Record, dumps, format_record, korrigans, loads, parse_record
from cairn_rules.korrigans import MANIFEST, Variant
from cairn_rules.korrigans.documents.records import START
from cairn_rules.korrigans.variant import REVISION_1
from support.tables import carried, final, play, seat

GOLDEN = Path(__file__).parents[1] / "golden" / "korrigans"
FINGERPRINTS = {1: "8fbcf3edfddc5f72", 2: "4ad4a5de78b1e200"}
"""What the games of each revision come to; a new revision gets a new line."""


def fingerprint(*, final_meetings: bool) -> str:
    """A digest of the legal actions and last states of random games."""
    variants = (
        Variant(final_meetings=final_meetings),
        Variant(side="advanced", fairy_gathers=False, final_meetings=final_meetings),
        Variant(troll_blocks_jumps=True, memory_aid=True, cauldron_match="projection", final_meetings=final_meetings),
    )
    told = blake2b(digest_size=8)
    for number in range(12):
        state = korrigans.new_game(seed=number, players=2 + number % 4, variant=variants[number % 3])
        rng = Random(number)
        while legal := korrigans.legal_actions(state):
            told.update(" ".join(map(korrigans.format_action, legal)).encode())
            state = korrigans.apply(state, legal[int(rng.random() * len(legal))])
        told.update(korrigans.key(state).to_bytes(8))
    return told.hexdigest()


def test_the_revision_goes_up_when_games_come_out_otherwise():
    """The same seeds and choices give the same states, with the same actions in the same order, as they did.

    When this fails on purpose, the rules have changed: give Korrigans the next revision, and a line for it.
    """
    assert fingerprint(final_meetings=False) == FINGERPRINTS[MANIFEST.rules_revision]


def test_games_of_revision_1_come_out_as_they_did():
    """With `final_meetings` they are played as before, down to their keys."""
    assert fingerprint(final_meetings=True) == FINGERPRINTS[1]


def final_turn(variant):
    """Green's Elf stands where Blue's Korrigan may go in the final turn."""
    return final(seat("A V", open="hare"), seat("K+elf J"), variant={"final_meetings": variant.final_meetings})


def test_a_state_of_revision_1_goes_on_with_its_rules():
    """Its document names no such option; the Elf passes in the final turn, as it did (rule 10.8)."""
    text = dumps(final_turn(REVISION_1))
    assert "final_meetings" not in text
    assert carried(play(loads(text), "0:hare>K"))[0] == "K+elf"
    today = dumps(final_turn(Variant()))
    assert '"final_meetings":false' in today
    assert carried(play(loads(today), "0:hare>K"))[0] == "K"


@pytest.mark.parametrize("name", ["record", "record-of-a-state"])
def test_a_record_of_revision_1_goes_on_with_its_rules(name):
    """It is read with the option on, and written again so under the revision of today."""
    text = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert "RulesRevision" not in text
    record = parse_record(text)
    assert record.start.variant.final_meetings
    again = format_record(record)
    assert '[RulesRevision "2"]' in again
    assert parse_record(again) == record


@pytest.mark.parametrize("variant", [Variant(), REVISION_1, Variant(side="advanced")])
def test_records_of_today_name_the_option_when_it_is_off(variant):
    """So a record without it is one of the first revision, and its start says all that is needed to read it."""
    start = korrigans.new_game(seed=1, variant=variant)
    tags = START.tags(start)
    assert ("final_meetings=false" in tags.get("Variant", "")) is not variant.final_meetings
    assert START.state(tags, None) == start
    assert parse_record(format_record(Record.of(Match(korrigans, start)))).start == start
