"""What is made from the code: no part of a page is missing, links lead somewhere, and no source is made."""

from __future__ import annotations

import json
import re
from argparse import SUPPRESS
from pathlib import Path

import pytest
from code_tables import outcome_table, reason_table, reasons_of
from command_line import command_line, commands, own_commands
from generated_parts import PARTS, with_generated_parts
from json_shapes import document_examples, document_list, documents
from notation_tables import action_table, examples, face_table
from public_names import REFERENCE, names_on
from rule_links import with_rule_links
from rules_page import page_of
from table_cells import code
from write_parts import written_pages

from cairn_rules import cairn, endless_winter, korrigans, manifest_of
from cairn_rules.cli.commands import COMMANDS
from cairn_rules.games import LIBRARY, load
from cairn_rules.json_documents import schema_files
from cairn_rules.lazy import resolve

pytestmark = [pytest.mark.slow, pytest.mark.untraced]

TESTS = Path(__file__).parent.parent
DOCS = REFERENCE.parent
SOURCES = TESTS.parent / "src" / "cairn_rules"
WRITTEN_BY_HAND = ("cairn_rpg/data/", "endless_winter/prerelease.json")
"""The JSON files among the sources, or the beginnings of their paths."""


def test_pages_have_the_parts_that_the_code_gives() -> None:
    """`nox -s parts` mends a page that differs; argparse wraps usages in its own way in each Python."""
    stale = [
        page.name
        for page, markdown in written_pages()
        if page.read_text(encoding="utf-8").split("\n" if page.stem != "command-line" else None)
        != markdown.split("\n" if page.stem != "command-line" else None)
    ]
    assert stale == []


def test_every_part_is_asked_for() -> None:
    asked = "".join(page.read_text(encoding="utf-8") for page in DOCS.rglob("*.md"))
    assert [part for part in PARTS if f"<!-- generated: {part}" not in asked] == []


@pytest.mark.parametrize(
    "page", sorted(REFERENCE.rglob("*.md")), ids=lambda page: page.relative_to(REFERENCE).as_posix()
)
def test_a_page_of_many_names_begins_with_five(page: Path) -> None:
    """After the opening come the names that one needs first, then the objects."""
    markdown = page.read_text(encoding="utf-8")
    if len(names_on(page)) > 5:
        begin = re.match(r"# .+\n\n(?:.+\n)+\nThe names that you need first:\n\n((?:- .+\n)+)\n", markdown)
        assert begin
        first = re.findall(r"^- \[`\w+`\]\[([\w.]+)\]: .+$", begin[1], re.MULTILINE)
        assert len(set(first)) == 5
        assert set(first) <= set(names_on(page))


def test_a_part_stands_between_its_markers() -> None:
    """Making it again changes nothing, and the text around it stays."""
    page = "Above\n\n<!-- generated: faces -->\nold\n<!-- end -->\n\nBelow\n"
    made = with_generated_parts(page)
    assert made == f"Above\n\n<!-- generated: faces -->\n\n{face_table()}\n\n<!-- end -->\n\nBelow\n"
    assert with_generated_parts(made) == made


def test_an_unknown_part_is_refused() -> None:
    with pytest.raises(ValueError, match="'nothing' is not a generated part, but actions"):
        with_generated_parts("<!-- generated: nothing -->\n<!-- end -->")


@pytest.mark.parametrize(
    "page", ["<!-- generated: faces -->", "<!-- generated: faces -->\n\n<!-- generated: faces -->\n<!-- end -->"]
)
def test_a_part_without_an_end_is_refused(page: str) -> None:
    """Otherwise the text below it would be lost."""
    with pytest.raises(ValueError, match="has no line '<!-- end -->' below it"):
        with_generated_parts(page)


def test_every_code_that_the_tests_meet_is_told() -> None:
    """tests/cairn/test_reasons.py brings nearly every reason about, other tests of Cairn and of all games the rest."""
    own, every = (
        {code for path in paths for code in re.findall(r'"([a-z]+/[a-z-]+)"', path.read_text(encoding="utf-8"))}
        for paths in (
            [TESTS / "cairn" / "test_reasons.py"],
            [*(TESTS / "cairn").glob("*.py"), TESTS / "test_why_illegal_for.py"],
        )
    )
    told = {*reasons_of("cairn").rules}
    assert len(own) > 30
    assert own <= told <= every


def test_a_table_of_reasons_has_sentences_with_the_names_of_their_arguments() -> None:
    table = reason_table("endless-winter")
    link = "[6.4](../games/endless-winter.md#rule-6-4)"
    assert f"| `boost/tools` | the ability costs *price* Tools, but *who* has *tools* | {link} |" in table


def test_every_code_that_the_tests_of_korrigans_meet_is_told() -> None:
    """Tests of Korrigans bring reasons about in many files; each stands in the table."""
    texts = [path.read_text(encoding="utf-8") for path in (TESTS / "korrigans").glob("*.py")]
    met = {code for text in texts for code in re.findall(r'"([a-z]+/[a-z-]+) [0-9.]+"', text)}
    assert len(met) > 20
    assert met <= {*reasons_of("korrigans").rules}


@pytest.mark.parametrize("game", LIBRARY)
def test_every_rule_that_a_table_names_is_on_the_rules_page(game: str) -> None:
    page = f"games/{page_of(game)}.md"
    anchors = set(re.findall(r"\{ #(rule-[0-9a-z-]+) \}", (DOCS / page).read_text(encoding="utf-8")))
    named = set(re.findall(rf"\({re.escape(f'../{page}')}#([a-z0-9-]+)\)", reason_table(game)))
    assert named
    assert named <= anchors


@pytest.mark.parametrize("game", LIBRARY)
def test_every_reason_of_an_outcome_is_told(game: str) -> None:
    table = outcome_table(game)
    for reason in (*manifest_of(load(game)).reasons, "repetition", "turn-limit", "resignation"):
        assert re.search(rf"^\| `{reason}` \| [A-Z].+ \|$", table, re.MULTILINE), reason


def test_every_action_of_cairn_reads_back_as_the_table_writes_it() -> None:
    """The table's texts are what the functions read: those of the box without a state that offers them."""
    state = cairn.new_game(seed=7)
    for action in examples("cairn"):
        assert f"`{cairn.format_action(action)}`" in action_table("cairn")
        if not isinstance(action, cairn.Together | cairn.RelocateAll):
            assert cairn.parse_action(cairn.format_action(action), state) == action


def test_every_action_of_korrigans_reads_back_as_the_table_writes_it() -> None:
    """The table's texts are what the functions read; a bar would end a cell of the table."""
    state = korrigans.new_game(seed=7)
    table = action_table("korrigans")
    assert "| <code>troll:A&#124;B</code> |" in table
    for action in examples("korrigans"):
        assert code(korrigans.format_action(action)) in table
        assert korrigans.parse_action(korrigans.format_action(action), state) == action


def test_every_action_of_endless_winter_reads_back_as_the_table_writes_it() -> None:
    """The table's texts are what the functions read."""
    state = endless_winter.new_game(seed=7)
    table = action_table("endless-winter")
    for action in examples("endless-winter"):
        assert f"| `{endless_winter.format_action(action)}` |" in table
        assert endless_winter.parse_action(endless_winter.format_action(action), state) == action


def test_every_command_has_a_section_with_all_its_options() -> None:
    page = command_line(*COMMANDS, *LIBRARY)
    for command, parser in (*commands(), *(each for game in LIBRARY for each in own_commands(game))):
        section = re.split(r"\n##+ ", page.partition(f"## {command.name}\n")[2])[0]
        assert command.help in section
        assert f"`{command.example}`" in section
        for action in (each for each in parser._actions if each.help is not SUPPRESS):
            for option in action.option_strings:
                assert option in {"-h", "--help"} or f"`{option}" in section, (command.name, option)


def test_every_command_is_on_the_page() -> None:
    page = (REFERENCE / "command-line.md").read_text(encoding="utf-8")
    assert sorted(re.findall("^## ([a-z-]+)$", page, re.MULTILINE)) == sorted(COMMANDS)


@pytest.mark.parametrize("game", LIBRARY)
def test_every_game_has_a_section_with_all_its_options(game: str) -> None:
    section = command_line(game).partition(f"## Options and commands of {game}\n")[2].partition("\n## ")[0]
    for option in resolve(manifest_of(load(game)).setup).options:
        assert f"`--{option.name}" in section


def test_the_page_links_to_every_schema_of_the_site() -> None:
    page = (REFERENCE / "json-documents.md").read_text(encoding="utf-8")
    assert re.findall(r"\(\.\./schemas/(\S+)\)", page) == [path for path, _ in schema_files()]


def test_no_json_among_the_sources_is_made_by_a_program() -> None:
    found = (path.relative_to(SOURCES).as_posix() for path in sorted(SOURCES.rglob("*.json")))
    others = [name for name in found if not name.startswith(WRITTEN_BY_HAND)]
    assert not others, (
        f"{', '.join(others[:3])} in src/cairn_rules: JSON that a program makes is not stored with the sources, but"
        " made when it is needed, as 'cairn-rules schema' does; a file written by hand goes into WRITTEN_BY_HAND"
    )


@pytest.mark.parametrize("game", LIBRARY)
def test_every_kind_of_document_has_a_schema_and_an_example(game: str) -> None:
    """Examples are JSON; records, matches and reviews, which look alike in every game, have theirs with Cairn."""
    listed = document_list(game)
    examples = [json.loads(text) for text in re.findall(r"```json\n(.+?)```", document_examples(game), re.DOTALL)]
    assert {each["game"] for each in examples} == {game}
    assert {each["document"] for each in examples} >= {*documents(game)} - {"match", "record", "review", "party"}
    assert all(f"[`{document}`](../schemas/{game}/{document}.json)" in listed for document in documents(game))


def test_a_rule_in_a_docstring_leads_to_the_rules_page() -> None:
    html = '<a href="rule:cairn#rule-4-3">4.3</a>'
    assert with_rule_links(html, "reference/actions/") == '<a href="../../games/cairn/#rule-4-3">4.3</a>'


def test_a_rule_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="the rules page of cairn has no rule-99-1"):
        with_rule_links('<a href="rule:cairn#rule-99-1">99.1</a>', "reference/actions/")
