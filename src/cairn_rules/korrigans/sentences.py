"""What an action does, in words."""

from __future__ import annotations

from typing import assert_never

from cairn_rules.korrigans.actions import (
    Action,
    Cloud,
    Decline,
    End,
    FinalMove,
    GiveGoblin,
    Move,
    Pass,
    Place,
    PlaceCauldron,
    PlaceTroll,
    Sacrifice,
    Sun,
    Take,
    Unmask,
)
from cairn_rules.korrigans.notation import format_action, link_text
from cairn_rules.korrigans.rules import current_player
from cairn_rules.korrigans.seats import seat_name
from cairn_rules.korrigans.state import State
from cairn_rules.korrigans.words import token_text


def describe(state: State, action: Action) -> str:  # noqa: C901, PLR0911, PLR0912 - a case for each kind of action
    """What an action does, as a request: for a button, a list of choices or a log.

    Args:
        state: The state in which it is, or could be, decided.
        action: The action; it need not be legal. It tells which token is taken or given up.

    Returns:
        A sentence without a full stop.

    Raises:
        DefinitionError: when it is no action of Korrigans, or one of a seat that no game has.

    Example:
        >>> from cairn_rules import korrigans
        >>> state = korrigans.new_game(seed=7)
        >>> describe(state, korrigans.parse_action("@A", state))
        'Place a Korrigan in Barley Corner (A)'
    """
    format_action(action)  # refuses what is none
    match action:
        case Place(field):
            return f"Place a Korrigan in {_field(state, field)}"
        case Take(clover):
            return f"Take {token_text(clover)}"
        case Sun(row):
            return f"No Cauldron in row {row}"
        case Cloud(column):
            return f"No Cauldron in column {column}"
        case Move(number, companion, to) | FinalMove(number, companion, to):
            return f"Move Korrigan {number}{_origin(state, number)} to {_field(state, to)} with a {companion}"
        case Sacrifice(clover, backup):
            return f"Give up {token_text(clover)} for a {backup}"
        case Pass():
            return "No movement is possible"
        case GiveGoblin(seat, number):
            return f"The Goblin goes to Korrigan {number} of {seat_name(seat)}"
        case Unmask(seat):
            return f"Remove the screen of {seat_name(seat)}"
        case PlaceTroll(link):
            return f"Close the {link.kind} link {link_text(link)}"
        case Decline():
            return "Make no second movement"
        case PlaceCauldron(field):
            return f"Put the Cauldron in {_field(state, field)}"
        case End():
            return "End the final turn"
        case _:
            assert_never(action)


def _field(state: State, id: str) -> str:
    """A field's name and id; the id alone of one that is not on the board."""
    place = state.board.indices.get(id)
    return id if place is None else f"{state.board.fields[place].name} ({id})"


def _origin(state: State, number: int) -> str:
    """Where a Korrigan of the seat that decides stands, if it is on the board."""
    player = current_player(state)
    standing = () if player is None else [korrigan.field for korrigan in state.seats[player].korrigans]
    field = standing[number] if number < len(standing) else None
    return "" if field is None else f" from {field}"
