"""The steps of a turn, in order: Culture, a figure, the sections of its column, the Ritual (rules page, section 6)."""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from cairn_rules.endless_winter.effects import COLUMNS, Benefit, Both, Effect, InOrder
from cairn_rules.endless_winter.rules import benefits, pieces
from cairn_rules.endless_winter.rules.cards import (
    bury,
    buryable,
    gained_in_hand,
    with_card,
    with_cards,
    without,
    without_gain,
)
from cairn_rules.endless_winter.state import actions
from cairn_rules.endless_winter.state.actions import Action
from cairn_rules.endless_winter.state.actions import MoveCamp as Move
from cairn_rules.endless_winter.state.agenda import Culture, EndTurn, Figure, Frame, Middle, Ritual, Top
from cairn_rules.endless_winter.state.state import NO_TURN, Player, State, note, with_player
from cairn_rules.endless_winter.variant import Variant
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
REST: Final = "rest"
"""The place of a figure on the Eclipse space."""
BOTTOMS: Final[MappingProxyType[str, Effect]] = MappingProxyType(
    {
        "initiate": Both((Benefit("bury"), Benefit("idol"))),
        "develop": Both((Benefit("draw"), Benefit("tool"))),
        "migrate": InOrder((Benefit("camp"), Benefit("move"))),
        "hunt": Benefit("animal_draw"),
    }
)
"""The effect of each column's bottom (rule 6.3)."""

_TURN: Final[tuple[Frame, ...]] = (EndTurn(), Figure(), Culture())
_COLUMN: Final[tuple[Frame, ...]] = (Middle(), Top())

_play_tribe: Final = lru_cache(1024)(actions.PlayTribe)
_play_culture: Final = lru_cache(1024)(actions.PlayCulture)
_PLACINGS: Final = {
    figure: [actions.PlaceFigure(figure, place) for place in (*COLUMNS, REST)] for figure in ("chief", "tribe")
}
"""The places for each figure."""
_add_to_ritual: Final = lru_cache(1024)(actions.AddToRitual)
_take_stone: Final = lru_cache(1024)(actions.TakeStone)


def begin_turn(state: State, seat: int, number: int) -> State:
    """Begin the turn of a player, after this number of turns."""
    return replaced(state, active=seat, turn=number, this_turn=NO_TURN, agenda=_TURN)


# 1. Culture


def culture_is_asked(state: State, frame: Culture) -> bool:
    """Return whether the Culture step is asked even if only its end is possible, to keep the hand secret."""
    return bool(state.players[state.active].hand) and frame.played < state.pack.limits.culture_plays_per_turn


def culture_options(state: State, frame: Culture) -> list[Action]:
    """List the Culture cards that can be played."""
    hand = state.players[state.active].hand
    can_play = frame.played < state.pack.limits.culture_plays_per_turn and (
        not _costs_card(state, frame) or len(hand) > 1
    )
    cards = state.pack.culture_cards
    return [*[_play_culture(card) for card in hand if can_play and card in cards], END]


def _costs_card(state: State, frame: Culture) -> bool:
    """Return whether a Culture card costs another card of the hand (rule 15)."""
    return frame.played > 0 and state.variant.second_culture_card == "discard"


def play_culture(state: State, frame: Culture, action: actions.PlayCulture | actions.End) -> State:
    """Play a Culture card, or end the step and discard the played ones."""
    seat = state.active
    player = state.players[seat]
    agenda = state.agenda[:-1]
    if not isinstance(action, actions.PlayCulture):
        return _discarded(state, agenda=agenda)
    card = action.card
    note(state, "card-played", seat, card)
    hand, played = without(player.hand, card), with_card(player.played, card, state.pack.order)
    more: tuple[Frame, ...] = (Culture(frame.played + 1), state.pack.culture_cards[card].effect)
    if _costs_card(state, frame):
        more = (*more, Benefit("discard"))
    player = replaced(player, hand=hand, played=played)
    return with_player(state, seat, player, agenda=(*agenda, *more), this_turn=without_gain(state.this_turn, card))


def _discarded(state: State, **changes: Any) -> State:
    """Discard the cards that the active player has played, with other changes."""
    player = state.players[state.active]
    if not player.played:
        return replaced(state, **changes)
    note(state, "played-discarded", state.active, player.played)
    discard = with_cards(player.discard, player.played, state.pack.order)
    return with_player(state, state.active, replaced(player, played=(), discard=discard), **changes)


# 2. The figure


def figure_options(state: State, _: Figure) -> list[Action]:
    """List the places for each unused figure."""
    player = state.players[state.active]
    return [*(_PLACINGS["chief"] if player.chief_ready else ()), *(_PLACINGS["tribe"] if player.figures else ())]


def place_figure(state: State, _: Figure, action: actions.PlaceFigure) -> State:
    """Place a figure on a column or on the Eclipse space."""
    seat, place = state.active, action.place
    is_chief, rests = action.figure == "chief", place == REST
    player = state.players[seat]
    player = replaced(
        player,
        chief_ready=player.chief_ready and not is_chief,
        figures=player.figures - (not is_chief),
        chief_rests=player.chief_rests or (is_chief and rests),
        resting=player.resting + rests,
    )
    note(state, "figure-placed", seat, action.figure, place)
    turn, table, agenda = state.this_turn, state.table, state.agenda[:-1]
    if rests:
        agenda = (*agenda, rest_effect(state.variant))
        turn = replaced(turn, column=place, waiting=())
    else:
        if not table.bottoms[COLUMNS.index(place)]:
            note(state, "bottom-claimed", place)
            table = pieces.with_bottom_claimed(table, place)
            agenda = (*agenda, BOTTOMS[place])
        waiting = [effect for column, effect in reversed(turn.waiting) if column == place]
        agenda = (*agenda, *_COLUMN, *waiting)
        labor = turn.labor + (_chief_labor(state, player, place) if is_chief else 0)
        turn = replaced(turn, column=place, is_chief=is_chief, waiting=(), labor=labor)
    return with_player(state, seat, player, agenda=agenda, this_turn=turn, table=table)


def rest_effect(variant: Variant) -> Effect:
    """Return the effect of a figure that rests (rule 6.1)."""
    return Both((Benefit("draw"), Benefit("tip"))) if variant.rest_tips else Benefit("draw")


def _chief_labor(state: State, player: Player, column: str) -> int:
    """Return the Added Labor of the Chief figure on a column (rule 6.4)."""
    if player.side == "A" or player.chief is None:
        return state.pack.chief_labor
    chief = state.pack.chief[player.chief]
    return chief.added_labor if chief.column in {column, "any"} else 0


# 3. The sections of a column


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
        case actions.PlayTribe(card):
            return _play_for_labor(state, card)
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
        case actions.End():
            return replaced(state, agenda=state.agenda[:-1])
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


# 4. The end of a turn


def end_turn(state: State, _: EndTurn) -> State:
    """Discard the played cards; the Ritual follows after the last turn of a round (rule 6.1)."""
    agenda = (*state.agenda[:-1], Ritual()) if is_last_turn(state) else state.agenda[:-1]
    return _discarded(state, agenda=agenda, this_turn=NO_TURN)


def is_last_turn(state: State) -> bool:
    """Return whether the turn is the player's last one of the round."""
    players, turns = len(state.players), state.pack.limits.turns_per_round
    return state.turn % (players * turns) >= players * (turns - 1)


def ritual_options(state: State, frame: Ritual) -> list[Action]:
    """List the cards that can be put on the Ritual pile; they come in the pack's order."""
    order = state.pack.order
    cards = dict.fromkeys(state.players[state.active].hand)
    return [*[_add_to_ritual(card) for card in cards if order[card] >= frame.last], END]


def do_ritual(state: State, _: Ritual, action: actions.AddToRitual | actions.End) -> State:
    """Put a card on the Ritual pile, or end the step."""
    agenda = state.agenda[:-1]
    if not isinstance(action, actions.AddToRitual):
        return replaced(state, agenda=agenda)
    note(state, "ritual-added", state.active, action.card)
    player, order = state.players[state.active], state.pack.order
    hand, ritual = without(player.hand, action.card), with_card(player.ritual, action.card, order)
    player = replaced(player, hand=hand, ritual=ritual)
    return with_player(state, state.active, player, agenda=(*agenda, Ritual(order[action.card])))
