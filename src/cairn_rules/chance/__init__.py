"""Dice and shuffles after set-up: a key in the state, and several kinds of dice for the same rules.

A game with chance in the middle of play has a field `chance: Chance` in its state, and a function
`resolve(state, action, dice)` next to `apply`, which asks `dice` for every throw and every shuffle:

* `KeyedDice` draw from the key in the state, so that `apply` stays pure (see `resolve_keyed`);
* `ScriptedDice` follow a list: in tests, in replays, or with real dice that the players type in (see `NeedsRoll`);
* `branches` and `distribution` try every possible result, with exact probabilities.

Example:
    >>> def attack(dice):
    ...     return max(0, dice.highest((8, 10), purpose="damage") - 2)
    >>> attack(KeyedDice(Chance.from_seed(7))), attack(ScriptedDice([3, 9]))
    (8, 7)
    >>> distribution(attack)[0]
    Fraction(1, 20)
"""

from cairn_rules.chance.dice import Dice, DiceError, Kind, Request, Roll
from cairn_rules.chance.key import Chance, KeyedDice
from cairn_rules.chance.odds import Branch, branches, distribution
from cairn_rules.chance.resolution import HasChance, Resolution, Resolves, resolve_keyed
from cairn_rules.chance.script import NeedsRoll, Script, ScriptedDice, faces_of, to_script
from cairn_rules.lazy import load_lazily as _load_lazily

__all__ = [
    "Branch",
    "Chance",
    "Dice",
    "DiceError",
    "HasChance",
    "KeyedDice",
    "Kind",
    "NeedsRoll",
    "Request",
    "Resolution",
    "Resolves",
    "Roll",
    "Script",
    "ScriptedDice",
    "branches",
    "distribution",
    "faces_of",
    "resolve_keyed",
    "to_script",
]

_load_lazily(globals())
