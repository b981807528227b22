"""The manifest of Cairn: everything that the game provides besides its rules."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from cairn_rules.cairn.state.board import TRIBES
from cairn_rules.cairn.state.layout import MEGALITHS_TO_WIN
from cairn_rules.cairn.state.pending import ChooseAction, Over
from cairn_rules.cairn.state.pending_queue import NO_ACTION, THIRD_MEGALITH
from cairn_rules.cairn.state.state import State
from cairn_rules.lazy import Ref
from cairn_rules.manifest import Manifest, Pace, Seats


def repetition_key(state: State) -> Hashable | None:
    """Return a key that is equal for repeated positions (rule 9.3), or None within a turn.

    It covers the shamans, the megaliths, the tile faces, the upcoming megaliths in any order, the deck
    without the unknown part of its order, the scores and the active tribe.

    Example:
        >>> from cairn_rules import cairn
        >>> state = cairn.parse_position("f4/5/5/5/s4 s wooe b3=chaos,d3=dawn alley,deer menhir,mound 0-0")
        >>> other = cairn.parse_position("f4/5/5/5/s4 s wooe b3=chaos,d3=dawn deer,alley mound,menhir 0-0")
        >>> repetition_key(state) == repetition_key(other)
        True
    """
    if not isinstance(state.pending, ChooseAction | Over):
        return None
    ground = state._layout
    hidden = len(ground.deck) - ground.tucked
    return (
        state._own,
        state._enemy,
        state._faces,
        state._active,
        ground.stones,
        frozenset(ground.upcoming),
        frozenset(ground.deck[:hidden]),
        ground.deck[hidden:],
        ground.scores,
    )


def _value(state: State, player: int) -> float:
    """Return a tribe's lead in megaliths, divided by the number that wins."""
    return (state.scores[player] - state.scores[1 - player]) / MEGALITHS_TO_WIN


MANIFEST: Final[Manifest[State]] = Manifest(
    name="cairn",
    reasons=(THIRD_MEGALITH, NO_ACTION),
    has_scores=False,
    seats=Seats(names=tuple(tribe.name.lower() for tribe in TRIBES)),
    pace=Pace(turns=lambda state: state.turn, repetition_key=repetition_key, value=_value),
    records=Ref("cairn_rules.cairn.documents.records:START"),
    setup=Ref("cairn_rules.cairn.setup_options:OPTIONS"),
    documents=Ref("cairn_rules.cairn.documents.documents:DOCUMENTS"),
    samples=Ref("cairn_rules.cairn.samples:SAMPLES"),
    pictures=Ref("cairn_rules.cairn.pictures.picture:svg"),
    events=Ref("cairn_rules.cairn.differences:events_of"),
    hides=lambda _state, _action, _viewer: False,  # all see all actions
    requests=True,
    reason_table=Ref("cairn_rules.cairn.reason_table:REASONS"),
    event_table=Ref("cairn_rules.cairn.event_table:EVENTS"),
    question=Ref("cairn_rules.cairn.texts.words:asked"),
    has_plain_diagram=True,
    legal_from_observation=True,
    terminal=Ref("cairn_rules.cairn.terminal_words:CairnWords"),
    commands={
        "megaliths": Ref("cairn_rules.cairn.commands:MEGALITHS"),
        "check-megalith": Ref("cairn_rules.cairn.commands:CHECK_MEGALITH"),
        "balance": Ref("cairn_rules.cairn.commands:BALANCE"),
        "puzzles": Ref("cairn_rules.cairn.puzzle_command:PUZZLES"),
    },
    encoding=Ref("cairn_rules.cairn.learning.observation_tensor:ENCODING"),
    batch=Ref("cairn_rules.cairn.batch.playouts:FUNCTIONS"),
    players={
        "seer": Ref("cairn_rules.cairn.players.seer:SeerPlayer"),
        "sage": Ref("cairn_rules.cairn.players.sage:SagePlayer"),
    },
)
"""The manifest by which tools find the parts of the game."""
