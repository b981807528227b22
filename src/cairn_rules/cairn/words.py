"""A state in words, for titles, descriptions and captions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, assert_never

from cairn_rules.cairn.board import TRIBES, Tribe
from cairn_rules.cairn.decisions import NO_ACTION
from cairn_rules.cairn.pending import BuildMegalith, ChooseAction, Over, TransformOrPass, UsePower
from cairn_rules.cairn.state import State
from cairn_rules.cairn.tiles import JumpFace, Tiles, TransformationFace

_JUMPED: Final = {JumpFace.OWN: "over own", JumpFace.ENEMY: "over enemy"}
_ENEMY: Final = {TransformationFace.END: "enemy at end", TransformationFace.MIDDLE: "enemy in middle"}


def title(state: State) -> str:
    """What the state is about, in one line.

    Example:
        >>> import cairn_rules as cairn
        >>> title(cairn.new_game(seed=7, first=cairn.Tribe.SEA))
        'Cairn, turn 1: Sea chooses an action'
    """
    return f"Cairn, {when(state).lower()}: {asked(state)}"


def when(state: State) -> str:
    """How far the game is."""
    if isinstance(state.pending, Over):
        return f"After {state.turn} turns"
    return f"Turn {state.turn + 1}"


def asked(state: State) -> str:
    """Who decides what, or who has won."""
    pending = state.pending
    match pending:
        case ChooseAction():
            return f"{state.active} chooses an action"
        case UsePower():
            return f"{pending.decider} {_use(pending)} {pending.megalith} on {pending.space}"
        case BuildMegalith():
            return f"{pending.builder} builds on {pending.space}"
        case TransformOrPass():
            return f"{state.active} transforms or passes"
        case Over(outcome):
            why = f"{state.active} cannot act" if outcome.reason == NO_ACTION else "the third megalith"
            return f"{Tribe(outcome.winners[0])} wins: {why}"
        case _:
            assert_never(pending)


def _use(power: UsePower) -> str:
    return "uses" if power.decider is power.owner else f"decides how {power.owner} uses"


def faces(tiles: Tiles) -> tuple[tuple[str, str], ...]:
    """The name of each tile and what its face says."""
    return (
        ("Add", f"{tiles.add} totem"),
        ("Move", str(tiles.move)),
        ("Jump", _JUMPED[tiles.jump]),
        ("Transformation", _ENEMY[tiles.transformation]),
    )


def deck(state: State) -> str:
    """How many megaliths the deck has, and which are known to be at its bottom (rule 2.7)."""
    known = state.deck[len(state.deck) - state.tucked :]
    return f"{len(state.deck)} face down{f', at the bottom {_listed(map(str, known))}' if known else ''}"


def description(state: State) -> str:
    """Everything about a state that players may see, in sentences."""
    return " ".join(
        (
            f"{when(state)}, {state.active}'s turn: {asked(state)}.",
            *(_tribe(state, tribe) for tribe in TRIBES),
            f"Megaliths on the field: {_listed(f'{stone} on {space}' for space, stone in state.megaliths.items())}.",
            f"Upcoming: {_listed(map(str, state.upcoming))}. Deck: {deck(state)}.",
            f"Tiles: {', '.join(f'{name} {face}' for name, face in faces(state.tiles))}.",
            *(f"{space} counts as moved." for space in state.moved),
            *(() if state.extra_turn is None else (f"The next turn is {state.extra_turn}'s.",)),
        )
    )


def _tribe(state: State, tribe: Tribe) -> str:
    standing = _listed(str(space) for space, who in state.shamans.items() if who is tribe)
    built, home = state.scores[tribe], state.villages[tribe]
    return f"{tribe}: shamans on {standing}, {home} in the village, score {built}."


def _listed(items: Iterable[str]) -> str:
    return ", ".join(items) or "none"
