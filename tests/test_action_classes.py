"""Classes of actions are known in few places, and a type checker finds each of them.

Every `match` over the classes of a game's decisions and effects is closed: a new class makes a type checker name it.
It ends in `assert_never`. Where a default is right, because the set of classes is open or all others are alike for
good, a comment on the line of the last case gives the reason: `case _:  # open: effects are anyone's`.

A class of actions is named in few files, so that one who adds or changes an action has few to look at.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import UnionType
from typing import Any, get_args

import pytest

import cairn_rules
from cairn_rules.cairn.state import actions as cairn_actions
from cairn_rules.cairn_rpg.combat import actions as combat_actions
from cairn_rules.games import LIBRARY

pytestmark = pytest.mark.untraced

ROOT = Path(cairn_rules.__file__).parent
UNIONS = re.compile("(Action|Declaration|Answer|Change|Consequence|Effect|Entry|Frame|Pending|Question)$")
"""The names of the unions whose classes count: those of decisions, of what they do and of what happened."""
MOST_FILES = 5
"""Maximum number of files that name a class of actions: its own, the notation, the reasons, the rules and one more."""
NAMED_IN_MORE = {
    "cairn.Add": 12,
    "cairn.Move": 13,
    "cairn.Jump": 13,
    "cairn.Construct": 13,
    "cairn.Transform": 15,
    "cairn.Pass": 11,
    "cairn.Effect": 25,
    "endless_winter.Gain": 6,
    "wilderness.FindWay": 6,
    "wilderness.Supply": 7,
    "wilderness.Camp": 7,
    "wilderness.Wait": 7,
    "procedures.Drop": 8,
    "dungeon.Go": 6,
    "dungeon.Do": 7,
    "combat.Strike": 9,
    "combat.Cast": 6,
    "combat.Use": 6,
    "combat.Aid": 6,
    "combat.Rise": 6,
    "combat.Wait": 6,
    "creation.Choose": 6,
    "endless_winter.TakeTribe": 6,
    "endless_winter.TakeCulture": 6,
    "endless_winter.PlaceCamp": 6,
    "endless_winter.MoveCamp": 6,
    "endless_winter.RevealAnimals": 6,
    "endless_winter.TakeAnimal": 6,
    "endless_winter.Bury": 8,
    "endless_winter.BuildVillage": 6,
    "endless_winter.Tip": 6,
    "endless_winter.MoveIdol": 6,
    "endless_winter.Decline": 7,
    "endless_winter.AddToRitual": 6,
    "endless_winter.End": 8,
    "korrigans.Take": 6,
    "korrigans.CoverSun": 6,
    "korrigans.CoverCloud": 6,
    "korrigans.Sacrifice": 7,
    "korrigans.EndFinalTurn": 6,
}
"""The classes that are named in more files, with their number. It may shrink; nothing is added."""
OPEN = re.compile(r"# open: \S")


@cache
def sources() -> dict[str, str]:
    """The files of the games, by their paths."""
    folders = {ROOT / name.split(".")[1] for name in LIBRARY.values()}
    files = sorted(path for folder in folders for path in folder.rglob("*.py"))
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in files}


def names_of(path: str) -> dict[str, Any]:
    """The names of a module, by the path of its file."""
    parts = Path(path).with_suffix("").parts
    return vars(import_module(".".join(("cairn_rules", *parts)).removesuffix(".__init__")))


@cache
def classes() -> tuple[type, ...]:
    """The classes of all unions in the games that are named as in `UNIONS`."""
    found: dict[type, None] = {}
    for path, text in sources().items():
        for node in ast.walk(ast.parse(text)) if "TypeAlias" in text else ():
            if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias":
                name = ast.unparse(node.target)
                alias = names_of(path)[name] if UNIONS.search(name) else None
                found.update((each, None) for each in get_args(alias) if isinstance(alias, UnionType))
    return tuple(each for each in found if each.__module__.startswith("cairn_rules."))


def counts(value: object) -> bool:
    """Whether it is one of the classes, or one derived from them, as the effects of Cairn are."""
    return isinstance(value, type) and issubclass(value, classes())


def open_matches(text: str, named: Callable[[str], object]) -> Iterator[tuple[int, str]]:
    """The line and the subject of each open match in a source.

    Args:
        text: The source.
        named: Returns what a name in it means.
    """
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Match):
            continue
        patterns = (each for case in node.cases for each in ast.walk(case.pattern) if isinstance(each, ast.MatchClass))
        if not any(counts(named(ast.unparse(each.cls))) for each in patterns):
            continue
        last = node.cases[-1]
        closed = last.guard is None and ast.unparse(last.body[0]).startswith("assert_never(")
        if not closed and not OPEN.search(lines[last.pattern.lineno - 1]):
            yield node.lineno, ast.unparse(node.subject)


def in_module(path: str) -> Callable[[str], object]:
    def named(name: str) -> object:
        value: Any = None
        names = names_of(path)
        for part in name.split("."):
            value = names.get(part)
            names = getattr(value, "__dict__", {})
        return value

    return named


@pytest.mark.slow
def test_matches_over_the_classes_of_a_game_are_closed() -> None:
    """Each match over them ends in `assert_never`, or says in its last line why it is open."""
    for path, text in sources().items():
        found = list(open_matches(text, in_module(path)))
        sentences = [
            f"src/cairn_rules/{path}:{line}: the match of `{subject}` is open. End it with `case _: assert_never(...)`,"
            " or give the reason on its last line: `case _:  # open: ...`"
            for line, subject in found
        ]
        assert not sentences, "\n".join(sentences)


def test_the_classes_of_every_game_count() -> None:
    """The list of classes comes from the games: it has those of each, but no others."""
    modules = {each.__module__ for each in classes()}
    for name in LIBRARY.values():
        assert any(module.startswith(f"{name}.") for module in modules), name
    assert counts(combat_actions.Strike)
    assert counts(cairn_actions.Effect)
    assert not counts(cairn_actions.Space)


CASES = {
    "match action:\n    case Strike():\n        pass\n    case _:\n        assert_never(action)": False,
    "match action:\n    case Strike():\n        pass\n    case _:  # open: all others wait\n        pass": False,
    "match action:\n    case Strike():\n        pass\n    case _:\n        pass": True,
    "match action:\n    case Strike():\n        pass\n    case _:  # open:\n        pass": True,
    "match action:\n    case Strike():\n        pass": True,
    "match action:\n    case Strike():\n        pass\n    case _ if action.by:\n        assert_never(action)": True,
    "match pair:\n    case (Wait(), Strike(by)):\n        pass\n    case _:\n        return by": True,
    "match number:\n    case int():\n        pass\n    case _:\n        pass": False,
}


@pytest.mark.parametrize(("text", "is_open"), CASES.items())
def test_what_an_open_match_is(text: str, *, is_open: bool) -> None:
    """A match is open without `assert_never`, with a last case that has a condition, and with an empty reason."""
    assert bool(list(open_matches(text, vars(combat_actions).get))) is is_open


def files_naming(actions: Collection[type]) -> dict[type, set[str]]:
    """The files of the games whose code, not only its texts or imports, names each class."""
    found: dict[type, set[str]] = {each: set() for each in actions}
    for path, text in sources().items():
        named = in_module(path)
        for node in ast.walk(ast.parse(text)):
            value = named(ast.unparse(node)) if isinstance(node, ast.Name | ast.Attribute) else None
            if isinstance(value, type) and value in found:
                found[value].add(path)
    return found


@pytest.mark.slow
def test_a_class_of_actions_is_named_in_few_files() -> None:
    """One decision stands in one place: a new action touches the files that have to know it, and no others."""
    unions = [names_of(path)["Action"] for path in sources() if path.endswith("/actions.py")]
    actions = {each for union in unions for each in get_args(union)}
    assert len(unions) == len(LIBRARY)
    for each, files in files_naming(actions).items():
        _, package, inner, *_ = each.__module__.split(".")
        name = f"{inner if package == 'cairn_rpg' else package}.{each.__name__}"
        most = NAMED_IN_MORE.get(name, MOST_FILES)
        assert len(files) <= most, (
            f"{name} is named in {len(files)} files, more than {most}: {', '.join(sorted(files))}."
            " Give what they decide to the row of the action in notation.py, or to the one file that resolves it."
        )
        assert len(files) == most or name not in NAMED_IN_MORE, (
            f"{name} is named in {len(files)} files only. Write this number, or nothing if it is {MOST_FILES} or less."
        )


def made_in(path: str, text: str) -> Iterator[type]:
    """The classes that a file makes objects of: it calls one, or hands it to what calls it, or has an object."""
    named = in_module(path)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call):
            for called in (node.func, *(node.args if ast.unparse(node.func) != "isinstance" else ())):
                maker = named(ast.unparse(called))
                maker = getattr(maker, "__wrapped__", maker)
                if isinstance(maker, type):
                    yield maker
        elif isinstance(node, ast.Name | ast.Attribute):
            yield type(named(ast.unparse(node)))


@pytest.mark.slow
def test_every_action_is_made_by_the_rules() -> None:
    """A new class is listed by `legal_actions`: `rules.py` makes it, or the file of the step that it belongs to.

    Only those of a referee are not.
    """
    makers = {
        path: text
        for path, text in sources().items()
        if Path(path).stem not in {"actions", "notation", "samples", "reasons", "documents", "records"}
    }
    made = {each for path, text in makers.items() for each in made_in(path, text)}
    unions = [names_of(path)["Action"] for path in sources() if path.endswith("/actions.py")]
    for each in {each for union in unions for each in get_args(union)} - {*combat_actions.REFEREE_ACTIONS}:
        assert any(issubclass(other, each) for other in made), (
            f"No file of the rules makes {each.__name__}. List it where `legal_actions` lists what belongs to its step."
        )
