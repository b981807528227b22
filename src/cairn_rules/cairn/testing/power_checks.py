"""Checks of a power when it is asked: what it gives, and that it depends on nothing but its site."""

from __future__ import annotations
import __future__

import ast
import inspect
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from itertools import islice
from statistics import median
from textwrap import dedent
from timeit import timeit
from types import CodeType, FunctionType
from typing import Any, Final, cast

from cairn_rules.cairn.actions import Effect
from cairn_rules.cairn.box_megaliths import BASE_SET
from cairn_rules.cairn.decorators import Power
from cairn_rules.cairn.layout import Layout
from cairn_rules.cairn.pending import UsePower
from cairn_rules.cairn.site import Site
from cairn_rules.cairn.state import State, draft
from cairn_rules.cairn.testing.subject import Examined, plain
from cairn_rules.errors import quoted, raised
from cairn_rules.testing.check import Found, Trials, raised_by

MANY: Final = 2_000
"""Nobody chooses among more options."""
SLOW: Final = 0.002
"""A power should not take longer, in seconds."""


def power_of(state: State) -> tuple[UsePower, Power]:
    """The power that is asked, and the function behind the decision."""
    pending = state._pending
    assert isinstance(pending, UsePower), "a power is asked"
    return pending, pending.megalith.powers[len(pending.chosen)]


def asked(state: State, power: Power | None = None) -> tuple[Any, ...]:
    """Everything that the power gives, as it gives it; no more than are looked at."""
    pending, own = power_of(state)
    given = (own if power is None else power)(Site(draft(state), pending))
    return tuple(islice(given, MANY + 1))


def id_clash(examined: Examined, _: Trials[State]) -> Found | None:
    """A stone of the box has the same id."""
    megalith = examined.megalith
    if megalith.id in BASE_SET and BASE_SET[megalith.id] != megalith:
        advice = f"give it an id of your own, such as 'yours.{megalith.id}'"
        return f"a megalith of the box has the id {megalith.id!r}, too; {advice}", None
    return None


def power_fails(state: State) -> str | None:
    """The power raises an exception."""
    pending, power = power_of(state)

    def ask() -> None:
        given: object = power(Site(draft(state), pending))
        if isinstance(given, Iterable):
            tuple(islice(cast("Iterable[object]", given), MANY + 1))

    error = raised_by(ask)
    if error is not None:
        return f"its power fails with {raised(error)}; a power must have an answer, or none, wherever it is woken"
    return None


def not_effects(state: State) -> str | None:
    """The power gives something else than effects."""
    pending, power = power_of(state)
    given: object = power(Site(draft(state), pending))
    if not isinstance(given, Iterable):
        return f"its power returns {quoted(given)}; it should yield effects, or return a list of them"
    for each in islice(cast("Iterable[object]", given), MANY + 1):
        if not isinstance(each, Effect):
            return f"its power yields {quoted(each)}, which is no Effect; yield Banish, Relocate and the like"
    return None


def not_values(state: State) -> str | None:
    """An option cannot be hashed, or is not equal to another one of the same value."""
    for option in asked(state):
        try:
            hash(option)
        except TypeError as error:
            return f"{option!r} cannot be hashed ({error}); make its class @frozen, with tuples instead of lists"
        if deepcopy(option) != option:
            return f"{option!r} is not equal to its copy; make its class @frozen"
    return None


def too_many_options(state: State) -> str | None:
    """The power goes on for ever, or nearly so."""
    if len(asked(state)) > MANY:
        return f"its power yields more than {MANY} options; ask for one thing after the other with then="
    return None


def slow(_: Examined, trials: Trials[State]) -> Found | None:
    """The power takes longer than a game can wait."""
    figure = median(_seconds(state) for state in trials.cases)
    if figure <= SLOW:
        return None
    message = (
        f"its power takes {1000 * figure:.1f} ms a call in the median; it should take at most {1000 * SLOW:.0f} ms"
    )
    return f"{message}, since players that look ahead ask it thousands of times", None


def _seconds(state: State) -> float:
    """Return how long the power takes in a state: the shorter of two calls."""
    return min(timeit(lambda: asked(state), number=1) for _ in range(2))


def not_deterministic(state: State) -> str | None:
    """Asked again at once, the power gives something else."""
    first = asked(state)
    for again in (asked(state), asked(state)):
        if again != first:
            told = f"{_listed(first)}, then {_listed(again)}"
            return f"asked twice in the same state its power yields {told}; it must depend on its site alone"
    return None


def changes_state(state: State) -> str | None:
    """Asking the power changes the state."""
    pending, power = power_of(state)
    changed = changed_by(lambda given: tuple(islice(power(Site(given, pending)), MANY + 1)), state)
    if changed:
        return f"asking its power changes the state ({', '.join(changed)}); only an effect's apply may make a new one"
    return None


def changed_by(look: Callable[[State], object], state: State) -> list[str]:
    """What of a state that is given to a function is another afterwards; nothing, if it is as it should be."""
    given = draft(state)
    before = parts(given)
    look(given)
    return [name for name, value in parts(given).items() if value != before[name]]


def parts(state: State) -> dict[str, Any]:
    """Everything that a state is made of, as values of their own."""
    kept = {name: getattr(state, name) for name in ("_own", "_enemy", "_faces", "_active", "_moved", "_extra", "_turn")}
    layout = {name: getattr(state._layout, name) for name in ("stones", "upcoming", "deck", "tucked", "scores")}
    course = {"pending": state.pending, "waiting": state.waiting, "seen": state.seen, "variant": state.variant}
    return {**{name.strip("_"): value for name, value in kept.items()}, **layout, **course}


def remembers(examined: Examined, trials: Trials[State]) -> Found | None:
    """The power gives something else than a copy of it that was never asked before."""

    def problem(state: State) -> str | None:
        _, power = power_of(state)
        if asked(state) == asked(state, examined.fresh[power]()):
            return None
        return "its power yields something else after it was asked about other states; it must not remember anything"

    return trials.look(problem)


def hidden_information(state: State) -> str | None:
    """The power gives something else when the deck lies in another order."""
    first = asked(state)
    for other in with_other_decks(state):
        if asked(other) != first:
            told = f"{_listed(first)}, or {_listed(asked(other))}"
            return f"what its power yields depends on the order of the deck, which is hidden: {told}"
    return None


def with_other_decks(state: State) -> Iterator[State]:
    """States that look the same to everybody."""
    layout = state._layout
    hidden = len(layout.deck) - layout.tucked
    unknown, known = layout.deck[:hidden], layout.deck[hidden:]
    for deck in ((*unknown[::-1], *known), (*unknown[1:], *unknown[:1], *known)):
        other = draft(state)
        other._layout = Layout(layout.stones, layout.upcoming, deck, layout.tucked, layout.scores, layout.variant)
        yield other


def never_offers(_: Examined, trials: Trials[State]) -> Found | None:
    """The power gives nothing in any of the states."""
    if any(asked(state) for state in trials.cases):
        return None
    return f"its power yielded nothing in any of {len(trials.cases)} states; is its condition ever true?", None


def duplicate_options(state: State) -> str | None:
    """The power gives the same option twice."""
    options = asked(state)
    for option in options:
        if options.count(option) > 1:
            return f"its power yields {option!r} {options.count(option)} times; yield it once"
    return None


def _listed(options: tuple[Any, ...]) -> str:
    shown = ", ".join(map(quoted, options[:3])) or "nothing"
    return f"{shown} and {len(options) - 3} more" if len(options) > 3 else shown


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
