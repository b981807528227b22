"""The pages of the rules, whose numbers code and tests cite."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GAMES = ("cairn", "korrigans", "endless-winter")
REASONS = ("reasons.py", "reason_table.py", "test_reasons.py")
"""Files in which a text that looks like a rule's number is one."""


def cited_in(path: Path) -> set[str]:
    """The numbers of the rules that a file cites."""
    text = path.read_text(encoding="utf-8")
    cited = set(re.findall(r'"(\d+\.\d+)"', text)) if path.name in REASONS else set()
    for group in re.findall(r"[Rr]ules? ((?:\d+\.\d+(?:, | and | to )?)+)", text):
        cited |= set(re.findall(r"\d+\.\d+", group))
    return cited


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_that_is_cited_stands_on_the_rules_page(game) -> None:
    """Reasons, docstrings and tests cite rules by number; each is a heading of the game's page."""
    page = (ROOT / f"docs/games/{game}.md").read_text(encoding="utf-8")
    headings = {line.split()[1] for line in page.splitlines() if line.startswith("### ")}
    for path in (*ROOT.glob("src/**/*.py"), *ROOT.glob("tests/**/*.py")):
        folders = {part.replace("_", "-") for part in path.parts[len(ROOT.parts) :]}
        others = {*GAMES} & folders
        if game in others or (game == GAMES[0] and not others):
            assert cited_in(path) <= headings, f"{path.name} cites rules that are not there"


def test_the_rules_of_movements_are_those_of_their_companions() -> None:
    """The check looks where reasons are made."""
    assert {"4.4", "4.10", "4.15"} <= cited_in(ROOT / "src/cairn_rules/korrigans/reason_table.py")
