"""Tables of codes for the reference, read from the code that gives them.

Why an action is illegal is told where the library makes a `Reason(code, sentence, rule)`. Those places are read, and
what their code and rule can be is worked out: from constants, from the texts that a function is called with, and from
tables of the module. In sentences, what is only known during a game stays open.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

from rules_page import page_of

from cairn_rules import game as every_game
from cairn_rules.games import LIBRARY, load
from cairn_rules.manifest import manifest_of


@dataclass(frozen=True)
class Code:
    """One reason why an action is illegal."""

    code: str
    sentence: str
    rule: str


def reason_table(game: str) -> str:
    """Every reason why an action of a game is illegal, as a table."""
    lines = ["| code | sentence | rule |", "|---|---|---|"]
    told: dict[str, dict[str, None]] = {}
    rules: dict[str, dict[str, None]] = {}
    for each in codes(game):
        told.setdefault(each.code, {})[each.sentence] = None
        rules.setdefault(each.code, {})[each.rule] = None
    for code in sorted(told):
        sentences = "<br>".join(sentence.replace("|", "\\|") for sentence in told[code])
        links = ", ".join(rule_link(game, rule) for rule in sorted(rules[code], key=_number))
        lines.append(f"| `{code}` | {sentences} | {links} |")
    return "\n".join(lines)


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


def codes(game: str) -> Iterator[Code]:
    """The reasons of a game, each once, in the order of the code."""
    yield from dict.fromkeys(_codes(game))


def _codes(game: str) -> Iterator[Code]:
    modules = list(_modules(game))
    calls = [(module, function, call) for module in modules for function, call in _calls(module)]
    for module, function, call in calls:
        if isinstance(call.func, ast.Name) and call.func.id == "Reason" and function is not None:
            for texts in _called_with(function, calls):
                for names in _assigned(function, call, vars(module), texts):
                    if not _is_reached(function.body, call, vars(module), names):
                        continue
                    code, sentence, rule = (_text(each, vars(module), names) for each in call.args)
                    if "*" in code + rule or " / " in code:
                        where = f"{module.__name__}:{call.lineno}"
                        raise ValueError(f"{where}: it cannot be told which code and rule {code}, {rule} stand for")
                    yield from (Code(code, sentence, each) for each in rule.split(" / "))


def _number(rule: str) -> list[int]:
    return [int(part) for part in re.findall("[0-9]+", rule)]


def _modules(game: str) -> Iterator[ModuleType]:
    name = LIBRARY[game].partition(":")[0]
    for path in sorted(Path(str(inspect.getfile(import_module(name)))).parent.glob("*.py")):
        yield import_module(name if path.stem == "__init__" else f"{name}.{path.stem}")


def _parsed(module: ModuleType) -> list[ast.stmt]:
    """The code of a module, also of one that runs as machine code."""
    path = Path(str(module.__file__))
    return ast.parse(path.with_name(f"{path.name.partition('.')[0]}.py").read_text(encoding="utf-8")).body


def _calls(module: ModuleType) -> Iterator[tuple[ast.FunctionDef | None, ast.Call]]:
    """Every call in a module, with the function that it is in."""
    for node in _parsed(module):
        for each in ast.walk(node):
            if isinstance(each, ast.Call):
                yield (node if isinstance(node, ast.FunctionDef) else None), each


def _called_with(function: ast.FunctionDef, calls: list[Any]) -> list[dict[str, str]]:
    """The texts that a function is called with, as far as they stand in the code."""
    names = [argument.arg for argument in function.args.args]
    found: list[dict[str, str]] = []
    for _, _, call in calls:
        if isinstance(call.func, ast.Name) and call.func.id == function.name:
            given = [*zip(names, call.args, strict=False), *((each.arg, each.value) for each in call.keywords)]
            texts = {
                name: str(value.value)
                for name, value in given
                if isinstance(value, ast.Constant) and isinstance(value.value, str)
            }
            if texts not in found:
                found.append(texts)
    return found or [{}]


def _assigned(
    function: ast.FunctionDef, call: ast.Call, known: Mapping[str, Any], texts: Mapping[str, str]
) -> list[dict[str, Any]]:
    """What the names of a function can stand for at a call: expressions, and texts of tables."""
    every: list[dict[str, Any]] = [dict(texts)]
    before = [node for node in _leading_to(function, call) if isinstance(node, ast.Assign)]
    for target, value in (pair for node in before for pair in _pairs(node.targets[0], node.value)):
        table = _value(value.value, known, {}) if isinstance(value, ast.Subscript) else None
        if isinstance(table, Mapping):
            assert isinstance(value, ast.Subscript), "only then there is a table"
            every = [bound for names in every for bound in _looked_up(target, value.slice, table, names)]
        elif isinstance(value, ast.IfExp) and isinstance(target, ast.Name):
            every = [{**names, target.id: each} for names in every for each in _branches(value, known, names)]
        elif isinstance(target, ast.Name):
            every = [{**names, target.id: value} for names in every]
    return every


def _leading_to(node: ast.AST, call: ast.Call) -> Iterator[ast.AST]:
    """What is run before a call; not what is left by `return` without it."""
    for each in ast.iter_child_nodes(node):
        is_left = isinstance(each, ast.If) and isinstance(each.body[-1], ast.Return)
        if (not is_left or _holds(each, call)) and getattr(each, "lineno", 0) < call.lineno:
            yield each
            yield from _leading_to(each, call)


def _holds(node: ast.AST, call: ast.Call) -> bool:
    return any(each is call for each in ast.walk(node))


def _looked_up(
    target: ast.expr, key: ast.expr, table: Mapping[Any, Any], names: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    """What names can stand for when one is looked up in a table: what they are looked up by is the same everywhere."""
    for each, entry in table.items():
        if not isinstance(key, ast.Name):
            yield {**names, **_bound(target, entry)}
        elif key.id not in names or names[key.id] == each:
            yield {**names, key.id: each, **_bound(target, entry)}


def _is_reached(body: list[ast.stmt], call: ast.Call, known: Mapping[str, Any], names: Mapping[str, Any]) -> bool:
    """Whether a call can be reached, as far as the tests before it are decided."""
    for node in body:
        if isinstance(node, ast.If):
            test = _value(node.test, known, names)
            if _holds(node, call):
                branch = node.body if any(_holds(part, call) for part in node.body) else node.orelse
                is_taken = test is None or bool(test) == (branch is node.body)
                return is_taken and _is_reached(branch, call, known, names)
            if test and isinstance(node.body[-1], ast.Return):
                return False
        if _holds(node, call):
            return True
    return False


def _pairs(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    """What an assignment assigns to what."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        return list(zip(target.elts, value.elts, strict=True))
    return [(target, value)]


def _bound(target: ast.expr, entry: Any) -> dict[str, Any]:
    if isinstance(target, ast.Tuple):
        return {each.id: part for each, part in zip(target.elts, entry, strict=True) if isinstance(each, ast.Name)}
    return {target.id: entry} if isinstance(target, ast.Name) else {}


def _branches(node: ast.IfExp, known: Mapping[str, Any], names: Mapping[str, Any]) -> tuple[ast.expr, ...]:
    """What an expression can come to: one of two, or the one that its test decides on."""
    test = _value(node.test, known, names)
    return (node.body, node.orelse) if test is None else (node.body if test else node.orelse,)


def _value(node: ast.expr, known: Mapping[str, Any], names: Mapping[str, Any]) -> Any:
    """What an expression of constants comes to; None for others."""
    plain = {name: value for name, value in names.items() if not isinstance(value, ast.AST)}
    try:
        return eval(compile(ast.Expression(node), "", "eval"), dict(known), plain)  # noqa: S307 (our own code)
    except Exception:  # noqa: BLE001 - whatever is missing is only known during a game
        return None


def _text(node: ast.expr, known: Mapping[str, Any], names: Mapping[str, Any]) -> str:
    """The text that an expression gives; what is only known during a game stands in it as *its name*."""
    match node:
        case ast.Constant(value=str() as text):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(
                _text(part.value if isinstance(part, ast.FormattedValue) else part, known, names) for part in parts
            )
        case ast.Name(id=name) if isinstance(names.get(name), ast.JoinedStr | ast.IfExp | ast.Constant):
            return _text(names[name], known, {each: value for each, value in names.items() if each != name})
        case ast.IfExp() as either:
            return " / ".join(_text(each, known, names) for each in _branches(either, known, names))
        case _:
            value = _value(node, known, names)
            return f"*{_called(node)}*" if value is None else f"{value}"


def _called(node: ast.expr) -> str:
    """What stands for a value that is only known during a game."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.replace("_", " ")
        case ast.Call(func=ast.Name(id=name)) if name.endswith("_name"):
            return name.removesuffix("_name")
        case ast.Call(func=ast.Name(id="named"), args=[*_, last]):
            return _called(last)
        case _:
            return "…"


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
