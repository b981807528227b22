"""A match under way, in games of this library and in others."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from attrs import evolve
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from cairn_rules import (
    DefinitionError,
    IllegalActionError,
    Match,
    MatchError,
    NotationError,
    Outcome,
    PowerError,
    Record,
    Registry,
    cairn,
    format_record,
    korrigans,
    parse_record,
)
from cairn_rules.cairn import Tribe, megalith
from cairn_rules.manifest import Seats
from support.subtraction import PAIR, THREE, WALK, Subtraction

ROUND = ("a1-a2", "a5-b4", "a2-a1", "b4-a5")
"""Two shamans go out and back, and the Move tile is turned four times."""
ALONE = "f4/5/5/5/s4 s wooe c3=deer,d3=dawn alley,menhir - 0-0"


def seen(match: Match) -> tuple[object, ...]:
    """All that can be seen of a match."""
    return (
        match.states,
        match.history,
        match.outcome,
        match.repetitions,
        match.turns,
        match.can_undo,
        match.can_redo,
        match.legal_actions,
        match.current_player,
    )


def test_decisions_are_made_as_actions_or_as_text() -> None:
    match = Match(PAIR, (3, 0))
    assert match.legal_actions == (1, 2)
    assert match.do(1) == (2, 1)
    assert match.do("take-2") == (0, 0)
    assert match.history == (1, 2)
    assert match.states == ((3, 0), (2, 1), (0, 0))
    assert match.outcome == Outcome(winners=(1,), reason="last-one")
    assert match.legal_actions == ()
    assert match.current_player is None
    assert match.turns == 2
    assert match.game is PAIR


def test_a_seed_makes_the_same_game_again() -> None:
    assert Match(cairn, seed=7).state == cairn.new_game(seed=7)
    drawn = Match(cairn)
    assert Match(cairn, seed=drawn.seed).state == drawn.state
    assert Match(PAIR, (3, 0)).seed is None


def test_decisions_are_taken_back_and_made_again() -> None:
    match = Match(PAIR, (4, 0))
    match.do(1)
    match.do(2)
    assert match.undo() == (3, 1)
    assert match.undo() == (4, 0)
    assert match.redo() == (3, 1)
    assert match.can_redo
    match.do(1)
    assert not match.can_redo
    assert match.history == (1, 1)


def test_what_cannot_be_taken_back_or_made_again_is_refused() -> None:
    match = Match(PAIR, (4, 0))
    with pytest.raises(MatchError, match="start of the match"):
        match.undo()
    with pytest.raises(MatchError, match="nothing to redo"):
        match.redo()


@pytest.mark.parametrize(
    ("start", "action", "error"),
    [
        ((5, 0), 3, IllegalActionError),
        ((5, 0), "take-9", NotationError),
        ((0, 0), 1, MatchError),
        ((0, 0), "take-9", MatchError),
    ],
)
def test_a_refused_action_leaves_the_match_as_it_was(start, action, error) -> None:
    """The decisions that were taken back too."""
    match = Match(PAIR, start)
    if match.legal_actions:
        match.do(1)
        match.undo()
    before = seen(match)
    with pytest.raises(error):
        match.do(action)
    assert seen(match) == before


def test_a_power_that_fails_leaves_the_match_as_it_was() -> None:
    @megalith("Broken", text="It fails.")
    def broken(_):
        raise ValueError("broken")

    text = "f4/5/5/5/s4 s wooe a2=broken,d3=dawn alley,menhir - 0-0"
    match = Match(cairn, cairn.parse_position(text, cairn.BASE_SET | Registry([broken])))
    match.do("a1-b1")
    match.undo()
    before = seen(match)
    with pytest.raises(PowerError):
        match.do("a1-a2")
    assert seen(match) == before
    assert match.redo() == match.state


def test_a_draw_comes_at_the_third_occurrence_and_goes_with_it() -> None:
    """Rule 9.3: the start is the first; the last decision of the second round brings the third."""
    match = Match(cairn, cairn.parse_position(ALONE), draw_at_repetition=3)
    assert match.repetitions == 1
    for text in (*ROUND, *ROUND):
        assert match.outcome is None
        match.do(text)
    assert match.repetitions == 3
    assert match.outcome == Outcome(winners=(), reason="repetition")
    assert match.outcome.is_draw
    with pytest.raises(MatchError, match="the match is over"):
        match.do("a1-a2")
    match.undo()
    assert match.outcome is None
    match.redo()
    assert match.outcome is not None
    assert parse_record(format_record(Record.of(match))).outcome == match.outcome, "a repetition that has occurred"


def test_without_the_option_positions_recur_for_ever() -> None:
    match = Match(cairn, cairn.parse_position(ALONE))
    for text in ROUND * 3:
        match.do(text)
    assert match.repetitions == 4
    assert match.outcome is None


def test_a_limit_of_turns_counts_those_of_the_match() -> None:
    """Not those before its start; a turn counts when it is complete."""
    start = cairn.make_state(**{**_parts(ALONE), "turn": 10})
    match = Match(cairn, start, draw_after_turns=2)
    match.do("a1-a2")
    assert (match.turns, match.outcome) == (1, None)
    match.do("a5-b4")
    assert (match.turns, match.outcome) == (2, Outcome(winners=(), reason="turn-limit"))
    match.undo()
    assert match.outcome is None


def test_a_turn_under_way_does_not_reach_the_limit() -> None:
    start = cairn.parse_position("2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0")
    match = Match(cairn, start, draw_after_turns=1)
    match.do("c5-x")
    assert (match.turns, match.outcome) == (0, None)
    match.do("=alley")
    assert match.outcome == Outcome(winners=(), reason="turn-limit")


def test_the_rules_come_before_a_limit() -> None:
    match = Match(PAIR, (1, 0), draw_after_turns=1)
    match.do(1)
    assert match.outcome == Outcome(winners=(0,), reason="last-one")


def _parts(text: str) -> dict[str, object]:
    state = cairn.parse_position(text)
    names = ["shamans", "megaliths", "upcoming", "deck", "tucked", "tiles", "scores", "active"]
    return {name: getattr(state, name) for name in names}


def test_a_game_without_turns_counts_decisions() -> None:
    match = Match(WALK, draw_at_repetition=3, draw_after_turns=9)
    for text in ("left", "right", "left"):
        match.do(text)
    assert (match.turns, match.repetitions, match.outcome) == (3, 2, None)
    match.do("right")
    assert match.outcome == Outcome(winners=(), reason="repetition")


def test_who_resigns_loses() -> None:
    match = Match(cairn, cairn.parse_position(ALONE))
    match.resign()
    assert match.outcome == Outcome(winners=(Tribe.FOREST,), reason="resignation")
    assert match.legal_actions == ()
    with pytest.raises(MatchError):
        match.resign()
    with pytest.raises(MatchError):
        match.end(Outcome(winners=(), reason="agreement"))
    match.undo()
    assert match.outcome is None
    match.redo()
    assert match.outcome is not None
    match.undo()
    match.resign(Tribe.FOREST)
    assert match.outcome == Outcome(winners=(Tribe.SEA,), reason="resignation")


def test_a_game_that_does_not_name_its_seats_is_taken_to_have_two() -> None:
    match = Match(PAIR, (9, 0))
    match.resign()
    assert match.outcome == Outcome(winners=(1,), reason="resignation")


def test_nobody_is_taken_to_win_when_others_were_seen_to_decide() -> None:
    """Player 1 of three does not win because player 0 gives up."""
    match = Match(THREE, (9, 0))
    match.do("take-1")
    match.do("take-1")
    with pytest.raises(DefinitionError, match="0 cannot resign: give a seat from 0 up, or the winners"):
        match.resign(0)
    assert match.outcome is None
    match.resign(0, winners=(1, 2))
    assert match.outcome == Outcome(winners=(1, 2), reason="resignation")


def test_only_players_resign() -> None:
    with pytest.raises(DefinitionError, match="2 cannot resign"):
        Match(cairn, seed=1).resign(2)


@pytest.mark.parametrize(("players", "winners"), [(2, (0,)), (3, (0, 2)), (4, (0, 2, 3))])
def test_all_others_win_when_a_player_of_several_resigns(players: int, winners: tuple[int, ...]) -> None:
    """The number of players is that of the state; resigning ends the match for all of them."""
    match = Match(korrigans, korrigans.new_game(seed=7, players=players))
    match.resign(1)
    assert match.outcome == Outcome(winners=winners, reason="resignation")
    assert match.current_player is None
    match.undo()
    with pytest.raises(DefinitionError, match=f"{players} cannot resign"):
        match.resign(players)
    match.resign(1, winners=(0,))
    assert match.outcome == Outcome(winners=(0,), reason="resignation")


def test_a_match_of_three_is_played_to_its_end() -> None:
    match = Match(THREE, (3, 2))
    for _ in range(3):
        match.do(1)
    assert match.outcome == Outcome(winners=(1,), reason="last-one")


def test_a_match_ends_for_any_reason_that_is_not_of_the_rules() -> None:
    match = Match(cairn, seed=1)
    match.end(Outcome(winners=(0, 1), reason="time"))
    assert match.outcome == Outcome(winners=(0, 1), reason="time")
    assert match.can_undo


@pytest.mark.parametrize(
    ("outcome", "message"),
    [
        ("time", "not 'time'"),
        (Outcome(winners=(), reason="No reason"), "slug such as 'time'"),
        (Outcome(winners=(), reason="a" * 101), "slug such as 'time'"),
        (Outcome(winners=(), reason=""), "slug such as 'time'"),
        (Outcome(winners=(0,), reason="third-megalith"), "is reserved for the rules of cairn"),
        (Outcome(winners=(2,), reason="time"), "winners must be seat numbers in seat order, got 2"),
        (Outcome(winners=(-1,), reason="time"), "in seat order"),
        (Outcome(winners=(1, 0), reason="time"), "in seat order"),
        (Outcome(winners=(0, 0), reason="time"), "in seat order"),
    ],
)
def test_an_end_that_is_none_is_refused(outcome, message: str) -> None:
    match = Match(cairn, seed=1)
    with pytest.raises(DefinitionError) as caught:
        match.end(outcome)
    assert message in str(caught.value)
    assert match.outcome is None


@pytest.mark.parametrize("limit", [0, -1, 1.0, True, "3"])
def test_limits_are_whole_numbers_from_1_up(limit) -> None:
    with pytest.raises(DefinitionError, match="draw_at_repetition"):
        Match(PAIR, draw_at_repetition=limit)
    with pytest.raises(DefinitionError, match="draw_after_turns"):
        Match(PAIR, draw_after_turns=limit)


def test_a_start_and_a_seed_exclude_each_other() -> None:
    with pytest.raises(DefinitionError, match="not from both"):
        Match(PAIR, (3, 0), seed=1)


def test_a_match_shows_itself() -> None:
    match = Match(PAIR, (1, 0))
    assert repr(match) == "<Match after 0 decisions, in progress>"
    match.do(1)
    assert repr(match) == "<Match after 1 decisions, Player 0 wins: last one>"


class MatchMachine(RuleBasedStateMachine):
    """A match beside a list of what was done, and how much of it stands."""

    @initialize(limit=st.sampled_from([None, 2, 3]))
    def start(self, limit: int | None) -> None:
        self.limit = limit
        self.match = Match(WALK, draw_at_repetition=limit)
        self.done: list[int | Outcome] = []
        self.count = 0

    @property
    def stands(self) -> list[int | Outcome]:
        return self.done[: self.count]

    def states(self) -> list[int]:
        states = [0]
        for each in self.stands:
            states += [] if isinstance(each, Outcome) else [states[-1] + each]
        return states

    def outcome(self) -> Outcome | None:
        if self.stands and isinstance(self.stands[-1], Outcome):
            return self.stands[-1]
        states = self.states()
        drawn = self.limit is not None and states.count(states[-1]) >= self.limit
        return Outcome(winners=(), reason="repetition") if drawn else None

    def note(self, what: int | Outcome) -> None:
        self.done = [*self.stands, what]
        self.count += 1

    @rule(action=st.sampled_from([-1, 1, 7]))
    def do(self, action: int) -> None:
        if self.outcome() is not None:
            with pytest.raises(MatchError):
                self.match.do(action)
        elif action == 7:
            with pytest.raises(IllegalActionError):
                self.match.do(action)
        else:
            self.match.do(action)
            self.note(action)

    @precondition(lambda self: self.outcome() is None)
    @rule(resigns=st.booleans())
    def finish(self, resigns: bool) -> None:  # noqa: FBT001 - drawn
        if resigns:
            self.match.resign(winners=(1,))
        else:
            self.match.end(Outcome(winners=(), reason="agreement"))
        self.note(Outcome(winners=(1,), reason="resignation") if resigns else Outcome(winners=(), reason="agreement"))

    @rule()
    def undo(self) -> None:
        if self.count:
            self.count -= 1
            assert self.match.undo() == self.states()[-1]
        else:
            with pytest.raises(MatchError):
                self.match.undo()

    @rule()
    def redo(self) -> None:
        if self.count < len(self.done):
            self.count += 1
            assert self.match.redo() == self.states()[-1]
        else:
            with pytest.raises(MatchError):
                self.match.redo()

    @invariant()
    def both_agree(self) -> None:
        states = self.states()
        assert list(self.match.states) == states
        assert list(self.match.history) == [each for each in self.stands if not isinstance(each, Outcome)]
        assert self.match.outcome == self.outcome()
        assert self.match.repetitions == states.count(states[-1])
        assert self.match.can_undo == bool(self.count)
        assert self.match.can_redo == (self.count < len(self.done))


MatchMachine.TestCase.settings = settings(stateful_step_count=30, deadline=None)
TestMatchMachine = MatchMachine.TestCase


def shape(lines: Any) -> Any:
    """Variations as plain data."""
    return {
        place: [(each.actions, shape(each.variations)) for each in several] for place, several in sorted(lines.items())
    }


def walked(*steps: int) -> Match[Any, Any]:
    match: Match[Any, Any] = Match(WALK, seed=1)
    for step in steps:
        match.do(step)
    return match


def test_a_match_leaves_its_line_and_comes_back() -> None:
    match = walked(1, 1, 1, 1)
    match.undo()
    before = seen(match)
    assert match.start_variation(after=1) == 1
    assert (match.history, match.in_variation, match.can_undo, match.can_redo) == ((1,), True, False, False)
    match.do(-1)
    match.do(-1)
    match.undo()
    assert match.end_variation() == 3
    assert seen(match) == before
    assert not match.in_variation
    assert shape(match.variations) == {1: [((-1,), {})]}
    match.redo()
    assert match.history == (1, 1, 1, 1)


def test_a_variation_may_begin_where_the_match_is() -> None:
    """Before the decision itself is made, and although a player resigned."""
    match = walked(1)
    match.resign(winners=(0,))
    assert match.start_variation() == 1
    assert match.outcome is None
    match.do(1)
    match.resign(winners=(1,))
    assert match.outcome == Outcome((1,), "resignation")
    match.undo()
    assert match.outcome is None
    match.redo()
    match.end_variation()
    assert match.outcome == Outcome((0,), "resignation")
    assert shape(match.variations) == {1: [((1,), {})]}
    assert Record.of(match).variations == match.variations


def test_variations_have_variations() -> None:
    match = walked(1, 1)
    match.start_variation(after=0)
    match.do(-1)
    match.do(-1)
    for step in (1, -1):
        match.start_variation(after=1)
        assert match.variations == {}
        match.do(step)
        match.end_variation()
    match.start_variation(after=0)
    match.do(1)
    match.end_variation()
    assert shape(match.variations) == {0: [((1,), {})], 1: [((1,), {}), ((-1,), {})]}
    match.end_variation()
    assert shape(match.variations) == {0: [((-1, -1), {0: [((1,), {})], 1: [((1,), {}), ((-1,), {})]})]}
    assert parse_record(format_record(Record.of(match)), WALK).variations == match.variations


def test_undo_stays_within_a_variation() -> None:
    match = walked(1, 1)
    match.start_variation(after=1)
    match.do(1)
    match.do(1)
    match.undo()
    match.undo()
    for refused in (match.undo, match.undo_turn, lambda: match.undo_to(0)):
        with pytest.raises(MatchError, match="nothing to undo"):
            refused()
    with pytest.raises(MatchError, match="start of the variation; end_variation returns to the line that it leaves"):
        match.undo()
    assert match.history == (1,)
    match.redo()
    with pytest.raises(MatchError, match="player 0 has not decided anything yet"):
        match.undo_to(0)  # who decided before the variation
    assert match.history == (1, 1)
    assert match.undo_to(1) == 1
    match.redo()
    assert match.undo_turn() == 1


def test_a_turn_is_undone_as_far_as_it_belongs_to_a_variation() -> None:
    """Sea leaves and builds; the variation begins before the build."""
    match = Match(cairn, cairn.parse_position("2s2/5/5/5/4f s wooe c3=deer,d3=dawn alley,menhir - 0-0"))
    match.do("c5-x")
    match.do("=alley")
    match.start_variation(after=1)
    match.do("=menhir")
    match.do("e1-x")
    assert match.undo_to(Tribe.SEA).pending == cairn.BuildMegalith(cairn.Space.C5, Tribe.SEA)
    match.redo()
    match.undo_turn()
    assert [*map(cairn.format_action, match.history)] == ["c5-x"]
    match.end_variation()
    match.undo_turn()
    assert match.history == ()


def test_what_was_only_looked_at_is_no_variation() -> None:
    match = walked(1)
    match.start_variation(after=0)
    match.do(-1)
    match.undo()
    match.end_variation()
    assert match.variations == {}


def test_equal_variations_are_kept_once() -> None:
    match = walked(1)
    for _ in range(2):
        match.start_variation(after=0)
        match.do(-1)
        match.end_variation()
    assert len(match.variations[0]) == 1
    (line,) = match.variations[0]
    noted = evolve(line, comments={1: "So?"})
    record = evolve(Record.of(match), variations={0: [line, noted, line, noted]})
    assert record.variations[0] == (line, noted)


def test_variations_go_with_the_decisions_before_them() -> None:
    """They are undone and redone with these; another decision drops those that began after it."""
    match = walked(1, 1)
    for after in (0, 1, 2):
        match.start_variation(after=after)
        match.do(-1)
        match.end_variation()
    match.undo()
    assert [*match.variations] == [0, 1]
    match.redo()
    assert [*match.variations] == [0, 1, 2]
    match.undo()
    match.do(-1)
    assert [*match.variations] == [0, 1]
    match.undo()
    match.undo()
    match.resign(winners=(0,))
    assert [*match.variations] == [0]


def test_the_match_of_a_record_keeps_its_variations() -> None:
    match = walked(1, 1)
    match.start_variation(after=1)
    match.do(-1)
    match.end_variation()
    again = Record.of(match).match()
    assert again.variations == match.variations
    again.do(1)
    assert shape(again.variations) == {1: [((-1,), {})]}


@pytest.mark.parametrize(
    ("after", "message"),
    [
        (-1, "a variation can begin after 0 to 2 decisions here, not after -1"),
        (3, "after 0 to 2 decisions here, not after 3"),
        ("1", "not after '1'"),
    ],
)
def test_where_no_variation_can_begin(after: Any, message: str) -> None:
    match = walked(1, 1)
    before = seen(match)
    with pytest.raises(MatchError, match=message):
        match.start_variation(after)
    with pytest.raises(MatchError, match="no variation to end: start_variation begins one"):
        match.end_variation()
    assert seen(match) == before
    match.start_variation(after=1)
    match.do(1)
    with pytest.raises(MatchError, match="a variation can begin after 1 to 2 decisions here, not after 0"):
        match.start_variation(after=0)


def test_a_match_follows_64_variations_at_most() -> None:
    match = walked()
    for _ in range(64):
        match.start_variation()
        match.do(1)
    with pytest.raises(MatchError, match="variations can be nested at most 64 deep"):
        match.start_variation()
    for _ in range(64):
        match.end_variation()
    assert format_record(Record.of(match)).count("(") == 64


def cairn_match() -> Match[Any, Any]:
    match = Match(cairn, seed=3)
    for _ in range(4):
        match.do(match.legal_actions[-1])
    match.undo()
    return match


def sent(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))  # noqa: S301 - our own


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, sent])
def test_a_copy_goes_its_own_way(again) -> None:
    match = cairn_match()
    other = again(match)
    assert (other.states, other.history, other.seed, other.can_redo) == (match.states, match.history, 3, True)
    other.do(other.legal_actions[0])
    other.resign()
    assert len(match.history) == 3
    assert match.outcome is None
    assert match.can_redo


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, sent])
def test_a_copy_comes_back_from_a_variation_by_itself(again) -> None:
    match = walked(1, 1)
    for after in (0, 0):
        match.start_variation(after=after)
        match.do(-1)
    other = again(match)
    for each in (match, other):
        each.do(1)
        each.end_variation()
        assert each.in_variation
        each.end_variation()
        assert shape(each.variations) == {0: [((-1,), {0: [((-1, 1), {})]})]}
    other.undo()
    assert match.history == (1, 1)


def test_an_instance_of_a_game_is_copied_with_its_match() -> None:
    match = sent(Match(PAIR, (9, 0)))
    match.do("take-1")
    assert match.state == (8, 1)


class Words(Subtraction):
    """A game whose actions are texts, written in another way than they are."""

    def legal_actions(self, state: tuple[int, int]) -> tuple[str, ...]:
        return tuple(f"take {count}" for count in PAIR.legal_actions(state))

    def apply(self, state: tuple[int, int], action: str) -> tuple[int, int]:
        return PAIR.apply(state, int(action[-1]))

    def format_action(self, action: str) -> str:
        return action.replace(" ", "-")

    def parse_action(self, text: str, state: tuple[int, int]) -> str:
        return f"take {PAIR.parse_action(text, state)}"


def test_actions_that_are_texts_are_done_as_they_are_and_as_they_are_written() -> None:
    match = Match(Words(2), (5, 0))
    match.do("take 1")
    match.do("take-2")
    assert match.history == ("take 1", "take 2")
    with pytest.raises(NotationError):
        match.do("take everything")


def test_what_ended_a_record_stands_whatever_limits_hold_for_its_match() -> None:
    match = Match(cairn, seed=1)
    match.do(match.legal_actions[0])
    match.resign()
    assert Record.of(match).match(draw_after_turns=1, draw_at_repetition=2).outcome == match.outcome


def test_a_match_of_a_record_knows_its_seed() -> None:
    """So a game without bookkeeping can be stored, gone on with, and stored again."""
    record = Record.of(Match(PAIR, seed=2))
    match = record.match()
    match.do("take-1")
    assert match.seed == 2
    assert parse_record(format_record(Record.of(match)), PAIR).match().states == match.states


def test_an_outcome_that_no_match_can_have_ends_none() -> None:
    record = Record(game=cairn, start=cairn.new_game(seed=1), actions=(), outcome=Outcome((0,), "third-megalith"))
    with pytest.raises(DefinitionError, match="is reserved for the rules of cairn"):
        record.match()


@pytest.mark.parametrize("winners", [None, 0])
def test_winners_are_numbers_of_players(winners) -> None:
    assert Outcome(winners=[0, 1], reason="time").winners == (0, 1)
    with pytest.raises(DefinitionError, match="winners must be seat numbers"):
        Outcome(winners=winners, reason="time")


@pytest.mark.parametrize("seats", [("a", "a"), ("draw", "other"), ("First Player", "second"), ("a{b", "c"), (1, 2)])
def test_seats_are_different_slugs(seats) -> None:
    with pytest.raises(DefinitionError, match="different slugs"):
        Seats(names=seats)
