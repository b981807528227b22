"""The commands of the role-playing game, run as they are typed."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
from contextlib import chdir, nullcontext
from pathlib import Path
from unittest.mock import Mock
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from cairn_rules import Match, Record, endless_winter, format_record, manifest_of, parse_record
from cairn_rules.cairn_rpg import combat, creation, dungeon, read_pack, wilderness, with_packs
from cairn_rules.cairn_rpg.characters.character import public
from cairn_rules.cairn_rpg.combat.setup_options import parse_side
from cairn_rules.cairn_rpg.common.action_log import logged
from cairn_rules.cairn_rpg.creation import create_character, create_party
from cairn_rules.cairn_rpg.formats.character_files import LARGEST, read_characters
from cairn_rules.cli.main import main
from cairn_rules.cli.messages import status_line
from cairn_rules.cli.options import option_names
from cairn_rules.cli.play import save_file
from cairn_rules.errors import CairnRulesError, DocumentError
from cairn_rules.games import LIBRARY, load
from cairn_rules.json_documents import dumps, loads, to_data

# An Aurifex by hand, in the order of R8: background and name; 3d6 gold; both tables; STR, DEX and WIL; HP; the eight
# traits; the bond; the age.
FACES = "1 1  2 3 4  6 2  3 4 5  1 2 3  6 6 6  4  1 1 1 1 1 1 1 1  4  5 7"


@pytest.fixture
def ran(capsys, monkeypatch, tmp_path):
    """Runs a command in an empty folder with some lines as input; gives what it prints: output, and other messages."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object, lines: str = "", code: int = 0) -> tuple[str, str]:
        stream = io.TextIOWrapper(io.BytesIO(lines.encode()), encoding="utf-8")
        monkeypatch.setattr("sys.stdin", stream)
        assert main([str(each) for each in arguments]) == code
        captured = capsys.readouterr()
        return captured.out, captured.err

    return run


@pytest.fixture
def refused(ran):
    """Runs a command that fails; gives its message: one line, and one for each of several faults."""

    def run(*arguments: object, lines: str = "") -> str:
        out, message = ran(*arguments, lines=lines, code=2)
        assert out == ""
        assert message.startswith("cairn-rules: ")
        assert all(line.startswith("  ") for line in message.splitlines()[1:])
        return message.removeprefix("cairn-rules: ").rstrip("\n")

    return run


@pytest.mark.untraced
def test_they_are_found_without_the_game(ran) -> None:
    """Help shows them apart from those of the board games."""
    out, _ = ran("help")
    board, creation = out.index("\ncommands of cairn:\n"), out.index("\ncommands of cairn-rpg-creation:\n")
    combat = out.index("\ncommands of cairn-rpg-combat:\n")
    for name, start in (("megaliths", board), ("character", creation), ("lookup", creation), ("fight", combat)):
        assert out.index(f"\n  {name} ") > start
    assert "character" not in ran("help", "--game", "cairn")[0]
    assert ran("character", "--help")[0] == ran("help", "character")[0]


def test_they_belong_to_their_game(refused) -> None:
    assert refused("lookup", "R1", "--game", "cairn").startswith(
        "no command 'lookup' for cairn; cairn-rpg-creation has"
    )
    assert refused("carracter").startswith("there is no command 'carracter'. Did you mean character?")
    assert "Did you mean" not in refused("carracter", "--game", "korrigans")


# Making characters.


def test_a_character_by_its_seed(ran) -> None:
    out, note = ran("character", "--seed", 7)
    hero = create_character(seed=7)
    assert out.splitlines()[0] == hero.name.upper()
    assert note == f"{hero.name}: seed 7\n"
    assert "CC BY-SA 4.0" in out
    assert loads(ran("character", "--seed", 7, "--format", "json")[0]) == hero


def test_a_character_without_a_seed_can_be_made_again(ran) -> None:
    out, note = ran("character", "--format", "json")
    assert ran("character", "--format", "json", "--seed", note.split()[-1])[0] == out


def test_every_choice(ran) -> None:
    """What is chosen is not rolled (R6)."""
    out, _ = ran(
        *("character", "--seed", 3, "--background", "Aurifex", "--name", "Ash", "--tables", "6,-", "--swap", "STR-DEX"),
        *("--trait", "hair=curly", "--trait", "vice=2", "--bond", 4, "--omen", 5, "--format", "json"),
    )
    assert loads(out) == create_character(
        seed=3,
        background="aurifex",
        name="Ash",
        tables=(6, None),
        swap="STR-DEX",
        traits={"hair": "Curly", "vice": 2},
        bond=4,
        omen=5,
    )


def test_goods_can_be_bought_and_left(ran) -> None:
    """Kettlewright 1.2 buys gear for 20gp (R13); Fieldwardens take a second bond (R21)."""
    made = ("character", "--seed", 3, "--format", "json")
    out, _ = ran(*made, "--background", "kettlewright", "--tables", "2,1", "--buy", "rope")
    assert "rope" in {item.id for item in loads(out).inventory.items}
    out, _ = ran(*made, "--background", "fieldwarden", "--bond", 1, "--second-bond", 2)
    assert loads(out).bonds == (1, 2)


def test_an_omen_can_be_rolled(ran) -> None:
    assert loads(ran("character", "--seed", 3, "--background", 1, "--omen", "--format", "json")[0]).omen is not None


def test_wishes(ran) -> None:
    """The first seed whose character meets them; it makes the character again without the wish."""
    made = ("character", "--background", "fletchwind", "--format", "json")
    out, note = ran(*made, "--at-least", "dex=14, WIL>=9", "--seed", 0)
    archer = loads(out)
    assert archer.dexterity.max >= 14
    assert archer.willpower.max >= 9
    assert ran(*made, "--seed", note.split()[-1])[0] == out


def test_several_characters(ran, refused) -> None:
    """Those of the next seeds, one document on a line."""
    out, note = ran("character", "-n", 3, "--seed", 7, "--format", "json")
    assert [loads(line) for line in out.splitlines()] == [create_character(seed=seed) for seed in (7, 8, 9)]
    assert [line.split()[-1] for line in note.splitlines()] == ["7", "8", "9"]
    out, _ = ran("character", "-n", 2, "--seed", 7)
    second = create_character(seed=8).name.upper()
    assert f"\n\n{second}\n" in out
    page, _ = ran("character", "-n", 2, "--seed", 7, "--format", "html")
    assert page.count('<article class="roomy">') == 2
    assert refused("character", "-n", 2, "--rolls").startswith("--rolls cannot be combined with -n")


def test_a_character_of_real_dice(ran) -> None:
    """The dice are asked for in the order of R8. Gold is 2+3+4, STR 3+4+5, age 10 and 5+7."""
    out, asked = ran("character", "--dice", lines=FACES)
    assert out.splitlines()[:4] == [
        "HESTIA",
        "Aurifex, player character, 22 years old",
        "",
        "STR 12   DEX 6   WIL 18   HP 4   Armor 0   Gold 9",
    ]
    assert asked.startswith("a face of a d20 for 'background [R9]': ")
    out, _ = ran("character", "--dice", "--rolls", lines=FACES.replace(" ", ","))
    assert "\nROLLS\nbackground [R9]: d20: 1 = 1\nname [R10]: d10: 1 = 1\ngold [R11]: 3d6: 2, 3, 4 = 9\n" in out
    assert out.endswith("age [R19]: 2d20: 5, 7 = 12\n")


def test_a_wrong_face_is_asked_for_again(ran) -> None:
    lines = "21 5\nx\n\n" + FACES.replace(" ", "\n")
    out, asked = ran("character", "--dice", lines=lines)
    assert out.startswith("HESTIA\n")
    assert "21 is not a face of a d20 for 'background [R9]': give a whole number from 1 to 20\n" in asked
    assert "'x' is not a face of a d20" in asked


def test_real_dice_that_do_not_fit(ran) -> None:
    """Too few, and too many."""
    _, asked = ran("character", "--dice", lines="1 1 2", code=2)
    assert (
        "cairn-rules: the input ended before all dice were rolled: type a face of a d6 for 'gold [R11]' (die 2 of 3)"
        in asked
    )
    _, asked = ran("character", "--dice", lines=f"{FACES} 3 3", code=2)
    assert asked.endswith("cairn-rules: all dice have been rolled; remove the rest, '3 3'\n")


def test_the_rolls_as_json(ran) -> None:
    out, _ = ran("character", "--dice", "--rolls", "--format", "json", lines=FACES)
    data = json.loads(out)
    assert data["characters"][0]["value"]["name"] == "Hestia"
    assert data["rolls"][2] == {
        "purpose": "gold",
        "rule": "R11",
        "kind": "sum",
        "dice": [6, 6, 6],
        "target": None,
        "faces": [2, 3, 4],
        "value": 9,
    }


def test_the_rolls_of_other_formats(ran) -> None:
    out, _ = ran("character", "--seed", 7, "--rolls", "--format", "markdown")
    assert "\n## Rolls\n\n- background [R9]: d20: " in out
    out, note = ran("character", "--seed", 7, "--rolls", "--format", "html")
    assert out.rstrip().endswith("</html>")
    assert "background [R9]: d20: " in note


def test_a_private_omen_is_shown_on_request_only(ran) -> None:
    """A Foundling always has one (R21)."""
    made = ("character", "--seed", 3, "--background", "foundling", "--rolls")
    row = create_character(seed=3, background="foundling").omen.row
    out, _ = ran(*made)
    assert "omen [R21]: d20: hidden, show it with --private\n" in out
    assert "PRIVATE OMEN" not in out
    out, _ = ran(*made, "--private")
    assert f"omen [R21]: d20: {row} = {row}\n" in out
    assert "\nPRIVATE OMEN\n" in out
    data = json.loads(ran(*made, "--format", "json")[0])
    assert data["characters"][0]["value"]["omen"] is None
    (roll,) = [each for each in data["rolls"] if each["rule"] == "R21"]
    assert (roll["faces"], roll["value"]) == (None, None)
    data = json.loads(ran(*made, "--format", "json", "--private")[0])
    assert data["characters"][0]["value"]["omen"] == {"row": row, "private": True}
    assert data["rolls"][-1]["value"] == row
    out, _ = ran("character", "--seed", 3, "--background", "foundling", "--format", "json")
    assert loads(out).omen is None


@pytest.mark.parametrize(
    ("name", "start"),
    [("hero.txt", "HESTIA"), ("hero.md", "# Hestia"), ("hero.html", "<!DOCTYPE html>"), ("hero.json", '{"format":1')],
)
def test_the_ending_of_the_file_decides(ran, name: str, start: str) -> None:
    out, _ = ran("character", "--background", "aurifex", "--name", "Hestia", "--output", name)
    assert out == ""
    assert Path(name).read_text(encoding="utf-8").lower().startswith(start.lower())


def test_a_pdf_holds_all_sheets(ran, refused) -> None:
    """A party is printed as sheets, not as a table; rolls are noted."""
    ran("party", 4, "--seed", 7, "-o", "party.pdf")
    sheets = Path("party.pdf").read_bytes()
    assert sheets.startswith(b"%PDF-")
    assert sheets.count(b"/Type /Page\n") == 2
    ran("party", 4, "--seed", 7, "-o", "party.json", "--format", "json")
    ran("sheet", "party.json", "--party", "--format", "pdf", "-o", "again")
    assert Path("again").read_bytes() == sheets
    ran("character", "-n", 3, "--seed", 7, "-o", "three.pdf")
    assert Path("three.pdf").read_bytes().count(b"/Type /Page\n") == 2
    _, note = ran("character", "--seed", 7, "--rolls", "-o", "one.pdf")
    assert "3d6" in note
    ran("character", "--seed", 7, "--name", "日本", "-o", "other.json")
    assert refused("sheet", "other.json", "-o", "other.pdf").startswith("the font of PDFs has no '日'")
    assert not Path("other.pdf").exists()


def test_ids_instead_of_texts(ran) -> None:
    """No sentence, and so no credit."""
    out, _ = ran("character", "--seed", 7, "--text", "ids")
    assert "background/prowler/1/5" in out
    assert "CC BY-SA" not in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--background aurifx", "'aurifx' is not a background; did you mean 'aurifex'?"),
        ("--background 21", "21 is not a background; known: aurifex"),
        ("--tables 7,1", "--tables: '7,1' is not two rows from 1 to 6, such as 2,5 or 2,-. Run 'cairn-rules character"),
        ("--swap STR", "--swap: 'STR' is not one of none, STR-DEX, STR-WIL, DEX-WIL."),
        ("--trait hair", "--trait: 'hair' is not a trait such as hair=Curly."),
        ("--trait hat=red", "'hat' is not a trait; "),
        ("--trait hair=blue", "'Blue' is not a hair; "),
        ("--bond 21", "21 is not a row for the bond (1 to 20)"),
        ("--bond x", "--bond: 'x' is not a whole number from 1"),
        ("--omen 99", "99 is not a row for the omen (1 to 20)"),
        ("--at-least LUCK=3", "--at-least: 'LUCK=3' is not a wish from 3 to 18, such as DEX=12."),
        ("--at-least DEX=19", "--at-least: 'DEX=19' is not a wish"),
        ("--at-least STR=18,DEX=18,WIL=18 --limit 3 --seed 1", "none of 3 characters meets the wishes; "),
        ("--rulings armor=2", "--rulings: 'armor' is not a ruling; "),
        ("--format odt", "--format: 'odt' is not one of text, markdown, html, json, pdf, kettle"),
        ("--format pdf", "--format pdf needs a file: add --output, such as --output party.pdf"),
        ("--text latin", "--text: 'latin' is not one of retold, ids."),
        ("--output nowhere/x.txt", "cannot write 'nowhere/x.txt': No such file or directory"),
        ("--seed x", "--seed: 'x' is not a whole number."),
        ("--dice --seed 3", "--seed cannot be combined with --dice: the dice decide"),
        ("--dice --at-least STR=3", "--at-least cannot be combined with --dice: the dice decide"),
        ("--dice -n 2", "-n cannot be combined with --dice: make one character at a time"),
        ("--nmae Ash", "character has no option --nmae. Did you mean --name?"),
    ],
)
def test_bad_arguments_of_character(ran, arguments: str, message: str) -> None:
    _, said = ran("character", *arguments.split(), code=2)
    assert f"cairn-rules: {message}" in said


# Parties.


def test_a_party(ran) -> None:
    out, note = ran("party", 2, "--seed", 7, "--backgrounds", "aurifex", "--names", "Ash, Birch", "--format", "json")
    party = create_party([{"background": "aurifex", "name": "Ash"}, {"name": "Birch"}], seed=7)
    assert [loads(line) for line in out.splitlines()] == list(party)
    assert note == "party: seed 7\n"


def test_the_table_and_the_sheets_of_a_party(ran) -> None:
    names = ("party", 2, "--seed", 7, "--names", "Ash,Birch")
    out, _ = ran(*names)
    assert out.startswith("PARTY\n")
    assert "\nOMENS\n" in out
    out, _ = ran(*names, "--full", "--no-omen")
    assert "\n\nBIRCH\n" in out
    assert "OMEN\n" not in out
    assert ran(*names, "--format", "html")[0].startswith("<!")
    page, _ = ran(*names, "--full", "--format", "html")
    assert [page.count(f"<h1>{name}</h1>") for name in ("Ash", "Birch")] == [1, 1]


def test_a_party_of_real_dice(ran) -> None:
    """The same dice for both; the first of equally young takes the omen, row 3 (R20, A2)."""
    out, _ = ran("party", 2, "--dice", "--rolls", lines=f"{FACES} {FACES} 3")
    assert out.count("Hestia  ") == 2
    assert out.endswith("omen [R20]: d20: 3 = 3\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("", "the following arguments are required: N."),
        ("0", "N: '0' is not a whole number from 1"),
        ("101", "a party has 1 to 100 members, not 101"),
        ("1 --names Ash,Birch", "--names: there are 2 names for 1 members"),
        ("1 --backgrounds nobody", "'nobody' is not a background; "),
        ("2 --dice --seed 1", "--seed cannot be combined with --dice: the dice decide"),
    ],
)
def test_bad_arguments_of_party(refused, arguments: str, message: str) -> None:
    assert refused("party", *arguments.split()).startswith(message)


# Sheets.


@pytest.fixture
def stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files: a hero; two heroes; a hero whose nine Fatigue leave too few slots, and who deserves a remark."""
    monkeypatch.chdir(tmp_path)
    hero = create_character(seed=7, name="Ash")
    Path("ash.json").write_text(dumps(hero, indent=1), encoding="utf-8")
    Path("two.jsonl").write_text(
        f"{dumps(hero)}\n\n{dumps(create_character(seed=8, name='Birch'))}\n", encoding="utf-8"
    )
    data = json.loads(dumps(hero))
    data["value"]["inventory"] |= {"fatigue": 9, "backpack": False}
    Path("bad.json").write_text(json.dumps(data), encoding="utf-8")
    Path("broken.json").write_text('{"format":1}', encoding="utf-8")
    Path("utf.json").write_bytes(b"\xff\xfe")


@pytest.mark.usefixtures("stored")
def test_sheets_of_files(ran) -> None:
    assert ran("sheet", "ash.json")[0].startswith("ASH\nProwler, ")
    assert ran("sheet", "ash.json", "--format", "markdown")[0].startswith("# Ash\n")
    out, note = ran("sheet", "two.jsonl", "ash.json", "--party")
    assert [line.split()[0] for line in out.splitlines()[3:6]] == ["Ash", "Birch", "Ash"]
    assert note == ""
    out, _ = ran("sheet", "-", "--format", "json", lines=Path("two.jsonl").read_text(encoding="utf-8"))
    assert [loads(line).name for line in out.splitlines()] == ["Ash", "Birch"]
    assert ran("sheet", "two.jsonl", "--format", "html")[0].count("<article") == 2
    assert ran("sheet", "two.jsonl", "--party", "--format", "html")[0].startswith("<!")


@pytest.mark.usefixtures("stored")
def test_a_party_in_one_document(ran, refused) -> None:
    party = create_party(2, seed=7)
    Path("party.json").write_text(dumps(party), encoding="utf-8")
    out, _ = ran("sheet", "party.json", "ash.json", "--format", "json")
    assert [loads(line) for line in out.splitlines()] == [
        *map(public, party),
        loads(dumps(create_character(seed=7, name="Ash"))),
    ]
    out, _ = ran("odds", "party.json", "root-goblin", "--simulate", "--games", 1, "--seed", 1)
    assert all(member.name in out for member in party)
    Path("party.json").write_text(json.dumps(to_data(party) | {"value": [{}]}), encoding="utf-8")
    assert "party.json, $.value[0].name: missing" in refused("sheet", "party.json")


@pytest.mark.usefixtures("stored")
def test_faults_of_files(ran, refused) -> None:
    """Seed 7 has eight slots of items, and with nine Fatigue 17 of 10 (R32)."""
    out, note = ran("sheet", "bad.json")
    assert out.startswith("ASH\n")
    assert "fault: Ash uses 17 of 10 slots [slots/full, rule R32]\n" in note
    assert (
        "remark: Ash carries items of 8 slots without a backpack; the maximum is 4 [slots/no-backpack, rule R33]\n"
        in note
    )
    out, note = ran("sheet", "bad.json", "ash.json", "--check", code=1)
    assert out.splitlines()[0] == "fault: Ash uses 17 of 10 slots [slots/full, rule R32]"
    assert out.splitlines()[-1] == "Ash: no faults"
    assert note == ""
    out, _ = ran("sheet", "bad.json", "--check", "--format", "json", code=1)
    found = json.loads(out)
    assert found["name"] == "Ash"
    assert found["faults"][0] == {"code": "slots/full", "text": "Ash uses 17 of 10 slots", "rule": "R32"}
    assert [each["code"] for each in found["remarks"]] == ["slots/no-backpack"]
    assert ran("sheet", "ash.json", "--check")[0] == "Ash: no faults\n"
    assert ran("sheet", "bad.json", "--check", "--rulings", "no_backpack=limit", code=1)[0].count("fault: ") >= 2
    assert refused("sheet", "ash.json", "--check", "--format", "html") == "--check prints text or json, not html"


@pytest.mark.usefixtures("stored")
@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("none.json", "cannot read 'none.json': No such file or directory"),
        (
            "utf.json",
            "cannot read 'utf.json': not UTF-8 but UTF-16, as '>' writes it in Windows PowerShell; save it as",
        ),
        ("a\0b", "cannot read 'a\\x00b': embedded null byte"),
        ("broken.json", "broken.json, $"),
    ],
)
def test_files_that_cannot_be_read(refused, file: str, message: str) -> None:
    assert message in refused("sheet", file)


@pytest.mark.usefixtures("stored")
def test_a_fault_names_its_character() -> None:
    hero = Path("ash.json").read_text(encoding="utf-8").replace("\n", "")
    Path("some.jsonl").write_text(f'{hero}\n{{"format":1}}\n', encoding="utf-8")
    with pytest.raises(DocumentError) as error:
        read_characters("some.jsonl")
    assert error.value.faults[0].where.startswith("some.jsonl, document 2, $")


def test_dice_that_are_no_text(monkeypatch, capsys) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xff\n"), encoding="utf-8"))
    assert main(["character", "--dice"]) == 2
    assert capsys.readouterr().err.endswith("cairn-rules: the input is not UTF-8; type the faces as numbers\n")


def test_large_files_and_closed_inputs(refused, monkeypatch) -> None:
    with Path("large.json").open("wb") as file:
        file.truncate(LARGEST + 1)
    assert refused("sheet", "large.json") == "cannot read 'large.json': it is larger than 10000000 bytes"
    monkeypatch.setattr("sys.stdin", None)
    assert main(["sheet", "-"]) == 2
    assert main(["character", "--dice"]) == 2


def test_an_input_that_cannot_be_read(monkeypatch, capsys) -> None:
    class Folder(io.BytesIO):
        def read(self, _: int | None = -1, /) -> bytes:
            raise IsADirectoryError(21, "Is a directory")

    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(Folder()))
    assert main(["sheet", "-"]) == 2
    assert capsys.readouterr().err.endswith("cannot read '-': Is a directory\n")


# Looking up.


def test_an_entry_with_its_credit(ran) -> None:
    out, _ = ran("lookup", "adhere")
    assert out.splitlines()[:2] == ["Adhere (spell)", "  target: object"]
    assert out.splitlines()[3].startswith("  book: ")
    assert "CC BY-SA 4.0" in out
    out, _ = ran("lookup", "lantern")
    assert "price: 10gp" in out
    assert "CC BY-SA" not in out  # facts only


def test_words_need_no_quotes(ran) -> None:
    assert ran("lookup", "oil", "can")[0].startswith("Oil Can (item)\n  price: 10gp\n")
    assert ran("lookup", "shield", "--kind", "item")[0].count("Shield (") == 1


def test_ids_only(ran) -> None:
    out, _ = ran("lookup", "adhere", "--text", "ids")
    assert out.splitlines() == ["Adhere (spell)", "  target: object", "  spell/adhere", "  spell/adhere/book", ""]


def test_entries_as_json(ran) -> None:
    out, _ = ran("lookup", "shield", "--format", "json")
    item, spell = map(json.loads, out.splitlines())
    assert item == {
        "kind": "item",
        "id": "shield",
        "name": "Shield",
        "facts": {"price": "10gp", "list": "armor", "slots": "1", "armor": "+1 Armor"},
        "texts": {},
        "credit": "",
    }
    assert set(spell["texts"]) == {"spell/shield", "spell/shield/book"}
    assert spell["credit"]
    assert len(ran("lookup", "--kind", "spell", "-o", "spells.json")[0]) == 0
    assert len(Path("spells.json").read_text(encoding="utf-8").splitlines()) == 100


def test_all_names_of_a_kind(ran) -> None:
    assert ran("lookup", "--kind", "reaction")[0].splitlines()[0] == "Hostile [hostile]"
    assert ran("lookup", "--kind", "omen")[0].splitlines()[0] == "Omen 1"
    assert ran("lookup", "--kind", "rule")[0].splitlines()[0] == "R1"


def test_rules_by_their_words(ran) -> None:
    """What no name has is looked up in the texts of rules; similar names and other tables are noted."""
    out, err = ran("lookup", "panic")
    assert out.startswith("R172: Characters without light risk panic.\nR175: ")
    assert "CC BY-SA 4.0" in out
    assert err == ""
    assert ran("lookup", "panic", "--text", "ids")[0].splitlines()[-2:] == ["A7: zero_hp: ruling/A7/zero_hp", ""]
    first = json.loads(ran("lookup", "panic", "--format", "json")[0].splitlines()[0])
    assert (first["kind"], first["id"]) == ("rule", "R172")
    out, err = ran("lookup", "cap")  # of A28, attr_cap
    assert out.startswith("A28: attr_cap: ")
    assert err.startswith("no name is 'cap'; did you mean ")
    assert "A28" not in err
    out, err = ran("lookup", "scars")
    assert out.startswith("Lasting Scar [1]\n")
    assert err == "'cairn-rules lookup scars --kind rule' lists the rules that mention it\n"
    assert ran("lookup", "scars", "--kind", "rule")[0].startswith("R58: ")
    assert ran("lookup", "rules")[1] == ran("lookup", "--kind", "scar")[1] == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("", "lookup needs a name, such as R97, or --kind to list all names of a kind"),
        ("adheer", "there is no entry 'adheer'; did you mean Adhere?"),
        ("adheer --kind creature", "there is no creature 'adheer'; 'cairn-rules lookup --kind KIND' lists all names"),
        ("R999", "there is no entry 'R999'; "),
        ("x --kind thing", "--kind: 'thing' is not one of background, bond, "),
    ],
)
def test_bad_arguments_of_lookup(refused, arguments: str, message: str) -> None:
    assert refused("lookup", *arguments.split()).startswith(message)


# Fights.


@pytest.mark.usefixtures("stored")
def test_a_fight_on_one_keyboard(ran) -> None:
    out, _ = ran(
        *("fight", "ash.json; seed 9 aurifex", "2 root-goblin", "--seed", 3, "--warden", "human"), lines="begin\nquit\n"
    )
    assert "Root Goblin 2" in out
    assert "[R73]" in out
    name = create_character(seed=9, background="aurifex").name
    assert " 1 Ash " in out
    assert f" 2 {name} " in out


def test_a_fight_against_the_computer_is_kept(ran) -> None:
    out, _ = ran("fight", "--party", "random", "--warden", "greedy", "--seed", 3, "--save", "fight.txt")
    assert "Bear" in out
    assert Path("fight.txt").exists()
    assert "Hestia" in ran("show", "fight.txt")[0]


@pytest.mark.untraced
@pytest.mark.usefixtures("stored")
@pytest.mark.parametrize(
    ("sides", "message"),
    [
        (("none.json",), "CHARACTERS: cannot read 'none.json': No such file or directory"),
        (("broken.json",), "CHARACTERS: "),
        (("ash.json", "bearr"), "FOES: 'bearr' is neither a creature of the book nor a stat line such as '6 HP, bite"),
        (("seed 7 nobody",), "CHARACTERS: 'nobody' is not a background; "),
        (("seed x",), "CHARACTERS: 'seed x' is neither a creature of the book"),
        (("Ada: 4 HP, sword (d7)",), "CHARACTERS: cannot read "),
        (("101 bear",), "CHARACTERS: '101 bear': 101 is not a number from 1 to 100"),
    ],
)
def test_bad_fighters(refused, sides: tuple[str, ...], message: str) -> None:
    assert refused("fight", *sides).startswith(message)


# Odds.

BEAR = ("Ada: 4 HP, 2 Armor, 11 STR, 11 DEX, sword (d8)", "Bear: 6 HP, 15 STR, 8 WIL, claws (d8)")
RAT = ("Ada: 1 HP, 1 STR, sword (d12)", "Rat: 1 HP, 1 STR, bite (d4)")
PLAIN = ("--rulings", "morale=False,initiative=pcs_ready")


def test_exact_odds(ran) -> None:
    """Ada's d12 kills the rat unless it shows a 1; then the rat's d4 kills her unless it shows a 1, too: 45/48."""
    out, _ = ran("odds", *RAT, *PLAIN)
    assert "The party wins with a probability of 93.8 %." in out
    assert "\nExact: " in out
    data = json.loads(ran("odds", *RAT, *PLAIN, "--format", "json", "--exact", "--warden", "random-target")[0])
    assert data["wins"]["party"]["value"] == pytest.approx(45 / 48)
    assert data["wins"]["party"]["interval"] is None
    assert data["policies"] == {"party": "focus fire", "warden": "random target"}
    assert data["rulings"] == {"morale": "False", "initiative": "pcs_ready"}
    assert [(each["winner"], each["reason"]) for each in data["endings"]] == [("party", "defeat"), ("warden", "defeat")]
    assert data["fighters"][1]["dead"]["value"] == pytest.approx(45 / 48)
    assert data["fighters"][1]["scars"] is None
    assert data["fighters"][0]["scars"]["value"] == pytest.approx(1 / 48)
    assert data["exact"]


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("options", "share"),
    [
        (("--impaired", "ada"), 13 / 16),
        (("--impaired-against", "Rat:1"), 13 / 16),
        (("--enhanced", "foes:1"), 133 / 144),
        (("--enhanced-against", "1"), 133 / 144),
        (("--impaired", "party", "--enhanced-against", "foes"), 45 / 48),
    ],
)
def test_odds_of_positions(ran, options: tuple[str, ...], share: float) -> None:
    """Ada has a d4 instead of her d12, or the rat a d12 instead of its d4 (R85, R87); both at once cancel (A18)."""
    data = json.loads(ran("odds", *RAT, *PLAIN, "--format", "json", "--exact", *options)[0])
    assert data["wins"]["party"]["value"] == pytest.approx(share)


def test_a_position_in_the_first_round_is_an_assumption(ran, refused) -> None:
    out, _ = ran("odds", *RAT, *PLAIN, "--enhanced", "party:1", "--impaired-against", "rat")
    assert "\nAttacks by Ada are enhanced up to round 1.\nAttacks on Rat are impaired.\n" in out
    assert "'bo' is not the number or name of a fighter; known: ada, rat" in refused("odds", *RAT, "--enhanced", "bo")


def test_games_have_no_effect_on_exact_results(ran) -> None:
    unused = "--games has no effect: the result is exact; add --simulate to simulate it\n"
    assert ran("odds", *RAT, "--games", 5)[1].endswith(unused)
    assert unused not in ran("odds", *RAT)[1]
    assert unused not in ran("odds", *RAT, "--games", 5, "--simulate", "--seed", 1)[1]
    trip = ("--game", "cairn-rpg-wilderness", "--legs", "Mill: road short")
    assert ran("forecast", *trip, "--games", 5)[1].endswith(unused)


@pytest.mark.untraced
def test_simulated_odds(ran) -> None:
    """The same seed gives the same odds, in any number of processes."""
    run = ("odds", *BEAR, "--simulate", "--games", 40, "--seed", 3, "--format", "json")
    out, progress = ran(*run)
    assert progress == ""
    data = json.loads(out)
    assert (data["games"], data["seed"], data["exact"]) == (40, 3, False)
    assert data["wins"]["party"]["interval"][0] < data["wins"]["party"]["value"]
    assert ran(*run, "--party", "flee-at-0", "--warden", "weakest-first")[0] != out


DUEL = ("fight", "Hero: 4 HP, sword (d8)", "Rat: 1 HP, 1 STR, bite (d4)", "--rulings", "initiative=pcs_ready", "--dice")


def test_a_fight_with_real_dice(ran) -> None:
    """An 8 takes 1 HP and more STR than the rat has (R96, R101). What is no decision or no face is asked for again."""
    out, asked = ran(*DUEL, lines="1\n\n1:\n9\n1:1>2\n9\n8\n")
    assert "  1  1:1>2       Hero attacks Rat with sword (d8)\n" in out
    assert "\nHero hits Rat with sword: 8 [R82]\n" in out
    assert out.splitlines()[-1] == "Party wins: defeat"
    assert "'1:' may mean several actions; give the number of one\n" in asked
    assert "there is no action 9; they are numbered from 1 to " in asked
    assert asked.count("a face of a d8 for 'damage to Rat by Hero [R82]'") == 3


def test_the_warden_judges_a_position_in_a_fight_with_real_dice(ran) -> None:
    out, _ = ran(*DUEL, lines="1\nposition:hero=enhanced:1\n1:1>2\n12\n")
    assert "\nattacks by Hero are enhanced up to round 1 [R87]\n" in out
    assert "  1  1:1>2       Hero attacks Rat with sword (d12)\n" in out
    assert out.splitlines()[-1] == "Party wins: defeat"


class Keyboard(io.StringIO):
    """Lines that somebody types, shown on the screen like everything else."""

    def __init__(self, lines: str, screen: io.StringIO) -> None:
        super().__init__(lines)
        self.screen = screen

    def readline(self, *_: object) -> str:
        line = super().readline()
        self.screen.write(line)
        return line


def test_the_tutorial_shows_a_fight_with_real_dice(monkeypatch) -> None:
    """It names who throws, whose damage it is, and what for (R2)."""
    page = (Path(__file__).parents[2] / "docs/tutorial/first-party.md").read_text(encoding="utf-8")
    command, shown = page.partition("```text\n$ cairn-rules ")[2].partition("\n```")[0].split("\n", 1)
    typed = re.findall(r"^(?:number or notation, or quit|a face of a d\d+ for .+): (.+)$", shown, re.MULTILINE)
    assert typed == ["begin", "9", "1:1>2", "5"]
    screen = io.StringIO()
    monkeypatch.setattr("sys.stdin", Keyboard("\n".join([*typed, ""]), screen))
    monkeypatch.setattr("sys.stdout", screen)
    monkeypatch.setattr("sys.stderr", screen)
    assert main(shlex.split(command)) == 0
    assert screen.getvalue().strip() == shown.strip()


def test_the_table_is_shown_once_a_turn(ran) -> None:
    """Not again for the second of a side who declares (R79)."""
    two = "Hero: 4 HP, sword (d8); Hera: 4 HP, sword (d8)"
    out, _ = ran("fight", two, *DUEL[2:], lines="begin\n1:wait\nquit\n")
    assert out.count("\nRound 1, the party decides\n") == 1
    assert "Round 1, party: what does Hera do?" in out


def test_a_fight_with_real_dice_can_be_left(ran, refused) -> None:
    out, _ = ran("fight", "--dice", lines="Quit\n")
    assert "\nParty: begin the fight with DEX saves [R73]\n" in out
    _, message = ran(*DUEL, code=2)
    assert message.endswith("cairn-rules: the input ended before the fight was over\n")
    for option in ("--seed", "--draw-after-turns"):
        assert refused(*DUEL, option, 3).startswith(f"{option} cannot be combined with --dice: ")


@pytest.mark.untraced
def test_a_fight_with_real_dice_is_saved_and_resumed(ran, refused) -> None:
    """Its record replays the faces that were thrown: 3 leaves 1 HP of 4, and 8 takes it and all STR (R96, R101)."""
    sides = (DUEL[1], "Rat: 4 HP, 3 STR, bite (d4)", *DUEL[3:5])
    out, _ = ran("fight", *sides, "--dice", "--save", "one", lines="begin\n1:1>2\n3\nquit\n")
    assert out.startswith("This fight is saved in one.\n")
    assert out.splitlines()[-1] == "The game is saved. To continue: cairn-rules fight --dice --resume one"
    record = parse_record(Path("one").read_text(encoding="utf-8"))
    assert (record.start.chance.faces, record.tags) == ((3,), {"Party": "human", "Warden": "human"})
    *_, state = record.replay()
    rat = state.fighters[1].character
    assert (rat.hp.value, rat.strength.value, state.chance.faces) == (1, 3, ())
    out, _ = ran("fight", "--dice", "--resume", "one", lines="2:1>1\n2\n1:1>2\n8\n")
    assert out.splitlines()[-2:] == ["Party wins: defeat", "The record is in one."]
    record = parse_record(Path("one").read_text(encoding="utf-8"))
    assert record.start.chance.faces == (3, 2, 8)
    assert record.outcome is not None
    assert "Rat hits Hero with bite: 2 [R82]" in ran("replay", "one", "--all")[0]
    for arguments, message in (
        (("--resume", "one", "--seed", 1), "--seed cannot be combined with --dice: "),
        (("4 HP", "--resume", "one"), "--characters cannot be combined with --resume: "),
        (("--save", "one"), "the file 'one' already exists"),
    ):
        assert refused("fight", *arguments, "--dice").startswith(message)


def test_rolled_dice_become_faces_when_real_ones_follow(ran, refused) -> None:
    """A fight may be begun with rolled dice, continued with real ones, and with rolled ones again."""
    sides = (DUEL[1], "Ogre: 20 HP, bite (d4)", *DUEL[3:5])
    people = ("--party", "human", "--warden", "human")
    ran("fight", *sides, *people, "--seed", 7, "--save", "one", lines="begin\n1:2>2\nquit\n")
    before = parse_record(Path("one").read_text(encoding="utf-8"))
    (roll,) = logged(combat.resolve, tuple(before.replay())[1], before.actions[1], None).rolls
    assert before.outcome is None
    ran("fight", "--dice", "--resume", "one", "--save", "two", lines="2:1>1\n1\nquit\n")
    after = parse_record(Path("two").read_text(encoding="utf-8"))
    assert after.start.chance.faces == (*roll.values, 1)
    assert [dumps(state.fighters[1].character) for state in tuple(after.replay())[:3]] == [
        dumps(state.fighters[1].character) for state in before.replay()
    ]
    shown, _ = ran("play", "--resume", "two", lines="1:1>2\nquit\n")
    assert "Hero attacks Ogre" in shown
    ran("play", "--game", "cairn-rpg-dungeon", "--seed", 1, "--save", "cave", lines="quit\n")
    only = "--dice resumes only a fight without variations, and 'cave' is none"
    assert refused("fight", "--dice", "--resume", "cave") == only
    match = before.match()
    match.start_variation(after=1)
    match.do("1:wait")
    match.end_variation()
    Path("tried").write_text(format_record(Record.of(match)), encoding="utf-8")
    assert refused("fight", "--dice", "--resume", "tried") == only.replace("cave", "tried")


def test_a_full_disk_does_not_end_a_fight_with_real_dice(ran, monkeypatch) -> None:
    full = CairnRulesError("cannot write 'one': No space left on device")
    monkeypatch.setattr(save_file, "written_to", Mock(side_effect=[nullcontext(io.StringIO()), full, full]))
    out, err = ran(*DUEL, "--save", "one", lines="begin\n1:1>2\n8\n")
    assert err.count("The game is not saved: cannot write 'one': No space left on device\n") == 2
    assert "Party wins: defeat" in out


def test_progress_is_one_line_at_a_terminal(ran, monkeypatch, capsys) -> None:
    """Each line replaces the last one, and the last one is removed."""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    ran("odds", *BEAR, "--simulate", "--games", 1, "--seed", 3)
    with status_line() as show:
        show("1 of 100 games")
        show("100 games")
    assert capsys.readouterr().err == "\r1 of 100 games\r100 games     \r              \r"


def test_progress_is_a_line_now_and_then_without_a_terminal(monkeypatch, capsys) -> None:
    """A log gets a line every five seconds, so that a long calculation is not taken for a crash."""
    clock = iter([0.0, 4.9, 5.0, 5.0, 9.9, 10.0, 10.0])
    monkeypatch.setattr("cairn_rules.cli.messages.perf_counter", lambda: next(clock))
    with status_line() as show:
        for number in range(1, 5):
            show(f"{number}00 of 900 games")
    assert capsys.readouterr().err == "200 of 900 games\n400 of 900 games\n"


def test_large_fights_are_simulated(ran) -> None:
    out, _ = ran("odds", *BEAR, "--most-states", 3, "--games", 10, "--seed", 3)
    assert "\nSimulated: 10 games, seed 3." in out
    assert "simulated because" in out
    _, message = ran("odds", *BEAR, "--most-states", 3, "--exact", code=2)
    assert "cairn-rules: " in message


def test_reports_of_odds(ran) -> None:
    ran("odds", *RAT, *PLAIN, "-o", "odds.md")
    assert Path("odds.md").read_text(encoding="utf-8").startswith("# Ada against Rat\n")
    ran("odds", *RAT, *PLAIN, "-o", "odds.html")
    assert "</html>" in Path("odds.html").read_text(encoding="utf-8")


def test_endless_fights_have_no_number_of_rounds(ran) -> None:
    """Two pacifists wait for ever."""
    Path("lazy.py").write_text(
        "def wait(state):\n    from cairn_rules.cairn_rpg import combat\n"
        "    legal = combat.legal_actions(state)\n"
        "    return next((each for each in legal if isinstance(each, combat.Wait)), legal[0])\n",
        encoding="utf-8",
    )
    out, _ = ran("odds", *RAT, *PLAIN, "--party", "lazy:wait", "--warden", "lazy:wait", "--format", "json")
    data = json.loads(out)
    assert data["rounds"]["value"] is None
    assert data["endings"][0]["winner"] is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "the following arguments are required: CHARACTERS, FOES."),
        (("Ada: 1 HP", "bearr"), "FOES: 'bearr' is neither"),
        ((*RAT, "--party", "fierce"), "--party: 'fierce' is not a policy; known: focus-fire, "),
        ((*RAT, "--warden", "json:nothing"), "cannot load 'json:nothing', which should be module:name: "),
        ((*RAT, "--warden", "json:__doc__"), "--warden: 'json:__doc__' should be a function of a state, not "),
        ((*RAT, "--exact", "--simulate"), "--simulate: not allowed with argument --exact."),
        ((*RAT, "--leader", "2"), "--leader: '2' is not the number of a foe (1 to 1)"),
        ((*RAT, "--rulings", "morale=maybe"), "--rulings: "),
        ((*RAT, "-o", "nowhere/x.md"), "cannot write 'nowhere/x.md': No such file or directory"),
        ((*RAT, "--games", "0"), "--games: '0' is not a whole number from 1"),
        ((*RAT, "--games", "9", "--exact"), "--games cannot be combined with --exact: nothing is simulated"),
    ],
)
def test_bad_arguments_of_odds(refused, monkeypatch, arguments: tuple[str, ...], message: str) -> None:
    """They are refused before anything is worked out, which can take long."""
    monkeypatch.setattr("cairn_rules.cairn_rpg.commands.odds.odds", None)
    assert refused("odds", *arguments).startswith(message)


# Characters of other programs.


@pytest.mark.untraced
@pytest.mark.parametrize("format", ["kettlewright", "foundry-cairn", "foundry-cairn2e"])
def test_other_programs(ran, format: str) -> None:
    """What is written for a program is recognised and read again."""
    hero = create_character(seed=7)
    Path("hero.json").write_text(ran("character", "--seed", 7, "--format", format)[0], encoding="utf-8")
    assert loads(ran("sheet", "hero.json", "--format", "json")[0]) == hero
    bare = json.loads(Path("hero.json").read_text(encoding="utf-8"))
    bare.pop("flags", None)
    bare.pop("cairn_rules", None)
    bare["strange"] = 1
    Path("bare.json").write_text(json.dumps(bare), encoding="utf-8")
    out, note = ran("sheet", "bare.json")
    assert out.startswith("BARUANI\nProwler")
    assert "left out: bare.json, Baruani, $['strange']: " in note


def test_the_system_of_foundry_is_recognised(ran, refused) -> None:
    data = json.loads(ran("character", "--seed", 7, "--format", "foundry-cairn2e")[0])
    Path("hero.json").write_text(json.dumps(data | {"_stats": {"systemId": "cairn2e"}}), encoding="utf-8")
    assert ran("sheet", "hero.json")[0].startswith("BARUANI\n")
    Path("other.json").write_text(json.dumps(data | {"_stats": {"systemId": "dnd5e"}}), encoding="utf-8")
    unknown = "other.json, $: this is not a character of this library, of Kettlewright or of Foundry"
    assert unknown in refused("sheet", "other.json")
    Path("other.json").write_text("{}", encoding="utf-8")
    assert unknown in refused("sheet", "other.json")


def test_what_a_format_cannot_hold_is_noted(ran) -> None:
    """Kettlewright has no place for a scar's pending gain."""
    data = json.loads(dumps(create_character(seed=7, name="Ash")))
    data["value"]["conditions"]["diseased"] = True
    Path("ash.json").write_text(json.dumps(data), encoding="utf-8")
    _, note = ran("sheet", "ash.json", "--format", "kettlewright")
    assert "left out: Ash, $.conditions" in note


# Content packs.

PACK = Path(__file__).parents[2] / "examples/fenland-pack/src/fenland_pack/fenland.toml"


@pytest.mark.untraced
def test_characters_and_sheets_with_a_pack(ran, refused) -> None:
    """The sheet knows the background by its pack, without which it is a fault (R9)."""
    out, _ = ran("character", "--pack", PACK, "--background", "eel-warden", "--seed", 7, "--format", "json")
    Path("warden.json").write_text(out, encoding="utf-8")
    assert loads(out).background == "eel-warden"
    shown, _ = ran("sheet", "warden.json", "--pack", PACK)
    assert "You counted the eels" in shown
    assert "Texts by The cairn-rules" in shown
    assert ran("sheet", "warden.json", "--check", "--pack", PACK)[0].endswith(": no faults\n")
    assert "is not a background" in ran("sheet", "warden.json", "--check", code=1)[0]
    assert "Eel Warden" in ran("party", 2, "--pack", PACK, "--backgrounds", "eel-warden", "--seed", 7)[0]
    assert refused("character", "--pack", "no.toml") == "cannot read 'no.toml': No such file or directory"
    assert refused("character", "--pack", "no-such-pack").startswith(
        "'no-such-pack' is not the id of an installed pack, and ends in neither .toml nor .json; "
    )


@pytest.mark.untraced
def test_looking_up_in_a_pack(ran, refused) -> None:
    out, _ = ran("lookup", "eel", "skin", "--pack", PACK)
    assert out.startswith("Eel Skin (spell)\n  target: caster\n  duration: 60 s\n  For a minute")
    assert out.rstrip().endswith("CC-BY-4.0. Source: The example fenland-pack of cairn-rules.")
    assert "fenland" not in ran("lookup", "omen", "1", "--pack", PACK)[0]
    assert "credit" in json.loads(ran("lookup", "mire hog", "--pack", PACK, "--format", "json")[0])
    assert "spell/eel-skin" in ran("lookup", "eel skin", "--pack", PACK, "--text", "ids")[0]
    assert "there is no entry 'eel skin'" in refused("lookup", "eel skin")


@pytest.mark.untraced
def test_fights_with_a_pack(ran, refused) -> None:
    """Options that name its creatures are judged together with it."""
    sides = ("4 HP, sword (d8)", "mire-hog")
    assert "Mire Hog" in ran("odds", *sides, "--pack", PACK, "--simulate", "--games", 20, "--seed", 1)[0]
    assert refused("odds", *sides).startswith("FOES: 'mire-hog' is neither a creature of the book nor")
    assert refused("fight", *sides, "--leader", 4, "--pack", PACK).startswith(
        "--leader: '4' is not the number of a foe"
    )
    assert refused("odds", *sides, "--pack", "no.toml").startswith("cannot read 'no.toml'")
    out, _ = ran("odds", "seed 7 eel warden", "wolf", "--pack", PACK, "--simulate", "--games", 5, "--seed", 1)
    assert "Wolf" in out


@pytest.mark.untraced
def test_stored_games_with_a_pack(ran, refused) -> None:
    shelf = with_packs(read_pack(PACK))
    foes = [combat.creature(shelf.book.creatures["mire-hog"])]
    games = {
        "fight.json": Match(combat, combat.new_game(seed=7, foes=foes, book=shelf.book)),
        "party.json": Match(creation, creation.new_game(seed=7, book=shelf.book)),
        "barrow.json": Match(dungeon, dungeon.new_game(seed=7, book=shelf.book)),
        "trip.json": Match(wilderness, wilderness.new_game(seed=7, book=shelf.book)),
    }
    for name, match in games.items():
        Path(name).write_text(dumps(Record.of(match)), encoding="utf-8")
        game = manifest_of(match.game).name
        ran("check", name, "--game", game, "--pack", PACK)
        assert "the pack 'fenland' with the hash" in "".join(ran("check", name, "--game", game, code=1))
    lines = "background=eel-warden\nquit\n"
    shown, _ = ran("play", "--game", "cairn-rpg-creation", "--pack", PACK, "--seed", 7, lines=lines)
    assert "Eel Warden" in shown
    for name in ("dungeon", "wilderness"):
        people = ("--game", f"cairn-rpg-{name}", "--characters", "seed 7 eel warden", "--seed", 7)
        shown, _ = ran("play", *people, "--pack", PACK, lines="quit\n")
        assert create_character(seed=7, background="eel-warden", book=shelf.book).name in shown
        assert "is not a background" in refused("play", *people)


@pytest.mark.untraced
@pytest.mark.parametrize("game", [name for name in LIBRARY if option_names(load(name), reading=True)])
def test_the_farewell_resumes_a_game_with_content_of_others(ran, game: str) -> None:
    """Its command has every option that the record needs, also one that was repeated."""
    head = 'id = "de"\nname = "Deutsch"\nauthor = "Anna"\nlicense = "MIT"\n[texts]\n'
    Path("in German.toml").write_text(head + '"spell/eel-skin" = "Glatt."\n', encoding="utf-8")
    Path("winter.json").write_text(endless_winter.format_pack(endless_winter.default_pack()), encoding="utf-8")
    packs = ("winter.json",) if game == "endless-winter" else (PACK, "in German.toml")
    values = {"pack": packs, "plugins": ("",)}
    needed = [
        part
        for option in option_names(load(game), reading=True)
        for value in values[option]
        for part in (f"--{option}", value)
        if part
    ]
    out, _ = ran("play", "--game", game, *needed, "--seed", 1, "--save", "one", lines="quit\n")
    farewell, command = out.splitlines()[-1].split(": ", 1)
    assert farewell == "The game is saved. To continue"
    words = shlex.split(command)
    assert (words[:2], words[-2:]) == (["cairn-rules", "play"], ["--resume", "one"])
    again, _ = ran(*words[1:], lines="quit\n")
    assert again.splitlines()[-1].endswith(f": {command}")
    shorter, _ = ran("play", *needed, "--resume", "one", lines="quit\n")
    assert shorter == again, "the file says which game it is"


@pytest.mark.untraced
def test_the_farewell_of_a_fight_with_a_pack(ran) -> None:
    sides = ("4 HP, sword (d8)", "mire-hog")
    out, _ = ran("fight", *sides, "--pack", PACK, "--seed", 7, "--save", "one", lines="quit\n")
    command = shlex.split(out.splitlines()[-1].split(": ", 1)[1])
    assert "Mire Hog" in ran(*command[1:], lines="quit\n")[0]
    assert "Mire Hog" in ran("fight", "--pack", PACK, "--resume", "one", lines="quit\n")[0]


@pytest.mark.untraced
def test_a_missing_pack_is_asked_for_with_the_name_of_the_file(ran, refused) -> None:
    """The options of a stored game need no `--game`, in any command that reads one."""
    ran("fight", "4 HP, sword (d8)", "mire-hog", "--pack", PACK, "--seed", 7, "--save", "one", lines="quit\n")
    for command in (("play", "--resume"), ("play", "--resume=one"), ("show",), ("replay",), ("convert",)):
        whole = command if "=" in command[-1] else (*command, "one")
        message = refused(*whole)
        assert message.startswith("cannot read 'one': line 5, tag State, $.value"), command
        assert message.endswith("or with --pack on the command line")
    for command in (("play", "--resume"), ("show",), ("check",)):
        ran(*command, "one", "--pack", PACK, lines="quit\n")
    assert refused("show", ".", "--pack", PACK).startswith("show has no option --pack")
    Path("latin").write_bytes(b"\xff[Game]")
    assert refused("show", "latin").startswith("cannot read 'latin'")


def test_files_that_hold_no_game(refused) -> None:
    assert refused("chronicle", "nowhere") == "'nowhere' is not a file"
    Path("party.json").write_text(dumps(create_party(2, seed=7)), encoding="utf-8")
    said = "'party.json' holds a list of Character values; give a record, a match or a state"
    assert refused("chronicle", "party.json") == refused("replay", "party.json") == said


def test_a_save_needs_only_an_attribute(ran, refused) -> None:
    assert refused("save").startswith("the following arguments are required: ATTRIBUTE.")
    Path("party.json").write_text(dumps(create_party(2, seed=7)), encoding="utf-8")
    assert ran("save", "STR", "--seed", 1)[0].count("'s STR save [R45]: ") == 2


def test_a_file_of_another_kind_for_a_side(refused) -> None:
    Path("party.html").write_text("<p>Ada</p>", encoding="utf-8")
    said = refused("odds", "party.html", "wolf")
    assert said.startswith("CHARACTERS: bad document: party.html, $: not JSON: ")
    assert said.endswith("'cairn-rules party 4 --output party.json' writes a file of characters")


@pytest.mark.parametrize("command", ["party 2", "character", "character -n 2 --format pdf", "sheet hero.json"])
@pytest.mark.parametrize(("output", "what"), [("heroes/", "a folder"), (".", "a folder"), ("h.ZIP", "an archive")])
def test_folders_and_archives_are_for_other_programs(ran, refused, command: str, output: str, what: str) -> None:
    ran("character", "-o", "hero.json")
    assert refused(*command.split(), "-o", output) == (
        f"--output: {what} holds a file of each character for another program; add --format kettlewright,"
        " foundry-cairn or foundry-cairn2e, or give a file such as party.md"
    )
    assert {each.name for each in Path().iterdir()} == {"hero.json"}


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("line", "known"),
    [
        ("character --seed 7 -o s.odt", ".txt, .md, .markdown, .html, .htm, .pdf, .json, .jsonl"),
        ("party 2 --dice -o s.odt", ".txt, .md, .markdown, .html, .htm, .pdf, .json, .jsonl"),
        ("sheet hero.json -o s.odt", ".txt, .md, .markdown, .html, .htm, .pdf, .json, .jsonl"),
        ("odds 'seed 7' wolf -o s.odt", ".txt, .md, .markdown, .html, .htm, .json, .jsonl"),
        ("forecast --game cairn-rpg-wilderness -o s.odt", ".txt, .md, .markdown, .html, .htm, .json, .jsonl"),
        ("lookup R97 -o s.odt", ".txt, .json, .jsonl"),
    ],
)
def test_an_ending_that_promises_another_format(ran, refused, line: str, known: str) -> None:
    """It is refused before anything is made, unless the format is named."""
    ran("character", "--seed", 7, "--format", "json", "--output", "hero.json")
    said = f"--output: '.odt' is not the ending of a format ({known}); name the format with --format"
    assert refused(*shlex.split(line)) == said
    assert not Path("s.odt").exists()


def test_any_ending_with_a_format_and_text_without_one(ran) -> None:
    ran("character", "--seed", 7, "--format", "text", "-o", "s.odt")
    ran("character", "--seed", 7, "-o", "sheet")
    assert Path("sheet").read_text(encoding="utf-8") == Path("s.odt").read_text(encoding="utf-8")


def test_forecasts_with_a_pack(ran, refused) -> None:
    """A pack offers backgrounds, and goods to take along."""
    head = 'id = "hills"\nname = "The Hills"\nauthor = "Bo"\nlicense = "MIT"\n'
    rope = '[[goods.gear]]\nid = "wool-rope"\nname = "Wool Rope"\nprice = 3\nitem = {id = "wool-rope", name = "Rope"}\n'
    Path("hills.toml").write_text(head + rope, encoding="utf-8")
    trip = ("--game", "cairn-rpg-wilderness", "--simulate", "--games", 2, "--seed", 1, "--what-if", "wool-rope")
    assert "with wool-rope" in ran("forecast", *trip, "--pack", "hills.toml")[0]
    assert refused("forecast", *trip).startswith("--what-if: 'wool-rope' cannot be taken along")


@pytest.mark.untraced
def test_checking_packs(ran) -> None:
    """A translation is checked together with the pack that it translates; the exit code tells of faults."""
    assert ran("check-pack", PACK)[0] == "The Fenland: nothing found\n"
    head = 'id = "de"\nname = "Deutsch"\nauthor = "Anna"\nlicense = "free for all"\n[texts]\n'
    Path("de.toml").write_text(head + '"spell/eel-skin" = "Glatt."\n', encoding="utf-8")
    warning = "de.toml:4: warning: license: 'free for all' is not an SPDX identifier, such as 'CC-BY-4.0' or 'MIT'\n"
    assert ran("check-pack", PACK, "de.toml")[0] == f"The Fenland: nothing found\n{warning}"
    out, _ = ran("check-pack", "de.toml", code=1)
    assert out.startswith("de.toml:6: fault: texts['spell/eel-skin']: this text is unused")
    assert out.endswith(warning), "faults come first"
    Path("bad.toml").write_text("id = 3\n", encoding="utf-8")
    out, _ = ran("check-pack", "bad.toml", PACK, code=1)
    lines = out.splitlines()
    assert lines[-1] == "The Fenland: nothing found"
    assert "bad.toml: fault: $.license: missing" in [line[:35] for line in lines]
    assert len(lines) == 5, "the id is no text, and three more keys are missing"


def test_a_pack_is_no_file_of_characters(refused) -> None:
    said = "a content pack goes into the option --pack, and 'cairn-rules check-pack' checks it"
    assert refused("sheet", PACK).endswith(f"is not a file of characters; {said}")
    Path("pack.json").write_text('{"id": "de", "license": "MIT"}', encoding="utf-8")
    assert refused("sheet", "pack.json").endswith(f"of Kettlewright or of Foundry; {said}")


def test_a_part_of_the_name_of_a_game_is_enough_for_a_hint(refused) -> None:
    said = refused("play", "--game", "dungeon")
    assert said.endswith("; did you mean 'cairn-rpg-dungeon'?")


def test_the_names_of_a_kind_are_looked_up_by_its_name(ran) -> None:
    """An entry of that name would come first."""
    everything = ran("lookup", "--kind", "background")[0]
    assert ran("lookup", "background")[0] == ran("lookup", "BackgroundS")[0] == everything
    assert everything.splitlines()[0] == "Aurifex [aurifex]"


def test_a_part_of_an_id_is_enough_for_a_hint(refused) -> None:
    """What has the word between its hyphens comes first."""
    said = refused("odds", "seed 7", "giant")
    assert re.search(r"did you mean '(?:[a-z]+-giant|giant-[a-z]+)' or '(?:[a-z]+-giant|giant-[a-z]+)' or", said)


def test_a_word_of_only_one_name_is_enough(ran, refused) -> None:
    """`bear` is the grizzly bear, in a fight and in a look-up; a word of several names is not enough."""
    assert "against Grizzly Bear\n" in ran("odds", "seed 7", "bear", "--simulate", "--games", 1)[0]
    assert ran("lookup", "bear")[0].startswith("Grizzly Bear (creature)\n")
    assert ran("lookup", "bear", "--kind", "creature")[0].startswith("Grizzly Bear (creature)\n")
    assert refused("lookup", "giant").startswith("there is no entry 'giant'; did you mean ")
    Path("bear").write_text(dumps(create_party(1, seed=7)), encoding="utf-8")
    assert "against Baruani" in ran("odds", "seed 8", "bear", "--simulate", "--games", 1)[0]


# Saved games.


@pytest.fixture(scope="module")
def over(tmp_path_factory) -> dict[str, str]:
    """The files of a fight that is over, with house rulings and a leader."""
    with chdir(tmp_path_factory.mktemp("fight")):
        Path("party.json").write_text(dumps(create_party(4, seed=7)), encoding="utf-8")
        fight = ["fight", "party.json", "root-goblin; Chief: 4 HP, 9 WIL, spear (d6)", "--save", "f.cairn"]
        options = ("--leader", "2", "--crowd", "--rulings", "initiative=pcs_ready", "--seed", "3")
        assert main([*fight, *options, "--party", "random", "--warden", "random"]) == 0
        return {each.name: each.read_text(encoding="utf-8") for each in Path().iterdir()}


@pytest.fixture
def saved(tmp_path, over: dict[str, str]) -> None:
    """These files in the folder of a test."""
    for name, text in over.items():
        (tmp_path / name).write_text(text, encoding="utf-8")


@pytest.mark.untraced
@pytest.mark.usefixtures("saved")
def test_the_party_of_a_saved_fight(ran, refused) -> None:
    """It has its wounds, as a sheet and as a file of characters, in every game."""
    after = read_characters("f.cairn")
    assert [each.hp for each in after] != [each.hp for each in create_party(4, seed=7)]
    assert after[0].name in ran("sheet", "f.cairn", "--party")[0]
    for game in ("dungeon", "wilderness", "campaign"):
        options = ("--characters", "f.cairn", "--seed", 1, "--save", f"{game}.cairn")
        ran("play", "--game", f"cairn-rpg-{game}", *options, lines="quit\n")
        assert read_characters(f"{game}.cairn") == after
    Path("two.cairn").write_text(2 * Path("f.cairn").read_text(encoding="utf-8"), encoding="utf-8")
    assert "holds 2 documents" in refused("sheet", "two.cairn")
    assert ran("sheet", "two.cairn", "--number", 2) == ran("sheet", "f.cairn")


@pytest.mark.usefixtures("saved")
def test_fighting_again(ran) -> None:
    """The wounded party meets the same foes by the same rulings."""
    ran("fight", "f.cairn", "--again", "--seed", 1, "--save", "g.cairn", "--party", "human", lines="quit\n")
    first, second = (parse_record(Path(name).read_text(encoding="utf-8")).start for name in ("f.cairn", "g.cairn"))
    assert combat.characters(second, combat.FOES) == combat.characters(first, combat.FOES)
    assert (second.rulings, second.crowd) == (first.rulings, first.crowd)
    chiefs = [start.fighters[start.leader].character.name for start in (first, second)]
    assert chiefs == ["Chief", "Chief"]
    living = [each for each in read_characters("f.cairn") if not each.conditions.dead]
    assert list(combat.characters(second)) == living
    options = ("--again", "--seed", 1, "--rulings", "morale=False", "--party", "human")
    assert "Wolf" in ran("fight", "f.cairn", "wolf", *options, lines="quit\n")[0]
    ran("convert", "f.cairn", "-o", "f.json")
    assert parse_side("foes of f.json") == parse_side("foes of f.cairn")
    ran("fight", "seed 7", "wolf", "--seed", 1, "--save", "plain.cairn", lines="quit\n")
    assert "Wolf" in ran("fight", "plain.cairn", "--again", "--seed", 1, lines="quit\n")[0]


@pytest.mark.usefixtures("saved")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--again", "--again needs the file of a saved fight; type 'cairn-rules fight fight.cairn --again'"),
        ("f.cairn --again --resume f.cairn", "--again cannot be combined with --resume; type "),
        ("party.json --again", "'party.json' is not a saved fight, such as 'cairn-rules fight --save' writes"),
        ("none.cairn --again", "cannot read 'none.cairn': No such file or directory"),
    ],
)
def test_bad_fights_again(refused, arguments: str, message: str) -> None:
    assert refused("fight", *arguments.split()).startswith(message)


# Files that other tools take.


def test_a_party_in_a_file_is_one_document(ran) -> None:
    """A stream has a document on each line, by its own ending or on the standard output."""
    party = tuple(map(public, create_party(4, seed=7)))
    ran("party", 4, "--seed", 7, "-o", "party.json")
    assert json.loads(Path("party.json").read_text(encoding="utf-8"))["document"] == "party"
    assert loads(Path("party.json").read_text(encoding="utf-8")) == party
    ran("sheet", "party.json", "-o", "again.json")
    assert Path("again.json").read_bytes() == Path("party.json").read_bytes()
    ran("party", 4, "--seed", 7, "-o", "party.jsonl")
    lines = Path("party.jsonl").read_text(encoding="utf-8")
    assert tuple(map(loads, lines.splitlines())) == party == read_characters("party.jsonl")
    assert ran("party", 4, "--seed", 7, "--format", "json")[0] == lines
    ran("party", 1, "--seed", 7, "-o", "one.json")
    assert loads(Path("one.json").read_text(encoding="utf-8")) == public(create_party(1, seed=7)[0])


def test_too_many_characters_for_a_document(ran) -> None:
    ran("character", "-n", 100, "--seed", 7, "-o", "many.json")
    assert len(read_characters("many.json")) == 100
    _, message = ran("character", "-n", 101, "--seed", 7, "-o", "more.json", code=2)
    assert message.endswith(
        "cairn-rules: --output: a party has at most 100 characters; write more to a file .jsonl, one on each line\n"
    )
    assert not Path("more.json").exists()


@pytest.mark.parametrize("format", ["kettlewright", "foundry-cairn", "foundry-cairn2e"])
def test_files_of_several_characters_for_other_programs(ran, format: str) -> None:
    """These programs read one character from a file, so a party is a folder or an archive of files."""
    made = ("party", 3, "--seed", 7, "--format", format, "--rolls")
    party = tuple(map(public, create_party(3, seed=7)))
    out, _ = ran(*made, "-o", "heroes")
    names = ["1-baruani.json", "2-toph.json", "3-gann.json"]
    assert sorted(each.name for each in Path("heroes").iterdir()) == names
    assert tuple(hero for name in names for hero in read_characters(f"heroes/{name}")) == party
    assert ran(*made, "-o", "heroes.zip")[0] == out
    with ZipFile("heroes.zip") as archive:
        assert [(name, archive.read(name)) for name in archive.namelist()] == [
            (name, Path("heroes", name).read_bytes()) for name in names
        ]
    ran(*made, "-o", "heroes.jsonl")
    assert read_characters("heroes.jsonl") == party
    ran("sheet", "heroes/2-toph.json", "--format", format, "-o", "toph.json")
    ran("sheet", "heroes/2-toph.json", "--format", format, "-o", "alone/")
    assert Path("toph.json").read_bytes() == Path("alone/1-toph.json").read_bytes()


def test_files_that_cannot_hold_several_characters(ran, refused) -> None:
    """It is refused before anybody throws dice."""
    said = (
        "--output: kettlewright reads one character from a file; give a folder such as heroes/, an archive heroes.zip,"
        " or heroes.jsonl for one document on each line"
    )
    assert refused("party", 4, "--dice", "--format", "kettlewright", "-o", "heroes.json") == said
    assert refused("character", "-n", 2, "--format", "kettlewright", "-o", "heroes.json") == said
    _, message = ran("party", 2, "--format", "kettlewright", "-o", "no/heroes/", code=2)
    assert message.endswith("cairn-rules: cannot write 'no/heroes/': No such file or directory\n")


def test_characters_with_their_rolls_are_read_again(ran, refused) -> None:
    ran("party", 2, "--seed", 7, "--rolls", "-o", "party.json")
    assert read_characters("party.json") == tuple(map(public, create_party(2, seed=7)))
    Path("none.json").write_text('{"characters": [], "rolls": []}', encoding="utf-8")
    assert refused("sheet", "none.json").startswith("'none.json': this tuple has no characters; ")
    Path("odd.json").write_text('{"characters": 1, "rolls": []}', encoding="utf-8")
    assert "this is not a character of this library" in refused("sheet", "odd.json")


@pytest.mark.untraced
@pytest.mark.parametrize("output", ["heroes/", "heroes.zip"])
def test_folders_and_archives_are_read(ran, refused, output: str) -> None:
    """Files are read in the order of the party, also the tenth; those that are hidden or of another kind are not."""
    ran("party", 11, "--seed", 7, "--format", "kettlewright", "-o", output)
    names = [each.name for each in create_party(11, seed=7)]
    assert [each.name for each in read_characters(output)] == names
    if output == "heroes/":
        Path("heroes/.hidden.json").write_text("{", encoding="utf-8")
        Path("heroes/notes.txt").write_text("{", encoding="utf-8")
        Path("heroes/old.json").mkdir()
        assert [each.name for each in read_characters("heroes")] == names
    assert [each.name for each in read_characters(output, number=10)] == names[9:10]
    assert ran("odds", f"{output}; 1 HP", "wolf", "--simulate", "--games", 1)[0].startswith(f"{names[0]}, ")
    assert refused("sheet", output, "--number", 12) == f"{output!r} has no document 12 (1 to 11)"


def test_a_folder_of_other_files(refused, monkeypatch) -> None:
    Path("heroes").mkdir()
    assert refused("odds", "heroes", "wolf") == "CHARACTERS: cannot read 'heroes': it has no files .json or .jsonl"
    Path("heroes/a.json").write_text("{}", encoding="utf-8")
    assert f"heroes{os.sep}a.json, $: this is not a character of this library" in refused("sheet", "heroes")
    monkeypatch.setattr("cairn_rules.cairn_rpg.formats.character_files.LARGEST", 3)
    Path("heroes/b.json").write_text("{}", encoding="utf-8")
    assert refused("sheet", "heroes") == "cannot read 'heroes': its files are larger than 3 bytes together"
    monkeypatch.setattr("pathlib.Path.iterdir", Mock(side_effect=PermissionError(13, "Permission denied")))
    assert refused("sheet", "heroes") == "cannot read 'heroes': Permission denied"
    assert refused("odds", "nowhere/", "wolf").startswith("CHARACTERS: cannot read 'nowhere/': ")


def test_damaged_archives(ran, refused) -> None:
    ran("party", 2, "--format", "kettlewright", "-o", "heroes.zip")
    content = Path("heroes.zip").read_bytes()
    Path("cut.zip").write_bytes(content[:-9])
    assert refused("sheet", "cut.zip") == "cannot read 'cut.zip': the archive is damaged (File is not a zip file)"
    Path("odd.zip").write_bytes(content.replace(b"willpower", b"will_____", 1))
    assert refused("sheet", "odd.zip").endswith("json' differs from its size or checksum)")
    with ZipFile("bomb.zip", "w", ZIP_DEFLATED) as bomb:
        bomb.writestr("a.json", b" " * (LARGEST + 1))
    assert refused("sheet", "bomb.zip") == f"cannot read 'bomb.zip': its files are larger than {LARGEST} bytes together"
    with ZipFile("empty.zip", "w") as empty:
        empty.writestr("__MACOSX/._a.json", b"{}")
    assert refused("sheet", "empty.zip") == "cannot read 'empty.zip': it has no files .json or .jsonl"
