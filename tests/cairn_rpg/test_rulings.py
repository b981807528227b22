"""Rulings: the values that they allow, and their text form."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import fields

from cairn_rules.cairn_rpg.rulings import DEFAULT, Rulings, parse_fraction, parse_rulings
from cairn_rules.errors import DefinitionError


@pytest.mark.parametrize(
    ("ruling", "message"),
    [
        ({"armor_stack": "all"}, "'all' is not a ruling for armor_stack: choose one of 'best_base', 'sum'"),
        ({"armor_stack": True}, "True is not a ruling for armor_stack"),
        ({"feed": 1}, "feed is True or False, not 1"),
        ({"sell_rate": -1}, "sell_rate is a number from 0 up, not -1"),
        ({"sell_rate": 0.5}, "sell_rate is a number from 0 up, not 0.5"),
        ({"sell_rate": Fraction(-1, 2)}, r"sell_rate is a number from 0 up, not Fraction\(-1, 2\)"),
        ({"attr_cap": Fraction(1, 2)}, "attr_cap is a whole number from 0 up"),
        ({"attr_cap": True}, "attr_cap is a whole number from 0 up, not True"),
        ({"stone_heart_start": None}, "stone_heart_start is a whole number from 0 up, not None"),
    ],
)
def test_wrong_rulings_are_refused(ruling: dict[str, Any], message: str) -> None:
    """Each ruling has its values; the error says which."""
    with pytest.raises(DefinitionError, match=message):
        Rulings(**ruling)


def test_rulings_as_text() -> None:
    """Those that are not named keep their defaults."""
    assert parse_rulings("") == parse_rulings(" ") == DEFAULT
    assert parse_rulings("armor_stack=sum, feed=false,sell_rate=1/2,attr_cap=18").changed == {
        "armor_stack": "sum",
        "feed": False,
        "sell_rate": Fraction(1, 2),
        "attr_cap": 18,
    }
    assert parse_rulings("attr_cap=none,sell_rate=1").changed == {"sell_rate": Fraction(1)}
    assert parse_fraction("3/6") == Fraction(1, 2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("armour_stack=sum", "'armour_stack' is not a ruling; did you mean 'armor_stack'?"),
        ("feed=true,feed=true", "the ruling feed is given twice"),
        ("armor_stack", "'' is not a ruling for armor_stack: choose one of 'best_base', 'sum'"),
        ("feed=yes", "feed is True or False, not 'yes'"),
        ("attr_cap=x", "'x' is not a number such as '2' or '1/2'"),
        ("sell_rate=1/0", "'1/0' is not a number"),
        ("stone_heart_start=1/2", "stone_heart_start is a whole number"),
    ],
)
def test_other_texts_are_refused(text: str, message: str) -> None:
    """The error quotes the text and says what would be right."""
    with pytest.raises(DefinitionError, match=message):
        parse_rulings(text)


def test_every_ruling_can_be_written() -> None:
    """Each default is a value that its ruling allows."""
    assert all(Rulings(**{each.name: each.default}) == DEFAULT for each in fields(Rulings))
