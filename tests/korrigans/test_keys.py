"""Numbers that stand for states, and the successors of a state."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import pytest
from attrs import evolve, fields

from cairn_rules import DefinitionError, cairn, dumps, korrigans, loads
from cairn_rules.korrigans import State, Variant, key, successors

pytestmark = pytest.mark.untraced

FIRST = Variant(final_meetings=True)
"""The rules of revision 1."""
KNOWN = {
    (7, 2, 0): 13859760443567442601,
    (7, 2, 30): 4710273389109290826,
    (8, 5, 90): 10344660566754603700,
}
"""Keys of states of revision 1 by seed, players and number of random decisions: they never change."""

PROGRAM = """
from random import Random
from cairn_rules import korrigans
state, rng = korrigans.new_game(seed=4, players=4), Random(4)
while actions := korrigans.legal_actions(state):
    print(korrigans.key(state))
    state = korrigans.apply(state, rng.choice(actions))
"""


def played(seed: int, players: int, decisions: int | None = None, variant: Variant | None = None) -> list[State]:
    """The states of a random game."""
    rng = Random(seed)
    states = [korrigans.new_game(seed=seed, players=players, variant=variant)]
    while (decisions is None or len(states) <= decisions) and (actions := korrigans.legal_actions(states[-1])):
        states.append(korrigans.apply(states[-1], rng.choice(actions)))
    return states


@pytest.mark.parametrize("case", KNOWN)
def test_keys_never_change(case):
    """Tables that are kept in files stay usable."""
    assert key(played(*case, FIRST)[-1]) == KNOWN[case] != key(played(*case)[-1])


def test_keys_are_the_same_in_every_process():
    """Hashes of texts differ between processes; keys do not."""
    environment = {**os.environ, "PYTHONHASHSEED": "17"}
    told = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, check=True)  # noqa: S603 - our own
    assert [int(line) for line in told.stdout.split()] == [key(state) for state in played(4, 4)[:-1]]


def test_keys_tell_states_apart():
    """Different states have different keys; equal ones the same, however they were made."""
    states = {state for players in (2, 3, 4, 5) for seed in range(2) for state in played(seed, players)}
    assert len({key(state) for state in states}) == len(states)
    for state in list(states)[::50]:
        assert 0 <= key(loads(dumps(state))) == key(state) < 2**64


def test_keys_cover_all_that_makes_states_equal():
    """A change of any attribute changes the key."""
    state = played(3, 3, 40)[-1]
    other = played(5, 3, 60)[-1]
    differing = {
        "board": evolve(state.board, status="mine"),
        "variant": Variant(side="advanced"),
        "troll": state.board.links[0],
        "cauldron": "A",
        "elves": 1,
        "goblins": 0,
        "backups": 3,
        "bag_holder": (state.bag_holder + 1) % 3,
    }
    for each in fields(State):
        changed = evolve(state, **{each.name: differing.get(each.name, getattr(other, each.name))})
        assert changed != state, each.name
        assert key(changed) != key(state), each.name


def test_successors_are_the_legal_actions_with_their_states():
    """In the same order; none when the game is over."""
    for state in played(6, 4):
        expected = tuple((action, korrigans.apply(state, action)) for action in korrigans.legal_actions(state))
        assert successors(state) == expected
    assert successors(played(6, 4)[-1]) == ()


def test_only_states_of_the_game_have_a_key():
    for value in (cairn.new_game(seed=1), korrigans.observe(korrigans.new_game(seed=1), None), None):
        with pytest.raises(DefinitionError, match="is not a state"):
            key(value)
