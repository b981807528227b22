"""Parts of the library that need more packages: without them, one sentence says what to install."""

from __future__ import annotations

import re
import sys
from argparse import Namespace
from collections.abc import Callable
from importlib import import_module
from pickle import dumps, loads
from types import ModuleType
from typing import Any, cast

import pytest

from cairn_rules import CairnRulesError, MissingExtraError, Record, analyse, cairn, playouts, review, to_png
from cairn_rules.cairn.balance.page import balance_page
from cairn_rules.cairn_rpg.creation import create_party
from cairn_rules.cairn_rpg.sheets import sheets_pdf
from cairn_rules.cli.play.play_command import PLAY
from cairn_rules.players import SagePlayer
from cairn_rules.simulation import dask_cluster
from support.random_play import random_match

PARTS = [
    ("cairn_rules.adapters.gymnasium", "gymnasium", "gymnasium", "gymnasium"),
    ("cairn_rules.adapters.gymnasium", "numpy", "numpy", "gymnasium"),
    ("cairn_rules.adapters.openspiel", "pyspiel", "open_spiel", "openspiel"),
    ("cairn_rules.adapters.openspiel", "numpy", "numpy", "openspiel"),
    ("cairn_rules.adapters.pettingzoo", "pettingzoo", "pettingzoo", "pettingzoo"),
    ("cairn_rules.adapters.pettingzoo", "gymnasium", "gymnasium", "pettingzoo"),
    ("cairn_rules.adapters.pettingzoo", "numpy", "numpy", "pettingzoo"),
    ("cairn_rules.cairn.batch", "numpy", "numpy", "batch"),
    ("cairn_rules.simulation.batches", "numpy", "numpy", "batch"),
    ("cairn_rules.testing", "hypothesis", "hypothesis", "testing"),
]


FUNCTIONS = [
    ("a PNG image needs resvg-py", "resvg_py", lambda: to_png(cairn.svg(cairn.new_game(seed=7)))),
    (
        "a PDF needs reportlab",
        "reportlab",
        lambda: sheets_pdf(create_party(1, seed=7)),
    ),
    ("the page needs matplotlib", "matplotlib", lambda: balance_page(cast("Any", None))),
    ("a cluster needs Dask", "distributed", lambda: dask_cluster("tcp://127.0.0.1:1").__enter__()),
    ("a batch needs numpy", "numpy", lambda: playouts(cairn, 1, seed=7, batch=True)),
    ("batch=True needs numba", "numba", lambda: SagePlayer(cairn, batch=True)),
    ("batch=True needs numpy", "numpy", lambda: cairn.forced_win(cairn.new_game(seed=7), batch=True)),
    ("batch=True needs numba", "numba", lambda: list(cairn.find_puzzles([], batch=True))),
    ("batch=True needs numba", "numba", lambda: analyse(cairn, cairn.new_game(seed=7), batch=True)),
    ("batch=True needs numba", "numba", lambda: review(Record.of(random_match(cairn, 3, 1)), batch=True)),
    ("playing needs rich", "rich", lambda: list(PLAY.run(Namespace()))),
    ("cairn_rules.testing needs hypothesis", "hypothesis", lambda: fresh("cairn_rules.cairn.testing.strategies")),
    ("cairn_rules.testing needs hypothesis", "hypothesis", lambda: fresh("cairn_rules.cairn.testing.situations")),
    ("cairn_rules.testing needs hypothesis", "hypothesis", lambda: fresh("cairn_rules.cairn.testing.megalith_suite")),
]
"""What is said of a part that is needed only when a function is called, without its module, and a call."""


def fresh(module: str) -> None:
    """Import a module as if for the first time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delitem(sys.modules, module, raising=False)
        import_module(module)


@pytest.mark.parametrize(("told", "module", "call"), FUNCTIONS)
def test_without_its_package_a_function_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, told: str, module: str, call: Callable[[], object]
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtraError, match=re.escape(f"{told}; install it with: pip install 'cairn-rules[")):
        call()


@pytest.mark.parametrize(("part", "module", "package", "extra"), PARTS)
def test_without_its_package_a_part_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, part: str, module: str, package: str, extra: str
) -> None:
    for other in ("gymnasium", "pettingzoo", "pyspiel"):  # the others count as installed
        monkeypatch.setitem(sys.modules, other, ModuleType(other))
    monkeypatch.delitem(sys.modules, part, raising=False)
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtraError) as caught:
        import_module(part)
    assert str(caught.value) == f"{part} needs {package}; install it with: pip install 'cairn-rules[{extra}]'"
    assert (caught.value.name, caught.value.extra) == (package, extra)


def test_the_error_is_that_of_an_import_and_can_be_sent() -> None:
    error = MissingExtraError("training", "torch", "learning")
    assert isinstance(error, ImportError)
    assert isinstance(error, CairnRulesError)
    assert str(loads(dumps(error))) == str(error)  # noqa: S301 - our own
