"""Parts of pages that a program writes, such as the one below `<!-- made: rulings cairn -->`: see `write_parts.py`.

- `rulings GAME`: every rule of a rules page with its marks;
- `marks GAME`: the number of rules with each mark;
- `house GAME`: the house rulings of a rules page;
- `content NAME`: a table of the built-in content pack of Endless Winter (`pack_tables.py`);
- `megalith ID`: a megalith's text, id, set and rule, from the library's own set;
- `benchmark FILE`: the first table of a program on the benchmarks' page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Final

from marked_parts import with_marked_parts
from pack_tables import pack_table
from rules_page import MARKS, Rule, rules
from ruling_marks import pill

import cairn_rules as cairn
from cairn_rules.games import LIBRARY

DOCS: Final = Path(__file__).parent.parent
RULES: Final = {game: DOCS / "games" / f"{game}.md" for game in LIBRARY}
BENCHMARKS: Final = DOCS.parent / "benchmarks" / "README.md"


def with_made_parts(markdown: str) -> str:
    """Return the Markdown of a page with its made parts.

    Raises:
        ValueError: If a part is unknown, or the benchmarks' page has no table for a program.
        UnknownIdError: If a megalith is unknown.
    """
    return with_marked_parts(markdown, "made", _made)


def _made(part: str, of: str | None) -> str:
    match part, of:
        case "rulings", str() if of in RULES:
            return "\n".join(_rulings(of))
        case "marks", str() if of in RULES:
            return "\n".join(_marks(of))
        case "house", str() if of in RULES:
            return "\n".join(_house(of))
        case "content", str():
            return pack_table(of)
        case "megalith", str():
            return _megalith(cairn.BASE_SET[of])
        case "benchmark", str():
            return _benchmark(of)
        case _:
            raise ValueError(
                f"no part {part!r} of {of!r} can be made; there are rulings, marks and house of a game, "
                "content of a name, megalith of an id, and benchmark of a file"
            )


def _rulings(game: str) -> Iterator[str]:
    yield from ("| rule | title | source | option |", "|---|---|---|---|")
    for section, its_rules in groupby(_rules(game), key=lambda rule: rule.section):
        yield f"| | **{section}** | | |"
        for rule in its_rules:
            options = ", ".join(f"`{option}`" for option in rule.options)
            yield f"| {_link(game, rule)} | {rule.title} | {_pills(rule.marks)} | {options} |"


def _marks(game: str) -> Iterator[str]:
    yield "| mark | source | rules with it | rules where it is the weakest |"
    yield "|---|---|--:|--:|"
    for mark, meaning in MARKS.items():
        having = [rule for rule in _rules(game) if mark in rule.marks]
        least = [rule for rule in having if mark == rule.marks[-1]]
        if having:
            yield f"| {_pills((mark,))} | {meaning} | {len(having)} | {len(least)} |"


def _house(game: str) -> Iterator[str]:
    for rule in _rules(game):
        for said in rule.house:
            told = said.replace("](#", f"](../games/{game}.md#")
            yield f"- {_link(game, rule)} {rule.title}: “{told[0].upper()}{told[1:]}.”"


def _megalith(megalith: cairn.Megalith) -> str:
    [rule] = (rule for rule in _rules("cairn") if f"(`{megalith.id}`)" in rule.title)
    facts = (
        f"`{megalith.id}`",
        f"{megalith.stone.name.lower()} stone",
        "both sets" if megalith in cairn.LIGHT_SET else "full set only",
        f"rule {_link('cairn', rule)}",
        _pills(rule.marks),
    )
    return f"*{megalith.text}*\n\n{' · '.join(facts)}"


def _benchmark(program: str) -> str:
    page = BENCHMARKS.read_text(encoding="utf-8")
    heading = rf"^## [^\n]+ \(`{re.escape(program)}`\)$"
    found = re.search(heading + r"(?:(?!^## ).)*?^(?P<table>\|.+?)\n\n", page, re.MULTILINE | re.DOTALL)
    if found is None:
        raise ValueError(f"{BENCHMARKS} has no table for {program}")
    return found["table"]


def _rules(game: str) -> Iterator[Rule]:
    return rules(RULES[game].read_text(encoding="utf-8"))


def _link(game: str, rule: Rule) -> str:
    return f"[{rule.number}](../games/{game}.md#{rule.anchor})"


def _pills(marks: tuple[str, ...]) -> str:
    return " ".join(map(pill, marks))
