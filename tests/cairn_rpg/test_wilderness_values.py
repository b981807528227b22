"""Journeys as values: reasons, notation, documents, diagrams, the terminal, and what every game promises."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import jsonschema
import pytest
from attrs import evolve, fields

from cairn_rules import Match, Record, dumps, format_record, json_schema, loads, parse_record
from cairn_rules.cairn_rpg import wilderness
from cairn_rules.cairn_rpg.characters.attributes import Score
from cairn_rules.cairn_rpg.characters.conditions import Conditions
from cairn_rules.cairn_rpg.characters.effects import StepChange
from cairn_rules.cairn_rpg.characters.inventory import Inventory
from cairn_rules.cairn_rpg.characters.items import Item
from cairn_rules.cairn_rpg.procedures.party import Drop, Light, Party, Question
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.cairn_rpg.wilderness import (
    Camp,
    Choice,
    Explore,
    Find,
    FindWay,
    Guard,
    Lose,
    Modifier,
    Observation,
    Pay,
    Rest,
    Resupply,
    Route,
    Shift,
    State,
    Supply,
    Take,
    Wait,
)
from cairn_rules.cairn_rpg.wilderness.actions import BEGIN, TRAVEL
from cairn_rules.cairn_rpg.wilderness.documents import START
from cairn_rules.cairn_rpg.wilderness.manifest import turns
from cairn_rules.cairn_rpg.wilderness.samples import SAMPLES
from cairn_rules.cairn_rpg.wilderness.setup_options import OPTIONS
from cairn_rules.cairn_rpg.wilderness.soundness import check_sound
from cairn_rules.cairn_rpg.wilderness.state import MOST_DAYS, NIGHT
from cairn_rules.chance import Chance
from cairn_rules.cli.words import words_for
from cairn_rules.errors import (
    CairnRulesError,
    DefinitionError,
    DocumentError,
    IllegalActionError,
    NotationError,
    UnsoundStateError,
)
from cairn_rules.testing import check_game
from support.cairn_rpg.journeys import ROAD, begun, play, traveller
from support.cairn_rpg.people import ROPE, person
from support.random_play import random_states

STATES = list(SAMPLES.states())
WORDS = words_for(wilderness)
LAMED = evolve(traveller("Bo"), dexterity=Score(0, 10))


def conceivable(state: State) -> list[Any]:
    """Every action that can be written about a state, with numbers beyond its ends."""
    members = range(len(state.party.members) + 1)
    carried = {item.id for each in state.party.members for item in each.inventory.items}
    items = sorted({*carried, *(item.id for item in state.ground), "no-such-item"})
    actions: list[Any] = [BEGIN, TRAVEL, Rest(), Rest(disturbed=True), Pay("watch"), Pay("fatigue"), Pay("ration")]
    actions += [kind(member) for kind in (FindWay, Explore, Supply, Camp, Wait) for member in (None, *members)]
    actions += [Guard(member) for member in members]
    actions += [kind(member, item) for kind in (Take, Drop, Lose) for member in members for item in items]
    actions += [Resupply(member, count) for member in members for count in (0, 1, 2, 3, 11)]
    actions += [Shift(to) for to in ("none", "watch", "terrain", "nice", "fair", "extreme", "snow")]
    actions += [Find("feature"), Find("treasure"), *(Find("food", count) for count in (0, 1, 4, 5))]
    return actions


def check_listed(state: State) -> None:
    """Legal is what is listed, of all that can be thought of."""
    legal = wilderness.legal_actions(state)
    thought = conceivable(state)
    assert {each for each in legal if each in thought} == {
        each for each in thought if wilderness.why_illegal(state, each) is None
    }
    assert all(wilderness.why_illegal(state, each) is None for each in legal)


@pytest.mark.parametrize("number", range(len(STATES)))
def test_an_action_is_listed_if_and_only_if_it_is_legal(number: int) -> None:
    check_listed(STATES[number])


@pytest.mark.untraced
@pytest.mark.parametrize("seed", range(3))
def test_an_action_is_listed_if_and_only_if_it_is_legal_on_a_journey(seed: int) -> None:
    dead = person("Dee", dead=True)
    party = [traveller("Ada", gold=30), LAMED, dead]
    state = wilderness.new_game(seed=seed, party=party, settlement=True)
    for each in random_states(wilderness, state, 25, seed):
        check_listed(each)


REST = Choice("rest")
MARKET = begun(traveller("Ada", gold=15), LAMED, person("Dee", dead=True), settlement=True)
LOST = evolve(begun(), lost=True, departed=True)
CAMPED = evolve(begun(traveller("Ada"), traveller("Bo")), camped=frozenset({0}))
GROUND = evolve(begun(person("Ada", fatigue=9)), ground=(Item(id="tent", name="Tent", slots=2),))
ALONE = begun(evolve(LAMED))


@pytest.mark.parametrize(
    ("state", "action", "code", "rule"),
    [
        (begun(), "travel", "action/unknown", "R180"),
        (evolve(begun(), phase="over"), TRAVEL, "game/over", "R181"),
        (begun(), Pay("watch"), "answer/not-asked", "R198"),
        (wilderness.new_game(seed=1), TRAVEL, "day/not-begun", "R188"),
        (begun(), BEGIN, "day/begun", "R188"),
        (LOST, TRAVEL, "travel/lost", "R200"),
        (begun(weather="catastrophic"), TRAVEL, "travel/weather", "R194"),
        (begun(), FindWay(), "way/not-lost", "R200"),
        (MARKET, FindWay(0), "way/not-lost", "R200"),
        (CAMPED, Camp(), "camp/again", "R208"),
        (CAMPED, Camp(0), "camp/again", "R208"),
        (CAMPED, Guard(0), "camp/again", "R208"),
        (ALONE, TRAVEL, "member/unable", "R81"),
        (ALONE, Guard(0), "member/unable", "R81"),
        (ALONE, Supply(0), "turn/alone", "R180"),
        (MARKET, Supply(1), "turn/not-yet", "R180"),
        (play(MARKET, "1:wait").state, Supply(0), "turn/declared", "R180"),
        (play(MARKET, "1:wait").state, Supply(), "all/declared", "R180"),
        (play(MARKET, "1:wait").state, Supply(1), "member/unable", "R81"),
        (play(evolve(MARKET, ground=(ROPE,)), "1:wait").state, Take(0, "rope"), "take/declared", "R207"),
        (MARKET, Supply(2), "member/dead", "R101"),
        (MARKET, Supply(3), "member/unknown", "R180"),
        (MARKET, Take(2, "rope"), "member/dead", "R101"),
        (MARKET, Resupply(0, 2), "market/count", "R213"),
        (begun(settlement=True), Resupply(0, 1), "market/short", "R213"),
        (begun(), Resupply(0, 1), "market/none", "R206"),
        (GROUND, Take(0, "rope"), "take/not-there", "R207"),
        (GROUND, Take(0, "tent"), "slots/full", "R32"),
        (evolve(begun(), questions=(Choice("rest"),)), TRAVEL, "decision/rest", "R210"),
        (evolve(begun(), questions=(Question(0),)), TRAVEL, "decision/drop", "R65"),
    ],
)
def test_reasons(state: State, action: Any, code: str, rule: str) -> None:
    """(R179 to R211) A refusal has its reason, with a stable code and a rule."""
    with pytest.raises(IllegalActionError) as refused:
        wilderness.apply(state, action)
    assert (refused.value.reason.code, refused.value.reason.rule) == (code, rule)


def test_a_long_list_of_answers_is_cut() -> None:
    items = [Item(id=f"item-{number}", name="Item", slots=0) for number in range(20)]
    state = evolve(begun(person("Ada", items=tuple(items))), questions=(Choice("loss"),))
    reason = wilderness.why_illegal(state, TRAVEL)
    assert reason is not None
    assert reason.text.endswith("1:lose:item-9, ...")


# Notation


@pytest.mark.untraced
@pytest.mark.parametrize("action", [*SAMPLES.actions(), FindWay(1), Rest(), Shift("none"), Pay("ration")])
def test_actions_are_written_and_read(action: Any) -> None:
    text = wilderness.format_action(action)
    assert " " not in text
    assert wilderness.parse_action(f" {text} ", begun()) == action
    head, colon, rest = text.partition(":")
    assert wilderness.parse_action(head.upper() + colon + rest, begun()) == action


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not an action; one is written like begin"),
        ("fly", "not an action"),
        ("pay:gold", "'gold' is not a price; known: watch, fatigue, ration"),
        ("shift:snow", "'snow' is not a change; known: none, watch, terrain"),
        ("find:food", "'food' is not a discovery without a number; known: feature, treasure"),
        ("find:food:0", "'0' is not a number from 1 to 999"),
        ("1:buy:x", "'x' is not a number"),
        ("1:buy", "not an action"),
        ("1:take:", "not an action"),
        ("1:fly:high", "not an action"),
        ("1:take:a:b", "not an action"),
        ("0:camp", "numbered from 1"),
        ("bo:camp", "'bo' is not the number or name of a member; did you mean|'bo' is not the number or name"),
        ("ada:camp", "several have the name 'ada': use the number, 1 or 2"),
    ],
)
def test_what_is_no_action(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        wilderness.parse_action(text, begun(traveller("Ada"), traveller("Ada")))


def test_names_stand_for_numbers() -> None:
    state = begun(traveller("Ada May"), traveller("Bo"))
    assert wilderness.parse_action("ada-may:camp", state) == Camp(0)
    with pytest.raises(NotationError, match="expected text, got int"):
        wilderness.parse_action(1, state)  # type: ignore[arg-type]
    with pytest.raises(DefinitionError, match="is not an action of a journey"):
        wilderness.format_action("camp")  # type: ignore[arg-type]


# Documents


@pytest.mark.parametrize("number", range(len(STATES)))
def test_states_and_observations_are_written_and_read(number: int) -> None:
    state = STATES[number]
    seen = wilderness.observe(state, None)
    for value in (state, seen):
        assert loads(dumps(value)) == value
    assert "chance" not in json.loads(dumps(seen))["value"]


@pytest.mark.parametrize("document", ["state", "observation", "action"])
def test_documents_have_schemas(document: str) -> None:
    validator = jsonschema.Draft202012Validator(json_schema(document, game="cairn-rpg-wilderness"))
    values = {
        "state": STATES[-2:],
        "observation": [wilderness.observe(STATES[-1], 0)],
        "action": SAMPLES.actions(),
    }
    for value in values[document]:
        data = json.loads(dumps(value, game=wilderness))
        validator.validate(data)
        data["value"]["unknown"] = 1
        assert not validator.is_valid(data)


def test_a_journey_is_a_record() -> None:
    match: Match[Any, Any] = Match(wilderness, wilderness.new_game(seed=2))
    for _ in range(12):
        match.do(match.legal_actions[0])
    record = Record.of(match)
    assert parse_record(format_record(record), wilderness) == record
    other: Match[Any, Any] = Match(wilderness, begun())
    assert parse_record(format_record(Record.of(other)), wilderness).start == other.state


@pytest.mark.parametrize("tags", [{}, {"Key": "x"}, {"Key": str(1 << 52)}])
def test_a_record_needs_a_key(tags: dict[str, str]) -> None:
    with pytest.raises(NotationError, match="is not a key"):
        START.state(tags, None)


MEMBER = begun().party.members[0]
TRAVELLING = evolve(begun(), declared=(TRAVEL,), phase="move")


@pytest.mark.parametrize(
    ("state", "places"),
    [
        (evolve(begun(), party=Party(members=())), ["party.members"]),
        (evolve(begun(), party=Party(members=(evolve(MEMBER, name="A\nB"),))), ["party.members[0].name"]),
        (evolve(begun(), party=Party(members=(evolve(MEMBER, hp=Score(1, 10**7)),))), ["party.members[0].hp"]),
        (
            evolve(begun(), party=Party(members=(evolve(MEMBER, inventory=Inventory(fatigue=-1)),))),
            ["party.members[0].inventory.fatigue"],
        ),
        (evolve(begun(), party=Party(members=(MEMBER,), lights=(Light(0, "torch"),))), ["party.lights[0]"]),
        (evolve(begun(), party=Party(members=(MEMBER,), lights=(Light(-1, "rations"),))), ["party.lights[0]"]),
        (evolve(begun(), party=Party(members=(evolve(MEMBER, conditions=Conditions(dead=True)),))), ["phase"]),
        (evolve(begun(), legs=()), ["legs", "leg"]),
        (evolve(begun(), legs=(evolve(ROAD, to="x" * 101),)), ["legs[0].to"]),
        (evolve(begun(), legs=(evolve(ROAD, modifiers=(Modifier("x" * 101),)),)), ["legs[0].modifiers"]),
        (evolve(begun(), legs=(evolve(ROAD, modifiers=(Modifier("x"),) * 101),)), ["legs[0].modifiers"]),
        (evolve(begun(), progress=-1, delay=10**7), ["progress", "delay"]),
        (evolve(begun(), day=MOST_DAYS + 1), ["day"]),
        (evolve(begun(), watch=3, rolls=3), ["watch", "rolls"]),
        (evolve(begun(), leg=1), ["leg"]),
        (evolve(begun(), ground=(ROPE,) * 1001), ["ground"]),
        (evolve(begun(), camped=frozenset({100})), ["camped"]),
        (evolve(begun(), sleepers=frozenset({1})), ["sleepers"]),
        (evolve(begun(), weather=None), ["weather"]),
        (evolve(begun(), questions=(Choice("rest"),)), ["phase"]),
        (evolve(begun(), questions=(Choice("rest"),), phase="end"), ["declared"]),
        (evolve(begun(), questions=(Choice("weather"),), phase="move", declared=(Wait(),)), ["phase"]),
        (evolve(TRAVELLING, questions=(Choice("weather"), Choice("rest"))), ["questions[0]", "questions[1]"]),
        (evolve(TRAVELLING, questions=(Question(1),)), ["questions[0].member"]),
        (evolve(TRAVELLING, questions=(Question(0),)), ["questions[0]"]),
        (TRAVELLING, ["phase"]),
        (evolve(begun(), phase="over", declared=(Wait(),)), ["declared"]),
        (evolve(begun(traveller(), traveller()), declared=(Supply(1),)), ["declared[0]"]),
        (evolve(begun(), declared=(Wait(),)), ["declared[0]"]),
    ],
)
def test_states_that_cannot_occur_are_refused(state: State, places: list[str]) -> None:
    """The document of such a state has the same faults."""
    with pytest.raises(UnsoundStateError) as refused:
        check_sound(state)
    assert [fault.where for fault in refused.value.faults] == places
    with pytest.raises(DocumentError) as unread:
        loads(dumps(state))
    assert [fault.message for fault in unread.value.faults] == [fault.message for fault in refused.value.faults]


# Values


def test_the_chance_is_hidden() -> None:
    assert {each.name for each in fields(State)} - {each.name for each in fields(Observation)} == {"chance"}
    seen = wilderness.observe(begun(), 0)
    assert seen == wilderness.observe(begun(), None)
    drawn = wilderness.sample_hidden(seen, Random(1))
    assert (drawn.chance == begun().chance, wilderness.observe(drawn, 0)) == (False, seen)
    with pytest.raises(DefinitionError, match="is not a player"):
        wilderness.observe(begun(), 1)


def test_the_game_keeps_the_promises_of_every_game() -> None:
    check_game(wilderness, max_examples=8, most_decisions=None)


def test_the_total_of_all_branches_is_1() -> None:
    """(R2) A watch on a trail throws two dice."""
    state = begun(legs=[Route()])
    branches = wilderness.outcomes(state, TRAVEL)
    assert sum(branch.probability for branch in branches) == 1
    assert len(branches) == 36


def test_changes_are_what_happened() -> None:
    """An action without dice is explained; an impossible step is not."""
    state = begun()
    after = wilderness.apply(state, TRAVEL)
    assert wilderness.changes(state, after) == wilderness.events_of(state, TRAVEL, after)
    assert wilderness.changes(state, after)[0].code == "travel"
    assert wilderness.events_of(state, TRAVEL, evolve(after, day=9)) == ()
    assert wilderness.changes(state, evolve(after, day=9)) == ()
    assert "[R199]" in str(wilderness.log(state, TRAVEL))


def test_turns_are_watches() -> None:
    """(R179)."""
    assert turns(begun()) == 0
    assert turns(evolve(begun(), day=2, watch=NIGHT)) == 5


def test_a_diagram_shows_time_way_and_party() -> None:
    state = evolve(
        begun(
            traveller("Ada", fatigue=2, needs=frozenset({"food"})),
            LAMED,
            person("Dee", dead=True),
            legs=[Route(vast=1)],
        ),
        lost=True,
        departed=True,
        camped=frozenset({0}),
        ground=(ROPE, ROPE),
        party=Party(
            members=(traveller("Ada", fatigue=2, needs=frozenset({"food"})), LAMED, person("Dee", dead=True)),
            lights=(Light(0, "rations"),),
        ),
        declared=(Wait(0),),
    )
    assert wilderness.diagram(state).splitlines() == [
        "Day 1, morning, spring, fair weather",
        "Lost, leg 1 of 1 to the destination: short trail, easy, vast (+1)",
        "0 of 3 watches travelled",
        "On the ground: 2 x Rope",
        "  # Party                   HP Slots Meals",
        "  1 Ada                    4/4  3/10     3 Fatigue 2; deprived (food); has",
        "                                           camped; rations burns; -> 1:wait",
        "> 2 Bo                     4/4  1/10     3 unable to act; DEX 0/10",
        "  3 Dee                    4/4  0/10     0 dead",
    ]
    assert "On the way" in wilderness.diagram(evolve(begun(), departed=True))
    over = wilderness.diagram(evolve(begun(), phase="over", leg=1))
    assert over.splitlines()[1] == "The journey is over: arrived at Mill"
    asked = evolve(begun(traveller(), traveller("B" * 30)), questions=(Question(1),))
    assert "> 2 BBBBBBBBBBBBBBBBBB.." in wilderness.diagram(asked)
    assert "-> camp" in wilderness.diagram(
        evolve(begun(), declared=(Camp(),), questions=(Choice("rest"),), phase="end")
    )


def test_a_diagram_stays_narrow() -> None:
    """Also for values that nobody plays with."""
    rich = person("A" * 100, gold=10**12, fatigue=10**6, capacity=10**9, needs=frozenset({"x" * 30, "y" * 90}))
    state = begun(rich, legs=[Route(to="z" * 100, modifiers=(Modifier("w" * 100),) * 9)])
    assert max(map(len, wilderness.diagram(state).splitlines())) <= 80
    assert "999+/999+" in wilderness.diagram(state)


def test_the_terminal_asks() -> None:
    """Questions, sentences and facts, for every state and action of the samples."""
    for state in STATES:
        assert WORDS.question(state)
        for action in wilderness.legal_actions(state):
            assert WORDS.sentence(state, action)
            assert "".join(WORDS.split(action)) == wilderness.format_action(action)
            WORDS.kind(action)
    for action in SAMPLES.actions():
        assert WORDS.sentence(STATES[0], action)
    state = begun(traveller("Ada", ROPE), traveller("Ada"))
    assert WORDS.question(state) == "Day 1, morning: what does the party do?"
    assert WORDS.question(play(state, "1:wait").state) == "Day 1, morning: what does Ada (2) do?"
    assert WORDS.question(evolve(state, phase="over")) == "The journey is over"
    assert WORDS.explained(evolve(state, phase="over")) == ""
    assert WORDS.explained(state) == "To Mill: long road, easy; 0 of 3 watches, 0-in-6 to get lost."
    abbey = evolve(state, legs=(Route(to="the Old Abbey"),))
    assert WORDS.explained(abbey).startswith("To the Old Abbey: ")
    assert WORDS.about(state, "1") == ("Ada (1): 4 of 4 HP, 2 of 10 slots, 0gp; carries Rations (3 of 3), Rope.")
    about = WORDS.about(state, "r199")
    assert about is not None
    assert "lost" in about
    assert WORDS.about(state, "nobody") is None
    assert WORDS.parts(state) == ("1", "2")
    assert WORDS.sentence(state, Supply(7)) == "Member 8 looks for food"
    assert WORDS.sentence(state, Supply(2)) == "Member 3 looks for food"


def test_options_of_the_command_line() -> None:
    chosen = {
        "characters": "2 Hero: 4 HP",
        "legs": "Inn: road vaster settlement toll-ration; trail long tough perilous guide=-1 vast",
        "season": "Winter",
        "weather": "fair",
        "watch": "Night",
        "settlement": True,
        "braves": True,
        "rulings": "ration=item",
    }
    state = wilderness.new_game(seed=1, **OPTIONS.arguments(chosen))
    inn, end = state.legs
    assert (inn.to, inn.path, inn.vast, inn.settlement, inn.toll) == ("Inn", "road", 2, True, "ration")
    assert (end.to, end.path, end.distance, end.terrain) == ("the destination", "trail", "long", ("tough", "perilous"))
    assert (end.vast, end.modifiers) == (1, (Modifier("guide", watches=-1),))
    assert (state.season, state.weather, state.watch, state.settlement, state.braves) == (
        "winter",
        "fair",
        2,
        True,
        True,
    )
    assert (len(state.party.members), state.rulings) == (2, Rulings(ration="item"))
    assert OPTIONS.arguments({}) == {}


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"watch": "noon"}, "'noon' is not a watch"),
        ({"legs": "Inn: raod"}, "'raod' does not describe a leg; did you mean 'road'"),
        ({"legs": "Inn: guide=x"}, "'guide=x' does not describe a leg"),
        ({"legs": ";" * 100}, "a journey has at most 100 legs"),
    ],
)
def test_options_that_are_refused(chosen: dict[str, Any], message: str) -> None:
    with pytest.raises(CairnRulesError, match=message):
        OPTIONS.arguments(chosen)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"season": "autumn"}, "'autumn' is not a season; did you mean 'fall'"),
        ({"weather": "fine"}, "'fine' is not a weather"),
        ({"watch": 3}, "a watch is 0"),
        ({"party": ["Ada"]}, r"party\[0\] should be a Character, not 'Ada'"),
        ({"party": [person(dead=True)]}, "no member of the party is alive"),
        ({"party": [person()] * 101}, "a party has 1 to 100 members"),
        ({"legs": ["road"]}, r"legs\[0\] should be a Route, not 'road'"),
        ({"legs": [Route()] * 101}, "a journey has 1 to 100 legs, not 101"),
        ({"legs": [ROAD] * 101}, "a journey has 1 to 100 legs"),
    ],
)
def test_a_journey_needs_sound_values(options: dict[str, Any], message: str) -> None:
    with pytest.raises(DefinitionError, match=message):
        wilderness.new_game(**options)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Route(distance="far"), "distance should be 'short' or 'medium' or 'long'"),  # type: ignore[arg-type]
        (lambda: Route(terrain=()), "terrain should be a tuple of one to three"),
        (lambda: Route(terrain=("icy",)), "terrain should be a tuple of one to three"),  # type: ignore[arg-type]
        (lambda: Route(vast=3), "a whole number from 0 to 2"),
        (lambda: Route(to=""), "one line of text"),
        (lambda: Modifier("x", cancels=("fun",)), "cancels should be a tuple of path, distance"),  # type: ignore[arg-type]
        (lambda: Modifier("x", watches=101), "a whole number from -100 to 100"),
        (lambda: Supply(-1), "the index of a member or None"),
    ],
)
def test_routes_and_modifiers_are_checked(make: Any, message: str) -> None:
    with pytest.raises(DefinitionError, match=message):
        make()


def test_a_seed_makes_the_journey() -> None:
    """(R3) A missing seed makes another one each time."""
    assert wilderness.new_game(seed=4) == wilderness.new_game(seed=4)
    assert wilderness.new_game().chance != wilderness.new_game().chance
    assert wilderness.new_game(seed=4).chance == Chance.from_seed(4)


def test_an_effect_without_effect() -> None:
    """Steps of another kind change nothing."""
    hunter = evolve(traveller(), effects=(StepChange(of="supply", steps=1),))
    assert wilderness.needed(begun(hunter)) == 3
