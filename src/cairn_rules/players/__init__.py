"""Computer players of several strengths for any game; a game can bring stronger ones."""

import typing as _typing

from cairn_rules.lazy import load_lazily as _load_lazily
from cairn_rules.players.analysis import Analyst
from cairn_rules.players.analysis_results import AnalysedLine, Analysis
from cairn_rules.players.player import MakesPlayer
from cairn_rules.players.simple import GreedyPlayer, RandomPlayer
from cairn_rules.players.tree import TreePlayer

if _typing.TYPE_CHECKING:
    from cairn_rules.cairn.players import Judgement, SagePlayer, SeerPlayer

__all__ = [
    "AnalysedLine",
    "Analysis",
    "Analyst",
    "GreedyPlayer",
    "Judgement",
    "MakesPlayer",
    "RandomPlayer",
    "SagePlayer",
    "SeerPlayer",
    "TreePlayer",
]

_load_lazily(globals(), {"cairn_rules.cairn.players": ("Judgement", "SagePlayer", "SeerPlayer")})
