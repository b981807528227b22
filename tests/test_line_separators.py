"""Texts with characters at which `str.splitlines` splits: each is read as it was written."""

from __future__ import annotations

from collections.abc import Iterable
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn_rules import Match, Record, cairn, dumps, format_record, loads, parse_record, read_records
from cairn_rules.cairn.puzzle import format_puzzles, puzzles, read_puzzles
from cairn_rules.cairn_rpg import combat
from cairn_rules.cairn_rpg.creation import create_party
from cairn_rules.cairn_rpg.formats.character_files import read_characters
from cairn_rules.cli.game_files import stored_in
from cairn_rules.codec.data_file import data_of

pytestmark = pytest.mark.untraced

SEPARATORS = "\u2028\u2029\x85\v\f\x1c\x1d\x1e\x1f\r\n\t \xa0\u3000\ufeff\0"
TEXTS = st.text(st.sampled_from(SEPARATORS + 'a"\\{};[]'), min_size=1, max_size=8)
GAME = cairn.new_game(seed=7)
FIGHT = combat.new_game(party=create_party(2, seed=7), seed=7)


def annotated(start: Any, game: Any, texts: Iterable[str]) -> Record[Any, Any]:
    tag, comment, last = texts
    match = Match(game, start)
    match.do(match.legal_actions[0])
    return evolve(Record.of(match), tags={"Note": tag, "Other": last}, comments={0: comment, 1: last})


@settings(max_examples=25, deadline=None)
@given(texts=st.tuples(TEXTS, TEXTS, TEXTS))
def test_records_are_read_as_they_were_written(texts: tuple[str, str, str]) -> None:
    record = annotated(GAME, cairn, texts)
    text = format_record(record)
    assert parse_record(text) == loads(dumps(record)) == record
    with TemporaryDirectory() as folder:
        path = Path(folder, "games")
        for written in (f"{text}\n{text}", f"{dumps(record)}\n{dumps(record)}\n"):
            path.write_text(written, encoding="utf-8", newline="\n")
            assert [stored.read() for stored in stored_in(str(path))] == [record, record]
    assert list(read_records(StringIO(f"{text}\n{text}"))) == [record, record]


@settings(max_examples=25, deadline=None)
@given(texts=st.tuples(TEXTS, TEXTS, TEXTS))
def test_characters_are_read_from_records_with_any_texts(texts: tuple[str, str, str]) -> None:
    record = annotated(FIGHT, combat, texts)
    with TemporaryDirectory() as folder:
        for end in ("\n", "\r\n"):
            path = Path(folder, "fight.cairn")
            path.write_text(format_record(record), encoding="utf-8", newline=end)
            assert len(read_characters(str(path))) == 2


@given(key=TEXTS)
def test_texts_of_toml_and_json_are_read_as_they_were_written(key: str) -> None:
    written = "".join(f"\\u{ord(sign):04x}" for sign in key)
    for text in (f'"{written}" = "{written}"', f'{{"{written}": "{written}"}}'):
        with data_of(text, 1000, "a pack") as data:
            assert data == {key: key}


@given(position=TEXTS.filter(lambda text: not {*text} & {*"\t\r\n"}))
def test_puzzles_are_read_as_they_were_written(position: str) -> None:
    puzzle = evolve(puzzles()[0], position=position)
    assert read_puzzles(format_puzzles([puzzle])) == (puzzle,)
