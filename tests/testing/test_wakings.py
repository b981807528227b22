"""The states in which the conformance suite asks a power."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st
from twelve_stones import STONES

from cairn_rules import Registry, cairn
from cairn_rules.cairn import (
    BASE_SET,
    Effect,
    Megalith,
    Site,
    Space,
    State,
    TakeExtraTurn,
    Together,
    UsePower,
    megalith,
)
from cairn_rules.cairn.testing.situations import situations, wakings
from cairn_rules.cairn.testing.ward_checks import answers
from support.play import play


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


def test_a_ward_is_asked_about_everything_that_could_be_done() -> None:
    """Also about what it forbids itself; and not about builds (rule 12.4)."""
    wall = Registry(STONES)["wall"]
    stones = BASE_SET | wall
    start = cairn.parse_position("2s2/5/2s2/2s2/4f s wooe c3=wall,e5=menhir alley,deer - 0-0", stones)
    said = dict(answers(wall, start))
    assert said[cairn.Jump(Space.C2, Space.C4)] is True
    assert {action for action, forbidden in said.items() if not forbidden} == set(cairn.legal_actions(start))
    building = play(start, "c5-x")
    assert isinstance(building.pending, cairn.BuildMegalith)
    assert answers(wall, building) == []


@given(situations(Registry(STONES)["asylum"]))
def test_situations_have_the_stone_on_the_field_and_go_on(state: State) -> None:
    assert "asylum" in {stone.id for stone in state.megaliths.values()}
    assert cairn.outcome(state) is None
