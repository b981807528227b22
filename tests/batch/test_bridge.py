"""States become rows and come back the same; what a row cannot hold is refused."""

from __future__ import annotations

from random import Random

import pytest

from cairn_rules import DefinitionError, cairn
from cairn_rules.cairn import BASE_SET, Space, State, Tribe, UsePower, Variant
from cairn_rules.cairn.batch import Batch
from cairn_rules.cairn.state.pending import Snapshot
from cairn_rules.cairn.state.state import draft
from support.crowded import VARIANTS, chained, crowded
from support.play import play


def there_and_back(*states: State) -> None:
    batch = Batch.of(states)
    for game, state in enumerate(states):
        back = batch.state(game)
        assert back == state
        assert back.turn == state.turn
        assert cairn.legal_actions(back) == cairn.legal_actions(state)


def test_states_of_games_of_every_variant_come_back() -> None:
    rng = Random(1)
    for variant in VARIANTS:
        state = crowded(rng, variant)
        states = [state]
        while (legal := cairn.legal_actions(state)) and len(states) < 40:
            state = cairn.apply(state, rng.choice(legal))
            states.append(state)
        there_and_back(*states)


def test_states_within_chains_of_every_length_come_back() -> None:
    rng = Random(2)
    there_and_back(*(chained(rng, rng.choice(VARIANTS), powers) for powers in (*range(1, 30), 100, 199)))


def test_a_build_after_an_exit_by_a_power_keeps_what_the_turn_has_seen() -> None:
    """Haven moves the shaman on c5 out, and its space is free to build (rule 6.6)."""
    state = cairn.parse_position(
        "2s2/5/5/1s3/5 s wooe b3=haven,d3=dawn alley,deer - 0-0", variant=Variant(power_exit=True)
    )
    state = play(state, "b2-b3", "c5>x")
    assert len(state.seen) == 1
    there_and_back(state, *(cairn.apply(state, action) for action in cairn.legal_actions(state)))


def test_games_that_are_over_come_back_with_the_reason() -> None:
    """Sea has no action (rule 9.2); Sea's third megalith (rule 9.1)."""
    stuck = cairn.parse_position("5/5/5/fffff/sssss s wdoe c3=chaos,d3=dawn - - 0-0")
    third = play(
        cairn.parse_position("2s2/5/5/5/f4 s wooe b3=chaos,d3=dawn,e3=menhir,e4=mound alley,deer - 2-0"),
        "c5-x",
        "=deer",
    )
    there_and_back(stuck, third)
    batch = Batch.of([stuck, third], auto_reset=False)
    assert batch.players.tolist() == [-1, -1]
    assert batch.legal[1].tolist() == [0, 0]
    assert [cairn.outcome(batch.state(game)).reason for game in (0, 1)] == ["no-action", "third-megalith"]


@cairn.megalith("Odd Stone", text="It does nothing.")
def odd(_: cairn.Site) -> tuple[()]:
    return ()


def test_custom_megaliths_are_refused() -> None:
    state = cairn.new_game(seed=1, megaliths=(*BASE_SET, odd))
    with pytest.raises(DefinitionError, match=r"'odd' is not one of the base megaliths.* make a BatchOfScalar"):
        Batch.of([state])
    with pytest.raises(DefinitionError, match="'odd' is not one of the base megaliths"):
        Batch(2, megaliths=(*BASE_SET, odd))


def test_more_turns_than_a_row_can_count_are_refused() -> None:
    state = draft(cairn.new_game(seed=1))
    state._turn = 10**9
    there_and_back(state)
    state._turn += 1
    with pytest.raises(
        DefinitionError, match=r"a Batch takes states of at most 1000000000 turns, .*, not of 1000000001$"
    ):
        Batch.of([state])


def _pushed(**parts: object) -> State:
    """Sea's shaman just came to Menhir on c3, or whatever else the parts say."""
    state = play(cairn.parse_position("5/5/5/2s2/5 s wooe c3=menhir,d3=dawn alley,deer - 0-0"), "c2-c3")
    return cairn.make_state(
        shamans=state.shamans,
        megaliths=state.megaliths,
        upcoming=state.upcoming,
        tiles=state.tiles,
        pending=state.pending,
        moved=state.moved,
        **parts,
    )


def test_what_no_game_with_the_base_megaliths_leads_to_is_refused() -> None:
    """A shaman that waits; a position seen that does not lead to this one; more of them than a turn can have."""
    there_and_back(_pushed())
    power = UsePower(Space.D3, BASE_SET["dawn"], Tribe.SEA)
    layout = _pushed()._layout
    strange = Snapshot(1 << 13, 0, 1 << 13, 2, -1, layout.stones, layout.upcoming, 0, power, ())
    later = Snapshot(1 << 13, 0, 1 << 13, 1, -1, layout.stones, layout.upcoming, 0, power, ())
    for state in (
        _pushed(waiting=(Space.C3,)),
        _pushed(seen=(later,)),
        _pushed(seen=(strange,) * 201),
        chained(Random(3), Variant(), 200),
    ):
        with pytest.raises(DefinitionError, match="a Batch cannot hold a state made by hand"):
            Batch.of([state])
