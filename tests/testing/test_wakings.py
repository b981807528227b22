"""The states in which the conformance suite asks a power."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from cairn_rules import Effect, Megalith, Site, State, TakeExtraTurn, Together, UsePower, megalith
from cairn_rules.testing.wakings import wakings


def again(_: Site) -> Iterator[Effect]:
    yield TakeExtraTurn()


@megalith("Two Words", text="Nothing, and then the turn again.", then=(again,))
def two_words(_: Site) -> Iterator[Effect]:
    yield Together()


@megalith("Silence", text="Nothing, and so nothing more.", then=(again,))
def silence(_: Site) -> tuple[Effect, ...]:
    return ()


@megalith("Cough", text="A fault, and so nothing more.", then=(again,))
def cough(_: Site) -> tuple[Effect, ...]:
    raise ValueError


def pending(state: State) -> UsePower:
    assert isinstance(state.pending, UsePower)
    return state.pending


@given(st.data())
def test_every_decision_of_a_power_is_asked(data: st.DataObject) -> None:
    state = data.draw(wakings(two_words))
    assert pending(state).megalith == two_words
    assert pending(state).chosen in {(), (Together(),)}


@given(st.sampled_from([silence, cough]).flatmap(lambda stone: st.tuples(st.just(stone), wakings(stone))))
def test_a_power_without_a_first_decision_is_asked_for_that_one_alone(drawn: tuple[Megalith, State]) -> None:
    stone, state = drawn
    assert pending(state).megalith == stone
    assert pending(state).chosen == ()
