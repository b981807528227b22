"""Games that agents learn in the tests of the adapters."""

import cairn_rules as cairn
from cairn_rules import games, korrigans
from cairn_rules.game import with_options

GAMES = {
    "cairn": cairn,
    "cairn-light": with_options(cairn, megaliths=cairn.LIGHT_SET),
    "korrigans": with_options(korrigans, players=4),
    "combat": games.load("cairn-rpg-combat"),
}
