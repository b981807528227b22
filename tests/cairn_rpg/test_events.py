"""Events of the role-playing game: codes with arguments, whose sentences one table has."""

from __future__ import annotations

import ast
import copy
import pickle
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, TypeGuard

import pytest
from attrs import frozen
from attrs.exceptions import FrozenInstanceError

from cairn_rules import DefinitionError, cairn_rpg, to_data
from cairn_rules.cairn_rpg import combat, creation, dungeon, wilderness
from cairn_rules.cairn_rpg.event_table import EVENTS
from cairn_rules.cairn_rpg.events import Event
from cairn_rules.phrasebook import Named, Phrase, names_in

pytestmark = pytest.mark.untraced

ROOT = Path(cairn_rpg.__file__).parent
MAKERS = {"Event", "say", "_log"}
"""The functions that make an event from a code, a rule and arguments."""
PASSING = {"say", "_log", "_read"}
"""The functions that make events of any code."""
CODES = {
    ("campaign/rules/belongings.py", "_moved"): {"fetched", "given", "stowed"},
    ("campaign/rules/transitions.py", "followed"): {"fight-won", "fight-lost", "fight-over"},
    ("campaign/rules/transitions.py", "moved_on"): {"found-cart", "left"},
    ("dungeon/rules/rules.py", "_settled"): {"settled", "made-good"},
    ("dungeon/rules/turn.py", "_happen"): {"encounter", "sign", "environment", "mishap"},
    ("dungeon/rules/turn.py", "_work"): {"forcing", "searching"},
    ("common/action_log.py", "_bare"): {"hit"},
    ("procedures/carrying.py", "_spent"): {"used", "lit"},
    ("procedures/magic.py", "_affect"): {"asleep", "charmed", "deaf", "invisible"},
    ("procedures/recovery.py", "_laid"): {"stabilised", "mended"},
    ("procedures/recovery.py", "rest"): {"held-by-panic", "held-by-slots"},
    ("wilderness/food.py", "eat"): {"mount-meal", "mount-hungry"},
    ("wilderness/watch.py", "_lose"): {"use-lost", "item-lost"},
}
"""The codes of the functions that choose one at run time."""
DAMAGE = Event("damage", "R96", who="Freya", amount=2, left=1)


@frozen
class Made:
    """A place of the source that makes an event."""

    place: str
    codes: frozenset[str]
    names: frozenset[str] | None
    """The names of the arguments; None if some of them are only known at run time."""


@cache
def made() -> tuple[Made, ...]:
    return tuple(each for path in sorted(ROOT.rglob("*.py")) for each in made_in(path))


def made_in(path: Path) -> Iterator[Made]:
    name = path.relative_to(ROOT).as_posix()
    for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(function, ast.FunctionDef) and function.name not in PASSING:
            for call in filter(is_maker, ast.walk(function)):
                place = f"{name}:{call.lineno}"
                codes = frozenset(literals(call.args[0])) or CODES.get((name, function.name), frozenset())
                assert codes, f"{place}: the code is chosen at run time; list those of {function.name} in CODES"
                given = {each.arg for each in call.keywords}
                yield Made(place, frozenset(codes), None if None in given else frozenset(map(str, given)))


def is_maker(node: ast.AST) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and calls(node) in MAKERS


def calls(call: ast.Call) -> str:
    """The name of the called function, without the object whose method it is."""
    return ast.unparse(call.func).rpartition(".")[2]


def literals(node: ast.expr) -> Iterator[str]:
    """The texts that an expression can be, if it is a text or a choice of two."""
    if isinstance(node, ast.IfExp):
        yield from (*literals(node.body), *literals(node.orelse))
    elif isinstance(node, ast.Constant):
        yield str(node.value)


def templates_of(code: str) -> tuple[str, ...]:
    templates = EVENTS.english.templates.get(code, ())
    return (templates,) if isinstance(templates, str) else templates


@pytest.mark.slow
def test_each_event_of_the_source_has_a_template() -> None:
    faults = [
        f"{each.place}: no template of {code!r} has only the arguments that are given"
        for each in made()
        for code in sorted(each.codes)
        if not any(each.names is None or names_in(template) <= each.names for template in templates_of(code))
    ]
    assert not faults, "\n".join(faults)


@pytest.mark.slow
def test_each_code_of_the_table_is_used() -> None:
    assert set().union(*(each.codes for each in made())) == set(EVENTS.english.templates)


def test_codes_are_in_alphabetical_order_and_templates_with_more_arguments_first() -> None:
    codes = list(EVENTS.english.templates)
    assert codes == sorted(codes)
    for code in codes:
        first, *others = (names_in(template) for template in templates_of(code))
        for later in others:
            assert not first < later, code
            first = later


def test_events_are_values() -> None:
    same = Event("damage", "R96", left=1, amount=2, who="Freya")
    assert (DAMAGE, hash(DAMAGE)) == (same, hash(same))
    for other in (Event("damage", "R96", who="Freya", amount=2, left=0), Event("damage", "R97", **DAMAGE.arguments)):
        assert other != DAMAGE
    with pytest.raises(FrozenInstanceError):
        DAMAGE.code = "death"  # type: ignore[misc] # pyright: ignore[reportAttributeAccessIssue] - that is the test


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda event: pickle.loads(pickle.dumps(event))])  # noqa: S301 - its own
def test_copies_of_events_are_equal(copied: Any) -> None:
    event = Event("hit", "R82", who="Bo", amount=3, attacker="Ada", attack=Named("sword", "Sword"))
    assert copied(event) == event
    assert str(copied(event)) == "Ada hits Bo with Sword: 3 [R82]"


def test_usual_arguments_are_properties() -> None:
    assert (DAMAGE.who, DAMAGE.amount, DAMAGE.text_id) == ("Freya", 2, "")
    quiet = Event("quiet", "R162")
    assert (quiet.who, quiet.amount, quiet.text_id, str(quiet)) == ("", None, "", "all is quiet [R162]")
    assert Event("cast", "R145", who="Ada", spell="Sleep", text_id="spell/sleep").text_id == "spell/sleep"
    nameless = Event("age", "R19", who=Named(1, "the second character"), amount=20)
    assert (nameless.who, nameless.text) == ("the second character", "the second character is 20 years old")


def test_events_without_a_sentence() -> None:
    for event in (Event("daydream", "R1"), Event("damage", "R96", who="Freya")):
        with pytest.raises(
            DefinitionError, match=f"every template of '{event.code}' needs an argument that is missing"
        ):
            _ = event.text


def test_an_event_of_an_old_document_has_its_sentence_itself() -> None:
    event = Event("damage", "R96", text="Freya loses 2 HP", who="Freya", amount=2)
    assert (event.text, str(event)) == ("Freya loses 2 HP", "Freya loses 2 HP [R96]")


def strings(data: Any) -> Iterator[str]:
    if isinstance(data, dict | list):
        for each in data.values() if isinstance(data, dict) else data:
            yield from strings(each)
    elif isinstance(data, str):
        yield data


@pytest.mark.parametrize("game", [combat, creation, dungeon, wilderness])
def test_arguments_that_are_texts_stand_in_the_state_or_are_one_word(game: Any) -> None:
    """So no phrase of the source is one. What English says in other words is a `Named` or a `Phrase`."""
    for seed in range(4):
        rng = Random(seed)
        state = game.new_game(seed=seed)
        texts = {*strings(to_data(state))}
        for _ in range(60):
            if not (legal := game.legal_actions(state)):
                break
            before, state = state, game.apply(state, rng.choice(legal))
            earlier, texts = texts, {*strings(to_data(state))}
            known = earlier | texts
            for event in game.changes(before, state):
                for name, value in event.arguments.items():
                    for each in value if isinstance(value, tuple) else (value,):
                        assert isinstance(each, str | int | Named | Phrase)
                        if isinstance(each, str):
                            assert " " not in each or each in known, (event.code, name, each)
