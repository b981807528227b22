"""Numbers of other types, such as those of NumPy, are whole numbers wherever one is wanted, and leave no trace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import cairn_rules as cairn
from cairn_rules import Match, endless_winter, korrigans
from cairn_rules.balance import balance
from cairn_rules.cairn.action_space import action_at
from cairn_rules.cairn_rpg import book, combat, creation, odds, wilderness
from cairn_rules.cairn_rpg.carrying import pay, share_gold, take_gold
from cairn_rules.cairn_rpg.combat.setup import creatures
from cairn_rules.cairn_rpg.forecast import forecast
from cairn_rules.cairn_rpg.market import hire, wages_due
from cairn_rules.cairn_rpg.retinue import upkeep
from cairn_rules.chance import Chance, KeyedDice, ScriptedDice, branches
from cairn_rules.checks import as_int
from cairn_rules.players import RandomPlayer
from cairn_rules.simulation import contests

START = cairn.new_game(seed=7, faces="wooe", first=cairn.Tribe.SEA)
ADA = combat.person("Ada", hp=4, strength=11)
BEAR = combat.person("Bear", hp=6, attacks=["claws d8"])


class Whole:
    """A number of another type."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


def rolled(n: Callable[[int], Any]) -> tuple[object, ...]:
    dice = KeyedDice(Chance(n(7), n(2)))
    return (
        dice.sum(n(3), n(6), purpose="x"),
        dice.check(n(11), purpose="y"),
        dice.highest([n(4), 6], purpose="z"),
        dice.log,
    )


def scripted(n: Callable[[int], Any]) -> tuple[object, ...]:
    dice = ScriptedDice([n(3), [n(1), n(0)]])
    return dice.face(8, purpose="x"), dice.shuffle("ab", purpose="y"), dice.log


def matched(n: Callable[[int], Any]) -> tuple[object, ...]:
    match = Match(cairn, seed=n(7), draw_at_repetition=n(3), draw_after_turns=n(50))
    return match.seed, match.state, match._draw_at_repetition, match._draw_after_turns


@pytest.mark.parametrize(
    "ask",
    [
        rolled,
        scripted,
        matched,
        lambda n: Chance.from_seed(n(7)),
        lambda n: Chance(7).below(n(6)),
        lambda n: branches(lambda dice: dice.face(2, purpose="x"), limit=n(2)),
        lambda n: cairn.new_game(seed=n(7)),
        lambda n: korrigans.new_game(seed=n(7), players=n(3)),
        lambda n: endless_winter.new_game(seed=n(7), players=n(2)),
        lambda n: creation.new_game(seed=n(7), players=n(2)),
        lambda n: creation.create_character(seed=n(7)),
        lambda n: action_at(START, n(263)),
        lambda n: (cairn.perft(cairn, START, n(1)), cairn.perft_turns(cairn, START, n(1))),
        lambda n: list(cairn.playouts(cairn, n(2), seed=n(7), first=n(1), max_turns=n(3))),
        lambda n: list(contests(cairn, {"a": RandomPlayer, "b": RandomPlayer}, n(1), seed=n(7), max_turns=n(3))),
        lambda n: balance([cairn.BASE_SET["deer"]], games=n(1), seed=n(7), max_turns=n(3)),
        lambda n: pay(take_gold(ADA, n(5)), n(2)),
        lambda n: share_gold([ADA, ADA], n(5)),
        lambda n: hire(take_gold(ADA, 35), n(3), combat.person("Bo", hp=3), days=n(3)),
        lambda n: wages_due([ADA], days=n(3)),
        lambda n: upkeep([ADA], days=n(3)),
        lambda n: creatures(book().creatures["bandit"], n(6)),
        lambda n: odds.odds(combat.new_game(party=[ADA], foes=[BEAR]), exact=False, games=n(9), seed=n(7)),
        lambda n: forecast(wilderness.new_game(seed=7), exact=False, games=n(9), seed=n(7), most_states=n(9)),
    ],
)
def test_numbers_of_another_type_are_as_good_as_plain_ones(ask: Callable[[Callable[[int], Any]], object]) -> None:
    """The text of the result would show one that was kept."""
    assert repr(ask(Whole)) == repr(ask(int))


@pytest.mark.parametrize("value", [True, False, 7.0, "7", None, [7], object()])
def test_other_values_are_no_whole_numbers(value: object) -> None:
    assert as_int(value) is None
