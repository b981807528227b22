"""The command `check-pack`: the game of a pack is found, and every fault of its file is printed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cairn_rules import endless_winter
from cairn_rules.cli.main import main
from cairn_rules.manifest import Manifest
from cairn_rules.packs import Packs

FENLAND = Path(__file__).parents[2] / "examples" / "fenland-pack" / "src" / "fenland_pack" / "fenland.toml"
BUILT_IN = endless_winter.format_pack(endless_winter.default_pack())
NAME = endless_winter.default_pack().name
RIGHT = (
    "format, pack, limits, tribe, … (Endless Winter) or id, name, author, license, … (the role-playing game) "
    "or areas, doors, tables (a dungeon) or landmarks, ways, encounters (a land)"
)
DECKS = """
from types import SimpleNamespace
from cairn_rules.codec.data_file import data_in_file
from cairn_rules.korrigans import *
from cairn_rules.manifest import Manifest
from cairn_rules.packs import Finding, Packs
from cairn_rules.registry import Registry

def read(path):
    with data_in_file(path, 1000, "a deck") as data:
        return SimpleNamespace(**data)

def findings(pack, beside):
    for other in beside:
        yield Finding("warning", "cards", f"{other.name} has {other.cards} cards")
    if pack.cards < 2:
        yield Finding("fault", "cards", f"{pack.cards} cards; give two or more")

MANIFEST = Manifest(
    name="decks",
    packs=Packs(
        title="Decks",
        keys=("id", "name", "cards"),
        read=read,
        findings=findings,
        installed=lambda: Registry([SimpleNamespace(id="mine", name="Mine", cards=5)]),
    ),
)
"""


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def checked(capsys: pytest.CaptureFixture[str]):
    """Runs the command; gives the lines that it prints, to the standard error if the arguments are wrong."""

    def run(*arguments: object, code: int = 0) -> list[str]:
        assert main(["check-pack", *map(str, arguments)]) == code
        captured = capsys.readouterr()
        return (captured.err if code == 2 else captured.out).splitlines()

    return run


@pytest.fixture
def _decks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A distribution with a game that has packs."""
    site = tmp_path / "site"
    metadata = site / "decks-1.2.dist-info"
    metadata.mkdir(parents=True)
    (site / "deck_game.py").write_text(DECKS, encoding="utf-8")
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: decks\nVersion: 1.2\n", encoding="utf-8")
    (metadata / "entry_points.txt").write_text("[cairn_rules.games]\ndecks = deck_game\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setitem(sys.modules, "deck_game", None)  # nothing of it is left when the test is over
    del sys.modules["deck_game"]


def written(name: str, text: str) -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


@pytest.mark.untraced
def test_the_game_of_a_pack_is_found(checked) -> None:
    """A file of each game in one command; an untouched pack has no faults."""
    built_in = written("winter.json", BUILT_IN)
    assert checked(built_in) == [f"{NAME}: nothing found"]
    assert checked(FENLAND, built_in) == ["The Fenland: nothing found", f"{NAME}: nothing found"]
    assert checked(built_in, "--game", "endless-winter") == [f"{NAME}: nothing found"]
    assert checked(FENLAND, "--game", "cairn-rpg-combat") == ["The Fenland: nothing found"]


@pytest.mark.untraced
def test_every_fault_is_printed_with_its_path(checked) -> None:
    text = BUILT_IN.replace('"food(3)"', '"foot(3)"', 1).replace('"format": 1', '"format": 2')
    assert checked(written("bad.json", text), FENLAND, code=1) == [
        "bad.json:2: fault: $.format: 2 is not 1, the only format",
        (
            "bad.json:175: fault: $.culture[0].effect: the effect 'foot(3)' is not valid: 'foot' is not a benefit; "
            "did you mean 'food'?"
        ),
        "The Fenland: nothing found",
    ]


def test_a_changed_copy_needs_an_id_of_its_own(checked) -> None:
    """Stored games name their pack by its id. It is a warning."""
    text = BUILT_IN.replace('"food(3)"', '"food(2)"', 1)
    said = "'prerelease_reconstructed' is the id of the built-in pack, whose content differs; give this one another id"
    assert checked(written("copy.json", text)) == [f"copy.json:4: warning: pack.id: {said}"]
    assert checked(written("copy.json", text.replace('"prerelease_reconstructed"', '"my_copy"'))) == [
        f"{NAME}: nothing found"
    ]


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        (
            "a.toml",
            "[project]\nname = 1",
            f": fault: $: it has keys such as 'project' instead of those of a content pack: {RIGHT}",
        ),
        ("a.toml", "", f": fault: $: it has too few of the keys of a content pack: {RIGHT}"),
        ("a.json", "[1]", f": fault: $: [1] is not a table with the keys of a content pack: {RIGHT}"),
        (
            "a.json",
            '{"format": 1, "game": "cairn", "document": "match", "value": {}}',
            f": fault: $: a document of 'cairn', 'match', and not a content pack, which has the keys {RIGHT}",
        ),
        ("a.toml", "id = = 3", ":1: fault: column 6: not valid TOML: Invalid value"),
        (
            "a.json",
            "{",
            (
                ":1: fault: $: not JSON: Expecting property name enclosed in double quotes, line 1, column 2; "
                "the text is cut short"
            ),
        ),
    ],
)
def test_a_file_that_is_no_pack_has_one_fault(checked, name: str, text: str, fault: str) -> None:
    assert checked(written(name, text), code=1) == [f"{name}{fault}"]


def test_a_file_that_is_not_text_is_named_once(checked) -> None:
    Path("latin.toml").write_bytes(b'id = "\xe9"')
    assert checked("latin.toml", code=1) == [
        "latin.toml: fault: not UTF-8: the byte 0xE9 on line 1; save the file as UTF-8"
    ]


def test_a_pack_of_another_game_than_the_one_that_is_named(checked) -> None:
    assert checked(FENLAND, "--game", "endless-winter", code=1) == [
        (
            f"{FENLAND}: fault: $: it has keys such as 'id' instead of those of a content pack: "
            "format, pack, limits, tribe, … (Endless Winter)"
        )
    ]


def test_wrong_arguments(checked) -> None:
    """What cannot be read is no fault of a pack."""
    Path("folder.toml").mkdir()
    written("moor", "")
    for name, said in (
        ("missing.toml", "cannot read 'missing.toml': No such file or directory"),
        ("folder.toml", "cannot read 'folder.toml': "),
        ("nosuch", "'nosuch' is not the id of an installed pack, and ends in neither .toml nor .json; no pack is"),
        ("moor", "'moor' is a file, but its name ends in neither .toml nor .json"),
    ):
        assert checked(name, code=2)[0].startswith(f"cairn-rules: {said}")
    said = "cairn-rules: --game: cairn has no content packs; leave it out, or name another game"
    assert checked(FENLAND, "--game", "cairn", code=2) == [said]


def test_the_others_are_checked_when_a_file_cannot_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    """All that cannot be read is named at the end; the exit code is that of wrong arguments."""
    bad = written("bad.toml", "id = = 3")
    assert main(["check-pack", "none.toml", str(FENLAND), bad, "no.toml"]) == 2
    captured = capsys.readouterr()
    assert captured.out.splitlines() == [
        "bad.toml:1: fault: column 6: not valid TOML: Invalid value",
        "The Fenland: nothing found",
    ]
    missing = [f"cannot read '{name}': No such file or directory" for name in ("none.toml", "no.toml")]
    assert captured.err == f"cairn-rules: {'; '.join(missing)}\n"


def test_a_game_may_find_every_fault_when_it_reads(checked, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its packs need no function for findings."""
    packs: Packs[endless_winter.Pack] = Packs(title="Winter", keys=("pack",), read=endless_winter.read_pack)
    monkeypatch.setattr(endless_winter, "MANIFEST", Manifest(name="endless-winter", packs=packs))
    assert checked(written("winter.json", BUILT_IN), "--game", "endless-winter") == [f"{NAME}: nothing found"]


@pytest.mark.usefixtures("_decks")
def test_packs_of_a_game_of_another_distribution(checked) -> None:
    """Its code runs only when `--game` names it. Its packs are checked together."""
    small = written("small.toml", 'id = "small"\nname = "Small"\ncards = 1\n')
    assert checked(small, "mine", "--game", "decks", code=1) == [
        "small.toml:3: warning: cards: Mine has 5 cards",
        "small.toml:3: fault: cards: 1 cards; give two or more",
        "mine: warning: cards: Small has 1 cards",
    ]
    assert checked("mine", "--game", "decks") == ["Mine: nothing found"]
    assert checked("mein", "--game", "decks", code=2)[0].endswith(
        "ends in neither .toml nor .json; did you mean 'mine'?"
    )
    del sys.modules["deck_game"]
    checked(small, code=1)
    assert "deck_game" not in sys.modules
