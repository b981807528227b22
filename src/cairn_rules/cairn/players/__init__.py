"""Players that work only for Cairn."""

import typing as _typing

from cairn_rules.lazy import load_lazily as _load_lazily

if _typing.TYPE_CHECKING:
    from cairn_rules.cairn.players.lookahead import Judgement
    from cairn_rules.cairn.players.sage import SagePlayer
    from cairn_rules.cairn.players.seer import SeerPlayer

__all__ = ["Judgement", "SagePlayer", "SeerPlayer"]

_load_lazily(globals(), {".lookahead": ("Judgement",), ".sage": ("SagePlayer",), ".seer": ("SeerPlayer",)})
