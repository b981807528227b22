"""Games with options at every start."""

from __future__ import annotations

import copy
import pickle

import pytest

from cairn_rules import Match, cairn, manifest_of, playouts
from cairn_rules.manifest import record_start
from cairn_rules.simulation import with_options
from support.subtraction import PAIR, WALK, Subtraction

LIGHT = with_options(cairn, megaliths=cairn.LIGHT_SET, circles=("chaos", "dawn"))


class Stretched(Subtraction):
    """From how many one takes can be said."""

    def new_game(self, *, seed: int | None = None, left: int = 0) -> tuple[int, int]:
        return left or super().new_game(seed=seed)[0], 0


def sent(value):
    return pickle.loads(pickle.dumps(value))  # noqa: S301 - our own


@pytest.mark.parametrize("again", [lambda game: game, copy.copy, copy.deepcopy, sent])
def test_every_start_has_the_options(again) -> None:
    light = again(LIGHT)
    for seed in range(3):
        assert light.new_game(seed=seed) == cairn.new_game(
            seed=seed, megaliths=cairn.LIGHT_SET, circles=("chaos", "dawn")
        )
    assert light == LIGHT
    assert light != with_options(cairn, megaliths=cairn.LIGHT_SET)


def test_all_else_is_the_games_own() -> None:
    state = LIGHT.new_game(seed=1)
    assert LIGHT.legal_actions(state) == cairn.legal_actions(state)
    assert manifest_of(LIGHT) is cairn.MANIFEST
    assert LIGHT.diagram(state, unicode=False) == cairn.diagram(state, unicode=False)  # type: ignore[call-arg]
    with pytest.raises(AttributeError, match="nonsense"):
        LIGHT.nonsense  # type: ignore[attr-defined]  # noqa: B018 - looked up


def test_a_game_without_a_manifest_keeps_its_name_and_its_options() -> None:
    assert manifest_of(with_options(PAIR)).name == "Subtraction"
    assert manifest_of(with_options(WALK)).name == "walk"
    assert manifest_of(with_options(cairn)).name == "cairn"
    stretched = with_options(Stretched(2), left=30)
    assert record_start(stretched).state({"Seed": "1"}, None) == (30, 0)


def test_tools_play_it() -> None:
    match = Match(LIGHT, seed=3)
    match.do(match.legal_actions[0])
    assert len(match.state.deck) == 4
    assert next(playouts(with_options(Stretched(2), left=30), 1, seed=1)).turns >= 15
