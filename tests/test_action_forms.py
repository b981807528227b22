"""The tables of actions: one row or more for each class, from which texts, sentences and headings are read."""

from __future__ import annotations

from importlib import import_module
from typing import Any, get_args

import pytest
from attrs import evolve, frozen

from cairn_rules.action_forms import ActionForms, Form, Part, parsed
from cairn_rules.cairn_rpg.numbering import id_part, label_of, numbered, word_part
from cairn_rules.errors import DefinitionError, NotationError
from cairn_rules.games import LIBRARY, load


def with_tables() -> dict[str, tuple[Any, ActionForms[Any, Any]]]:
    """Each game that has a table, with it."""
    games: dict[str, Any] = {name: load(name) for name in LIBRARY}
    notations = {name: import_module(f"{game.__name__}.notation") for name, game in games.items() if name != "cairn"}
    return {name: (games[name], notation.FORMS) for name, notation in notations.items() if _has_table(notation)}


def _has_table(notation: Any) -> bool:
    return isinstance(getattr(notation, "FORMS", None), ActionForms)


TABLES = with_tables()
RPG = {f"cairn-rpg-{game}" for game in ("combat", "creation", "dungeon", "wilderness", "campaign")}


def test_the_games_of_the_role_playing_game_have_tables() -> None:
    assert {*TABLES} >= RPG


@pytest.mark.parametrize("name", TABLES)
def test_every_class_of_actions_has_a_row(name: str) -> None:
    """The table itself refuses to be used without."""
    _, forms = TABLES[name]
    examples = list(forms.examples())
    assert {*map(type, examples)} == {*(get_args(forms._actions) or (forms._actions,))}
    assert all(map(forms.format, examples))


@pytest.mark.parametrize("name", TABLES)
def test_every_example_is_written_and_read(name: str) -> None:
    """It is of its own row, and the only object with its text if the text has no parts."""
    game, forms = TABLES[name]
    state = game.new_game(seed=7)
    for form in forms._forms:
        for action in (form.example, *form.more):
            assert forms._row(action).form is form
            text = forms.format(action)
            assert game.format_action(action) == text
            assert forms.read(text, state) == action
            assert forms.read(text.upper() if "{" not in form.text else text, state) == action
        if "{" not in form.text:
            assert forms.read(form.text, state) is form.example


@pytest.mark.parametrize("name", TABLES)
def test_no_two_rows_have_the_same_text(name: str) -> None:
    _, forms = TABLES[name]
    texts = [form.text for form in forms._forms]
    written = [forms.format(action) for action in forms.examples()]
    assert len({*texts}) == len(texts)
    assert len({*written}) == len(written)


@pytest.mark.parametrize("name", TABLES)
def test_other_values_have_no_text(name: str) -> None:
    _, forms = TABLES[name]
    for value in (None, "roll", 7, Hop(1)):
        with pytest.raises(DefinitionError, match=f"is not {forms._name}"):
            forms.format(value)
        assert forms.group(value) == ""


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
}
ROWS: list[Form[None]] = [
    Form(Sit(), "sit", lambda _, __: "", note="at once"),
    Form(Hop(0), "hop:{to}", "Somebody hops, 100 %", "Hop"),
    Form(Hop(0, 1), "{by:player}:hop:{to}", "{by} hops to {to}", lambda action: f"By {action.by}"),
    Form(Hop(0, high=True), "100%:{to}", "{missing}", make=hop_high),
]
TABLE: ActionForms[None, Hop | Sit] = ActionForms(Hop | Sit, "an action of hopping", ROWS, PARTS)


def test_a_class_without_a_row() -> None:
    table: ActionForms[None, Hop | Sit] = ActionForms(Hop | Sit, "an action", ROWS[1:], PARTS)
    with pytest.raises(DefinitionError, match="the table of actions has no row for Sit"):
        table.format(Hop(0))
    alone: ActionForms[None, Sit] = ActionForms(Sit, "an action", ROWS[:1], {})
    assert (alone.format(Sit()), str(alone)) == ("sit", "sit (at once)")


def test_an_unknown_part() -> None:
    for form in (Form[None](Hop(0), "hop:{where}", ""), Form[None](Hop(0), "hop:{to}", "{to:where}")):
        table: ActionForms[None, Hop] = ActionForms(Hop, "an action", [form], PARTS)
        with pytest.raises(DefinitionError, match=f"{form.text!r} names unknown parts: where"):
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


def test_an_action_that_fits_no_row_has_the_text_of_the_first_one_of_its_class() -> None:
    table: ActionForms[None, Hop] = ActionForms(Hop, "an action", ROWS[1:2], PARTS)
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
        ("ada:hop:1", "'ada' is the name of several: use the number, 1 or 3"),
        ("hop:mil", "'mil' is not the number or name of a field; did you mean 'mill'?"),
    ],
)
def test_other_texts(text: str, message: str) -> None:
    with pytest.raises(DefinitionError, match=message):
        TABLE.read(text, None)


def test_words_of_a_part_are_known_to_hints() -> None:
    parts: dict[str, Part[None]] = {"to": evolve(word_part(("north", "south"), "a side"), pattern="north|south")}
    form: Form[None] = Form(Hop(to="north"), "hop:{to}", "", more=(Hop(to="south"),))  # type: ignore[arg-type]
    table: ActionForms[None, Hop] = ActionForms(Hop, "an action", [form], parts)
    assert table.hint("suoth") == "did you mean one such as 'hop:south'?"
    assert str(table) == "hop:north/south"
    assert table.read("HOP:South", None) == Hop(to="south")  # type: ignore[arg-type]
    with pytest.raises(DefinitionError, match=r"'suoth' is not a side; did you mean 'south'\?"):
        parts["to"].read("suoth", None, ())


def test_a_part_is_its_text_unless_the_table_says_otherwise() -> None:
    """White space around an action is ignored, and what is not one is quoted."""
    form: Form[int] = Form(Hop(to="mill"), "hop:{to}", "")  # type: ignore[arg-type]
    table: ActionForms[int, Hop] = ActionForms(Hop, "an action", [form], {"to": Part()})
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
