"""Phrasebooks: sentences by code, with the words of a language."""

from __future__ import annotations

import pickle
from types import MappingProxyType

import pytest
from attrs import evolve, frozen

from cairn_rules import DefinitionError, IllegalActionError, Reason, cairn, korrigans
from cairn_rules.cairn_rpg import Inventory, Item, combat
from cairn_rules.cairn_rpg.procedures import magic
from cairn_rules.chance import ScriptedDice
from cairn_rules.phrasebook import Named, Phrasebook, ReasonTable, arguments_of, code_of

TABLE = ReasonTable(
    {
        "take/count": ("{count} {count:counter|counters} cannot be taken", "1", "2"),
        "take/from": ("take from {heaps:or}, not from {heap!r}", "1"),
        "take/now": (("{who} takes {count} now", "{who} takes now"), "3"),
    }
)


@frozen
class HeapEmptied:
    """A change of a game of heaps."""

    heap: int

    def __str__(self) -> str:
        return f"Heap {self.heap} is empty"


@pytest.mark.parametrize(
    ("code", "arguments", "text"),
    [
        ("take/count", {"count": 1}, "1 counter cannot be taken"),
        ("take/count", {"count": 0}, "0 counters cannot be taken"),
        ("take/from", {"heaps": (1, 2, 3), "heap": "x"}, "take from 1, 2 or 3, not from 'x'"),
        ("take/from", {"heaps": (1,), "heap": 10**5000}, "take from 1, not from a number of thousands of digits"),
        ("take/from", {"heaps": (), "heap": 4}, "take from , not from 4"),
        ("take/now", {"who": Named(0, "Blue")}, "Blue takes now"),
        ("take/now", {"who": Named(0, "Blue"), "count": 2}, "Blue takes 2 now"),
    ],
)
def test_a_sentence_names_the_arguments(code: str, arguments: dict[str, object], text: str) -> None:
    reason = TABLE.reason(code, **arguments)
    assert (reason.code, reason.text, reason.rule) == (code, text, TABLE.rules[code][0])
    assert reason.arguments == arguments
    assert TABLE.english.sentence(reason) == text


def test_a_reason_can_have_another_rule_of_its_code() -> None:
    assert TABLE.reason("take/count", "2", count=3).rule == "2"


def test_a_list_is_joined_in_the_words_of_the_language() -> None:
    french = Phrasebook({"take/from": "prends de {heaps:or}"}, words=lambda value: f"n° {value}", lists={"or": " ou "})
    assert french.sentence(TABLE.reason("take/from", heaps=(1, 2), heap=3)) == "prends de n° 1 ou n° 2"


@pytest.mark.parametrize(
    ("spec", "joined"),
    [("", "1, 2, 3"), (":and", "1, 2 and 3"), (":or", "1, 2 or 3"), (": or ", "1 or 2 or 3"), (": + ", "1 + 2 + 3")],
)
def test_a_list_is_joined_as_its_template_says(spec: str, joined: str) -> None:
    book = Phrasebook({"take/from": f"take from {{heaps{spec}}}"})
    assert book.filled("take/from", {"heaps": (1, 2, 3)}) == f"take from {joined}"
    assert book.filled("take/from", {"heaps": (2,)}) == "take from 2"


def test_what_is_not_translated_stays_in_english() -> None:
    empty = Phrasebook({})
    assert empty.sentence(TABLE.reason("take/count", count=2)) == "2 counters cannot be taken"
    assert empty.sentence(HeapEmptied(3)) == "Heap 3 is empty"


def test_the_class_of_a_change_is_its_code() -> None:
    change = HeapEmptied(3)
    assert (code_of(change), arguments_of(change)) == ("heap-emptied", {"heap": 3})
    assert Phrasebook({"heap-emptied": "le tas {heap} est vide"}).sentence(change) == "le tas 3 est vide"


def test_an_event_of_the_role_playing_game_has_a_code_of_its_own() -> None:
    event = combat.resolve(combat.new_game(seed=7), combat.Begin(), ScriptedDice([1, 20])).events[0]
    assert code_of(event) == event.code == "initiative"
    assert arguments_of(event)["who"] == event.who == "Hestia"


@pytest.mark.parametrize("value", ["a text", 7, MappingProxyType({})])
def test_only_reasons_and_changes_have_codes(value: object) -> None:
    with pytest.raises(DefinitionError, match="is not a reason or an event"):
        code_of(value)
    with pytest.raises(DefinitionError, match="is not a reason or an event"):
        arguments_of(value)


def test_a_template_names_only_arguments_that_there_are() -> None:
    with pytest.raises(
        DefinitionError, match=r"every template of 'take/count' needs an argument that is missing; given are count"
    ):
        Phrasebook({"take/count": "{number} of {count}"}).sentence(TABLE.reason("take/count", count=2))
    with pytest.raises(
        DefinitionError, match=r"every template of 'take/none' needs an argument that is missing; given are none"
    ):
        TABLE.reason("take/none")


def test_tables_are_joined() -> None:
    both = TABLE | ReasonTable({"take/count": ("not {count}", "9"), "over": ("the game is over", "4")})
    assert str(both.reason("take/count", count=5)) == "not 5 [take/count, rule 9]"
    assert str(both.reason("over")) == "the game is over [over, rule 4]"
    assert str(both.reason("take/now", who="Ada")) == "Ada takes now [take/now, rule 3]"


def test_every_part_of_a_reason_is_translated() -> None:
    """A scroll without uses, with both hands bound: two reasons forbid the spell."""
    book = Item(id="spark", name="Spark", magic="spellbook")
    caster = evolve(combat.person("Ada", hp=4), inventory=Inventory(items=(book,)))
    with pytest.raises(IllegalActionError) as caught:
        magic.cast(caster, book, (), bound=True, enhanced=True, danger=True)
    reason = caught.value.reason
    assert [part.code for part in reason.parts] == ["hands/bound", "cast/unsafe"]
    french = Phrasebook({"hands/bound": "les mains de {who} sont liées"})
    assert french.sentence(reason) == f"les mains de Ada sont liées; {reason.parts[1].text}"


def test_arguments_are_neither_compared_nor_shown() -> None:
    """The sentence is made of them."""
    reason = TABLE.reason("take/count", count=2)
    plain = Reason("take/count", "2 counters cannot be taken", "1")
    assert (reason, hash(reason), repr(reason)) == (plain, hash(plain), repr(plain))
    assert plain.arguments == {}


@pytest.mark.parametrize(
    "reason",
    [
        cairn.why_illegal(cairn.new_game(seed=7), cairn.Construct(cairn.BASE_SET["deer"])),
        korrigans.why_illegal(korrigans.new_game(seed=7), korrigans.Place("B")),
    ],
)
def test_a_reason_goes_to_other_processes_with_its_arguments(reason: Reason) -> None:
    sent = pickle.loads(pickle.dumps(reason))  # noqa: S301 - our own
    assert (sent, sent.arguments) == (reason, reason.arguments)
