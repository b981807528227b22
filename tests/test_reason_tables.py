"""The tables of reasons: each code is used, with the arguments that its sentences name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import cairn_rules
from cairn_rules import manifest_of
from cairn_rules.games import LIBRARY, load
from cairn_rules.lazy import resolve
from cairn_rules.phrasebook import ReasonTable, names_in

PACKAGES = {
    "cairn": "cairn",
    "korrigans": "korrigans",
    "endless_winter": "endless-winter",
    "cairn_rpg": "cairn-rpg-creation",
}
"""The packages that make reasons, each with a game whose manifest has the whole table."""
ANY = "[a-z0-9/-]+"
SHARED = "decision/another-player"
"""The code of `why_illegal_for`, for which every table has a rule."""


def table_of(game: str) -> ReasonTable:
    table = manifest_of(load(game)).reason_table
    assert table is not None
    return resolve(table)


@cache
def calls(package: str) -> tuple[ast.Call, ...]:
    """The places where reasons are made."""
    return tuple(_calls(package))


def _calls(package: str) -> Iterator[ast.Call]:
    for path in sorted((Path(cairn_rules.__file__).parent / package).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "REASONS.reason" in text else ():
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Name(id="REASONS"), attr="reason")):
                    yield node
                case _:
                    pass


def codes_of(call: ast.Call) -> str:
    """A pattern of the codes that a call can have; what is only known in a game fits any name."""
    code = call.args[0]
    if isinstance(code, ast.JoinedStr):
        return "".join(re.escape(part.value) if isinstance(part, ast.Constant) else ANY for part in code.values)
    return re.escape(code.value) if isinstance(code, ast.Constant) else ANY


def templates_of(table: ReasonTable, code: str) -> tuple[str, ...]:
    templates = table.english.templates[code]
    return (templates,) if isinstance(templates, str) else templates


@pytest.mark.untraced
@pytest.mark.parametrize("package", PACKAGES)
def test_every_sentence_is_said_and_has_its_arguments(package: str) -> None:
    """Coverage shows that tests run every call; here each call fits a sentence, and each sentence has a call."""
    table, said, unsaid = table_of(PACKAGES[package]), set[str](), list[str]()
    for call in calls(package):
        given = {keyword.arg for keyword in call.keywords}
        for code in filter(re.compile(codes_of(call)).fullmatch, table.rules):
            fitting = [each for each in templates_of(table, code) if None in given or names_in(each) <= given]
            said |= {*fitting} if None in given else {*fitting[:1]}
            if not fitting and isinstance(call.args[0], ast.Constant):
                unsaid.append(ast.unparse(call))
        if isinstance(call.args[0], ast.Constant):
            assert call.args[0].value in table.rules
    assert unsaid == []
    own = table.rules.keys() - {SHARED}
    assert [each for code in own for each in templates_of(table, code) if each not in said] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_a_rule_that_is_given_is_one_of_its_code(package: str) -> None:
    table = table_of(PACKAGES[package])
    for call in calls(package):
        code, *rules = call.args
        if isinstance(code, ast.Constant):
            given = [rule for rule in rules if isinstance(rule, ast.Constant)]
            assert {rule.value for rule in given} <= {*table.rules[code.value]}, ast.unparse(call)


@pytest.mark.parametrize("game", LIBRARY)
def test_every_game_has_a_table_with_rules(game: str) -> None:
    table = table_of(game)
    assert all(table.rules.values())
    assert SHARED in table.rules
    assert {*table.rules} == {*table.english.templates}
    assert all(re.fullmatch("[a-z]+/[a-z0-9-]+", code) for code in table.rules)
