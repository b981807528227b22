"""Impossible states are refused, with every fault (rule 13.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from attrs import evolve

from cairn_rules import UnsoundStateError
from cairn_rules.endless_winter import (
    Hex,
    Megalith,
    PlaceMegalith,
    Spot,
    State,
    Variant,
    apply,
    check_state,
    default_pack,
    legal_actions,
    new_game,
    observe,
)
from cairn_rules.endless_winter.effects import Benefit, Both, Either, Exchange, InColumn, InOrder
from cairn_rules.endless_winter.rules.soundness import check_observation
from cairn_rules.endless_winter.state import agenda as on
from support.endless_winter.games import games, random_states
from support.endless_winter.packs import random_pack
from support.endless_winter.positions import lies, position


@pytest.mark.untraced
def test_every_state_of_a_game_is_sound() -> None:
    """Whatever the number of players, the variant, and the decisions."""
    for number, state in enumerate(games(5)):
        if number % 3 == 0:
            check_state(state)


@pytest.mark.untraced
@pytest.mark.parametrize("seed", range(4))
def test_states_with_other_packs_are_sound(seed: int) -> None:
    for number, state in enumerate(random_states(seed, players=1 + seed, content=random_pack(Random(seed)))):
        if number % 3 == 0:
            check_state(state)


def walk(seed: int, **options: Any) -> Iterator[State]:
    """The states of a game in which players do what they can."""
    rng = Random(seed)
    state = new_game(seed=seed, **options)
    while legal := legal_actions(state):
        yield state
        megaliths = [action for action in legal if isinstance(action, PlaceMegalith)]
        doing = [action for action in legal if type(action).__name__ not in {"Decline", "End"}]
        state = apply(state, rng.choice(megaliths or (doing if doing and rng.random() < 0.7 else legal)))
    yield state


@cache
def first(wanted: str, **options: Any) -> State:
    """The first state of some games in which something is the case."""
    test = WANTED[wanted]
    for seed in range(200):
        for state in walk(seed, **{"players": 3, **options}):
            if test(state):
                return state
    raise AssertionError(wanted)


WANTED: dict[str, Callable[[State], bool]] = {
    "setup": lambda state: state.phase == "setup",
    "culture": lambda state: isinstance(state.pending, on.Culture) and state.round == 2,
    "played": lambda state: isinstance(state.pending, on.Culture) and bool(me(state).played),
    "figure": lambda state: isinstance(state.pending, on.Figure),
    "top": lambda state: isinstance(state.pending, on.Top) and state.this_turn.column == "hunt",
    "bottom": lambda state: isinstance(state.pending, on.Top) and len(state.agenda) == 4,
    "chief": lambda state: isinstance(state.pending, on.Top) and state.this_turn.is_chief,
    "rest": lambda state: state.this_turn.column == "rest",
    "ritual": lambda state: isinstance(state.pending, on.Ritual) and len(me(state).ritual) > 1,
    "tribe": lambda state: isinstance(state.pending, on.Tribe),
    "ability": lambda state: any(isinstance(frame, on.AfterAbility) for frame in state.agenda),
    "tiles": lambda state: isinstance(state.pending, on.Tiles) and bool(state.pending.taken),
    "arrows": lambda state: isinstance(state.pending, on.Arrows),
    "eclipse": lambda state: state.phase == "eclipse" and len(state.agenda) > 5,
    "over": lambda state: state.phase == "over",
    "upper": lambda state: any(each.spot.level > 1 for each in state.table.megaliths) and state.phase == "action",
    "village": lambda state: any(player.villages for player in state.players),
    "stone": lambda state: any(len(player.stones) > 1 for player in state.players),
}
"""What states are looked for."""


def me(state: State) -> Any:
    """The active player."""
    return state.players[state.active]


def with_seat(state: State, seat: int, **changes: Any) -> State:
    """The state with other values of a player."""
    players = list(state.players)
    players[seat] = evolve(players[seat], **changes)
    return evolve(state, players=tuple(players))


def with_me(state: State, **changes: Any) -> State:
    return with_seat(state, state.active, **changes)


def with_table(state: State, **changes: Any) -> State:
    return evolve(state, table=evolve(state.table, **changes))


def with_turn(state: State, **changes: Any) -> State:
    return evolve(state, this_turn=evolve(state.this_turn, **changes))


def with_top(state: State, *frames: Any) -> State:
    """The state with more items on the agenda."""
    return evolve(state, agenda=(*state.agenda, *frames))


def faults_of(state: State) -> list[str]:
    with pytest.raises(UnsoundStateError) as caught:
        check_state(state)
    return [str(fault) for fault in caught.value.faults]


def assert_fault(state: State, *starts: str) -> None:
    """The state has a fault with each of these starts."""
    faults = faults_of(state)
    for start in starts:
        assert any(fault.startswith(start) for fault in faults), faults


# 1. Parts by themselves


def test_rare_states_are_sound() -> None:
    """Those with Villages, with Megaliths on others and with arrows to follow."""
    for wanted in ("village", "upper", "arrows", "stone", "ability", "over"):
        check_state(first(wanted))


def test_all_faults_of_the_parts_are_told_at_once() -> None:
    state = first("culture")
    wrong = with_me(
        state,
        food=-1,
        hand=("hunters",),
        animals=("mammoth",),
        tipped=("mammoth",),
        stones=("SS99",),
        chief="CH9",
        setup="SU9",
        side="C",
        camps=(Hex(3, 0),),
        villages=((Hex(0, 0), Hex(0, 1), Hex(1, 0)),),
    )
    wrong = with_table(
        wrong,
        piles=(13, 0, 0, 0, 0),
        row=("C999",) * 8,
        tokens=(False,),
        pools=((), (), (), ("SS99",)),
        culture_decks=(("C201",), ("C101",)),
        returned=("hunter",),
        animals=("rhino",),
        animal_deck=("rhino",),
        terrain=("sea",) * 19,
        chiefs=("CH9",),
        setups=("SU9",),
        layout="Z",
        megalith_tiles=("M1",) * 4,
        honor=((0, 0, 1),) + ((),) * 10,
        megaliths=(Megalith(Spot(0, 0, 1), 7),),
    )
    wrong = with_turn(
        wrong, column="fish", gained=("x",), bought=("tribesman",), labor=-1, burials=-1, burials_before=(1,)
    )
    wrong = evolve(wrong, order=(0, 0, 1), active=3, round=5, phase="night")
    places = f"players[{state.active}]"
    assert [fault.partition(":")[0] for fault in faults_of(evolve(wrong, active=3))] == [
        "order",
        "active",
        "phase",
        "round",
        *(f"{places}.{name}" for name in ("food", "hand", "animals", "tipped", "stones", "chief", "setup", "side")),
        *(f"{places}.{name}" for name in ("villages", "camps")),
        "table.tokens",
        "table.piles[0]",
        *(f"table.{name}" for name in ("row", "returned", "culture_decks[0]", "culture_decks[1]", "animals")),
        *(f"table.{name}" for name in ("animal_deck", "terrain", "pools[3]", "chiefs", "setups", "layout")),
        *("table.megalith_tiles", "table.honor", "table.megaliths"),
        "this_turn.column",
        "this_turn.gained",
        "this_turn.bought",
        "this_turn.labor",
        "this_turn.burials",
        "this_turn.burials_before",
    ]


@pytest.mark.parametrize("number", [0, 1, 5])
def test_the_number_of_players_is_checked_first(number: int) -> None:
    state = first("culture")
    players = (state.players * 2)[:number]
    assert_fault(evolve(state, players=players), f"players: {number} players; Endless Winter is for 1 to 4")


def test_a_rival_is_the_second_player() -> None:
    state = first("culture", players=1)
    assert_fault(evolve(state, players=state.players[:1]), "players: 1 players; in a solo game")
    assert_fault(evolve(state, rival=evolve(state.rival, deck=("X",))), "rival.deck: 'X' is not the id of a card of")


# 2. Parts together


def turned(state: State, one: str, other: str) -> tuple[str, ...]:
    """The terrain with a tile replaced."""
    place = state.table.terrain.index(one)
    return (*state.table.terrain[:place], other, *state.table.terrain[place + 1 :])


def doubled(state: State) -> State:
    """A state with a stone that is in two pools."""
    pools = list(state.table.pools)
    pools[3] = (pools[2][0], *pools[3][1:])
    return with_table(state, pools=tuple(pools))


def with_village(state: State) -> State:
    """A state with two Villages at one site."""
    owner = next(seat for seat, player in enumerate(state.players) if player.villages)
    site = state.players[owner].villages[0]
    seat = (owner + 1) % 3
    player = state.players[seat]
    return with_seat(state, seat, villages=(site,), villages_left=player.villages_left - 1)


def with_megaliths(state: State, *more: Megalith) -> State:
    return with_table(state, megaliths=(*state.table.megaliths, *more))


def with_owner(state: State, **changes: Any) -> State:
    """A state with other values of a player who has an own Megalith on the board."""
    owner = next(each.owner for each in state.table.megaliths if each.owner is not None)
    return with_seat(state, owner, **changes)


def moved(state: State, zone: str, to: str, seat: int | None = None, count: int = 1) -> State:
    """A state with the first cards of a zone of a player moved, by default of the active one."""
    number = state.active if seat is None else seat
    player = state.players[number]
    cards, order = getattr(player, zone), state.pack.order.__getitem__
    there = tuple(sorted((*getattr(player, to), *cards[:count]), key=order))
    return with_seat(state, number, **{zone: cards[count:], to: there})


@pytest.mark.parametrize(
    ("wanted", "change", "faults"),
    [
        # the course of the game
        ("culture", lambda state: evolve(state, turn=0), ["turn: 0 turns are complete; there should be 9 to 17"]),
        ("culture", lambda state: evolve(state, active=(state.active + 1) % 3), ["active: it is the turn of seat"]),
        ("eclipse", lambda state: evolve(state, turn=0), ["turn: 0 turns are complete; there should be"]),
        ("setup", lambda state: evolve(state, round=2), ["round: 2 at set-up"]),
        ("over", lambda state: evolve(state, round=1), ["round: the game is over after round 4, not 1"]),
        # goods and pieces
        ("culture", lambda state: with_me(state, camps_left=9), [".camps: "]),
        ("culture", lambda state: with_me(state, villages_left=2), [".villages: 0 on the map and 2 left"]),
        ("culture", lambda state: with_me(state, food=99), [".food: 99 is beyond"]),
        ("culture", lambda state: with_me(state, tools=9), [".tools: 9 is beyond 8"]),
        ("culture", lambda state: with_me(state, offering=11), [".offering: 11 is beyond 10"]),
        ("culture", lambda state: with_me(state, camps=(Hex(1, 0), Hex(0, 0)), camps_left=3), [".camps: should be in"]),
        # zones
        ("culture", lambda state: with_me(state, hand=me(state).hand[::-1]), [".hand: should be in the pack's order"]),
        (
            "culture",
            lambda state: with_me(state, hand=("hunter", *me(state).hand)),
            ["table.piles: 13 cards of hunter"],
        ),
        ("culture", lambda state: with_me(state, played=("brave",)), [".deck: 3 cards of brave"]),
        ("culture", lambda state: moved(state, "hand", "played", (state.active + 1) % 3), [".played: cards are"]),
        ("culture", lambda state: moved(state, "hand", "ritual"), [".ritual: cards are added to the Ritual pile"]),
        ("culture", lambda state: with_table(state, returned=("C220",)), ["table.culture_decks: 2 cards of C220"]),
        ("culture", lambda state: with_table(state, animals=()), ["table.animal_deck: "]),
        ("culture", lambda state: with_seat(state, 0, chief=state.players[1].chief), ["table.chiefs: 0 cards"]),
        ("culture", lambda state: with_seat(state, 0, chief=None), ["players[0].chief: each player should have"]),
        ("culture", lambda state: with_me(state, side="B"), [".side: B is impossible"]),
        # figures
        ("culture", lambda state: with_me(state, figures=3), [".figures: "]),
        ("culture", lambda state: with_me(state, figures=0), [".figures: "]),
        ("culture", lambda state: with_me(state, resting=4), [".resting: 4 figures rest"]),
        ("culture", lambda state: with_me(state, chief_rests=True, chief_ready=True), [".chief_rests: the Chief is"]),
        # the table
        (
            "culture",
            lambda state: with_table(state, terrain=(*state.table.terrain[1:], "glacier")),
            ["table.terrain: the"],
        ),
        (
            "culture",
            lambda state: with_table(state, terrain=turned(state, "glacier", "tundra")),
            ["table.terrain: 5 gl"],
        ),
        (
            "culture",
            lambda state: with_table(state, terrain=turned(state, "base", "glacier")),
            ["table.terrain: the on"],
        ),
        (
            "culture",
            lambda state: with_table(state, row=(None, *state.table.row[1:])),
            ["table.tokens[0]: a token lies"],
        ),
        ("culture", lambda state: with_table(state, bottoms=(True,) * 4), ["table.bottoms: 4 bottoms"]),
        (
            "top",
            lambda state: with_table(state, bottoms=(True, False, False, False)),
            ["table.bottoms: the bottom of h"],
        ),
        ("village", with_village, ["players: 2 Villages at"]),
        # stones
        ("culture", lambda state: with_table(state, pools=((), *state.table.pools[1:])), ["table.pools: "]),
        # In round 2 the first two pools are open.
        *(
            (
                "culture",
                lambda state, number=number: with_table(
                    state, pools=(*state.table.pools[:number], (), *state.table.pools[number + 1 :])
                ),
                [f"table.pools[{number}]: 0 stones"],
            )
            for number in (2, 3)
        ),
        ("culture", doubled, ["table.pools: 2"]),
        (
            "stone",
            lambda state: with_me(state, stones=tuple(f"SS0{each}" for each in range(1, 5))),
            [".stones: 4 stones"],
        ),
        # what is remembered for a turn
        ("culture", lambda state: with_turn(state, burials=99), ["this_turn.burials: 99, but"]),
        ("culture", lambda state: with_turn(state, gained=("hunter",) * 9), ["this_turn.gained: hunter is neither"]),
        *(
            (
                "culture",
                lambda state, before=before: with_turn(state, gained=("hunter",) * 2, burials=2, burials_before=before),
                ["this_turn.burials_before: should be numbers from 1 to burials in order, at most one for each gain"],
            )
            for before in ((0,), (3,), (2, 1), (1, 1, 1))
        ),
        (
            "eclipse",
            lambda state: with_turn(state, column="hunt"),
            ["this_turn.column: a figure is placed in the action"],
        ),
        ("rest", lambda state: with_me(state, resting=0, chief_rests=False), ["this_turn.column: no figure of"]),
        ("top", lambda state: with_turn(state, bought=("hunter",)), ["this_turn.bought: Tribe cards are bought on"]),
        ("culture", lambda state: with_turn(state, is_chief=True), ["this_turn.is_chief: the Chief is not"]),
        (
            "top",
            lambda state: with_me(with_turn(state, is_chief=True), chief_ready=True),
            ["this_turn.is_chief: the Chief is not"],
        ),
        ("top", lambda state: with_turn(state, boosted=True), ["this_turn.boosted: no Chief with a boost"]),
        # Megaliths
        ("upper", lambda state: with_me(state, megaliths=9), ["table.megaliths: "]),
        ("upper", lambda state: with_owner(state, neutrals=2), ["table.megaliths: "]),
        (
            "upper",
            lambda state: with_megaliths(state, Megalith(Spot(0, 0, 3), 0)),
            ["table.megaliths[", "table.megaliths: "],
        ),
        ("upper", lambda state: with_megaliths(state, Megalith(Spot(0, 1, 1), 0)), ["table.megaliths["]),
        ("upper", lambda state: with_megaliths(state, Megalith(Spot(0, 40, 1), 0)), ["table.megaliths["]),
        ("upper", lambda state: with_table(state, megaliths=state.table.megaliths[::-1]), ["table.megaliths["]),
        # set-up
        ("setup", lambda state: with_table(state, animals=("argentavis",)), ["table: at set-up there are no Animals"]),
        ("setup", lambda state: moved(state, "deck", "hand", 0), ["players[0].hand: should be empty at set-up"]),
        ("setup", lambda state: moved(state, "deck", "buried", 0, 2), ["players[0].buried: only the Setup"]),
        (
            "setup",
            lambda state: with_seat(state, 0, deck=state.players[0].deck[::-1]),
            ["players[0].deck: should be in"],
        ),
        ("setup", lambda state: with_table(state, setups=("SU1",)), ["table.setups: 1 cards; there should be 0"]),
        # the agenda
        (
            "culture",
            lambda state: evolve(state, agenda=()),
            ["agenda: should be empty if and only if the game is over"],
        ),
        ("over", lambda state: evolve(state, agenda=(on.Top(),)), ["agenda: should be empty"]),
        ("culture", lambda state: with_top(state, *[Benefit("draw")] * 200), ["agenda: 203 items; at most 200"]),
        (
            "culture",
            lambda state: with_top(state, Benefit("draw", 99)),
            ["agenda[3]: the pack has no effect 'draw(99)'"],
        ),
        ("culture", lambda state: with_top(state, Both(())), ["agenda[3]: the pack has no effect ''"]),
        (
            "culture",
            lambda state: with_top(state, Both((Benefit("tip"), Benefit("draw")))),
            ["agenda[3]: the pack has"],
        ),
        ("culture", lambda state: with_top(state, Either((Benefit("tip"), Benefit("draw")))), ["agenda[3]: the pack"]),
        ("culture", lambda state: with_top(state, Exchange(0, 9, Benefit("draw"))), ["agenda[3]: the pack has no"]),
        ("culture", lambda state: with_top(state, InOrder((Benefit("tip"),))), ["agenda[3]: the pack has no effect"]),
        ("culture", lambda state: with_top(state, InColumn("hunt", Benefit("tip"))), ["agenda[3]: the pack has no"]),
        (
            "culture",
            lambda state: with_turn(state, waiting=(("hunt", Benefit("tip")),)),
            ["this_turn.waiting[0]: the p"],
        ),
        (
            "top",
            lambda state: with_turn(state, waiting=(("hunt", Benefit("labor", 2)),)),
            ["this_turn.waiting: effects"],
        ),
        ("culture", lambda state: with_top(state, on.Arrows(())), ["agenda[3]: should be the arrows of the Megalith"]),
        ("upper", lambda state: with_top(state, on.Arrows(())), ["agenda["]),
        ("arrows", lambda state: evolve(state, agenda=(*state.agenda[:-1], on.Arrows(()))), ["agenda["]),
        ("culture", lambda state: with_top(state, on.Top()), ["agenda[3]: Top cannot be here"]),
        ("culture", lambda state: evolve(state, agenda=state.agenda[1:]), ["agenda[0]: Figure cannot be here"]),
        ("culture", lambda state: evolve(state, agenda=state.agenda[:1]), ["agenda[1]: before a figure is placed"]),
        ("culture", lambda state: evolve(state, agenda=(*state.agenda[:-1], on.Culture(3))), ["agenda[2]: 3 Culture"]),
        ("figure", lambda state: with_top(state, Benefit("draw")), ["agenda[2]: Benefit cannot be here"]),
        (
            "played",
            lambda state: evolve(state, agenda=(*state.agenda[:-1], on.Culture(0))),
            [".played: should be the C"],
        ),
        ("played", lambda state: evolve(state, agenda=state.agenda[:-1]), [".played: the played cards are discarded"]),
        (
            "bottom",
            lambda state: evolve(state, agenda=(*state.agenda[:1], Benefit("draw"), *state.agenda[2:])),
            ["agenda: only"],
        ),
        ("bottom", lambda state: evolve(state, agenda=(*state.agenda, on.Top())), ["agenda[4]: Top cannot be here"]),
        ("rest", lambda state: with_top(state, on.Top()), ["agenda[2]: Top cannot be here"]),
        ("ritual", lambda state: evolve(state, agenda=(on.Ritual(99),)), ["agenda: should be only the Ritual, with"]),
        ("ritual", lambda state: with_turn(state, labor=1), ["this_turn: the turn is over when the Ritual begins"]),
        ("ritual", lambda state: moved(state, "hand", "played"), [".played: the played cards are discarded before"]),
        (
            "eclipse",
            lambda state: evolve(state, agenda=state.agenda[1:]),
            ["agenda: the turns of the Eclipse should be"],
        ),
        ("eclipse", lambda state: evolve(state, active=state.order[-1]), ["active: seat"]),
        (
            "eclipse",
            lambda state: with_turn(state, waiting=(("hunt", Benefit("labor", 2)),)),
            ["this_turn: nothing is"],
        ),
        ("tribe", lambda state: with_top(state, Benefit("draw")), ["agenda[", "agenda["]),
        ("tribe", lambda state: with_top(state, on.AfterAbility("C101"), Benefit("draw")), ["agenda["]),
        ("tribe", lambda state: evolve(state, agenda=state.agenda[:-1]), [".ritual: the pile is discarded"]),
        ("tiles", lambda state: evolve(state, agenda=state.agenda[:-1]), ["agenda: BoardBenefits need no decision"]),
        ("tiles", lambda state: evolve(state, agenda=(*state.agenda[:-1], on.Tiles((Hex(0, 0),)))), ["agenda["]),
        (
            "tiles",
            lambda state: with_top(state, InColumn("hunt", Benefit("labor", 2))),
            ["agenda: the last item needs no"],
        ),
    ],
)
def test_impossible_states_are_refused(wanted: str, change: Callable[[State], State], faults: list[str]) -> None:
    """Each fault is told with its place."""
    found = faults_of(change(first(wanted)))
    for fault in faults:
        assert any(fault in each for each in found), found


ROW = [lies(2, 2), lies(3, 2), lies(4, 2)]
COLUMN = [lies(2, 2), lies(2, 1), lies(2, 3)]
SQUARE = [lies(2, 2), lies(3, 2), lies(2, 3), lies(3, 3)]


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("placed", "last", "can_lie"),
    [
        # on two, beside each other or one below the other, and not on one
        (ROW[:2], (2.5, 2, 2), True),
        (ROW[:2], (1.5, 2, 2), False),
        (ROW[:2], (3.5, 2, 2), False),
        (COLUMN[:2], (2, 1.5, 2), True),
        (COLUMN[:2], (2, 0.5, 2), False),
        (COLUMN[:2], (2, 2.5, 2), False),
        # one on each half of a Megalith
        ([*ROW, lies(2.5, 2, 2)], (3.5, 2, 2), True),
        ([*ROW, lies(3.5, 2, 2)], (2.5, 2, 2), True),
        ([*COLUMN, lies(2, 1.5, 2)], (2, 2.5, 2), True),
        ([*COLUMN, lies(2, 2.5, 2)], (2, 1.5, 2), True),
        ([*ROW, lies(2.5, 2, 2), lies(3.5, 2, 2)], (3, 2, 3), True),
        # none over another, whichever comes first
        ([*SQUARE, lies(2.5, 2, 2)], (2.5, 3, 2), True),
        *(([*SQUARE, lies(2.5, y, 2)], (x, 2.5, 2), False) for x in (2, 3) for y in (2, 3)),
        *(([*SQUARE, lies(x, 2.5, 2)], (2.5, y, 2), False) for x in (2, 3) for y in (2, 3)),
    ],
)
def test_supports_of_megaliths(placed: list[Megalith], last: tuple[float, float, int], can_lie: bool) -> None:  # noqa: FBT001
    """An upper Megalith lies on two neighbours of the level below, and overlaps no other (rule 9.2)."""
    assert misplaced(position(on.Figure(), table={"megaliths": (*placed, lies(*last))})) is not can_lie


def misplaced(state: State) -> bool:
    """Whether there is a Megalith that could not be placed; the numbers of Megaliths may be wrong."""
    return any("no Megalith can be placed" in fault for fault in faults_of(state))


def test_megaliths_lie_where_arrows_point() -> None:
    """Also far from others, if the arrow of a pack is long (rule 9.3)."""
    pack = default_pack()
    spaces = {(space.x, space.y): space for space in pack.megalith_tiles["M1"]}
    spaces[1, 0] = evolve(spaces[1, 0], benefit=None, arrows=((4, 2),))
    pack = evolve(pack, megalith_tiles={**pack.megalith_tiles, "M1": (*spaces.values(),)}, data="a long arrow")
    for last, can_lie in (((5, 2), True), ((4, 2), False), ((5, 0), False)):
        megaliths = (lies(1, 0), lies(*last))
        assert misplaced(position(on.Figure(), table={"megaliths": megaliths}, pack=pack)) is not can_lie


def test_a_side_is_chosen_only_if_the_variant_says_so() -> None:
    """Without the variant, Chiefs lie with their A side up (rules 4.4, 15)."""
    state = first("setup")
    chosen = evolve(state, agenda=(on.PickSide(0),), active=0)
    assert_fault(chosen, "agenda[0]: PickSide is not due for seat 0")


def test_tribe_cards_alone_are_left_when_their_abilities_are_used() -> None:
    state = first("tribe")
    row = next(card for card in state.table.row if card is not None)
    slot = state.table.row.index(row)
    taken = with_table(
        state,
        row=(*state.table.row[:slot], None, *state.table.row[slot + 1 :]),
        tokens=(*state.table.tokens[:slot], False, *state.table.tokens[slot + 1 :]),
    )
    taken = with_me(taken, ritual=(*me(taken).ritual, row))
    assert_fault(taken, f"players[{state.active}].ritual: the Culture cards of the pile are discarded first")


def test_played_cards_in_a_column_are_tribe_cards() -> None:
    state = first("top")
    card = next(card for card in state.table.row if card is not None)
    slot = state.table.row.index(card)
    taken = with_table(
        state,
        row=(*state.table.row[:slot], None, *state.table.row[slot + 1 :]),
        tokens=(*state.table.tokens[:slot], False, *state.table.tokens[slot + 1 :]),
    )
    order = state.pack.order.__getitem__
    taken = with_me(taken, played=tuple(sorted((*me(taken).played, card), key=order)))
    assert_fault(taken, f"players[{state.active}].played: should be the Tribe cards played for Labor")


def test_the_rival_has_no_cards_and_goods() -> None:
    state = first("culture", players=1)
    assert_fault(
        with_seat(state, 1, food=1, chief="CH1", hand=("brave",)),
        "players[1].chief: the rival has none",
        "players[1].food: the rival has none",
        "players[1].hand: the rival has no such cards",
    )
    rival = state.rival
    assert rival is not None
    assert_fault(evolve(state, rival=evolve(rival, deck=())), "rival.deck: the deck and the used cards should be all")
    assert_fault(evolve(state, rival=evolve(rival, idols=-1)), "rival.idols: -1 is not")
    used = evolve(rival, deck=(*rival.deck, *rival.used), used=())
    more = evolve(rival, deck=rival.deck[1:], used=(*rival.used, rival.deck[0]))
    assert_fault(evolve(state, rival=more if not rival.used else used), "rival.used: ")
    setup = first("setup", players=1)
    assert_fault(
        evolve(setup, rival=evolve(rival, culture=())),
        "rival.deck: the cards of the rival are shuffled after the set-up",
    )
    eclipse = first("eclipse", players=1)
    assert_fault(evolve(eclipse, active=1), "active: the rival decides nothing")


def test_the_rival_observes_nothing() -> None:
    """Its seat is none of a player's (rule 14.13)."""
    seen = observe(first("culture", players=1), 0)
    with pytest.raises(UnsoundStateError, match=r"player: seat 1 does not exist \(0 to 0\)"):
        check_observation(evolve(seen, player=1))


def test_a_chief_is_taken_once() -> None:
    state = first("culture", variant=Variant(draft="chief"))
    check_state(state)
    assert_fault(with_me(state, side="A"), f"players[{state.active}].side: A is impossible")
    check_state(first("setup", variant=Variant(chief_side="choice")))
    choice = first("culture", variant=Variant(chief_side="choice"))
    check_state(with_me(choice, side="A"))
    check_state(with_me(choice, side="B"))


def test_only_one_chief_has_a_boost() -> None:
    """That of Thunderpaw's B side (rule 6.4)."""
    state = first("chief", variant=Variant(draft="chief"))
    fault = "this_turn.boosted: no Chief with a boost is on a column in this turn"
    if me(state).chief == "CH2":
        check_state(with_turn(state, boosted=True))
    else:
        assert_fault(with_turn(state, boosted=True), fault)


def test_each_land_type_is_on_the_map() -> None:
    state = first("culture")
    terrain = tuple("forest" if tile == "tundra" else tile for tile in state.table.terrain)
    assert_fault(with_table(state, terrain=terrain), "table.terrain: 0 tiles of tundra; there are 1 to 3")


def test_the_choices_of_a_set_up_are_those_that_are_due() -> None:
    chiefs = first("setup", variant=Variant(draft="chief"))
    agenda = chiefs.agenda
    assert_fault(with_seat(chiefs, 0, side="B"), "players[0].side: B is impossible")
    assert_fault(evolve(chiefs, agenda=agenda[1:]), "agenda: DraftSetup of seat")
    assert_fault(evolve(chiefs, agenda=agenda[::-1]), "agenda[3]: DraftSetup cannot be here")
    assert_fault(evolve(chiefs, agenda=(*agenda, on.Top())), "agenda[6]: Top cannot be here")
    assert_fault(evolve(chiefs, agenda=(*agenda, agenda[-1])), "agenda[6]: DraftChief is not due")
    swapped = (*agenda[:-2], agenda[-1], agenda[-2])
    assert_fault(evolve(chiefs, agenda=swapped), "agenda: DraftChief should be in turn order", "active: seat")
    assert_fault(evolve(chiefs, agenda=(on.StartIdol(0), *agenda)), "agenda[0]: StartIdol is not due for seat 0")


def test_the_card_buried_at_set_up_is_a_first_one() -> None:
    state = next(
        state
        for seed in range(20)
        for state in walk(seed, players=4)
        if state.phase == "action" and any(player.setup == "SU4" for player in state.players)
    )
    seat = next(seat for seat, player in enumerate(state.players) if player.setup == "SU4")
    player = state.players[seat]
    assert_fault(
        with_seat(state, seat, buried=(), deck=(*player.deck, *player.buried)),
        f"players[{seat}].buried: the first buried card should be the one of the Setup card",
    )


def test_the_error_names_every_fault() -> None:
    state = with_me(first("culture"), tools=9, food=99, offering=11, hand=())
    faults = [each.rpartition(".")[2].partition(":")[0] for each in faults_of(state)]
    assert faults[:3] == ["tools", "offering", "food"]
    assert {*faults[3:]} == {"deck", "piles"}
