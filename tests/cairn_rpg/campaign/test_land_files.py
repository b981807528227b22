"""Lands that people write: TOML becomes landmarks, ways and encounters, and every fault is named with its path."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cairn_rules import DocumentError, UnreadableFileError, dumps
from cairn_rules.cairn_rpg import campaign, parse_pack, with_packs
from cairn_rules.cairn_rpg.campaign import (
    Gazetteer,
    Landmark,
    Way,
    example,
    gazetteer_findings,
    parse_gazetteer,
    read_gazetteer,
)
from cairn_rules.cairn_rpg.dungeon import parse_dungeon
from cairn_rules.cairn_rpg.wilderness import Modifier, Route
from cairn_rules.cli.main import main
from support.command_line import printed

EXAMPLE = Path(__file__).parents[3] / "examples" / "sallow-fen" / "fen.toml"


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def written(name: str, text: str) -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


def faults_in(path: str) -> list[str]:
    with pytest.raises(DocumentError) as caught:
        read_gazetteer(path)
    return [str(fault) for fault in caught.value.faults]


def faults(source: object) -> list[str]:
    """The faults of a land, in order, without their lines."""
    with pytest.raises(DocumentError) as caught:
        parse_gazetteer(source)  # type: ignore[arg-type]
    return [f"{fault.where}: {fault.message}" for fault in caught.value.faults]


def warnings(text: str) -> list[str]:
    return [str(finding) for finding in gazetteer_findings(parse_gazetteer(text))]


def test_every_kind_of_part() -> None:
    """A way has the keys of a route; a foe is a creature of the book or a stat line, with a number."""
    read = parse_gazetteer("""
    [landmarks.inn]
    name = "The Eel"
    settlement = true
    [landmarks.barrow.dungeon.areas.mound]
    outside = true
    [ways.dyke]
    ends = ["inn", "barrow"]
    path = "road"
    distance = "long"
    terrain = "tough"
    vast = 2
    toll = "ration"
    modifiers = [{ name = "guide", watches = -1, cancels = ["weather"] }]
    [ways.moor]
    ends = ["inn", "barrow"]
    path = "wilderness"
    terrain = ["easy", "perilous"]
    [encounters.pack]
    name = "a pack"
    foes = ["2 wolf", "Grey: 6 HP, bite (d8)"]
    leader = "Grey"
    crowd = true
    [encounters.bear]
    foes = ["bear"]
    """)
    dungeon = parse_dungeon("areas.mound.outside = true")
    assert read.landmarks == (
        Landmark(id="inn", name="The Eel", settlement=True),
        Landmark(id="barrow", dungeon=dungeon),
    )
    guide = Modifier("guide", watches=-1, cancels=("weather",))
    dyke = Route(path="road", distance="long", terrain=("tough",), vast=2, toll="ration", modifiers=(guide,))
    moor = Route(path="wilderness", terrain=("easy", "perilous"))
    assert read.ways == (
        Way(id="dyke", ends=("inn", "barrow"), route=dyke),
        Way(id="moor", ends=("inn", "barrow"), route=moor),
    )
    pack, bear = read.encounters
    assert ([foe.name for foe in pack.foes], pack.leader, pack.crowd) == (["Wolf 1", "Wolf 2", "Grey"], 2, True)
    assert (pack.foes[0].creature, pack.foes[2].creature, pack.foes[2].hp.max) == ("wolf", None, 6)
    assert ([foe.name for foe in bear.foes], bear.leader, bear.name) == (["Grizzly Bear"], None, "")
    campaign.new_game(seed=1, gazetteer=read)


def test_a_foe_can_be_a_whole_character() -> None:
    """In the form of documents."""
    (wolves,) = json.loads(dumps(example()))["value"]["encounters"]
    data = {"landmarks": {"inn": {}}, "encounters": {"wolves": {"foes": wolves["foes"]}}}
    assert parse_gazetteer(data).encounters[0].foes == example().encounters[0].foes


def test_creatures_of_a_pack() -> None:
    """The book decides which creatures are known, also by a word of their name."""
    head = {"id": "fen", "name": "The Fen", "author": "Anna", "license": "MIT"}
    pack = parse_pack({**head, "creatures": [{"id": "tarn-hound", "name": "Tarn Hound", "stats": "5 HP, bite (d8)"}]})
    text = 'landmarks.inn = {}\nencounters.x.foes = ["2 tarn hound"]'
    assert faults(text)[0].startswith("$.encounters.x.foes[0]: 'tarn hound' is neither a creature of the book nor a ")
    read = parse_gazetteer(text, book=with_packs(pack).book)
    assert [foe.name for foe in read.encounters[0].foes] == ["Tarn Hound 1", "Tarn Hound 2"]


def test_files_and_other_forms() -> None:
    """TOML, JSON with the same keys, a dict, and a document are all read."""
    expected = parse_gazetteer({"landmarks": {"inn": {}}})
    assert expected == Gazetteer(landmarks=(Landmark(id="inn"),))
    for name, text in (
        ("a.toml", "[landmarks.inn]"),
        ("a.json", '{"landmarks": {"inn": {}}}'),
        ("b.json", dumps(expected)),
    ):
        assert read_gazetteer(written(name, text)) == expected
    with pytest.raises(UnreadableFileError, match=r"cannot read 'none\.toml'"):
        read_gazetteer("none.toml")


# Dungeons in files of their own


def test_a_dungeon_in_another_file() -> None:
    """It is looked for beside the file of the land, wherever the program runs."""
    Path("maps/deep").mkdir(parents=True)
    written("maps/deep/hole.json", dumps(parse_dungeon("areas.pit = {}")))
    written("maps/mill.toml", "areas.wharf = {}")
    text = 'landmarks.mill.dungeon = "mill.toml"\nlandmarks.hole.dungeon = "deep/hole.json"'
    land = read_gazetteer(written("maps/fen.toml", text))
    assert [each.dungeon and each.dungeon.areas[0].id for each in land.landmarks] == ["wharf", "pit"]


def test_faults_of_a_dungeon_in_another_file() -> None:
    """They name the landmark and the file. Files elsewhere are not read, nor is any by the text of a stranger."""
    written("mill.toml", 'areas.wharf = { exits = ["mil"], drak = true }')
    up = str(Path("..", Path.cwd().name, "mill.toml")).replace("\\", "/")
    text = "\n".join(
        f"landmarks.{id}.dungeon = {json.dumps(name)}"
        for id, name in {
            "a": "mill.toml",
            "b": "none.toml",
            "c": up,
            "d": str(Path("mill.toml").resolve()),
            "e": "mill.txt",
        }.items()
    )
    elsewhere = "cannot be read; name a .toml or .json file in this folder"
    found = faults_in(written("fen.toml", text))
    assert found[:3] == [
        "line 1, $.landmarks.a.dungeon, mill.toml:1, $.areas.wharf.drak: unknown key; did you mean 'dark'?",
        "line 1, $.landmarks.a.dungeon, mill.toml:1, $.areas.wharf.exits[0].to: 'mil' is not an area; known: wharf",
        "line 2, $.landmarks.b.dungeon: cannot read 'none.toml': No such file or directory",
    ]
    places = [f"line {number}, $.landmarks.{id}.dungeon: " for number, id in enumerate("cde", 3)]
    assert [each.startswith(place) for place, each in zip(places, found[3:], strict=True)] == [True] * 3
    assert all(each.endswith(elsewhere) for each in found[3:])
    assert faults('landmarks.a.dungeon = "mill.toml"') == [
        "$.landmarks.a.dungeon: 'mill.toml' cannot be read; write its areas as tables"
    ]


def test_the_example() -> None:
    """It is found faultless, and a campaign in it reaches the dungeon."""
    land = read_gazetteer(EXAMPLE)
    assert gazetteer_findings(land) == () == gazetteer_findings(example())
    state = campaign.new_game(seed=4, gazetteer=land, at="mill", weather="fair")
    state = campaign.apply(state, campaign.Enter())
    assert state.dungeon is not None
    assert state.dungeon.area == "wharf"


# Faults


def test_all_faults_at_once() -> None:
    """Those of the form, those of unknown ids, and those of a dungeon in the land."""
    text = """
    roads = 1
    [landmarks.inn]
    setlement = true
    [landmarks.barrow.dungeon.areas.mound]
    exits = ["mond"]
    [landmarks.hole]
    dungeon = 3
    [ways.dyke]
    ends = ["inn", "barow"]
    pth = "road"
    to = "inn"
    terrain = "tougj"
    [ways.loop]
    ends = ["inn", "inn"]
    [ways.none]
    [ways.one]
    ends = ["inn"]
    [encounters.wolves]
    name = 3
    foes = ["2 wofl", { name = "x" }, 3, "101 wolf", "Ox: 6 HP, 9 Armor"]
    leader = "Chief"
    [encounters.nobody]
    """
    assert faults(text) == [
        "$.landmarks.inn.setlement: unknown key; did you mean 'settlement'?",
        "$.landmarks.hole.dungeon: 3 is not a table",
        "$.ways.dyke.pth: unknown key; did you mean 'path'?",
        "$.ways.dyke.to: unknown key; did you mean 'toll'?",
        "$.ways.dyke.terrain[0]: 'tougj' is not 'easy' or 'tough' or 'perilous'",
        "$.ways.none.ends: missing; give the ids of the two landmarks that it joins",
        "$.ways.one.ends: a list of length 1; it should have 2 items",
        (
            "$.encounters.wolves.foes[0]: 'wofl' is neither a creature of the book nor a stat line such as "
            "'6 HP, bite (d8)'; did you mean 'wolf'?"
        ),
        *(f"$.encounters.wolves.foes[1].{key}: missing" for key in ("strength", "dexterity", "willpower", "hp")),
        "$.encounters.wolves.foes[2]: 3 is not a text such as '2 wolf' or 'Chief: 6 HP, axe (d8)'",
        "$.encounters.wolves.foes[3]: '101 wolf': 101 is not a number from 1 to 100",
        "$.encounters.wolves.foes[4]: cannot read 'Ox: 6 HP, 9 Armor': Armor, column 11: 9 is not a number from 0 to 3",
        "$.encounters.wolves.name: 3 is not a text",
        "$.roads: unknown key; known: landmarks, ways, encounters",
        "$.landmarks.barrow.dungeon.areas.mound.exits[0].to: 'mond' is not an area; did you mean 'mound'?",
        "$.ways.dyke.ends[1]: 'barow' is not a landmark; did you mean 'barrow'?",
        "$.ways.loop.ends: the way leads from 'inn' to the same landmark",
        "$.encounters.nobody.foes: 0 of them; there should be 1 to 100",
    ]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("", "$: it has no landmarks; write [landmarks.ID] above the keys of each"),
        ("[areas.a]", "$: this is not a gazetteer: it has no landmarks; write [landmarks.ID] above the keys of each"),
        ({"landmarks": {}}, "$.landmarks: there should be at least one landmark"),
        ("landmarks.a.dungeon.areas = {}", "$.landmarks.a.dungeon.areas: there should be at least one area"),
        ("landmarks.a.dungeon.aeras = {}", "$.landmarks.a.dungeon.aeras: unknown key; did you mean 'areas'?"),
        ('landmarks.a = {}\nways.w.ends = "ab"', "$.ways.w.ends: 'ab' is not a list"),
        ("landmarks.a.name = ' '", "$.landmarks.a.name: ' ' is not a name: one line of at most 100 characters"),
        (
            'landmarks.a = {}\nencounters.e = { foes = ["wolf"], leader = "Fang" }',
            "$.encounters.e.leader: 'Fang' is not the",
        ),
        (
            'landmarks.a = {}\nencounters.e = { foes = ["wolf"], leader = 0 }',
            "$.encounters.e.leader: 0 is not the name",
        ),
        ("landmarks.A-1 = {}", "$.landmarks.A-1: 'A-1' is not an id: small letters, digits and hyphens"),
    ],
)
def test_a_single_fault(source: object, expected: str) -> None:
    assert faults(source)[0].startswith(expected)


# Warnings


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("landmarks.a.settlement = true", []),
        ("landmarks.a = {}", ["landmarks: rations are sold nowhere: write settlement = true where people live"]),
        (
            'landmarks.a.settlement = true\nlandmarks.b = {}\nlandmarks.c = {}\nways.w.ends = ["c", "b"]',
            [f"landmarks.{id}: no way leads here from 'a', where a campaign starts" for id in "bc"],
        ),
        (
            (
                'landmarks.a.settlement = true\nlandmarks.b = {}\nways.v = { ends = ["b", "a"], distance = "long" }\n'
                'ways.w.ends = ["a", "b"]'
            ),
            ["ways.v: 'w' joins the same landmarks, and is never worse"],
        ),
        (
            'landmarks.a.settlement = true\nlandmarks.b = {}\nways.v.ends = ["a", "b"]\nways.w.ends = ["a", "b"]',
            ["ways.w: 'v' joins the same landmarks, and is never worse"],
        ),
        (
            (
                "landmarks.a.settlement = true\nlandmarks.b = {}\n"
                'ways.v = { ends = ["a", "b"], path = "road", vast = 2 }\nways.w.ends = ["a", "b"]'
            ),
            [],
        ),
        (
            "landmarks.a = { settlement = true, dungeon.areas.pit = {} }",
            ["landmarks.a.dungeon.areas: the party cannot leave the dungeon: write outside = true in one of them"],
        ),
    ],
    ids=["fine", "hungry", "far", "slow", "twice", "a choice", "dungeon"],
)
def test_warnings(text: str, expected: list[str]) -> None:
    """A road of three watches and a trail of two are a choice: nobody gets lost on a road (R182)."""
    assert warnings(text) == [f"warning: {each}" for each in expected]


# The command line


def test_the_option_names_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["demo", "--game", "cairn-rpg-campaign", "--seed", "3", "--land"]
    assert main([*command, written("bad.toml", "landmarks.a.dark = 3")]) == 2
    assert "bad.toml:1, $.landmarks.a.dark: unknown key" in capsys.readouterr().err
    assert "causeway: to Crane Ferry: short road, easy" in printed(capsys, *command, str(EXAMPLE))


def test_check_pack_tells_a_land_by_its_content(capsys: pytest.CaptureFixture[str]) -> None:
    """A land, its dungeon, and a document."""
    document = written("land.json", dumps(example()))
    bad = written("bad.toml", 'landmarks.a.dungeon = "none.toml"')
    assert main(["check-pack", str(EXAMPLE), str(EXAMPLE.with_name("mill.toml")), document, bad]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "bad.toml:1: fault: $.landmarks.a.dungeon: cannot read 'none.toml': No such file or directory",
        f"{EXAMPLE}: nothing found",
        f"{EXAMPLE.with_name('mill.toml')}: nothing found",
        "land.json: nothing found",
    ]


def test_check_pack_reads_lands_with_the_packs_of_the_same_run(capsys: pytest.CaptureFixture[str]) -> None:
    """In any order. Packs that do not fit together are left out; their own findings say so."""
    pack = 'id = "ID"\nname = "NAME"\nauthor = "A"\nlicense = "MIT"\n[[creatures]]\nid = "tarn-hound"\n'
    pack += 'name = "Tarn Hound"\nstats = "5 HP, bite (d8)"\n[texts]\n"creature/tarn-hound/1" = "It barks."\n'
    moor = written("moor.toml", pack.replace("ID", "moor").replace("NAME", "The Moor"))
    heath = written("heath.toml", pack.replace("ID", "heath").replace("NAME", "The Heath"))
    land = written("land.toml", 'landmarks.a.settlement = true\nencounters.x.foes = ["2 tarn-hound"]')
    assert main(["check-pack", land, moor]) == 0
    assert capsys.readouterr().out.splitlines() == ["The Moor: nothing found", "land.toml: nothing found"]
    for others in ([], [moor, heath]):
        assert main(["check-pack", land, *others]) == 1
        fault = "land.toml:2: fault: $.encounters.x.foes[0]: 'tarn-hound' is neither a creature"
        assert fault in capsys.readouterr().out
