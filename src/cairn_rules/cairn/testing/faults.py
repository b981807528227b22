"""The assertion error of the checks of megaliths, which draws the position."""

from __future__ import annotations

from cairn_rules.cairn.decisions import CHOOSE_ACTION
from cairn_rules.cairn.diagram import diagram
from cairn_rules.cairn.megalith_data import Megalith
from cairn_rules.cairn.position import format_position
from cairn_rules.cairn.state import State, draft
from cairn_rules.documents import dumps
from cairn_rules.errors import DocumentError
from cairn_rules.testing.faults import ConformanceFault


class MegalithFault(ConformanceFault):
    """A megalith that does not keep what every megalith promises."""

    def __init__(self, megalith: Megalith, check: str, message: str, state: State | None = None) -> None:
        who = f"{megalith.name} ({megalith.id!r})"
        super().__init__(who, check, message, "" if state is None else _drawn(state))
        self.megalith = megalith
        """The megalith."""
        self.state = state
        """The smallest state that was found in which it shows; None when it shows in none."""


def _drawn(state: State) -> str:
    between = draft(state)
    between._pending = CHOOSE_ACTION
    lines = [diagram(state), "", f"The field as a position: {format_position(between)}"]
    try:
        lines.append(f"The state as JSON: {dumps(state)}")
    except DocumentError:
        lines.append(f"The state: {state!r}")
    return "\n".join(lines)
