"""Outcomes: victory, draw, shared victory, a lost game for one; their scores, in text and in JSON."""

from __future__ import annotations

import pytest

from cairn_rules import (
    DefinitionError,
    DocumentError,
    Match,
    NotationError,
    Outcome,
    Record,
    cairn,
    endless_winter,
    format_record,
    from_data,
    korrigans,
    parse_record,
    to_data,
)
from cairn_rules.history.result_line import format_result, parse_result

SEATS = ("red", "green", "blue")
CASES = [
    (Outcome((0,), "flag"), "red won, flag"),
    (Outcome((), "flag"), "draw flag"),
    (Outcome((0, 2), "flag"), "red,blue won, flag"),
    (Outcome((0, 2), "flag", (7, -3, 7)), "red,blue won, flag (7, -3, 7)"),
    (Outcome((), "flag", (0, 0, 0)), "draw flag (0, 0, 0)"),
]


@pytest.mark.parametrize(
    ("outcome", "kinds"),
    [
        (Outcome((0,), "x"), ()),
        (Outcome((), "x"), ("draw",)),
        (Outcome((), "x", (3, 3)), ("draw",)),
        (Outcome((0, 2), "x", (3, 1, 3)), ("shared",)),
        (Outcome((0,), "x", (12,)), ()),
        (Outcome((), "x", (0,)), ("loss",)),
    ],
)
def test_a_draw_a_loss_and_a_shared_victory_are_told_apart(outcome: Outcome, kinds: tuple[str, ...]) -> None:
    assert tuple(kind for kind in ("draw", "loss", "shared") if getattr(outcome, f"is_{kind}")) == kinds


def test_an_outcome_shows_its_scores_where_there_are_any() -> None:
    assert repr(Outcome((0,), "x")) == "Outcome(winners=(0,), reason='x')"
    assert repr(Outcome([0], "x", [2, 1])) == "Outcome(winners=(0,), reason='x', scores=(2, 1))"
    assert Outcome((0,), "x", (2, 1)) != Outcome((0,), "x")
    assert hash(Outcome([0], "x", [2, 1])) == hash(Outcome((0,), "x", (2, 1)))


def test_the_points_of_a_rival_are_told_and_never_compared() -> None:
    """A rival has no seat, so that a record cannot keep its points."""
    lost = Outcome((), "x", (12,), rival=33)
    assert (lost.rival, lost.is_loss) == (33, True)
    assert repr(lost) == "Outcome(winners=(), reason='x', scores=(12,), rival=33)"
    assert lost == Outcome((), "x", (12,))
    assert str(lost) == "Nobody wins: x (12)"
    with pytest.raises(DefinitionError, match="the points of a rival must be a whole number, got '33'"):
        Outcome((), "x", (12,), rival="33")


@pytest.mark.parametrize("scores", [(), 3, ("3",), (True, False), (1.5,)])
def test_scores_are_whole_numbers(scores) -> None:
    with pytest.raises(DefinitionError, match="scores must be whole numbers, one for each seat"):
        Outcome((0,), "x", scores)


def test_a_player_loses_to_all_others() -> None:
    assert Outcome.lost_by(0, 2, "time") == Outcome((1,), "time")
    assert Outcome.lost_by(2, 4, "time") == Outcome((0, 1, 3), "time")
    assert Outcome.lost_by(0, 1, "time").is_loss
    with pytest.raises(DefinitionError, match="a game for 2 has no seat 2"):
        Outcome.lost_by(2, 2, "time")


@pytest.mark.parametrize(("outcome", "text"), CASES)
def test_results_are_written_and_read(outcome: Outcome, text: str) -> None:
    assert format_result(outcome, SEATS) == text
    assert parse_result(text, SEATS, "result", ()) == outcome
    assert parse_result(text.replace(" won,", ""), SEATS, "result", ("flag",)) == outcome, "a reason of the rules"


def test_a_lost_game_for_one() -> None:
    assert format_result(Outcome((), "flag", (12,)), ("red",)) == "lost flag (12)"
    assert parse_result("lost flag (12)", ("red",), "result", ()) == Outcome((), "flag", (12,))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("red flag (1, 2)", "2 scores in 'red flag"),
        ("red flag (1, 2, 3, 4)", "4 scores"),
        ("lost flag", "is not a result"),
        ("lost flag (1, 2, 3)", "is not a result"),
        ("draw flag (1)", "is not a result"),
        ("green,red flag (1, 2, 3)", "is not a result"),
        ("red (1, 2, 3)", "is not a result"),
    ],
)
def test_what_is_no_result(text: str, told: str) -> None:
    with pytest.raises(NotationError, match=told.replace("(", r"\(")):
        parse_result(text, SEATS, "result", ("flag",))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("sea resigned", "does not say who won; did you mean 'forest won, sea resigned'?"),
        ("forest resigns on move 3", "does not say who won; did you mean 'sea won, forest resigned'?"),
        ("sea lost on time", "does not say who won; write 'sea won, time' or 'forest won, time'"),
        ("sea timeout", "does not say who won; write 'sea won, timeout' or 'forest won, timeout'"),
        ("sea,forest flagged", "does not say who won; write 'sea,forest won, flagged' or '0 won, flagged'"),
        ("sea won, sea resigned", "is not a result"),
    ],
)
def test_a_result_never_gives_the_win_to_the_loser(text: str, told: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_result(text, ("sea", "forest"), "result", ("third-megalith", "no-action"))
    assert told in str(caught.value)
    for reason, winner in (("no-action", 1), ("resignation", 1)):
        read = parse_result(f"forest {reason}", ("sea", "forest"), "result", ("third-megalith", "no-action"))
        assert read == Outcome((winner,), reason)


START = "2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0"
CONTRADICTED = [
    (Outcome((1,), "no-legal-action"), "'no-legal-action' is no reason of cairn; did you mean 'no-action'?"),
    (Outcome((0,), "three-megaliths"), "'three-megaliths' is no reason of cairn; did you mean 'third-megalith'?"),
    (Outcome((), "repetitions"), "'repetitions' is no reason of cairn; did you mean 'repetition'?"),
    (Outcome((), "repetition"), "the last position has not occurred before"),
    (Outcome((0,), "repetition"), "'repetition' is the reason of a draw, without winners"),
    (Outcome((1,), "turn-limit"), "'turn-limit' is the reason of a draw, without winners"),
    (Outcome((), "agreement", (0, 0)), "outcomes of cairn have no scores"),
]


@pytest.mark.parametrize(("outcome", "told"), CONTRADICTED)
def test_an_ending_must_have_occurred(outcome: Outcome, told: str) -> None:
    """In a match, in a record that a program makes, and in text and JSON."""
    state = cairn.parse_position(START)
    with pytest.raises(DefinitionError) as caught:
        Match(cairn, state).end(outcome)
    assert told in str(caught.value)
    with pytest.raises(NotationError) as written:
        format_record(Record(game=cairn, start=state, actions=(), outcome=outcome))
    assert told in str(written.value)
    whole = Record(game=cairn, start=state, actions=(), outcome=Outcome((1,), "time"))
    text = format_record(whole).replace("forest won, time", format_result(outcome, ("sea", "forest")))
    with pytest.raises(NotationError) as read:
        parse_record(text)
    assert told in str(read.value)
    data = to_data(whole)
    data["value"]["outcome"] = {
        "winners": [("sea", "forest")[seat] for seat in outcome.winners],
        "reason": outcome.reason,
    }
    if outcome.scores:
        data["value"]["outcome"]["scores"] = list(outcome.scores)
    with pytest.raises(DocumentError) as loaded:
        from_data(data)
    assert told in str(loaded.value)


@pytest.mark.parametrize(
    "outcome",
    [
        *(Outcome((0,), reason) for reason in ("time", "time-limit", "resignation", "abandoned", "no-show", "forfeit")),
        *(Outcome((), reason) for reason in ("agreement", "turn-limit", "adjudication")),
    ],
)
def test_endings_outside_the_rules_stay_possible(outcome: Outcome) -> None:
    match = Match(cairn, cairn.parse_position(START))
    match.end(outcome)
    assert parse_record(format_record(Record.of(match))).outcome == outcome


def test_a_reason_may_look_like_scores() -> None:
    """By the rules of a game an outcome may have any reason; what it wrote before is read."""
    assert format_result(Outcome((0,), "flag (3)"), SEATS) == "red won, flag (3)"


@pytest.mark.parametrize("scores", [None, (12, 30)])
def test_a_record_keeps_the_scores(scores: tuple[int, int] | None) -> None:
    """In text and in JSON; without scores both are what they were before there were any."""
    match = Match(endless_winter, endless_winter.new_game(seed=7))
    match.end(Outcome((1,), "agreement", scores))
    record = Record.of(match)
    text, data = format_record(record), to_data(record)
    assert text.endswith("agreement (12, 30)\n" if scores else "agreement\n")
    assert ("scores" in data["value"]["outcome"]) is (scores is not None)
    assert parse_record(text) == from_data(data) == record


def test_a_match_ends_with_a_score_for_each_seat() -> None:
    with pytest.raises(DefinitionError, match="there are 3 scores for 2 players"):
        Match(korrigans, korrigans.new_game(seed=7)).end(Outcome((1,), "agreement", (1, 2, 3)))


@pytest.mark.parametrize(
    ("outcome", "names", "sentence"),
    [
        (Outcome((0,), "third-megalith"), ("Anne-Marie", "Bo"), "Anne-Marie wins: third megalith"),
        (Outcome((1,), "resignation"), ("Anne-Marie", "Bo"), "Bo wins: Anne-Marie resigned"),
        (Outcome((1, 2), "resignation"), ("Ann", "Bo", "Cy"), "Bo and Cy win: Ann resigned"),
        (Outcome((1,), "resignation"), ("Ann", "Bo", "Cy"), "Bo wins: resignation"),
        (Outcome((), "resignation"), ("Ann",), "A draw: resignation"),
        (Outcome((), "resignation", (0,)), ("Ann",), "Nobody wins: Ann resigned"),
        (Outcome((), "turn-limit"), (), "A draw: turn limit"),
        (Outcome((), "no-food", (3,)), ("Ann",), "Nobody wins: no food"),
        (Outcome((1,), "most-points", (2, 3)), (), "Player 1 wins: most points"),
    ],
)
def test_a_result_is_a_sentence(outcome: Outcome, names: tuple[str, ...], sentence: str) -> None:
    assert outcome.sentence(names) == sentence


@pytest.mark.parametrize("names", [("Ann",), "Ann"])
def test_every_winner_needs_a_name(names: object) -> None:
    with pytest.raises(DefinitionError, match=r"names should be a list with the name of each player, not .*Ann"):
        Outcome((1,), "time").sentence(names)


def test_str_adds_the_scores() -> None:
    assert str(Outcome((0,), "time")) == "Player 0 wins: time"
    assert str(Outcome((0, 2), "flag", (7, -3, 7))) == "Player 0 and Player 2 win: flag (7, -3, 7)"
