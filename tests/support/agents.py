"""Games that agents learn in the tests of the adapters."""

from cairn_rules import cairn, endless_winter, games, korrigans
from cairn_rules.game import with_options

GAMES = {
    "cairn": cairn,
    "cairn-light": with_options(cairn, megaliths=cairn.LIGHT_SET),
    "korrigans": with_options(korrigans, players=4),
    "endless-winter": with_options(endless_winter, players=3),
    "combat": games.load("cairn-rpg-combat"),
}

MASK_ONLY = ".* has no observation tensor"
"""The warning of an environment whose game has no tensor."""
