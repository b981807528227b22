"""The sections of a column, top and middle: Labor gained and spent, burials, stones (rules page, section 6).

`turns.py` leads to them, and has the bottoms.
"""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import Final, assert_never

from cairn_rules.endless_winter.rules import benefits, pieces
from cairn_rules.endless_winter.rules.cards import bury, buryable, gained_in_hand, with_card, without, without_gain
from cairn_rules.endless_winter.state import actions
from cairn_rules.endless_winter.state.actions import Action
from cairn_rules.endless_winter.state.actions import MoveCamp as Move
from cairn_rules.endless_winter.state.agenda import Middle, Top
from cairn_rules.endless_winter.state.state import Player, State, note, with_player
from cairn_rules.replace import replaced

END: Final = actions.End()
SPEND_FOOD: Final = actions.SpendFood()
BOOST: Final = actions.Boost()
CULTURE_PRICE: Final = 3
"""The price of a Culture card in Labor (rule 6.3)."""
TRIBE_PRICE: Final = 2
"""The price of a Tribe card in Labor (rule 6.3)."""
ANIMAL_PRICE: Final = 2
"""The price of a displayed Animal in Labor (rule 6.3)."""
REVEALED: Final = 2
"""Number of Animals that one Labor reveals (rule 6.3)."""

_play_tribe: Final = lru_cache(1024)(actions.PlayTribe)
_take_stone: Final = lru_cache(1024)(actions.TakeStone)


def top_options(state: State, _: Top) -> list[Action]:
    """List the ways to gain Labor and to spend it."""
    player, turn = state.players[state.active], state.this_turn
    column = turn.column
    assert column is not None
    tribe, cards = state.pack.tribe_cards, [*dict.fromkeys(player.hand)]
    if column == "initiate" and turn.gained:
        new = gained_in_hand(player, turn)
        cards = [card for card in cards if player.hand.count(card) > new[card]]
    options: list[Action] = [_play_tribe(card) for card in cards if card in tribe]
    if player.food:
        options.append(SPEND_FOOD)
    if turn.is_chief and _can_boost(state, player):
        options.append(BOOST)
    return [*options, *_TOPS[column](state), END]


def _can_boost(state: State, player: Player) -> bool:
    if player.side == "A" or state.this_turn.boosted or player.chief is None:
        return False
    price = state.pack.chief[player.chief].boost_tools
    return bool(price) and player.tools >= price


def _initiate(state: State) -> list[Action]:
    turn = state.this_turn
    if turn.labor < TRIBE_PRICE:
        return []
    return [benefits.take_tribe_card(card) for card in benefits.tribe_types(state) if card not in turn.bought]


def _develop(state: State) -> list[Action]:
    labor, table = state.this_turn.labor, state.table
    return [
        benefits.take_culture_card(card)
        for card, token in zip(table.row, table.tokens, strict=True)
        if card is not None and labor >= CULTURE_PRICE - token
    ]


def _migrate(state: State) -> list[Action]:
    if not state.this_turn.labor:
        return []
    moves = benefits.camp_moves(state)
    return [benefits.PLACE_CAMP, *moves] if state.players[state.active].camps_left else moves


def _hunt(state: State) -> list[Action]:
    labor = state.this_turn.labor
    reveal: list[Action] = [benefits.REVEAL] if labor and state.table.animal_deck else []
    return [*reveal, *(benefits.animals_shown(state) if labor >= ANIMAL_PRICE else ())]


_TOPS: Final = MappingProxyType({"initiate": _initiate, "develop": _develop, "migrate": _migrate, "hunt": _hunt})


def _with_labor(state: State, labor: int, **turn: object) -> State:
    return replaced(state, this_turn=replaced(state.this_turn, labor=state.this_turn.labor + labor, **turn))


def do_top(  # noqa: C901 - a case for each kind of action
    state: State, _: Top, action: actions.TopAction | actions.End
) -> State:
    """Gain Labor or spend it, or end the section."""
    seat = state.active
    match action:
        case actions.PlayTribe():
            return _play_for_labor(state, action.card)
        case actions.End():
            return replaced(state, agenda=state.agenda[:-1])
        case actions.SpendFood():
            player, turn = state.players[seat], state.this_turn
            if player.food in state.pack.labor_steps:
                turn = replaced(turn, labor=turn.labor + 1)
            return with_player(state, seat, replaced(player, food=player.food - 1), this_turn=turn)
        case actions.Boost():
            player = state.players[seat]
            assert player.chief is not None
            chief = state.pack.chief[player.chief]
            player = replaced(player, tools=player.tools - chief.boost_tools)
            return _with_labor(with_player(state, seat, player), chief.boost_labor, boosted=True)
        case actions.TakeTribe(card):
            bought = (*state.this_turn.bought, card)
            return benefits.take_tribe(_with_labor(state, -TRIBE_PRICE, bought=bought), card, to_hand=True)
        case actions.TakeCulture(card):
            token = state.table.tokens[state.table.row.index(card)]
            return benefits.take_culture(_with_labor(state, token - CULTURE_PRICE), card)
        case actions.PlaceCamp():
            return pieces.place_camp(_with_labor(state, -1))
        case Move(start, end):
            return pieces.move_camp(_with_labor(state, -1), start, end)
        case actions.RevealAnimals():
            return benefits.reveal_animals(_with_labor(state, -1), REVEALED)
        case actions.TakeAnimal(animal):
            return benefits.take_animal(_with_labor(state, -ANIMAL_PRICE), animal)
        case _:
            assert_never(action)


def _play_for_labor(state: State, id: str) -> State:
    """Play a Tribe card of the hand for its Labor (rule 6.2)."""
    seat, turn = state.active, state.this_turn
    player = state.players[seat]
    card = state.pack.tribe_cards[id]
    note(state, "card-played", seat, id)
    labor = turn.labor + card.labor + (card.added_labor if card.column == turn.column else 0)
    if turn.column != "initiate":  # where it is not one gained in this turn
        turn = without_gain(turn, id)
    player = replaced(player, hand=without(player.hand, id), played=with_card(player.played, id, state.pack.order))
    return with_player(state, seat, player, this_turn=replaced(turn, labor=labor))


def middle_options(state: State, _: Middle) -> list[Action]:
    """List the actions in the middle of the column."""
    column = state.this_turn.column
    assert column is not None
    return [*_MIDDLES[column](state), END]


def _burials(state: State) -> list[Action]:
    player = state.players[state.active]
    return [benefits.bury_card(zone, card) for zone, card in buryable(player)] if player.tools else []


def _stones(state: State) -> list[Action]:
    player = state.players[state.active]
    if len(player.stones) == len(state.pack.stone_spaces):
        return []
    space = state.pack.stone_spaces[len(player.stones)]
    if player.food < space.food or player.tools < space.tools:
        return []
    return [*map(_take_stone, pieces.open_stones(state))]


_MIDDLES: Final = MappingProxyType(
    {"initiate": _burials, "develop": _stones, "migrate": benefits.village_targets, "hunt": benefits.tip_options}
)


def do_middle(state: State, _: Middle, action: actions.MiddleAction | actions.End) -> State:
    """Take an action of the middle, or end the section."""
    if isinstance(action, actions.End) or not state.variant.middle_repeatable:
        state = replaced(state, agenda=state.agenda[:-1])
    match action:
        case actions.End():
            return state
        case actions.Bury(zone, card):
            player = state.players[state.active]
            return bury(with_player(state, state.active, replaced(player, tools=player.tools - 1)), zone, card)
        case actions.TakeStone(stone):
            return _take_stone_for_goods(state, stone)
        case actions.BuildVillage(juncture):
            return pieces.build_village(state, juncture, state.pack.limits.village_food)
        case actions.Tip(animal):
            return benefits.tip(state, animal)
        case _:
            assert_never(action)


def _take_stone_for_goods(state: State, stone: str) -> State:
    """Take a Sacred Stone, pay for it and gain the reward of its space (rule 7.3)."""
    player = state.players[state.active]
    space = state.pack.stone_spaces[len(player.stones)]
    player = replaced(
        player, food=player.food - space.food, tools=player.tools - space.tools, stones=(*player.stones, stone)
    )
    note(state, "stone-taken", state.active, stone)
    table = pieces.without_stone(state.table, stone)
    return with_player(state, state.active, player, table=table, agenda=(*state.agenda, space.gain))
