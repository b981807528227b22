"""Texts with the line ends of Windows, and paths as they are written there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path, PureWindowsPath
from typing import Any

import pytest

from cairn_rules import cairn, cairn_rpg, dumps, endless_winter, korrigans, loads, parse_record, read_records
from cairn_rules.cairn_rpg.creation import create_character
from cairn_rules.cli.main import main

pytestmark = pytest.mark.untraced

ROOT = Path(__file__).parent.parent
GOLDEN = ROOT / "tests" / "golden"
RECORDS = sorted(GOLDEN.rglob("*.txt"))
PACK = ROOT / "examples" / "fenland-pack" / "src" / "fenland_pack" / "fenland.toml"


def crlf(text: str) -> str:
    assert "\r" not in text
    return text.replace("\n", "\r\n")


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_records(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert list(read_records(crlf(text).splitlines(keepends=True))) == list(read_records(text.splitlines()))


@pytest.mark.parametrize(
    ("parse", "text"),
    [
        (cairn_rpg.parse_pack, PACK.read_text(encoding="utf-8")),
        (endless_winter.parse_pack, endless_winter.format_pack(endless_winter.default_pack())),
        (korrigans.parse_board, korrigans.format_board(korrigans.default_board())),
        (loads, dumps(cairn.new_game(seed=1), indent=2)),
    ],
)
def test_packs_boards_and_documents(parse: Callable[[str], Any], text: str) -> None:
    assert parse(crlf(text)) == parse(text)


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_files_of_commands(line_end: str, mark: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With a mark of byte order, too, as some editors write it."""
    record = (GOLDEN / "records" / "whole.txt").read_text(encoding="utf-8")
    character = dumps(create_character(seed=1), indent=1)
    for name, text, command in (
        ("game.cairn", record, "check {}"),
        ("pack.toml", PACK.read_text(encoding="utf-8"), "check-pack {}"),
        ("hero.json", character, "sheet {}"),
        ("game.json", dumps(parse_record(record), indent=1), "check {}"),
    ):
        path = tmp_path / name
        path.write_bytes(f"{mark}{text}".replace("\n", line_end).encode())
        assert main([each.format(path) for each in command.split()]) == 0, capsys.readouterr().err


def test_paths_with_backslashes_are_paths(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where a text can be a path or something else, a path of Windows is not taken for the latter."""
    monkeypatch.chdir(tmp_path)
    record = str(PureWindowsPath("C:/Users/Ann/game.cairn"))
    hero = str(PureWindowsPath("C:/Users/Ann/hero.json"))
    Path(record).write_bytes((GOLDEN / "records" / "whole.txt").read_bytes())
    Path(hero).write_text(dumps(create_character(seed=1)), encoding="utf-8")
    for line in (
        ["show", record],
        ["sheet", hero],
        ["fight", hero, "root-goblin", "--party", "tree", "--warden", "random", "--seed", "1"],
    ):
        assert main(line) == 0
