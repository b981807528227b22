"""The player with a purpose, and the estimate that it follows."""

from __future__ import annotations

from random import Random

import pytest

from cairn_rules import DefinitionError
from cairn_rules import endless_winter as ew
from cairn_rules.endless_winter.effects import Benefit, parse_effect
from cairn_rules.endless_winter.learning.evaluation import (
    CAMP,
    IN_HAND,
    LABOR,
    LEAD,
    LEVEL,
    PLAYABLE,
    SITE,
    STONE_BELOW,
    UNITS,
    VILLAGE,
    effect_worth,
    expected_points,
)
from cairn_rules.endless_winter.manifest import MANIFEST
from cairn_rules.endless_winter.players.purposeful import PurposefulPlayer
from cairn_rules.endless_winter.rules.rival import _printed
from cairn_rules.endless_winter.rules.scoring import score_of
from cairn_rules.endless_winter.state.agenda import Figure, Middle, Top
from cairn_rules.endless_winter.state.hexes import HEXES, JUNCTURES
from cairn_rules.endless_winter.state.state import ThisTurn
from cairn_rules.replace import replaced
from support.endless_winter.positions import position


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("idol(2)", 2 * UNITS["idol"]),
        ("food(1)+tool(1)", UNITS["food"] + UNITS["tool"]),
        ("tip(1) then food(1)", UNITS["tip"] + UNITS["food"]),
        ("draw(1)|megalith(1)", UNITS["megalith"]),
        ("pay food(1)+tool(1) -> culture(1)", UNITS["culture"] - UNITS["food"] - UNITS["tool"]),
        ("pay tool(9) -> food(1)", 0),
        ("labor(2) if hunt", 2 * UNITS["labor"]),
    ],
)
def test_an_effect_is_worth_its_parts(text: str, worth: float) -> None:
    """An exchange that costs more than it gives is worth nothing: nobody has to make it."""
    assert effect_worth(parse_effect(text)) == pytest.approx(worth)


def gained(before: ew.State, **changes: object) -> float:
    """How much more the first player can expect after a change of the player."""
    after = replaced(before, players=(replaced(before.players[0], **changes), *before.players[1:]))
    return expected_points(after, 0) - expected_points(before, 0)


GRASS = "grassland"
TERRAIN = tuple("base" if tile == (0, 0) else GRASS for tile in HEXES)
BARE = position(Top(), table={"terrain": TERRAIN}, turn={"column": "hunt"})


def test_pieces_on_the_map_promise_points() -> None:
    """In the first round, four Eclipses are to come."""
    one, two, three = JUNCTURES[0]
    alone = gained(BARE, camps=(one,))
    assert alone == pytest.approx(CAMP + 4 * LEAD + SITE[1])
    assert gained(BARE, camps=(one, two, three)) == pytest.approx(3 * (CAMP + 4 * LEAD) + SITE[3])
    contested = replaced(BARE, players=(BARE.players[0], replaced(BARE.players[1], camps=(one, one))))
    assert gained(contested, camps=(one,)) == pytest.approx(CAMP + SITE[1])
    ice = replaced(BARE, table=replaced(BARE.table, terrain=("glacier",) * 9 + ("base",) + ("glacier",) * 9))
    assert gained(ice, camps=(one,)) == pytest.approx(CAMP + SITE[1])
    built = gained(BARE, villages=(JUNCTURES[0],), villages_left=0)
    assert built == pytest.approx(4 * (VILLAGE + 3 * LEAD) - SITE[0])
    assert gained(BARE, neutrals=1) == pytest.approx(STONE_BELOW)


def test_cards_and_levels_promise_points() -> None:
    hunter = gained(BARE, hand=("hunter",))
    assert hunter > PLAYABLE * 2 * LABOR["hunt"]  # in the Hunt column, it gives two Labor
    assert gained(BARE, hand=("C113",)) == pytest.approx(2 + IN_HAND * UNITS["idol"])  # two printed points
    assert gained(BARE, ritual=("hunter",)) == pytest.approx(1 + UNITS["animal_draw"])
    assert gained(BARE, ritual=("tribesman",)) == gained(BARE, ritual=("C113",)) - 2 == 0
    assert gained(BARE, offering=1) == pytest.approx(LEVEL)


@pytest.mark.parametrize(
    ("turn", "figures", "turns"),
    [({}, 0, 0), ({}, 1, 1), ({"column": "hunt"}, 0, 1), ({"column": "hunt"}, 2, 3), ({}, 2, 2)],
)
def test_levels_and_goods_promise_less_towards_the_end(turn: dict[str, str], figures: int, turns: int) -> None:
    """A sixth for each turn to come, the current one included, and one for the last Eclipse; on both tracks alike.

    Goods promise a third for each turn.
    """
    share = (turns + 1) / 6
    last = replaced(BARE, round=4, this_turn=ThisTurn(**turn))
    player = replaced(last.players[0], figures=figures, chief_ready=False)
    last = replaced(last, players=(player, last.players[1]))
    assert gained(last, offering=1) == pytest.approx(LEVEL * share)
    assert gained(last, food=1) == pytest.approx(UNITS["food"] * turns / 3)
    honor = replaced(last, table=replaced(last.table, honor=((1,), (0,), *last.table.honor[2:])))
    more = score_of(honor, 0).total - score_of(last, 0).total
    assert expected_points(honor, 0) - expected_points(last, 0) - more == pytest.approx(LEVEL * share)


def test_the_value_of_a_state_is_the_lead() -> None:
    """Of two players, one leads by what the other lacks."""
    value = MANIFEST.pace.value
    state = position(Figure(), points=9, others=({"points": 4},))
    assert value is not None
    assert value(state, 0) == -value(state, 1) == pytest.approx(5 / 20)


@pytest.mark.parametrize(
    ("column", "player", "worth"),
    [
        ("develop", {"food": 1}, 0),
        ("develop", {"food": 2, "tools": 1}, 3),
        ("migrate", {"food": 3}, 2),
        ("migrate", {"food": 2}, 0.3),
        ("initiate", {"tools": 2}, 0.6),
        ("hunt", {}, 0.3),
    ],
)
def test_the_middle_of_a_column_promises_points(column: str, player: dict[str, int], worth: float) -> None:
    """A Sacred Stone, a Village, a burial for each Tool, or something small."""
    state = position(Top(), Middle(), Top(), turn={"column": column}, **player)
    without = replaced(state, agenda=(Top(),))
    assert expected_points(replaced(state, agenda=(Middle(), Top())), 0) - expected_points(without, 0) == pytest.approx(
        worth
    )


def test_effects_to_come_promise_points() -> None:
    """Those on the agenda, and those that wait for a column; only for the player whose turn it is."""
    bare = replaced(BARE, this_turn=ThisTurn())
    asked = replaced(bare, agenda=(*bare.agenda, Benefit("idol")))
    assert expected_points(asked, 0) - expected_points(bare, 0) == pytest.approx(UNITS["idol"])
    waiting = replaced(bare, this_turn=ThisTurn(labor=1, waiting=(("hunt", Benefit("labor", 2)),)))
    promised = UNITS["labor"] + 2 * UNITS["labor"] * IN_HAND
    assert expected_points(waiting, 0) - expected_points(bare, 0) == pytest.approx(promised)
    assert expected_points(asked, 1) == expected_points(bare, 1)


@pytest.mark.untraced
@pytest.mark.slow
def test_it_wins_against_random_play() -> None:
    """Six games in each of which it has another seat; the same seed answers the same."""
    for seed in range(6):
        state, rng = ew.new_game(seed=seed, players=2 + seed % 3), Random(seed)
        seat = seed % state.seats
        players = [PurposefulPlayer(ew, seed=seed) for _ in range(2)]
        while legal := ew.legal_actions(state):
            if state.active == seat:
                observation = ew.observe(state, seat)
                action, same = (player.choose(observation) for player in players)
                assert action == same
            else:
                action = rng.choice(legal)
            state = ew.apply(state, action)
        outcome = ew.outcome(state)
        assert outcome is not None
        assert outcome.winners == (seat,)


def test_an_only_action_is_taken() -> None:
    state = position(Top(), turn={"column": "hunt"})
    assert ew.legal_actions(state) == (ew.End(),)
    assert PurposefulPlayer(ew, seed=1).choose(ew.observe(state, 0)) == ew.End()


def test_it_refuses_what_another_seat_knows() -> None:
    state = ew.new_game(seed=7)
    with pytest.raises(DefinitionError, match=r"not that of seat 0, which decides; give observe\(state, 0\)$"):
        PurposefulPlayer(ew).choose(ew.observe(state, 1))


def test_the_rival_gets_all_printed_points_of_a_space() -> None:
    """Of several benefits, too; nothing else of them counts (rule 14.13)."""
    assert _printed(parse_effect("points(2)+draw(1)+points(1)")) == 3
