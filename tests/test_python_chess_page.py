"""The page for people who come from python-chess: our programs run, and the lines and names of both are counted."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any, Final

import pytest
from attrs import frozen

from cairn_rules import Outcome, cairn, parse_record

PAGE: Final = Path(__file__).parents[1] / "docs" / "how-to" / "from-python-chess.md"
ROW: Final = re.compile(r"\| \d+ \| ([^|]+) \| (`[^|]+`) \| (`[^|]+`) \|")
TOTALS: Final = re.compile(r"(\d+) lines and (\d+) names of python-chess, and (\d+) lines and (\d+) names")
MODULES: Final = {"chess", "chess.pgn", "chess.svg", "cairn"}
OF_PYTHON: Final = {"Path", "get", "read_text", "write_text"}
SQUARE: Final = re.compile("[A-H][1-8]")


@frozen
class Program:
    """The lines of a task."""

    lines: tuple[str, ...]

    @property
    def names(self) -> set[str]:
        """The names of the library that stand in it."""
        nodes = [*ast.walk(ast.parse("\n".join(self.lines)))]
        found = {each.attr for each in nodes if isinstance(each, ast.Attribute) and ast.unparse(each) not in MODULES}
        found |= {each.id for each in nodes if isinstance(each, ast.Name) and each.id in IMPORTED}
        return {name for name in found - OF_PYTHON if not SQUARE.fullmatch(name)}


def program(cell: str) -> Program:
    return Program(tuple(line.removeprefix("`").removesuffix("`") for line in cell.split("<br>")))


TEXT: Final = PAGE.read_text(encoding="utf-8")
_, START = re.findall(r"```python\n(from pathlib.*?)```", TEXT, re.DOTALL)
IMPORTED: Final = {
    each.name
    for node in ast.parse(START).body
    if isinstance(node, ast.ImportFrom) and node.module == "cairn_rules"
    for each in node.names
} - MODULES
TASKS: Final = {task: (program(theirs), program(ours)) for task, theirs, ours in ROW.findall(TEXT)}


def count(side: int) -> tuple[int, int]:
    programs = [both[side] for both in TASKS.values()]
    return sum(len(each.lines) for each in programs), len(set[str]().union(*(each.names for each in programs)))


def test_the_programs_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """One after the other, as a reader types them."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(START, names)  # noqa: S102 - our page
    match = names["match"]
    printed: list[str] = []
    for _, ours in TASKS.values():
        exec("\n".join(ours.lines), names)  # noqa: S102 - our page
        printed.append(capsys.readouterr().out.strip())
        if len(printed) == 1:
            assert len(match.history) == 3
    assert printed[1] == " ".join(map(str, printed_actions(match)))
    assert printed[2] == "None"
    assert [cairn.format_action(action) for action in match.history] == ["a5-a4", "a1-b2"]
    assert names["copy"] == match.state
    record = parse_record((tmp_path / "game.cairn").read_text(encoding="utf-8"))
    assert record.actions == match.history
    assert printed[6] == "a5-a4 a1-b2"
    assert names["picture"].count('class="cairn-arrow"') == 1
    edited = names["cursor"].record
    assert edited.comments == {0: "In the park."}
    assert [cairn.format_action(action) for action in edited.variations[0][0].actions] == ["e5-e4", "a1-b2"]
    assert names["tribe"] is cairn.Tribe.SEA
    match.resign()
    assert isinstance(match.outcome, Outcome)


def printed_actions(match: Any) -> tuple[Any, ...]:
    """What could be done after the move that was undone."""
    match.redo()
    actions: tuple[Any, ...] = match.legal_actions
    match.undo()
    return actions


def test_both_sides_do_the_same_ten_tasks_in_as_many_lines() -> None:
    assert len(TASKS) == 10
    for task, (theirs, ours) in TASKS.items():
        assert len(ours.lines) <= len(theirs.lines), task


def test_the_sums_on_the_page_are_right() -> None:
    found = TOTALS.search(" ".join(TEXT.split()))
    assert found is not None
    assert tuple(map(int, found.groups())) == (*count(0), *count(1)) == (12, 16, 12, 16)
