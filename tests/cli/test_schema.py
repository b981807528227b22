"""The command `schema`: one JSON Schema is printed, or files of many are written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cairn_rules import json_schema
from cairn_rules.json_documents import schema_files
from support.command_line import printed, refused


@pytest.mark.parametrize(("arguments", "game"), [((), "cairn"), (("--game", "korrigans"), "korrigans")])
def test_the_schema_of_a_kind_is_printed(arguments: tuple[str, ...], game: str, capsys) -> None:
    out = printed(capsys, "schema", "action", *arguments)
    assert json.loads(out) == json_schema("action", game=game)
    assert out.startswith('{\n  "$schema": ')


@pytest.mark.parametrize("games", [(), ("korrigans",)])
def test_files_are_written_of_every_kind(games: tuple[str, ...], tmp_path: Path, capsys) -> None:
    """Of all games of the library, or of the one that is named; files that are there already are replaced."""
    arguments = ("schema", "--output", tmp_path / "schemas", *(each for name in games for each in ("--game", name)))
    for _ in range(2):
        assert printed(capsys, *arguments) == ""
    files = (tmp_path / "schemas").rglob("*.*")
    written = {file.relative_to(tmp_path / "schemas").as_posix(): file.read_bytes() for file in files}
    assert written == {path: text.encode() for path, text in schema_files(*games)}
    assert json.loads(written["korrigans/board.json"]) == json_schema("board", game="korrigans")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "give either a kind of document (state, observation, variant, action, changes, puzzle, record, match, "),
        (("state", "--output", "schemas"), "give either a kind of document (state, "),
        (("--game", "korrigans"), "give either a kind of document (state, observation, variant, action, board, "),
        (("stat",), "unknown id 'stat'; did you mean 'state'?"),
        (("--output", "no/schemas"), "cannot write 'no/schemas': No such file or directory"),
    ],
)
def test_bad_arguments_are_refused(
    arguments: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    monkeypatch.chdir(tmp_path)
    assert refused(capsys, "schema", *arguments).startswith(f"cairn-rules: {message}")
    assert not [*tmp_path.iterdir()]
