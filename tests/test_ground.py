"""What every rule system shares: registries, errors, outcomes."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import cairn_rules
from cairn_rules import (
    CairnRulesError,
    DefinitionError,
    DocumentError,
    Fault,
    IllegalActionError,
    MissingExtraError,
    NotationError,
    Outcome,
    PowerError,
    Reason,
    Registry,
    SetupError,
    UnknownIdError,
    UnsoundStateError,
    cairn,
    games,
)
from cairn_rules.cairn import BASE_SET, LIGHT_SET, Tribe
from cairn_rules.endless_winter.effects import parse_effect
from cairn_rules.errors import printable, quoted, raised


def test_a_registry_keeps_its_order() -> None:
    assert BASE_SET.ids[:3] == ("chaos", "dawn", "cromlech")
    assert [stone.id for stone in BASE_SET] == list(BASE_SET.ids)
    assert len(LIGHT_SET) == 8
    assert repr(Registry(list(BASE_SET)[:2])) == "Registry(chaos, dawn)"


def test_a_registry_knows_ids_and_things() -> None:
    assert "deer" in BASE_SET
    assert BASE_SET["deer"] in BASE_SET
    assert BASE_SET["fairy"] not in LIGHT_SET
    assert 3 not in BASE_SET


def test_registries_are_values() -> None:
    assert LIGHT_SET | BASE_SET == BASE_SET
    assert BASE_SET | LIGHT_SET == BASE_SET | tuple(LIGHT_SET) == BASE_SET
    assert hash(LIGHT_SET | BASE_SET) == hash(BASE_SET)
    assert LIGHT_SET != BASE_SET
    assert list(LIGHT_SET) != LIGHT_SET
    assert LIGHT_SET | BASE_SET["deer"] == LIGHT_SET
    assert len(LIGHT_SET) == 8


@pytest.mark.parametrize(
    ("id", "nearest", "message"),
    [
        ("dear", "deer", "did you mean 'deer'"),
        ("DAWN", "dawn", "did you mean 'dawn'"),
        ("q", None, "known: chaos, dawn"),
        ([], None, "known: chaos"),
    ],
)
def test_an_unknown_id_names_the_nearest(id, nearest: str | None, message: str) -> None:
    with pytest.raises(UnknownIdError, match=message) as caught:
        BASE_SET[id]
    assert caught.value.unknown == id
    assert caught.value.known == BASE_SET.ids
    assert caught.value.nearest == nearest


@pytest.mark.parametrize(
    "error",
    [
        UnknownIdError("dear", ("deer",)),
        UnsoundStateError([Fault("shamans", "too many")]),
        NotationError("text", [Fault("board, column 3", "wrong")]),
        IllegalActionError("c1-c9", Reason("move/far", "too far", "4.3"), "a state"),
        PowerError("misbehaves"),
    ],
)
def test_errors_are_of_one_family_and_can_be_sent(error: CairnRulesError) -> None:
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    assert str(again) == str(error)
    assert isinstance(again, CairnRulesError)


def test_winners_are_plain_numbers() -> None:
    """Equal outcomes look alike, whoever made them, so that equal states have equal keys."""
    outcome = Outcome(winners=(Tribe.FOREST,), reason="no-action")
    assert [type(seat) for seat in outcome.winners] == [int]
    assert repr(outcome) == "Outcome(winners=(1,), reason='no-action')"


@pytest.mark.parametrize("winners", [0, "1", ("sea",), (True,), (None,)])
def test_winners_are_refused_that_are_no_numbers(winners: object) -> None:
    with pytest.raises(DefinitionError, match="winners"):
        Outcome(winners=winners, reason="time")


def test_a_draw_is_an_outcome_that_nobody_wins() -> None:
    assert Outcome(winners=(), reason="repetition").is_draw
    assert not Outcome(winners=(0, 1), reason="shared").is_draw


def test_a_game_is_one_module_and_the_front_door_offers_none_of_its_names() -> None:
    assert games.load("cairn") is cairn
    assert not set(cairn_rules.__all__) & set(cairn.__all__)
    assert all(hasattr(cairn, name) for name in cairn.__all__)
    assert len(set(cairn.__all__)) == len(cairn.__all__)


def test_an_exception_is_quoted_though_it_cannot_be_written() -> None:
    class MuteError(Exception):
        def __repr__(self):
            raise ValueError

    assert raised(MuteError()) == "MuteError"
    assert raised(ValueError("\x1b[2J")) == r"ValueError('\x1b[2J')"
    assert raised(SetupError("two\nlines \x1b[2J")) == r"SetupError: two\nlines \x1b[2J"
    assert len(raised(ValueError("x" * 5000))) == 501


def test_a_value_is_quoted_though_it_is_too_deep_to_be_written() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    assert quoted(deep) == "[[[[[[[...]]]]]]]"
    with pytest.raises(DefinitionError, match=r"an effect is a text such as 'draw\(1\)', not \[\["):
        parse_effect(deep)


def test_errors_have_no_control_characters() -> None:
    """Neither have reasons and faults, whatever they quote."""
    hostile = "two\nlines \x1b[2J\x9b\u202e\ud800"
    escaped = r"two\nlines \x1b[2J\x9b\u202e\ud800"
    fault, reason = Fault(hostile, hostile), Reason("some/code", hostile, "1")
    assert str(fault) == f"{escaped}: {escaped}"
    assert reason.text == escaped
    raised_errors: tuple[CairnRulesError, ...] = (
        DocumentError([fault]),
        NotationError(hostile, [fault]),
        UnsoundStateError([fault]),
        IllegalActionError(hostile, reason, hostile),
        UnknownIdError(hostile, [hostile]),
        MissingExtraError(hostile, hostile, hostile),
        SetupError(hostile),
        CairnRulesError(hostile),
    )
    for error in raised_errors:
        assert escaped in str(error)
        assert str(error).isprintable()


def test_spaces_and_joiners_are_printable() -> None:
    """They are part of French punctuation, Persian words and emoji."""
    text = "Bravo\u202f! \u0646\u0645\u06cc\u200c\u062f\u0627\u0646\u0645 \U0001f469\u200d\U0001f680"
    assert printable(text) == text
