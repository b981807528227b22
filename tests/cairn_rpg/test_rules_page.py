"""The numbers of the rules: each is tested, and each that is cited stands on the rules page."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from cairn_rules.cairn_rpg.content.texts import texts

ROOT = Path(__file__).parents[2]
RULES = [id.removeprefix("rule/") for id in texts() if id.startswith("rule/")]


def cited(files: Iterable[Path]) -> set[str]:
    """The numbers that files cite, alone or as `R107 to R121`."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in files if path != Path(__file__))
    ranges = re.findall(r"\bR(\d+) to R(\d+)\b", text)
    return {*re.findall(r"\bR\d+[ab]?\b", text)} | {f"R{n}" for a, b in ranges for n in range(int(a), int(b) + 1)}


def test_every_rule_is_tested() -> None:
    """Each rule is cited by a test."""
    found = cited((ROOT / "tests" / "cairn_rpg").glob("*.py"))
    assert [rule for rule in RULES if rule not in found] == []


def test_every_cited_rule_is_on_the_page() -> None:
    """Reasons, events and docstrings cite rules that readers can look up."""
    found = cited((ROOT / "src" / "cairn_rules" / "cairn_rpg").rglob("*.py"))
    assert found - {*RULES} == set()
    assert len(found) > 150


def test_the_page_has_the_rules_of_the_data() -> None:
    """Every rule has an anchor, such as `rule-r97`, and its text."""
    page = (ROOT / "docs" / "games" / "cairn-rpg.md").read_text(encoding="utf-8")
    assert re.findall(r"^\*\*(R\w+)\.\*\* ", page, re.MULTILINE) == RULES
    assert re.findall(r"^\{ #rule-(r\w+) \}$", page, re.MULTILINE) == [rule.lower() for rule in RULES]
