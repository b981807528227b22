"""The history of a game: `Match` for a game in progress, `Record` for a stored one, `Line` for a variation."""

import typing as _typing

from cairn_rules.history.line import Line
from cairn_rules.history.match import Match
from cairn_rules.history.record import Record
from cairn_rules.lazy import load_lazily as _load_lazily

if _typing.TYPE_CHECKING:
    from cairn_rules.history.match_log import LogEntry

__all__ = ["Line", "LogEntry", "Match", "Record"]

_load_lazily(globals(), {".match_log": ("LogEntry",)})
