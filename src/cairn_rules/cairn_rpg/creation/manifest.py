"""The manifest of making characters: the parts of the game besides its rules."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn_rpg.common.manifest import game_manifest
from cairn_rules.cairn_rpg.creation.rules import COMPLETE
from cairn_rules.cairn_rpg.creation.state import SEAT_NAMES, State
from cairn_rules.lazy import Ref
from cairn_rules.manifest import Manifest, Pace, Seats

MANIFEST: Final[Manifest[State]] = game_manifest(
    "creation",
    reasons=(COMPLETE,),
    seats=Seats(names=SEAT_NAMES, count=lambda state: len(state.drafts), compete=False),
    # States cannot repeat, because every decision adds a result, so there is no repetition key.
    pace=Pace(),
    reason_table="cairn_rules.cairn_rpg.creation.reasons:REASONS",
    no_tensor="backgrounds and goods come from content packs of any size",
    hides=Ref("cairn_rules.cairn_rpg.creation.changes:is_hidden"),
    commands={
        "character": "create",
        "party": "create",
        "sheet": "sheet",
        "lookup": "lookup",
        "roll": "roll",
        "save": "roll",
    },
)
"""The parts of the game besides its rules."""
