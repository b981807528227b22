"""Sentences of actions as codes with arguments, for all games."""

from __future__ import annotations

import re
import runpy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from attrs import fields

from cairn_rules import DefinitionError, Reason, cairn, endless_winter, manifest_of, phrase_of
from cairn_rules.cairn_rpg import campaign, combat, creation, dungeon
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.games import LIBRARY, load
from cairn_rules.lazy import resolve
from cairn_rules.phrasebook import Named, Phrase, Phrasebook, arguments_of, code_of
from support.subtraction import PAIR


@cache
def states_of(name: str) -> tuple[Any, ...]:
    game: Any = load(name)
    return (game.new_game(seed=7), *resolve(manifest_of(game).samples).states())


@cache
def samples(name: str) -> list[tuple[Any, Any]]:
    """Return the sample actions and the legal ones in each sample state."""
    game: Any = load(name)
    actions = tuple(resolve(manifest_of(game).samples).actions())
    return [(state, action) for state in states_of(name) for action in (*actions, *game.legal_actions(state))]


def fields_of(action: Any) -> dict[str, Any]:
    """Return the fields that are neither None nor empty."""
    values = {each.name: getattr(action, each.name) for each in fields(type(action)) if each.init}
    return {name: value for name, value in values.items() if value not in (None, "", ())}


def value_of(argument: object) -> object:
    return argument.value if isinstance(argument, Named) else argument


@pytest.mark.untraced
@pytest.mark.parametrize("name", LIBRARY)
def test_a_phrase_has_the_sentence_and_every_field(name: str) -> None:
    """What English writes in other words has the value besides."""
    game: Any = load(name)
    for state, action in samples(name):
        phrase = phrase_of(game, state, action)
        assert (phrase.code, phrase.text) == (code_of(action), game.describe(state, action))
        if phrase.arguments.keys() == {"text"}:
            assert phrase.text == game.format_action(action)
        else:
            values = {each: value_of(value) for each, value in phrase.arguments.items()}
            assert {**values, **fields_of(action)} == values


@pytest.mark.untraced
@pytest.mark.parametrize("name", LIBRARY)
def test_a_template_can_name_every_argument(name: str) -> None:
    game: Any = load(name)
    for state, action in samples(name):
        phrase = phrase_of(game, state, action)
        every = " | ".join(f"{{{each}}}" for each in phrase.arguments)
        book = Phrasebook({}, words=lambda value: f"<{value}>", actions={phrase.code: every})
        lists = (value if isinstance(value, tuple) else (value,) for value in phrase.arguments.values())
        assert book.sentence(phrase) == " | ".join(", ".join(f"<{each}>" for each in values) for values in lists)


@pytest.mark.parametrize("name", LIBRARY)
def test_every_legal_action_has_a_phrase(name: str) -> None:
    """The arguments of one that names what the state lacks are only its text."""
    game: Any = load(name)
    legal = [(state, action) for state in states_of(name) for action in game.legal_actions(state)]
    assert all("text" not in phrase_of(game, state, action).arguments for state, action in legal)


def test_what_the_engine_keeps_in_an_action_is_no_argument() -> None:
    state = cairn.new_game(seed=7, faces="wooe", first=cairn.Tribe.SEA)
    move = cairn.Move(cairn.Space.A1, cairn.Space.A2)
    assert phrase_of(cairn, state, move).arguments == {"origin": cairn.Space.A1, "to": cairn.Space.A2}


def test_names_that_are_no_fields() -> None:
    fight = combat.new_game(seed=7)
    assert phrase_of(combat, fight, combat.Strike(by=0, attack=0, target=2)).arguments == {
        "by": Named(0, "Hestia"),
        "attack": Named(0, "sword"),
        "target": Named(2, "Bear"),
        "dice": "d8",
    }
    delve = dungeon.new_game(seed=7)
    assert phrase_of(dungeon, delve, dungeon.Do(0, "light", "torch")).arguments == {
        "by": Named(0, "Hestia"),
        "deed": Named("light", "lights"),
        "target": Named("torch", "Torch"),
    }
    assert phrase_of(dungeon, delve, dungeon.Do(0, "rest")).arguments.keys() == {"by", "deed"}


def test_what_the_state_lacks_stays_a_text() -> None:
    """A template with other arguments does not fit, so that nobody reads an index as a name."""
    phrase = phrase_of(combat, combat.new_game(seed=7), combat.Strike(by=0, attack=9, target=2))
    assert phrase == Phrase("strike", "1:10>3", {"text": "1:10>3"})
    french = Phrasebook({}, actions={"strike": "{by} attaque {target} avec {attack} ({dice})"})
    assert french.sentence(phrase) == "1:10>3"
    state = campaign.new_game(seed=7)
    assert phrase_of(campaign, state, dungeon.Leave()) == Phrase("leave", "leave", {"text": "leave"})


@pytest.mark.parametrize("game", [load(name) for name in LIBRARY])
def test_other_values_have_no_phrase(game: Any) -> None:
    with pytest.raises(DefinitionError, match="is not a"):
        phrase_of(game, game.new_game(seed=7), "x")


def test_an_action_without_fields_is_said_as_its_text() -> None:
    """In this game, actions are numbers."""
    phrase = phrase_of(PAIR, (5, 0), 2)
    assert phrase == Phrase("action", "take-2", {"text": "take-2"})
    assert Phrasebook({}, actions={"action": "{text}!"}).sentence(phrase) == "take-2!"


def test_rows_of_tables_of_making_characters() -> None:
    state = creation.new_game(seed=7)
    phrase = phrase_of(creation, state, creation.Choose(creation.Step.BACKGROUND, 1))
    assert phrase.arguments == {"step": creation.Step.BACKGROUND, "row": Named(1, "Aurifex")}


PAGE = Path(__file__).parent.parent / "docs" / "how-to" / "translate-an-interface.md"


def words_in(said: object) -> set[str]:
    """Return the arguments of a phrase, an event or a reason that are not numbers, in English."""
    lists = (value if isinstance(value, tuple) else (value,) for value in arguments_of(said).values())
    return {str(each) for values in lists for each in values if not isinstance(each, int)}


@pytest.mark.untraced
def test_the_fight_on_the_page_on_translations_has_no_english(tmp_path: Path) -> None:
    """Its tables have the codes and the words of any such fight, and no others."""
    block = re.compile(r'^```python title="french_fight.py"\n(.+?)^```', re.MULTILINE | re.DOTALL)
    (source,) = block.findall(PAGE.read_text("utf-8"))
    (tmp_path / "french_fight.py").write_text(source, encoding="utf-8")
    page = runpy.run_path(str(tmp_path / "french_fight.py"))
    phrases: list[Phrase] = []
    events: list[Event | Reason] = []
    for seed in range(249):
        state = combat.new_game(seed=seed)
        assert list(page["told"](state))
        while legal := combat.legal_actions(state):
            action = next(each for each in legal if isinstance(each, combat.Begin | combat.Strike))
            waiting = combat.why_illegal(state, combat.Strike(by=2 if state.side == 0 else 0, attack=0, target=1))
            if waiting is not None and waiting.code == "turn/other-side":
                events.append(waiting)
            events += combat.log(state, action).events
            phrases.append(phrase_of(combat, state, action))
            state = combat.apply(state, action)
    assert page["ACTIONS"].keys() == {phrase.code for phrase in phrases}
    assert page["SENTENCES"].keys() == {event.code for event in events}
    same = {"Basil", "Hestia", "d6+d6", "d8"}
    assert page["WORDS"].keys() == set[str]().union(*map(words_in, (*phrases, *events))) - same


@pytest.mark.parametrize("name", LIBRARY)
def test_str_is_what_a_person_writes(name: str) -> None:
    """The notation of an action, and the diagram of a state or an observation."""
    game: Any = load(name)
    for action in dict.fromkeys(action for _, action in samples(name)):
        assert str(action) == game.format_action(action)
    for state in states_of(name)[:3]:
        seen = game.observe(state, 0)
        assert (str(state), str(seen)) == (game.diagram(state), game.diagram(seen))


def test_str_of_what_no_game_has_is_its_repr() -> None:
    """Endless Winter checks its actions only when they are used."""
    action = endless_winter.PlaceFigure("chief", 3)  # type: ignore[arg-type]
    assert str(action) == repr(action) == "PlaceFigure(figure='chief', place=3)"
