"""The review of a game: `review`."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from attrs import evolve

from cairn_rules import (
    Budget,
    DefinitionError,
    Line,
    Match,
    Record,
    Review,
    ReviewedTurn,
    cairn,
    dumps,
    endless_winter,
    format_record,
    korrigans,
    loads,
    manifest_of,
    parse_record,
    review,
    reviewed_turns,
)
from cairn_rules.cairn_rpg import creation
from cairn_rules.game import Outcome
from cairn_rules.history.game_review import sentence_of
from cairn_rules.history.page import html_page
from cairn_rules.manifest import Manifest, Seats
from cairn_rules.players import AnalysedLine, Analysis, RandomPlayer, TreePlayer
from support.random_play import random_match
from support.subtraction import Subtraction

EXIT = "2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0"
"""Either tribe leaves the board from where it stands, and builds there: Sea from c5, Forest from e1."""
LAST_STONE = "2s2/5/5/5/4f s wooe a3=pillars,b3=chaos,c3=deer,d3=dawn,a2=mound,e4=haven alley,menhir - 2-2"
"""Who leaves the board first wins: Sea from c5, Forest from e1."""
SOME = Budget(simulations=200)


def played(*decisions: str, start: str = EXIT, **more: Any) -> Record[Any, Any]:
    match = Match(cairn, cairn.parse_position(start))
    for decision in decisions:
        match.do(decision)
    return evolve(Record.of(match), **more)


class Scripted:
    """An analyst that expects the last legal action, and gives Sea a chance by the number of the turn."""

    chances: tuple[float, ...] = ()

    def __init__(self, game: Any, *, seed: int | None = None) -> None:  # noqa: ARG002 - as in the protocol
        self._game = game

    def choose(self, observation: object, budget: Budget | None = None) -> Any:  # noqa: ARG002 - as in the protocol
        raise AssertionError("a review asks for no decision")

    def analyse(self, observation: Any, _: Budget | None = None, *, lines: int = 1) -> Iterator[Analysis[Any]]:
        state: Any = self._game.sample_hidden(observation, Random(0))
        first: float = self.chances[int(state.turn)]
        legal = reversed(self._game.legal_actions(state))
        found = [AnalysedLine(actions=(each,), value=0, chances=(first, 1 - first)) for each in legal]
        yield Analysis(seat=state.active, lines=tuple(found[:lines]), simulations=1)


def scripted(*chances: float) -> Any:
    return type("Scripted", (Scripted,), {"chances": chances})


def moves(reviewed: Review[Any, Any], place: int) -> list[str]:
    return [cairn.format_action(action) for action in reviewed.turns[place].best.actions]


def test_a_win_that_was_missed_is_a_blunder() -> None:
    reviewed = review(played("c5-c4", "e1-d2", start=LAST_STONE), budget=SOME, seed=1)
    first, _ = reviewed.turns
    assert (first.seat, first.turn, first.first, first.mark) == (0, 1, 0, "??")
    assert first.before == (1, 0)
    assert (first.after, first.loss) == ((0, 1), 1)
    assert moves(reviewed, 0) == ["c5-x", "=alley"]
    record = reviewed.record
    assert record.marks == {1: "??", 2: "??"}
    assert record.comments[1] == "Sea could have won in 1 turn. Better: c5-x"
    (better,) = record.variations[0]
    assert [cairn.format_action(action) for action in better.actions] == ["c5-x", "=alley"]
    assert record.values[0] == (1, -1)
    assert set(record.values) == {0, 1, 2}


def test_the_best_line_loses_nothing() -> None:
    reviewed = review(played("c5-x", "=alley", start=LAST_STONE), budget=SOME, seed=1)
    (turn,) = reviewed.turns
    assert (turn.loss, turn.mark, turn.differs_at, turn.after) == (0, "", None, (1, 0))
    assert reviewed.record.variations == {}


def test_a_turn_as_expected_loses_nothing_even_if_a_deeper_look_disagrees() -> None:
    *_, expected = review(played("c5-c4", "e1-d2", "c4-c5"), player=scripted(0.5, 0.5, 0.6, 0.2), seed=1).turns
    assert (expected.before[0], expected.after[0], expected.loss) == (0.6, 0.2, 0)


@pytest.mark.untraced
def test_a_tree_is_compared_with_itself() -> None:
    one, two = review(played("c5-c4", "e1-d2"), player=TreePlayer, budget=SOME, seed=1).turns
    assert one.after != two.before


def test_a_better_line_ends_where_it_is_not_possible() -> None:
    """As in a game with secrets, where the analysis guessed what the others have."""
    record = played("c5-c4")
    leave, move = record.game.parse_action("c5-x", record.start), record.actions[0]
    best = AnalysedLine(actions=(leave, move), value=1, chances=(1.0, 0.0))
    turn = ReviewedTurn(seat=0, turn=1, first=0, actions=(move,), best=best, after=(0.0, 1.0))
    assert Review(original=record, turns=[turn]).record.variations == {0: (Line(actions=(leave,)),)}


def test_a_better_line_ends_where_another_seat_decides_by_what_it_alone_knows() -> None:
    """In Korrigans, Violet's decision could be illegal in another state that Blue cannot tell apart."""
    start = korrigans.apply(korrigans.new_game(seed=7), korrigans.Place("A"))
    played, better = korrigans.legal_actions(start)[:2]
    answer = korrigans.legal_actions(korrigans.apply(start, better))[0]
    best = AnalysedLine(actions=(better, answer), value=1, chances=(1.0, 0.0))
    turn = ReviewedTurn(seat=0, turn=1, first=0, actions=(played,), best=best, after=(0.0, 1.0))
    record = Record(game=korrigans, start=start, actions=(played,))
    assert Review(original=record, turns=[turn]).record.variations == {0: (Line(actions=(better,)),)}


def test_a_better_line_that_reveals_something_is_named_but_not_followed() -> None:
    """Its state would show the tokens of a field that Blue has not seen (Korrigans, rule 9.1)."""
    start = korrigans.new_game(seed=7)
    played, better = korrigans.legal_actions(start)
    best = AnalysedLine(actions=(better,), value=1, chances=(1.0, 0.0))
    turn = ReviewedTurn(seat=0, turn=1, first=0, actions=(played,), best=best, after=(0.0, 1.0))
    annotated = Review(original=Record(game=korrigans, start=start, actions=(played,)), turns=[turn]).record
    assert annotated.variations == {}
    assert annotated.comments[1].endswith(f"Better: {better}")


@pytest.mark.parametrize(("action", "after"), [(2, (1, 0)), (1, (0, 1))])
def test_what_no_simulation_began_with_is_judged_by_what_follows(action: int, after: tuple[float, ...]) -> None:
    """One of two is taken and the other seat takes the last one, or both are and the game is over."""
    game: Any = Subtraction(2)
    game.MANIFEST = Manifest(name="taking", seats=Seats(names=("one", "two")))
    record, budget = Record(game=game, start=(2, 0), actions=(action,)), Budget(simulations=1)
    found = [review(record, player=TreePlayer, budget=budget, seed=seed).turns[0] for seed in range(9)]
    unlike = [turn for turn in found if turn.best.actions[0] != action]
    assert unlike
    assert {turn.after for turn in unlike} == {after}


def last_one(winners: tuple[int, ...]) -> Record[Any, Any]:
    """A game of one decision that ends with these winners."""

    class Taking(Subtraction):
        MANIFEST = Manifest(name="taking", seats=Seats(names=("one", "two")))

        def outcome(self, state: tuple[int, int]) -> Outcome | None:
            return None if state[0] else Outcome(winners=winners, reason="last-one")

    return Record(game=Taking(2), start=(1, 0), actions=(1,))


def test_the_last_value_is_the_result_even_if_the_seat_could_not_know_it() -> None:
    best = AnalysedLine(actions=(1,), value=0, chances=(0.5, 0.5))
    turn = ReviewedTurn(seat=0, turn=1, first=0, actions=(1,), best=best, after=(0.5, 0.5))
    assert Review(original=last_one((1,)), turns=[turn]).record.values == {0: (0, 0), 1: (-1, 1)}


@pytest.mark.parametrize(("winners", "after"), [((), (0.5, 0.5)), ((0, 1), (0.5, 0.5)), ((1,), (0, 1))])
def test_a_draw_and_a_shared_victory_are_divided(winners: tuple[int, ...], after: tuple[float, ...]) -> None:
    reviewed = review(last_one(winners), budget=SOME, seed=1)
    (turn,) = reviewed.turns
    assert turn.after == after
    assert reviewed.record.values[1] == tuple(2 * chance - 1 for chance in after)


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [(0.504, 0.496, "stays at 50 %"), (0.5, 0.49, "falls from 50 % to 49 %"), (0.2, 0.21, "rises from 20 % to 21 %")],
)
def test_a_sentence_tells_how_a_chance_changed(before: float, after: float, told: str) -> None:
    best = AnalysedLine(actions=(1,), value=0, chances=(before, 1 - before))
    turn = ReviewedTurn(seat=0, turn=1, first=0, actions=(2,), best=best, after=(after, 1 - after))
    assert sentence_of(turn, ("sea", "forest")) == f"Sea's chance of winning {told}."


def test_losses_marks_and_sums_follow_from_the_chances() -> None:
    """Sea loses 0.05, then 0.3 by its third turn; Forest loses 0.2, then 0.1 and 0.15."""
    record = played("c5-c4", "e1-d2", "c4-b4", "d2-e1", "b4-c4", "e1-d2")
    reviewed = review(record, player=scripted(0.5, 0.45, 0.65, 0.7, 0.8, 0.5, 0.65), seed=1)
    assert [round(turn.loss, 6) for turn in reviewed.turns] == [0.05, 0.2, 0, 0.1, 0.3, 0.15]
    assert [turn.mark for turn in reviewed.turns] == ["", "?", "", "?!", "??", "?!"]
    sea, forest = reviewed.seats
    assert (sea.seat, sea.turns, sea.marks) == (0, 3, {"?!": 0, "?": 0, "??": 1})
    assert (forest.seat, forest.turns, forest.marks) == (1, 3, {"?!": 2, "?": 1, "??": 0})
    assert (sea.loss, forest.loss) == (pytest.approx(0.35 / 3), pytest.approx(0.45 / 3))
    told = reviewed.record.comments
    assert told[2] == "Forest's chance of winning falls from 55 % to 35 %. Better: e1-x"
    assert told[6] == "Forest's chance of winning falls from 50 % to 35 %. Better: e1-x"
    assert told[0].split("\n") == [
        "Sea: 3 turns, on average 11.7 % lost; 0 ?!, 0 ?, 1 ??.",
        "Forest: 3 turns, on average 15.0 % lost; 2 ?!, 1 ?, 0 ??.",
    ]
    assert reviewed.record.values == {
        0: (0, 0), 1: (-0.1, 0.1), 2: (0.3, -0.3), 3: (0.4, -0.4), 4: (0.6, -0.6), 5: (0, 0), 6: (0.3, -0.3),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("chances", "winners", "turn"),
    [
        ((0.5, 0.45, 0.65, 0.4, 0.8), (0,), 4),  # Sea leads from the end of turn 4 on
        ((0.5, 0.45, 0.65, 0.4, 0.8), (1,), 5),  # the loser of the values won: Sea led before the last turn
        ((0.6, 0.7, 0.65, 0.9, 0.8), (0,), None),  # Sea led from the start
        ((0.5, 0.6, 0.65, 0.9, 0.8), (0,), 1),  # nobody led at the start
        ((0.5, 0.45, 0.65, 0.4, 0.8), (), None),  # a draw
        ((0.5, 0.45, 0.65, 0.4, 0.8), (0, 1), None),  # a shared victory
    ],
)
def test_the_turning_point_is_where_the_winner_takes_the_lead_for_good(
    chances: tuple[float, ...], winners: tuple[int, ...], turn: int | None
) -> None:
    record = played("c5-c4", "e1-d2", "c4-b4", "d2-e1", "b4-c4", outcome=Outcome(winners=winners, reason="agreed"))
    reviewed = review(record, player=scripted(*chances, 0.7), seed=1)
    point = reviewed.turning_point
    assert (point and point.turn) == turn
    said = [place for place, comment in reviewed.record.comments.items() if "turning point" in comment]
    assert sorted(said) == ([] if turn is None else [0, turn])
    assert turn is None or turn - 1 in reviewed.record.variations


def test_no_turning_point_while_the_game_goes_on() -> None:
    assert review(played("c5-c4"), player=scripted(0.5, 0.5), seed=1).turning_point is None


def test_what_a_turn_reveals_does_not_count() -> None:
    """The value of a build is that of its own analysis, not that of the next turn, in which the next stone is seen."""
    record = played("c5-x", "=alley", "e1-d2", start=EXIT.replace("-", "source,fairy", 1))
    reviewed = review(record, player=scripted(0.6, 0.1, 0.2), seed=1)
    assert [turn.after[0] for turn in reviewed.turns] == [0.6, 0.2]
    assert [len(turn.actions) for turn in reviewed.turns] == [2, 1]


@pytest.mark.untraced
def test_the_order_of_the_deck_is_not_used() -> None:
    one = Record.of(random_match(cairn, 30, 3))
    built = next(place for place, action in enumerate(one.actions, 1) if isinstance(action, cairn.Construct))
    one = evolve(one, actions=one.actions[built - 2 : built], start=(*one.replay(),)[built - 2])
    seen = cairn.observe(one.start, None)
    other = evolve(one, start=next(filter(one.start.__ne__, (cairn.sample_hidden(seen, Random(n)) for n in range(9)))))
    turns = [review(each, budget=SOME, seed=1).turns[0] for each in (one, other)]
    assert turns[0] == turns[1]


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("game", "options"), [(cairn, {}), (korrigans, {"players": 3}), (endless_winter, {"players": 2})]
)
def test_every_decision_is_in_one_turn_and_the_annotated_record_can_be_stored(
    game: Any, options: dict[str, int]
) -> None:
    record = Record.of(random_match(game, 15, 3, **options))
    reviewed = review(record, budget=Budget(simulations=40), player=TreePlayer, seed=1)
    assert sum((turn.actions for turn in reviewed.turns), ()) == record.actions
    states = tuple(record.replay())
    seats = manifest_of(game).seats.count_in(record.start)
    assert len(reviewed.seats) == seats
    assert sum(each.turns for each in reviewed.seats) == len({(turn.seat, turn.turn) for turn in reviewed.turns})
    for turn, after in zip(reviewed.turns, (*reviewed.turns[1:], None), strict=True):
        assert turn.first + len(turn.actions) == (len(record.actions) if after is None else after.first)
        assert sum(turn.before) == pytest.approx(1)
        assert sum(turn.after) == pytest.approx(1)
        assert 0 <= turn.loss <= 1
        inside = states[turn.first : turn.first + len(turn.actions)]
        assert not any(game.reveals(one, other, viewer=turn.seat) for one, other in pairwise(inside))
    annotated = reviewed.record
    assert annotated.actions == record.actions
    assert parse_record(format_record(annotated)) == annotated
    assert loads(dumps(annotated)) == annotated
    assert 'id="chart"' in html_page(annotated)


def test_a_record_that_was_reviewed_stays_the_same_when_it_is_reviewed_again() -> None:
    once = review(played("c5-c4", "e1-d2", start=LAST_STONE), budget=SOME, seed=1).record
    assert once.variations
    assert review(once, budget=SOME, seed=1).record == once


def test_a_review_keeps_what_the_record_says() -> None:
    record = played("c5-c4", "e1-d2", start=LAST_STONE)
    worse = Line(actions=record.actions[:1], comments={1: "Why not?"})
    own = evolve(record, marks={1: "?!"}, comments={1: "Hm."}, variations={0: (worse,)}, values={1: (0.1, -0.1)})
    annotated = review(own, budget=SOME, seed=1).record
    assert annotated.marks[1] == "?!"
    assert annotated.comments[1] == "Hm.\nSea could have won in 1 turn. Better: c5-x"
    assert annotated.variations[0][0] == worse
    assert len(annotated.variations[0]) == 2


@pytest.mark.untraced
def test_turns_come_one_after_the_other() -> None:
    record = Record.of(random_match(cairn, 12, 4))
    turns = reviewed_turns(record, budget=Budget(simulations=20), seed=1)
    first = next(turns)
    assert first.first == 0
    assert (
        Review(original=record, turns=[first, *turns]).turns
        == review(record, budget=Budget(simulations=20), seed=1).turns
    )


@pytest.mark.untraced
@pytest.mark.parametrize(("game", "decisions"), [(cairn, 9), (korrigans, 14)])
def test_some_turns_are_judged_as_among_all(game: Any, decisions: int) -> None:
    record = Record.of(random_match(game, decisions, 6))
    whole = review(record, budget=Budget(simulations=20), seed=1)
    assert whole.is_whole
    begun = {whole.turns[0].turn}
    for wanted in (begun, {turn.turn for turn in whole.turns} - begun):
        some = review(record, turns=iter(wanted), budget=Budget(simulations=20), seed=1)
        assert some.turns == tuple(turn for turn in whole.turns if turn.turn in wanted)
        assert set(some.record.values) <= set(whole.record.values)
        assert (some.is_whole, some.turning_point) == (False, None)


@pytest.mark.parametrize("turns", [0, [1, 99], [], ["1"], 2.5])
def test_turns_that_the_record_has_not_are_named(turns: Any) -> None:
    record = Record.of(random_match(cairn, 12, 4))
    with pytest.raises(
        DefinitionError, match=r"turns should be of the record, from 1 to \d+, not (0|99|none|'1'|2\.5)"
    ):
        review(record, turns=turns, budget=Budget(simulations=20), seed=1)


@pytest.mark.untraced
def test_an_executor_finds_the_same() -> None:
    record = Record.of(random_match(cairn, 12, 4))
    here = review(record, budget=SOME, seed=1)
    with ThreadPoolExecutor(2) as executor:
        assert review(record, budget=SOME, seed=1, executor=executor).turns == here.turns
    again = pickle.loads(pickle.dumps(here))  # noqa: S301 - our own
    assert (again.turns, again.record) == (here.turns, here.record)


def test_a_review_is_shown_in_a_notebook() -> None:
    reviewed = review(played("c5-c4"), budget=SOME, seed=1)
    assert repr(reviewed) == "<Review of cairn: 1 turns>"
    assert reviewed._repr_html_().startswith("<iframe srcdoc=")


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ("game.txt", "record should be a Record, not 'game.txt'"),
        (played(), "the record has no decisions, so there is nothing to review"),
        (Record.of(random_match(creation, 2, 1)), "do not compete, so there is nothing to analyse"),
    ],
)
def test_what_cannot_be_reviewed_is_refused(record: Any, message: str) -> None:
    with pytest.raises(DefinitionError, match=message):
        review(record, budget=SOME, seed=1)


def test_a_player_without_a_line_is_named() -> None:
    class Silent(Scripted):
        def analyse(self, *_: object, **__: object) -> Iterator[Analysis[Any]]:
            return iter(())

    with pytest.raises(DefinitionError, match=r"Silent.* found no line of play; an analysis has at least one"):
        review(played("c5-c4"), budget=SOME, player=Silent, seed=1)


def test_a_player_that_cannot_analyse_judges_in_a_tree() -> None:
    reviewed = review(played("c5-c4"), budget=Budget(simulations=20), player=RandomPlayer, seed=1)
    assert reviewed.turns[0].best.visits is not None


def test_a_record_without_room_for_the_variations_of_a_review_is_refused_before_it_is_reviewed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cairn_rules.history.game_review.MOST_VARIATIONS", 10)

    def never(*_: object, **__: object) -> Any:
        raise AssertionError("the review began")

    record = played("c5-c4", "e1-d2")
    lines = [Line(actions=record.actions[:1], comments={1: str(number)}) for number in range(9)]
    full = evolve(record, variations={0: lines})
    with pytest.raises(DefinitionError, match=r"has 9 variations, and a review adds up to 2, .* at most 10"):
        reviewed_turns(full, player=never, seed=1)
    with pytest.raises(AssertionError, match="the review began"):
        review(evolve(record, variations={0: lines[:-1]}), player=never, seed=1)


def test_variations_are_arrows_where_they_begin() -> None:
    record = review(played("c5-c4", "e1-d2", start=LAST_STONE), budget=SOME, seed=1).record
    data = json.loads(re.findall(r'<script id="game" type="application/json">(.*?)</script>', html_page(record))[0])
    frames = [data["frames"][place] for place in data["shown"]]
    start, after, end, *_ = ("".join(data["pieces"][piece] for piece in frame) for frame in frames)
    assert 'data-from="c5" data-to="x"' in start
    assert re.search('class="cairn-fainter cairn-in-muted[^>]*data-from="c5" data-to="c4"', start)  # what was played
    assert 'data-from="e1" data-to="x"' in after
    assert 'data-from="c5" data-to="c4"' not in after  # the decision before it gives way to the better one
    assert 'data-from="e1" data-to="d2"' in end
