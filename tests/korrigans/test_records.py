"""Matches and records of Korrigans."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from attrs import evolve

import cairn_rules
from cairn_rules import Match, NotationError, Record, dumps, format_record, korrigans, parse_record, players_of
from cairn_rules.codec import read_state_tag
from cairn_rules.korrigans import MANIFEST, Menhir, Variant, default_board, new_game
from cairn_rules.korrigans.documents.documents import DOCUMENTS
from cairn_rules.korrigans.documents.records import START
from cairn_rules.simulation import with_options
from cairn_rules.simulation.perft import perft, perft_turns
from cairn_rules.simulation.playouts import playouts
from support.tables import final, seat


@pytest.mark.parametrize("players", [2, 5])
def test_a_record_reads_back(players):
    """Its tags tell what was dealt, its lines every decision, turn by turn."""
    variant = Variant(side="advanced", fairy_gathers=False)
    match = Match(korrigans, new_game(seed=3, players=players, variant=variant))
    rng = Random(3)
    while match.outcome is None:
        match.do(rng.choice(match.legal_actions))
    record = Record.of(match, tags={"Blue": "Ann"})
    text = format_record(record)
    assert parse_record(text, korrigans) == record
    lines = text.splitlines()
    assert lines[0] == '[Game "korrigans"]'
    assert f'[Players "{players}"]' in lines
    assert '[Variant "side=advanced,fairy_gathers=false,final_meetings=false"]' in lines
    assert sum(line[0].isdigit() for line in lines if line) == match.turns


def test_undo_takes_a_decision_back():
    """Also in the middle of a turn; no position ever counts as repeated."""
    match = Match(korrigans, seed=1, draw_at_repetition=2)
    start = match.state
    match.do("@a")
    assert match.undo() == start
    assert match.repetitions == 0


def test_seats_are_called_by_their_colours():
    """The first ones, as many as play."""
    assert MANIFEST.seats.names_in(new_game(seed=1, players=3)) == ("blue", "green", "violet")
    assert players_of(korrigans) == 2
    assert players_of(with_options(korrigans, players=4)) == 4


def test_many_games():
    """Playouts of any number of players end with one winner each."""
    for players in (2, 5):
        results = list(playouts(with_options(korrigans, players=players), 5, seed=1))
        assert all(len(result.outcome.winners) == 1 for result in results)


def test_counting_decisions_and_turns():
    """By hand: two start fields; then one token of each kind that lies there (rules 2.5, 5.2)."""
    state = new_game(seed=1)
    assert perft(korrigans, state, 1) == 2
    kinds = sum(len(set(state.clovers_in(field))) for field in "AG")
    assert perft(korrigans, state, 2) == perft_turns(korrigans, state, 1) == kinds


def test_how_well_a_player_stands():
    """The lead in gold, by which players look ahead, between -1 and 1."""
    state = final(seat("A V", "g4 g1"), seat("D J", "g1"), seat("B H"))
    values = [MANIFEST.pace.value(state, player) for player in range(3)]
    assert values == [0.2, -0.2, -0.25]
    ahead = final(seat("I I", "g4 g4"), seat("D+goblin J"))
    assert [MANIFEST.pace.value(ahead, player) for player in range(2)] == [1, -1]


TAGS = START.tags(new_game(seed=1))


def test_a_start_reads_back():
    """All numbers of players, and all that was dealt."""
    for players in (2, 3, 4, 5):
        state = new_game(seed=players, players=players)
        assert START.state(START.tags(state), None) == state
    assert Counter(TAGS["Rainbow"].split(",")).total() == 14


@pytest.mark.parametrize(
    ("tags", "fault"),
    [
        ({"Players": "6"}, "tag Players: '6' is not a number of players from 2 to 5"),
        ({"Players": ""}, "tag Players: '' is not"),
        ({"Players": "4"}, "tag Clovers: 3 in A, where 4 should be"),
        ({"Clovers": ""}, "tag Clovers: it should list the fields A B C"),
        ({"Clovers": TAGS["Clovers"].replace("g1", "g9", 1)}, "tag Clovers: 'g9' is not one of hare"),
        ({"Clovers": TAGS["Clovers"].replace("g1", "g2", 1)}, "tag Clovers: it has 7 g1 instead of 8"),
        ({"Menhirs": TAGS["Menhirs"].replace("elf", "gold4", 1)}, "tag Menhirs: it has 1 gold4 instead of 0"),
        ({"Rainbow": "red"}, "tag Rainbow: it has 1 red instead of 2"),
        ({"Rainbow": "pink"}, "tag Rainbow: 'pink' is not one of red, orange"),
        ({"Variant": "side=back"}, "tag Variant: the option 'side' should be standard or advanced, not 'back'"),
        ({"Variant": "side=standard,side=standard"}, "tag Variant: the option 'side' is given twice"),
    ],
)
def test_tags_that_stand_for_no_start(tags, fault):
    """The tag is named, with what would be right."""
    with pytest.raises(NotationError) as caught:
        START.state({**TAGS, **tags}, None)
    assert fault in str(caught.value)


def in_the_middle():
    """A state after some decisions, and one of a game on another board."""
    board = evolve(default_board(), id="golden", menhirs={Menhir.GOLD4: 16})
    state = new_game(seed=1, players=3)
    for _ in range(20):
        state = korrigans.apply(state, korrigans.legal_actions(state)[0])
    return state, new_game(seed=1, board=board), final(seat("A V"))


@pytest.mark.parametrize("start", in_the_middle())
def test_a_record_starts_anywhere(start):
    """A start that nobody dealt is told whole, in a tag of its own, and by it alone."""
    assert list(START.tags(start)) == ["State"]
    match = Match(korrigans, start)
    match.do(match.legal_actions[0])
    record = Record.of(match)
    text = format_record(record)
    assert parse_record(text) == record
    with pytest.raises(NotationError, match="tag Players: not allowed together with the tag State"):
        parse_record('[Players "3"]\n' + text)


@pytest.mark.parametrize(
    ("state", "fault"),
    [
        (dumps(new_game(seed=1)).replace('"elves":2', '"elves":3'), "tag State, $.value.elves: 3 in the supply"),
        (dumps(korrigans.Pass()), "tag State: a document of kind 'action'; it should be 'state'"),
        (dumps(cairn_rules.cairn.Pass()), "tag State, $.game: 'cairn' is not 'korrigans'"),
        ("{" * 100_000, "tag State, "),
        ("", "tag State, $: not JSON"),
    ],
)
def test_tags_that_tell_no_state(state, fault):
    """The path of the fault follows the name of the tag."""
    with pytest.raises(NotationError) as caught:
        START.state({"State": state}, None)
    assert str(caught.value.faults[0]).startswith(fault)


def test_a_record_without_its_tag_is_refused() -> None:
    """Games whose records have no other tag read it without looking for it."""
    with pytest.raises(NotationError, match="tag State: missing; it should hold the state from which the game starts"):
        read_state_tag(DOCUMENTS, {"Seed": "7"}, (), None)
