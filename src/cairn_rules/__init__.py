"""Rules of tabletop games: typed immutable states, legal actions, and megaliths you can write yourself.

This package holds what serves any game; its functions take the game first, or after a text. Each game is a module:
`from cairn_rules import Match, cairn, korrigans, endless_winter`.
"""

import typing as _typing

from cairn_rules.errors import (
    CairnRulesError,
    DefinitionError,
    DocumentError,
    DuplicateIdError,
    Fault,
    IllegalActionError,
    MatchError,
    MissingExtraError,
    NotationError,
    PowerError,
    Reason,
    SetupError,
    UnknownGameError,
    UnknownIdError,
    UnreadableFileError,
    UnsoundStateError,
)
from cairn_rules.game import Game, Outcome
from cairn_rules.lazy import load_lazily as _load_lazily
from cairn_rules.registry import Registry

if _typing.TYPE_CHECKING:
    from cairn_rules.history import Line, LogEntry, Match, Record
    from cairn_rules.history.animation import animated_svg
    from cairn_rules.history.chart import chart_svg
    from cairn_rules.history.cursor import Cursor
    from cairn_rules.history.game_review import Review, ReviewedTurn, SeatReview, review, reviewed_turns
    from cairn_rules.history.page import html_page
    from cairn_rules.history.record_text import format_record, parse_record, read_records
    from cairn_rules.json_documents import dumps, from_data, json_schema, loads, to_data
    from cairn_rules.manifest import (
        decides,
        events_for,
        is_legal,
        manifest_of,
        phrase_of,
        picture_for,
        players_of,
        reveals_for,
        why_illegal_for,
    )
    from cairn_rules.pictures.png import to_png
    from cairn_rules.players.analysis import analyse
    from cairn_rules.players.by_name import player_named, players_for
    from cairn_rules.players.player import Budget, Player
    from cairn_rules.simulation.arenas import arena
    from cairn_rules.simulation.contest import contests
    from cairn_rules.simulation.perft import perft
    from cairn_rules.simulation.playouts import playouts

__all__ = [
    "Budget",
    "CairnRulesError",
    "Cursor",
    "DefinitionError",
    "DocumentError",
    "DuplicateIdError",
    "Fault",
    "Game",
    "IllegalActionError",
    "Line",
    "LogEntry",
    "Match",
    "MatchError",
    "MissingExtraError",
    "NotationError",
    "Outcome",
    "Player",
    "PowerError",
    "Reason",
    "Record",
    "Registry",
    "Review",
    "ReviewedTurn",
    "SeatReview",
    "SetupError",
    "UnknownGameError",
    "UnknownIdError",
    "UnreadableFileError",
    "UnsoundStateError",
    "analyse",
    "animated_svg",
    "arena",
    "chart_svg",
    "contests",
    "decides",
    "dumps",
    "events_for",
    "format_record",
    "from_data",
    "html_page",
    "is_legal",
    "json_schema",
    "loads",
    "manifest_of",
    "parse_record",
    "perft",
    "phrase_of",
    "picture_for",
    "player_named",
    "players_for",
    "players_of",
    "playouts",
    "read_records",
    "reveals_for",
    "review",
    "reviewed_turns",
    "to_data",
    "to_png",
    "why_illegal_for",
]

_load_lazily(
    globals(),
    {
        ".json_documents": ("dumps", "from_data", "json_schema", "loads", "to_data"),
        ".history.record_text": ("format_record", "parse_record", "read_records"),
        ".history": ("Line", "LogEntry", "Match", "Record"),
        ".history.animation": ("animated_svg",),
        ".history.chart": ("chart_svg",),
        ".history.cursor": ("Cursor",),
        ".history.game_review": ("Review", "ReviewedTurn", "SeatReview", "review", "reviewed_turns"),
        ".history.page": ("html_page",),
        ".simulation.perft": ("perft",),
        ".manifest": (
            "decides",
            "events_for",
            "is_legal",
            "manifest_of",
            "phrase_of",
            "picture_for",
            "players_of",
            "reveals_for",
            "why_illegal_for",
        ),
        ".players.analysis": ("analyse",),
        ".players.by_name": ("player_named", "players_for"),
        ".players.player": ("Budget", "Player"),
        ".simulation.contest": ("contests",),
        ".simulation.arenas": ("arena",),
        ".pictures.png": ("to_png",),
        ".simulation.playouts": ("playouts",),
    },
)
