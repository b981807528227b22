"""Tables of rulings, made from the marks of the rules pages."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Final

from rules_page import MARKS, Rule, page_of, rules
from ruling_marks import pill

from cairn_rules.games import LIBRARY

RULES: Final = {
    game: Path(__file__).parent.parent / "games" / f"{page_of(game)}.md" for game in LIBRARY if page_of(game) == game
}
"""The rules page of each board game, whose rules have marks."""


def rules_of(game: str) -> tuple[Rule, ...]:
    """Return the rules on the rules page of a game.

    Raises:
        ValueError: If there is no such page.
    """
    if game not in RULES:
        raise ValueError(f"{game!r} has no rules page; {', '.join(RULES)} have")
    return tuple(rules(RULES[game].read_text(encoding="utf-8")))


def ruling_table(game: str) -> str:
    """Return a table of every rule with its marks and options."""
    lines = ["| rule | title | source | option |", "|---|---|---|---|"]
    for section, its_rules in groupby(rules_of(game), key=lambda rule: rule.section):
        lines.append(f"| | **{section}** | | |")
        for rule in its_rules:
            options = ", ".join(f"`{option}`" for option in rule.options)
            lines.append(f"| {rule_link(game, rule)} | {rule.title} | {pills(rule.marks)} | {options} |")
    return "\n".join(lines)


def mark_table(game: str) -> str:
    """Return a table of the marks with the number of rules that have each."""
    lines = ["| mark | source | rules with it | rules where it is the weakest |", "|---|---|--:|--:|"]
    for mark, meaning in MARKS.items():
        having = [rule for rule in rules_of(game) if mark in rule.marks]
        least = [rule for rule in having if mark == rule.marks[-1]]
        if having:
            lines.append(f"| {pills((mark,))} | {meaning} | {len(having)} | {len(least)} |")
    return "\n".join(lines)


def house_rulings(game: str) -> str:
    """Return a list of the house rulings."""
    return "\n".join(_house_rulings(game))


def _house_rulings(game: str) -> Iterator[str]:
    for rule in rules_of(game):
        for said in rule.house:
            told = said.replace("](#", f"](../games/{game}.md#")
            yield f"- {rule_link(game, rule)} {rule.title}: “{told[0].upper()}{told[1:]}.”"


def rule_link(game: str, rule: Rule) -> str:
    """Return the number of a rule as a link, for a page in a folder next to `games`."""
    return f"[{rule.number}](../games/{game}.md#{rule.anchor})"


def pills(marks: tuple[str, ...]) -> str:
    """Return marks as HTML."""
    return " ".join(map(pill, marks))
