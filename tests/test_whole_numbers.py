"""Numbers of other types, such as those of NumPy, are whole numbers wherever one is wanted, and leave no trace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import cairn_rules
from cairn_rules import (
    Budget,
    DefinitionError,
    Match,
    Outcome,
    cairn,
    contests,
    endless_winter,
    korrigans,
    perft,
    playouts,
)
from cairn_rules.cairn.balance import balance
from cairn_rules.cairn.learning.action_space import action_at
from cairn_rules.cairn.testing import activate
from cairn_rules.cairn_rpg import book, campaign, combat, creation, dungeon, odds, wilderness
from cairn_rules.cairn_rpg.combat.rules.setup import creatures
from cairn_rules.cairn_rpg.forecast import forecast
from cairn_rules.cairn_rpg.procedures.carrying import pay, share_gold, take_gold
from cairn_rules.cairn_rpg.procedures.market import hire, wages_due
from cairn_rules.cairn_rpg.procedures.retinue import upkeep
from cairn_rules.chance import Chance, KeyedDice, ScriptedDice, branches
from cairn_rules.checks import as_int
from cairn_rules.encoding import Encoder
from cairn_rules.players import GreedyPlayer, RandomPlayer, SagePlayer, TreePlayer
from cairn_rules.simulation import perft_turns

START = cairn.new_game(seed=7, faces="wooe", first=cairn.Tribe.SEA)
DAWN = cairn.BASE_SET["dawn"]
SEATS = (korrigans.Seat(), korrigans.Seat())
WINTER = endless_winter.new_game(seed=20)
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


def moves(player: Callable[..., Any], n: Callable[[int], Any]) -> object:
    return player(cairn, seed=n(7)).choose(cairn.observe(START, 0), Budget(simulations=20))


def seen_by(n: Callable[[int], Any], game: Any) -> object:
    """What takes a seat or a viewer in every game."""
    state = game.new_game(seed=7)
    after = game.apply(state, game.legal_actions(state)[0])
    tensor = None if Encoder(game, dynamic=300).no_tensor else Encoder(game, dynamic=300).tensor(state, n(0))
    hidden = game.reveals(state, after, viewer=n(0)) if hasattr(game, "reveals") else None
    why = cairn_rules.why_illegal_for(game, after, game.legal_actions(state)[0], viewer=n(0))
    return game.observe(state, n(0)), tuple(game.changes(state, after, viewer=n(0))), tensor, hidden, why


def resigned(n: Callable[[int], Any]) -> object:
    match = Match(korrigans, seed=7)
    match.do(match.legal_actions[0])
    match.undo_to(n(0))
    match.resign(n(1))
    return match.outcome


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
        lambda n: (perft(cairn, START, n(1)), perft_turns(cairn, START, n(1))),
        lambda n: list(playouts(cairn, n(2), seed=n(7), first=n(1), max_turns=n(3))),
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
        lambda n: (Budget(simulations=n(5)), Encoder(cairn, dynamic=n(300)).dynamic),
        lambda n: [seen_by(n, game) for game in (cairn, korrigans, endless_winter, combat, creation, wilderness)],
        lambda n: [seen_by(n, game) for game in (campaign, dungeon)],
        lambda n: cairn.new_game(seed=7, first=n(1)),
        lambda n: cairn.threats(START, by=n(1)),
        lambda n: cairn.find_arrangements(START.shamans, cairn.TransformationFace.END, n(1)),
        lambda n: cairn.svg(START, viewer=n(1), perspective=n(1)),
        lambda n: activate(DAWN, on=START, at="c3", owner=n(1)).state,
        lambda n: (endless_winter.food_capacity(WINTER, n(1)), endless_winter.svg(WINTER, viewer=n(1))),
        lambda n: korrigans.svg(korrigans.new_game(seed=7), viewer=n(1)),
        lambda n: (Outcome(winners=(n(0), n(1)), reason="time", scores=(n(1), 2)), Outcome.lost_by(n(1), 3, "time")),
        resigned,
        lambda n: endless_winter.make_state(active=n(1)).active,
        lambda n: (korrigans.Unmask(n(1)), korrigans.GiveGoblin(n(1), 0), korrigans.PlaceKorrigan(n(1), 0)),
        lambda n: korrigans.make_state(seats=SEATS, bag_holder=n(1)).bag_holder,
        *(lambda n, player=player: moves(player, n) for player in (RandomPlayer, GreedyPlayer, TreePlayer, SagePlayer)),
    ],
)
def test_numbers_of_another_type_are_as_good_as_plain_ones(ask: Callable[[Callable[[int], Any]], object]) -> None:
    """The text of the result would show one that was kept."""
    assert repr(ask(Whole)) == repr(ask(int))


@pytest.mark.parametrize("player", [RandomPlayer, GreedyPlayer, TreePlayer, SagePlayer])
@pytest.mark.parametrize("seed", ["7", 7.0, True])
def test_the_seed_of_a_player_is_a_whole_number(player: Callable[..., Any], seed: object) -> None:
    with pytest.raises(DefinitionError, match=f"seed should be a whole number or None, not {seed!r}"):
        player(cairn, seed=seed)


@pytest.mark.parametrize("value", [True, False, 7.0, "7", None, [7], object()])
def test_other_values_are_no_whole_numbers(value: object) -> None:
    assert as_int(value) is None
