"""The tables of actions: one row or more for each class, from which texts, sentences and headings are read."""

from __future__ import annotations

from importlib import import_module
from typing import Any, get_args

import pytest
from attrs import evolve, frozen

from cairn_rules.action_table import ActionTable, Part, Row, parsed
from cairn_rules.cairn_rpg.common.action_parts import id_part, label_of, numbered, word_part
from cairn_rules.errors import DefinitionError, NotationError
from cairn_rules.games import LIBRARY, load
from cairn_rules.phrasebook import Named


def tables() -> dict[str, tuple[Any, ActionTable[Any, Any]]]:
    """Each game that has a table, with it."""
    games: dict[str, Any] = {name: load(name) for name in LIBRARY if name != "cairn"}
    return {
        name: (game, import_module(game.MANIFEST.phrase.place.partition(":")[0]).ACTIONS)
        for name, game in games.items()
    }


TABLES = tables()
"""Cairn has none: its effects bring their own texts, since anyone can add some."""


@pytest.mark.parametrize("name", TABLES)
def test_every_class_of_actions_has_a_row(name: str) -> None:
    """The table itself refuses to be used without."""
    _, table = TABLES[name]
    examples = list(table.examples())
    assert {*map(type, examples)} == {*(get_args(table._actions) or (table._actions,))}
    assert all(map(table.format, examples))


@pytest.mark.parametrize("name", TABLES)
def test_every_example_is_written_and_read(name: str) -> None:
    """It is of its own row, and the only object with its text if the text has no parts."""
    game, table = TABLES[name]
    state = game.new_game(seed=7)
    for row in table._rows:
        for action in (row.example, *row.more):
            assert table._row_of(action).row is row
            text = table.format(action)
            assert game.format_action(action) == text
            assert table.read(text, state) == action
            assert table.read(text.upper() if "{" not in row.text else text, state) == action
        if "{" not in row.text:
            assert table.read(row.text, state) is row.example


@pytest.mark.parametrize("name", TABLES)
def test_no_two_rows_have_the_same_text(name: str) -> None:
    _, table = TABLES[name]
    texts = [row.text for row in table._rows]
    written = [table.format(action) for action in table.examples()]
    assert len({*texts}) == len(texts)
    assert len({*written}) == len(written)


@pytest.mark.parametrize("name", TABLES)
def test_other_values_have_no_text(name: str) -> None:
    _, table = TABLES[name]
    for value in (None, "roll", 7, Hop(1)):
        with pytest.raises(DefinitionError, match=f"is not {table._name}"):
            table.format(value)
        assert table.group(value) == ""


# A table of its own


@frozen
class Hop:
    """Hop to a field."""

    to: int
    by: int | None = None
    high: bool = False


@frozen
class Sit:
    """Sit down."""


class Stand(Sit):
    """An action of nobody's table."""


def hop_high(to: int, by: int | None, _: bool) -> Hop:  # noqa: FBT001 - the fields of the action
    return Hop(to, by, high=True)


NAMES = ("Ada", "Bo Bo", "Ada")
PLAYER: Part[None] = numbered(lambda _, __: NAMES, "a player", "players", lambda _, index: label_of(index, NAMES))
PARTS: dict[str, Part[None]] = {
    "to": numbered(lambda _, __: ("Mill",), "a field", "fields"),
    "player": PLAYER,
    "by": PLAYER,
    "missing": Part(say=lambda _, __: list(NAMES)[9]),
    "where": Part(say=lambda _, action: Named(action.to, "here") if action.to else None),
    "leap": Part(say=lambda _, action: f"{action.by} to {action.to}", says_action=True),
}
ROWS: list[Row[None]] = [
    Row(Sit(), "sit", "", note="at once"),
    Row(Hop(0), "hop:{to}", ("Somebody hops {where}", "Somebody hops, 100 %"), "Hop"),
    Row(Hop(0, 1), "{by:player}:hop:{to}", "{by} hops to {to}", lambda action: f"By {action.by}"),
    Row(Hop(0, high=True), "100%:{to}", "{missing}", make=hop_high),
]
TABLE: ActionTable[None, Hop | Sit] = ActionTable(Hop | Sit, "an action of hopping", ROWS, PARTS)


def test_a_class_without_a_row() -> None:
    table: ActionTable[None, Hop | Sit] = ActionTable(Hop | Sit, "an action", ROWS[1:], PARTS)
    with pytest.raises(DefinitionError, match="the table of actions has no row for Sit"):
        table.format(Hop(0))
    alone: ActionTable[None, Sit] = ActionTable(Sit, "an action", ROWS[:1], {})
    assert (alone.format(Sit()), str(alone)) == ("sit", "sit (at once)")


def test_an_unknown_part() -> None:
    for row in (Row[None](Hop(0), "hop:{there}", ""), Row[None](Hop(0), "hop:{to}", "{to:there}")):
        table: ActionTable[None, Hop] = ActionTable(Hop, "an action", [row], PARTS)
        with pytest.raises(DefinitionError, match=f"{row.text!r} names unknown parts: there"):
            table.format(Hop(0))


def test_texts_sentences_and_headings() -> None:
    """A text without a sentence, or whose sentence names what is not there, is its own description."""
    found = {TABLE.format(each): (TABLE.describe(None, each), TABLE.group(each)) for each in TABLE.examples()}
    assert found == {
        "sit": ("sit", ""),
        "hop:1": ("Somebody hops, 100 %", "Hop"),
        "2:hop:1": ("Bo Bo hops to 0", "By 1"),
        "100%:1": ("100%:1", ""),
    }
    assert TABLE.read("HOP:mill", None) == Hop(0)
    assert TABLE.read("bo-bo:hop:1", None) == Hop(0, 1)
    assert TABLE.read("100%:1", None) == Hop(0, high=True)
    assert str(TABLE) == "sit (at once), hop:1, 2:hop:1 or 100%:1"


def test_the_first_sentence_whose_parts_have_words_is_used() -> None:
    assert TABLE.describe(None, Hop(2)) == "Somebody hops here"


def test_phrases() -> None:
    """A phrase has what is not empty: fields, in words if a part has some, and the other names of its sentence."""
    found = {each: TABLE.phrase(None, each) for each in (Sit(), Hop(0), Hop(2), Hop(0, 1))}
    assert [(each.code, each.text) for each in found.values()] == [
        ("sit", "sit"),
        ("hop", "Somebody hops, 100 %"),
        ("hop", "Somebody hops here"),
        ("hop", "Bo Bo hops to 0"),
    ]
    assert [dict(each.arguments) for each in found.values()] == [
        {},
        {"to": 0, "high": False},
        {"to": 2, "high": False, "where": Named(2, "here")},
        {"to": 0, "by": Named(1, "Bo Bo"), "high": False},
    ]
    with pytest.raises(LookupError):
        TABLE.phrase(None, Hop(0, high=True))


def test_a_part_can_say_the_action() -> None:
    row = Row[None](Hop(0, 1), "{by}:hop:{to}", "from {by:leap}")
    table: ActionTable[None, Hop] = ActionTable(Hop, "an action", [row], PARTS)
    phrase = table.phrase(None, Hop(2, 1))
    assert (str(phrase), phrase.arguments["by"]) == ("from 1 to 2", Named(1, "1 to 2"))


def test_an_action_that_fits_no_row_has_the_text_of_the_first_one_of_its_class() -> None:
    table: ActionTable[None, Hop] = ActionTable(Hop, "an action", ROWS[1:2], PARTS)
    assert table.format(Hop(0, 1, high=True)) == "hop:1"


def test_values_of_other_classes_are_refused() -> None:
    """A subclass is another class."""
    with pytest.raises(DefinitionError, match=r"is not an action of hopping"):
        TABLE.format(Stand())
    assert TABLE.group(Stand()) == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sitt", "not an action; did you mean one such as 'sit'?"),
        ("hop", "not an action; 'hop' is written as in 'hop:1'"),
        ("xyz", "not an action; one is written like sit .at once., hop:1"),
        ("hop:0", "fields are numbered from 1"),
        ("ada:hop:1", "several have the name 'ada': use the number, 1 or 3"),
        ("hop:mil", "'mil' is not the number or name of a field; did you mean 'mill'?"),
    ],
)
def test_other_texts(text: str, message: str) -> None:
    with pytest.raises(DefinitionError, match=message):
        TABLE.read(text, None)


def test_words_of_a_part_are_known_to_hints() -> None:
    parts: dict[str, Part[None]] = {"to": evolve(word_part(("north", "south"), "a side"), pattern="north|south")}
    row: Row[None] = Row(Hop(to="north"), "hop:{to}", "", more=(Hop(to="south"),))  # type: ignore[arg-type]
    table: ActionTable[None, Hop] = ActionTable(Hop, "an action", [row], parts)
    assert table.hint("suoth") == "did you mean one such as 'hop:south'?"
    assert str(table) == "hop:north/south"
    assert table.read("HOP:South", None) == Hop(to="south")  # type: ignore[arg-type]
    with pytest.raises(DefinitionError, match=r"'suoth' is not a side; did you mean 'south'\?"):
        parts["to"].read("suoth", None, ())


def test_a_part_is_its_text_unless_the_table_says_otherwise() -> None:
    """White space around an action is ignored, and what is not one is quoted."""
    row: Row[int] = Row(Hop(to="mill"), "hop:{to}", "")  # type: ignore[arg-type]
    table: ActionTable[int, Hop] = ActionTable(Hop, "an action", [row], {"to": Part()})
    assert parsed(" hop:Mill ", 1, int, table.read) == Hop(to="Mill")  # type: ignore[arg-type]
    nothing: Any = "x"
    with pytest.raises(NotationError, match="cannot read ' hip': action: not an action"):
        parsed(" hip", 1, int, table.read)
    with pytest.raises(DefinitionError, match="'x' is not a state"):
        parsed("hop:mill", nothing, int, table.read)


def test_ids_are_escaped() -> None:
    part = id_part("ITEM")
    assert part.write("a b:c") == "a%20b%3Ac"
    assert part.read("a%20b%3Ac", None, ()) == "a b:c"
    assert part.read("rope", None, ()) == "rope"
