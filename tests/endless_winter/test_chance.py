"""Scripted chance: `resolve` takes the order of each shuffle from its dice (rule 3.4)."""

from __future__ import annotations

from random import Random

import pytest

from cairn_rules import IllegalActionError
from cairn_rules import endless_winter as ew
from cairn_rules.chance import DiceError, KeyedDice, NeedsRoll, ScriptedDice, to_script
from support.endless_winter.games import VARIANTS
from support.endless_winter.positions import DRAW, TOOL, effect, me

pytestmark = pytest.mark.untraced

PILE = ("hunter", "tribesman", "brave")
EMPTY_DECK = effect("draw(2)", deck=("shaman",), discard=PILE)
"""The first card comes from the deck, the second one from the shuffled discard pile."""


def test_a_script_chooses_the_order_of_a_new_deck() -> None:
    state = ew.resolve(EMPTY_DECK, DRAW, ScriptedDice()).state
    dice = ScriptedDice([(2, 0, 1)])
    after = ew.resolve(state, DRAW, dice).state
    dice.finish()
    assert (me(after).hand, me(after).deck, me(after).discard) == (("shaman", "brave"), ("hunter", "tribesman"), ())
    assert [str(roll) for roll in dice.log] == ["reshuffle [3.4]: shuffle of 3 items"]
    assert after.chance == EMPTY_DECK.chance
    assert ew.resolve(state, DRAW, dice=ScriptedDice([(2, 0, 1)])).events == ()


@pytest.mark.parametrize(
    ("script", "error", "message"),
    [
        ([], NeedsRoll, r"the script has ended: add an order of 3 items for 'reshuffle \[3.4\]'"),
        ([(0, 1)], DiceError, r"\(0, 1\) is not an order of 3 items .*: list each number from 0 to 2 once"),
        ([4], DiceError, "4 is not an order of 3 items"),
    ],
)
def test_scripts_that_do_not_fit_are_refused(script: list[int], error: type[Exception], message: str) -> None:
    state = effect("draw(1)", discard=PILE)
    with pytest.raises(error, match=message):
        ew.resolve(state, DRAW, ScriptedDice(script))
    assert me(state).discard == PILE


def test_dice_that_are_not_needed_stay() -> None:
    dice = ScriptedDice([(0,)])
    assert me(ew.resolve(EMPTY_DECK, TOOL, dice).state).tools == 1
    assert dice.unused == ((0,),)


def test_illegal_actions_ask_for_no_dice() -> None:
    dice = ScriptedDice([(2, 0, 1)])
    with pytest.raises(IllegalActionError):
        ew.resolve(EMPTY_DECK, ew.Pay(), dice)
    assert not dice.log


@pytest.mark.parametrize("seed", range(10))
def test_the_log_of_a_game_is_a_script_that_repeats_it(seed: int) -> None:
    """Also the shuffles of the set-up, of the Preparation and of the solo rival."""
    rng = Random(seed)
    state = ew.new_game(seed=seed, players=1 + seed % 4, variant=VARIANTS[seed % 5])
    rolls = 0
    while legal := ew.legal_actions(state):
        action = rng.choice(legal)
        keyed = KeyedDice(state.chance)
        resolved = ew.resolve(state, action, keyed).state
        script = ScriptedDice(to_script(keyed.log))
        assert ew.resolve(state, action, script).state == resolved
        script.finish()
        state = ew.apply(state, action)
        assert state.chance == keyed.chance
        rolls += len(keyed.log)
    assert rolls
