"""How the values of Korrigans are written as JSON: states, observations, actions, variants, boards."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Final, TypeAlias, get_args

from cairn_rules.checked import is_of
from cairn_rules.codec.codec import Codec
from cairn_rules.codec.envelope import Documents, Kind
from cairn_rules.codec.shapes import ById, EnumT, Text, members, named
from cairn_rules.game import FORMAT_NUMBER
from cairn_rules.korrigans import forms
from cairn_rules.korrigans.actions import Action
from cairn_rules.korrigans.board import Board, LinkKind
from cairn_rules.korrigans.board_file import default_board
from cairn_rules.korrigans.forms import BoardInGame
from cairn_rules.korrigans.ledger import Entry
from cairn_rules.korrigans.looks import SeenEntry
from cairn_rules.korrigans.observation import Observation
from cairn_rules.korrigans.pending import Pending
from cairn_rules.korrigans.rainbow import Pawn
from cairn_rules.korrigans.seats import Carried
from cairn_rules.korrigans.state import State
from cairn_rules.korrigans.tokens import Clover, Companion, Menhir
from cairn_rules.korrigans.variant import Variant

Document: TypeAlias = State | Observation | Action | Variant | Board
"""Everything of Korrigans that can be a JSON document, beside records."""


def _names(kind: type[EnumT], what: str) -> Text[EnumT]:
    """How the members of an enumeration are written: by their names in small letters."""
    known = members(kind)
    return named(f"{what}: {', '.join(known)}", known)


def _codec() -> Codec:
    codec = Codec({})
    codec.text(Clover, _names(Clover, "a Clover"))
    codec.text(Companion, _names(Companion, "a companion"))
    codec.text(Menhir, _names(Menhir, "a Menhir"))
    codec.text(Pawn, _names(Pawn, "a pawn"))
    codec.text(Carried, _names(Carried, "an Elf or a Goblin"))
    codec.text(LinkKind, _names(LinkKind, "a kind of link"))
    codec.union(Action, get_args(Action))
    codec.union(Pending, get_args(Pending))
    codec.union(Entry, get_args(Entry))
    codec.union(SeenEntry, get_args(SeenEntry))
    codec.form(Board, forms.BOARD)
    codec.form(State, forms.STATE)
    codec.form(Observation, forms.OBSERVATION)
    shipped = default_board()
    ids = named("the id of a board of the library", {shipped.id: shipped})
    codec.by_id(BoardInGame, ById(ids, lambda board: board == shipped, Board))
    return codec


DOCUMENTS: Final = Documents(
    game="korrigans",
    format=FORMAT_NUMBER,
    kinds={
        "state": Kind(State, is_of(State)),
        "observation": Kind(Observation, is_of(Observation)),
        "variant": Kind(Variant, is_of(Variant)),
        "action": Kind(Action, lambda value: isinstance(value, Action)),
        "board": Kind(Board, is_of(Board)),
    },
    codec=_codec(),
    looking_up=lambda _: nullcontext(),
)
"""The documents of Korrigans."""
