"""The rules of Pebbles, and what every game promises."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pebbles_game as pebbles
import pytest
from attrs import evolve
from pebbles_game import take_away
from pebbles_game.content import CHARMS, PEBBLES
from pebbles_game.odds import odds

from cairn_rules import Game, IllegalActionError, Outcome
from cairn_rules.chance import DiceError, ScriptedDice, branches
from cairn_rules.cli import words_for
from cairn_rules.simulation import with_options
from cairn_rules.testing import check_game

MOSS, SLATE, FLINT = PEBBLES["moss"], PEBBLES["slate"], PEBBLES["flint"]
GAME: Game[pebbles.State, pebbles.Action, pebbles.Observation] = pebbles
START = evolve(pebbles.new_game(seed=1), charms=(CHARMS["fern"], CHARMS["cloud"]))


def test_both_are_games() -> None:
    for players in range(1, 5):
        check_game(with_options(GAME, players=players, copies=2))
    check_game(take_away)


def test_rule_3_a_flint_takes_what_was_drawn() -> None:
    state = pebbles.resolve(START, pebbles.Draw(), ScriptedDice([1])).state
    assert state.drawn == (MOSS,)
    after = pebbles.resolve(state, pebbles.Draw(), ScriptedDice([len(state.bag)])).state
    assert (after.drawn, after.piles, after.active) == ((), ((), ()), 1)
    assert len(after.bag) == len(START.bag) - 2


def test_rule_5_a_wish_deals_the_charms_anew() -> None:
    state = evolve(START, piles=((MOSS, SLATE), ()))
    after = pebbles.resolve(state, pebbles.Wish(MOSS), ScriptedDice([(4, 3, 2, 1, 0)])).state
    assert after.piles == ((SLATE,), ())
    assert after.charms == (state.spare[2], state.spare[1])
    with pytest.raises(DiceError, match="shuffle"):
        branches(lambda dice: pebbles.resolve(state, pebbles.Wish(MOSS), dice))


@pytest.mark.parametrize(
    ("piles", "outcome"),
    [
        (((MOSS,), (SLATE,)), Outcome((0, 1), "bag-empty", (2, 2))),
        (((MOSS,), (MOSS,)), Outcome((0,), "bag-empty", (2, 1))),
        (((), ()), Outcome((), "bag-empty", (0, 0))),
    ],
)
def test_rule_6_the_most_points_win(piles, outcome: Outcome) -> None:
    """The first player has a charm for moss."""
    assert pebbles.outcome(evolve(START, bag=(), piles=piles)) == outcome


@pytest.mark.parametrize(("number", "winners"), [(5, ()), (6, (0,))])
def test_rule_6_alone_you_need_12_points(number: int, winners: tuple[int, ...]) -> None:
    state = evolve(START, bag=(), piles=((SLATE,) * number,), charms=(CHARMS["cloud"],))
    outcome = pebbles.outcome(state)
    assert outcome == Outcome(winners, "bag-empty", (2 * number,))
    assert outcome.is_loss is not bool(winners)


@pytest.mark.parametrize(
    ("state", "action", "code"),
    [
        (START, pebbles.Keep(), "keep/nothing"),
        (START, pebbles.Wish(MOSS), "wish/pebble"),
        (evolve(START, drawn=(MOSS,)), pebbles.Wish(MOSS), "wish/late"),
        (evolve(START, bag=(), drawn=(MOSS,)), pebbles.Draw(), "draw/empty"),
        (evolve(START, bag=()), pebbles.Draw(), "over"),
    ],
)
def test_illegal_actions(state: pebbles.State, action: pebbles.Action, code: str) -> None:
    with pytest.raises(IllegalActionError) as error:
        pebbles.apply(state, action)
    assert error.value.reason.code == code


def test_what_programs_for_any_game_call() -> None:
    """Sentences for buttons and for a log, and a picture of an observation in which wishes mark their pebbles."""
    before = evolve(START, piles=((MOSS, SLATE), ()))
    wishes = pebbles.legal_actions(before)[1:]
    assert [pebbles.describe(before, wish) for wish in wishes] == [
        "Give up moss for other charms",
        "Give up slate for other charms",
    ]
    after = pebbles.apply(before, wishes[0])
    assert [str(event) for event in pebbles.events_of(before, wishes[0], after)] == [
        "White gave up moss",
        "White dealt the charms anew",
    ]
    seen = pebbles.observe(before, 1)
    assert pebbles.svg(seen, highlight=wishes).count("stroke") > pebbles.svg(seen, highlight=wishes[0]).count("stroke")


def test_exact_odds() -> None:
    assert set(odds(START).values()) == {Fraction(1, 4)}


def test_secrets() -> None:
    """A player knows the own charm; a sample has new charms for the others, and a new key."""
    seen = pebbles.observe(START, 0)
    assert seen.charms == (CHARMS["fern"], None)
    samples = [pebbles.sample_hidden(seen, Random(seed)) for seed in range(30)]
    assert all(pebbles.observe(sample, 0) == seen for sample in samples)
    assert len({sample.chance for sample in samples}) == 30
    assert {sample.charms[1] for sample in samples} == {*seen.hidden}


def test_each_player_reads_their_own_charm_only() -> None:
    """In the log of a wish, and at the terminal before each decision."""
    before = evolve(START, piles=((MOSS,), ()))
    wish = pebbles.Wish(MOSS)
    after = pebbles.resolve(before, wish, ScriptedDice([(4, 3, 2, 1, 0)])).state
    log = [str(pebbles.events_of(before, wish, after, viewer=viewer)[-1]) for viewer in (0, 1, None)]
    assert log == [
        f"White dealt the charms anew; yours is the {after.charms[0].id}",
        f"White dealt the charms anew; yours is the {after.charms[1].id}",
        "White dealt the charms anew",
    ]
    words = words_for(GAME)
    assert words.explained(START) == "Your charm is the fern: each moss on your pile is worth 1 point more at the end"
    assert words.explained(evolve(START, active=1)) == "Your charm is the cloud: it is worth nothing at the end"
