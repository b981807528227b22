"""The random tables of the book, and the commands `roll` and `save`."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from attrs import evolve

from cairn_rules.cairn_rpg import book, combat, read_pack, texts, with_packs
from cairn_rules.cairn_rpg.characters.attributes import Attribute
from cairn_rules.cairn_rpg.characters.effects import PassSaves
from cairn_rules.cairn_rpg.creation import create_party
from cairn_rules.cairn_rpg.procedures.magic import random_spell
from cairn_rules.cairn_rpg.procedures.saves import die_of_fate, reaction
from cairn_rules.cairn_rpg.random_tables import random_table, random_tables
from cairn_rules.cairn_rpg.wilderness.travel import next_weather
from cairn_rules.chance import ScriptedDice, distribution
from cairn_rules.cli.main import main
from cairn_rules.errors import SetupError
from cairn_rules.json_documents import dumps

PACK = Path(__file__).parents[2] / "examples/fenland-pack/src/fenland_pack/fenland.toml"


@pytest.fixture
def ran(capsys, monkeypatch, tmp_path):
    """Runs a command in an empty folder with some lines as input; gives its output, and its other messages."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object, lines: str = "", code: int = 0) -> tuple[str, str]:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines.encode()), encoding="utf-8"))
        assert main([str(each) for each in arguments]) == code
        captured = capsys.readouterr()
        return captured.out, captured.err

    return run


@pytest.fixture
def refused(ran):
    """Runs a command that fails; gives its message."""

    def run(*arguments: object) -> str:
        out, message = ran(*arguments, code=2)
        assert out == ""
        return message.removeprefix("cairn-rules: ").rstrip("\n")

    return run


@pytest.fixture
def party(tmp_path):
    """A party in the file in which `save` looks."""
    made = (*create_party(2, seed=7), combat.person("Tove", hp=3, kind="pc"), combat.person("Dead", hp=3, kind="pc"))
    made = (*made[:3], evolve(made[3], conditions=evolve(made[3].conditions, dead=True)))
    (tmp_path / "party.json").write_text(dumps(made), encoding="utf-8")
    return made


# Tables.


def test_every_table_has_a_row_for_every_result() -> None:
    """Each result has one row, whose text exists (R4)."""
    found = random_tables()
    assert len({table.name for table in found}) == len(found) == 21 + 3 * len(book().backgrounds)
    for table in found:
        covered = [result for row in table.rows for result in range(row.least, row.most + 1)]
        assert covered == list(range(table.count, table.count * table.sides + 1)), table.name
        assert {row.text for row in table.rows if row.text} <= {*texts()}, table.name
        assert random_table(table.name) is table


def test_they_agree_with_the_procedures_of_play() -> None:
    """The same dice, purposes and rules, and so the same rows."""
    pairs = [
        ("reaction", lambda dice: reaction(dice).name, str),
        ("spell", lambda dice: random_spell(dice).name, str),
        ("fate", die_of_fate, lambda name: name.startswith("In favour")),
        *(
            (f"{season} weather", lambda dice, season=season: next_weather(season, None, dice), str.lower)
            for season in ("spring", "summer", "fall", "winter")
        ),
    ]
    for name, play, read in pairs:
        table = random_table(name)
        assert distribution(play) == distribution(lambda dice, table=table, read=read: read(table.roll(dice).name))
        ours, theirs = ScriptedDice([1] * table.count), ScriptedDice([1] * table.count)
        play(theirs)
        table.roll(ours)
        assert ours.log == theirs.log


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("OMENS", "omen"),
        ("table of the bonds", "bond"),
        ("dungeon event", "Dungeon Events"),
        ("weather in winter", "weather in winter"),
        ("2 half-witch", "Half Witch 2"),
        ("face", "face"),
    ],
)
def test_names_of_tables(name: str, meant: str) -> None:
    assert random_table(name).name == meant


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("events", "'events' may be several tables: Dungeon Events, Wilderness Events"),
        ("name", "'name' may be several tables: Aurifex name, Barber-Surgeon name, .* or 15 more$"),
        ("reacton", "'reacton' is not a table of the book; did you mean 'reaction'\\? 'cairn-rules roll' lists all"),
        ("Winter weathr", "'Winter weathr' is not a table of the book; did you mean 'weather in winter'\\? "),
        ("treasure", "'treasure' is not a table of the book, nor dice such as 2d6 or d8\\+d8; 'cairn-rules roll'"),
        (" ", "' ' is not a table of the book, nor dice"),
    ],
)
def test_unknown_names_of_tables(name: str, message: str) -> None:
    with pytest.raises(SetupError, match=f"^{message}"):
        random_table(name)


def test_the_tables_of_a_pack() -> None:
    shelf = with_packs(read_pack(PACK))
    assert random_table("eel warden 1", shelf=shelf).sides == 6
    assert random_table("background", shelf=shelf).sides == 21
    assert len(random_tables(shelf=shelf)) == len(random_tables()) + 3


# The command `roll`.


def test_rolling_dice(ran) -> None:
    """A sum, a bonus, the highest of two, and several rolls, each with its faces."""
    assert ran("roll", "2d6", "--dice", lines="3 5")[0] == "2d6: 3, 5 = 8\n"
    assert ran("roll", "D20", "+2", "--dice", lines="15")[0] == "d20+2: 15 + 2 = 17\n"
    assert ran("roll", "d8 + d8", "--dice", lines="3 7")[0] == "d8+d8: the highest of 3, 7 = 7\n"
    assert ran("roll", "d4", "-n", 2, "--dice", lines="1 4")[0] == "d4: 1 = 1\nd4: 4 = 4\n"
    assert ran("roll", "2d6", "d20+2", "--dice", lines="3 5 15")[0] == "2d6: 3, 5 = 8\nd20+2: 15 + 2 = 17\n"
    assert ran("roll", "d4", "d8  + d8", "-n", 2, "--dice", lines="1 3 7 2 4 5")[0] == (
        "d4: 1 = 1\nd8+d8: the highest of 3, 7 = 7\nd4: 2 = 2\nd8+d8: the highest of 4, 5 = 5\n"
    )
    assert ran("roll", "2", "d6", "--dice", lines="3 5")[0] == "2d6: 3, 5 = 8\n"
    out, asked = ran("roll", "d4", "--dice", lines="5\n4\n")
    assert out == "d4: 4 = 4\n"
    assert "5 is not a face of a d4 for 'd4': give a whole number from 1 to 4" in asked


@pytest.mark.parametrize(
    ("dice", "faces", "line"),
    [
        ("3d6-2", "1 4 2", "3d6-2: 1 + 4 + 2 - 2 = 5"),
        ("2d6+1d4", "3 5 4", "2d6+1d4: 3 + 5 + 4 = 12"),
        ("1d8+1d6", "3 5", "1d8+1d6: 3 + 5 = 8"),
        ("d8+1d6", "3 5", "d8+1d6: 3 + 5 = 8"),
        ("d8+d6", "3 5", "d8+d6: the highest of 3, 5 = 5"),
        ("d8+d6+d4", "3 5 4", "d8+d6+d4: the highest of 3, 5, 4 = 5"),
        ("d8+d6+1", "3 5", "d8+d6+1: 3 + 5 + 1 = 9"),
        ("2d6kh1", "3 5", "2d6kh1: 5 (without 3) = 5"),
        ("2d20KL", "3 5", "2d20kl: 3 (without 5) = 3"),
        ("4d6dl1", "5 3 1 6", "4d6dl1: 5, 3, 6 (without 1) = 14"),
        ("4d6dh2+2", "5 3 1 6", "4d6dh2+2: 3 + 1 (without 5, 6) + 2 = 6"),
        ("3d6k", "5 5 2", "3d6k: 5 (without 5, 2) = 5"),
        ("10-d6", "4", "10-d6: 10 - 4 = 6"),
        ("d%", "42", "d%: 42 = 42"),
        ("d66", "3 4", "d66: 3, 4 = 34"),
        ("d666+1", "3 4 5", "d666+1: 3, 4, 5 + 1 = 346"),
        ("d3", "2", "d3: 2 = 2"),
        ("2d6 kh1", "3 5", "2d6kh1: 5 (without 3) = 5"),
    ],
)
def test_dice_as_people_type_them(ran, dice: str, faces: str, line: str) -> None:
    assert ran("roll", dice, "--dice", lines=faces)[0] == f"{line}\n"


def test_several_dice_at_once_as_json(ran) -> None:
    data = json.loads(
        ran("roll", "2d6+1d4", "d8+d6", "-n", 2, "--dice", "--format", "json", lines="3 5 4 1 2 1 1 1 2 2")[0]
    )
    assert data["totals"] == [12, 2, 3, 2]
    assert [each["faces"] for each in data["rolls"]] == [[3, 5], [4], [1, 2], [1, 1], [1], [2, 2]]


def test_a_roll_can_be_repeated_by_its_seed(ran) -> None:
    out, seed = ran("roll", "3d6", "-n", 3)
    assert ran("roll", "3d6", "-n", 3, "--seed", seed.split()[-1]) == (out, seed)
    data = json.loads(ran("roll", "3d6", "-n", 3, "--seed", seed.split()[-1], "--format", "json")[0])
    assert data["totals"] == [int(line.split()[-1]) for line in out.splitlines()]
    assert [each["value"] for each in data["rolls"]] == data["totals"]


def test_rolling_on_a_table(ran) -> None:
    out, asked = ran("roll", "reactions", "--dice", lines="3 4")
    assert out.splitlines()[:3] == ["reaction [R136]: 2d6: 3, 4 = 7", "Curious", f"  {texts()['reaction/curious']}"]
    assert "CC BY-SA 4.0" in out
    assert asked.startswith("a face of a d6 for 'reaction [R136]' (die 1 of 2): ")
    assert ran("roll", "hair", "--dice", lines="5")[0] == "hair [R17]: d10: 5 = 5\nFrizzy\n"
    out, _ = ran("roll", "winter", "weather", "-n", 2, "--dice", lines="6 1")
    assert out.splitlines() == [
        *("weather in winter [R188]: d6: 6 = 6", "Extreme", "weather in winter [R188]: d6: 1 = 1", "Fair"),
        "A second day of Extreme weather in a row is Catastrophic [R189].",
    ]
    assert "  scar/7\n" in ran("roll", "scar", "--dice", "--text", "ids", lines="7")[0]
    assert "Mire Hog" not in ran("roll", "eel warden 2", "--pack", PACK, "--seed", 1, "-o", "row.txt")[0]
    assert Path("row.txt").read_text(encoding="utf-8").startswith("Eel Warden 2 [R12]: d6: ")


def test_a_roll_on_a_table_as_json(ran) -> None:
    data = json.loads(ran("roll", "omen", "--dice", "--format", "json", lines="3")[0])
    assert (data["table"], data["rows"]) == ("omen", [{"name": "Omen 3", "text": texts()["omen/3"]}])
    assert data["rolls"][0]["faces"] == [3]
    data = json.loads(ran("roll", "vice", "--seed", 1, "--format", "json")[0])
    assert (data["rows"][0]["text"], data["credit"]) == ("", "")


def test_all_tables_are_listed(ran) -> None:
    lines = ran("roll")[0].splitlines()
    assert lines[0] == "reaction (2d6) [R136]"
    assert len(lines) == len(random_tables())
    first = json.loads(ran("roll", "--format", "json")[0].splitlines()[0])
    assert first == {"table": "reaction", "dice": "2d6", "rule": "R136"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("7", "'7' has no dice; write '2d6', 'd20+2' or 'd8+d8'"),
        ("d7", "7 is not a die of the game: give one of 2, 3, 4, 6, 8, 10, 12, 20, 100"),
        (
            "2d6--1",
            "'2d6--1' is not a sum of dice: write '3d6-2', '2d6+1d4', '2d20kh1' (keep the highest)",
        ),
        ("2d6d1", "'2d6d1' is not a sum of dice: "),
        ("2d66", "66 is not a die of the game: "),
        ("101d6", "a number of dice is a whole number from 0 to 100, not 101"),
        ("0d6", "'0d6' has no dice; "),
        ("2d6kh3", "'2d6kh3' keeps or drops 3 of 2 dice; give 1 to 2"),
        ("2d6dl0", "'2d6dl0' keeps or drops 0 of 2 dice; give 1 to 2"),
        ("weather", "'weather' may be several tables: weather in spring, "),
        ("2d6 --dice --seed 1", "--seed cannot be combined with --dice: the dice decide"),
        ("--seed 1", "roll needs dice such as 2d6, or a table such as reaction"),
        ("2d6 -o roll.pdf", "--output: '.pdf' is not the ending of a format (.txt, .json, .jsonl); name the"),
    ],
)
def test_bad_rolls(refused, arguments: str, message: str) -> None:
    assert refused("roll", *arguments.split()).startswith(message)


# The command `save`.


@pytest.mark.usefixtures("party")
def test_the_save_of_a_character(ran) -> None:
    """By name or its beginning; the current value counts (R45)."""
    assert ran("save", "str", "BARUANI", "--dice", lines="15")[0] == (
        "Baruani's STR save [R45]: d20 against 15: 15 = passed\n"
    )
    assert ran("save", "WIL", "tov", "toph", "--dice", lines="11 1")[0].splitlines() == [
        "Tove's WIL save [R45]: d20 against 10: 11 = failed",
        "Toph's WIL save [R45]: d20 against 10: 1 = passed",
    ]
    data = json.loads(ran("save", "DEX", "toph", "--seed", 3, "--format", "json")[0])
    assert data["saves"] == [{"name": "Toph", "attribute": "DEX", "value": 9, "passed": data["rolls"][0]["value"] == 1}]


@pytest.mark.usefixtures("party")
def test_the_saves_of_a_party(ran) -> None:
    """Everyone alive, or the one most at risk for all (R49)."""
    for source in ((), ("--from", "party.json"), ("party.json",)):
        out, _ = ran("save", "DEX", *source, "--seed", 1)
        assert [line.split("'")[0] for line in out.splitlines()] == ["Baruani", "Toph", "Tove"]
    assert ran("save", "DEX", "--group", "--dice", lines="9")[0] == (
        "Toph's DEX save [R45]: d20 against 9: 9 = passed\n"
    )


def test_a_save_against_a_score(ran) -> None:
    assert ran("save", "STR", 12, "--dice", lines="13")[0] == "STR save [R45]: d20 against 12: 13 = failed\n"


def test_a_save_without_a_roll(ran) -> None:
    """Effects can let a character pass (R51)."""
    sure = evolve(combat.person("Ada", hp=3), effects=(PassSaves(attribute=Attribute.WIL),))
    Path("ada.json").write_text(dumps(sure), encoding="utf-8")
    assert ran("save", "WIL", "ada.json", "--seed", 1)[0] == "Ada's WIL save: passed without a roll [R51]\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("LUCK 3", "'LUCK' is not an attribute; give STR, DEX or WIL"),
        ("STR 21", "'21' is not a score from 0 to 20"),
        ("STR hestia", "'hestia' is not one character of 'party.json'; known: Baruani, Toph, Tove, Dead"),
        ("STR to", "'to' is not one character of 'party.json'; it may be Toph or Tove"),
        ("STR dead", "Dead is dead, and the dead make no saves"),
        ("STR --from dead.json", "everyone in 'dead.json' is dead, and the dead make no saves"),
        ("STR ash --from none.json", "cannot read 'none.json': No such file or directory"),
        ("STR toph --seed 1 --dice", "--seed cannot be combined with --dice"),
    ],
)
def test_bad_saves(refused, party, arguments: str, message: str) -> None:
    Path("dead.json").write_text(dumps(party[3]), encoding="utf-8")
    assert refused("save", *arguments.split()).startswith(message)


def test_a_save_of_nobody(refused) -> None:
    """The message says where the characters come from."""
    there = "and there is no party.json here; name the file of the party with --from FILE"
    assert refused("save", "STR", "hestia") == f"'hestia' is neither a score nor a file, {there}"
    assert refused("save", "STR") == f"nobody is named, {there}"
