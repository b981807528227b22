"""Numbers for positions, images under the symmetries, and what follows a state."""

from __future__ import annotations

import os
import pickle
import struct
import subprocess
import sys
from hashlib import blake2b
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_rules import DefinitionError, Registry, cairn, endless_winter, korrigans
from cairn_rules.cairn import BASE_SET, State, Variant
from cairn_rules.cairn.rules.make_state import make_state
from cairn_rules.cairn.symmetry import SYMMETRIES, Symmetry
from support.play import play
from support.strategies import ALL_STONES, live_states, parts, states

POSITION = "5/5/5/1s3/4f s wooe b3=chaos,d3=dawn alley,deer menhir 0-0"
SYMMETRIC = tuple(stone for stone in ALL_STONES if stone.id not in ("gale", "whirlpool"))


def digest(numbers: tuple[int, ...], text: str) -> int:
    told = struct.pack("<IIIBBb", *numbers) + text.encode()
    return int.from_bytes(blake2b(told, digest_size=8).digest())


def test_a_key_is_what_the_position_tells() -> None:
    """Sea on b2 (bit 6), Forest on e1 (bit 4); nothing moved, faces wooe, Sea's turn, no extra turn."""
    state = cairn.parse_position(POSITION)
    assert cairn.key(state) == digest((64, 16, 0, 0, 0, -1), "b3=chaos,d3=dawn alley,deer menhir 0 (0, 0)  ")
    odd = cairn.parse_position(POSITION, variant=Variant(power_exit=True, transformation_trigger="acted"))
    options = "power_exit=True,transformation_trigger=acted"
    assert cairn.key(odd) == digest((64, 16, 0, 0, 0, -1), f"b3=chaos,d3=dawn alley,deer menhir 0 (0, 0) {options} ")


def test_a_key_within_a_turn_tells_what_is_asked_and_was_seen() -> None:
    """Deer Rock moves Forest from d4 to c4, Mound: Forest is asked, and Deer Rock's position was seen (rule 6.7)."""
    start = cairn.parse_position("5/3f1/5/2s2/5 s wooe c3=deer,c4=mound alley,menhir - 0-0")
    state = play(start, "c2-c3", "d4>c4")
    ground = "c3=deer,c4=mound alley,menhir  0 (0, 0)  "
    seen = f"seen {1 << 12} {1 << 18} {1 << 12} 2 -1 0 c3=deer c4=mound alley,menhir c3 deer Sea  "
    numbers = (1 << 12, 1 << 17, 1 << 12 | 1 << 17, 2, 0, -1)
    assert cairn.key(state) == digest(numbers, f"{ground}c4 mound Forest  |{seen}")


@pytest.mark.untraced
@pytest.mark.slow
def test_a_key_is_the_same_in_every_process() -> None:
    program = f"from cairn_rules import cairn as c; print(c.key(c.parse_position({POSITION!r})))"
    for seed in ("0", "1", "77"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", program]
        told = subprocess.run(command, env=environment, capture_output=True, check=True)  # noqa: S603 - our own
        assert int(told.stdout) == cairn.key(cairn.parse_position(POSITION))


@given(states())
def test_equal_states_have_equal_keys_and_others_do_not(state: State) -> None:
    copies = (make_state(**parts(state)), pickle.loads(pickle.dumps(state)), make_state(**parts(state) | {"turn": 99}))  # noqa: S301
    assert {cairn.key(each) for each in copies} == {cairn.key(state)}
    following = {after for _, after in cairn.successors(state)} | {state}
    assert len({cairn.key(each) for each in following}) == len(following)
    assert all(0 <= cairn.key(each) < 1 << 64 for each in following)


@pytest.mark.slow
@given(live_states(SYMMETRIC))
def test_all_images_have_one_canonical_key(state: State) -> None:
    """Rule 1.8: and the symmetry leads to the image with that key, and back, actions too."""
    least, symmetry = cairn.canonical(state)
    images = [each.of(state) for each in SYMMETRIES]
    assert images == [state, cairn.rotate(state), cairn.mirror(state), cairn.rotate(cairn.mirror(state))]
    assert {cairn.canonical(image)[0] for image in images} == {least} == {min(map(cairn.key, images))}
    image = symmetry.of(state)
    assert cairn.key(image) == least
    assert symmetry.of(image) == state
    assert set(symmetry.of(cairn.legal_actions(state))) == set(cairn.legal_actions(image))


@given(states())
def test_successors_are_what_apply_gives(state: State) -> None:
    expected = [(action, cairn.apply(state, action)) for action in cairn.legal_actions(state)]
    assert list(cairn.successors(state)) == expected


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_a_symmetry_maps_spaces_tribes_and_actions(symmetry: Symmetry) -> None:
    assert {*map(symmetry.of, cairn.Space)} == set(cairn.Space)
    assert symmetry.of(symmetry.of((cairn.Space.B1, cairn.Tribe.SEA))) == (cairn.Space.B1, cairn.Tribe.SEA)
    action = cairn.Jump(cairn.Space.C4, cairn.VILLAGE)
    assert symmetry.of(symmetry.of(action)) == action
    assert pickle.loads(pickle.dumps(symmetry)) == symmetry  # noqa: S301 - made here


@given(st.sampled_from(SYMMETRIES), st.integers(0, 50))
def test_games_can_be_told_by_their_canonical_keys(symmetry: Symmetry, seed: int) -> None:
    """The images of a game have one key, and no other game has it."""
    state = cairn.new_game(seed=seed, megaliths=Registry(BASE_SET))
    least = cairn.canonical(state)[0]
    assert cairn.canonical(symmetry.of(state))[0] == least
    assert cairn.canonical(cairn.new_game(seed=seed + 51))[0] != least


@pytest.mark.parametrize("game", [cairn, korrigans])
def test_only_states_of_the_game_have_a_key(game: Any) -> None:
    for value in (endless_winter.new_game(seed=1), game.observe(game.new_game(seed=1), None), None):
        with pytest.raises(DefinitionError, match="state"):
            game.key(value)
