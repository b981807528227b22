"""Parts of pages that are made when the site is built: `<!-- made: rulings -->` and the like, on a line of its own.

- `rulings`: for every rule of the rules page what it rests on, read from the marks there;
- `marks`: how many rules rest on each;
- `house`: the sentences of the rules page that are house rulings;
- `benchmark FILE`: the first table that the benchmarks' page has for a program;
- `megalith ID`: a megalith's text, id, set and rule, from the library's own registry.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cairn_rules as cairn

DOCS: Final = Path(__file__).parent.parent
RULES: Final = DOCS / "games" / "cairn.md"
BENCHMARKS: Final = DOCS.parent / "benchmarks" / "README.md"
MARKS: Final = {
    "A": "the rulebook says it",
    "A-": "it follows from the rulebook's wording or examples",
    "B": "two or more independent other sources",
    "C": "a single other source",
    "D": "a house ruling of this library",
}
"""The marks of the rules page, the surest first."""

_MADE: Final = re.compile(r"^<!-- made: (?P<part>[a-z]+)(?: (?P<of>[a-z_.]+))? -->$", re.MULTILINE)
_SECTION: Final = re.compile(r"^## (?P<number>\d+)\. (?P<title>.+)$")
_RULE: Final = re.compile(r"^### (?P<number>\d+\.\d+) (?P<title>.+) \{ #(?P<anchor>rule-\d+-\d+) \}$")
_MARK: Final = re.compile(r"\*\*\[(?P<mark>A-?|[BCD])\]\*\*")
_OPTION: Final = re.compile(r"\*\*\[option `(?P<option>\w+)`\]\*\*")


@dataclass(frozen=True)
class Ruling:
    """A rule of the rules page, and what it rests on."""

    number: str
    title: str
    anchor: str
    section: str
    marks: tuple[str, ...]
    """All marks in its text, the surest first; those of its section's introduction where its own text has none."""
    options: tuple[str, ...]
    house: tuple[str, ...]
    """The sentences that are marked as house rulings."""


def rulings(page: str) -> Iterator[Ruling]:
    """The rules of a rules page, in its order."""
    parts = re.split(r"^(?=###? )", page, flags=re.MULTILINE)
    section, of_section = "", ()
    for part in parts:
        head, _, text = part.partition("\n")
        marks = tuple(mark for mark in MARKS if mark in _MARK.findall(text))
        if found := _SECTION.match(head):
            section, of_section = f"{found['number']}. {found['title']}", marks
        elif found := _RULE.match(head):
            options = tuple(dict.fromkeys(_OPTION.findall(text)))
            yield Ruling(
                **found.groupdict(),
                section=section,
                marks=marks or of_section,
                options=options,
                house=tuple(_house(text)),
            )


def _house(text: str) -> Iterator[str]:
    """For each mark D what it covers: the sentence it stands in, or what its paragraph says since the mark before it."""
    for paragraph in re.split(r"\n\n|\n(?=- )", text):
        line = " ".join(paragraph.split()).removeprefix("- ")
        before = 0
        for found in _MARK.finditer(line):
            if found["mark"] == "D":
                said = line[before : found.start()].strip(" .,")
                own_sentence = said.rsplit(". ", 1)[-1] if line[found.start() - 2] != "." else said
                yield _OPTION.sub("", own_sentence).strip()
            before = found.end()


def with_made_parts(markdown: str) -> str:
    """A page's Markdown with the parts made that it asks for.

    Raises:
        ValueError: when there is no such part, or the benchmarks' page has no table for the program.
        UnknownIdError: when there is no such megalith.
    """
    return _MADE.sub(lambda found: _made(found["part"], found["of"]), markdown)


def _made(part: str, of: str | None) -> str:
    match part, of:
        case "rulings", None:
            return _rulings_table()
        case "marks", None:
            return _marks_table()
        case "house", None:
            return _house_list()
        case "benchmark", str():
            return _benchmark(of)
        case "megalith", str():
            return _megalith(cairn.BASE_SET[of])
        case _:
            raise ValueError(f"no part {part!r} can be made; there are rulings, marks, house, benchmark with a program, and megalith with an id")


def _rulings_table() -> str:
    lines: list[str] = []
    section = ""
    for each in rulings(RULES.read_text(encoding="utf-8")):
        if each.section != section:
            section = each.section
            lines += ["", f"### {section}", "", "| rule | | rests on | option |", "|---|---|---|---|"]
        options = ", ".join(f"`{option}`" for option in each.options)
        link = f"[{each.number}](../games/cairn.md#{each.anchor})"
        lines.append(f"| {link} | {each.title} | {_chips(each.marks) or '–'} | {options} |")
    return "\n".join(lines)


def _house_list() -> str:
    lines = []
    for each in rulings(RULES.read_text(encoding="utf-8")):
        for said in each.house:
            told = re.sub(r"\]\(#", "](../games/cairn.md#", said)
            lines.append(f"- [{each.number}](../games/cairn.md#{each.anchor}) {each.title}: “{told}.”")
    return "\n".join(lines)


def _marks_table() -> str:
    every = list(rulings(RULES.read_text(encoding="utf-8")))
    lines = ["| mark | what it rests on | rules that have it | rules in which it is the least sure one |", "|---|---|--:|--:|"]
    for mark, meaning in MARKS.items():
        having = [each for each in every if mark in each.marks]
        alone = [each for each in having if each.marks[-1] == mark]
        lines.append(f"| {_chips((mark,))} | {meaning} | {len(having)} | {len(alone)} |")
    return "\n".join(lines)


def _chips(marks: tuple[str, ...]) -> str:
    return " ".join(f'<span class="ruling ruling-{mark.lower()}" title="{MARKS[mark]}">{mark}</span>' for mark in marks)


def _megalith(megalith: cairn.Megalith) -> str:
    [rule] = (each for each in rulings(RULES.read_text(encoding="utf-8")) if f"(`{megalith.id}`)" in each.title)
    sets = "both sets" if megalith in cairn.LIGHT_SET else "full set only"
    facts = f"`{megalith.id}` · {megalith.stone.name.lower()} stone · {sets} · [rule {rule.number}](cairn.md#{rule.anchor})"
    return f"*{megalith.text}*\n\n{facts} · {_chips(rule.marks)}"


def _benchmark(program: str) -> str:
    page = BENCHMARKS.read_text(encoding="utf-8")
    found = re.search(rf"^## .+ \(`{re.escape(program)}`\)$.+?^(?P<table>\|.+?)\n\n", page, re.MULTILINE | re.DOTALL)
    if found is None:
        raise ValueError(f"{BENCHMARKS} has no table for {program}")
    return found["table"]
