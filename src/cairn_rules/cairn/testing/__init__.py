"""The testing kit for megaliths: drawn positions, strategies and the conformance suite."""

import typing as _typing

from cairn_rules.lazy import load_lazily as _load_lazily

if _typing.TYPE_CHECKING:
    from cairn_rules.cairn.testing.activation import Activation, activate
    from cairn_rules.cairn.testing.drawing import PLAIN_STONES, parse_drawing
    from cairn_rules.cairn.testing.megalith_suite import (
        CheckStep,
        MegalithFault,
        MegalithVerdict,
        check_in_steps,
        check_megalith,
    )
    from cairn_rules.cairn.testing.second_process import SecondLook
    from cairn_rules.cairn.testing.strategies import actions, matches, positions, registries, states

__all__ = [
    "PLAIN_STONES",
    "Activation",
    "CheckStep",
    "MegalithFault",
    "MegalithVerdict",
    "SecondLook",
    "actions",
    "activate",
    "check_in_steps",
    "check_megalith",
    "matches",
    "parse_drawing",
    "positions",
    "registries",
    "states",
]

_load_lazily(
    globals(),
    {
        ".activation": ("Activation", "activate"),
        ".drawing": ("PLAIN_STONES", "parse_drawing"),
        ".megalith_suite": ("CheckStep", "MegalithFault", "MegalithVerdict", "check_in_steps", "check_megalith"),
        ".second_process": ("SecondLook",),
        ".strategies": ("actions", "matches", "positions", "registries", "states"),
    },
)
