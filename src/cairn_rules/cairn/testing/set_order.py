"""Whether what a power yields depends on the order in which a set is gone through.

That order is another one in another process. The power is compiled once more, so that it goes
through every set the other way round; then it should yield the same.
"""

from __future__ import annotations
import __future__

import ast
import inspect
from collections.abc import Callable, Iterable
from textwrap import dedent
from types import CodeType, FunctionType
from typing import Any, Final, cast

from cairn_rules.cairn.decorators import Power
from cairn_rules.cairn.state import State
from cairn_rules.cairn.testing.power_checks import asked, power_of
from cairn_rules.cairn.testing.subject import Examined, plain
from cairn_rules.testing.check import Found, Trials

_TURNED: Final = "__turned_round__"
_IN_ORDER: Final = frozenset({"enumerate", "filter", "iter", "list", "map", "tuple", "zip"})
"""The functions that keep the order of what they are given."""


def set_order(examined: Examined, trials: Trials[State]) -> Found | None:
    """The power yields something else when it goes through its sets the other way round."""
    turned = {power: _turned_power(power) for power in examined.megalith.powers}

    def problem(state: State) -> str | None:
        _, power = power_of(state)
        first, again = asked(state), asked(state, turned[power])
        if first == again:
            return None
        return "what its power yields depends on the order of a set, which changes from run to run; sort it"

    return trials.look(problem)


def _turned_power(power: Power) -> Power:
    """A power that goes through sets the other way round, as far as its source can be found."""
    function = plain(power)
    turned = _turned(function, {_TURNED: _other_way_round}) if isinstance(function, FunctionType) else power
    return lambda site: _other_way_round(turned(site))


def _other_way_round(values: Any) -> Any:
    return list(cast("Iterable[Any]", values))[::-1] if isinstance(values, (set, frozenset)) else values


def _turned(function: FunctionType, names: dict[str, Any]) -> Callable[..., Any]:
    """A function compiled once more, and with it the functions of its module that it calls."""
    code = _code(function)
    if code is None:
        return function
    inner = inspect.getclosurevars(function)
    own = {**function.__globals__, **inner.nonlocals, **names}
    turned = {**names}
    for name, value in {**inner.globals, **inner.nonlocals}.items():
        if isinstance(value, FunctionType) and value.__module__ == function.__module__ and name not in turned:
            turned[name] = value
            own[name] = turned[name] = _turned(value, turned)
    exec(code, own)  # noqa: S102 - the very function that is tested
    again: FunctionType = own[function.__name__]
    again.__defaults__, again.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
    return again


def _code(function: FunctionType) -> CodeType | None:
    """The definition of a function that goes through sets the other way round; None when its own is not found."""
    try:
        definition = ast.parse(dedent(inspect.getsource(function))).body[0]
        if not isinstance(definition, ast.FunctionDef) or definition.name != function.__code__.co_name:
            return None
        definition.name = function.__name__
        definition.decorator_list = []
        arguments = definition.args
        arguments.defaults = [ast.Constant(None) for _ in arguments.defaults]
        arguments.kw_defaults = [each and ast.Constant(None) for each in arguments.kw_defaults]
        tree = ast.fix_missing_locations(_TurningRound().visit(ast.Module([definition], [])))
        flags = __future__.annotations.compiler_flag
        code: CodeType = compile(tree, "<sets the other way round>", "exec", flags, dont_inherit=True)
    except (OSError, SyntaxError, TypeError):
        return None
    return code


class _TurningRound(ast.NodeTransformer):
    """Wraps whatever is gone through in order."""

    def visit_For(self, node: ast.For) -> ast.AST:
        node.iter = _wrapped(node.iter)
        return self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        node.iter = _wrapped(node.iter)
        return self.generic_visit(node)

    def visit_YieldFrom(self, node: ast.YieldFrom) -> ast.AST:
        node.value = _wrapped(node.value)
        return self.generic_visit(node)

    def visit_Starred(self, node: ast.Starred) -> ast.AST:
        if isinstance(node.ctx, ast.Load):
            node.value = _wrapped(node.value)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, ast.Name) and node.func.id in _IN_ORDER:
            node.args = [each if isinstance(each, ast.Starred) else _wrapped(each) for each in node.args]
        return self.generic_visit(node)


def _wrapped(node: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(_TURNED, ast.Load()), [node], [])
