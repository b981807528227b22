"""Tables of codes for the reference: the reasons of illegal actions and of outcomes, and events."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import ModuleType

from rules_page import page_of

from cairn_rules import game as every_game
from cairn_rules import manifest_of
from cairn_rules.games import LIBRARY, load
from cairn_rules.lazy import resolve
from cairn_rules.phrasebook import ReasonTable, Templates
from cairn_rules.testing.game_suite import GAME_CHECKS


def reasons_of(game: str) -> ReasonTable:
    """The reasons why actions of a game are illegal."""
    table = manifest_of(load(game)).reason_table
    assert table is not None, "every game of the library has one"
    return resolve(table)


def reason_table(game: str, first: str = "a", last: str = "z") -> str:
    """Return a table of the reasons why actions of a game are illegal, or of those with some first letters."""
    lines = ["| code | sentence | rule |", "|---|---|---|"]
    table = reasons_of(game)
    for code, rules in sorted(table.rules.items()):
        if not first <= code[0] <= last:
            continue
        links = ", ".join(rule_link(game, rule) for rule in rules)
        lines.append(f"| `{code}` | {_sentences(table.english.templates[code])} | {links} |")
    return "\n".join(lines)


def event_table(game: str, first: str = "a", last: str = "z") -> str:
    """Return a table of the events of a game, or of those with some first letters."""
    table = manifest_of(load(game)).event_table
    assert table is not None, "every game of the library has one"
    templates = sorted(resolve(table).english.templates.items())
    rows = (f"| `{code}` | {_sentences(each)} |" for code, each in templates if first <= code[0] <= last)
    return "\n".join(("| code | sentence |", "|---|---|", *rows))


def check_table() -> str:
    """Return a table of the checks of `check_game`, in the order in which they run."""
    rows = (f"| `{check.slug}` | {check.promise} |" for check in GAME_CHECKS)
    return "\n".join(("| check | promise |", "|---|---|", *rows))


def _sentences(templates: Templates) -> str:
    return "<br>".join(map(_open, (templates,) if isinstance(templates, str) else templates))


def _open(template: str) -> str:
    """A sentence with the names of its arguments in italics; what depends on a number is shown for several."""
    several = re.sub(r"\{\w+:[^|}]*\|([^}]*)\}", r"\1", template)
    return re.sub(r"\{(\w+)[^}]*\}", r"*\1*", several).replace("|", "\\|")


def outcome_table(game: str) -> str:
    """The reasons of a game's outcomes, as a table: those of its rules, and those of every game."""
    lines = ["| reason | means |", "|---|---|"]
    known = dict.fromkeys(manifest_of(load(game)).reasons)
    for module in _modules(game):
        for value, meaning in _documented(module):
            if value in known:
                known[value] = meaning
    lines += [f"| `{value}` | {meaning or ''} |" for value, meaning in known.items()]
    general = (every_game.REPETITION, every_game.TURN_LIMIT, every_game.RESIGNATION)
    lines += [f"| `{value}` | {meaning} |" for value, meaning in _documented(every_game) if value in general]
    return re.sub(r"\brule (\d+\.\d+)", lambda found: f"rule {rule_link(game, found[1])}", "\n".join(lines))


def rule_link(game: str, rule: str) -> str:
    """A link from a page of the reference to a rule."""
    return f"[{rule}](../games/{page_of(game)}.md#rule-{rule.replace('.', '-').lower()})"


def _modules(game: str) -> Iterator[ModuleType]:
    name = LIBRARY[game].partition(":")[0]
    home = Path(str(inspect.getfile(import_module(name)))).parent
    for path in sorted((*home.glob("*.py"), *home.glob("state/*.py"), *home.glob("rules/*.py"))):
        parts = path.relative_to(home).with_suffix("").parts
        yield import_module(".".join((name, *parts)).removesuffix(".__init__"))


def _parsed(module: ModuleType) -> list[ast.stmt]:
    """The code of a module, also of one that runs as machine code."""
    path = Path(str(module.__file__))
    return ast.parse(path.with_name(f"{path.name.partition('.')[0]}.py").read_text(encoding="utf-8")).body


def _documented(module: ModuleType) -> Iterator[tuple[str, str]]:
    """The texts that a module's constants stand for, each with what is written below it."""
    body = _parsed(module)
    for node, below in pairwise(body):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            value = getattr(module, node.target.id, None)
            match below:
                case ast.Expr(value=ast.Constant(value=str() as meaning)) if isinstance(value, str):
                    yield value, " ".join(meaning.split())
                case _:
                    pass
