"""The manifest of making characters: the parts of the game besides its rules."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn_rpg.creation.rules import COMPLETE
from cairn_rules.cairn_rpg.creation.state import SEAT_NAMES, State
from cairn_rules.encoding import Encoding
from cairn_rules.lazy import Ref
from cairn_rules.manifest import Manifest, Seats

MANIFEST: Final[Manifest[State]] = Manifest(
    name="cairn-rpg-creation",
    title="Cairn RPG: creation",
    reasons=(COMPLETE,),
    seats=Seats(names=SEAT_NAMES, count=lambda state: len(state.drafts)),
    # States cannot repeat, because every decision adds a result, so there is no repetition key.
    records=Ref("cairn_rules.cairn_rpg.creation.documents:START"),
    setup=Ref("cairn_rules.cairn_rpg.creation.setup_options:OPTIONS"),
    documents=Ref("cairn_rules.cairn_rpg.creation.documents:DOCUMENTS"),
    samples=Ref("cairn_rules.cairn_rpg.creation.samples:SAMPLES"),
    changes=Ref("cairn_rules.cairn_rpg.creation.changes:changes"),
    reason_table=Ref("cairn_rules.cairn_rpg.creation.reasons:REASONS"),
    has_plain_diagram=True,
    terminal=Ref("cairn_rules.cairn_rpg.creation.terminal:CreationWords"),
    encoding=Encoding(no_tensor="backgrounds and goods come from content packs of any size"),
    commands=Ref("cairn_rules.cairn_rpg.commands.creation:COMMANDS"),
)
"""The parts of the game besides its rules."""
