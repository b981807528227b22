"""Players that work only for Cairn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn_rules.lazy import lazily

if TYPE_CHECKING:
    from cairn_rules.cairn.players.lookahead import Judgement
    from cairn_rules.cairn.players.sage import SagePlayer
    from cairn_rules.cairn.players.seer import SeerPlayer

__all__ = ["Judgement", "SagePlayer", "SeerPlayer"]

if not TYPE_CHECKING:  # a search needs no net
    __getattr__ = lazily(
        globals(),
        {
            "Judgement": "cairn_rules.cairn.players.lookahead",
            "SagePlayer": "cairn_rules.cairn.players.sage",
            "SeerPlayer": "cairn_rules.cairn.players.seer",
        },
    )
