"""The sage with the compiled search."""

from __future__ import annotations

import sys
from threading import Event
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn_rules import Budget, DefinitionError, MissingExtraError, Outcome, Record, analyse, cairn, review
from cairn_rules.cairn import BASE_SET
from cairn_rules.cairn.batch import compiled_sage, drive, net_search_kernel
from cairn_rules.cairn.batch.code_cache import CodeCache
from cairn_rules.cairn.batch.compiled_sage import CompiledLookahead
from cairn_rules.cairn.players.lookahead import Lookahead, Search
from cairn_rules.cairn.players.net import sage_file, sage_net
from cairn_rules.cairn.proofs.compiled_search_modules import is_ready
from cairn_rules.players import SagePlayer
from support.stones import echo
from support.strategies import live_states

EXIT = "2s2/5/5/5/4f s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn alley,menhir - 2-0"
"""Sea wins when it leaves the board from c5, and builds there."""
MIDDLE = "1f2f/2s2/1fs2/5/s3s s bdoe b3=stormwell,d2=tumulus,a5=haven fairy,mound source,deer,menhir 1-0"
SIMULATIONS = 3_000 if drive.COMPILED else 40


@pytest.fixture(autouse=True)
def short_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """As plain Python, a search of one turn ends early, too."""
    if not drive.COMPILED:
        monkeypatch.setattr(net_search_kernel, "AT_LEAST", 10)
        monkeypatch.setattr(compiled_sage, "AT_LEAST", 10)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Budget]:
    """The budgets that compiled searches get from now on. They count as compiled before."""
    line, budgets = CompiledLookahead.line, []

    def noted(self: CompiledLookahead, state: cairn.State, budget: Budget) -> Any:
        budgets.append(budget)
        return line(self, state, Budget(simulations=SIMULATIONS))

    monkeypatch.setattr(CompiledLookahead, "line", noted)
    monkeypatch.setattr(compiled_sage, "prepare", lambda: None)
    monkeypatch.setattr("cairn_rules.cairn.players.sage.is_ready", lambda _: True)
    monkeypatch.setattr("cairn_rules.cairn.proofs.compiled_search_modules._missing_extra", lambda: None)
    return budgets


def test_a_victory_is_found_and_planned() -> None:
    """The exit and the build are one plan."""
    state = cairn.parse_position(EXIT)
    player = CompiledLookahead(sage_file())
    line = player.line(state, Budget(simulations=SIMULATIONS))
    assert [cairn.format_action(action) for _, action in line][:1] == ["c5-x"]
    assert [type(each.pending) for each, _ in line] == [cairn.ChooseAction, cairn.BuildMegalith]
    assert cairn.apply(*line[-1]).pending == cairn.Over(Outcome(winners=(0,), reason="third-megalith"))


@pytest.mark.parametrize("at_once", [1, 7, 100])
def test_a_search_in_parts_finds_what_one_finds_at_once(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    state, budget = cairn.parse_position(MIDDLE), Budget(simulations=SIMULATIONS)
    whole = CompiledLookahead(sage_file())
    line = whole.line(state, budget)
    monkeypatch.setattr(compiled_sage, "AT_ONCE", at_once)
    parts = CompiledLookahead(sage_file())
    assert parts.line(state, budget) == line
    assert (parts._room[0] == whole._room[0]).all()


def test_the_compiled_search_is_the_plain_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """They note the same about each decision."""
    budget = Budget(simulations=1_500 if drive.COMPILED else 40)
    for text in (EXIT, MIDDLE):
        state, compiled, plain = (
            cairn.parse_position(text),
            CompiledLookahead(sage_file()),
            CompiledLookahead(sage_file()),
        )
        line = compiled.line(state, budget)
        with monkeypatch.context() as patch:
            patch.setattr(drive, "engine", lambda: drive.plain)
            assert plain.line(state, budget) == line
        for one, other in zip(compiled._room, plain._room, strict=True):
            assert (one == other).all()


@given(state=live_states(tuple(BASE_SET)), most=st.integers(1, 4))
@settings(max_examples=24 if drive.COMPILED else 3)
def test_the_best_lines_are_those_of_the_search_in_python(state: cairn.State, most: int) -> None:
    """As far as both have searched completely."""
    budget = Budget(simulations=20_000 if drive.COMPILED else 150)
    searches: tuple[Search, ...] = Lookahead(sage_net()), CompiledLookahead(sage_file())
    found = [list(search.deepen(state, budget, most))[:-1][:3] for search in searches]
    for one, other in zip(*found, strict=False):
        assert [each.value for each in one] == pytest.approx([each.value for each in other], abs=1e-3)
        assert [each.depth for each in one] == [each.depth for each in other]
        for candidate in other:
            now = state
            for before, action in candidate.line:
                assert before == now
                now = cairn.apply(now, action)


def test_the_best_lines_need_no_more_than_the_budget() -> None:
    search, state = CompiledLookahead(sage_file()), cairn.parse_position(MIDDLE)
    for simulations in (30, SIMULATIONS):
        found = list(search.deepen(state, Budget(simulations=simulations), 2))
        assert search.judged <= max(simulations, net_search_kernel.AT_LEAST)
        assert [len(each) for each in found] == [2] * len(found)
    assert search.judged == SIMULATIONS


def test_a_search_ends_after_the_deepest_turn_or_where_nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """One turn may be searched beyond the budget; the second then has nothing left."""
    monkeypatch.setattr(net_search_kernel, "AT_LEAST", 1_000)
    monkeypatch.setattr(compiled_sage, "AT_LEAST", 1_000)
    state = cairn.parse_position("f3f/5/5/5/s4 s wooe b3=chaos,d3=dawn alley,deer - 0-0")
    search = CompiledLookahead(sage_file())
    spent = list(search.deepen(state, Budget(simulations=1), 1))
    assert [each.depth for (each,) in spent] == [1, 1]
    assert 1 < search.judged < 1_000
    monkeypatch.setattr(compiled_sage, "MOST_TURNS", 1)
    assert list(search.deepen(state, Budget(simulations=10**9), 1)) == spent[:1]


def test_a_clock_ends_an_analysis_even_before_its_first_depth() -> None:
    budget = Budget(simulations=10**9, cancelled=Event())
    assert budget.cancelled is not None
    budget.cancelled.set()
    state = cairn.parse_position(MIDDLE)
    (found,) = CompiledLookahead(sage_file()).deepen(state, budget, 2)
    assert found[0].line[0][1] in cairn.legal_actions(state)


@pytest.mark.parametrize("budget", [Budget(seconds=0.02), Budget(simulations=10**9, cancelled=Event())])
def test_a_clock_or_another_thread_ends_a_search(budget: Budget) -> None:
    if budget.cancelled is not None:
        budget.cancelled.set()
    state = cairn.parse_position(MIDDLE)
    ((_, action), *_) = CompiledLookahead(sage_file()).line(state, budget)
    assert action in cairn.legal_actions(state)


def test_a_position_is_left_for_another_only_once_unless_it_is_lost() -> None:
    """The player would end the next two turns in the same position."""
    state = cairn.parse_position("f1f1f/5/1s3/5/s3s s wooe b3=chaos,d3=dawn deer - 0-0")
    player = CompiledLookahead(sage_file())
    ends = set()
    for _ in range(4):
        line = player.line(state, Budget(simulations=SIMULATIONS))
        ends.add(cairn.apply(*line[-1]))
    assert len(ends) == 4
    assert net_search_kernel.AGAIN < 0


def test_the_compiled_search_plays_under_a_clock_or_when_it_is_asked_for(asked: list[Budget]) -> None:
    observation = cairn.observe(cairn.parse_position(MIDDLE), 0)
    clock, count = Budget(seconds=0.1), Budget(simulations=20)
    for batch, budgets in ((None, [clock]), (True, [clock, count]), (False, [])):
        asked.clear()
        for budget in (clock, count):
            SagePlayer(cairn, seed=1, batch=batch).choose(observation, budget)
        assert asked == budgets


def test_analyses_and_reviews_ask_for_the_compiled_search(asked: list[Budget], monkeypatch: pytest.MonkeyPatch) -> None:
    """They take it by themselves under a clock; see `asked`."""
    deepen = CompiledLookahead.deepen

    def noted(self: CompiledLookahead, state: cairn.State, budget: Budget, most: int) -> Any:
        asked.append(budget)
        return deepen(self, state, Budget(simulations=40), most)

    monkeypatch.setattr(CompiledLookahead, "deepen", noted)
    state = cairn.parse_position(MIDDLE)
    clock, count = Budget(seconds=0.05), Budget(simulations=40)
    record = Record(game=cairn, start=state, actions=cairn.legal_actions(state)[:1])
    for batch, budgets in ((None, [clock]), (True, [clock, count]), (False, [])):
        asked.clear()
        for budget in (clock, count):
            assert list(analyse(cairn, state, budget=budget, seed=1, batch=batch))
        assert asked == budgets
        asked.clear()
        for budget in (clock, count):
            assert review(record, budget=budget, seed=1, batch=batch).turns
        assert {*asked} == {*budgets}


def test_a_game_with_a_custom_megalith_is_searched_in_python(asked: list[Budget]) -> None:
    state = cairn.new_game(seed=1, megaliths=(*BASE_SET, echo))
    with pytest.warns(RuntimeWarning, match="custom megaliths"):
        SagePlayer(cairn, seed=1, batch=True).choose(cairn.observe(state, state.active), Budget(simulations=5))
    assert asked == []


@pytest.mark.parametrize("missing", ["numba", "numpy"])
def test_without_numba_sage_searches_in_python(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    is_ready.cache_clear()
    with pytest.raises(MissingExtraError, match=f"batch=True needs {missing}; install it with: pip"):
        SagePlayer(cairn, batch=True)
    assert not is_ready("compiled_sage")
    observation = cairn.observe(cairn.parse_position(EXIT), 0)
    action = SagePlayer(cairn, seed=1).choose(observation, Budget(seconds=0.01))
    assert action in cairn.legal_actions(observation)
    is_ready.cache_clear()


def test_a_search_is_ready_once_it_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    if drive.COMPILED:
        monkeypatch.setattr(CodeCache, "read", lambda _, name: None if name == "consider" else b"")
        assert not compiled_sage.is_ready()
        monkeypatch.undo()
    compiled_sage.prepare()
    assert compiled_sage.is_ready() == drive.COMPILED


def test_a_flag_is_true_or_false() -> None:
    batch: Any = "yes"
    with pytest.raises(DefinitionError, match="batch should be True or False, not 'yes'"):
        SagePlayer(cairn, batch=batch)
