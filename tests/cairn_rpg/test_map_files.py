"""Dungeons that people write: TOML becomes areas, doors and tables, and every fault is named with its path."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from attrs import evolve

from cairn_rules import DocumentError, Match, UnreadableFileError, dumps
from cairn_rules.cairn_rpg import Attribute, Formula, Item, dungeon, parse_pack, with_packs
from cairn_rules.cairn_rpg.dungeon import (
    Area,
    Door,
    Exit,
    Place,
    Row,
    Tables,
    Trap,
    dungeon_findings,
    example,
    parse_dungeon,
    read_dungeon,
)
from cairn_rules.cli.main import main
from support.command_line import printed

EXAMPLE = Path(__file__).parents[2] / "examples" / "sallow-fen" / "mill.toml"


def faults(source: object) -> list[str]:
    """The faults of a dungeon, in order, without their lines."""
    with pytest.raises(DocumentError) as caught:
        parse_dungeon(source)  # type: ignore[arg-type]
    return [f"{fault.where}: {fault.message}" for fault in caught.value.faults]


def warnings(text: str) -> list[str]:
    return [str(finding) for finding in dungeon_findings(parse_dungeon(text))]


# What is read


def test_every_kind_of_part() -> None:
    """The keys are the fields of the values; ids are the names of tables, and texts stand for simple parts."""
    text = """
    [areas.hall]
    name = "Hall"
    text = "Dust"
    dark = false
    outside = true
    exits = ["cellar", { to = "attic", feet = 80, door = "hatch" }]
    items = ["2 torch", { name = "Silver Bell", slots = 0, value = 5 }, { id = "x", name = "Odd" }]
    [areas.hall.places.desk]
    turns = 2
    items = ["scroll: ward"]
    reveals = ["pit"]
    [areas.cellar]
    [areas.cellar.traps.pit]
    damage = "2d6"
    save = "DEX"
    attribute = "DEX"
    [areas.cellar.tables]
    signs = ["a drip"]
    [areas.attic]
    [doors.hatch]
    state = "locked"
    key = "silver-bell"
    [doors.hatch.traps.needle]
    damage = "1"
    [tables]
    encounters = ["a rat", { text = "rats on every side", panic = true }]
    reactions = true
    """
    torch = dungeon.new_game(seed=1).party.members[0].inventory.items[0]
    bell = Item(id="silver-bell", name="Silver Bell", slots=0, value=5)
    read = parse_dungeon(text)
    hall, cellar, attic = read.areas
    assert hall.items == (torch, torch, bell, Item(id="x", name="Odd"))
    assert [item.id for item in hall.places[0].items] == ["scroll-ward"]
    assert evolve(hall, items=(), places=()) == Area(
        id="hall",
        name="Hall",
        text="Dust",
        dark=False,
        outside=True,
        exits=(Exit(to="cellar"), Exit(to="attic", feet=80, door="hatch")),
    )
    assert evolve(hall.places[0], items=()) == Place(id="desk", turns=2, reveals=("pit",))
    pit = Trap(id="pit", damage=Formula.parse("2d6"), save=Attribute.DEX, attribute=Attribute.DEX)
    signs = Tables(signs=(Row(text="a drip"),))
    assert cellar == Area(id="cellar", exits=(Exit(to="hall"),), traps=(pit,), tables=signs)
    assert attic == Area(id="attic", exits=(Exit(to="hall", feet=80, door="hatch"),))
    needle = Trap(id="needle", damage=Formula.parse("1"))
    assert read.doors == (Door(id="hatch", state="locked", key="silver-bell", traps=(needle,)),)
    rats = Row(text="rats on every side", panic=True)
    assert read.tables == Tables(encounters=(Row(text="a rat"), rats), reactions=True)
    dungeon.new_game(seed=1, dungeon=read)


@pytest.mark.parametrize(
    ("exits", "back"),
    [
        ('["b"]', (Exit(to="a"),)),
        ('[{ to = "b", back = false }]', ()),
        ('[{ to = "b", feet = 90, hidden = "panel" }]', (Exit(to="a", feet=90),)),
        ('["b"]\nareas.b.exits = [{ to = "a", feet = 7 }]', (Exit(to="a", feet=7),)),
        ('[{ to = "b", back = false }]\nareas.b.exits = ["a"]', (Exit(to="a"),)),
    ],
    ids=["both ways", "one way", "hidden from one side", "its own", "its own after all"],
)
def test_an_exit_leads_both_ways(exits: str, back: tuple[Exit, ...]) -> None:
    """Unless the other area has one of its own, or there is no way back. What is hidden is hidden from its side."""
    assert parse_dungeon(f"areas.a.exits = {exits}\nareas.b.name = 'B'").area("b").exits == back


def test_items_of_a_pack() -> None:
    """The book decides which names are known."""
    pack = parse_pack(
        {
            "id": "fen",
            "name": "The Fen",
            "author": "Anna",
            "license": "MIT",
            "goods": {"gear": [{"id": "peat", "name": "Peat", "price": 1, "item": {"id": "peat", "name": "Peat"}}]},
        }
    )
    text = 'areas.a.items = ["3 Peat"]'
    assert faults(text)[0].startswith("$.areas.a.items[0]: 'Peat' is not an item of the book; ")
    read = parse_dungeon(text, book=with_packs(pack).book)
    assert read.area("a").items == (Item(id="peat", name="Peat"),) * 3


def test_files_and_other_forms(tmp_path: Path) -> None:
    """TOML, JSON with the same keys, a dict, and a document are all read."""
    keys = {"areas": {"a": {"exits": ["b"]}, "b": {}}}
    expected = parse_dungeon(keys)
    assert [area.id for area in expected.areas] == ["a", "b"]
    assert parse_dungeon(json.dumps(keys)) == expected
    for name, text in (
        ("a.toml", 'areas.a.exits = ["b"]\nareas.b = {}'),
        ("a.json", json.dumps(keys)),
        ("b.json", dumps(expected)),
    ):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        assert read_dungeon(path) == read_dungeon(str(path)) == expected
    assert keys == {"areas": {"a": {"exits": ["b"]}, "b": {}}}  # the dict stays as it was


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("areas:", encoding="utf-8")
    for name in ("none.toml", "a.yaml"):
        with pytest.raises(UnreadableFileError, match="cannot read"):
            read_dungeon(tmp_path / name)


def test_a_large_file(tmp_path: Path) -> None:
    """JSON that programs write can be larger than what people write."""
    read = parse_dungeon("areas.a = {}")
    large = tmp_path / "a.json"
    large.write_text(dumps(read) + " " * (2 << 20), encoding="utf-8")
    assert read_dungeon(large) == read
    with pytest.raises(DocumentError, match="characters; a dungeon has at most"):
        parse_dungeon("#" * ((1 << 20) + 1))


def test_the_example() -> None:
    """It is found faultless, and can be explored to the end: with the key, through the grate, and out."""
    mill = read_dungeon(EXAMPLE)
    assert dungeon_findings(mill) == () == dungeon_findings(example())
    match = Match(dungeon, dungeon.new_game(seed=4, dungeon=mill))
    for text in ["go:grinding-floor", "1:light:torch", "2:wait", "stay", "1:search:hopper", "2:wait"]:
        match.do(text)
    assert match.state.found == {"hopper", "sluice"}
    assert [each.item.id for each in match.state.loot] == ["rope", "millers-apron", "iron-key"]


# Faults


def test_all_faults_at_once() -> None:
    """Those of the form, those of unknown ids, and those of the whole map."""
    text = """
    areaz = 1
    [areas.hall]
    id = "hall"
    dark = "yes"
    exits = ["celar", { to = "hall" }, { feet = 3 }, { to = "cellar", feet = "far", hidden = "panel" }, 7]
    items = ["3 trch", { name = "Ring", slot = 0 }, 3, "0 torch"]
    [areas.hall.places.desk]
    turns = 0
    reveals = ["panel", "pot"]
    [areas.cellar.traps.pit]
    save = "LUCK"
    [areas."Deep Cave"]
    [doors.pit]
    state = "lockd"
    [doors.gate]
    turns = "two"
    [tables]
    signs = ["a drip", 3]
    """
    assert faults(text) == [
        "$.areas.hall.id: unknown key; the id is 'hall', the name of the table",
        "$.areas.hall.exits[2].to: missing",
        "$.areas.hall.exits[3].feet: 'far' is not a whole number",
        "$.areas.hall.exits[4]: 7 is not a table",
        "$.areas.hall.items[0]: 'trch' is not an item of the book; did you mean 'torch'?",
        "$.areas.hall.items[1].slot: unknown key; did you mean 'slots' or 'slots_detached'?",
        "$.areas.hall.items[2]: 3 is not a table",
        "$.areas.hall.items[3]: '0 torch': 0 is not a number from 1 to 100",
        "$.areas.hall.dark: 'yes' is not true or false",
        "$.areas.cellar.traps.pit.damage: missing",
        "$.areas.cellar.traps.pit.save: 'LUCK' is not STR, DEX or WIL",
        "$.doors.pit.state: 'lockd' is not 'open' or 'closed' or 'locked' or 'stuck' or 'blocked'",
        "$.doors.gate.turns: 'two' is not a whole number",
        "$.tables.signs[1]: 3 is not an object with text, lights_out, panic",
        "$.areaz: unknown key; did you mean 'areas'?",
        ("$.areas['Deep Cave']: 'Deep Cave' is not an id: small letters, digits and hyphens, such as 'great-hall'"),
        "$.areas.hall.exits[0].to: 'celar' is not an area; did you mean 'cellar'?",
        "$.areas.hall.exits[1].to: 'hall' is the area itself",
        "$.areas.hall.places.desk.turns: 0 is not a number of turns from 1 to 1000",
        "$.areas.hall.places.desk.reveals[1]: 'pot' is neither a trap nor a hidden exit; did you mean 'pit'?",
    ]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("", "$: it has no areas; write [areas.ID] above the keys of each"),
        ("[project]", "$: this is not a dungeon: it has no areas; write [areas.ID] above the keys of each"),
        ("[tables]", "$: it has no areas; write [areas.ID] above the keys of each"),
        ({"areas": {}}, "$.areas: there should be at least one area"),
        ("[[areas]]", "$.areas: [{}] is not a table; write [areas.ID] above the keys of each, with its id"),
        ("areas.a = 3", "$.areas.a: 3 is not a table"),
        ("areas.a.traps = 3", "$.areas.a.traps: 3 is not a table; write [areas.a.traps.ID] above the keys of each"),
        ('areas.a.exits = "b"', "$.areas.a.exits: 'b' is not a list, such as [\"b\"]"),
        ("areas.a.exits = { to = 'b' }", "$.areas.a.exits: {'to': 'b'} is not a list, such as […]"),
        ('areas.a.exits = [{ to = "b", back = 3 }]\nareas.b = {}', "$.areas.a.exits[0].back: 3 is not true or false"),
        ("areas.a.exits = [{}]", "$.areas.a.exits[0].to: missing"),
        ("areas.a.items = [{}]", "$.areas.a.items[0].id: missing"),
        ("areas.a = {}\ntables = 3", "$.tables: 3 is not a table"),
        ("areas.a.tables = { sings = [] }", "$.areas.a.tables.sings: unknown key; did you mean 'signs'?"),
        ("areas.a.exits = [{ to = 'b', door = 'd' }]\nareas.b = {}", "$.areas.a.exits[0].door: 'd' is not a door"),
        ("areas.a.exits = ['b', 'b']\nareas.b = {}", "$.areas.a.exits[1].to: another exit leads to 'b' as well"),
        ("areas.a = {}\ntables.signs = ['']", None),
        ("areas = = 3", "column 9: not valid TOML: Invalid value"),
        ({"areas": {"a": {"name": "\ud800"}}}, r"$.areas.a.name: '\ud800': half a character"),
        (3, "$: a dungeon is parsed from a text or a dict, not int"),
    ],
)
def test_a_single_fault(source: object, expected: str | None) -> None:
    if expected is None:
        assert parse_dungeon(source).tables.signs == (Row(text=""),)  # type: ignore[arg-type]
        return
    assert faults(source)[0].startswith(expected)


def test_faults_of_both_sides_have_the_path_where_they_are_written() -> None:
    """The way back is made from the exit of the first area, so that its fault stands there, once."""
    text = "areas.a.exits = [{ to = 'b', feet = 500 }]\nareas.b = {}"
    assert faults(text) == ["$.areas.a.exits[0].feet: 500 is not a length from 1 to 120: put an area between"]


def test_the_list_of_faults_ends() -> None:
    """A file of which nothing is right has no more faults than a document."""
    assert len(faults({"areas": {f"a{number}": {"dark": number} for number in range(500)}})) == 100


# Warnings


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("areas.a.outside = true", []),
        (
            "areas.a = {}",
            ["warning: areas: the party cannot leave the dungeon: write outside = true in one of them"],
        ),
        (
            "areas.a.outside = true\nareas.b.exits = [{ to = 'a', back = false }]",
            ["warning: areas.b: no exit leads here from 'a', where the party starts"],
        ),
        (
            "areas.a = { outside = true, exits = [{ to = 'b', back = false }] }\nareas.b = {}",
            ["warning: areas.b: no way leads out of the dungeon from here"],
        ),
        (
            "areas.a = { outside = true, exits = [{ to = 'b', hidden = 'h' }] }\nareas.b = {}",
            ["warning: areas.a.exits: no search reveals 'h', so that the party never finds this exit"],
        ),
        (
            (
                "areas.a = { outside = true, exits = ['b', { to = 'c', door = 'd' }] }\n"
                "areas.b.exits = [{ to = 'c', door = 'd' }]\nareas.c = {}\ndoors.d = {}\ndoors.e.key = 'iron-key'"
            ),
            [
                "warning: doors.d: it is between several pairs of areas",
                "warning: doors.e: it is in no exit",
                "warning: doors.e.key: no item 'iron-key' is in the dungeon",
            ],
        ),
        (
            (
                "areas.a = { outside = true, exits = [{ to = 'b', door = 'd' }], places.p.items = [{ name = 'K' }] }\n"
                "areas.b = {}\ndoors.d.key = 'k'"
            ),
            [],
        ),
    ],
)
def test_warnings(text: str, expected: list[str]) -> None:
    assert warnings(text) == expected


# The command line


def test_the_option_names_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.toml").write_text("areas.a.dark = 3", encoding="utf-8")
    Path("two.toml").write_text("areas.a.dark = 3\nareas.b.dark = 4", encoding="utf-8")
    Path("latin.toml").write_bytes(b"\xe9")
    for name, said in (
        ("bad.toml", "bad document: bad.toml:1, $.areas.a.dark: 3 is not true or false"),
        (
            "two.toml",
            "--map: bad document:\n  two.toml:1, $.areas.a.dark: 3 is not true or false\n  two.toml:2, $.areas.b",
        ),
        ("latin.toml", "bad document: latin.toml: not UTF-8"),
        ("a.txt", "cannot read 'a.txt'"),
    ):
        assert main(["demo", "--game", "cairn-rpg-dungeon", "--map", name]) == 2
        assert said in capsys.readouterr().err
    assert "Wharf" in printed(capsys, "demo", "--game", "cairn-rpg-dungeon", "--map", str(EXAMPLE), "--seed", "3")


def test_a_map_uses_the_packs_of_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    Path("peat.toml").write_text(
        'id = "peat"\nname = "Peat"\nauthor = "A"\nlicense = "MIT"\n'
        '[[goods.gear]]\nid = "peat-spade"\nname = "Peat Spade"\nprice = 1\n'
        'item = { id = "peat-spade", name = "Peat Spade" }\n',
        encoding="utf-8",
    )
    Path("map.toml").write_text('areas.a = { outside = true, items = ["peat spade"] }', encoding="utf-8")
    command = ["demo", "--game", "cairn-rpg-dungeon", "--map", "map.toml", "--seed", "3"]
    assert main(command) == 2
    capsys.readouterr()
    assert main([*command, "--pack", "peat.toml"]) == 0


def test_check_pack_tells_a_dungeon_by_its_content(tmp_path: Path, monkeypatch, capsys) -> None:
    """Also a document, and with the game named; every fault has the path in the file."""
    monkeypatch.chdir(tmp_path)
    Path("fine.json").write_text(dumps(example()), encoding="utf-8")
    Path("bad.toml").write_text("areas.a.dark = 3\nareas.b = {}", encoding="utf-8")
    Path("hole.toml").write_text("areas.a = {}", encoding="utf-8")
    assert main(["check-pack", "fine.json", "bad.toml", "hole.toml", "--game", "cairn-rpg-dungeon"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "bad.toml:1: fault: $.areas.a.dark: 3 is not true or false",
        "fine.json: nothing found",
        "hole.toml:1: warning: areas: the party cannot leave the dungeon: write outside = true in one of them",
    ]
