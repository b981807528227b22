"""The line and the cause of a fault that `check_megalith` finds."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import ModuleType

import pytest

from cairn_rules.cairn import BASE_SET, megalith
from cairn_rules.cairn.testing import SecondLook
from cairn_rules.testing import MegalithFault, check_megalith

HEAD = "from attrs import frozen\nfrom cairn_rules.cairn import *\n\n"
POWER = HEAD + "@megalith('Odd', text='x')\ndef odd(site):\n"
EFFECT = f"""{HEAD}
@frozen
class Odd(Effect):
    space: Space

    def apply(self, state):
        return state

    @property
    def notation(self):
        return f"odd{{self.space}}"

    @property
    def text(self):
        return "Do something odd"

@megalith("Odd", text="x", effects=(Odd,))
def odd(site):
    odd = Odd(site.space)
    yield odd
"""
ALONE = SecondLook(absent="these faults need no second process")
WARD = HEAD + "@ward('Odd', text='x')\ndef odd(site, action):\n"


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file of a module of designers."""
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path / "odd_stones.py"
    sys.modules.pop("odd_stones", None)


def imported(file: Path, source: str) -> ModuleType:
    file.write_text(source, encoding="utf-8")
    importlib.invalidate_caches()
    return importlib.import_module("odd_stones")


def line_with(source: str, words: str) -> int:
    return 1 + source[: source.index(words)].count("\n")


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("source", "check", "words", "cause"),
    [
        (POWER + "    for own in site.own():\n        yield Banish(nothing)", "power-fails", "nothing", NameError),
        (POWER + "    for own in site.own():\n        yield 3", "not-effects", "yield 3", None),
        (POWER + "    return 3", "not-effects", "@megalith", None),
        (POWER + "    for own in site.own():\n        yield Relocate(own, own)", "cannot-be-done", "yield", Exception),
        (POWER + "    return [Relocate(own, own) for own in site.own()]", "cannot-be-done", "@megalith", Exception),
        (POWER + "    return ()", "never-offers", "@megalith", None),
        (POWER + "    yield TakeExtraTurn()\n    yield TakeExtraTurn()", "duplicate-options", "@megalith", None),
        (
            POWER.replace("@mega", "@mega").replace("def", "@opponent_decides\ndef") + "    1 / 0",
            "power-fails",
            "1 / 0",
            ZeroDivisionError,
        ),
        (EFFECT.replace("return state", "return state / 2"), "effect-fails", "state / 2", TypeError),
        (EFFECT.replace('"Do some', 'nothing + "Do some'), "bad-text", "nothing", Exception),
        (EFFECT.replace("return state", "return 3"), "effect-result", "@megalith", None),
        (WARD + "    return nothing", "ward-fails", "nothing", NameError),
        (WARD + "    return 3", "ward-answer", "@ward", None),
        (WARD.replace("ward('Odd'", "ward('Odd', id='deer'") + "    return True", "id-clash", "@ward", None),
    ],
)
def test_a_fault_has_a_line_and_a_cause(
    module: Path, source: str, check: str, words: str, cause: type[Exception] | None
) -> None:
    """It is the line that raises, or the one that yields the option, or else the first one of the function."""
    found = imported(module, source)
    with pytest.raises(MegalithFault) as caught:
        check_megalith(found.odd, max_examples=5, look_again=lambda _: ALONE)
    fault = caught.value
    assert (fault.check, fault.line) == (check, line_with(source, words))
    assert str(fault).partition("\n")[0].endswith(f"[{check}, line {fault.line}]")
    assert fault.__cause__ is None if cause is None else isinstance(fault.__cause__, cause)


@pytest.mark.untraced
def test_without_a_plain_function_there_is_no_line() -> None:
    def fails(_, site):
        raise KeyError(site.space)

    made = megalith("Odd", text="x", id="odd")(partial(fails, 1))
    with pytest.raises(MegalithFault) as caught:
        check_megalith(made, max_examples=10)
    assert caught.value.line is None
    assert isinstance(caught.value.__cause__, KeyError)
    assert "[power-fails]" in str(caught.value)


def test_a_clash_with_a_megalith_of_partial_functions_has_no_line() -> None:
    made = megalith("Odd", text="x", id="deer")(partial(lambda *_: (), 1))
    with pytest.raises(MegalithFault, match="id-clash") as caught:
        check_megalith(made, max_examples=10)
    assert caught.value.line is None
    assert made.id in BASE_SET
