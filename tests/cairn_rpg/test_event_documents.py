"""Events as JSON: with their arguments, and as earlier versions wrote them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from cairn_rules import DocumentError, dumps, json_schema, loads
from cairn_rules.cairn_rpg import combat, dungeon
from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.phrasebook import Named, Phrase

OLD = Path(__file__).parents[1] / "golden" / "events"
OLD_LINES = [line for path in sorted(OLD.iterdir()) for line in path.read_text(encoding="utf-8").splitlines()]
"""Events as 0.1.0 wrote them, a document on each line: one of each code of some games."""
FLIGHT = Phrase("flee", "Ada tries to get away", {"by": Named(0, "Ada"), "quick": True})
EVENTS = [
    Event("quiet", "R162"),
    Event("damage", "R96", who="Ada", amount=2, left=1),
    Event("loss", "R95", who="Ada", amount=2, attribute=Attribute.STR, left=7),
    Event("swap", "R15", who=Named(0, "the first character"), attributes=("STR", "DEX")),
    Event("cast", "R145", who="Ada", spell=Named("sleep", "Sleep"), text_id="spell/sleep"),
    Event("declared", "R79", who="Ada", action=FLIGHT),
    Event("declared", "R79", who="Ada", action=Phrase("both", "Ada acts", {"first": FLIGHT})),
    Event("damage", "R96", text="Ada is hurt", who="Ada", amount=2, left=1),
]
VALIDATOR = jsonschema.Draft202012Validator(json_schema("event", game="cairn-rpg-combat"))


def document(event: Event) -> Any:
    return json.loads(dumps(event, game=combat))


@pytest.mark.parametrize("event", EVENTS, ids=str)
@pytest.mark.parametrize("game", [combat, dungeon])
def test_events_are_read_as_they_were_written(event: Event, game: Any) -> None:
    assert loads(dumps(event, game=game)) == event
    assert VALIDATOR.is_valid(document(event))


def test_a_document_has_the_sentence_and_the_arguments() -> None:
    assert document(EVENTS[3])["value"] == {
        "code": "swap",
        "rule": "R15",
        "text": "the first character swaps STR and DEX",
        "arguments": {
            "who": {"type": "named", "value": 0, "name": "the first character"},
            "attributes": ["STR", "DEX"],
        },
    }
    assert document(EVENTS[5])["value"]["arguments"]["action"] == {
        "type": "phrase",
        "code": "flee",
        "text": "Ada tries to get away",
        "arguments": {"by": {"type": "named", "value": 0, "name": "Ada"}, "quick": True},
    }


@pytest.mark.untraced
@pytest.mark.parametrize("line", OLD_LINES, ids=lambda line: json.loads(line)["value"]["text"])
def test_old_documents_say_what_they_said(line: str) -> None:
    old = json.loads(line)
    event: Any = loads(line)
    value = old["value"]
    assert {name: getattr(event, name) for name in value} == value
    assert VALIDATOR.is_valid({**old, "game": "cairn-rpg-combat"})
    assert loads(dumps(event)) == event


def test_an_old_document_without_arguments_that_are_needed_keeps_its_sentence() -> None:
    hit = Event("hit", "R82", text="Basil hits Bear with daggers: 6", who="Bear", amount=6)
    assert hit in map(loads, OLD_LINES)
    assert Event("death", "R99", who="Bear") in map(loads, OLD_LINES)


@pytest.mark.parametrize("changed", [{"text": "Ada is hurt"}, {"code": "harm"}])
def test_a_document_of_another_version_keeps_its_sentence(changed: dict[str, str]) -> None:
    data = document(EVENTS[1])
    data["value"] |= changed
    event: Any = loads(json.dumps(data))
    assert event == Event(
        changed.get("code", "damage"),
        "R96",
        text=changed.get("text", "Ada loses 2 HP and has 1 left"),
        who="Ada",
        amount=2,
        left=1,
    )
    assert document(event) == data


def phrase(**changed: Any) -> dict[str, Any]:
    return {"action": {"type": "phrase", "code": "go", "text": "Ada goes", "arguments": {}, **changed}}


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"rule": 96}, ".rule: 96 is not a text"),
        ({"place": "Altar"}, ".place: unknown key"),
        ({"arguments": []}, ".arguments: [] is not an object"),
        ({"arguments": {"left": None}}, ".arguments.left: None is not a text, a whole number, true or false or a list"),
        ({"arguments": {"left": 0.5}}, ".arguments.left: 0.5 is not a text, a whole number, true or false or a list"),
        ({"arguments": {"names": ["Ada", 1]}}, ".arguments.names[1]: 1 is not a text"),
        ({"arguments": {"place": {}}}, ".arguments.place.type: missing"),
        ({"arguments": {"place": {"type": "name"}}}, ".arguments.place.type: 'name' is unknown; did you mean 'named'?"),
        (
            {"arguments": {"place": {"type": "named", "value": [], "name": "Altar"}}},
            ".arguments.place.value: [] is not a text, a whole number or true or false",
        ),
        ({"arguments": phrase(by=0)}, ".arguments.action.by: unknown key"),
        ({"arguments": phrase(arguments={"by": None})}, ".arguments.action.arguments.by: None is not a text"),
        ({"arguments": {"who": 1}}, ".arguments: 'who' is not a text or a named value"),
        ({"arguments": {"amount": "2"}}, ".arguments: 'amount' is not a whole number"),
        ({"arguments": {"text_id": ["a"]}}, ".arguments: 'text_id' is not a text"),
        ({"arguments": {"text": "Ada"}}, ".arguments: 'text' is already a key of the event"),
        ({"who": "Bo"}, ".arguments: 'who' is already a key of the event"),
    ],
)
def test_bad_documents_are_refused(changed: dict[str, Any], fault: str) -> None:
    data = document(EVENTS[1])
    data["value"] |= changed
    with pytest.raises(DocumentError) as refused:
        loads(json.dumps(data))
    assert f"$.value{fault}" in str(refused.value)


def test_an_event_without_a_sentence_is_not_written() -> None:
    with pytest.raises(
        DocumentError, match="every template of 'damage' needs an argument that is missing; given are who"
    ):
        dumps(Event("damage", "R96", who="Ada"), game=combat)
    with pytest.raises(DocumentError, match=r"0.5 is not a text, a whole number"):
        dumps(Event("damage", "R96", who="Ada", amount=2, left=0.5), game=combat)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
