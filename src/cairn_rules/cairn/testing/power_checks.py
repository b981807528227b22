"""Checks of the options that a power yields: their type, their number, and that they depend only on the site."""

from __future__ import annotations
import __future__

import ast
import inspect
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from functools import cache, partial
from itertools import chain, islice
from statistics import median
from textwrap import dedent
from timeit import timeit
from types import CodeType, FunctionType
from typing import Any, Final, cast

from cairn_rules.cairn.megaliths.decorators import Power
from cairn_rules.cairn.megaliths.megaliths import BASE_SET
from cairn_rules.cairn.megaliths.site import Site
from cairn_rules.cairn.state.actions import Effect
from cairn_rules.cairn.state.megalith_data import Megalith
from cairn_rules.cairn.state.state import State, draft
from cairn_rules.cairn.testing.activation import MANY, power_of
from cairn_rules.cairn.testing.drawing import nothing
from cairn_rules.cairn.testing.situations import OTHERS
from cairn_rules.cairn.testing.subject import Examined, plain
from cairn_rules.errors import quoted, raised, raised_by
from cairn_rules.testing.check import Found, Trials

SLOW: Final = 0.002
"""Maximum median duration of a call, in seconds."""
_FEW: Final = 10
"""Minimum number of calls that are timed."""
_LONG: Final = 1.0
"""Total duration of the calls, in seconds, after which no more are timed."""
_EVERY: Final = 4
"""Number of states among which the possible top megaliths of the deck are divided, to save time."""


def asked(state: State, power: Power | None = None) -> tuple[Any, ...]:
    """Call the power and return its options, unchecked, at most `MANY` and one more."""
    pending, own = power_of(state)
    given = (own if power is None else power)(Site(draft(state), pending))
    return tuple(islice(given, MANY + 1))


def id_clash(examined: Examined, _: Trials[State]) -> Found | None:
    """Check that no megalith of the base set has the same id."""
    megalith = examined.megalith
    if megalith.id in BASE_SET and BASE_SET[megalith.id] != megalith:
        advice = f"use a unique id, such as 'yours.{megalith.id}'"
        return f"a megalith of the base set also has the id {megalith.id!r}; {advice}", None
    return None


def power_fails(state: State) -> str | None:
    """Check that the power raises no exception."""
    pending, power = power_of(state)

    def ask() -> None:
        given: object = power(Site(draft(state), pending))
        if isinstance(given, Iterable):
            tuple(islice(cast("Iterable[object]", given), MANY + 1))

    error = raised_by(ask)
    if error is not None:
        return f"its power fails with {raised(error)}; a power must return options, or an empty list, in every position"
    return None


def not_effects(state: State) -> str | None:
    """Check that the power yields only effects."""
    pending, power = power_of(state)
    given: object = power(Site(draft(state), pending))
    if not isinstance(given, Iterable):
        return f"its power returns {quoted(given)}; it should yield effects, or return a list of them"
    for each in islice(cast("Iterable[object]", given), MANY + 1):
        if not isinstance(each, Effect):
            return f"its power yields {quoted(each)}, which is not an Effect; yield effects such as Banish or Relocate"
    return None


def not_values(state: State) -> str | None:
    """Check that every option can be hashed and equals its copy."""
    for option in asked(state):
        try:
            hash(option)
        except TypeError as error:
            return f"{option!r} cannot be hashed ({error}); make its class @frozen, with tuples instead of lists"
        if deepcopy(option) != option:
            return f"{option!r} is not equal to its copy; make its class @frozen"
    return None


def too_many_options(state: State) -> str | None:
    """Check that the power yields at most `MANY` options."""
    if len(asked(state)) > MANY:
        return f"its power yields more than {MANY} options; split the choice into several decisions with then="
    return None


def slow(_: Examined, trials: Trials[State]) -> Found | None:
    """Check that a call of the power takes at most `SLOW` seconds in the median, for each of its decisions."""
    return too_slow((_decision(state), partial(asked, state)) for state in trials.timely(trials.cases))


def _decision(state: State) -> str:
    pending, _ = power_of(state)
    return f"decision {len(pending.chosen) + 1} of its power" if len(pending.megalith.powers) > 1 else "its power"


def too_slow(calls: Iterable[tuple[str, Callable[[], object]]]) -> Found | None:
    """Return the problem of calls that take more than `SLOW` seconds in the median; None if there is none.

    Calls of the same name are judged together.
    """
    named: dict[str, list[Callable[[], object]]] = defaultdict(list)
    for name, call in calls:
        named[name].append(call)
    for name, group in named.items():
        figure = _typical(group)
        if figure > SLOW:
            message = f"{name} takes {1000 * figure:.1f} ms a call in the median"
            limit = (
                f"it should take at most {1000 * SLOW:.0f} ms, since players that look ahead call it thousands of times"
            )
            return f"{message}; {limit}", None
    return None


def _typical(calls: Iterable[Callable[[], object]]) -> float:
    """Return the median duration of calls, in seconds. If they take long, the first ones are enough."""
    taken: list[float] = []
    for call in calls:
        # the shorter of two calls; other checks report what the call raises
        taken.append(min(timeit(partial(raised_by, call), number=1) for _ in range(2)))
        if len(taken) >= _FEW and sum(taken) > _LONG:
            break
    return median(taken)


def not_deterministic(state: State) -> str | None:
    """Check that repeated calls in the same state return the same options."""
    first = asked(state)
    for again in (asked(state), asked(state)):
        if again != first:
            told = f"{_listed(first)}, then {_listed(again)}"
            return f"called twice in the same state, its power yields {told}; it must depend only on its site"
    return None


def changes_state(state: State) -> str | None:
    """Check that a call of the power leaves the state unchanged."""
    pending, power = power_of(state)
    changed = changed_by(lambda given: tuple(islice(power(Site(given, pending)), MANY + 1)), state)
    if changed:
        return f"calling its power changes the state ({', '.join(changed)}); only an effect's apply may make a new one"
    return None


def changed_by(look: Callable[[State], object], state: State) -> list[str]:
    """Call a function with a copy of a state, and return the names of the parts that it changed."""
    given = draft(state)
    before = parts(given)
    look(given)
    return [name for name, value in parts(given).items() if value != before[name]]


def parts(state: State) -> dict[str, Any]:
    """Return all parts of a state by name."""
    kept = {name: getattr(state, name) for name in ("_own", "_enemy", "_faces", "_active", "_moved", "_extra", "_turn")}
    layout = {name: getattr(state._layout, name) for name in ("stones", "upcoming", "deck", "tucked", "scores")}
    course = {"pending": state.pending, "waiting": state.waiting, "seen": state.seen, "variant": state.variant}
    return {**{name.strip("_"): value for name, value in kept.items()}, **layout, **course}


def remembers(examined: Examined, trials: Trials[State]) -> Found | None:
    """Check that the power yields the same as a copy of it that was never called."""

    def problem(state: State) -> str | None:
        _, power = power_of(state)
        if asked(state) == asked(state, examined.fresh[power]()):
            return None
        return "its power yields other options after calls in other states; it must not keep data between calls"

    return trials.look(problem)


def hidden_information(state: State) -> str | None:
    """Check that the face-down megaliths, and their order, do not affect the power."""
    first = asked(state)
    for other in with_other_decks(state):
        if asked(other) != first:
            told = f"{_listed(first)}, or {_listed(asked(other))}"
            return f"its options depend on the face-down megaliths, which are hidden: {told}"
    return None


def with_other_decks(state: State) -> Iterator[State]:
    """Yield states with other face-down megaliths, which a power cannot distinguish from this one."""
    return chain(with_other_orders(state), with_look_alikes(state))


def with_other_orders(state: State) -> Iterator[State]:
    """Yield states with another order of the deck, which no player can distinguish from this one."""
    unknown = face_down_of(state)
    for order in (unknown[::-1], (*unknown[1:], *unknown[:1])):
        yield _with_face_down(state, order)


def with_look_alikes(state: State) -> Iterator[State]:
    """Yield states in which megaliths without power lie face down, with the ids, colours and texts of others.

    In each, another one is on top. The tiles of the state determine which of them come to the top.
    """
    face_down = face_down_of(state)
    if not face_down:
        return
    open_to_all = {stone.id for stone in state._layout.all_megaliths} - {stone.id for stone in face_down}
    pool = [stone for stone in OTHERS if stone.id not in open_to_all]
    for first in range(state._faces % _EVERY, len(pool), _EVERY):
        yield _with_face_down(state, tuple(map(_look_alike, (pool[first:] + pool[:first])[: len(face_down)])))


@cache
def _look_alike(stone: Megalith) -> Megalith:
    return Megalith(stone.id, stone.name, stone.text, stone.stone, (nothing,))


def face_down_of(state: State) -> tuple[Megalith, ...]:
    """Return the megaliths of the deck whose order is hidden, top first."""
    return state.deck[: len(state.deck) - state.tucked]


def _with_face_down(state: State, unknown: tuple[Megalith, ...]) -> State:
    other = draft(state)
    other._layout = state._layout.with_deck((*unknown, *state.deck[len(unknown) :]))
    return other


def never_offers(_: Examined, trials: Trials[State]) -> Found | None:
    """Check that the power yields an option in at least one of the states."""
    if any(asked(state) for state in trials.timely(trials.cases)):
        return None
    return f"its power yielded nothing in any of {len(trials.cases)} states; is its condition ever true?", None


def duplicate_options(state: State) -> str | None:
    """Check that the power yields each option only once."""
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
"""Built-in functions that preserve the order of their arguments."""


def set_order(examined: Examined, trials: Trials[State]) -> Found | None:
    """Check that the power yields the same options when it iterates over sets in reverse."""
    turned = {power: _turned_power(power) for power in examined.megalith.powers}

    def problem(state: State) -> str | None:
        _, power = power_of(state)
        first, again = asked(state), asked(state, turned[power])
        if first == again:
            return None
        return "its options depend on the iteration order of a set, which changes from run to run; sort it"

    return trials.look(problem)


def _turned_power(power: Power) -> Power:
    """Return a version of the power that iterates over sets in reverse, if its source can be found."""
    function = plain(power)
    turned = _turned(function, {_TURNED: _other_way_round}) if isinstance(function, FunctionType) else power
    return lambda site: _other_way_round(turned(site))


def _other_way_round(values: Any) -> Any:
    return list(cast("Iterable[Any]", values))[::-1] if isinstance(values, (set, frozenset)) else values


def _turned(function: FunctionType, names: dict[str, Any]) -> Callable[..., Any]:
    """Recompile a function, and the functions of its module that it calls, to reverse sets."""
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
    exec(code, own)  # noqa: S102 - the function under test
    again: FunctionType = own[function.__name__]
    again.__defaults__, again.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
    return again


def _code(function: FunctionType) -> CodeType | None:
    """Compile a definition of the function that reverses sets; None if its source cannot be found."""
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
    """Wraps every iterable that code iterates over in order."""

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
