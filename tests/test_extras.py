"""Parts of the library that need more packages: without them, one sentence says what to install."""

from __future__ import annotations

import sys
from importlib import import_module
from pickle import dumps, loads

import pytest

from cairn_rules import CairnRulesError, MissingExtraError

PARTS = [
    ("cairn_rules.adapters.gymnasium", "gymnasium", "gymnasium", "gymnasium"),
    ("cairn_rules.adapters.openspiel", "pyspiel", "open_spiel", "openspiel"),
    ("cairn_rules.adapters.pettingzoo", "pettingzoo", "pettingzoo", "pettingzoo"),
    ("cairn_rules.cairn.batch", "numpy", "numpy", "batch"),
    ("cairn_rules.simulation.batches", "numpy", "numpy", "batch"),
    ("cairn_rules.testing", "hypothesis", "hypothesis", "testing"),
]


@pytest.mark.parametrize(("part", "module", "package", "extra"), PARTS)
def test_without_its_package_a_part_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, part: str, module: str, package: str, extra: str
) -> None:
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
