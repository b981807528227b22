"""The observation tensor of Korrigans, entry by entry."""

from __future__ import annotations

from random import Random

import pytest

from cairn_rules import DefinitionError, korrigans
from cairn_rules.encoding import EncodingError
from cairn_rules.korrigans import Clover, Menhir, Pawn
from cairn_rules.korrigans.learning import observation_tensor
from cairn_rules.korrigans.learning.observation_tensor import tensor
from support.korrigans.odd_boards import small
from support.tables import final, seat, table

PLANE = 17
SEATS = 425
REST = 645


def entries(state, seat: int) -> bytes:
    found = tensor(korrigans.observe(state, seat), seat)
    assert len(found) == 745
    return found


def plane(found: bytes, number: int) -> list[int]:
    return list(found[PLANE * number : PLANE * (number + 1)])


def middle(found: bytes, start: int, count: int) -> list[int]:
    return list(found[start : start + count])


def test_the_first_decision() -> None:
    """Three players; Blue places a Korrigan. Seats are counted from the observer."""
    state = korrigans.new_game(seed=7, players=3)
    for number in range(3):
        found = entries(state, number)
        assert plane(found, 0) == [field.clovers for field in state.board.fields]
        assert plane(found, 1) == [int(field.menhir) for field in state.board.fields]
        assert set(found[PLANE * 2 : SEATS]) == {0}
        for place in range(5):
            own = found[SEATS + 44 * place : SEATS + 44 * (place + 1)]
            blue = (number + place) % 3 == 0
            assert list(own[:3]) == [int(place < 3), 0, 0]
            assert own[12] == (place == 0)  # one sees one's own tokens, of which there are none
            assert own[36] == (place < 3)
            assert list(own[41:]) == ([1, int(state.bag_holder == 0), 1] if blue and place < 3 else [0, own[42], 0])
        assert middle(found, REST, 7) == [2] * 7
        assert set(middle(found, 652, 44)) == {0}
        assert middle(found, 696, 3) == [2, 2, 5]
        assert middle(found, 699, 9) == [state.board.menhirs.count(kind) for kind in Menhir]
        assert middle(found, 708, 10) == [0] * 10
        assert middle(found, 718, 11) == [1, *[0] * 10]
        assert middle(found, 729, 9) == [0] * 9
        assert middle(found, 738, 7) == [0, 0, 1, 0, 0, 0, 0]


def test_what_is_offered_is_seen_by_one_seat_and_remembered() -> None:
    """Blue looks at A: a mouse and two times 2 gold (rule 9.1), takes the mouse, and remembers the rest."""
    state = korrigans.apply(korrigans.new_game(seed=7), korrigans.Place("A"))
    offered = [int(kind is Clover.MOUSE) + 2 * int(kind is Clover.GOLD2) for kind in Clover]
    assert middle(entries(state, 0), 708, 10) == offered
    assert middle(entries(state, 1), 708, 10) == [0] * 10
    assert middle(entries(state, 1), 718, 11) == [0, 1, *[0] * 9]
    after = korrigans.apply(state, korrigans.Take(Clover.MOUSE))
    blue, green = entries(after, 0), entries(after, 1)
    at_a = [1, *[0] * 16]
    assert plane(blue, 0)[0] == plane(green, 0)[0] == 2
    assert plane(blue, 3) == plane(green, 5) == at_a
    assert plane(green, 3) == [0] * 17
    assert [plane(blue, 13 + kind)[0] for kind in Clover] == [2 * int(kind is Clover.GOLD2) for kind in Clover]
    assert plane(blue, 24) == at_a
    assert [plane(green, number) for number in range(13, 25)] == [[0] * 17] * 12
    assert middle(blue, SEATS + 1, 12) == [1, *[int(kind is Clover.MOUSE) for kind in Clover], 1]
    assert middle(green, SEATS + 44 + 1, 12) == [1, *[0] * 10, 0]
    assert [found[SEATS + 44 * place + 43] for found, place in ((blue, 1), (green, 0))] == [1, 1]


def test_the_middle_of_a_game() -> None:
    """Green has no screen, so that Blue sees its tokens; the Troll closes A-K, and three Suns are covered."""
    state = table(
        seat("A+elf V", "hare g3", open="frog", backups="squirrel"),
        seat("D J+goblin", "g1 g1", menhirs="gold2", screen=False),
        fields="K: hare g3",
        menhirs="K: troll",
        troll="A-K",
        suns="red . orange . . . yellow",
        clouds=". red",
        variant={"side": "advanced", "backup": "voluntary", "fairy_gathers": False, "memory_aid": True},
        bag_holder=1,
        round=3,
    )
    blue, green = entries(state, 0), entries(state, 1)
    ids = [field.id for field in state.board.fields]
    assert plane(blue, 0) == [2 * int(id == "K") for id in ids]
    assert plane(blue, 1) == [int(id == "K") for id in ids]
    for found, order in ((blue, "AVDJ"), (green, "DJAV")):
        for number, there in enumerate(order):
            assert plane(found, 3 + number) == [int(id == there) for id in ids]
    # takes part, 2 tokens, hare and 3 gold, seen, a frog, a squirrel at the back, no Menhir, none discarded, a screen,
    # an Elf under the first Korrigan, First Player, no bag, decides
    own = [1, 2, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 1, *[0] * 15, 1, 1, 0, 0, 0, 1, 0, 1]
    # two times 1 gold, which everybody sees; the Menhir GOLD2 is the seventh kind; a Goblin under the second Korrigan
    other = [1, 2, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 1, *[0] * 14, 1, *[0] * 8, 0, 0, 0, 0, 1, 0, 1, 0]
    assert middle(blue, SEATS, 88) == [*own, *other]
    unseen = [*own[:2], *[0] * 11, *own[13:]]
    assert middle(green, SEATS, 88) == [*other, *unseen]
    assert set(middle(blue, SEATS + 88, 132)) == {0}
    assert middle(blue, 652, 14) == [1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0]
    assert middle(blue, REST, 7) == [0, 1, 1, 2, 2, 2, 2]  # two pawns of each colour, without those on Suns and Clouds
    assert middle(blue, 666, 30) == [int(link == state.troll) for link in state.board.links]
    assert sum(middle(blue, 666, 30)) == 1
    assert middle(blue, 696, 3) == [state.elves, state.goblins, state.backups]
    assert middle(blue, 699, 9) == [int(kind is Menhir.TROLL) for kind in Menhir]
    assert middle(blue, 737, 8) == [3, 1, 1, 0, 0, 1, 0, 0]
    assert blue[REST:] == green[REST:]


def test_five_players_fill_every_section() -> None:
    """No part of the tensor is written over the next one."""
    view = observation_tensor._View(korrigans.observe(korrigans.new_game(seed=7, players=5), 4), 4)
    for section, values in zip(observation_tensor.SECTIONS, observation_tensor._PARTS.values(), strict=True):
        assert section.stop - section.first == len(values(view)), section.name
    own = observation_tensor._SEAT
    for section, values in zip(own.sections, own.rows.values(), strict=True):
        assert section.stop - section.first == len(values(view.seen.seats[2])), section.name
    assert own.sections == observation_tensor.SEAT_SECTIONS[: len(own.sections)]


def test_the_drawn_pawn_the_cauldron_and_large_counts() -> None:
    state = final(seat("A V", open="hare"), seat("D J"), cauldron="I", round=300)
    found = entries(state, 0)
    assert plane(found, 2) == [int(field.id == "I") for field in state.board.fields]
    assert middle(found, 718, 11) == [*[0] * 10, 1]
    assert found[737] == 255
    rng = Random(3)
    state = korrigans.new_game(seed=3)
    while not isinstance(state.pending, korrigans.ChooseSun):
        state = korrigans.apply(state, rng.choice(korrigans.legal_actions(state)))
    assert middle(entries(state, 1), 730, 7) == [int(state.pending.pawn is pawn) for pawn in Pawn]
    assert middle(entries(state, 1), 718, 11) == [0, 0, 1, *[0] * 8]
    while korrigans.current_player(state) is not None:
        state = korrigans.apply(state, rng.choice(korrigans.legal_actions(state)))
    over = entries(state, 0)
    assert set(middle(over, 718, 19)) == {0}
    assert [over[SEATS + 44 * place + 43] for place in range(2)] == [0, 0]
    assert [over[SEATS + 44 * place + 12] for place in range(2)] == [1, 1]  # all screens are lifted (rule 9.7)


def test_another_board_is_refused() -> None:
    state = korrigans.new_game(seed=1, board=small())
    with pytest.raises(EncodingError, match="holds 17 fields and 30 links; 'small' has 10 fields and 1 links"):
        entries(state, 0)


@pytest.mark.parametrize(("player", "seat"), [(0, 1), (1, 0), (0, 2), (0, -1), (0, None), (None, None), (None, 0)])
def test_only_the_seat_of_an_observation_observes(player: int | None, seat) -> None:
    seen = korrigans.observe(korrigans.new_game(seed=1), player)
    with pytest.raises(DefinitionError, match=f"^{seat} is not the seat of this observation, which is {player}$"):
        tensor(seen, seat)
