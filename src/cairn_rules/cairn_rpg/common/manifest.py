"""The manifest of a game of this package: the places of its parts, which are the same in all these games."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeVar

from cairn_rules.encoding import MAX_ACTIONS, Encoding
from cairn_rules.lazy import Ref
from cairn_rules.manifest import HidesAction, Manifest, Pace, Seats
from cairn_rules.phrasebook import ReasonTable

StateT = TypeVar("StateT")


def game_manifest(
    game: str,
    *,
    reasons: tuple[str, ...],
    seats: Seats[StateT],
    pace: Pace[StateT],
    no_tensor: str,
    rules_revision: int = 1,
    reason_table: str = "cairn_rules.cairn_rpg.reason_table:REASONS",
    phrase: str = "ACTIONS.phrase",
    commands: Mapping[str, str] = MappingProxyType({}),
    open_actions: tuple[type[Any], ...] = (),
    referee_actions: tuple[type[Any], ...] = (),
    most_actions: int = MAX_ACTIONS,
    hides: Ref[HidesAction[StateT]] | HidesAction[StateT] = lambda _state, _action, _viewer: False,
) -> Manifest[StateT]:
    """Return the manifest of a game whose files are named as in all games of this package.

    Args:
        game: The name of its package, such as `combat`.
        reasons: The reasons of outcomes that follow from the rules.
        seats: The seats and their names.
        pace: Turns, and the value of a state.
        no_tensor: The reason why observations have no tensor.
        rules_revision: The revision of the rules.
        reason_table: The place of the sentences of its reasons (default: those of this package).
        phrase: The function in its `notation` that returns the sentence of an action (default: that of its table).
        open_actions: The classes of actions of which only some are listed (default: none).
        referee_actions: The classes of actions of the Warden, which are never listed (default: none).
        most_actions: Maximum number of listed actions (default: that of all games).
        hides: The function that decides whether others may know an action (default: all may know all).
        commands: The modules in `cairn_rpg/commands` with its commands, by the name of the command.
    """
    package = f"cairn_rules.cairn_rpg.{game}"
    return Manifest(
        name=f"cairn-rpg-{game}",
        title=f"Cairn RPG: {game}",
        rules_revision=rules_revision,
        reasons=reasons,
        has_scores=False,
        seats=seats,
        pace=pace,
        records=Ref(f"{package}.documents:START"),
        setup=Ref(f"{package}.setup_options:OPTIONS"),
        documents=Ref(f"{package}.documents:DOCUMENTS"),
        packs=Ref("cairn_rules.cairn_rpg.pack_checks:FILES"),
        samples=Ref(f"{package}.samples:SAMPLES"),
        events=Ref(f"{package}.changes:events_of"),
        hides=hides,
        reason_table=Ref[ReasonTable](reason_table),
        event_table=Ref("cairn_rules.cairn_rpg.event_table:EVENTS"),
        phrase=Ref(f"{package}.notation:{phrase}"),
        question=Ref(f"{package}.diagrams:question"),
        has_plain_diagram=True,
        open_actions=open_actions,
        referee_actions=referee_actions,
        terminal=Ref(f"{package}.terminal_words:{game.capitalize()}Words"),
        encoding=Encoding(actions=most_actions, no_tensor=no_tensor),
        commands={
            name: Ref(f"cairn_rules.cairn_rpg.commands.{module}:{name.upper().replace('-', '_')}")
            for name, module in commands.items()
        },
    )
