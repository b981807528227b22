"""The compiled search for forced wins, against the one in Python."""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import pytest

from cairn_rules import DefinitionError, MissingExtraError, cairn
from cairn_rules.cairn import Proof, State, forced_win
from cairn_rules.cairn.batch import compiled_forced_wins as compiled
from cairn_rules.cairn.batch import drive
from cairn_rules.cairn.batch import forced_win_kernel as kernel
from cairn_rules.cairn.batch.code_cache import CodeCache
from cairn_rules.cairn.batch.compiled_forced_wins import CompiledSearch
from cairn_rules.cairn.proofs import compiled_search_modules
from cairn_rules.cairn.proofs.compiled_search_modules import is_ready
from support.crowded import VARIANTS, chained, crowded
from support.stones import echo

EXIT = "2s2/5/5/5/4f s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn alley,menhir - 2-0"
"""Sea wins when it leaves the board from c5, and builds there."""
CIRCLE = "5/1sf1s/s1s2/sf1f1/5 s woom c3=dawn,d3=pillars,e3=cromlech,d4=haven mound,chaos stormwell,menhir 1-1"
"""Forest can take turn after turn, and come back to the same position."""


@pytest.fixture(autouse=True)
def with_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Numba, the kernel runs as plain Python."""
    monkeypatch.setattr(compiled_search_modules, "_missing_extra", lambda: None)


def check(state: State, turns: int) -> Proof:
    """Compare the two searches."""
    proof = forced_win(state, turns=turns, batch=True)
    assert proof == forced_win(state, turns=turns, batch=False), cairn.format_position(state)
    return proof


def played(seed: int) -> list[State]:
    """The starts of turns of a random game in which somebody has scored."""
    rng = Random(seed)
    state = cairn.new_game(seed=seed)
    found: list[State] = []
    while cairn.outcome(state) is None:
        if isinstance(state.pending, cairn.ChooseAction) and sum(state.scores) > 1:
            found.append(state)
        state = cairn.apply(state, rng.choice(cairn.legal_actions(state)))
    return found


@pytest.mark.untraced
@pytest.mark.parametrize("games", [1, pytest.param(24 if drive.COMPILED else 2, marks=pytest.mark.slow)])
def test_both_searches_find_the_same(games: int) -> None:
    """Ten positions of a game, or hundreds."""
    states = [state for game in range(games) for state in played(game)]
    found = [check(state, 2).turns for state in (states[-10:] if games == 1 else states)]
    assert {1, None} <= {*found}
    assert games < 24 or (len(found) > 400 and 2 in found)


@pytest.mark.untraced
@pytest.mark.parametrize("count", [16, pytest.param(4_000 if drive.COMPILED else 100, marks=pytest.mark.slow)])
def test_both_searches_find_the_same_in_crowded_positions(count: int) -> None:
    """Of every variant, in the middle of turns and of chains, too."""
    rng = Random(count)
    for number in range(count):
        variant = VARIANTS[number % len(VARIANTS)]
        state = crowded(rng, variant) if number % 3 else chained(rng, variant, rng.randrange(4))
        for _ in range(rng.randrange(4)):
            if actions := cairn.legal_actions(state):
                state = cairn.apply(state, rng.choice(actions))
        check(state, 1)


DECK = "5/1sfff/f3s/2s2/f1s2 f bdom c2=dawn,e3=source,c4=chaos,e4=sanctuary cromlech,deer {} 1-1"
"""Forest needs Fairy Circle when it comes next."""


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        (EXIT, 1),
        (CIRCLE, 2),
        (DECK.format("|fairy,mound,stormwell,menhir,haven,pillars,tumulus,alley"), 2),
        (DECK.format("fairy,mound,stormwell,menhir,haven,pillars|tumulus,alley"), None),
        ("4s/s2s1/2f2/5/5 s wdoe b2=stormwell,e2=chaos,a4=deer sanctuary,cromlech fairy,pillars,haven 1-0", None),
        ("1f1ff/1f3/4f/5/ss3 f wdem c2=tumulus,b3=cromlech,c3=deer,d3=dawn source,mound menhir,haven,alley 0-2", 3),
    ],
)
def test_what_wins_are_made_of(text: str, turns: int | None) -> None:
    """An exit, turn after turn of the opponent, the deck in any order, megaliths that change places, many turns."""
    assert check(cairn.parse_position(text), turns or 2).turns == turns


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        ("5/5/4f/ffff1/sssss f wooe c3=chaos,d3=dawn - - 0-0", 1),
        ("f1f1f/1fsf1/sss1s/5/5 s booe a4=mound,d4=sanctuary tumulus,stormwell - 0-0", 1),
        ("s2f1/4s/sss2/5/5 s boee c1=cromlech,d3=tumulus sanctuary,chaos haven,deer 0-0", 1),
        ("2fs1/ss2s/s4/5/5 s woom c4=deer,c5=fairy chaos,dawn - 0-0", 1),
        ("1s3/sf1s1/3ss/5/5 s woom b4=deer,d5=fairy source,mound - 0-0", 2),
    ],
)
def test_a_block_is_a_win(text: str, turns: int) -> None:
    """Of all five shamans, at once or by a power; of one on the totem, or moved there; and one that is prepared."""
    assert check(cairn.parse_position(text), turns).turns == turns


def test_the_limit_ends_the_search() -> None:
    state = cairn.parse_position(EXIT)
    assert forced_win(state, limit=1, batch=True) == Proof(is_complete=False)
    assert forced_win(state, limit=10, batch=True).turns == 1


def test_a_search_gives_up_without_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each decision ahead takes a line."""
    monkeypatch.setattr(compiled, "TRIES", 2)
    assert forced_win(cairn.parse_position(EXIT), batch=True) == Proof(is_complete=False)
    monkeypatch.setattr(compiled, "TRIES", 4)
    assert forced_win(cairn.parse_position(EXIT), batch=True).turns == 1


def test_positions_that_share_a_place_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small table forgets, but finds the same."""
    if not drive.COMPILED:
        monkeypatch.setattr(kernel, "ANSWERS", 2)
    for state in played(3)[-3:]:
        check(state, 2)


def test_custom_megaliths_and_odd_states_are_searched_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CompiledSearch, "decisive", None)
    state = cairn.new_game(seed=1, megaliths=[*cairn.LIGHT_SET, echo])
    assert forced_win(state, turns=1, batch=True) == Proof()
    state = cairn.parse_position(EXIT)
    build = cairn.BuildMegalith(cairn.Space.A1, cairn.Tribe.SEA)
    odd = cairn.make_state(
        shamans=state.shamans, megaliths=state.megaliths, upcoming=state.upcoming, tiles=state.tiles,
        scores=state.scores, active=state.active, pending=build, waiting=(build,),
    )  # fmt: skip
    assert forced_win(odd, batch=True).turns == 1


def test_the_search_is_ready_once_its_code_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    is_ready.cache_clear()
    monkeypatch.setattr(CodeCache, "read", lambda _, name: b"" if name == "prove" else None)
    assert is_ready("compiled_forced_wins") == drive.COMPILED
    is_ready.cache_clear()


@pytest.mark.parametrize("missing", ["numba", "numpy"])
def test_without_numba_python_searches(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setitem(sys.modules, missing, None)
    is_ready.cache_clear()
    with pytest.raises(MissingExtraError, match=f"batch=True needs {missing}; install it with: pip"):
        forced_win(cairn.parse_position(EXIT), batch=True)
    assert forced_win(cairn.parse_position(EXIT)).turns == 1
    is_ready.cache_clear()


def test_a_flag_is_true_or_false() -> None:
    batch: Any = "yes"
    with pytest.raises(DefinitionError, match="batch should be True or False, not 'yes'"):
        forced_win(cairn.parse_position(EXIT), batch=batch)
