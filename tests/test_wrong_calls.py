"""Every public function, each argument in turn replaced by wrong values: an error of the library, or a right answer."""

from __future__ import annotations

import inspect
import json
import math
import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Any, Final

import pytest

from cairn_rules import CairnRulesError, IllegalActionError, Match
from cairn_rules.testing import ConformanceFault
from support.calls import SEEN, arguments_of, called, functions, methods

pytestmark = [pytest.mark.slow, pytest.mark.untraced]

WRONG: Final[dict[str, Any]] = {
    "None": None,
    "3": 3,
    "-1": -1,
    "2.5": 2.5,
    "empty": "",
    "nonsense": "nonsense",
    "object": object(),
    "list": [],
    "list of None": [None],
    "tuple": (object(),),
    "dict": {"x": object()},
    "module": json,
    "bytes": b"x",
    "True": True,
    "nan": math.nan,
    "class": Match,
    "observation": SEEN,
}
"""Values that are wrong for most arguments."""
ENCODER: Final = ("indices", "check_indices", "index", "action", "mask")
RIGHT: Final = {
    ("cairn_rules.cairn.transformations", "state"): "observation",
    ("cairn_rules.manifest.question_for", "state"): "observation",
    ("cairn_rules.manifest.resolve", "part"): "",
    ("cairn_rules.testing.actions", "state"): "observation",
    ("cairn_rules.korrigans.events_of", "action"): "",
    ("cairn_rules.endless_winter.events_of", "action"): "None",
    ("cairn_rules.codec.named", "values"): "dict",
    ("cairn_rules.Record", "start"): "",
    ("cairn_rules.chance.ScriptedDice", "script"): "",
    ("cairn_rules.players_of", "start"): "observation",
    **{(f"cairn_rules.encoding.Encoder.{name}", "state"): "observation" for name in ENCODER},
}
"""Arguments that may be more than their annotation says, and the value that is right; empty if every one is."""


def is_right(value: object, annotation: str) -> bool:
    """Whether an annotation allows a value, or says so little that nobody can tell."""
    words = {*re.findall("[A-Za-z]+", annotation)}
    if annotation in {"Any", "object", "ActionT", "StateT | ObservationT"} or annotation.endswith("| T"):
        return True
    kinds: list[tuple[bool, set[str]]] = [
        (value is None, {"None", "TypeIs"}),
        (isinstance(value, bool), {"bool"}),
        (isinstance(value, int) and not isinstance(value, bool), {"int", "float"}),
        (isinstance(value, float) and not math.isnan(value), {"float"}),
        (isinstance(value, str), {"str", "Policy"}),
        (isinstance(value, bytes), {"bytes"}),
        (isinstance(value, type), {"type", "Callable", "MakesPlayer", "Policy", "Power", "Ward"}),
        (value is SEEN, {"Observation", "ObservationT"}),
        (value == [], {"Iterable", "Sequence", "Collection", "Script", "list", "tuple"}),
        (value == [None] and bool(re.search(r"(Sequence|Iterable)\[[^]]*None", annotation)), {"Sequence", "Iterable"}),
        (isinstance(value, list | tuple) and "[Any]" in annotation, {"Iterable", "tuple"}),
        (isinstance(value, list | tuple) and "[ActionT" in annotation, {"Sequence", "tuple"}),
        (isinstance(value, dict) and "str" in words, {"Iterable", "Collection"}),
        (isinstance(value, dict) and "[str, Any]" in annotation, {"Mapping"}),
    ]
    return any(holds and words & right for holds, right in kinds)


def in_time() -> AbstractContextManager[object]:
    """Nothing may hang; where there are no alarms, the run itself would."""
    return nullcontext() if sys.platform == "win32" else Alarm()


class Alarm:
    """An exception after some seconds."""

    def __enter__(self) -> None:
        signal.signal(signal.SIGALRM, self.ring)
        signal.alarm(20)

    def __exit__(self, *_: object) -> None:
        signal.alarm(0)

    @staticmethod
    def ring(*_: object) -> None:
        raise TimeoutError


def faults(name: str, make: Callable[[], tuple[Callable[..., Any], dict[str, Any]]]) -> Iterator[str]:
    """Each argument and value with which a call ends in something else than it should."""
    for parameter in inspect.signature(make()[0]).parameters.values():
        if parameter.kind is parameter.VAR_KEYWORD:
            continue
        for label, value in WRONG.items():
            function, arguments = make()
            try:
                with in_time():
                    answer = called(function, {**arguments, parameter.name: value})
            except (CairnRulesError, ConformanceFault) as error:
                if not str(error):
                    yield f"{parameter.name}={label}: no text"
            except BaseException as error:  # noqa: BLE001 - whatever it is
                yield f"{parameter.name}={label}: {error!r}"
            else:
                right = RIGHT.get((name, parameter.name))
                refused = answer is False or type(answer).__name__ == "Reason"
                if not (refused or right in {"", label} or is_right(value, str(parameter.annotation))):
                    yield f"{parameter.name}={label}: {type(answer).__name__}"


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("name", "function"), [pytest.param(*each, id=each[0]) for each in functions()])
def test_a_wrong_argument_of_a_function_is_named(name: str, function: Callable[..., Any]) -> None:
    with suppress(IllegalActionError):  # a rule refuses it; the arguments are of the right classes
        called(function, arguments_of(name, function))
    assert [*faults(name, lambda: (function, dict(arguments_of(name, function))))] == []


@pytest.mark.parametrize("name", [name for name, *_ in methods()])
def test_a_wrong_argument_of_a_class_is_named(name: str) -> None:
    def again() -> tuple[Callable[..., Any], dict[str, Any]]:
        return next((function, dict(arguments)) for each, function, arguments in methods() if each == name)

    called(*again())
    assert [*faults(name, again)] == []
