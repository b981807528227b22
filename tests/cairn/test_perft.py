"""The counts of what can follow, against golden files."""

from __future__ import annotations

from pathlib import Path

import pytest

from cairn_rules import DefinitionError, cairn, perft
from cairn_rules.simulation import perft_turns


def golden(name: str) -> list[str]:
    lines = (Path(__file__).parent / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize("line", golden("perft.txt"))
def test_turns_are_counted_as_in_the_golden_file(line: str) -> None:
    text, _, counts = line.partition(" | ")
    state = cairn.parse_position(text)
    assert [perft_turns(cairn, state, n + 1) for n in range(len(counts.split()))] == list(map(int, counts.split()))


def test_the_split_is_that_of_the_golden_file() -> None:
    state = cairn.parse_position(golden("perft.txt")[0].partition(" | ")[0])
    split = {
        cairn.format_action(action): perft_turns(cairn, cairn.apply(state, action), 3)
        for action in cairn.legal_actions(state)
    }
    assert split == {text: int(count) for text, count in map(str.split, golden("perft_split.txt"))}


def test_decisions_and_turns_differ_where_a_turn_asks_more_than_one() -> None:
    """One action leaves by c5 and builds one of two; the other shaman is the same: 2 turns of 2 decisions each.

    Sea c5 with both tiles of no other use: its moves are b5, d5, c4 and the exit, and an Add on d1.
    """
    state = cairn.parse_position("2s2/5/5/5/f4 s wooe b3=chaos,d3=dawn alley,deer - 0-0")
    assert {cairn.format_action(action) for action in cairn.legal_actions(state)} == {
        "+d1",
        "c5-b5",
        "c5-d5",
        "c5-c4",
        "c5-x",
    }
    assert perft(cairn, state, 1) == 5
    assert perft_turns(cairn, state, 1) == 6


def test_nothing_deep_is_one_sequence() -> None:
    state = cairn.new_game(seed=1)
    assert perft(cairn, state, 0) == perft_turns(cairn, state, 0) == 1


@pytest.mark.parametrize(("count", "name"), [(perft, "depth"), (perft_turns, "turns")])
@pytest.mark.parametrize("depth", [-1, 1.5, "2", float("inf"), True])
def test_depths_that_are_none_are_refused(count, name, depth) -> None:
    with pytest.raises(DefinitionError, match=f"^{name} should be a whole number from 0 up, not {depth!r}$"):
        count(cairn, cairn.new_game(seed=1), depth)


def test_depth_is_no_matter_of_the_stack() -> None:
    stuck = cairn.parse_position("5/5/5/fffff/sssss s wdoe c3=chaos,d3=dawn - - 0-0")
    assert perft(cairn, stuck, 10**9) == perft_turns(cairn, stuck, 10**9) == 0


def test_a_game_that_ends_completes_its_last_turn_and_no_more() -> None:
    """Sea needs one more megalith and leaves by c5: two ways to end the game at once (rule 9.1)."""
    state = cairn.parse_position("2s2/5/5/5/f4 s wooe b3=chaos,d3=dawn,e3=menhir,e4=mound alley,deer - 2-0")
    exit_, *_ = (a for a in cairn.legal_actions(state) if cairn.format_action(a) == "c5-x")
    after = cairn.apply(state, exit_)
    assert perft_turns(cairn, after, 1) == 2
    assert perft_turns(cairn, after, 2) == 0
    assert perft(cairn, after, 1) == 2
    assert perft(cairn, after, 2) == 0
