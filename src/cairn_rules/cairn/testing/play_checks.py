"""What comes of a megalith in play: turns, symmetries, whole games."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from cairn_rules.cairn.box import BASE_SET
from cairn_rules.cairn.make_state import make_state
from cairn_rules.cairn.rules import apply, legal_actions
from cairn_rules.cairn.setup import new_game
from cairn_rules.cairn.state import State
from cairn_rules.cairn.symmetry import mirror, rotate
from cairn_rules.cairn.testing.effect_checks import arguments
from cairn_rules.cairn.testing.subject import Examined
from cairn_rules.testing.check import Found, Trials

MOST_DECISIONS: Final = 100
"""A turn with more is taken for one that never ends."""
GAMES: Final = 20
"""So many whole games are played."""
_LONG: Final = 300
"""No game is followed for more decisions."""


def endless_turn(state: State) -> str | None:
    """A turn goes on and on."""
    choices: tuple[Callable[[int], int], ...] = (lambda _: 0, lambda count: count - 1, Random(0).randrange)
    for choose in choices:
        reached = state
        for _ in range(MOST_DECISIONS):
            legal = legal_actions(reached)
            if not legal or reached.turn != state.turn:
                break
            reached = apply(reached, legal[choose(len(legal))])
        else:
            return f"a turn goes on for more than {MOST_DECISIONS} decisions; let no option wake its own megalith again"
    return None


def not_symmetric(state: State) -> str | None:
    """The power treats one side of the board in another way."""
    for seen_from in (rotate, mirror):
        image = seen_from(state)
        legal = legal_actions(state)
        if {seen_from(option) for option in legal} != set(legal_actions(image)):
            return f"its power yields something else when the board is seen with {seen_from.__name__}"
        for option in legal:
            if apply(image, seen_from(option)) != seen_from(apply(state, option)):
                return f"{option!r} does something else when the board is seen with {seen_from.__name__}"
    return None


def game_fails(examined: Examined, _: Trials[State]) -> Found | None:
    """A whole game with the megalith on a Stone Circle fails, or reaches a state that cannot be."""
    megalith = examined.megalith
    others = [stone for stone in BASE_SET if stone.id != megalith.id]
    for seed in range(GAMES):
        rng = Random(seed)
        state = new_game(seed=seed, megaliths=(megalith, *others), circles=(megalith.id, rng.choice(others).id))
        for _decision in range(_LONG):
            try:
                legal = legal_actions(state)
                if not legal:
                    break
                after = apply(state, rng.choice(legal))
                make_state(**arguments(after))
            except Exception as error:  # noqa: BLE001 - whatever it raises
                return f"a game with it fails: {error}", state
            state = after
    return None
