"""The manifest of a journey: the parts of the game besides its rules."""

from __future__ import annotations

from typing import Final

from cairn_rules.cairn_rpg.wilderness.rules import ARRIVAL, DEATH, SURRENDER
from cairn_rules.cairn_rpg.wilderness.state import SEAT_NAMES, WATCHES, State
from cairn_rules.encoding import Encoding
from cairn_rules.lazy import Ref
from cairn_rules.manifest import Manifest, Pace, Seats


def turns(state: State) -> int:
    """Return the number of complete watches since the first morning (R179)."""
    return int(state.elapsed * len(WATCHES))


MANIFEST: Final[Manifest[State]] = Manifest(
    name="cairn-rpg-wilderness",
    rules_revision=2,
    title="Cairn RPG: wilderness",
    reasons=(ARRIVAL, DEATH, SURRENDER),
    seats=Seats(names=SEAT_NAMES),
    # Time only goes on, so that no position repeats; there is no repetition key.
    pace=Pace(turns=turns),
    records=Ref("cairn_rules.cairn_rpg.wilderness.documents:START"),
    setup=Ref("cairn_rules.cairn_rpg.wilderness.setup_options:OPTIONS"),
    documents=Ref("cairn_rules.cairn_rpg.wilderness.documents:DOCUMENTS"),
    samples=Ref("cairn_rules.cairn_rpg.wilderness.samples:SAMPLES"),
    changes=Ref("cairn_rules.cairn_rpg.wilderness.changes:changes"),
    reason_table=Ref("cairn_rules.cairn_rpg.reason_table:REASONS"),
    has_plain_diagram=True,
    terminal=Ref("cairn_rules.cairn_rpg.wilderness.terminal:WildernessWords"),
    encoding=Encoding(no_tensor="routes, parties and items are of any size"),
    commands=Ref("cairn_rules.cairn_rpg.commands.wilderness:COMMANDS"),
)
"""The parts of the game besides its rules."""
