"""The kit as a whole: what it needs, what it offers, and its state machine."""

from __future__ import annotations

import importlib
import sys

import pytest
from hypothesis import settings

import cairn_rules.testing
from cairn_rules.testing import GameMachine
from testing.broken_games import Mumbling, Stuck, Two

pytestmark = pytest.mark.slow


def test_without_hypothesis_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    with pytest.raises(ImportError, match=r"needs hypothesis; install it with: pip install 'cairn-rules\[testing\]'$"):
        importlib.reload(cairn_rules.testing)


@pytest.mark.untraced
def test_everything_it_names_is_there_and_explained() -> None:
    for name in cairn_rules.testing.__all__:
        assert getattr(cairn_rules.testing, name).__doc__


def play(rules) -> None:
    class Machine(GameMachine):
        game = rules
        players = (0, 1)

    Machine.TestCase.settings = settings(max_examples=20, stateful_step_count=30, deadline=None, print_blob=False)
    Machine.TestCase().runTest()


def test_the_machine_plays_a_good_game() -> None:
    play(Two())


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("rules", "message"),
    [(Stuck(), "the game must be over, or a player must act"), (Mumbling(), "two actions have the same text")],
)
def test_the_machine_finds_what_is_broken(rules, message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        play(rules)
