r"""Texts that no encoding can hold are refused where they come in.

JSON writes half a character as `"\ud800"`, so that any web client can send one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from attrs import evolve

from cairn_rules import (
    CairnRulesError,
    DefinitionError,
    DocumentError,
    Match,
    NotationError,
    Record,
    cairn,
    dumps,
    format_record,
    from_data,
    korrigans,
    loads,
    parse_record,
    read_records,
)
from cairn_rules.cairn_rpg import campaign, combat, dungeon, wilderness
from cairn_rules.cairn_rpg.characters.items import Item
from cairn_rules.cairn_rpg.combat.setup_options import parse_side
from cairn_rules.cairn_rpg.content.stat_lines import parse_stat_line
from cairn_rules.games import LIBRARY, load

HALF = "\ud800"
WRONG = "half a character, the lone surrogate U+D800; write whole characters"


def refused(error: type[CairnRulesError], act: Callable[[], object]) -> str:
    """The message of the error that an act raises, which can be encoded."""
    with pytest.raises(error) as caught:
        act()
    assert str(caught.value).encode().decode() == str(caught.value)
    return str(caught.value)


@pytest.mark.untraced
@pytest.mark.parametrize("name", LIBRARY)
def test_no_action_is_read_from_half_a_character(name: str) -> None:
    """Not even where the rest is a legal action."""
    game = load(name)
    match = Match(game, seed=3)
    rng = Random(3)
    while match.legal_actions and len(match.history) < 10:
        for action in match.legal_actions[:20]:
            text = game.format_action(action)
            for broken in (text + HALF, HALF + text, f"{text[:1]}{HALF}{text[1:]}"):
                assert WRONG in refused(NotationError, lambda broken=broken: match.do(broken))  # type: ignore[misc]
        match.do(rng.choice(match.legal_actions))


@pytest.mark.parametrize(
    ("game", "steps", "text"),
    [(dungeon, 0, "go:"), (combat, 1, "1:drop:"), (campaign, 0, "set-out:"), (wilderness, 0, "1:drop:")],
)
def test_an_action_in_a_match_is_refused_with_its_text_escaped(game: Any, steps: int, text: str) -> None:
    match = Match(game, seed=3)
    for _ in range(steps):
        match.do(match.legal_actions[0])
    before = match.state
    message = refused(NotationError, lambda: match.do(text + HALF))
    assert message == f"cannot read '{text}\\ud800': action: {WRONG}"
    assert match.state is before


@pytest.mark.untraced
@pytest.mark.parametrize("name", LIBRARY)
def test_no_part_of_a_record_holds_half_a_character(name: str) -> None:
    """Its line is named, and the records after it are read."""
    match = Match(load(name), seed=3)
    for _ in range(3):
        match.do(match.legal_actions[0])
    text = format_record(evolve(Record.of(match, tags={"Event": "Night"}), comments={1: "Oh!"}))
    other = format_record(Record.of(Match(load(name), seed=4)))
    for place, line in enumerate(text.splitlines()):
        for column in range(0, len(line), 7):
            lines = text.splitlines()
            lines[place] = line[:column] + HALF + line[column:]
            message = refused(NotationError, lambda lines=lines: parse_record("\n".join(lines)))  # type: ignore[misc]
            assert f"line {place + 1}: {WRONG}" in message
            faulty: list[NotationError] = []
            read = list(read_records([*lines, "", *other.splitlines()], errors=faulty.append))
            assert len(read) == len(faulty) == 1


@pytest.mark.untraced
@pytest.mark.parametrize("name", LIBRARY)
def test_no_text_or_key_of_a_document_holds_half_a_character(name: str) -> None:
    game: Any = load(name)
    match = Match(game, seed=3)
    match.do(match.legal_actions[0])
    record = evolve(Record.of(match, tags={"Event": "Night"}), comments={1: "Oh!"})
    for value in (match.state, game.observe(match.state, 0), match.history[0], record, match):
        text = dumps(value)
        texts = [*re.finditer(r'"(?:[^"\\]|\\.)*"', text)]
        for found in texts[:: 1 + len(texts) // 40]:
            broken = f"{text[: found.end() - 1]}\\ud800{text[found.end() - 1 :]}"
            message = refused(DocumentError, lambda broken=broken: loads(broken))  # type: ignore[misc]
            assert "\\ud800" in message


def test_every_place_in_a_document_is_named() -> None:
    data = {"format": 1, "game": "cairn", "document": "record", "value": {"tags": {"Event": [HALF], HALF: "x"}}}
    with pytest.raises(DocumentError) as caught:
        from_data(data)
    assert [fault.where for fault in caught.value.faults] == ["$.value.tags.Event[0]", "$.value.tags['\\ud800']"]
    assert caught.value.faults[0].message == f"'\\ud800': {WRONG}"


@pytest.mark.parametrize("part", [{"tags": {"Event": f"Night{HALF}"}}, {"comments": {0: f"Oh{HALF}"}}])
def test_a_record_is_not_written_with_half_a_character(part: Any) -> None:
    record = evolve(Record.of(Match(dungeon, seed=3)), **part)
    assert WRONG in refused(NotationError, lambda: format_record(record))
    assert WRONG in refused(DocumentError, lambda: dumps(record))


@pytest.mark.parametrize(
    ("error", "act"),
    [
        (NotationError, lambda: parse_side(f"{HALF}: 4 HP")),
        (NotationError, lambda: parse_stat_line(f"4 HP, bit{HALF}e (d6)")),
        (NotationError, lambda: parse_stat_line("4 HP", name=HALF)),
        (NotationError, lambda: wilderness.parse_legs(f"{HALF}: road")),
        (NotationError, lambda: cairn.parse_position(HALF)),
        (DocumentError, lambda: korrigans.parse_board(f"id = '{HALF}'")),
        (DefinitionError, lambda: dungeon.Go(HALF)),
        (DefinitionError, lambda: campaign.SetOut(HALF)),
        (DefinitionError, lambda: combat.person(HALF, hp=3)),
        (DefinitionError, lambda: Item(id="torch", name=HALF)),
    ],
)
def test_no_text_or_name_holds_half_a_character(error: type[CairnRulesError], act: Callable[[], object]) -> None:
    assert "\\ud800" in refused(error, act)


def test_whole_characters_beyond_the_first_plane_are_read() -> None:
    record = Record.of(Match(dungeon, seed=3), tags={"Event": "The \U0001f409"})
    assert loads(dumps(record)) == record
    assert parse_record(format_record(record)) == record
