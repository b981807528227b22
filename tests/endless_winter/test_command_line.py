"""Endless Winter on the command line: its set-up options, and stored games with another pack."""

from __future__ import annotations

import pytest

from cairn_rules import Match, Record, endless_winter, format_record, parse_record
from cairn_rules.cli.main import main
from cairn_rules.endless_winter import default_pack, new_game
from cairn_rules.endless_winter.packs.pack_file import format_pack, parse_pack

OTHER = parse_pack(format_pack(default_pack()).replace('"id": "prerelease_reconstructed"', '"id": "mine"'))


@pytest.fixture
def pack_file(tmp_path):
    """A file with another pack."""
    path = tmp_path / "mine.json"
    path.write_text(format_pack(OTHER), encoding="utf-8")
    return path


def said(capsys, *arguments: object) -> list[str]:
    """What a command prints."""
    assert main(list(map(str, arguments))) == 0
    return capsys.readouterr().out.splitlines()


def refused(capsys, *arguments: object) -> str:
    """The error of a command."""
    assert main(list(map(str, arguments))) != 0
    output = capsys.readouterr()
    return output.err + output.out


def test_a_demo_with_every_option(capsys, pack_file):
    """The same options and the same seed give the same game."""
    options = ("--players", 3, "--layout", "B_line", "--variant", "draft=setup", "--pack", pack_file, "--seed", 3)
    lines = said(capsys, "demo", "--game", "endless-winter", *options)
    assert lines[0] == "A game of Endless Winter between random players, seed 3"
    assert any("It took 36 turns." in line for line in lines)
    assert said(capsys, "demo", "--game", "endless-winter", *options) == lines


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--players", "7", "--players: Endless Winter is for 1 to 4 players, not '7'"),
        ("--layout", "ring", "--layout: 'ring' is not a pattern of Megalith tiles; known: A_block"),
        ("--variant", "draft=all", "--variant: the option 'draft' should be none or setup or chief, not 'all'"),
        ("--pack", "nowhere.toml", "--pack: cannot read 'nowhere.toml'"),
    ],
)
def test_a_bad_option_is_named(capsys, option, value, message):
    """With what would be right."""
    assert message in refused(capsys, "demo", "--game", "endless-winter", option, value)


def test_a_stored_game_with_another_pack(capsys, tmp_path, pack_file):
    """It is read with `--pack`; without it, both hashes are named."""
    match = Match(endless_winter, new_game(seed=1, content=OTHER))
    for _ in range(10):
        match.do(match.legal_actions[0])
    stored = tmp_path / "game.txt"
    stored.write_text(format_record(Record.of(match)), encoding="utf-8")
    game = ("--game", "endless-winter")
    assert said(capsys, "check", *game, "--pack", pack_file, stored) == [f"{stored}: 1 read"]
    error = refused(capsys, "check", *game, stored)
    assert OTHER.hash in error
    assert default_pack().hash in error
    assert "--pack FILE" in error


def test_a_saved_record_names_its_pack(capsys, tmp_path):
    """The tag holds the id and the hash."""
    record = Record.of(Match(endless_winter, seed=1))
    (tmp_path / "a.txt").write_text(format_record(record), encoding="utf-8")
    (line,) = said(capsys, "convert", "--game", "endless-winter", tmp_path / "a.txt")
    assert f'"Pack":"prerelease_reconstructed {default_pack().hash}"' in line
    assert parse_record(format_record(record)) == record
