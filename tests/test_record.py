"""Games written down: what was played can be played again, from any start, with any megaliths."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn_rules import (
    IllegalActionError,
    Match,
    NotationError,
    Outcome,
    Record,
    Registry,
    cairn,
    format_record,
    korrigans,
    parse_record,
)
from cairn_rules.cairn import State
from support.strategies import ALL_STONES, states
from support.subtraction import PAIR, WALK

ALONE = "f4/5/5/5/s4 s wooe c3=deer,d3=dawn alley,menhir - 0-0"
ROUND = ("a1-a2", "a5-b4", "a2-a1", "b4-a5")


def turns(states: tuple[State, ...]) -> list[int]:
    """The turn of each state, which equality leaves out."""
    return [state.turn for state in states]


@pytest.mark.untraced
@settings(max_examples=60)
@given(states(), st.randoms(use_true_random=False), st.integers(0, 8))
def test_a_record_replays_the_match_and_reads_back(start: State, rng: Random, decisions: int) -> None:
    """State by state, from any start, under any variant, with custom megaliths; written at every decision."""
    match = Match(cairn, start)
    for count in range(decisions + 1):
        record = evolve(Record.of(match, tags={"Round": str(count)}), comments={count: "so far"})
        again = parse_record(format_record(record), registry=Registry(ALL_STONES))
        assert again == record
        assert hash(again) == hash(record)
        assert (again.tags, again.comments, again.outcome) == (record.tags, record.comments, record.outcome)
        assert tuple(again.replay()) == tuple(again.match().states) == match.states
        assert turns(tuple(again.replay())) == turns(match.states)
        if match.outcome is not None:
            break
        match.do(rng.choice(match.legal_actions))


def test_a_record_goes_on_as_a_match() -> None:
    """A match that was resigned can be taken up again where it was left."""
    match = Match(cairn, cairn.parse_position(ALONE))
    match.do("a1-a2")
    match.resign()
    again = Record.of(match).match()
    assert again.outcome == match.outcome
    assert again.history == match.history
    again.undo()
    again.do("a5-b4")
    assert len(again.states) == 3


@pytest.mark.parametrize(("game", "seed"), [(WALK, 7), (korrigans, None)])
def test_a_match_knows_its_seed_where_the_records_of_the_game_start_from_one(game: Any, seed: int | None) -> None:
    """Elsewhere, a tag of that name is only what somebody wrote."""
    match = Match(game, seed=7)
    assert Record.of(match, tags={} if seed else {"Seed": "7"}).match().seed == seed


def test_a_record_may_go_on_where_the_match_would_have_been_drawn() -> None:
    match = Match(cairn, cairn.parse_position(ALONE))
    for text in ROUND * 3:
        match.do(text)
    record = Record.of(match)
    assert record.match().outcome is None
    drawn = record.match(draw_at_repetition=3)
    assert drawn.outcome == Outcome(winners=(), reason="repetition")
    assert drawn.states == match.states
    assert record.match(draw_after_turns=5).outcome == Outcome(winners=(), reason="turn-limit")


def test_a_record_that_cannot_be_played_says_so() -> None:
    record = Record(game=PAIR, start=(3, 0), actions=(1, 7))
    with pytest.raises(IllegalActionError):
        tuple(record.replay())
    with pytest.raises(IllegalActionError):
        record.match()
    with pytest.raises(IllegalActionError):
        format_record(Record(game=PAIR, start=PAIR.new_game(seed=1), actions=(7,), tags={"Seed": "1"}))


def test_a_record_is_not_changed_from_outside() -> None:
    tags = {"Sea": "Ann"}
    record = Record(game=PAIR, start=(3, 0), actions=(), tags=tags)
    tags["Sea"] = "Bo"
    assert record.tags == {"Sea": "Ann"}
    with pytest.raises(TypeError):
        record.tags["Sea"] = "Bo"  # type: ignore[index]


def test_any_game_that_starts_from_a_seed_can_be_written() -> None:
    match = Match(WALK, seed=-3)
    match.do("left")
    match.do("right")
    text = format_record(Record.of(match))
    assert text == '[Game "walk"]\n[Format "1"]\n[Seed "-3"]\n\n1. left\n2. right\nresult: *\n'
    assert parse_record(text, WALK) == Record.of(match)


def test_players_without_names_are_numbers() -> None:
    match = Match(PAIR, seed=1)
    match.resign(winners=(0, 2))
    text = format_record(Record.of(match))
    assert text.endswith("\nresult: 0,2 won, resignation\n")
    assert parse_record(text, PAIR).outcome == match.outcome


@pytest.mark.parametrize("tags", [{}, {"Seed": "x"}, {"Seed": "2"}])
def test_a_start_that_no_tag_tells_cannot_be_written(tags: dict[str, str]) -> None:
    """A tag that tells another start does not help."""
    assert PAIR.new_game(seed=2) != (50, 0)
    with pytest.raises(NotationError, match="start: Subtraction has no start tags in its manifest"):
        format_record(Record(game=PAIR, start=(50, 0), actions=(), tags=tags))


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"tags": {"Game": "chess"}}, "tag Game: reserved: the record writes this tag itself"),
        ({"tags": {"Position": "here"}}, "tag Position: reserved: the record writes this tag itself"),
        ({"tags": {"State": "Utah"}}, "tag State: reserved: the record writes this tag itself"),
        ({"tags": {"Turn": "3"}}, "tag Turn: reserved: the record writes this tag itself"),
        ({"tags": {"Played on": "Monday"}}, "tags: 'Played on': 'Monday' is not a tag"),
        ({"tags": {3: "x"}}, "tags: 3: 'x' is not a tag"),
        ({"comments": {1: "x"}}, "comments: 1: 'x' is not a comment; it should be text after 0 to 0 decisions"),
        ({"comments": {0: None}}, "comments: 0: None is not a comment"),
        ({"outcome": Outcome((-1,), "time")}, "outcome: '-1 won, time' is not a result"),
        ({"outcome": Outcome((2,), "time")}, "outcome: '2 won, time' is not a result"),
        ({"outcome": Outcome((0,), "no {time}")}, "outcome: 'sea won, no {time}' is not a result"),
        ({"outcome": Outcome((0,), "third-megalith")}, "but by the rules the game is not over"),
    ],
)
def test_what_cannot_be_written_is_refused(changed, fault: str) -> None:
    record = Record(**{"game": cairn, "start": cairn.parse_position(ALONE), "actions": ()} | changed)
    with pytest.raises(NotationError) as caught:
        format_record(record)
    assert fault in str(caught.value)


def test_a_game_that_is_over_has_the_outcome_of_the_rules() -> None:
    over = cairn.parse_position("5/5/5/5/s3f f wdoe a3=deer,b3=alley,c3=chaos,d3=dawn,e3=menhir - - 3-0")
    with pytest.raises(NotationError, match=r"the result is '\*', but by the rules it is 'sea won, third-megalith'"):
        format_record(Record(game=cairn, start=over, actions=()))


@pytest.mark.parametrize("notation", ["[x]", "1.e4", "result:", "a b", "a{", "a;", ""])
def test_a_notation_that_looks_like_something_else_cannot_be_written(notation: str, monkeypatch) -> None:
    match = Match(WALK, seed=1)
    match.do(1)
    monkeypatch.setattr(WALK, "format_action", lambda _: notation, raising=True)
    with pytest.raises(NotationError, match=r"decision 1: .* cannot be distinguished from the other parts of a record"):
        format_record(Record.of(match))


def sent(record: Record) -> Record:
    return pickle.loads(pickle.dumps(record))  # noqa: S301 - our own


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, sent])
@pytest.mark.parametrize("game", [cairn, PAIR])
def test_a_record_can_be_copied_and_sent(again, game) -> None:
    match = Match(game, seed=5)
    match.do(match.legal_actions[0])
    record = evolve(Record.of(match, tags={"Event": "x"}), comments={1: "y"})
    other = again(record)
    assert other == record
    assert (other.tags, other.comments, other.seed) == (record.tags, record.comments, record.seed)
    assert tuple(other.replay()) == match.states


def test_decisions_may_be_given_as_a_list() -> None:
    match = Match(cairn, seed=5)
    match.do(match.legal_actions[0])
    record = Record(game=cairn, start=match.states[0], actions=list(match.history))
    assert record == Record.of(match)
    assert hash(record) == hash(Record.of(match))


@pytest.mark.parametrize(
    ("result", "fault"),
    [
        ("sea,sea time", "is not a result"),
        ("forest,sea time", "is not a result"),
        ("sea won, time out", "an ending outside the rules needs a slug such as 'time' as its reason"),
    ],
)
def test_a_result_is_one_that_a_match_can_have(result: str, fault: str) -> None:
    text = format_record(Record.of(Match(cairn, cairn.parse_position(ALONE)))).replace("result: *", f"result: {result}")
    with pytest.raises(NotationError, match=fault):
        parse_record(text.replace("result: *", f"result: {result}"))


def test_the_names_of_players_are_their_tags_or_their_seats() -> None:
    """Of a game that does not say how many seats it has, they are unknown."""
    start = korrigans.new_game(seed=7, players=3)
    record = Record(game=korrigans, start=start, actions=(), tags={"Green": "Ann", "Player0": "Bo"})
    assert record.names == ("Blue", "Ann", "Violet")
    assert Record(game=PAIR, start=(3, 0), actions=(), tags={"Player1": "Bo"}).names == ()
