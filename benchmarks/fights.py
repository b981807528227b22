"""Compare fights of the role-playing game with random playouts of python-chess, in the same run on one core.

The first table compares random fights of two characters against a bear: legal actions are listed, one is chosen at
random and applied with dice from the state's key, until the fight ends. The second one compares exact odds: the whole
time from a fight to its odds, divided by its number of states.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from random import Random

from sides import load
from sides.side import Quantity, Side, counted
from timing import compare, options

from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.combat.rules import apply, legal_actions
from cairn_rules.cairn_rpg.combat.setup import new_game, person
from cairn_rules.cairn_rpg.combat.state import State
from cairn_rules.cairn_rpg.odds import odds

RNG = Random(1)
LIBRARY = f"cairn-rules {version('cairn-rules')}"
HESTIA = person("Hestia", hp=4, strength=11, dexterity=11, armor=2, attacks=["sword d8"], kind="pc")
BASIL = person("Basil", hp=3, strength=9, dexterity=12, armor=1, attacks=["daggers d6+d6"], kind="pc")
BEAR = person("Bear", hp=6, strength=15, willpower=8, attacks=["claws d8"])
GOBLIN = person("Goblin", hp=4, strength=8, willpower=8, attacks=["spear d6"])


def playout() -> int:
    """Play a random fight and return its number of decisions."""
    done = 0
    state = new_game(seed=RNG.randrange(1 << 32))
    while actions := legal_actions(state):
        state = apply(state, RNG.choice(actions))
        done += 1
    return done


def solved(*foes: Character) -> Callable[[], int]:
    """Return a function that solves a fight and returns its number of states."""
    fight: State = new_game(seed=1, party=[HESTIA, BASIL], foes=foes)
    return lambda: odds(fight, exact=True).states or 0


if __name__ == "__main__":
    chosen = options(__doc__, seconds=0.5)
    chess = [side for side in load() if side.name == "python-chess"]
    fights = Side("Fights: a decision", LIBRARY, {Quantity.PLAYOUT: counted(playout)})
    bear = Side("Exact odds, two against a bear: a state", LIBRARY, {Quantity.PLAYOUT: counted(solved(BEAR))})
    pair = Side("Exact odds, two against two: a state", LIBRARY, {Quantity.PLAYOUT: counted(solved(GOBLIN, GOBLIN))})
    compare([Quantity.PLAYOUT], [fights, *chess], chosen.rounds, chosen.seconds, "Fights")
    compare([Quantity.PLAYOUT], [bear, pair, *chess], chosen.rounds, chosen.seconds, "Exact odds, two against a bear,")
