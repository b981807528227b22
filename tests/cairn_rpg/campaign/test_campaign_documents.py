"""Campaigns as JSON, as text and as the players know them; impossible documents end with every fault."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from attrs import evolve

from cairn_rules import DefinitionError, Match, dumps, json_schema, loads, to_data
from cairn_rules.cairn_rpg import campaign, combat, dungeon, wilderness
from cairn_rules.cairn_rpg.campaign import (
    Aid,
    Encounter,
    Explored,
    Fight,
    Gazetteer,
    Landmark,
    State,
    Way,
    check_gazetteer,
)
from cairn_rules.cairn_rpg.campaign.actions import Dealing
from cairn_rules.cairn_rpg.campaign.documents import DOCUMENTS, START
from cairn_rules.cairn_rpg.campaign.gazetteer import MOST_PARTS
from cairn_rules.cairn_rpg.campaign.rules.reasons import ACTIONS
from cairn_rules.cairn_rpg.campaign.samples import SAMPLES
from cairn_rules.cairn_rpg.campaign.setup_options import OPTIONS
from cairn_rules.cairn_rpg.campaign.soundness import check_sound
from cairn_rules.cairn_rpg.campaign.state import UNUSED
from cairn_rules.cairn_rpg.campaign.terminal_words import CampaignWords
from cairn_rules.cairn_rpg.characters.character import replaced
from cairn_rules.cairn_rpg.characters.items import Item
from cairn_rules.cairn_rpg.dungeon import Area, Dungeon, Exit
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.cairn_rpg.wilderness import Modifier, Route
from cairn_rules.chance import Chance
from cairn_rules.cli.main import main
from cairn_rules.errors import CairnRulesError, DocumentError, NotationError, UnsoundStateError
from cairn_rules.testing import check_game
from support.cairn_rpg.campaigns import LAND, RAT, begun, play
from support.cairn_rpg.delves import MAP
from support.cairn_rpg.faults import faults_of
from support.cairn_rpg.people import person
from support.command_line import printed


def at_crypt(*texts: str, faces: tuple[int, ...] = ()) -> State:
    return play(begun(at="crypt"), *texts, faces=faces)[0]


FREE = begun()
DECLARED, _ = play(FREE, "1:wait")
AWAY, _ = play(FREE, "set-out:track", faces=(3, 2))
INSIDE = at_crypt("enter")
LEFT = at_crypt("enter leave")
FIGHT, _ = play(FREE, "fight:rat begin", faces=(1, 1))
OTHER = Rulings(dash="extra")


@pytest.mark.untraced
@pytest.mark.slow
def test_the_promises_of_a_game() -> None:
    check_game(campaign, max_examples=10)


# Documents


@pytest.mark.parametrize("state", [FREE, DECLARED, AWAY, INSIDE, LEFT, FIGHT])
def test_states_and_observations_are_written_and_read(state: State) -> None:
    seen = campaign.observe(state, 1)
    assert loads(dumps(state)) == state
    assert loads(dumps(seen)) == seen


def test_an_action_of_a_scene_is_a_document_of_its_game() -> None:
    """So there is one form for each action, whatever it is part of."""
    assert to_data(Fight("rat"))["game"] == "cairn-rpg-campaign"
    assert to_data(wilderness.Travel())["game"] == "cairn-rpg-wilderness"
    assert to_data(combat.Begin())["game"] == "cairn-rpg-combat"


def test_the_start_of_a_record_is_a_key_or_a_state() -> None:
    assert set(START.tags(campaign.new_game(seed=3))) == {"Key"}
    assert START.state(START.tags(FREE), None) == FREE
    with pytest.raises(NotationError, match="'x' is not a key"):
        START.state({"Key": "x"}, None)


def test_schemas_name_each_class_once() -> None:
    """Three states of other games are part of a campaign, each with a name of its own."""
    definitions = json_schema("state", game="cairn-rpg-campaign")["$defs"]
    assert {"journey", "dungeon-state", "fight-state", "fight-question", "question"} <= {*definitions}
    assert "declared" in definitions["fight-state"]["properties"]
    assert "legs" in definitions["journey"]["properties"]
    assert definitions["question"] != definitions["fight-question"]


# Impossible documents


faults = partial(faults_of, check_sound)


def journey(state: State, **changes: Any) -> dict[str, Any]:
    return {"journey": evolve(state.journey, **changes)}


def explored(*landmarks: str, **changes: Any) -> dict[str, Any]:
    (first,) = LEFT.dungeons
    now = evolve(first.dungeon, **changes)
    return {"dungeons": tuple(Explored(landmark=landmark, dungeon=now) for landmark in landmarks)}


def in_fight(**changes: Any) -> dict[str, Any]:
    assert FIGHT.fight is not None
    return {"fight": evolve(FIGHT.fight, **changes)}


@pytest.mark.parametrize(
    ("state", "changes", "where"),
    [
        (FREE, {"at": "mill"}, ["at"]),
        (FREE, {"way": "moor"}, ["way"]),
        (FREE, explored("inn", "crypt", "crypt"), ["dungeons[0].landmark", "dungeons[2].landmark"]),
        (FREE, explored("crypt", chance=Chance(1)), ["dungeons[0].dungeon.chance"]),
        (FREE, explored("crypt", rulings=OTHER), ["dungeons[0].dungeon.rulings"]),
        (FREE, explored("crypt", left=False), ["dungeons[0].dungeon.left"]),
        (INSIDE, explored("crypt"), ["dungeons[0].dungeon.left"]),
        (FREE, journey(FREE, chance=Chance(1)), ["journey.chance"]),
        (FREE, journey(FREE, legs=(Route(), Route()), leg=1), ["journey.leg"]),
        (FREE, journey(FREE, legs=(Route(),)), ["journey.legs"]),
        (AWAY, journey(AWAY, legs=FREE.journey.legs), ["journey.legs"]),
        (FREE, journey(FREE, departed=True), ["journey"]),
        (FREE, journey(FREE, settlement=False), ["journey"]),
        (FREE, {"inside": True}, ["inside"]),
        (INSIDE, {"way": "track", "journey": AWAY.journey}, ["journey.legs", "inside"]),
        (INSIDE, journey(INSIDE, declared=DECLARED.journey.declared), ["journey.phase"]),
        (INSIDE, journey(INSIDE, day=2, party=begun(person("Cy")).party), ["journey.party"]),
        (FIGHT, journey(FIGHT, declared=DECLARED.journey.declared), ["fight"]),
        (FIGHT, in_fight(chance=Chance(1)), ["fight.chance"]),
        (FIGHT, in_fight(rulings=OTHER), ["fight.rulings"]),
        (FIGHT, in_fight(truce="agreed"), ["fight"]),
        (FIGHT, journey(FIGHT, party=begun(person("Cy")).party), ["fight.fighters"]),
        (DECLARED, {"retired": True}, ["retired"]),
        (AWAY, {"retired": True}, ["retired"]),
    ],
)
def test_impossible_states(state: State, changes: dict[str, Any], where: list[str]) -> None:
    """Every fault is listed with its place."""
    assert faults(replaced(state, **changes)) == where


def test_faults_of_a_scene_have_their_place_in_the_campaign() -> None:
    """All of them at once: the land, the journey and the fight are read before they are compared."""
    data = to_data(FIGHT)
    data["value"]["journey"]["day"] = 0
    data["value"]["fight"]["round"] = -1
    data["value"]["gazetteer"]["ways"][0]["ends"] = ["inn", "inn"]
    data["value"]["party"] = {}
    with pytest.raises(DocumentError) as refused:
        loads(json.dumps(data))
    assert {fault.where for fault in refused.value.faults} == {
        "$.value.party",
        "$.value.journey.day",
        "$.value.fight.round",
        "$.value.gazetteer.ways[0].ends",
    }


def test_impossible_lands() -> None:
    """Every fault is listed with its place, those of a map too."""
    foe = evolve(RAT, name="")
    land = Gazetteer(
        landmarks=(
            Landmark(id="Inn", name="a\nb"),
            Landmark(id="inn"),
            Landmark(id="inn", dungeon=Dungeon(areas=(Area(id="hall", exits=(Exit(to="void"),)),))),
        ),
        ways=(
            Way(id="a", ends=("inn", "in")),
            Way(id="b", ends=("inn", "inn"), route=Route(to="x" * 101, modifiers=(Modifier("y" * 101),) * 101)),
        ),
        encounters=(Encounter(id="a", foes=()), Encounter(id="b", name=" ", foes=(foe,), leader=1)),
    )
    with pytest.raises(UnsoundStateError) as refused:
        check_gazetteer(land)
    assert [fault.where for fault in refused.value.faults] == [
        "landmarks[0].id",
        "landmarks[2].id",
        "landmarks[0].name",
        "landmarks[2].dungeon.areas[0].exits[0].to",
        "ways[0].ends[1]",
        "ways[1].ends",
        "ways[1].route.to",
        "ways[1].route.modifiers",
        "ways[1].route.modifiers",
        "encounters[0].foes",
        "encounters[1].name",
        "encounters[1].foes[0].name",
        "encounters[1].leader",
    ]
    assert "'in' is not a landmark; did you mean 'inn'?" in str(refused.value)


@pytest.mark.parametrize(
    ("build", "said"),
    [
        (lambda: Gazetteer(landmarks=("inn",)), "landmarks should be a tuple of Landmarks, not ('inn',)"),  # type: ignore[arg-type]
        (lambda: Landmark(id=3), "Landmark 3: id should be a text without lone surrogates, not 3"),  # type: ignore[arg-type]
        (lambda: Landmark(id="inn", dungeon="crypt"), "dungeon should be a Dungeon, not 'crypt'"),  # type: ignore[arg-type]
        (lambda: Way(id="dyke", ends="ab"), "ends should be a tuple of the ids of two landmarks, not 'ab'"),  # type: ignore[arg-type]
        (lambda: Way(id="dyke", ends=("a", "b", "c")), "ends should be a tuple of the ids of two landmarks"),  # type: ignore[arg-type]
        (lambda: Way(id="dyke", ends=("a", 3)), "ends should be a tuple of the ids of two landmarks"),  # type: ignore[arg-type]
        (lambda: Way(id="dyke", ends=("a", "b"), route="road"), "route should be a Route, not 'road'"),  # type: ignore[arg-type]
        (lambda: Encounter(id="rat", foes=RAT), "foes should be a tuple of Characters, not "),  # type: ignore[arg-type]
        (lambda: Encounter(id="rat", foes=(), leader=True), "leader should be the index of a foe or None, not True"),
        (lambda: Encounter(id="rat", foes=(), crowd=1), "crowd should be False or True, not 1"),  # type: ignore[arg-type]
    ],
)
def test_the_parts_of_a_gazetteer_are_of_the_right_classes(build: Callable[[], object], said: str) -> None:
    with pytest.raises(DefinitionError, match=re.escape(said)):
        build()


def test_a_land_that_is_too_large_is_refused_before_it_is_searched() -> None:
    huge = Gazetteer(landmarks=tuple(Landmark(id=f"a{place}") for place in range(MOST_PARTS + 1)))
    with pytest.raises(UnsoundStateError, match="1001 of them; there should be at most 1000"):
        check_gazetteer(huge)
    wide = evolve(huge, landmarks=huge.landmarks[:-1], ways=(Way(id="a", ends=("b", "c")),) * MOST_PARTS)
    with pytest.raises(UnsoundStateError) as refused:
        check_gazetteer(wide)
    assert len(refused.value.faults) == 100
    with pytest.raises(UnsoundStateError, match=r"'b' is not a landmark$"):
        check_gazetteer(evolve(wide, ways=(Way(id="a", ends=("b", "a1")),)))


# Observations


def test_what_maps_hide_is_not_observed() -> None:
    """Of a dungeon that nobody has entered, only its way in is known; inside, what the party has seen (R167)."""
    seen = campaign.observe(FREE, None)
    assert seen == campaign.observe(evolve(FREE, chance=Chance(5)), 0)
    assert seen.gazetteer.landmark("crypt").dungeon == Dungeon(areas=(Area(id="hall"),))
    inside = campaign.observe(INSIDE, 0)
    assert inside.dungeon is not None
    assert [area.id for area in inside.dungeon.dungeon.areas] == ["hall", "gallery", "cell"]
    assert inside.dungeon.chance == UNUSED
    with pytest.raises(DefinitionError, match="2 is not a player"):
        campaign.observe(FREE, 2)
    assert campaign.sample_hidden(inside, Random(1)).chance == Chance.draw(Random(1))


# Notation and sentences


@pytest.mark.parametrize(
    ("text", "action"),
    [
        (" Set-Out:track ", campaign.SetOut("track")),
        ("ENTER", campaign.Enter()),
        ("fight:a%3Ab", Fight("a:b")),
        ("breathe", campaign.CatchBreath()),
        ("aid:bo", Aid(1)),
        ("1:AID:2", Aid(1, by=0)),
        ("calm:1", campaign.Calm(0)),
        ("pass", campaign.PassWatch()),
        ("season:Winter", campaign.ChangeSeason("winter")),
        ("retire", campaign.Retire()),
        ("1:supply", wilderness.Supply(0)),
    ],
)
def test_texts_of_actions(text: str, action: campaign.Action) -> None:
    assert campaign.parse_action(text, FREE) == action
    assert campaign.parse_action(campaign.format_action(action), FREE) == action


def test_a_text_is_read_in_the_scene_that_goes_on() -> None:
    """Begin begins a day on a journey, and a fight in a fight."""
    assert campaign.parse_action("begin", FREE) == wilderness.Begin()
    assert campaign.parse_action("begin", FIGHT) == combat.Begin()
    assert campaign.parse_action("stay", INSIDE) == dungeon.Stay()
    assert campaign.format_action(combat.Begin()) == campaign.format_action(wilderness.Begin()) == "begin"


@pytest.mark.parametrize("text", ["season:may", "set-out:", "fight:", "aid:cy", "calm:0", "pass:1", "1:aid:", "swim"])
def test_texts_that_are_no_actions(text: str) -> None:
    with pytest.raises(NotationError):
        campaign.parse_action(text, FREE)


def test_an_unknown_text_names_the_forms() -> None:
    with pytest.raises(NotationError, match="between scenes, write set-out:WAY, enter"):
        campaign.parse_action("swim", FREE)
    wrong: Any = "pass"
    with pytest.raises(DefinitionError, match="'pass' is not an action of a campaign"):
        campaign.format_action(wrong)


def test_every_class_of_action_has_a_text_and_a_sentence() -> None:
    """One action of each class, those of the scenes from their samples."""
    wounded = begun(person("Ada", down="critical"), person("Bo"))
    sentences = {
        campaign.format_action(action): campaign.describe(wounded, action)
        for action in SAMPLES.actions()
        if not isinstance(action, Dealing | campaign.SetOut | Fight)
    }
    assert sentences == {
        "enter": "The party enters the dungeon of Inn",
        "breathe": "The party rests for a few moments",
        "aid:1": "Ada receives aid",
        "2:aid:1": "Bo bandages Ada",
        "calm:2": "Bo tries to overcome the panic",
        "pass": "A watch passes",
        "season:winter": "The season changes to winter",
        "retire": "The party settles down",
    }
    assert campaign.describe(FREE, campaign.SetOut("dyke")) == "The party sets out for Crypt: short road, easy"
    assert campaign.describe(FREE, Fight("rat")) == "The party fights rat"
    assert campaign.describe(AWAY, wilderness.Travel()) == "The party travels to Crypt"
    assert campaign.describe(INSIDE, dungeon.Leave()) == "The party leaves the dungeon"
    assert campaign.describe(FIGHT, combat.Offer()) == "The party offers to stop fighting"
    unions = (campaign.OwnAction, wilderness.Action, dungeon.Action, combat.Action)
    kinds = [kind for union in unions for kind in get_args(union)]
    assert ({*kinds}, len(kinds)) == ({*ACTIONS}, len(ACTIONS) + 1)  # Drop is an action of journeys and of dungeons


# Diagrams, the terminal and the command line


def test_diagrams_show_the_scene_that_goes_on() -> None:
    assert campaign.diagram(FREE).splitlines()[:4] == [
        "Day 1, morning, spring, fair weather",
        "Inn",
        "  track: to Crypt: short trail, easy",
        "  dyke: to Crypt: short road, easy",
    ]
    assert campaign.diagram(AWAY).splitlines()[1:3] == ["On the way to Crypt", "1 of 2 watches travelled"]
    lost = evolve(AWAY, journey=evolve(AWAY.journey, lost=True, ground=(Item(id="tent", name="Tent"),)))
    assert campaign.diagram(lost).splitlines()[2:4] == ["1 of 2 watches travelled, lost", "On the ground: 1 x Tent"]
    assert campaign.diagram(INSIDE).splitlines()[1:3] == ["In the dungeon of Crypt", "Turn 1, the party decides"]
    assert campaign.diagram(FIGHT).splitlines()[1:3] == ["Inn", "Round 1, the party decides"]
    over, _ = play(FREE, "retire")
    assert campaign.diagram(over).splitlines()[1:3] == ["Inn", "The campaign is over"]
    unknown = begun(weather=None)
    assert campaign.diagram(unknown).splitlines()[0] == "Day 1, morning, spring, weather unknown"


def test_the_words_of_the_terminal() -> None:
    words = CampaignWords(campaign)
    assert words.question(FREE) == "Day 1, morning, Inn: what does the party do?"
    assert words.question(AWAY) == "Day 1, afternoon: what does the party do?"
    assert words.question(INSIDE) == "Turn 1: where does the party go? [R155]"
    assert words.question(FIGHT) == "Round 1, party: what does Ada do?"
    assert words.question(play(FREE, "retire")[0]) == "The campaign is over"
    assert words.explained(begun(at="crypt")) == ""
    assert (words.explained(FREE), words.explained(AWAY)) == (
        "Gold pieces: Ada 0, Bo 0.",
        "To Crypt: short trail, easy; 1 of 2 watches, 2-in-6 to get lost.",
    )
    assert words.kind(campaign.SetOut("dyke")) == "Set out"
    assert words.kind(campaign.Retire()) == "Campaign"
    assert (words.kind(wilderness.Travel()), words.kind(combat.Offer()), words.kind(dungeon.Stay())) == (
        "Travel",
        "Truce",
        "",
    )
    assert (words.split(Fight("rat")), words.split(campaign.Retire())) == (("fight:", "rat"), ("", "retire"))
    assert words.sentence(FREE, campaign.Retire()) == "The party settles down"
    assert (words.parts(FREE), words.parts(FIGHT)) == (("1", "2"), ("1", "2", "3"))
    assert (words.about(FIGHT, "rat") or "").startswith("Rat: 1 of 1 HP, 0 Armor")


def test_options_of_the_command_line(tmp_path: Path) -> None:
    """A party, a land from a file, and the first day."""
    file = tmp_path / "land.json"
    file.write_text(dumps(LAND), encoding="utf-8")
    made = OPTIONS.arguments({"characters": "2 Hero: 4 HP", "land": str(file), "at": "Crypt", "watch": "night"})
    state = campaign.new_game(seed=1, **made)
    assert (len(state.party.members), state.gazetteer, state.at, state.journey.watch) == (2, LAND, "crypt", 2)
    assert OPTIONS.arguments({}) == {}
    assert [option.name for option in OPTIONS.options] == [
        "land",
        "at",
        "characters",
        "season",
        "weather",
        "watch",
        "braves",
        "rulings",
        "pack",
    ]
    file.write_text(dumps(MAP), encoding="utf-8")
    with pytest.raises(CairnRulesError, match=r"land\.json"):
        OPTIONS.arguments({"land": str(file)})


def test_the_documents_hold_what_they_should() -> None:
    assert {name for name, kind in DOCUMENTS.kinds.items() if kind.holds(LAND)} == {"gazetteer"}


def test_the_log_is_printed_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a match or a record, with the rolls if asked for; of no other game."""
    match: Match[Any, Any] = Match(campaign, begun(weather=None))
    match.do("begin")
    file = tmp_path / "campaign.json"
    file.write_text(dumps(match), encoding="utf-8")
    assert printed(capsys, "chronicle", str(file)) == f"{campaign.chronicle(match)}\n"
    assert "weather in spring [R188]: d6" in printed(capsys, "chronicle", str(file), "--rolls")
    file.write_text(dumps(Match(dungeon, seed=1)), encoding="utf-8")
    assert main(["chronicle", str(file)]) == 2
    assert "not of cairn-rpg-dungeon" in capsys.readouterr().err
