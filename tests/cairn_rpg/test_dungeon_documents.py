"""Dungeons as JSON, as text and as the party knows them; the map hides what nobody has found."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest
from attrs import evolve, fields

from cairn_rules import Match, Record, dumps, format_record, json_schema, loads, parse_record
from cairn_rules.cairn_rpg import dungeon
from cairn_rules.cairn_rpg.characters.attributes import Score
from cairn_rules.cairn_rpg.characters.items import Item
from cairn_rules.cairn_rpg.dice_formula import Formula
from cairn_rules.cairn_rpg.dungeon import (
    Area,
    Do,
    Door,
    Dungeon,
    Exit,
    Found,
    Go,
    Lead,
    Observation,
    Pay,
    Place,
    Row,
    Scene,
    Settle,
    State,
    Tables,
    Trap,
    Trouble,
    Work,
)
from cairn_rules.cairn_rpg.dungeon.actions import DEEDS
from cairn_rules.cairn_rpg.dungeon.areas import MOST_PARTS
from cairn_rules.cairn_rpg.dungeon.diagrams import WIDTH
from cairn_rules.cairn_rpg.dungeon.documents import START
from cairn_rules.cairn_rpg.dungeon.manifest import MANIFEST, turns, value
from cairn_rules.cairn_rpg.dungeon.notation import ACTIONS as TABLE
from cairn_rules.cairn_rpg.dungeon.samples import SAMPLES
from cairn_rules.cairn_rpg.dungeon.setup_options import OPTIONS
from cairn_rules.cairn_rpg.dungeon.soundness import check_sound
from cairn_rules.cairn_rpg.dungeon.terminal_words import DungeonWords
from cairn_rules.cairn_rpg.procedures.party import Drop, Light, Question
from cairn_rules.cairn_rpg.rulings import Rulings
from cairn_rules.chance import Chance
from cairn_rules.errors import (
    CairnRulesError,
    DefinitionError,
    DocumentError,
    IllegalActionError,
    NotationError,
    UnsoundStateError,
)
from cairn_rules.testing import check_game
from support.cairn_rpg.delves import GEM, MAP, TORCH, delve, play
from support.cairn_rpg.faults import faults_of
from support.cairn_rpg.people import ROPE, person

STATES = list(SAMPLES.states())
ACTIONS = list(SAMPLES.actions())


@pytest.mark.untraced
def test_the_promises_of_a_game() -> None:
    check_game(dungeon, max_examples=3, depth=15)


# Documents


@pytest.mark.untraced
def test_states_observations_actions_and_maps_are_written_and_read() -> None:
    """They come back equal, and fit their schemas."""
    schemas = {
        name: json_schema(name, game="cairn-rpg-dungeon") for name in ("state", "observation", "action", "dungeon")
    }
    values: list[tuple[str, Any]] = [("dungeon", MAP), ("dungeon", dungeon.example())]
    values += [("action", action) for action in ACTIONS]
    for state in STATES:
        values += [("state", state), ("observation", dungeon.observe(state, None))]
    for number, (name, given) in enumerate(values):
        text = dumps(given)
        assert loads(text) == given
        if number % 5 == 0 or name == "dungeon":
            jsonschema.Draft202012Validator(schemas[name]).validate(json.loads(text))


def test_records_and_matches_of_dungeons() -> None:
    """The default dungeon needs only its key; any other state is a document in a tag."""
    match = Match(dungeon, dungeon.new_game(seed=3))
    for text in ("go:passage", "1:light:torch", "2:watch"):
        match.do(dungeon.parse_action(text, match.state))
    record = Record.of(match)
    assert parse_record(format_record(record), dungeon) == record == loads(dumps(record))
    assert list(record.replay())[-1] == match.state
    assert set(START.tags(dungeon.new_game(seed=3))) == {"Key"}
    start = delve()
    assert START.state(START.tags(start), None) == start
    with pytest.raises(NotationError, match="'x' is not a key"):
        START.state({"Key": "x"}, None)


faults = partial(faults_of, check_sound)


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"area": "gallery"}, ["visited"]),
        ({"visited": frozenset({"hall", "void"})}, ["visited"]),
        ({"found": frozenset({"void"}), "sprung": frozenset({"hall"})}, ["found", "sprung"]),
        (
            {"opened": frozenset({"a"}), "wedged": frozenset({"b"}), "heard": frozenset({"c"})},
            ["opened", "wedged", "heard"],
        ),
        ({"loot": (Found(area="hall", item=GEM), Found(area="void", item=GEM))}, ["loot[1].area"]),
        ({"works": (Work(target="void", done=0),)}, ["works[0].target", "works[0].done"]),
        ({"turn": -1, "stay": 10**7, "rests": 21}, ["turn", "stay", "rests"]),
        (
            {"troubles": (Trouble(kind="loss", text="a\nb", reaction=" "),)},
            ["troubles[0].text", "troubles[0].reaction"],
        ),
        ({"troubles": (Trouble(kind="loss"),) * 1_001}, ["troubles"]),
        ({"questions": (Question(7),)}, ["questions[0].member"]),
        ({"questions": (Question(0), Question(1))}, ["questions[0].member"]),
        ({"declared": (Do(0, "wait"),)}, ["declared"]),
        ({"goal": "void"}, ["goal"]),
        ({"goal": "hall", "rests": 1}, ["goal"]),
        ({"goal": "hall", "declared": (Do(0, "recover"),)}, ["declared[0]"]),
        ({"goal": "hall", "declared": (Do(0, "wait"), Do(1, "wait"))}, ["declared[1]"]),
    ],
)
def test_impossible_states(changes: dict[str, Any], where: list[str]) -> None:
    """Every fault is listed with its place."""
    assert faults(delve(**changes)) == where


def test_impossible_parties() -> None:
    state = delve()
    ada, bo = state.party.members
    party = evolve(state.party, members=(evolve(ada, name="A\n", hp=Score.full(10**7)), bo))
    assert faults(evolve(state, party=party)) == ["party.members[0].name", "party.members[0].hp"]
    lights = (Light(2, "torch"), Light(0, "torch"), Light(0, "torch"), Light(1, "rope"))
    assert faults(evolve(state, party=evolve(state.party, lights=lights))) == [
        "party.lights[0].bearer",
        "party.lights[2].item",
        "party.lights[3].item",
    ]
    with pytest.raises(UnsoundStateError, match="0 members; there should be 1 to 100"):
        check_sound(evolve(state, party=evolve(state.party, members=())))
    check_sound(delve(goal="hall", works=(Work(target="chest", done=1),)))


def test_impossible_maps() -> None:
    """Every fault of a map is listed at once, with its place."""
    wrong = Dungeon(
        areas=(
            Area(id="Hall", exits=(Exit(to="hall"), Exit(to="cave", door="dor", feet=0)), text="a\nb"),
            Area(id="cave", exits=(Exit(to="cave"), Exit(to="Hall"), Exit(to="Hall", hidden="door"))),
            Area(
                id="cave", places=(Place(id="box", turns=0, reveals=("cave",), items=(Item(id="x", name="y" * 2000),)),)
            ),
            Area(id="end", tables=Tables(signs=(Row(text="\t"),)), traps=(Trap(id="pit", damage=Formula.parse("1")),)),
        ),
        doors=(Door(id="door", turns=0, sounds="\n", traps=(Trap(id="pit", damage=Formula.parse("1")),)),),
    )
    with pytest.raises(UnsoundStateError) as refused:
        dungeon.check_dungeon(wrong)
    places = [fault.where for fault in refused.value.faults]
    assert places == [
        "areas[0].id",
        "areas[2].id",
        "doors[0].id",
        "doors[0].traps[0].id",
        "areas[0].exits[0].to",
        "areas[0].exits[1].door",
        "areas[0].exits[1].feet",
        "areas[1].exits[0].to",
        "areas[1].exits[2].to",
        "areas[2].places[0].turns",
        "areas[2].places[0].reveals[0]",
        "doors[0].turns",
        "areas[0].text",
        "areas[3].tables.signs[0].text",
        "doors[0].sounds",
        "areas[2].places[0].items[0].name",
    ]
    with pytest.raises(DocumentError) as unread:
        loads(dumps(evolve(delve(), dungeon=wrong)))
    assert [fault.where for fault in unread.value.faults] == [f"$.value.dungeon.{place}" for place in places]
    many = tuple(Area(id=f"a{number}") for number in range(MOST_PARTS + 1))
    with pytest.raises(UnsoundStateError, match="1001 of them; there should be at most 1000"):
        dungeon.check_dungeon(Dungeon(areas=many))
    lost = Area(id="lost", exits=(Exit(to="a"),))
    with pytest.raises(UnsoundStateError, match=r"'a' is not an area$"):
        dungeon.check_dungeon(Dungeon(areas=(lost, *many[:999])))
    with pytest.raises(UnsoundStateError) as refused:
        dungeon.check_dungeon(Dungeon(areas=(Area(id="a"),) * 200))
    assert len(refused.value.faults) == 100


# What is known


def test_the_chance_and_what_is_hidden_are_not_observed() -> None:
    """Neither key nor traps, secret ways, finds, sounds and tables show before they are found (R167, R178)."""
    assert {each.name for each in fields(State)} - {each.name for each in fields(Observation)} == {"chance"}
    state = delve()
    seen = dungeon.observe(state, 0)
    assert seen == dungeon.observe(state, None)
    known = seen.dungeon
    assert [area.id for area in known.areas] == ["hall", "gallery", "cell"]
    assert known.areas[1:] == (Area(id="gallery"), Area(id="cell"))
    hall = known.area("hall")
    assert [each.to for each in hall.exits] == ["gallery", "cell"]
    assert hall.places == (Place(id="chest"), Place(id="shelves", name="Shelves", turns=3))
    assert known.doors == (evolve(MAP.door("grate"), sounds="", traps=()),)
    assert known.tables == Tables()
    for secret in ("crack", "snare", "blade", "dart", "hum", "rats", "gust", str(state.chance.key)):
        assert secret not in repr(seen)
    with pytest.raises(DefinitionError, match="1 is not a player"):
        dungeon.observe(state, 1)


def test_what_is_found_is_observed() -> None:
    """A searched chest, a known trap in a room that nobody has entered, a door that was heard (R167, R174)."""
    state, _ = play(delve(), "stay 1:search:chest 2:listen:grate")
    known = dungeon.observe(state, 0).dungeon
    assert known.area("gallery") == Area(id="gallery", traps=MAP.area("gallery").traps)
    assert known.area("nook") == Area(id="nook")
    assert known.doors == MAP.doors


def test_a_sample_agrees_with_what_is_known() -> None:
    """It has the same legal actions and a new key; what is hidden stays unknown."""
    for state in STATES:
        seen = dungeon.observe(state, 0)
        sample = dungeon.sample_hidden(seen, Random(1))
        assert dungeon.observe(sample, 0) == seen
        assert dungeon.legal_actions(sample) == dungeon.legal_actions(state)
        assert sample.chance != dungeon.sample_hidden(seen, Random(2)).chance
        assert isinstance(seen, Scene)


# Text


def test_every_action_is_written_and_read() -> None:
    state = dungeon.new_game(seed=1)
    for action in ACTIONS:
        assert dungeon.parse_action(dungeon.format_action(action), state) == action
    assert dungeon.parse_action(" HESTIA:Search:altar ", state) == Do(0, "search", "altar")
    assert dungeon.format_action(Do(0, "take", "a b:c")) == "1:take:a%20b%3Ac"
    assert dungeon.parse_action("1:take:a%20b%3Ac", state) == Do(0, "take", "a b:c")
    with pytest.raises(DefinitionError, match="5 is not an action in a dungeon"):
        dungeon.format_action(5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("dance", "not an action; one is written like stay, go:AREA"),
        ("stay:here", "not an action"),
        ("go:", "not an action"),
        ("1:rest:altar", "not an action"),
        ("1:search", "not an action"),
        ("1:search:", "not an action"),
        ("1:drop", "not an action"),
        ("0:rest", "members are numbered from 1"),
        ("bear:rest", "'bear' is not the number or name of a member"),
        ("settle:bill", "trouble should be 'encounter' or 'loss', not 'bill'"),
        ("pay:gold", "cost should be 'rest' or 'fatigue' or 'rations'"),
        (7, "expected text, got int"),
    ],
)
def test_texts_that_are_no_actions(text: Any, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        dungeon.parse_action(text, delve())


def test_the_names_of_several_members() -> None:
    with pytest.raises(NotationError, match="use the number, 1 or 2"):
        dungeon.parse_action("ada:rest", delve(person("Ada"), person("Ada")))


@pytest.mark.parametrize(
    ("declared", "action", "code"),
    [
        ("", "nonsense", "action/unknown"),
        ("", Do(0, "wait"), "turn/movement"),
        ("", Go("void"), "go/no-way"),
        ("", Go("void", quick=True), "go/too-far"),
        ("", Pay("rest"), "pay/not-asked"),
        ("", Drop(0, "rope"), "drop/not-asked"),
        ("", Settle("encounter"), "settle/none"),
        ("stay", Go("gallery"), "turn/moved"),
        ("stay", Do(1, "wait"), "turn/not-yet"),
        ("stay", Do(9, "wait"), "member/unknown"),
        ("stay 1:wait", Do(0, "wait"), "turn/declared"),
        ("stay", Do(2, "wait"), "unable/member"),
        ("stay", Do(0, "search"), "deed/target"),
        ("stay", Do(0, "wait", "hall"), "deed/target"),
        ("stay", Do(0, "put-down", "gem"), "item/not-carried"),
        ("stay", Do(0, "bandage", "4"), "member/unknown"),
        ("stay", Do(0, "bandage", "bo"), "member/unknown"),
        ("stay", Do(0, "bandage", "2"), "aid/not-dying"),
        ("stay", Do(0, "bandage", "3"), "aid/not-dying"),
        ("stay", Do(0, "search", "void"), "deed/not-there"),
        ("stay", Do(0, "listen", "void"), "deed/not-there"),
        ("stay", Do(0, "force", "void"), "deed/not-there"),
        ("stay", Do(0, "unlock", "void"), "deed/not-there"),
        ("stay", Do(0, "wedge", "void"), "deed/not-there"),
        ("go:gallery", Do(0, "take", "gem"), "deed/on-the-way"),
        ("go:gallery", Do(0, "listen", "grate"), "deed/on-the-way"),
    ],
)
def test_reasons(declared: str, action: Any, code: str) -> None:
    """Each reason has a stable code, and a legal action has none."""
    state, _ = play(delve(person("Ada"), person("Bo"), person("Cy", dead=True)), declared)
    reason = dungeon.why_illegal(state, action)
    assert reason is not None
    assert reason.code == code
    with pytest.raises(IllegalActionError):
        dungeon.apply(state, action)
    assert all(dungeon.why_illegal(state, each) is None for each in dungeon.legal_actions(state))


def test_every_conceivable_action_is_legal_or_has_a_reason() -> None:
    """Lists and reasons agree, whatever is asked."""
    for state in (*STATES, delve(troubles=(Trouble(kind="loss"),)), delve(wedged=frozenset({"grate"}))):
        places = [each.id for area in state.dungeon.areas for each in (area, *area.places)]
        targets = [*places, "grate", "oak-door", "torch", "gem", "bronze-key", "rations", "crowbar", "1", "2", ""]
        actions: list[Any] = [dungeon.Stay(), dungeon.Leave(), Lead(0), Lead(1), Settle("encounter"), Settle("loss")]
        actions += [Pay("rest"), Pay("fatigue"), Pay("rations")]
        actions += [Go(id, quick=quick) for id in places for quick in (False, True)]
        actions += [Do(by, deed, id) for by in (0, 1) for deed in DEEDS for id in targets]
        actions += [Drop(1, item) for item in ("rations", "crowbar", "torch")]
        legal = set(dungeon.legal_actions(state))
        assert {action for action in actions if dungeon.why_illegal(state, action) is None} == legal


def test_ways_out_of_an_area_in_reasons() -> None:
    """The reason names the ways that there are, one, several or none."""
    texts = (("hall", "only to 'gallery' and 'cell'"), ("cell", "only to 'hall'"), ("shaft", "leads out of shaft"))
    for area, text in texts:
        state = dungeon.changed(delve(), Area(id="shaft"))
        reason = dungeon.why_illegal(evolve(state, area=area, visited=frozenset({area})), Go("void"))
        assert reason is not None
        assert text in reason.text


def test_diagrams_are_narrow_and_say_all() -> None:
    for state in STATES:
        assert all(len(line) <= WIDTH for line in dungeon.diagram(state).splitlines())
    long = person(
        "Ada of the very long and winding name",
        items=(TORCH,),
        fatigue=3,
        needs=frozenset({"food", "sleep", "a warm bath in the morning"}),
        panicked=True,
        dexterity=Score(0, 10),
        willpower=Score(0, 10),
        down="critical",
    )
    state = delve(long, person("Bo"), person("Cy", dead=True))
    state = evolve(state, party=evolve(state.party, lights=(Light(0, "torch"),)))
    state, _ = play(state, "go:gallery")
    assert dungeon.diagram(state).splitlines() == [
        "Turn 1, Bo decides",
        "  Hall: Pillars and dust.",
        "  A way to gallery (40 feet).",
        "  A way to cell (40 feet), behind the grate (locked).",
        "  Chest, which could be searched.",
        "  Shelves, which could be searched.",
        "  This is the way out of the dungeon.",
        "  -> go:gallery",
        "  # Party                   HP Slots",
        "  1 Ada of the very lo..   0/4  4/10 DEX 0/10, WIL 0/10; Fatigue 3; deprived (a",
        "                                     warm bath in the morning, food, sleep);",
        "                                     panicked; critical; paralysed; delirious;",
        "                                     lit: torch",
        "> 2 Bo                     4/4  0/10",
        "  3 Cy                     4/4  0/10 dead",
    ]


def test_descriptions_show_what_is_known() -> None:
    """Finds, traps, doors and troubles, each on its line."""
    state = delve(
        area="gallery",
        visited=frozenset({"hall", "gallery"}),
        found=frozenset({"snare"}),
        sprung=frozenset({"snare"}),
        loot=(Found(area="gallery", item=GEM), Found(area="hall", item=ROPE)),
        troubles=(Trouble(kind="encounter", text="two rats", reaction="Wary"), Trouble(kind="loss")),
    )
    lit = evolve(state, party=evolve(state.party, lights=(Light(0, "torch"),)))
    assert dungeon.surroundings(lit).splitlines()[1:] == [
        "A way to Hall (40 feet).",
        "A way to crypt (100 feet, a dim outline).",
        "Gem lies here.",
        "A trap: snare (sprung).",
        "Not settled, encounter: two rats (Wary).",
        "Not settled, loss.",
    ]
    assert "A trap: snare.\n" in dungeon.surroundings(evolve(lit, sprung=frozenset())) + "\n"
    assert "snare" not in dungeon.surroundings(evolve(lit, found=frozenset()))
    cell = delve(area="cell", visited=frozenset({"cell"}), opened=frozenset({"grate"}))
    assert "behind the grate (closed)" in dungeon.surroundings(cell)
    assert "(wedged shut)" in dungeon.surroundings(evolve(cell, wedged=frozenset({"grate"})))
    searched = delve(found=frozenset({"chest"}))
    assert "Chest (searched)." in dungeon.surroundings(searched)
    open_ = dungeon.changed(delve(), evolve(MAP.door("grate"), state="open"))
    assert "behind the grate (open)" in dungeon.surroundings(open_)


def test_sentences_for_every_action() -> None:
    """Things have their names, and unknown ones their ids; namesakes are numbered."""
    state = delve(person("Ada", items=(TORCH,)), person("Ada"), loot=(Found(area="hall", item=GEM),))
    assert [
        TABLE.sentence(state, action)
        for action in (
            dungeon.Stay(),
            Go("hall"),
            Go("gallery", quick=True),
            dungeon.Leave(),
            Lead(1),
            Settle("encounter"),
            Settle("loss"),
            Pay("rest"),
            Drop(0, "torch"),
            Do(0, "take", "gem"),
            Do(0, "search", "shelves"),
            Do(0, "force", "void"),
            Do(1, "rest"),
            Do(0, "put-down", "torch"),
            Do(0, "bandage", "2"),
            Do(0, "bandage", "7"),
        )
    ] == [
        "The party stays",
        "The party goes to Hall",
        "The party hurries to gallery",
        "The party leaves the dungeon",
        "Ada (2) goes in front",
        "The encounter is over",
        "The loss is made good",
        "The party rests briefly, and an event may follow",
        "Ada (1) drops Torch",
        "Ada (1) takes Gem",
        "Ada (1) searches Shelves",
        "Ada (1) forces void",
        "Ada (2) rests",
        "Ada (1) puts down Torch",
        "Ada (1) bandages Ada (2)",
        "Ada (1) bandages 7",
    ]


def test_a_misspelt_deed_is_answered_with_a_similar_one() -> None:
    for text, meant in (
        ("bo:searchh:shelves", "1:search:altar"),
        ("1:watchh", "1:watch"),
        ("1:dropp:torch", "2:drop:rations"),
    ):
        with pytest.raises(NotationError, match=f"not an action; did you mean one such as '{meant}'"):
            dungeon.parse_action(text, delve())
    with pytest.raises(NotationError, match="not an action; one is written like"):
        dungeon.parse_action("1:juggle:gem", delve())


# The terminal and the command line


def test_the_words_of_the_terminal() -> None:
    words = DungeonWords(dungeon)
    state = delve()
    assert words.question(state) == "Turn 1: where does the party go? [R155]"
    assert words.explained(state) == ""
    declared, _ = play(state, "stay")
    assert words.question(declared) == "Turn 1: what does Ada do?"
    assert words.explained(declared) == "Ada: 4 of 4 HP, 10 STR, 10 DEX, 10 WIL; carries Torch (3 of 3)."
    assert words.question(evolve(state, rests=0)) == "The party is exhausted: what does it pay? [R165]"
    assert words.question(evolve(state, questions=(Question(1),))) == "Bo must drop an item for Fatigue [R65]"
    assert words.question(evolve(state, left=True)) == "The game is over"
    assert (words.kind(Do(0, "put-out", "torch")), words.kind(Go("hall")), words.kind(dungeon.Stay())) == (
        "Put-out",
        "Move",
        "",
    )
    assert (words.split(Do(0, "search", "chest")), words.split(dungeon.Stay())) == (
        ("1:search:", "chest"),
        ("", "stay"),
    )
    assert words.sentence(state, dungeon.Stay()) == "The party stays"
    assert words.about(state, "bo") == "Bo: 4 of 4 HP, 10 STR, 10 DEX, 10 WIL; carries Torch (3 of 3)."
    assert "encounter" in (words.about(state, "r162") or "")
    assert words.about(state, "xyzzy") is None
    assert words.parts(state) == ("1", "2")


def test_the_manifest_follows_the_turns() -> None:
    assert turns(delve(turn=4)) == 4
    assert value(delve(), 0) == 1
    assert value(delve(person("Ada"), person("Bo", dead=True)), 0) == 0
    assert MANIFEST.reasons == ("out", "fallen")


def test_options_of_the_command_line(tmp_path: Path) -> None:
    """A party, a map from a file, and rulings."""
    file = tmp_path / "map.json"
    file.write_text(dumps(MAP), encoding="utf-8")
    made = OPTIONS.arguments({"characters": "2 Hero: 4 HP", "map": str(file), "rulings": "dash=extra"})
    state = dungeon.new_game(seed=1, **made)
    assert (len(state.party.members), state.dungeon, state.rulings) == (2, MAP, Rulings(dash="extra"))
    assert OPTIONS.arguments({}) == {}
    file.write_text("{}", encoding="utf-8")
    with pytest.raises(DocumentError, match=r"map\.json"):
        OPTIONS.arguments({"map": str(file)})
    file.write_bytes(b" " * 10_000_001)
    with pytest.raises(CairnRulesError, match="more than 10000000 bytes"):
        OPTIONS.arguments({"map": str(file)})
    with pytest.raises(CairnRulesError, match="cannot read"):
        OPTIONS.arguments({"map": str(tmp_path / "none.json")})
    with pytest.raises(CairnRulesError, match="cannot read"):
        OPTIONS.arguments({"map": "a\0b"})


def test_a_state_is_drawn_again_with_its_key() -> None:
    """Equal keys give equal games (R3)."""
    first, second = (evolve(delve(), chance=Chance(5)) for _ in range(2))
    for _ in range(2):
        for index in (1, 0):
            first, second = (dungeon.apply(each, dungeon.legal_actions(each)[index]) for each in (first, second))
    assert first == second


def test_an_observation_knows_nothing_of_what_is_not_on_its_map() -> None:
    """Nobody has listened at a door that no known way out leads through; reading takes it from the map (R155)."""
    data = json.loads(dumps(dungeon.observe(next(iter(SAMPLES.states())), 0)))
    data["value"]["dungeon"]["doors"] = json.loads(dumps(dungeon.example()))["value"]["doors"]
    data["value"]["heard"] = ["oak-door"]
    for area in data["value"]["dungeon"]["areas"]:
        area["exits"] = [each for each in area["exits"] if not each["door"]]
    with pytest.raises(DocumentError, match="'oak-door' is not in the map"):
        loads(json.dumps(data))
