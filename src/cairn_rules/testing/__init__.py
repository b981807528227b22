"""Test tools for custom megaliths and rule systems: strategies, drawn positions, conformance checks.

They need the extra `testing`: `pip install 'cairn-rules[testing]'`.
"""

import typing as _typing

from cairn_rules.errors import missing_extra as _missing_extra
from cairn_rules.lazy import load_lazily as _load_lazily

if _missing := _missing_extra("cairn_rules.testing", "testing", "hypothesis"):
    raise _missing

from cairn_rules.testing.check import Check
from cairn_rules.testing.faults import ConformanceFault, GameFault
from cairn_rules.testing.game_suite import check_game
from cairn_rules.testing.machine import GameMachine

if _typing.TYPE_CHECKING:
    from cairn_rules.cairn.testing import (
        PLAIN_STONES,
        Activation,
        CheckStep,
        MegalithFault,
        MegalithVerdict,
        SecondLook,
        actions,
        activate,
        check_in_steps,
        check_megalith,
        matches,
        parse_drawing,
        positions,
        registries,
        states,
    )
    from cairn_rules.cairn_rpg.testing import PackFault, PackVerdict, check_pack

__all__ = [
    "PLAIN_STONES",
    "Activation",
    "Check",
    "CheckStep",
    "ConformanceFault",
    "GameFault",
    "GameMachine",
    "MegalithFault",
    "MegalithVerdict",
    "PackFault",
    "PackVerdict",
    "SecondLook",
    "actions",
    "activate",
    "check_game",
    "check_in_steps",
    "check_megalith",
    "check_pack",
    "matches",
    "parse_drawing",
    "positions",
    "registries",
    "states",
]

_RPG = ("PackFault", "PackVerdict", "check_pack")
_LOADED = {*__all__} - {*globals()}
_load_lazily(globals(), {"cairn_rules.cairn.testing": _LOADED - {*_RPG}, "cairn_rules.cairn_rpg.testing": _RPG})
