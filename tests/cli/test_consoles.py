"""Every command prints on consoles that cannot show everything."""

from __future__ import annotations

import shlex
import sys
from io import StringIO
from pathlib import Path

import pytest

from cairn_rules import dumps
from cairn_rules.cairn_rpg.creation import create_character
from cairn_rules.cli.commands import COMMANDS
from cairn_rules.cli.main import main
from cairn_rules.cli.parser import commands_of
from cairn_rules.games import LIBRARY, load

pytestmark = pytest.mark.untraced

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"
PACK = ROOT / "examples" / "fenland-pack" / "src" / "fenland_pack" / "fenland.toml"
LINES = (
    "--help",
    "--version",
    *(f"demo --seed 7 --game {game}" for game in LIBRARY),
    "demo --game",
    "play --seed 7 --sea random --forest random",
    "play --seed 7 --game korrigans --blue random --green random",
    "simulate --lineup random,greedy -n 2 --seed 7 --jobs 1 --output {folder}/results.csv",
    "show {record}",
    "show {record} --turn 99",
    "show …ő",
    "replay {record}",
    "check {record}",
    "convert {record}",
    "perft 1 --seed 7",
    "schema state",
    "megaliths",
    "puzzles 250 --solution",
    "balance support.stones:whirl --games 1 --player random --seed 1",
    "character --seed 7 --name Zoë",
    "analyse {record} --turn 3 --simulations 20 --seed 1",
    "review {record} --simulations 20",
    "party 2 --seed 7",
    "sheet {character}",
    "lookup goblin",
    "roll bond --seed 7",
    "save STR --from {character} --seed 7",
    "check-pack {pack}",
    "fight {character} root-goblin --seed 7 --party tree --warden random",
    "odds {character} root-goblin --games 5 --seed 7",
    "chronicle {campaign} --rolls",
    "map {campaign}",
)
TRIED_BY_ITS_HELP = {"check-megalith", "forecast"}
"""Commands that take long."""


REFUSED = {"demo --game", "show {record} --turn 99", "show …ő"}
"""Those of the lines that end in an error."""
BEYOND_ASCII = ("demo --seed 7 --game cairn", "show {record}", "show …ő", "character --seed 7 --name Zoë")
"""Lines for another such console: what it cannot show is replaced in the same way, whatever the command."""


def told(line: str, encoding: str, monkeypatch: pytest.MonkeyPatch, folder: Path, *, code: int = 0) -> str:
    """Return what a command prints on a console with an encoding, and check its exit code."""
    console = folder / "console"
    with monkeypatch.context() as here, console.open("w", encoding=encoding) as stream:
        here.setattr(sys, "stdout", stream)
        here.setattr(sys, "stderr", stream)
        here.setattr(sys, "stdin", StringIO())
        assert main(shlex.split(line)) == code
    return console.read_text(encoding=encoding)


@pytest.fixture
def places(tmp_path: Path) -> dict[str, Path]:
    character = tmp_path / "hero.json"
    character.write_text(dumps(create_character(seed=7, name="Zoë Őry …")), encoding="utf-8")
    campaign, record = GOLDEN / "cairn-rpg-campaign" / "match.json", GOLDEN / "records" / "whole.txt"
    return {"folder": tmp_path, "character": character, "campaign": campaign, "record": record, "pack": PACK}


@pytest.mark.parametrize(
    ("line", "encoding"), [*((line, "ascii") for line in LINES), *((line, "cp1252") for line in BEYOND_ASCII)]
)
def test_every_command_prints_on_any_console(line, encoding, monkeypatch, places):
    """What cannot be shown is written in plain letters; boards are drawn with other signs."""
    filled = line.format(**{name: shlex.quote(path.as_posix()) for name, path in places.items()})
    text = told(filled, encoding, monkeypatch, places["folder"], code=2 if line in REFUSED else 0)
    assert text.startswith("cairn-rules: ") == (line in REFUSED)
    assert "??" not in text.replace(" ??", "")  # which a review gives as a mark


@pytest.mark.parametrize("game", LIBRARY)
def test_the_help_of_every_command_prints_on_any_console(game, monkeypatch, tmp_path):
    for name in {*COMMANDS, *(each.name for each in commands_of(load(game)))}:
        text = told(f"{name} --help --game {game}", "ascii", monkeypatch, tmp_path)
        assert f"cairn-rules {name}" in text


def test_names_are_written_in_plain_letters(monkeypatch, places):
    for encoding, name in (("utf-8", "ZOË ŐRY …"), ("cp1252", "ZOË ORY …"), ("ascii", "ZOE ORY ...")):
        assert name in told(
            f"sheet {shlex.quote(places['character'].as_posix())}", encoding, monkeypatch, places["folder"]
        )


def test_every_command_is_tried():
    commands = {*COMMANDS, *(each.name for game in LIBRARY for each in commands_of(load(game)))}
    assert commands - TRIED_BY_ITS_HELP <= {line.split()[0] for line in LINES}
