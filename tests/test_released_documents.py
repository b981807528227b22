"""Documents of every release: each kind is there, is read today, and says what it said."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, cast

import pytest

from cairn_rules import Match, Record, loads
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.endless_winter.events import Event as WinterEvent
from cairn_rules.games import LIBRARY
from cairn_rules.json_documents import schema_names
from support.released import GOLDEN, documents

pytestmark = pytest.mark.untraced

RELEASES = sorted(
    (path for path in GOLDEN.iterdir() if re.fullmatch(r"\d+\.\d+\.\d+", path.name)),
    key=lambda path: tuple(map(int, path.name.split("."))),
)
FILES = [file for release in RELEASES for file in sorted(release.iterdir())]


def test_the_newest_release_has_every_kind_of_document() -> None:
    """For a new one, `python tests/support/released.py 0.2.0` writes the folder of the next release."""
    lines = (line for file in RELEASES[-1].iterdir() for line in file.read_text(encoding="utf-8").splitlines())
    found = {(data["game"], data["document"]) for data in map(json.loads, lines)}
    assert found == {*schema_names()}
    assert {file.stem for file in RELEASES[-1].iterdir()} == {*LIBRARY}


def comparable(value: object) -> object:
    """Return what events say: those of 0.1.0 have their sentences, in another order, but not all of their arguments."""
    if isinstance(value, tuple) and isinstance(value[0], WinterEvent):
        return sorted(map(str, cast("tuple[object, ...]", value)))
    return (value.code, str(value), value.who, value.amount, value.text_id) if isinstance(value, Event) else value


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_documents_of_every_release_say_what_they_said(file: Path) -> None:
    """All of them follow from the first, a match: its state, what is seen of it, its record, and so on."""
    first, *values = [loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert isinstance(first, Match)
    (_, _), *expected = documents(first)
    assert list(map(comparable, values)) == [comparable(value) for _, value in expected]
    (record,) = (each for each in values if isinstance(each, Record))
    assert list(record.replay()) == list(first.states)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_documents_of_a_release_may_have_other_line_ends(file: Path) -> None:
    """As editors on Windows leave them."""
    for line in file.read_text(encoding="utf-8").splitlines()[1:]:
        data: Any = json.loads(line)
        edited = json.dumps(data, indent=1).replace("\n", "\r\n")
        assert loads(f"{edited}\r\n") == loads(line)
