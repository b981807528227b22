"""Computer players of several strengths for any game; a game can bring stronger ones."""

import typing as _typing

from cairn_rules.lazy import load_lazily as _load_lazily
from cairn_rules.players.analysis import AnalysedLine, Analysis
from cairn_rules.players.analyst import Analyst, analyse
from cairn_rules.players.by_name import player_named, players_for
from cairn_rules.players.player import Budget, MakesPlayer, Player
from cairn_rules.players.simple import GreedyPlayer, RandomPlayer
from cairn_rules.players.tree import TreePlayer

if _typing.TYPE_CHECKING:
    from cairn_rules.cairn.players import Judgement, SagePlayer, SeerPlayer

__all__ = [
    "AnalysedLine",
    "Analysis",
    "Analyst",
    "Budget",
    "GreedyPlayer",
    "Judgement",
    "MakesPlayer",
    "Player",
    "RandomPlayer",
    "SagePlayer",
    "SeerPlayer",
    "TreePlayer",
    "analyse",
    "player_named",
    "players_for",
]

_load_lazily(globals(), dict.fromkeys(("Judgement", "SagePlayer", "SeerPlayer"), "cairn_rules.cairn.players"))
