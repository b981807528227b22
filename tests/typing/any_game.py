"""Checked by mypy and pyright, not run: games are typed by their names, and programs for any game without `Any`."""

from functools import partial
from typing import assert_type

from cairn_rules import (
    Game,
    Match,
    arena,
    cairn,
    contests,
    endless_winter,
    games,
    korrigans,
    manifest_of,
    players_of,
)
from cairn_rules.cairn_rpg import campaign, combat, creation, wilderness
from cairn_rules.game import ActionT, ObservationT, StateT
from cairn_rules.games import BoardGame, LibraryGame, is_board_game
from cairn_rules.players import MakesPlayer, SagePlayer, TreePlayer

board_games: tuple[
    BoardGame[cairn.State, cairn.Action, cairn.Observation],
    BoardGame[korrigans.State, korrigans.Action, korrigans.Observation],
    BoardGame[endless_winter.State, endless_winter.Action, endless_winter.Observation],
] = (cairn, korrigans, endless_winter)
role_playing: tuple[
    LibraryGame[creation.State, creation.Action, creation.Observation],
    LibraryGame[combat.State, combat.Action, combat.Observation],
    LibraryGame[wilderness.State, wilderness.Action, wilderness.Observation],
    LibraryGame[campaign.State, campaign.Action, campaign.Observation],
] = (creation, combat, wilderness, campaign)

assert_type(games.load("korrigans").new_game(seed=7), korrigans.State)
assert_type(games.load("cairn").MANIFEST.title, str)
assert_type(games.load("cairn-rpg-combat").new_game(seed=7), combat.State)
assert_type(Match(games.load("endless-winter")).state, endless_winter.State)


def drawn(game: Game[StateT, ActionT, ObservationT], state: StateT) -> str:
    """A game of anybody has the parts of a board game if it says so."""
    return game.svg(state) if is_board_game(game) else game.diagram(state)


drawn(games.load(input()), None)
loaded = games.load(input())
assert_type(manifest_of(loaded).title, str)
assert_type(players_of(loaded), int)
assert_type(players_of(korrigans), int)
assert_type(players_of(games.load("cairn"), cairn.new_game()), int)
if is_board_game(loaded):
    assert_type(loaded.MANIFEST.title, str)

players: dict[str, MakesPlayer] = {"tree": TreePlayer, "sage": partial(SagePlayer, batch=False)}
arena(cairn, players, 2, seed=7)
contests(cairn, players, 2, seed=7)
