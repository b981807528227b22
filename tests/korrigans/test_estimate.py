"""The estimate of the result that searches ask for: gold, companions, and the way to the Cauldron."""

from __future__ import annotations

from random import Random

import pytest

from cairn_rules import korrigans
from cairn_rules.korrigans import ChooseMove, State, scores
from cairn_rules.korrigans.learning import evaluation as estimates
from cairn_rules.korrigans.learning.evaluation import estimate, expected_gold
from support.tables import SIX_SUNS, final, play, seat, table


def best_arrival(state: State) -> int:
    """The most gold that seat 0 can get of the Cauldron, by trying everything."""
    if korrigans.current_player(state) != 0:
        return scores(state)[0].cauldron
    return max(best_arrival(after) for _, after in korrigans.successors(state))


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("first", "troll"),
    [
        (seat("A V"), None),
        (seat("I V", "g4"), None),
        (seat("I I", open="hare mole"), None),
        (seat("A V", open="hare mole"), None),
        (seat("A V", open="hare hare mole", backups="squirrel"), None),
        (seat("A K", open="mole mole"), None),
        (seat("A K", open="mole bird"), None),
        (seat("H J", open="squirrel hare"), None),
        (seat("H J", open="squirrel hare"), "H|I"),
        (seat("H J", open="squirrel hare"), "I-J"),
        (seat("C E", open="mouse hare hare squirrel bird"), None),
        (seat("L M", open="frog frog hare mouse"), None),
    ],
)
def test_in_the_final_turn_the_best_way_to_the_cauldron_is_known(first, troll: str | None):
    """It is the one that an exhaustive search finds, for one Korrigan and for both."""
    state = final(first, troll=troll)
    gold = sum(clover.gold for clover in first.hidden)
    assert expected_gold(state, 0) == gold + best_arrival(state)


@pytest.mark.slow
def test_tables_of_bounded_size_change_nothing(monkeypatch: pytest.MonkeyPatch):
    """With room for one entry, everything is worked out anew, with the same result."""
    monkeypatch.setattr(estimates, "MAX_ENTRIES", 1)
    estimates._ways.cache_clear()
    for first in (
        seat("A V", open="hare hare mole", backups="squirrel"),
        seat("C E", open="mouse hare hare squirrel bird"),
    ):
        state = final(first)
        assert expected_gold(state, 0) == best_arrival(state)
    estimates._ways.cache_clear()


def test_after_the_final_turn_companions_do_not_help():
    """Who ended it stays where the Korrigans stand; who comes later can still move."""
    state = final(seat("A V", open="hare mole"), seat("A V", open="hare mole"))
    assert expected_gold(state, 0) == expected_gold(state, 1) == 10
    ended = play(state, "end")
    assert expected_gold(ended, 0) == 0
    assert expected_gold(ended, 1) == 10
    over = play(ended, "0:mole>I", "end")
    assert [expected_gold(over, number) for number in (0, 1)] == [0, 10]


@pytest.mark.parametrize(("korrigans", "gold"), [("A V", 0), ("I V", 10), ("A I", 10), ("I I", 15)])
def test_after_the_final_turn_the_cauldron_is_worth_what_is_there(korrigans: str, gold: int):
    """Rule 8.1: 10 gold for one Korrigan in I, 15 for both."""
    assert expected_gold(play(final(seat(korrigans)), "end"), 0) == gold


def test_before_they_are_placed_korrigans_may_come_anywhere():
    """Of the 17 x 17 places of two Korrigans, 33 have one or both where the Cauldron will be, and one has both."""
    gold = expected_gold(table(seat(), seat()), 0) - estimates.A_TURN
    assert gold == pytest.approx(10 * (1 - (1 - 33 / 289) ** 2) + 5 * (1 - (1 - 1 / 289) ** 2))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (seat("D J", "g3"), seat("D J", "g2")),
        (seat("D J", menhirs="gold2"), seat("D J")),
        (seat("D+elf J"), seat("D J")),
        (seat("D J"), seat("D J+goblin")),
        (seat("D J", "hare"), seat("D J")),
        (seat("D J", "hare", open="squirrel"), seat("D J", "hare")),
        (seat("D J", backups="hare"), seat("D J")),
        (seat("G J", open="hare"), seat("D B", open="hare")),
    ],
)
def test_what_makes_a_seat_more_likely_to_win(better, worse):
    """Gold, an Elf, no Goblin, companions of any kind, and Korrigans near the rows that are free."""
    state = table(better, worse, suns=SIX_SUNS)
    first, second = estimate(state)
    assert first > second
    assert first == pytest.approx(-second)


@pytest.mark.parametrize(
    ("suns", "chance", "tries"),
    [
        ("", (1 / 4 + 1 / 5 + 1 / 6 + 1 / 6 + 1 / 7) / 7, 2),
        ("red", (1 / 5 + 1 / 6 + 1 / 6 + 1 / 7) / 6, 2 - 1 / 9),
    ],
)
def test_early_in_the_game_there_is_time_for_better_places(suns: str, chance: float, tries: float):
    """A is among the 4 fields of row 1 and the 5 of row 2, V among 6, 6 and 7 of rows 3 to 5 (rule 11.2).

    The chance counts twice before the first pawn, and a ninth less with each pawn that is drawn.
    """
    gold = expected_gold(table(seat("A V"), suns=suns), 0) - estimates.A_TURN
    assert gold == pytest.approx(10 * (1 - (1 - chance) ** tries))


def test_a_turn_to_come_counts():
    """The seat that moved has its gold; the other one will have more than now."""
    state = table(seat("D J"), seat("D J"), pending=ChooseMove(1))
    first, second = estimate(state)
    assert first < 0 < second


@pytest.mark.parametrize("players", [2, 3, 5])
def test_chances_are_shared_out(players: int):
    """In every state of a game the chances of all seats are 1 in all, from the placing to the end."""
    rng = Random(players)
    state = korrigans.new_game(seed=players, players=players)
    assert estimate(state) == pytest.approx([2 / players - 1] * players)
    while actions := korrigans.legal_actions(state):
        state = korrigans.apply(state, rng.choice(actions))
        estimates = estimate(state)
        assert all(-1 <= each <= 1 for each in estimates)
        assert sum((each + 1) / 2 for each in estimates) == pytest.approx(1)
