"""The revision of a game's rules: what it is tied to, and what records make of it."""

from __future__ import annotations

from hashlib import blake2b
from random import Random
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

from cairn_rules import (
    DefinitionError,
    DocumentError,
    IllegalActionError,
    Match,
    NotationError,
    Reason,
    Record,
    cairn,
    dumps,
    format_record,
    loads,
    parse_record,
)
from cairn_rules.cairn import Variant
from cairn_rules.simulation import with_options

FINGERPRINTS = {1: "e9d2989bf7a4633d"}
"""What the games of each revision of Cairn's rules come to; a new revision gets a new line."""
VARIANTS = (
    Variant(),
    Variant(power_exit=True, dawn_banishes=True, transformation_mandatory=True),
    Variant(corner_exit=False, transformation_trigger="acted"),
)


def without_exits(state: Any, action: Any) -> Any:
    if getattr(action, "to", None) is cairn.VILLAGE:
        raise IllegalActionError(action, Reason("move/no-exit", "nobody leaves", "4.5"), repr(state))
    return cairn.apply(state, action)


def revised(revision: int, **changed: Any) -> Any:
    """Cairn with the number of another revision, and perhaps other rules."""
    own = {name: getattr(cairn, name) for name in cairn.__all__}
    book = attrs.evolve(cairn.MANIFEST, rules_revision=revision)
    return SimpleNamespace(**{**own, "MANIFEST": book, **changed})


LATER = revised(2, apply=without_exits)
SAME = revised(2)


def left() -> str:
    match = Match(cairn, cairn.parse_position("2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0"))
    match.do("c5-x")
    match.do("=alley")
    return format_record(Record.of(match))


@pytest.mark.untraced
def test_the_revision_goes_up_when_games_come_out_otherwise() -> None:
    """The same seeds and choices give the same states, with the same actions in the same order, as they did.

    When this fails on purpose, the rules have changed: give Cairn the next revision, and a line for it.
    """
    told = blake2b(digest_size=8)
    for number in range(30):
        state = with_options(cairn, variant=VARIANTS[number % len(VARIANTS)]).new_game(seed=number)
        rng = Random(number)
        while legal := cairn.legal_actions(state):
            told.update(" ".join(map(cairn.format_action, legal)).encode())
            state = cairn.apply(state, legal[int(rng.random() * len(legal))])
            told.update(cairn.key(state).to_bytes(8))
    assert told.hexdigest() == FINGERPRINTS[cairn.MANIFEST.rules_revision]


@pytest.mark.parametrize("revision", [0, -1, 1.5, True, "2"])
def test_a_revision_is_a_number_from_one_up(revision: object) -> None:
    with pytest.raises(DefinitionError, match="rules_revision should be a whole number from 1 up"):
        attrs.evolve(cairn.MANIFEST, rules_revision=revision)


def test_records_name_the_revision_when_it_is_not_the_first() -> None:
    match = Match(SAME, cairn.new_game(seed=1))
    text = format_record(Record.of(match))
    assert text.startswith('[Game "cairn"]\n[Format "1"]\n[RulesRevision "2"]\n[Position ')
    assert "RulesRevision" not in left()
    assert "RulesRevision" not in parse_record(text, SAME).tags
    assert format_record(parse_record(text, SAME)) == text


def test_records_of_earlier_rules_are_read_when_later_rules_allow_them() -> None:
    assert parse_record(left(), SAME).actions == parse_record(left()).actions


def test_what_later_rules_do_not_allow_is_told_with_both_revisions() -> None:
    told = r"'c5-x': nobody leaves .* \(written under revision 1 of the rules of cairn, read under 2\)"
    with pytest.raises(NotationError, match=f"line 5, turn 1: {told}"):
        parse_record(left(), LATER)
    document = dumps(parse_record(left()))
    with pytest.raises(DocumentError, match=told):
        loads(document, game=LATER)


def test_a_record_of_the_same_rules_names_no_revision_in_its_faults() -> None:
    with pytest.raises(NotationError) as refused:
        parse_record(left().replace("c5-x", "c5-c1"))
    assert "revision" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "fault"),
    [("2", "revision 2 was written by a newer version"), ("0", "'0' is not a number"), ("", "'' is not")],
)
def test_a_record_of_later_rules_is_refused(text: str, fault: str) -> None:
    record = f'[RulesRevision "{text}"]\n{left()}'
    with pytest.raises(NotationError, match=f"tag RulesRevision: {fault}.* rules of cairn .*are revision 1"):
        parse_record(record)


def test_the_tag_is_not_the_users() -> None:
    record = Record(game=cairn, start=cairn.new_game(seed=1), actions=(), tags={"RulesRevision": "1"})
    with pytest.raises(NotationError, match="tag RulesRevision: reserved: the record writes this tag itself"):
        format_record(record)
