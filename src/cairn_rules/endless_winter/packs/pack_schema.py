"""The shape of a pack's plain data: its keys, and the valid values of each (rules page, section 14)."""

from __future__ import annotations

import re
from typing import Final

from cairn_rules.endless_winter.content import EXTRAS
from cairn_rules.endless_winter.effects import COLUMNS
from cairn_rules.endless_winter.packs.pack_shapes import SOURCES, EffectText, Items, Maybe, Named, OneOf, Record, Value

AROUND: Final = 18
"""Number of terrain tiles around the Base (rule 4.2)."""
PLAYERS: Final = ("2", "3", "4")
"""The numbers of players for which a pack has separate values. A solo game uses those for two."""


def _number(first: int, last: int) -> Value:
    return Value(f"a whole number from {first} to {last}", lambda value: type(value) is int and first <= value <= last)


def _just(right: object, why: str) -> Value:
    return Value(f"{right!r}, {why}", lambda value: type(value) is type(right) and value == right)


def _word(*words: str) -> Value:
    return Value(f"one of {', '.join(words)}", lambda value: isinstance(value, str) and value in words)


def _text(least: int, most: int) -> Value:
    return Value(
        f"a text of {least} to {most} printable characters without space around it",
        lambda value: (
            isinstance(value, str) and least <= len(value) <= most and value.isprintable() and value == value.strip()
        ),
    )


_ID: Final = Value(
    "an id of 1 to 40 letters, digits and underscores that begins with a letter",
    lambda value: isinstance(value, str) and re.fullmatch(r"[A-Za-z][A-Za-z0-9_]{0,39}", value) is not None,
)
_NAME: Final = _text(1, 80)
_YES_OR_NO: Final = Value("true or false", lambda value: isinstance(value, bool))
_EFFECT: Final = EffectText()
_POINTS: Final = _number(0, 99)
_LABOR: Final = _number(0, 9)
_HALVES: Final = _number(0, 18)
_GOODS: Final = _number(0, 20)
_LEVEL: Final = Value(
    "the number of a level, from '1' to '20'",
    lambda value: isinstance(value, str) and re.fullmatch(r"[1-9]|1\d|20", value, re.ASCII) is not None,
)
_RATIO: Final = Value(
    "a whole number from 1 to 99, or null for no points",
    lambda value: value is None or (type(value) is int and 0 <= value <= 99),
    lambda value: value or None,
)
_PAIR: Final = Items(_number(-9, 9), 2, 2)
_PLACE: Final = Items(_number(0, 30), 2, 2)


def _tribe_card(most: int) -> Record:
    return Record(
        {
            "id": _ID,
            "name": _NAME,
            "copies": _number(1, most),
            "labor": _LABOR,
            "points": _POINTS,
            "action": Maybe(Record({"column": _word(*COLUMNS), "added_labor": _LABOR})),
            "eclipse": Record({"labor2": _HALVES, "effect": Maybe(_EFFECT)}),
        },
        sourced=True,
    )


def _stone(**values: Value) -> Record:
    return Record({"id": _ID, "rule": _ID, **values}, sourced=True)


PACK: Final = Record(
    {
        "format": _just(1, "the only format"),
        "pack": Record({"id": _ID, "edition": _ID, "name": _text(1, 200), "note": _text(0, 1000)}),
        "limits": Record(
            {
                "rounds": _just(4, "as many as the round track has"),
                "turns_per_round": _number(1, 9),
                "hand_draw": _number(1, 20),
                "culture_row": _just(8, "two rows of four"),
                "culture_plays_per_turn": _number(1, 9),
                "camps": _number(2, 9),
                "villages": _number(1, 9),
                "own_megaliths": _number(1, 20),
                "neutral_megaliths": _number(0, 9),
                "tribe_figures": _number(1, 9),
                "stones_per_player": _number(1, 9),
                "labor_tokens": _number(8, 99),
                "idol_levels": _number(1, 20),
                "villages_food": _number(0, 20),
                "map_radius": _just(2, "a Base with two rings around it"),
                "animals_at_refill": _just("players + 1", "the only rule"),
                "stones_per_pool": Record(dict.fromkeys(PLAYERS, _number(1, 9))),
            },
            sourced=True,
        ),
        "tribe": Items(_tribe_card(30), 1, 12),
        "starting": Items(_tribe_card(12), 1, 12),
        "culture": Items(
            Record(
                {"id": _ID, "era": _number(1, 2), "name": _NAME, "effect": _EFFECT, "points": _POINTS}, sourced=True
            ),
            1,
            120,
        ),
        "animals": Items(
            Record({"id": _ID, "name": _NAME, "set": _ID, "copies": _number(1, 30), "tip": _EFFECT}, sourced=True),
            1,
            12,
        ),
        "animal_sets": Record(dict.fromkeys("1234", _POINTS), sourced=True),
        "terrain": Items(
            Record({"id": _ID, "name": _NAME, "copies": _number(1, 30), "benefit": Maybe(_EFFECT)}, sourced=True), 3, 20
        ),
        "terrain_table": Record(
            dict.fromkeys(PLAYERS, Record(dict.fromkeys(("fixed", "glacier", "added"), _number(0, AROUND)))),
            sourced=True,
        ),
        "stones": Items(
            OneOf(
                "rule",
                {
                    "megaliths_level_1": _stone(each=_POINTS),
                    "megaliths_upper": _stone(each=_POINTS),
                    "tipped_animals": _stone(set=_ID, each=_POINTS),
                    "camps_on_land": _stone(land=_ID, table=_ID),
                    "buried_different": _stone(table=_ID),
                    "buried_identical": _stone(table=_ID),
                },
            ),
            4,
            60,
        ),
        "stone_tables": Named(
            _ID, Items(Items(_number(1, 99), 2, 2), 1, 20), 1, 60, {"note": Maybe(_text(0, 1000))}, sourced=True
        ),
        "setup": Items(
            Record(
                {
                    "id": _ID,
                    "food": _GOODS,
                    "tools": _GOODS,
                    "tribe": _ID,
                    "animals": Items(_ID, 1, 9),
                    "extra": Maybe(_word(*EXTRAS)),
                },
                sourced=True,
            ),
            5,
            20,
        ),
        "chief_a_side": Record({"column_added_labor": _LABOR, "rest_labor2": _HALVES}, sourced=True),
        "chiefs": Items(
            Record(
                {
                    "id": _ID,
                    "name": _NAME,
                    "b": Record(
                        {
                            "column": _word(*COLUMNS, "any"),
                            "added_labor": _LABOR,
                            "boost": Maybe(Record({"tools": _number(1, 20), "added_labor": _LABOR})),
                        }
                    ),
                },
                sourced=True,
            ),
            5,
            20,
        ),
        "turn_order_benefits": Record({"benefits": Items(_EFFECT, 4, 4)}, sourced=True),
        "setup_position_bonus": Record({"bonus": Items(Record({"food": _GOODS, "tools": _GOODS}), 4, 4)}, sourced=True),
        "stone_spaces": Items(Record({"food": _GOODS, "tools": _GOODS, "gain": _EFFECT}, sourced=True), 1, 9),
        "board_benefits": Record(
            {"per_village_removed": _EFFECT, "per_two_own_megaliths_removed": _EFFECT}, sourced=True
        ),
        "food_track": Record(
            {
                "max": _number(1, 40),
                "camp_spaces": Items(_number(1, 40), 1, 40),
                "labor_steps": Items(_number(1, 40), 0, 40),
            },
            sourced=True,
        ),
        "tool_max": _number(1, 40),
        "tool_max_source": SOURCES,
        "offering_ratio": Record({"by_level": Items(_RATIO, 2, 21)}, sourced=True),
        "honor_points": Named(_LEVEL, _POINTS, 0, 20, sourced=True),
        "honor_charts": Record(
            {
                "thresholds": Items(_number(1, 99), 1, 9),
                **dict.fromkeys(("left", "middle", "right"), Items(_POINTS, 1, 9)),
            },
            sourced=True,
        ),
        "megalith_tiles": Named(
            _ID,
            Items(
                Record(
                    {
                        "x": _number(0, 2),
                        "y": _number(0, 1),
                        "start": _YES_OR_NO,
                        "benefit": Maybe(_EFFECT),
                        "arrows": Maybe(Items(_PAIR, 2, 2)),
                    }
                ),
                6,
                6,
            ),
            4,
            4,
        ),
        "megalith_tiles_source": SOURCES,
        "megalith_layouts": Named(_ID, Items(_PLACE, 4, 4), 1, 20),
        "megalith_layouts_source": SOURCES,
        "solo": Record(
            {
                "cards": Items(
                    Record({"id": _ID, "place": _word(*COLUMNS, "rest"), "eclipse": _LABOR, "letter": _word(*"ABCD")}),
                    1,
                    100,
                ),
                "stone_points": _POINTS,
                "levels": Items(_number(0, 999), 1, 9),
            },
            sourced=True,
        ),
        "switches": Record(
            {
                "culture.second_card_cost": _word("free", "discard"),
                "middle.repeatable": _YES_OR_NO,
                "rest.tip_animal": _YES_OR_NO,
                "chief.side": _word("A", "choice"),
                "animals.wild_overflow": _YES_OR_NO,
            }
        ),
    }
)
"""The shape of a pack, without the relations between its values."""
