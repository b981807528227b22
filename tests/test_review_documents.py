"""The JSON documents of reviews."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from cairn_rules import (
    Budget,
    DocumentError,
    Match,
    Record,
    Review,
    cairn,
    dumps,
    endless_winter,
    format_record,
    from_data,
    html_page,
    json_schema,
    korrigans,
    loads,
    manifest_of,
    review,
    to_data,
)
from cairn_rules.cairn_rpg import combat, dungeon
from cairn_rules.json_documents import schema_names
from cairn_rules.manifest import Manifest, Seats
from cairn_rules.players import AnalysedLine, Analysis
from support.mutations import mutated
from support.play import play
from support.random_play import random_match
from support.subtraction import Subtraction

COMPETING = (cairn, korrigans, endless_winter, combat)


class Guesser:
    """An analyst that plays on at random, and judges at random."""

    def __init__(self, game: Any, *, seed: int | None = None) -> None:
        self._game, self._rng = game, Random(seed)

    def choose(self, observation: object, budget: Budget | None = None) -> Any:  # noqa: ARG002 - as in the protocol
        raise AssertionError("an analysis asks for no decision")

    def analyse(self, observation: Any, _: Budget | None = None, *, lines: int = 1) -> Iterator[Analysis[Any]]:  # noqa: ARG002
        game, rng = self._game, self._rng
        start = state = game.sample_hidden(observation, rng)
        actions: list[Any] = []
        while game.outcome(state) is None and len(actions) < 4:
            actions.append(rng.choice(game.legal_actions(state)))
            state = game.apply(state, actions[-1])
        shares = [rng.random() for _ in range(manifest_of(game).seats.count_in(start) or 2)]
        line = AnalysedLine(
            actions=tuple(actions),
            value=rng.uniform(-1, 1),
            chances=tuple(share / sum(shares) for share in shares),
            depth=rng.choice((None, 3)),
            visits=rng.choice((None, 10)),
            wins_in=rng.choice((None, None, 1)),
            is_rough=rng.random() < 0.5,
        )
        yield Analysis(seat=game.current_player(start), lines=(line,), simulations=1)


def guessed(record: Record[Any, Any], seed: int = 1, **options: Any) -> Review[Any, Any]:
    return review(record, player=Guesser, seed=seed, **options)


@given(st.sampled_from(COMPETING), st.integers(1, 12), st.integers(0, 99), st.data())
def test_a_review_that_is_read_again_is_the_same(game: Any, decisions: int, seed: int, data: st.DataObject) -> None:
    record = Record.of(random_match(game, decisions, seed))
    whole = guessed(record, seed)
    numbers = sorted({turn.turn for turn in whole.turns})
    turns = data.draw(st.none() | st.sets(st.sampled_from(numbers), min_size=1))
    found = guessed(record, seed, turns=turns)
    again = loads(dumps(found), expect=Review)
    assert again == found
    assert [type(turn.seat) for turn in again.turns] == [type(turn.seat) for turn in found.turns]
    assert (again.seats, again.turning_point, again.is_whole) == (found.seats, found.turning_point, found.is_whole)
    assert format_record(again.record) == format_record(found.record)
    assert dumps(again) == dumps(found)


def test_it_is_shown_like_the_original() -> None:
    start = cairn.parse_position(
        "2s2/5/5/5/4f s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn,a2=mound,e4=haven alley,menhir - 2-2"
    )
    match = Match(cairn, start)
    for decision in ("c5-c4", "e1-x", "=alley"):
        match.do(decision)
    found = review(Record.of(match), budget=Budget(simulations=100), seed=1)
    again = loads(dumps(found), expect=Review)
    assert again._repr_html_() == found._repr_html_()
    assert html_page(again.record) == html_page(found.record)
    assert again.record.marks == {1: "??"}
    assert again.turns[0].best.wins_in == 1


@pytest.mark.parametrize("names", [("one", "two"), ()])
def test_in_a_game_of_others_without_documents(names: tuple[str, ...]) -> None:
    game: Any = Subtraction(2)
    game.MANIFEST = Manifest(name="taking", seats=Seats(names=names))
    found = guessed(Record(game=game, start=game.new_game(seed=1), actions=(1, 2), tags={"Seed": "1"}))
    assert loads(dumps(found), game=game) == found


def test_only_games_whose_seats_compete_have_reviews() -> None:
    assert {game for game, kind in schema_names() if kind == "review"} == {manifest_of(game).name for game in COMPETING}
    data = {**to_data(guessed(RECORD)), "game": manifest_of(dungeon).name}
    with pytest.raises(DocumentError, match=r"\$\.document: 'review' is unknown"):
        from_data(data)


RECORD = Record(
    game=cairn,
    start=cairn.new_game(seed=7, first=cairn.Tribe.SEA, faces="wooe"),
    actions=tuple(cairn.parse_action(text, cairn.new_game(seed=7)) for text in ("c1-c2", "c5-d4")),
)
DATA = json.loads(dumps(guessed(RECORD)))
SCHEMA = Draft202012Validator(json_schema("review"))


@given(mutated(DATA))
def test_what_the_schema_refuses_is_not_read(damaged: Any) -> None:
    assert SCHEMA.is_valid(DATA)
    if not SCHEMA.is_valid(damaged):
        with pytest.raises(DocumentError):
            from_data(damaged)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("turns", [], "$.value.turns: a review has at least one turn"),
        ("turns.1.first", 0, "$.value.turns[1].first: no later turn of the record begins after 0 decisions"),
        ("turns.1.first", 9, "$.value.turns[1].first: no later turn of the record begins after 9 decisions"),
        ("turns.1.turn", 1, "$.value.turns[1].turn: 1 should be 2, by the other keys"),
        ("turns.1.seat", 0, "$.value.turns[1].seat: 0 should be 1, by the other keys"),
        ("turns.0.actions", ["c1-c3"], "$.value.turns[0].actions: ('c1-c3',) should be ('c1-c2',), by the other keys"),
        ("turns.0.loss", 2, "$.value.turns[0].loss: 2.0 should be"),
        ("turns.0.mark", "!!", "$.value.turns[0].mark: "),
        ("turns.0.after", [0.5], "$.value.turns[0].after: should be 2 numbers from 0 to 1"),
        ("turns.0.after", [-0.5, 1.5], "$.value.turns[0].after: should be 2 numbers from 0 to 1"),
        ("turns.0.best.chances", [1], "$.value.turns[0].best.chances: should be 2 numbers from 0 to 1"),
        ("turns.0.best.value", 1.5, "and the value from -1 to 1"),
        ("turns.0.best.actions", [], "$.value.turns[0].best.actions: a line has at least one action"),
        ("turns.0.best.actions", ["c1-z9"], "$.value.turns[0].best.actions[0]: cannot read 'c1-z9'"),
        ("turns.0.best.actions", ["c1-c5"], "$.value.turns[0].best.actions[0]: illegal action c1-c5: c5 is not one"),
        ("turns.0.best.actions", ["C1-C2"], "$.value.turns[0].best: "),
        ("record.turns.0.decisions", ["c1-c3"], "$.value.record.turns[0].decisions[0]: turn 1: 'c1-c3': c3 is not"),
    ],
)
def test_each_fault_is_named(path: str, value: object, message: str) -> None:
    data = json.loads(json.dumps(DATA))
    part = data["value"]
    *outer, key = path.split(".")
    for each in outer:
        part = part[int(each) if each.isdigit() else each]
    part[key] = value
    with pytest.raises(DocumentError) as caught:
        from_data(data)
    assert message in str(caught.value)


def test_every_faulty_turn_is_named() -> None:
    data = json.loads(json.dumps(DATA))
    for turn in data["value"]["turns"]:
        turn["after"] = []
    with pytest.raises(DocumentError) as caught:
        from_data(data)
    assert [fault.where for fault in caught.value.faults] == ["$.value.turns[0].after", "$.value.turns[1].after"]


def test_what_could_not_be_read_again_is_not_written() -> None:
    found = guessed(RECORD)
    other = Record(game=cairn, start=play(RECORD.start, "c1-c2"), actions=RECORD.actions[1:])
    for wrong in (Review(original=RECORD, turns=[]), Review(original=other, turns=found.turns)):
        with pytest.raises(DocumentError):
            dumps(wrong)
