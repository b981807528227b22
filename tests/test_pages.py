"""What pages of the documentation say is so: rulings, megaliths, the home page. Their code is run where it stands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from generated_parts import with_generated_parts
from rules_page import MARKS, rules
from ruling_marks import pill, with_pills
from ruling_tables import RULES

from cairn_rules import Match, cairn, endless_winter, korrigans

DOCS = Path(__file__).parent.parent / "docs"
EXAMPLE = re.compile(
    r"^### [^\n]+ \{ #(\w+) \}\n\n<!-- generated: megalith (\w+) -->\n.+?^```picture [^\n]+\n(.+?)^```$",
    re.MULTILINE | re.DOTALL,
)


def read(page: str) -> str:
    return (DOCS / page).read_text(encoding="utf-8")


def titles(navigation: list[Any]) -> Iterator[str]:
    """The titles of all pages in a part of the navigation; a page without one has its heading."""
    for entry in navigation:
        if isinstance(entry, str):
            heading = re.findall(r"^# (.+?)(?: \{.+\})?$", read(entry), re.MULTILINE)[0]
            yield heading
            continue
        [(title, below)] = entry.items()
        if isinstance(below, str):
            yield title
        else:
            yield from titles(below)


def test_rules_are_read_with_what_they_rest_on() -> None:
    """A rule has the marks of its text, the surest first, and without any those of its section's introduction."""
    page = """# A game

## 1. First

### 1.1 Both { #rule-1-1 }

It may not be declined **[D]**: a reason. Said elsewhere. The smaller one
counts **[D]**, and it is printed
**[A]**.

- A list. Of two sentences. **[D]**: so.

### 1.2 None { #rule-1-2 }

**[option `corner`]** As before.

## 2. Second

All of them are **[C]**.

### 2.1 From above { #rule-2-1 }

A rule.
"""
    first, second, third = rules(page)
    assert (first.number, first.title, first.anchor, first.section) == ("1.1", "Both", "rule-1-1", "1. First")
    assert first.marks == ("A", "D")
    assert first.house == ("It may not be declined", "The smaller one counts", "A list. Of two sentences")
    assert (second.marks, second.options) == ((), ("corner",))
    assert (third.marks, third.house) == (("C",), ())


@pytest.mark.parametrize(
    ("game", "marks", "options"),
    [
        ("cairn", MARKS.keys() - {"X"}, set(cairn.Variant.__annotations__)),
        ("korrigans", MARKS.keys(), {*korrigans.Variant.__annotations__, "board"}),
        ("endless-winter", MARKS.keys(), {*endless_winter.Variant.__annotations__, "content", "layout"}),
    ],
)
def test_every_mark_of_a_rules_page_is_known_and_every_option_is_one(
    game: str, marks: set[str], options: set[str]
) -> None:
    """What stands in bold square brackets on a rules page is a mark, or an option of the library."""
    page = read(f"games/{game}.md").replace("[option\n", "[option ")
    marked = set(re.findall(r"\*\*\[([^\]]+)\]\*\*", page)) - {"option `name`"}
    assert marked == marks | {f"option `{name}`" for name in options}
    assert {option for rule in rules(page) for option in rule.options} == options


def test_marks_are_pills_with_their_meaning() -> None:
    """The rules pages and the tables show a mark in the same way; an option leads to the section of the options."""
    assert pill("A-") == (
        '<span class="ruling ruling-a-" title="follows from the rulebook&#x27;s wording or examples">A-</span>'
    )
    shown = with_pills("So **[A-]**: yes **[X]**. **[option\n`corner_exit`]** No **[Z]**.")
    assert shown == (
        f"So {pill('A-')}: yes {pill('X')}. "
        '<a class="ruling ruling-option" href="#10-options">option <code>corner_exit</code></a> No **[Z]**.'
    )


@pytest.mark.parametrize("game", sorted({*RULES, "endless-winter"}))
def test_no_mark_of_a_rules_page_is_left_as_text(game: str) -> None:
    """Every mark and option becomes a pill, and the section that an option's pill leads to is there."""
    shown = with_pills(read(f"games/{game}.md"))
    assert "**[" not in shown
    [section] = re.findall(r"^## (\d+)\. Options$", shown, re.MULTILINE)
    assert set(re.findall(r'href="#([^"]+)">option', shown)) == {f"{section}-options"}


def test_only_rules_that_claim_nothing_rest_on_nothing() -> None:
    """The symmetries follow from the geometry, and section 10 only describes the options."""
    unmarked = {rule.number for rule in rules(RULES["cairn"].read_text(encoding="utf-8")) if not rule.marks}
    assert unmarked == {"1.8", "10.1", "10.2", "10.3", "10.4", "10.5"}


def test_all_megaliths_are_shown_in_use() -> None:
    """The page has the fourteen in order, and each example ends with a use of the power that it is about."""
    shown = EXAMPLE.findall(read("games/megaliths.md"))
    assert [anchor for anchor, _, _ in shown] == [made for _, made, _ in shown] == list(cairn.BASE_SET.ids)
    for id, _, lines in shown:
        position, *texts = lines.split("\n")[:-1]
        state = cairn.parse_position(position)
        *before, use = texts
        for text in before:
            state = cairn.apply(state, cairn.parse_action(text, state))
        assert isinstance(state.pending, cairn.UsePower), id
        assert state.pending.megalith is cairn.BASE_SET[id]
        assert cairn.parse_action(use, state) in cairn.legal_actions(state)


def test_a_megalith_is_told_with_the_library_s_own_words() -> None:
    """Text, id, stone, set and rule are those of the registry and of the rules page."""
    told = with_generated_parts("Above\n<!-- generated: megalith tumulus -->\n<!-- end -->\nbelow")
    begin = "Above\n<!-- generated: megalith tumulus -->\n\n"
    assert told.startswith(f"{begin}*{cairn.BASE_SET['tumulus'].text}*\n\n`tumulus` · dark stone · full set only · ")
    assert "[7.9](../games/cairn.md#rule-7-9)" in told
    assert told.endswith(">C</span>\n\n<!-- end -->\nbelow")


@pytest.mark.parametrize(
    "part", ["nothing", "rulings deer", "marks", "megalith", "content maps", "benchmark no_such.py"]
)
def test_a_part_that_cannot_be_made_is_refused(part: str) -> None:
    """A slip of the pen in a page fails the build instead of leaving a gap."""
    with pytest.raises(ValueError, match=part.rsplit(maxsplit=1)[-1]):
        with_generated_parts(f"<!-- generated: {part} -->\n<!-- end -->")


def test_a_table_of_a_content_pack_has_the_values_and_their_sources() -> None:
    """A record with one source has its mark alone; the bars of an effect do not end a cell."""
    told = with_generated_parts("<!-- generated: content tribe -->\n<!-- end -->")
    shaman = "**[A]** name, copies, Labor, Eclipse Labor; **[C]** Added Labor; **[X]** points, Eclipse"
    assert f"| Shaman | `shaman` | 12 | 1 | 2 | - | +1½ | `idol(1)` | {shaman} |" in told
    stones = with_generated_parts("<!-- generated: content stones -->\n<!-- end -->")
    assert "| `SS01` | own Megaliths on level 1 | 1 each | **[A]** |" in stones
    assert "1-2 → 2, 3 → 4, 4 → 6, 5 → 8, 6+ → 10" in stones


def test_the_home_page_shows_where_its_code_leads() -> None:
    """The picture begins with the position of the game in the code, and has the same actions."""
    home = read("index.md")
    [arguments] = re.findall(r'cairn\.new_game\((seed=\d+), first="sea"\)', home)
    [played] = re.findall(r"for text in \((.+)\):", home)
    picture, _ = re.findall(r"^```picture [^\n]+\n(.+?)^```$", home, re.MULTILINE | re.DOTALL)
    position, *texts = picture.splitlines()
    seed = int(arguments.removeprefix("seed="))
    assert position == cairn.format_position(cairn.new_game(seed=seed, first=cairn.Tribe.SEA))
    assert texts == re.findall(r'"(.+?)"', played)


def test_the_picture_in_the_readme_shows_where_its_code_leads() -> None:
    """`docs/assets/board.svg` is the picture of that position; write it anew when drawings change."""
    readme = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    [arguments] = re.findall(r'cairn\.new_game\((seed=\d+), first="sea"\)', readme)
    [played] = re.findall(r"for text in \((.+)\):", readme)
    match = Match(cairn, cairn.new_game(seed=int(arguments.removeprefix("seed=")), first=cairn.Tribe.SEA))
    for text in re.findall(r'"(.+?)"', played):
        match.do(text)
    assert "](docs/assets/board.svg)" in readme
    assert read("assets/board.svg") == cairn.svg(match.state, size=560, highlight=match.legal_actions) + "\n"


def pages_of(navigation: Any) -> Iterator[tuple[str, str]]:
    """Yield the pages of a navigation with their titles."""
    for entry in navigation:
        for title, below in entry.items() if isinstance(entry, dict) else ():
            yield from [(below, title)] if isinstance(below, str) else pages_of(below)


def test_every_page_has_a_title_of_its_own() -> None:
    """Search results and windows show these titles, so that none may be there twice."""
    navigation = yaml.safe_load((DOCS.parent / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]
    found = list(titles(navigation))
    assert [title for title, times in Counter(found).items() if times > 1] == []
    assert len(found) > 80


def test_few_blocks_are_not_run() -> None:
    """Whatever can run is run, so that a reader can trust what a page shows."""
    pages = [*DOCS.rglob("*.md"), DOCS.parent / "README.md", DOCS.parent / "CONTRIBUTING.md"]
    marks = [line for page in pages for line in page.read_text(encoding="utf-8").splitlines() if "<!-- not run" in line]
    reasons = [re.fullmatch(r" *<!-- not run: (.+) -->", line) for line in marks]
    assert sum(each is not None for each in reasons) <= 15


def test_the_menu_has_the_words_of_the_page_that_leads_there() -> None:
    """Who reads "hidden information" on the overview of the reference finds these words in the menu."""
    menu = dict(pages_of(yaml.safe_load((DOCS.parent / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]))
    topics = read("reference/index.md").partition("## Where to look")[2]
    links = re.findall(r"\[([^]]+)\]\(([\w/-]+\.md)\)", topics.partition("| the command line |")[0])
    assert len(links) > 50
    assert [words for words, page in links if words.lower() not in menu[f"reference/{page}"].lower()] == []


def test_the_glossary_is_in_alphabetical_order() -> None:
    """Each term has one entry, below its first letter."""
    page = read("glossary.md")
    terms = re.findall(r"^\*\*(.+)\*\*\{", page, re.MULTILINE)
    assert terms == sorted(set(terms), key=str.lower)
    for section in re.split(r"^## ", page, flags=re.MULTILINE)[1:]:
        assert {term[0] for term in re.findall(r"^\*\*(.+)\*\*\{", section, re.MULTILINE)} == {section[0]}


def test_every_decision_is_listed() -> None:
    """The list of decisions has each of them, with its title."""
    listed = dict(re.findall(r"^\| \[\d+\]\((.+?)\) \| (.+?) \|$", read("decisions/README.md"), re.MULTILINE))
    files = sorted((DOCS / "decisions").glob("0*.md"))
    titles = {file.name: file.read_text(encoding="utf-8").split("\n", 1)[0].split(". ", 1)[1] for file in files}
    assert listed == titles
