"""What the engine's tables take for granted."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from cairn_rules import cairn
from cairn_rules.cairn import BASE_SET, Space, UsePower
from cairn_rules.cairn.megaliths.power_rules import BOX_EFFECTS
from cairn_rules.cairn.megaliths.site import Site
from cairn_rules.cairn.state.bitboards import SINGLE, bit_set
from cairn_rules.cairn.state.board import NEIGHBOURS
from cairn_rules.cairn.state.tile_actions import BLOCKED

pytestmark = pytest.mark.untraced


def test_the_bits_of_all_spaces_leave_different_rests() -> None:
    assert len({(1 << space) % SINGLE for space in Space}) == len(Space)


@pytest.mark.parametrize("space", Space)
@pytest.mark.parametrize("diagonal", [False, True])
def test_all_sets_of_neighbours_leave_different_rests(space: Space, *, diagonal: bool) -> None:
    near = [each for each in NEIGHBOURS[space] if (each.file != space.file and each.rank != space.rank) is diagonal]
    sets = [bit_set(some) for count in range(len(near) + 1) for some in combinations(near, count)]
    assert len({each % BLOCKED for each in sets}) == len(sets)


def test_the_powers_of_the_box_yield_effects_of_the_box_none_of_them_twice() -> None:
    """They are trusted to; here in every wakening of 200 random games."""
    woken: set[str] = set()
    rng = Random(1)
    for seed in range(200):
        state = cairn.new_game(seed=seed)
        while actions := cairn.legal_actions(state):
            pending = state.pending
            if isinstance(pending, UsePower):
                options = tuple(pending.megalith.powers[0](Site(state, pending)))
                assert {type(option) for option in options} <= BOX_EFFECTS
                assert len(set(options)) == len(options)
                woken.add(pending.megalith.id)
            state = cairn.apply(state, rng.choice(actions))
    assert woken == set(BASE_SET.ids)
