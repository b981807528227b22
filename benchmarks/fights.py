"""Compare fights of the role-playing game with minimal random playouts of python-chess, in the same run on one core.

In random fights of two characters against a bear, legal actions are listed, one is chosen at random and applied with
dice from the state's key, until the fight ends. Exact odds are whole: from a fight to its odds. A party of four are the
characters of the seeds 100 to 103.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import version
from random import Random

from sides import load
from sides.side import Quantity, Side, counted
from timing import compare, options

from cairn_rules.cairn_rpg import book
from cairn_rules.cairn_rpg.characters.character import Character
from cairn_rules.cairn_rpg.combat.rules.rules import apply, legal_actions
from cairn_rules.cairn_rpg.combat.rules.setup import creature, new_game, person
from cairn_rules.cairn_rpg.creation import create_character
from cairn_rules.cairn_rpg.odds import odds

RNG = Random(1)
LIBRARY = f"cairn-rules {version('cairn-rules')}"
HESTIA = person("Hestia", hp=4, strength=11, dexterity=11, armor=2, attacks=["sword d8"], kind="pc")
BASIL = person("Basil", hp=3, strength=9, dexterity=12, armor=1, attacks=["daggers d6+d6"], kind="pc")
BEAR = person("Bear", hp=6, strength=15, willpower=8, attacks=["claws d8"])
FOUR = tuple(create_character(seed=seed) for seed in range(100, 104))


def playout() -> int:
    """Play a random fight and return its number of decisions."""
    done = 0
    state = new_game(seed=RNG.randrange(1 << 32))
    while actions := legal_actions(state):
        state = apply(state, RNG.choice(actions))
        done += 1
    return done


def solving(party: Sequence[Character], *foes: Character) -> Callable[[], int]:
    """Return a function that solves a fight."""
    fight = new_game(seed=1, party=party, foes=foes)

    def once() -> int:
        odds(fight, exact=True)
        return 1

    return once


if __name__ == "__main__":
    chosen = options(__doc__, seconds=0.5)
    chess = [side for side in load() if side.name == "python-chess"]
    goblin, hobgoblin, troll = (creature(book().creatures[id]) for id in ("goblin", "hobgoblin", "wood-troll"))
    measured = {
        "Fights: a decision": playout,
        "Exact odds: two against a bear": solving([HESTIA, BASIL], BEAR),
        "Exact odds: four against a wood troll": solving(FOUR, troll),
        "Exact odds: four against four goblins": solving(FOUR, *[goblin] * 4),
        "Exact odds: four against four hobgoblins": solving(FOUR, *[hobgoblin] * 4),
    }
    sides = [Side(name, LIBRARY, {Quantity.PLAYOUT: counted(once)}) for name, once in measured.items()]
    compare([Quantity.PLAYOUT], [*chess, *sides], chosen.rounds, chosen.seconds, "python-chess")
