"""The sentences of events: a template for each, arguments for translations, and no English in the events themselves."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from attrs import evolve

from cairn_rules import dumps, loads, to_data
from cairn_rules import endless_winter as ew
from cairn_rules.codec.shapes import tag_of
from cairn_rules.endless_winter import changes
from cairn_rules.endless_winter.effects import COLUMNS
from cairn_rules.endless_winter.event_table import EVENTS
from cairn_rules.endless_winter.events import (
    AnimalGained,
    Asked,
    CardBuried,
    CardsDrawn,
    Change,
    ChiefTaken,
    GoodsChanged,
    RitualAdded,
    SetAnew,
    VillageBuilt,
)
from cairn_rules.endless_winter.state.hexes import Hex
from cairn_rules.lazy import resolve
from cairn_rules.phrasebook import Named, Phrase, Phrasebook
from support.endless_winter.games import VARIANTS
from support.endless_winter.positions import DRAW, effect

GOLDEN = Path(__file__).parents[1] / "golden" / "endless-winter"
CODES = {tag_of(kind): kind for kind in get_args(Change)}
SITE = (Hex(1, -2), Hex(2, -2), Hex(1, -1))


def played() -> Iterable[Change]:
    """Events of random games, as a spectator and the deciding player see them, and two that hardly ever happen."""
    yield SetAnew()
    yield VillageBuilt(0, "Cyan", SITE)
    for seed in (0, 1, 2, 6):
        rng, players = Random(seed), 1 + seed % 4
        state = ew.new_game(seed=seed, players=players, variant=VARIANTS[seed % len(VARIANTS)])
        while legal := ew.legal_actions(state):
            before, state = state, ew.apply(state, rng.choice(legal))
            yield from changes(before, state)
            yield from changes(before, state, viewer=min(before.active, players - 1))


@cache
def events_of_games() -> tuple[Change, ...]:
    return tuple(dict.fromkeys(played()))


OLD: tuple[Change, ...] = loads((GOLDEN / "changes.json").read_text(encoding="utf-8"))


@pytest.mark.untraced
def test_every_event_has_a_template() -> None:
    assert EVENTS.english.templates.keys() == CODES.keys()
    assert ew.MANIFEST.event_table is not None
    assert resolve(ew.MANIFEST.event_table) is EVENTS
    assert {*map(type, events_of_games())} == {*CODES.values()}


@pytest.mark.untraced
def test_a_table_in_another_language_gets_every_argument() -> None:
    """A template that lists all arguments of an event, in a language whose words are the values of the named ones."""

    def words(value: object) -> str:
        return f"<{value.value}>" if isinstance(value, Named) else str(value)

    for event in (*events_of_games(), *OLD):
        names = list(event.arguments)
        code = tag_of(type(event))
        book = Phrasebook({code: "FR " + " ".join(f"{name}={{{name}}}" for name in names)}, words=words)
        sentence = book.sentence(event)
        assert sentence.startswith("FR")
        if "who" in names:
            assert f"who=<{event.arguments['who'].value}>" in sentence


def test_french() -> None:
    """Templates for the decision, too; names of cards and players need none."""
    french = Phrasebook(
        {
            "asked": "{who} doit {pending}",
            "animal-gained": "{who} reçoit {animal}",
            "card-buried": ("{who} enterre {card}", "{who} enterre une carte"),
            "stone-taken": "{who} prend la pierre {stone} : {rule}",
        },
        actions={"culture": "jouer une carte", "camps_on_land": "camps sur {counts} {table}"},
    )
    told = {french.sentence(event) for event in events_of_games()}
    assert {"Cyan doit jouer une carte", "Cyan enterre une carte"} <= told
    assert any(re.fullmatch(r"\w+ prend la pierre SS\d\d : camps sur \w+( \w+)? 1:\d.*", each) for each in told)
    taken = AnimalGained(0, "Cyan", "argentavis", "Argentavis", "display")
    assert french.sentence(taken) == "Cyan reçoit Argentavis"
    assert str(taken) == "Cyan takes an Argentavis"


NAMES = {"who", "name", "names", "tribe_name", "start_name", "end_name"}


def texts_in(data: Any) -> set[str]:
    """Every text in JSON data, but for keys."""
    if isinstance(data, dict):
        return texts_in(list(data.values()))  # pyright: ignore[reportUnknownArgumentType, reportUnknownMemberType]
    if isinstance(data, list):
        return {text for each in data for text in texts_in(each)}  # pyright: ignore[reportUnknownVariableType]
    return {data} if isinstance(data, str) else set()


def test_no_event_holds_english() -> None:
    """Only ids and codes, which have no spaces, and printed names of the content."""
    pack = ew.default_pack()
    things = (pack.tribe_cards, pack.culture_cards, pack.species, pack.chief, pack.tiles)
    printed = {str(thing.name) for table in things for thing in table.values()}
    printed |= {"Cyan", "Red", "Orange", "Green", "Rival"} | {animal.set for animal in pack.animals}
    for event in events_of_games():
        (data,) = to_data((event,))["value"]
        assert "text" not in data
        assert texts_in([data.pop(name, None) for name in NAMES]) <= printed
        assert all(re.fullmatch(r"[\w,-]+", text) for text in texts_in(data))


def test_a_hidden_card_has_neither_id_nor_name() -> None:
    kinds = (CardBuried, RitualAdded)
    hidden = [event for event in events_of_games() if isinstance(event, kinds) and event.card is None]
    assert {*map(type, hidden)} == {*kinds}
    assert all(event.name is None and "card" not in event.arguments for event in hidden)
    assert all("a card" in str(event) for event in hidden)


def test_decisions_name_what_they_are_about() -> None:
    """The code is the class of the decision; columns and effects are arguments."""
    phrases = {
        phrase.code: phrase
        for event in events_of_games()
        if isinstance(event, Asked) and isinstance(phrase := event.arguments["pending"], Phrase)
    }
    assert {"culture", "figure", "top", "middle", "both", "exchange", "benefit"} <= phrases.keys()
    assert phrases["top"].arguments["column"].value in COLUMNS
    assert all(isinstance(effect, Named) for effect in phrases["both"].arguments["effects"])


def test_both_sides_of_a_chief() -> None:
    side_a = ChiefTaken(0, "Cyan", "CH1", "Ada", "A", "any", 2, 3)
    assert str(side_a) == "Cyan has the Chief Ada, side A: +2 Labor on any column, +1.5 in the Eclipse at rest"
    side_b = evolve(side_a, side="B", column="hunt", rest_labor=None, boost_labor=1, boost_tools=2)
    assert str(side_b) == "Cyan has the Chief Ada, side B: +2 Labor on Hunt, and +1 for 2 Tools"


def test_goods_that_stay_as_they_are() -> None:
    assert str(GoodsChanged(0, "Cyan", 0, 0)) == "Cyan gains nothing"


def test_cards_that_were_drawn_and_played_since_are_counted() -> None:
    """Between states far apart, none of the cards drawn needs to be in the hand."""
    before = effect("draw(1)", deck=("brave",))
    (drawn, *_) = changes(before, ew.apply(before, DRAW), viewer=0)
    assert isinstance(drawn, CardsDrawn)
    assert str(drawn) == "Cyan draws Brave"
    assert str(evolve(drawn, cards=(), names=())) == "Cyan draws 1 card"


def test_an_old_document_has_its_old_sentences() -> None:
    """Events were written with English words in place of values. They are kept, said, and written as they were."""
    lines = (GOLDEN / "changes.sentences").read_text(encoding="utf-8").splitlines()
    assert list(map(str, OLD)) == lines
    assert json.loads(dumps(OLD)) == json.loads((GOLDEN / "changes.json").read_text(encoding="utf-8"))
    assert {*map(type, OLD)} == {*CODES.values()} - {VillageBuilt}
