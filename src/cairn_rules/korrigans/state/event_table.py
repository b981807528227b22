"""The events of Korrigans: the sentence of each code, and the base class of all events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cairn_rules import phrasebook
from cairn_rules.frozen_classes import frozen
from cairn_rules.korrigans.state.board import link_text
from cairn_rules.korrigans.state.pending import DECISIONS, ChooseCloud, ChooseSun
from cairn_rules.korrigans.state.seats import named_korrigan, named_seat
from cairn_rules.korrigans.state.tokens import Menhir, named_clover
from cairn_rules.phrasebook import EventTable, Named

_WITH_PAWN: Final = (ChooseSun, ChooseCloud)
EVENTS: Final = EventTable(
    {
        **{
            f"asked/{code}": f"{{who}} must {must} ({{drawn}})" if kind in _WITH_PAWN else f"{{who}} must {must}"
            for kind, (code, must, _) in DECISIONS.items()
        },
        "bought": "{seat} gets a Backup Companion: {backup}",
        "carries": (
            "{seat}'s {korrigan} Korrigan carries the {carried}",
            "{seat}'s {korrigan} Korrigan carries nothing",
        ),
        "cauldron-placed": "The Cauldron appears in {field}",
        "cloud-covered": "The {pawn} pawn covers the Cloud of column {column}",
        "could-move": "{seat} can move: a {companions: or } is behind the screen",
        "discarded": "{seat} discards a {companion}",
        "final-turn-begun": "The final turn of {seat} begins",
        "menhir-taken": ("The Menhir of {field}: {menhir}", "The Menhir of {field} is taken"),
        "moved": "{seat}'s {korrigan} Korrigan moves from {origin} to {to}",
        "pawn-drawn": "The {pawn} pawn is drawn",
        "placed": "{seat}'s {korrigan} Korrigan is placed in {to}",
        "revealed": "{seat} reveals a {companion}",
        "round-begun": "Round {round} begins",
        "ruled-out": "{seat} cannot move: no {companions: or } is behind the screen",
        "sacrificed": "{seat} gives up a token: {clover}",
        "sacrificed-unseen": "{seat} gives up a token",
        "set-anew": "The game jumps to another position",
        "sun-covered": "The {pawn} pawn covers the Sun of row {row}",
        "taken": "{seat} takes a token from {field}: {clover}",
        "taken-unseen": "{seat} takes a token from {field}",
        "tokens-shown": ("{seat} shows {clovers}", "{seat} has no token to show"),
        "troll-placed": "The Troll closes {link}",
        "turn-passed": "Turn {turn} is complete",
        "unmasked": "The screen of {seat} is removed",
        "won": "{winner} wins: {reason}",
    },
    {
        "carried": lambda event: event.carried and Named(event.carried, event.carried.value.capitalize()),
        "clover": lambda event: named_clover(event.clover),
        "clovers": lambda event: tuple(map(named_clover, event.clovers)) or None,
        "drawn": lambda event: event.pending.pawn,
        "korrigan": lambda event: named_korrigan(event.korrigan),
        "link": lambda event: Named(event.link, link_text(event.link)),
        "menhir": lambda event: _menhir(event.menhir),
        "reason": lambda event: Named(event.outcome.reason, event.outcome.reason.replace("-", " ")),
        "seat": lambda event: named_seat(event.seat),
        "who": lambda event: named_seat(event.pending.seat),
        "winner": lambda event: named_seat(event.outcome.winners[0]),
    },
)
"""The sentences by code. Each kind of pending decision has its own code, with the name that reasons use."""


@frozen
class Event(phrasebook.Event):
    """The base of all events, including the entries of the ledger."""

    @property
    def arguments(self) -> Mapping[str, Any]:
        """The arguments of the sentence by name, for translations."""
        return EVENTS.arguments(self)

    def __str__(self) -> str:
        return EVENTS.sentence(self)


def _menhir(menhir: Menhir | None) -> Named | None:
    if menhir is None:
        return None
    return Named(menhir, f"{menhir.gold} gold" if menhir.gold else str(menhir).capitalize())
