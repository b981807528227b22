"""The games of the page, their levels, and what can be chosen for a new game."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, Final, cast

from cairn_rules import Budget, games, manifest_of, players_for
from cairn_rules.errors import CairnRulesError, DefinitionError
from cairn_rules.game import Game
from cairn_rules.manifest import setup_of
from web.shared.board import Board

LEVELS: Final = ("Beginner", "Easy", "Medium", "Hard", "Strong")
"""The words for the strength of computer players, weakest first."""
_BOARDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "cairn": "web.shared.cairn_board",
        "korrigans": "web.shared.korrigans_board",
        "endless-winter": "web.shared.winter_board",
    }
)
"""The modules of the games that are played by clicks."""
_BUDGETS: Final[Mapping[str, Budget]] = MappingProxyType(
    {"greedy": Budget(simulations=2_000, seconds=1), "tree": Budget(simulations=1_500, seconds=1.5)}
)
_BUDGET: Final = Budget(simulations=20_000, seconds=1.5)
EVALUATION: Final = Budget(simulations=6_000)
"""The budget for the evaluation of a position. The page asks for one step of it after the other."""
_ELSEWHERE: Final = frozenset({"position", "players", "plugins", "board", "pack"})
"""Options that the page has another place for, or that need files."""


REVIEW: Final = Budget(simulations=2_000, seconds=0.25)
"""The budget for each turn of a review, small enough that the page answers meanwhile."""


def budget_of(level: str) -> Budget:
    """Return the budget of a computer player per decision.

    Phones mostly reach the time limit, computers the number of simulations.
    """
    return _BUDGETS.get(level, _BUDGET)


def board_of(game: Game[Any, Any, Any]) -> Board:
    """Return what the page shows of a game.

    Raises:
        DefinitionError: if the game has no pictures.
    """
    manifest = manifest_of(game)
    if manifest.pictures is None:
        raise DefinitionError(f"{manifest.title} has no pictures, so this page cannot show it")
    if manifest.name not in _BOARDS:
        return Board(game)
    return cast("Board", import_module(_BOARDS[manifest.name]).BOARD())


def levels_of(game: Game[Any, Any, Any]) -> dict[str, str]:
    """Return the words for the computer players of a game by their names, weakest first."""
    names = tuple(players_for(game))
    return {name: LEVELS[round(place * (len(LEVELS) - 1) / (len(names) - 1))] for place, name in enumerate(names)}


def described() -> list[dict[str, Any]]:
    """Return the games that have pictures, with seats, numbers of players, levels and set-up options."""
    found = ((name, games.known(name)) for name in games.LIBRARY)
    return [_described(name, game) for name, game in found if manifest_of(game).pictures is not None]


def _described(name: str, game: Game[Any, Any, Any]) -> dict[str, Any]:
    manifest = manifest_of(game)
    options = setup_of(game).options
    board = board_of(game)
    several = any(option.name == "players" for option in options)
    return {
        "name": name,
        "title": manifest.title,
        "seats": [board.name(seat) for seat in range(len(board.seats))],
        "players": _numbers(game) if several else [len(board.seats)],
        "levels": [{"name": level, "words": words} for level, words in levels_of(game).items()],
        "options": [
            {"name": option.name, "value": option.value, "help": option.help}
            for option in options
            if option.name not in _ELSEWHERE
        ],
    }


def _numbers(game: Any) -> list[int]:
    """Return the numbers of players that a game is for."""
    numbers: list[int] = []
    for number in range(1, len(manifest_of(game).seats.names) + 1):
        try:
            game.new_game(seed=0, players=number)
        except CairnRulesError:
            continue
        numbers.append(number)
    return numbers
